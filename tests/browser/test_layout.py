"""The page holds together whatever is put into it, and is kept in pictures to look at."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HERE, Open
from tests.support import history
from tests.support.home import Home, now_ms
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


def picture(page: Page, name: str) -> None:
    """Keeps the whole page, in a window as high as that, since rows out of sight are not drawn."""
    assert page.viewport_size is not None
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    for _ in range(2):  # drawn, rows may be higher than was guessed
        whole = page.evaluate("() => document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": max(whole, height)})
    page.screenshot(path=PICTURES / f"{name}.png")
    page.set_viewport_size({"width": width, "height": height})


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
    page.get_by_role("radio", name=other.capitalize()).check()
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
    expect(page.locator("event-log li.event").first).to_be_attached()
    name = f"{'night' if theme == 'dark' else 'day'}-{width}"
    for layout in ("Repos", "Board", "List"):
        page.get_by_role("radio", name=layout).check()
        picture(page, f"{layout.lower()}-{name}")
    page.keyboard.press("/")
    page.keyboard.type("claude sto")
    expect(page.get_by_role("option").first).to_be_visible()
    page.screenshot(path=PICTURES / f"search-{name}.png")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.screenshot(path=PICTURES / f"shortcuts-{name}.png")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Review…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.screenshot(path=PICTURES / f"left-running-{name}.png")
    page.keyboard.press("Escape")
    row.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.screenshot(path=PICTURES / f"details-{name}.png")
    page.goto(f"{demo.address}/chart")
    expect(page.locator("history-chart path.fill[d^=M]")).not_to_have_count(0)
    page.get_by_role("slider", name="Moment").press("PageDown")
    page.screenshot(path=PICTURES / f"chart-{name}.png")
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


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 390])
def test_a_calm_hour_is_kept_in_a_picture(
    home: Home, open_page: Open, theme: str, width: int
) -> None:
    # Nothing needs the person, one wait has ended, and they were away meanwhile.
    one = home.session(name="checkout-flow", cwd="/home/dev/storefront", status="busy")
    other = home.session(name="search-index", cwd="/home/dev/search")
    history.write(
        home,
        (one, ((300, "idle"), (50, "working"), (19, "needs-you"), (15.8, "working"))),
        (other, ((200, "working"), (33, "idle"))),
    )
    with running(home) as server:
        kept = {"name": "lookout-left-off", "value": str(now_ms() - 1_100_000)}
        state = {"origins": [{"origin": server.address, "localStorage": [kept]}]}
        page = open_page(server, theme=theme, width=width, storage_state=state)
        expect(page.locator(".new-count")).to_have_text("1 new")
        expect(page.locator("last-wait")).to_contain_text("checkout-flow waited 3m 12s")
        name = f"{'night' if theme == 'dark' else 'day'}-{width}"
        page.screenshot(path=PICTURES / f"calm-{name}.png", full_page=True)
