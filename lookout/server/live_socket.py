"""A websocket: server to page, with little taken from the page and a slow one cut off."""

import time
from collections import deque
from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from lookout.guard import Refusal
from lookout.server.drain import Drain
from lookout.server.limits import Limits

GOING_AWAY = 1001
NO_BINARY = 1003
TOO_OFTEN = 1008
TOO_BIG = 1009


class LiveSocket(WebSocketProtocol):
    """One open websocket. Autobahn frames, daphne feeds the application; this class limits."""

    _is_asked = False

    def connectionMade(self) -> None:
        """Take the connection over from the HTTP channel that was asked to upgrade it."""
        self.limits: Limits = self.factory.limits
        self._frame_times: deque[float] = deque(maxlen=self.limits.frames_in_a_second)
        self.drain = Drain(self.transport, self.factory.reactor.callLater, self.limits)
        self.transport.unregisterProducer()
        self.transport.registerProducer(self.drain, True)
        self.factory.open.add(self)
        super().connectionMade()

    def connectionLost(self, reason: Any) -> None:
        """Give the seat free."""
        self.factory.open.discard(self)
        self.factory.connections.discard(self.transport)
        self.drain.stopProducing()
        super().connectionLost(reason)

    # What the page sends

    def dataReceived(self, data: bytes) -> None:
        """Take bytes, but none that a page sends before its handshake was answered.

        Autobahn 26 would read them as a second handshake and open the socket to the application
        once more.
        """
        if self.state == self.STATE_CONNECTING and self._is_asked:
            self.transport.abortConnection()
        elif not self.failedByMe:
            self._is_asked = True
            super().dataReceived(data)

    def onFrameBegin(self) -> None:
        """Count every frame, pings and pieces of messages too."""
        now = time.monotonic()
        times = self._frame_times
        is_flood = len(times) == times.maxlen and now - times[0] < 1.0
        times.append(now)
        super().onFrameBegin()
        if is_flood:
            self._fail_connection(TOO_OFTEN, "too many messages")

    def onMessageBegin(self, isBinary: bool) -> None:
        """Take text alone."""
        super().onMessageBegin(isBinary)
        if isBinary:
            self._fail_connection(NO_BINARY, "send text")

    def onMessageFrameBegin(self, length: int) -> None:
        """Bound a message over all its frames.

        Autobahn's own limit on messages holds for what is sent as well, where snapshots need more.
        """
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > self.limits.message_bytes_in and not self.failedByMe:
            self._fail_connection(TOO_BIG, "message too long")

    def _fail_connection(self, code: int = GOING_AWAY, reason: str = "") -> None:
        """Say why and hang up, where autobahn would drop the connection without a word."""
        if self.state == self.STATE_OPEN:
            self.failedByMe = True  # autobahn throws away what is in its hands
            self.data = b""
            self.sendCloseFrame(code=code, reasonUtf8=reason.encode()[:123])
            self.transport.unregisterProducer()
            self.transport.loseWriteConnection()

    # What it is sent

    def sendHttpErrorResponse(self, code: int, reason: str, responseHeaders: Any = None) -> None:
        """Refuse a handshake as every other request is refused."""
        sentence = "The live feed could not be opened; load the page again."
        self.sendData(Refusal(code, sentence).as_http())

    def serverSend(self, content: Any, binary: bool = False) -> None:
        """Send, unless the page is gone already or has far too much unread."""
        if self.state not in (self.STATE_CONNECTING, self.STATE_OPEN):
            return
        if self.drain.unsent() > self.limits.unsent_bytes_cut:
            self.transport.abortConnection()
            return
        super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:
        """Close with any code; autobahn's `sendClose` refuses an application 1001 and 1008."""
        self.sendCloseFrame(code=1000 if code is None else code)

    def dropConnection(self, abort: bool = False) -> None:
        """Close the connection, within the time for that if there is something left to send."""
        super().dropConnection(abort)
        if not abort:
            self.drain.expect_empty()


class LiveSocketFactory(WebSocketFactory):
    """Makes a LiveSocket of each connection that is upgraded."""

    protocol = LiveSocket

    def __init__(self, server: Any, limits: Limits, connections: set[Any]) -> None:
        super().__init__(server, server="")
        self.limits = limits
        self.open: set[LiveSocket] = set()
        self.connections = connections
        """The transports of all connections of the server, kept by its ChannelFactory."""
        self.setProtocolOptions(
            versions=[13],
            autoPingTimeout=limits.pong_seconds,
            maxFramePayloadSize=limits.message_bytes_in,
            maxMessagePayloadSize=limits.message_bytes_out,
        )
