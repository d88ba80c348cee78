"""Reads the history back: what the files of the last seven days come to."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from msgspec import structs

from sessions_app.domain.clock import EpochMs, Reckoning, Retell
from sessions_app.domain.event import Event, Last, replayed
from sessions_app.domain.history import MOST_POINTS, Beginning, Point, Restart
from sessions_app.domain.waits import Wait, WaitKey
from sessions_app.stores.history_files import PART_BYTES
from sessions_app.stores.history_folder import Folder, Part, Unfit
from sessions_app.stores.history_lines import Begin, Seen, Step, mark_of, read_record

MOST_EVENTS: Final = 1_000
MOST_RESTARTS: Final = 100
UNREAD: Final = 1_000_000
"""More than the beginnings of any history: what could not be read is older than what comes."""


@dataclass(slots=True)
class Loaded:
    """What was read back, its times by the clock of when it was last written."""

    events: tuple[Event, ...] = ()
    """Oldest first."""
    known: dict[str, Last] = field(default_factory=dict)
    sources: frozenset[str] = frozenset()
    waits: tuple[Wait, ...] = ()
    """In the order in which they began."""
    points: tuple[Point, ...] = ()
    restarts: tuple[Restart, ...] = ()
    since: Beginning | None = None
    number: int = 0
    """That of the last beginning; 0 where there is none, and so no history."""
    last_at: EpochMs | None = None
    """When was last measured."""
    problems: tuple[str, ...] = ()
    """Files that were passed over."""

    def retold(self, retell: Retell) -> "Loaded":
        """The same, by another clock."""
        return Loaded(
            events=tuple(one.retold(retell) for one in self.events),
            known={key: last.retold(retell) for key, last in self.known.items()},
            sources=self.sources,
            waits=tuple(one.retold(retell) for one in self.waits),
            points=tuple(structs.replace(one, at=retell(one.at)) for one in self.points),
            restarts=tuple(one.retold(retell) for one in self.restarts),
            since=None if self.since is None else self.since.retold(retell),
            number=self.number,
            last_at=None if self.last_at is None else retell(self.last_at),
            problems=self.problems,
        )


def load(folder: Folder) -> Loaded:
    """What there is; a file that cannot be read, or is none of ours, is passed over and told."""
    problems: list[str] = []
    events = _segments(_read(folder, "events", problems))
    points = _segments(_read(folder, "points", problems))
    loaded = _Replay(events).result()
    loaded.points = _points(points)
    loaded.number = max(segments[-1].number for segments in (events, points))
    if problems:
        loaded.number += UNREAD
    loaded.last_at = _last_at(loaded)
    loaded.problems = tuple(problems)
    return loaded


def _read(folder: Folder, part: Part, problems: list[str]) -> Iterator[bytes]:
    for name in folder.names():
        if name.part != part:
            continue
        try:
            yield folder.read(name, 2 * PART_BYTES)
        except Unfit as problem:
            problems.append(str(problem))
        except OSError as problem:
            problems.append(f"{folder.path}/{name} cannot be read ({problem.strerror})")


@dataclass(slots=True)
class _Segment:
    """A beginning and the lines after it, up to the next."""

    number: int
    begin: Begin | None
    """None where the line of it was cut."""
    step: Step | None = None
    """The first of its lines that says that the clock was set."""
    lines: list[bytes] = field(default_factory=list)


def _segments(files: Iterable[bytes]) -> list[_Segment]:
    """All segments, in the order in which they were written.

    The names of the files do not tell that order: a clock may have been set between two.
    """
    found = [_Segment(0, None)]
    for data in files:
        found.append(_Segment(found[-1].number, None))
        for line in data.split(b"\n"):
            record = read_record(line) if mark_of(line) in (b"b", b"s") else None
            if isinstance(record, Begin):
                found.append(_Segment(record.number, record))
                continue
            if isinstance(record, Step):
                found[-1].step = found[-1].step or record
            found[-1].lines.append(line)
    return sorted(found, key=lambda segment: segment.number)


_Mark = tuple[int, Reckoning]
"""Which record a line is of, and by what clock it tells its times."""


class _Times:
    """Goes along the lines, and can then tell the times of each by the clock as it was last set."""

    def __init__(self) -> None:
        self._run = ""
        self._now = [Reckoning(EpochMs(0))]
        """The last reckoning of each record."""
        self.here: _Mark = 0, self._now[0]
        self._retells: dict[_Mark, Retell] = {}

    def begin(self, begin: Begin) -> bool:
        """A beginning; whether it is another record's."""
        is_other = begin.run != self._run
        if is_other:
            self._run = begin.run
            self._now.append(begin.reckoning)
        self.set(begin.reckoning)
        return is_other

    def set(self, reckoning: Reckoning) -> None:
        """What follows tells its times so."""
        self._now[-1] = reckoning
        self.here = len(self._now) - 1, reckoning

    def retell_from(self, mark: _Mark) -> Retell:
        """How to tell the times of what stood at a mark, once all lines were gone along."""
        if mark not in self._retells:
            record, then = mark
            now = self._now[record]
            later = sum(one.before for one in self._now[record + 1 :])
            self._retells[mark] = lambda at: EpochMs(then.retold(at, now) + later)
        return self._retells[mark]


