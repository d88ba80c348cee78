"""The branch and repository of a folder, from `.git`, `HEAD` and `commondir` alone.

No git command is run, no folder is listed, nothing is written. Format: gitrepository-layout(5)
and gitdir files as git 2.39 writes them.
"""

import hashlib
import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET, UnsetType, structs

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.git import Git, Repository
from sessions_app.domain.session import Session
from sessions_app.domain.text import clean, last_part
from sessions_app.system.files import Refused, read_file

EVERY_MS: Final = 10_000
MOST_FOLDERS: Final = 24
"""Folders looked into for one session, its own included."""
FILE_LIMIT: Final = 4 * 1024

_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
_HEADS: Final = "ref: refs/heads/"
_ELSEWHERE: Final = f"{_HEADS}.invalid"
"""What HEAD holds where the references are in a reftable, which nothing here reads (git 2.45)."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a working folder's HEAD is, and whose repository it is."""

    git_folder: str
    top: str
    """The folder that holds `.git`."""
    is_file: bool
    """`.git` is a file: a worktree's or a submodule's."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """What a folder has checked out, with what is used here and never shown."""

    git: Git
    branch: str | None
    """The branch as git calls it: `git` has it cleaned and cut."""
    common: str | None
    """The repository's own git folder, the same for every worktree of it."""


def look(cwd: str, home: str) -> Checkout | None:
    """What a folder has checked out; None when it is in no repository that can be read."""
    place = next(_places(cwd, home), None)
    if place is None:
        return None
    head = line_of(os.path.join(place.git_folder, "HEAD"))
    if head is None:
        return None
    common = _common(place)
    repository = _repository(place, common)
    if head.startswith(_HEADS) and head != _ELSEWHERE:
        branch = head.removeprefix(_HEADS)
        shown = clean(branch)
        git = Git(branch=shown, repository=repository)
        return Checkout(git, branch, common) if shown else None
    if _COMMIT.fullmatch(head):
        return Checkout(Git(commit=head[:7], repository=repository), None, common)
    return None


def _places(cwd: str, home: str) -> Iterator[_Place]:
    """Where `.git` is first found, in the folder or above it; nowhere at home or the root."""
    for folder in _upwards(cwd, home):
        path = os.path.join(folder, ".git")
        try:
            mode = os.stat(path, follow_symlinks=False).st_mode
        except OSError:
            continue
        if stat.S_ISDIR(mode):
            yield _Place(path, folder, is_file=False)
        elif stat.S_ISREG(mode) and (named := _named(path, folder)) is not None:
            yield _Place(named, folder, is_file=True)
        return


def _upwards(cwd: str, home: str) -> Iterator[str]:
    if not os.path.isabs(cwd) or not os.path.isdir(cwd):
        return
    folder = os.path.normpath(cwd)
    for _ in range(MOST_FOLDERS):
        above = os.path.dirname(folder)
        # Neither home nor what is above it: a repository there is not the session's.
        if above == folder or f"{os.path.normpath(home)}/".startswith(f"{folder}/"):
            return
        yield folder
        folder = above


def _named(path: str, folder: str) -> str | None:
    """The git folder that a `.git` file names."""
    line = line_of(path)
    if line is None or not line.startswith("gitdir: "):
        return None
    return os.path.normpath(os.path.join(folder, line.removeprefix("gitdir: ")))


def line_of(path: str) -> str | None:
    """The one line of a small file, as it is; None when it cannot be read as one."""
    try:
        text = os.fsdecode(read_file(path, FILE_LIMIT).data)
    except Refused:
        return None
    line = text.rstrip("\r\n")
    return line if line and "\n" not in line and "\0" not in line else None


def _common(place: _Place) -> str | None:
    """The git folder of the repository itself; a worktree's own names it in `commondir`."""
    named = os.path.join(place.git_folder, "commondir")
    if not place.is_file or not os.path.lexists(named):
        return place.git_folder
    line = line_of(named)
    return None if line is None else os.path.normpath(os.path.join(place.git_folder, line))


def _repository(place: _Place, common: str | None) -> Repository | UnsetType:
    if common is None:
        return UNSET
    if common != place.git_folder:
        return _made(common, _name_of(common))
    # By whichever link it was reached: a repository has one name and one id.
    return _made(common, last_part(os.path.realpath(place.top)))


def _name_of(git_folder: str) -> str | None:
    """`storefront`, of `storefront/.git`, of `storefront/.bare` and of `storefront.git`."""
    name = last_part(git_folder) or ""
    if name.startswith("."):
        return last_part(os.path.dirname(git_folder))
    return name.removesuffix(".git") or None


def _made(git_folder: str, name: str | None) -> Repository | UnsetType:
    shown = clean(name or "")
    if not shown:
        return UNSET
    path = os.fsencode(os.path.realpath(git_folder))
    return Repository(hashlib.sha256(path).hexdigest()[:16], shown)


class Branches:
    """What each session's folder has checked out, looked up at most every ten seconds a folder."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._known: Mapping[str, tuple[EpochMs, Checkout | None]] = {}

    def is_due(self, sessions: Sequence[Session], now: EpochMs) -> bool:
        """Whether one of their folders was not looked at within the last ten seconds."""
        return any(self._is_old(folder, now) for folder in _folders(sessions))

    def look(self, sessions: Sequence[Session], now: EpochMs) -> None:
        """Looks at the folders whose time has come, and forgets those no session is in."""
        known = self._known
        self._known = {
            folder: (now, look(folder, self._home)) if self._is_old(folder, now) else known[folder]
            for folder in _folders(sessions)
        }

    def _is_old(self, folder: str, now: EpochMs) -> bool:
        known = self._known.get(folder)
        return known is None or not 0 <= now - known[0] < EVERY_MS

    def checkout_of(self, session: Session) -> Checkout | None:
        """What a session's folder has checked out, as far as that is known."""
        known = self._known.get(session.cwd or "")
        return known[1] if known else None

    def added_to(self, session: Session) -> Session:
        """A session with what its folder has checked out, as far as that is known."""
        checkout = self.checkout_of(session)
        return session if checkout is None else structs.replace(session, git=checkout.git)


def _folders(sessions: Sequence[Session]) -> frozenset[str]:
    return frozenset(session.cwd for session in sessions if session.cwd is not None)
