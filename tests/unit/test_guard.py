"""The rules of the gate, on heads written out byte for byte."""

import json
from typing import Any

import pytest

from lookout.guard import Guard, Head, Refusal, judge, judge_handshake
from lookout.guard.application import Message, Receive, Scope, Send

OURS = b"127.0.0.1:4777"
KEY = b"dGhlIHNhbXBsZSBub25jZQ=="


def request(
    target: bytes = b"/api/sessions",
    *headers: tuple[bytes, bytes],
    method: bytes = b"GET",
    host: bytes | None = OURS,
    is_websocket: bool = False,
) -> Head:
    """A plain request, but for what a test says."""
    own = () if host is None else ((b"Host", host),)
    return Head.of(method, target, (*own, *headers), is_websocket=is_websocket, port=4777)


def handshake(*headers: tuple[bytes, bytes], host: bytes = OURS, **other: Any) -> Head:
    """A browser's opening of the live feed, but for what a test says."""
    own = {
        b"Origin": b"http://" + host,
        b"Upgrade": b"websocket",
        b"Connection": b"keep-alive, Upgrade",
        b"Sec-WebSocket-Version": b"13",
        b"Sec-WebSocket-Key": KEY,
    }
    fields = [(name, value) for name, value in own.items() if name not in dict(headers)]
    # An empty value takes a header away.
    fields += [(name, value) for name, value in headers if value]
    target = other.pop("target", b"/ws/live/")
    return request(target, *fields, host=host, is_websocket=True, **other)


def status(refusal: Refusal | None) -> int:
    return 200 if refusal is None else refusal.status


@pytest.mark.parametrize(
    "host",
    [
        b"127.0.0.1:4777",
        b"localhost:4777",
        b"[::1]:4777",
        b"localhost",
        b"127.0.0.1",
        b"LocalHost:4777",
        b"127.0.0.1:65535",
        b"localhost:14777",  # the near end of somebody's ssh tunnel
    ],
)
def test_the_three_names_are_answered_at_any_port(host: bytes) -> None:
    assert judge(request(host=host)) is None


@pytest.mark.parametrize(
    "host",
    [
        b"evil.example",
        b"evil.example:4777",
        b"127.0.0.1.evil.example:4777",
        b"localhost.evil.example",
        b"evil-localhost",
        b"sub.localhost:4777",
        b"localhost.:4777",
        b"localhost.",
        b"127.0.0.1.",
        b"0.0.0.0:4777",
        b"0:4777",
        b"127.1:4777",
        b"127.0.0.2:4777",
        b"2130706433",
        b"0x7f.0.0.1",
        b"::1",
        b"[::1",
        b"[::]:4777",
        b"[::ffff:127.0.0.1]:4777",
        b"[0:0:0:0:0:0:0:1]",
        b"127.0.0.1:99999",
        b"127.0.0.1:65536",
        b"127.0.0.1:0",
        b"127.0.0.1:04777",
        b"127.0.0.1:",
        b"127.0.0.1:4777:4777",
        b"127.0.0.1:4777@evil.example",
        b"user@127.0.0.1:4777",
        b"127.0.0.1:4777, evil.example",
        b"127.0.0.1:4777/",
        b"127.0.0.1 ",
        b"127.0.0.1\n",
        b"127.0.0.\xef\xbc\x91",  # a full-width 1
        b"",
    ],
)
def test_any_other_host_is_refused(host: bytes) -> None:
    assert status(judge(request(host=host))) in {400, 403}
    assert status(judge(handshake(host=host))) in {400, 403}


def test_a_rebound_name_is_refused_though_its_page_is_of_the_same_origin() -> None:
    refusal = judge(
        request(
            b"/",
            (b"Origin", b"http://evil.example:4777"),
            (b"Sec-Fetch-Site", b"same-origin"),
            (b"X-Forwarded-Host", b"127.0.0.1:4777"),
            (b"Forwarded", b"host=127.0.0.1:4777"),
            host=b"evil.example:4777",
        )
    )
    assert status(refusal) == 403
    assert refusal is not None
    assert "http://127.0.0.1:4777" in refusal.error


@pytest.mark.parametrize("second", [OURS, b"evil.example"])
def test_two_hosts_are_refused(second: bytes) -> None:
    assert status(judge(request(b"/", (b"HOST", second)))) == 400


def test_a_request_without_host_is_refused() -> None:
    assert status(judge(request(host=None))) == 400


