"""`GET /api/events`: what happened, newest first."""

from django.http import HttpRequest, HttpResponse

from api_app.errors import error
from api_app.queries import Unreadable, whole
from sessions_app.collector.memory import MEMORY
from sessions_app.serializers import to_json


async def events(request: HttpRequest) -> HttpResponse:
    """The latest events, or those after `since`."""
    try:
        since = whole(request, "since", least=0)
    except Unreadable as problem:
        return error(400, str(problem))
    body = to_json({"events": MEMORY.events(since or 0)})
    return HttpResponse(body, content_type="application/json; charset=utf-8")
