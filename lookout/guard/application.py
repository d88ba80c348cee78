"""The gate as an ASGI application around the outermost one."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from lookout.guard.acting import body_limit, too_long
from lookout.guard.answers import Refusal, with_our_headers
from lookout.guard.head import Head
from lookout.guard.rules import judge

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

logger = logging.getLogger(__name__)


class Guard:
    """Lets through to `application` what the rules let through, page, static file and API alike."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a refusal here, or let the request through and see to its answer's headers."""
        match scope["type"]:
            case "http":
                await self._http(scope, receive, send)
            case "websocket":
                await self._websocket(scope, receive, send)
            case _:
                await self._application(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = _head_of(scope)
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = with_our_headers(message.get("headers", ()), is_api=head.is_api)
                message = {**message, "headers": headers}
            await send(message)

        refusal = judge(head) or _refuse_moved(scope)
        if refusal is not None:
            await _answer(refusal, send)
            return
        limit = body_limit(head.path)
        try:
            await self._application(scope, _up_to(limit, receive), send_with_headers)
        except _TooLong:
            await _answer(too_long(limit), send)
        except Exception:
            logger.exception("A request ended in an unexpected error")
            if started:
                raise
            await _answer(
                Refusal(500, "Agent Lookout hit an error of its own; its log has it."), send
            )

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if judge(_head_of(scope)) is None and _refuse_moved(scope) is None:
            await self._application(scope, receive, send)
        else:
            await send({"type": "websocket.close"})  # a server answers 403 to it before accepting


class _TooLong(Exception):  # noqa: N818 -- what a client sent, not a fault of the code
    """More of a body came than its head said."""


def _up_to(limit: int, receive: Receive) -> Receive:
    """What is received, a body only up to `limit` bytes, whatever its head said of it."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise _TooLong
        return message

    return bounded


def _head_of(scope: Scope) -> Head:
    path = scope.get("raw_path") or scope["path"].encode()
    query = scope.get("query_string", b"")
    server = scope.get("server")
    is_websocket = scope["type"] == "websocket"
    return Head.of(
        b"GET" if is_websocket else scope["method"].encode(),
        path + b"?" + query,
        scope["headers"],
        is_websocket=is_websocket,
        port=server[1] if server and server[1] else 80,
    )


def _refuse_moved(scope: Scope) -> Refusal | None:
    """Routes are looked up in `path`, which a server may have cut with a client's root path."""
    if scope.get("root_path"):
        return Refusal(400, "Agent Lookout is at the root of its address; ask for it there.")
    return None


async def _answer(refusal: Refusal, send: Send) -> None:
    start = {"type": "http.response.start", "status": refusal.status, "headers": refusal.headers}
    await send(start)
    await send({"type": "http.response.body", "body": refusal.body})
