"""Resume: the lines that go on with sessions a person has ended, for as long as the server runs.

Agent Lookout runs none of them. A background job that ended is listed with its own; any other
session leaves the list, and its line is kept here.
"""

import threading
from collections import OrderedDict
from typing import Final

from msgspec import UNSET

from sessions_app.domain.acts import Resume
from sessions_app.domain.snapshot import Snapshot

MOST_KEPT: Final = 200


class Resumes:
    """The lines of the sessions ended last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Resume] = OrderedDict()

    def keep(self, session_id: str, line: Resume | None) -> None:
        """A session was ended."""
        if line is None:
            return
        with self._lock:
            self._kept[session_id] = line
            self._kept.move_to_end(session_id)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def of(self, session_id: str, snapshot: Snapshot) -> Resume | None:
        """A session's line; None while it is listed without one."""
        for session in snapshot.sessions:
            if session.id == session_id:
                return None if session.resume is UNSET else session.resume
        with self._lock:
            return self._kept.get(session_id)
