"""tmux, asked and told by fixed commands; nothing of a pane but its place is ever read.

No command here starts a server, and none has a target but ids, such as `$1:@2` and `%3`: a name,
which could look like an option or another target, is never one.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
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
PANES: Final = (
    "#{pane_pid} #{pane_id} #{session_id} #{window_id} #{window_index} #{pane_index} "
    "#{session_name}"
)
CLIENTS: Final = (
    "#{session_id} #{pane_id} #{client_activity} #{client_uid} #{client_flags} #{client_name}"
)

_N: Final = "[0-9]{1,10}"
_PANE: Final = re.compile(
    rf"({_N}) (%{_N}) (\${_N}) (@{_N}) ({_N}) ({_N}) (.*)",
    re.ASCII,
)
_CLIENT: Final = re.compile(
    # Neither the user nor the flags are told by every version.
    rf"(\${_N}) (%{_N}) ([0-9]{{1,20}}) ({_N})? ([^\s]*) ([^-\s].*)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane of one tmux server, in one of the tmux sessions that have its window."""

    socket: str
    id: str
    pid: int
    """The process that tmux started in it."""
    session_id: str
    window_id: str
    window: str
    index: str
    session: str
    """The name of its tmux session."""

    @property
    def place(self) -> str:
        """Where it is, in words to show, such as "work:2.1"."""
        return f"{clean(self.session)}:{self.window}.{self.index}"


@dataclass(frozen=True, slots=True)
class Client:
    """A terminal of this user that is attached to a tmux server, and not suspended."""

    session_id: str
    """The tmux session it shows."""
    pane_id: str
    """The pane that is selected there."""
    active_at: int
    name: str


class Hangs(Exception):  # noqa: N818 -- a state of the world, not a fault of the code
    """A tmux server does not answer."""


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
        if (key := own_socket(path)) is not None:
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


def own_socket(path: str) -> tuple[int, int] | None:
    """What tells a socket of this user's from others; None when it is none."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    if not os.path.isabs(path) or not stat.S_ISSOCK(status.st_mode):
        return None
    return (status.st_dev, status.st_ino) if status.st_uid == os.geteuid() else None


class Tmux:
    """One tmux server, by its socket. Each question gives None when there is no server.

    Every question raises Hangs when there is one that does not answer.
    """

    def __init__(self, program: str, socket: str) -> None:
        self._start = [program, "-S", socket]
        self._socket = socket

    def panes(self) -> list[Pane] | None:
        """Every pane of every session; one whose window is in several sessions, once for each."""
        printed = self._ask("-u", "list-panes", "-a", "-F", PANES)
        if printed is None:
            return None
        rows = (_PANE.fullmatch(line) for line in printed.split("\n"))
        return [
            Pane(self._socket, row[2], int(row[1]), row[3], row[4], row[5], row[6], row[7])
            for row in rows
            if row is not None
        ]

    def select(self, pane: Pane) -> bool:
        """Selects a pane in its window, and its window in its session."""
        window = f"{pane.session_id}:{pane.window_id}"
        return (
            self._ask("select-window", "-t", window) is not None
            and self._ask("select-pane", "-t", pane.id) is not None
        )

    def clients(self) -> list[Client]:
        """Every terminal of this user that is attached and shows what it is attached to."""
        printed = self._ask("-u", "list-clients", "-F", CLIENTS) or ""
        rows = (_CLIENT.fullmatch(line) for line in printed.split("\n"))
        return [
            Client(row[1], row[2], int(row[3]), row[6])
            for row in rows
            if row is not None
            and int(row[4] or os.geteuid()) == os.geteuid()
            and "suspended" not in row[5].split(",")
        ]

    def move(self, client: Client, pane: Pane) -> bool:
        """Has a terminal show a pane's session."""
        return self._ask("switch-client", "-c", client.name, "-t", pane.session_id) is not None

    def _ask(self, *arguments: str) -> str | None:
        result = programs.run(
            [*self._start, *arguments], timeout_s=TIMEOUT_S, environment={"LC_ALL": "C.UTF-8"}
        )
        if result.problem is not None:
            raise Hangs
        return result.output if result.exit_code == 0 else None
