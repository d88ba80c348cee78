"""`claude agents --json --all`: when it is run, how, and how far its answer is believed."""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from sessions_app.adapter_api import SourceUnavailable
from sessions_app.adapters.claude_code.adapter import ClaudeCode
from sessions_app.domain.clock import EpochMs
from sessions_app.system.processes import exists
from tests.support.claude_world import NOW, SESSION_ID, World, errand_of, only

JOB = "5d950367"
SECOND = 1_000
MINUTE = 60 * SECOND


def at(world: World, ms: int) -> EpochMs:
    """The clock, moved to so long after the beginning."""
    world.now = EpochMs(NOW + ms)
    return world.now


def asked(world: World, adapter: ClaudeCode) -> None:
    """The command is asked, as it is due."""
    errand_of(adapter.read(world.now))()


def row(**more: Any) -> dict[str, Any]:
    """A background job as the command lists it, with no process."""
    listed = {"id": JOB, "cwd": "/home/dev/proj", "kind": "background", "sessionId": SESSION_ID}
    return {**listed, "name": "please", "startedAt": NOW - MINUTE, "state": "done", **more}


# How it is run


def test_it_is_run_with_its_arguments_and_nothing_on_its_input(world: World) -> None:
    world.lists()
    asked(world, world.adapter())
    [(arguments, _, given)] = world.calls()
    assert (arguments, given) == (["agents", "--json", "--all"], "")


def test_it_is_asked_to_leave_out_what_goes_over_the_network(world: World) -> None:
    world.lists()
    world.variables["LANG"] = "C.UTF-8"
    asked(world, world.adapter())
    [(_, environment, _)] = world.calls()
    assert environment["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"] == "1"
    assert environment["DISABLE_AUTOUPDATER"] == "1"
    assert (environment["LANG"], environment["HOME"]) == ("C.UTF-8", str(world.path))
    assert "CLAUDE_CONFIG_DIR" not in environment


def test_it_is_told_none_of_our_own_settings(world: World) -> None:
    world.lists()
    asked(world, world.adapter(AGENT_LOOKOUT_EMAIL_URL="smtp://me:secret@mail.example"))
    [(_, environment, _)] = world.calls()
    assert not [name for name in environment if name.startswith("AGENT_LOOKOUT_")]


def test_it_is_told_which_home_is_meant_when_that_is_another(world: World) -> None:
    program = world.program("print('[]')")
    other = world.path / "work"
    (other / "sessions").mkdir(parents=True)
    (other / ".claude.json").write_text("{}")
    given = {"AGENT_LOOKOUT_CLAUDE_HOME": str(other), "AGENT_LOOKOUT_CLAUDE_BIN": str(program)}
    asked(world, world.adapter(**given))
    [(_, environment, _)] = world.calls()
    assert environment["CLAUDE_CONFIG_DIR"] == str(other)


def test_a_home_that_claude_code_itself_was_told_of_is_asked_about(world: World) -> None:
    world.lists()
    other = world.path / "work"
    (other / "sessions").mkdir(parents=True)
    (other / ".claude.json").write_text("{}")
    asked(world, world.adapter(CLAUDE_CONFIG_DIR=str(other)))
    [(_, environment, _)] = world.calls()
    assert environment["CLAUDE_CONFIG_DIR"] == str(other)


# When it is never run


def feed_off(world: World) -> dict[str, str]:
    return {"AGENT_LOOKOUT_CLAUDE_FEED": "off"}


def feed_misspelt(world: World) -> dict[str, str]:
    return {"AGENT_LOOKOUT_CLAUDE_FEED": "none"}


def other_home(world: World) -> dict[str, str]:
    return {"AGENT_LOOKOUT_CLAUDE_HOME": str(world.claude)}


def no_settings_file(world: World) -> dict[str, str]:
    (world.path / ".claude.json").unlink()
    return {}


def given_program_is_missing(world: World) -> dict[str, str]:
    return {"AGENT_LOOKOUT_CLAUDE_BIN": str(world.path / "no" / "claude")}