class _Replay:
    """Goes through the lines once; of the many events only the last are decoded."""

    def __init__(self, segments: Iterable[_Segment]) -> None:
        self._times = _Times()
        self._events: deque[tuple[bytes, _Mark]] = deque(maxlen=MOST_EVENTS)
        self._waits: dict[WaitKey, tuple[Wait, _Mark]] = {}
        self._restarts: deque[tuple[Restart, _Mark]] = deque(maxlen=MOST_RESTARTS)
        self._begin: tuple[Begin, _Mark] | None = None
        self._after: list[tuple[bytes, _Mark]] = []
        for segment in segments:
            if segment.begin is not None:
                self._go_on_from(segment.begin)
            if segment.step is not None:
                self._times.set(segment.step.was)
            for line in segment.lines:
                self._take(line)

    def _go_on_from(self, begin: Begin) -> None:
        is_other = self._times.begin(begin)
        here = self._times.here
        self._begin, self._after = (begin, here), []
        if is_other and begin.last_at is not None and begin.last_at <= begin.started_at:
            self._restarts.append((Restart(begin.started_at, begin.last_at), here))
        go_on = {wait.key: (wait, here) for wait in begin.waits}
        for key, (wait, mark) in self._waits.items():
            if wait.end is None and key not in go_on:
                # Its end is among the lines that follow, or was lost on a disk that was full.
                self._waits[key] = structs.replace(wait, end=wait.seen), mark
        self._waits |= go_on

    def _take(self, line: bytes) -> None:
        mark = mark_of(line)
        if mark == b"e":
            self._events.append((line, self._times.here))
            self._after.append((line, self._times.here))
        elif mark == b"k":
            self._after.append((line, self._times.here))
        elif isinstance(record := read_record(line), Wait):
            self._waits[record.key] = record, self._times.here
        elif isinstance(record, Step):
            self._times.set(record.now)

    def result(self) -> Loaded:
        """What it all comes to, by the clock as it was last set."""
        if self._begin is None:
            return Loaded()
        begin, here = self._begin
        retell = self._times.retell_from
        waits = (wait.retold(retell(mark)) for wait, mark in self._waits.values())
        return Loaded(
            events=tuple(self._decoded_events()),
            known=self._known(begin, here),
            sources=frozenset(begin.sources),
            waits=tuple(sorted(waits, key=lambda wait: (wait.start, wait.end is None))),
            restarts=tuple(one.retold(retell(mark)) for one, mark in self._restarts),
            since=begin.since.retold(retell(here)),
            last_at=retell(here)(begin.at),
        )

    def _decoded_events(self) -> Iterator[Event]:
        for line, mark in self._events:
            event = read_record(line)
            if isinstance(event, Event):
                yield event.retold(self._times.retell_from(mark))

    def _known(self, begin: Begin, here: _Mark) -> dict[str, Last]:
        retell = self._times.retell_from(here)
        known = {key: last.retold(retell) for key, last in begin.known.items()}
        for line, mark in self._after:
            record = read_record(line)
            if isinstance(record, Event):
                known = replayed(known, [record.retold(self._times.retell_from(mark))])
            elif isinstance(record, Seen):
                known[record.session_id] = record.last
        return known


def _points(segments: Iterable[_Segment]) -> tuple[Point, ...]:
    times = _Times()
    found: deque[tuple[bytes, _Mark]] = deque(maxlen=MOST_POINTS)
    for segment in segments:
        if segment.begin is not None:
            times.begin(segment.begin)
        if segment.step is not None:
            times.set(segment.step.was)
        for line in segment.lines:
            if mark_of(line) != b"s":
                found.append((line, times.here))
            elif isinstance(record := read_record(line), Step):
                times.set(record.now)
    by_time: dict[EpochMs, Point] = {}
    for line, mark in found:
        point = read_record(line)
        if isinstance(point, Point):
            at = times.retell_from(mark)(point.at)
            by_time[at] = structs.replace(point, at=at)
    return tuple(by_time[at] for at in sorted(by_time))


def _last_at(loaded: Loaded) -> EpochMs | None:
    """The last moment that is told of: whatever is told was measured then."""
    points = (one.at for one in loaded.points[-1:])
    events = (one.at for one in loaded.events)
    waits = (one.end or one.seen for one in loaded.waits)
    begin = () if loaded.last_at is None else (loaded.last_at,)
    return max((*begin, *points, *events, *waits), default=None)
