"""Whether an open turn waits for a person.

No line says so (0.130 to 0.171). A question is a call of its own that has not answered. A command
or a patch that waits for approval is a call that has not answered and has no process; one that
was allowed has a process at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sessions_app.adapters.codex.asking import line_for
from sessions_app.adapters.codex.turns import NEEDS_APPROVAL, QUESTION, Call, Turns
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import WaitingReason
from sessions_app.system.call_processes import SPACING_MS, CallProcesses

WITHOUT_PROCESS_MS: Final = 2_000
"""A call without a process for this long waits: starting one takes a fraction of it."""
ANSWERED_MS: Final = 1_000
"""How often a wait is looked at: no file changes when a command is allowed."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a thread waits for, and since when."""

    reason: WaitingReason
    since: EpochMs | None
    text: str | None


class Waits:
    """The waits of the threads that are open, in the middle of a turn."""

    def __init__(self, processes: CallProcesses) -> None:
        self._processes = processes
        self._without: dict[str, EpochMs] = {}
        """When each call was first seen to have no process."""
        self.again_in_ms: int | None = None
        """After this long more will be known."""

    def look(self, threads: Mapping[str, Turns], now: EpochMs) -> dict[str, Wait]:
        """The wait of each thread that has one, by its id."""
        self.again_in_ms = None
        pending = {thread: _approvable(turns) for thread, turns in threads.items()}
        self._note(pending, now)
        found = {
            thread: self._wait(turns, pending[thread], now) for thread, turns in threads.items()
        }
        return {thread: wait for thread, wait in found.items() if wait is not None}

    def _note(self, pending: Mapping[str, list[Call]], now: EpochMs) -> None:
        """Keeps in mind which calls have no process."""
        threads = {call.id: thread for thread, calls in pending.items() for call in calls}
        self._without = {one: at for one, at in self._without.items() if one in threads}
        if not threads or not self._processes.can_tell:
            return
        running = self._processes.running(threads, now)
        for calls in pending.values():
            # Codex may run the calls of one reply one after the other: while one has a process
            # the others may just be in line behind it.
            if any(running.get(call.id) for call in calls):
                self._forget(calls)
            else:
                self._mark((call for call in calls if call.id in running), now)
        if running.keys() != threads.keys():
            self._come_again(SPACING_MS)

    def _mark(self, calls: Iterable[Call], now: EpochMs) -> None:
        for call in calls:
            if self._without.setdefault(call.id, now) > now:
                self._without[call.id] = now  # the clock was set back

    def _forget(self, calls: Iterable[Call]) -> None:
        for call in calls:
            self._without.pop(call.id, None)

    def _wait(self, turns: Turns, approvable: list[Call], now: EpochMs) -> Wait | None:
        for call in turns.calls.values():
            if call.tool == QUESTION:
                return Wait("question", call.at, line_for(call))
        for call in approvable:
            at = self._without.get(call.id)
            if at is not None and now - at >= WITHOUT_PROCESS_MS:
                self._come_again(ANSWERED_MS)
                return Wait("permission", call.at or at, line_for(call))
            if at is not None:
                self._come_again(WITHOUT_PROCESS_MS - (now - at))
        return None

    def _come_again(self, in_ms: int) -> None:
        self.again_in_ms = min(in_ms, self.again_in_ms or in_ms)


def _approvable(turns: Turns) -> list[Call]:
    """The open calls that may wait for approval; none where another kind of call is open too.

    That one has no process to be told by, and these may be in line behind it.
    """
    calls = list(turns.calls.values())
    if not turns.asks_person or any(call.tool not in NEEDS_APPROVAL for call in calls):
        return []
    return calls
