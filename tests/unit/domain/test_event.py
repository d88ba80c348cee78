"""Events: what changed, told once, and never what is asked."""

from itertools import count

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.event import Event, Last, events_between, replayed, stopped
from sessions_app.domain.session import STATUS_ORDER, Session, Status
from tests.support.past import START, a_session

NOW = START


def between(
    old: dict[str, Last], *sessions: Session, now: int = NOW, first: int = 1
) -> tuple[Event, ...]:
    """The events, with ids that count from `first`."""
    ids = (str(number) for number in count(first))
    return events_between(old, sessions, EpochMs(now), lambda: next(ids))


def known(**statuses: Status) -> dict[str, Last]:
    """Sessions known for longer than any flicker."""
    return {
        f"made-up:{name}": Last(name, status, EpochMs(NOW - 60_000))
        for name, status in statuses.items()
    }


def told(events: tuple[Event, ...]) -> list[tuple[object, ...]]:
    """What each event says, in short."""
    return [(one.kind, one.session_name, one.from_, one.to, one.severity) for one in events]


def test_a_session_appears_changes_and_ends() -> None:
    unset = msgspec.UNSET
    assert told(between({}, a_session(status="idle"))) == [
        ("appeared", "a", unset, "idle", "advisory")
    ]
    assert told(between(known(a="idle"), a_session(status="working"))) == [
        ("status-changed", "a", "idle", "working", "advisory")
    ]
    assert told(between(known(a="working"))) == [("ended", "a", "working", unset, "advisory")]


def test_a_change_to_needs_you_is_a_warning_and_one_to_failed_is_critical() -> None:
    severities = {
        to: between(known(a="unknown"), a_session(status=to))[0].severity
        for to in STATUS_ORDER
        if to != "unknown"
    }
    assert severities.pop("needs-you") == "warning"
    assert severities.pop("failed") == "critical"
    assert set(severities.values()) == {"advisory"}


def test_nothing_that_stayed_as_it_was_is_an_event() -> None:
    assert between(known(a="idle"), a_session(status="idle", cwd="/moved")) == ()


def test_what_a_session_asks_is_in_no_event() -> None:
    asking = a_session(
        status="needs-you",
        waiting_reason="permission",
        waiting_detail="SECRET",
        waiting_text="Run: SECRET",
        cwd="/home/dev/SECRET",
    )
    events = (*between(known(a="idle"), asking), stopped(asking, NOW, "9"))
    assert b"SECRET" not in msgspec.json.encode(events)


def test_an_event_has_its_fields_by_their_names_and_no_others() -> None:
    event = between(known(a="idle"), a_session(status="needs-you"))[0]
    assert msgspec.to_builtins(event) == {
        "id": "1",
        "at": NOW,
        "sessionId": "made-up:a",
        "sessionName": "a",
        "kind": "status-changed",
        "from": "idle",
        "to": "needs-you",
        "severity": "warning",
    }


def test_a_stop_says_by_whom_and_what_the_session_was_doing() -> None:
    event = msgspec.to_builtins(stopped(a_session(status="needs-you"), NOW, "9"))
    assert event["kind"] == "stopped"
    assert event["by"] == "agent-lookout"
    assert event["from"] == "needs-you"
    assert "to" not in event


def flickered(*flips: tuple[int, Status]) -> list[tuple[int, object]]:
    """What is told of statuses read at these moments, of a session idle before."""
    last, result = known(a="idle"), list[tuple[int, object]]()
    for at, status in flips:
        events = between(last, a_session(status=status), now=NOW + at)
        last = replayed(last, events)
        result += [(at, event.to) for event in events]
    return result


def test_three_flips_within_a_second_are_one_change() -> None:
    assert flickered((0, "working"), (200, "idle"), (400, "working"), (2_000, "working")) == [
        (0, "working")
    ]


def test_what_a_flicker_came_to_is_told_once_the_second_has_passed() -> None:
    assert flickered(
        (0, "working"), (200, "needs-you"), (999, "needs-you"), (1_000, "needs-you")
    ) == [
        (0, "working"),
        (1_000, "needs-you"),
    ]


def test_a_clock_that_was_set_back_holds_up_no_event() -> None:
    last = {"made-up:a": Last("a", "idle", EpochMs(NOW + 3_600_000))}
    assert len(between(last, a_session(status="working"))) == 1


NAMES = st.sampled_from("abcde")
STATUSES = st.sampled_from(STATUS_ORDER)
MOMENTS = st.dictionaries(NAMES, STATUSES, max_size=5)


@given(MOMENTS, MOMENTS)
def test_events_applied_to_the_old_statuses_give_the_new(
    old: dict[str, Status], new: dict[str, Status]
) -> None:
    before = known(**old)
    events = between(before, *(a_session(name, status) for name, status in new.items()))
    after = replayed(before, events)
    assert {key: last.status for key, last in after.items()} == {
        f"made-up:{name}": status for name, status in new.items()
    }


@given(st.lists(st.tuples(st.integers(0, 3_000), MOMENTS), max_size=12))
def test_a_session_changes_once_at_most_in_any_second_and_settles_on_what_it_is(
    steps: list[tuple[int, dict[str, Status]]],
) -> None:
    last, now, changes = known(), int(NOW), list[Event]()
    for passed, statuses in steps:
        now += passed
        sessions = [a_session(name, status) for name, status in statuses.items()]
        events = between(last, *sessions, now=now)
        changes += [event for event in events if event.kind == "status-changed"]
        last = replayed(last, events)
    for one in changes:
        near = [
            other
            for other in changes
            if other.session_id == one.session_id and 0 <= other.at - one.at < 1_000
        ]
        assert near == [one]
    final = [a_session(name, status) for name, status in (steps[-1][1] if steps else {}).items()]
    last = replayed(last, between(last, *final, now=now + 1_000))
    assert {key: one.status for key, one in last.items()} == {s.id: s.status for s in final}
