"""The History card of Settings: where it is kept, and how it is forgotten."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.support.home import Home
from tests.support.running import Server, running


def test_it_says_where_the_history_is_kept_and_clears_it_when_asked_twice(
    home: Home, server: Server, open_page: Open
) -> None:
    page = open_page(server, "/settings")
    card = page.locator("history-kept")
    expect(card).to_contain_text("history, ")
    expect(card).to_contain_text("Begun")
    card.get_by_role("button", name="Clear history…").click()
    page.keyboard.press("Enter")  # the focus is on the careful answer
    expect(card.get_by_role("button", name="Clear history…")).to_be_focused()
    card.get_by_role("button", name="Clear history…").click()
    card.get_by_role("button", name="Clear history", exact=True).click()
    expect(card).to_contain_text("Cleared.")
    history = json.loads(server.get("/api/history")[2])
    assert history["since"]["by"] == "cleared"


def test_what_was_cleared_goes_from_every_open_page(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow", status="busy")
    overview = open_page(server)
    expect(overview.locator("session-list tr[data-session-id]")).to_have_count(1)
    session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
    expect(overview.locator("event-log li.event").first).to_contain_text("needs you")
    card = open_page(server, "/settings").locator("history-kept")
    card.get_by_role("button", name="Clear history…").click()
    card.get_by_role("button", name="Clear history", exact=True).click()
    expect(card).to_contain_text("Cleared.")
    expect(overview.locator("event-log li.event")).to_have_count(0)
    expect(overview.locator("event-log li").last).to_contain_text("Watching since")


def test_it_says_when_nothing_is_kept(home: Home, open_page: Open) -> None:
    with running(home, AGENT_LOOKOUT_HISTORY="off") as server:
        page = open_page(server, "/settings")
        expect(page.locator("history-kept")).to_contain_text("In memory alone")


def test_it_says_what_is_wrong_with_where_it_is_kept(
    home: Home, open_page: Open, tmp_path: Path
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o777)
    with running(home, AGENT_LOOKOUT_HISTORY_DIR=str(folder)) as server:
        page = open_page(server, "/settings")
        expect(page.locator("history-kept .problem")).to_contain_text("shared")
