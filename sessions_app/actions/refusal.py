"""Why something that was pressed is not done."""

from typing import Literal

from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Snapshot

StopReason = Literal[
    "gone", "unsupported", "cannot-confirm", "not-allowed", "failed", "became-active", "not-stale"
]
JumpReason = Literal[
    "gone", "unsupported", "pane-closed", "tmux-stopped", "tab-closed", "not-allowed", "failed"
]

NOT_LISTED = "This session is not listed any more."


class NotStopped(Exception):  # noqa: N818 -- an answer to a person, not a fault of the code
    """Why a session is not ended: a word for programs, and one plain sentence."""

    def __init__(self, reason: StopReason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence


class NotJumped(Exception):  # noqa: N818 -- likewise
    """Why a session is not jumped to, likewise."""

    def __init__(self, reason: JumpReason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence


def listed(snapshot: Snapshot, session_id: str) -> Session | None:
    """A session of the latest snapshot, by its id."""
    return next((one for one in snapshot.sessions if one.id == session_id), None)
