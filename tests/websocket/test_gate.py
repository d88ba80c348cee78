"""The live feed's gate on a real server: who may open it, and how little a page may send."""

import json
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from lookout.server.limits import Limits
from tests.support.gate import (
    BINARY,
    CLOSE,
    ENDED,
    PING,
    PONG,
    RESET,
    TEXT,
    Page,
    Served,
    ask,
    connect,
    frame,
    get,
    opening,
    read_answer,
    served,
    soon,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests that leave it as it was."""
    with served(tmp_path_factory.mktemp("temporary")) as running:
        yield running


def test_a_page_of_ours_opens_the_feed(server: Served) -> None:
    with Page(server) as page:
        page.say("hello")
        assert page.read() == (TEXT, b"hello")


def test_nothing_is_compressed_and_no_server_is_named(server: Served) -> None:
    with Page(server) as page:
        head = page.head.lower()
        assert b"sec-websocket-extensions" not in head
        assert b"server:" not in head


@pytest.mark.parametrize("name", [b"localhost", b"[::1]"])
def test_each_of_our_names_may_open_it_for_itself(server: Served, name: bytes) -> None:
    host = name + b":%d" % server.port
    assert ask(server, opening(host=host, origin=b"http://" + host)).status == 101


REFUSED = {
    "no origin": (opening(origin=None), 403),
    "null": (opening(origin=b"null"), 403),
    "another site": (opening(origin=b"https://evil.example"), 403),
    "another port": (opening(origin=b"http://127.0.0.1:3000"), 403),
    "another name of ours": (opening(origin=b"http://localhost:4777"), 403),
    "another scheme": (opening(origin=b"https://HOST"), 403),
    "user information": (opening(origin=b"http://evil.example@HOST"), 403),
    "a longer port": (opening(origin=b"http://HOST0"), 403),
    "a path": (opening(origin=b"http://HOST/"), 403),
    "two origins": (opening(b"/ws/live/", b"Origin: http://HOST"), 403),
    "rebound": (opening(host=b"evil.example", origin=b"http://evil.example"), 403),
    "another host": (opening(host=b"evil.example"), 403),
    "two hosts": (opening(b"/ws/live/", b"Host: evil.example"), 400),
    "marked cross-site": (opening(b"/ws/live/", b"Sec-Fetch-Site: cross-site"), 403),
    "marked same-site": (opening(b"/ws/live/", b"Sec-Fetch-Site: same-site"), 403),
    "version 8": (opening(version=b"8"), 426),
    "version 8 with its origin": (
        opening(b"/ws/live/", b"Sec-WebSocket-Origin: http://HOST", version=b"8"),
        426,
    ),
    "another path": (opening(b"/ws/"), 404),
    "a path of the API": (opening(b"/api/health"), 404),
    "an escaped path": (opening(b"/ws%2flive/"), 400),
    "a parameter": (opening(b"/ws/live/;x"), 404),
    "an absolute path": (opening(b"http://evil.example/ws/live/"), 400),
    "a body": (opening(b"/ws/live/", b"Content-Length: 5") + b"hello", 413),
    "chunks": (opening(b"/ws/live/", b"Transfer-Encoding: chunked"), 400),
    "a moved root": (opening(b"/ws/live/", b"Daphne-Root-Path: /x"), 400),
    "a smuggled origin": (
        opening(b"/ws/live/", b"X-A: a\x0cOrigin: http://HOST", origin=b"http://evil.example"),
        400,
    ),
    "a folded origin": (
        opening(b"/ws/live/", b"Origin:", b" http://HOST", origin=None),
        400,
    ),
    "a post": (opening().replace(b"GET", b"POST"), 400),
    "no key": (opening().replace(b"Sec-WebSocket-Key", b"X-Key"), 400),
    "no connection": (opening().replace(b"Connection: keep-alive, Upgrade", b"X-A: a"), 400),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_is_an_answer_to_the_handshake(server: Served, case: str) -> None:
    raw, expected = REFUSED[case]
    answer = ask(server, raw)
    assert answer.status == expected
    assert answer.error.endswith(".")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_another_version_is_told_ours(server: Served) -> None:
    assert ask(server, opening(version=b"8")).headers["sec-websocket-version"] == "13"


def test_without_upgrade_there_is_only_a_path_that_is_not_found(server: Served) -> None:
    assert ask(server, get(b"/ws/live/")).status == 404
    assert ask(server, get(b"/ws/live/", b"Upgrade: h2c")).status == 404


def test_what_is_offered_beside_is_not_looked_at(server: Served) -> None:
    many = opening(
        b"/ws/live/", b"Sec-WebSocket-Extensions: x; y=z; y", b"Sec-WebSocket-Protocol: \xff"
    )
    assert ask(server, many).status == 101


def test_an_application_that_rejects_is_heard_in_json(server: Served) -> None:
    assert ask(server, opening(b"/ws/live/?reject")).status == 403
    assert ask(server, opening(b"/ws/live/?reject")).error


def test_a_failing_application_closes_the_handshake(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        answer = ask(server, opening(b"/ws/live/?boom"))
        assert answer.status == 500
        assert "boom" not in answer.error
        server.process.terminate()
        assert "RuntimeError: boom" in server.end()[1]


def test_so_many_pages_and_no_more(tmp_path: Path) -> None:
    most = Limits().websockets
    with served(tmp_path) as server:
        pages = [Page(server) for _ in range(most)]
        try:
            answer = ask(server, opening())
            assert answer.status == 503
            assert str(most) in answer.error
            assert ask(server, get()).status == 200
            pages.pop().close()
            assert soon(lambda: ask(server, opening()).status, 101) == 101
        finally:
            for page in pages:
                page.close()


def test_a_page_that_left_is_no_connection_any_more(tmp_path: Path) -> None:
    with served(tmp_path, connections=3) as server:
        for _ in range(6):
            Page(server).close()
            assert server.wait_for("gone") == "gone 1006"
        assert ask(server, get()).status == 200


def test_twenty_messages_at_once_are_taken(server: Served) -> None:
    with Page(server) as page:
        for number in range(20):
            page.say(str(number))
        assert sorted(int(page.read()[1]) for _ in range(20)) == list(range(20))


@pytest.mark.parametrize("sent", [frame(TEXT, b"x"), frame(PING, b"x")])
def test_a_flood_is_closed_with_1008(server: Served, sent: bytes) -> None:
    with Page(server) as page:
        page.connection.sendall(sent * 4_000)
        assert page.closing() == 1008
        assert page.read() == ENDED


def test_a_flood_of_pieces_is_closed_with_1008(server: Served) -> None:
    with Page(server) as page:
        pieces = frame(TEXT, b"x", last=False) + frame(0, b"x", last=False) * 4_000
        page.connection.sendall(pieces)
        assert page.closing() == 1008


@pytest.mark.parametrize("length", [4_097, 65_535, 65_536, 1_000_000])
def test_a_longer_message_is_closed_with_1009(server: Served, length: int) -> None:
    with Page(server) as page:
        page.connection.sendall(frame(TEXT, b"x" * length)[:5_000])
        assert page.closing() == 1009


def test_a_message_of_the_whole_length_is_taken(server: Served) -> None:
    with Page(server) as page:
        page.say("x" * 4_096)
        assert page.read() == (TEXT, b"x" * 4_096)


def test_a_longer_message_in_pieces_is_closed_with_1009(server: Served) -> None:
    with Page(server) as page:
        page.send(TEXT, b"x" * 4_096, last=False)
        page.send(0, b"x", last=False)
        assert page.closing() == 1009


def test_a_binary_message_is_closed_with_1003(server: Served) -> None:
    with Page(server) as page:
        page.send(BINARY, b"\x00\xff")
        assert page.closing() == 1003


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x01x", 1002),  # not masked
        (frame(TEXT | 0x40, b"x"), 1002),  # marked as compressed
        (frame(3, b"x"), 1002),
        (frame(PING, b"x" * 126), 1002),
        (b"\x89\xff" + struct.pack("!Q", 2**62) + b"\0\0\0\0", 1002),
        (frame(0, b"x"), 1002),
        (frame(TEXT, b"\xff"), 1007),
        (frame(CLOSE, b"\x00\x01"), 1002),
        (frame(CLOSE, b"\x03\xe8\xff"), 1007),
    ],
)
def test_what_breaks_the_protocol_is_closed_with_a_code(
    server: Served, sent: bytes, code: int
) -> None:
    with Page(server) as page:
        page.connection.sendall(sent + b"x" * 10_000)
        assert page.closing() == code
        assert page.read() == ENDED


def test_a_page_says_goodbye_and_is_answered(tmp_path: Path) -> None:
    with served(tmp_path) as server, Page(server) as page:
        page.send(CLOSE, struct.pack("!H", 1000))
        assert page.closing() == 1000
        assert page.read() == ENDED
        assert server.wait_for("gone") == "gone 1000"


def test_a_page_is_pinged_and_answers_pings(tmp_path: Path) -> None:
    # Daphne looks at its clock every two seconds.
    with served(tmp_path, ping_seconds=0.1, pong_seconds=0.2) as server, Page(server) as page:
        page.send(PING, b"there?")
        assert page.read() == (PONG, b"there?")
        assert page.read()[0] == PING
        assert page.read() == RESET  # it does not answer


def test_bytes_before_the_answer_open_no_second_socket(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        with connect(server) as connection:
            raw = opening(b"/ws/live/?late").replace(b"HOST", server.host)
            connection.sendall(raw)
            server.wait_for("asked")
            connection.sendall(raw)
            assert read_answer(connection).status == 0
        assert server.wait_for("") == "gone 1006"


@pytest.mark.parametrize("code", [1000, 1001, 1008, 1013, 4000])
def test_an_application_may_close_with_any_code(server: Served, code: int) -> None:
    with Page(server) as page:
        page.say(f"close {code}")
        assert page.closing() == code
        page.send(CLOSE, struct.pack("!H", code))
        assert page.read() in (ENDED, RESET)


def test_a_message_of_eight_megabytes_arrives(server: Served) -> None:
    with Page(server) as page:
        page.say(f"push 1 {8 * 1024 * 1024}")
        opcode, payload = page.read()
        assert (opcode, len(payload)) == (TEXT, 8 * 1024 * 1024)


def test_a_slow_reader_is_waited_for(server: Served) -> None:
    with Page(server, buffer=4_096) as page:
        before = int(ask(server, get(b"/api/sent")).body)
        page.say("push 32 1000000")
        # The sender waits; what the kernel takes is a few megabytes.
        waiting = json.loads(ask(server, get(b"/api/sent")).body)
        assert waiting - before < 16
        lengths = [len(page.read()[1]) for _ in range(32)]
        assert lengths == [1_000_000] * 32
        assert server.wait_for("pushed")


def test_a_page_that_never_reads_is_cut_off_and_no_other(tmp_path: Path) -> None:
    with (
        served(tmp_path, stall_seconds=0.5) as server,
        Page(server, buffer=4_096) as slow,
        Page(server) as other,
    ):
        slow.say("push 64 1000000")
        assert int(server.wait_for("waiting ").split()[1]) < 32
        other.say("still here")
        assert other.read() == (TEXT, b"still here")
        assert server.wait_for("gone") == "gone 1006"
        other.say("and now")
        assert other.read() == (TEXT, b"and now")


def test_a_page_with_too_much_unread_is_cut_off_at_once(tmp_path: Path) -> None:
    with served(tmp_path, stall_seconds=60) as server, Page(server, buffer=4_096) as page:
        page.say("pile 64 1000000")
        assert server.wait_for("gone") == "gone 1006"
