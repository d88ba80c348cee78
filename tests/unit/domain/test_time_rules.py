"""When it is quiet, stale, or time for a reminder: to the minute, in zones that change theirs."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import ValidationError, convert

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import assemble
from sessions_app.domain.time_rules import (
    ALL_OFF,
    DAYS,
    Day,
    QuietHours,
    Stale,
    TimeRules,
    is_quiet,
    stale_after_ms,
)
from sessions_app.serializers import to_json

HOUR_MS = 3_600_000
NOW = EpochMs(1_796_050_800_000)


def quiet(begin: str, end: str) -> QuietHours:
    return QuietHours(on=True, from_=begin, to=end)


def local(text: str, zone: str = "Europe/Berlin", fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)


# 2026-11-23 is a Monday.
PLAIN = [
    ("22:00", "08:00", "2026-11-23T21:59", False),
    ("22:00", "08:00", "2026-11-23T22:00", True),
    ("22:00", "08:00", "2026-11-23T23:59", True),
    ("22:00", "08:00", "2026-11-24T00:00", True),
    ("22:00", "08:00", "2026-11-24T07:59:59", True),
    ("22:00", "08:00", "2026-11-24T08:00", False),
    ("12:00", "13:30", "2026-11-23T11:59", False),
    ("12:00", "13:30", "2026-11-23T12:00", True),
    ("12:00", "13:30", "2026-11-23T13:29", True),
    ("12:00", "13:30", "2026-11-23T13:30", False),
    ("00:00", "06:00", "2026-11-23T00:00", True),
    ("00:00", "06:00", "2026-11-23T06:00", False),
    ("18:00", "00:00", "2026-11-23T23:59", True),
    ("18:00", "00:00", "2026-11-24T00:00", False),
    ("09:00", "09:00", "2026-11-23T08:59", True),  # a whole day, and the next one
    ("09:00", "09:00", "2026-11-23T09:00", True),
]


@pytest.mark.parametrize(("begin", "end", "at", "expected"), PLAIN)
def test_quiet_hours_begin_at_one_time_and_end_at_the_other(
    begin: str, end: str, at: str, expected: bool
) -> None:
    assert is_quiet(quiet(begin, end), local(at)) is expected


def test_nothing_is_quiet_while_the_rule_is_off() -> None:
    rule = QuietHours(on=False, from_="00:00", to="00:00")
    assert not is_quiet(rule, local("2026-11-23T03:00"))
    assert not is_quiet(ALL_OFF.quiet_hours, local("2026-11-23T03:00"))


TICKED = [
    (("fri",), "22:00", "08:00", "2026-11-27T21:59", False),
    (("fri",), "22:00", "08:00", "2026-11-27T22:00", True),
    (("fri",), "22:00", "08:00", "2026-11-28T07:59", True),  # Friday's, on Saturday
    (("fri",), "22:00", "08:00", "2026-11-28T22:30", False),
    (("sat",), "22:00", "08:00", "2026-11-28T07:59", False),
    (("sun",), "22:00", "08:00", "2026-11-30T03:00", True),  # Sunday's, on Monday
    (("mon",), "22:00", "08:00", "2026-11-30T03:00", False),
    (("sat", "sun"), "00:00", "00:00", "2026-11-27T23:59", False),
    (("sat", "sun"), "00:00", "00:00", "2026-11-28T00:00", True),
    (("sat", "sun"), "00:00", "00:00", "2026-11-29T23:59", True),
    (("sat", "sun"), "00:00", "00:00", "2026-11-30T00:00", False),
    ((), "22:00", "08:00", "2026-11-23T23:00", False),
]


@pytest.mark.parametrize(("days", "begin", "end", "at", "expected"), TICKED)
def test_the_days_are_those_on_which_it_begins(
    days: tuple[Day, ...], begin: str, end: str, at: str, expected: bool
) -> None:
    rule = QuietHours(on=True, from_=begin, to=end, days=days)
    assert is_quiet(rule, local(at)) is expected


BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"
# In 2026 Berlin skips 02:00 to 03:00 on 29 March and shows it twice on 25 October, New York skips
# the same hour on 8 March and shows 01:00 to 02:00 twice on 1 November; Lord Howe Island shows
# 01:30 to 02:00 twice on 5 April.
CHANGES = [
    # All through a night that is an hour shorter or longer.
    (BERLIN, "22:00 08:00", "2026-03-29T01:59", 0, True),
    (BERLIN, "22:00 08:00", "2026-03-29T03:00", 0, True),
    (BERLIN, "22:00 08:00", "2026-03-29T07:59", 0, True),
    (BERLIN, "22:00 08:00", "2026-03-29T08:00", 0, False),
    (BERLIN, "22:00 08:00", "2026-10-25T02:30", 0, True),
    (BERLIN, "22:00 08:00", "2026-10-25T02:30", 1, True),
    (BERLIN, "22:00 08:00", "2026-10-25T08:00", 0, False),
    (NEW_YORK, "22:00 08:00", "2026-03-08T03:00", 0, True),
    (NEW_YORK, "22:00 08:00", "2026-03-08T08:00", 0, False),
    (NEW_YORK, "22:00 08:00", "2026-11-01T01:30", 1, True),
    (NEW_YORK, "22:00 08:00", "2026-11-01T08:00", 0, False),
    # A time that is skipped begins and ends them at the skip.
    (BERLIN, "02:30 06:00", "2026-03-29T01:59", 0, False),
    (BERLIN, "02:30 06:00", "2026-03-29T03:00", 0, True),
    (BERLIN, "22:00 02:30", "2026-03-29T01:59", 0, True),
    (BERLIN, "22:00 02:30", "2026-03-29T03:00", 0, False),
    (BERLIN, "02:15 02:45", "2026-03-29T01:59", 0, False),
    (BERLIN, "02:15 02:45", "2026-03-29T03:00", 0, False),
    (NEW_YORK, "02:30 06:00", "2026-03-08T03:00", 0, True),
    (NEW_YORK, "22:00 02:30", "2026-03-08T03:00", 0, False),
    # A time that comes twice begins them the first time and ends them the second.
    (BERLIN, "02:30 06:00", "2026-10-25T02:29", 0, False),
    (BERLIN, "02:30 06:00", "2026-10-25T02:30", 0, True),
    (BERLIN, "02:30 06:00", "2026-10-25T02:10", 1, True),
    (BERLIN, "22:00 02:30", "2026-10-25T02:45", 0, True),
    (BERLIN, "22:00 02:30", "2026-10-25T02:29", 1, True),
    (BERLIN, "22:00 02:30", "2026-10-25T02:30", 1, False),
    (NEW_YORK, "01:30 06:00", "2026-11-01T01:29", 0, False),
    (NEW_YORK, "01:30 06:00", "2026-11-01T01:10", 1, True),
    (NEW_YORK, "22:00 01:30", "2026-11-01T01:45", 0, True),
    (NEW_YORK, "22:00 01:30", "2026-11-01T01:30", 1, False),
    (LORD_HOWE, "22:00 01:45", "2026-04-05T01:50", 0, True),
    (LORD_HOWE, "22:00 01:45", "2026-04-05T01:45", 1, False),
]


@pytest.mark.parametrize(("zone", "hours", "at", "fold", "expected"), CHANGES)
def test_both_changes_of_the_clock_leave_quiet_hours_right(
    zone: str, hours: str, at: str, fold: int, expected: bool
) -> None:
    assert is_quiet(quiet(*hours.split()), local(at, zone, fold)) is expected


NIGHTS = [
    (BERLIN, datetime(2026, 3, 28, 12, tzinfo=UTC)),
    (BERLIN, datetime(2026, 10, 24, 12, tzinfo=UTC)),
    (NEW_YORK, datetime(2026, 3, 7, 17, tzinfo=UTC)),
    (NEW_YORK, datetime(2026, 10, 31, 17, tzinfo=UTC)),
    (LORD_HOWE, datetime(2026, 4, 4, 2, tzinfo=UTC)),
]


@given(
    night=st.sampled_from(NIGHTS),
    begin=st.integers(0, 95).map(lambda n: f"{n // 4:02}:{n % 4 * 15:02}"),
    end=st.integers(0, 95).map(lambda n: f"{n // 4:02}:{n % 4 * 15:02}"),
)
def test_quiet_hours_hold_whenever_the_clock_says_so_and_never_flicker(
    night: tuple[str, datetime], begin: str, end: str
) -> None:
    zone, noon = night
    rule = quiet(begin, end)
    moments = [(noon + timedelta(minutes=5 * n)).astimezone(ZoneInfo(zone)) for n in range(276)]
    states = [is_quiet(rule, moment) for moment in moments]
    for moment, state in zip(moments, states, strict=True):
        shown = moment.strftime("%H:%M")
        if begin <= shown < end if begin < end else not end <= shown < begin:
            assert state
    changes = sum(a != b for a, b in pairwise(states))
    assert changes <= 2


ZONE_PROGRAM = """
import os
from sessions_app.domain.time_rules import QuietHours, is_quiet
from sessions_app.system.local_time import local_time
rule = QuietHours(on=True, from_="22:00", to="08:00")
for zone in ("UTC", "Asia/Tokyo", "America/New_York", "UTC"):
    os.environ["TZ"] = zone
    now = local_time(1_796_050_800_000)
    print(now.strftime("%H:%M"), is_quiet(rule, now))
