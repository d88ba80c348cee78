"""The gate on a real server: refused before anything of a body is read, and told so."""

import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookout.server.limits import Limits
from tests.support.gate import (
    PATIENCE,
    Answer,
    Served,
    ask,
    connect,
    get,
    opening,
    read_answer,
    served,
    soon,
)

REQUEST_SECONDS = 0.4
IDLE_SECONDS = 0.5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests that leave it as it was."""
    with served(tmp_path_factory.mktemp("temporary")) as running:
        yield running


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Served]:
    """A server that waits for nobody."""
    with served(tmp_path, request_seconds=REQUEST_SECONDS, idle_seconds=IDLE_SECONDS) as running:
        yield running


PIECES = [
    *(b"GET ", b"POST ", b"/", b"/api/health", b"/ws/live/", b" HTTP/1.1\r\n", b" HTTP/1.0\r\n"),
    *(b"Host: HOST\r\n", b"Origin: http://HOST\r\n", b"Upgrade: websocket\r\n", b"\r\n", b": "),
    *(b"Connection: Upgrade\r\n", b"Sec-WebSocket-Version: 13\r\n", b"Content-Length: 3\r\n"),
    *(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b"Transfer-Encoding: chunked\r\n"),
    get(),
    opening(),
]


def ends(connection: socket.socket) -> bool:
    """Whether the other side closes, having said nothing more."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def read_to_end(connection: socket.socket) -> bool:
    """Read all there is; whether the connection was closed rather than cut off."""
    try:
        while connection.recv(1_000_000):
            pass
    except ConnectionError:
        return False
    return True


def write_to_end(connection: socket.socket) -> bool:
    """Write until the other side lets the connection go."""
    end = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < end:
            connection.sendall(b"x" * 100_000)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize("path", [b"/", b"/static/app.css", b"/api/health"])
def test_a_plain_request_is_answered_under_our_headers(server: Served, path: bytes) -> None:
    answer = ask(server, get(path))
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["server"] is None


def test_a_connection_serves_one_request_after_another(server: Served) -> None:
    with connect(server) as connection:
        for _ in range(3):
            connection.sendall(get().replace(b"HOST", server.host))
            assert read_answer(connection).status == 200


