"""Waits: one wait is one wait, however it was seen."""

from collections.abc import Container

import pytest

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.git import Git, Repository
from sessions_app.domain.session import Session
from sessions_app.domain.waits import KEPT_MS, Wait, Waits
from tests.support.past import HOUR, MINUTE, SECOND, START, a_session


class Following:
    """Follows waits; times are in milliseconds since it began."""

    def __init__(self) -> None:
        self.waits = Waits()

    def at(self, ms: int, *sessions: Session, held: Container[str] = ()) -> list[Wait]:
        """A snapshot was taken."""
        return self.waits.follow(sessions, EpochMs(START + ms), held)

    @property
    def found(self) -> list[tuple[str, int, int | None]]:
        """Each wait: whose, from when to when."""
        return [
            (one.session_id[8:], one.start - START, None if one.end is None else one.end - START)
            for one in self.waits
        ]


def waiting(since: int | None, name: str = "a", **fields: object) -> Session:
    """A session that waits, since a time in milliseconds since the beginning."""
    at = None if since is None else EpochMs(START + since)
    return a_session(name, "needs-you", status_since=at, **fields)


def working(since: int | None, name: str = "a") -> Session:
    """A session that works."""
    at = None if since is None else EpochMs(START + since)
    return a_session(name, "working", status_since=at)


@pytest.fixture
def following() -> Following:
    return Following()


def test_a_wait_goes_from_its_true_beginning_to_its_true_end(following: Following) -> None:
    following.at(2_000, waiting(-60_000))
    for at in range(4_000, 60_000, 2_000):
        following.at(at, waiting(-60_000))
    following.at(60_000, working(59_400))
    assert following.found == [("a", -60_000, 59_400)]


def test_polls_that_show_nothing_new_are_nothing_to_keep(following: Following) -> None:
    assert len(following.at(0, waiting(0))) == 1
    assert following.at(2_000, waiting(0)) == []
    assert len(following.at(4_000, working(3_000))) == 1
    assert following.at(6_000, working(3_000)) == []


def test_a_session_that_goes_while_it_waits_waited_until_it_was_gone(following: Following) -> None:
    following.at(0, waiting(0))
    following.at(2_000)
    assert following.found == [("a", 0, 2_000)]


def test_a_wait_whose_session_cannot_be_read_goes_on_and_is_still_one(
    following: Following,
) -> None:
    following.at(0, waiting(0))
    following.at(2_000, held={"made-up:a"})
    assert following.found == [("a", 0, None)]
    following.at(90_000, waiting(0))
    following.at(92_000, working(91_000))
    assert following.found == [("a", 0, 91_000)]


def test_a_session_that_went_and_is_back_in_the_same_wait_waited_once(
    following: Following,
) -> None:
    following.at(0, waiting(0))
    following.at(2_000)
    following.at(4_000, waiting(0))
    assert following.found == [("a", 0, None)]


def test_the_next_question_is_another_wait_though_no_poll_fell_between(
    following: Following,
) -> None:
    following.at(0, waiting(0))
    following.at(2_000, waiting(0))
    following.at(4_000, waiting(3_000))
    assert following.found == [("a", 0, 3_000), ("a", 3_000, None)]


def test_a_beginning_that_moves_to_what_was_seen_already_is_a_touched_file(
    following: Following,
) -> None:
    following.at(0, waiting(0))
    following.at(30_000, waiting(0))
    following.at(60_000, waiting(20_000))
    assert following.found == [("a", 0, None)]


def test_a_beginning_that_proves_earlier_is_believed(following: Following) -> None:
    following.at(0, waiting(0))
    following.at(2_000, waiting(-10_000))
    assert following.found == [("a", -10_000, None)]


def test_a_wait_that_says_no_beginning_begins_when_it_is_seen(following: Following) -> None:
    following.at(0, waiting(None))
    following.at(2_000, waiting(None))
    following.at(4_000, working(None))
    following.at(6_000, waiting(None))
    assert following.found == [("a", 0, 4_000), ("a", 6_000, None)]


def test_a_beginning_that_is_yet_to_come_is_now(following: Following) -> None:
    following.at(0, waiting(60_000))
    assert following.found == [("a", 0, None)]


@pytest.mark.parametrize(
    ("changed", "end"),
    [
        (1_800_000, 1_800_000),  # the agent says when, and nobody was there to see
        (3_590_000, 3_590_000),
        (None, 10_000),  # it does not: the wait is not stretched over time nobody measured
        (-50_000, 10_000),  # that of its last turn
        (3_700_000, 10_000),  # a time yet to come
    ],
)
def test_a_wait_that_ended_while_nobody_watched_ends_as_the_agent_says_or_when_last_seen(
    following: Following, changed: int | None, end: int
) -> None:
    following.at(0, waiting(0))
    following.at(10_000, waiting(0))
    following.at(3_600_000, working(changed))
    assert following.found == [("a", 0, end)]


def test_a_wait_is_where_its_repository_is_once_that_is_known(following: Following) -> None:
    following.at(0, waiting(0, project="shop-fix"))
    assert [(one.place, one.kind) for one in following.waits] == [("shop-fix", "folder")]
    git = Git(branch="fix", repository=Repository("0" * 16, "shop"))
    assert len(following.at(2_000, waiting(0, project="shop-fix", git=git))) == 1
    assert following.at(4_000, waiting(0, project="shop-fix")) == []
    assert [(one.place, one.kind) for one in following.waits] == [("shop", "repository")]


