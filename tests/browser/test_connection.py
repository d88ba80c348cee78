"""The page says what it knows, and how fresh that is."""

import re
import signal
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.hidden import come_back, leave
from tests.support.home import Home
from tests.support.running import running


def test_a_restart_of_the_server_is_survived(home: Home, open_page: Open) -> None:
    session = home.session(name="before")
    with running(home) as first:
        port = first.port
        page = open_page(first)
        expect(page.locator("live-state")).to_contain_text("Live")
        expect(page.locator("session-list")).to_contain_text("before")
        first.end()
    expect(page.locator("live-state")).to_contain_text(
        re.compile("Reconnecting…|Agent Lookout has stopped")
    )
    expect(page.locator("live-state")).to_contain_text(re.compile("data .* old"))
    session.write(name="after")
    with running(home, port=port):
        expect(page.locator("live-state")).to_contain_text("Live", timeout=15_000)
        expect(page.locator("session-list")).to_contain_text("after")


def test_a_server_that_stopped_is_told_as_stopped_and_not_as_all_clear(
    home: Home, open_page: Open
) -> None:
    home.session()
    with running(home) as server:
        page = open_page(server)
        expect(page.locator("live-state")).to_contain_text("Live")
        server.end()
    expect(page.locator("live-state")).to_contain_text("Agent Lookout has stopped", timeout=15_000)
    expect(page.locator("needs-you")).to_contain_text("agent-lookout runserver")
    expect(page.locator("needs-you")).not_to_contain_text(
        re.compile("nothing needs", re.IGNORECASE)
    )


def test_a_computer_that_slept_wakes_up_to_what_is_so(home: Home, open_page: Open) -> None:
    session = home.session(name="before", status="busy")
    with running(home) as server:
        page = open_page(server)
        expect(page.locator("session-list")).to_contain_text("before")
        tools = page.context.new_cdp_session(page)
        tools.send("Page.setWebLifecycleState", {"state": "frozen"})
        server.process.send_signal(signal.SIGSTOP)
        session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
        session.write(name="after")
        server.process.send_signal(signal.SIGCONT)
        tools.send("Page.setWebLifecycleState", {"state": "active"})
        expect(page.locator(".waiting-card")).to_contain_text("after")
        expect(page.locator("live-state")).to_contain_text("Live")
        expect(page).to_have_title(re.compile("1"))


def test_a_server_that_hangs_is_not_taken_for_a_quiet_one(home: Home, open_page: Open) -> None:
    session = home.session(name="before")
    with running(home) as server:
        page = open_page(server)
        expect(page.locator("session-list")).to_contain_text("before")
        server.process.send_signal(signal.SIGSTOP)
        expect(page.locator("live-state")).to_contain_text(
            re.compile("Reconnecting…|Agent Lookout has stopped"), timeout=15_000
        )
        session.write(name="after")
        server.process.send_signal(signal.SIGCONT)
        expect(page.locator("live-state")).to_contain_text("Live", timeout=15_000)
        expect(page.locator("session-list")).to_contain_text("after")


def test_a_page_behind_another_tab_counts_on_when_it_is_seen_again(
    home: Home, open_page: Open
) -> None:
    session = home.session(name="checkout-flow", status="busy")
    with running(home) as server:
        page = open_page(server)
        expect(page.locator("session-list tr[data-session-id]")).to_have_count(1)
        leave(page)
        session.wait_for("Bash", {"command": "npm test"}, "permission prompt")
        expect(page).to_have_title(re.compile("1"))  # what it says without being seen
        timer = page.locator(".waiting-card elapsed-time")
        before = timer.text_content()
        server.until(lambda s: s["generatedAt"] > session.fields["statusUpdatedAt"] + 3_000)
        assert timer.text_content() == before
        come_back(page)
        expect(timer).to_have_text(re.compile(r"^[3-9]s$"))


def test_a_page_of_another_version_is_loaded_anew(home: Home, open_page: Open) -> None:
    with running(home) as server:
        port = server.port
        page = open_page(server)
        version = page.locator('meta[name="agent-lookout-version"]')
        own = version.get_attribute("content")
        version.evaluate("one => one.setAttribute('content', '0.0.1')")
        server.end()
    with running(home, port=port):
        expect(version).to_have_attribute("content", own or "", timeout=15_000)
        expect(page.locator("live-state")).to_contain_text("Live")


def test_a_source_that_cannot_be_read_is_told_on_the_page(tmp_path: Path, open_page: Open) -> None:
    # A file where the folder of status files should be cannot be listed by anyone, root included.
    folder = tmp_path / ".agent-lookout"
    folder.mkdir()
    (folder / "sessions").write_text("")
    with running(tmp_path) as server:
        server.until(lambda s: "unavailable" in {one["state"] for one in s["sources"]})
        page = open_page(server)
        expect(page.locator("source-problems")).to_contain_text("Status files")


def test_with_no_agent_the_page_teaches(tmp_path: Path, open_page: Open) -> None:
    with running(tmp_path) as server:
        page = open_page(server)
        expect(page.locator("first-steps")).to_contain_text("~/.claude")
        expect(page.locator("first-steps")).to_contain_text("agent-lookout demo")
