"""The line that goes on with a session, run by the shells a person would paste it into."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, structs

from sessions_app.actions.resume import MOST_KEPT, FolderGone, Resumes
from sessions_app.adapters.claude_code.resume import resume
from sessions_app.domain.acts import Resume
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Snapshot
from sessions_app.enrich.folders import EVERY_MS, GONE, Folders
from tests.support.claude_world import NOW, SESSION_ID, World, errand_of, only

RECORDING = """#!{python} -S
import json, os, sys
home = os.environ.get("CLAUDE_CONFIG_DIR")
with open({record!r}, "w") as record:
    json.dump([os.getcwd(), sys.argv[1:], home], record)
"""
NAMES = [
    "plain",
    "two words",
    " leading and trailing ",
    "it's",
    "''",
    "'; touch owned; '",
    '"quoted"',
    "$(touch owned)",
    "`touch owned`",
    "$HOME",
    "!!",
    "!$",
    "a&b|c;d",
    "*?[x]",
    "{a,b}",
    "~",
    "-P",
    "#hash",
    "%1",
    "=ls",
    "日本 é 🎈",
    "a" * 200,
]
SHELLS = ["sh", "bash", "zsh"]


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    path = shutil.which(str(request.param))
    if path is None:
        pytest.skip(f"{request.param} is not installed")
    return path


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    yield made
    made.end()


def run(shell: str, line: str, folder: Path) -> list[Any]:
    """What the `claude` that a shell finds was called with, and where."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    record = folder / "record"
    program = programs / "claude"
    program.write_text(RECORDING.format(python=sys.executable, record=str(record)))
    program.chmod(0o755)
    variables = {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(folder)}
    subprocess.run(
        [shell], input=line.encode() + b"\n", env=variables, cwd="/", check=True, timeout=30
    )
    called: list[Any] = json.loads(record.read_text())
    return called


@pytest.mark.parametrize("name", NAMES)
def test_it_lands_in_the_folder_whatever_that_is_called(
    tmp_path: Path, shell: str, name: str
) -> None:
    folder = tmp_path / "work" / name
    folder.mkdir(parents=True)
    made = resume(SESSION_ID, str(folder), None)
    assert made is not None
    assert run(shell, made.command, tmp_path) == [str(folder), ["--resume", SESSION_ID], None]
    assert not list(tmp_path.rglob("owned"))


@pytest.mark.parametrize("name", ["two words", "it's", "$(touch owned)"])
def test_it_names_a_home_that_is_not_the_usual_one(tmp_path: Path, shell: str, name: str) -> None:
    home = str(tmp_path / name)
    made = resume(SESSION_ID, str(tmp_path), home)
    assert made is not None
    assert run(shell, made.command, tmp_path) == [str(tmp_path), ["--resume", SESSION_ID], home]


def test_a_folder_that_is_gone_starts_nothing(tmp_path: Path, shell: str) -> None:
    made = resume(SESSION_ID, str(tmp_path / "gone"), None)
    assert made is not None
    line = f"{made.command}; echo $?"
    result = subprocess.run(
        [shell], input=line.encode(), env={"PATH": "/nonexistent"}, capture_output=True, check=False
    )
    assert b"claude" not in result.stderr
    assert result.stdout.strip() != b"0"


def test_the_line_reads_as_documented() -> None:
    assert resume(SESSION_ID, "/home/dev/proj", None) == Resume(
        f"cd '/home/dev/proj' && claude --resume {SESSION_ID}"
    )


@pytest.mark.parametrize(
    "folder",
    [None, "", "relative", "C:\\work", "/a\\b", "/a\nb", "/a\rb", "/a\tb", "/a\x1b[1mb", "/a\x85b"],
)
def test_a_folder_that_a_shell_could_read_otherwise_has_none(folder: str | None) -> None:
    assert resume(SESSION_ID, folder, None) is None
    if folder:
        assert resume(SESSION_ID, "/work", folder) is None


@pytest.mark.parametrize(
    "session_id", [None, "", "5d950367", f"{SESSION_ID}; ls", f"{SESSION_ID}\n", SESSION_ID.upper()]
)
def test_only_an_id_of_claude_codes_own_form_is_named(session_id: str | None) -> None:
    assert resume(session_id, "/work", None) is None


def job(state: str, **more: object) -> dict[str, object]:
    return {
        "id": "5d950367",
        "sessionId": SESSION_ID,
        "cwd": "/home/dev/proj",
        "kind": "background",
        "startedAt": NOW - 60_000,
        "name": "job",
        "state": state,
        **more,
    }


def listed(world: World, *rows: dict[str, object], **variables: str) -> Session:
    """The one session, once the command has listed it."""
    world.lists(*rows)
    adapter = world.adapter(**variables)
    errand_of(adapter.read(world.now))()
    return only(adapter.read(world.now))


