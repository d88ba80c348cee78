"""One HTTP request and its answer, by one deadline and one size.

The standard library's http.client would do, but takes 27 ms to import (TLS and mail headers),
about as much as all the rest of `agent-lookout status`. Asked in HTTP/1.0, a server answers
whole and ends the connection, which leaves little to read.
"""

import re
import socket
import time
from typing import Final, NamedTuple

MAX_BODY: Final = 4 * 1024 * 1024
MAX_HEAD: Final = 16 * 1024

_BEGINNING: Final = b"HTTP/1."
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: [^\r\n]*)?")
_FIELD: Final = re.compile(rb"([A-Za-z0-9-]+):[ \t]*([^\r\n]*?)[ \t]*")
_LENGTH: Final = re.compile(rb"[0-9]{1,8}")


class NotAnAnswer(Exception):  # noqa: N818 -- what was sent, not a fault of the code
    """What came back is no whole HTTP answer with JSON in it."""


class Head(NamedTuple):
    """What is needed of the head of an answer."""

    status: int
    size: int
    """Bytes of the head itself, the empty line included."""
    length: int | None
    """Bytes of the body, or None when it goes on to the end of the connection."""


def ask(connected: socket.socket, host: str, path: str, deadline: float) -> tuple[int, bytes]:
    """Sends `GET path` and gives the status and the body; raises NotAnAnswer or OSError.

    The deadline is a moment of time.monotonic(), which no arriving byte moves: past it, it
    raises TimeoutError.
    """
    connected.settimeout(_left(deadline))
    connected.sendall(
        f"GET {path} HTTP/1.0\r\nHost: {host}\r\nAccept: application/json\r\n"
        "User-Agent: agent-lookout\r\n\r\n".encode("ascii")
    )
    data = bytearray()
    head = None
    while head is None or head.length is None or len(data) < head.size + head.length:
        connected.settimeout(_left(deadline))
        more = connected.recv(65_536)
        if not more:
            break
        data += more
        head = head or _head(data)
        if len(data) > MAX_HEAD + MAX_BODY:
            raise NotAnAnswer
    return _whole(head, bytes(data))


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _head(data: bytearray) -> Head | None:
    """The head, once all of it has come; what does not begin as one is not waited for."""
    if data[: len(_BEGINNING)] != _BEGINNING[: len(data)]:
        raise NotAnAnswer
    end = data.find(b"\r\n\r\n", 0, MAX_HEAD)
    if end < 0:
        if len(data) >= MAX_HEAD:
            raise NotAnAnswer
        return None
    first, *lines = bytes(data[:end]).split(b"\r\n")
    status = _STATUS.fullmatch(first)
    fields = [_FIELD.fullmatch(line) for line in lines]
    if status is None or None in fields:
        raise NotAnAnswer
    named = [(field[1].lower(), field[2]) for field in fields if field]
    return Head(int(status[1]), end + 4, _length(named))


def _length(fields: list[tuple[bytes, bytes]]) -> int | None:
    """The length the fields give, when they are those of plain JSON."""
    found = dict(fields)
    kind = found.get(b"content-type", b"").partition(b";")[0].strip().lower()
    is_plain = found.get(b"content-encoding", b"identity") == b"identity"
    if kind != b"application/json" or not is_plain or b"transfer-encoding" in found:
        raise NotAnAnswer
    lengths = {value for name, value in fields if name == b"content-length"}
    if not lengths:
        return None
    length = lengths.pop()
    if lengths or not _LENGTH.fullmatch(length) or int(length) > MAX_BODY:
        raise NotAnAnswer
    return int(length)


def _whole(head: Head | None, data: bytes) -> tuple[int, bytes]:
    if head is None:
        raise NotAnAnswer
    body = data[head.size :]
    if head.length is not None:
        if len(body) < head.length:
            raise NotAnAnswer
        body = body[: head.length]
    if len(body) > MAX_BODY:
        raise NotAnAnswer
    return head.status, body
