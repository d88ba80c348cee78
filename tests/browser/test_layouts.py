"""The sessions as a list, by repository and as a board."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.test_accessibility import WIDTHS, problems
from tests.browser.test_layout import HOSTILE, overflows
from tests.support.home import Home, now_ms
from tests.support.running import Server

DAY_MS = 24 * 60 * 60 * 1000
LAYOUTS = ("List", "Repos", "Board")

# Notes of every move from now on.
WATCH_MOVES = """
() => {
  window.moves = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    window.moves.push([this.dataset.sessionId, Object.keys(given[0][0]).join()]);
    return animate.apply(this, given);
  };
}
"""


def choice(page: Page, layout: str) -> Locator:
    """One button of the switch."""
    return page.get_by_role("radio", name=layout)


def card(page: Page, column: str, session_id: str) -> Locator:
    """A session's card in one column of the board."""
    return page.locator(f'[data-column="{column}"] [data-session-id="{session_id}"].board-card')


def check_out(folder: Path, branch: str) -> Path:
    """As much of a repository as is read of one."""
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n")
    return folder


def check_out_worktree(repository: Path, folder: Path, branch: str) -> Path:
    """As much of a worktree."""
    git_folder = repository / ".git" / "worktrees" / folder.name
    git_folder.mkdir(parents=True)
    (git_folder / "HEAD").write_text(f"ref: refs/heads/{branch}\n")
    (git_folder / "commondir").write_text("../..\n")
    folder.mkdir(parents=True)
    (folder / ".git").write_text(f"gitdir: {git_folder}\n")
    return folder


