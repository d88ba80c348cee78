"""`GET /api/pull-requests`: whether they are asked for, and how that goes."""

from django.http import HttpRequest, HttpResponse

from sessions_app.enrich.gh_state import BOARD
from sessions_app.serializers import to_json


async def pull_requests(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- Django's form
    """The latest that is known; asking for it asks gh for nothing."""
    return HttpResponse(to_json(BOARD.latest), content_type="application/json; charset=utf-8")
