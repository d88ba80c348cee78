"""A real tmux on a socket of its own, with real terminals attached to it."""

import os
import pty
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sessions_app.enrich.tmux import Pane, Tmux

T = TypeVar("T")
TMUX = shutil.which("tmux") or ""
PATIENCE_S = 15.0


def until(attempt: Callable[[], T | None]) -> T:
    """What an attempt gives, made again until it gives something."""
    deadline = time.monotonic() + PATIENCE_S
    while (found := attempt()) is None or found is False:
        assert time.monotonic() < deadline, "It never came to be."
        time.sleep(0.01)
    return found


class Terminal:
    """A terminal that is attached to a tmux session."""

    def __init__(self, socket: Path, session_id: str, user: str | None) -> None:
        self._ours, theirs = pty.openpty()
        self.name = os.ttyname(theirs)
        self._process = subprocess.Popen(
            [TMUX, "-S", str(socket), "attach", "-t", session_id],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={"TERM": "xterm", "LC_ALL": "C.UTF-8"},
            start_new_session=True,
            user=user,
        )
        os.close(theirs)
        self._reader = threading.Thread(target=self._drain)
        self._reader.start()

    def _drain(self) -> None:
        try:
            while os.read(self._ours, 65_536):
                pass
        except OSError:  # Linux says so of a terminal that nobody has open any more
            pass

    def end(self) -> None:
        """Closes it."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        os.close(self._ours)


class TmuxServer:
    """One server."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self._terminals: list[Terminal] = []

    @property
    def client(self) -> Tmux:
        """The product's own way to ask it."""
        return Tmux(TMUX, str(self.socket))

    def run(self, *arguments: str) -> str:
        """What a command prints."""
        result = subprocess.run(
            [TMUX, "-S", str(self.socket), "-f", "/dev/null", "-u", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
            timeout=30,
            env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh"},
        )
        return result.stdout.rstrip("\n")

    def session(self, name: str, command: str = "cat") -> Pane:
        """A new session that nobody is attached to; its pane."""
        pane = self.run(
            "new-session", "-d", "-P", "-F", "#{pane_id}", f"-s{name}", "-x80", "-y24", command
        )
        return self.pane(pane)

    def split(self, pane: Pane, command: str = "cat") -> Pane:
        """A pane beside another."""
        made = self.run("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", pane.id, command)
        return self.pane(made)

    def window(self, pane: Pane, command: str = "cat") -> Pane:
        """A pane in another window of a pane's session."""
        session = self.run("display-message", "-p", "-t", pane.id, "#{session_id}")
        made = self.run("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", f"{session}:", command)
        return self.pane(made)

    def pane(self, pane_id: str) -> Pane:
        """A pane by its id."""
        return next(one for one in self.client.panes() or () if one.id == pane_id)

    def attach(self, pane: Pane, user: str | None = None) -> Terminal:
        """A terminal that shows a pane's session, of another user when one is named."""
        session = self.run("display-message", "-p", "-t", pane.id, "#{session_id}")
        return self.attach_to(session, user)

    def attach_to(self, session_id: str, user: str | None = None) -> Terminal:
        """A terminal that shows a session, by its id."""
        terminal = Terminal(self.socket, session_id, user)
        self._terminals.append(terminal)
        until(lambda: terminal.name in self.shown() or None)
        return terminal

    def shown(self) -> dict[str, str]:
        """The pane that each terminal shows."""
        rows = self.run("list-clients", "-F", "#{client_name} #{pane_id}").split("\n")
        return dict(row.split(" ") for row in rows if row)

    def active(self) -> set[str]:
        """The selected pane of each session's selected window."""
        rows = self.run(
            "list-panes", "-a", "-F", "#{window_active}#{pane_active} #{pane_id}"
        ).split("\n")
        return {row.split(" ")[1] for row in rows if row.startswith("11 ")}

    def end(self) -> None:
        """Ends it and its terminals."""
        subprocess.run(
            [TMUX, "-S", str(self.socket), "kill-server"], capture_output=True, check=False
        )
        for terminal in self._terminals:
            terminal.end()


@contextmanager
def a_tmux(socket: Path) -> Iterator[TmuxServer]:
    """A server that ends with the test."""
    server = TmuxServer(socket)
    try:
        yield server
    finally:
        server.end()
