"""The page. It is the same for everyone: what it shows comes over the websocket."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from lookout.version import VERSION


async def overview(request: HttpRequest, session_id: str = "") -> HttpResponse:  # noqa: ARG001
    """The Overview, also at a session's address: the page reads there whose details to open."""
    return _page(request, "overview")


async def sources(request: HttpRequest) -> HttpResponse:
    """The Sources view."""
    return _page(request, "sources")


async def settings(request: HttpRequest) -> HttpResponse:
    """The Settings view."""
    return _page(request, "settings")


def _page(request: HttpRequest, view: str) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    context = {"view": view, "version": VERSION, "address": request.get_host()}
    answer = render(request, f"{view}.html", context)
    # A kept page could be of another version than the server it talks to.
    answer["Cache-Control"] = "no-store"
    return answer
