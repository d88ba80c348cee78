"""GET /api/settings."""

import json
from pathlib import Path

import pytest

from tests.support.running import running

ALL_OFF = {
    "reminder": {"on": False, "minutes": 10},
    "stale": {"on": False, "hours": 48},
    "quietHours": {
        "on": False,
        "from": "22:00",
        "to": "08:00",
        "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
        "summary": {"leaveOutAnswered": False},
    },
}


def test_every_rule_is_off_until_one_is_set(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        status, _, body = server.get("/api/settings")
        assert status == 200
        assert json.loads(body) == {"timeRules": ALL_OFF, "quiet": False, "problem": None}
        assert list(json.loads(body)["timeRules"]) == list(ALL_OFF)
    assert not (tmp_path / ".agent-lookout" / "settings.json").exists()


def test_rules_come_from_the_file_that_is_named(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text('{"timeRules": {"stale": {"on": true, "hours": 3}}}')
    with running(tmp_path, AGENT_LOOKOUT_SETTINGS_FILE=str(file)) as server:
        answer = json.loads(server.get("/api/settings")[2])
        snapshot = server.snapshot()
    expected = {**ALL_OFF, "stale": {"on": True, "hours": 3}}
    assert answer["timeRules"] == expected
    assert (snapshot["timeRules"], snapshot["quiet"]) == (expected, False)


@pytest.mark.parametrize("quiet", [True, False])
def test_it_says_whether_quiet_hours_hold(tmp_path: Path, quiet: bool) -> None:
    # From one midnight to the next, on every day or on none: no clock decides this test.
    days = ALL_OFF["quietHours"]["days"] if quiet else []  # type: ignore[index]
    rule = {"on": True, "from": "00:00", "to": "00:00", "days": days}
    (tmp_path / ".agent-lookout").mkdir()
    (tmp_path / ".agent-lookout" / "settings.json").write_text(
        json.dumps({"timeRules": {"quietHours": rule}})
    )
    with running(tmp_path) as server:
        assert json.loads(server.get("/api/settings")[2])["quiet"] is quiet
        assert server.snapshot()["quiet"] is quiet


def test_a_file_that_could_not_be_read_is_told_and_leaves_every_rule_off(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text("{")
    with running(tmp_path, AGENT_LOOKOUT_SETTINGS_FILE=str(file)) as server:
        answer = json.loads(server.get("/api/settings")[2])
    assert answer["timeRules"] == ALL_OFF
    assert answer["problem"].startswith(str(file))
    assert answer["problem"].endswith(".")


def test_it_is_only_read(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        status, answer = server.act("/api/settings", "time-rules", b"")
    assert (status, list(answer)) == (405, ["error"])
