"""`agent-lookout status`, as a program."""

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from api_app.address import Address
from tests.loopback import answers, dead_port, hangs, says, serving, session, snapshot, source

LOOKOUT = [sys.executable, "-c", "from lookout.cli import main; main()"]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def status(
    *options: str, url: str, command: tuple[str, ...] = (*LOOKOUT, "status"), **environ: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*command, *options],
        env=os.environ | {"AGENT_LOOKOUT_URL": url} | environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def waiting(**more: Any) -> dict[str, Any]:
    since = now_ms() - 192_000
    wait = session("checkout", "needs-you", statusSince=since, waitingReason="question", **more)
    return snapshot(wait, session("other"), generated_at=now_ms())


def calm(**more: Any) -> dict[str, Any]:
    return snapshot(session(), generated_at=now_ms(), **more)


def test_a_wait_is_printed_and_exits_with_one() -> None:
    with serving(answers(waiting(waitingText="rm -rf secret"))) as address:
        done = status(url=address.url)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("1 needs you, 1 working\n  checkout  Asked you a question  3m 1")
    assert "secret" not in done.stdout


def test_nothing_waiting_exits_with_zero() -> None:
    with serving(answers(calm())) as address:
        done = status(url=address.url)
    assert (done.returncode, done.stdout, done.stderr) == (0, "None needs you, 1 working\n", "")


def test_count_prints_the_number_alone() -> None:
    with serving(answers(waiting())) as address:
        done = status("--count", url=address.url)
    assert (done.returncode, done.stdout, done.stderr) == (1, "1\n", "")


def test_count_prints_no_number_when_it_cannot_tell() -> None:
    with serving(answers(calm(sources=(source("error"),)))) as address:
        done = status("--count", url=address.url)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Cannot tell")


def test_json_is_one_object() -> None:
    with serving(answers(waiting())) as address:
        done = status("--json", url=address.url)
    printed = json.loads(done.stdout)
    assert (done.returncode, printed["needsYou"], printed["waiting"][0]["name"]) == (
        1,
        1,
        "checkout",
    )


@pytest.mark.parametrize("options", [(), ("--count",)])
def test_a_server_that_is_not_there_is_one_sentence_and_exits_with_two(
    options: tuple[str, ...],
) -> None:
    done = status(*options, url=f"http://127.0.0.1:{dead_port()}")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("Nothing listens at http://127.0.0.1:")


def test_with_json_an_error_is_json_too() -> None:
    done = status("--json", url="http://example.org")
    assert done.returncode == 2
    assert "AGENT_LOOKOUT_URL" in json.loads(done.stdout)["error"]


@pytest.mark.parametrize("behave", [hangs, says(b"220 ready\r\n"), answers({}, "404 Not Found")])
def test_a_server_that_is_not_agent_lookout_exits_with_two(behave: Any) -> None:
    with serving(behave) as address:
        done = status(url=address.url)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert address.url in done.stderr


def test_manage_py_does_the_same() -> None:
    command = (sys.executable, "manage.py", "status")
    with serving(answers(waiting())) as address:
        here, there = (
            status("--count", url=address.url, command=c) for c in (command, (*LOOKOUT, "status"))
        )
    assert (here.returncode, here.stdout, here.stderr) == (1, there.stdout, "")


def test_characters_a_terminal_does_not_know_become_question_marks() -> None:
    wait = session("naïve 文", "needs-you", statusSince=now_ms())
    with serving(answers(snapshot(wait, generated_at=now_ms()))) as address:
        done = status(url=address.url, PYTHONIOENCODING="ascii")
    assert "  na?ve ?  " in done.stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    with serving(answers(waiting())) as address:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [*LOOKOUT, "status"],
            env=os.environ | {"AGENT_LOOKOUT_URL": address.url},
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def on_a_terminal(address: Address, **environ: str) -> str:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*LOOKOUT, "status"],
        env=os.environ | {"AGENT_LOOKOUT_URL": address.url} | environ,
        stdout=theirs,
    ) as child:
        child.wait()
    os.close(theirs)
    printed = os.read(ours, 65_536).decode()
    os.close(ours)
    return printed


def test_colour_is_for_a_terminal_that_wants_it() -> None:
    with serving(answers(waiting())) as address:
        assert "\x1b[" in on_a_terminal(address, NO_COLOR="")
        assert "\x1b[" not in on_a_terminal(address, NO_COLOR="1")


def test_status_loads_nothing_heavy() -> None:
    check = (
        "import sys\n"
        "from api_app.status import main\n"
        "main(['--count'])\n"
        "heavy = {'django', 'msgspec', 'environ', 'httpx', 'asyncio', 'dataclasses', 'inspect',\n"
        "         'importlib.metadata', 'subprocess', 'typing_extensions'} & sys.modules.keys()\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)\n"
    )
    with serving(answers(calm())) as address:
        done = status(url=address.url, command=(sys.executable, "-c", check))
    assert (done.stdout, done.stderr, done.returncode) == ("0\n", "", 0)
