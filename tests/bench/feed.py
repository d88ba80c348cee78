"""A page's end of `/ws/live/`: notes when each message came, and reads it afterwards."""

import base64
import json
import os
import socket
import threading
import time
from collections import deque
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self

from tests.bench.patience import Unmeasurable, wait_until

_TEXT: Final = 1
_PING: Final = 9
_PONG: Final = 10


class Feed:
    """One open websocket; its messages are only stamped while it is being measured."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = self._shake_hands(port)
        self._socket.settimeout(None)
        self._messages: deque[tuple[int, bytes]] = deque()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(timeout=5)
        self._socket.close()

    def _shake_hands(self, port: int) -> bytes:
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            (
                f"GET /ws/live/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                f"Origin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\n\r\n"
            ).encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            if not (more := self._socket.recv(65_536)):
                raise Unmeasurable("The live feed hung up during the handshake.")
            answer += more
        head, _, rest = answer.partition(b"\r\n\r\n")
        if b" 101 " not in head.splitlines()[0]:
            raise Unmeasurable(f"The live feed was refused: {head.splitlines()[0]!r}.")
        return rest

    def _read(self) -> None:
        with suppress(OSError):
            while True:
                self._take_frames(time.monotonic_ns())
                if not (more := self._socket.recv(1 << 20)):
                    return
                self._buffer += more

    def _take_frames(self, now: int) -> None:
        while (frame := _first_frame(self._buffer)) is not None:
            kind, payload, length = frame
            self._buffer = self._buffer[length:]
            if kind == _TEXT:
                self._messages.append((now, payload))
            elif kind == _PING:
                # A page's frames are masked; with a mask of zeros they stay as they are.
                head = bytes((0x80 | _PONG, 0x80 | len(payload)))
                self._socket.sendall(head + bytes(4) + payload)

    def first(self) -> int:
        """The monotonic nanosecond in which the first message came, waited for."""
        wait_until(lambda: bool(self._messages), 10, "The live feed sent nothing.")
        return self._messages[0][0]

    def changes(self) -> dict[tuple[str, int], int]:
        """When each session's each `statusSince` came, by its id and that moment."""
        found: dict[tuple[str, int], int] = {}
        for received, text in list(self._messages):
            for one, change in _sessions_in(json.loads(text)).items():
                if isinstance(change, dict) and "statusSince" in change:
                    found.setdefault((one, change["statusSince"]), received)
        return found


def _sessions_in(message: dict[str, Any]) -> dict[str, Any]:
    sessions: dict[str, Any] = message.get("patch", {}).get("sessions", {})
    return sessions


def _first_frame(data: bytes) -> tuple[int, bytes, int] | None:
    """The kind, payload and whole length of the first frame; None while it is not all there."""
    if len(data) < 2:
        return None
    length, start = data[1] & 0x7F, 2
    if length >= 126:
        start = 4 if length == 126 else 10
        if len(data) < start:
            return None
        length = int.from_bytes(data[2:start], "big")
    end = start + length
    return (data[0] & 0x0F, data[start:end], end) if len(data) >= end else None
