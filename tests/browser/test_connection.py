"""The page says what it knows, and how fresh that is."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.support.home import Home
from tests.support.running import running


def test_a_restart_of_the_server_is_survived(home: Home, open_page: Open) -> None:
    session = home.session(name="before")
    with running(home) as first:
        port = first.port
        page = open_page(first)
        expect(page.locator("live-state")).to_contain_text("Live")
        expect(page.locator("session-list")).to_contain_text("before")
        first.end()
    expect(page.locator("live-state")).to_contain_text(
        re.compile("Reconnecting…|Agent Lookout has stopped")
    )
    expect(page.locator("live-state")).to_contain_text(re.compile("data .* old"))
    session.write(name="after")
    with running(home, port=port):
        expect(page.locator("live-state")).to_contain_text("Live", timeout=15_000)
        expect(page.locator("session-list")).to_contain_text("after")


def test_a_server_that_stopped_is_told_as_stopped_and_not_as_all_clear(
    home: Home, open_page: Open
) -> None:
    home.session()
    with running(home) as server:
        page = open_page(server)
        expect(page.locator("live-state")).to_contain_text("Live")
        server.end()
    expect(page.locator("live-state")).to_contain_text("Agent Lookout has stopped", timeout=15_000)
    expect(page.locator("needs-you")).to_contain_text("agent-lookout runserver")
    expect(page.locator("needs-you")).not_to_contain_text(
        re.compile("nothing needs", re.IGNORECASE)
    )


def test_a_source_that_cannot_be_read_is_told_on_the_page(tmp_path: Path, open_page: Open) -> None:
    # A file where the folder of status files should be cannot be listed by anyone, root included.
    folder = tmp_path / ".agent-lookout"
    folder.mkdir()
    (folder / "sessions").write_text("")
    with running(tmp_path) as server:
        server.until(lambda s: "unavailable" in {one["state"] for one in s["sources"]})
        page = open_page(server)
        expect(page.locator("source-problems")).to_contain_text("Status files")


def test_with_no_agent_the_page_teaches(tmp_path: Path, open_page: Open) -> None:
    with running(tmp_path) as server:
        page = open_page(server)
        expect(page.locator("first-steps")).to_contain_text("~/.claude")
        expect(page.locator("first-steps")).to_contain_text("agent-lookout demo")
