"""What a folder has checked out, against repositories that the real git made."""

import os
from pathlib import Path

import pytest
from msgspec import UNSET

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.git import Git, Repository
from sessions_app.domain.session import Session
from sessions_app.enrich.git import Branches, look
from tests.support.opened import opened
from tests.support.repositories import a_repository, git

NOW = EpochMs(1_796_000_000_000)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def storefront(home: Path) -> Path:
    """A repository with one commit, on the branch checkout-flow."""
    return a_repository(home / "dev" / "storefront")


def seen(folder: Path, home: Path) -> Git | None:
    found = look(str(folder), str(home))
    return found.git if found else None


def repository(found: Git | None) -> Repository:
    assert found is not None
    assert found.repository is not UNSET
    return found.repository


def test_a_folder_inside_a_repository_has_its_branch_and_its_name(
    storefront: Path, home: Path
) -> None:
    inside = storefront / "src" / "cart"
    inside.mkdir(parents=True)
    found = seen(inside, home)
    assert found is not None
    assert found.branch == "checkout-flow"
    assert found.commit is UNSET
    assert repository(found).name == "storefront"
    assert len(repository(found).id) == 16
    assert str(storefront) not in repository(found).id


def test_with_no_branch_checked_out_it_has_seven_characters_of_the_commit(
    storefront: Path, home: Path
) -> None:
    git(storefront, "checkout", "-q", "--detach")
    found = seen(storefront, home)
    assert found is not None
    assert found.branch is UNSET
    assert found.commit == git(storefront, "rev-parse", "HEAD")[:7]


@pytest.mark.parametrize("name", ["main", "feat/x", "a" * 150, "пирог", "51"])
def test_a_branch_is_told_as_git_calls_it(storefront: Path, home: Path, name: str) -> None:
    git(storefront, "checkout", "-q", "-b", name)
    found = seen(storefront, home)
    assert found is not None
    assert found.branch == name


def test_a_branch_without_a_commit_is_a_branch(home: Path) -> None:
    folder = home / "new"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    found = seen(folder, home)
    assert found is not None
    assert found.branch == "main"


def test_a_worktree_is_of_the_repository_it_was_made_from(storefront: Path, home: Path) -> None:
    beside = home / "dev" / "storefront.worktrees" / "feat" / "x"
    git(storefront, "worktree", "add", "-q", "-b", "feat/x", str(beside))
    inside = storefront / ".claude" / "worktrees" / "y"
    git(storefront, "worktree", "add", "-q", "-b", "y", str(inside))
    found = [seen(folder, home) for folder in (storefront, beside, inside)]
    assert [one.branch for one in found if one] == ["checkout-flow", "feat/x", "y"]
    assert {repository(one) for one in found} == {repository(found[0])}


def test_a_submodule_is_a_repository_of_its_own(storefront: Path, home: Path) -> None:
    library = home / "library"
    library.mkdir()
    git(library, "init", "-q", "-b", "main")
    git(library, "commit", "-q", "--allow-empty", "-m", "x")
    allowed = ("-c", "protocol.file.allow=always")
    git(storefront, *allowed, "submodule", "--quiet", "add", str(library), "vendor/library")
    found = seen(storefront / "vendor" / "library", home)
    assert repository(found).name == "library"
    assert repository(found) != repository(seen(storefront, home))


@pytest.mark.parametrize("bare", [".bare", "storefront.git"])
def test_worktrees_beside_a_bare_repository_are_named_after_it(
    storefront: Path, home: Path, bare: str
) -> None:
    project = home / "bare" / "storefront"
    project.mkdir(parents=True)
    git(home, "clone", "-q", "--bare", str(storefront), str(project / bare))
    git(project / bare, "worktree", "add", "-q", "-b", "one", str(project / "one"))
    git(project / bare, "worktree", "add", "-q", "-b", "two", str(project / "two"))
    found = [seen(project / name, home) for name in ("one", "two")]
    assert {repository(one).name for one in found} == {"storefront"}
    assert len({repository(one).id for one in found}) == 1


def test_a_link_to_a_repository_is_that_repository(storefront: Path, home: Path) -> None:
    link = home / "link"
    link.symlink_to(storefront)
    assert repository(seen(link, home)) == repository(seen(storefront, home))


def test_twenty_four_folders_are_looked_into_and_no_more(storefront: Path, home: Path) -> None:
    deep = storefront.joinpath(*["d"] * 24)
    deep.mkdir(parents=True)
    assert seen(deep.parent, home) is not None
    assert seen(deep, home) is None


def test_a_repository_at_home_is_not_the_sessions(home: Path) -> None:
    git(home, "init", "-q")
    inside = home / "notes"
    inside.mkdir()
    assert seen(inside, home) is None
    assert seen(home, home) is None
    assert seen(home.parent, home) is None


def test_outside_of_home_folders_are_looked_into_up_to_the_root(
    storefront: Path, tmp_path: Path
) -> None:
    assert seen(storefront, tmp_path / "elsewhere") is not None


