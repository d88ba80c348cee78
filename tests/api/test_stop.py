"""POST /api/sessions/stop."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import AsyncClient

from lookout.env import read as read_environment
from sessions_app.actions.desk import RECEPTION, Desk
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import assemble
from tests.support.claude_world import World
from tests.support.home import Home, LiveSession, a_home, now_ms
from tests.support.pressing import Stubborn
from tests.support.running import Server, running

PATH = "/api/sessions/stop"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    with a_home(tmp_path_factory.mktemp("stop") / "home") as made:
        yield made


@pytest.fixture(scope="module")
def server(home: Home) -> Iterator[Server]:
    with running(home) as started:
        yield started


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that was told to stop nothing."""
    with a_home(tmp_path_factory.mktemp("off") / "home") as home:
        home.session(name="kept")
        with running(home, AGENT_LOOKOUT_STOP="off") as started:
            started.until(lambda snapshot: len(snapshot["sessions"]) == 1)
            yield started


def stop(server: Server, session: LiveSession) -> tuple[int, Any]:
    server.until_session(session.id)
    return server.act(PATH, "stop", {"sessionId": session.id})


def refused(answer: tuple[int, Any]) -> tuple[int, str]:
    status, content = answer
    assert list(content) == ["ok", "reason", "error"]
    assert content["ok"] is False
    assert content["error"].endswith(".")
    return status, content["reason"]


def runs(session: LiveSession) -> bool:
    return session.stand_in.runs


def test_a_session_says_that_it_can_be_stopped_and_how(home: Home, server: Server) -> None:
    session = home.session(surface="x")
    found = server.until_session(session.id)
    assert found["stop"] == {"how": "signal"}
    keys = list(found)
    assert keys.index("alive") < keys.index("stop")


def test_a_session_is_ended_and_off_the_list_when_the_answer_comes(
    home: Home, server: Server
) -> None:
    neighbour = home.session(name="neighbour")
    session = home.session(name="to stop")
    server.until_session(neighbour.id)
    assert stop(server, session) == (200, {"ok": True})
    assert server.session(session.id) is None
    assert server.session(neighbour.id) is not None
    assert not runs(session)
    assert runs(neighbour)


def test_the_log_has_the_stop_and_the_end_each_once(home: Home, server: Server) -> None:
    session = home.session(name="to log")
    session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
    server.until_session(session.id, status="needs-you")
    assert stop(server, session)[0] == 200
    events = [one for one in events_of(server, session) if one["kind"] != "appeared"]
    assert {one["kind"] for one in events} >= {"stopped", "ended"}
    [told] = [one for one in events if one["kind"] == "stopped"]
    assert (told["from"], told["by"], told.get("to")) == ("needs-you", "agent-lookout", None)
    assert told["sessionName"] == "to log"
    # The wait that the stop ended is one wait.
    where = json.loads(server.get("/api/waits")[2])["sevenDays"]
    assert where["count"] == 1


def events_of(server: Server, session: LiveSession) -> list[dict[str, Any]]:
    events = json.loads(server.get("/api/events")[2])["events"]
    return [one for one in events if one["sessionId"] == session.id]


