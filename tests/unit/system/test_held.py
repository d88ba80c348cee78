"""A process is held by what it is, not by a number that another may get."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from sessions_app.system import process_tree
from sessions_app.system.held import Gone, HeldProcess
from sessions_app.system.process_tree import (
    lineage,
    owner_of,
    parents,
    parents_by_ps,
    variables_of,
)
from sessions_app.system.processes import is_same_start, is_whole

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")


@pytest.fixture(params=["as it is", "without descriptors"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With what this system has, and as on one that has no descriptors for processes."""
    if request.param != "as it is":
        monkeypatch.setattr(os, "pidfd_open", _no_descriptors, raising=False)
    return str(request.param)


def _no_descriptors(_pid: int) -> int:
    raise OSError(38, "Function not implemented")


@pytest.fixture
def child() -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE)
    yield process
    process.kill()
    process.communicate()


def test_one_that_is_asked_ends(way: str, child: "subprocess.Popen[bytes]") -> None:
    with HeldProcess(child.pid) as process:
        assert not process.has_ended()
        assert process.began() is not None
        process.terminate()
        assert process.ends_within(30)
        assert process.has_ended()
    assert child.wait() == -signal.SIGTERM


def test_one_that_has_ended_and_was_not_waited_for_is_gone(
    way: str, child: "subprocess.Popen[bytes]"
) -> None:
    with HeldProcess(child.pid) as process:
        child.kill()
        assert process.ends_within(30)
        with pytest.raises(Gone):
            HeldProcess(child.pid)


@LINUX
def test_its_number_reaches_nobody_else_once_it_was_waited_for(
    child: "subprocess.Popen[bytes]",
) -> None:
    with HeldProcess(child.pid) as process:
        child.kill()
        child.wait()
        with pytest.raises(Gone):
            process.terminate()


@pytest.mark.parametrize("pid", [True, False, 1, 0, -1, -4711, 2**22 + 1, 2**63])
def test_what_names_no_process_of_a_session_is_never_held(pid: int) -> None:
    with pytest.raises(ValueError, match="no process to hold"):
        HeldProcess(pid)


def test_there_is_no_such_process(way: str) -> None:
    with pytest.raises(Gone):
        HeldProcess(2**22)


@LINUX
def test_a_number_of_a_thread_is_no_process(way: str) -> None:
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        assert thread.native_id is not None
        assert is_whole(os.getpid())
        assert not is_whole(thread.native_id)
        with pytest.raises(Gone):
            HeldProcess(thread.native_id)
    finally:
        ended.set()
        thread.join()


def test_every_process_above_is_found_however_many_there_are() -> None:
    assert list(lineage(1_000, lambda pid: pid - 1 or None)) == list(range(1_000, 0, -1))


def test_a_process_is_below_those_it_was_started_from(child: "subprocess.Popen[bytes]") -> None:
    above = list(lineage(child.pid, parents()))
    assert above[:3] == [child.pid, os.getpid(), os.getppid()]
    table = parents_by_ps()
    if table:
        assert list(lineage(child.pid, table.get))[:3] == above[:3]


def test_a_circle_of_parents_ends() -> None:
    assert list(lineage(2, {2: 3, 3: 2}.get)) == [2, 3]


def test_the_owner_is_told(child: "subprocess.Popen[bytes]") -> None:
    assert owner_of(child.pid) == os.geteuid()
    assert owner_of(2**22) is None


@LINUX
def test_a_few_variables_of_an_own_process_are_read() -> None:
    own = {"TMUX": "/tmp/s,1,0", "OTHER": "x" * 5_000, "LAST": "a=b"}
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE, env=own) as process:
        try:
            assert variables_of(process.pid, ("TMUX", "LAST")) == {
                "TMUX": "/tmp/s,1,0",
                "LAST": "a=b",
            }
        finally:
            process.kill()


@LINUX
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start another user's process")
def test_nothing_is_read_of_another_users_process() -> None:
    own = {"TMUX": "/tmp/s,1,0"}
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE, env=own, user=65534) as process:
        try:
            assert owner_of(process.pid) == 65534
            assert variables_of(process.pid, ("TMUX",)) == {}
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("recorded", "current", "same"),
    [
        ("4711", "4711", True),
        ("4711", "4712", False),
        ("Mon Nov 30 14:00:00 2026", "Mon Nov 30 14:00:01 2026", True),
        ("Mon Nov 30 14:00:00 2026", "Mon Nov 30 14:00:02 2026", False),
        ("Mon Nov  2 14:00:00 2026", "Mon Nov 2 14:00:00 2026", True),
        ("4711", "Mon Nov 30 14:00:00 2026", False),
        ("", "", False),
        ("x", "x", False),
    ],
)
def test_only_a_start_that_is_surely_the_same_is(recorded: str, current: str, same: bool) -> None:
    assert is_same_start(recorded, current) is same


def test_a_missing_ps_tells_nothing() -> None:
    assert process_tree.ps(["-A"], folders=["/nowhere"]) == ""
