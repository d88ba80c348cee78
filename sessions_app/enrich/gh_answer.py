"""What `gh pr list --json` prints, and the one pull request in it that is a branch's.

The fields are those of gh 2.x (`gh pr list --json`, without a value, lists them).
"""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from sessions_app.domain.git import Checks, PullRequest
from sessions_app.domain.text import clean
from sessions_app.enrich.remotes import Target

FIELDS: Final = (
    "number",
    "title",
    "state",
    "isDraft",
    "headRefName",
    "headRepositoryOwner",
    "isCrossRepository",
    "statusCheckRollup",
)

_PASSING: Final = frozenset(["SUCCESS", "SKIPPED", "NEUTRAL"])
_FAILING: Final = frozenset(
    ["FAILURE", "ERROR", "TIMED_OUT", "CANCELLED", "STALE", "ACTION_REQUIRED", "STARTUP_FAILURE"]
)


class _Owner(Struct):
    login: str = ""


class _Check(Struct, rename="camel"):
    """A check run, or a commit status: that has a context and a state in place of the rest."""

    name: str | None = None
    workflow_name: str | None = None
    context: str | None = None
    status: str | None = None
    conclusion: str | None = None
    state: str | None = None
    started_at: str | None = None


class _Listed(Struct, rename="camel"):
    number: Annotated[int, Meta(gt=0, lt=2**31)]
    title: str
    state: Literal["OPEN", "CLOSED", "MERGED"]
    is_draft: bool
    head_ref_name: str
    is_cross_repository: bool
    head_repository_owner: _Owner | None = None
    status_check_rollup: list[_Check] | None = None


def read_answer(output: str, target: Target) -> PullRequest | None:
    """A branch's pull request; None when it has none. Raises ValueError for any other output."""
    try:
        listed = msgspec.json.decode(output, type=list[_Listed])
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise ValueError("no list of pull requests") from problem
    mine = [one for one in listed if _is_of(one, target)]
    if not mine:
        return None
    # The open one before any that is over, and of these the newest.
    found = max(mine, key=lambda one: (one.state == "OPEN", one.number))
    return _made(found, target.repository)


def _is_of(one: _Listed, target: Target) -> bool:
    if one.head_ref_name != target.branch:
        return False
    owner = one.head_repository_owner
    return not one.is_cross_repository or (
        owner is not None and owner.login.lower() in target.owners
    )


def _made(one: _Listed, repository: str) -> PullRequest:
    return PullRequest(
        number=one.number,
        title=clean(one.title),
        state=_state(one),
        checks=count(one.status_check_rollup or ()),
        url=f"https://github.com/{repository}/pull/{one.number}",
    )


def _state(one: _Listed) -> Literal["open", "draft", "merged", "closed"]:
    if one.state == "MERGED":
        return "merged"
    if one.state == "CLOSED":
        return "closed"
    return "draft" if one.is_draft else "open"


def count(checks: Iterable[_Check]) -> Checks:
    """The checks by how they ended, one that was run again by its last run."""
    last: dict[tuple[str | None, ...], _Check] = {}
    for check in checks:
        same = (check.context, check.workflow_name, check.name)
        if same not in last or _began(check) >= _began(last[same]):
            last[same] = check
    ends = [_end(check) for check in last.values()]
    passing, failing, pending = (ends.count(end) for end in ("passing", "failing", "pending"))
    state: Literal["failing", "pending", "passing", "none"] = "passing" if passing else "none"
    if failing or pending:
        state = "failing" if failing else "pending"
    return Checks(state, passing, failing, pending)


def _began(check: _Check) -> tuple[bool, str]:
    """Comparable; one that is only queued, and so began at no time yet, is the last."""
    is_queued = not check.context and check.status not in ("COMPLETED", "IN_PROGRESS")
    return is_queued, check.started_at or ""


def _end(check: _Check) -> Literal["passing", "failing", "pending"]:
    if check.context:
        word = check.state
    else:
        word = check.conclusion if check.status == "COMPLETED" else None
    if word in _PASSING:
        return "passing"
    return "failing" if word in _FAILING else "pending"
