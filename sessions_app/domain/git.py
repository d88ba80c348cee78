"""What a session's folder has checked out, and the pull request of its branch."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from sessions_app.domain.clock import EpochMs


class Repository(Struct, frozen=True, rename="camel"):
    """A repository, the same for its main folder and every worktree of it."""

    id: str
    """16 hexadecimal characters, a hash of the path of its own git folder."""
    name: str


class Checks(Struct, frozen=True):
    """The checks on a pull request's latest commit, by how they ended."""

    state: Literal["failing", "pending", "passing", "none"]
    """The worst there is; `none` without checks."""
    passing: int
    failing: int
    pending: int


class PullRequest(Struct, frozen=True, rename="camel", kw_only=True):
    """A pull request on github.com."""

    number: int
    title: str
    state: Literal["open", "draft", "merged", "closed"]
    checks: Checks
    url: str
    checked_at: EpochMs | UnsetType = UNSET
    """When this was told, while it could not be asked again since."""


class Git(Struct, frozen=True, rename="camel", kw_only=True):
    """A branch, or the commit when no branch is checked out."""

    branch: str | UnsetType = UNSET
    commit: str | UnsetType = UNSET
    """Its first seven characters."""
    repository: Repository | UnsetType = UNSET
    pull_request: PullRequest | UnsetType = UNSET
