"""Writes the history: two files a day, appended to, with the oldest dropped first."""

import os
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Final

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.waits import KEPT_MS
from sessions_app.stores.folder import sync_folder
from sessions_app.stores.history_folder import Folder, Name, Part, Unfit
from sessions_app.stores.history_lines import HEADER

PART_BYTES: Final = 4 << 20
"""A file this large is followed by another of the same day."""
MOST_BYTES: Final = 32 << 20
SYNC_S: Final = 30
"""How often what was written is made to outlast a loss of power."""
MOST_FILES: Final = 99

_KEPT_DAYS: Final = {"events": timedelta(milliseconds=KEPT_MS), "points": timedelta(days=1)}


def day_of(at: int) -> str:
    """The day a file is named for: by UTC, so that no change of zone or season moves it."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")


def _days_before(day: str, days: timedelta) -> str:
    return (date.fromisoformat(day) - days).isoformat()


@dataclass(slots=True)
class _Open:
    """A file being written to."""

    name: Name
    descriptor: int
    size: int

    def append(self, data: bytes) -> None:
        """Adds whole lines, all of them or none."""
        written = 0
        try:
            while written < len(data):
                written += os.write(self.descriptor, data[written:])
        except OSError:
            os.ftruncate(self.descriptor, self.size)  # or they would stand there twice
            raise
        self.size += written

    def close(self) -> None:
        """Lets the file go."""
        os.close(self.descriptor)


@dataclass(slots=True)
class Files:
    """The files of today. Used by one thread; everything in it raises Unfit or OSError."""

    path: str
    begin: Callable[[], bytes]
    """Gives the line that a file begins with, or goes on from."""
    problems: dict[Name, str] = field(default_factory=dict)
    """Files that stand where ours should, and are let be."""
    _folder: Folder | None = None
    _open: dict[Part, _Open] = field(default_factory=dict)
    _others: int = 0
    _synced_at: float = 0.0
    _is_dirty: bool = False

    @property
    def size(self) -> int:
        """Bytes of all that is kept."""
        return self._others + sum(one.size for one in self._open.values())

    @property
    def is_taken(self) -> bool:
        """Whether the folder is ours to write in."""
        return self._folder is not None

    def take(self) -> Folder:
        """The folder, opened and ours alone to write in."""
        if self._folder is None:
            folder = Folder(self.path)
            try:
                folder.lock()
            except BaseException:
                folder.close()
                raise
            self._folder = folder
        return self._folder

    def append(self, part: Part, data: bytes, now: EpochMs) -> None:
        """Adds whole lines to today's file of a part.

        No lines at all still see to it that there is one, begun.
        """
        file = self._open.get(part)
        if file is None or file.name.day != day_of(now) or file.size >= PART_BYTES:
            file = self._next(part, now)
            data = self.begin() + data
        if not data:
            return
        try:
            file.append(data)
        except OSError:
            self._open.pop(part).close()  # so that what comes begins anew
            raise
        self._is_dirty = True

    def _next(self, part: Part, now: EpochMs) -> _Open:
        folder = self.take()
        if (old := self._open.pop(part, None)) is not None:
            with closing(old):
                os.fsync(old.descriptor)
        file = self._first_fit(folder, part, day_of(now))
        try:
            sync_folder(folder.descriptor)
            self._drop_oldest(folder, now, file.name)
        except BaseException:
            file.close()  # or it would be gone on with, though it was not begun
            raise
        self._open[part] = file
        return file

    def _first_fit(self, folder: Folder, part: Part, day: str) -> _Open:
        there = (one for one in folder.names() if (one.part, one.day) == (part, day))
        number = max((one.number for one in there if folder.why_not_ours(one) is None), default=1)
        while number <= MOST_FILES:
            name = Name(day, number, part)
            number += 1
            try:
                file = _opened(folder, name)
            except Unfit as problem:
                self.problems[name] = str(problem)
                continue
            if file.size < PART_BYTES:
                return file
            file.close()
        raise Unfit(f"{folder.path} holds {MOST_FILES} files of one day")

    def _drop_oldest(self, folder: Folder, now: EpochMs, new: Name) -> None:
        mine = {new, *(one.name for one in self._open.values())}
        names = [one for one in folder.names() if folder.why_not_ours(one) is None]
        sizes = {one: folder.size(one) for one in names if one not in mine}
        # A clock that is wrong for a moment must not cost the week: what is too old is so by an
        # earlier day of which there are files, too.
        earlier = max((one.day for one in names if one.day < day_of(now)), default="")
        for name in list(sizes):
            is_past = bool(earlier) and name.day < _days_before(earlier, _KEPT_DAYS[name.part])
            if is_past or sum(sizes.values()) > MOST_BYTES - 2 * PART_BYTES:
                folder.remove(name)
                del sizes[name]
        self._others = sum(sizes.values())

    def sync(self, *, at_once: bool = False) -> None:
        """Makes what was written outlast a loss of power; looks whether all is still as it was.

        A folder that was taken away or changed is left, and looked at anew with the next line.
        """
        if not at_once and time.monotonic() - self._synced_at < SYNC_S:
            return
        self._synced_at = time.monotonic()
        for one in self._open.values() if self._is_dirty else ():
            os.fsync(one.descriptor)
        self._is_dirty = False
        if self._folder is None:
            return
        self.problems = {
            name: sentence
            for name in self.problems
            if (sentence := self._folder.why_not_ours(name)) is not None
        }
        mine = {one.name: one.descriptor for one in self._open.values()}
        if not self._folder.is_as_it_was(mine):
            self.close()

    def clear(self) -> list[str]:
        """Deletes every file of this version; tells of each that is none of ours, and is left."""
        folder = self.take()
        self._close_files()
        self._others = 0
        return [left for name in folder.names() if (left := folder.remove(name)) is not None]

    def close(self) -> None:
        """Lets go of the files and the folder; the next line opens them anew."""
        self._close_files()
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def _close_files(self) -> None:
        for one in self._open.values():
            one.close()
        self._open.clear()


def _opened(folder: Folder, name: Name) -> _Open:
    descriptor = folder.open(name, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    file = _Open(name, descriptor, os.fstat(descriptor).st_size)
    try:
        _make_ready(file, f"{folder.path}/{name}")
    except BaseException:
        os.close(descriptor)
        raise
    return file


def _make_ready(file: _Open, path: str) -> None:
    """Sees to it that a file is ours, has its first line and ends with a whole one."""
    head = os.pread(file.descriptor, len(HEADER), 0)
    if head != HEADER[: len(head)]:
        raise Unfit(f"{path} is not a history of Agent Lookout")
    if len(head) < len(HEADER):
        os.ftruncate(file.descriptor, 0)  # the very first write was cut short
        file.size = 0
        file.append(HEADER)
    elif os.pread(file.descriptor, 1, file.size - 1) != b"\n":
        file.append(b"\n")
