"""Time, as whole milliseconds since 1970."""

import time
from collections.abc import Callable
from typing import NewType

EpochMs = NewType("EpochMs", int)

Clock = Callable[[], EpochMs]
"""Gives the present moment; tests hand in one of their own."""


def wall_clock() -> EpochMs:
    """The computer's own time."""
    return EpochMs(time.time_ns() // 1_000_000)
