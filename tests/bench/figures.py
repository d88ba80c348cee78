"""A measured figure, what it may be, and the few sums that figures are made of."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What a figure should stay below, for certain numbers of sessions or for all."""

    below: float
    sessions: frozenset[int] | None = None


BUDGETS: Final[Mapping[tuple[str, str], Budget]] = {
    ("flips", "p50"): Budget(below=20, sessions=frozenset({30})),
    ("flips", "p99"): Budget(below=60, sessions=frozenset({30})),
    ("flips", "never shown"): Budget(below=1),
    ("flips", "RSS after start"): Budget(below=85),
    ("flips", "RSS after flips"): Budget(below=85),
    ("poll", "max"): Budget(below=2_200),
    ("poll", "never shown"): Budget(below=1),
    ("idle", "no page"): Budget(below=0.3),
    ("idle", "one page"): Budget(below=0.5),
    ("idle", "children started"): Budget(below=1),
    ("start", "all shown, median"): Budget(below=600, sessions=frozenset({30})),
    ("status", "CPU, median"): Budget(below=60),
    ("crowd", "all shown, median"): Budget(below=600),
    ("crowd", "no page"): Budget(below=0.3),
    ("crowd", "children started"): Budget(below=1),
    ("crowd", "RSS after start"): Budget(below=85),
    ("crowd", "RSS after flips"): Budget(below=85),
    ("crowd", "p50"): Budget(below=20),
    ("crowd", "p99"): Budget(below=60),
    ("crowd", "never shown"): Budget(below=1),
    ("remembering", "a poll"): Budget(below=1),
    ("remembering", "a week on disk"): Budget(below=30),
    ("remembering", "added to a start"): Budget(below=150),
    ("codex", "opened beyond the rules"): Budget(below=1),
    ("codex", "poll, CPU"): Budget(below=5),
    ("codex", "poll, files opened"): Budget(below=1),
    ("codex", "no page"): Budget(below=0.3),
    ("codex", "children started"): Budget(below=1),
    ("codex", "p50"): Budget(below=50),
    ("codex", "never shown"): Budget(below=1),
    ("codex", "RSS"): Budget(below=85),
    ("codex, one day", "opened beyond the rules"): Budget(below=1),
    ("codex, one day", "poll, CPU"): Budget(below=5),
    ("codex, one day", "poll, files opened"): Budget(below=1),
    ("codex, one day", "children started"): Budget(below=1),
    ("codex, one day", "p50"): Budget(below=50),
    ("codex, one day", "never shown"): Budget(below=1),
    ("codex, one day", "RSS"): Budget(below=85),
    ("browser", "p50"): Budget(below=50),
    ("browser", "never shown"): Budget(below=1),
    ("page", "first paint"): Budget(below=500),
    ("page", "list p50"): Budget(below=8),
    ("page", "repos p50"): Budget(below=8),
    ("page", "board p50"): Budget(below=8),
    ("page", "list long tasks"): Budget(below=1),
    ("page", "repos long tasks"): Budget(below=1),
    ("page", "board long tasks"): Budget(below=1),
}
"""Aims, not limits of a test: a busy machine misses them without anything being wrong."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value."""

    measure: str
    sessions: int
    name: str
    value: float
    unit: str

    @property
    def budget(self) -> float | None:
        """What it should stay below; None where nothing was said."""
        budget = BUDGETS.get((self.measure, self.name))
        if budget is None or (budget.sessions and self.sessions not in budget.sessions):
            return None
        return budget.below

    @property
    def verdict(self) -> Literal["ok", "over", ""]:
        """Whether it keeps to its budget, when it has one."""
        if self.budget is None:
            return ""
        return "ok" if self.value < self.budget else "over"


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that `share` of all values do not exceed; NaN of none."""
    if not values:
        return math.nan
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def spread(
    measure: str, sessions: int, values: Sequence[float], *, prefix: str = ""
) -> list[Figure]:
    """The median, the 99th percentile and the largest of some milliseconds."""
    named = (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
    return [
        Figure(measure, sessions, f"{prefix}{name}", percentile(values, share), "ms")
        for name, share in named
    ]


def median_and_max(measure: str, sessions: int, name: str, values: Iterable[float]) -> list[Figure]:
    """The median and the largest of some milliseconds."""
    listed = list(values)
    return [
        Figure(measure, sessions, f"{name}, median", percentile(listed, 0.5), "ms"),
        Figure(measure, sessions, f"{name}, max", percentile(listed, 1.0), "ms"),
    ]
