"""What changes a status and what does not."""

import sys
from pathlib import Path

import pytest
from msgspec import UNSET

from lookout.env import read as read_environment
from sessions_app.adapters.codex import configured
from sessions_app.domain.clock import EpochMs
from tests.support.codex_world import (
    NOW,
    THREAD,
    CodexWorld,
    call,
    event,
    line,
    meta,
    output,
    set_written,
)

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="told from /proc alone")

HOUR = 60 * 60_000
OTHER = "01a22cb4-ffff-7b71-81de-c9c23846e9fd"
START = event("task_started", NOW - 20_000, turn_id="t1")
END = event("task_complete", NOW - 10_000, turn_id="t1")
SHELL = call("exec_command", "c1", {"cmd": "make\nmake test"}, NOW - 5_000)


# Lines that come late


@pytest.mark.parametrize(
    "late",
    [
        event("thread_settings_applied", thread_settings={"model": "x"}),
        event("item_completed", turn_id="t1", item={"type": "CommandExecution"}),
        event("item_completed", turn_id="t1", item={"type": "AgentMessage"}),
        event("token_count", info=None),
        line("response_item", type="message", role="user", content=[]),
        line("response_item", type="function_call_output", call_id="c9", output="late"),
        line("world_state", full=True),
    ],
)
def test_a_line_after_the_end_of_a_turn_is_no_work(world: CodexWorld, late: bytes) -> None:
    path = world.rollout(meta(), START, END)
    world.hold()
    assert world.only().status == "idle"
    world.append(path, late)
    session = world.only(after_ms=2_000)
    assert (session.status, session.status_since) == ("idle", NOW - 10_000)


def test_the_end_of_a_turn_that_another_followed_ends_nothing(world: CodexWorld) -> None:
    second = event("task_started", NOW - 5_000, turn_id="t2")
    path = world.rollout(meta(), START, second)
    world.hold()
    world.append(path, END)
    assert world.only().status_since == NOW - 5_000
    world.append(path, event("task_complete", turn_id="t2"))
    assert world.only(after_ms=2_000).status == "idle"


def test_a_turn_that_died_is_followed_by_the_next(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, SHELL)
    assert world.only().status == "failed"
    world.hold()
    world.append(path, event("task_started", turn_id="t2"))
    session = world.only(after_ms=2_000)
    assert (session.status, session.status_since) == ("working", NOW)
    assert world.read(after_ms=2_000).again_in_ms is None


def test_a_turn_that_died_does_not_come_to_life_when_its_thread_is_opened_again(
    world: CodexWorld,
) -> None:
    path = world.rollout(meta(), START, SHELL)
    first = world.hold()
    assert world.only().status == "working"
    first.end()
    assert world.only(after_ms=2_000).status == "failed"
    world.hold()
    assert [world.only(after_ms=2_000).status for _ in range(3)] == ["idle"] * 3
    world.append(path, event("thread_settings_applied"))
    assert world.only(after_ms=2_000).status == "idle"
    world.append(path, event("task_started", turn_id="t2"))
    assert world.only(after_ms=2_000).status == "working"


def test_a_line_that_quotes_another_is_not_that_line(world: CodexWorld) -> None:
    path = world.rollout(meta(), START)
    world.hold()
    world.append(path, line("compacted", message=END.decode(), replacement_history=[END.decode()]))
    assert world.only().status == "working"


# Permission


@linux_only
def test_a_wait_ends_when_a_process_runs_the_call(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, SHELL)
    world.hold()
    world.read()
    session = world.only(after_ms=2_000)
    assert (session.waiting_text, session.status_since) == ("Run: make", NOW - 5_000)
    process = world.run_call("c1")
    assert world.only(after_ms=2_000).status == "working"
    process.end()
    world.append(path, output("c1"))
    assert world.only(after_ms=2_000).status == "working"
    assert world.only(after_ms=2_000).waiting_text is UNSET


@linux_only
def test_a_process_of_another_call_does_not_run_this_one(world: CodexWorld) -> None:
    world.rollout(meta(), START, SHELL)
    world.hold()
    world.run_call("c0")
    world.read()
    assert world.only(after_ms=2_000).status == "needs-you"


@linux_only
def test_a_process_that_names_the_thread_alone_may_run_the_call(world: CodexWorld) -> None:
    world.rollout(meta(), START, SHELL)
    world.hold()
    world.run_with({"CODEX_THREAD_ID": THREAD})
    world.read()
    assert world.only(after_ms=2_000).status == "working"


@linux_only
def test_two_seconds_count_from_the_last_process(world: CodexWorld) -> None:
    world.rollout(meta(), START, SHELL)
    world.hold()
    process = world.run_call("c1")
    world.read()
    process.end()
    assert world.only(after_ms=5_000).status == "working"
    assert world.only(after_ms=1_999).status == "working"
    assert world.only(after_ms=1).status == "needs-you"


