"""A home with sessions of Claude Code in it, each with a real process that stands in for it."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

from sessions_app.adapters.claude_code.waiting import folder_name
from sessions_app.system.processes import system_processes
from sessions_app.system.programs import StandIn


def now_ms() -> int:
    """The present moment, as the files have it."""
    return time.time_ns() // 1_000_000


class Process(Protocol):
    """What stands in for a session."""

    @property
    def pid(self) -> int: ...
    @property
    def runs(self) -> bool: ...
    def end(self) -> None: ...


class Another:
    """A process that somebody else started and will end."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.runs = True

    def end(self) -> None:
        """Leaves it alone."""


class LiveSession:
    """One session: its file, its transcript and its process."""

    def __init__(self, home: Path, fields: dict[str, Any], stand_in: Process | None = None) -> None:
        self._home = home
        self.stand_in = stand_in or StandIn()
        self.pid = self.stand_in.pid
        processes = system_processes()
        self.fields: dict[str, Any] = {
            "pid": self.pid,
            "sessionId": str(uuid4()),
            "cwd": "/home/dev/proj",
            "startedAt": now_ms() - 60_000,
            "procStart": processes.living(frozenset([self.pid]))[self.pid],
            "pidDomain": processes.domain,
            "version": "2.1.332",
            "kind": "interactive",
            "entrypoint": "cli",
            "name": "proj-2c",
            "status": "idle",
            "statusUpdatedAt": now_ms() - 30_000,
            **fields,
        }
        self.path = home / ".claude" / "sessions" / f"{self.pid}.json"
        self.write()

    @property
    def id(self) -> str:
        """The id it has on the page."""
        return f"claude-code:{self.fields['sessionId']}"

    def write(self, **fields: Any) -> None:
        """Rewrites its file as Claude Code does: in place, one write, then cut to length."""
        self.fields |= fields
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o644)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(json.dumps(self.fields))
            file.truncate()

    def wait_for(self, tool: str, tool_input: dict[str, Any], reason: str) -> None:
        """Asks to use a tool: the transcript's line, and then the session file's wait."""
        folder = self._home / ".claude" / "projects" / folder_name(self.fields["cwd"])
        folder.mkdir(parents=True, exist_ok=True)
        block = {"type": "tool_use", "id": str(uuid4()), "name": tool, "input": tool_input}
        message = {"id": str(uuid4()), "role": "assistant", "content": [block]}
        with (folder / f"{self.fields['sessionId']}.jsonl").open("a") as transcript:
            transcript.write(json.dumps({"type": "assistant", "message": message}) + "\n")
        self.write(status="waiting", waitingFor=reason, statusUpdatedAt=now_ms())

    def go_on(self, status: str = "busy") -> None:
        """Waits no longer."""
        del self.fields["waitingFor"]
        self.write(status=status, statusUpdatedAt=now_ms())


class Home:
    """A person's home folder, with nothing in it but what the test puts there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._sessions: list[LiveSession] = []
        (path / ".claude" / "sessions").mkdir(parents=True)

    def session(self, **fields: Any) -> LiveSession:
        """Starts a session; a later one has changed later, however fast they are made."""
        fields.setdefault("statusUpdatedAt", now_ms() - 30_000 + 20 * len(self._sessions))
        session = LiveSession(self.path, fields)
        self._sessions.append(session)
        return session

    def session_of(self, pid: int, **fields: Any) -> LiveSession:
        """A session whose process is one that somebody else started."""
        session = LiveSession(self.path, fields, Another(pid))
        self._sessions.append(session)
        return session

    def end_all(self) -> None:
        """Ends every stand-in."""
        for session in self._sessions:
            session.stand_in.end()


@contextmanager
def a_home(path: Path) -> Iterator[Home]:
    """A home in an empty folder, whose processes end with it."""
    home = Home(path)
    try:
        yield home
    finally:
        home.end_all()
