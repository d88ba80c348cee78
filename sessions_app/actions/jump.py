"""Jump: to the pane of tmux a session runs in, or to its tab of Terminal or iTerm2."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from msgspec import UNSET

from sessions_app.actions.refusal import NOT_LISTED, NotJumped, listed
from sessions_app.domain.acts import TerminalApp, TmuxJump
from sessions_app.domain.session import Session
from sessions_app.domain.shell import quoted
from sessions_app.domain.snapshot import Snapshot
from sessions_app.domain.text import clean
from sessions_app.enrich.panes import Panes
from sessions_app.enrich.tab_scripts import OSASCRIPT, show
from sessions_app.enrich.terminals import Terminals
from sessions_app.enrich.tmux import Client, Hangs, Pane, Tmux, own_socket


@dataclass(frozen=True, slots=True)
class Jumped:
    """Where a person is now."""

    kind: Literal["tmux", "terminal"]
    place: str
    app: TerminalApp | None = None
    attach: str | None = None
    """The line that shows the pane, when no terminal is attached to its server."""


class Jump:
    """Does what the Jump button asks for."""

    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        panes: Panes | None,
        terminals: Terminals | None,
        osascript: str = OSASCRIPT,
    ) -> None:
        self._snapshot = snapshot
        self._panes = panes
        self._terminals = terminals
        self._osascript = osascript

    def to(self, session_id: str) -> Jumped:
        """Goes to a session; raises NotJumped."""
        session = listed(self._snapshot(), session_id)
        if session is None:
            raise NotJumped("gone", NOT_LISTED)
        if session.jump is UNSET:
            raise NotJumped("unsupported", "Nothing is known of where this session can be seen.")
        if isinstance(session.jump, TmuxJump):
            return self._to_pane(session)
        return self._to_tab(session)

    def _to_pane(self, session: Session) -> Jumped:
        pane = self._panes.pane_of(session) if self._panes else None
        program = self._panes.program() if self._panes else None
        if self._panes is None or pane is None or program is None:
            raise NotJumped("unsupported", "Its pane of tmux is not known any more.")
        try:
            return _select(Tmux(program, pane.socket), pane)
        except NotJumped:
            self._panes.doubt()
            raise
        except Hangs:
            raise NotJumped("failed", "That tmux does not answer.") from None

    def _to_tab(self, session: Session) -> Jumped:
        tab = self._terminals.tab_of(session) if self._terminals else None
        if self._terminals is None or tab is None:
            raise NotJumped("unsupported", "Its tab is not known any more.")
        match show(tab, self._osascript):
            case "found":
                return Jumped("terminal", tab.app, app=tab.app)
            case "missing":
                self._terminals.doubt(session)
                raise NotJumped("tab-closed", f"That tab of {tab.app} has closed.")
            case "not-allowed":
                sentence = (
                    f"macOS does not let Agent Lookout control {tab.app}; allow it in System "
                    "Settings, Privacy & Security, Automation."
                )
                raise NotJumped("not-allowed", sentence)
        raise NotJumped("failed", f"{tab.app} did not bring the tab to the front.")


def _select(tmux: Tmux, known: Pane) -> Jumped:
    # A server that was started anew gives the same numbers to other panes, and one that was
    # replaced by another user's is not asked.
    panes = tmux.panes() if own_socket(known.socket) is not None else None
    if not panes:
        raise NotJumped("tmux-stopped", "That tmux has stopped.")
    # It stands once for each session of a group, and for each that its window is linked to.
    found = [one for one in panes if (one.id, one.pid) == (known.id, known.pid)]
    if not found:
        raise NotJumped("pane-closed", "That pane has closed.")
    clients = tmux.clients()
    in_session = {one.session_id: one for one in found}
    at_it = [one for one in clients if one.session_id in in_session]
    showing = next((one for one in at_it if one.pane_id == known.id), None)
    if showing is not None:
        return Jumped("tmux", in_session[showing.session_id].place)
    pane = in_session[_last(at_it).session_id] if at_it else found[0]
    if not tmux.select(pane):
        raise NotJumped("pane-closed", "That pane has closed.")
    if not clients:
        return Jumped("tmux", pane.place, attach=_how_to_attach(pane))
    if not at_it and not tmux.move(_last(clients), pane):
        raise NotJumped("failed", "tmux selected the pane, but no terminal was moved to it.")
    return Jumped("tmux", pane.place)


def _last(clients: list[Client]) -> Client:
    """Of several terminals the one used last; the others are left with what they show."""
    return max(clients, key=lambda client: client.active_at)


def _how_to_attach(pane: Pane) -> str:
    # "=" takes the name as it is, were it to look like the beginning of another or like an id.
    is_plain = clean(pane.session) == pane.session
    target = f"={pane.session}" if is_plain else pane.session_id
    return f"tmux -S {quoted(pane.socket)} attach -t {quoted(target)}"