REFUSED = {
    "another host": (get(host=b"evil.example"), 403),
    "another host on a page": (get(b"/", host=b"evil.example"), 403),
    "another host on a file": (get(b"/static/app.css", host=b"evil.example"), 403),
    "zero": (get(host=b"0.0.0.0:4777"), 403),
    "trailing dot": (get(host=b"localhost."), 403),
    "no host": (b"GET /api/health HTTP/1.1\r\n\r\n", 400),
    "two hosts": (get(b"/api/health", b"Host: HOST"), 400),
    "another origin": (get(b"/api/health", b"Origin: https://evil.example"), 403),
    "null origin": (get(b"/", b"Origin: null"), 403),
    "another port of ours": (get(b"/", b"Origin: http://127.0.0.1:3000"), 403),
    "another site": (get(b"/api/health", b"Sec-Fetch-Site: cross-site"), 403),
    "another port's site": (get(b"/api/health", b"Sec-Fetch-Site: same-site"), 403),
    "a link on another site": (
        get(b"/", b"Sec-Fetch-Site: cross-site", b"Sec-Fetch-Mode: navigate"),
        403,
    ),
    "folded origin": (get(b"/api/health", b"Origin:", b" https://evil.example"), 400),
    "folded host": (get(b"/api/health", b"\tevil.example"), 400),
    "fold before any header": (b"GET / HTTP/1.1\r\n Host: HOST\r\n\r\n", 400),
    "absolute form": (get(b"http://HOST/api/health"), 400),
    "absolute form of another": (get(b"http://evil.example/api/health"), 400),
    "escaped slash": (get(b"/api%2fhealth"), 400),
    "escaped letter": (get(b"/%61pi/health"), 400),
    "double slash": (get(b"//api/health"), 400),
    "dots": (get(b"/static/../api/health"), 400),
    "small letters": (get().replace(b"GET", b"get"), 405),
    "post": (get().replace(b"GET", b"POST"), 405),
    "preflight": (get().replace(b"GET", b"OPTIONS"), 405),
    "trace": (get(b"/").replace(b"GET", b"TRACE"), 405),
    "connect": (get(b"evil.example:443").replace(b"GET", b"CONNECT"), 400),
    "moved root": (get(b"/x/api/health", b"Daphne-Root-Path: /x"), 400),
    "underscores": (get(b"/api/health", b"HTTP_ORIGIN: http://HOST"), 400),
    "vertical tab": (get(b"/api/health", b"X-A: a\x0bOrigin: http://HOST"), 400),
    "next line": (get(b"/api/health", b"X-A: a\x85b"), 400),
    "bare carriage return": (get(b"/api/health", b"X-A: a\rb"), 400),
    "bare line feed": (get(b"/api/health", b"X-A: a\nb"), 400),
    "nul": (get(b"/api/health", b"X-A: a\x00b"), 400),
    "space in a name": (get(b"/api/health", b"Origin : http://HOST"), 400),
    "no colon": (get(b"/api/health", b"Origin"), 400),
    "another protocol": (get().replace(b"HTTP/1.1", b"HTTP/2.0"), 400),
    "no protocol": (b"GET /api/health\r\n\r\n", 400),
    "noise": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    "body": (get(b"/api/health", b"Content-Length: 5") + b"hello", 413),
    "huge body": (get(b"/api/health", b"Content-Length: 17179869184"), 413),
    "unthinkable body": (get(b"/", b"Content-Length: " + b"9" * 5_000), 413),
    "negative body": (get(b"/", b"Content-Length: -1"), 400),
    "two lengths": (get(b"/", b"Content-Length: 0", b"Content-Length: 5"), 400),
    "length and chunks": (get(b"/", b"Content-Length: 0", b"Transfer-Encoding: chunked"), 400),
    "chunks": (get(b"/", b"Transfer-Encoding: chunked") + b"ffffffffffffffff\r\n", 400),
    "other encoding": (get(b"/", b"Transfer-Encoding: gzip"), 400),
    "expected body": (get(b"/", b"Content-Length: 5", b"Expect: 100-continue"), 413),
    "long address": (get(b"/" + b"a" * 9_000), 414),
    "long header": (get(b"/", b"X-A: " + b"a" * 9_000), 431),
    "long header without end": (b"GET / HTTP/1.1\r\nX-A: " + b"a" * 9_000, 431),
    "long head": (get(b"/", *[b"X-%d: " % n + b"a" * 6_000 for n in range(3)]), 431),
    "many headers": (get(b"/", *[b"X-%d: a" % n for n in range(64)]), 431),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_is_one_sentence_of_json(server: Served, case: str) -> None:
    raw, expected = REFUSED[case]
    answer = ask(server, raw)
    assert answer.status == expected
    assert answer.error.endswith(".")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["access-control-allow-origin"] is None
    assert answer.headers["server"] is None


@pytest.mark.parametrize(("path", "allow"), [(b"/", "GET, HEAD"), (b"/api/health", "GET")])
def test_another_method_is_told_which_there_are(server: Served, path: bytes, allow: str) -> None:
    answer = ask(server, get(path).replace(b"GET", b"DELETE"))
    assert (answer.status, answer.headers["allow"]) == (405, allow)


def test_head_is_answered_without_a_body(server: Served) -> None:
    assert ask(server, get(b"/").replace(b"GET", b"HEAD"), "HEAD").status == 200
    refused = ask(server, get().replace(b"GET", b"HEAD"), "HEAD")
    assert (refused.status, refused.body) == (405, b"")


def test_sixty_four_headers_are_not_too_many(server: Served) -> None:
    assert ask(server, get(b"/", *[b"X-%d: a" % n for n in range(63)])).status == 200


def test_ipv6_is_served_by_its_own_name(tmp_path: Path) -> None:
    with served(tmp_path, "::1") as server:
        for name, expected in ((b"[::1]", 200), (b"localhost", 200), (b"::1", 403)):
            with socket.create_connection(("::1", server.port), timeout=10) as connection:
                connection.sendall(get(host=name + b":%d" % server.port))
                assert read_answer(connection).status == expected


def test_cookies_of_other_servers_on_this_computer_are_not_looked_at(server: Served) -> None:
    answer = ask(server, get(b"/api/seen", "Cookie: theirs=Ångström".encode(), b"X-A: a"))
    assert json.loads(answer.body) == ["host", "x-a"]


def test_nothing_of_a_refused_body_is_kept(server: Served) -> None:
    head = get(b"/", b"Content-Length: 17179869184").replace(b"GET", b"POST")
    with connect(server) as connection:
        connection.sendall(head.replace(b"HOST", b"evil.example"))
        for _ in range(64):  # the browser of a page that fills the disk
            connection.sendall(b"x" * 1_000_000)
        assert read_answer(connection).status == 403
        assert os.listdir(server.folder) == []
        if sys.platform == "linux":
            folder = f"/proc/{server.process.pid}/fd"
            own = [one for one in os.listdir(folder) if int(one) > 2]
            files = [os.readlink(f"{folder}/{one}") for one in own]
            assert not [name for name in files if "(deleted)" in name]


def test_a_refused_connection_takes_no_second_request(server: Served) -> None:
    with connect(server) as connection:
        bad, good = get(host=b"evil.example"), get().replace(b"HOST", server.host)
        connection.sendall(bad + good)
        answer = read_answer(connection)
        assert (answer.status, answer.headers["connection"]) == (403, "close")
        assert ends(connection)


def test_a_request_behind_a_good_one_is_judged_as_well(server: Served) -> None:
    with connect(server) as connection:
        connection.sendall(get().replace(b"HOST", server.host) + get(host=b"evil.example"))
        answers = b""
        while more := connection.recv(65_536):
            answers += more
    assert answers.count(b"HTTP/1.1 200 ") == 1
    assert answers.count(b"HTTP/1.1 403 ") == 1


def test_a_refused_client_that_stays_is_let_go(tmp_path: Path) -> None:
    with (
        served(tmp_path, linger_seconds=0.2, request_seconds=60) as server,
        connect(server) as connection,
    ):
        connection.sendall(get(host=b"evil.example"))
        assert read_answer(connection).status == 403
        assert write_to_end(connection)


def drip(server: Served, raw: bytes) -> tuple[Answer, float]:
    """The answer to a client that sends a byte now and then, and how long it took."""
    began = time.monotonic()
    with connect(server) as connection:
        for byte in raw:
            connection.sendall(bytes([byte]))
            connection.settimeout(0.02)
            try:
                connection.recv(1, socket.MSG_PEEK)
                break
            except TimeoutError:
                continue
        connection.settimeout(10)
        return read_answer(connection), time.monotonic() - began


@pytest.mark.parametrize("path", [b"/" + b"a" * 500, b"/"])
def test_a_request_has_a_time_that_its_bytes_do_not_prolong(hasty: Served, path: bytes) -> None:
    answer, took = drip(hasty, get(path, b"X-A: " + b"a" * 500))
    assert answer.status == 408
    assert REQUEST_SECONDS <= took < REQUEST_SECONDS + 2
    assert answer.error


def test_a_second_request_has_a_time_of_its_own(hasty: Served) -> None:
    with connect(hasty) as connection:
        connection.sendall(get().replace(b"HOST", hasty.host))
        assert read_answer(connection).status == 200
        began = time.monotonic()
        connection.sendall(b"GET / HTTP/1.1\r\n")
        assert read_answer(connection).status == 408
        assert time.monotonic() - began < REQUEST_SECONDS + 2


def test_a_handler_may_take_longer_than_a_client(hasty: Served) -> None:
    with connect(hasty) as connection:
        connection.sendall(get(b"/api/slow").replace(b"HOST", hasty.host))
        connection.settimeout(REQUEST_SECONDS + IDLE_SECONDS + 0.2)
        with pytest.raises(TimeoutError):
            connection.recv(1)


@pytest.mark.parametrize("asks_first", [False, True])
def test_an_idle_connection_is_closed(hasty: Served, asks_first: bool) -> None:
    with connect(hasty) as connection:
        if asks_first:
            connection.sendall(get().replace(b"HOST", hasty.host))
            assert read_answer(connection).status == 200
        began = time.monotonic()
        assert ends(connection)
        assert IDLE_SECONDS * 0.9 <= time.monotonic() - began < IDLE_SECONDS + 2


def test_so_many_connections_and_no_more(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        taken = [connect(server) for _ in range(Limits().connections)]
        try:
            assert ask(server, get()).status == 0
            taken.pop().close()
            assert soon(lambda: ask(server, get()).status, 200) == 200
        finally:
            for connection in taken:
                connection.close()


def test_the_limits_are_the_documented_ones() -> None:
    limits = Limits()
    assert (limits.connections, limits.websockets) == (256, 32)
    assert (limits.request_seconds, limits.idle_seconds) == (10, 30)
    assert (limits.header_lines, limits.line_bytes, limits.head_bytes) == (64, 8_192, 16_384)
    assert (limits.message_bytes_in, limits.message_bytes_out) == (4_096, 8 * 1024 * 1024)
    assert (limits.frames_in_a_second, limits.stall_seconds) == (20, 10)
    assert limits.end_seconds < limits.stop_seconds < 1


def test_an_unexpected_error_is_answered_at_once_and_logged(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        answer = ask(server, get(b"/api/boom"))
        assert answer.status == 500
        assert "boom" not in answer.error
        assert ask(server, get()).status == 200
        server.process.terminate()
        code, complaints = server.end()
    assert code == 0
    assert "RuntimeError: boom" in complaints


def test_an_answer_that_fails_midway_is_cut_off(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        with connect(server) as connection:
            connection.sendall(get(b"/api/half").replace(b"HOST", server.host))
            assert connection.recv(15) == b"HTTP/1.1 200 OK"
            assert not read_to_end(connection)
        assert ask(server, get()).status == 200
        server.process.terminate()
        assert server.end()[0] == 0


def test_a_client_that_does_not_read_holds_up_its_own_answer_alone(tmp_path: Path) -> None:
    with served(tmp_path, stall_seconds=0.5) as server, connect(server) as connection:
        connection.sendall(get(b"/api/stream").replace(b"HOST", server.host))
        # What the kernel takes is a few megabytes; the application waits with the other sixty.
        assert int(server.wait_for("waiting ").split()[1]) < 32
        assert ask(server, get()).status == 200
        server.wait_for("streamed")
        assert not read_to_end(connection)


@settings(max_examples=200, deadline=None)
@given(raw=st.lists(st.sampled_from(PIECES) | st.binary(max_size=40), max_size=30).map(b"".join))
def test_no_bytes_get_more_than_an_answer(server: Served, raw: bytes) -> None:
    with connect(server) as connection:
        connection.sendall(raw.replace(b"HOST", server.host) + b"\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        try:
            answer = connection.recv(1_000_000)
        except ConnectionError:
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.")
    # What it complains of shows when the server ends.


def test_a_large_answer_arrives_whole(server: Served) -> None:
    answer = ask(server, get(b"/api/large"))
    assert len(json.loads(answer.body)) == 16_000_000
