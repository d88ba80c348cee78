"""The server as a process: how it begins, and that it ends at once whatever is open."""

import signal
import socket
import time
from pathlib import Path

import pytest

from tests.support.gate import Page, Served, ask, connect, get, read_answer, served, started

SIGNALS = [signal.SIGTERM, signal.SIGINT]


def stop(server: Served, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
    """The exit code and complaints of a server that is told to stop, which takes no second."""
    began = time.monotonic()
    server.process.send_signal(how)
    outcome = server.end()
    # A start takes a third of a second, unless the machine is busy with other things.
    assert time.monotonic() - began < max(1, 2 * server.started_in)
    return outcome


@pytest.mark.parametrize("how", SIGNALS)
def test_it_ends_with_everything_open(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path) as server:
        pages = [Page(server) for _ in range(20)]
        idle, kept, busy, half = (connect(server) for _ in range(4))
        kept.sendall(get().replace(b"HOST", server.host))
        assert read_answer(kept).status == 200
        half.sendall(b"GET / HTTP/1.1\r\n")
        busy.sendall(get(b"/api/slow").replace(b"HOST", server.host))
        server.wait_for("slow")
        assert stop(server, how) == (0, "")
        server.wait_for("stopping")
        assert [page.closing() for page in pages] == [1001] * 20
        for page in pages:
            page.close()
        for connection in (idle, kept, busy, half):
            connection.close()


@pytest.mark.parametrize("how", SIGNALS)
def test_it_ends_with_nothing_open(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path) as server:
        assert stop(server, how) == (0, "")


def test_a_page_that_came_this_moment_is_told_as_well(tmp_path: Path) -> None:
    # Daphne 4.2.3 fails on a connection that was upgraded less than a second ago.
    with served(tmp_path) as server, Page(server) as page:
        assert stop(server) == (0, "")
        assert page.closing() == 1001


def test_it_ends_with_a_page_that_never_reads(tmp_path: Path) -> None:
    with served(tmp_path) as server, Page(server, buffer=4_096) as page:
        page.say("push 64 1000000")
        assert server.wait_for("waiting ")
        assert stop(server) == (0, "")


def test_it_ends_with_an_application_that_will_not(tmp_path: Path) -> None:
    with served(tmp_path) as server, Page(server, b"/ws/live/?stuck"):
        assert stop(server)[0] == 0
        assert server.wait_for("stopping")


def test_it_ends_with_a_thread_that_will_not(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert ask(server, get(b"/api/thread")).status == 200
        assert stop(server) == (0, "")
        assert server.wait_for("stopping")


def test_told_twice_it_ends_once(tmp_path: Path) -> None:
    with served(tmp_path) as server, Page(server, b"/ws/live/?stuck"):
        server.process.send_signal(signal.SIGINT)
        server.wait_for("cancelled")
        code, complaints = stop(server, signal.SIGINT)
        assert code == 0
        assert "Traceback" not in complaints


def test_a_taken_port_is_said_and_nothing_begins(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with started(tmp_path, "{}", "127.0.0.1", str(port)) as server:
            code, complaints = server.end()
    assert code == 1
    assert complaints == f"Cannot listen on 127.0.0.1 port {port}: Address already in use.\n"


def test_what_fails_at_the_start_ends_it_with_1(tmp_path: Path) -> None:
    with started(tmp_path, "{}", "127.0.0.1", "0", "fail") as server:
        code, complaints = server.end()
    assert code == 1
    assert "RuntimeError: no collector" in complaints


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "localhost", "192.0.2.1", ""])  # noqa: S104
def test_it_listens_on_loopback_alone(tmp_path: Path, host: str) -> None:
    with started(tmp_path, "{}", host) as server:
        code, complaints = server.end()
    assert code == 1
    assert "is not a loopback address; listen on 127.0.0.1 or ::1." in complaints
