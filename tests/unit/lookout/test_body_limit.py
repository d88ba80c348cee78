"""A body as the server takes it: in memory, and never more than its route may have."""

from io import BytesIO
from typing import Any

import pytest
from twisted.internet.testing import StringTransport

from lookout.guard import ACTING
from lookout.server.channel import ChannelFactory
from lookout.server.limits import Limits

HOST = b"127.0.0.1:4777"


class Connections:
    """What a request tells its server."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    def protocol_connected(self, request: Any) -> None:
        """A request began."""

    def protocol_disconnected(self, request: Any) -> None:
        """A request is over."""


@pytest.fixture(params=ACTING, ids=bytes.decode)
def path(request: pytest.FixtureRequest) -> bytes:
    """Every route that acts."""
    return bytes(request.param)


@pytest.fixture
def channel(path: bytes) -> Any:
    """A connection on which a body of the most bytes was announced."""
    factory = ChannelFactory(Connections(), Limits())
    factory.doStart()
    channel = factory.buildProtocol(None)
    channel.callLater = lambda *_: None
    transport = StringTransport()
    transport.loseWriteConnection = lambda: None  # it has no other half
    channel.makeConnection(transport)
    head = [
        b"POST " + path + b" HTTP/1.1",
        b"Host: " + HOST,
        b"Origin: http://" + HOST,
        b"X-Agent-Lookout-Action: " + ACTING[path].action,
        b"Content-Type: application/json",
        b"Content-Length: %d" % ACTING[path].body_bytes,
    ]
    channel.dataReceived(b"\r\n".join([*head, b"", b""]))
    return channel


def test_a_body_is_kept_in_memory(channel: Any) -> None:
    assert isinstance(channel.requests[-1].content, BytesIO)


def test_more_than_the_route_takes_is_cut_off_whatever_was_announced(
    channel: Any, path: bytes
) -> None:
    request = channel.requests[-1]
    limit = ACTING[path].body_bytes
    request.handleContentChunk(b"x" * limit)
    assert channel.transport.value() == b""
    request.handleContentChunk(b"x")
    assert channel.transport.value().startswith(b"HTTP/1.1 413 ")
    assert request.content.tell() == limit
    # What was refused is not handed on, though the parser thinks it whole.
    channel.allContentReceived()
    assert channel.transport.value().count(b"HTTP/1.1 ") == 1
