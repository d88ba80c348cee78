"""Files that real processes have open."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sessions_app.system.open_files import OpenFiles

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")


@contextmanager
def holding(path: Path, mode: str, program: str = "/bin/cat") -> Iterator[None]:
    with path.open(mode) as file:
        process = subprocess.Popen([program], stdin=subprocess.PIPE, pass_fds=[file.fileno()])
    try:
        yield
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "sessions"
    folder.mkdir()
    made = folder / "a.jsonl"
    made.touch()
    return made


def held(path: Path) -> list[str]:
    return [one.path for one in OpenFiles(str(path.parent), "codex").look()]


def test_a_program_that_writes_to_a_file_owns_it(path: Path) -> None:
    with holding(path, "a"):
        assert held(path) == [str(path)]
    assert held(path) == []


def test_a_program_that_reads_it_does_not(path: Path) -> None:
    with holding(path, "r"):
        assert held(path) == []


def test_codex_itself_owns_what_it_has_open(path: Path, tmp_path: Path) -> None:
    program = shutil.copy("/bin/cat", tmp_path / "codex")
    with holding(path, "r", str(program)):
        assert held(path) == [str(path)]


def test_a_file_elsewhere_is_not_meant(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "sessions-too"
    other.touch()
    with holding(other, "a"):
        assert held(path) == []


def test_the_folder_may_be_a_link(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(path.parent)
    with holding(path, "a"):
        assert held(tmp_path / "link" / path.name) == [str(path)]


def test_a_descriptor_is_that_file_s_until_it_is_closed(path: Path) -> None:
    files = OpenFiles(str(path.parent), "codex")
    with holding(path, "a"):
        [holder] = files.look()
        assert files.still(holder)
    assert not files.still(holder)
