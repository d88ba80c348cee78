"""A Claude Code home in a temporary folder, with real processes behind its sessions."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lookout.env import read as read_environment
from sessions_app.adapter_api import Reading
from sessions_app.adapters.claude_code.adapter import ClaudeCode
from sessions_app.adapters.claude_code.waiting import folder_name
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.system.processes import Processes, system_processes
from sessions_app.system.programs import StandIn

NOW = EpochMs(1_796_050_800_000)
FIXTURES = Path(__file__).parents[1] / "fixtures"
SESSION_ID = "5d950367-e2cf-4fa3-903f-cdbd5d8cb332"

FAKE_CLAUDE = """#!{python} -S
import json, os, sys
folder = os.path.dirname(os.path.abspath(__file__))
with open(folder + "/calls", "a") as calls:
    calls.write(json.dumps([sys.argv[1:], dict(os.environ), sys.stdin.read()]) + "\\n")
{body}
"""


class StatedWorld:
    """A system whose processes are as a test states: for a computer that this one is not."""

    def __init__(self, domain: str, starts: Mapping[int, str | None]) -> None:
        self.domain = domain
        self.starts = starts

    def exists(self, pid: int) -> bool:
        """Whether it was stated."""
        return pid in self.starts

    def living(self, pids: frozenset[int]) -> Mapping[int, str | None]:
        """Those that were stated."""
        return {pid: self.starts[pid] for pid in pids if pid in self.starts}


class World:
    """One home, its processes and the clock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.claude = path / ".claude"
        self.sessions = self.claude / "sessions"
        self.sessions.mkdir(parents=True)
        self.now = NOW
        self.variables = {"HOME": str(path), "PATH": str(path / "bin")}
        self.domain = system_processes().domain
        self._stand_ins: list[StandIn] = []

    def adapter(self, processes: Processes | None = None, /, **more: str) -> ClaudeCode:
        """An adapter as a start with these variables has it."""
        given = {**self.variables, **more}
        return ClaudeCode(read_environment(given), given, processes, lambda: self.now)

    def process(self) -> StandIn:
        """A process that runs until the test ends it."""
        stand_in = StandIn()
        self._stand_ins.append(stand_in)
        return stand_in

    def fields(self, pid: int | None = None, /, **more: object) -> dict[str, Any]:
        """What a session file says of a process: one that runs, unless another is named."""
        pid = self.process().pid if pid is None else pid
        return {
            "pid": pid,
            "sessionId": SESSION_ID,
            "cwd": "/home/dev/proj",
            "startedAt": NOW - 600_000,
            "procStart": system_processes().living(frozenset([pid])).get(pid),
            "pidDomain": self.domain,
            "version": "2.1.332",
            "kind": "interactive",
            "entrypoint": "cli",
            "name": "proj-2c",
            "status": "idle",
            "statusUpdatedAt": NOW - 60_000,
            **more,
        }

    def write(self, fields: Mapping[str, Any], name: str | None = None) -> Path:
        """Writes a session file as Claude Code does: in place, one write, then cut to length."""
        path = self.sessions / (name or f"{fields['pid']}.json")
        write_in_place(path, json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode())
        return path

    def session(self, **more: Any) -> Path:
        """A running session with these fields."""
        return self.write(self.fields(**more))

    def transcript(
        self, *lines: object, cwd: str = "/home/dev/proj", name: str = SESSION_ID
    ) -> Path:
        """A transcript of these lines; text and bytes are written as they are."""
        folder = self.claude / "projects" / folder_name(cwd)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.jsonl"
        path.write_bytes(b"".join(as_line(line) for line in lines))
        return path

    def job(self, own_id: str, **state: object) -> Path:
        """A background job's own file."""
        folder = self.claude / "jobs" / own_id
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "state.json"
        path.write_text(json.dumps(state))
        return path

    def program(self, body: str) -> Path:
        """A `claude` first on PATH that notes how it was called and then does `body`."""
        folder = self.path / "bin"
        folder.mkdir(exist_ok=True)
        path = folder / "claude"
        path.write_text(FAKE_CLAUDE.format(python=sys.executable, body=body))
        path.chmod(0o755)
        (self.path / ".claude.json").write_text("{}")
        return path

    def lists(self, *rows: Mapping[str, Any]) -> None:
        """A `claude` that lists these sessions."""
        self.program(f"print({json.dumps(json.dumps(rows))})")

    def calls(self) -> list[tuple[list[str], dict[str, str], str]]:
        """How the program was called so far: arguments, environment, standard input."""
        path = self.path / "bin" / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        return [tuple(json.loads(line)) for line in lines]

    def end(self) -> None:
        """Ends every process."""
        for stand_in in self._stand_ins:
            stand_in.end()


def write_in_place(path: Path, data: bytes) -> None:
    """One write over what is there, then a cut to length."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    os.write(descriptor, data)
    os.ftruncate(descriptor, len(data))
    os.close(descriptor)


def as_line(line: object) -> bytes:
    """A line of a transcript."""
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode() + b"\n"


def asks(
    tool: str, message: str = "msg_1", block: str = "toolu_1", **given: object
) -> dict[str, Any]:
    """The line of a reply that asks to use a tool."""
    content = [{"type": "tool_use", "id": block, "name": tool, "input": given}]
    return {
        "type": "assistant",
        "message": {"id": message, "role": "assistant", "content": content},
    }


def answers(block: str = "toolu_1") -> dict[str, Any]:
    """The line of a tool's answer."""
    content = [{"type": "tool_result", "tool_use_id": block, "content": "ok"}]
    return {"type": "user", "message": {"role": "user", "content": content}}


def only(reading: Reading) -> Session:
    """The one session of a reading."""
    [session] = reading.sessions
    return session


def errand_of(reading: Reading) -> Callable[[], None]:
    """A reading's errand, which there has to be."""
    assert reading.errand is not None
    return reading.errand


def copy_tree(source: Path, target: Path) -> None:
    """A folder's copy; nothing when there is no such folder."""
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
