"""`/ws/live/`: one open page. It tells; nothing that acts comes in over it."""

import asyncio
import contextlib
from typing import Any

import msgspec
from channels.generic.websocket import AsyncWebsocketConsumer
from msgspec import Struct, structs

from sessions_app.collector.broadcast import HUB, Page
from sessions_app.collector.cache import CACHE, Published
from sessions_app.domain.clock import wall_clock
from sessions_app.messages import SnapshotMessage
from sessions_app.serializers import to_json


class _FromPage(Struct):
    type: str


class LiveConsumer(AsyncWebsocketConsumer):
    """Sends a whole snapshot, then what changes; sends it whole again when asked."""

    # The hub sends to pages itself: Channels' layer drops in silence and wakes the loop late.
    channel_layer_alias = None
    _page: Page
    _sender: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """A page opened; the guard has judged where it comes from."""
        await self.accept()
        self._page = Page()
        HUB.add(self._page)
        self._sender = asyncio.create_task(self._send_all())

    async def disconnect(self, code: int) -> None:  # noqa: ARG002 -- the form of Channels
        """The page closed."""
        if self._sender is not None:
            HUB.remove(self._page)
            self._sender.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: Any = None) -> None:  # noqa: ARG002 -- likewise
        """A page asks for everything anew; what is not known is passed over."""
        with contextlib.suppress(msgspec.MsgspecError, RecursionError):
            if msgspec.json.decode(text_data or "", type=_FromPage).type == "resync":
                self._page.start_afresh()

    async def _send_all(self) -> None:
        while True:
            text = await self._page.take()
            if text is None:
                # Nothing is awaited between these two, so no message falls between them.
                published = CACHE.published
                self._page.revision = published.revision
                text = _whole(published)
            await self.send(text_data=text)


def _whole(published: Published) -> str:
    """Everything, with the present moment: by it the page sets its clock."""
    snapshot = structs.replace(published.snapshot, generated_at=wall_clock())
    return to_json(SnapshotMessage(published.revision, snapshot)).decode()
