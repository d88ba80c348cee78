"""The rules of the routes that act, on heads written out byte for byte."""

from typing import Any

import pytest

from lookout.guard import ACTING, Guard, Head, acting, judge
from lookout.guard.application import Message, Receive, Scope, Send

OURS = b"127.0.0.1:4777"
ORIGIN = b"http://" + OURS


@pytest.fixture(params=ACTING, ids=bytes.decode)
def path(request: pytest.FixtureRequest) -> bytes:
    """Every route that acts."""
    return bytes(request.param)


def fields(path: bytes, **changes: bytes | None) -> list[tuple[bytes, bytes]]:
    """What our page sends; a change of None takes the header away."""
    own: dict[str, Any] = {
        "host": OURS,
        "origin": ORIGIN,
        "sec-fetch-site": b"same-origin",
        "x-agent-lookout-action": ACTING[path].action,
        "content-type": b"application/json",
        "content-length": b"2",
    } | {name.replace("_", "-"): value for name, value in changes.items()}
    return [(name.encode(), value) for name, value in own.items() if value is not None]


def status(path: bytes, *more: tuple[bytes, bytes], method: bytes = b"POST", **changes: Any) -> int:
    """How a request of our page, but for some changes, is judged; 200 when it is let through."""
    head = Head.of(method, path, [*fields(path, **changes), *more], is_websocket=False, port=4777)
    refusal = judge(head)
    return 200 if refusal is None else refusal.status


def test_a_press_on_our_page_is_let_through(path: bytes) -> None:
    assert status(path) == 200


def test_a_browser_that_does_not_tell_its_site_is_let_through(path: bytes) -> None:
    assert status(path, sec_fetch_site=None) == 200


@pytest.mark.parametrize(
    "method", [b"GET", b"HEAD", b"PUT", b"DELETE", b"OPTIONS", b"PATCH", b"post", b"Post", b"X"]
)
def test_no_other_method_acts(path: bytes, method: bytes) -> None:
    head = Head.of(method, path, fields(path), is_websocket=False, port=4777)
    refusal = judge(head)
    assert refusal is not None
    assert refusal.status == 405
    assert (b"allow", b"POST") in refusal.headers


@pytest.mark.parametrize(
    "origin",
    [
        None,
        b"",
        b"null",
        b"https://evil.example",
        b"http://127.0.0.1:3000",
        b"http://localhost:4777",
        b"https://127.0.0.1:4777",
        b"http://127.0.0.1:4777/",
    ],
)
def test_no_other_page_acts(path: bytes, origin: bytes | None) -> None:
    assert status(path, origin=origin) == 403


@pytest.mark.parametrize("site", [b"none", b"same-site", b"cross-site", b"", b"Same-Origin"])
def test_no_other_site_and_no_address_bar_acts(path: bytes, site: bytes) -> None:
    assert status(path, sec_fetch_site=site) == 403


@pytest.mark.parametrize("action", [None, b"", b"dance", b"TIME-RULES", b"jump,jump"])
def test_the_action_is_named_exactly(path: bytes, action: bytes | None) -> None:
    assert status(path, x_agent_lookout_action=action) == 403


@pytest.mark.parametrize("name", [b"Origin", b"Sec-Fetch-Site", b"X-Agent-Lookout-Action"])
def test_what_says_who_asks_is_said_once(path: bytes, name: bytes) -> None:
    value = dict(fields(path))[name.lower()]
    assert status(path, (name, value)) == 403


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (b"application/json", 200),
        (b"Application/JSON", 200),
        (b"application/json;charset=utf-8", 200),
        (b"application/json; charset=UTF-8", 200),
        (b'application/json; charset="utf-8"', 200),
        (None, 415),
        (b"", 415),
        (b"text/plain", 415),
        (b"text/plain; application/json", 415),
        (b"application/x-www-form-urlencoded", 415),
        (b"multipart/form-data; boundary=x", 415),
        (b"application/json; charset=utf-16", 415),
        (b"application/json; charset=utf-8; x=y", 415),
        (b"application/json, text/plain", 415),
        (b"application/jsonp", 415),
        (b"application/merge-patch+json", 415),
    ],
)
def test_the_body_is_json_or_nothing(path: bytes, kind: bytes | None, expected: int) -> None:
    assert status(path, content_type=kind) == expected


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (None, 411),
        (b"0", 200),
        (b"000002", 200),
        (b"", 400),
        (b"-1", 400),
        (b"+2", 400),
        (b"2, 2", 400),
        (b"0x2", 400),
        (b"\xb2", 400),
        (b"17179869184", 413),
        (b"9" * 5_000, 413),
    ],
)
def test_the_length_is_known_before_a_body_is_read(
    path: bytes, length: bytes | None, expected: int
) -> None:
    assert status(path, content_length=length) == expected


