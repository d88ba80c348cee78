"""A source's turn: never read twice at once, never queued twice, never forgotten."""

import threading
from collections.abc import Callable

from sessions_app.collector.turns import Turn


def test_a_turn_is_taken_once() -> None:
    turn = Turn()
    assert turn.ask()
    assert not turn.ask()
    assert not turn.ask_unless_taken()


def test_without_news_a_turn_ends_after_its_read() -> None:
    turn = Turn()
    turn.ask()
    turn.begin()
    assert not turn.go_on(None)
    assert turn.ask()


def test_news_during_a_read_leads_to_another() -> None:
    turn = Turn()
    turn.ask()
    turn.begin()
    assert not turn.ask()
    assert turn.go_on(None)
    turn.begin()
    assert not turn.go_on(None)


def test_news_before_the_read_begins_is_seen_by_it() -> None:
    turn = Turn()
    turn.ask()
    turn.ask()
    turn.begin()
    assert not turn.go_on(None)


def test_the_poll_does_not_lead_to_another_read() -> None:
    turn = Turn()
    turn.ask()
    turn.begin()
    assert not turn.ask_unless_taken()
    assert not turn.go_on(None)


def test_a_source_that_asks_for_it_is_read_again() -> None:
    turn = Turn()
    turn.ask()
    turn.begin()
    assert turn.go_on(1)
    turn.begin()
    assert not turn.go_on(None)


def test_an_errand_s_turn_ends_by_itself() -> None:
    turn = Turn()
    assert turn.ask_unless_taken()
    turn.end()
    assert turn.ask_unless_taken()


def while_it_waits(turn: Turn, act: Callable[[], object]) -> bool:
    """What a turn that would wait for an hour answers when this is done meanwhile."""
    turn.ask()
    turn.begin()
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(turn.go_on(3_600_000)))
    thread.start()
    act()
    thread.join(20)
    assert not thread.is_alive()
    return answers[0]


def test_news_ends_the_wait_for_a_later_read() -> None:
    turn = Turn()
    assert while_it_waits(turn, turn.ask)


def test_the_end_of_the_server_ends_the_wait_without_another_read() -> None:
    turn = Turn()
    assert not while_it_waits(turn, turn.stop)


def test_of_many_threads_one_has_the_turn_at_a_time() -> None:
    turn = Turn()
    reading = threading.Semaphore(1)
    overlaps: list[bool] = []
    done: list[int] = []

    def read() -> None:
        goes_on = turn.ask()
        while goes_on:
            turn.begin()
            overlaps.append(not reading.acquire(blocking=False))
            done.append(1)
            reading.release()
            goes_on = turn.go_on(None)

    threads = [threading.Thread(target=read) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert done
    assert not any(overlaps)
    assert turn.ask()


def test_a_read_can_be_waited_for_that_begins_from_now_on() -> None:
    turn = Turn()
    turn.ask()
    turn.begin()
    wanted = turn.next_read
    turn.ask()
    assert turn.go_on(None)
    # The one that was under way ended; what it had read before does not count.
    assert not turn.wait_for(wanted, 0)
    turn.begin()
    assert not turn.go_on(None)
    assert turn.wait_for(wanted, 0)


def test_a_read_that_failed_has_ended_too() -> None:
    turn = Turn()
    wanted = turn.next_read
    turn.ask()
    turn.begin()
    turn.end()
    assert turn.wait_for(wanted, 0)


def test_nobody_waits_for_a_read_once_the_server_stops() -> None:
    turn = Turn()
    turn.stop()
    assert not turn.wait_for(turn.next_read, 60)
