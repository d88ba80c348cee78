"""The two clocks, and days."""

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from sessions_app.domain.clock import EpochMs, Moment, both_clocks, step_between
from sessions_app.domain.days import midnight
from sessions_app.system.local_time import local_time
from tests.support.past import HOUR, START, Clocks


@pytest.mark.parametrize(
    ("passed", "set_by", "step"),
    [
        (2_000, 0, 0),
        (9 * HOUR, 0, 0),  # a night's sleep
        (2_000, 3_600_000, 3_600_000),
        (2_000, -3_600_000, -3_600_000),
        (9 * HOUR, -HOUR, -HOUR),
        (2_000, 1_999, 0),  # drift, and a little setting right
        (2_000, -2_000, -2_000),
    ],
)
def test_a_clock_that_was_set_is_told_from_time_that_passed(
    passed: int, set_by: int, step: int
) -> None:
    clocks = Clocks()
    before = clocks()
    clocks.pass_(passed)
    clocks.set_by(set_by)
    assert step_between(before, clocks()) == step


def test_both_clocks_of_this_computer_go_on() -> None:
    before = both_clocks()
    time.sleep(0.002)  # a millisecond must pass on each
    after = both_clocks()
    assert after.wall > before.wall
    assert after.steady > before.steady
    assert step_between(before, after) == 0
    step = step_between(before, Moment(EpochMs(after.wall + HOUR), after.steady))
    assert step == pytest.approx(HOUR, abs=10)  # each clock is cut to whole milliseconds


BERLIN, NEW_YORK, HAVANA = "Europe/Berlin", "America/New_York", "America/Havana"


@pytest.mark.parametrize(
    ("zone", "now", "began", "hours"),
    [
        (BERLIN, "2026-03-28T12:00:00+01:00", "2026-03-28T00:00:00+01:00", 12),
        (BERLIN, "2026-03-29T12:00:00+02:00", "2026-03-29T00:00:00+01:00", 11),  # forward
        (BERLIN, "2026-03-30T00:00:00+02:00", "2026-03-30T00:00:00+02:00", 0),
        (BERLIN, "2026-10-25T02:30:00+02:00", "2026-10-25T00:00:00+02:00", 2.5),
        (BERLIN, "2026-10-25T02:30:00+01:00", "2026-10-25T00:00:00+02:00", 3.5),  # again
        (BERLIN, "2026-10-25T23:59:59+01:00", "2026-10-25T00:00:00+02:00", 25),  # back
        (NEW_YORK, "2026-03-08T12:00:00-04:00", "2026-03-08T00:00:00-05:00", 11),
        (NEW_YORK, "2026-11-01T12:00:00-05:00", "2026-11-01T00:00:00-04:00", 13),
        (NEW_YORK, "2026-11-02T00:30:00-05:00", "2026-11-02T00:00:00-05:00", 0.5),
        # Here midnight itself is left out in spring, and comes twice in autumn.
        (HAVANA, "2026-03-08T01:30:00-04:00", "2026-03-08T01:00:00-04:00", 0.5),
        (HAVANA, "2026-11-01T00:30:00-05:00", "2026-11-01T00:00:00-04:00", 1.5),
    ],
)
def test_a_day_begins_at_midnight_by_the_clock_on_the_wall(
    zone: str, now: str, began: str, hours: float
) -> None:
    at = EpochMs(round(datetime.fromisoformat(now).timestamp() * 1000))
    start = midnight(datetime.fromtimestamp(at / 1000, ZoneInfo(zone)))
    assert start == round(datetime.fromisoformat(began).timestamp() * 1000)
    assert round((at - start) / HOUR, 3) == pytest.approx(hours, abs=0.001)


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, HAVANA])
def test_the_computers_own_zone_gives_the_same_days(
    zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    try:
        for day in range(400):
            at = EpochMs(START + day * 24 * HOUR)
            named = midnight(datetime.fromtimestamp(at / 1000, ZoneInfo(zone)))
            assert midnight(local_time(at)) == named
    finally:
        monkeypatch.undo()
        time.tzset()


def test_one_moment_is_of_another_day_in_another_zone() -> None:
    tokyo, new_york = (
        midnight(datetime.fromtimestamp(START / 1000, ZoneInfo(zone)))
        for zone in ("Asia/Tokyo", NEW_YORK)
    )
    assert tokyo != new_york
