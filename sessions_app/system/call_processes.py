"""Which tool calls of an agent have a process at work, told from the processes' environments.

Codex gives each process that it starts for a tool the call's id in `CODEX_TOOL_CALL_ID` and the
thread's in `CODEX_THREAD_ID` (measured on 0.171, in its sandbox and outside it).
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sessions_app.domain.clock import EpochMs
from sessions_app.system.processes import start_ticks

_CALL: Final = b"CODEX_TOOL_CALL_ID="
_THREAD: Final = b"CODEX_THREAD_ID="
_MOST_BYTES: Final = 256 * 1024
_MOST_PROCESSES: Final = 8_192
SPACING_MS: Final = 500
"""The least time between two looks: each costs some milliseconds."""
_SETTLED_MS: Final = 1_000
"""A process that was just made still has its maker's environment until it runs a program."""


@dataclass(frozen=True, slots=True)
class _Judged:
    start: str
    seen_at: EpochMs
    call: str | None
    thread: str | None


class CallProcesses:
    """The processes of this user, each looked at once."""

    def __init__(self, proc: str = "/proc") -> None:
        self._proc = proc
        self.can_tell = os.path.isdir(f"{proc}/self")
        self._judged: dict[int, _Judged] = {}
        self._running: frozenset[str] = frozenset()
        self._of: frozenset[str] = frozenset()
        self._looked_at: EpochMs | None = None

    def running(self, calls: Mapping[str, str], now: EpochMs) -> Mapping[str, bool]:
        """Of calls, by id with their thread's id: whether each has a process.

        A call that came since the last look is left out while it is too early for another.
        """
        at = self._looked_at
        if at is None or not 0 <= now - at < SPACING_MS:
            self._looked_at = now
            self._look(now)
            self._of = frozenset(calls)
            self._running = frozenset(c for c, thread in calls.items() if self._has(c, thread))
        return {call: call in self._running for call in calls if call in self._of}

    def _has(self, call: str, thread: str) -> bool:
        # Versions before CODEX_TOOL_CALL_ID name the thread alone: then it may be any of its calls.
        return any(
            one.call == call or (one.call is None and one.thread == thread)
            for one in self._judged.values()
        )

    def _look(self, now: EpochMs) -> None:
        judged: dict[int, _Judged] = {}
        for pid in self._own_pids():
            start = start_ticks(pid)
            if start is None:
                continue
            known = self._judged.get(pid)
            if known is None or known.start != start:
                judged[pid] = self._judge(pid, start, now)
            elif known.call is None and now - known.seen_at < _SETTLED_MS:
                judged[pid] = self._judge(pid, start, known.seen_at)
            else:
                judged[pid] = known
        self._judged = judged

    def _own_pids(self) -> list[int]:
        uid = os.geteuid()
        pids = [int(name) for name in os.listdir(self._proc) if name.isdecimal()]
        return [pid for pid in pids[:_MOST_PROCESSES] if _owner(f"{self._proc}/{pid}") == uid]

    def _judge(self, pid: int, start: str, seen_at: EpochMs) -> _Judged:
        call = thread = None
        for variable in _read(f"{self._proc}/{pid}/environ").split(b"\0"):
            if variable.startswith(_CALL):
                call = variable[len(_CALL) :].decode("utf-8", "replace")
            elif variable.startswith(_THREAD):
                thread = variable[len(_THREAD) :].decode("utf-8", "replace")
        return _Judged(start, seen_at, call, thread)


def _owner(path: str) -> int | None:
    try:
        return os.stat(path).st_uid
    except OSError:
        return None


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(_MOST_BYTES)
    except OSError:
        return b""
