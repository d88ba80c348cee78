"""A file that another program appends lines to, read without reading anything twice."""

import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Final, Self

from sessions_app.system.files import FileStamp, Refused

BLOCK: Final = 64 * 1024

_FLAGS: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_MARK: Final = 256
"""Bytes before a place that tell whether the file is still the one that was read to there."""


@dataclass(frozen=True, slots=True)
class Place:
    """How far a file was read: to the end of a whole line, as a rule."""

    file: tuple[int, int]
    """Its device and inode."""
    offset: int
    mark: bytes
    """A digest of what stands right before it."""
    in_line: bool = False
    """It is inside a line whose beginning was left out."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Whole lines of a file, without what is cut at either end."""

    data: bytes
    place: Place
    """Where they end."""
    is_after_gap: bool
    """Lines before them were left out."""
    has_more: bool = False
    """More follows than was read at once."""


class GrowingFile:
    """Such a file, open; raises Refused for a link and for what is no ordinary file."""

    def __init__(self, path: str) -> None:
        try:
            self._descriptor = os.open(path, _FLAGS)
        except FileNotFoundError:
            raise Refused("is not there", gone=True) from None
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or problem
            raise Refused(f"cannot be opened ({why})") from None
        status = os.fstat(self._descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
            os.close(self._descriptor)
            raise Refused("is not an ordinary file of this user")
        self.stamp = FileStamp.of(status)
        self._file = (status.st_dev, status.st_ino)
        self._size = status.st_size

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._descriptor)

    def head(self, limit: int) -> Iterator[bytes]:
        """The first lines, one by one, as far as they end within `limit` bytes."""
        rest = b""
        for offset in range(0, limit, BLOCK):
            block = self._bytes(offset, min(limit, offset + BLOCK))
            *whole, rest = (rest + block).split(b"\n")
            yield from whole
            if len(block) < BLOCK:
                return

    def tail(self, length: int) -> Lines:
        """The last whole lines, as far as they lie within `length` bytes of the end."""
        # One byte more tells whether a line begins right there.
        start = max(0, self._size - length - 1)
        is_cut = self._size > length
        data = self._bytes(start, self._size)
        return self._whole_lines(data, start, in_line=is_cut, is_after_gap=is_cut)

    def since(self, place: Place, limit: int, most: int | None = None) -> Lines | None:
        """The whole lines that were added after a place, as far as they lie within `limit` bytes.

        Of more than `most` bytes, which are `limit` if nothing is said, the last lines alone.
        None when this is not the file that was read to there: it was cut, or another was put in
        its place.
        """
        if place.file != self._file or self._size < place.offset:
            return None
        before = self._bytes(max(0, place.offset - _MARK), place.offset)
        if _digest(before) != place.mark:
            return None
        if self._size - place.offset > (most or limit):
            return self.tail(limit)
        end = min(self._size, place.offset + limit)
        data = self._bytes(place.offset, end)
        found = self._whole_lines(data, place.offset, in_line=place.in_line, is_after_gap=False)
        if end == self._size:
            return found
        if found.place.offset == place.offset:  # a line longer than the limit is passed over
            found = replace(found, place=self._place(end, in_line=True))
        return replace(found, has_more=True)

    def _whole_lines(self, data: bytes, start: int, *, in_line: bool, is_after_gap: bool) -> Lines:
        first = data.find(b"\n") + 1 if in_line else 0
        end = data.rfind(b"\n") + 1
        if in_line and end == 0:
            # No line is kept in memory for ever: the rest of this one is let go by as well.
            return Lines(b"", self._place(start + len(data), in_line=True), is_after_gap)
        return Lines(data[first:end], self._place(start + end, in_line=False), is_after_gap)

    def _place(self, offset: int, *, in_line: bool) -> Place:
        mark = _digest(self._bytes(max(0, offset - _MARK), offset))
        return Place(self._file, offset, mark, in_line)

    def _bytes(self, start: int, end: int) -> bytes:
        chunks: list[bytes] = []
        try:
            while start < end and (chunk := os.pread(self._descriptor, end - start, start)):
                chunks.append(chunk)
                start += len(chunk)
        except OSError as problem:
            raise Refused(f"cannot be read ({problem.strerror})") from None
        return b"".join(chunks)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
