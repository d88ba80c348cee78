"""Points: six hours, kept small, with the time nobody measured told as such."""

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.history import MOST_POINTS, Gap, Point, Points, counted, gaps
from sessions_app.domain.session import Status
from tests.support.past import HOUR, START, a_session


def point(at: int, total: int = 1) -> Point:
    """A point with one session that works."""
    return Point(EpochMs(at), 0, 1, 0, total)


def test_a_point_counts_who_waits_works_is_idle_and_all() -> None:
    statuses: tuple[Status, ...] = (
        "needs-you",
        "working",
        "working",
        "idle",
        "finished",
        "failed",
        "unknown",
    )
    sessions = [a_session(str(place), status) for place, status in enumerate(statuses)]
    assert counted(sessions, START) == Point(START, 1, 2, 1, 7)


def test_six_hours_of_points_take_169_kib() -> None:
    points = Points()
    for place in range(MOST_POINTS):
        points.add(point(START + place * 2_000))
    assert MOST_POINTS * 2_000 == 6 * HOUR
    assert points.size == 172_800


def test_the_oldest_points_go_and_the_answer_never_holds_more_than_six_hours() -> None:
    points = Points()
    for place in range(MOST_POINTS + 1_000):
        points.add(point(START + place * 2_000, place))
        assert len(points) <= MOST_POINTS + 300
    found = points.since(0)
    assert len(found) == MOST_POINTS
    assert (found[0].total, found[-1].total) == (1_000, MOST_POINTS + 999)


def test_a_window_begins_at_its_first_moment() -> None:
    points = Points()
    for place in range(10):
        points.add(point(START + place * 2_000))
    assert [one.at - START for one in points.since(START + 14_000)] == [14_000, 16_000, 18_000]
    assert points.since(START + 20_000) == []


def test_a_point_that_is_not_later_than_the_last_is_passed_over() -> None:
    points = Points()
    for at in (START, START, START - 2_000, START + 1):
        points.add(point(at))
    assert [one.at - START for one in points.since(0)] == [0, 1]


def test_counts_past_what_is_kept_of_a_number_stay_at_its_end() -> None:
    points = Points()
    points.add(Point(START, 1, 2, 3, 1_000_000))
    assert points.since(0)[0].total == 65_535


def test_points_move_with_a_clock_that_was_set() -> None:
    points = Points()
    points.add(point(START))
    points.retell(lambda at: EpochMs(at - HOUR))
    assert points.last_at == START - HOUR


def test_time_without_points_is_a_gap_before_between_and_after_them() -> None:
    end = EpochMs(START + 100_000)
    measured = [point(START + at) for at in (20_000, 22_000, 32_000, 60_000)]
    assert gaps(measured, START, end) == [
        Gap(START, EpochMs(START + 20_000)),
        Gap(EpochMs(START + 32_000), EpochMs(START + 60_000)),
        Gap(EpochMs(START + 60_000), end),
    ]


def test_a_time_measured_throughout_has_no_gap() -> None:
    measured = [point(START + at) for at in range(0, 60_000, 2_000)]
    assert gaps(measured, START, EpochMs(START + 59_000)) == []
