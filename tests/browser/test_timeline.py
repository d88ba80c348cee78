"""The Timeline: who was what when, read by keyboard and by pointer."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.support import history
from tests.support.home import Home
from tests.support.running import Server, running


def label(page: Page) -> str:
    found: str = page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? ''")
    return found


def test_arrows_lead_along_a_row_and_between_rows(home: Home, open_page: Open) -> None:
    first = home.session(name="checkout-flow", status="busy")
    second = home.session(name="search-index")
    history.write(
        home,
        (first, ((200, "idle"), (30, "working"))),
        (second, ((200, "working"), (45, "idle"))),
    )
    with running(home) as server:
        page = open_page(server)
        rows = page.locator('session-timeline [role="row"]')
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("checkout-flow")
        expect(page.locator('session-timeline [tabindex="0"]:not(section)')).to_have_count(1)
        page.locator('.timeline-rows [tabindex="0"]').focus()
        page.keyboard.press("ArrowRight")
        assert re.match(r"Idle 3\dm \d\ds, \d\d:\d\d:\d\d to \d\d:\d\d:\d\d", label(page))
        page.keyboard.press("End")
        assert label(page).startswith("Working since ")
        expect(page.locator(".timeline .reading")).to_contain_text("checkout-flow: Working since")
        page.keyboard.press("ArrowDown")
        assert label(page).startswith("Idle since ")
        page.keyboard.press("ArrowLeft")
        assert label(page).startswith("Working ")
        page.keyboard.press("ArrowUp")
        assert label(page).startswith("Idle 3")
        page.keyboard.press("Control+End")
        expect(page.locator('.timeline-rows [tabindex="0"]')).to_have_count(1)
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("search-index")
        page.keyboard.press("Escape")
        expect(dialog).not_to_be_visible()
        assert label(page).startswith("Idle since ")


def test_a_press_on_a_row_opens_the_details(demo: Server, open_page: Open) -> None:
    page = open_page(demo)
    row = page.locator('session-timeline [role="row"]', has_text="search-index")
    row.locator(".span").last.hover()
    expect(page.locator(".timeline .reading")).to_contain_text("search-index: Working since")
    row.locator(".span").last.click()
    expect(page.get_by_role("dialog")).to_contain_text("search-index")


def test_a_row_goes_on_as_its_session_does(home: Home, server: Server, open_page: Open) -> None:
    session = home.session(name="checkout-flow", status="busy")
    page = open_page(server)
    row = page.locator('session-timeline [role="row"]')
    expect(row.locator('.span[data-status="working"]')).to_have_count(1)
    session.wait_for("Bash", {"command": "ls"}, "permission prompt")
    expect(row.locator('.span[data-status="needs-you"]')).to_have_count(1)
    session.stand_in.end()
    expect(page.locator("session-list tr[data-session-id]")).to_have_count(0)
    expect(row).to_have_count(1)


def test_details_hold_the_sessions_own_row_waits_and_events(home: Home, open_page: Open) -> None:
    session = home.session(name="checkout-flow")
    other = home.session(name="search-index")
    history.write(
        home,
        (session, ((50, "working"), (20, "needs-you"), (18, "idle"))),
        (other, ((40, "working"), (10, "idle"))),
    )
    with running(home) as server:
        page = open_page(server, f"/sessions/{session.id}")
        own = page.get_by_role("dialog").locator("own-past")
        expect(own).to_contain_text(re.compile(r"Waited for you once since .*: 2m 00s\."))
        expect(own.locator("li.event")).to_have_count(3)
        expect(own.locator("li.event").first).to_contain_text("went idle")
        expect(own).not_to_contain_text("search-index")
        expect(own.locator('[tabindex="0"].span')).to_have_count(1)
        own.locator('[tabindex="0"].span').focus()
        assert label(page).startswith("Idle since")
        page.keyboard.press("ArrowLeft")
        assert label(page).startswith("Needs you 2m 00s")
        expect(own.locator(".axis")).to_contain_text("Needs you 2m 00s")


def test_names_change_nothing_about_the_rows(home: Home, server: Server, open_page: Open) -> None:
    home.session(name="<b onload=x>" + "x" * 3_000)
    page = open_page(server, width=360)
    row = page.locator('session-timeline [role="row"]')
    expect(row).to_have_count(1)
    box = row.bounding_box()
    assert box is not None
    assert box["height"] < 60
    assert box["width"] < 360
