"""The Events log, and the mark of where the person left off."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.hidden import come_back, leave
from tests.browser.test_many_sessions import rest
from tests.support import history
from tests.support.home import Home, LiveSession, a_home
from tests.support.running import Server, running


def test_what_changes_is_told_at_once_and_leads_to_the_details(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow", status="busy")
    page = open_page(server)
    expect(page.locator("session-list tr[data-session-id]")).to_have_count(1)
    session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
    newest = page.locator("event-log li.event").first
    expect(newest).to_contain_text(
        re.compile(r"^\s*\d\d:\d\d:\d\d\s*Warning:\s*checkout-flow\s*needs you\s*$")
    )
    expect(newest.locator("use")).to_have_attribute("href", re.compile("#status-needs-you$"))
    expect(page.locator("event-log")).not_to_contain_text("npm test")
    session.go_on()
    expect(page.locator("event-log li.event").first).to_contain_text("went on working")
    newest.get_by_role("link").click()
    expect(page.get_by_role("dialog")).to_contain_text("checkout-flow")


def test_a_restart_is_shown_as_a_break(home: Home, open_page: Open) -> None:
    session = home.session(name="checkout-flow")
    with running(home) as first:
        first.until_session(session.id)
        first.end()
    with running(home) as second:
        session.write(status="busy")
        page = open_page(second)
        expect(page.locator("event-log .between").first).to_contain_text(
            re.compile(r"Started watching at \d\d:\d\d")
        )
        expect(page.locator("event-log li").last).to_contain_text("Watching since")


def test_back_at_a_hidden_tab_what_is_new_is_marked_for_ten_seconds(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow", status="busy")
    page = open_page(server)
    log = page.locator("event-log")
    session.write(status="idle")
    expect(log.locator("li.event").first).to_contain_text("went idle")
    expect(log.locator(".new-since")).to_have_count(0)
    page.wait_for_timeout(2_100)
    leave(page)
    page.wait_for_timeout(100)
    session.wait_for("Bash", {"command": "ls"}, "permission prompt")
    server.until_session(session.id, status="needs-you")
    page.wait_for_timeout(2_100)
    come_back(page)
    expect(log.locator(".new-since")).to_have_text(re.compile(r"New since \d\d:\d\d:\d\d"))
    expect(log.locator(".new-count")).to_have_text("1 new")
    order = log.locator("li").evaluate_all("lines => lines.map(line => line.className)")
    assert order[:3] == ["event", "between new-since", "event"]
    log.scroll_into_view_if_needed()
    page.wait_for_timeout(8_000)
    expect(log.locator(".new-since")).to_have_count(1)
    expect(log.locator(".new-since")).to_have_count(0, timeout=4_000)
    expect(log.locator(".new-count")).to_have_count(0)


def test_opening_the_page_again_marks_what_happened_since(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow", status="busy")
    server.until_session(session.id)
    page = open_page(server)
    expect(page.locator("session-list tr[data-session-id]")).to_have_count(1)
    beside = page.context.new_page()
    beside.goto(f"http://127.0.0.1:{server.port}/manifest.webmanifest")
    page.goto("about:blank")
    # A page hears that it was left a moment after the next one is there.
    beside.wait_for_function("() => localStorage.getItem('lookout-left-off') !== null")
    session.wait_for("Bash", {"command": "ls"}, "permission prompt")
    server.until_session(session.id, status="needs-you")
    page.wait_for_timeout(2_100)
    page.goto(server.address)
    expect(page.locator("event-log .new-count")).to_have_text("1 new")
    page.get_by_role("link", name="Settings").click()
    expect(page.locator("theme-choice")).to_be_visible()
    page.get_by_role("link", name="Overview").click()
    expect(page.locator("event-log li.event")).not_to_have_count(0)
    expect(page.locator("event-log .new-since")).to_have_count(0)


def test_only_the_time_of_leaving_is_kept(home: Home, server: Server, open_page: Open) -> None:
    home.session(name="checkout-flow")
    page = open_page(server)
    expect(page.locator("session-list tr[data-session-id]")).to_have_count(1)
    leave(page)
    kept = page.evaluate("() => Object.entries(localStorage)")
    assert [key for key, _ in kept] == ["lookout-left-off"]
    assert re.fullmatch(r"\d{13}", kept[0][1])


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, LiveSession]]:
    """A server with more events than it gives in one answer, and their session."""
    scenes: history.Scenes = tuple(
        (300 - step, "working" if step % 2 else "idle") for step in range(240)
    )
    with a_home(tmp_path_factory.mktemp("busy")) as home:
        session = home.session(name="busy", status="busy")
        history.write(home, (session, scenes))
        with running(home) as server:
            yield server, session


@pytest.mark.parametrize("width", [1440, 390])
def test_a_long_log_scrolls_in_itself_and_is_drawn_where_it_is_seen(
    busy: tuple[Server, LiveSession], open_page: Open, width: int
) -> None:
    page = open_page(busy[0], width=width)
    lines = page.locator("event-log li.event")
    count = int(lines.first.get_attribute("aria-setsize") or 0)
    assert count > 200
    assert lines.count() < 100
    log = page.locator("event-log")
    log.scroll_into_view_if_needed()
    assert log.evaluate("log => log.getBoundingClientRect().height") < 700
    frame = log.locator("ol")
    last = log.locator(f'[aria-posinset="{count}"]')
    for _ in range(3):
        frame.evaluate("list => { list.scrollTop = list.scrollHeight; }")
        rest(page)
    expect(last).to_be_in_viewport(ratio=1)
    expect(log.locator(f'[aria-posinset="{count - 4}"]')).to_be_in_viewport(ratio=1)
    expect(log.locator(f'[aria-posinset="{count // 2}"]')).to_have_count(0)
    frame.evaluate("list => { list.scrollTop = 0; }")
    rest(page)
    expect(log.locator('[aria-posinset="4"]')).to_be_in_viewport(ratio=1)


def test_tab_leads_through_a_long_log(busy: tuple[Server, LiveSession], open_page: Open) -> None:
    page = open_page(busy[0])
    log = page.locator("event-log")
    first = log.locator("li.event").first
    start = int(first.get_attribute("aria-posinset") or 0)
    first.get_by_role("link").focus()
    for number in range(start + 1, start + 70):
        page.keyboard.press("Tab")
        expect(log.locator(f'[aria-posinset="{number}"] a')).to_be_focused()
    expect(log.locator(":focus")).to_be_in_viewport(ratio=1)


def test_what_is_out_of_sight_waits_for_the_clock(
    home: Home, server: Server, open_page: Open
) -> None:
    sessions = [home.session(name=f"session-{number}", status="busy") for number in range(30)]
    page = open_page(server)
    log = page.locator("event-log")
    expect(page.locator("session-list tr[data-session-id]")).to_have_count(30)
    expect(log.locator("ol")).to_be_attached()
    expect(log).not_to_be_in_viewport()
    leave(page)  # The clock does not beat while nobody looks.
    sessions[0].wait_for("Bash", {"command": "npm test"}, "permission prompt")
    expect(page.locator("needs-you h2")).to_contain_text("1")
    expect(page.locator('session-list tr[data-status="needs-you"]')).to_have_count(1)
    expect(log).not_to_contain_text("needs you")
    come_back(page)
    expect(log).to_contain_text("needs you")
    leave(page)
    log.scroll_into_view_if_needed()
    sessions[1].wait_for("Bash", {"command": "npm test"}, "permission prompt")
    expect(log.locator("li.event", has_text="needs you")).to_have_count(2)
