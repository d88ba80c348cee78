"""What is remembered of what the collector publishes, and what is no news."""

from datetime import UTC, datetime

import pytest

from sessions_app.collector.memory import Memory
from sessions_app.collector.newcomers import SETTLE_MS
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.event import Event, Last, stopped
from sessions_app.domain.history import Beginning, Gap, Point, Restart
from sessions_app.domain.session import Session
from sessions_app.domain.source import Source
from sessions_app.domain.waits import Wait
from sessions_app.stores.history_load import Loaded
from sessions_app.stores.keeping import Nowhere
from tests.support.past import DAY, HOUR, MINUTE, START, Clocks, a_session, a_snapshot, a_source


def utc(at: EpochMs) -> datetime:
    """The clock on the wall."""
    return datetime.fromtimestamp(at / 1000, UTC)


class Watched:
    """A memory, and the snapshots it is told of."""

    def __init__(self, loaded: Loaded | None = None) -> None:
        self.clocks = Clocks()
        self.memory = Memory(self.clocks)
        if loaded is not None:
            self.memory.start(Nowhere(self.memory))
            self.memory.restore(loaded)
        self.sources: tuple[Source, ...] = (a_source(),)

    def poll(self, *sessions: Session, after: int = 2_000) -> list[tuple[str, str]]:
        """Two seconds later: what is told."""
        self.clocks.pass_(after)
        snapshot = a_snapshot(self.clocks.now, *sessions, sources=self.sources)
        events = self.memory.notice(snapshot)
        self.memory.poll(snapshot)
        return in_short(events)


def in_short(events: tuple[Event, ...] | list[Event]) -> list[tuple[str, str]]:
    """Which session each event is of, and what it says."""
    return [(one.session_name, one.to or one.kind) for one in events]


@pytest.fixture
def watched() -> Watched:
    return Watched()


def settled(watched: Watched, *sessions: Session) -> Watched:
    """Watched for long enough that what comes now is new."""
    for _ in range(0, SETTLE_MS + 2_000, 2_000):
        assert watched.poll(*sessions) == []
    return watched


def test_what_was_there_at_the_start_is_no_event(watched: Watched) -> None:
    settled(watched, a_session("a", "needs-you"), a_session("b", "failed"))
    assert watched.memory.events() == []


def test_what_comes_after_it_is(watched: Watched) -> None:
    settled(watched, a_session("a"))
    assert watched.poll(a_session("a"), a_session("b", "idle")) == [("b", "idle")]
    assert watched.poll(a_session("a", "needs-you"), a_session("b", "idle")) == [("a", "needs-you")]
    assert watched.poll(a_session("a", "needs-you")) == [("b", "ended")]
    assert in_short(watched.memory.events()) == [
        ("b", "ended"),
        ("a", "needs-you"),
        ("b", "idle"),
    ]


def test_a_session_that_starts_right_after_us_has_appeared(watched: Watched) -> None:
    watched.poll(a_session("a"))
    born = a_session("b", started_at=EpochMs(watched.clocks.now + 1))
    assert watched.poll(a_session("a"), born) == [("b", "working")]


def test_what_a_source_finds_late_was_there_before(watched: Watched) -> None:
    watched.poll(a_session("a"))
    assert watched.poll(a_session("a"), a_session("job", "finished", started_at=EpochMs(1))) == []


def test_a_source_that_is_first_read_late_brings_no_events(watched: Watched) -> None:
    settled(watched)
    watched.sources = (a_source(), a_source("other"))
    other = a_session("b", id="other:b", source="other")
    assert watched.poll(other) == []
    assert watched.poll() == [("b", "ended")]


def test_a_source_that_cannot_be_read_ends_no_session(watched: Watched) -> None:
    settled(watched, a_session("a"))
    watched.sources = (a_source(state="unavailable"),)
    assert watched.poll() == []
    watched.sources = (a_source(),)
    assert watched.poll(a_session("a")) == []
    assert watched.poll() == [("a", "ended")]


