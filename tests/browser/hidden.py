"""Has a page believe that another tab is in front of it. A headless browser has no tabs."""

from typing import Final

from playwright.sync_api import Page

_HIDE: Final = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def leave(page: Page) -> None:
    """Another tab comes to the front."""
    page.evaluate(_HIDE, True)


def come_back(page: Page) -> None:
    """The page is in front again."""
    page.evaluate(_HIDE, False)