"""


def test_the_computers_zone_is_followed_when_it_changes() -> None:
    # In a process of its own: the zone belongs to all of it.
    told = subprocess.run(
        [sys.executable, "-c", ZONE_PROGRAM],
        env=os.environ | {"TZ": "UTC"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = ["15:00 False", "00:00 True", "10:00 False", "15:00 False"]
    assert told.stdout.splitlines() == lines


OWN_ZONE_PROGRAM = """
from sessions_app.domain.time_rules import QuietHours, is_quiet
from sessions_app.system.local_time import local_time
rule = QuietHours(on=True, from_="22:00", to="02:30")
begin = 1_793_000_000_000 // 60_000 * 60_000
states = [is_quiet(rule, local_time(begin + minute * 60_000)) for minute in range(-2880, 2880)]
print(states.count(True), sum(a != b for a, b in zip(states, states[1:])))
"""


def test_the_computers_own_zone_knows_its_changes_as_well() -> None:
    # Four nights around 25 October; the one of the change is an hour longer.
    told = subprocess.run(
        [sys.executable, "-c", OWN_ZONE_PROGRAM],
        env=os.environ | {"TZ": "Europe/Berlin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == [str(4 * 270 + 60), "8"]


@pytest.mark.parametrize(
    ("rule", "hours", "expected"),
    [
        (Stale(), 23, False),
        (Stale(), 24, True),
        (Stale(on=False, hours=1), 2, False),
        (Stale(on=True, hours=1), 1, True),
        (Stale(on=True), 47, False),
        (Stale(on=True), 48, True),
        (Stale(on=True, hours=720), 719, False),
        (Stale(on=True, hours=720), 720, True),
    ],
)
def test_an_idle_session_is_stale_as_the_rule_says_and_after_a_day_without_one(
    rule: Stale, hours: int, expected: bool
) -> None:
    assert (hours * HOUR_MS >= stale_after_ms(rule)) is expected
    since = EpochMs(NOW - hours * HOUR_MS)
    idle = Session(id="a:1", source="a", name="one", status="idle", status_since=since)
    working = Session(id="a:2", source="a", name="two", status="working", status_since=since)
    snapshot = assemble(NOW, (), (idle, working), TimeRules(stale=rule))
    assert {session.id for session in snapshot.sessions if session.stale is True} == (
        {"a:1"} if expected else set()
    )


def test_all_rules_are_off_at_first_with_the_documented_values() -> None:
    assert json.loads(to_json(ALL_OFF)) == {
        "reminder": {"on": False, "minutes": 10},
        "stale": {"on": False, "hours": 48},
        "quietHours": {
            "on": False,
            "from": "22:00",
            "to": "08:00",
            "days": list(DAYS),
            "summary": {"leaveOutAnswered": False},
        },
    }


@pytest.mark.parametrize(
    "rules",
    [
        {"reminder": {"minutes": 0}},
        {"reminder": {"minutes": 1_441}},
        {"reminder": {"minutes": True}},
        {"stale": {"hours": 0}},
        {"stale": {"hours": 721}},
        {"quietHours": {"from": "24:00"}},
        {"quietHours": {"from": "8:00"}},
        {"quietHours": {"to": "08:60"}},
        {"quietHours": {"to": "08:00\n"}},
        {"quietHours": {"to": "0\u0668:00"}},
        {"quietHours": {"days": ["monday"]}},
        {"quietHours": {"on": 1}},
    ],
)
def test_no_rule_is_made_of_what_is_out_of_bounds(rules: object) -> None:
    with pytest.raises(ValidationError):
        convert(rules, TimeRules)
