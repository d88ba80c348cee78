"""In which tab of Terminal or iTerm2 a session's process runs, on a Mac."""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET, structs

from sessions_app.domain.acts import TerminalApp, TerminalJump
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.system.process_tree import lineage, ps

SPACING_MS: Final = 5_000
COLUMNS: Final = "pid=,ppid=,tty=,comm="

_ROW: Final = re.compile(r"\s*([0-9]{1,10})\s+([0-9]{1,10})\s+(\S+)\s+(.*?)\s*", re.ASCII)
_TTY: Final = re.compile(r"ttys[0-9]{1,6}", re.ASCII)
_APPS: Final[dict[str, TerminalApp]] = {
    "/Terminal.app/Contents/MacOS/Terminal": "Terminal",
    "/iTerm.app/Contents/MacOS/iTerm2": "iTerm2",
}


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab, by the terminal that its program has."""

    app: TerminalApp
    tty: str
    """Such as /dev/ttys004."""


@dataclass(frozen=True, slots=True)
class _Row:
    parent: int
    tty: str
    program: str


def list_processes() -> str:
    """What `ps` prints of every process: number, parent, terminal and program name."""
    return ps(["-A", "-o", COLUMNS])


class Terminals:
    """The tabs of the sessions there are; each process is asked about once."""

    def __init__(
        self,
        ask: Callable[[], str] = list_processes,
        *,
        is_mac: bool = sys.platform == "darwin",
    ) -> None:
        self._ask = ask
        self._is_mac = is_mac
        self._tabs: Mapping[int, Tab | None] = {}
        self._asked_at: EpochMs | None = None

    def is_due(self, sessions: Sequence[Session], now: EpochMs) -> bool:
        """When a process appeared, at most every five seconds; never but on a Mac."""
        is_new = self._is_mac and bool(_pids(sessions) - self._tabs.keys())
        return is_new and (self._asked_at is None or not 0 <= now - self._asked_at < SPACING_MS)

    def look(self, sessions: Sequence[Session], now: EpochMs) -> None:
        """Asks `ps` once for every process that was not asked about."""
        self._asked_at = now
        table = _parse(self._ask())
        known = self._tabs
        self._tabs = {
            pid: known[pid] if pid in known else _tab_of(pid, table) for pid in _pids(sessions)
        }

    def added_to(self, session: Session) -> Session:
        """A session with the tab it runs in, unless a pane of tmux is known for it."""
        tab = self.tab_of(session)
        if tab is None or session.jump is not UNSET:
            return session
        return structs.replace(session, jump=TerminalJump(tab.app, tab.app))

    def tab_of(self, session: Session) -> Tab | None:
        """The tab found for a session's process."""
        return None if session.pid is UNSET else self._tabs.get(session.pid)

    def doubt(self, session: Session) -> None:
        """The tab has proved to be closed: its process is asked about once more."""
        self._tabs = {pid: tab for pid, tab in self._tabs.items() if pid != session.pid}


def _parse(printed: str) -> Mapping[int, _Row]:
    matches = (_ROW.fullmatch(line) for line in printed.split("\n"))
    return {int(one[1]): _Row(int(one[2]), one[3], one[4]) for one in matches if one is not None}


def _tab_of(pid: int, table: Mapping[int, _Row]) -> Tab | None:
    own = table.get(pid)
    if own is None or not _TTY.fullmatch(own.tty):
        return None
    above = lineage(pid, lambda one: table[one].parent if one in table else None)
    apps = (_app_of(table[one].program) for one in above if one in table)
    app = next((one for one in apps if one is not None), None)
    return None if app is None else Tab(app, f"/dev/{own.tty}")


def _app_of(program: str) -> TerminalApp | None:
    return next((app for ending, app in _APPS.items() if program.endswith(ending)), None)


def _pids(sessions: Iterable[Session]) -> frozenset[int]:
    return frozenset(session.pid for session in sessions if session.pid is not UNSET)
