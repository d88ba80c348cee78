"""The one way to read a file that another program wrote: bounded, never through a link."""

import os
import stat
from dataclasses import dataclass
from types import TracebackType
from typing import Self

_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY


class Refused(Exception):  # noqa: N818 -- an answer about a file, not a fault of the code
    """Why a file was not read: a phrase that fits after its name, such as "is a link"."""

    def __init__(self, sentence: str, *, gone: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.gone = gone
        """There is no such file, or not any more."""


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What changes when a file does."""

    mtime_ns: int
    size: int
    inode: int

    @classmethod
    def of(cls, status: os.stat_result) -> Self:
        """The stamp in a file's status."""
        return cls(status.st_mtime_ns, status.st_size, status.st_ino)

    def is_settled(self, now_ns: int) -> bool:
        """Whether a later write would show in the stamp.

        A file system's clock ticks in steps of up to 10 ms, so two writes of one length within a
        step leave the same stamp: one this young is not believed the next time.
        """
        # Some, such as FAT and older network drives, keep whole seconds, in steps of up to two.
        is_coarse = self.mtime_ns % 1_000_000_000 == 0
        return now_ns - self.mtime_ns > (2_100_000_000 if is_coarse else 100_000_000)


@dataclass(frozen=True, slots=True)
class FileBytes:
    """A file's bytes, and the stamp it had when it was opened."""

    data: bytes
    stamp: FileStamp
    offset: int = 0
    """Where in the file the bytes begin."""


def not_ordinary(mode: int) -> str:
    """Why a file of this mode, which is no ordinary one, is not read."""
    return "is a link" if stat.S_ISLNK(mode) else "is not an ordinary file"


def read_file(path: str, limit: int, *, dir_fd: int | None = None, tail: bool = False) -> FileBytes:
    """The bytes of an ordinary file of this user's, at most `limit`; raises Refused.

    A larger file is refused, or with `tail` read from `limit` bytes before its end. Neither a
    link nor a named pipe, a socket or a device is ever opened for reading.
    """
    try:
        # Opening a pipe would release whoever waits to write to it.
        mode = os.stat(path, dir_fd=dir_fd, follow_symlinks=False).st_mode
        if not stat.S_ISREG(mode):
            raise Refused(not_ordinary(mode))
        descriptor = os.open(path, _FLAGS, dir_fd=dir_fd)
    except FileNotFoundError:
        raise Refused("is not there", gone=True) from None
    except PermissionError:
        raise Refused("may not be opened by this user") from None
    except (OSError, ValueError) as problem:
        raise Refused(_why(path, dir_fd, problem)) from None
    try:
        return _read_open(descriptor, limit, tail=tail)
    except OSError as problem:
        raise Refused(f"cannot be read ({problem.strerror})") from None
    finally:
        os.close(descriptor)


def _why(path: str, dir_fd: int | None, problem: Exception) -> str:
    # ELOOP also means a link in the middle of the path, so the file itself is looked at.
    try:
        if stat.S_ISLNK(os.stat(path, dir_fd=dir_fd, follow_symlinks=False).st_mode):
            return "is a link"
    except (OSError, ValueError):
        pass
    return f"cannot be opened ({getattr(problem, 'strerror', None) or problem})"


def _read_open(descriptor: int, limit: int, *, tail: bool) -> FileBytes:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise Refused(not_ordinary(status.st_mode))
    if status.st_uid != os.geteuid():
        raise Refused("belongs to another user")
    if status.st_size > limit and not tail:
        raise Refused(f"is larger than {in_units(limit)}")
    offset = max(0, status.st_size - limit)
    # One byte more than is allowed tells a file that grew after it was looked at.
    data = _read_up_to(descriptor, limit + 1, offset)
    if len(data) > limit:
        if not tail:
            raise Refused(f"is larger than {in_units(limit)}")
        data = data[:limit]
    return FileBytes(data, FileStamp.of(status), offset)


def _read_up_to(descriptor: int, count: int, offset: int) -> bytes:
    chunks: list[bytes] = []
    while count > 0 and (chunk := os.pread(descriptor, count, offset)):
        chunks.append(chunk)
        offset += len(chunk)
        count -= len(chunk)
    return b"".join(chunks)


def in_units(size: int) -> str:
    """A limit in words: 16 KB, 2 MB."""
    return f"{size >> 20} MB" if size >= 1 << 20 else f"{size >> 10} KB"


class Folder:
    """A folder held open, so that what is read in it is of that folder and no other.

    The folder itself may be a link. Raises OSError when it cannot be opened.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._descriptor)

    def names(self) -> list[str]:
        """The names in it, in no order; one that is not UTF-8 holds lone surrogates."""
        return os.listdir(self._descriptor)

    def stat(self, name: str) -> os.stat_result | None:
        """A name's own status, of a link the link's; None when it has gone."""
        try:
            return os.stat(name, dir_fd=self._descriptor, follow_symlinks=False)
        except (OSError, ValueError):
            return None

    def read(self, name: str, limit: int) -> FileBytes:
        """As read_file, of a name in this folder."""
        return read_file(name, limit, dir_fd=self._descriptor)
