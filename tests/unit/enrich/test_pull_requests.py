"""When gh is asked, how often, and what is shown while it cannot be: by a clock of its own."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from lookout.env import read as read_environment
from sessions_app.collector.runtime import enrichers_for
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.git import PullRequest
from sessions_app.domain.session import Session
from sessions_app.enrich.gh import Gh
from sessions_app.enrich.gh_state import Asked, Board, GhState
from sessions_app.enrich.git import Branches
from sessions_app.enrich.pull_requests import PullRequests
from sessions_app.serializers import to_json
from tests.support.fake_gh import FakeGh, a_pull_request
from tests.support.opened import opened
from tests.support.repositories import a_repository, git

START = 1_796_000_000_000
SECOND, MINUTE = 1_000, 60_000
HTTPS = "https://github.com/example-org/storefront.git"
RATE_LIMITED = "GraphQL: API rate limit exceeded for user ID 1.\n"


class World:
    """Sessions in real repositories, a fake gh, and the clock."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.fake = FakeGh(folder / "bin")
        self.now = START
        self.sessions: list[Session] = []
        self.board = Board()
        self.branches = Branches(str(self.home))
        variables = {"HOME": str(self.home), "PATH": f"{self.fake.folder}:/usr/bin:/bin"}
        self.pulls = PullRequests(
            Gh(read_environment(variables), variables), self.branches.checkout_of, self.board
        )

    def session(self, branch: str = "checkout-flow", **fields: Any) -> Session:
        """A session in a worktree of one repository."""
        folder = self.home / "dev" / branch.replace("/", "-")
        main = self.home / "dev" / "storefront"
        if not main.exists():
            a_repository(main, "main", origin=HTTPS)
        if not folder.exists():
            git(main, "worktree", "add", "-q", "-b", branch, str(folder))
        session = Session(
            id=f"a:{len(self.sessions)}",
            source="a",
            name="x",
            status="idle",
            cwd=str(folder),
            **fields,
        )
        self.sessions.append(session)
        return session

    @property
    def asked(self) -> list[str]:
        """The branches gh was asked for so far, in order."""
        return [call.branch for call in self.fake.calls]

    def step(self) -> None:
        """What a tick of the server does."""
        for enricher in (self.branches, self.pulls):
            if enricher.is_due(self.sessions, EpochMs(self.now)):
                enricher.look(self.sessions, EpochMs(self.now))

    def run(self, duration_ms: int, every_ms: int = 2 * SECOND) -> list[int]:
        """Lets time pass; the moments at which gh was run, from now."""
        moments = []
        for passed in range(0, duration_ms, every_ms):
            before = self._calls
            self.step()
            moments += [passed] * (self._calls - before)
            self.now += every_ms
        return moments

    @property
    def _calls(self) -> int:
        noted = self.fake.folder / "calls"
        return noted.read_bytes().count(b"\n") if noted.exists() else 0

    def shown(self, session: Session) -> PullRequest | None:
        """The pull request a session is shown with."""
        found = self.pulls.added_to(self.branches.added_to(session)).git
        if found is UNSET or found.pull_request is UNSET:
            return None
        return found.pull_request


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def most_within(moments: Sequence[int], span: int) -> int:
    return max(sum(1 for at in moments if begin <= at < begin + span) for begin in moments)


def test_a_session_is_shown_with_its_branchs_pull_request(world: World) -> None:
    session = world.session()
    world.fake.lists([a_pull_request()])
    assert world.shown(session) is None
    world.step()
    found = world.shown(session)
    assert found is not None
    assert (found.number, found.url) == (51, "https://github.com/example-org/storefront/pull/51")
    assert b"checkedAt" not in to_json(found)
    assert world.board.latest == GhState(True, None, "ready", Asked(EpochMs(START), True))


def test_where_the_repository_is_kept_is_never_told(world: World) -> None:
    session = world.session()
    world.fake.lists([a_pull_request()])
    world.step()
    shown = to_json(world.pulls.added_to(world.branches.added_to(session)).git)
    assert str(world.home).encode() not in shown


def test_a_branch_without_one_is_shown_without_one(world: World) -> None:
    session = world.session()
    world.step()
    assert world.asked == ["checkout-flow"]
    assert world.shown(session) is None
    assert world.board.latest.last == Asked(EpochMs(START), ok=True)


def test_one_that_has_gone_is_shown_no_longer(world: World) -> None:
    session = world.session()
    world.fake.lists([a_pull_request()])
    world.step()
    world.fake.lists([])
    world.run(3 * MINUTE)
    assert world.shown(session) is None


def test_twenty_sessions_on_three_branches_cost_three_questions_in_two_minutes(
    world: World,
) -> None:
    for number in range(20):
        world.session(f"branch-{number % 3}")
    moments = world.run(60 * MINUTE, 10 * SECOND)
    assert len(moments) == 90
    assert most_within(moments, 2 * MINUTE) == 3
    assert {world.asked.count(f"branch-{number}") for number in range(3)} == {30}


def test_many_branches_take_turns_and_three_are_asked_for_in_a_minute(world: World) -> None:
    for number in range(12):
        world.session(f"branch-{number}")
    moments = world.run(12 * MINUTE, 10 * SECOND)
    assert most_within(moments, MINUTE) == 3
    assert len(moments) == 36
    assert world.asked == [f"branch-{number}" for number in range(12)] * 3


def test_a_look_asks_for_one_branch_and_is_soon_due_again(world: World) -> None:
    for number in range(3):
        world.session(f"branch-{number}")
    for expected in (1, 2, 3):
        world.step()
        assert len(world.asked) == expected
        assert world.pulls.is_due(world.sessions, EpochMs(world.now)) == (expected < 3)


