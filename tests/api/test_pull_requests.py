"""GET /api/pull-requests, and the pull request in a session's `git`."""

import json
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.support.fake_gh import FakeGh, a_check, a_pull_request
from tests.support.home import a_home
from tests.support.repositories import a_repository
from tests.support.running import PATIENCE_S, Server, running

ORIGIN = "https://dev:ghp_secret@github.com/example-org/storefront.git"
ON = "on"


def state(server: Server) -> dict[str, Any]:
    """The answer."""
    status, headers, body = server.get("/api/pull-requests")
    assert status == 200
    assert headers["content-type"] == "application/json; charset=utf-8"
    answer: dict[str, Any] = json.loads(body)
    assert list(answer) == ["on", "problem", "gh", "last"]
    return answer


def until(server: Server, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first answer for which something holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds(answer := state(server)):
        assert time.monotonic() < deadline, answer
        time.sleep(0.02)  # between two questions, not instead of one
    return answer


def test_off_is_the_default(server: Server) -> None:
    assert state(server) == {"on": False, "problem": None, "gh": None, "last": None}


def test_a_setting_that_is_neither_on_nor_off_is_off_and_told(tmp_path: Path) -> None:
    with running(tmp_path, AGENT_LOOKOUT_PULL_REQUESTS="yes") as server:
        answer = state(server)
    assert answer["on"] is False
    assert answer["gh"] is None
    assert "AGENT_LOOKOUT_PULL_REQUESTS" in answer["problem"]
    assert answer["problem"].endswith(".")


def test_on_it_is_not_known_what_gh_is_before_it_is_needed(tmp_path: Path) -> None:
    with running(tmp_path, AGENT_LOOKOUT_PULL_REQUESTS=ON) as server:
        assert state(server) == {"on": True, "problem": None, "gh": "unknown", "last": None}


def test_on_a_session_has_its_pull_request_and_no_secret_is_told(tmp_path: Path) -> None:
    fake = FakeGh(tmp_path / "bin")
    fake.lists([a_pull_request(statusCheckRollup=[a_check("a"), a_check("b", "FAILURE")])])
    with a_home(tmp_path / "home") as home:
        folder = a_repository(home.path / "dev" / "storefront", origin=ORIGIN)
        session = home.session(cwd=str(folder))
        with running(
            home, PATH=f"{fake.folder}:/usr/bin:/bin", AGENT_LOOKOUT_PULL_REQUESTS=ON
        ) as server:
            answer = until(server, lambda answer: answer["last"] is not None)
            server.until(lambda snapshot: "pullRequest" in snapshot["sessions"][0]["git"])
            found = server.session(session.id)
            everything = server.get("/api/sessions")[2]
    assert found is not None
    assert list(found["git"]) == ["branch", "repository", "pullRequest"]
    assert found["git"]["pullRequest"] == {
        "number": 51,
        "title": "Show the pull request and its checks",
        "state": "open",
        "checks": {"state": "failing", "passing": 1, "failing": 1, "pending": 0},
        "url": "https://github.com/example-org/storefront/pull/51",
    }
    assert (answer["on"], answer["gh"], answer["last"]["ok"]) == (True, "ready", True)
    assert list(answer["last"]) == ["at", "ok"]
    assert b"ghp_secret" not in everything
    assert len(fake.calls) == 1
    assert "ghp_secret" not in json.dumps(fake.calls)


@pytest.mark.parametrize(("code", "gh"), [(4, "signed-out"), (9, "ready")])
def test_a_question_that_failed_is_told_in_words_of_our_own(
    tmp_path: Path, code: int, gh: str
) -> None:
    fake = FakeGh(tmp_path / "bin")
    fake.fails("ghp_secret", code)
    with a_home(tmp_path / "home") as home:
        home.session(cwd=str(a_repository(home.path / "dev" / "storefront", origin=ORIGIN)))
        with running(
            home, PATH=f"{fake.folder}:/usr/bin:/bin", AGENT_LOOKOUT_PULL_REQUESTS=ON
        ) as server:
            answer = until(server, lambda answer: answer["last"] is not None)
    assert answer["gh"] == gh
    assert list(answer["last"]) == ["at", "ok", "reason"]
    assert answer["last"]["ok"] is False
    assert "ghp_secret" not in answer["last"]["reason"]


def test_off_gh_is_not_run(tmp_path: Path) -> None:
    fake = FakeGh(tmp_path / "bin")
    with a_home(tmp_path / "home") as home:
        session = home.session(
            cwd=str(a_repository(home.path / "dev" / "storefront", origin=ORIGIN))
        )
        with running(home, PATH=f"{fake.folder}:/usr/bin:/bin") as server:
            server.until(lambda snapshot: any("git" in one for one in snapshot["sessions"]))
            found = server.session(session.id)
    assert found is not None
    assert list(found["git"]) == ["branch", "repository"]
    assert fake.calls == []


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/pull-requests/", {}, 404),
        ("/api/pull-requests", {"Host": "example.org"}, 403),
        ("/api/pull-requests", {"Origin": "http://example.org"}, 403),
        ("/api/pull-requests", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("/api/pull-requests", {"Content-Length": "1"}, 413),
    ],
)
def test_what_is_refused(server: Server, path: str, headers: dict[str, str], status: int) -> None:
    given, _, body = server.get(path, **headers)
    assert given == status
    assert json.loads(body)["error"].endswith(".")


def test_it_only_reads(server: Server) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    connection.request("POST", "/api/pull-requests")
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("Allow")) == (405, "GET")
    connection.close()
