"""/ws/live/: a snapshot, then what changed, then ticks."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from sessions_app.domain.snapshot import apply_merge_patch
from tests.support.home import Home, a_home, now_ms
from tests.support.running import PATIENCE_S, running


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with a_home(tmp_path / "home") as made:
        yield made


def read(page: ClientConnection) -> dict[str, Any]:
    """The next message."""
    message: dict[str, Any] = json.loads(page.recv(timeout=PATIENCE_S))
    return message


def read_until(page: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while (message := read(page))["type"] != kind:
        pass
    return message


def test_the_first_message_is_everything_that_the_api_answers(home: Home) -> None:
    session = home.session(name="first")
    with running(home) as server:
        server.until_session(session.id, status="idle")
        with server.page() as page:
            message = read(page)
        assert message["type"] == "snapshot"
        assert message["snapshot"]["sessions"] == server.snapshot()["sessions"]


def test_the_first_message_bears_the_present_moment_however_long_nothing_changed(
    home: Home,
) -> None:
    with running(home) as server:
        server.until(lambda snapshot: snapshot["sources"][0]["state"] == "ok")
        with server.page() as page:
            read_until(page, "tick")
            before = now_ms()
            page.send(json.dumps({"type": "resync"}))
            assert read_until(page, "snapshot")["snapshot"]["generatedAt"] >= before


def test_a_rewritten_session_file_reaches_the_page_as_the_fields_that_changed(home: Home) -> None:
    session = home.session()
    with running(home) as server:
        server.until_session(session.id, status="idle")
        with server.page() as page:
            revision = read(page)["revision"]
            session.write(status="busy", statusUpdatedAt=1_796_000_000_000)
            message = read_until(page, "diff")
        server_events = server.get("/api/events")[2]
    assert (message["base"], message["revision"]) == (revision, revision + 1)
    events = json.loads(server_events)["events"]
    assert message["events"] == events
    assert [(one["kind"], one["from"], one["to"]) for one in events] == [
        ("status-changed", "idle", "working")
    ]
    assert message["patch"]["sessions"] == {
        session.id: {"status": "working", "statusSince": 1_796_000_000_000}
    }


def test_the_messages_of_a_whole_wait_add_up_to_the_snapshot(home: Home) -> None:
    session = home.session()
    with running(home) as server:
        server.until_session(session.id, status="idle")
        with server.page() as page:
            first = read(page)
            sessions = {one["id"]: one for one in first["snapshot"]["sessions"]}
            order = [one["id"] for one in first["snapshot"]["sessions"]]
            session.wait_for("Bash", {"command": "make"}, "permission prompt")
            second = home.session(name="second")
            server.until_session(session.id, waitingText="Run: make")
            session.go_on()
            server.until_session(session.id, status="working")
            snapshot = server.until(lambda s: len(s["sessions"]) == 2)
            while [sessions.get(one) for one in order] != snapshot["sessions"]:
                patch = read_until(page, "diff")["patch"]
                for one, change in patch.get("sessions", {}).items():
                    sessions[one] = apply_merge_patch(sessions.get(one, {}), change)
                order = patch.get("order", order)
    assert set(order) == {session.id, second.id}


def test_a_page_that_asks_gets_everything_anew(home: Home) -> None:
    with running(home) as server, server.page() as page:
        assert read(page)["type"] == "snapshot"
        page.send(json.dumps({"type": "resync"}))
        assert read_until(page, "snapshot")["snapshot"]["sessions"] == []


def test_what_is_not_understood_is_passed_over(home: Home) -> None:
    with running(home) as server, server.page() as page:
        read(page)
        for text in ("", "null", "[]", '{"type": 1}', '{"type": "stop"}', "{" * 2_000):
            page.send(text)
        assert read_until(page, "tick")["revision"] >= 1


def test_a_change_shows_by_the_poll_alone_when_notifications_are_off(home: Home) -> None:
    session = home.session()
    with running(home, AGENT_LOOKOUT_FILE_NOTIFICATIONS="off") as server:
        server.until_session(session.id, status="idle")
        with server.page() as page:
            read(page)
            session.write(status="busy")
            assert read_until(page, "diff")["patch"]["sessions"][session.id]["status"] == "working"


def test_a_folder_that_is_deleted_and_made_again_is_watched_again(home: Home) -> None:
    home.session().stand_in.end()
    sessions = home.path / ".claude" / "sessions"
    with running(home) as server, server.page() as page:
        server.until(lambda s: s["sources"][0]["state"] == "ok")
        for file in sessions.iterdir():
            file.unlink()
        sessions.rmdir()
        server.until(lambda s: "no session was started" in s["sources"][0]["detail"])
        sessions.mkdir()
        session = home.session()
        server.until_session(session.id, status="idle")
        read(page)
        session.write(status="busy")
        server.until_session(session.id, status="working")
