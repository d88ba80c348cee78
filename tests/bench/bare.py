"""The least that could do the job, for the noise of the machine: inotify, JSON, a websocket.

Run as a program with a folder: prints its port, then tells one client of every file that was
written, in the form of a diff of the live feed.
"""

import base64
import ctypes
import hashlib
import json
import os
import socket
import struct
import sys
from typing import Any, Final

_IN_CLOSE_WRITE: Final = 0x8
_EVENT: Final = struct.Struct("iIII")
_GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def _accept(listener: socket.socket) -> socket.socket:
    client, _ = listener.accept()
    request = b""
    while b"\r\n\r\n" not in request:
        request += client.recv(65_536)
    key = request.partition(b"Sec-WebSocket-Key: ")[2].partition(b"\r\n")[0]
    token = base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest())
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client.sendall(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + token + b"\r\n\r\n"
    )
    return client


def _frame(message: dict[str, Any]) -> bytes:
    text = json.dumps(message).encode()
    size = bytes((len(text),)) if len(text) < 126 else b"\x7e" + struct.pack(">H", len(text))
    return b"\x81" + size + text


def _names(events: bytes) -> list[str]:
    names: list[str] = []
    at = 0
    while at < len(events):
        *_, length = _EVENT.unpack_from(events, at)
        names.append(events[at + _EVENT.size :][:length].rstrip(b"\0").decode())
        at += _EVENT.size + length
    return names


def main(folder: str) -> None:
    """Tells one client of every change, until that client hangs up."""
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.inotify_init1(os.O_CLOEXEC)
    libc.inotify_add_watch(descriptor, os.fsencode(folder), _IN_CLOSE_WRITE)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(f"at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)  # noqa: T201
        client = _accept(listener)
    while True:
        for name in _names(os.read(descriptor, 65_536)):
            with open(os.path.join(folder, name), "rb") as file:
                fields = json.loads(file.read())
            session = {
                f"claude-code:{fields['sessionId']}": {"statusSince": fields["statusUpdatedAt"]}
            }
            client.sendall(_frame({"type": "diff", "patch": {"sessions": session}}))


if __name__ == "__main__":
    main(sys.argv[1])
