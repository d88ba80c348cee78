"""The routes that act: what each is called by, how much it takes, and who may ask for it.

Such a route answers our own page and no other: every check here is one that a form, a link or a
script of another site cannot pass, as a browser sends none of these headers for it unasked.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lookout.guard.answers import Refusal
from lookout.guard.head import Head


@dataclass(frozen=True, slots=True)
class ActingRoute:
    """What a request to one path must say, and how long its body may be."""

    action: bytes
    """The value of X-Agent-Lookout-Action."""
    body_bytes: int


ACTING: Final[Mapping[bytes, ActingRoute]] = {
    b"/api/history/clear": ActingRoute(b"clear-history", 1_024),
    b"/api/settings/time-rules": ActingRoute(b"time-rules", 2_048),
    b"/api/jump": ActingRoute(b"jump", 1_024),
    b"/api/sessions/stop": ActingRoute(b"stop", 1_024),
    b"/api/sessions/clean-up": ActingRoute(b"clean-up", 8_192),
}
"""Every route that acts, by its exact path. A view that acts is reached through no other."""

_taken_away: Final[set[bytes]] = set()

_JSON: Final = re.compile(
    rb'application/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?', re.IGNORECASE
)
_LENGTH: Final = re.compile(rb"[0-9]+")


def take_away(*paths: bytes) -> None:
    """For the rest of this process, these paths do not act: a setting says so."""
    _taken_away.update(paths)


def route_at(path: bytes) -> ActingRoute | None:
    """The route that acts at a path, when there is one."""
    return None if path in _taken_away else ACTING.get(path)


def body_limit(path: bytes) -> int:
    """How many bytes of a body a request for this path may have."""
    route = route_at(path)
    return 0 if route is None else route.body_bytes


def too_long(limit: int) -> Refusal:
    """The answer to a body longer than its route takes."""
    return Refusal(413, f"The body may have {limit} bytes here; send a shorter one.")


def judge_acting(head: Head, route: ActingRoute) -> Refusal | None:
    """Why a request that any rule lets through may still not act; None when it may."""
    if head.method != b"POST":
        sentence = "This address does something when asked to; send POST."
        return Refusal(405, sentence, ((b"allow", b"POST"),))
    if b"origin" not in head.fields:
        return Refusal(403, "Only the page of Agent Lookout may ask for this; use it there.")
    # A read may come from an address bar; what acts is only ever asked for by a page.
    if b"sec-fetch-site" in head.fields and head.only(b"sec-fetch-site") != b"same-origin":
        return Refusal(403, "Only the page of Agent Lookout may ask for this; use it there.")
    if head.only(b"x-agent-lookout-action") != route.action:
        action = route.action.decode()
        return Refusal(403, f"What to do must be named; send X-Agent-Lookout-Action: {action}.")
    if not _JSON.fullmatch(head.only(b"content-type") or b""):
        return Refusal(415, "The body must be JSON; send Content-Type: application/json.")
    return _judge_length(head, route.body_bytes)


def _judge_length(head: Head, limit: int) -> Refusal | None:
    # A body in chunks says how long it is only once it is there.
    if b"transfer-encoding" in head.fields or b"content-length" not in head.fields:
        return Refusal(411, "The body's length must be known first; send Content-Length.")
    length = head.only(b"content-length")
    if length is None or not _LENGTH.fullmatch(length):
        return Refusal(400, "The body's length could not be read; send one whole number.")
    digits = length.lstrip(b"0")
    if len(digits) > 9 or int(digits or b"0") > limit:
        return too_long(limit)
    return None
