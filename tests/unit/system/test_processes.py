"""Whether a process is the one that was meant."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sessions_app.system.processes import (
    MAX_PID,
    LinuxProcesses,
    OtherProcesses,
    exists,
    is_other_start,
)
from tests.support.opened import opened

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.mark.parametrize("pid", [0, -1, -os.getpid(), MAX_PID + 1, 2**80])
def test_a_number_that_names_none_or_a_group_is_no_process(pid: int) -> None:
    assert not exists(pid)


def test_a_process_exists_until_it_was_waited_for() -> None:
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE) as process:
        assert exists(process.pid)
    assert not exists(process.pid)


@pytest.mark.parametrize(
    ("recorded", "current", "is_other"),
    [
        ("69774", "69774", False),
        ("69774", "69775", True),
        ("Mon Nov 30 13:02:07 2026", "Mon Nov 30 13:02:07 2026", False),
        ("Mon Nov 30 13:02:07 2026", "Mon Nov 30 13:03:07 2026", False),
        ("Mon Nov 30 13:02:07 2026", "Mon Nov 30 13:01:06 2026", True),
        ("Sun Nov  1 09:02:07 2026", "Sun Nov 1 09:02:07 2026", False),
        ("Mon Nov 30 13:02:07 2026", "69774", False),
        ("69774", "Mon Nov 30 13:02:07 2026", False),
        ("月 11/30 11:14:15 2026", "Mon Nov 30 03:14:15 2026", False),
        ("", "69774", False),
        ("²", "69774", False),
    ],
)
def test_two_starts_are_of_two_processes_only_when_that_is_sure(
    recorded: str, current: str, is_other: bool
) -> None:
    assert is_other_start(recorded, current) is is_other


@linux
def test_a_start_on_linux_is_read_from_proc_and_runs_nothing() -> None:
    processes = LinuxProcesses()
    with opened() as paths:
        found = processes.living(frozenset([os.getpid(), MAX_PID]))
    own = [f"/proc/{os.getpid()}/{name}" for name in ("status", "stat")]
    assert sorted(paths) == sorted([*own, f"/proc/{MAX_PID}/status"])
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    assert found == {os.getpid(): fields[19]}


@linux
def test_a_process_is_read_once_and_its_end_is_seen_all_the_same() -> None:
    processes = LinuxProcesses()
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE) as process:
        pids = frozenset([process.pid])
        first = processes.living(pids)
        with opened() as paths:
            assert processes.living(pids) == first
        assert paths == []
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert processes.living(pids) == {}
    assert processes.living(pids) == {}


@linux
def test_of_more_processes_than_can_be_held_none_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sessions_app.system.processes._MOST_HELD", 1)
    processes = LinuxProcesses()
    pids = frozenset([os.getpid(), os.getppid()])
    for _ in range(2):
        assert processes.living(pids).keys() == pids


@linux
def test_no_descriptor_is_kept_of_a_process_that_ended_nor_of_one_nobody_asks_for() -> None:
    gc.collect()  # what other tests left is none of ours
    before = len(os.listdir("/proc/self/fd"))
    processes = LinuxProcesses()
    held = len(os.listdir("/proc/self/fd"))
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE) as process:
        processes.living(frozenset([process.pid]))
    processes.living(frozenset())
    assert len(os.listdir("/proc/self/fd")) == held
    processes.living(frozenset([os.getpid()]))
    del processes
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before


FAKE_PS = """#!/bin/sh
echo "$LC_ALL $TZ $4" >> {calls}
for pid in $(echo "$4" | tr , ' '); do echo "  $pid Mon Nov 30 13:02:07 2026"; done
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> OtherProcesses:
    """A system with a `ps` that notes each call."""
    ps = tmp_path / "ps"
    ps.write_text(FAKE_PS.format(calls=tmp_path / "calls"))
    ps.chmod(0o755)
    return OtherProcesses([str(tmp_path)])


def test_elsewhere_ps_is_asked_once_for_all_in_utc_and_english(
    elsewhere: OtherProcesses, tmp_path: Path
) -> None:
    pids = sorted([os.getpid(), os.getppid()])
    found = elsewhere.living(frozenset([*pids, MAX_PID]))
    assert found == dict.fromkeys(pids, "Mon Nov 30 13:02:07 2026")
    assert (tmp_path / "calls").read_text() == f"C UTC {pids[0]},{pids[1]}\n"


def test_elsewhere_a_process_is_asked_about_once_whoever_asks(
    elsewhere: OtherProcesses, tmp_path: Path
) -> None:
    for _ in range(3):
        elsewhere.living(frozenset([os.getpid()]))
        elsewhere.living(frozenset([os.getppid()]))
        elsewhere.living(frozenset())
    assert len((tmp_path / "calls").read_text().splitlines()) == 2


def test_elsewhere_a_process_that_went_is_asked_about_anew(
    elsewhere: OtherProcesses, tmp_path: Path
) -> None:
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE) as process:
        both = frozenset([process.pid, os.getpid()])
        assert process.pid in elsewhere.living(both)
    assert list(elsewhere.living(both)) == [os.getpid()]
    assert process.pid not in elsewhere._asked
