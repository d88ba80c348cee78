"""Stop ends the one process that is the session's own, or none."""

import os
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from sessions_app.actions.refusal import NotStopped
from sessions_app.actions.stop import MOST_WATCHED
from sessions_app.domain.acts import Stop
from sessions_app.system.process_tree import lineage, parents
from sessions_app.system.processes import start_ticks, system_processes
from tests.support.claude_world import StatedWorld
from tests.support.pressing import Pressing, Stubborn, a_pressing
from tests.support.tmux_world import until

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="start times are read from /proc")


def reason_of(pressing: Pressing, session_id: str) -> str:
    """Why a session is not ended."""
    with pytest.raises(NotStopped) as refusal:
        pressing.stop.one(session_id)
    assert refusal.value.sentence.endswith(".")
    assert pressing.told == []
    return refusal.value.reason


def runs(pid: object) -> bool:
    assert isinstance(pid, int)
    return start_ticks(pid) is not None


def test_it_ends_a_session_and_keeps_its_neighbours(pressing: Pressing) -> None:
    neighbour = pressing.session(sessionId=str(uuid4()))
    session = pressing.session()
    assert pressing.stop.one(session.id) is True
    assert pressing.told == [session.id]
    assert runs(neighbour.pid)
    assert [one.id for one in pressing.look().sessions] == [neighbour.id]


def test_a_session_that_does_not_end_is_asked_once_and_left_alone(
    tmp_path: Path, stubborn: Stubborn
) -> None:
    with a_pressing(tmp_path / "home", patience_s=0.0) as pressing:
        session = pressing.session(stubborn.pid)
        assert pressing.stop.one(session.id) is False
        assert stubborn.says() == "asked"
        assert pressing.told == []
        assert runs(stubborn.pid)


def test_it_waits_for_as_long_as_it_takes(tmp_path: Path, stubborn: Stubborn) -> None:
    with a_pressing(tmp_path / "home", patience_s=60.0) as pressing:
        session = pressing.session(stubborn.pid)
        with pressing.stop.begin(session.id) as stopping:
            assert stubborn.says() == "asked"
            assert not stopping.has_ended_within(0.05)
            os.kill(stubborn.pid, signal.SIGKILL)
            assert pressing.stop.finish(stopping, 60.0)
    assert pressing.told == [session.id]


def test_one_that_ends_only_later_is_told_of_then(tmp_path: Path, stubborn: Stubborn) -> None:
    with a_pressing(tmp_path / "home", patience_s=0.0) as pressing:
        session = pressing.session(stubborn.pid)
        assert pressing.stop.one(session.id) is False
        assert stubborn.says() == "asked"
        os.kill(stubborn.pid, signal.SIGKILL)
        until(lambda: pressing.told == [session.id])


def test_no_more_than_a_few_that_do_not_end_are_watched(tmp_path: Path, stubborn: Stubborn) -> None:
    before = threading.active_count()
    with a_pressing(tmp_path / "home", patience_s=0.0) as pressing:
        session = pressing.session(stubborn.pid)
        for _ in range(MOST_WATCHED + 5):
            assert pressing.stop.one(session.id) is False
        assert threading.active_count() - before == MOST_WATCHED
        os.kill(stubborn.pid, signal.SIGKILL)
        until(lambda: threading.active_count() == before)


@LINUX
def test_a_number_of_a_thread_ends_no_process(pressing: Pressing) -> None:
    """The kernel would end the whole process for a signal to one of its threads."""
    code = (
        "import threading, sys\n"
        "one = threading.Thread(target=sys.stdin.read)\n"
        "one.start()\n"
        "print(one.native_id, flush=True)"
    )
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", code], stdin=pipe, stdout=pipe, text=True
    )
    assert process.stdout is not None
    thread = int(process.stdout.readline())
    try:
        fields = pressing.world.fields(thread, procStart=start_ticks(thread))
        pressing.world.write(fields)
        assert [one.pid for one in pressing.look().sessions if one.pid == thread] == []
        pressing.listed_as(StatedWorld(system_processes().domain, {thread: start_ticks(thread)}))
        [session] = pressing.snapshot.sessions
        assert session.stop
        assert reason_of(pressing, session.id) == "gone"
        assert process.poll() is None
    finally:
        process.kill()
        process.communicate()


