"""What a session's folder has checked out, beside its name and in its details."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.test_accessibility import problems
from tests.browser.test_layout import overflows
from tests.support.home import Home, LiveSession
from tests.support.running import Server

COMMIT = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"
ADDRESS = "https://github.com/example-org/storefront/pull/51"
# What a server with pull requests would send: handed to the page's own store.
TAKE_IN = """async ([id, git]) => {
  const { store } = await import('/static/js/lib/live.js');
  const { revision, generatedAt } = store.state.known;
  const patch = { generatedAt, sessions: { [id]: { git: JSON.parse(git) } } };
  store.receive({ type: 'diff', base: revision, revision, patch });
}"""


def in_repository(home: Home, tmp_path: Path, head: str, **fields: Any) -> LiveSession:
    """A session in a folder `storefront` that has this checked out."""
    folder = tmp_path / "work" / "storefront"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text(f"{head}\n")
    return home.session(name="checkout-flow", cwd=str(folder), **fields)


def fact(page: Page, name: str) -> Locator:
    """A pair of a name and a value in the details."""
    term = page.locator("dt", has_text=re.compile(f"^{name}$"))
    return page.locator(".facts > div").filter(has=term)


def with_pull_request(page: Page, session: LiveSession, **more: Any) -> None:
    expect(page.locator("session-list")).to_contain_text("storefront on main")
    checks = {"state": "failing", "passing": 4, "failing": 2, "pending": 0}
    pull = {"number": 51, "title": "Show checks", "state": "open", "checks": checks, **more}
    git = {"branch": "main", "pullRequest": {"url": ADDRESS, **pull}}
    page.evaluate(TAKE_IN, [session.id, json.dumps(git)])


def test_a_branch_is_shown_in_card_row_and_details(
    home: Home, server: Server, open_page: Open, tmp_path: Path
) -> None:
    session = in_repository(home, tmp_path, "ref: refs/heads/feature/retry-budget")
    session.wait_for("Bash", {"command": "ls"}, "permission prompt")
    page = open_page(server)
    words = "storefront on feature/retry-budget"
    expect(page.locator("needs-you .waiting-card .where")).to_contain_text(words)
    expect(page.locator("session-list .folder")).to_have_text(words)
    page.locator("session-list a.name").click()
    expect(fact(page, "Branch")).to_contain_text("feature/retry-budget")
    expect(fact(page, "Repository")).to_contain_text("storefront")


def test_a_commit_is_shown_where_no_branch_is(
    home: Home, server: Server, open_page: Open, tmp_path: Path
) -> None:
    session = in_repository(home, tmp_path, COMMIT)
    page = open_page(server)
    expect(page.locator("session-list .folder")).to_have_text("storefront at 1a2b3c4")
    page.goto(f"{server.address}/sessions/{session.id}")
    expect(fact(page, "Commit")).to_contain_text("1a2b3c4")


def test_a_pull_request_is_told_in_the_row_and_linked_to_in_the_details(
    home: Home, server: Server, open_page: Open, tmp_path: Path
) -> None:
    session = in_repository(home, tmp_path, "ref: refs/heads/main")
    page = open_page(server)
    with_pull_request(page, session)
    expect(page.locator("session-list .pull")).to_contain_text("#51 · 2 failing")
    page.locator("session-list a.name").click()
    link = page.locator(".facts").get_by_role("link", name="#51 Show checks")
    expect(link).to_have_attribute("href", ADDRESS)
    expect(link).to_have_attribute("rel", "noreferrer noopener")
    expect(link).to_have_attribute("target", "_blank")
    expect(page.locator(".facts")).to_contain_text("open · checks: 2 failing, 4 passing")
    assert problems(page) == []


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://github.com.evil.example/pull/51"])
def test_no_other_address_than_one_of_github_is_linked_to(
    home: Home, server: Server, open_page: Open, tmp_path: Path, url: str
) -> None:
    session = in_repository(home, tmp_path, "ref: refs/heads/main")
    page = open_page(server)
    with_pull_request(page, session, url=url)
    page.locator("session-list a.name").click()
    expect(page.locator(".facts")).to_contain_text("Show checks")
    expect(page.locator(".facts a")).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 360])
def test_a_long_branch_and_title_change_no_layout(
    home: Home, server: Server, open_page: Open, tmp_path: Path, width: int
) -> None:
    session = in_repository(home, tmp_path, "ref: refs/heads/main")
    session.wait_for("Bash", {"command": "ls"}, "permission prompt")
    page = open_page(server, width=width)
    with_pull_request(page, session, title="a title " * 25, state="draft")
    git = {"branch": "x" * 200}
    page.evaluate(TAKE_IN, [session.id, json.dumps(git)])
    expect(page.locator("session-list .folder")).to_contain_text("xxx")
    assert not overflows(page)
    page.locator("session-list a.name").click()
    expect(page.get_by_role("dialog")).to_contain_text("a title")
    assert not overflows(page)


def test_on_a_phone_an_app_that_is_not_known_leaves_no_dash(
    home: Home, server: Server, open_page: Open
) -> None:
    folder = home.path / ".agent-lookout" / "sessions"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text('{"agent": "Homegrown", "status": "working"}')
    home.session()
    page = open_page(server, width=390)
    row = page.locator("tr[data-session-id]", has_text="Homegrown")
    expect(row.locator(".app [aria-hidden]")).not_to_be_visible()
    assert row.locator(".agent").evaluate("one => getComputedStyle(one, '::after').display") == (
        "none"
    )
