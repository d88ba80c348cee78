"""Programs of the product as children: the server with what it costs, and one-shot commands."""

import http.client
import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from tests.bench.patience import Unmeasurable, wait_until

ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 15.0

# What pip writes for the console script of a package.
_CONSOLE_SCRIPT: Final = """\
import re
import sys
from lookout.cli import main
if __name__ == '__main__':
    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])
    sys.exit(main())
"""


@dataclass(frozen=True, slots=True)
class Memory:
    """What a process holds, in bytes."""

    resident: int
    proportional: int | None
    """Its share of what several processes hold together; None where the system does not say."""
    own: int | None
    """What would be free if it ended."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Processor time so far, and whether it had children; of children that were waited for."""

    at_ns: int
    own_ns: int
    children_ns: int
    children_faults: int
    """Page faults of children that ended: no process runs without one."""
    children: frozenset[int]

    def share_since(self, before: "Spent") -> float:
        """Per cent of one core that the process itself took since then."""
        return 100 * (self.own_ns - before.own_ns) / (self.at_ns - before.at_ns)

    def children_share_since(self, before: "Spent") -> float:
        """Per cent of one core that children took which ended since then."""
        return 100 * (self.children_ns - before.children_ns) / (self.at_ns - before.at_ns)

    def children_since(self, before: "Spent") -> int:
        """How many children were started since then, at least; 0 is exact."""
        alive = len(self.children - before.children)
        return alive + (1 if self.children_faults != before.children_faults else 0)


def environment(home: Path, **more: str) -> dict[str, str]:
    """The whole environment of a child: this tree's code, that home, and no program on PATH."""
    nothing = home / "bin"
    nothing.mkdir(exist_ok=True)
    return {
        "HOME": str(home),
        "PATH": str(nothing),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
        **more,
    }


def console_script(home: Path) -> list[str]:
    """How `agent-lookout` is started, as pip would have it start from this tree."""
    script = home / "agent-lookout"
    if not script.exists():
        script.write_text(_CONSOLE_SCRIPT)
    return [sys.executable, str(script)]


class Child:
    """A program that serves, from its start until it is told to end."""

    def __init__(self, arguments: Sequence[str], variables: Mapping[str, str]) -> None:
        self._complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115 -- stop() closes it
        self.started_ns = time.monotonic_ns()
        self._process = subprocess.Popen(
            arguments,
            env=dict(variables),
            cwd=variables["HOME"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
        )
        self.pid = self._process.pid
        try:
            self.port = self._announced_port()
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _announced_port(self) -> int:
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE_S)
        line = self._process.stdout.readline().decode() if ready else ""
        match = re.search(r":([0-9]+)(?:\s|$)", line)
        if match is None:
            raise Unmeasurable(f"The server did not start: {self.complaints() or 'no word'}")
        return int(match[1])

    def complaints(self) -> str:
        """What it wrote to stderr."""
        self._complaints.seek(0)
        return self._complaints.read().strip()

    def stop(self) -> None:
        """Ends it, within two seconds."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        if said := self.complaints():
            print(f"The server said: {said}", file=sys.stderr)  # noqa: T201
        self._complaints.close()

    def memory(self) -> Memory:
        """What it holds now."""
        rolled_up = _kilobytes(f"/proc/{self.pid}/smaps_rollup")
        own = [size for name, size in rolled_up.items() if name.startswith("Private_")]
        return Memory(
            resident=_kilobytes(f"/proc/{self.pid}/status")["VmRSS"],
            proportional=rolled_up.get("Pss"),
            own=sum(own) if own else None,
        )

    def spent(self) -> Spent:
        """The processor time it took so far, to the nanosecond, ended threads included."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        tick = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
        children: set[int] = set()
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            with suppress(FileNotFoundError):  # a thread that just ended
                children.update(map(int, (task / "children").read_text().split()))
        return Spent(
            at_ns=time.monotonic_ns(),
            # The clock of a process's processor time, as clock_getcpuclockid(3) makes its number.
            own_ns=time.clock_gettime_ns((~self.pid << 3) | 2),
            children_ns=(int(fields[13]) + int(fields[14])) * tick,
            children_faults=int(fields[8]),
            children=frozenset(children),
        )

    def get(self, path: str) -> tuple[int, bytes]:
        """The status and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def shown(self) -> dict[str, tuple[str, str | None]]:
        """What it shows: each session's status and what it asks, by its id."""
        sessions: list[dict[str, Any]] = json.loads(self.get("/api/sessions")[1])["sessions"]
        return {one["id"]: (one["status"], one.get("waitingText")) for one in sessions}

    def wait_for(self, expected: Mapping[str, tuple[str, str | None]]) -> None:
        """Returns once exactly this is shown."""
        wait_until(
            lambda: self.shown() == expected,
            PATIENCE_S,
            "The server never showed the sessions that there are.",
            every=0.003,
        )


def serve(home: Path, **more: str) -> Child:
    """`agent-lookout runserver` on a free port, with that home."""
    arguments = [*console_script(home), "runserver", "--port", "0"]
    return Child(arguments, environment(home, **more))


def run_once(arguments: Sequence[str], variables: Mapping[str, str]) -> tuple[float, float]:
    """The processor time and the wall time, in milliseconds, of a program that ends by itself."""
    began = time.monotonic_ns()
    silence = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0o600) for number in (0, 1, 2)]
    pid = os.posix_spawn(arguments[0], list(arguments), dict(variables), file_actions=silence)
    _, _, used = os.wait4(pid, 0)
    wall = (time.monotonic_ns() - began) / 1e6
    return (used.ru_utime + used.ru_stime) * 1000, wall


def _kilobytes(path: str) -> dict[str, int]:
    try:
        text = Path(path).read_text()
    except OSError:
        return {}
    return {
        name: int(size) * 1024
        for name, size in re.findall(r"^(\w+):\s+([0-9]+) kB$", text, re.MULTILINE)
    }