@linux_only
@pytest.mark.parametrize(
    "context",
    [{"approval_policy": "never"}, {"approval_policy": "on-request", "approvals_reviewer": "auto"}],
)
def test_nobody_is_waited_for_where_no_person_is_asked(
    world: CodexWorld, context: dict[str, str]
) -> None:
    world.rollout(meta(), START, line("turn_context", NOW, turn_id="t1", **context), SHELL)
    world.hold()
    world.read()
    assert world.only(after_ms=5_000).status == "working"


@linux_only
@pytest.mark.parametrize("tool", ["wait_agent", "write_stdin", "docs_search"])
def test_a_call_in_line_behind_another_does_not_wait(world: CodexWorld, tool: str) -> None:
    world.rollout(meta(), START, call(tool, "c0", {}), SHELL)
    world.hold()
    world.read()
    assert world.only(after_ms=5_000).status == "working"


@linux_only
def test_a_call_in_line_behind_a_running_one_does_not_wait(world: CodexWorld) -> None:
    world.rollout(meta(), START, call("shell", "c0", {"command": ["ls"]}), SHELL)
    world.hold()
    world.run_call("c0")
    world.read()
    assert world.only(after_ms=5_000).status == "working"


@linux_only
def test_a_call_of_a_turn_that_died_waits_for_nobody(world: CodexWorld) -> None:
    world.rollout(meta(), START, SHELL)
    world.read()
    assert world.only(after_ms=5_000).status == "failed"


def test_without_proc_a_wait_for_permission_is_work_and_the_table_says_so(
    world: CodexWorld,
) -> None:
    world.rollout(meta(), START, SHELL)
    world.hold()
    adapter = world.new_adapter(proc=str(world.path / "no-proc"))
    statuses = [adapter.read(EpochMs(NOW + ms)).sessions[0].status for ms in (0, 2_000, 9_000)]
    assert statuses == ["working"] * 3
    needs_you = adapter.facts.capabilities.needs_you
    assert needs_you.level == "partly"
    assert "waits for approval shows as working" in str(needs_you.reason)


def test_without_proc_a_lock_is_told_by_trying_it(world: CodexWorld) -> None:
    world.rollout(meta(), START)
    holder = world.hold()
    adapter = world.new_adapter(proc=str(world.path / "no-proc"))
    assert adapter.read(NOW).sessions[0].status == "working"
    holder.end()
    assert adapter.read(NOW).sessions[0].status == "failed"


def test_without_proc_nothing_says_whether_an_old_version_s_turn_goes_on(
    world: CodexWorld,
) -> None:
    world.rollout(meta(cli_version="0.130.0"), START)
    adapter = world.new_adapter(proc=str(world.path / "no-proc"))
    assert adapter.read(NOW).sessions[0].status == "unknown"


# What is asked


@linux_only
@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        ("exec_command", {"cmd": "\n  npm test \nmore"}, "Run: npm test"),
        ("shell", {"command": ["bash", "-lc", "npm test\nmore"]}, "Run: npm test"),
        ("shell", {"command": ["grep", "a b", "c"]}, "Run: grep 'a b' c"),
        ("shell_command", {"command": "ls"}, "Run: ls"),
        ("exec_command", {"cmd": "\u001b[31mrm\u202e x"}, "Run: rm x"),
        ("exec_command", {"cmd": ["a", 1]}, "Run: a"),
        ("exec_command", {"cmd": 7}, UNSET),
        ("exec_command", {}, UNSET),
        ("exec_command", [], UNSET),
        ("apply_patch", {"input": "*** Update File: a.py\n*** Add File: b.py"}, None),
    ],
)
def test_what_a_call_asks_is_one_line(
    world: CodexWorld, tool: str, arguments: object, text: object
) -> None:
    world.rollout(meta(), START, call(tool, "c1", arguments))
    world.hold()
    world.read()
    session = world.only(after_ms=2_000)
    assert session.status == "needs-you"
    assert session.waiting_text == ("Edit: a.py (and 1 more file)" if text is None else text)


@linux_only
def test_a_patch_given_as_it_is_names_its_file(world: CodexWorld) -> None:
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** End Patch"
    fields = {"name": "apply_patch", "call_id": "c1", "input": patch}
    asked = line("response_item", NOW, type="custom_tool_call", **fields)
    path = world.rollout(meta(), START, asked)
    world.hold()
    world.read()
    assert world.only(after_ms=2_000).waiting_text == "Edit: src/a.py"
    done = line("response_item", type="custom_tool_call_output", call_id="c1", output="x")
    world.append(path, done)
    assert world.only(after_ms=2_000).status == "working"


def test_of_several_questions_the_first_is_shown(world: CodexWorld) -> None:
    asked = {"questions": [{"question": "Which?"}, {"question": "Where?"}]}
    world.rollout(meta(), START, call("request_user_input", "c1", asked))
    world.hold()
    session = world.only()
    assert session.waiting_text == "Which? (and 1 more question)"
    assert (session.waiting_reason, session.status_since) == ("question", NOW)


def test_what_is_asked_is_not_kept_when_it_is_not_to_be_shown(world: CodexWorld) -> None:
    world.variables["AGENT_LOOKOUT_WAITING_TEXT"] = "off"
    asked = {"questions": [{"question": "Which?"}]}
    world.rollout(meta(), START, call("request_user_input", "c1", asked))
    world.hold()
    session = world.only()
    assert (session.status, session.waiting_text) == ("needs-you", UNSET)


