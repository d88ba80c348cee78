"""axe-core finds nothing, in either theme, at any width."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.support.running import ROOT, Server, running

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (1440, 1024, 390)


def problems(page: Page) -> list[str]:
    """What axe-core finds wrong, with where."""
    # Evaluated by the browser's own tools, to which the page's content policy does not speak.
    page.evaluate(AXE.read_text())
    found = page.evaluate("() => axe.run()")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_found_on_any_view(
    demo: Server, open_page: Open, theme: str, width: int
) -> None:
    page = open_page(demo, theme=theme, width=width)
    expect(page.locator("tr[data-session-id]").first).to_be_visible()
    assert problems(page) == []
    page.locator("tr[data-session-id] a.name").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert problems(page) == []
    page.goto(f"{demo.address}/sources")
    for source in ("Claude Code", "Status files"):
        page.get_by_role("button", name=f"Why, for {source}").click()
    expect(page.locator("agent-reports .reasons").last).to_be_visible()
    assert problems(page) == []
    page.goto(f"{demo.address}/settings")
    expect(page.locator("theme-choice")).to_be_visible()
    assert problems(page) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_nothing_is_found_where_there_is_no_agent(
    tmp_path: Path, open_page: Open, theme: str
) -> None:
    with running(tmp_path) as server:
        page = open_page(server, theme=theme)
        expect(page.locator("first-steps")).to_contain_text("agent-lookout demo")
        assert problems(page) == []
