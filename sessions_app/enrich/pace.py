"""How often gh is asked: every branch in its turn, few a minute in all, less while that fails."""

from dataclasses import dataclass
from typing import Final

from sessions_app.domain.clock import EpochMs

EVERY_MS: Final = 2 * 60_000
"""Between two questions about one branch."""
MOST_IN_A_MINUTE: Final = 3
LONGEST_MS: Final = 30 * 60_000

_MINUTE_MS: Final = 60_000
_NEVER: Final = EpochMs(0)


def is_within(now: EpochMs, since: EpochMs, span_ms: int) -> bool:
    """Whether a moment was less than a span ago; one ahead of a clock that was set back is not."""
    return 0 <= now - since < span_ms


def wait_after(failures: int) -> int:
    """How long to wait after so many failures in a row: twice as long each time."""
    return min(EVERY_MS << min(failures, 10), LONGEST_MS)


class Minute:
    """The questions of the last minute, of which there are never more than three."""

    def __init__(self) -> None:
        self._asked: tuple[EpochMs, ...] = ()

    def has_room(self, now: EpochMs) -> bool:
        """Whether one more may be asked now."""
        return len(self._recent(now)) < MOST_IN_A_MINUTE

    def take(self, now: EpochMs) -> None:
        """One is asked now."""
        self._asked = (*self._recent(now), now)

    def _recent(self, now: EpochMs) -> tuple[EpochMs, ...]:
        return tuple(at for at in self._asked if is_within(now, at, _MINUTE_MS))


@dataclass(frozen=True, slots=True)
class Pause:
    """While nothing is asked, since it would fail for every branch alike."""

    failures: int = 0
    since: EpochMs = _NEVER
    length_ms: int = 0

    def is_over(self, now: EpochMs) -> bool:
        """Whether there may be a question again."""
        return not is_within(now, self.since, self.length_ms)

    def longer(self, now: EpochMs) -> "Pause":
        """The pause after one more failure: twice the last, and half an hour at most."""
        return Pause(self.failures + 1, now, wait_after(self.failures))

    def as_short(self, now: EpochMs) -> "Pause":
        """The pause after what a person mends in a moment: it is looked at again soon."""
        return Pause(self.failures + 1, now, EVERY_MS)
