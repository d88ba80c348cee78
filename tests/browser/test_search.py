"""Sessions are found from the keyboard, and every key is told."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.test_layout import HOSTILE, overflows
from tests.support.home import Home, now_ms
from tests.support.running import Server


@pytest.fixture
def page(home: Home, server: Server, open_page: Open) -> Page:
    """A page with three sessions, the last of which needs the person."""
    for name, folder in (("checkout-flow", "storefront"), ("cart-totals", "storefront")):
        home.session(name=name, cwd=f"/home/dev/{folder}", entrypoint="claude-vscode")
    waiting = home.session(name="Prüfstand", cwd="/home/dev/werkstatt")
    waiting.wait_for("Bash", {"command": "ls"}, "permission prompt")
    opened = open_page(server)
    expect(opened.locator("tr[data-session-id]")).to_have_count(3)
    return opened


def field(page: Page) -> Locator:
    """Where words are typed."""
    return page.get_by_role("combobox", name="Search sessions")


def names(page: Page) -> Locator:
    """The names of what was found."""
    return page.locator(".found-name")


@pytest.mark.parametrize("keys", ["/", "Control+k", "Meta+k"])
def test_keys_open_it_and_escape_gives_the_focus_back(page: Page, keys: str) -> None:
    link = page.locator("tr a.name").nth(1)
    link.focus()
    page.keyboard.press(keys)
    expect(field(page)).to_be_focused()
    expect(field(page)).to_have_value("")
    page.keyboard.press("Escape")
    expect(field(page)).to_have_count(0)
    expect(link).to_be_focused()


def test_the_button_opens_it_and_a_press_beside_it_closes_it(page: Page) -> None:
    button = page.get_by_role("button", name="Search sessions")
    button.click()
    expect(field(page)).to_be_focused()
    page.mouse.click(4, 4)
    expect(field(page)).to_have_count(0)
    expect(button).to_be_focused()


def test_words_are_found_in_any_order_and_marked(page: Page) -> None:
    page.keyboard.press("/")
    expect(names(page)).to_have_text(["Prüfstand", "cart-totals", "checkout-flow"])
    field(page).fill("code vs STORE check")
    expect(names(page)).to_have_text(["checkout-flow"])
    expect(page.locator(".found mark")).to_have_text(["check", "store", "Code", "VS", "Code"])
    expect(page.get_by_role("status").filter(has_text="1 session")).to_be_visible()
    field(page).fill("prufst")
    expect(names(page)).to_have_text(["Prüfstand"])
    expect(page.locator(".found mark")).to_have_text(["Prüfst"])
    field(page).fill("nothing of the kind")
    expect(names(page)).to_have_count(0)
    expect(field(page)).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_text("No session has all of these words")).to_be_visible()


def test_arrows_move_and_enter_opens_the_details(page: Page) -> None:
    link = page.locator("tr a.name").first
    link.focus()
    page.keyboard.press("/")
    for key, at in (("", 0), ("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", 2), ("ArrowDown", 0)):
        if key:
            page.keyboard.press(key)
        active = page.get_by_role("option", selected=True)
        expect(active).to_have_count(1)
        expect(active).to_have_attribute("id", f"found-{at}")
        expect(field(page)).to_have_attribute("aria-activedescendant", f"found-{at}")
    page.keyboard.press("ArrowDown")
    chosen = page.get_by_role("option", selected=True).locator(".found-name").inner_text()
    page.keyboard.press("Enter")
    details = page.locator("dialog.details")
    expect(details).to_contain_text(chosen)
    assert "/sessions/" in page.url
    page.keyboard.press("Escape")
    expect(details).not_to_be_visible()
    expect(link).to_be_focused()


def test_a_pressed_option_opens_its_details(page: Page) -> None:
    page.keyboard.press("/")
    page.get_by_role("option").filter(has_text="cart-totals").click()
    expect(page.locator("dialog.details")).to_contain_text("cart-totals")


def test_what_is_chosen_stays_chosen_while_the_list_changes(home: Home, page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_contain_text("cart-totals")
    newer = home.session(name="newer")
    newer.write(status="waiting", waitingFor="input needed", statusUpdatedAt=now_ms() - 90_000)
    expect(names(page).first).to_have_text("newer")
    expect(page.get_by_role("option", selected=True)).to_contain_text("cart-totals")
    expect(field(page)).to_have_attribute("aria-activedescendant", "found-2")


def test_shortcuts_do_nothing_while_a_person_types_or_a_dialog_is_open(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("a/?")
    expect(field(page)).to_have_value("a/?")
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("tr a.name").first.click()
    expect(page.locator("dialog.details")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(1)


def test_from_another_view_the_details_are_gone_to(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/settings")
    page.keyboard.press("Control+k")
    page.keyboard.type("cart")
    expect(names(page)).to_have_text(["cart-totals"])
    page.keyboard.press("Enter")
    expect(page.locator("dialog.details")).to_contain_text("cart-totals")


def test_a_question_mark_lists_every_shortcut(page: Page) -> None:
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Shortcuts")
    expect(dialog).to_contain_text("Search sessions")
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    page.get_by_role("button", name="Search sessions").click()
    page.get_by_role("button", name="All shortcuts").click()
    expect(dialog).to_be_visible()


def test_keys_alone_can_be_turned_off(page: Page) -> None:
    page.keyboard.press("?")
    page.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("tr[data-session-id]")).to_have_count(3)
    expect(page.locator(".search-button kbd")).to_have_text("Ctrl K")
    page.keyboard.press("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()
    page.get_by_role("button", name="All shortcuts").click()
    page.get_by_role("checkbox").check()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(field(page)).to_be_focused()


@pytest.mark.parametrize("width", [1440, 390, 360])
def test_hostile_names_are_found_as_text(
    home: Home, server: Server, open_page: Open, width: int
) -> None:
    for name in HOSTILE:
        home.session(name=name, cwd=f"/home/dev/{name[:80].replace('/', '_')}")
    page = open_page(server, width=width)
    expect(page.locator("tr[data-session-id]")).to_have_count(len(HOSTILE))
    page.get_by_role("button", name="Search sessions").click()
    expect(names(page)).to_have_count(len(HOSTILE))
    assert not overflows(page)
    field(page).fill("<img onerror")
    expect(names(page)).to_have_count(1)
    expect(page.locator(".found-name img")).to_have_count(0)
    wide = page.locator("#found").evaluate("list => list.scrollWidth > list.clientWidth")
    assert not wide
    expect(page).to_have_title("Agent Lookout")
