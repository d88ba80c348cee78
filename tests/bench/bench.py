"""What every measure is given: how much to measure, a folder, and processes for the sessions."""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.home import Home, Word, make_home


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How many of everything."""

    sessions: tuple[int, ...] = (5, 30, 200)
    flips: int = 100
    poll_flips: int = 20
    browser_flips: int = 40
    page_changes: int = 40
    idle_s: float = 16
    starts: int = 5
    commands: int = 10
    reads: int = 1_000
    old_transcripts: int = 5_000
    old_rollouts: int = 1_000
    crowd_idle_s: float = 20
    crowd_starts: int = 3
    days: int = 7
    codex_rollouts: int = 1_000
    codex_polls: int = 200
    codex_flips: int = 60
    codex_idle_s: float = 8


QUICK = Scale(
    sessions=(30,),
    flips=30,
    poll_flips=5,
    browser_flips=10,
    page_changes=10,
    idle_s=4,
    starts=2,
    commands=3,
    reads=100,
    old_transcripts=500,
    old_rollouts=100,
    crowd_idle_s=4,
    crowd_starts=1,
    days=1,
    codex_rollouts=100,
    codex_polls=50,
    codex_flips=15,
    codex_idle_s=4,
)


@dataclass(slots=True)
class Bench:
    """One run of the benchmark."""

    scale: Scale
    folder: Path
    pids: Sequence[int]
    chance: random.Random
    _homes: int = 0

    def home(self, sessions: int, words: Sequence[Word] | None = None) -> Home:
        """A new home with so many running sessions."""
        self._homes += 1
        return make_home(self.folder / f"home-{self._homes}", self.pids[:sessions], words)

    def empty_folder(self) -> Path:
        """A new folder with nothing in it."""
        self._homes += 1
        path = self.folder / f"folder-{self._homes}"
        path.mkdir()
        return path

    def say(self, text: str) -> None:
        """Tells the person who waits what goes on."""
        print(text, file=sys.stderr, flush=True)  # noqa: T201


Measure = Callable[[Bench], list[Figure]]
"""Makes a measure's figures; raises Unmeasurable when it cannot."""
