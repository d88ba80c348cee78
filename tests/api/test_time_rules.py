"""POST /api/settings/time-rules."""

import copy
import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.test_settings import ALL_OFF
from tests.support.gate import ask
from tests.support.home import Home, a_home, now_ms
from tests.support.running import Server, running

PATH = "/api/settings/time-rules"
ALL_ON: dict[str, Any] = {
    "reminder": {"on": True, "minutes": 15},
    "stale": {"on": True, "hours": 1},
    "quietHours": {
        "on": True,
        "from": "00:00",
        "to": "00:00",
        "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
        "summary": {"leaveOutAnswered": True},
    },
}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with a_home(tmp_path / "home") as made:
        yield made


@pytest.fixture
def server(home: Home) -> Iterator[Server]:
    """A server of its own for each test: they change what it keeps."""
    with running(home) as started:
        yield started


@pytest.fixture
def file(home: Home) -> Path:
    return home.path / ".agent-lookout" / "settings.json"


def send(server: Server, rules: object) -> tuple[int, Any]:
    return server.act(PATH, "time-rules", {"timeRules": rules})


def changed(**places: Any) -> dict[str, Any]:
    """The rules, but for some places in them: `changed(reminder__minutes=0)`."""
    rules = copy.deepcopy(ALL_ON)
    for place, value in places.items():
        *path, last = place.split("__")
        at = rules
        for key in path:
            at = at[key]
        at[last] = value
    return rules


def test_rules_are_answered_once_they_are_on_disk(server: Server, file: Path) -> None:
    status, answer = send(server, ALL_ON)
    assert status == 200
    assert answer == {"timeRules": ALL_ON, "quiet": True, "problem": None}
    assert json.loads(file.read_text())["timeRules"] == ALL_ON
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert json.loads(server.get("/api/settings")[2]) == answer


def test_rules_hold_after_a_restart(home: Home, server: Server) -> None:
    send(server, ALL_ON)
    server.end()
    with running(home) as again:
        assert json.loads(again.get("/api/settings")[2])["timeRules"] == ALL_ON


def test_every_page_sees_a_change_at_once(home: Home, server: Server) -> None:
    session = home.session(statusUpdatedAt=1_000)
    server.until_session(session.id, stale=True)
    with server.page() as page:
        first = json.loads(page.recv(timeout=10))
        assert first["type"] == "snapshot"
        assert first["snapshot"]["timeRules"] == ALL_OFF
        send(server, ALL_ON)
        patch: dict[str, Any] = {}
        while "timeRules" not in patch:
            patch = json.loads(page.recv(timeout=10)).get("patch", {})
        assert patch["timeRules"] == ALL_ON
        assert patch["quiet"] is True


def test_an_idle_session_is_stale_as_the_rule_says(home: Home, server: Server) -> None:
    two_hours = home.session(statusUpdatedAt=now_ms() - 2 * 3_600_000)
    assert "stale" not in server.until_session(two_hours.id, status="idle")
    send(server, changed(stale__hours=1))
    server.until_session(two_hours.id, stale=True)
    send(server, changed(stale__hours=3))
    assert "stale" not in (server.session(two_hours.id) or {})


OUT_OF_BOUNDS = [
    ("reminder.minutes", {"reminder__minutes": 0}),
    ("reminder.minutes", {"reminder__minutes": 1_441}),
    ("reminder.minutes", {"reminder__minutes": None}),
    ("reminder.minutes", {"reminder": {"on": False, "minutes": -5}}),
    ("stale.hours", {"stale__hours": 0}),
    ("stale.hours", {"stale__hours": 721}),
    ("stale.hours", {"stale__hours": None}),
    ("quietHours.from", {"quietHours__from": "24:00"}),
    ("quietHours.from", {"quietHours__from": ""}),
    ("quietHours.from", {"quietHours__from": "22:00:00"}),
    ("quietHours.from", {"quietHours__from": " 22:00"}),
    ("quietHours.to", {"quietHours__to": "8:00"}),
    ("quietHours.to", {"quietHours__to": "08:00\n"}),
    ("quietHours.days", {"quietHours__days": ["monday"]}),
    ("quietHours.days", {"quietHours__days": []}),
]


