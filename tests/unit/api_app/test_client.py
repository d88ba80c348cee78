"""Asking a server on loopback: real ones, of every kind."""

import os
import socket
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from api_app.address import of_listener, parse
from api_app.client import NoAnswer, get
from api_app.exchange import MAX_BODY
from tests.loopback import (
    Behaviour,
    answers,
    dead_port,
    hangs,
    says,
    serving,
    snapshot,
    trickles,
)


def refusal(behave: Behaviour, **options: Any) -> NoAnswer:
    with serving(behave) as address, pytest.raises(NoAnswer) as caught:
        get(address, "/api/sessions", **options)
    assert address.url in caught.value.sentence
    assert "\n" not in caught.value.sentence
    return caught.value


def test_an_answer_is_the_object_that_was_sent() -> None:
    with serving(answers(snapshot())) as address:
        assert get(address, "/api/sessions") == snapshot()


def test_an_answer_without_a_length_goes_on_to_the_end() -> None:
    head = b"HTTP/1.0 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n\r\n"
    with serving(says(head + b'{"ok": true}')) as address:
        assert get(address, "/api/health") == {"ok": True}


def test_a_connection_that_stays_open_is_not_waited_for() -> None:
    def behave(connection: socket.socket, over: threading.Event) -> None:
        answers({"ok": True})(connection, over)
        over.wait()

    with serving(behave) as address:
        assert get(address, "/api/health") == {"ok": True}


def test_the_request_names_its_server_and_asks_for_nothing_encoded() -> None:
    heads: list[bytes] = []
    with serving(answers({"ok": True}), heads=heads) as address:
        get(parse(f"http://localhost:{address.port}"), "/api/health")
    assert heads[0].split(b"\r\n")[:2] == [
        b"GET /api/health HTTP/1.0",
        b"Host: localhost:%d" % address.port,
    ]


def test_localhost_also_finds_a_server_that_listens_on_ipv6_alone() -> None:
    with serving(answers({"ok": True}), "::1") as address:
        named = parse(f"http://localhost:{address.port}")
        assert get(named, "/api/health") == {"ok": True}


def test_no_proxy_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{dead_port()}")
    with serving(answers({})) as address:
        assert get(address, "/x") == {}


def test_a_port_nobody_listens_on_says_how_to_start() -> None:
    address = of_listener("127.0.0.1", dead_port())
    with pytest.raises(NoAnswer, match="start Agent Lookout with `agent-lookout`") as caught:
        get(address, "/api/sessions")
    assert caught.value.kind == "nothing-listens"


def test_a_server_that_says_nothing_is_left_at_the_deadline() -> None:
    assert refusal(hangs, deadline_s=0.2).kind == "hangs"


def test_a_server_that_speaks_something_else_first_is_not_waited_for() -> None:
    def greets(connection: socket.socket, over: threading.Event) -> None:
        connection.sendall(b"220 mail.example ready\r\n")
        over.wait()

    assert refusal(greets, deadline_s=30).kind == "foreign"


def test_bytes_that_trickle_in_do_not_move_the_deadline() -> None:
    began = time.monotonic()
    assert refusal(trickles, deadline_s=0.3).kind == "hangs"
    assert time.monotonic() - began < 10  # a deadline that each byte moved would never come


@pytest.mark.parametrize(
    "behave",
    [
        says(b""),
        says(b"SSH-2.0-OpenSSH_9.6\r\n"),
        says(b"\x00\xff" * 1_000),
        says(b"HTTP/1.1 200 OK\r\n" + b"A: " + b"x" * 70_000 + b"\r\n\r\n"),
        says(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 9_000 + b"\r\n"),
        says(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n folded\r\n\r\n{}"),
        says(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: +2\r\n\r\n{}"),
        answers({}, content_length="3"),
        says(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{}"),
        says(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
        ),
        answers(b"<!doctype html>", Content_Type="text/html"),
        answers({}, Content_Type="text/html"),
        answers(b"", "302 Found", Location="http://example.org/"),
        answers(b"{", "200 OK"),
        answers([]),
        answers({}, Content_Encoding="gzip"),
        answers({"message": "no"}, "404 Not Found"),
        answers(b'{"a": "' + b"x" * MAX_BODY + b'"}'),
        says(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
            b'{"a": "' + b"x" * MAX_BODY + b'"}'
        ),
    ],
)
def test_what_is_not_our_answer_is_called_foreign(behave: Behaviour) -> None:
    assert refusal(behave).kind == "foreign"


def test_an_error_of_the_server_is_passed_on_without_what_a_terminal_would_act_on() -> None:
    problem = refusal(answers({"error": "It \x1b[31mbroke\r\n."}, "500 Internal Server Error"))
    assert problem.kind == "error"
    assert "error 500 (It broke)" in problem.sentence


@pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0, reason="becoming another user needs root"
)
@pytest.mark.skipif(not os.path.exists("/proc/net/tcp"), reason="needs Linux's table of sockets")
def test_another_users_server_is_not_asked() -> None:
    program = (
        "import os, socket\n"
        "os.setgroups([]); os.setgid(65_534); os.setuid(65_534)\n"
        "s = socket.create_server(('127.0.0.1', 0))\n"
        "print(s.getsockname()[1], flush=True)\n"
        "c, _ = s.accept()\n"
        "print(len(c.recv(1)), flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        address = of_listener("127.0.0.1", int(server.stdout.readline()))
        with pytest.raises(NoAnswer) as caught:
            get(address, "/api/sessions")
        assert server.stdout.read().strip() == "0"
    assert caught.value.kind == "another-user"
