"""Locks that real processes hold, told without touching their files."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sessions_app.system.locks import LockFiles, LockFolder


@contextmanager
def locked(path: Path, how: int) -> Iterator[None]:
    with path.open("a") as file:
        fcntl.flock(file, how)
        yield


@pytest.fixture(params=["/proc", "/nowhere"])
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> LockFolder:
    for name in ("a.lock", "b.lock", "other"):
        (tmp_path / name).touch()
    return LockFolder(str(tmp_path), ".lock", request.param)


def test_a_lock_is_told_from_a_file_left_behind(folder: LockFolder, tmp_path: Path) -> None:
    with locked(tmp_path / "a.lock", fcntl.LOCK_EX):
        assert folder.look() == LockFiles(frozenset({"a.lock", "b.lock"}), frozenset({"a.lock"}))
    assert folder.look().held == frozenset()


def test_a_shared_lock_is_a_reader_s(folder: LockFolder, tmp_path: Path) -> None:
    with locked(tmp_path / "a.lock", fcntl.LOCK_SH):
        assert folder.look().held == frozenset()


def test_a_lock_of_another_kind_is_not_meant(folder: LockFolder, tmp_path: Path) -> None:
    with (tmp_path / "a.lock").open("a") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        assert folder.look().held == frozenset()


def test_looking_leaves_no_lock_behind(folder: LockFolder, tmp_path: Path) -> None:
    folder.look()
    with locked(tmp_path / "a.lock", fcntl.LOCK_EX | fcntl.LOCK_NB):
        pass


def test_links_and_pipes_are_not_waited_for(folder: LockFolder, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "c.lock")
    (tmp_path / "d.lock").symlink_to(tmp_path / "none")
    assert folder.look().held == frozenset()


def test_no_folder_holds_no_locks(tmp_path: Path) -> None:
    assert LockFolder(str(tmp_path / "none"), ".lock").look() == LockFiles()


def test_the_table_is_read_by_device_and_inode(tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    proc.mkdir()
    lock = tmp_path / "a.lock"
    lock.touch()
    status = lock.stat()
    device = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}"
    folder = LockFolder(str(tmp_path), ".lock", str(proc))
    for line, is_held in (
        (f"1: FLOCK  ADVISORY  WRITE 7 {device}:{status.st_ino} 0 EOF", True),
        (f"1: -> FLOCK  ADVISORY  WRITE 7 {device}:{status.st_ino} 0 EOF", False),
        (f"1: FLOCK  ADVISORY  READ 7 {device}:{status.st_ino} 0 EOF", False),
        (f"1: POSIX  ADVISORY  WRITE 7 {device}:{status.st_ino} 0 EOF", False),
        (f"1: FLOCK  ADVISORY  WRITE 7 7f:7f:{status.st_ino} 0 EOF", False),
        ("1: FLOCK  ADVISORY  WRITE 7 none 0 EOF", False),
        ("\x00", False),
    ):
        (proc / "locks").write_text(line)
        assert bool(folder.look().held) is is_held, line


def test_the_device_of_the_mount_counts_as_well(tmp_path: Path) -> None:
    """On btrfs and overlays it is another than a file's own."""
    proc = tmp_path / "proc"
    (proc / "self" / "fdinfo").mkdir(parents=True)
    lock = tmp_path / "a.lock"
    lock.touch()
    for descriptor in range(64):
        (proc / "self" / "fdinfo" / str(descriptor)).write_text("pos:\t0\nmnt_id:\t29\n")
    (proc / "self" / "mountinfo").write_text("28 1 0:1 / /\n29 28 0:91 / /home rw - btrfs x\n")
    (proc / "locks").write_text(f"1: FLOCK  ADVISORY  WRITE 7 00:5b:{lock.stat().st_ino} 0 EOF\n")
    assert LockFolder(str(tmp_path), ".lock", str(proc)).look().held == frozenset({"a.lock"})
