"""When a source is due, by the clock."""

import threading

import pytest

from sessions_app.adapter_api import Reading, SourceUnavailable
from sessions_app.collector.cache import Cache
from sessions_app.collector.collector import Collector
from sessions_app.collector.tasks import Tasks
from tests.unit.collector.acting import Acting, HandClock, a_session


class Round:
    """The work of one source, done by hand instead of by threads."""

    def __init__(self, adapter: Acting) -> None:
        self.clock = HandClock()
        self.watched: list[tuple[str, ...]] = []
        collector = Collector([adapter], Cache(), lambda *_: None, self.clock)
        self.tasks = Tasks(
            collector,
            [adapter.facts],
            self.clock,
            lambda _, folders, growing: self.watched.append(folders),
        )

    def comes_round(self) -> list[str]:
        """What one round of the schedule leads to: the names of the tasks, all done."""
        self.tasks._tick()
        return self.do_all()

    def do_all(self) -> list[str]:
        """Does what is queued, and what that queues."""
        done = []
        while (task := self.tasks._huey.dequeue()) is not None:
            done.append(task.name)
            task.execute()
            if not self.tasks._huey.pending_count():
                break
        return done


@pytest.fixture
def adapter() -> Acting:
    return Acting("acting", a_session())


def test_a_source_is_read_at_once_and_then_every_two_seconds(adapter: Acting) -> None:
    rounds = Round(adapter)
    assert rounds.comes_round() == ["read", "tick"]
    rounds.clock.go_on(500)
    assert rounds.comes_round() == ["tick"]
    rounds.clock.go_on(1_500)
    assert rounds.comes_round() == ["read", "tick"]


def test_a_round_that_comes_a_little_early_is_on_time(adapter: Acting) -> None:
    rounds = Round(adapter)
    rounds.comes_round()
    rounds.clock.go_on(1_990)
    assert rounds.comes_round() == ["read", "tick"]


def test_a_clock_that_is_set_back_does_not_stop_the_poll(adapter: Acting) -> None:
    rounds = Round(adapter)
    rounds.comes_round()
    rounds.clock.go_on(-3_600_000)
    assert rounds.comes_round() == ["read", "tick"]


def test_an_errand_is_followed_by_another_read(adapter: Acting) -> None:
    rounds = Round(adapter)
    run: list[str] = []

    def errand() -> None:
        run.append("done")
        adapter.gives()

    adapter.gives(errand=errand)
    assert rounds.comes_round() == ["read", "tick", "errand", "read"]
    assert run == ["done"]


def test_a_source_that_cannot_be_read_has_its_errand_too_and_stays_watched(
    adapter: Acting,
) -> None:
    rounds = Round(adapter)
    adapter.gives(folders=("/srv",))
    rounds.comes_round()
    adapter.raises(SourceUnavailable("No.", errand=lambda: adapter.gives(folders=("/srv",))))
    rounds.clock.go_on(2_000)
    assert rounds.comes_round() == ["read", "tick", "errand", "read"]
    assert rounds.watched == [("/srv",), ("/srv",)]


def test_a_broken_adapter_is_read_again_at_the_next_round(adapter: Acting) -> None:
    rounds = Round(adapter)
    adapter.raises(ZeroDivisionError())
    rounds.comes_round()
    adapter.acts = lambda _now: Reading()
    rounds.clock.go_on(2_000)
    assert rounds.comes_round() == ["read", "tick"]


def test_a_source_can_be_read_and_waited_for(adapter: Acting) -> None:
    rounds = Round(adapter)
    rounds.comes_round()
    was_read: list[bool] = []
    waits = threading.Thread(target=lambda: was_read.append(rounds.tasks.read_now("acting")))
    waits.start()
    while not rounds.do_all():
        pass
    waits.join()
    assert was_read == [True]
