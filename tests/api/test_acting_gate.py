"""Every route that acts, on the real server: who may ask, and what is refused before a body."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from lookout.guard import ACTING
from tests.support.gate import Answer, ask, connect, read_answer, served
from tests.support.running import Server

JSON = b"application/json"


@pytest.fixture(params=ACTING, ids=bytes.decode)
def path(request: pytest.FixtureRequest) -> bytes:
    """Every route that acts."""
    return bytes(request.param)


def post(path: bytes, body: bytes = b"", **changes: bytes | None) -> bytes:
    """The bytes of a press on the page; a change of None takes a header away."""
    own: dict[str, bytes | None] = {
        "host": b"HOST",
        "origin": b"http://HOST",
        "sec-fetch-site": b"same-origin",
        "x-agent-lookout-action": ACTING[path].action,
        "content-type": JSON,
        "content-length": b"%d" % len(body),
    }
    own |= {name.replace("_", "-"): value for name, value in changes.items()}
    lines = [name.encode() + b": " + value for name, value in own.items() if value is not None]
    return b"\r\n".join([b"POST " + path + b" HTTP/1.1", *lines, b"", b""]) + body


def method(word: bytes, path: bytes) -> bytes:
    """The same with another method."""
    return post(path).replace(b"POST", word, 1)


# Each of these says that a body of 16 GB comes, and sends none: the answer comes all the same.
HUGE = b"17179869184"
REFUSED: dict[str, tuple[dict[str, Any], int]] = {
    "another host": ({"host": b"evil.example", "content_length": HUGE}, 403),
    "no origin": ({"origin": None, "content_length": HUGE}, 403),
    "another origin": ({"origin": b"https://evil.example", "content_length": HUGE}, 403),
    "another port of ours": ({"origin": b"http://127.0.0.1:3000", "content_length": HUGE}, 403),
    "null origin": ({"origin": b"null", "content_length": HUGE}, 403),
    "another site": ({"sec_fetch_site": b"cross-site", "content_length": HUGE}, 403),
    "another port's site": ({"sec_fetch_site": b"same-site", "content_length": HUGE}, 403),
    "an address bar": ({"sec_fetch_site": b"none", "content_length": HUGE}, 403),
    "no action": ({"x_agent_lookout_action": None, "content_length": HUGE}, 403),
    "another action": ({"x_agent_lookout_action": b"dance", "content_length": HUGE}, 403),
    "a form": ({"content_type": b"application/x-www-form-urlencoded", "content_length": HUGE}, 415),
    "plain text": ({"content_type": b"text/plain", "content_length": HUGE}, 415),
    "no type": ({"content_type": None, "content_length": HUGE}, 415),
    "no length": ({"content_length": None}, 411),
    "chunks": ({"content_length": None, "transfer_encoding": b"chunked"}, 411),
    "a huge body": ({"content_length": HUGE}, 413),
    "an unthinkable body": ({"content_length": b"9" * 5_000}, 413),
    "a negative body": ({"content_length": b"-1"}, 400),
    "moved root": ({"daphne_root_path": b"/x"}, 400),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_comes_before_the_body_and_is_one_sentence(
    server: Server, path: bytes, case: str
) -> None:
    changes, expected = REFUSED[case]
    answer = ask(server, post(path, **changes))
    assert answer.status == expected
    assert answer.error.endswith(".")
    assert answer.headers["connection"] == "close"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["access-control-allow-origin"] is None


@pytest.mark.parametrize("word", [b"GET", b"HEAD", b"PUT", b"DELETE", b"OPTIONS", b"post"])
def test_only_post_acts(server: Server, path: bytes, word: bytes) -> None:
    answer = ask(server, method(word, path), word.decode())
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


def test_a_preflight_is_granted_nothing(server: Server, path: bytes) -> None:
    raw = method(b"OPTIONS", path).replace(
        b"\r\n\r\n", b"\r\nAccess-Control-Request-Headers: x-agent-lookout-action\r\n\r\n"
    )
    answer = ask(server, raw)
    assert not [name for name in answer.headers if name.lower().startswith("access-control-")]


def test_a_route_takes_its_bytes_and_not_one_more(server: Server, path: bytes) -> None:
    limit = ACTING[path].body_bytes
    assert ask(server, post(path, b" " * limit)).status == 400
    assert ask(server, post(path, b" " * (limit + 1))).status == 413


def test_more_than_was_said_is_another_request(server: Server, path: bytes) -> None:
    with connect(server) as connection:
        raw = post(path, b"[]", content_length=b"1")
        connection.sendall(raw.replace(b"HOST", server.host) + b"\r\n\r\n")
        answers = b""
        while more := connection.recv(65_536):
            answers += more
    assert answers.count(b"HTTP/1.1 400 ") == answers.count(b"HTTP/1.1 ") == 2


def unreadable(answer: Answer) -> bool:
    content = json.loads(answer.body)
    assert content["error"].endswith(".")
    assert list(content) == ["ok", "reason", "error"]
    return (answer.status, content["ok"], content["reason"]) == (400, False, "unreadable")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"x"',
        b'{"unknown": 1}',
        b'{"unknown": 1, "unknown": 2}',
        b"{} {}",
        b"{",
        b"{'a': 1}",
        b"\xff\xfe{}",
        b'{"a": NaN}',
        b'{"a": 1e999}',
        b'{"a": "\\ud800"}',
        b"[" * 300 + b"]" * 300,
        b'{"a": ' + b"9" * 200 + b"}",
    ],
)
def test_a_body_that_is_not_exactly_the_routes_is_not_acted_on(
    server: Server, path: bytes, body: bytes
) -> None:
    assert unreadable(ask(server, post(path, body)))


def test_a_body_is_kept_in_memory_alone(server: Server, path: bytes) -> None:
    if sys.platform != "linux":
        pytest.skip("open files are listed in /proc")
    body = b" " * ACTING[path].body_bytes
    raw = post(path, body).replace(b"HOST", server.host)
    with connect(server) as connection:
        connection.sendall(raw[:-1])
        # The connection is served in turn with the others: once another was answered, so was it.
        assert ask(server, b"GET /api/health HTTP/1.1\r\nHost: HOST\r\n\r\n").status == 200
        folder = f"/proc/{server.process.pid}/fd"
        files = [target(f"{folder}/{one}") for one in os.listdir(folder)]
        # A body that was put on disk lies in a file that was deleted as it was made.
        assert not [one for one in files if "(deleted)" in one]
        connection.sendall(raw[-1:])
        assert read_answer(connection).status == 400


def target(descriptor: str) -> str:
    """What is open there; nothing once it was closed."""
    try:
        return os.readlink(descriptor)
    except FileNotFoundError:
        return ""


def test_a_body_that_does_not_come_is_not_waited_for_without_end(
    tmp_path: Path, path: bytes
) -> None:
    with served(tmp_path, request_seconds=0.4) as hasty, connect(hasty) as connection:
        connection.sendall(post(path, content_length=b"2").replace(b"HOST", hasty.host))
        assert read_answer(connection).status == 408
