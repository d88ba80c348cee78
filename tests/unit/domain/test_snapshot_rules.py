"""The time rules in a snapshot, and in the difference between two."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, convert, to_builtins

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Patch, Snapshot, apply, assemble, diff, is_same
from sessions_app.domain.time_rules import DAYS, QuietHours, Reminder, Stale, Summary, TimeRules

NOW = EpochMs(1_796_050_800_000)

clock_times = st.times().map(lambda time: time.strftime("%H:%M"))
all_rules = st.builds(
    TimeRules,
    reminder=st.builds(Reminder, on=st.booleans(), minutes=st.integers(1, 1440)),
    stale=st.builds(Stale, on=st.booleans(), hours=st.integers(1, 720)),
    quiet_hours=st.builds(
        QuietHours,
        on=st.booleans(),
        from_=clock_times,
        to=clock_times,
        days=st.lists(st.sampled_from(DAYS), unique=True).map(tuple),
        summary=st.builds(Summary, leave_out_answered=st.booleans()),
    ),
)
ages = st.integers(0, 1_000)
moments = st.builds(
    lambda rules, quiet, hours: assemble(
        NOW,
        (),
        (
            Session(
                id="a:1",
                source="a",
                name="one",
                status="idle",
                status_since=EpochMs(NOW - hours * 3_600_000),
            ),
        ),
        rules,
        quiet=quiet,
    ),
    all_rules,
    st.booleans(),
    ages,
)


@given(moments, moments)
def test_a_difference_makes_the_new_of_the_old(old: Snapshot, new: Snapshot) -> None:
    patch = diff(old, new)
    assert apply(old, patch) == new
    assert apply(old, convert(to_builtins(patch), Patch)) == new


@given(moments)
def test_rules_that_stay_are_in_no_difference(moment: Snapshot) -> None:
    patch = diff(moment, moment)
    assert (patch.time_rules, patch.quiet) == (UNSET, UNSET)


@given(moments, all_rules)
def test_a_changed_rule_is_news_by_itself(moment: Snapshot, rules: TimeRules) -> None:
    new = Snapshot(
        generated_at=moment.generated_at,
        sessions=moment.sessions,
        time_rules=rules,
        quiet=moment.quiet,
    )
    assert is_same(moment, new) is (rules == moment.time_rules)


@given(all_rules)
def test_rules_come_back_from_their_json_as_they_were(rules: TimeRules) -> None:
    assert convert(to_builtins(rules), TimeRules) == rules
