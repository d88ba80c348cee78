"""The interface of an enricher: what is added to any session, whatever its agent."""

from collections.abc import Sequence
from typing import Protocol

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session


class Enricher(Protocol):
    """Adds one thing to sessions. Looking it up may be slow; adding what is known is not.

    `look` is called in a worker of its own, by one thread at a time; the others from any thread
    at any time, also while `look` is under way.
    """

    def is_due(self, sessions: Sequence[Session], now: EpochMs) -> bool:
        """Whether something about these sessions should be looked up now."""

    def look(self, sessions: Sequence[Session], now: EpochMs) -> None:
        """Looks up what is due, and forgets what belongs to no session any more."""

    def added_to(self, session: Session) -> Session:
        """A session with what is known about it."""