@pytest.mark.parametrize("host", [OURS, b"localhost:4777", b"[::1]:4777", b"localhost:14777"])
def test_the_page_of_the_very_address_asked_is_answered(host: bytes) -> None:
    assert judge(request(b"/", (b"Origin", b"http://" + host), host=host)) is None
    assert judge(handshake(host=host)) is None


FOREIGN_ORIGINS = [
    b"https://evil.example",
    b"http://evil.example:4777",
    b"null",
    b"http://127.0.0.1:3000",  # another server on this computer
    b"http://127.0.0.1",
    b"http://127.0.0.1:47777",
    b"https://127.0.0.1:4777",
    b"http://localhost:4777",  # ours by another name, which is another origin
    b"http://127.0.0.1:4777/",
    b"http://127.0.0.1:4777.evil.example",
    b"http://evil.example@127.0.0.1:4777",
    b"http://127.0.0.1:4777 http://evil.example",
    b"HTTP://127.0.0.1:4777",
    b"file://",
    b"chrome-extension://abcdefghijklmnop",
    b"ws://127.0.0.1:4777",
    b"127.0.0.1:4777",
]


@pytest.mark.parametrize("origin", [*FOREIGN_ORIGINS, b""])
def test_any_other_origin_is_refused(origin: bytes) -> None:
    for target in (b"/", b"/static/app.css", b"/api/sessions"):
        assert status(judge(request(target, (b"Origin", origin)))) == 403


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_any_other_origin_opens_no_websocket(origin: bytes) -> None:
    assert status(judge(handshake((b"Origin", origin)))) == 403


def test_two_origins_are_refused() -> None:
    ours = (b"Origin", b"http://" + OURS)
    assert status(judge(request(b"/", ours, ours))) == 403


def test_a_websocket_without_origin_is_refused() -> None:
    assert status(judge(handshake((b"Origin", b"")))) == 403


@pytest.mark.parametrize("site", [b"same-origin", b"none"])
def test_a_request_of_the_page_or_of_a_person_is_answered(site: bytes) -> None:
    assert judge(request(b"/", (b"Sec-Fetch-Site", site))) is None


@pytest.mark.parametrize("site", [b"cross-site", b"same-site", b"Same-Origin", b"", b"none, none"])
def test_a_request_of_another_site_is_refused(site: bytes) -> None:
    assert status(judge(request(b"/", (b"Sec-Fetch-Site", site)))) == 403
    navigation = (b"Sec-Fetch-Mode", b"navigate")
    assert status(judge(request(b"/", (b"Sec-Fetch-Site", site), navigation))) == 403


def test_two_sites_are_refused() -> None:
    one = (b"Sec-Fetch-Site", b"none")
    assert status(judge(request(b"/", one, one))) == 403


@pytest.mark.parametrize(
    "target",
    [
        b"/",
        b"/api/sessions",
        b"/api/events?since=1791205920000",
        b"/static/js/elements/session-card.mjs",
        b"/static/fonts/inter@4.woff2?v=1%202",
        b"/.well-known/appspecific/com.chrome.devtools.json",
        b"/api/",
        b"/no/such;thing=(1)",
    ],
)
def test_a_plain_path_goes_on_to_the_routes(target: bytes) -> None:
    assert judge(request(target)) is None


@pytest.mark.parametrize(
    "target",
    [
        b"/api%2fhealth",
        b"/api%2Fhealth",
        b"/%61pi/health",
        b"/static/%2e%2e/settings.py",
        b"/static/../settings.py",
        b"/static/..",
        b"/..",
        b"/./api/health",
        b"/api/.",
        b"//api/health",
        b"/api//health",
        b"//evil.example/",
        b"/api\\health",
        b"/api/health\x00",
        b"/api/health#x",
        b"/api/health?a#b",
        b"/caf\xc3\xa9",
        b"/x?caf\xc3\xa9",
        b"/a b",
        b"http://127.0.0.1:4777/api/health",
        b"http://evil.example/api/health",
        b"evil.example:443",
        b"*",
        b"",
        b"api/health",
        b"?",
    ],
)
def test_a_path_with_a_second_reading_is_refused(target: bytes) -> None:
    assert status(judge(request(target))) == 400


def test_paths_are_judged_in_linear_time() -> None:
    assert status(judge(request(b"/a" * 50_000 + b"%"))) == 400


