"""Which repository on github.com holds the pull request of a checked-out branch.

Read for it are the `config` of the repository and the `HEAD` of a remote, neither through a link;
no host name is looked up, and ssh's own aliases are not known.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sessions_app.enrich.git import Checkout, line_of
from sessions_app.enrich.git_config import Remote, remotes
from sessions_app.system.files import Refused, read_file

CONFIG_LIMIT: Final = 256 * 1024
URL_LIMIT: Final = 2_048

_URL: Final = re.compile(
    r"(?:(?:https?|ssh|git|git\+ssh)://(?:[^/\s]{0,1024}@)?"
    r"(?:www\.|ssh\.)?github\.com(?::[0-9]{0,5})?/"
    r"|(?:[^/:@\s]{1,256}@)?(?:ssh\.)?github\.com:/?)"
    r"([a-z0-9][a-z0-9_-]{0,99})/([a-z0-9._-]{1,100}?)(?:\.git)?/?",
    re.ASCII | re.IGNORECASE,
)
_REMOTE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)
"""A remote whose name is also one folder's: git allows more, which nobody uses."""

# What git forbids in a branch's name (git-check-ref-format(1)), and what its texts never hold.
_NOT_IN_BRANCHES: Final = re.compile(r"[\x00-\x20\x7f~^:?*\[\\\ud800-\udfff]|\.\.|@\{|//")
_DIGITS: Final = re.compile(r"[0-9]+", re.ASCII)
_USUAL_DEFAULTS: Final = frozenset(["main", "master"])


@dataclass(frozen=True, slots=True)
class Target:
    """A branch to ask for."""

    repository: str
    """The owner and name of the repository that its pull request would be in."""
    branch: str
    owners: frozenset[str] = field(default=frozenset(), compare=False)
    """In small letters, who may have pushed it: others' forks have branches of the same name."""


@dataclass(frozen=True, slots=True)
class _OnGitHub:
    remote: str
    owner: str
    repository: str
    is_chosen: bool


def repository_of(url: str) -> tuple[str, str] | None:
    """The owner and name in a remote's address on github.com; None for any other address."""
    found = _URL.fullmatch(url) if len(url) <= URL_LIMIT else None
    if found is None or found[2] in (".", ".."):
        return None
    return found[1], found[2]


def target_of(checkout: Checkout) -> Target | None:
    """What to ask for; None for a commit, a default branch, or a repository elsewhere."""
    branch, common = checkout.branch, checkout.common
    if branch is None or common is None or not is_askable(branch, str(checkout.git.branch)):
        return None
    known = _on_github(common)
    if not known or branch in _defaults(common, known):
        return None
    owners = frozenset(one.owner.lower() for one in known)
    return Target(known[0].repository, branch, owners)


def is_askable(branch: str, shown: str) -> bool:
    """Whether a name is one a branch on github.com can have, shown whole, and not digits alone."""
    return (
        branch == shown
        and _NOT_IN_BRANCHES.search(branch) is None
        and _DIGITS.fullmatch(branch) is None
    )


def _on_github(common: str) -> Sequence[_OnGitHub]:
    """The remotes on github.com, first the one that pull requests are made in."""
    try:
        data = read_file(os.path.join(common, "config"), CONFIG_LIMIT).data
    except Refused:
        return ()
    found = [
        _OnGitHub(remote.name, pair[0], f"{pair[0]}/{pair[1]}", remote.is_chosen)
        for remote in remotes(data.decode("utf-8", "replace"))
        if _is_plain(remote) and (pair := repository_of(remote.url or ""))
    ]
    return sorted(found, key=_rank)


def _is_plain(remote: Remote) -> bool:
    return _REMOTE.fullmatch(remote.name) is not None


def _rank(remote: _OnGitHub) -> int:
    """What `gh repo set-default` chose; else what a fork was made from; else what was cloned."""
    if remote.is_chosen:
        return 0
    return {"upstream": 1, "origin": 2}.get(remote.remote, 3)


def _defaults(common: str, known: Sequence[_OnGitHub]) -> frozenset[str]:
    """The default branch, by the `HEAD` that git keeps of a remote it cloned or fetched from."""
    for remote in dict.fromkeys((known[0].remote, "origin")):
        folder = os.path.join(os.path.realpath(common), "refs", "remotes", remote)
        if os.path.realpath(folder) != folder:
            continue  # by a link, which is not followed
        begin = f"ref: refs/remotes/{remote}/"
        line = line_of(os.path.join(folder, "HEAD"))
        if line is not None and line.startswith(begin):
            return frozenset([line.removeprefix(begin)])
    return _USUAL_DEFAULTS
