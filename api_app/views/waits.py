"""`GET /api/waits`: how often and how long sessions waited for the person."""

import asyncio

from django.http import HttpRequest, HttpResponse

from sessions_app.collector.memory import MEMORY
from sessions_app.serializers import to_json
from sessions_app.system.local_time import local_time


async def waits(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- Django's form
    """Today, by this computer's clock and zone, and over seven days."""
    body = to_json(await asyncio.to_thread(MEMORY.waits, local_time))
    return HttpResponse(body, content_type="application/json; charset=utf-8")
