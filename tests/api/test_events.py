"""GET /api/events."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.home import LiveSession, a_home
from tests.support.running import Server, running

FIELDS = ["id", "at", "sessionId", "sessionName", "kind", "from", "to", "severity"]


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, LiveSession]]:
    """A server that has seen a session work, wait and go on."""
    with a_home(tmp_path_factory.mktemp("lived")) as home:
        session = home.session(name="first")
        with running(home) as server:
            server.until_session(session.id, status="idle")
            session.write(status="busy")
            server.until_session(session.id, status="working")
            until(server, 1)
            session.wait_for("Bash", {"command": "make secret"}, "permission prompt")
            until(server, 2)
            session.go_on()
            until(server, 3)
            yield server, session


def events(server: Server, query: str = "") -> list[dict[str, Any]]:
    """What the route answers."""
    status, _, body = server.get(f"/api/events{query}")
    assert status == 200
    answer = json.loads(body)
    assert list(answer) == ["events"]
    found: list[dict[str, Any]] = answer["events"]
    return found


def until(server: Server, number: int) -> None:
    """Waits for so many events; flicker is told a second late."""
    server.until(lambda _: len(events(server)) >= number)


def test_what_happened_is_answered_newest_first(lived: tuple[Server, LiveSession]) -> None:
    server, session = lived
    found = events(server)
    assert [(one["from"], one["to"], one["severity"]) for one in found] == [
        ("needs-you", "working", "advisory"),
        ("working", "needs-you", "warning"),
        ("idle", "working", "advisory"),
    ]
    assert all(list(one) == FIELDS for one in found)
    assert {one["sessionId"] for one in found} == {session.id}
    assert {one["sessionName"] for one in found} == {"first"}
    assert len({one["id"] for one in found}) == 3


def test_with_since_only_what_is_later_is_answered(lived: tuple[Server, LiveSession]) -> None:
    server, _ = lived
    found = events(server)
    assert events(server, f"?since={found[1]['at']}") == found[:1]
    assert events(server, f"?since={found[0]['at']}") == []
    assert events(server, "?since=0") == found


def test_what_a_session_asked_is_in_no_event(lived: tuple[Server, LiveSession]) -> None:
    server, _ = lived
    assert b"secret" not in server.get("/api/events")[2]


@pytest.mark.parametrize(
    "query",
    [
        "since=",
        "since=x",
        "since=-1",
        "since=+1",
        "since=1.5",
        "since=1e3",
        "since=12345678901234567",
        "since=1&since=2",
    ],
)
def test_a_since_that_cannot_be_read_is_refused_in_one_sentence(server: Server, query: str) -> None:
    status, _, body = server.get(f"/api/events?{query}")
    assert status == 400
    assert json.loads(body) == {"error": "since is one whole number of milliseconds, 0 or more."}


def test_a_restart_makes_no_events_of_what_stayed_and_keeps_what_was(tmp_path: Path) -> None:
    with a_home(tmp_path / "home") as home:
        session = home.session(name="steady")
        with running(home) as server:
            server.until_session(session.id, status="idle")
            session.write(status="busy")
            until(server, 1)
            before = events(server)
            assert server.end() == 0
        with running(home) as server:
            server.until_session(session.id, status="working")
            until(server, 1)
            assert events(server) == before
            session.write(status="idle")
            until(server, 2)
            assert events(server)[1:] == before


def test_with_the_history_off_events_are_there_and_gone_with_the_server(tmp_path: Path) -> None:
    with a_home(tmp_path / "home") as home:
        session = home.session()
        with running(home, AGENT_LOOKOUT_HISTORY="off") as server:
            server.until_session(session.id, status="idle")
            session.write(status="busy")
            until(server, 1)
        with running(home, AGENT_LOOKOUT_HISTORY="off") as server:
            server.until_session(session.id, status="working")
            assert events(server) == []
        assert not (home.path / ".agent-lookout").exists()
