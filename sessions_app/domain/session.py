"""A session of an agent, as every part of this product knows it."""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from sessions_app.domain.acts import Jump, Links, Resume, Stop
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.git import Git

Status = Literal["needs-you", "working", "idle", "finished", "failed", "unknown"]
WaitingReason = Literal["permission", "question", "other"]
Surface = Literal["terminal", "vscode", "desktop", "cloud", "browser", "unknown"]

STALE_AFTER_MS: Final = 24 * 60 * 60 * 1000
"""An idle session is stale after this long, unless a rule says otherwise; an ended one is
forgotten."""

STATUS_ORDER: Final[tuple[Status, ...]] = (
    "needs-you",
    "working",
    "idle",
    "finished",
    "failed",
    "unknown",
)


class Session(Struct, frozen=True, rename="camel", kw_only=True):
    """One session. The fields, their names and order are those of `GET /api/sessions`.

    A field that is UNSET is left out of the answer; one that is None is `null` there.
    Times are whole milliseconds since 1970.
    """

    id: str
    """Stable across reads: the source, a colon, and the agent's own id for the session."""
    source: str
    agent: str | UnsetType = UNSET
    surface: Surface = "unknown"
    name: str
    cwd: str | None = None
    project: str | None = None
    git: Git | UnsetType = UNSET
    status: Status
    waiting_reason: WaitingReason | UnsetType = UNSET
    waiting_detail: str | UnsetType = UNSET
    """The agent's own words for the wait."""
    waiting_text: str | UnsetType = UNSET
    """What it asks, in a line, while it waits."""
    started_at: EpochMs | None = None
    status_since: EpochMs | None = None
    last_write_at: EpochMs | UnsetType = UNSET
    pid: int | UnsetType = UNSET
    alive: bool | UnsetType = UNSET
    links: Links | UnsetType = UNSET
    jump: Jump | UnsetType = UNSET
    """Where `POST /api/jump` would take a person."""
    stop: Stop | UnsetType = UNSET
    """How `POST /api/sessions/stop` would end it."""
    stale: Literal[True] | UnsetType = UNSET
    activity: Literal["background"] | UnsetType = UNSET
    """Set while working only because something started in the turn still runs after it."""
    resume: Resume | UnsetType = UNSET
    """What goes on with its conversation, once it has ended."""
    resume_problem: str | UnsetType = UNSET
    """Why an ended session cannot be gone on with, in one plain sentence."""
    failure: str | UnsetType = UNSET
    """For failed: one plain sentence, when the agent's files say why."""


def sort_key(session: Session) -> tuple[int, int, str]:
    """Those that need you first, longest wait first; then by status, newest change first.

    A wait of unknown length comes after the known ones; ties are settled by id, so that an
    order never changes of itself.
    """
    rank = STATUS_ORDER.index(session.status)
    since = session.status_since
    if session.status == "needs-you":
        return rank, 2**62 if since is None else since, session.id
    return rank, 0 if since is None else -since, session.id
