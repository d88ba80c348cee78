"""The examples of docs/STATUS_FILES.md, run as they stand there."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import UNSET

from lookout.env import read as read_environment
from sessions_app.adapters.status_files.adapter import StatusFiles
from sessions_app.adapters.status_files.folder import FILE_LIMIT, MOST_FILES
from sessions_app.adapters.status_files.record import STATUSES, Fields
from sessions_app.domain.clock import EpochMs, wall_clock
from sessions_app.domain.session import Session

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "STATUS_FILES.md").read_text("utf-8")
PROGRAMS = {"python": sys.executable, "js": shutil.which("node"), "sh": "/bin/sh"}
SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


def example(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.fixture(params=PROGRAMS)
def language(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if PROGRAMS[name] is None:
        pytest.skip(f"the {name} example needs a program that is not installed")
    return name


class Running:
    """An example that has asked its question and waits for the answer."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path, work: Path) -> None:
        self.process = process
        self.folder = folder
        self.work = work
        given = {"HOME": str(folder.parent), "AGENT_LOOKOUT_STATUS_DIR": str(folder)}
        self.adapter = StatusFiles(read_environment(given))

    def sessions(self) -> tuple[Session, ...]:
        return self.adapter.read(EpochMs(wall_clock() + 1_000)).sessions


@contextmanager
def running(language: str, tmp_path: Path) -> Iterator[Running]:
    folder, work = tmp_path / "a folder" / "sessions", tmp_path / 'work "here"\\there'
    work.mkdir()
    script = tmp_path / f"example.{'cjs' if language == 'js' else language}"
    script.write_text(example(language))
    with subprocess.Popen(
        [str(PROGRAMS[language]), str(script)],
        env=os.environ | {"AGENT_LOOKOUT_STATUS_DIR": str(folder)},
        cwd=work,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "Go on?\n"
        yield Running(process, folder, work)


def test_an_example_shows_its_question_until_it_is_answered(language: str, tmp_path: Path) -> None:
    with running(language, tmp_path) as example_:
        [session] = example_.sessions()
        assert (session.status, session.waiting_reason) == ("needs-you", "question")
        assert session.pid == example_.process.pid
        assert session.cwd == str(example_.work)
        assert session.surface == "terminal"
        assert session.status_since is not None
        assert abs(session.status_since - wall_clock()) < 60_000
        assert session.agent is not UNSET
        assert example_.adapter.read(wall_clock()).advice is None
        example_.process.communicate("yes\n")
        assert example_.process.returncode == 0
        assert list(example_.folder.iterdir()) == []


@pytest.mark.parametrize("number", SIGNALS)
def test_an_example_that_is_ended_deletes_its_file(
    language: str, tmp_path: Path, number: signal.Signals
) -> None:
    with running(language, tmp_path) as example_:
        # The whole group, as a terminal sends it: a shell waits for the program it runs.
        os.killpg(example_.process.pid, number)
        assert example_.process.wait() == 128 + number
        assert list(example_.folder.iterdir()) == []


def test_an_example_that_is_killed_outright_is_no_longer_shown(
    language: str, tmp_path: Path
) -> None:
    with running(language, tmp_path) as example_:
        example_.process.kill()
        example_.process.wait()
        assert example_.sessions() == ()


def test_the_shortest_example_is_a_wait(tmp_path: Path) -> None:
    line = re.search(r"^echo .\{.*$", TEXT, re.MULTILINE)
    assert line is not None
    (tmp_path / ".agent-lookout" / "sessions").mkdir(parents=True)
    subprocess.run(["/bin/sh", "-c", line[0]], env={"HOME": str(tmp_path)}, check=True)
    [session] = StatusFiles(read_environment({"HOME": str(tmp_path)})).read(wall_clock()).sessions
    assert (session.name, session.status) == ("try it", "needs-you")


def test_the_fields_and_statuses_are_those_that_are_read() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \|", TEXT, re.MULTILINE)
    assert sorted(rows) == sorted(Fields.__struct_fields__)
    assert all(f"`{word}`" in TEXT for word in STATUSES)


def test_the_limits_are_those_of_the_code() -> None:
    assert f"At most the {MOST_FILES} written last" in TEXT
    assert f"at most {FILE_LIMIT // 1024} KB" in TEXT
