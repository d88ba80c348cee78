"""How many sessions there were in each status, poll by poll, and where nobody measured."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, Literal

from msgspec import Struct

from sessions_app.domain.clock import EpochMs, Retell
from sessions_app.domain.session import Session

WINDOW_MS: Final = 6 * 60 * 60 * 1000
MOST_POINTS: Final = 10_800
"""Six hours of one every two seconds: at 16 bytes each, 169 KiB, where objects took 1.2 MiB."""
GAP_MS: Final = 10_000
"""From five polls without a point on, the time between was not measured."""

_MOST: Final = 65_535
_SLACK: Final = 300


class Point(Struct, frozen=True):
    """What one poll counted."""

    at: EpochMs
    waiting: int
    working: int
    idle: int
    total: int


class Gap(Struct, frozen=True, rename={"from_": "from"}):
    """A time that was not measured: the server was stopped, or the computer asleep."""

    from_: EpochMs
    to: EpochMs


class Restart(Struct, frozen=True, rename="camel"):
    """Agent Lookout began to watch again."""

    at: EpochMs
    last_at: EpochMs | None
    """When it had last measured before, as far as that is known."""

    def retold(self, retell: Retell) -> "Restart":
        """The same, by a clock that was set."""
        last_at = None if self.last_at is None else retell(self.last_at)
        return Restart(retell(self.at), last_at)


class Beginning(Struct, frozen=True):
    """Since when there is a history, and why not longer."""

    at: EpochMs
    by: Literal["started", "cleared"]

    def retold(self, retell: Retell) -> "Beginning":
        """The same, by a clock that was set."""
        return Beginning(retell(self.at), self.by)


def counted(sessions: Iterable[Session], now: EpochMs) -> Point:
    """The point of a moment."""
    statuses = [session.status for session in sessions]
    return Point(
        now,
        statuses.count("needs-you"),
        statuses.count("working"),
        statuses.count("idle"),
        len(statuses),
    )


class Points:
    """The points of the last six hours, oldest first, in two rows of plain numbers."""

    def __init__(self) -> None:
        self._at = array("q")
        self._counts = array("H")

    def __len__(self) -> int:
        return len(self._at)

    @property
    def size(self) -> int:
        """Bytes that the points take."""
        return len(self._at) * (self._at.itemsize + 4 * self._counts.itemsize)

    @property
    def last_at(self) -> EpochMs | None:
        """When was last measured."""
        return EpochMs(self._at[-1]) if self._at else None

    def add(self, point: Point) -> None:
        """Adds the newest; one that is not later than the last is passed over."""
        if self._at and point.at <= self._at[-1]:
            return
        self._at.append(point.at)
        numbers = (point.waiting, point.working, point.idle, point.total)
        self._counts.extend(min(number, _MOST) for number in numbers)
        if len(self._at) > MOST_POINTS + _SLACK:
            del self._at[:-MOST_POINTS]
            del self._counts[: -4 * MOST_POINTS]

    def retell(self, retell: Retell) -> None:
        """The clock was set: every time is told anew, by the clock as it is now."""
        self._at = array("q", (retell(EpochMs(at)) for at in self._at))

    def since(self, at: int) -> list[Point]:
        """Those at or after a time, oldest first."""
        start = max(bisect_left(self._at, at), len(self._at) - MOST_POINTS)
        counts = iter(self._counts[4 * start :])
        rows = zip(self._at[start:], counts, counts, counts, counts, strict=True)
        return [Point(EpochMs(at), *numbers) for at, *numbers in rows]


def gaps(points: Sequence[Point], start: EpochMs, end: EpochMs) -> list[Gap]:
    """Where between two times nobody measured; it is no time in which nothing happened."""
    times = [start, *(point.at for point in points), end]
    return [Gap(one, other) for one, other in pairwise(times) if other - one > GAP_MS]
