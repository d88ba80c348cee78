"""The open pages, and the one way from a worker's thread to the event loop."""

import asyncio
from collections import deque
from typing import Final

QUEUE_LIMIT: Final = 64
"""Messages kept for a page that reads slowly; past them it gets a whole snapshot instead."""


class Page:
    """One open websocket's queue; lives in the event loop, like all of this module."""

    def __init__(self) -> None:
        self.revision = 0
        """The revision that the page has once it has read all that is queued."""
        self._queue: deque[str] = deque()
        self._is_behind = True
        self._changed = asyncio.Event()

    def put(self, text: str, base: int, revision: int) -> None:
        """Queues a message that follows on from revision `base`.

        A page that connected a moment ago can have it in its snapshot already; one that lacks
        what came before it, or reads too slowly, starts afresh.
        """
        has_it = revision < self.revision or base < revision == self.revision
        if self._is_behind or has_it:
            return
        if base != self.revision or len(self._queue) >= QUEUE_LIMIT:
            self.start_afresh()
            return
        self.revision = revision
        self._queue.append(text)
        self._changed.set()

    def start_afresh(self) -> None:
        """The page needs a whole snapshot: it fell behind, or asked for one."""
        self._queue.clear()
        self._is_behind = True
        self._changed.set()

    async def take(self) -> str | None:
        """The next message; None when the page needs a whole snapshot instead."""
        while not self._queue and not self._is_behind:
            self._changed.clear()
            await self._changed.wait()
        if self._is_behind:
            self._is_behind = False
            return None
        return self._queue.popleft()


class Hub:
    """The set of open pages."""

    def __init__(self) -> None:
        self._pages: set[Page] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop that the pages live in; until then nothing is sent."""
        self._loop = loop

    def add(self, page: Page) -> None:
        """A page opened."""
        self._pages.add(page)

    def remove(self, page: Page) -> None:
        """A page closed."""
        self._pages.discard(page)

    def start_afresh(self) -> None:
        """What pages remember is no longer so: each gets a whole snapshot, and asks anew."""
        for page in self._pages:
            page.start_afresh()

    def send(self, text: str, base: int, revision: int) -> None:
        """Sends every page a message that leads from revision `base` to `revision`.

        May be called from any thread.
        """
        # asyncio wakes at once for this call, and for no other made from a thread.
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._publish, text, base, revision)

    def _publish(self, text: str, base: int, revision: int) -> None:
        for page in self._pages:
            page.put(text, base, revision)


HUB = Hub()
"""The hub of this process: there is one server in it, and so one set of pages."""
