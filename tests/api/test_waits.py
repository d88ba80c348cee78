"""GET /api/waits."""

import json
from pathlib import Path
from typing import Any

from tests.support.home import Home, a_home, now_ms
from tests.support.running import Server, running

NOTHING = {"count": 0, "totalMs": 0, "averageMs": 0, "longestMs": 0}
HOUR = 3_600_000


def waits(server: Server) -> dict[str, Any]:
    """What the route answers."""
    status, _, body = server.get("/api/waits")
    assert status == 200
    answer: dict[str, Any] = json.loads(body)
    return answer


def write(home: Home, name: str, **fields: Any) -> None:
    """Writes a status file."""
    folder = home.path / ".agent-lookout" / "sessions"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(fields))


def test_with_no_waits_everything_is_nought(tmp_path: Path) -> None:
    with a_home(tmp_path / "home") as home, running(home) as server:
        answer = waits(server)
    assert list(answer) == ["at", "since", "today", "sevenDays", "where"]
    assert (answer["today"], answer["sevenDays"], answer["where"]) == (NOTHING, NOTHING, [])
    assert answer["since"] <= answer["at"]


def test_an_open_wait_counts_from_its_true_beginning_as_far_as_it_has_gone(
    tmp_path: Path,
) -> None:
    with a_home(tmp_path / "home") as home:
        since = now_ms() - HOUR
        write(home, "a", status="waiting", since=since, cwd="/home/dev/shop")
        with running(home, TZ="Etc/UTC") as server:
            server.until(lambda _: waits(server)["sevenDays"]["count"] == 1)
            answer = waits(server)
    week = answer["sevenDays"]
    assert week["totalMs"] == answer["at"] - since
    assert week["totalMs"] == week["averageMs"] == week["longestMs"]
    assert answer["where"] == [
        {"name": "shop", "kind": "folder", "count": 1, "totalMs": week["totalMs"]}
    ]


def test_a_wait_goes_on_through_a_touched_file_and_a_restart_and_ends_once(
    tmp_path: Path,
) -> None:
    with a_home(tmp_path / "home") as home:
        since = now_ms() - HOUR
        write(home, "a", status="waiting", since=since)
        write(home, "b", status="waiting", since=since + HOUR // 2)
        with running(home) as server:
            server.until(lambda _: waits(server)["sevenDays"]["count"] == 2)
            assert server.end() == 0
        write(home, "b", status="waiting", since=since + HOUR // 2)
        with running(home) as server:
            server.until(lambda s: len(s["sessions"]) == 2)
            server.until(lambda _: waits(server)["sevenDays"]["count"] == 2)
            assert [one["name"] for one in server.snapshot()["sessions"]] == ["a", "b"]
            write(home, "a", status="working", since=since + HOUR - 1_000)
            server.until_session("status-files:a", status="working")
            ended = waits(server)
            write(home, "a", status="idle")
            server.until_session("status-files:a", status="idle")
            answer = waits(server)
    assert answer["sevenDays"]["count"] == ended["sevenDays"]["count"] == 2
    assert answer["sevenDays"]["longestMs"] == HOUR - 1_000


def test_where_is_the_repository_for_its_folder_and_every_worktree(tmp_path: Path) -> None:
    with a_home(tmp_path / "home") as home:
        shop = home.path / "work" / "shop"
        (shop / ".git" / "worktrees" / "fix").mkdir(parents=True)
        (shop / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        tree = shop / ".git" / "worktrees" / "fix"
        (tree / "HEAD").write_text("ref: refs/heads/fix\n")
        (tree / "commondir").write_text("../..\n")
        fix = home.path / "work" / "shop-fix"
        fix.mkdir()
        (fix / ".git").write_text(f"gitdir: {tree}\n")
        for name, cwd in (("a", shop), ("b", fix)):
            write(home, name, status="waiting", since=now_ms() - 1_000, cwd=str(cwd))
        with running(home) as server:
            server.until(
                lambda _: (
                    [(one["name"], one["kind"]) for one in waits(server)["where"]]
                    == [("shop", "repository")]
                )
            )
            assert waits(server)["where"][0]["count"] == 2


def test_today_is_that_of_this_computers_zone(tmp_path: Path) -> None:
    """Two zones a day and more apart: a wait long enough is cut at a different midnight in each."""
    with a_home(tmp_path / "home") as home:
        write(home, "a", status="waiting", since=now_ms() - 30 * HOUR)
        # UTC+14 and UTC-9:30
        today = [so_far_today(home, f"Pacific/{one}") for one in ("Kiritimati", "Marquesas")]
    apart = abs(today[0] - today[1])
    assert min(abs(apart - half * HOUR / 2) for half in (1, 47)) < 60_000


def so_far_today(home: Home, zone: str) -> int:
    """How long was waited today, told by a server in a zone."""
    with running(home, AGENT_LOOKOUT_HISTORY="off", TZ=zone) as server:
        server.until(lambda _: waits(server)["today"]["count"] == 1)
        total: int = waits(server)["today"]["totalMs"]
    return total