def test_a_route_takes_as_many_bytes_as_its_line_says(path: bytes) -> None:
    limit = ACTING[path].body_bytes
    assert status(path, content_length=b"%d" % limit) == 200
    assert status(path, content_length=b"%d" % (limit + 1)) == 413


@pytest.mark.parametrize("coding", [b"chunked", b"identity", b"gzip"])
def test_a_body_in_chunks_is_not_waited_for(path: bytes, coding: bytes) -> None:
    assert status(path, (b"Transfer-Encoding", coding)) == 411
    assert status(path, (b"Transfer-Encoding", coding), content_length=None) == 411


def test_two_lengths_are_none(path: bytes) -> None:
    assert status(path, (b"Content-Length", b"2")) == 400


def test_the_first_thing_that_is_wrong_is_told_in_the_documented_order(path: bytes) -> None:
    wrong: dict[str, Any] = {
        "host": b"evil.example",
        "origin": None,
        "x_agent_lookout_action": None,
        "content_type": b"text/plain",
        "content_length": None,
    }
    seen = []
    for name in wrong:
        rest = dict(list(wrong.items())[list(wrong).index(name) :])
        seen.append(status(path, **rest))
    assert seen == [403, 403, 403, 415, 411]
    assert status(path, method=b"GET", **wrong | {"host": OURS}) == 405


@pytest.mark.parametrize("ending", [b"/", b"x", b"/x", b";x"])
def test_a_path_near_by_is_only_read(path: bytes, ending: bytes) -> None:
    head = Head.of(b"POST", path + ending, fields(path), is_websocket=False, port=4777)
    refusal = judge(head)
    assert refusal is not None
    assert (b"allow", b"GET") in refusal.headers


def test_a_route_that_a_setting_took_away_only_reads(
    path: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acting, "_taken_away", {path})
    head = Head.of(b"POST", path, fields(path), is_websocket=False, port=4777)
    refusal = judge(head)
    assert refusal is not None
    assert refusal.status == 405
    assert (b"allow", b"GET") in refusal.headers
    assert acting.body_limit(path) == 0


def test_a_websocket_does_not_act(path: bytes) -> None:
    head = Head.of(b"GET", path, fields(path), is_websocket=True, port=4777)
    refusal = judge(head)
    assert refusal is not None


# The same rules around an ASGI application


async def call(path: bytes, *pieces: bytes, **changes: Any) -> tuple[list[Message], bytes | None]:
    """What is sent, and the body that an application behind the gate got, when it got one."""
    got: bytes | None = None

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal got
        body = b""
        while True:
            message = await receive()
            body += message["body"]
            if not message["more_body"]:
                break
        got = body
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    waiting = [
        {"type": "http.request", "body": piece, "more_body": number < len(pieces)}
        for number, piece in enumerate(pieces, 1)
    ]

    async def receive() -> Message:
        return waiting.pop(0)

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": path.decode(),
        "raw_path": path,
        "query_string": b"",
        "headers": fields(path, **changes),
        "server": ["127.0.0.1", 4777],
    }
    await Guard(application)(scope, receive, send)
    return sent, got


async def test_a_body_reaches_the_application_whole(path: bytes) -> None:
    sent, got = await call(path, b"{", b"}")
    assert sent[0]["status"] == 200
    assert got == b"{}"


async def test_more_of_a_body_than_was_said_never_does(path: bytes) -> None:
    limit = ACTING[path].body_bytes
    sent, got = await call(path, b"x" * limit, b"x", b"x")
    assert sent[0]["status"] == 413
    assert got is None


async def test_a_refused_act_never_reaches_the_application(path: bytes) -> None:
    sent, got = await call(path, b"{}", origin=b"http://127.0.0.1:3000")
    assert sent[0]["status"] == 403
    assert got is None
