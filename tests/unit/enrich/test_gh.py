"""How gh is run, and what is made of how it ends."""

import json
import os
from pathlib import Path

import pytest

from lookout.env import read as read_environment
from sessions_app.domain.git import PullRequest
from sessions_app.enrich.gh import TIMEOUT_S, Gh, Trouble
from sessions_app.enrich.gh_answer import FIELDS
from sessions_app.enrich.remotes import Target
from tests.support.fake_gh import FakeGh, a_pull_request

TARGET = Target("example-org/storefront", "checkout-flow")
BASE = {
    "HOME": "/home/dev",
    "GH_TOKEN": "t0ken",
    "GH_HOST": "github.example.org",
    "GH_REPO": "a/b",
    "GH_DEBUG": "api",
    "AGENT_LOOKOUT_PORT": "4777",
    "ANTHROPIC_API_KEY": "secret",
}


@pytest.fixture
def fake(tmp_path: Path) -> FakeGh:
    return FakeGh(tmp_path / "bin")


def gh(fake: FakeGh, timeout_s: float = 15.0) -> Gh:
    variables = {**BASE, "PATH": f"{fake.folder}:{os.environ['PATH']}"}
    return Gh(read_environment(variables), variables, timeout_s)


def ask(fake: FakeGh, target: Target = TARGET) -> PullRequest | Trouble | None:
    program = gh(fake).find()
    assert program is not None
    return gh(fake).ask(program, target)


def trouble(fake: FakeGh) -> Trouble:
    found = ask(fake)
    assert isinstance(found, Trouble)
    assert "secret" not in found.reason
    return found


def test_the_first_on_path_is_run_by_its_own_path(fake: FakeGh) -> None:
    assert gh(fake).find() == str(fake.path)


def test_it_is_asked_with_fixed_arguments_and_nothing_to_read(fake: FakeGh) -> None:
    fake.lists([a_pull_request()])
    found = ask(fake)
    assert isinstance(found, PullRequest)
    assert (found.number, found.state) == (51, "open")
    [call] = fake.calls
    assert call.arguments == [
        "pr",
        "list",
        "--repo=github.com/example-org/storefront",
        "--head=checkout-flow",
        "--state=all",
        "--limit=10",
        f"--json={','.join(FIELDS)}",
    ]
    assert call.given == ""


def test_it_gets_what_it_needs_of_the_environment_and_no_more(fake: FakeGh) -> None:
    ask(fake)
    [call] = fake.calls
    variables = {name for name in call.variables if name != "LC_CTYPE"}  # Python's own
    assert variables == {
        *("HOME", "PATH", "GH_TOKEN", "GH_PROMPT_DISABLED", "GH_NO_UPDATE_NOTIFIER"),
        *("GH_NO_EXTENSION_UPDATE_NOTIFIER", "GH_SPINNER_DISABLED", "NO_COLOR", "DO_NOT_TRACK"),
    }


@pytest.mark.parametrize(
    "branch",
    ["--repo=x", "-R", "a b", "a'b\"c", "$(touch_x)", "`id`", "a;b|c&d", "https://x/pull/1", "#1"],
)
def test_a_branch_is_one_argument_whatever_its_name(fake: FakeGh, branch: str) -> None:
    fake.lists([a_pull_request(headRefName=branch)])
    found = ask(fake, Target("example-org/storefront", branch))
    assert isinstance(found, PullRequest)
    [call] = fake.calls
    assert call.branch == branch
    assert len(call.arguments) == 7


ENDS = {
    "signed out": (
        "To get started with GitHub CLI, please run:  gh auth login\n",
        4,
        "signed-out",
        "gh is not signed in to GitHub",
    ),
    "a login that is over": (
        "HTTP 401: Bad credentials (https://api.github.com/graphql)\n",
        1,
        "signed-out",
        "gh is not signed in to GitHub",
    ),
    "rate-limited": (
        "GraphQL: API rate limit exceeded for user ID 1.\n",
        1,
        "everywhere",
        "GitHub takes no more questions from gh for a while",
    ),
    "rate-limited for a burst": (
        "You have exceeded a secondary rate limit.\n",
        1,
        "everywhere",
        "GitHub takes no more questions from gh for a while",
    ),
    "no network": (
        "error connecting to api.github.com\n",
        1,
        "everywhere",
        "gh could not reach GitHub",
    ),
    "no access": (
        "GraphQL: Could not resolve to a Repository with the name 'secret/x'. (repository)\n",
        1,
        "here",
        "gh cannot see a session's repository",
    ),
    "anything else": ("secret\n", 3, "here", "gh ended with code 3"),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_how_it_ended_is_told_in_words_of_our_own(
    fake: FakeGh, end: tuple[str, int, str, str]
) -> None:
    words, code, kind, reason = end
    fake.fails(words, code)
    assert (trouble(fake).kind, trouble(fake).reason) == (kind, reason)


def test_one_that_does_not_answer_is_ended(fake: FakeGh) -> None:
    fake.does("import time; time.sleep(60)")
    found = gh(fake, timeout_s=0.5).ask(str(fake.path), TARGET)
    assert found == Trouble("everywhere", "gh did not answer within 0.5 seconds")


def test_the_time_it_has_is_fifteen_seconds() -> None:
    assert TIMEOUT_S == 15


def test_two_megabytes_are_not_read(fake: FakeGh) -> None:
    fake.does("print('[' + ' ' * 2_000_000 + ']')")
    assert trouble(fake) == Trouble("here", "gh printed more than 1 MB")


GARBAGE = {
    "nothing": "",
    "words": "no pull requests",
    "an object": "{}",
    "another list": "[1]",
    "cut short": json.dumps([a_pull_request()])[:-5],
    "deep": "[" * 100_000,
    "no number": json.dumps([a_pull_request(number="51")]),
    "a number below one": json.dumps([a_pull_request(number=-1)]),
    "a number above all": json.dumps([a_pull_request(number=10**30)]),
    "a bool for a number": json.dumps([a_pull_request(number=True)]),
    "an unknown state": json.dumps([a_pull_request(state="LOCKED")]),
    "checks that are none": json.dumps([a_pull_request(statusCheckRollup=[1])]),
}


@pytest.mark.parametrize("output", GARBAGE.values(), ids=GARBAGE)
def test_garbage_is_no_answer(fake: FakeGh, output: str) -> None:
    (fake.folder / "garbage").write_text(output)
    fake.does("print(open(folder + '/garbage').read())")
    assert trouble(fake) == Trouble("here", "gh did not print the list expected")
