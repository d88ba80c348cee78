"""POST /api/sessions/clean-up."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.home import Home, LiveSession, a_home, now_ms
from tests.support.running import Server, running

PATH = "/api/sessions/clean-up"
DAY = 24 * 3_600_000


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    with a_home(tmp_path_factory.mktemp("clean-up") / "home") as made:
        yield made


@pytest.fixture(scope="module")
def server(home: Home) -> Iterator[Server]:
    with running(home) as started:
        yield started


def left_running(server: Server, home: Home, idle_for: int = 2 * DAY, **more: Any) -> LiveSession:
    session = home.session(statusUpdatedAt=now_ms() - idle_for, **more)
    server.until_session(session.id)
    return session


def named(session: LiveSession) -> dict[str, Any]:
    return {"sessionId": session.id, "statusSince": session.fields["statusUpdatedAt"]}


def clean_up(server: Server, *sessions: dict[str, Any]) -> tuple[int, Any]:
    return server.act(PATH, "clean-up", {"sessions": list(sessions)})


def test_each_session_has_its_outcome_in_the_order_asked_for(home: Home, server: Server) -> None:
    ended = left_running(server, home, name="left")
    awake = left_running(server, home, name="awake")
    young = left_running(server, home, idle_for=DAY // 2, name="young")
    desktop = left_running(server, home, entrypoint="claude-desktop", name="desktop")
    wanted = [named(one) for one in (awake, ended, young, desktop)]
    awake.write(status="busy", statusUpdatedAt=now_ms())
    wanted.append({"sessionId": "claude-code:unheard-of", "statusSince": 1})
    status, answer = clean_up(server, *wanted)
    assert status == 200
    assert answer == {
        "results": [
            {"sessionId": awake.id, "outcome": "became-active"},
            {"sessionId": ended.id, "outcome": "ended"},
            {"sessionId": young.id, "outcome": "not-stale"},
            {"sessionId": desktop.id, "outcome": "unsupported"},
            {"sessionId": "claude-code:unheard-of", "outcome": "gone"},
        ]
    }
    assert server.session(ended.id) is None
    assert [one.stand_in.runs for one in (awake, ended, young, desktop)] == [
        True,
        False,
        True,
        True,
    ]


ONE = {"sessionId": "claude-code:x", "statusSince": 1}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"sessions": []},
        {"sessions": None},
        {"sessions": ["claude-code:x"]},
        {"sessions": [ONE, ONE]},
        {"sessions": [ONE, ONE | {"statusSince": 2}]},
        {"sessions": [ONE | {"sessionId": f"claude-code:{n}"} for n in range(21)]},
        {"sessions": [{"sessionId": "claude-code:x"}]},
        {"sessions": [ONE | {"statusSince": None}]},
        {"sessions": [ONE | {"statusSince": "1"}]},
        {"sessions": [ONE | {"statusSince": True}]},
        {"sessions": [ONE | {"statusSince": 1.5}]},
        {"sessions": [ONE | {"pid": 1}]},
        {"sessions": [ONE], "all": True},
    ],
)
def test_a_body_that_is_not_exactly_the_list_is_not_read(server: Server, body: Any) -> None:
    status, answer = server.act(PATH, "clean-up", body)
    assert (status, answer["ok"], answer["reason"]) == (400, False, "unreadable")
    assert answer["error"].endswith(".")


def test_twenty_are_taken(server: Server) -> None:
    many = [ONE | {"sessionId": f"claude-code:{number}"} for number in range(20)]
    status, answer = clean_up(server, *many)
    assert status == 200
    assert [one["outcome"] for one in answer["results"]] == ["gone"] * 20
