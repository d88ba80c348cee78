"""`GET /api/resume?session=<id>`: the line that goes on with a session that has ended."""

import asyncio

from django.http import HttpRequest, HttpResponse

from api_app.acting import done
from api_app.errors import error
from sessions_app.actions.desk import RECEPTION
from sessions_app.actions.resume import FolderGone
from sessions_app.enrich.folders import GONE


async def resume(request: HttpRequest) -> HttpResponse:
    """A listed session's own line, or the one of a session that was ended from here."""
    session_id = request.GET.get("session", "")
    desk = RECEPTION.desk
    try:
        line = None if desk is None else await asyncio.to_thread(desk.resume, session_id)
    except FolderGone:
        return done({"problem": GONE})
    if line is None:
        return error(404, "There is no line to go on with this session.")
    return done(line)
