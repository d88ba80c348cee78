"""Clocks, sessions and snapshots for tests of what is remembered."""

from typing import Any

from lookout.env import read as read_environment
from sessions_app.adapters.claude_code.facts import capabilities
from sessions_app.domain.clock import EpochMs, Moment
from sessions_app.domain.session import Session, Status
from sessions_app.domain.snapshot import Snapshot, assemble
from sessions_app.domain.source import Source, SourceState

START = EpochMs(1_796_000_000_000)
SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Clocks:
    """Both clocks, which move only when they are told to."""

    def __init__(self, now: int = START) -> None:
        self.now = EpochMs(now)
        self.steady = 5_000_000

    def __call__(self) -> Moment:
        return Moment(self.now, self.steady)

    def wall(self) -> EpochMs:
        """The wall clock alone."""
        return self.now

    def pass_(self, ms: int) -> None:
        """Time passes, awake or asleep."""
        self.now = EpochMs(self.now + ms)
        self.steady += ms

    def set_by(self, ms: int) -> None:
        """Somebody sets the wall clock."""
        self.now = EpochMs(self.now + ms)


def a_session(name: str = "a", status: Status = "working", **fields: Any) -> Session:
    """A session of the source `made-up`."""
    fields = {"id": f"made-up:{name}", "source": "made-up", "name": name, **fields}
    return Session(status=status, **fields)


def a_source(
    source_id: str = "made-up", state: SourceState = "ok", *, is_read: bool = True
) -> Source:
    """A source, which was read unless said otherwise."""
    return Source(
        id=source_id,
        label=source_id.title(),
        state=state,
        detail="",
        capabilities=capabilities(read_environment({})),
        checked_at=START if is_read else None,
    )


def a_snapshot(now: int, *sessions: Session, sources: tuple[Source, ...] = ()) -> Snapshot:
    """A snapshot of a moment."""
    return assemble(EpochMs(now), sources or (a_source(),), sessions)
