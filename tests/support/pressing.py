"""What a person pressed, on real processes: a home, what was read of it last, and the acts."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sessions_app.actions.stop import Stop
from sessions_app.adapter_api import Ending
from sessions_app.adapters.claude_code.adapter import ClaudeCode
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Snapshot, assemble
from sessions_app.domain.time_rules import TimeRules
from sessions_app.system.processes import Processes
from tests.support.claude_world import World

STUBBORN: Final = """
import signal, sys
signal.signal(signal.SIGTERM, lambda *_: print("asked", flush=True))
print("ready", flush=True)
while sys.stdin.readline():
    print("here", flush=True)
"""
"""A program that says when it is asked to end, and goes on."""


class Stubborn:
    """A process that does not end when it is asked to."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-u", "-c", STUBBORN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.pid = self._process.pid
        assert self.says() == "ready"

    def says(self) -> str:
        """The next thing it says."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    @property
    def was_left_alone(self) -> bool:
        """Whether it runs, and nobody has asked it to end."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self.says() == "here"

    def end(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.communicate()


class Pressing:
    """A home, and a Stop that acts on what was read of it last."""

    def __init__(self, world: World, patience_s: float = 10.0, **variables: str) -> None:
        self.world = world
        self.variables = variables
        self.adapter: ClaudeCode = world.adapter(**variables)
        self.snapshot: Snapshot = assemble(world.now, (), ())
        self.told: list[str] = []
        self.when_told: Callable[[], object] = lambda: None
        self.stop = Stop(
            lambda: self.snapshot, {"claude-code": self.adapter}, self._tell, patience_s
        )

    def _tell(self, session: Session, ending: Ending) -> None:
        self.told.append(session.id)
        self.when_told()

    def look(self, rules: TimeRules | None = None) -> Snapshot:
        """Reads what there is."""
        sessions = self.adapter.read(self.world.now).sessions
        self.snapshot = assemble(self.world.now, (), sessions, rules or TimeRules())
        return self.snapshot

    def listed_as(self, processes: Processes) -> None:
        """Reads what there is, on a system whose processes are as stated."""
        adapter = self.world.adapter(processes, **self.variables)
        self.snapshot = assemble(self.world.now, (), adapter.read(self.world.now).sessions)
        self.stop = Stop(lambda: self.snapshot, {"claude-code": adapter}, self._tell)

    def only(self) -> Session:
        """The one session there is."""
        [session] = self.look().sessions
        return session

    def session(self, pid: int | None = None, /, **more: Any) -> Session:
        """The session of a process, once its file is written and read."""
        fields = self.world.fields(pid, **more)
        self.world.write(fields)
        return next(one for one in self.look().sessions if one.pid == fields["pid"])


@contextmanager
def a_pressing(path: Path, patience_s: float = 10.0, **variables: str) -> Iterator[Pressing]:
    """A home whose processes end with it."""
    world = World(path)
    try:
        yield Pressing(world, patience_s, **variables)
    finally:
        world.end()
