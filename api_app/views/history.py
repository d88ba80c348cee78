"""`GET /api/history`, sessions by status poll by poll, and `POST /api/history/clear`."""

import asyncio

from django.http import HttpRequest, HttpResponse

from api_app.acting import Body, Pace, done, refused, takes
from api_app.errors import error
from api_app.queries import Unreadable, whole
from sessions_app.collector.broadcast import HUB
from sessions_app.collector.memory import MEMORY
from sessions_app.domain.clock import wall_clock
from sessions_app.domain.history import WINDOW_MS

_pace = Pace()


async def history(request: HttpRequest) -> HttpResponse:
    """The points of the last `windowMs`, at most six hours."""
    try:
        window = whole(request, "windowMs", least=1)
    except Unreadable as problem:
        return error(400, str(problem))
    wanted = WINDOW_MS if window is None else window
    return done(await asyncio.to_thread(MEMORY.history, wanted))


class _Nothing(Body, frozen=True):
    """Exactly `{}`."""


@takes(_Nothing)
async def clear(body: _Nothing) -> HttpResponse:  # noqa: ARG001 -- there is nothing in it
    """Deletes what is kept and forgets what happened until now."""
    return await _pace.run(_clear)


async def _clear() -> HttpResponse:
    now = wall_clock()
    problem = await asyncio.to_thread(MEMORY.clear, now)
    HUB.start_afresh()
    if problem is not None:
        return refused(500, "failed", problem)
    return done({"ok": True, "clearedAt": now})
