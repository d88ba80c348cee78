"""A real browser, and pages in it that may say nothing on their console."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.find_chromium import find
from tests.support.home import Home, a_home
from tests.support.running import Server, running

HERE = Path(__file__).parent
ARGUMENTS = [
    "--no-sandbox",
    # No news from its maker: nothing but loopback is reached, in tests too.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]

# A page whose server is away on purpose, or refuses an act, cannot help the browser's own line.
BROWSERS_OWN = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "a status of 400",
    "a status of 409",
    "a status of 429",
)

Open = Callable[..., Page]
"""Opens a path of a server: `open_page(server, "/", theme="dark", width=1440)`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder drives the browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find()
    assert path is not None, "there is no Chromium; run make test-browser"
    # Playwright's own driver asks for news, unless it is told not to.
    os.environ["PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD"] = "1"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with a_home(tmp_path / "home") as made:
        yield made


@pytest.fixture
def server(home: Home) -> Iterator[Server]:
    with running(home) as started:
        yield started


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The demo: a page with every status on it."""
    with running(tmp_path_factory.mktemp("demo"), command="demo") as started:
        started.until(lambda snapshot: len(snapshot["sessions"]) >= 12)
        yield started


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens pages; a test fails if one of them said anything on its console."""
    said: list[str] = []
    contexts = ExitStack()

    def opened(
        server: Server, path: str = "/", *, theme: Any = "dark", width: int = 1440, **options: Any
    ) -> Page:
        context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=theme,
            timezone_id=_zone_of_an_afternoon(),
            **options,
        )
        contexts.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda problem: said.append(str(problem)))
        page.goto(server.address + path)
        return page

    with contexts:
        yield opened
    assert [line for line in said if not any(own in line for own in BROWSERS_OWN)] == []


def _zone_of_an_afternoon() -> str:
    """Where it is past two in the afternoon, so that no test has to reckon with midnight."""
    ahead = 14 - datetime.now(UTC).hour
    return f"Etc/GMT{-ahead:+d}"  # named by how far UTC is ahead of it