@LINUX
def test_one_that_cannot_be_held_is_not_taken_for_gone(
    pressing: Pressing, stubborn: Stubborn
) -> None:
    session = pressing.session(stubborn.pid)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = os.dup(0)
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
    try:
        reason = reason_of(pressing, session.id)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert reason == "failed"
    assert stubborn.was_left_alone


def test_one_that_is_not_listed_is_gone(pressing: Pressing) -> None:
    assert reason_of(pressing, "claude-code:unheard-of") == "gone"


def test_one_whose_process_has_ended_is_gone(pressing: Pressing) -> None:
    session = pressing.session()
    pressing.world.end()
    assert reason_of(pressing, session.id) == "gone"


UNSUPPORTED: dict[str, dict[str, Any]] = {
    "the desktop app": {"entrypoint": "claude-desktop"},
    "a later desktop app": {"entrypoint": "claude-desktop-3p"},
    "an app nobody knows": {"entrypoint": "local-agent"},
    "no kind": {"kind": None},
    "a kind nobody knows": {"kind": "team"},
    "no start": {"procStart": None},
    "another container": {"pidDomain": "linux:0123:pid:[1]"},
    "a job whose command may not run": {"kind": "bg", "jobId": "5d950367"},
}


@pytest.mark.parametrize("case", UNSUPPORTED)
def test_what_cannot_be_confirmed_later_is_never_offered(pressing: Pressing, case: str) -> None:
    variables = {"AGENT_LOOKOUT_CLAUDE_FEED": "off"}
    pressing.adapter = pressing.world.adapter(**variables)
    process = pressing.world.process()
    pressing.world.write(pressing.world.fields(process.pid, **UNSUPPORTED[case]))
    session = pressing.only()
    assert not session.stop
    assert reason_of(pressing, session.id) == "unsupported"
    assert runs(process.pid)


def test_with_stopping_off_nothing_is_offered(tmp_path: Path) -> None:
    with a_pressing(tmp_path / "home", AGENT_LOOKOUT_STOP="off") as pressing:
        session = pressing.session()
        assert not session.stop
        assert pressing.adapter.facts.capabilities.stop.level == "no"
        assert reason_of(pressing, session.id) == "unsupported"


CHANGED: dict[str, dict[str, Any]] = {
    "another session": {"sessionId": str(uuid4())},
    "another kind": {"kind": "bg"},
    "no kind": {"kind": None},
    "another start": {"procStart": "1"},
    "no start": {"procStart": None},
    "the desktop app": {"entrypoint": "claude-desktop"},
    "another container": {"pidDomain": "linux:0123:pid:[1]"},
    "another process": {"pid": 1},
    "parked": {"parkedJobId": "5d950367"},
}


@pytest.mark.parametrize("case", CHANGED)
def test_a_session_file_that_changed_ends_nothing(
    pressing: Pressing, stubborn: Stubborn, case: str
) -> None:
    session = pressing.session(stubborn.pid)
    fields = pressing.world.fields(stubborn.pid, **CHANGED[case])
    pressing.world.write(fields, f"{stubborn.pid}.json")
    assert reason_of(pressing, session.id) == "cannot-confirm"
    assert stubborn.was_left_alone


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b"x" * 300_000])
def test_a_session_file_that_cannot_be_read_ends_nothing(
    pressing: Pressing, stubborn: Stubborn, broken: bytes
) -> None:
    session = pressing.session(stubborn.pid)
    (pressing.world.sessions / f"{stubborn.pid}.json").write_bytes(broken)
    assert reason_of(pressing, session.id) == "cannot-confirm"
    assert stubborn.was_left_alone


def test_a_session_file_that_went_ends_nothing(pressing: Pressing, stubborn: Stubborn) -> None:
    session = pressing.session(stubborn.pid)
    (pressing.world.sessions / f"{stubborn.pid}.json").unlink()
    assert reason_of(pressing, session.id) == "cannot-confirm"
    assert stubborn.was_left_alone


def test_a_session_file_that_became_a_link_ends_nothing(
    pressing: Pressing, stubborn: Stubborn
) -> None:
    session = pressing.session(stubborn.pid)
    file = pressing.world.sessions / f"{stubborn.pid}.json"
    file.rename(pressing.world.path / "elsewhere")
    file.symlink_to(pressing.world.path / "elsewhere")
    assert reason_of(pressing, session.id) == "cannot-confirm"


