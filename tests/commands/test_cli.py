"""The `agent-lookout` command's own part: what goes where, and what it imports for it."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from lookout.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
APPS = ("sessions_app", "api_app", "notifications_app", "remotes_app")


def run(*arguments: str, code: str = "main()") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", f"import sys; from lookout.cli import main; {code}", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


@pytest.mark.parametrize("option", ["--version", "-v"])
def test_the_version_is_the_package_s(option: str) -> None:
    done = run(option)
    assert (done.returncode, done.stdout) == (0, version("agent-lookout") + "\n")


@pytest.mark.parametrize("option", ["--help", "-h", "help"])
def test_the_help_names_every_command(option: str) -> None:
    done = run(option)
    assert done.returncode == 0
    assert all(f"  {name}  " in done.stdout for name in COMMANDS)


def test_an_unknown_command_is_one_sentence_and_exits_with_two() -> None:
    done = run("stat\x1b[31mus")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "There is no command 'stat\\x1b[31mus'; see agent-lookout --help.\n"


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("nonsense",)])
def test_neither_the_version_nor_the_help_loads_django(arguments: tuple[str, ...]) -> None:
    code = (
        "import atexit; atexit.register(lambda: print("
        "{'django', 'msgspec', 'environ'} & sys.modules.keys(), file=sys.stderr)); main()"
    )
    assert run(*arguments, code=code).stderr.endswith("set()\n")


@pytest.mark.parametrize("arguments", [("start", "--help"), ("runserver", "--help")])
def test_other_commands_are_djangos(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.stdout.startswith("usage: agent-lookout runserver")


def test_options_without_a_command_are_the_servers() -> None:
    done = run("--no-such-option")
    assert done.returncode == 2
    assert "agent-lookout runserver: error: " in done.stderr


def test_every_command_file_has_its_line_in_the_help() -> None:
    files = {
        path.stem
        for app in APPS
        for path in (ROOT / app / "management" / "commands").glob("[!_]*.py")
    }
    assert files <= COMMANDS.keys()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_help_has_help_of_its_own(name: str) -> None:
    done = run(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: agent-lookout {name}")
