"""tmux, asked and told by fixed commands; nothing of a pane but its place is ever read.

No command here starts a server, and none has a target but the id of a pane, `%` and digits: a
name, which could look like an option or another target, is never one.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sessions_app.domain.text import clean
from sessions_app.system import programs

TIMEOUT_S: Final = 2.0
MOST_SERVERS: Final = 16
PLACES: Final = (
    "/opt/homebrew/bin",
    "/usr/local/bin",
    "/opt/local/bin",
    "/usr/bin",
)
PANES: Final = "#{pane_pid} #{pane_id} #{window_index} #{pane_index} #{session_name}"
WHERE: Final = "#{session_id} #{window_index} #{pane_index} #{session_name}"
CLIENTS: Final = "#{session_id} #{client_activity} #{client_name}"

_PANE_ID: Final = re.compile(r"%[0-9]{1,10}", re.ASCII)
_PANE: Final = re.compile(
    r"([0-9]{1,10}) (%[0-9]{1,10}) ([0-9]{1,10}) ([0-9]{1,10}) (.*)", re.ASCII
)
_WHERE: Final = re.compile(r"(\$[0-9]{1,10}) ([0-9]{1,10}) ([0-9]{1,10}) (.*)", re.ASCII)
_CLIENT: Final = re.compile(r"(\$[0-9]{1,10}) ([0-9]{1,20}) ([^-\s].*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane of one tmux server."""

    socket: str
    id: str
    pid: int
    """The process that tmux started in it."""
    window: str
    index: str
    session: str
    """The name of its tmux session."""

    @property
    def place(self) -> str:
        """Where it is, in words to show."""
        return place(self.session, self.window, self.index)


@dataclass(frozen=True, slots=True)
class Client:
    """A terminal that is attached to a tmux server."""

    session_id: str
    """The tmux session it shows."""
    active_at: int
    name: str


@dataclass(frozen=True, slots=True)
class Where:
    """Where tmux says a pane is."""

    session_id: str
    session: str
    place: str


def place(session: str, window: str, index: str) -> str:
    """A pane's place, such as "work:2.1"."""
    return f"{clean(session)}:{window}.{index}"


def find(search_path: Iterable[str]) -> str | None:
    """The tmux program; None when there is none."""
    return programs.find("tmux", (*search_path, *PLACES))


def sockets(own: Mapping[str, str], named: Iterable[str]) -> list[str]:
    """The sockets of this user's tmux servers: those that `TMUX` named somewhere, then the rest.

    `own` is our own environment; `named` are the values of `TMUX` in the sessions'.
    """
    wanted = [value.rsplit(",", 2)[0] for value in (*named, own.get("TMUX", "")) if value]
    folder = os.path.join(own.get("TMUX_TMPDIR") or "/tmp", f"tmux-{os.geteuid()}")  # noqa: S108 -- tmux's own
    found: dict[tuple[int, int], str] = {}
    for path in (*wanted, *_in_folder(folder)):
        if (key := _own_socket(path)) is not None:
            found.setdefault(key, path)
    return list(found.values())[:MOST_SERVERS]


def _in_folder(folder: str) -> Iterator[str]:
    try:
        status = os.lstat(folder)
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
            return
        names = sorted(os.listdir(folder), key=lambda name: (name != "default", name))
    except OSError:
        return
    yield from (os.path.join(folder, name) for name in names)


def _own_socket(path: str) -> tuple[int, int] | None:
    """What tells a socket of this user's from others; None when it is none."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    if not os.path.isabs(path) or not stat.S_ISSOCK(status.st_mode):
        return None
    return (status.st_dev, status.st_ino) if status.st_uid == os.geteuid() else None


class Tmux:
    """One tmux server, by its socket. Each question gives None when there is no server."""

    def __init__(self, program: str, socket: str) -> None:
        self._start = [program, "-S", socket]
        self._socket = socket

    def panes(self) -> list[Pane] | None:
        """Every pane of every session."""
        printed = self._ask("-u", "list-panes", "-a", "-F", PANES)
        if printed is None:
            return None
        rows = (_PANE.fullmatch(line) for line in printed.split("\n"))
        return [
            Pane(self._socket, row[2], int(row[1]), row[3], row[4], row[5])
            for row in rows
            if row is not None
        ]

    def select(self, pane_id: str) -> bool:
        """Selects a pane in its window, and its window in its session."""
        target = _target(pane_id)
        return (
            self._ask("select-window", "-t", target) is not None
            and self._ask("select-pane", "-t", target) is not None
        )

    def where(self, pane_id: str) -> Where | None:
        """Where a pane is now."""
        printed = self._ask("-u", "display-message", "-p", "-t", _target(pane_id), WHERE)
        row = _WHERE.fullmatch((printed or "").rstrip("\n"))
        return None if row is None else Where(row[1], row[4], place(row[4], row[2], row[3]))

    def clients(self) -> list[Client]:
        """Every terminal that is attached."""
        rows = map(
            _CLIENT.fullmatch, (self._ask("-u", "list-clients", "-F", CLIENTS) or "").split("\n")
        )
        return [Client(row[1], int(row[2]), row[3]) for row in rows if row is not None]

    def move(self, client: Client, pane_id: str) -> bool:
        """Has a terminal show a pane's session."""
        arguments = ("switch-client", "-c", client.name, "-t", _target(pane_id))
        return self._ask(*arguments) is not None

    def _ask(self, *arguments: str) -> str | None:
        result = programs.run(
            [*self._start, *arguments], timeout_s=TIMEOUT_S, environment={"LC_ALL": "C.UTF-8"}
        )
        return result.output if result.exit_code == 0 else None


def _target(pane_id: str) -> str:
    if not _PANE_ID.fullmatch(pane_id):
        raise ValueError(f"{pane_id!r} is not the id of a pane")
    return pane_id


def shown_in(clients: Sequence[Client], session_id: str) -> bool:
    """Whether one of the terminals shows a tmux session."""
    return any(client.session_id == session_id for client in clients)