@LINUX
def test_a_number_given_to_another_process_ends_nothing(
    pressing: Pressing, stubborn: Stubborn
) -> None:
    """The file and the list agree on a process that this one is not."""
    before = str(int(start_ticks(stubborn.pid) or 0) - 1)
    pressing.world.write(pressing.world.fields(stubborn.pid, procStart=before))
    domain = system_processes().domain
    pressing.listed_as(StatedWorld(domain, {stubborn.pid: before}))
    [session] = pressing.snapshot.sessions
    assert session.stop
    assert reason_of(pressing, session.id) == "cannot-confirm"
    assert stubborn.was_left_alone


@LINUX
@pytest.mark.parametrize("start", ["Mon Nov 30 14:00:00 2026", "x", "-1"])
def test_a_start_that_cannot_be_compared_ends_nothing(
    pressing: Pressing, stubborn: Stubborn, start: str
) -> None:
    pressing.world.write(pressing.world.fields(stubborn.pid, procStart=start))
    [session] = pressing.look().sessions
    assert reason_of(pressing, session.id) == "cannot-confirm"
    assert stubborn.was_left_alone


@LINUX
def test_neither_the_first_process_nor_ours_nor_any_above_is_ended(pressing: Pressing) -> None:
    above = list(lineage(os.getpid(), parents()))
    assert len(above) > 1
    for pid in {1, *above}:
        pressing.world.write(
            pressing.world.fields(pid, procStart=start_ticks(pid), sessionId=str(uuid4()))
        )
    sessions = pressing.look().sessions
    assert {one.pid for one in sessions} >= {*above}
    for session in sessions:
        assert reason_of(pressing, session.id) == "not-allowed"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start another user's process")
def test_another_users_process_is_not_ended(pressing: Pressing) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(["/bin/cat"], stdin=pipe, stdout=pipe, user=65534) as other:
        try:
            session = pressing.session(other.pid)
            assert reason_of(pressing, session.id) == "not-allowed"
            assert other.stdin is not None
            assert other.stdout is not None
            other.stdin.write(b"here\n")
            other.stdin.flush()
            assert other.stdout.readline() == b"here\n"
        finally:
            other.kill()


class AJob:
    """A background job that runs, and a `claude` that notes how it is called."""

    def __init__(self, pressing: Pressing, code: int = 0) -> None:
        self.process = Stubborn()
        body = f"os.kill({self.process.pid}, 9)\nsys.exit({code})"
        if code:
            body = f"sys.exit({code})"
        pressing.world.program(body)
        self.session = pressing.session(self.process.pid, kind="bg", jobId="5d950367")


def test_a_background_job_is_ended_by_its_own_command(pressing: Pressing) -> None:
    job = AJob(pressing)
    try:
        assert job.session.stop == Stop("background")
        assert pressing.stop.one(job.session.id) is True
        [(arguments, variables, given)] = pressing.world.calls()
        assert arguments == ["stop", "5d950367"]
        assert given == ""
        assert variables["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"] == "1"
        assert variables["DISABLE_AUTOUPDATER"] == "1"
        assert not [name for name in variables if name.startswith("AGENT_LOOKOUT_")]
        assert pressing.told == [job.session.id]
        # The list is asked for at once, so that the job shows as stopped.
        assert pressing.adapter.read(pressing.world.now).errand is not None
    finally:
        job.process.end()


def test_a_background_job_that_runs_on_is_not_said_to_have_ended(
    tmp_path: Path, stubborn: Stubborn
) -> None:
    with a_pressing(tmp_path / "home", patience_s=0.0) as pressing:
        pressing.world.program("sys.exit(0)")
        session = pressing.session(stubborn.pid, kind="bg", jobId="5d950367")
        assert pressing.stop.one(session.id) is False
        assert stubborn.was_left_alone


def test_a_background_job_whose_command_fails_is_not_signalled(pressing: Pressing) -> None:
    job = AJob(pressing, code=1)
    try:
        assert reason_of(pressing, job.session.id) == "failed"
        assert job.process.was_left_alone
    finally:
        job.process.end()


@pytest.mark.parametrize("job_id", ["5d95036", "5d950367-e2cf", "5D950367", "--force", "", None])
def test_a_job_with_no_id_that_the_command_takes_is_not_ended(
    pressing: Pressing, job_id: str | None
) -> None:
    pressing.world.program("")
    session = pressing.session(kind="bg", jobId=job_id)
    assert not session.stop
    assert reason_of(pressing, session.id) == "unsupported"
    assert [one[0] for one in pressing.world.calls() if "stop" in one[0]] == []
