"""Clean-up: ends sessions left running, those that have done nothing since they were shown."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sessions_app.actions.refusal import NotStopped
from sessions_app.actions.stop import May, Stop, Stopping
from sessions_app.adapter_api import Confirmed
from sessions_app.domain.clock import Clock, EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.time_rules import stale_after_ms

GAP_S: Final = 1.0
"""From one session's end to the next: a mistake can still be noticed."""
LOOK_EVERY_S: Final = 0.1
MOST: Final = 20

Outcome = Literal[
    "ended",
    "became-active",
    "not-stale",
    "gone",
    "unsupported",
    "cannot-confirm",
    "not-allowed",
    "still-running",
    "failed",
]


_AT_ONCE: Final = (
    "became-active",
    "not-stale",
    "gone",
    "unsupported",
    "cannot-confirm",
    "not-allowed",
)
"""What is known without anything having been done: the next need not wait for it."""


@dataclass(frozen=True, slots=True)
class Left:
    """A session left running, as the page showed it."""

    session_id: str
    status_since: EpochMs


class CleanUp:
    """Does what End asks for under Left running."""

    def __init__(
        self,
        stop: Stop,
        clock: Clock,
        pause: Callable[[float], object] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stop = stop
        self._clock = clock
        self._is_closed = threading.Event()
        self._pause = pause or self._is_closed.wait
        self._monotonic = monotonic

    def close(self) -> None:
        """The server ends: no further session is ended, and none is waited for."""
        self._is_closed.set()

    def all(self, left: Sequence[Left]) -> list[Outcome]:
        """Ends each that may be, one after the other; what became of them, in order."""
        outcomes: dict[int, Outcome] = {}
        asked: dict[int, Stopping] = {}
        free_at = self._monotonic()
        try:
            for number, one in enumerate(left):
                self._watch(asked, outcomes, free_at)
                if self._is_closed.is_set():
                    break
                begun = self._begin(one)
                if isinstance(begun, Stopping):
                    asked[number] = begun
                else:
                    outcomes[number] = begun
                if begun not in _AT_ONCE:
                    free_at = self._monotonic() + GAP_S
            self._watch(asked, outcomes, self._monotonic() + self._stop.patience_s, once_all=True)
        finally:
            for number, stopping in asked.items():
                outcomes[number] = "ended" if self._stop.finish(stopping, 0) else "still-running"
        return [outcomes.get(number, "failed") for number in range(len(left))]

    def _begin(self, one: Left) -> Stopping | Outcome:
        try:
            return self._stop.begin(one.session_id, self._unless_active(one.status_since))
        except NotStopped as problem:
            return problem.reason

    def _watch(
        self,
        asked: dict[int, Stopping],
        outcomes: dict[int, Outcome],
        until: float,
        *,
        once_all: bool = False,
    ) -> None:
        """Lets time pass until a moment, or until all have ended; tells of each that ends."""
        while True:
            for number in [one for one, stopping in asked.items() if stopping.has_ended_within(0)]:
                self._stop.finish(asked.pop(number), 0)
                outcomes[number] = "ended"
            left = until - self._monotonic()
            if left <= 0 or self._is_closed.is_set() or (once_all and not asked):
                return
            self._pause(min(left, LOOK_EVERY_S) if asked else left)

    def _unless_active(self, since: EpochMs) -> May:
        def may(session: Session, confirmed: Confirmed) -> None:
            is_same = session.status == "idle" and session.status_since == since
            if not is_same or confirmed.idle_since != since:
                raise NotStopped("became-active", "It has done something since.")
            rules = self._stop.snapshot().time_rules
            if self._clock() - since < stale_after_ms(rules.stale):
                raise NotStopped("not-stale", "It has not been idle for long enough.")

        return may
