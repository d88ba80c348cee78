"""Threads by the thousand, and threads that lead to each other in strange ways."""

from collections import UserDict

import pytest

from sessions_app.adapters.codex import home
from sessions_app.adapters.codex.lines import Meta
from sessions_app.adapters.codex.rollouts import Followed
from sessions_app.adapters.codex.threads import with_relatives
from tests.support.codex_world import NOW, THREAD, CodexWorld, event, meta, set_written
from tests.support.opened import opened

DAY = 24 * 60 * 60_000
START = event("task_started", NOW - 20_000, turn_id="t1")
END = event("task_complete", NOW - 10_000, turn_id="t1")


def thread(number: int) -> str:
    return f"01a22cb4-86c8-7b71-81de-{number:012x}"


def made(number: int, parent: int | None) -> Meta:
    led_by = None if parent is None else thread(parent)
    return Meta(thread(number), None, None, "", (0, 171), led_by, is_of_person=parent is None)


class Counting(UserDict[str, Meta]):
    """Counts how often a thread is looked up."""

    looked = 0

    def __getitem__(self, key: str) -> Meta:
        self.looked += 1
        return super().__getitem__(key)


@pytest.mark.parametrize("order", [1, -1], ids=["root first", "root last"])
def test_no_thread_is_passed_twice_however_deep_it_lies(order: int) -> None:
    count = 5_000
    chain = [made(at, at - 1 if at else None) for at in range(count)][::order]
    metas = Counting({one.id: one for one in chain})
    assert with_relatives(metas, frozenset([thread(count - 1)])) == metas.keys()
    assert metas.looked <= 4 * count


def test_what_leads_in_a_circle_or_nowhere_belongs_to_nobody() -> None:
    circle = [made(at, (at + 1) % 3) for at in range(3)]
    into_it = [made(3, 0), made(4, 3)]
    nowhere = [made(5, 99), made(6, 5), made(7, 7)]
    own = [made(8, None), made(9, 8)]
    metas = {one.id: one for one in (*into_it, *circle, *nowhere, *own)}
    for one in range(8):
        assert with_relatives(metas, frozenset([thread(one)])) == {thread(one)}
    assert with_relatives(metas, frozenset([thread(9)])) == {thread(8), thread(9)}


def test_circles_are_not_shown_and_hide_nobody(world: CodexWorld) -> None:
    for at in range(3):
        first = meta(thread(at), parent_thread_id=thread((at + 1) % 3), thread_source="subagent")
        world.rollout(first, START, thread=thread(at))
        world.hold(thread(at))
    world.rollout(meta(thread(8)), START, END, thread=thread(8))
    assert [one.id for one in world.read().sessions] == [f"codex:{thread(8)}"]


def test_threads_that_died_are_not_looked_at_again(
    world: CodexWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(20):
        world.rollout(meta(thread(at)), START, thread=thread(at))
    assert {one.status for one in world.read().sessions} == {"failed"}
    world.read(after_ms=2_000)
    told: list[str] = []
    before = Followed.thread

    def noted(one: Followed, **more: object) -> object:
        told.append(one.meta.id)
        return before(one, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Followed, "thread", noted)
    assert len(world.read(after_ms=2_000).sessions) == 20
    assert told == []


def test_a_thread_that_left_its_lock_behind_is_searched_for_once(
    world: CodexWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = world.rollout(meta(), START, day="2026/09/03")
    set_written(path, NOW - 2 * DAY)
    (world.locks / f"{THREAD}.lock").touch()
    world.read()
    listed: list[str] = []
    before = home._rollouts_in
    monkeypatch.setattr(home, "_rollouts_in", lambda f: listed.append(f) or before(f))  # type: ignore[func-returns-value]
    for _ in range(20):
        assert world.read(after_ms=2_000).sessions == ()
    assert listed == []
    world.hold()
    assert world.only(after_ms=2_000).status == "working"


# Clocks that are set


def test_names_written_ahead_of_the_clock_are_read_once(world: CodexWorld) -> None:
    world.rollout(meta(), START, END)
    index = world.home / "session_index.jsonl"
    index.write_text(f'{{"id": "{THREAD}", "thread_name": "first"}}\n')
    set_written(index, NOW + DAY)
    assert world.only().name == "first"
    with opened() as record:
        assert world.only(after_ms=2_000).name == "first"
    assert str(index) not in record
    index.write_text(f'{{"id": "{THREAD}", "thread_name": "other"}}\n')
    assert world.only(after_ms=2_000).name == "other"


def test_what_a_clock_ahead_of_time_made_old_comes_back_when_it_is_set(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, END)
    set_written(path, NOW + 60_000)
    assert world.only().status == "finished"
    assert world.read(after_ms=DAY).sessions == ()
    assert world.only(after_ms=-DAY).status == "finished"