def test_what_goes_on_with_it_can_be_asked_for(home: Home, server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    session = home.session(name="to resume", cwd=str(folder))
    server.until_session(session.id)
    address = f"/api/resume?session={session.id}"
    assert server.get(address)[0] == 404
    assert stop(server, session)[0] == 200
    status, _, body = server.get(address)
    command = f"cd '{folder}' && claude --resume {session.fields['sessionId']}"
    assert (status, json.loads(body)) == (200, {"command": command})
    folder.rmdir()
    status, _, body = server.get(address)
    assert status == 200
    assert "is gone" in json.loads(body)["problem"]


def test_one_that_is_not_listed_is_gone(server: Server) -> None:
    answer = server.act(PATH, "stop", {"sessionId": "claude-code:unheard-of"})
    assert refused(answer) == (404, "gone")


def test_one_of_the_desktop_app_is_not_stopped(home: Home, server: Server) -> None:
    session = home.session(entrypoint="claude-desktop")
    assert "stop" not in server.until_session(session.id)
    assert refused(stop(server, session)) == (409, "unsupported")
    assert runs(session)


def test_one_whose_file_is_not_what_it_was_is_not_stopped(home: Home, server: Server) -> None:
    session = home.session(procStart="Mon Nov 30 14:00:00 2026")
    assert refused(stop(server, session)) == (409, "cannot-confirm")
    assert runs(session)


def test_what_the_server_was_started_from_is_not_stopped(home: Home, server: Server) -> None:
    session = home.session_of(server.process.pid)
    assert refused(stop(server, session)) == (403, "not-allowed")
    assert server.process.poll() is None
    session.path.unlink()


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"sessionId": None},
        {"sessionId": 7},
        {"sessionId": ["claude-code:x"]},
        {"sessionId": "claude-code:x", "pid": 1},
        {"pid": 4711},
        {"sessionid": "claude-code:x"},
    ],
)
def test_a_body_that_is_not_exactly_an_id_is_not_read(server: Server, body: Any) -> None:
    assert refused(server.act(PATH, "stop", body)) == (400, "unreadable")


@pytest.mark.parametrize("path", [PATH, "/api/sessions/clean-up"])
def test_with_stopping_off_there_is_no_such_route(without: Server, path: str) -> None:
    [session] = without.snapshot()["sessions"]
    assert "stop" not in session
    assert without.get(path)[0] == 404
    body = {"sessionId": session["id"]}
    assert without.act(path, "stop", body)[0] == 405
    sources = {one["id"]: one for one in without.snapshot()["sources"]}
    assert sources["claude-code"]["capabilities"]["stop"]["level"] == "no"
    assert without.session(session["id"]) is not None


# In this process, where a test says how long an end is waited for


class InProcess:
    """A desk of its own, and what it told."""

    def __init__(self, world: World, patience_s: float) -> None:
        adapter = world.adapter()
        now = EpochMs(now_ms())
        self.read_again: list[str] = []
        self.told: list[Session] = []
        self.snapshot = assemble(now, (), adapter.read(now).sessions)
        environment = read_environment(world.variables)
        RECEPTION.desk = Desk(
            environment,
            [adapter],
            None,
            None,
            self.read_again.append,
            snapshot=lambda: self.snapshot,
            note_stopped=self.told.append,
            clock=lambda: now,
            patience_s=patience_s,
        )

    def close(self) -> None:
        """Nothing acts any more."""
        RECEPTION.desk = None

    async def press(self, path: str, body: object) -> tuple[int, Any]:
        """Presses it, past the gate."""
        answer = await AsyncClient(headers={"host": "127.0.0.1"}).post(
            path, json.dumps(body), content_type="application/json"
        )
        if answer.status_code == 429:
            assert answer["Retry-After"] == "1"
        return answer.status_code, json.loads(answer.content)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    yield made
    made.end()


async def test_one_that_still_runs_at_the_end_of_the_wait_is_said_to(world: World) -> None:
    stubborn = Stubborn()
    world.write(world.fields(stubborn.pid))
    here = InProcess(world, patience_s=0.0)
    try:
        [session] = here.snapshot.sessions
        answers = [await here.press(PATH, {"sessionId": session.id})]
        # The next comes within the same second, and is not made.
        answers.append(await here.press("/api/sessions/clean-up", {"sessions": [LEFT]}))
        assert refused(answers[0]) == (202, "still-running")
        assert refused(answers[1]) == (429, "too-soon")
        assert stubborn.says() == "asked"
        assert here.told == []
        assert here.read_again == ["claude-code"]
    finally:
        here.close()
        stubborn.end()


LEFT = {"sessionId": "claude-code:x", "statusSince": 1}
