"""Which files of a folder some process holds a lock on (flock), told without touching them."""

import fcntl
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_MOST_BYTES: Final = 4 * 1024 * 1024
_MOST_NAMES: Final = 4_096
_Inode = tuple[int, int, int]
"""Major and minor number of a device, and a file's inode there."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lock, and since when at the latest."""

    pid: int
    file: tuple[int, int]
    """The lock file's inode, and when it was last changed, in nanoseconds since 1970."""


@dataclass(frozen=True, slots=True)
class LockFiles:
    """The lock files of a folder at one moment, by name."""

    there: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    """Those locked by a process that lives. One that died leaves its file, and no lock."""
    holders: Mapping[str, Holder] = field(default_factory=dict, compare=False)
    """Of those that are held; none where the system does not tell."""


class LockFolder:
    """A folder of lock files.

    Linux lists every lock in /proc/locks. Elsewhere each is tried with a shared lock that does
    not wait, and let go at once.
    """

    def __init__(self, path: str, suffix: str, proc: str = "/proc") -> None:
        self.path = path
        self._suffix = suffix
        self._proc = proc
        self._mounts: dict[int, set[tuple[int, int]]] = {}

    def look(self) -> LockFiles:
        """The files there are; none when there is no such folder. Raises OSError otherwise."""
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except FileNotFoundError:
            return LockFiles()
        try:
            return self._look_in(descriptor)
        finally:
            os.close(descriptor)

    def _look_in(self, descriptor: int) -> LockFiles:
        names = [n for n in os.listdir(descriptor) if n.endswith(self._suffix)][:_MOST_NAMES]
        if not names:
            return LockFiles()
        if (table := self._table()) is None:
            held = frozenset(name for name in names if _is_taken(name, descriptor))
            return LockFiles(frozenset(names), held)
        devices = self._devices(descriptor)
        found = ((name, _holder(name, descriptor, devices, table)) for name in names)
        holders = {name: holder for name, holder in found if holder is not None}
        return LockFiles(frozenset(names), frozenset(holders), holders)

    def _table(self) -> dict[_Inode, int] | None:
        """The process of each lock, by the file's inode."""
        try:
            with open(f"{self._proc}/locks", "rb") as file:
                lines = file.read(_MOST_BYTES).splitlines()
        except OSError:
            return None
        return dict(one for line in lines if (one := _locked_inode(line)) is not None)

    def _devices(self, descriptor: int) -> set[tuple[int, int]]:
        """The devices by which the table may name the files of a folder.

        On btrfs and on overlays, stat gives a subvolume or a layer a device of its own, while the
        table has the file system's; that one stands in the list of mounts.
        """
        device = os.fstat(descriptor).st_dev
        if device not in self._mounts:
            mounted = _mounted_device(descriptor, self._proc)
            own = (os.major(device), os.minor(device))
            self._mounts = {device: {own} if mounted is None else {own, mounted}}
        return self._mounts[device]


def _locked_inode(line: bytes) -> tuple[_Inode, int] | None:
    # "7: FLOCK  ADVISORY  WRITE 4711 fe:00:2278644 0 EOF"; with "->" it only waits for the lock,
    # and a READ lock is shared, as a monitor's own may be.
    fields = line.split()
    if len(fields) < 6 or fields[1] != b"FLOCK" or fields[3] != b"WRITE":
        return None
    try:
        major, minor, inode = fields[5].split(b":")
        return (int(major, 16), int(minor, 16), int(inode)), int(fields[4])
    except ValueError:
        return None


def _holder(
    name: str, descriptor: int, devices: set[tuple[int, int]], table: Mapping[_Inode, int]
) -> Holder | None:
    try:
        status = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
    except (OSError, ValueError):
        return None
    for major, minor in devices:
        pid = table.get((major, minor, status.st_ino))
        if pid is not None:
            return Holder(pid, (status.st_ino, status.st_mtime_ns))
    return None


def _mounted_device(descriptor: int, proc: str) -> tuple[int, int] | None:
    try:
        with open(f"{proc}/self/fdinfo/{descriptor}", "rb") as file:
            fields = dict(line.split(None, 1) for line in file.read(4_096).splitlines())
        with open(f"{proc}/self/mountinfo", "rb") as file:
            mounts = [line.split(None, 3) for line in file.read(_MOST_BYTES).splitlines()]
        wanted = fields[b"mnt_id:"].strip()
        numbers = next(mount[2] for mount in mounts if mount[0] == wanted)
        major, minor = numbers.split(b":")
        return int(major), int(minor)
    except (OSError, KeyError, ValueError, IndexError, StopIteration):
        return None


def _is_taken(name: str, descriptor: int) -> bool:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        lock = os.open(name, flags, dir_fd=descriptor)
    except (OSError, ValueError):
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(lock)
    return False
