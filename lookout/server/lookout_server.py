"""The server: one port on a loopback address, one event loop, a clean end within a second."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from typing import Any

# First: it installs the reactor that all below gets.
from daphne.server import Server
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError, ReactorNotRunning
from twisted.logger import globalLogBeginner

from lookout.guard.application import Application
from lookout.server.channel import ChannelFactory
from lookout.server.limits import Limits
from lookout.server.live_socket import GOING_AWAY, LiveSocketFactory

LOOPBACK = ("127.0.0.1", "::1")

logger = logging.getLogger(__name__)


class LookoutServer(Server):
    """Serves an ASGI application over HTTP and websocket to this computer alone."""

    def __init__(
        self,
        application: Application,
        host: str,
        port: int,
        *,
        on_listening: Callable[[int], None],
        on_stopping: Callable[[], None],
        limits: Limits | None = None,
    ) -> None:
        """`port` 0 takes a free one.

        `on_listening` is called with the port, in the running loop, once it is bound;
        `on_stopping` likewise, once the pages have been told that the server goes away. Neither
        may take long: nothing is served meanwhile.
        """
        if host not in LOOPBACK:
            raise ValueError(
                f"{host} is not a loopback address; listen on {' or '.join(LOOPBACK)}."
            )
        self.limits = limits or Limits()
        super().__init__(
            application,
            endpoints=[f"{host} port {port}"],  # shown only; serve() binds it itself
            ping_interval=self.limits.ping_seconds,
            ping_timeout=self.limits.pong_seconds,
            websocket_timeout=-1,  # a page may stay open for weeks
            server_name="",
        )
        self._host = host
        self._port = port
        self._on_listening = on_listening
        self._on_stopping = on_stopping
        self._exit_code = 0

    def serve(self) -> int:
        """Run in the main thread until SIGINT or SIGTERM; the exit code for the process.

        The process must end then: a thread ends it for those who don't get there.
        """
        self.connections: dict[Any, dict[str, Any]] = {}
        self.http_factory = ChannelFactory(self, self.limits)
        self.ws_factory = LiveSocketFactory(self, self.limits, self.http_factory.open)
        globalLogBeginner.beginLoggingTo([_log_fault], redirectStandardIO=False, discardBuffer=True)
        asyncio.set_event_loop(reactor._asyncioEventloop)
        try:
            listening = reactor.listenTCP(
                self._port, self.http_factory, backlog=128, interface=self._host
            )
        except CannotListenError as error:
            reason = getattr(error.socketError, "strerror", None) or error.socketError
            logger.error(  # noqa: TRY400 -- the sentence says it all
                "Cannot listen on %s port %s: %s.", self._host, self._port, reason
            )
            return 1
        reactor.callLater(0, self._begin, listening.getHost().port)
        reactor.callLater(1, self.application_checker)
        reactor.callLater(2, self.timeout_checker)
        reactor.addSystemEventTrigger("before", "shutdown", self._end)
        reactor.run()
        return self._exit_code

    def _begin(self, port: int) -> None:
        try:
            self._on_listening(port)
        except Exception:
            logger.exception("The server could not start")
            self._exit_code = 1
            reactor.stop()

    def _end(self) -> Any:
        """Begin the end, and be sure of it.

        A thread that is stuck would hold up the interpreter's own exit as well.
        """
        last_resort = threading.Timer(self.limits.stop_seconds, os._exit, (self._exit_code,))
        last_resort.daemon = True
        last_resort.start()
        return Deferred.fromFuture(asyncio.ensure_future(self._end_pages()))

    async def _end_pages(self) -> None:
        """Close websockets with 1001 and cancel what runs.

        In place of `kill_all_applications`: daphne 4.2.3 raises KeyError there for a connection
        that was upgraded within the last second, sends no close frame, and waits without end.
        """
        for socket in list(self.ws_factory.open):
            if socket.state == socket.STATE_OPEN:
                socket.sendCloseFrame(code=GOING_AWAY)
        running = [
            details["application_instance"]
            for details in self.connections.values()
            if "application_instance" in details
        ]
        for application in running:
            application.cancel()
        if running:
            await asyncio.wait(running, timeout=self.limits.end_seconds)
        try:
            self._on_stopping()
        except Exception:
            logger.exception("The server could not end cleanly")

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send a message of the application, and wait while the client has too much unread."""
        await super().handle_reply(protocol, message)
        await protocol.drain.wait()


def _log_fault(event: dict[str, Any]) -> None:
    """Pass on Twisted's and autobahn's unexpected errors, and nothing else that they say."""
    failure = event.get("log_failure")
    # ReactorNotRunning is a second Ctrl-C while the first is being obeyed.
    if failure is not None and not failure.check(ReactorNotRunning):
        details = (failure.type, failure.value, failure.getTracebackObject())
        logger.error("Unexpected error in the server", exc_info=details)
