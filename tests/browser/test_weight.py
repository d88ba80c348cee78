"""How much the page is. Nothing is compressed on the way, which ends on the same computer."""

import gzip

from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Open
from tests.support.home import Home
from tests.support.running import Server

MOST_BYTES = 250_000


def test_the_page_with_its_fonts_is_light(home: Home, server: Server, open_page: Open) -> None:
    home.session()
    page = open_page(server, "/settings")
    expect(page.locator("history-kept")).to_contain_text("history")
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))  # noqa: PLW0108 -- Playwright marks what it is given
    without_what_is_kept(page)
    page.goto(f"http://127.0.0.1:{server.port}/")
    expect(page.locator("session-list tr[data-session-id]")).to_have_count(1)
    weights = {one.url: len(gzip.compress(one.body(), 6)) for one in responses if one.ok}
    assert any("/fonts/" in url for url in weights)
    assert sum(weights.values()) < MOST_BYTES, sorted(weights.items(), key=lambda one: -one[1])[:9]


def without_what_is_kept(page: Page) -> None:
    """As on a first visit."""
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