@pytest.fixture(scope="module")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests that change nothing."""
    with running(tmp_path_factory.mktemp("steady")) as started:
        yield started
        assert json.loads(started.get("/api/settings")[2])["timeRules"] == ALL_OFF


@pytest.mark.parametrize(("place", "change"), OUT_OF_BOUNDS)
def test_what_is_out_of_bounds_is_told_for_its_field(
    steady: Server, place: str, change: dict[str, Any]
) -> None:
    status, answer = send(steady, changed(**change))
    assert (status, answer["ok"], answer["reason"]) == (400, False, "invalid")
    assert list(answer["fields"]) == [place]
    assert answer["fields"][place].endswith(".")
    assert answer["error"].endswith(".")


NOT_THE_RULES: list[Any] = [
    {},
    [],
    None,
    {"timeRules": ALL_ON, "more": 1},
    {"timeRules": {key: value for key, value in ALL_ON.items() if key != "stale"}},
    {"timeRules": ALL_ON | {"weekends": {}}},
    {"timeRules": changed(reminder={"on": True})},
    {"timeRules": changed(reminder={"on": True, "minutes": 10, "sound": "bell"})},
    {"timeRules": changed(reminder__on=1)},
    {"timeRules": changed(reminder__on="on")},
    {"timeRules": changed(reminder__minutes="10")},
    {"timeRules": changed(reminder__minutes=10.5)},
    {"timeRules": changed(reminder__minutes=True)},
    {"timeRules": changed(quietHours__from=22)},
    {"timeRules": changed(quietHours__days="mon")},
    {"timeRules": changed(quietHours__days=[1])},
    {"timeRules": changed(quietHours__summary={})},
    {"timeRules": changed(quietHours__summary=None)},
]


@pytest.mark.parametrize("body", NOT_THE_RULES)
def test_what_is_not_exactly_the_three_rules_is_not_read(steady: Server, body: Any) -> None:
    status, answer = steady.act(PATH, "time-rules", body)
    assert (status, answer["ok"], answer["reason"]) == (400, False, "unreadable")


def test_days_are_kept_once_each_in_the_order_of_the_week(server: Server) -> None:
    answer = send(server, changed(quietHours__days=["sun", "mon", "sun"]))[1]
    assert answer["timeRules"]["quietHours"]["days"] == ["mon", "sun"]


def test_no_day_may_be_ticked_while_quiet_hours_are_off(server: Server) -> None:
    rules = changed(quietHours__days=[], quietHours__on=False)
    assert send(server, rules)[1]["timeRules"] == rules


def test_rules_that_cannot_be_kept_are_not_in_force(home: Home, file: Path) -> None:
    file.parent.mkdir()
    file.write_text("{")
    with running(home) as server:
        status, answer = send(server, ALL_ON)
        assert (status, answer["ok"], answer["reason"]) == (409, False, "not-saved")
        assert answer["error"].startswith(str(file))
        assert json.loads(server.get("/api/settings")[2])["timeRules"] == ALL_OFF
    assert file.read_text() == "{"


def test_a_second_change_within_a_second_is_too_soon(server: Server) -> None:
    # Both are on their way before either is answered, so no clock of this test decides.
    body = json.dumps({"timeRules": ALL_ON}).encode()
    raw = (
        f"POST {PATH} HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
        "X-Agent-Lookout-Action: time-rules\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    answers: list[tuple[int, str | None, bytes]] = []

    def press() -> None:
        answer = ask(server, raw)
        answers.append((answer.status, answer.headers["retry-after"], answer.body))

    presses = [threading.Thread(target=press) for _ in range(8)]
    for one in presses:
        one.start()
    for one in presses:
        one.join()
    statuses = sorted(status for status, _, _ in answers)
    assert statuses[0] == 200
    assert statuses[-1] == 429
    status, retry, content = max(answers)
    assert (status, retry) == (429, "1")
    assert json.loads(content)["reason"] == "too-soon"


def test_two_servers_on_one_file_keep_what_the_other_wrote_last(home: Home, file: Path) -> None:
    with running(home) as one, running(home) as other:
        send(one, ALL_ON)
        send(other, changed(reminder__minutes=33))
        assert json.loads(file.read_text())["timeRules"]["reminder"]["minutes"] == 33
