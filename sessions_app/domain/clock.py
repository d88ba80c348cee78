"""Time, as whole milliseconds since 1970, and a second clock that nobody sets."""

import time
from collections.abc import Callable
from typing import Final, NamedTuple, NewType

from msgspec import Struct

EpochMs = NewType("EpochMs", int)

Clock = Callable[[], EpochMs]
"""Gives the present moment; tests hand in one of their own."""

STEP_MS: Final = 2_000
"""A difference between the two clocks from which the wall clock was set, and did not drift."""

# The clock that goes on while a laptop sleeps: monotonic on macOS does, on Linux it stops.
_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Moment(NamedTuple):
    """One moment by both clocks."""

    wall: EpochMs
    steady: int
    """Milliseconds since some moment in the past; goes on in sleep and is never set."""


Moments = Callable[[], Moment]
"""Gives the present moment by both clocks."""


def wall_clock() -> EpochMs:
    """The computer's own time."""
    return EpochMs(time.time_ns() // 1_000_000)


def both_clocks() -> Moment:
    """The computer's own time, beside the clock that nobody sets."""
    return Moment(wall_clock(), time.clock_gettime_ns(_STEADY) // 1_000_000)


def step_between(before: Moment, after: Moment) -> int:
    """By how much the wall clock was set forward (or back: below 0) between two moments.

    Sleep is not a step, since both clocks go on through it; neither is drift.
    """
    step = (after.wall - before.wall) - (after.steady - before.steady)
    return step if abs(step) >= STEP_MS else 0


class Reckoning(Struct, frozen=True, array_like=True):
    """By what clock the times of a record are told, which may be set while it is made.

    A record goes on from one that an earlier start made. Times before its border are of that
    one, whose clock nobody can say more of than that it was not ahead of the border: those times
    are let be when the clock is set, unless they would come after it.
    """

    border: EpochMs
    """Where the record begins, by the clock as it is set."""
    last: EpochMs = EpochMs(0)
    """Where the one before it ends, as that one tells it."""
    own: int = 0
    """By how much the clock was set since the record began."""

    @property
    def before(self) -> int:
        """By how much what was before the border is moved: back, or not at all."""
        return min(0, self.border - 1 - self.last)

    def set_by(self, step: int) -> "Reckoning":
        """The clock was set forward, or back (below 0)."""
        return Reckoning(EpochMs(self.border + step), self.last, self.own + step)

    def retold(self, at: EpochMs, now: "Reckoning") -> EpochMs:
        """A time that was told by this, as it is told by a later one."""
        if at >= self.border:
            return EpochMs(at + now.own - self.own)
        return EpochMs(at + now.before - self.before)


Retell = Callable[[EpochMs], EpochMs]
"""Tells a time anew, after the clock was set."""
