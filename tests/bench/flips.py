"""Changes on disk, and how long each took to be told."""

import random
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from tests.bench.feed import Feed
from tests.bench.home import LiveSession, other_word
from tests.bench.patience import Unmeasurable, wait_until

NOT_AGAIN: Final = 3
"""Flips before the same session may flip again, so that no status passes unread."""


@dataclass(slots=True)
class Flipper:
    """Flips some sessions at random, and remembers when."""

    sessions: tuple[LiveSession, ...]
    chance: random.Random
    made: dict[tuple[str, int], int] = field(default_factory=dict)
    """The nanosecond of each flip, by the session's id and its new `statusSince`."""
    _last: deque[LiveSession] = field(default_factory=lambda: deque(maxlen=NOT_AGAIN))

    def flip(self) -> LiveSession:
        """Gives one session another status."""
        one = self.chance.choice([s for s in self.sessions if s not in self._last])
        self._last.append(one)
        began = one.flip(other_word(one.word, self.chance))
        self.made[one.id, one.since] = began
        return one


@dataclass(frozen=True, slots=True)
class Told:
    """How long the flips took to be told, in milliseconds, and how many never were."""

    latencies: list[float]
    missed: int


def run(flippers: tuple[Flipper, ...], count: int, gaps: tuple[float, float]) -> None:
    """Flips `count` times in each, the gap between two of one flipper being random.

    The others' flips lie inside that gap, so that all are measured under the same load.
    """
    for _ in range(count):
        for flipper in flippers:
            flipper.flip()
            time.sleep(flipper.chance.uniform(*gaps) / len(flippers))
    time.sleep(0.3)  # reading the messages now would hold up the stamping of the last ones


def told(flipper: Flipper, feed: Feed, seconds: float) -> Told:
    """What became of the flips, once all were told or the seconds are over."""
    return match(flipper.made, feed.changes, seconds)


def match(
    made: dict[tuple[str, int], int],
    changes: Callable[[], dict[tuple[str, int], int]],
    seconds: float,
) -> Told:
    """Waits until every flip has its change, and measures from the one to the other."""
    with suppress(Unmeasurable):  # those that are missing are counted
        wait_until(lambda: made.keys() <= changes().keys(), seconds, "late", every=0.05)
    found = changes()
    taken = [(found[key] - began) / 1e6 for key, began in made.items() if key in found]
    return Told(taken, len(made) - len(taken))
