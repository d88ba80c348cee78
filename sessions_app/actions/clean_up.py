"""Clean-up: ends sessions left running, those that have done nothing since they were shown."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
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
        pause: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stop = stop
        self._clock = clock
        self._pause = pause
        self._monotonic = monotonic
        self._free_at = 0.0
        """When the next session may be ended."""

    def all(self, left: Sequence[Left]) -> list[Outcome]:
        """Ends each that may be, one after the other; what became of them, in order."""
        with ExitStack() as held:
            self._free_at = self._monotonic()
            begun = [self._begin(one, held) for one in left]
            deadline = self._monotonic() + self._stop.patience_s
            return [self._finish(one, deadline) for one in begun]

    def _begin(self, one: Left, held: ExitStack) -> Stopping | Outcome:
        self._pause(max(0.0, self._free_at - self._monotonic()))
        try:
            stopping = self._stop.begin(one.session_id, self._unless_active(one.status_since))
        except NotStopped as problem:
            return problem.reason
        self._free_at = self._monotonic() + GAP_S
        return held.enter_context(stopping)

    def _finish(self, one: Stopping | Outcome, deadline: float) -> Outcome:
        if not isinstance(one, Stopping):
            return one
        left = max(0.0, deadline - self._monotonic())
        return "ended" if self._stop.finish(one, left) else "still-running"

    def _unless_active(self, since: EpochMs) -> May:
        def may(session: Session, confirmed: Confirmed) -> None:
            is_same = session.status == "idle" and session.status_since == since
            if not is_same or confirmed.idle_since != since:
                raise NotStopped("became-active", "It has done something since.")
            rules = self._stop.snapshot().time_rules
            if self._clock() - since < stale_after_ms(rules.stale):
                raise NotStopped("not-stale", "It has not been idle for long enough.")

        return may