# Where files are


@pytest.mark.parametrize(
    ("now", "day"),
    [
        # 15:00 UTC: on the Line Islands it is already tomorrow.
        (NOW, "2026/12/01"),
        (NOW, "2026/11/30"),
        (NOW, "2026/11/29"),
        # A session that began yesterday at 13:00 in Baker Island's zone, 25 hours behind.
        (NOW - 10 * HOUR, "2026/11/28"),
    ],
)
def test_a_day_folder_of_another_time_zone_is_found(world: CodexWorld, now: int, day: str) -> None:
    world.now = EpochMs(now)
    world.rollout(meta(), START, END, day=day)
    assert world.only().status == "finished"


def test_a_resumed_thread_is_found_in_its_old_folder(world: CodexWorld) -> None:
    world.rollout(meta(), START, END, day="2026/09/03")
    assert world.read().sessions == ()
    world.hold()
    assert world.only(after_ms=2_000).status == "idle"
    assert str(world.home / "sessions/2026/09/03") in world.read().folders


def test_an_old_folder_is_found_by_the_time_in_the_thread_s_id(world: CodexWorld) -> None:
    thread = "01a1c0de-0010-7aa0-8c10-0c0000000141"
    world.rollout(meta(thread), START, thread=thread, day="2026/11/09")
    world.read()
    world.hold(OTHER)
    assert world.read(after_ms=1_000).sessions == ()
    world.hold(thread)
    assert world.only(after_ms=1_000).status == "working"


def test_a_file_not_written_to_for_a_day_is_not_opened(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, END)
    set_written(path, NOW - 24 * HOUR)
    reading = world.read()
    assert reading.sessions == ()
    assert reading.detail.startswith("0 session files read")
    world.hold()
    assert world.only(after_ms=2_000).status == "idle"


def test_a_thread_without_a_turn_is_idle_while_open_and_nothing_after(world: CodexWorld) -> None:
    world.rollout(meta())
    holder = world.hold()
    session = world.only()
    assert (session.status, session.status_since) == ("idle", NOW)
    holder.end()
    assert world.read(after_ms=2_000).sessions == ()


def test_a_session_that_ended_is_forgotten_after_a_day(world: CodexWorld) -> None:
    path = world.rollout(meta(), START, event("task_complete", NOW, turn_id="t1"))
    assert world.only(after_ms=24 * HOUR - 1).status == "finished"
    set_written(path, NOW + HOUR)
    assert world.read(after_ms=1).sessions == ()


def test_one_thread_in_two_files_is_one_session(world: CodexWorld) -> None:
    old = world.rollout(meta(), START, day="2026/11/29")
    set_written(old, NOW - HOUR)
    world.rollout(meta(), START, END)
    assert world.only().status == "finished"


@pytest.mark.parametrize(
    ("originator", "surface"),
    [
        ("codex-tui", "terminal"),
        ("codex_exec", "terminal"),
        ("codex_cli_rs", "terminal"),
        ("codex_vscode", "vscode"),
        ("Codex Desktop", "desktop"),
        ("somebody_else", "unknown"),
        (None, "unknown"),
    ],
)
def test_the_program_that_began_it_says_where_it_is(
    world: CodexWorld, originator: str | None, surface: str
) -> None:
    world.rollout(meta(originator=originator, source="vscode"), START, END)
    assert world.only().surface == surface


# The home


def test_a_missing_home_is_looked_for_once_a_minute(tmp_path: Path) -> None:
    world = CodexWorld(tmp_path / "there")
    world.variables = {"HOME": str(tmp_path)}
    assert world.read().state == "not-set-up"
    world.home.rename(tmp_path / ".codex")
    assert world.read(after_ms=59_999).state == "not-set-up"
    assert world.read(after_ms=1).state == "ok"


def test_a_missing_home_that_was_named_is_looked_for_each_time(world: CodexWorld) -> None:
    named = world.path / "elsewhere"
    world.variables["AGENT_LOOKOUT_CODEX_HOME"] = str(named)
    assert world.read().state == "not-set-up"
    world.home.rename(named)
    assert world.read(after_ms=2_000).state == "ok"


def test_codex_s_own_variable_names_its_home(world: CodexWorld) -> None:
    world.variables["CODEX_HOME"] = str(world.home.rename(world.path / "elsewhere"))
    world.home = world.path / "elsewhere"
    world.rollout(meta(), START, END)
    assert world.only().status == "finished"


def test_a_home_without_sessions_has_none(world: CodexWorld) -> None:
    (world.home / "sessions").rmdir()
    reading = world.read()
    assert (reading.state, reading.sessions) == ("ok", ())
    assert "no session was started" in reading.detail


def test_one_adapter_is_configured() -> None:
    [adapter] = configured(read_environment({"HOME": "/nowhere"}))
    assert (adapter.facts.source_id, adapter.facts.label) == ("codex", "Codex")
