"""GET /api/sessions."""

import json
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.support.home import Home, a_home
from tests.support.running import Server, running

SESSION_FIELDS = [
    "id",
    "source",
    "agent",
    "surface",
    "name",
    "cwd",
    "project",
    "git",
    "status",
    "waitingReason",
    "waitingDetail",
    "waitingText",
    "startedAt",
    "statusSince",
    "lastWriteAt",
    "pid",
    "alive",
    "links",
    "jump",
    "stop",
    "stale",
    "activity",
    "failure",
]
"""The reference's fields in its order, and then those that docs/API.md adds."""

SOURCE_FIELDS = [
    "id",
    "label",
    "state",
    "detail",
    "advice",
    "watching",
    "basis",
    "capabilities",
    "checkedAt",
    "measured",
]


def in_order(keys: list[str], allowed: list[str]) -> bool:
    """Whether keys are all allowed and stand in the allowed order."""
    return [key for key in allowed if key in keys] == keys


def test_the_answer_is_the_latest_snapshot_and_nothing_else(server: Server) -> None:
    fields = ["generatedAt", "sources", "sessions", "timeRules", "quiet"]
    assert list(server.snapshot()) == fields


def test_a_waiting_session_has_exactly_the_fields_of_the_reference_in_its_order(
    server: Server,
) -> None:
    waiting = server.snapshot()["sessions"][0]
    assert in_order(list(waiting), SESSION_FIELDS)
    known = {key: waiting[key] for key in ("name", "status", "waitingReason", "waitingText")}
    assert known == {
        "name": "checkout-flow",
        "status": "needs-you",
        "waitingReason": "permission",
        "waitingText": "Run: npm test",
    }


def test_fields_that_do_not_apply_are_left_out_and_not_null(server: Server) -> None:
    idle = server.snapshot()["sessions"][1]
    assert not {"waitingReason", "waitingDetail", "waitingText", "stale", "agent"} & set(idle)


def test_sources_have_their_fields_in_order_and_state_every_capability(server: Server) -> None:
    sources = server.until(lambda s: all(one["checkedAt"] for one in s["sources"]))["sources"]
    assert [source["id"] for source in sources] == ["claude-code", "codex", "status-files"]
    for source in sources:
        assert in_order(list(source), SOURCE_FIELDS)
        assert len(source["capabilities"]) == 8
        assert source["measured"]["reads"] > 0
        for capability in source["capabilities"].values():
            assert (capability["level"] == "yes") == ("reason" not in capability)


def test_the_time_of_the_snapshot_moves_on_though_nothing_changes(server: Server) -> None:
    before = server.snapshot()["generatedAt"]
    server.until(lambda snapshot: snapshot["generatedAt"] > before)


HOSTILE: dict[str, Any] = {
    "infinite.json": b'{"status": "working", "since": 1e999}',
    "nan.json": b'{"status": "working", "since": NaN}',
    "deep.json": b"[" * 100_000,
    "surrogate.json": b'{"status": "working", "name": "\\ud800</script><b>\\u202e"}',
    "huge-number.json": b'{"status": "working", "pid": ' + b"9" * 4_000 + b"}",
    "good.json": b'{"status": "waiting", "reason": "question", "name": "good one"}',
}


@pytest.mark.parametrize("place", ["status files", "session files"])
def test_hostile_files_cost_themselves_alone_and_the_answer_stays_strict_json(
    tmp_path: Path, place: str
) -> None:
    with a_home(tmp_path / "home") as home:
        session = home.session(name="steady")
        if place == "status files":
            folder = home.path / ".agent-lookout" / "sessions"
            folder.mkdir(parents=True)
            names = list(HOSTILE)
        else:
            folder = home.path / ".claude" / "sessions"
            names = [f"{number}.json" for number in range(900_001, 900_001 + len(HOSTILE))]
        for name, content in zip(names, HOSTILE.values(), strict=True):
            (folder / name).write_bytes(content)
        with running(home) as server:
            server.until_session(session.id, status="idle")
            body = server.get("/api/sessions")[2]
    assert b"<" not in body
    names_shown = {one["name"] for one in json.loads(body, parse_constant=refuse)["sessions"]}
    assert "steady" in names_shown
    assert ("good one" in names_shown) == (place == "status files")


def refuse(word: str) -> NoReturn:
    """NaN and Infinity are no JSON."""
    raise AssertionError(word)


def test_a_home_with_no_agent_is_told_as_not_set_up(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with running(home) as server:
        snapshot = server.until(lambda s: {one["state"] for one in s["sources"]} == {"not-set-up"})
    assert snapshot["sessions"] == []
    assert all(source["advice"] for source in snapshot["sources"])


@pytest.mark.parametrize("history", ["on", "off"])
def test_nothing_is_written_in_the_home_but_the_history_where_that_is_on(
    tmp_path: Path, history: str
) -> None:
    with a_home(tmp_path / "home") as home:
        session = home.session()
        session.wait_for("Write", {"file_path": "/etc/x"}, "permission prompt")
        before = tree(home)
        with running(home, AGENT_LOOKOUT_HISTORY=history) as server:
            server.until_session(session.id, waitingText="Write: /etc/x")
            assert server.end() == 0
        after = tree(home)
    new = after.keys() - before.keys()
    assert {name: after[name] for name in before} == before
    if history == "off":
        assert new == set()
    else:
        assert new > {".agent-lookout", HISTORY}
        assert all(name.startswith(".agent-lookout") for name in new)
    assert not any(b"/etc/x" in after[name][2] for name in new)


HISTORY = ".agent-lookout/history"


def tree(home: Home) -> dict[str, tuple[int, int, bytes]]:
    """Every file under a home: size, time of change, content."""
    return {
        str(path.relative_to(home.path)): (
            path.stat().st_size,
            path.stat().st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted(home.path.rglob("*"))
    }
