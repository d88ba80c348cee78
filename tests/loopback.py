"""Real servers on loopback for tests: one that answers, one that hangs, a port nobody has."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from api_app.address import Address, of_listener

Behaviour = Callable[[socket.socket, threading.Event], None]
"""What a server does with one connection whose request has arrived; the event says it is over."""


@contextmanager
def serving(
    behave: Behaviour, ip: str = "127.0.0.1", heads: list[bytes] | None = None
) -> Iterator[Address]:
    """A server that treats each connection in turn as it is told, and notes what was asked."""
    family = socket.AF_INET6 if ":" in ip else socket.AF_INET
    over = threading.Event()
    with socket.create_server((ip, 0), family=family) as listener:
        thread = threading.Thread(
            target=_serve, args=(listener, behave, over, [] if heads is None else heads)
        )
        thread.start()
        try:
            yield of_listener(ip, listener.getsockname()[1])
        finally:
            over.set()
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def _serve(
    listener: socket.socket, behave: Behaviour, over: threading.Event, heads: list[bytes]
) -> None:
    while not over.is_set():
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection, suppress(OSError):
            request = b""
            while b"\r\n\r\n" not in request and (more := connection.recv(4096)):
                request += more
            if request:
                heads.append(request)
                behave(connection, over)


def answers(body: object, status: str = "200 OK", **headers: str) -> Behaviour:
    """Answers with a body, as JSON unless it is bytes."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"Content_Type": "application/json", "Content_Length": str(len(data)), **headers}
    lines = [f"HTTP/1.1 {status}", *(f"{k.replace('_', '-')}: {v}" for k, v in given.items())]
    return says("\r\n".join([*lines, "", ""]).encode() + data)


def says(raw: bytes) -> Behaviour:
    """Sends these bytes and ends the connection."""

    def behave(connection: socket.socket, over: threading.Event) -> None:
        connection.sendall(raw)

    return behave


def hangs(connection: socket.socket, over: threading.Event) -> None:
    """Takes the connection and says nothing."""
    over.wait()


def trickles(connection: socket.socket, over: threading.Event) -> None:
    """Says one more byte every twentieth of a second, and never all of it."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Long: ")
    while not over.wait(0.05):
        connection.sendall(b"x")


def dead_port() -> int:
    """A port of 127.0.0.1 that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def session(name: str = "one", status: str = "working", **more: Any) -> dict[str, Any]:
    """A session as `GET /api/sessions` gives it."""
    return {"id": f"codex:{name}", "source": "codex", "name": name, "status": status, **more}


def source(state: str = "ok", **more: Any) -> dict[str, Any]:
    """A source as `GET /api/sessions` gives it."""
    return {"id": "codex", "label": "Codex", "state": state, "detail": "Reads its files.", **more}


def snapshot(
    *sessions: dict[str, Any],
    sources: tuple[dict[str, Any], ...] | None = None,
    generated_at: int = 1_000_000,
) -> dict[str, Any]:
    """What `GET /api/sessions` answers."""
    given = (source(),) if sources is None else sources
    return {"generatedAt": generated_at, "sources": list(given), "sessions": list(sessions)}
