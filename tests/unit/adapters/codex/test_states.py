"""Files of real runs, as they lay on disk in each state, with real processes beside them."""

import sys
from pathlib import Path
from typing import Final

import pytest
from msgspec import UNSET

from sessions_app.adapters.codex.standing import DIED
from tests.support.codex_world import FIXTURES, CodexWorld, last_stamp, moment, set_written

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="told from /proc alone")

LEGACY: Final = FIXTURES / "codex" / "0.130.0"
ESCALATION: Final = "01a22cb4-86c8-7b71-81de-c9c23846e9fd"
PATCH: Final = "01a22cb4-9256-70d1-bdf5-89a089d43461"
QUESTION: Final = "01a22cb4-9e1e-7071-96c1-48ddb81dbb69"
TOOL: Final = "01a22cb4-17a5-75a0-8759-d4ce3f07b1cc"
STREAMING: Final = "01a22cb4-7eb4-7b53-91e3-c334fa3f8b87"
PARENT: Final = "01a22cae-7c3f-72a0-9b3e-0e6ef45c05f4"
SUBAGENT: Final = "01a22cae-8d2b-79b3-8d17-4985e3a99fd1"


def test_a_turn_in_which_the_model_writes_is_work(world: CodexWorld) -> None:
    world.state("working_model_streaming")
    world.hold(STREAMING)
    session = world.only()
    assert (session.status, session.waiting_reason) == ("working", UNSET)
    assert session.status_since == moment("2026-11-30T13:45:57.215Z")
    assert session.started_at == moment("2026-11-30T13:45:56.159Z")
    assert (session.name, session.cwd, session.surface) == ("work", "/home/dev/work", "terminal")


def test_silence_never_ends_a_turn(world: CodexWorld) -> None:
    path = world.state("working_model_streaming")
    world.hold(STREAMING)
    for _ in range(4):
        assert world.only(after_ms=5 * 60 * 60_000).status == "working"
    assert world.only().last_write_at == last_stamp(path)


def test_a_command_that_runs_is_work(world: CodexWorld) -> None:
    world.state("working_tool_running")
    world.hold(TOOL)
    world.run_call("call_3715da98fe574901a83bc909", TOOL)
    assert [world.only(after_ms=2_000).status for _ in range(4)] == ["working"] * 4


@linux_only
@pytest.mark.parametrize(
    ("state", "thread", "text", "since"),
    [
        (
            "waiting_approval_escalation",
            ESCALATION,
            "Run: touch /home/dev/work/approved.txt",
            "2026-11-30T13:45:59.278Z",
        ),
        ("waiting_approval_patch", PATCH, "Edit: new1796046361.txt", "2026-11-30T13:46:02.264Z"),
    ],
)
def test_a_call_without_a_process_for_two_seconds_waits_for_permission(
    world: CodexWorld, state: str, thread: str, text: str, since: str
) -> None:
    world.state(state)
    world.hold(thread)
    reading = world.read()
    assert [one.status for one in reading.sessions] == ["working"]
    assert reading.again_in_ms == 2_000
    assert world.read(after_ms=1_999).again_in_ms == 1
    session = world.only(after_ms=1)
    assert (session.status, session.waiting_reason) == ("needs-you", "permission")
    assert (session.waiting_text, session.status_since) == (text, moment(since))


def test_a_question_waits_for_its_answer_at_once(world: CodexWorld) -> None:
    world.state("waiting_question")
    world.hold(QUESTION)
    session = world.only()
    assert (session.status, session.waiting_reason) == ("needs-you", "question")
    assert isinstance(session.waiting_text, str)
    assert session.status_since is not None


@pytest.mark.parametrize(
    ("state", "thread"),
    [("idle_after_turn", TOOL), ("interrupted", STREAMING)],
)
def test_a_turn_that_ended_is_idle_while_a_program_has_it_open(
    world: CodexWorld, state: str, thread: str
) -> None:
    path = world.state(state)
    holder = world.hold(thread)
    assert world.only().status == "idle"
    assert world.only().status_since == last_stamp(path)
    holder.end()
    assert world.only(after_ms=2_000).status == "finished"


def test_a_turn_that_ended_with_an_error_failed(world: CodexWorld) -> None:
    world.state("failed_turn")
    session = world.only()
    assert session.status == "failed"
    assert session.failure == "stream disconnected before completion: error sending request"
    assert session.status_since == moment("2026-11-30T13:29:22.857Z")


def test_a_turn_whose_program_died_failed(world: CodexWorld) -> None:
    path = world.state("killed_mid_turn")
    thread = path.stem[-36:]
    holder = world.hold(thread)
    assert world.only().status == "working"
    holder.end()
    assert (world.locks / f"{thread}.lock").exists()
    session = world.only(after_ms=2_000)
    assert (session.status, session.failure) == ("failed", DIED)
    assert session.status_since == last_stamp(path)