def test_a_session_of_a_source_that_is_there_no_more_is_forgotten(watched: Watched) -> None:
    settled(watched, a_session("a"))
    watched.sources = (a_source("other"),)
    assert watched.poll() == []
    watched.sources = (a_source(), a_source("other"))
    assert watched.poll(a_session("a")) == [("a", "working")]


def test_a_flicker_is_told_once_and_what_it_came_to_with_the_next_poll(watched: Watched) -> None:
    settled(watched, a_session("a", "idle"))
    assert watched.poll(a_session("a", "working")) == [("a", "working")]
    assert watched.poll(a_session("a", "idle"), after=100) == []
    assert watched.poll(a_session("a", "working"), after=100) == []
    assert watched.poll(a_session("a", "idle"), after=100) == []
    assert watched.poll(a_session("a", "idle")) == [("a", "idle")]


def test_a_stop_is_told_with_the_next_snapshot_and_splits_no_wait(watched: Watched) -> None:
    waits = a_session("a", "needs-you", status_since=EpochMs(START), project="p")
    settled(watched, waits)
    watched.memory.note_stopped(waits)
    assert watched.poll(waits) == [("a", "stopped")]
    assert watched.poll() == [("a", "ended")]
    assert watched.memory.waits(utc).seven_days.count == 1


def test_an_answer_that_was_not_taken_splits_no_wait(watched: Watched) -> None:
    waits = a_session("a", "needs-you", status_since=EpochMs(START), project="p")
    settled(watched, waits)
    watched.poll(a_session("a", "working", status_since=EpochMs(watched.clocks.now)))
    watched.poll(waits)
    assert watched.memory.waits(utc).today.count == 1


def test_the_newest_two_hundred_events_are_answered_of_a_thousand_kept(watched: Watched) -> None:
    settled(watched)
    for _ in range(550):
        watched.poll(a_session("a"))
        watched.poll()
    found = watched.memory.events()
    assert len(found) == 200
    assert found[0].at > found[1].at
    assert len(watched.memory._events) == 1_000
    assert watched.memory.events(since=found[2].at) == found[:2]


def test_a_point_is_added_at_each_poll_once_anything_was_read(watched: Watched) -> None:
    watched.sources = (a_source(is_read=False),)
    watched.poll()
    assert watched.memory.history().points == []
    watched.sources = (a_source(),)
    watched.poll(a_session("a"), a_session("b", "needs-you"))
    assert watched.memory.history().points == [Point(watched.clocks.now, 1, 1, 0, 2)]


def test_a_night_asleep_is_a_gap_and_no_idle_time(watched: Watched) -> None:
    watched.poll(a_session("a"))
    slept_at = watched.clocks.now
    watched.poll(a_session("a"), after=3 * HOUR)
    history = watched.memory.history()
    assert len(history.points) == 2
    assert Gap(slept_at, watched.clocks.now) in history.gaps


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_clock_that_is_set_makes_no_gap_and_no_longer_wait(watched: Watched, step: int) -> None:
    waits = a_session("a", "needs-you", status_since=EpochMs(START), project="p")
    settled(watched, waits)
    before = watched.memory.history(60_000)
    waited = watched.memory.waits(utc).seven_days.total_ms
    watched.clocks.set_by(step)
    watched.poll(waits)
    after = watched.memory.history(60_000)
    assert len(after.points) == len(before.points) + 1
    assert after.gaps == [
        Gap(EpochMs(one.from_ + step + 2_000), EpochMs(one.to + step)) for one in before.gaps
    ]
    assert watched.memory.waits(utc).seven_days.total_ms == waited + 2_000
    watched.clocks.set_by(-step)
    watched.poll(waits)
    times = [one.at for one in watched.memory.history().points]
    assert times == sorted(times)
    assert watched.memory.waits(utc).seven_days.total_ms == waited + 4_000