def test_a_wait_keeps_its_length_when_only_its_end_is_told_anew(following: Following) -> None:
    following.at(0, waiting(-60_000))
    following.waits.retell(lambda at: EpochMs(at + 3_600_000) if at >= START else at)
    assert following.found == [("a", 3_540_000, None)]


def test_a_beginning_that_is_earlier_by_a_clock_that_was_set_back_lengthens_nothing(
    following: Following,
) -> None:
    following.at(0, waiting(0))
    following.at(5 * MINUTE, waiting(0))
    following.waits.retell(lambda at: EpochMs(at - 30 * MINUTE))
    following.at(-24 * MINUTE, waiting(-25 * MINUTE))
    assert following.found == [("a", -30 * MINUTE, None)]


def test_a_clock_that_is_set_while_a_session_waits_does_not_lengthen_the_wait(
    following: Following,
) -> None:
    following.at(0, waiting(0))
    following.waits.retell(lambda at: EpochMs(at + 3_600_000))
    following.at(3_602_000, waiting(0))
    following.at(3_604_000, working(3_603_000))
    assert following.found == [("a", 3_600_000, 3_603_000)]


def joined(kept: Following, following: Following, after: int) -> list[tuple[str, int, int | None]]:
    """Puts what was kept before what was followed, which has it from a time on."""
    kept.waits.see(EpochMs(START + after))
    kept.waits.join(list(following.waits), EpochMs(START + after))
    return kept.found


@pytest.fixture
def kept() -> Following:
    """What another start of ours followed, and kept."""
    return Following()


def test_a_wait_that_two_starts_saw_is_one(kept: Following, following: Following) -> None:
    for at in range(0, 10_000, 2_000):
        kept.at(at, waiting(-500))
        following.at(at + 700, waiting(-500))
    following.at(12_000, working(11_000))
    assert joined(kept, following, 8_000) == [("a", -500, 11_000)]


def test_a_wait_without_a_beginning_that_two_starts_saw_is_one(
    kept: Following, following: Following
) -> None:
    kept.at(0, waiting(None))
    following.at(700, waiting(None))
    assert joined(kept, following, 8_000) == [("a", 0, None)]
    assert len(kept.waits.open) == 1


def test_a_wait_that_was_over_when_the_other_ended_is_told_by_it(
    kept: Following, following: Following
) -> None:
    for one, late in ((kept, 0), (following, 700)):
        one.at(late, waiting(-500))
        one.at(2_000 + late, working(None))
    following.at(9_000, waiting(8_500))
    assert joined(kept, following, 8_000) == [("a", -500, 2_000), ("a", 8_500, None)]


def test_the_next_question_ends_the_wait_that_the_other_still_saw(
    kept: Following, following: Following
) -> None:
    for one, late in ((kept, 0), (following, 700)):
        one.at(late, waiting(-500))
    following.at(8_500, working(8_200))
    following.at(9_500, waiting(9_000))
    assert joined(kept, following, 8_000) == [("a", -500, 8_200), ("a", 9_000, None)]


def test_a_wait_that_only_the_other_still_saw_is_as_the_other_left_it(
    kept: Following, following: Following
) -> None:
    for one, late in ((kept, 0), (following, 700)):
        one.at(late, waiting(-500))
    kept.at(5 * MINUTE, working(4 * MINUTE))
    # ours was held up meanwhile
    assert joined(kept, following, HOUR) == [("a", -500, 4 * MINUTE)]
    assert kept.waits.open == ()


def test_a_wait_that_the_other_saw_end_is_as_the_other_told_though_the_next_was_not_seen_here(
    kept: Following, following: Following
) -> None:
    kept.at(0, waiting(-500))
    following.waits.put(next(iter(kept.waits)))  # read back, and not looked at again until
    kept.at(4_000, waiting(3_000))
    following.at(9_000, working(8_500))
    assert joined(kept, following, 6_000) == [("a", -500, 3_000), ("a", 3_000, None)]


def test_a_wait_whose_end_the_other_told_a_moment_sooner_is_one(
    kept: Following, following: Following
) -> None:
    for one, late in ((kept, 0), (following, 150)):
        one.at(late, waiting(None))
        one.at(8_000 + late, working(None))
    assert joined(kept, following, 8_000) == [("a", 0, 8_150)]


def test_what_was_asked_before_and_after_a_time_nobody_followed_is_two_waits(
    kept: Following, following: Following
) -> None:
    kept.at(0, waiting(0))
    following.at(HOUR, waiting(HOUR - 1_000))
    assert joined(kept, following, 10_000) == [("a", 0, 10_000), ("a", HOUR - 1_000, None)]


def test_waits_are_forgotten_though_the_clock_was_set(following: Following) -> None:
    following.at(0, waiting(0))
    following.at(2_000, working(1_000))
    following.waits.retell(lambda at: EpochMs(at + 3_600_000))
    following.waits.forget(EpochMs(START + 2 * KEPT_MS))
    assert following.found == []
    assert following.waits.last_of("made-up:a") is None


def test_waits_are_kept_for_seven_days_after_their_end(following: Following) -> None:
    following.at(0, waiting(0), waiting(0, "b"))
    following.at(5 * MINUTE, working(4 * MINUTE), waiting(0, "b"))
    following.waits.forget(EpochMs(START + KEPT_MS + 4 * MINUTE))
    assert len(following.found) == 2
    following.waits.forget(EpochMs(START + KEPT_MS + 4 * MINUTE + SECOND))
    assert following.found == [("b", 0, None)]
