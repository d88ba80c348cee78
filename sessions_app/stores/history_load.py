"""Reads the history back: what the files of the last seven days come to."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from msgspec import structs

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.event import Event, Last, moved, replayed
from sessions_app.domain.history import MOST_POINTS, WINDOW_MS, Beginning, Point, Restart
from sessions_app.domain.waits import Wait, WaitKey
from sessions_app.stores.history_files import PART_BYTES, day_of
from sessions_app.stores.history_folder import Folder, Name, Unfit
from sessions_app.stores.history_lines import Begin, Seen, Step, mark_of, read_record

MOST_EVENTS: Final = 1_000
MOST_RESTARTS: Final = 100
_POINT_BYTES: Final = 40
"""No line of a point is longer."""


@dataclass(slots=True)
class Loaded:
    """What was read back."""

    events: tuple[Event, ...] = ()
    """Oldest first."""
    known: dict[str, Last] = field(default_factory=dict)
    sources: frozenset[str] = frozenset()
    waits: tuple[Wait, ...] = ()
    points: tuple[Point, ...] = ()
    restarts: tuple[Restart, ...] = ()
    since: Beginning | None = None
    number: int = 0
    """That of the last beginning."""
    last_at: EpochMs | None = None
    """When was last measured."""
    problems: tuple[str, ...] = ()
    """Files that were passed over."""


def load(folder: Folder, now: EpochMs) -> Loaded:
    """What there is; a file that cannot be read, or is none of ours, is passed over and told."""
    problems: list[str] = []
    names = folder.names()
    events = [data for _, data in _read(folder, _of("events", names), 2 * PART_BYTES, problems)]
    recent = (one for one in _of("points", names) if one.day >= day_of(now - WINDOW_MS))
    points = [data for _, data in _read(folder, recent, MOST_POINTS * _POINT_BYTES, problems)]
    replay = _Replay()
    for segment in _segments(events):
        if segment.begin is not None:
            replay.begin(segment.begin)
        for line in segment.lines:
            replay.take(line)
    loaded = replay.result()
    loaded.points = _points(points, now)
    measured = loaded.points[-1].at if loaded.points else replay.began_at
    loaded.last_at = None if measured is None else min(measured, now)
    loaded.problems = tuple(problems)
    return loaded


def _of(part: str, names: list[Name]) -> Iterator[Name]:
    return (name for name in names if name.part == part)


def _read(
    folder: Folder, names: Iterable[Name], limit: int, problems: list[str]
) -> Iterator[tuple[Name, bytes]]:
    for name in names:
        try:
            yield name, folder.read(name, limit)
        except Unfit as problem:
            problems.append(str(problem))
        except OSError as problem:
            problems.append(f"{folder.path}/{name} cannot be read ({problem.strerror}).")


@dataclass(frozen=True, slots=True)
class _Segment:
    """A beginning and the lines after it, up to the next."""

    number: int
    begin: Begin | None
    """None where the line of it was cut."""
    lines: list[bytes] = field(default_factory=list)


def _segments(files: Iterable[bytes]) -> list[_Segment]:
    """All segments, in the order in which they were written.

    The names of the files do not tell that order: a clock may have been set between two.
    """
    found = [_Segment(0, None)]
    for data in files:
        found.append(_Segment(found[-1].number, None))
        for line in data.split(b"\n"):
            record = read_record(line) if mark_of(line) == b"b" else None
            if isinstance(record, Begin):
                found.append(_Segment(record.number, record))
            else:
                found[-1].lines.append(line)
    return sorted(found, key=lambda segment: segment.number)


class _Replay:
    """Goes through the lines once; of the many events only the last are decoded."""

    def __init__(self) -> None:
        self._moved = 0
        self._events: deque[tuple[bytes, int]] = deque(maxlen=MOST_EVENTS)
        self._waits: dict[WaitKey, tuple[Wait, int]] = {}
        self._restarts: deque[tuple[Restart, int]] = deque(maxlen=MOST_RESTARTS)
        self._begin: Begin | None = None
        self._since: tuple[Beginning, int] | None = None
        self._after: list[bytes] = []
        self.began_at: EpochMs | None = None

    def begin(self, begin: Begin) -> None:
        """Goes on from a beginning."""
        is_new_run = self._begin is None or self._begin.run != begin.run
        self._begin, self._after, self.began_at = begin, [], begin.at
        self._since = begin.since, self._moved
        if is_new_run and begin.last_at is not None:
            self._restarts.append((Restart(begin.started_at, begin.last_at), self._moved))
        for wait in begin.waits:
            self._waits[wait.key] = wait, self._moved

    def take(self, line: bytes) -> None:
        """Takes in one line."""
        mark = mark_of(line)
        if mark == b"e":
            self._events.append((line, self._moved))
            self._after.append(line)
        elif mark == b"k":
            self._after.append(line)
        elif isinstance(record := read_record(line), Wait):
            self._waits[record.key] = record, self._moved
        elif isinstance(record, Step):
            self._moved += record.ms

    def result(self) -> Loaded:
        """What it all comes to, by the clock as it was last set."""
        if self._begin is None or self._since is None:
            return Loaded()
        since, at = self._since
        return Loaded(
            events=tuple(self._moved_events()),
            known=self._known(),
            sources=frozenset(self._begin.sources),
            waits=tuple(wait.moved(self._moved - at) for wait, at in self._waits.values()),
            restarts=tuple(one.moved(self._moved - at) for one, at in self._restarts),
            since=Beginning(EpochMs(since.at + self._moved - at), since.by),
            number=self._begin.number,
        )

    def _moved_events(self) -> Iterator[Event]:
        for line, at in self._events:
            event = read_record(line)
            if isinstance(event, Event):
                yield moved(event, self._moved - at)

    def _known(self) -> dict[str, Last]:
        known = dict(self._begin.known) if self._begin else {}
        for line in self._after:
            record = read_record(line)
            if isinstance(record, Event):
                known = replayed(known, [record])
            elif isinstance(record, Seen):
                known[record.session_id] = record.last
        return known


def _points(files: Iterable[bytes], now: EpochMs) -> tuple[Point, ...]:
    found: list[Point] = []
    for data in files:
        for line in data.split(b"\n"):
            record = read_record(line)
            if isinstance(record, Point):
                found.append(record)
            elif isinstance(record, Step):
                found = [structs.replace(one, at=one.at + record.ms) for one in found]
    by_time = {one.at: one for one in found if now - WINDOW_MS <= one.at <= now}
    return tuple(by_time[at] for at in sorted(by_time))
