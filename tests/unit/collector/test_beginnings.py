"""Since when a session is what it is, where its agent does not say: no touched file moves it."""

import json
import os
from pathlib import Path

import pytest

from lookout.env import read as read_environment
from sessions_app.adapters.status_files.adapter import StatusFiles
from sessions_app.collector.cache import Cache
from sessions_app.collector.collector import Collector
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from tests.support import kept
from tests.support.past import HOUR, MINUTE, START, Clocks

FILE = "made-by-hand.json"


class Watching:
    """Starts of Agent Lookout, one after another, that watch one status file."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.clocks = Clocks()
        (home / "sessions").mkdir(mode=0o700)
        self.start()

    def start(self) -> None:
        """A start goes on from what the last one kept."""
        self.clocks.pass_(1)
        environment = read_environment({"AGENT_LOOKOUT_STATUS_DIR": str(self.home / "sessions")})
        self.cache = Cache()
        self.kept = kept.Kept(self.home / "history", self.clocks).ready()
        self.collector = Collector(
            [StatusFiles(environment)],
            self.cache,
            lambda *_: None,
            self.clocks.wall,
            observers=[self.kept.memory],
        )

    def stop(self) -> None:
        """It ends."""
        self.kept.stop()

    def write(self, **fields: object) -> EpochMs:
        """The agent writes its file; when that was."""
        file = self.home / "sessions" / FILE
        file.write_text(json.dumps(fields))
        os.utime(file, ns=(self.clocks.now * 1_000_000,) * 2)
        return self.clocks.now

    def session(self, after: int = 2_000) -> Session:
        """Some time later: the session as it is shown."""
        self.clocks.pass_(after)
        self.collector.read("status-files")
        self.collector.tick()
        return self.cache.latest.sessions[0]

    @property
    def waits(self) -> list[tuple[int, int | None]]:
        """From when to when it waited, in milliseconds since the beginning."""
        return [
            (one.start - START, None if one.end is None else one.end - START)
            for one in self.kept.memory._waits
        ]


@pytest.fixture
def watching(tmp_path: Path) -> Watching:
    return Watching(tmp_path)


def test_a_wait_goes_on_through_a_restart_though_its_file_was_written_again(
    watching: Watching,
) -> None:
    since = watching.write(status="waiting")
    assert watching.session().status_since == since
    watching.stop()
    watching.clocks.pass_(HOUR)
    watching.write(status="waiting")
    watching.start()
    assert watching.session().status_since == since
    watching.write(status="waiting")
    assert watching.session().status_since == since
    assert watching.waits == [(since - START, None)]
    ended = watching.write(status="working")
    assert watching.session().status_since == ended
    assert watching.waits == [(since - START, ended - START)]
    watching.stop()


def test_another_question_after_a_restart_is_another_wait(watching: Watching) -> None:
    watching.write(status="waiting", reason="permission")
    watching.session()
    watching.stop()
    watching.clocks.pass_(HOUR)
    watching.start()
    watching.session()
    asked = watching.write(status="waiting", reason="question")
    assert watching.session().status_since == asked
    assert [start for start, end in watching.waits if end is None] == [asked - START]
    assert len(watching.waits) == 2
    watching.stop()


def test_what_is_idle_is_so_since_it_was_seen_to_become_so(watching: Watching) -> None:
    watching.write(status="working")
    watching.session()
    watching.write(status="idle")
    since = watching.session().status_since
    watching.stop()
    watching.clocks.pass_(HOUR)
    watching.write(status="idle")
    watching.start()
    assert since is not None
    assert watching.session().status_since in range(since, since + MINUTE)
    watching.stop()


def test_an_agent_that_says_since_when_is_believed(watching: Watching) -> None:
    watching.write(status="waiting", since=watching.clocks.now - MINUTE)
    watching.session()
    watching.stop()
    watching.clocks.pass_(HOUR)
    asked = watching.write(status="waiting", since=watching.clocks.now)
    watching.start()
    assert watching.session().status_since == asked
    assert len(watching.waits) == 2
    watching.stop()
