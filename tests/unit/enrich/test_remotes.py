"""Which branch of which repository on github.com is asked for."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.enrich.git import look
from sessions_app.enrich.git_config import remotes
from sessions_app.enrich.remotes import CONFIG_LIMIT, Target, repository_of, target_of
from tests.support.opened import opened
from tests.support.repositories import a_repository, git

HTTPS = "https://github.com/example-org/storefront.git"
MINE = "git@github.com:dev/storefront.git"

ON_GITHUB = {
    "https": "https://github.com/example-org/storefront",
    "https with .git": HTTPS,
    "https with an end": "https://github.com/example-org/storefront/",
    "https with a port": "https://github.com:443/example-org/storefront.git",
    "https with a name": "https://dev@github.com/example-org/storefront.git",
    "https with a secret": "https://dev:ghp_secret@github.com/example-org/storefront.git",
    "large letters": "https://GitHub.com/example-org/storefront.GIT",
    "www": "https://www.github.com/example-org/storefront",
    "ssh": "ssh://git@github.com/example-org/storefront.git",
    "ssh with a port": "ssh://git@github.com:22/example-org/storefront.git",
    "ssh over https": "ssh://git@ssh.github.com:443/example-org/storefront.git",
    "scp-like": "git@github.com:example-org/storefront.git",
    "scp-like without a name": "github.com:example-org/storefront",
    "git": "git://github.com/example-org/storefront.git",
}

ELSEWHERE = [
    "",
    "https://github.example.org/example-org/storefront.git",
    "https://gitlab.com/example-org/storefront.git",
    "https://github.com.example.org/example-org/storefront",
    "https://notgithub.com/example-org/storefront",
    "https://github.com@example.org/example-org/storefront",
    "git@github.example.org:example-org/storefront.git",
    "git@github-work:example-org/storefront.git",
    "git@example.org:github.com/storefront",
    "file:///home/dev/github.com/storefront",
    "/home/dev/storefront",
    "../storefront",
    "https://github.com/example-org",
    "https://github.com/example-org/storefront/pull/1",
    "https://github.com/-R/storefront",
    "https://github.com/example-org/..",
    "https://github.com/example-org/a b",
    "https://github.com/example-org/a%2fb",
    "https://github.com/example-org/st\u043erefront",
    "git@github.com:" + "a" * 5_000,
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


def asked_for(folder: Path, home: Path) -> Target | None:
    checkout = look(str(folder), str(home))
    assert checkout is not None
    return target_of(checkout)


@pytest.mark.parametrize("url", ON_GITHUB.values(), ids=ON_GITHUB)
def test_each_form_of_an_address_on_github_names_its_repository(home: Path, url: str) -> None:
    folder = a_repository(home / "x", origin=url)
    assert asked_for(folder, home) == Target("example-org/storefront", "checkout-flow")


@pytest.mark.parametrize("url", ELSEWHERE)
def test_no_other_address_does(url: str) -> None:
    assert repository_of(url) is None


def test_a_repository_elsewhere_or_nowhere_is_not_asked_for(home: Path) -> None:
    assert asked_for(a_repository(home / "nowhere"), home) is None
    elsewhere = a_repository(home / "there", origin="https://github.example.org/a/b.git")
    assert asked_for(elsewhere, home) is None


@pytest.mark.parametrize("start", ["https://github.com/", "git@github.com:", "https://"])
def test_an_address_without_end_costs_no_more_than_a_long_one(start: str) -> None:
    assert repository_of(start + "a" * 100_000) is None
    assert repository_of(start + "a@" * 900) is None


def test_a_secret_in_an_address_goes_no_further(home: Path) -> None:
    folder = a_repository(home / "x", origin="https://dev:ghp_secret@github.com/a/b.git")
    assert "ghp_secret" not in repr(asked_for(folder, home))


def chosen(folder: Path, home: Path) -> str:
    target = asked_for(folder, home)
    assert target is not None
    return target.repository


def test_of_several_remotes_the_one_a_fork_was_made_from_is_asked(home: Path) -> None:
    folder = a_repository(home / "x", aa="git@github.com:other/storefront.git", origin=MINE)
    assert chosen(folder, home) == "dev/storefront"
    git(folder, "remote", "add", "upstream", HTTPS)
    assert chosen(folder, home) == "example-org/storefront"
    git(folder, "config", "remote.aa.gh-resolved", "base")
    assert chosen(folder, home) == "other/storefront"


def test_an_upstream_elsewhere_does_not_count(home: Path) -> None:
    folder = a_repository(home / "x", origin=MINE, upstream="https://gitlab.com/a/b.git")
    assert chosen(folder, home) == "dev/storefront"


def test_those_who_may_have_pushed_the_branch_are_known(home: Path) -> None:
    folder = a_repository(home / "x", origin="git@github.com:Dev/storefront.git", upstream=HTTPS)
    target = asked_for(folder, home)
    assert target is not None
    assert target.owners == {"dev", "example-org"}


def test_a_worktree_has_the_remotes_of_its_repository(home: Path) -> None:
    folder = a_repository(home / "x", "main", origin=HTTPS)
    git(folder, "worktree", "add", "-q", "-b", "feat/y", str(home / "y"))
    assert asked_for(home / "y", home) == Target("example-org/storefront", "feat/y")


def test_the_default_branch_is_the_one_the_remotes_head_names(home: Path) -> None:
    folder = a_repository(home / "x", "trunk", origin=HTTPS)
    git(folder, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    assert asked_for(folder, home) is None
    git(folder, "checkout", "-q", "-b", "main")
    assert asked_for(folder, home) == Target("example-org/storefront", "main")


@pytest.mark.parametrize("branch", ["main", "master"])
def test_without_that_head_the_two_usual_names_are_taken_for_it(home: Path, branch: str) -> None:
    assert asked_for(a_repository(home / "x", branch, origin=HTTPS), home) is None


def test_the_head_of_what_was_cloned_serves_for_what_it_was_forked_from(home: Path) -> None:
    folder = a_repository(home / "x", "trunk", origin=MINE, upstream=HTTPS)
    git(folder, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    assert asked_for(folder, home) is None


def test_neither_a_commit_nor_digits_alone_are_asked_for(home: Path) -> None:
    folder = a_repository(home / "x", "51", origin=HTTPS)
    assert asked_for(folder, home) is None
    git(folder, "checkout", "-q", "--detach")
    assert asked_for(folder, home) is None


@pytest.mark.parametrize(
    "branch", ["--repo=x", "-R", "a'b\"c", "$(touch_x)", "a;b|c&d", "пирог", "v5"]
)
def test_a_strange_name_that_git_allows_is_asked_for_as_it_is(home: Path, branch: str) -> None:
    folder = a_repository(home / "x", origin=HTTPS)
    (folder / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n")
    assert asked_for(folder, home) == Target("example-org/storefront", branch)


@pytest.mark.parametrize(
    "branch",
    ["a b", "a\tb", "a:b", "a..b", "a~1", "a^", "a?", "[a", "a\\b", "a@{b", "\u202ea", "a" * 201],
)
def test_a_name_that_no_branch_has_or_that_is_not_shown_whole_is_not(
    home: Path, branch: str
) -> None:
    folder = a_repository(home / "x", origin=HTTPS)
    (folder / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n")
    assert asked_for(folder, home) is None


def test_no_config_or_head_is_read_through_a_link_or_when_too_large(home: Path) -> None:
    folder = a_repository(home / "x", "trunk", origin=HTTPS)
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "HEAD").write_text("ref: refs/remotes/origin/trunk\n")
    (folder / ".git" / "refs" / "remotes").mkdir(exist_ok=True)
    (folder / ".git" / "refs" / "remotes" / "origin").symlink_to(elsewhere)
    assert asked_for(folder, home) is not None
    config = folder / ".git" / "config"
    config.write_bytes(config.read_bytes() + b"#" * CONFIG_LIMIT)
    assert asked_for(folder, home) is None
    config.unlink()
    config.symlink_to(elsewhere / "config")
    (elsewhere / "config").write_text(f'[remote "origin"]\n\turl = {HTTPS}\n')
    assert asked_for(folder, home) is None


@pytest.mark.parametrize("name", ["../../..", "..", ".", "a/b", "/etc"])
def test_a_remote_whose_name_is_a_path_is_passed_over(home: Path, name: str) -> None:
    folder = a_repository(home / "x")
    (folder / ".git" / "config").write_text(f'[remote "{name}"]\n\turl = {HTTPS}\n')
    assert asked_for(folder, home) is None


def test_an_include_is_not_followed(home: Path) -> None:
    folder = a_repository(home / "x")
    (home / "more").write_text(f'[remote "origin"]\n\turl = {HTTPS}\n')
    git(folder, "config", "include.path", str(home / "more"))
    assert git(folder, "remote") == "origin"
    assert asked_for(folder, home) is None


def test_nothing_but_the_config_and_the_remotes_head_is_opened(home: Path) -> None:
    folder = a_repository(home / "x", origin=HTTPS)
    checkout = look(str(folder), str(home))
    assert checkout is not None
    with opened() as paths:
        assert target_of(checkout) is not None
    inside = {os.path.relpath(path, folder / ".git") for path in paths}
    assert inside <= {"config", "refs/remotes/origin/HEAD"}


FORMS = {
    "quoted": '[remote "origin"]\n url = "https://x/y" ; said so\n',
    "commented": '# [remote "no"]\n[remote "origin"]\n# url = z\nurl = https://x/y # more\n',
    "on one line": '[remote "origin"] url = https://x/y\n',
    "large letters": '[REMOTE "origin"]\n\tURL=https://x/y\n',
    "in two places": '[remote "origin"]\n[core]\nurl = z\n[remote "origin"]\nurl = https://x/y\n',
    "continued": '[alias]\na = "!f() {\\\n [remote \\"no\\"]\\\n}"\n[remote "origin"]\nurl = ht\\\ntps://x/y\n',
    "a comment that ends in a backslash": '# C:\\\n[remote "origin"]\nurl = https://x/y\n',
    "other line ends": '[remote "origin"]\r\n\turl = https://x/y\r\n',
    "two addresses": '[remote "origin"]\nurl = https://x/y\nurl = https://x/z\n',
    "noise": '\x00[[[\n=\n[remote "origin"]\nurl\nurl = https://x/y\n[remote\n',
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_config_is_read_as_git_reads_it(text: str) -> None:
    assert [(one.name, one.url) for one in remotes(text)] == [("origin", "https://x/y")]


@given(st.text() | st.text('[]"\\#;=\n remoteurl'))
def test_whatever_a_config_holds_it_can_be_read(text: str) -> None:
    remotes(text)


def test_a_huge_line_costs_no_more_than_its_length() -> None:
    for text in ("a" * 100_000, '[remote "' + "\\" * 100_000, "url" + " " * 100_000, "[" * 100_000):
        assert remotes(text) == []
