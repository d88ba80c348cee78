"""What waits come to, by an example worked out by hand."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec import structs

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.days import midnight
from sessions_app.domain.history import Beginning
from sessions_app.domain.wait_sums import Place, Waited, WaitSums, sums
from sessions_app.domain.waits import PlaceKind, Wait
from tests.support.past import DAY, HOUR, MINUTE, START

BERLIN = ZoneInfo("Europe/Berlin")


def ms(text: str) -> EpochMs:
    """A moment, written with its offset."""
    return EpochMs(round(datetime.fromisoformat(text).timestamp() * 1000))


def a_wait(
    start: int, end: int | None, place: str | None = "shop", kind: PlaceKind | None = "repository"
) -> Wait:
    """A wait from one moment to another, or that goes on."""
    return Wait(
        session_id=f"made-up:{start}",
        number=EpochMs(start),
        since=EpochMs(start),
        start=EpochMs(start),
        seen=EpochMs(start),
        end=None if end is None else EpochMs(end),
        place=place,
        kind=kind,
    )


def summed(
    *waits: Wait, now: EpochMs, zone: ZoneInfo = BERLIN, beginning: Beginning | None = None
) -> WaitSums:
    """What they come to, of a history that began long ago unless said otherwise."""
    waits = tuple(structs.replace(one, seen=now) if one.end is None else one for one in waits)
    began = beginning or Beginning(EpochMs(now - 30 * DAY), "started")
    return sums(waits, now, midnight(datetime.fromtimestamp(now / 1000, zone)), began)


def test_a_week_worked_out_by_hand() -> None:
    now = ms("2026-11-30T16:00:00+01:00")
    found = summed(
        # eight days ago: not counted
        a_wait(ms("2026-11-22T10:00:00+01:00"), ms("2026-11-22T11:00:00+01:00")),
        # began before the seven days and reached into them: the 10 minutes that did
        a_wait(ms("2026-11-23T15:00:00+01:00"), ms("2026-11-23T16:10:00+01:00")),
        # three days ago: 30 minutes
        a_wait(ms("2026-11-27T09:00:00+01:00"), ms("2026-11-27T09:30:00+01:00"), "notes", "folder"),
        # over last midnight: 20 minutes, 5 of them today
        a_wait(ms("2026-11-29T23:45:00+01:00"), ms("2026-11-30T00:05:00+01:00")),
        # today: 1 minute
        a_wait(ms("2026-11-30T10:00:00+01:00"), ms("2026-11-30T10:01:00+01:00"), "notes", "folder"),
        # goes on: 15 minutes so far, in no folder
        a_wait(ms("2026-11-30T15:45:00+01:00"), None, None, None),
        now=now,
    )
    assert found == WaitSums(
        at=now,
        since=EpochMs(now - 7 * DAY),
        today=Waited(3, 21 * MINUTE, 7 * MINUTE, 15 * MINUTE),
        seven_days=Waited(5, 76 * MINUTE, round(15.2 * MINUTE), 30 * MINUTE),
        where=(
            Place("notes", "folder", 2, 31 * MINUTE),
            Place("shop", "repository", 2, 30 * MINUTE),
        ),
    )


def test_no_waits_come_to_nothing() -> None:
    found = summed(now=START)
    assert (found.today, found.seven_days, found.where) == (Waited(), Waited(), ())


@pytest.mark.parametrize(
    ("zone", "now", "start", "today"),
    [
        # The night of 29 March is an hour short: from 00:30 to 04:30 are three hours.
        ("Europe/Berlin", "2026-03-29T09:00+02:00", "2026-03-29T00:30+01:00", 3 * HOUR),
        # That of 25 October is an hour long.
        ("Europe/Berlin", "2026-10-25T09:00+01:00", "2026-10-25T00:30+02:00", 5 * HOUR),
        # From before midnight, only what lies after it.
        ("Europe/Berlin", "2026-03-29T09:00+02:00", "2026-03-28T23:30+01:00", 3.5 * HOUR),
        ("Europe/Berlin", "2026-10-25T09:00+01:00", "2026-10-24T23:30+02:00", 5.5 * HOUR),
        ("America/New_York", "2026-03-08T09:00-04:00", "2026-03-08T00:30-05:00", 3 * HOUR),
        ("America/New_York", "2026-11-01T09:00-05:00", "2026-11-01T00:30-04:00", 5 * HOUR),
        ("America/New_York", "2026-03-08T09:00-04:00", "2026-03-07T23:30-05:00", 3.5 * HOUR),
        ("America/New_York", "2026-11-01T09:00-05:00", "2026-10-31T23:30-04:00", 5.5 * HOUR),
    ],
)
def test_today_is_right_on_the_days_the_clocks_change(
    zone: str, now: str, start: str, today: float
) -> None:
    end = ms(now[:10] + "T04:30" + now[16:])
    found = summed(a_wait(ms(start), end), now=ms(now), zone=ZoneInfo(zone))
    assert found.today == Waited(1, int(today), int(today), int(today))


def test_the_ten_places_with_the_most_waiting_are_told_most_first() -> None:
    waits = [a_wait(START - HOUR, START - HOUR + place, f"p{place}") for place in range(1, 15)]
    where = summed(*waits, now=START).where
    assert [one.name for one in where] == [f"p{place}" for place in range(14, 4, -1)]


def test_a_folder_and_a_repository_of_one_name_are_two_places() -> None:
    waits = [
        a_wait(START - 2, START - 1, "shop", "folder"),
        a_wait(START - 4, START - 2, "shop", "repository"),
    ]
    assert [(one.kind, one.total_ms) for one in summed(*waits, now=START).where] == [
        ("repository", 2),
        ("folder", 1),
    ]


def test_a_history_younger_than_seven_days_is_counted_from_its_beginning() -> None:
    began = Beginning(EpochMs(START - HOUR), "started")
    found = summed(a_wait(START - 2 * HOUR, None), now=START, beginning=began)
    assert found.since == START - HOUR
    assert found.seven_days.total_ms == 2 * HOUR  # it was not seen from the first, but it was so


def test_nothing_from_before_a_clearing_is_counted() -> None:
    cleared = Beginning(EpochMs(START - MINUTE), "cleared")
    found = summed(a_wait(START - 5 * MINUTE, None), now=START, beginning=cleared)
    assert found.today == found.seven_days == Waited(1, MINUTE, MINUTE, MINUTE)
    assert found.where[0].total_ms == MINUTE


def test_a_wait_longer_than_seven_days_counts_for_seven() -> None:
    assert summed(a_wait(0, None), now=START).seven_days.total_ms == 7 * DAY