def test_a_clock_that_is_set_lets_times_before_the_start_be_unless_they_would_come_after_it() -> (
    None
):
    watched = Watched(before_the_stop())
    watched.poll()
    watched.clocks.set_by(5 * HOUR)
    watched.poll()
    ended_at = START - HOUR
    assert watched.memory.history().restarts == (
        Restart(EpochMs(START + 5 * HOUR), EpochMs(ended_at)),
    )
    watched.clocks.set_by(-8 * HOUR)
    watched.poll()
    at = START - 3 * HOUR
    assert watched.memory.history().restarts == (Restart(EpochMs(at), EpochMs(at - 1)),)
    watched.clocks.set_by(3 * HOUR)
    watched.poll()
    assert watched.memory.history().restarts == (Restart(START, EpochMs(ended_at)),)


def test_a_clock_that_was_set_back_while_nobody_watched_leaves_nothing_in_the_future() -> None:
    loaded = before_the_stop(a="idle")
    loaded.last_at = EpochMs(START + HOUR)
    loaded.points = (Point(loaded.last_at, 0, 0, 1, 1),)
    loaded.events = (told("a", START - 30 * MINUTE), told("a", START + HOUR))
    watched = Watched(loaded)
    assert [one.at - START for one in watched.memory.events()] == [-1, -90 * MINUTE - 1]
    assert watched.memory.history().points[-1].at == START - 1


def test_a_wait_that_began_before_the_start_is_no_longer_for_a_clock_that_was_set() -> None:
    waits = a_session("a", "needs-you", status_since=EpochMs(START - HOUR), project="p")
    for step in (HOUR, -HOUR):
        watched = Watched(before_the_stop())
        watched.poll(waits)
        before = watched.memory.waits(utc).seven_days
        assert before.total_ms == HOUR + 2_000
        watched.clocks.set_by(step)
        watched.poll(waits)
        assert watched.memory.waits(utc).seven_days.total_ms == before.total_ms + 2_000


def test_a_clock_that_is_wrong_for_a_moment_has_no_wait_forgotten() -> None:
    loaded = before_the_stop()
    week = [
        Wait(
            session_id=f"made-up:{day}",
            number=EpochMs(START - day * DAY),
            since=None,
            start=EpochMs(START - day * DAY),
            seen=EpochMs(START - day * DAY),
            end=EpochMs(START - day * DAY + MINUTE),
        )
        for day in range(1, 7)
    ]
    loaded.waits = tuple(week)
    watched = Watched(loaded)
    settled(watched)
    for _ in range(40):
        watched.poll()
    watched.clocks.set_by(30 * DAY)
    watched.poll()
    watched.clocks.set_by(-30 * DAY)
    watched.poll()
    assert watched.memory.waits(utc).seven_days.count == 6


def test_a_time_in_which_a_source_could_not_be_read_is_no_waiting(watched: Watched) -> None:
    waits = a_session("a", "needs-you", status_since=EpochMs(START), project="p")
    settled(watched, waits)
    waited = watched.memory.waits(utc).today.total_ms
    watched.sources = (a_source(state="unavailable"),)
    for _ in range(30):
        watched.poll(after=MINUTE)
    assert watched.memory.waits(utc).today.total_ms == waited


def test_what_was_stopped_here_stays_told_when_another_had_the_folder(watched: Watched) -> None:
    settled(watched, a_session("a", "idle"))
    watched.memory.note_stopped(a_session("a", "idle"))
    assert watched.poll() == [("a", "stopped"), ("a", "ended")]
    other = before_the_stop()
    other.events = (told("b", watched.clocks.now + 1_000),)
    other.last_at = EpochMs(watched.clocks.now + 1_000)
    watched.memory.restore(other)
    assert in_short(watched.memory.events()) == [("b", "stopped"), ("a", "stopped")]


