"""The page. What it shows of sessions comes over the websocket, to each of its views alike."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from msgspec import to_builtins

from lookout.version import VERSION
from sessions_app.collector.rules import RULES
from sessions_app.forms import TimeRulesForm, fields_of


async def overview(request: HttpRequest, session_id: str = "") -> HttpResponse:  # noqa: ARG001
    """The Overview, also at a session's address: the page reads there whose details to open."""
    return _page(request, "overview")


async def sources(request: HttpRequest) -> HttpResponse:
    """The Sources view."""
    return _page(request, "sources")


async def settings(request: HttpRequest) -> HttpResponse:
    """The Settings view, with the form of the time rules as they are."""
    form = TimeRulesForm(initial=fields_of(to_builtins(RULES.current)))
    return _page(request, "settings", rules=form, rules_problem=RULES.problem)


def _page(request: HttpRequest, view: str, **more: Any) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    context = {"view": view, "version": VERSION, "address": request.get_host(), **more}
    answer = render(request, f"{view}.html", context)
    # A kept page could be of another version than the server it talks to.
    answer["Cache-Control"] = "no-store"
    return answer
