"""In which pane of tmux a session's process runs, for sessions of any agent."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import UNSET, structs

from sessions_app.domain.acts import TmuxJump
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.enrich.tmux import Hangs, Pane, Tmux, find, sockets
from sessions_app.system.process_tree import lineage, parents, variables_of

EVERY_MS: Final = 30_000
SOON_MS: Final = 5_000
"""The soonest that tmux is asked again because another session's process appeared."""

_NAMED: Final = re.compile(r"(.+):@[0-9]{1,10}\.(%[0-9]{1,10})", re.ASCII)

PaneName = Callable[[str], str | None]
"""What an agent itself says of a session's pane, as "name:@window.%pane"."""


class Panes:
    """The panes of the sessions there are, asked of tmux every thirty seconds."""

    def __init__(
        self,
        variables: Mapping[str, str],
        search_path: Sequence[str],
        name_of: PaneName = lambda _: None,
    ) -> None:
        self._variables = variables
        self._search_path = search_path
        self._name_of = name_of
        self._known: Mapping[str, Pane] = {}
        self._seen: frozenset[int] = frozenset()
        self._asked_at: EpochMs | None = None
        self._is_doubted = False

    def is_due(self, sessions: Sequence[Session], now: EpochMs) -> bool:
        """Every thirty seconds while there is a process to ask about, sooner for a new one."""
        pids = _pids(sessions)
        if not pids:
            return bool(self._known)
        if self._asked_at is None:
            return True
        is_sooner = self._is_doubted or bool(pids - self._seen)
        return not 0 <= now - self._asked_at < (SOON_MS if is_sooner else EVERY_MS)

    def look(self, sessions: Sequence[Session], now: EpochMs) -> None:
        """Asks every tmux server of this user for its panes."""
        self._asked_at, self._is_doubted = now, False
        self._seen = _pids(sessions)
        found = self._ask() if self._seen else []
        self._known = dict(self._placed(sessions, found)) if found else {}

    def added_to(self, session: Session) -> Session:
        """A session with the pane it runs in, when it is known to run in one."""
        pane = self.pane_of(session)
        return session if pane is None else structs.replace(session, jump=TmuxJump(pane.place))

    def pane_of(self, session: Session) -> Pane | None:
        """The pane found for a session when tmux was last asked."""
        return self._known.get(session.id) if session.pid in self._seen else None

    def program(self) -> str | None:
        """The tmux to run."""
        return find(self._search_path)

    def doubt(self) -> None:
        """What was found has proved wrong: tmux is asked again soon."""
        self._is_doubted = True

    def _ask(self) -> list[Pane]:
        program = self.program()
        if program is None:
            return []
        told = (variables_of(pid, ("TMUX",)).get("TMUX", "") for pid in self._seen)
        servers = sockets(self._variables, filter(None, told))
        return [pane for one in servers for pane in _panes_of(Tmux(program, one))]

    def _placed(
        self, sessions: Iterable[Session], panes: Sequence[Pane]
    ) -> Iterable[tuple[str, Pane]]:
        by_pid: dict[int, Pane] = {}
        for pane in panes:
            by_pid.setdefault(pane.pid, pane)  # a window linked to two sessions is listed twice
        parent_of = parents()
        for session in sessions:
            if session.pid is UNSET:
                continue
            above = (by_pid.get(pid) for pid in lineage(session.pid, parent_of))
            found = next((one for one in above if one is not None), None)
            if found := found or _named(self._name_of(session.id), panes):
                yield session.id, found


def _panes_of(tmux: Tmux) -> list[Pane]:
    try:
        return tmux.panes() or []
    except Hangs:
        return []


def _named(name: str | None, panes: Sequence[Pane]) -> Pane | None:
    """The one pane that an agent's own name for it can mean."""
    match = _NAMED.fullmatch(name or "")
    if match is None:
        return None
    found = [one for one in panes if (one.session, one.id) == (match[1], match[2])]
    return found[0] if len({one.socket for one in found}) == 1 else None


def _pids(sessions: Sequence[Session]) -> frozenset[int]:
    return frozenset(session.pid for session in sessions if session.pid is not UNSET)
