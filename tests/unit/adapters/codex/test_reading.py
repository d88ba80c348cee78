"""What is read, how little of it, and what becomes of files that are broken or hostile."""

import os
import sys
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sessions_app.adapter_api import SourceUnavailable
from sessions_app.adapters.codex import home
from sessions_app.adapters.codex.rollout import HEAD, MOST, TAILS, Rollout
from tests.support.codex_world import (
    FIXTURES,
    NOW,
    STATES,
    THREAD,
    CodexWorld,
    call,
    event,
    line,
    meta,
    set_written,
)
from tests.support.opened import opened

START: Final = event("task_started", NOW - 20_000, turn_id="t1")
END: Final = event("task_complete", NOW - 10_000, turn_id="t1")
FILLER: Final = line("response_item", NOW, type="message", content="x" * 1_000)


def looked_at(path: Path) -> Rollout:
    rollout = Rollout(str(path), keeps_arguments=True)
    rollout.look(path.stat())
    return rollout


def bytes_read() -> int:
    """What this process has read from files so far."""
    with open("/proc/self/io", encoding="ascii") as file:
        return int(file.readline().split()[1])


# Large files


@pytest.mark.skipif(sys.platform != "linux", reason="counted by /proc/self/io")
def test_of_a_large_file_that_grows_only_what_is_added_is_read(world: CodexWorld) -> None:
    path = world.rollout(meta(), START)
    os.truncate(path, 100 * 1024 * 1024)  # the middle is a hole: one line of nothing
    world.append(path, b"\n", FILLER, START)
    set_written(path, world.now)
    world.hold()
    before = bytes_read()
    assert world.only().status == "working"
    assert bytes_read() - before < 1024 * 1024
    world.append(path, FILLER, END)
    before = bytes_read()
    assert world.only(after_ms=2_000).status == "idle"
    assert bytes_read() - before < 256 * 1024


def test_the_end_is_read_as_far_as_a_line_tells_of_a_turn(world: CodexWorld) -> None:
    many = FILLER * 3_000
    path = world.rollout(meta(), START, many)
    assert TAILS[1] < len(many) < TAILS[2]
    assert looked_at(path).turns.turn is not None