@pytest.mark.parametrize(
    "given", [feed_off, feed_misspelt, other_home, no_settings_file, given_program_is_missing]
)
def test_it_is_never_run_when_it_is_not_meant_to_be(
    world: World, given: Callable[[World], dict[str, str]]
) -> None:
    world.lists()
    world.session(status="of a later version")
    adapter = world.adapter(**given(world))
    for seconds in range(0, 90, 2):
        reading = adapter.read(at(world, seconds * SECOND))
        if reading.errand is not None:
            reading.errand()
    assert world.calls() == []


def test_a_read_alone_never_starts_a_program(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.lists(row())
    world.session(status="waiting")
    adapter = world.adapter()
    for seconds in range(0, 90, 2):
        adapter.read(at(world, seconds * SECOND))
    assert world.calls() == []


def test_a_program_that_comes_later_is_found(world: World) -> None:
    (world.path / ".claude.json").write_text("{}")
    adapter = world.adapter()
    asked(world, adapter)
    world.lists(row())
    asked_again = errand_of(adapter.read(at(world, 30 * SECOND)))
    asked_again()
    assert only(adapter.read(world.now)).status == "finished"


# How often


def runs_in_a_minute(world: World, adapter: ClaudeCode) -> int:
    for seconds in range(0, 60, 1):
        reading = adapter.read(at(world, seconds * SECOND))
        if reading.errand is not None:
            reading.errand()
    return len(world.calls())


def test_it_is_asked_every_30_seconds_while_the_session_files_suffice(world: World) -> None:
    world.lists()
    world.session()
    assert runs_in_a_minute(world, world.adapter()) == 2


def test_it_is_asked_every_5_seconds_while_a_status_word_is_not_known(world: World) -> None:
    world.lists()
    world.session(status="dreaming")
    assert runs_in_a_minute(world, world.adapter()) == 12


def test_it_is_asked_every_5_seconds_while_it_lists_what_the_files_lack(world: World) -> None:
    listed = {"pid": world.process().pid, "kind": "interactive", "sessionId": SESSION_ID}
    world.lists({**listed, "status": "busy"})
    # The first time at 0, and then every five seconds from what that first answer tells.
    assert runs_in_a_minute(world, world.adapter()) == 12


def test_a_clock_that_is_set_back_does_not_stop_the_asking(world: World) -> None:
    world.lists()
    adapter = world.adapter()
    asked(world, adapter)
    assert adapter.read(at(world, -3_600 * SECOND)).errand is not None


# What its answer adds


def test_a_session_of_a_version_that_writes_no_status_has_the_command_s(world: World) -> None:
    fields = world.fields(status=None, statusUpdatedAt=None)
    world.write(fields)
    listed = {"pid": fields["pid"], "kind": "interactive", "sessionId": SESSION_ID}
    world.lists({**listed, "status": "waiting", "waitingFor": "input needed"})
    adapter = world.adapter()
    assert only(adapter.read(NOW)).status == "unknown"
    asked(world, adapter)
    session = only(adapter.read(NOW))
    assert (session.status, session.waiting_reason) == ("needs-you", "question")
    assert session.status_since is None


def test_a_status_written_after_the_answer_is_not_overruled_by_it(world: World) -> None:
    fields = world.fields(status="dreaming")
    world.write(fields)
    world.lists({"pid": fields["pid"], "sessionId": SESSION_ID, "status": "busy"})
    adapter = world.adapter()
    asked(world, adapter)
    assert only(adapter.read(NOW)).status == "working"
    world.write({**fields, "status": "sleeping", "statusUpdatedAt": NOW + 1})
    assert only(adapter.read(EpochMs(NOW + 1))).status == "unknown"


def test_a_row_of_an_earlier_process_of_a_conversation_is_not_believed(world: World) -> None:
    fields = world.fields(status=None)
    world.write(fields)
    earlier = world.process()
    world.lists({"pid": earlier.pid, "sessionId": SESSION_ID, "status": "busy"})
    earlier.end()
    adapter = world.adapter()
    asked(world, adapter)
    assert only(adapter.read(NOW)).status == "unknown"


def test_a_running_session_without_a_file_is_shown(world: World) -> None:
    process = world.process()
    listed = {"pid": process.pid, "cwd": "/srv/x", "kind": "interactive", "name": "x-1"}
    world.lists({**listed, "sessionId": SESSION_ID, "startedAt": NOW - 5, "status": "busy"})
    adapter = world.adapter()
    asked(world, adapter)
    session = only(adapter.read(NOW))
    assert (session.id, session.name, session.cwd) == (
        f"claude-code:{SESSION_ID}",
        "x-1",
        "/srv/x",
    )
    assert (session.status, session.surface, session.pid) == ("working", "unknown", process.pid)
    process.end()
    assert adapter.read(NOW).sessions == ()


def test_a_listed_process_number_given_to_another_program_is_no_session(world: World) -> None:
    process = world.process()
    world.lists({"pid": process.pid, "sessionId": SESSION_ID, "status": "busy"})
    processes = FirstStart(process.pid)
    adapter = world.adapter(processes)
    asked(world, adapter)
    assert adapter.read(NOW).sessions
    processes.start = "2"
    assert adapter.read(NOW).sessions == ()


class FirstStart:
    """A system with one process, whose number another one gets."""

    domain = "linux:a:pid:[1]"

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.start = "1"

    def exists(self, pid: int) -> bool:
        return pid == self.pid

    def living(self, pids: frozenset[int]) -> dict[int, str | None]:
        return {pid: self.start for pid in pids if pid == self.pid}


def test_a_listing_older_than_a_minute_is_not_believed(world: World) -> None:
    world.lists(row())
    adapter = world.adapter()
    asked(world, adapter)
    world.program("sys.exit(3)")
    assert adapter.read(at(world, MINUTE)).sessions
    assert adapter.read(at(world, MINUTE + 1)).sessions == ()


def test_a_run_that_was_ended_is_not_taken_for_an_old_version(world: World) -> None:
    world.program("import signal; os.kill(os.getpid(), signal.SIGKILL)")
    asked(world, world.adapter())
    assert [arguments for arguments, *_ in world.calls()] == [["agents", "--json", "--all"]]


def test_with_waiting_text_off_nothing_of_what_a_job_asks_is_shown(world: World) -> None:
    world.session(kind="bg", jobId=JOB)
    world.job(JOB, state="blocked", detail="Which database should the service use?")
    session = only(world.adapter(AGENT_LOOKOUT_WAITING_TEXT="off").read(NOW))
    assert session.status == "needs-you"
    assert (session.waiting_text, session.waiting_detail) == (UNSET, UNSET)


def test_a_listing_s_text_is_cleaned(world: World) -> None:
    world.lists(row(name="\x1b[31mred\u202e", cwd="relative"))
    adapter = world.adapter()
    asked(world, adapter)
    session = only(adapter.read(NOW))
    assert (session.name, session.cwd) == ("red", None)


@pytest.mark.parametrize(
    "listed",
    [
        {},
        {"kind": "background", "state": "done"},
        {"pid": 2**70, "kind": "interactive"},
        {"pid": True, "kind": "interactive"},
        {"pid": [1], "id": {}, "kind": 5, "sessionId": 7},
    ],
)
def test_a_row_that_names_nothing_is_no_session(world: World, listed: dict[str, Any]) -> None:
    world.lists(listed)
    adapter = world.adapter()
    asked(world, adapter)
    assert adapter.read(NOW).sessions == ()


def test_of_more_rows_than_are_kept_the_newest_are(world: World) -> None:
    world.lists(*(row(id=f"{n:08x}", sessionId=f"s{n}") for n in range(1_005)))
    adapter = world.adapter()
    asked(world, adapter)
    told = {one.id for one in adapter.read(NOW).sessions}
    assert told == {f"claude-code:s{n}" for n in range(5, 1_005)}


# When it fails


def failing(world: World, body: str) -> ClaudeCode:
    world.program(body)
    world.session()
    adapter = world.adapter()
    asked(world, adapter)
    return adapter


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(3)", "ended with code 3"),
        ("print('not json')", "did not print the list expected"),
        ("print('{}')", "did not print the list expected"),
        ("print('[1]')", "did not print the list expected"),
        ("print('[' * 100_000)", "did not print the list expected"),
        ("sys.stdout.buffer.write(b'[\\xff')", "did not print the list expected"),
        ("print(' ' * (1 << 20))", "printed more than 1 MB"),
        ("os.kill(os.getpid(), 9)", "ended with code -9"),
    ],
)
def test_a_command_that_fails_is_said_and_the_session_files_stay(
    world: World, body: str, why: str
) -> None:
    reading = failing(world, body).read(NOW)
    assert only(reading).status == "idle"
    assert str(reading.advice).startswith(f"The claude command {why}, so ")


