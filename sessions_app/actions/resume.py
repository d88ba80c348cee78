"""Resume: the lines that go on with sessions a person has ended, for as long as the server runs.

Agent Lookout runs none of them. A background job that ended is listed with its own; any other
session leaves the list, and its line is kept here.
"""

import os
import threading
from collections import OrderedDict
from typing import Final

from msgspec import UNSET

from sessions_app.domain.acts import Resume
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Snapshot

MOST_KEPT: Final = 200


class FolderGone(Exception):  # noqa: N818 -- a state of the world, not a fault of the code
    """The folder that a session would be resumed in is not there any more."""


class Resumes:
    """The lines of the sessions ended last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[Resume, str]] = OrderedDict()
        """Each with its folder."""

    def keep(self, session: Session, line: Resume | None) -> None:
        """A session was ended."""
        if line is None or session.cwd is None:
            return
        with self._lock:
            self._kept[session.id] = line, session.cwd
            self._kept.move_to_end(session.id)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def of(self, session_id: str, snapshot: Snapshot) -> Resume | None:
        """A session's line; None while it is listed without one. Raises FolderGone."""
        for session in snapshot.sessions:
            if session.id == session_id:
                return None if session.resume is UNSET else session.resume
        with self._lock:
            line, folder = self._kept.get(session_id, (None, ""))
        if line is not None and not os.path.isdir(folder):
            raise FolderGone
        return line
