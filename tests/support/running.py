"""Agent Lookout itself, as a child process on a home made for it."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.support.home import Home

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 15
# A shell's background job has SIGINT ignored, and a child inherits that.
_MAIN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from lookout.cli import main
main()
"""
COMMAND = [sys.executable, "-c", _MAIN]


def environment(home: Path, **variables: str) -> dict[str, str]:
    """What the child is told: this home, these variables, and no program to find."""
    return {
        "HOME": str(home),
        "PATH": "/nonexistent",
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        **variables,
    }


class Server:
    """A running server."""

    def __init__(self, process: "subprocess.Popen[str]", address: str) -> None:
        self.process = process
        self.address = address
        self.port = int(address.rpartition(":")[2])
        self.host = f"127.0.0.1:{self.port}".encode()

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Asks for a path: status, headers with lower-case names, body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def act(self, path: str, action: str, body: object, **headers: str) -> tuple[int, Any]:
        """Presses something as the page does: status, and the answer; waits its turn."""
        given = {
            "Origin": self.address,
            "Sec-Fetch-Site": "same-origin",
            "X-Agent-Lookout-Action": action,
            "Content-Type": "application/json",
            **headers,
        }
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        while True:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
            try:
                connection.request("POST", path, data, given)
                answer = connection.getresponse()
                content = json.loads(answer.read())
            finally:
                connection.close()
            if answer.status != 429:
                return answer.status, content
            time.sleep(float(answer.headers["Retry-After"]))

    def snapshot(self) -> dict[str, Any]:
        """What /api/sessions answers."""
        snapshot: dict[str, Any] = json.loads(self.get("/api/sessions")[2])
        return snapshot

    def session(self, session_id: str) -> dict[str, Any] | None:
        """One session of the snapshot."""
        return next((s for s in self.snapshot()["sessions"] if s["id"] == session_id), None)

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first snapshot for which something holds."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            snapshot = self.snapshot()
            if holds(snapshot):
                return snapshot
            time.sleep(0.01)  # between two questions, not instead of one
        raise AssertionError(f"It never came to hold; last: {json.dumps(snapshot)[:2000]}")

    def until_session(self, session_id: str, **fields: Any) -> dict[str, Any]:
        """One session, once it has these fields."""

        def found(snapshot: dict[str, Any]) -> dict[str, Any] | None:
            for one in snapshot["sessions"]:
                if one["id"] == session_id and fields.items() <= one.items():
                    return dict(one)
            return None

        session = found(self.until(lambda snapshot: found(snapshot) is not None))
        assert session is not None
        return session

    def page(self) -> AbstractContextManager[ClientConnection]:
        """A websocket as the page opens it."""
        return connect(
            f"ws://127.0.0.1:{self.port}/ws/live/", origin=Origin(self.address), compression=None
        )

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Sends a signal and waits; gives the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)


@contextmanager
def running(
    home: Home | Path,
    *arguments: str,
    command: str = "runserver",
    port: int = 0,
    **variables: str,
) -> Iterator[Server]:
    """A server that is ready to answer, on a free port unless one is given."""
    path = home.path if isinstance(home, Home) else home
    process = subprocess.Popen(
        [*COMMAND, command, "--port", str(port), *arguments],
        env=environment(path, **variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline()
        if "http://" not in line:
            raise AssertionError(f"It did not start: {line}{process.stderr.read()}")
        yield Server(process, line.split()[line.split().index("at") + 1])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
