"""How soon a source is read again: at once, unless its folder changes without end."""

import threading
import time

import pytest

from sessions_app.collector import turns
from sessions_app.collector.turns import Turn


@pytest.fixture(autouse=True)
def long_spacing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wait between reads that no test lives to see the end of."""
    monkeypatch.setattr(turns, "SPACING_S", 3_600.0)


def begun() -> Turn:
    """A turn whose read is under way."""
    turn = Turn()
    turn.ask()
    turn.begin()
    return turn


def stays_waiting(turn: Turn, again_in_ms: int | None) -> bool:
    """Whether the turn waits, until the server's end ends that."""
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(turn.go_on(again_in_ms)))
    thread.start()
    time.sleep(0.05)
    waits = not answers
    turn.stop()
    thread.join(20)
    return waits and answers == [False]


def test_a_change_during_a_read_is_read_at_once() -> None:
    turn = begun()
    turn.ask()
    assert turn.go_on(None)


def test_a_change_is_read_at_once_though_the_source_asked_for_another_read() -> None:
    turn = begun()
    turn.ask()
    assert turn.go_on(3_600_000)


@pytest.mark.parametrize("again_in_ms", [None, 3_600_000])
def test_changes_without_end_wait(again_in_ms: int | None) -> None:
    turn = begun()
    turn.ask()
    turn.go_on(again_in_ms)
    turn.begin()
    turn.ask()
    assert stays_waiting(turn, again_in_ms)


def test_a_source_that_asks_for_less_is_read_sooner() -> None:
    turn = begun()
    turn.ask()
    turn.go_on(None)
    turn.begin()
    assert turn.go_on(10)


def test_the_next_turn_begins_calm() -> None:
    turn = begun()
    turn.ask()
    turn.go_on(None)
    turn.begin()
    assert not turn.go_on(None)
    turn.ask()
    turn.begin()
    turn.ask()
    assert turn.go_on(None)
