"""Programs that are run: their answer, their limits, and that nothing of them stays."""

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from sessions_app.system import programs
from sessions_app.system.processes import start_ticks
from sessions_app.system.programs import OUTPUT_LIMIT, Result, find, run

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def sh(script: str, timeout_s: float = 10.0) -> Result:
    return run(["/bin/sh", "-c", script], timeout_s=timeout_s)


def wait_until_ended(pid: int) -> None:
    """Until a process has ended; the system takes a moment to end one."""
    deadline = time.monotonic() + 10
    while start_ticks(pid) is not None:
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_a_program_gives_its_output_and_its_exit_code() -> None:
    assert sh("printf 'a\\nb'; exit 3") == Result(3, "a\nb")


def test_standard_error_is_dropped_and_standard_input_is_closed() -> None:
    assert sh("echo loud >&2; cat") == Result(0, "")


def test_output_that_is_no_text_is_given_as_far_as_it_is_one() -> None:
    assert sh("printf 'a\\377b'").output == "a\ufffdb"


def test_output_that_comes_just_before_the_end_is_not_lost() -> None:
    assert len(sh("head -c 900000 /dev/zero").output) == 900_000


def test_a_program_that_closes_its_output_is_waited_for() -> None:
    assert sh("exec >&-; exit 4") == Result(4, "")


def test_no_environment_but_the_given_one_reaches_a_program() -> None:
    result = run(["/usr/bin/env"], timeout_s=10, environment={"A": "b"})
    assert result.output == "A=b\n"


def test_a_program_that_is_not_there_is_said() -> None:
    result = run(["/no/such/program"], timeout_s=1)
    assert result == Result(None, problem="could not be started (No such file or directory)")


def test_a_program_that_prints_too_much_is_ended() -> None:
    result = sh("while :; do printf '%65536s'; done")
    assert result == Result(None, problem="printed more than 1 MB")
    assert sh(f"head -c {OUTPUT_LIMIT} /dev/zero").exit_code == 0


@linux
def test_a_program_that_takes_too_long_is_ended_with_all_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    result = sh(f"/bin/sleep 600 & echo $$ $! > {pids}; wait", timeout_s=0.3)
    assert result == Result(None, problem="did not answer within 0.3 seconds")
    for pid in map(int, pids.read_text().split()):
        wait_until_ended(pid)


@linux
def test_what_a_program_leaves_behind_is_ended_and_not_waited_for() -> None:
    result = sh("/bin/sleep 600 & echo $!")
    assert result.exit_code == 0
    wait_until_ended(int(result.output))


@linux
def test_no_descriptor_is_left_open() -> None:
    sh("true")
    before = set(os.listdir("/proc/self/fd"))
    for _ in range(5):
        sh("true")
        sh("/bin/sleep 600", timeout_s=0.01)
    assert len(os.listdir("/proc/self/fd")) <= len(before)


def test_when_the_server_stops_what_still_runs_is_ended() -> None:
    results: list[Result] = []
    thread = threading.Thread(target=lambda: results.append(sh("/bin/sleep 600", timeout_s=60)))
    thread.start()
    while not programs._running:
        time.sleep(0.001)
    programs.stop_all()
    thread.join(10)
    assert [one.exit_code for one in results] == [-9]


def test_what_a_thread_starts_is_counted_and_nothing_else_is() -> None:
    with programs.counted() as count:
        sh("exit 1")
        assert run(["/nonexistent"], timeout_s=1).problem is not None
        other = threading.Thread(target=sh, args=["true"])
        other.start()
        other.join()
        sh("true")
    sh("true")
    assert count.number == 2


def test_the_first_program_of_a_name_is_found_and_no_other_file(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    for folder in (second, third):
        folder.mkdir()
        (folder / "claude").touch(0o755)
    first.mkdir()
    (first / "claude").touch(0o644)
    folders = [str(folder) for folder in (tmp_path / "none", first, second, third)]
    assert find("claude", folders) == str(second / "claude")
    assert find("ls", [str(first)]) is None
    (first / "ls").mkdir()
    assert find("ls", [str(first)]) is None


def test_standard_error_is_given_apart_when_it_is_asked_for() -> None:
    result = run(["/bin/sh", "-c", "echo a; echo b >&2"], timeout_s=10, with_errors=True)
    assert result == Result(0, "a\n", "b\n")


def test_what_both_outputs_hold_counts_towards_the_limit() -> None:
    script = f"head -c {OUTPUT_LIMIT} /dev/zero; head -c {OUTPUT_LIMIT} /dev/zero >&2"
    result = run(["/bin/sh", "-c", script], timeout_s=10, with_errors=True)
    assert result == Result(None, problem="printed more than 1 MB")