def test_a_run_of_codex_exec_is_a_session_that_finishes(world: CodexWorld) -> None:
    path = world.state("exec")
    holder = world.hold(path.stem[-36:])
    assert world.only().status == "idle"
    holder.end()
    session = world.only(after_ms=2_000)
    assert (session.status, session.surface) == ("finished", "terminal")


def test_an_archived_thread_is_no_session(world: CodexWorld) -> None:
    world.state("archived")
    assert world.read().sessions == ()


def test_a_session_has_the_name_it_was_given(world: CodexWorld) -> None:
    world.place(FIXTURES / "codex" / "0.171.0" / "session_index.jsonl", "session_index.jsonl")
    world.state("parent_of_subagents")
    world.hold(PARENT)
    assert world.only().name.startswith("CALLHOLD 14 multi_agent_v1/spawn_agent")


# Subagents


def test_a_subagent_is_counted_under_its_parent(world: CodexWorld) -> None:
    world.state("parent_of_subagents")
    path = world.state("subagent_1")
    later = last_stamp(path) + 60 * 60_000
    set_written(path, later)
    world.hold(PARENT)
    world.hold(SUBAGENT)
    session = world.only()
    assert (session.id, session.status) == (f"codex:{PARENT}", "idle")
    assert session.last_write_at == later


def test_a_subagent_that_works_on_is_work_in_the_background(world: CodexWorld) -> None:
    world.state("parent_of_subagents")
    path = world.state("subagent_1")
    cut_before(path, b"task_complete")
    world.hold(PARENT)
    holder = world.hold(SUBAGENT)
    session = world.only()
    assert (session.status, session.activity) == ("working", "background")
    assert session.status_since == moment("2026-11-30T13:39:26.671Z")
    holder.end()
    assert world.only(after_ms=2_000).status == "idle"


@linux_only
def test_a_wait_of_a_subagent_is_its_parent_s(world: CodexWorld) -> None:
    world.state("parent_of_subagents")
    path = world.state("subagent_1")
    cut_before(path, b"task_complete")
    [asked] = [
        one
        for one in (world.state("waiting_approval_escalation")).read_bytes().splitlines()
        if b"function_call" in one
    ]
    for other in world.home.rglob(f"*{ESCALATION}.jsonl"):
        other.unlink()
    world.append(path, asked + b"\n")
    world.hold(PARENT)
    world.hold(SUBAGENT)
    world.read()
    session = world.only(after_ms=2_000)
    assert (session.id, session.status) == (f"codex:{PARENT}", "needs-you")
    assert session.waiting_text == "Run: touch /home/dev/work/approved.txt"
    assert session.status_since == moment("2026-11-30T13:45:59.278Z")


def cut_before(path: Path, word: bytes) -> None:
    """Leaves the lines before the one with a word."""
    data = path.read_bytes()
    path.write_bytes(data[: data.rfind(b"\n", 0, data.index(word)) + 1])


# 0.130: no locks; a program that has the file open has the thread


def legacy(world: CodexWorld, until: bytes | None = None) -> Path:
    [source] = LEGACY.rglob("rollout-*.jsonl")
    path = world.place(source, str(source.relative_to(LEGACY)))
    if until is not None:
        data = path.read_bytes()
        end = data.index(until)
        path.write_bytes(data[: data.index(b"\n", end) + 1])
    return path


@linux_only
def test_an_old_version_s_thread_is_idle_while_its_program_has_the_file_open(
    world: CodexWorld,
) -> None:
    path = legacy(world)
    world.place(LEGACY / "session_index.jsonl", "session_index.jsonl")
    holder = world.hold_file(path)
    session = world.only()
    assert (session.status, session.name) == ("idle", "Old Renamed")
    holder.end()
    assert world.only(after_ms=2_000).status == "finished"


@linux_only
def test_an_old_version_s_turn_is_followed(world: CodexWorld) -> None:
    path = legacy(world, until=b"01a22cb1-8fc1-7a60-9420-a491c6197235")
    holder = world.hold_file(path)
    session = world.only()
    assert session.status == "working"
    assert session.status_since == moment("2026-11-30T13:42:43.907Z")
    holder.end()
    assert world.only(after_ms=2_000).status == "failed"


@linux_only
def test_an_old_version_s_wait_for_permission_is_told(world: CodexWorld) -> None:
    path = legacy(world, until=b"call_c439d22911274caea3f99033")
    world.hold_file(path)
    assert world.only().status == "working"
    assert world.only(after_ms=2_000).waiting_text == "Run: touch /home/dev/work/o.txt"


@linux_only
def test_an_old_version_s_program_that_opens_a_file_later_is_seen(world: CodexWorld) -> None:
    path = legacy(world)
    assert world.only().status == "finished"
    world.hold_file(path)
    assert world.only(after_ms=10_000).status == "idle"
