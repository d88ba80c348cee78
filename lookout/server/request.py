"""One HTTP request that was let through, on its way to the application."""

from io import BytesIO
from typing import Any

from daphne.http_protocol import WebRequest

from lookout.guard import Refusal, too_long
from lookout.server.drain import Drain


class Request(WebRequest):
    """Daphne's request, whose errors read as every other refusal does."""

    def __init__(self, channel: Any, *rest: Any) -> None:
        super().__init__(channel, *rest)
        self.drain: Drain = channel.drain

    def gotLength(self, length: int | None) -> None:
        """Keep the body in memory: Twisted puts one of 100,000 bytes or more into a file."""
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:
        """Take a piece of the body, unless there is more of it than was let through."""
        limit = self.channel.body_limit
        if self.content.tell() + len(data) > limit:
            self.channel.refuse(too_long(limit))
        else:
            super().handleContentChunk(data)

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Answer for daphne, which would write HTML, and twice when an answer has begun."""
        if self._response_started:
            self.channel.transport.abortConnection()
            return
        error = (
            "The request could not be read." if status < 500 else "Agent Lookout could not answer."
        )
        refusal = Refusal(status, f"{error} Load the page again.")
        start = {"type": "http.response.start", "status": status, "headers": refusal.headers}
        self.handle_reply(start)
        self.handle_reply({"type": "http.response.body", "body": refusal.body})
