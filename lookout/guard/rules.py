"""Whether a request may be answered, judged on its raw head alone.

Websites are kept away by Host (DNS rebinding), Origin and Sec-Fetch-Site (a page of another
origin, other ports of this computer included). What the stack could read in more than one way is
refused, so that nothing behind the gate understands a request otherwise than the gate did.
"""

import re
from collections.abc import Callable
from typing import Final

from lookout.guard.acting import judge_acting, route_at
from lookout.guard.answers import Refusal
from lookout.guard.head import Head

LIVE_PATH: Final = b"/ws/live/"

# Exact names: webpack-dev-server once let every IP address pass (CVE-2025-30360).
_HOST: Final = re.compile(
    rb"(?:127\.0\.0\.1|localhost|\[::1\])(?::([1-9][0-9]{0,4}))?", re.IGNORECASE
)
_PATH: Final = re.compile(rb"/|(?:/[A-Za-z0-9._~!$&'()*+,;=:@-]+)+/?")
_QUERY: Final = re.compile(rb"[!\"$-~]*")
# NEL counts as a line end to autobahn (daphne's CVE-2026-44546), the others as that to somebody.
_UNREADABLE_VALUE: Final = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f\x85]")
_SOCKET_KEY: Final = re.compile(rb"[A-Za-z0-9+/]{22}==")


Rule = Callable[[Head], Refusal | None]


def _headers_are_plain(head: Head) -> Refusal | None:
    # Underscores become dashes in a WSGI environment (CVE-2015-0219, Django's CVE-2026-3902), and
    # daphne lets any client move the application with Daphne-Root-Path.
    if any(b"_" in name or name == b"daphne-root-path" for name in head.fields):
        return Refusal(400, "A header of this request is not one to send; leave it out.")
    if any(_UNREADABLE_VALUE.search(value) for values in head.fields.values() for value in values):
        return Refusal(400, "A header of this request holds a control character; leave it out.")
    return None


def _host_is_ours(head: Head) -> Refusal | None:
    if len(head.fields.get(b"host", ())) != 1:
        return Refusal(400, "A request names one host; send exactly one Host header.")
    match = _HOST.fullmatch(head.fields[b"host"][0])
    # The port is not compared with ours: an ssh tunnel may lend us another.
    if match is None or int(match[1] or 80) > 65_535:
        sentence = f"Agent Lookout does not answer to this host name; open {head.address} instead."
        return Refusal(403, sentence)
    return None


def _origin_is_ours(head: Head) -> Refusal | None:
    """Scheme, name and port: a page of another server on this computer is not ours."""
    if b"origin" not in head.fields:
        return None
    # A browser writes both of them in lower case.
    if head.only(b"origin") != b"http://" + head.fields[b"host"][0].lower():
        sentence = f"Agent Lookout answers to no page but its own; open {head.address} instead."
        return Refusal(403, sentence)
    return None


def _origin_is_sent(head: Head) -> Refusal | None:
    """No Origin, no browser; and a browser's page may connect to any websocket it likes."""
    if b"origin" not in head.fields:
        host = head.fields[b"host"][0].decode("latin-1").lower()
        return Refusal(403, f"The live feed needs to know who asks; send Origin: http://{host}.")
    return None


def _site_is_ours(head: Head) -> Refusal | None:
    values = head.fields.get(b"sec-fetch-site", [])
    # "none" is a person: an address typed, a bookmark, a link in a terminal.
    if len(values) > 1 or any(value not in (b"same-origin", b"none") for value in values):
        return Refusal(
            403, f"Another site asked for this; put {head.address} into the address bar yourself."
        )
    return None


def _target_is_plain(head: Head) -> Refusal | None:
    """One spelling a path, so that nothing is decoded or resolved after it was judged."""
    path = head.path
    dots = any(part in (b".", b"..") for part in path.split(b"/"))
    if dots or not _PATH.fullmatch(path) or not _QUERY.fullmatch(head.query):
        return Refusal(
            400,
            "The address could not be read; its path takes no %, no // and no dots for folders.",
        )
    return None


def _only_reads(head: Head) -> Refusal | None:
    allowed = (b"GET",) if head.is_api else (b"GET", b"HEAD")
    if head.method not in allowed:  # exactly: Django would make GET of "get"
        words = b" or ".join(allowed).decode()
        sentence = f"There is only something to read at this address; ask with {words}."
        return Refusal(405, sentence, ((b"allow", b", ".join(allowed)),))
    return None


def _has_no_body(head: Head) -> Refusal | None:
    if b"transfer-encoding" in head.fields:
        return Refusal(400, "A request that reads has no body; send it without Transfer-Encoding.")
    if any(value.strip(b"0") for value in head.fields.get(b"content-length", ())):
        return Refusal(413, "A request that reads has no body; send it without one.")
    return None


def _is_live_feed(head: Head) -> Refusal | None:
    if head.path != LIVE_PATH:
        return Refusal(404, "There is no live feed at this address; it is at /ws/live/.")
    return None


_EVERY_REQUEST: Final[tuple[Rule, ...]] = (
    _headers_are_plain,
    _host_is_ours,
    _origin_is_ours,
    _site_is_ours,
    _target_is_plain,
)


def _may_act(head: Head) -> Refusal | None:
    route = route_at(head.path)
    return None if route is None else judge_acting(head, route)


READING: Final[tuple[Rule, ...]] = (*_EVERY_REQUEST, _only_reads, _has_no_body)
DOING: Final[tuple[Rule, ...]] = (*_EVERY_REQUEST, _may_act)
CONNECTING: Final[tuple[Rule, ...]] = (
    *_EVERY_REQUEST,
    _origin_is_sent,
    _has_no_body,
    _is_live_feed,
)


def judge(head: Head) -> Refusal | None:
    """Why a request is not answered, or None when it may be."""
    for rule in _rules_for(head):
        if (refusal := rule(head)) is not None:
            return refusal
    return None


def _rules_for(head: Head) -> tuple[Rule, ...]:
    if head.is_websocket:
        return CONNECTING
    return READING if route_at(head.path) is None else DOING


def judge_handshake(head: Head) -> Refusal | None:
    """Why the opening of a websocket is none; for the server, an application sees no handshake."""
    if head.only(b"sec-websocket-version") != b"13":
        sentence = "The live feed speaks version 13 of the websocket protocol; ask for that."
        return Refusal(
            426, sentence, ((b"sec-websocket-version", b"13"), (b"upgrade", b"websocket"))
        )
    tokens = b",".join(head.fields.get(b"connection", ())).lower().split(b",")
    key = head.only(b"sec-websocket-key") or b""
    if head.method != b"GET" or b"upgrade" not in map(bytes.strip, tokens):
        return Refusal(400, "The live feed is asked for with GET and Connection: Upgrade.")
    if not _SOCKET_KEY.fullmatch(key):
        return Refusal(400, "The live feed needs one Sec-WebSocket-Key of 16 bytes in base64.")
    return None