def test_since_when_a_session_is_what_it_is_is_what_was_noticed(watched: Watched) -> None:
    settled(watched, a_session("a"), a_session("b"))
    watched.poll(a_session("a", "idle"), a_session("b"))
    since = watched.clocks.now
    watched.poll(a_session("a", "idle"), a_session("b"))
    assert watched.memory.began(a_session("a", "idle")) == since
    assert watched.memory.began(a_session("a", "working")) is None
    assert watched.memory.began(a_session("b")) is None
    assert watched.memory.began(a_session("c")) is None


def test_since_when_a_session_waits_is_what_was_noticed_while_it_does(watched: Watched) -> None:
    waits = a_session("a", "needs-you", status_since=EpochMs(START - HOUR))
    settled(watched, waits)
    assert watched.memory.began(waits) == START - HOUR
    watched.poll(a_session("a"))
    assert watched.memory.began(waits) is None


def told(name: str, at: int) -> Event:
    """An event of a moment."""
    return stopped(a_session(name), EpochMs(at), f"run-{at}")


def before_the_stop(**statuses: str) -> Loaded:
    """What was kept by a start that ended an hour ago."""
    last_at = EpochMs(START - HOUR)
    return Loaded(
        known={f"made-up:{k}": Last(k, v, last_at) for k, v in statuses.items()},  # type: ignore[arg-type]
        sources=frozenset({"made-up"}),
        points=(Point(last_at, 0, 0, 0, 1),),
        since=Beginning(EpochMs(START - 5 * HOUR), "started"),
        last_at=last_at,
        number=7,
    )


def test_after_a_restart_only_what_became_different_is_told() -> None:
    watched = Watched(before_the_stop(same="idle", changed="working", gone="idle"))
    assert watched.poll(
        a_session("same", "idle"), a_session("changed", "needs-you"), a_session("new", "idle")
    ) == [("changed", "needs-you"), ("new", "idle")]
    told = []
    for _ in range(0, SETTLE_MS, 2_000):
        told += watched.poll(
            a_session("same", "idle"), a_session("changed", "needs-you"), a_session("new", "idle")
        )
    assert told == [("gone", "ended")]


def test_a_job_that_is_found_late_after_a_restart_never_left() -> None:
    watched = Watched(before_the_stop(job="finished"))
    assert watched.poll() == []
    assert watched.poll(a_session("job", "finished"), after=6_000) == []
    settled(watched, a_session("job", "finished"))


def test_a_restart_is_a_break_in_the_record() -> None:
    watched = Watched(before_the_stop())
    watched.poll()
    history = watched.memory.history()
    assert history.restarts == (Restart(START, EpochMs(START - HOUR)),)
    assert history.since == Beginning(EpochMs(START - 5 * HOUR), "started")
    assert Gap(EpochMs(START - HOUR), watched.clocks.now) in history.gaps
    assert history.started_at == START


def test_what_happens_while_the_past_is_read_back_is_told_afterwards() -> None:
    clocks = Clocks()
    memory = Memory(clocks)
    memory.start(Nowhere(memory))
    assert memory.notice(a_snapshot(clocks.now, a_session("a", "needs-you"))) == ()
    memory.restore(before_the_stop(a="working"))
    clocks.pass_(100)
    events = memory.notice(a_snapshot(clocks.now, a_session("a", "needs-you")))
    assert in_short(events) == [("a", "needs-you")]


def test_clearing_empties_everything_and_begins_again(watched: Watched) -> None:
    waits = a_session("a", "needs-you", status_since=EpochMs(START - HOUR), project="p")
    settled(watched, waits)
    watched.poll(waits, a_session("b"))
    cleared_at = watched.clocks.now
    assert watched.memory.clear(cleared_at) is None
    history = watched.memory.history()
    assert (history.points, history.restarts) == ([], ())
    assert history.since == Beginning(cleared_at, "cleared")
    assert watched.memory.events() == []
    watched.poll(waits, a_session("b"), after=MINUTE)
    assert watched.memory.events() == []
    sums = watched.memory.waits(utc)
    assert (sums.today.count, sums.today.total_ms) == (1, MINUTE)
    assert sums.since == cleared_at
