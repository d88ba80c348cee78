"""A session's details, at an address of their own."""

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.support.home import Home
from tests.support.running import Server


def test_details_open_from_the_row_and_close_back_to_it_by_keyboard(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow")
    page = open_page(server)
    link = page.locator(f'tr[data-session-id="{session.id}"] a.name')
    link.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("checkout-flow")
    expect(dialog).to_contain_text(str(session.pid))
    assert page.url.endswith(f"/sessions/{session.id}")
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(link).to_be_focused()
    assert page.url == f"{server.address}/"


def test_the_address_alone_opens_them_and_back_closes_them(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow")
    page = open_page(server)
    page.locator(f'tr[data-session-id="{session.id}"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.reload()
    expect(dialog).to_contain_text("checkout-flow")
    page.go_back()
    expect(dialog).not_to_be_visible()
    page.go_forward()
    expect(dialog).to_be_visible()


def test_a_session_that_has_gone_says_so(server: Server, open_page: Open) -> None:
    page = open_page(server, "/sessions/claude-code:00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("dialog")).to_contain_text("not here any more")


def test_details_follow_the_session_while_they_are_open(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow")
    page = open_page(server, f"/sessions/{session.id}")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Idle")
    session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
    expect(dialog).to_contain_text("Waiting for permission")
    expect(dialog).to_contain_text("Run: npm test")
