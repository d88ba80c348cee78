"""An HTTP connection: its requests are judged when their heads end, and it has deadlines."""

from typing import Any, Final

from twisted.web.http import HTTPChannel, HTTPFactory

from lookout.guard import Head, Refusal, body_limit, judge, judge_handshake
from lookout.server.drain import Drain
from lookout.server.limits import Limits
from lookout.server.request import Request

# Cookies know no port, so those of every other server on this computer come along; we set none.
# The others would have autobahn parse offers that the live feed makes nothing of.
_UNREAD: Final = frozenset((b"cookie", b"sec-websocket-extensions", b"sec-websocket-protocol"))


class Channel(HTTPChannel):
    """One connection. Twisted parses; this class judges, counts and looks at the clock."""

    requestFactory = Request
    _clock: Any = None
    _is_reading = False
    _is_refused = False
    body_limit = 0
    """Bytes that the body of the request at hand may have."""

    def connectionMade(self) -> None:
        """Begin, with the time for a first request running."""
        self.limits: Limits = self.factory.limits
        self.MAX_LENGTH = self.limits.line_bytes
        self.drain = Drain(self.transport, self.callLater, self.limits)
        super().connectionMade()
        self.factory.open.add(self.transport)
        self._set_clock(self.limits.idle_seconds, self._leave)

    def connectionLost(self, reason: Any) -> None:
        """End: nothing waits for this connection any more."""
        self._set_clock(None)
        self.factory.open.discard(self.transport)
        self.drain.stopProducing()
        super().connectionLost(reason)

    def _set_clock(self, seconds: float | None, then: Any = None) -> None:
        if self._clock is not None and self._clock.active():
            self._clock.cancel()
        self._clock = None if seconds is None else self.callLater(seconds, then)

    def _leave(self) -> None:
        if self.drain.unsent():
            self.transport.abortConnection()
        else:
            self.loseConnection()

    def _too_slow(self) -> None:
        self.refuse(Refusal(408, "The request did not arrive whole in time; send it again."))

    # Reading a request

    def dataReceived(self, data: bytes) -> None:
        """Take bytes; the first of a request starts its time, and none after it prolongs that."""
        if self._is_refused:
            return
        if data and not self._is_reading and not self._handlingRequest:
            self._is_reading = True
            self._set_clock(self.limits.request_seconds, self._too_slow)
        super().dataReceived(data)

    def lineReceived(self, line: bytes) -> None:
        """Take a line of the head, unless it is one too many or one folded onto the last."""
        if self._is_refused:
            return
        if line[:1] in (b" ", b"\t"):
            # Twisted joins folded lines, and a proxy may have judged only the first.
            self.refuse(Refusal(400, "A header of this request is folded; send it on one line."))
        elif self._receivedHeaderSize + len(line) > self.limits.head_bytes:
            self.refuse(Refusal(431, "The request's headers are too long; send fewer or shorter."))
        else:
            super().lineReceived(line)

    def lineLengthExceeded(self, line: bytes) -> None:
        """Refuse a line that is too long, which Twisted would answer with nothing."""
        if hasattr(self, "_command"):
            self.refuse(Refusal(431, "A header of this request is too long; send a shorter one."))
        else:
            self.refuse(Refusal(414, "The address is too long; ask for a shorter one."))

    def headerReceived(self, line: bytes) -> bool:
        """Keep a header, unless nothing here reads it."""
        name, _, value = line.partition(b":")
        name = name.lower()
        if name in _UNREAD:
            return True
        if self._receivedHeaderCount >= self.limits.header_lines:
            self.refuse(Refusal(431, "The request has too many headers; send fewer."))
            return False
        if name == b"content-length" and len(value) > 24:
            # Twisted 26 would hand it to int(), which raises over 4,300 digits.
            self.refuse(Refusal(413, "No body of that length is taken; send a shorter one."))
            return False
        return bool(super().headerReceived(line))

    def allHeadersReceived(self) -> None:
        """Judge the request now: left alone, Twisted takes its body first, onto the disk."""
        head = self._head()
        refusal = judge(head)
        if refusal is None and head.is_websocket:
            refusal = judge_handshake(head) or self._all_seats_taken()
        if refusal is None:
            self.body_limit = body_limit(head.path)
            super().allHeadersReceived()
        else:
            self.length = None  # or Twisted would handle a request without a body at once
            self.refuse(refusal)

    def _head(self) -> Head:
        sent = self.requests[-1].requestHeaders
        upgrade = sent.getRawHeaders(b"upgrade", [b""])[0]
        return Head.of(
            self._command,
            self._path,
            [(name, value) for name, values in sent.getAllRawHeaders() for value in values],
            is_websocket=upgrade.lower() == b"websocket",  # as daphne tells
            port=self.transport.getHost().port,
        )

    def _all_seats_taken(self) -> Refusal | None:
        if len(self.factory.server.ws_factory.open) < self.limits.websockets:
            return None
        return Refusal(
            503, f"{self.limits.websockets} pages are connected already; close one of them first."
        )

    def rawDataReceived(self, data: bytes) -> None:
        """Take what is no line: a body, or what follows a request that is being handled."""
        if not self._is_refused:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:
        """Hand the whole request over; its time is no longer the client's."""
        if self._is_refused:
            return
        self._is_reading = False
        self._set_clock(None)
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:
        """Wait for the next request, or for the connection to end."""
        self._set_clock(self.limits.idle_seconds, self._leave)
        super().requestDone(request)

    # Refusing one

    def refuse(self, refusal: Refusal) -> None:
        """Answer and stop listening; the connection ends when the client has had time to read.

        Closing with bytes unread makes the kernel send a reset, which may overtake the answer.
        """
        self._is_refused = True
        self._dataBuffer.clear()
        is_head = getattr(self, "_command", None) == b"HEAD"
        self.transport.write(refusal.as_http(head_only=is_head))
        self.transport.unregisterProducer()
        self.transport.resumeProducing()
        self.transport.loseWriteConnection()
        self._set_clock(self.limits.linger_seconds, self.transport.abortConnection)

    def _respondToBadRequestAndDisconnect(self) -> None:
        """Refuse for Twisted (26.10 answers a bare 400 here) whatever it cannot parse."""
        self.refuse(Refusal(400, "The request could not be read as HTTP; send it again."))

    # Writing an answer

    def pauseProducing(self) -> None:
        """The client does not read as fast as the answer is written."""
        self.drain.pauseProducing()
        super().pauseProducing()

    def resumeProducing(self) -> None:
        """The client has read all there was."""
        self.drain.resumeProducing()
        super().resumeProducing()


class ChannelFactory(HTTPFactory):
    """Makes a Channel of each new connection, up to a number."""

    protocol = Channel

    def __init__(self, server: Any, limits: Limits) -> None:
        super().__init__(timeout=None)  # Twisted's idle timer starts anew with every byte
        self.server = server
        self.limits = limits
        self.open: set[Any] = set()
        """The transports of all connections; those that became websockets stay in."""

    def buildProtocol(self, addr: Any) -> Any:
        """A Channel, or None, at which Twisted closes the connection."""
        if len(self.open) >= self.limits.connections:
            return None
        return super().buildProtocol(addr)

    def startFactory(self) -> None:
        """Start no access log, nor the clock that ticks once a second for its lines."""

    def stopFactory(self) -> None:
        """Nothing was started."""

    def log(self, request: Any) -> None:
        """Keep no access log."""
