"""Which files of a folder the programs of this user have open, told from /proc/<pid>/fd."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_MOST_PROCESSES: Final = 8_192
_MOST_DESCRIPTORS: Final = 4_096


@dataclass(frozen=True, slots=True)
class Holder:
    """A descriptor of a process, and the path of the file behind it."""

    pid: int
    descriptor: str
    path: str


class OpenFiles:
    """The files under a folder that a program of one name has open, or any program for writing.

    A reader of another name, such as an editor or `tail`, is none of those that own the file.
    """

    def __init__(self, folder: str, program: str, proc: str = "/proc") -> None:
        self._folder = folder
        self._program = program.encode()
        self._proc = proc
        self.can_tell = os.path.isdir(f"{proc}/self/fd")

    def still(self, holder: Holder) -> bool:
        """Whether a descriptor is still that file's."""
        return self._target(holder.pid, holder.descriptor) == holder.path

    def look(self) -> list[Holder]:
        """Every such file there is; each process is looked at, which takes a few milliseconds."""
        root = os.path.realpath(self._folder) + "/"
        found: list[Holder] = []
        pids = [name for name in os.listdir(self._proc) if name.isdecimal()]
        for pid in map(int, pids[:_MOST_PROCESSES]):
            found += [
                one
                for one in self._files_of(pid)
                if one.path.startswith(root) and self._owns(pid, one.descriptor)
            ]
        return found

    def _files_of(self, pid: int) -> Iterator[Holder]:
        try:
            # Another user's process does not let its descriptors be listed.
            names = os.listdir(f"{self._proc}/{pid}/fd")
        except OSError:
            return
        for name in names[:_MOST_DESCRIPTORS]:
            if (path := self._target(pid, name)) is not None and path.startswith("/"):
                yield Holder(pid, name, path)

    def _target(self, pid: int, descriptor: str) -> str | None:
        try:
            return os.readlink(f"{self._proc}/{pid}/fd/{descriptor}")
        except OSError:
            return None

    def _owns(self, pid: int, descriptor: str) -> bool:
        try:
            with open(f"{self._proc}/{pid}/comm", "rb") as file:
                if file.read(64).startswith(self._program):
                    return True
            with open(f"{self._proc}/{pid}/fdinfo/{descriptor}", "rb") as file:
                fields = file.read(4_096).split()
            flags = int(fields[fields.index(b"flags:") + 1], 8)
        except (OSError, ValueError, IndexError):
            return False
        return flags & os.O_ACCMODE != os.O_RDONLY