def test_the_switch_is_one_stop_with_arrows_inside_and_is_kept(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow")
    page = open_page(server)
    expect(choice(page, "List")).to_be_checked()
    choice(page, "List").focus()
    page.keyboard.press("ArrowRight")
    expect(choice(page, "Repos")).to_be_focused()
    expect(page.locator("tbody.repository")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(card(page, "idle", session.id)).to_be_visible()
    page.reload()
    expect(choice(page, "Board")).to_be_checked()
    expect(card(page, "idle", session.id)).to_be_visible()
    page.locator(".segments label", has_text="List").click()
    expect(page.locator(f'tr[data-session-id="{session.id}"]')).to_be_visible()
    page.reload()
    expect(choice(page, "List")).to_be_checked()


def test_repos_puts_worktrees_together_and_those_in_none_last(
    home: Home, server: Server, open_page: Open
) -> None:
    storefront = check_out(home.path / "dev" / "storefront", "main")
    beside = check_out_worktree(storefront, home.path / "dev" / "storefront-checkout", "checkout")
    docs = check_out(home.path / "dev" / "docs", "main")
    nowhere = home.session(name="nowhere")
    sessions = {
        name: home.session(name=name, cwd=str(folder), statusUpdatedAt=now_ms() - age)
        for name, folder, age in (
            ("one", storefront, 50_000),
            ("two", docs, 40_000),
            ("three", beside, 10_000),
        )
    }
    nowhere.wait_for("Bash", {"command": "ls"}, "permission prompt")
    ids = {one.id for one in sessions.values()}
    server.until(lambda snapshot: ids <= {s["id"] for s in snapshot["sessions"] if "git" in s})
    page = open_page(server)
    choice(page, "Repos").check()
    groups = page.locator("tbody.repository")
    expect(groups.locator("h3")).to_have_text(["storefront", "docs", "No repository"])
    expect(groups.locator(".panel-count")).to_have_text(["2", "1", "1"])
    expect(groups.nth(0).locator("a.name")).to_have_text(["three", "one"])
    expect(groups.nth(0).locator(".folder").first).to_have_text("storefront-checkout on checkout")
    choice(page, "Board").check()
    expect(card(page, "idle", sessions["three"].id).locator(".card-place")).to_have_text(
        "storefront · storefront-checkout on checkout"
    )


def test_a_card_goes_to_its_new_column_by_itself(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow")
    other = home.session(name="other")
    page = open_page(server)
    choice(page, "Board").check()
    expect(page.locator('[data-column="needs-you"] .board-none')).to_have_text("None")
    link = card(page, "idle", session.id).locator("a.name")
    link.focus()
    page.evaluate(WATCH_MOVES)
    session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
    moved = card(page, "needs-you", session.id)
    expect(moved).to_contain_text("Run: npm test")
    expect(moved.locator("a.name")).to_be_focused()
    expect(page.locator('[data-column="needs-you"] .panel-count')).to_have_text("1")
    assert [session.id, "transform"] in page.evaluate("window.moves")
    expect(card(page, "idle", other.id)).to_be_visible()
    session.go_on()
    expect(card(page, "working", session.id)).to_be_visible()
    expect(card(page, "working", session.id).locator("a.name")).to_be_focused()


def test_nothing_moves_for_one_who_asked_for_no_motion(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow")
    page = open_page(server, reduced_motion="reduce")
    choice(page, "Board").check()
    expect(card(page, "idle", session.id)).to_be_visible()
    page.evaluate(WATCH_MOVES)
    session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
    expect(card(page, "needs-you", session.id)).to_be_visible()
    assert page.evaluate("window.moves") == []


def test_details_open_from_a_card_and_close_back_to_it_wherever_it_is_by_then(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow")
    page = open_page(server)
    choice(page, "Board").check()
    card(page, "idle", session.id).locator("a.name").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
    expect(dialog).to_contain_text("Run: npm test")
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(card(page, "needs-you", session.id).locator("a.name")).to_be_focused()
    card(page, "needs-you", session.id).click(position={"x": 8, "y": 40})
    expect(dialog).to_be_visible()


def test_what_is_not_known_is_under_what_is_over(demo: Server, open_page: Open) -> None:
    page = open_page(demo)
    choice(page, "Board").check()
    columns = page.locator(".board-column h3 > span:first-of-type")
    expect(columns).to_have_text(["Needs you", "Working", "Idle", "Finished or failed", "Unknown"])
    over = page.locator('[data-column="over"]').bounding_box()
    unknown = page.locator('[data-column="unknown"]').bounding_box()
    assert over is not None
    assert unknown is not None
    assert unknown["x"] == over["x"]
    assert unknown["y"] > over["y"] + over["height"]


def test_sessions_left_running_are_told_and_listed(
    home: Home, server: Server, open_page: Open
) -> None:
    page = open_page(server)
    young = home.session(name="young")
    expect(page.locator("session-list")).to_contain_text("young")
    expect(page.locator("left-running p")).to_have_count(0)
    old = [
        home.session(name=name, cwd=f"/home/dev/{name}", statusUpdatedAt=now_ms() - 2 * DAY_MS)
        for name in ("spike", "draft")
    ]
    line = page.locator("left-running p.left-running")
    expect(line).to_contain_text("2 sessions have been idle for a day or more")
    review = page.get_by_role("button", name="Review…")
    review.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Left running")
    expect(dialog.locator("li")).to_have_count(2)
    expect(dialog).to_contain_text("2d 0h")
    expect(dialog).not_to_contain_text(young.fields["name"])
    page.keyboard.press("Escape")
    expect(review).to_be_focused()
    review.click()
    dialog.get_by_role("link", name="spike").click()
    details = page.locator("dialog.details")
    expect(details).to_contain_text("/home/dev/spike")
    page.keyboard.press("Escape")
    expect(details).not_to_be_visible()
    expect(dialog.get_by_role("link", name="spike")).to_be_focused()
    for one in old:
        one.write(status="busy", statusUpdatedAt=now_ms())
    expect(dialog).to_contain_text("None has been idle for so long any more")
    page.mouse.click(4, 4)
    expect(dialog).not_to_be_visible()
    expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize("width", [1440, 390, 360])
def test_hostile_names_change_no_layout(
    home: Home, server: Server, open_page: Open, width: int
) -> None:
    for name in HOSTILE:
        session = home.session(name=name, cwd=f"/home/dev/{name[:80].replace('/', '_')}")
        session.wait_for("Bash", {"command": name}, "permission prompt")
    page = open_page(server, width=width)
    for layout in LAYOUTS:
        choice(page, layout).check()
        expect(page.locator("session-list a.name")).to_have_count(len(HOSTILE))
        assert not overflows(page)
    heights = page.locator(".board-card").evaluate_all(
        "cards => cards.map(card => card.getBoundingClientRect().height)"
    )
    assert max(heights) < 200
    expect(page).to_have_title(f"({len(HOSTILE)}) Agent Lookout")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_found_on_any_layout_or_dialog(
    demo: Server, open_page: Open, theme: str, width: int
) -> None:
    # Still, so that no colour is looked at on its way.
    page = open_page(demo, theme=theme, width=width, reduced_motion="reduce")
    for layout in ("Repos", "Board"):
        choice(page, layout).check()
        expect(page.locator("session-list a.name").first).to_be_visible()
        assert problems(page) == []
    page.get_by_role("button", name="Review…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert problems(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Search sessions").click()
    page.keyboard.type("claude sto")
    expect(page.get_by_role("option").first).to_be_visible()
    assert problems(page) == []
    page.keyboard.type(" nothing has this")
    expect(page.get_by_role("option")).to_have_count(0)
    assert problems(page) == []
    page.get_by_role("button", name="All shortcuts").click()
    expect(page.get_by_role("dialog", name="Shortcuts")).to_be_visible()
    assert problems(page) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_layout_scrolls_sideways_on_a_small_phone(
    demo: Server, open_page: Open, layout: str
) -> None:
    page = open_page(demo, width=360)
    choice(page, layout).check()
    expect(page.locator("session-list a.name").first).to_be_visible()
    assert not overflows(page)


def test_the_chosen_layout_is_seen_without_colours(demo: Server, open_page: Open) -> None:
    page = open_page(demo, forced_colors="active")
    choice(page, "Board").check()
    grounds = page.locator(".segments label").evaluate_all(
        "labels => labels.map(label => getComputedStyle(label).backgroundColor)"
    )
    assert grounds[2] != grounds[0] == grounds[1]
    for column in ("needs-you", "working", "idle"):
        expect(page.locator(f'[data-column="{column}"] h3 svg')).to_be_visible()
