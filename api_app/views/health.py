"""`GET /api/health`: that it is Agent Lookout, and which version."""

from typing import Final

from django.http import HttpRequest, HttpResponse

from lookout.version import VERSION
from sessions_app.serializers import to_json

_ANSWER: Final = to_json({"ok": True, "version": VERSION})


async def health(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- Django's form
    """Always the same, as long as the server lives."""
    return HttpResponse(_ANSWER, content_type="application/json; charset=utf-8")