def test_without_a_session_on_such_a_branch_gh_is_not_even_looked_for(world: World) -> None:
    world.run(10 * MINUTE, MINUTE)
    world.session()
    a_repository(world.home / "elsewhere", origin="https://github.example.org/a/b.git")
    world.sessions = [
        Session(id=f"a:{name}", source="a", name="x", cwd=str(world.home / name), status="idle")
        for name in ("dev/storefront", "elsewhere")
    ]
    world.run(10 * MINUTE, MINUTE)
    assert world.asked == []
    assert world.board.latest == GhState(on=True, gh="unknown")


def test_a_branch_left_and_come_back_to_is_not_asked_for_again_too_soon(world: World) -> None:
    sessions = [world.session()]
    world.step()
    for _ in range(10):
        world.sessions = []
        world.run(6 * SECOND)
        world.sessions = sessions
        world.run(4 * SECOND)
    assert len(world.asked) == 1
    world.run(2 * MINUTE)
    assert len(world.asked) == 2


def test_a_session_idle_for_a_day_is_told_of_once(world: World) -> None:
    stale = world.session(stale=True)
    world.fake.lists([a_pull_request()])
    world.run(30 * MINUTE, MINUTE)
    assert len(world.asked) == 1
    assert world.shown(stale) is not None
    world.session()
    world.run(4 * MINUTE, MINUTE)
    assert len(world.asked) == 3


def test_a_branch_checked_out_later_is_asked_for_and_the_old_one_not_shown(world: World) -> None:
    session = world.session()
    world.fake.lists([a_pull_request()])
    world.step()
    git(Path(session.cwd or ""), "checkout", "-q", "-b", "later")
    world.run(12 * SECOND)
    assert world.asked == ["checkout-flow", "later"]
    assert world.shown(session) is None


Complaint = tuple[str, int]


@pytest.mark.parametrize(
    ("complaint", "gh"),
    [((RATE_LIMITED, 1), "ready"), (("gh auth login", 4), "signed-out"), (("", 7), "ready")],
)
def test_what_was_told_is_kept_with_its_age_while_gh_fails(
    world: World, complaint: Complaint, gh: str
) -> None:
    session = world.session()
    world.fake.lists([a_pull_request()])
    world.step()
    world.fake.fails(*complaint)
    world.run(5 * MINUTE)
    found = world.shown(session)
    assert found is not None
    assert (found.number, found.checked_at) == (51, START)
    state = world.board.latest
    assert state.gh == gh
    assert state.last is not None
    assert not state.last.ok
    assert state.last.reason
    world.fake.lists([a_pull_request(number=52)])
    world.run(10 * MINUTE)
    found = world.shown(session)
    assert found is not None
    assert (found.number, found.checked_at) == (52, UNSET)
    assert world.board.latest.gh == "ready"


def gaps(moments: Sequence[int]) -> list[float]:
    return [(b - a) / MINUTE for a, b in pairwise(moments)]


def test_a_rate_limit_silences_every_branch_and_longer_each_time(world: World) -> None:
    for number in range(5):
        world.session(f"branch-{number}")
    world.fake.fails(RATE_LIMITED)
    moments = world.run(130 * MINUTE, MINUTE)
    assert gaps(moments) == [2, 4, 8, 16, 30, 30, 30]
    assert len(set(world.asked)) == 5


def test_a_branch_that_fails_alone_waits_longer_each_time_and_holds_up_no_other(
    world: World,
) -> None:
    world.session("bad")
    world.session("good")
    world.fake.does("sys.exit(1) if '--head=bad' in sys.argv else print('[]')")
    world.run(64 * MINUTE, MINUTE)
    assert world.asked.count("good") == 32
    assert world.asked.count("bad") == 5  # after 0, 4, 12, 28 and 58 minutes


def test_without_gh_nothing_is_run_and_it_is_found_once_it_is_there(world: World) -> None:
    session = world.session()
    world.fake.path.rename(world.fake.folder / "gone")
    world.run(MINUTE)
    assert world.board.latest == GhState(on=True, gh="not-found")
    (world.fake.folder / "gone").rename(world.fake.path)
    world.fake.lists([a_pull_request()])
    world.run(2 * MINUTE)
    assert world.shown(session) is not None
    assert world.board.latest.gh == "ready"


def test_a_clock_that_is_set_back_stops_nothing(world: World) -> None:
    world.session()
    world.step()
    world.now -= 60 * MINUTE
    world.step()
    assert len(world.asked) == 2


def test_a_session_without_a_folder_is_left_as_it_is(world: World) -> None:
    session = Session(id="a:1", source="a", name="x", status="idle")
    assert world.pulls.added_to(session) is session


@contextmanager
def started() -> Iterator[list[str]]:
    """The programs that are started meanwhile."""
    record: list[str] = []
    is_over: list[bool] = []

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("subprocess.Popen", "os.posix_spawn", "os.exec") and not is_over:
            record.append(str(arguments[0]))

    sys.addaudithook(note)
    yield record
    is_over.append(True)


@pytest.mark.parametrize("setting", [{}, {"AGENT_LOOKOUT_PULL_REQUESTS": "true"}])
def test_off_no_config_is_opened_and_nothing_is_run(world: World, setting: dict[str, str]) -> None:
    world.session()
    variables = {"HOME": str(world.home), "PATH": str(world.fake.folder), **setting}
    enrichers = enrichers_for(read_environment(variables), variables)
    with opened() as paths, started() as programs:
        for enricher in enrichers:
            enricher.look(world.sessions, EpochMs(world.now))
    assert {os.path.basename(path) for path in paths} == {".git", "HEAD", "commondir"}
    assert programs == []
    assert world.asked == []