@pytest.mark.parametrize(
    "method", [b"POST", b"PUT", b"DELETE", b"OPTIONS", b"TRACE", b"PATCH", b"get", b"Get", b"X"]
)
@pytest.mark.parametrize(("target", "allow"), [(b"/", b"GET, HEAD"), (b"/api/health", b"GET")])
def test_every_other_method_is_refused_with_those_allowed(
    method: bytes, target: bytes, allow: bytes
) -> None:
    refusal = judge(request(target, method=method))
    assert refusal is not None
    assert refusal.status == 405
    assert (b"allow", allow) in refusal.headers


def test_head_is_for_pages_and_files_alone() -> None:
    assert judge(request(b"/", method=b"HEAD")) is None
    assert status(judge(request(b"/api/health", method=b"HEAD"))) == 405


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ((b"Content-Length", b"0"), 200),
        ((b"Content-Length", b"1"), 413),
        ((b"Content-Length", b"17179869184"), 413),
        ((b"Content-Length", b"-1"), 413),
        ((b"Transfer-Encoding", b"chunked"), 400),
        ((b"Transfer-Encoding", b"identity"), 400),
    ],
)
def test_a_body_is_refused_before_there_is_one(header: tuple[bytes, bytes], expected: int) -> None:
    assert status(judge(request(b"/", header))) == expected
    assert status(judge(handshake(header))) == expected


@pytest.mark.parametrize(
    "header",
    [
        (b"Daphne-Root-Path", b"/x"),
        (b"HTTP_ORIGIN", b"http://127.0.0.1:4777"),
        (b"Content_Length", b"5"),
        (b"X-Note", b"a\x0bb"),
        (b"X-Note", b"a\x0cOrigin: http://127.0.0.1:4777"),
        (b"X-Note", b"a\x85b"),
        (b"X-Note", b"a\x00b"),
        (b"X-Note", b"a\rb"),
        (b"X-Note", b"a\nb"),
        (b"X-Note", b"\x7f"),
    ],
)
def test_a_header_with_a_second_reading_is_refused(header: tuple[bytes, bytes]) -> None:
    assert status(judge(request(b"/", header))) == 400
    assert status(judge(handshake(header))) == 400


def test_a_proxys_headers_change_nothing() -> None:
    proxy = (b"X-Forwarded-Host", b"evil.example"), (b"X-Forwarded-For", b"203.0.113.9")
    assert judge(request(b"/", *proxy)) is None


@pytest.mark.parametrize("target", [b"/", b"/ws/", b"/ws/live", b"/ws/live/x", b"/api/sessions"])
def test_there_is_one_websocket(target: bytes) -> None:
    assert status(judge(handshake(target=target))) == 404


def test_a_browsers_handshake_is_one() -> None:
    assert judge(handshake()) is None
    assert judge_handshake(handshake()) is None


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ((b"Sec-WebSocket-Version", b"8"), 426),
        ((b"Sec-WebSocket-Version", b"013"), 426),
        ((b"Sec-WebSocket-Version", b""), 426),
        ((b"Sec-WebSocket-Key", b""), 400),
        ((b"Sec-WebSocket-Key", b"short=="), 400),
        ((b"Sec-WebSocket-Key", b"dGhlIHNhbXBsZSBub25jZ!=="), 400),
        ((b"Connection", b"close"), 400),
        ((b"Connection", b"not-upgrade"), 400),
    ],
)
def test_any_other_handshake_is_none(header: tuple[bytes, bytes], expected: int) -> None:
    assert status(judge_handshake(handshake(header))) == expected


def test_a_handshake_is_a_get() -> None:
    assert status(judge_handshake(handshake(method=b"POST"))) == 400


def test_a_refusal_is_one_sentence_of_json_under_the_same_headers() -> None:
    raw = Refusal(413, "Send less.").as_http()
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    assert lines[0].startswith(b"HTTP/1.1 413 ")
    assert json.loads(body) == {"error": "Send less."}
    assert b"content-length: %d" % len(body) in lines
    assert b"cache-control: no-store" in lines
    assert b"connection: close" in lines
    assert Refusal(413, "Send less.").as_http(head_only=True) == head + b"\r\n\r\n"


# The same rules around an ASGI application


async def call(
    scope: Scope,
    *,
    headers: tuple[tuple[bytes, bytes], ...] = (),
    fails: str | None = None,
) -> tuple[list[Message], bool]:
    """What an application behind the gate sends, and whether it was reached."""
    reached = False

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal reached
        reached = True
        if fails == "at once":
            raise RuntimeError(fails)
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": list(headers)})
            if fails:
                raise RuntimeError(fails)
            await send({"type": "http.response.body", "body": b"{}"})

    async def receive() -> Message:
        return {"type": "http.request"}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await Guard(application)(scope, receive, send)
    return sent, reached


