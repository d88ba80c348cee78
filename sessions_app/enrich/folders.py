"""Whether the folder is still there that a session would be resumed in."""

import os
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET, structs

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session

EVERY_MS: Final = 10_000
GONE: Final = "The folder it was started in is gone, so its conversation cannot go on there."


class Folders:
    """The folders of sessions that could be resumed, each looked for every ten seconds."""

    def __init__(self) -> None:
        self._known: Mapping[str, tuple[EpochMs, bool]] = {}

    def is_due(self, sessions: Sequence[Session], now: EpochMs) -> bool:
        """Whether one of them was not looked for within the last ten seconds."""
        return any(self._is_old(folder, now) for folder in _folders(sessions))

    def look(self, sessions: Sequence[Session], now: EpochMs) -> None:
        """Looks for those whose time has come, and forgets the others."""
        known = self._known
        self._known = {
            folder: (now, os.path.isdir(folder)) if self._is_old(folder, now) else known[folder]
            for folder in _folders(sessions)
        }

    def _is_old(self, folder: str, now: EpochMs) -> bool:
        known = self._known.get(folder)
        return known is None or not 0 <= now - known[0] < EVERY_MS

    def added_to(self, session: Session) -> Session:
        """A session without its way on, and with the reason, once its folder is gone."""
        if session.resume is UNSET or self._known.get(session.cwd or "", (0, True))[1]:
            return session
        return structs.replace(session, resume=UNSET, resume_problem=GONE)


def _folders(sessions: Sequence[Session]) -> frozenset[str]:
    return frozenset(
        session.cwd
        for session in sessions
        if session.cwd is not None and (session.resume, session.resume_problem) != (UNSET, UNSET)
    )