@pytest.mark.parametrize(
    "cwd", ["relative", ".", "d:\\work", "/nonexistent/folder", "/", "", "/dev/null"]
)
def test_a_folder_that_is_none_is_in_no_repository(cwd: str, home: Path) -> None:
    assert look(cwd, str(home)) is None


BROKEN_HEADS = {
    "empty": b"",
    "no reference": b"checkout-flow\n",
    "another reference": b"ref: refs/remotes/origin/main\n",
    "nothing after heads": b"ref: refs/heads/\n",
    "two lines": b"ref: refs/heads/a\nref: refs/heads/b\n",
    "short commit": b"abcdef0\n",
    "too large": b"ref: refs/heads/" + b"a" * 5_000,
    "a reftable's": b"ref: refs/heads/.invalid\n",
    "a zero byte": b"ref: refs/heads/a\0b\n",
}


@pytest.mark.parametrize("content", BROKEN_HEADS.values(), ids=BROKEN_HEADS)
def test_a_head_that_names_no_branch_gives_none(
    storefront: Path, home: Path, content: bytes
) -> None:
    (storefront / ".git" / "HEAD").write_bytes(content)
    assert seen(storefront, home) is None


def test_a_hostile_branch_name_is_cleaned_and_cut(storefront: Path, home: Path) -> None:
    name = "\u202eevil\u001b[31m" + "x" * 500
    (storefront / ".git" / "HEAD").write_text(f"ref: refs/heads/{name}\n")
    found = seen(storefront, home)
    assert found is not None
    assert isinstance(found.branch, str)
    assert found.branch.startswith("evilx")
    assert len(found.branch) == 200


BROKEN_FILES = {
    "empty": b"",
    "no gitdir": b"something else\n",
    "names nothing": b"gitdir: \n",
    "names what is not there": b"gitdir: /nonexistent\n",
    "two lines": b"gitdir: a\ngitdir: b\n",
    "bytes that are no text": b"\xff\xfe",
}


@pytest.mark.parametrize("content", BROKEN_FILES.values(), ids=BROKEN_FILES)
def test_a_broken_git_file_gives_none_and_nothing_above_is_looked_at(
    storefront: Path, home: Path, content: bytes
) -> None:
    inside = storefront / "inside"
    inside.mkdir()
    (inside / ".git").write_bytes(content)
    assert seen(inside, home) is None


def test_links_pipes_and_folders_in_place_of_files_are_never_read(
    storefront: Path, home: Path
) -> None:
    secret = home / "secret"
    secret.write_text("ref: refs/heads/secret\n")
    head = storefront / ".git" / "HEAD"
    head.unlink()
    head.symlink_to(secret)
    assert seen(storefront, home) is None
    head.unlink()
    os.mkfifo(head)
    assert seen(storefront, home) is None
    inside = storefront / "inside"
    inside.mkdir()
    (inside / ".git").symlink_to(storefront / ".git")
    assert seen(inside, home) is None


def test_a_worktree_whose_commondir_cannot_be_read_has_a_branch_and_no_repository(
    storefront: Path, home: Path
) -> None:
    beside = home / "beside"
    git(storefront, "worktree", "add", "-q", "-b", "x", str(beside))
    common = storefront / ".git" / "worktrees" / "beside" / "commondir"
    common.unlink()
    common.symlink_to("/etc/hostname")
    assert seen(beside, home) == Git(branch="x")


def test_nothing_but_the_three_files_is_opened(storefront: Path, home: Path) -> None:
    beside = home / "beside"
    git(storefront, "worktree", "add", "-q", "-b", "x", str(beside))
    with opened() as paths:
        assert seen(beside, home) is not None
    assert {os.path.basename(path) for path in paths} <= {".git", "HEAD", "commondir"}


def session_in(folder: Path) -> Session:
    return Session(id="a:1", source="a", name="x", cwd=str(folder), status="idle")


def branch_of(session: Session) -> object:
    assert session.git is not UNSET
    return session.git.branch


def test_a_folder_is_looked_at_once_in_ten_seconds(storefront: Path, home: Path) -> None:
    branches = Branches(str(home))
    session = session_in(storefront)
    assert branches.added_to(session).git is UNSET
    assert branches.is_due([session], NOW)
    branches.look([session], NOW)
    git(storefront, "checkout", "-q", "-b", "later")
    soon, later = EpochMs(NOW + 9_999), EpochMs(NOW + 10_000)
    assert not branches.is_due([session], soon)
    branches.look([session], soon)
    assert branch_of(branches.added_to(session)) == "checkout-flow"
    assert branches.is_due([session], later)
    branches.look([session], later)
    assert branch_of(branches.added_to(session)) == "later"


def test_a_folder_no_session_is_in_is_forgotten(storefront: Path, home: Path) -> None:
    branches = Branches(str(home))
    branches.look([session_in(storefront)], NOW)
    branches.look([], NOW)
    assert branches.is_due([session_in(storefront)], NOW)


def test_a_session_without_a_folder_is_left_as_it_is(home: Path) -> None:
    branches = Branches(str(home))
    session = Session(id="a:1", source="a", name="x", status="idle")
    assert not branches.is_due([session], NOW)
    assert branches.added_to(session) is session
