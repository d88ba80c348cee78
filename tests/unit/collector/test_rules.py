"""The time rules in the snapshot: as the clock goes, and as a person changes them."""

import json
from pathlib import Path
from typing import Any

import pytest

from sessions_app.collector.cache import Cache
from sessions_app.collector.collector import Collector
from sessions_app.collector.rules import Rules
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.time_rules import QuietHours, Stale, TimeRules
from sessions_app.stores.settings_file import NotSaved, SettingsFile
from sessions_app.system.local_time import local_time
from tests.unit.collector.acting import NOW, Acting, HandClock, a_session

HOUR_MS = 3_600_000


class World:
    """A collector on made-up sessions, and what it sends to the pages."""

    def __init__(self, *sessions: Any, rules: Rules) -> None:
        self.clock = HandClock()
        self.cache = Cache()
        self.sent: list[dict[str, Any]] = []
        acting = Acting()
        acting.gives(*sessions)
        self.collector = Collector([acting], self.cache, self._send, self.clock, rules=rules)
        rules.when_changed(self.collector.follow_rules)
        self.collector.read("acting")
        self.sent.clear()

    def _send(self, text: str, base: int, revision: int) -> None:
        self.sent.append(json.loads(text))

    def patches(self) -> list[dict[str, Any]]:
        """What was sent of changes since the last time this was asked."""
        found = [message["patch"] for message in self.sent if message["type"] == "diff"]
        self.sent.clear()
        return found


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    kept = Rules()
    kept.open(SettingsFile(str(tmp_path / "settings.json")))
    return kept


def on_the_wall(ms: int) -> str:
    """What this computer's clock shows so much later."""
    return local_time(EpochMs(NOW + ms)).strftime("%H:%M")


def test_quiet_hours_begin_and_end_by_the_clock_alone(rules: Rules) -> None:
    rules.change(
        TimeRules(
            quiet_hours=QuietHours(on=True, from_=on_the_wall(HOUR_MS), to=on_the_wall(2 * HOUR_MS))
        )
    )
    world = World(rules=rules)
    world.collector.tick()
    assert world.patches() == []
    world.clock.go_on(HOUR_MS)
    world.collector.tick()
    assert [patch["quiet"] for patch in world.patches()] == [True]
    world.clock.go_on(-HOUR_MS)  # the clock is set back
    world.collector.tick()
    assert [patch["quiet"] for patch in world.patches()] == [False]
    world.clock.go_on(2 * HOUR_MS)  # the computer slept through them
    world.collector.tick()
    assert world.patches() == []


def test_a_changed_rule_is_news_at_once(rules: Rules) -> None:
    world = World(a_session(status_since=EpochMs(NOW - 2 * HOUR_MS)), rules=rules)
    rules.change(TimeRules(stale=Stale(on=True, hours=2)))
    [patch] = world.patches()
    assert patch["timeRules"]["stale"] == {"on": True, "hours": 2}
    assert patch["sessions"] == {"acting:1": {"stale": True}}
    rules.change(TimeRules(stale=Stale(on=True, hours=3)))
    assert world.patches()[0]["sessions"] == {"acting:1": {"stale": None}}


def test_a_rule_that_could_not_be_kept_is_not_in_force(tmp_path: Path, rules: Rules) -> None:
    world = World(rules=rules)
    (tmp_path / "settings.json").write_text("{")
    with pytest.raises(NotSaved):
        rules.change(TimeRules(stale=Stale(on=True)))
    assert rules.current == TimeRules()
    assert world.patches() == []


def test_a_file_that_could_not_be_read_is_said_once_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "settings.json").write_text("{")
    broken = Rules()
    broken.open(SettingsFile(str(tmp_path / "settings.json")))
    assert broken.problem is not None
    assert [record.getMessage() for record in caplog.records] == [broken.problem]
