"""GET /api/history."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.support.home import Home, a_home, now_ms
from tests.support.running import Server, running

FIELDS = ["points", "gaps", "startedAt", "since", "kept", "restarts"]


def history(server: Server, query: str = "") -> dict[str, Any]:
    """What the route answers."""
    status, _, body = server.get(f"/api/history{query}")
    assert status == 200
    answer: dict[str, Any] = json.loads(body)
    return answer


def test_each_poll_is_a_point_oldest_first(server: Server) -> None:
    server.until(lambda _: len(history(server)["points"]) >= 2)
    answer = history(server)
    assert list(answer) == FIELDS
    times = [point["at"] for point in answer["points"]]
    assert times == sorted(times)
    last = answer["points"][-1]
    assert last == {"at": last["at"], "waiting": 1, "working": 0, "idle": 1, "total": 2}
    assert answer["startedAt"] <= times[0]
    assert answer["restarts"] == []


def test_it_says_where_it_is_kept_and_since_when(server: Server, home: Home) -> None:
    server.until(lambda _: history(server)["kept"]["bytes"] > 0)
    answer = history(server)
    assert answer["kept"] == {
        "on": True,
        "folder": str(home.path / ".agent-lookout" / "history"),
        "bytes": answer["kept"]["bytes"],
        "problem": None,
    }
    assert answer["since"] == {"at": answer["startedAt"], "by": "started"}


def test_time_before_the_start_was_not_measured(server: Server) -> None:
    answer = history(server, "?windowMs=3600000")
    first = answer["gaps"][0]
    assert list(first) == ["from", "to"]
    assert first["to"] - first["from"] > 3_500_000 - (now_ms() - answer["startedAt"])


def test_a_window_shows_its_own_points_alone(server: Server) -> None:
    server.until(lambda _: bool(history(server)["points"]))
    assert history(server, "?windowMs=1")["points"] == []
    assert history(server, "?windowMs=9999999999999999")["points"] != []


@pytest.mark.parametrize("value", ["", "0", "x", "-1", "1.5", "1e9", "12345678901234567"])
def test_a_window_that_cannot_be_read_is_refused_in_one_sentence(
    server: Server, value: str
) -> None:
    status, _, body = server.get(f"/api/history?windowMs={value}")
    assert status == 400
    assert json.loads(body) == {"error": "windowMs is one whole number of milliseconds, 1 or more."}


def test_a_server_that_was_killed_goes_on_where_it_was_and_tells_of_the_break(
    tmp_path: Path,
) -> None:
    with a_home(tmp_path / "home") as home:
        session = home.session()
        with running(home) as server:
            server.until_session(session.id, status="idle")
            server.until(lambda _: len(history(server)["points"]) >= 2)
            before = history(server)
            server.end(signal.SIGKILL)
        with running(home) as server:
            server.until(lambda _: len(history(server)["points"]) > len(before["points"]))
            server.until(lambda _: bool(history(server)["restarts"]))
            after = history(server)
    assert after["points"][0] == before["points"][0]  # the last may have been on its way
    assert after["since"] == before["since"]
    assert [one["at"] for one in after["restarts"]] == [after["startedAt"]]
    assert after["restarts"][0]["lastAt"] >= before["points"][0]["at"]


def test_a_folder_that_others_can_open_is_refused_and_the_answer_says_why(
    tmp_path: Path,
) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o755)
    with (
        a_home(tmp_path / "home") as home,
        running(home, AGENT_LOOKOUT_HISTORY_DIR=str(open_to_all)) as server,
    ):
        home.session()
        server.until(lambda _: history(server)["kept"]["problem"] is not None)
        server.until(lambda _: bool(history(server)["points"]))
        problem = history(server)["kept"]["problem"]
    assert problem.startswith(f"Others may open {open_to_all}")
    assert list(open_to_all.iterdir()) == []


def test_a_switch_that_cannot_be_read_is_off_and_says_so(tmp_path: Path) -> None:
    with a_home(tmp_path / "home") as home, running(home, AGENT_LOOKOUT_HISTORY="of") as server:
        kept = history(server)["kept"]
        assert (kept["on"], "AGENT_LOOKOUT_HISTORY" in kept["problem"]) == (False, True)
        assert not (home.path / ".agent-lookout").exists()


def test_with_the_history_off_it_is_in_memory_alone(tmp_path: Path) -> None:
    with a_home(tmp_path / "home") as home, running(home, AGENT_LOOKOUT_HISTORY="off") as server:
        server.until(lambda _: bool(history(server)["points"]))
        assert history(server)["kept"] == {
            "on": False,
            "folder": None,
            "bytes": 0,
            "problem": None,
        }
        assert not (home.path / ".agent-lookout").exists()
