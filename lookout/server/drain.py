"""Back-pressure: what makes a writer wait for a slow reader, and cuts off one that never reads."""

import asyncio
from typing import Any

from lookout.server.limits import Limits


class Drain:
    """Watches what waits to be sent on one connection.

    Daphne 4.2's `send` only appends to Twisted's buffer and never waits. Twisted tells a registered
    producer (this class, or one that calls it) when its buffer passes 64 KiB and when it is empty.
    """

    def __init__(self, transport: Any, call_later: Any, limits: Limits) -> None:
        self._transport = transport
        self._call_later = call_later
        self._limits = limits
        self._waiting: list[asyncio.Future[None]] = []
        self._cut: Any = None
        self._closed = False

    def unsent(self) -> int:
        """Bytes that were written and that the kernel has not taken yet."""
        # Twisted 26 keeps them in two buffers and has no public count.
        transport = self._transport
        return int(len(transport.dataBuffer) - transport.offset + transport._tempDataLen)

    async def wait(self) -> None:
        """Return once little enough is unsent, or the connection is gone."""
        if self._closed or self.unsent() <= self._limits.unsent_bytes:
            return
        emptied = asyncio.get_running_loop().create_future()
        self._waiting.append(emptied)
        await emptied

    def expect_empty(self) -> None:
        """Cut the connection off unless all is sent, or it is closed, within the time for that."""
        if self._cut is None and not self._closed:
            seconds = self._limits.stall_seconds
            self._cut = self._call_later(seconds, self._transport.abortConnection)

    def pauseProducing(self) -> None:
        """The buffer is full: the reader's time runs."""
        self.expect_empty()

    def resumeProducing(self) -> None:
        """The buffer is empty: whoever waited goes on."""
        if self._cut is not None and self._cut.active():
            self._cut.cancel()
        self._cut = None
        waiting, self._waiting = self._waiting, []
        for emptied in waiting:
            if not emptied.done():
                emptied.set_result(None)

    def stopProducing(self) -> None:
        """The connection is gone: nobody waits for it."""
        self._closed = True
        self.resumeProducing()