def test_a_command_that_is_no_program_is_said(world: World) -> None:
    world.lists()
    (world.path / "bin" / "claude").write_bytes(b"\x7fELF nonsense")
    world.session()
    adapter = world.adapter()
    asked(world, adapter)
    assert "could not be started" in str(adapter.read(NOW).advice)


def test_a_command_that_hangs_is_ended_with_all_it_started(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessions_app.adapters.claude_code.command.TIMEOUT_S", 3.0)
    children = world.path / "children"
    body = f"""
import subprocess
child = subprocess.Popen(["/bin/sleep", "600"])
with open({str(children)!r}, "w") as file:
    print(os.getpid(), child.pid, file=file)
child.wait()
"""
    reading = failing(world, body).read(NOW)
    assert "did not answer within 3 seconds" in str(reading.advice)
    gone(children)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells an end without waiting")
def test_a_command_that_leaves_a_program_behind_is_heard_at_once_and_it_is_ended(
    world: World,
) -> None:
    children = world.path / "children"
    body = f"""
import subprocess
child = subprocess.Popen(["/bin/sleep", "600"])
with open({str(children)!r}, "w") as file:
    print(os.getpid(), child.pid, file=file)
print("[]")
"""
    reading = failing(world, body).read(NOW)
    assert reading.advice is None
    gone(children)


def gone(children: Path) -> None:
    """Each of these processes ends, as soon as the system gets to it."""
    deadline = time.monotonic() + 10
    for pid in map(int, children.read_text().split()):
        while exists(pid) and not is_ended(pid):
            assert time.monotonic() < deadline
            time.sleep(0.005)


def is_ended(pid: int) -> bool:
    """Whether it ended, though whoever inherited it has not waited for it yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def test_a_version_that_does_not_know_all_is_asked_without_it(world: World) -> None:
    rows = json.dumps([row()])
    world.program(f"sys.exit(2) if '--all' in sys.argv else print({rows!r})")
    adapter = world.adapter()
    asked(world, adapter)
    assert only(adapter.read(NOW)).status == "finished"
    errand_of(adapter.read(at(world, 30 * SECOND)))()
    with_all, without = ["agents", "--json", "--all"], ["agents", "--json"]
    assert [call[0] for call in world.calls()] == [with_all, without, without]
    # It may have been brought up to date meanwhile.
    errand_of(adapter.read(at(world, 10 * MINUTE)))()
    assert [call[0] for call in world.calls()][3] == with_all


def test_a_good_answer_is_kept_when_the_next_one_fails(world: World) -> None:
    world.lists(row())
    adapter = world.adapter()
    asked(world, adapter)
    world.program("sys.exit(3)")
    errand_of(adapter.read(at(world, 30 * SECOND)))()
    reading = adapter.read(world.now)
    assert only(reading).status == "finished"
    assert "ended with code 3" in str(reading.advice)


def test_with_session_files_that_cannot_be_read_the_command_is_asked_and_shown(
    world: World,
) -> None:
    world.lists(row())
    world.sessions.rmdir()
    world.sessions.write_text("a file")
    adapter = world.adapter()
    with pytest.raises(SourceUnavailable) as caught:
        adapter.read(NOW)
    assert caught.value.errand is not None
    caught.value.errand()
    reading = adapter.read(NOW)
    assert (only(reading).status, reading.basis) == ("finished", "claude agents")
    assert "cannot be read" in reading.detail
    assert adapter.read(at(world, 5 * SECOND)).errand is not None


def test_with_neither_way_of_reading_the_source_stays_unavailable(world: World) -> None:
    world.program("sys.exit(3)")
    world.sessions.rmdir()
    world.sessions.write_text("a file")
    adapter = world.adapter()
    for seconds in range(0, 20, 2):
        with pytest.raises(SourceUnavailable) as caught:
            adapter.read(at(world, seconds * SECOND))
        if caught.value.errand is not None:
            caught.value.errand()
    # Each time with --all and without it.
    assert len(world.calls()) == 2 * 4


# Background jobs


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("done", "finished"),
        ("stopped", "finished"),
        ("failed", "failed"),
        ("crashed", "failed"),
        ("blocked", "needs-you"),
        ("working", "working"),
        ("of a later version", "unknown"),
        (None, "unknown"),
    ],
)
def test_a_job_without_a_process_is_what_the_command_says(
    world: World, state: str | None, status: str
) -> None:
    world.lists(row(state=state))
    adapter = world.adapter()
    asked(world, adapter)
    session = only(adapter.read(NOW))
    assert session.status == status
    assert (session.pid, session.alive) == (UNSET, UNSET)


@pytest.mark.parametrize(("state", "status"), [("done", "finished"), ("failed", "failed")])
def test_a_job_that_ended_stays_a_day_from_its_end(world: World, state: str, status: str) -> None:
    ended = "2026-11-29T15:00:00.001Z"
    world.lists(row(state=state, startedAt=NOW - 48 * 60 * MINUTE))
    world.job(JOB, state=state, detail="x", firstTerminalAt=ended, updatedAt=ended)
    adapter = world.adapter()
    asked(world, adapter)
    session = only(adapter.read(NOW))
    assert (session.status, session.status_since) == (status, NOW - 24 * 60 * MINUTE + 1)
    assert adapter.read(at(world, 1)).sessions == ()


def test_a_job_that_ended_twice_ended_the_last_time(world: World) -> None:
    first, last = "2026-11-28T15:00:00Z", "2026-11-30T14:59:00Z"
    world.lists(row())
    world.job(JOB, state="done", firstTerminalAt=first, lastTerminalAt=last, updatedAt=last)
    adapter = world.adapter()
    asked(world, adapter)
    assert only(adapter.read(NOW)).status_since == NOW - MINUTE


def test_a_job_that_failed_says_why(world: World) -> None:
    world.lists(row(state="failed"))
    world.job(JOB, state="failed", detail="API Error: 400\nbad \x1b[31mrequest")
    adapter = world.adapter()
    asked(world, adapter)
    assert only(adapter.read(NOW)).failure == "API Error: 400 bad request"


def test_a_job_that_is_done_says_no_failure(world: World) -> None:
    world.lists(row())
    world.job(JOB, state="done", detail="wrote the report")
    adapter = world.adapter()
    asked(world, adapter)
    assert only(adapter.read(NOW)).failure is UNSET


def test_what_nothing_runs_is_not_at_work_for_ever(world: World) -> None:
    """As after a computer was switched off: the job's file says "working" from then on."""
    world.lists(row(state="working"))
    world.job(JOB, state="working", tempo="active", updatedAt="2026-11-30T14:59:30Z")
    adapter = world.adapter()
    asked(world, adapter)
    assert only(adapter.read(NOW)).status == "working"
    assert only(adapter.read(at(world, 30 * SECOND))).status == "unknown"


def test_a_killed_job_is_not_lost_before_it_gets_another_process(world: World) -> None:
    process = world.process()
    fields = world.fields(process.pid, kind="bg", jobId=JOB, status="busy")
    world.write(fields)
    world.lists(row(pid=process.pid, status="busy", state="working"))
    world.job(JOB, state="working", tempo="active", updatedAt="2026-11-30T14:59:59Z")
    adapter = world.adapter()
    asked(world, adapter)
    before = only(adapter.read(NOW))
    process.end()
    between = only(adapter.read(at(world, 2 * SECOND)))
    assert (between.id, between.status, between.pid) == (before.id, "working", UNSET)
    again = world.process()
    world.write({**world.fields(again.pid), "kind": "bg", "jobId": JOB, "status": "busy"})
    after = only(adapter.read(at(world, 10 * SECOND)))
    assert (after.id, after.pid) == (before.id, again.pid)


def test_a_job_whose_process_ended_since_the_listing_has_its_own_end(world: World) -> None:
    process = world.process()
    path = world.write(world.fields(process.pid, kind="bg", jobId=JOB, status="busy"))
    world.lists(row(pid=process.pid, status="busy", state="working"))
    adapter = world.adapter()
    asked(world, adapter)
    process.end()
    path.unlink()
    world.job(JOB, state="done", lastTerminalAt="2026-11-30T15:00:01Z")
    session = only(adapter.read(at(world, 2 * SECOND)))
    assert (session.status, session.status_since) == ("finished", NOW + SECOND)


@pytest.mark.parametrize(
    ("state", "status", "reason"),
    [
        ({"state": "done"}, "finished", UNSET),
        ({"state": "stopped"}, "finished", UNSET),
        ({"state": "failed"}, "failed", UNSET),
        ({"state": "crashed"}, "failed", UNSET),
        ({"state": "working", "tempo": "idle"}, "idle", UNSET),
        ({"state": "blocked", "needs": "reply `go` to merge"}, "needs-you", "other"),
        ({"state": "blocked", "needs": "answer: Which one?"}, "needs-you", "question"),
        ({"state": "blocked", "needs": "approve plan"}, "needs-you", "permission"),
        ({"state": "working", "tempo": "blocked"}, "needs-you", "other"),
        ({}, "idle", UNSET),
    ],
)
def test_a_job_whose_turn_is_over_is_what_its_own_file_says(
    world: World, state: dict[str, str], status: str, reason: object
) -> None:
    world.session(kind="bg", jobId=JOB)
    world.job(JOB, **state)
    session = only(world.adapter().read(NOW))
    assert (session.status, session.waiting_reason) == (status, reason)


@pytest.mark.parametrize("word", ["busy", "shell"])
def test_a_job_at_work_again_is_not_over_though_its_file_still_says_so(
    world: World, word: str
) -> None:
    world.session(kind="bg", jobId=JOB, status=word)
    world.job(JOB, state="done", lastTerminalAt="2026-11-30T14:00:00Z")
    assert only(world.adapter().read(NOW)).status == "working"


def test_what_a_blocked_job_needs_is_its_text(world: World) -> None:
    world.session(kind="bg", jobId=JOB)
    world.job(JOB, state="blocked", needs="reply `go` to merge", detail="The branch is ready.")
    session = only(world.adapter().read(NOW))
    assert session.waiting_text == "reply `go` to merge"
    assert session.waiting_detail is UNSET


@pytest.mark.parametrize(
    ("written", "text"),
    [("2026-11-30T14:59:00.100Z", "approve Bash: npm test"), ("2026-11-30T14:58:00Z", UNSET)],
)
def test_what_a_job_needed_in_an_earlier_wait_is_not_its_text_now(
    world: World, written: str, text: object
) -> None:
    world.session(kind="bg", jobId=JOB, status="waiting", waitingFor="permission prompt")
    world.job(
        JOB, state="working", tempo="blocked", needs="approve Bash: npm test", updatedAt=written
    )
    assert only(world.adapter().read(NOW)).waiting_text == text


@pytest.mark.parametrize("own_id", ["../../etc", "5d95036", "5D950367", "5d950367/x", ""])
def test_only_an_id_of_a_job_is_a_folder_to_look_in(world: World, own_id: str) -> None:
    world.session(kind="bg", jobId=own_id)
    world.job(JOB, state="done")
    reading = world.adapter().read(NOW)
    assert only(reading).status == "idle"
    assert reading.folders == (str(world.sessions),)


def test_a_change_of_a_job_s_own_file_leads_to_a_read(world: World) -> None:
    world.session(kind="bg", jobId=JOB)
    folders = world.adapter().read(NOW).folders
    assert folders == (str(world.sessions), str(world.claude / "jobs" / JOB))


@pytest.mark.skipif(os.getuid() != 0, reason="giving a file away needs root")
def test_a_job_s_file_of_another_user_is_not_believed(world: World) -> None:
    world.session(kind="bg", jobId=JOB)
    os.chown(world.job(JOB, state="done"), 65_534, 65_534)
    assert only(world.adapter().read(NOW)).status == "idle"
