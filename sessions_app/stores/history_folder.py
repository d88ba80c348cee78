"""The folder of the history: only this user's, only ordinary files, nothing through a link."""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from sessions_app.stores.folder import take_lock
from sessions_app.stores.history_lines import HEADER, VERSION
from sessions_app.system.files import not_ordinary

Part = Literal["events", "points"]

_NAME: Final = re.compile(
    r"(events|points)-([12]\d{3}-\d\d-\d\d)-(\d\d)\.v([1-9]\d{0,3})", re.ASCII
)
_LOCK: Final = "lock"
"""A file that is empty and stays. It, and not the folder, is locked by who writes here: other
files of ours may lie in the same folder, and are locked by it for a moment."""
_OPEN: Final = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


class Unfit(Exception):  # noqa: N818 -- a state of the disk, not a fault of the code
    """Why a folder or file is not used: a plain sentence, to which more is added."""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A file's name, taken apart; the oldest first in order."""

    day: str
    number: int
    part: str

    def __str__(self) -> str:
        return f"{self.part}-{self.day}-{self.number:02}.v{VERSION}"


def parsed(name: str) -> Name | None:
    """The name of a file of this version; None for any other, a later version's among them."""
    match = _NAME.fullmatch(name)
    if match is None or int(match[4]) != VERSION or not _is_day(match[2]):
        return None
    return Name(match[2], int(match[3]), match[1])


def _is_day(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


class Folder:
    """The folder, held open, so that no link can take its place between two looks."""

    def __init__(self, path: str) -> None:
        """Makes the folder where there is none. Raises Unfit or OSError."""
        self.path = path
        self._lock: int | None = None
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with suppress(FileExistsError):
            os.mkdir(path, 0o700)
        found = os.lstat(path)
        if not stat.S_ISDIR(found.st_mode):
            is_link = stat.S_ISLNK(found.st_mode)
            raise Unfit(f"{path} {'is a link' if is_link else 'is not a folder'}")
        self.descriptor = os.open(path, _OPEN | os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._check(os.fstat(self.descriptor))
        except BaseException:
            self.close()
            raise

    def _check(self, found: os.stat_result) -> None:
        if found.st_uid != os.geteuid():
            raise Unfit(f"{self.path} belongs to another user")
        if stat.S_IMODE(found.st_mode) & 0o077:
            raise Unfit(f"Others may open {self.path} (chmod 700 makes it yours alone)")

    def lock(self) -> None:
        """Takes the folder for one writer. Raises Unfit or OSError."""
        descriptor = self.open(_LOCK, os.O_RDWR | os.O_CREAT)
        if not take_lock(descriptor):
            os.close(descriptor)
            raise Unfit(f"Another Agent Lookout keeps its history in {self.path}")
        self._lock = descriptor

    def close(self) -> None:
        """Lets the folder go, and its lock."""
        if self._lock is not None:
            os.close(self._lock)
        os.close(self.descriptor)

    def names(self) -> list[Name]:
        """The files of this version, the oldest first."""
        return sorted(name for one in os.listdir(self.descriptor) if (name := parsed(one)))

    def size(self, name: Name) -> int:
        """Bytes of a file; none when it has gone."""
        try:
            return os.stat(str(name), dir_fd=self.descriptor, follow_symlinks=False).st_size
        except OSError:
            return 0

    def read(self, name: Name, limit: int) -> bytes:
        """The last bytes of one of our files. Raises Unfit or OSError."""
        with self._opened(name, os.O_RDONLY) as descriptor:
            self._check_head(name, descriptor)
            chunks, offset = [], max(0, os.fstat(descriptor).st_size - limit)
            while chunk := os.pread(descriptor, 1 << 20, offset):
                chunks.append(chunk)
                offset += len(chunk)
            return b"".join(chunks)

    def _check_head(self, name: Name, descriptor: int) -> None:
        head = os.pread(descriptor, len(HEADER), 0)
        if head != HEADER[: len(head)]:
            raise Unfit(f"{self.path}/{name} is not a history of Agent Lookout")

    @contextmanager
    def _opened(self, name: Name, flags: int) -> Iterator[int]:
        descriptor = self.open(name, flags)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def open(self, name: Name | str, flags: int) -> int:
        """One of our files, which is made when `flags` say so. Raises Unfit or OSError."""
        path = f"{self.path}/{name}"
        try:
            descriptor = os.open(str(name), _OPEN | flags, 0o600, dir_fd=self.descriptor)
        except OSError as problem:
            if (sentence := self._why_not(name)) is not None:
                raise Unfit(f"{path} {sentence}") from problem
            raise
        found = os.fstat(descriptor)
        if (sentence := _unfit(found)) is not None:
            os.close(descriptor)
            raise Unfit(f"{path} {sentence}")
        return descriptor

    def _why_not(self, name: Name | str) -> str | None:
        try:
            found = os.stat(str(name), dir_fd=self.descriptor, follow_symlinks=False)
        except OSError:
            return None
        return _unfit(found)

    def why_not_ours(self, name: Name) -> str | None:
        """A sentence on why a file is none of ours; None for one that is, or that is not there."""
        try:
            with self._opened(name, os.O_RDONLY) as descriptor:
                self._check_head(name, descriptor)
        except FileNotFoundError:
            return None
        except Unfit as problem:
            return str(problem)
        except OSError as problem:
            return f"{self.path}/{name} cannot be read ({problem.strerror})"
        return None

    def remove(self, name: Name) -> str | None:
        """Deletes a file of ours; whatever is not one is left where it is, and told."""
        why = self.why_not_ours(name)
        if why is None:
            with suppress(FileNotFoundError):
                os.unlink(str(name), dir_fd=self.descriptor)
        return why

    def is_as_it_was(self, files: Mapping[Name, int]) -> bool:
        """Whether the path still leads here, for this user alone, and to these open files."""
        opened = {str(name): descriptor for name, descriptor in files.items()}
        if self._lock is not None:
            opened[_LOCK] = self._lock
        try:
            self._check(os.fstat(self.descriptor))
            return os.path.samestat(os.lstat(self.path), os.fstat(self.descriptor)) and all(
                self._is_still(name, os.fstat(descriptor)) for name, descriptor in opened.items()
            )
        except (Unfit, FileNotFoundError):
            return False

    def _is_still(self, name: str, opened: os.stat_result) -> bool:
        found = os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)
        return os.path.samestat(found, opened) and _unfit(found) is None


def _unfit(found: os.stat_result) -> str | None:
    """Why a file is none of ours."""
    if not stat.S_ISREG(found.st_mode):
        return not_ordinary(found.st_mode)
    if found.st_uid != os.geteuid():
        return "belongs to another user"
    if stat.S_IMODE(found.st_mode) & 0o177:
        return "may be opened by others"
    return "has a second name" if found.st_nlink > 1 else None
