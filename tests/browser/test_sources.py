"""The Sources view: how each source is read, what was counted, what each agent can report."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.test_accessibility import problems
from tests.browser.test_layout import overflows
from tests.support.home import Home
from tests.support.running import Server, running


def card(page: Page, source_id: str) -> Locator:
    return page.locator(f'.source-card[data-source-id="{source_id}"]')


def figures(page: Page, source_id: str) -> dict[str, str]:
    """What was counted, by the words under it."""
    expect(card(page, source_id)).to_be_visible()
    pairs = card(page, source_id).locator(".figures-of > div")
    return {
        pair.locator("dt").inner_text(): pair.locator("dd").inner_text() for pair in pairs.all()
    }


def test_the_rail_leads_there(home: Home, server: Server, open_page: Open) -> None:
    page = open_page(server)
    page.get_by_role("navigation").get_by_text("Sources").click()
    expect(page.get_by_role("heading", name="Sources", level=1)).to_be_visible()
    assert page.url == f"{server.address}/sources"
    chosen = page.get_by_role("navigation").locator("[aria-current=page]")
    expect(chosen).to_have_text(re.compile("Sources"))


def test_a_card_says_how_a_source_is_read_and_how_much_came_of_it(
    home: Home, server: Server, open_page: Open
) -> None:
    home.session()
    home.session()
    page = open_page(server, "/sources")
    claude = card(page, "claude-code")
    expect(claude.locator(".state")).to_have_text("Reading")
    expect(claude).to_contain_text("2 session files read in ~/.claude/sessions.")
    expect(claude.locator("code").first).to_have_text("~/.claude/sessions")
    expect(claude).to_contain_text("every 2 seconds and on each change")
    expect(claude).to_contain_text("under 1m ago")
    counted = figures(page, "claude-code")
    assert (counted["sessions"], counted["session files"]) == ("2", "2")
    assert int(counted["reads so far"]) > 0


def test_counts_are_asked_for_anew_while_the_view_is_seen(
    home: Home, server: Server, open_page: Open
) -> None:
    page = open_page(server, "/sources")
    pair = card(page, "claude-code").locator(".figures-of > div", has_text="so far")
    asked = int(pair.locator("dd").inner_text())
    # No message says how often a source was read: only asking does.
    later = re.compile(f"^(?!{asked}$)[0-9]+$")
    expect(pair.locator("dd")).to_have_text(later, timeout=15_000)


def test_what_is_wrong_is_said_with_what_to_do(tmp_path: Path, open_page: Open) -> None:
    # A file where the folder of status files should be cannot be listed by anyone, root included.
    folder = tmp_path / ".agent-lookout"
    folder.mkdir()
    (folder / "sessions").write_text("")
    with running(tmp_path) as server:
        page = open_page(server, "/sources")
        broken = card(page, "status-files")
        expect(broken.locator(".state")).to_have_text("Cannot be read")
        expect(broken.locator(".advice")).to_contain_text("Move that file away")
        expect(broken).to_contain_text("not yet")
        absent = card(page, "claude-code")
        expect(absent.locator(".state")).to_have_text("Not set up")
        expect(absent.locator(".advice")).to_contain_text("Start Claude Code once")
        assert problems(page) == []


def test_a_skipped_file_is_named_with_why(home: Home, server: Server, open_page: Open) -> None:
    (home.path / ".claude" / "sessions" / "12.json").write_text("[]")
    page = open_page(server, "/sources")
    expect(card(page, "claude-code")).to_contain_text(re.compile("1 skipped: 12.json"))
    expect(card(page, "claude-code").locator(".figures-of")).to_contain_text("skipped")


def test_what_is_shown_is_told_as_past_once_the_server_has_stopped(
    home: Home, open_page: Open
) -> None:
    with running(home) as server:
        page = open_page(server, "/sources")
        expect(card(page, "claude-code").locator(".state")).to_have_text("Reading")
        server.end()
    expect(card(page, "claude-code").locator(".state")).to_have_text("Was reading")
    expect(page.locator("source-cards")).to_contain_text("As it was at")


def test_reasons_open_and_close_by_keyboard_alone(
    home: Home, server: Server, open_page: Open
) -> None:
    page = open_page(server, "/sources")
    why = page.get_by_role("button", name="Why, for Claude Code")
    reason = page.get_by_text("Only a background job is reported as failed.")
    expect(why).to_have_attribute("aria-expanded", "false")
    expect(reason).not_to_be_visible()
    while not why.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(reason).to_be_visible()
    expect(why).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Space")
    expect(reason).not_to_be_visible()
    expect(why).to_be_focused()


def test_the_table_says_yes_partly_or_no_to_every_thing(
    home: Home, server: Server, open_page: Open
) -> None:
    page = open_page(server, "/sources")
    for index in range(2):
        answers = page.locator("agent-reports tr.levels").nth(index).locator(".answer")
        expect(answers).to_have_count(8)
        for answer in answers.all():
            expect(answer).to_have_text(re.compile(r"^\s*(Yes|Partly|No)\s*$"))
            expect(answer.locator("svg")).to_be_visible()


def test_on_a_phone_the_table_is_stacked_and_reasons_open_by_touch(
    home: Home, server: Server, open_page: Open
) -> None:
    page = open_page(server, "/sources", width=360, has_touch=True)
    page.get_by_role("button", name="Why, for Status files").tap()
    expect(page.get_by_text("A status file has no field for what is asked.")).to_be_visible()
    expect(page.locator("agent-reports .about", has_text="Quiet for").first).to_be_visible()
    assert not overflows(page)


def test_the_view_shows_without_colours(home: Home, server: Server, open_page: Open) -> None:
    page = open_page(server, "/sources", forced_colors="active")
    expect(card(page, "claude-code").locator(".state svg")).to_be_visible()
    expect(page.locator("agent-reports .answer svg").first).to_be_visible()