def http_scope(path: str = "/api/sessions", **other: Any) -> Scope:
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", OURS)],
        "server": ["127.0.0.1", 4777],
    }
    return scope | other


async def test_a_refused_request_never_reaches_the_application() -> None:
    sent, reached = await call(http_scope(headers=[(b"host", b"evil.example")]))
    assert not reached
    assert sent[0]["status"] == 403
    assert "http://127.0.0.1:4777" in json.loads(sent[1]["body"])["error"]


async def test_the_decoded_path_counts_for_nothing() -> None:
    sent, reached = await call(http_scope("/api/health", raw_path=b"/api%2fhealth"))
    assert not reached
    assert sent[0]["status"] == 400


async def test_an_application_that_was_moved_is_not_asked() -> None:
    sent, reached = await call(http_scope("/x/api/sessions", root_path="/x"))
    assert not reached
    assert sent[0]["status"] == 400


@pytest.mark.parametrize("path", ["/", "/static/app.css", "/api/sessions"])
async def test_every_answer_carries_our_headers_once(path: str) -> None:
    theirs = ((b"Server", b"x"), (b"X-Frame-Options", b"ALLOWALL"), (b"content-type", b"a/b"))
    sent, _ = await call(http_scope(path), headers=theirs)
    names = [name.lower() for name, _ in sent[0]["headers"]]
    values = {name.lower(): value for name, value in sent[0]["headers"]}
    assert len(names) == len(set(names))
    assert b"server" not in names
    assert values[b"content-type"] == b"a/b"
    assert values[b"cache-control"] == b"no-store"
    assert values[b"x-content-type-options"] == b"nosniff"
    assert values[b"cross-origin-resource-policy"] == b"same-origin"
    assert values[b"cross-origin-opener-policy"] == b"same-origin"
    assert values[b"cross-origin-embedder-policy"] == b"require-corp"
    assert values[b"x-frame-options"] == b"DENY"
    assert values[b"referrer-policy"] == b"no-referrer"
    assert b"clipboard-write=(self)" in values[b"permissions-policy"]
    policy = values[b"content-security-policy"].split(b"; ")
    assert b"default-src 'none'" in policy
    assert b"frame-ancestors 'none'" in policy
    assert b"trusted-types lit-html" in policy
    assert not any(b"unsafe" in part or b"*" in part for part in policy)
    assert not any(name.startswith(b"access-control-") for name in names)


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/static/app.css", b"max-age=60"), ("/api/sessions", b"no-store")],
)
async def test_a_file_alone_says_how_long_it_may_be_kept(path: str, expected: bytes) -> None:
    sent, _ = await call(http_scope(path), headers=((b"Cache-Control", b"max-age=60"),))
    kept = [value for name, value in sent[0]["headers"] if name.lower() == b"cache-control"]
    assert kept == [expected]


async def test_an_unexpected_error_is_answered_without_its_words() -> None:
    sent, _ = await call(http_scope(), fails="at once")
    assert sent[0]["status"] == 500
    assert list(json.loads(sent[1]["body"])) == ["error"]
    assert b"at once" not in sent[1]["body"]


async def test_an_error_in_the_midst_of_an_answer_is_the_servers_to_end() -> None:
    with pytest.raises(RuntimeError, match="midst"):
        await call(http_scope(), fails="midst")


def socket_scope(*headers: tuple[bytes, bytes]) -> Scope:
    own = [(b"host", OURS), *headers]
    return {"type": "websocket", "path": "/ws/live/", "raw_path": b"/ws/live/", "headers": own}


async def test_a_websocket_of_our_page_reaches_the_application() -> None:
    _, reached = await call(socket_scope((b"origin", b"http://" + OURS)))
    assert reached


@pytest.mark.parametrize("origin", [b"http://127.0.0.1:3000", b"null", b"http://evil.example"])
async def test_a_websocket_of_another_page_is_closed(origin: bytes) -> None:
    sent, reached = await call(socket_scope((b"origin", origin)))
    assert not reached
    assert [message["type"] for message in sent] == ["websocket.close"]


async def test_what_is_neither_http_nor_websocket_is_the_applications() -> None:
    _, reached = await call({"type": "lifespan"})
    assert reached
