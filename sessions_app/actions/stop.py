"""Stop: ends the process of one session, once all that says which it is was checked again."""

import os
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from msgspec import UNSET

from sessions_app.actions.refusal import NOT_LISTED, NotStopped, listed
from sessions_app.adapter_api import Confirmed, Ending, Ends, NotConfirmed
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Snapshot
from sessions_app.system.held import Gone, HeldProcess
from sessions_app.system.process_tree import lineage, owner_of, parents
from sessions_app.system.processes import MAX_PID, is_same_start

PATIENCE_S: Final = 10.0
LATER_S: Final = 60.0
"""How long one that did not end in time is watched, so that its end is told as a stop."""
MOST_WATCHED: Final = 20

May = Callable[[Session, Confirmed], None]
"""Raises NotStopped when a session is not to be ended after all."""

_GONE: Final = "Its process has already ended."


@dataclass(frozen=True, slots=True)
class Stopping:
    """A session that was asked to end, its process held until that is known."""

    session: Session
    ending: Ending
    held: HeldProcess

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.held.close()

    def has_ended_within(self, seconds: float) -> bool:
        """Whether it ends in so much time."""
        return self.held.ends_within(seconds)


class Stop:
    """Does what the Stop button asks for."""

    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        adapters: Mapping[str, object],
        when_stopped: Callable[[Session, Ending], None],
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.snapshot = snapshot
        self.patience_s = patience_s
        self._watched = threading.Semaphore(MOST_WATCHED)
        self._adapters = adapters
        self._when_stopped = when_stopped

    def one(self, session_id: str) -> bool:
        """Ends a session; False when it still runs at the end of the wait. Raises NotStopped."""
        return self.finish(self.begin(session_id), self.patience_s)

    def begin(self, session_id: str, may: May = lambda _session, _confirmed: None) -> Stopping:
        """Makes every check and asks it to end; raises NotStopped, having signalled none."""
        session = listed(self.snapshot(), session_id)
        if session is None:
            raise NotStopped("gone", NOT_LISTED)
        ending = self._ending(session)
        held = _hold(ending.pid)
        try:
            confirmed = _confirm(ending)
            _check(held, confirmed)
            may(session, confirmed)
            _end(ending, held)
        except BaseException:
            held.close()
            raise
        return Stopping(session, ending, held)

    def finish(self, stopping: Stopping, seconds: float) -> bool:
        """Waits for a session that was asked to end, and tells of its end; lets go of it.

        One that ends only later is told of then.
        """
        with ExitStack() as held:
            held.enter_context(stopping)
            if stopping.has_ended_within(seconds):
                self._when_stopped(stopping.session, stopping.ending)
                return True
            if self._watched.acquire(blocking=False):
                held.pop_all()
                watch = threading.Thread(target=self._watch, args=(stopping,), daemon=True)
                watch.start()
            return False

    def _watch(self, stopping: Stopping) -> None:
        try:
            with stopping:
                if stopping.has_ended_within(LATER_S):
                    self._when_stopped(stopping.session, stopping.ending)
        finally:
            self._watched.release()

    def _ending(self, session: Session) -> Ending:
        adapter = self._adapters.get(session.source)
        ending = None
        if session.stop is not UNSET and isinstance(adapter, Ends):
            ending = adapter.ending_of(session.id)
        if ending is None:
            raise NotStopped("unsupported", "Agent Lookout does not end a session of this kind.")
        return ending


def _hold(pid: int) -> HeldProcess:
    if isinstance(pid, bool) or not 1 < pid <= MAX_PID:
        raise NotStopped("not-allowed", "Its process is one that Agent Lookout never ends.")
    try:
        return HeldProcess(pid)
    except Gone:
        raise NotStopped("gone", _GONE) from None
    except OSError as problem:
        sentence = f"Its process cannot be looked at ({problem.strerror}), so nothing was ended."
        raise NotStopped("failed", sentence) from None


def _confirm(ending: Ending) -> Confirmed:
    try:
        return ending.confirm()
    except NotConfirmed:
        sentence = "Its session file is not what it was, so nothing was ended; look again."
        raise NotStopped("cannot-confirm", sentence) from None


def _check(held: HeldProcess, confirmed: Confirmed) -> None:
    """Whether a process that is held is the session's own, and one that may be ended."""
    if confirmed.pid != held.pid:
        raise NotStopped("cannot-confirm", "Its session file names another process.")
    began = held.began()
    if held.has_ended():
        raise NotStopped("gone", _GONE)
    if began is None or not is_same_start(confirmed.start, began):
        sentence = "The process with its number did not begin when the session did."
        raise NotStopped("cannot-confirm", sentence)
    if held.pid in lineage(os.getpid(), parents()):
        sentence = "Agent Lookout was started from this session, and does not end what it runs in."
        raise NotStopped("not-allowed", sentence)
    if owner_of(held.pid) != os.geteuid():
        raise NotStopped("not-allowed", "Its process belongs to another user.")


def _end(ending: Ending, held: HeldProcess) -> None:
    if ending.how == "background":
        # Its process is never signalled: Claude Code's supervisor would start it again.
        problem = ending.end_job()
        if problem is not None:
            raise NotStopped("failed", f"The command that stops a background job {problem}.")
        return
    try:
        held.terminate()
    except Gone:
        raise NotStopped("gone", _GONE) from None
    except OSError as problem:
        raise NotStopped("failed", f"It could not be asked to end ({problem.strerror}).") from None
