"""The page holds together whatever is put into it, and is kept in pictures to look at."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HERE, Open
from tests.support.home import Home
from tests.support.running import Server, running

PICTURES = HERE / "screenshots"
HOSTILE = [
    "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>",
    "x" * 10_000,
    "\u202eright to left\u202c \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 60,
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324" * 40,
    "a\x1b[31mred\x1b[0m\u0007\u200b\u2060\U000e0041b",
    "one very-long-" + "unbroken" * 40,
]


def overflows(page: Page) -> bool:
    """Whether the page scrolls sideways."""
    wide: bool = page.evaluate(
        "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wide


@pytest.mark.parametrize("width", [1440, 390, 360])
def test_hostile_names_run_nothing_and_change_no_layout(
    home: Home, server: Server, open_page: Open, width: int
) -> None:
    for name in HOSTILE:
        session = home.session(name=name, cwd=f"/home/dev/{name[:80].replace('/', '_')}")
        session.wait_for("Bash", {"command": name}, "permission prompt")
    page = open_page(server, width=width)
    expect(page.locator("needs-you .waiting-card")).to_have_count(len(HOSTILE))
    expect(page).to_have_title(f"({len(HOSTILE)}) Agent Lookout")
    assert not overflows(page)
    heights = page.locator("tr[data-session-id]").evaluate_all(
        "rows => rows.map(row => row.getBoundingClientRect().height)"
    )
    assert max(heights) < 160
    for index in range(len(HOSTILE)):
        page.locator("needs-you .waiting-card a.name").nth(index).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert not overflows(page)
        page.keyboard.press("Escape")


def test_nothing_scrolls_sideways_at_four_hundred_percent(demo: Server, open_page: Open) -> None:
    # 1440 pixels at 400 % are 360 to the page.
    page = open_page(demo, width=360, device_scale_factor=4)
    expect(page.locator("tr[data-session-id]").first).to_be_visible()
    assert not overflows(page)
    page.goto(f"{demo.address}/sources")
    for source in ("Claude Code", "Status files"):
        page.get_by_role("button", name=f"Why, for {source}").click()
    expect(page.locator("agent-reports .reasons").last).to_be_visible()
    assert not overflows(page)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_theme_is_kept_and_set_before_the_first_paint(
    demo: Server, open_page: Open, theme: str
) -> None:
    other = "day" if theme == "dark" else "night"
    page = open_page(demo, "/settings", theme=theme)
    page.locator("theme-choice").get_by_text(other.capitalize(), exact=True).click()
    page.goto(demo.address)
    expect(page.locator("html")).to_have_attribute("data-theme", other)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_every_view_is_kept_in_a_picture(
    demo: Server, open_page: Open, tmp_path: Path, theme: str, width: int
) -> None:
    # Pictures of a thing at rest.
    page = open_page(demo, theme=theme, width=width, reduced_motion="reduce")
    row = page.locator("tr[data-session-id] a.name").first
    expect(row).to_be_visible()
    name = f"{'night' if theme == 'dark' else 'day'}-{width}"
    page.screenshot(path=PICTURES / f"overview-{name}.png", full_page=True)
    row.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.screenshot(path=PICTURES / f"details-{name}.png")
    page.goto(f"{demo.address}/sources")
    page.get_by_role("button", name="Why").first.click()
    page.screenshot(path=PICTURES / f"sources-{name}.png", full_page=True)
    page.goto(f"{demo.address}/settings")
    expect(page.locator("theme-choice")).to_be_visible()
    page.screenshot(path=PICTURES / f"settings-{name}.png", full_page=True)
    with running(tmp_path) as empty:
        page = open_page(empty, theme=theme, width=width)
        expect(page.locator("first-steps")).to_contain_text("agent-lookout demo")
        page.screenshot(path=PICTURES / f"empty-{name}.png", full_page=True)


@pytest.mark.parametrize("option", [{"reduced_motion": "reduce"}, {"forced_colors": "active"}])
def test_statuses_show_without_motion_and_without_colours(
    demo: Server, open_page: Open, option: dict[str, str]
) -> None:
    page = open_page(demo, **option)
    for status in ("needs-you", "working", "idle", "finished", "failed", "unknown"):
        mark = page.locator(f'tr[data-status="{status}"] td.status svg').first
        expect(mark).to_be_visible()
