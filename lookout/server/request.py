"""One HTTP request that was let through, on its way to the application."""

from typing import Any

from daphne.http_protocol import WebRequest

from lookout.guard import Refusal
from lookout.server.drain import Drain


class Request(WebRequest):
    """Daphne's request, whose errors read as every other refusal does."""

    def __init__(self, channel: Any, *rest: Any) -> None:
        super().__init__(channel, *rest)
        self.drain: Drain = channel.drain

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
