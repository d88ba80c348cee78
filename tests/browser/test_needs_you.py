"""The one thing the page is for: a session that needs the person is seen at once."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.support.home import Home, now_ms
from tests.support.running import Server


def test_a_session_that_starts_waiting_appears_without_a_reload(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow", cwd="/home/dev/storefront")
    page = open_page(server)
    expect(page.locator("session-list tr[data-session-id]")).to_have_count(1)
    expect(page).to_have_title("Agent Lookout")
    session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
    card = page.locator("needs-you .waiting-card")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("checkout-flow")
    expect(card).to_contain_text("storefront")
    expect(card).to_contain_text("Waiting for permission")
    expect(card).to_contain_text("Run: npm test")
    expect(page).to_have_title("(1) Agent Lookout")
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", FAVICON)


FAVICON = re.compile("^data:image/png")


def test_it_goes_when_the_wait_ends(home: Home, server: Server, open_page: Open) -> None:
    session = home.session()
    session.wait_for("Edit", {"file_path": "/home/dev/proj/a.ts"}, "permission prompt")
    page = open_page(server)
    expect(page.locator("needs-you .waiting-card")).to_contain_text("Edit: a.ts")
    session.go_on()
    expect(page.locator("needs-you .waiting-card")).to_have_count(0)
    expect(page.locator('tr[data-status="working"]')).to_have_count(1)
    expect(page).to_have_title("Agent Lookout")


def test_its_timer_counts_from_when_the_wait_began(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session()
    session.wait_for("Bash", {"command": "ls"}, "permission prompt")
    session.write(statusUpdatedAt=now_ms() - 190_000)
    page = open_page(server)
    timer = page.locator("needs-you .waiting-card .timer")
    # A busy computer may look past a second.
    expect(timer).to_have_text(re.compile(r"^3m 1\ds$"))
    first = timer.text_content()
    expect(timer).not_to_have_text(first or "")
    expect(timer).to_have_text(re.compile(r"^3m [1-3]\ds$"))


def test_the_longest_wait_comes_first(home: Home, server: Server, open_page: Open) -> None:
    for name, seconds in (("young", 10), ("old", 600), ("middle", 60)):
        session = home.session(name=name)
        session.write(
            status="waiting", waitingFor="input needed", statusUpdatedAt=now_ms() - seconds * 1000
        )
    page = open_page(server)
    expect(page.locator("needs-you .waiting-card .name")).to_have_text(["old", "middle", "young"])


def test_the_mark_lights_up_only_while_a_session_needs_the_person(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session()
    page = open_page(server)
    root = page.locator("html")
    expect(page.locator("tr[data-session-id]")).to_have_count(1)
    expect(root).not_to_have_attribute("data-needs-you", "")
    session.wait_for("Bash", {"command": "ls"}, "permission prompt")
    expect(root).to_have_attribute("data-needs-you", "")
