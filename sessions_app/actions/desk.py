"""Where what a person pressed arrives: one of each kind of act, put together at the start."""

from collections.abc import Callable, Iterable

from lookout.env import Environment
from sessions_app.actions.clean_up import CleanUp, Left, Outcome
from sessions_app.actions.jump import Jump, Jumped
from sessions_app.actions.resume import Resumes
from sessions_app.actions.stop import PATIENCE_S, Stop
from sessions_app.adapter_api import Adapter, Ending
from sessions_app.collector.cache import CACHE
from sessions_app.collector.memory import MEMORY
from sessions_app.domain.acts import Resume
from sessions_app.domain.clock import Clock, wall_clock
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Snapshot
from sessions_app.enrich.panes import Panes
from sessions_app.enrich.terminals import Terminals

ReadAgain = Callable[[str], object]
"""Reads one source now, and waits for that a short time."""


class Desk:
    """The acts of this start. Each may take seconds and is called in a worker's thread."""

    def __init__(
        self,
        environment: Environment,
        adapters: Iterable[Adapter],
        panes: Panes | None,
        terminals: Terminals | None,
        read_again: ReadAgain,
        *,
        snapshot: Callable[[], Snapshot] = lambda: CACHE.latest,
        note_stopped: Callable[[Session], None] = MEMORY.note_stopped,
        clock: Clock = wall_clock,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.has_jump = panes is not None or terminals is not None
        self.has_stop = environment.stop
        self._snapshot = snapshot
        self._note_stopped = note_stopped
        self._read_again = read_again
        self._resumes = Resumes()
        self._jump = Jump(snapshot, panes, terminals)
        by_source: dict[str, object] = {one.facts.source_id: one for one in adapters}
        self._stop = Stop(snapshot, by_source, self._tell, patience_s)
        self._clean_up = CleanUp(self._stop, clock)
        self._sources = by_source.keys()

    def close(self) -> None:
        """The server ends: what takes a while is not gone on with."""
        self._clean_up.close()

    def jump(self, session_id: str) -> Jumped:
        """Goes to a session; raises NotDone."""
        return self._jump.to(session_id)

    def stop(self, session_id: str) -> bool:
        """Ends a session; whether it has ended. Raises NotDone."""
        has_ended = self._stop.one(session_id)
        self._look_again([session_id])
        return has_ended

    def clean_up(self, left: list[Left]) -> list[Outcome]:
        """Ends sessions left running; what became of each."""
        outcomes = self._clean_up.all(left)
        self._look_again(one.session_id for one in left)
        return outcomes

    def resume(self, session_id: str) -> Resume | None:
        """The line that goes on with a session that has ended; raises FolderGone."""
        return self._resumes.of(session_id, self._snapshot())

    def _look_again(self, session_ids: Iterable[str]) -> None:
        for source in self._sources & {one.partition(":")[0] for one in session_ids}:
            self._read_again(source)

    def _tell(self, session: Session, ending: Ending) -> None:
        self._resumes.keep(session, ending.resume)
        self._note_stopped(session)


class Reception:
    """Finds the desk of this process: there is one server in it, and none before it starts."""

    def __init__(self) -> None:
        self.desk: Desk | None = None

    @property
    def has_jump(self) -> bool:
        """Whether there is anything to jump with."""
        return self.desk is not None and self.desk.has_jump

    @property
    def has_stop(self) -> bool:
        """Whether sessions may be ended."""
        return self.desk is not None and self.desk.has_stop


RECEPTION = Reception()