@pytest.mark.parametrize("state", ["done", "failed", "stopped"])
def test_a_background_job_that_ended_can_be_gone_on_with(world: World, state: str) -> None:
    command = f"cd '/home/dev/proj' && claude --resume {SESSION_ID}"
    assert listed(world, job(state)).resume == Resume(command)


@pytest.mark.parametrize("state", ["working", "blocked"])
def test_one_that_goes_on_cannot(world: World, state: str) -> None:
    assert listed(world, job(state)).resume is UNSET


def test_one_whose_process_runs_cannot(world: World) -> None:
    world.session(kind="bg", jobId="5d950367", status="idle")
    world.job("5d950367", state="done", updatedAt="2026-11-30T13:00:00Z")
    session = only(world.adapter().read(world.now))
    assert (session.status, session.resume) == ("finished", UNSET)


def test_another_home_is_carried_along(world: World) -> None:
    home = world.path / "other home"
    (world.path / ".claude").rename(home)
    world.lists(job("done"))
    (home / ".claude.json").write_text("{}")
    adapter = world.adapter(CLAUDE_CONFIG_DIR=str(home))
    errand_of(adapter.read(world.now))()
    session = only(adapter.read(world.now))
    assert session.resume == Resume(
        f"cd '/home/dev/proj' && CLAUDE_CONFIG_DIR='{home}' claude --resume {SESSION_ID}"
    )


def ended(folder: Path, resumes: bool = True) -> Session:
    line = Resume(f"cd '{folder}' && claude --resume {SESSION_ID}")
    return Session(
        id=f"claude-code:{SESSION_ID}",
        source="claude-code",
        name="x",
        cwd=str(folder),
        status="finished",
        resume=line if resumes else UNSET,
    )


def test_a_folder_that_is_gone_says_so_until_it_is_back(tmp_path: Path) -> None:
    folders = Folders()
    folder = tmp_path / "proj"
    folder.mkdir()
    session = ended(folder)
    assert folders.is_due([session], NOW)
    folders.look([session], NOW)
    assert folders.added_to(session) == session
    folder.rmdir()
    assert not folders.is_due([session], EpochMs(NOW + EVERY_MS - 1))
    later = EpochMs(NOW + EVERY_MS)
    assert folders.is_due([session], later)
    folders.look([session], later)
    told = folders.added_to(session)
    assert (told.resume, told.resume_problem) == (UNSET, GONE)
    folder.mkdir()
    much_later = EpochMs(later + EVERY_MS)
    assert folders.is_due([told], much_later)
    folders.look([told], much_later)
    assert folders.added_to(session).resume == session.resume


def test_the_usual_home_is_named_where_our_environment_names_another(tmp_path: Path) -> None:
    world = World(tmp_path)
    usual = str(world.claude)
    adapter = world.adapter(AGENT_LOOKOUT_CLAUDE_HOME=usual, CLAUDE_CONFIG_DIR="/elsewhere")
    world.write(world.fields(world.process().pid))
    [session] = adapter.read(NOW).sessions
    ending = adapter.ending_of(session.id)
    assert ending is not None
    assert ending.resume is not None
    assert f"CLAUDE_CONFIG_DIR='{usual}' claude" in ending.resume.command
    world.end()


def test_a_folder_nothing_would_be_resumed_in_is_not_looked_for(tmp_path: Path) -> None:
    assert not Folders().is_due([ended(tmp_path, resumes=False)], NOW)


def test_the_lines_of_the_sessions_ended_last_are_kept(tmp_path: Path) -> None:
    resumes = Resumes()
    for number in range(MOST_KEPT + 1):
        session = structs.replace(ended(tmp_path), id=f"claude-code:{number}")
        resumes.keep(session, Resume(f"line {number}"))
    resumes.keep(structs.replace(ended(tmp_path), id="claude-code:none"), None)
    nothing = Snapshot(generated_at=NOW)
    assert resumes.of("claude-code:0", nothing) is None
    assert resumes.of("claude-code:1", nothing) == Resume("line 1")
    assert resumes.of("claude-code:none", nothing) is None


def test_a_line_that_leads_to_a_folder_that_is_gone_is_not_given(tmp_path: Path) -> None:
    resumes = Resumes()
    folder = tmp_path / "project"
    folder.mkdir()
    session = structs.replace(ended(tmp_path), cwd=str(folder))
    resumes.keep(session, Resume("a line"))
    assert resumes.of(session.id, Snapshot(generated_at=NOW)) == Resume("a line")
    folder.rmdir()
    with pytest.raises(FolderGone):
        resumes.of(session.id, Snapshot(generated_at=NOW))


def test_one_that_is_listed_has_the_line_it_is_listed_with(tmp_path: Path) -> None:
    resumes = Resumes()
    session = ended(tmp_path)
    resumes.keep(session, Resume("an older line"))
    assert resumes.of(session.id, Snapshot(generated_at=NOW, sessions=(session,))) == session.resume
    again = ended(tmp_path, resumes=False)
    assert resumes.of(session.id, Snapshot(generated_at=NOW, sessions=(again,))) is None
