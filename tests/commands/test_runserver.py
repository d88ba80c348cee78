"""`agent-lookout runserver`, as a child process."""

import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.home import a_home
from tests.support.running import COMMAND, PATIENCE_S, environment, running


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_with_pages_open(tmp_path: Path, number: signal.Signals) -> None:
    with ExitStack() as pages, a_home(tmp_path / "home") as home, running(home) as server:
        for _ in range(5):
            pages.enter_context(server.page()).recv(timeout=PATIENCE_S)
        assert server.end(number) == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


def start(home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Starts it where it cannot run."""
    return subprocess.run(
        [*COMMAND, "runserver", *arguments],
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_a_taken_port_is_told_with_who_holds_it(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        second = start(tmp_path, "--port", str(server.port))
    assert second.returncode == 1
    assert second.stdout == ""
    assert "Agent Lookout" in second.stderr
    assert server.address in second.stderr
    assert second.stderr.count("\n") == 1


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "example.org", "::"])  # noqa: S104 -- refused
def test_an_address_that_others_can_reach_is_refused(tmp_path: Path, host: str) -> None:
    refused = start(tmp_path, "--host", host)
    assert refused.returncode == 1
    assert f"{host} is not an address of this computer alone" in refused.stderr


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    refused = start(tmp_path, "--port", port)
    assert refused.returncode == 1
    assert "is no port" in refused.stderr


def test_a_setting_that_cannot_be_read_is_told_and_takes_the_careful_side(tmp_path: Path) -> None:
    with a_home(tmp_path / "home") as home:
        session = home.session()
        session.wait_for("Bash", {"command": "ls"}, "permission prompt")
        with running(home, AGENT_LOOKOUT_WAITING_TEXT="yes") as server:
            shown = server.until_session(session.id, status="needs-you")
            assert "waitingText" not in shown
            server.end()
            assert server.process.stderr is not None
            assert "AGENT_LOOKOUT_WAITING_TEXT is 'yes'" in server.process.stderr.read()
