"""What every route that acts does once the gate has let its request through.

The gate (lookout/guard/acting.py) has judged who asks and how long the body is. Here the body is
read strictly, an act is kept from following on another too soon, and an answer gets its form.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse
from msgspec import Struct, ValidationError, convert

from api_app.errors import error, not_found
from sessions_app.serializers import to_json
from sessions_app.system.json_text import NotJson, whole_object

GAP_S: Final = 1.0

T = TypeVar("T", bound="Body")
View = Callable[[HttpRequest], Coroutine[Any, Any, HttpResponse]]


class Body(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """What the body of a request that acts must be: these fields, each of its type, no others.

    A field has no default, or it might be left out.
    """


def takes(
    type_: type[T], is_there: Callable[[], bool] = lambda: True
) -> Callable[[Callable[[T], Awaitable[HttpResponse]]], View]:
    """Makes a view of a function that acts on a body of this type.

    With a setting that takes it away, there is no such address.
    """

    def as_view(act: Callable[[T], Awaitable[HttpResponse]]) -> View:
        @wraps(act)
        async def view(request: HttpRequest) -> HttpResponse:
            if not is_there():
                return not_found(request)
            if request.method != "POST":
                answer = error(405, "This address does something when asked to; send POST.")
                answer["Allow"] = "POST"
                return answer
            try:
                body = convert(whole_object(request.body), type_)
            except (NotJson, ValidationError):
                sentence = "The body is not what this address takes; docs/API.md shows it."
                return refused(400, "unreadable", sentence)
            return await act(body)

        return view

    return as_view


class Pace:
    """Lets one act begin a second, and none while another is under way."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: float | None = None
        self._under_way: asyncio.Future[HttpResponse] | None = None

    async def run(self, act: Callable[[], Awaitable[HttpResponse]]) -> HttpResponse:
        """The act's answer, or 429 in its place."""
        now = self._clock()
        is_busy = self._under_way is not None and not self._under_way.done()
        if is_busy or (self._began is not None and now - self._began < GAP_S):
            answer = refused(429, "too-soon", "That was quick; wait a second and do it again.")
            answer["Retry-After"] = "1"
            return answer
        self._began, self._under_way = now, asyncio.ensure_future(act())
        # A page that is closed meanwhile does not make the act end, or another begin.
        return await asyncio.shield(self._under_way)


def done(value: Any) -> HttpResponse:
    """The answer to an act that was done."""
    return _answer(200, value)


def accepted(reason: str, sentence: str) -> HttpResponse:
    """The answer to an act that was begun, and whose end is not known."""
    return refused(202, reason, sentence)


def refused(status: int, reason: str, sentence: str, **more: Any) -> HttpResponse:
    """The answer to one that was not: a word for programs, a sentence for people."""
    return _answer(status, {"ok": False, "reason": reason, "error": sentence, **more})


def _answer(status: int, value: Any) -> HttpResponse:
    return HttpResponse(
        to_json(value), status=status, content_type="application/json; charset=utf-8"
    )
