"""What was measured, drawn and said: by keyboard, by pointer and in words."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.support import history
from tests.support.home import Home
from tests.support.running import Server, running

LABEL = re.compile(
    r"^\d\d:\d\d to \d\d:\d\d: [\d.]+ waiting, [\d.]+ working, [\d.]+ idle(, .* not measured)?$"
)


def columns(page: Page) -> Locator:
    return page.locator("last-hour .column")


def focused_label(page: Page) -> str:
    label: str = page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? ''")
    return label


def stacks(page: Page) -> int:
    """How many columns have something drawn in them."""
    drawn: int = page.evaluate(
        "() => [...document.querySelectorAll('last-hour .column')]"
        ".filter(column => column.querySelector('.fill')).length"
    )
    return drawn


def test_the_columns_of_the_last_hour_are_read_with_the_arrow_keys(
    home: Home, open_page: Open
) -> None:
    session = home.session(name="checkout-flow")
    history.write(home, (session, ((200, "working"), (12, "idle"))))
    with running(home) as server:
        page = open_page(server)
        expect(columns(page)).to_have_count(12)
        expect(page.locator('last-hour [tabindex="0"]')).to_have_count(1)
        page.locator('last-hour [tabindex="0"]').focus()
        last = focused_label(page)
        assert LABEL.match(last)
        for _ in range(11):
            page.keyboard.press("ArrowLeft")
            assert LABEL.match(focused_label(page))
        first = focused_label(page)
        assert "1 working, 0 idle" in first
        assert first != last
        expect(page.locator("last-hour .axis")).to_have_text(first.partition(": ")[0])
        expect(page.locator("last-hour .legend")).to_contain_text("1working")
        page.keyboard.press("End")
        assert focused_label(page)[:5] == last[:5]
        expect(page.locator('last-hour [tabindex="0"]')).to_have_count(1)


def test_a_column_is_read_where_it_is_pointed_at(demo: Server, open_page: Open) -> None:
    page = open_page(demo)
    columns(page).nth(2).hover()
    words = columns(page).nth(2).get_attribute("aria-label")
    assert words is not None
    expect(page.locator("last-hour .axis")).to_have_text(words.partition(": ")[0])
    page.locator("needs-you h2").hover()
    expect(page.locator("last-hour .axis")).to_contain_text("now")


def test_time_not_measured_is_hatched_wherever_it_is_drawn(home: Home, open_page: Open) -> None:
    session = home.session()
    scenes: history.Scenes = ((200, "working"), (50, "needs-you"), (46, "working"), (1, "idle"))
    history.write(home, (session, scenes), asleep=((40, 20),))
    with running(home) as server:
        page = open_page(server)
        expect(columns(page)).to_have_count(12)
        hatched = page.locator('last-hour .column[aria-label$=": not measured"]')
        assert hatched.count() in (3, 4)
        expect(hatched.first.locator(".hatched")).to_have_count(1)
        expect(hatched.first.locator(".fill")).to_have_count(0)
        expect(page.locator('session-timeline .span[data-status="unmeasured"]')).not_to_have_count(
            0
        )
        expect(page.locator("wait-bars .hatched")).not_to_have_count(0)
        page.locator("needs-you h2 a").click()
        expect(page.locator(".plot-drawn .hatched")).not_to_have_count(0)
        expect(page.locator("history-chart tbody td:last-child", has_text="m")).not_to_have_count(0)


def test_a_server_that_was_away_leaves_a_gap(home: Home, open_page: Open) -> None:
    home.session()
    with running(home) as first:
        page = open_page(first)
        expect(columns(page)).to_have_count(12)
        assert stacks(page) <= 2
        expect(columns(page).nth(3)).to_have_attribute("aria-label", re.compile("not measured"))


def test_the_chart_opens_from_the_heading_and_closes_back_to_it(
    demo: Server, open_page: Open
) -> None:
    page = open_page(demo)
    heading = page.locator("needs-you h2 a")
    heading.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Sessions over time")
    expect(dialog).to_be_visible()
    assert page.url == f"{demo.address}/chart"
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(heading).to_be_focused()
    assert page.url == f"{demo.address}/"
    for link in ("working", "idle"):
        page.locator(f'[data-count="{link}"] a').click()
        expect(dialog).to_be_visible()
        page.get_by_label("Close the chart").click()
        expect(dialog).not_to_be_visible()
    page.locator("status-counts a").click()
    expect(dialog).to_be_visible()
    page.reload()
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).not_to_be_visible()


def test_the_chart_is_read_with_keys_and_in_a_table(home: Home, open_page: Open) -> None:
    session = home.session()
    history.write(home, (session, ((350, "working"), (100, "idle"))))
    with running(home) as server:
        page = open_page(server, "/chart")
        field = page.get_by_role("slider", name="Moment")
        expect(page.locator("history-chart path.fill[d^=M]")).not_to_have_count(0)
        field.focus()
        page.keyboard.press("Home")
        page.keyboard.press("PageUp")
        expect(field).to_have_attribute(
            "aria-valuetext", re.compile("0 waiting, 1 working, 0 idle")
        )
        expect(field).to_have_attribute("aria-valuenow", "10")
        page.keyboard.press("ArrowRight")
        expect(field).to_have_attribute("aria-valuenow", "11")
        expect(page.locator(".crosshair")).to_have_count(1)
        rows = page.locator("history-chart tbody tr")
        expect(rows).to_have_count(12)
        expect(rows.nth(3)).to_contain_text(re.compile(r"to \d\d:\d\d\s*0\s*1\s*0"))
        page.get_by_label("6 h").focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_label("1 h")).to_be_checked()
        expect(field).to_have_attribute("aria-valuemax", "119")
        expect(rows.first).to_contain_text(re.compile(r"to \d\d:\d\d\s*0\s*0\s*1"))


def test_the_chart_has_a_crosshair_under_the_pointer(demo: Server, open_page: Open) -> None:
    page = open_page(demo, "/chart")
    field = page.locator(".plot-field")
    expect(page.locator("history-chart path.fill[d^=M]")).not_to_have_count(0)
    field.hover(position={"x": 300, "y": 60})
    expect(page.locator(".crosshair")).to_have_count(1)
    expect(page.locator(".looked-at")).to_have_text(re.compile(r"^\d\d:\d\d to \d\d:\d\d$"))
    page.locator("#history-title").hover()
    expect(page.locator(".crosshair")).to_have_count(0)


def test_each_wait_of_the_hour_is_a_bar_and_is_read(home: Home, open_page: Open) -> None:
    session = home.session(name="checkout-flow")
    scenes: history.Scenes = (
        (200, "working"),
        (40, "needs-you"),
        (36, "working"),
        (6, "needs-you"),
        (2, "idle"),
    )
    history.write(home, (session, scenes))
    with running(home) as server:
        page = open_page(server)
        bars = page.locator("wait-bars .bar")
        expect(bars).to_have_count(2)
        expect(page.locator("needs-you")).to_contain_text(
            re.compile(r"checkout-flow waited 4m 0\ds, ended \d\d:\d\d")
        )
        expect(page.locator('wait-bars [tabindex="0"]')).to_have_count(1)
        page.locator('wait-bars [tabindex="0"]').focus()
        assert focused_label(page).startswith("checkout-flow waited 4m 0")
        page.keyboard.press("ArrowRight")
        expect(bars.nth(1)).to_be_focused()
        expect(page.locator("wait-bars .axis")).to_contain_text("checkout-flow waited")
        session.wait_for("Bash", {"command": "ls"}, "permission prompt")
        expect(bars).to_have_count(3)
        expect(page.locator("wait-bars .bar[data-open]")).to_have_count(1)
        session.go_on()
        expect(page.locator("last-wait")).to_contain_text(re.compile(r"waited \d+s, ended"))


def test_waits_are_summed_up(home: Home, open_page: Open) -> None:
    session = home.session(cwd="/home/dev/storefront")
    scenes: history.Scenes = (
        (200, "working"),
        (40, "needs-you"),
        (36, "working"),
        (6, "needs-you"),
        (4, "idle"),
    )
    history.write(home, (session, scenes))
    with running(home) as server:
        page = open_page(server)
        panel = page.locator("waits-on-you")
        expect(panel).to_contain_text("in seven days")
        expect(panel).to_contain_text("longest 4m 00s")
        expect(panel).to_contain_text("3m 00s")
        expect(panel).to_contain_text(re.compile(r"storefront\s*2 times, 6m 00s"))
        session.wait_for("Bash", {"command": "ls"}, "permission prompt")
        expect(panel.locator(".sum").nth(2)).to_have_text("3")


def test_with_nothing_found_there_is_nothing_to_chart(tmp_path: Path, open_page: Open) -> None:
    with running(tmp_path) as server:
        page = open_page(server)
        expect(page.locator("first-steps")).to_contain_text("agent-lookout demo")
        expect(page.locator("last-hour section")).to_have_count(0)
        expect(page.locator("event-log section")).to_have_count(0)


def test_charts_tell_statuses_apart_without_colours(demo: Server, open_page: Open) -> None:
    page = open_page(demo, forced_colors="active")
    expect(columns(page)).to_have_count(12)
    expect(page.locator("session-timeline .span").first).to_be_attached()
    fills = page.evaluate(
        """() => ['needs-you', 'working', 'idle', 'finished', 'failed', 'unmeasured'].map(status =>
          getComputedStyle(document.querySelector(
            `session-timeline .span[data-status="${status}"]`)).fill)"""
    )
    assert len(set(fills)) == 6
