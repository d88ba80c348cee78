"""`GET /api/history`: how many sessions there were in each status, poll by poll."""

from django.http import HttpRequest, HttpResponse

from api_app.errors import error
from api_app.queries import Unreadable, whole
from sessions_app.collector.memory import MEMORY
from sessions_app.domain.history import WINDOW_MS
from sessions_app.serializers import to_json


async def history(request: HttpRequest) -> HttpResponse:
    """The points of the last `windowMs`, at most six hours."""
    try:
        window = whole(request, "windowMs", least=1)
    except Unreadable as problem:
        return error(400, str(problem))
    body = to_json(MEMORY.history(WINDOW_MS if window is None else window))
    return HttpResponse(body, content_type="application/json; charset=utf-8")
