"""An adapter that does as a test tells it, and a clock that a test moves."""

from collections.abc import Callable
from typing import Any

from sessions_app.adapter_api import Reading, SourceFacts
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.source import Capabilities, yes

NOW = EpochMs(1_796_050_800_000)
CAPABILITIES = Capabilities(**dict.fromkeys(Capabilities.__struct_fields__, yes()))


class HandClock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> EpochMs:
        return self.now

    def go_on(self, ms: int) -> None:
        """Lets so much time pass; less than none sets it back."""
        self.now = EpochMs(self.now + ms)


class Acting:
    """An adapter whose next reading, or what it raises, a test sets."""

    def __init__(self, source_id: str = "acting", *sessions: Session) -> None:
        self.facts = SourceFacts(source_id, source_id.capitalize(), CAPABILITIES)
        self.acts: Callable[[EpochMs], Any] = lambda _now: Reading(sessions, detail="Read.")

    def read(self, now: EpochMs) -> Reading:
        reading: Reading = self.acts(now)
        return reading

    def gives(self, *sessions: Any, **more: Any) -> None:
        """The next readings hold these sessions."""
        self.acts = lambda _now: Reading(sessions, detail="Read.", **more)

    def raises(self, problem: Exception) -> None:
        """The next reads raise this."""

        def act(now: EpochMs) -> Reading:
            raise problem

        self.acts = act


def a_session(own_id: str = "acting:1", **more: Any) -> Session:
    """A session of the acting source."""
    fields = {"source": own_id.partition(":")[0], "name": own_id, "status": "idle", **more}
    return Session(id=own_id, **fields)
