"""Time, as whole milliseconds since 1970, and a second clock that nobody sets."""

import time
from collections.abc import Callable
from typing import Final, NamedTuple, NewType

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
