"""What is pressed on the page, against the real server and real processes."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.test_accessibility import problems
from tests.support.home import Home, LiveSession, now_ms
from tests.support.pressing import Stubborn
from tests.support.running import Server, running
from tests.support.tmux_world import TMUX, TmuxServer, a_tmux

DAY = 24 * 3_600_000
SESSION_ID = "5d950367-e2cf-4fa3-903f-cdbd5d8cb332"


def row(page: Page, session: LiveSession | str) -> Locator:
    session_id = session if isinstance(session, str) else session.id
    return page.locator(f'tr[data-session-id="{session_id}"]')


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


@pytest.fixture
def finished(home: Home, tmp_path: Path) -> str:
    """A background job that is over, as the claude command lists it; its id on the page."""
    folder = tmp_path / "it's here"
    folder.mkdir()
    row = {
        "id": SESSION_ID[:8],
        "sessionId": SESSION_ID,
        "cwd": str(folder),
        "kind": "background",
        "startedAt": now_ms() - 600_000,
        "name": "docs-build",
        "state": "done",
    }
    program = home.path / ".local" / "bin" / "claude"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!{sys.executable} -S\nprint({json.dumps(json.dumps([row]))})\n")
    program.chmod(0o755)
    (home.path / ".claude.json").write_text("{}")
    return f"claude-code:{SESSION_ID}"


def test_stop_ends_the_session_it_is_asked_for_and_leaves_its_neighbour(
    home: Home, server: Server, open_page: Open
) -> None:
    one = home.session(name="checkout-flow", cwd=str(home.path))
    other = home.session(name="docs")
    page = open_page(server, f"/sessions/{one.id}")
    page.get_by_role("button", name="Stop…").click()
    question = page.get_by_role("group", name="Stop checkout-flow?")
    expect(question).to_contain_text(f"{one.pid}, is asked to end (SIGTERM)")
    expect(question).to_contain_text("conversation is kept")
    question.get_by_role("button", name="Leave it running").click()
    expect(question).to_have_count(0)
    expect(page.get_by_role("button", name="Stop…")).to_be_focused()
    assert one.stand_in.runs
    page.keyboard.press("Enter")
    question.get_by_role("button", name="Stop it").click()
    expect(sheet(page)).to_contain_text("It has ended. This goes on with it:")
    expect(sheet(page)).to_contain_text(f"claude --resume {one.fields['sessionId']}")
    expect(sheet(page)).to_contain_text("not here any more")
    assert not one.stand_in.runs
    assert other.stand_in.runs
    page.keyboard.press("Escape")
    expect(row(page, other)).to_be_visible()
    expect(row(page, one)).to_have_count(0)


def test_why_it_is_not_done_is_said_where_it_was_pressed(
    home: Home, server: Server, open_page: Open
) -> None:
    # Its process did not begin when the file says.
    session = home.session(name="checkout-flow", procStart="Mon Nov 30 14:00:00 2026")
    page = open_page(server, f"/sessions/{session.id}")
    page.get_by_role("button", name="Stop…").click()
    page.get_by_role("button", name="Stop it").click()
    expect(sheet(page).locator("stop-session .said")).to_contain_text("did not begin when")
    assert session.stand_in.runs


def test_a_stop_that_is_asked_about_is_not_when_the_details_are_opened_again(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow")
    page = open_page(server, f"/sessions/{session.id}")
    page.get_by_role("button", name="Stop…").click()
    expect(page.locator("#stop-title")).to_be_focused()
    page.keyboard.press("Escape")
    row(page, session).click()
    expect(page.get_by_role("button", name="Stop…")).to_be_visible()
    expect(page.locator("#stop-title")).to_have_count(0)


def test_one_that_goes_on_running_is_said_to(home: Home, server: Server, open_page: Open) -> None:
    stubborn = Stubborn()
    try:
        session = home.session_of(stubborn.pid, name="checkout-flow")
        page = open_page(server, f"/sessions/{session.id}")
        page.get_by_role("button", name="Stop…").click()
        page.get_by_role("button", name="Stop it").click()
        expect(page.get_by_role("button", name="Stopping…")).to_have_attribute("aria-busy", "true")
        said = sheet(page).locator("stop-session .said")
        expect(said).to_contain_text("still runs 10 seconds later", timeout=20_000)
    finally:
        stubborn.end()


def test_where_nothing_may_be_ended_nothing_offers_to(home: Home, open_page: Open) -> None:
    session = home.session(name="left", statusUpdatedAt=now_ms() - 2 * DAY)
    with running(home, AGENT_LOOKOUT_STOP="off") as server:
        page = open_page(server)
        page.get_by_role("button", name="Review…").click()
        expect(sheet(page)).to_contain_text("None of them ends by itself")
        expect(page.get_by_role("button", name="End all…")).to_have_count(0)
        page.goto(f"{server.address}/sessions/{session.id}")
        expect(sheet(page)).to_contain_text("left")
        expect(page.get_by_role("button", name="Stop…")).to_have_count(0)


def test_a_folder_that_is_gone_is_said_to_be_once_its_session_was_stopped(
    home: Home, server: Server, open_page: Open
) -> None:
    one = home.session(name="checkout-flow", cwd=str(home.path / "gone"))
    page = open_page(server, f"/sessions/{one.id}")
    page.get_by_role("button", name="Stop…").click()
    page.get_by_role("button", name="Stop it").click()
    expect(sheet(page)).to_contain_text("It has ended. The folder it was started in is gone")


def test_resume_copies_the_line_from_the_row_and_shows_it_whole(
    finished: str, server: Server, open_page: Open
) -> None:
    page = open_page(server, permissions=["clipboard-write"])
    row(page, finished).get_by_role("button", name="Resume docs-build").click()
    expect(row(page, finished).get_by_role("status")).to_contain_text("Copied")
    line = server.until_session(finished)["resume"]["command"]
    shown = row(page, finished).get_by_role("group", name="The command")
    assert shown.evaluate("line => line.textContent.trim()") == line
    page.keyboard.press("/")
    page.keyboard.press("Control+v")
    expect(page.get_by_role("combobox")).to_have_value(line)
    page.keyboard.press("Escape")
    # Neither the button nor what it says opened the details; the rest of the row does.
    assert page.url == f"{server.address}/"
    row(page, finished).click(position={"x": 20, "y": 20})
    expect(sheet(page)).to_contain_text("docs-build")
    expect(sheet(page).get_by_role("button", name="Resume docs-build")).to_be_visible()


def test_a_line_that_the_clipboard_refuses_is_selected(
    finished: str, server: Server, open_page: Open
) -> None:
    page = open_page(server)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    row(page, finished).get_by_role("button", name="Resume docs-build").click()
    expect(row(page, finished).get_by_role("status")).to_contain_text("Copy it by hand")
    assert "claude --resume" in page.evaluate("() => String(getSelection())")


def test_a_session_of_vs_code_is_gone_to_by_its_address(
    home: Home, server: Server, open_page: Open
) -> None:
    session = home.session(name="checkout-flow", entrypoint="claude-vscode")
    session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
    page = open_page(server)
    address = f"vscode://anthropic.claude-code/open?session={session.fields['sessionId']}"
    links = page.get_by_role("link", name="Jump to checkout-flow")
    expect(links).to_have_count(2)
    for index in range(2):
        expect(links.nth(index)).to_have_attribute("href", address)
    # From the name, one press of Tab leads to what acts on it.
    row(page, session).locator("a.name").focus()
    page.keyboard.press("Tab")
    expect(row(page, session).get_by_role("link", name="Jump to")).to_be_focused()
    page.get_by_role("radio", name="Board").check()
    expect(page.locator(".board-card").get_by_role("link", name="Jump to")).to_be_visible()


def left_running(home: Home, name: str) -> LiveSession:
    return home.session(name=name, statusUpdatedAt=now_ms() - 2 * DAY)


def test_those_left_running_are_ended_by_name(home: Home, server: Server, open_page: Open) -> None:
    sessions = [left_running(home, name) for name in ("checkout-flow", "docs", "billing")]
    awake, kept = sessions[0], sessions[2]
    page = open_page(server)
    page.get_by_role("button", name="Review…").click()
    page.get_by_role("button", name="End all…").click()
    expect(sheet(page).get_by_role("checkbox", checked=True)).to_have_count(3)
    sheet(page).get_by_role("checkbox", name="billing").uncheck()
    awake.write(status="busy", statusUpdatedAt=now_ms())
    page.get_by_role("button", name="End 2 sessions").click()
    said = sheet(page).locator(".dialog-foot").get_by_role("status")
    expect(said).to_contain_text("1 of 2 sessions have ended", timeout=20_000)
    expect(said).to_contain_text("checkout-flow became active again and was left running")
    expect(sheet(page).locator("li", has_text="docs")).to_contain_text("Ended")
    assert [one.stand_in.runs for one in sessions] == [True, False, True]
    assert kept.stand_in.runs
    page.get_by_role("button", name="Done").click()
    expect(sheet(page).locator(".left-list li")).to_have_count(1)


def test_what_became_of_the_last_two_is_still_said(
    home: Home, server: Server, open_page: Open
) -> None:
    sessions = [left_running(home, name) for name in ("checkout-flow", "docs")]
    page = open_page(server)
    page.get_by_role("button", name="Review…").click()
    page.get_by_role("button", name="End all…").click()
    page.get_by_role("button", name="End 2 sessions").click()
    expect(sheet(page)).to_contain_text("2 of 2 sessions have ended", timeout=20_000)
    assert not any(one.stand_in.runs for one in sessions)
    server.until(lambda snapshot: snapshot["sessions"] == [])
    expect(sheet(page).locator('li[data-outcome="ended"]')).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("session-list section")).to_have_count(0)


@pytest.fixture
def tmux() -> Iterator[TmuxServer]:
    # A short path, as a socket's may have about a hundred bytes.
    with TemporaryDirectory(dir="/tmp") as path:
        folder = Path(path) / f"tmux-{os.geteuid()}"
        folder.mkdir(mode=0o700)
        with a_tmux(folder / "default") as server:
            yield server


@pytest.mark.skipif(not TMUX, reason="tmux is not installed")
def test_jump_selects_the_pane_and_says_so_in_the_row(
    home: Home, tmux: TmuxServer, open_page: Open
) -> None:
    first = tmux.session("work")
    pane = tmux.window(first)
    session = home.session_of(pane.pid, name="checkout-flow")
    sockets = str(tmux.socket.parent.parent)
    with running(home, TMUX_TMPDIR=sockets, PATH=os.path.dirname(TMUX)) as server:
        page = open_page(server)
        jump = row(page, session).get_by_role("button", name="Jump to checkout-flow")
        jump.click()
        said = row(page, session).get_by_role("status")
        expect(said).to_contain_text("Selected in tmux, work:1.0. No terminal is attached")
        expect(said).to_contain_text("attach -t '=work'")
        assert pane.id in tmux.active()
        tmux.attach(first)
        jump.click()
        expect(said).to_have_text("Selected in tmux, work:1.0.")
        tmux.run("kill-pane", "-t", pane.id)
        # Pressed before the page has heard of it.
        if jump.count():
            jump.click()
            expect(said).not_to_contain_text("Selected")


@pytest.mark.usefixtures("finished")
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 390])
def test_nothing_is_found_wrong_with_what_acts(
    home: Home, server: Server, open_page: Open, theme: str, width: int
) -> None:
    one = left_running(home, "checkout-flow")
    page = open_page(server, theme=theme, width=width)
    page.get_by_role("button", name="Resume docs-build").click()
    assert problems(page) == []
    page.get_by_role("button", name="Review…").click()
    page.get_by_role("button", name="End all…").click()
    assert problems(page) == []
    page.goto(f"{server.address}/sessions/{one.id}")
    page.get_by_role("button", name="Stop…").click()
    assert problems(page) == []


@pytest.mark.usefixtures("finished")
def test_what_acts_is_large_enough_for_a_finger(server: Server, open_page: Open) -> None:
    page = open_page(server, width=390, has_touch=True, is_mobile=True)
    box = page.get_by_role("button", name="Resume docs-build").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
