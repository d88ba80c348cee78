"""A client that speaks bytes: what no HTTP library would send is what these tests are about."""

import json
import os
import queue
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPResponse
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
PATIENCE = 10.0
"""Seconds after which a test gives up on what should have come at once."""


class Served:
    """The application of tests/support/served.py, running."""

    def __init__(self, arguments: list[str], folder: Path) -> None:
        self.folder = folder
        """Where it would put temporary files."""
        self._complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115 -- kill() closes it
        environment = os.environ | {"TMPDIR": str(folder), "PYTHONWARNINGS": "error"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.served", *arguments],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self._lines.put(line.rstrip("\n"))

    def wait_for(self, beginning: str) -> str:
        """The next line that begins so."""
        while True:
            line = self._lines.get(timeout=PATIENCE)
            if line.startswith(beginning):
                return line

    def listen(self) -> None:
        """Wait until it answers."""
        began = time.monotonic()
        self.port = int(self.wait_for("listening ").split()[1])
        self.started_in = time.monotonic() - began

    def end(self) -> tuple[int, str]:
        """Its exit code and what it complained of, once it is gone."""
        code = self.process.wait(timeout=PATIENCE)
        self._complaints.seek(0)
        return code, self._complaints.read()

    def kill(self) -> None:
        """End it if it still runs, and let go of all that belongs to it."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        self._complaints.close()

    @property
    def host(self) -> bytes:
        """What a browser puts into Host."""
        return b"127.0.0.1:%d" % self.port


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[Served]:
    """The application, by its command line."""
    server = Served(list(arguments), folder)
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def served(folder: Path, host: str = "127.0.0.1", **limits: Any) -> Iterator[Served]:
    """The application, listening, with some limits changed; it ends without a complaint."""
    with started(folder, json.dumps(limits), host) as server:
        server.listen()
        yield server
        if server.process.poll() is None:
            server.process.terminate()
            assert server.end() == (0, "")


@dataclass
class Answer:
    """An answer, or status 0 when there was none."""

    status: int
    headers: Message
    body: bytes

    @property
    def error(self) -> str:
        """The sentence of a refusal, whose body holds nothing else."""
        assert self.headers["content-type"] == "application/json; charset=utf-8"
        content = json.loads(self.body)
        assert list(content) == ["error"]
        return str(content["error"])


class Listening(Protocol):
    """Whatever answers at a port of this computer."""

    @property
    def port(self) -> int: ...
    @property
    def host(self) -> bytes: ...


def connect(server: Listening) -> socket.socket:
    """A connection that loses patience."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def read_answer(connection: socket.socket, method: str = "GET") -> Answer:
    """The next answer on a connection."""
    response = HTTPResponse(connection, method=method)
    try:
        response.begin()
        return Answer(response.status, response.headers, response.read())
    except ConnectionError:
        return Answer(0, Message(), b"")
    finally:
        response.close()


def ask(server: Listening, raw: bytes, method: str = "GET") -> Answer:
    """The answer to bytes, with HOST in them standing for the server's own."""
    with connect(server) as connection:
        with suppress(ConnectionError):  # an answer may be there all the same
            connection.sendall(raw.replace(b"HOST", server.host))
        return read_answer(connection, method)


def get(path: bytes = b"/api/health", *lines: bytes, host: bytes = b"HOST") -> bytes:
    """The bytes of a plain request, and further header lines."""
    head = [b"GET " + path + b" HTTP/1.1", b"Host: " + host, *lines, b"", b""]
    return b"\r\n".join(head)


def opening(
    path: bytes = b"/ws/live/",
    *lines: bytes,
    host: bytes = b"HOST",
    origin: bytes | None = b"http://HOST",
    version: bytes = b"13",
) -> bytes:
    """The bytes of a browser's opening of a websocket."""
    own = [
        b"Connection: keep-alive, Upgrade",
        b"Upgrade: websocket",
        b"Sec-WebSocket-Version: " + version,
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
    ]
    if origin is not None:
        own.append(b"Origin: " + origin)
    return get(path, *own, *lines, host=host)


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A client's frame, masked with zeros."""
    first = (0x80 if last else 0) | opcode
    if len(payload) < 126:
        length = bytes([0x80 | len(payload)])
    elif len(payload) < 65_536:
        length = b"\xfe" + struct.pack("!H", len(payload))
    else:
        length = b"\xff" + struct.pack("!Q", len(payload))
    return bytes([first]) + length + b"\0\0\0\0" + payload


TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
ENDED, RESET = (-1, b""), (-2, b"")


class Page:
    """An open websocket, as a page has one."""

    def __init__(
        self, server: Served, path: bytes = b"/ws/live/", buffer: int | None = None
    ) -> None:
        self.connection = socket.socket()
        if buffer is not None:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.connection.settimeout(PATIENCE)
        self.connection.connect(("127.0.0.1", server.port))
        self.connection.sendall(opening(path).replace(b"HOST", server.host))
        self._input = self.connection.makefile("rb")
        self.head = b""
        while not self.head.endswith(b"\r\n\r\n"):
            line = self._input.readline()
            assert line, self.head
            self.head += line
        assert self.head.startswith(b"HTTP/1.1 101 "), self.head

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up without a word."""
        self._input.close()
        self.connection.close()

    def send(self, opcode: int, payload: bytes = b"", *, last: bool = True) -> None:
        """Send one frame."""
        self.connection.sendall(frame(opcode, payload, last=last))

    def say(self, text: str) -> None:
        """Send a message."""
        self.send(TEXT, text.encode())

    def read(self) -> tuple[int, bytes]:
        """The next frame's opcode and payload, or one of ENDED and RESET."""
        try:
            start = self._input.read(2)
            if len(start) < 2:
                return ENDED
            length = start[1]
            if length == 126:
                length = struct.unpack("!H", self._input.read(2))[0]
            elif length == 127:
                length = struct.unpack("!Q", self._input.read(8))[0]
            return start[0] & 15, self._input.read(length)
        except ConnectionError:
            return RESET

    def closing(self) -> int:
        """The code of the close frame that comes, after whatever comes before it."""
        while True:
            opcode, payload = self.read()
            assert opcode >= 0, "no close frame came"
            if opcode == CLOSE:
                return int(struct.unpack("!H", payload[:2])[0])


def soon(attempt: Callable[[], T], wanted: T) -> T:
    """What an attempt gives, made again until it is what is wanted or patience ends."""
    end = time.monotonic() + PATIENCE
    while (outcome := attempt()) != wanted and time.monotonic() < end:
        pass
    return outcome
