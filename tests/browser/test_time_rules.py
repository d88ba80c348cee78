"""The Time rules card: a form that a person fills in, kept once the server says so."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.api.test_time_rules import ALL_ON, send
from tests.browser.conftest import HERE, Open
from tests.browser.test_accessibility import problems
from tests.browser.test_layout import overflows
from tests.support.home import Home
from tests.support.running import Server, running

PICTURES = HERE / "screenshots"


@pytest.fixture
def file(home: Home) -> Path:
    return home.path / ".agent-lookout" / "settings.json"


def kept(file: Path) -> Any:
    return json.loads(file.read_text())["timeRules"]


def said(page: Page) -> Any:
    return page.locator(".rules-said")


def opened(open_page: Open, server: Server, **options: Any) -> Page:
    page = open_page(server, "/settings", **options)
    expect(page.locator("[data-phase=live]").first).to_be_visible()
    return page


def test_rules_are_set_by_keyboard_alone_and_saved_on_disk(
    server: Server, open_page: Open, file: Path
) -> None:
    page = opened(open_page, server)
    page.get_by_role("switch", name="Remind me of a long wait").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.type("25")  # over what is there, which is selected
    page.keyboard.press("Tab")
    expect(page.get_by_role("switch", name="Mark idle sessions stale")).to_be_focused()
    expect(said(page)).to_have_text("Not saved yet")
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text("Saved")
    assert kept(file)["reminder"] == {"on": True, "minutes": 25}
    page.reload()
    expect(page.get_by_role("switch", name="Remind me of a long wait")).to_be_checked()
    expect(page.get_by_label("Minutes it has waited")).to_have_value("25")


def test_every_field_is_kept(server: Server, open_page: Open, file: Path) -> None:
    page = opened(open_page, server)
    page.get_by_role("switch", name="Mark idle sessions stale").check()
    page.get_by_label("Hours it has been idle").fill("72")
    page.get_by_role("switch", name="Quiet hours").check()
    page.get_by_label("From").fill("23:30")
    page.get_by_label("To", exact=True).fill("06:15")
    for day in ("Monday", "Sunday"):
        page.get_by_role("checkbox", name=day).uncheck(force=True)
    page.get_by_label("Leave waits that were answered").check()
    page.get_by_role("button", name="Save").click()
    expect(said(page)).to_have_text("Saved")
    assert kept(file) == {
        "reminder": {"on": False, "minutes": 10},
        "stale": {"on": True, "hours": 72},
        "quietHours": {
            "on": True,
            "from": "23:30",
            "to": "06:15",
            "days": ["tue", "wed", "thu", "fri", "sat"],
            "summary": {"leaveOutAnswered": True},
        },
    }


def test_what_is_wrong_is_said_beside_its_field(
    server: Server, open_page: Open, file: Path
) -> None:
    page = opened(open_page, server)
    minutes, hours = page.get_by_label("Minutes it has waited"), page.get_by_label("Hours it has")
    minutes.fill("0")
    hours.fill("")
    page.get_by_role("switch", name="Quiet hours").check()
    page.get_by_label("From").fill("")
    for box in page.locator(".rule-days input").all():
        box.uncheck(force=True)
    page.get_by_role("button", name="Save").click()
    expect(minutes).to_have_accessible_description(
        "Give the minutes as a whole number from 1 to 1440."
    )
    expect(hours).to_have_accessible_description("Give the hours as a whole number from 1 to 720.")
    expect(page.locator("#quiet_from-error")).to_have_text("Give a time from 00:00 to 23:59.")
    expect(page.locator("#quiet_days-error")).to_contain_text("Tick at least one day")
    expect(minutes).to_be_focused()
    expect(minutes).to_have_attribute("aria-invalid", "true")
    expect(said(page)).to_contain_text("out of bounds")
    assert problems(page) == []
    assert not file.exists()
    minutes.fill("5")
    expect(page.locator("#reminder_minutes-error")).to_be_hidden()
    expect(said(page)).to_have_text("Not saved yet")


def test_not_saved_is_never_called_saved(home: Home, file: Path, open_page: Open) -> None:
    file.parent.mkdir()
    file.write_text("{")
    with running(home) as server:
        page = opened(open_page, server)
        expect(page.locator(".rules-problem")).to_contain_text("settings.json is not one whole")
        page.get_by_role("switch", name="Quiet hours").check()
        page.get_by_role("button", name="Save").click()
        expect(said(page)).to_contain_text("neither used nor written")
        expect(said(page)).not_to_contain_text("Saved")
        server.end()
        expect(page.locator("live-state")).not_to_contain_text("Live")
        page.get_by_role("button", name="Save").click()
        expect(said(page)).to_contain_text("did not answer")


def test_while_quiet_hours_hold_the_card_says_so(server: Server, open_page: Open) -> None:
    page = opened(open_page, server)
    expect(page.locator("quiet-now")).to_be_empty()
    send(server, ALL_ON)
    expect(page.locator("quiet-now")).to_have_text("Quiet hours hold now, until 00:00.")


def test_a_change_made_elsewhere_shows_unless_something_is_being_edited(
    server: Server, open_page: Open
) -> None:
    idle, busy = opened(open_page, server), opened(open_page, server)
    busy.get_by_label("Hours it has been idle").fill("5")
    send(server, ALL_ON)
    expect(idle.get_by_label("Minutes it has waited")).to_have_value("15")
    expect(idle.get_by_role("switch", name="Quiet hours")).to_be_checked()
    expect(said(idle)).to_have_text("")
    expect(said(busy)).to_contain_text("Changed elsewhere meanwhile")
    expect(busy.get_by_label("Hours it has been idle")).to_have_value("5")
    expect(busy.get_by_label("Minutes it has waited")).to_have_value("10")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_card_is_clean_at_every_width_and_kept_in_pictures(
    server: Server, open_page: Open, theme: str, width: int
) -> None:
    send(server, ALL_ON)
    page = opened(open_page, server, theme=theme, width=width, reduced_motion="reduce")
    page.get_by_label("Minutes it has waited").fill("0")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#reminder_minutes-error")).to_be_visible()
    assert problems(page) == []
    assert not overflows(page)
    name = f"{'night' if theme == 'dark' else 'day'}-{width}"
    page.screenshot(path=PICTURES / f"time-rules-{name}.png", full_page=True)
    small = page.locator(
        "time-rules button, time-rules .rule-switch, time-rules .rule-days label,"
        " time-rules .rule-tick, time-rules .rule-field input"
    ).evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height).filter(height => height < 44)"
    )
    assert small == []


def test_the_card_shows_without_colours(server: Server, open_page: Open) -> None:
    page = opened(open_page, server, forced_colors="active")
    page.screenshot(path=PICTURES / "time-rules-forced.png", full_page=True)
    expect(page.get_by_role("switch", name="Quiet hours")).to_be_visible()