def test_a_turn_longer_than_all_that_is_read_is_still_open(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, FILLER * (TAILS[-1] // len(FILLER) + 10))
    holder = world.hold()
    session = world.only()
    assert (session.status, session.status_since) == ("working", None)
    world.append(path, END)
    assert world.only(after_ms=2_000).status == "idle"
    holder.end()


def test_a_line_longer_than_what_is_read_at_once_is_passed_over(world: CodexWorld) -> None:
    path = world.rollout(meta(), START)
    world.hold()
    world.read()
    world.append(path, b'{"type":"response_item","payload":"' + b"x" * (TAILS[-1] + 1_000))
    session = world.only(after_ms=2_000)
    assert (session.status, session.status_since) == ("working", NOW - 20_000)
    world.append(path, b'"}\n', END)
    assert world.only(after_ms=2_000).status == "idle"


MANY: Final = FILLER * (TAILS[-1] // len(FILLER) + 10)


@pytest.mark.parametrize(("most", "since"), [(MOST, NOW - 20_000), (TAILS[-1], None)])
def test_a_turn_that_began_in_much_that_was_added_is_open(
    world: CodexWorld, monkeypatch: pytest.MonkeyPatch, most: int, since: int | None
) -> None:
    monkeypatch.setattr("sessions_app.adapters.codex.rollout.MOST", most)
    path = world.rollout(meta(), START, END)
    world.hold()
    assert world.only().status == "idle"
    world.append(path, START, MANY)
    session = world.only(after_ms=2_000)
    assert (session.status, session.status_since) == ("working", since)
    world.append(path, MANY, END)
    assert world.only(after_ms=2_000).status == "idle"


@pytest.mark.parametrize("end", [b'"}\n', b""], ids=["whole", "cut"])
def test_a_line_too_long_to_be_read_after_a_turn_is_no_work(world: CodexWorld, end: bytes) -> None:
    path = world.rollout(meta(), START, END)
    world.hold()
    assert world.only().status == "idle"
    late = b'{"type":"event_msg","payload":"'
    world.append(path, late, b"x" * (TAILS[-1] * 2), end)
    assert world.only(after_ms=2_000).status == "idle"
    world.append(path, b"\n", START)
    assert world.only(after_ms=2_000).status == "working"


def test_a_first_line_beyond_the_head_names_no_thread(world: CodexWorld) -> None:
    world.rollout(meta(base_instructions={"text": "x" * HEAD}), START)
    assert world.read().sessions == ()
    world.rollout(meta(base_instructions={"text": "x" * (HEAD - 5_000)}), START, END)
    assert world.only(after_ms=2_000).status == "finished"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the locks are tried")
def test_only_what_the_rules_allow_is_opened(world: CodexWorld) -> None:
    for at in range(20):
        thread = f"{THREAD[:-2]}{at:02}"
        path = world.rollout(meta(thread), START, END, thread=thread)
        set_written(path, NOW - (at * 2 + 1) * 60 * 60_000)
    world.hold(f"{THREAD[:-2]}19")
    world.adapter.read(NOW)  # what is imported late is not meant
    adapter = world.new_adapter()
    with opened() as record:
        adapter.read(NOW)
    in_home = [path for path in record if path.startswith(str(world.home))]
    rollouts = [Path(path).stem[-2:] for path in in_home if path.endswith(".jsonl")]
    assert sorted(rollouts) == [*(f"{at:02}" for at in range(12)), "19"]
    rest = {path for path in in_home if not path.endswith(".jsonl")}
    assert rest == {
        str(world.home / name)
        for name in ("sessions", "sessions/2026/11/30", "thread-writer-locks")
    }
    with opened() as record:
        adapter.read(NOW)
    assert [path for path in record if path.endswith(".jsonl")] == []


# Files that change in other ways


def test_a_line_that_is_cut_counts_when_it_is_whole(world: CodexWorld) -> None:
    path = world.rollout(meta(), START)
    world.hold()
    world.append(path, END[:30])
    assert world.only().status == "working"
    world.append(path, END[30:])
    assert world.only(after_ms=2_000).status == "idle"


def test_a_file_that_shrinks_is_read_anew(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, END)
    world.hold()
    assert world.only().status == "idle"
    os.truncate(path, len(meta() + START))
    assert world.only(after_ms=2_000).status == "working"


def test_a_file_written_anew_in_its_place_is_read_anew(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, END)
    world.hold()
    assert world.only().status == "idle"
    path.write_bytes(meta(cwd="/srv/other") + FILLER + START)
    session = world.only(after_ms=2_000)
    assert (session.status, session.cwd) == ("working", "/srv/other")


def test_another_file_put_in_its_place_is_read_anew(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, END)
    world.hold()
    assert world.only().status == "idle"
    new = path.with_suffix(".new")
    new.write_bytes(meta() + END + FILLER + START)
    new.rename(path)
    assert world.only(after_ms=2_000).status == "working"


def test_a_file_that_goes_takes_its_session_with_it(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, END)
    assert world.only().status == "finished"
    path.unlink()
    assert world.read(after_ms=2_000).sessions == ()


# Hostile ones


def test_a_link_a_pipe_and_a_folder_are_not_opened(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, END)
    for end, make in (("1", os.mkfifo), ("2", os.mkdir)):
        make(path.with_name(f"{path.stem[:-1]}{end}.jsonl"))
    path.with_name(f"{path.stem[:-1]}3.jsonl").symlink_to(path)
    reading = world.read()
    assert len(reading.sessions) == 1
    assert "3 skipped" in reading.detail
    assert (reading.files_read, len(reading.skipped)) == (1, 3)


def test_folders_may_be_links(world: CodexWorld) -> None:
    world.rollout(meta(), START, END)
    (world.home / "sessions").rename(world.path / "elsewhere")
    (world.home / "sessions").symlink_to(world.path / "elsewhere")
    assert world.only().status == "finished"


def test_a_folder_that_cannot_be_read_is_said(world: CodexWorld) -> None:
    (world.home / "sessions").rmdir()
    (world.home / "sessions").write_text("x")
    with pytest.raises(SourceUnavailable, match=r"~/.codex/sessions cannot be read"):
        world.read()


def test_a_day_folder_that_cannot_be_listed_is_said_and_tried_again(
    world: CodexWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = world.rollout(meta(), START, END)
    set_written(path.parent, NOW - 60_000)

    def refused(folder: str) -> dict[str, str]:
        raise PermissionError(13, "Permission denied", folder)

    real = home._rollouts_in
    for is_known in (False, True):
        monkeypatch.setattr(home, "_rollouts_in", refused)
        set_written(path.parent, NOW - 50_000 + is_known)
        reading = world.read(after_ms=2_000)
        assert len(reading.sessions) == int(is_known)
        assert "2026/11/30 cannot be listed (Permission denied)" in reading.detail
        monkeypatch.setattr(home, "_rollouts_in", real)
        reading = world.read(after_ms=2_000)
        assert len(reading.sessions) == 1
        assert "skipped" not in reading.detail


@pytest.mark.parametrize("field", ["cwd", "originator", "timestamp", "cli_version", "source"])
@pytest.mark.parametrize("value", [None, 1, [], {"cli": 3}, "", "\x00", "../x"])
def test_a_field_of_another_kind_loses_only_itself(
    world: CodexWorld, field: str, value: object
) -> None:
    world.rollout(meta(THREAD, NOW, **{field: value}), START, END)
    assert world.only().status == "finished"


@pytest.mark.parametrize("year", ["1999", "2200", "9999"])
def test_a_time_of_another_age_is_none(world: CodexWorld, year: str) -> None:
    text = f"{year}-12-31T23:59:59.999-14:00"
    world.rollout(
        meta(timestamp=text), START, END.replace(b"2026-11-30T14:59:50.000Z", text.encode())
    )
    session = world.only()
    assert (session.status, session.status_since, session.started_at) == ("finished", None, NOW)


def test_text_is_cleaned(world: CodexWorld) -> None:
    failed = event("task_complete", error={"message": "\x1b[31mno\u202e way" + "x" * 999})
    world.rollout(meta(), START, failed)
    failure = world.only().failure
    assert isinstance(failure, str)
    assert failure.startswith("no wayxx")
    assert len(failure) == 200


def test_no_more_of_a_text_is_kept_than_can_matter(world: CodexWorld) -> None:
    calls = [call("exec_command", f"c{at}", {"cmd": "x" * 1_000_000}) for at in range(5)]
    path = world.rollout(meta(), START, *calls)
    rollout = looked_at(path)
    assert [one.arguments for one in rollout.turns.calls.values()] == [None] * 5
    world.append(path, event("task_complete", error={"message": "y" * 1_000_000}))
    rollout.look(path.stat())
    assert rollout.turns.turn is not None
    assert rollout.turns.turn.error is not None
    assert len(rollout.turns.turn.error.message or "") < 10_000


REAL: Final = [
    next((STATES / "waiting_approval_escalation").rglob("rollout-*")).read_bytes(),
    next((STATES / "parent_of_subagents").rglob("rollout-*")).read_bytes(),
    (FIXTURES / "corpus" / "cx-10-renamed-korean.jsonl").read_bytes(),
]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_bytes_that_are_cut_or_flipped_anywhere_raise_nothing(
    world: CodexWorld, data: st.DataObject
) -> None:
    broken = bytearray(data.draw(st.sampled_from(REAL)))
    for _ in range(data.draw(st.integers(0, 8))):
        at = data.draw(st.integers(0, len(broken) - 1))
        broken[at] ^= data.draw(st.integers(1, 255))
    end = data.draw(st.integers(0, len(broken)))
    path = world.rollout(bytes(broken[:end]))
    (world.home / "session_index.jsonl").write_bytes(bytes(broken[end:]))
    world.read(after_ms=2_000)
    world.append(path, bytes(broken[end:]))
    world.read(after_ms=2_000)


def test_a_list_as_deep_as_can_be_raises_nothing(world: CodexWorld) -> None:
    deep = b'{"type":"event_msg","payload":' + b"[" * 100_000 + b"\n"
    world.rollout(meta(), START, deep, END)
    assert world.only().status == "finished"


# Nothing is changed


def contents(folder: Path) -> dict[str, tuple[object, ...]]:
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        data = path.read_bytes() if path.is_file() else None
        times = (status.st_mtime_ns, status.st_ctime_ns, status.st_mode, status.st_size)
        found[str(path)] = (*times, data)
    return found


@pytest.mark.parametrize("proc", ["/proc", "/nowhere"])
def test_nothing_in_the_home_is_changed(world: CodexWorld, proc: str) -> None:
    world.rollout(meta(), START)
    world.hold()
    for name in ("state_5.sqlite", "state_5.sqlite-wal", "logs_2.sqlite", "auth.json"):
        (world.home / name).write_bytes(b"SQLite format 3\0")
    world.state("parent_of_subagents")
    world.place(FIXTURES / "codex" / "0.171.0" / "session_index.jsonl", "session_index.jsonl")
    before = contents(world.home)
    adapter = world.new_adapter(proc)
    first = adapter.read(world.now)
    assert adapter.read(world.now).sessions == first.sessions
    assert contents(world.home) == before


def test_the_folders_to_watch_are_named(world: CodexWorld) -> None:
    world.rollout(meta(), START, END)
    reading = world.read()
    day = str(world.home / "sessions/2026/11/30")
    assert reading.folders == (str(world.locks), day)
    assert reading.growing == (day,)


def test_a_name_is_read_again_when_it_changes(world: CodexWorld) -> None:
    world.rollout(meta(), START, END)
    index = world.home / "session_index.jsonl"
    index.write_text(f'{{"id": "{THREAD}", "thread_name": "first"}}\n')
    assert world.only().name == "first"
    with index.open("a") as file:
        file.write(f'{{"id": "{THREAD}", "thread_name": "second"}}\n')
        file.write(f'{{"id": "{THREAD}", "thread_name": "  "}}\n')
    assert world.only(after_ms=2_000).name == "second"
    index.unlink()
    assert world.only(after_ms=2_000).name == "work"
