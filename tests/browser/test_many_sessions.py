"""Among hundreds of sessions, those far from what is seen are not drawn, and nobody can tell."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.test_accessibility import problems
from tests.support import history
from tests.support.home import Home, LiveSession, a_home, now_ms
from tests.support.running import Server, running

COUNT = 150
LAYOUTS = ("List", "Repos", "Board")
NAMES = "session-list :is(tr, .board-card) a.name"


@pytest.fixture(scope="module")
def sessions(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Server, list[LiveSession]]]:
    """A server and its sessions, in the order of the list."""
    with a_home(tmp_path_factory.mktemp("many")) as home:
        made = _made(home)
        with running(home) as server:
            server.until(lambda snapshot: len(snapshot["sessions"]) == COUNT)
            yield server, made


def _made(home: Home) -> list[LiveSession]:
    made = [
        home.session(name=f"session-{number}", statusUpdatedAt=now_ms() - 60_000 * (number + 1))
        for number in range(COUNT)
    ]
    history.write(home, *((one, ((200, "idle"),)) for one in made))
    return made


@pytest.fixture
def page(sessions: tuple[Server, list[LiveSession]], open_page: Open) -> Page:
    opened = open_page(sessions[0])
    expect(opened.locator("#sessions-title .panel-count")).to_have_text(str(COUNT))
    expect(opened.locator("session-timeline .span").first).to_be_attached()
    return opened


def named(page: Page, number: int) -> Locator:
    """A session's name in the list or on the board."""
    return page.locator(f'{NAMES}[title="session-{number}"]')


def go_to_the_end(page: Page) -> None:
    """Scrolls to the last row, which stands in the middle when there is room below."""
    for _ in range(3):
        named(page, COUNT - 1).evaluate("(name) => name.scrollIntoView({ block: 'center' })")
        rest(page)


def rest(page: Page) -> None:
    """Waits until what a scroll brings is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")


def top_of(page: Page, number: int) -> float:
    top: float = named(page, number).evaluate("(name) => name.getBoundingClientRect().top")
    return top


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_end_of_the_page_is_the_last_row(page: Page, layout: str) -> None:
    page.get_by_role("radio", name=layout).check()
    assert page.locator(NAMES).count() < COUNT / 2
    go_to_the_end(page)
    expect(named(page, COUNT - 1)).to_be_in_viewport(ratio=1)
    expect(named(page, COUNT - 3)).to_be_in_viewport(ratio=1)
    page.evaluate("() => scrollTo(0, 0)")
    rest(page)
    expect(named(page, 1)).to_be_attached()
    expect(named(page, COUNT - 3)).to_have_count(0)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("width", [1440, 390])
def test_nothing_is_found_wrong_while_some_are_not_drawn(
    sessions: tuple[Server, list[LiveSession]], open_page: Open, layout: str, width: int
) -> None:
    page = open_page(sessions[0], width=width)
    page.get_by_role("radio", name=layout).check()
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight / 2)")
    rest(page)
    assert problems(page) == []


def test_tab_leads_from_row_to_row(page: Page) -> None:
    named(page, 0).focus()
    for number in range(1, 70):
        page.keyboard.press("Tab")
        expect(named(page, number)).to_be_focused()
    expect(named(page, 69)).to_be_in_viewport(ratio=1)


def test_tab_goes_on_from_a_row_that_was_scrolled_away(page: Page) -> None:
    named(page, 10).focus()
    page.mouse.move(700, 700)
    page.mouse.wheel(0, 6_000)
    rest(page)
    expect(named(page, 10)).to_be_focused()
    expect(named(page, 10)).not_to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(named(page, 11)).to_be_focused()
    expect(named(page, 11)).to_be_in_viewport(ratio=1)
    expect(named(page, 12)).to_be_attached()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_focus_stays_where_an_order_changes(
    sessions: tuple[Server, list[LiveSession]], page: Page, layout: str
) -> None:
    page.get_by_role("radio", name=layout).check()
    rest(page)  # the room of those not drawn is measured once some are
    _, made = sessions
    named(page, COUNT - 1).focus()
    rest(page)
    named(page, COUNT - 5).focus()
    made[COUNT - 5].write(status="busy", statusUpdatedAt=now_ms())
    expect(
        page.locator(
            f'[data-status="working"] a.name[data-session-id="{made[COUNT - 5].id}"]'
        ).first
    ).to_be_attached()
    expect(named(page, COUNT - 5)).to_be_focused()
    made[COUNT - 5].write(status="idle", statusUpdatedAt=now_ms() - 60_000 * (COUNT - 4))
    expect(named(page, COUNT - 5)).to_be_focused()


def test_rows_that_come_do_not_push_those_that_are_seen(page: Page) -> None:
    go_to_the_end(page)
    page.mouse.move(700, 500)
    for _ in range(12):
        seen = page.evaluate(
            f"""() => [...document.querySelectorAll('{NAMES}')]
              .find((name) => name.getBoundingClientRect().top > 200).textContent.trim()"""
        )
        number = int(seen.removeprefix("session-"))
        top, from_top = top_of(page, number), page.evaluate("() => scrollY")
        page.mouse.wheel(0, -350)
        page.wait_for_function("before => scrollY !== before", arg=from_top)
        rest(page)
        moved = top_of(page, number) - top
        assert abs(moved - 350) <= 2


def test_keys_reach_both_ends_of_the_timeline(page: Page) -> None:
    rows = page.locator(".timeline-row")
    assert rows.count() < COUNT / 2
    page.locator('.timeline-rows [tabindex="0"]').focus()
    page.keyboard.press("Control+End")
    focused = page.locator(".timeline-row:has(:focus)")
    expect(focused).to_have_attribute("aria-rowindex", str(COUNT))
    expect(focused).to_be_in_viewport()
    for number in range(1, 30):
        page.keyboard.press("ArrowUp")
        expect(focused).to_have_attribute("aria-rowindex", str(COUNT - number))
    page.keyboard.press("Control+Home")
    expect(focused).to_have_attribute("aria-rowindex", "1")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("aria-rowindex", "2")


def test_search_finds_one_that_is_not_drawn(page: Page) -> None:
    expect(named(page, 99)).to_have_count(0)
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Search sessions").fill("session-99")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("session-99")


def test_the_focus_comes_back_to_the_row_that_opened_the_details(page: Page) -> None:
    named(page, 8).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    go_to_the_end(page)
    page.keyboard.press("Escape")
    expect(named(page, 8)).to_be_focused()
