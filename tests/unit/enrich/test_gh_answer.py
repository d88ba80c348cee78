"""The pull request of a branch, and its checks, as gh tells them."""

import json
from typing import Any

import pytest

from sessions_app.domain.git import Checks, PullRequest
from sessions_app.enrich.gh_answer import read_answer
from sessions_app.enrich.remotes import Target
from tests.support.fake_gh import a_check, a_pull_request, a_status

TARGET = Target("example-org/storefront", "checkout-flow", frozenset(["example-org", "dev"]))
ZERO = "0001-01-01T00:00:00Z"


def read(*listed: dict[str, Any]) -> PullRequest | None:
    return read_answer(json.dumps(listed), TARGET)


def number(*listed: dict[str, Any]) -> int | None:
    found = read(*listed)
    return found.number if found else None


def checks(*listed: dict[str, Any]) -> Checks:
    found = read(a_pull_request(statusCheckRollup=list(listed)))
    assert found is not None
    return found.checks


def test_every_field_is_told() -> None:
    listed = a_pull_request(statusCheckRollup=[a_check("a"), a_check("b", "FAILURE")])
    assert read(listed) == PullRequest(
        number=51,
        title="Show the pull request and its checks",
        state="open",
        checks=Checks("failing", 1, 1, 0),
        url="https://github.com/example-org/storefront/pull/51",
    )


def test_a_branch_without_one_has_none() -> None:
    assert read() is None


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, "open"),
        ({"isDraft": True}, "draft"),
        ({"state": "MERGED"}, "merged"),
        ({"state": "CLOSED"}, "closed"),
        ({"state": "CLOSED", "isDraft": True}, "closed"),
    ],
)
def test_its_state_is_one_of_four(fields: dict[str, Any], state: str) -> None:
    found = read(a_pull_request(**fields))
    assert found is not None
    assert found.state == state


def test_the_open_one_comes_before_those_that_are_over_and_then_the_newest() -> None:
    over = [a_pull_request(number=60, state="MERGED"), a_pull_request(number=61, state="CLOSED")]
    assert number(*over) == 61
    assert number(*over, a_pull_request(number=3)) == 3


def test_another_branchs_and_another_persons_fork_are_passed_over() -> None:
    theirs = {"login": "stranger"}
    assert number(a_pull_request(headRefName="checkout-flow-2")) is None
    assert number(a_pull_request(isCrossRepository=True, headRepositoryOwner=theirs)) is None
    assert number(a_pull_request(isCrossRepository=True, headRepositoryOwner=None)) is None
    mine = a_pull_request(isCrossRepository=True, headRepositoryOwner={"login": "Dev"})
    assert number(mine) == 51


def test_its_title_is_cleaned_and_cut() -> None:
    found = read(a_pull_request(title="\u202eevil\u001b[31m\n" + "x" * 500))
    assert found is not None
    assert found.title.startswith("evil x")
    assert len(found.title) == 200


@pytest.mark.parametrize("conclusion", ["SUCCESS", "SKIPPED", "NEUTRAL"])
def test_what_passed_was_skipped_or_is_neutral_passes(conclusion: str) -> None:
    assert checks(a_check("a", conclusion)) == Checks("passing", 1, 0, 0)


@pytest.mark.parametrize(
    "conclusion",
    ["FAILURE", "TIMED_OUT", "CANCELLED", "STALE", "ACTION_REQUIRED", "STARTUP_FAILURE"],
)
def test_what_failed_in_any_way_fails(conclusion: str) -> None:
    assert checks(a_check("a"), a_check("b", conclusion)) == Checks("failing", 1, 1, 0)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("SUCCESS", Checks("passing", 1, 0, 0)),
        ("FAILURE", Checks("failing", 0, 1, 0)),
        ("ERROR", Checks("failing", 0, 1, 0)),
        ("PENDING", Checks("pending", 0, 0, 1)),
        ("EXPECTED", Checks("pending", 0, 0, 1)),
    ],
)
def test_a_commit_status_counts_as_a_check(state: str, expected: Checks) -> None:
    assert checks(a_status("ci/x", state)) == expected


@pytest.mark.parametrize("status", ["QUEUED", "IN_PROGRESS", "WAITING", "PENDING", "REQUESTED"])
def test_what_has_not_finished_is_pending(status: str) -> None:
    pending = a_check("b", "", status=status, startedAt=ZERO)
    assert checks(a_check("a"), pending) == Checks("pending", 1, 0, 1)


def test_a_word_that_is_not_known_is_pending_rather_than_passing() -> None:
    assert checks(a_check("a", "SOMETHING_NEW")).state == "pending"


def test_failing_comes_before_pending() -> None:
    pending = a_check("b", "", status="QUEUED")
    assert checks(a_check("a", "FAILURE"), pending, a_check("c")) == Checks("failing", 1, 1, 1)


def test_without_checks_the_state_is_none() -> None:
    assert checks() == Checks("none", 0, 0, 0)
    found = read(a_pull_request(statusCheckRollup=None))
    assert found is not None
    assert found.checks.state == "none"


def test_a_check_that_was_run_again_counts_once_by_its_last_run() -> None:
    later = "2026-10-01T11:00:00Z"
    again = a_check("a", "SUCCESS", startedAt=later)
    assert checks(a_check("a", "FAILURE"), again) == Checks("passing", 1, 0, 0)
    assert checks(again, a_check("a", "FAILURE")) == Checks("passing", 1, 0, 0)
    assert checks(again, a_check("a", "FAILURE", workflowName="Nightly")).failing == 1
    queued = a_check("a", "", status="QUEUED", startedAt=ZERO)
    assert checks(queued, a_check("a", "FAILURE")) == Checks("pending", 0, 0, 1)
    first, last = a_status("x", "FAILURE"), a_status("x", "SUCCESS", startedAt=later)
    assert checks(last, first) == Checks("passing", 1, 0, 0)
