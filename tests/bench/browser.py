"""In a real browser: from a change on disk to the words in the page."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from tests.bench.bench import Bench
from tests.bench.figures import Figure, spread
from tests.bench.flips import Flipper, match
from tests.bench.home import Home
from tests.bench.patience import Unmeasurable
from tests.bench.server import ROOT, Child, serve
from tests.browser.find_chromium import find

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SESSIONS: Final = 30
GAP_S: Final = 0.15

ROW: Final = "tr[data-session-id]"
STATUS: Final = "td.status"

# Notes of each row when the text of its status changed, by the clock of the computer.
_OBSERVE: Final = """
([row, status]) => {
  const texts = new Map();
  window.benchChanges = [];
  const look = () => {
    const at = performance.timeOrigin + performance.now();
    for (const one of document.querySelectorAll(row)) {
      const text = one.querySelector(status)?.textContent.trim();
      if (texts.get(one.dataset.sessionId) !== text) {
        texts.set(one.dataset.sessionId, text);
        window.benchChanges.push([one.dataset.sessionId, at]);
      }
    }
  };
  look();
  window.benchChanges = [];
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
  return texts.size;
}
"""


def browser(bench: Bench) -> list[Figure]:
    """Flips, and when the row of each session had its new status in words."""
    home = bench.home(SESSIONS)
    with serve(home.path) as server:
        server.wait_for(home.expected)
        if server.get("/")[0] != 200:
            raise Unmeasurable("There is no page at / yet.")
        with _page(server) as page:
            return _flips(bench, home, page)


def _flips(bench: Bench, home: Home, page: "Page") -> list[Figure]:
    rows = page.evaluate(_OBSERVE, [ROW, STATUS])
    if rows != SESSIONS:
        raise Unmeasurable(f"The page shows {rows} of {SESSIONS} sessions as rows.")
    flipper = Flipper(home.sessions, bench.chance)
    for _ in range(bench.scale.browser_flips):
        flipper.flip()
        time.sleep(bench.chance.uniform(GAP_S, 2 * GAP_S))
    # The page has the computer's clock of the day; flips are noted by the steady one.
    ahead = time.time_ns() - time.monotonic_ns()

    def changes() -> dict[tuple[str, int], int]:
        noted = page.evaluate("window.benchChanges")
        return _by_flip(flipper, [(one, int(at * 1e6) - ahead) for one, at in noted])

    told = match(flipper.made, changes, 3)
    return [
        *spread("browser", SESSIONS, told.latencies),
        Figure("browser", SESSIONS, "never shown", told.missed, ""),
    ]


def _by_flip(flipper: Flipper, noted: list[tuple[str, int]]) -> dict[tuple[str, int], int]:
    """Each flip's change: the first of its session's row since then, before its next flip."""
    found: dict[tuple[str, int], int] = {}
    for key, began in flipper.made.items():
        later = [at for one, at in flipper.made.items() if one[0] == key[0] and at > began]
        until = min(later, default=None)
        for one, at in noted:
            # The browser's clock is read in steps of a tenth of a millisecond.
            if one == key[0] and at >= began - 200_000 and (until is None or at < until):
                found[key] = at
                break
    return found


@contextmanager
def _page(server: Child) -> Iterator["Page"]:
    with chromium() as program:
        page = program.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.wait_for_selector(ROW, timeout=10_000)
        yield page


@contextmanager
def chromium() -> Iterator["Browser"]:
    """A browser; what it cannot do is told as unmeasurable."""
    try:
        from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 -- may be missing
    except ImportError:
        raise Unmeasurable("Playwright is not installed.") from None
    if (program := find()) is None:
        raise Unmeasurable("There is no Chromium; see make chromium.")
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        except Error as problem:
            raise Unmeasurable(f"No browser: {problem.message.splitlines()[0]}") from None
        try:
            yield started
        except Error as problem:
            built = (ROOT / "static" / "vendor").is_dir()
            hint = "" if built else " (static/vendor is not made; see make vendor)"
            raise Unmeasurable(f"{problem.message.splitlines()[0]}{hint}") from None
        finally:
            started.close()
