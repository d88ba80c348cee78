"""`GET /api/sessions`: the latest snapshot."""

from django.http import HttpRequest, HttpResponse

from sessions_app.collector.cache import CACHE
from sessions_app.serializers import to_json


async def sessions(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- Django's form
    """Every source and session, as they were last read."""
    return HttpResponse(to_json(CACHE.latest), content_type="application/json; charset=utf-8")
