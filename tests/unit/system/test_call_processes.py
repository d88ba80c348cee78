"""Which calls have a process, told from real processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sessions_app.domain.clock import EpochMs
from sessions_app.system.call_processes import SPACING_MS, CallProcesses

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")

CALLS = {"call_1": "thread_1"}


@contextmanager
def running(**variables: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        ["/bin/cat"], stdin=subprocess.PIPE, env=dict(os.environ) | variables
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def at(ms: int) -> EpochMs:
    return EpochMs(1_000_000 + ms)


def test_a_call_runs_while_a_process_bears_its_id() -> None:
    processes = CallProcesses()
    with running(CODEX_TOOL_CALL_ID="call_1", CODEX_THREAD_ID="thread_1"):
        assert processes.running(CALLS, at(0)) == {"call_1": True}
        assert processes.running(CALLS, at(SPACING_MS)) == {"call_1": True}
    assert processes.running(CALLS, at(2 * SPACING_MS)) == {"call_1": False}


@pytest.mark.parametrize(
    ("variables", "is_running"),
    [
        ({"CODEX_TOOL_CALL_ID": "call_2", "CODEX_THREAD_ID": "thread_1"}, False),
        ({"CODEX_TOOL_CALL_ID": "call_10"}, False),
        ({"X_CODEX_TOOL_CALL_ID": "call_1"}, False),
        ({"X": "CODEX_TOOL_CALL_ID=call_1"}, False),
        ({"CODEX_THREAD_ID": "thread_1"}, True),
        ({"CODEX_THREAD_ID": "thread_2"}, False),
    ],
)
def test_the_id_is_the_whole_of_the_variable(variables: dict[str, str], is_running: bool) -> None:
    with running(**variables):
        assert CallProcesses().running(CALLS, at(0)) == {"call_1": is_running}


def test_a_process_that_ended_and_was_not_waited_for_runs_nothing() -> None:
    with running(CODEX_TOOL_CALL_ID="call_1") as process:
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert CallProcesses().running(CALLS, at(0)) == {"call_1": False}


def test_between_two_looks_a_new_call_is_not_judged() -> None:
    processes = CallProcesses()
    processes.running(CALLS, at(0))
    both = {**CALLS, "call_2": "thread_1"}
    assert processes.running(both, at(SPACING_MS - 1)) == {"call_1": False}
    assert processes.running(both, at(SPACING_MS)) == {"call_1": False, "call_2": False}


def test_a_process_that_was_just_made_is_looked_at_again() -> None:
    """Until it runs a program of its own, it has the environment of its maker."""
    processes = CallProcesses()
    program = (
        "import os; input(); os.environ['CODEX_TOOL_CALL_ID'] = 'call_1'; print(1, flush=True)"
    )
    again = f"{program}; os.execv('/bin/cat', ['cat'])"
    with subprocess.Popen(
        [sys.executable, "-S", "-c", again],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert processes.running(CALLS, at(0)) == {"call_1": False}
        process.stdin.write("\n")
        process.stdin.flush()
        process.stdout.readline()
        until_it_is(process.pid, "cat")
        assert processes.running(CALLS, at(SPACING_MS)) == {"call_1": True}
        process.kill()


def until_it_is(pid: int, program: str) -> None:
    """Until a process runs a program."""
    while True:
        with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
            if file.read().strip() == program:
                return
