"""A Codex home in a temporary folder, with real processes that hold its locks and run its calls."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from lookout.env import read as read_environment
from sessions_app.adapter_api import Reading
from sessions_app.adapters.codex.adapter import Codex
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session

FIXTURES: Final = Path(__file__).parents[1] / "fixtures"
STATES: Final = FIXTURES / "codex" / "0.171.0" / "states"
NOW: Final = EpochMs(1_796_050_800_000)
"""2026-11-30T15:00:00Z, on the day of the fixtures."""
THREAD: Final = "01a22cb4-86c8-7b71-81de-c9c23846e9fd"

_HOLD: Final = """
import fcntl, sys
file = open(sys.argv[1], "a")
if sys.argv[2] == "lock":
    fcntl.flock(file, fcntl.LOCK_EX)
print("ready", flush=True)
sys.stdin.read()
"""


def moment(text: str) -> EpochMs:
    """A time in words, in milliseconds."""
    return EpochMs(round(datetime.fromisoformat(text).timestamp() * 1000))


def stamp(at: int) -> str:
    """A time as Codex writes it."""
    text = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def line(kind: str, at: int = NOW, **payload: Any) -> bytes:
    """A line of a rollout."""
    text = json.dumps({"timestamp": stamp(at), "type": kind, "payload": payload})
    return text.encode() + b"\n"


def event(kind: str, at: int = NOW, **payload: Any) -> bytes:
    """A line that tells of an event."""
    return line("event_msg", at, type=kind, **payload)


def call(tool: str, call_id: str, arguments: object, at: int = NOW, **more: Any) -> bytes:
    """A line that calls a tool."""
    given = {"name": tool, "call_id": call_id, "arguments": json.dumps(arguments), **more}
    return line("response_item", at, type="function_call", **given)


def output(call_id: str, at: int = NOW) -> bytes:
    """A line that says what a tool gave."""
    return line("response_item", at, type="function_call_output", call_id=call_id, output="x")


def meta(thread: str = THREAD, at: int = NOW, **more: Any) -> bytes:
    """The first line of a rollout."""
    fields = {
        "id": thread,
        "timestamp": stamp(at),
        "cwd": "/home/dev/work",
        "originator": "codex-tui",
        "cli_version": "0.171.0",
        "source": "vscode",
        "thread_source": "user",
        **more,
    }
    return line("session_meta", at, **fields)


class Child:
    """A process that stays until it is ended, and that ends with us."""

    def __init__(self, arguments: list[str], environment: dict[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )

    def wait_until_ready(self) -> None:
        """Until it says that it has done what it was started for."""
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"

    def end(self) -> None:
        """Ends it at once, as a crash does."""
        self._process.kill()
        self._process.communicate()


class CodexWorld:
    """One home, its processes and the clock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.home = path / ".codex"
        (self.home / "sessions").mkdir(parents=True)
        self.locks = self.home / "thread-writer-locks"
        self.locks.mkdir()
        (self.locks / ".coordination.lock").touch()
        self.now = NOW
        self.variables = {"HOME": str(path)}
        self._children: list[Child] = []
        self._adapter: Codex | None = None

    @property
    def adapter(self) -> Codex:
        """The adapter of this home; the same one for all reads."""
        if self._adapter is None:
            self._adapter = self.new_adapter()
        return self._adapter

    def new_adapter(self, proc: str = "/proc") -> Codex:
        """An adapter that was just started."""
        return Codex(read_environment(self.variables), proc)

    def read(self, after_ms: int = 0) -> Reading:
        """A read, so much later."""
        self.now = EpochMs(self.now + after_ms)
        return self.adapter.read(self.now)

    def only(self, after_ms: int = 0) -> Session:
        """The one session that a read gives."""
        [session] = self.read(after_ms).sessions
        return session

    def state(self, name: str) -> Path:
        """Puts a state's file there; gives its path."""
        [source] = (STATES / name).rglob("rollout-*.jsonl")
        return self.place(source, str(source.relative_to(STATES / name)))

    def place(self, source: Path, relative: str) -> Path:
        """Puts a file into the home, last written when its last line was."""
        target = self.home / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        if target.name.startswith("rollout-"):
            set_written(target, last_stamp(target))
        return target

    def rollout(self, *lines: bytes, thread: str = THREAD, day: str = "2026/11/30") -> Path:
        """Makes a rollout of lines."""
        name = f"rollout-{day.replace('/', '-')}T13-00-00-{thread}.jsonl"
        path = self.home / "sessions" / day / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(lines))
        set_written(path, self.now)
        return path

    def append(self, path: Path, *lines: bytes) -> None:
        """Adds lines, as Codex does."""
        with path.open("ab") as file:
            file.write(b"".join(lines))

    def hold(self, thread: str = THREAD, *, since: int = NOW - 24 * 60 * 60_000) -> Child:
        """A program that has the thread open, for a day if nothing else is said."""
        path = self.locks / f"{thread}.lock"
        child = self._holding(path, "lock")
        set_written(path, since)
        return child

    def hold_file(self, path: Path) -> Child:
        """A program that has a file open to write to it."""
        return self._holding(path, "open")

    def _holding(self, path: Path, what: str) -> Child:
        child = self._child(Child([sys.executable, "-S", "-c", _HOLD, str(path), what]))
        child.wait_until_ready()
        return child

    def run_call(self, call_id: str, thread: str = THREAD) -> Child:
        """A process that runs a call."""
        variables = {"CODEX_TOOL_CALL_ID": call_id, "CODEX_THREAD_ID": thread}
        return self.run_with(variables)

    def run_with(self, variables: dict[str, str]) -> Child:
        """A process with these variables."""
        return self._child(Child(["/bin/cat"], dict(os.environ) | variables))

    def _child(self, child: Child) -> Child:
        self._children.append(child)
        return child

    def end_all(self) -> None:
        """Ends every process."""
        for child in self._children:
            child.end()


def set_written(path: Path, at: int) -> None:
    """Sets when a file was last written."""
    os.utime(path, ns=(at * 1_000_000, at * 1_000_000))


def last_stamp(path: Path) -> EpochMs:
    """When the last line of a rollout was written."""
    lines = (json.loads(one) for one in path.read_bytes().splitlines())
    return max((moment(one["timestamp"]) for one in lines if "timestamp" in one), default=NOW)


@contextmanager
def a_codex_world(path: Path) -> Iterator[CodexWorld]:
    """A home in an empty folder, whose processes end with it."""
    world = CodexWorld(path)
    try:
        yield world
    finally:
        world.end_all()
