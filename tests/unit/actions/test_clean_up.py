"""A clean-up ends what was left running, one after the other, and nothing that woke up."""

import threading
from typing import Any
from uuid import uuid4

import pytest

from sessions_app.actions.clean_up import GAP_S, CleanUp, Left
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.time_rules import Stale, TimeRules
from sessions_app.system.processes import start_ticks
from tests.support.claude_world import NOW
from tests.support.pressing import Pressing, Stubborn

DAY: int = 24 * 3_600_000
LONG_AGO = EpochMs(NOW - 2 * DAY)


class HandClock:
    """A clock that goes on while something pauses, and at no other time."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.pauses: list[float] = []

    def pause(self, seconds: float) -> None:
        self.seconds += seconds
        self.pauses.append(seconds)
        threading.Event().wait(0.002)  # what was asked to end does so in the real world

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def clean_up(pressing: Pressing, clock: HandClock) -> CleanUp:
    pressing.stop.patience_s = 60.0
    return CleanUp(pressing.stop, lambda: pressing.world.now, clock.pause, clock)


def left_running(pressing: Pressing, **more: Any) -> Session:
    fields = {"sessionId": str(uuid4()), "statusUpdatedAt": LONG_AGO, **more}
    return pressing.session(**fields)


def wanted(*sessions: Session, since: EpochMs = LONG_AGO) -> list[Left]:
    return [Left(one.id, since) for one in sessions]


def pid_of(session: Session) -> int:
    assert isinstance(session.pid, int)
    return session.pid


def runs(session: Session) -> bool:
    return start_ticks(pid_of(session)) is not None


def test_twenty_of_which_some_woke_up_each_get_their_outcome(
    pressing: Pressing, clean_up: CleanUp, clock: HandClock
) -> None:
    sessions = [left_running(pressing) for _ in range(20)]
    awake = sessions[::5]
    for one in awake:
        again = pressing.world.fields(
            pid_of(one), sessionId=one.id.partition(":")[2], status="busy", statusUpdatedAt=NOW
        )
        pressing.world.write(again)
    outcomes = clean_up.all(wanted(*sessions))
    assert outcomes == ["became-active" if one in awake else "ended" for one in sessions]
    assert [runs(one) for one in sessions] == [one in awake for one in sessions]
    assert sorted(pressing.told) == sorted(one.id for one in sessions if one not in awake)
    # Sixteen were ended, each a second after the one before; those left alone take no time.
    assert pytest.approx(clock.seconds, abs=1) == 15 * GAP_S
    assert {one.id for one in pressing.look().sessions} == {one.id for one in awake}


def test_one_that_was_idle_since_another_moment_is_left_running(
    pressing: Pressing, clean_up: CleanUp
) -> None:
    session = left_running(pressing)
    assert clean_up.all(wanted(session, since=EpochMs(LONG_AGO + 1))) == ["became-active"]
    assert runs(session)


def test_one_that_the_list_knows_to_work_is_left_running(
    pressing: Pressing, clean_up: CleanUp
) -> None:
    """The file was put back as it was; the list was not read since."""
    session = left_running(pressing, status="busy")
    pressing.world.write(
        pressing.world.fields(
            pid_of(session),
            sessionId=session.id.partition(":")[2],
            status="idle",
            statusUpdatedAt=LONG_AGO,
        )
    )
    assert clean_up.all(wanted(session)) == ["became-active"]
    assert runs(session)


@pytest.mark.parametrize("status", ["busy", "waiting", "shell"])
def test_one_that_is_not_idle_is_left_running(
    pressing: Pressing, clean_up: CleanUp, status: str
) -> None:
    session = left_running(pressing, status=status)
    assert clean_up.all(wanted(session)) == ["became-active"]
    assert runs(session)


@pytest.mark.parametrize(
    ("rules", "idle_for", "outcome"),
    [
        (TimeRules(), DAY, "ended"),
        (TimeRules(), DAY - 1, "not-stale"),
        (TimeRules(stale=Stale(on=True, hours=1)), 3_600_000, "ended"),
        (TimeRules(stale=Stale(on=True, hours=1)), 3_599_999, "not-stale"),
        (TimeRules(stale=Stale(on=True, hours=48)), DAY, "not-stale"),
        (TimeRules(stale=Stale(on=False, hours=1)), DAY - 1, "not-stale"),
    ],
)
def test_how_long_is_long_enough_is_as_the_rule_says(
    pressing: Pressing, clean_up: CleanUp, rules: TimeRules, idle_for: int, outcome: str
) -> None:
    since = EpochMs(NOW - idle_for)
    session = left_running(pressing, statusUpdatedAt=since)
    pressing.look(rules)
    assert clean_up.all(wanted(session, since=since)) == [outcome]
    assert runs(session) == (outcome != "ended")


def test_each_refusal_is_its_sessions_own(
    pressing: Pressing, clean_up: CleanUp, clock: HandClock
) -> None:
    pressing.stop.patience_s = 0.0
    stubborn = Stubborn()
    try:
        desktop = left_running(pressing, entrypoint="claude-desktop")
        changed = left_running(pressing)
        stays = pressing.session(stubborn.pid, sessionId=str(uuid4()), statusUpdatedAt=LONG_AGO)
        (pressing.world.sessions / f"{changed.pid}.json").unlink()
        left = [*wanted(desktop), Left("claude-code:unheard-of", LONG_AGO)]
        left += wanted(changed, stays)
        outcomes = clean_up.all(left)
        assert outcomes == ["unsupported", "gone", "cannot-confirm", "still-running"]
        assert stubborn.says() == "asked"
        assert pressing.told == []
        assert clock.pauses == []
    finally:
        stubborn.end()


def test_each_is_told_of_when_it_ends_and_not_with_the_last(
    pressing: Pressing, clean_up: CleanUp, clock: HandClock
) -> None:
    told_at: list[float] = []
    pressing.when_told = lambda: told_at.append(clock.seconds)
    sessions = [left_running(pressing) for _ in range(3)]
    assert clean_up.all(wanted(*sessions)) == ["ended"] * 3
    assert [round(one) for one in told_at] == [0, 1, 2]


def test_the_next_is_ended_a_second_after_a_command_that_failed(
    pressing: Pressing, clean_up: CleanUp, clock: HandClock
) -> None:
    pressing.world.program("sys.exit(3)")
    jobs = [left_running(pressing, kind="bg", jobId=f"5d95036{one}") for one in range(3)]
    assert clean_up.all(wanted(*jobs)) == ["failed"] * 3
    assert clock.pauses == [GAP_S, GAP_S]


def test_a_server_that_ends_ends_no_further_session(
    pressing: Pressing, clean_up: CleanUp, clock: HandClock
) -> None:
    sessions = [left_running(pressing) for _ in range(5)]
    pressing.when_told = clean_up.close
    outcomes = clean_up.all(wanted(*sessions))
    assert outcomes.count("failed") >= 3
    assert [runs(one) for one in sessions[2:]] == [True] * 3
    assert pressing.told[0] == sessions[0].id
