"""In a real browser: the work of the page's own thread for a change among many sessions.

The live feed is played to the page, so that nothing but the page is measured.
"""

import json
import random
import statistics
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tests.bench.bench import Bench
from tests.bench.browser import chromium
from tests.bench.figures import Figure, spread
from tests.bench.patience import Unmeasurable
from tests.bench.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

SESSIONS: Final = 500
EVENTS: Final = 1000
"""As many as a page keeps: what a busy hour leaves."""
REPOSITORIES: Final = 40
LAYOUTS: Final = ("list", "repos", "board")
COUNTED_S: Final = 0.45
HALVES: Final = (0.15, 0.65)
"""Where in a second the work is counted from: in the second half the page's own clock beats."""
IDLE_SECONDS: Final = 5
"""How many seconds without a change are measured: what the clock on the page costs alone.

All of them are over before the page takes the silence for a lost connection.
"""
CALM_S: Final = 2.0
"""What loading leaves behind is over by then."""

STATUSES: Final = {"needs-you": 10, "working": 150, "idle": 270, "finished": 40, "failed": 30}
RANKS: Final = {status: rank for rank, status in enumerate(STATUSES)}

VISITS: Final = 5
_PAINTED: Final = "performance.getEntriesByName('first-contentful-paint')"

# What stands in for the socket, and notes of every task that held the page up.
_WATCH: Final = """
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    super();
    window.benchSay = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
  }
  send() {}
  close() {}
};
window.benchLong = [];
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.benchLong.push([task.startTime, task.duration]);
}).observe({ type: 'longtask' });
"""


def page(bench: Bench) -> list[Figure]:
    """Changes of one session among 500, two a second, with the sessions in sight in each layout.

    What a change takes is what half a second takes with it, beyond the same half without.
    """
    with serve(bench.empty_folder()) as server, chromium() as browser:
        address = f"http://127.0.0.1:{server.port}/"
        changes = [
            figure for layout in LAYOUTS for figure in _changes(bench, browser, address, layout)
        ]
        return [_first_paint(browser, address), *changes]


def _first_paint(browser: "Browser", address: str) -> Figure:
    """From the address to something on the screen, on a first visit: nothing is kept yet."""
    found = []
    for _ in range(VISITS):
        shown = browser.new_page(viewport={"width": 1440, "height": 900})
        shown.goto(address)
        shown.wait_for_function(f"() => {_PAINTED}.length > 0")
        found.append(float(shown.evaluate(f"{_PAINTED}[0].startTime")))
        shown.close()
    return Figure("page", SESSIONS, "first paint", statistics.median(found), "ms")


def _changes(bench: Bench, browser: "Browser", address: str, layout: str) -> list[Figure]:
    feed = _Feed(random.Random(bench.chance.random()))  # noqa: S311 -- no secret
    shown = browser.new_page(viewport={"width": 1440, "height": 900})
    shown.add_init_script(_WATCH + f"localStorage.setItem('lookout-layout', '{layout}');")
    shown.goto(address)
    shown.wait_for_function("() => window.benchSay")
    shown.evaluate("text => benchSay(text)", feed.snapshot())
    shown.wait_for_function(
        "count => document.querySelector('#sessions-title .panel-count')?.textContent === count",
        arg=str(SESSIONS),
    )
    shown.wait_for_function("() => document.querySelector('event-log ol')")
    shown.evaluate("text => benchSay(text)", feed.past())
    shown.evaluate("() => document.querySelector('session-list').scrollIntoView()")
    shown.wait_for_timeout(CALM_S * 1000)
    calm = shown.evaluate("performance.now()")
    tools = shown.context.new_cdp_session(shown)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    worked = [
        (half, _work_in(half, shown, tools, feed.change()))
        for _ in range(bench.scale.page_changes // len(HALVES))
        for half in HALVES
    ]
    idle = [
        (half, _work_in(half, shown, tools, None)) for _ in range(IDLE_SECONDS) for half in HALVES
    ]
    long = shown.evaluate("window.benchLong")
    if shown.evaluate("document.documentElement.dataset.phase") != "live":
        raise Unmeasurable("The page was not live to the end, so it may have drawn no change.")
    shown.close()
    # Its clocks go on in either case: that is no part of a change.
    alone = {one: statistics.median(work for half, work in idle if half == one) for one in HALVES}
    changes = [work - alone[half] for half, work in worked]
    return [
        *spread("page", SESSIONS, changes, prefix=f"{layout} "),
        Figure("page", SESSIONS, f"{layout} mean", statistics.fmean(changes), "ms"),
        Figure("page", SESSIONS, f"{layout} a second without", sum(alone.values()), "ms"),
        Figure("page", SESSIONS, f"{layout} load's longest task", _longest(long, 0, calm), "ms"),
        Figure("page", SESSIONS, f"{layout} long tasks", sum(at > calm for at, _ in long), ""),
    ]


def _work_in(half: float, shown: "Page", tools: "CDPSession", change: str | None) -> float:
    """What the page's thread does in that half, at whose start the change comes, in ms."""
    shown.evaluate("text => { window.benchNext = text; }", change)
    _sleep_until(half)
    before = _work_ms(tools)
    # Without a change it is told nothing: what telling costs is none of the page's own work.
    shown.evaluate("benchNext && benchSay(benchNext)")
    _sleep_until((half + COUNTED_S) % 1)
    return _work_ms(tools) - before


def _sleep_until(moment: float) -> None:
    """Until the clock is at this part of a second, now or in the next."""
    time.sleep((moment - time.time()) % 1)


def _longest(tasks: list[list[float]], since: float, until: float) -> float:
    return max((length for at, length in tasks if since <= at < until), default=0)


def _work_ms(tools: "CDPSession") -> float:
    """All that the page's thread has done so far: scripts, styles, layout, painting."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration") * 1000


def _many() -> list[dict[str, Any]]:
    sessions: list[dict[str, Any]] = []
    for status, count in STATUSES.items():
        for _ in range(count):
            number = len(sessions)
            folder = f"storefront-{number % 90}"
            repository = f"storefront-{number % REPOSITORIES}"
            sessions.append(
                {
                    "id": f"claude-code:{number:08d}",
                    "source": "codex" if number % 3 == 0 else "claude-code",
                    "surface": ("terminal", "vscode", "unknown")[number % 3],
                    "name": f"session-{number}",
                    "cwd": f"/home/dev/work/{folder}",
                    "project": folder,
                    "git": {
                        "branch": f"feature/part-{number}",
                        "repository": {"id": repository, "name": repository},
                    },
                    "status": status,
                    "statusSince": _now_ms() - 60_000 * (number + 1),
                    "lastWriteAt": _now_ms() - 20_000,
                    "stale": status == "idle" and number % 20 == 0,
                }
            )
    return sessions


def _place(session: dict[str, Any]) -> tuple[int, int]:
    since: int = session["statusSince"]
    rank = RANKS[session["status"]]
    return rank, since if rank == 0 else -since


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class _Feed:
    """The server's end of the socket: the text of each message."""

    chance: random.Random
    revision: int = 1
    sessions: list[dict[str, Any]] = field(default_factory=_many)

    def snapshot(self) -> str:
        """Everything there is."""
        sources = [
            {"id": one, "label": one.title(), "state": "ok", "detail": "Read."}
            for one in ("claude-code", "codex")
        ]
        now = {"generatedAt": _now_ms(), "sources": sources, "sessions": self.sessions}
        return json.dumps({"type": "snapshot", "revision": self.revision, "snapshot": now})

    def past(self) -> str:
        """What happened before, a few seconds apart."""
        events = [
            self._event(self.chance.choice(self.sessions), "idle", _now_ms() - 3000 * back, back)
            for back in range(EVENTS, 0, -1)
        ]
        return self._diff({"generatedAt": _now_ms()}, events)

    def change(self) -> str:
        """Gives one session another status, and with it another place."""
        one = self.chance.choice(self.sessions)
        others = [status for status in STATUSES if status != one["status"]]
        changed = {"status": self.chance.choice(others), "statusSince": _now_ms()}
        before = one["status"]
        one |= changed
        event = self._event(one, before, _now_ms(), "now")
        self.sessions.sort(key=_place)
        patch = {
            "generatedAt": _now_ms(),
            "sessions": {one["id"]: changed},
            "order": [session["id"] for session in self.sessions],
        }
        return self._diff(patch, [event])

    def _event(
        self, session: dict[str, Any], before: str, at: int, number: int | str
    ) -> dict[str, Any]:
        return {
            "id": f"bench-{self.revision}-{number}",
            "at": at,
            "sessionId": session["id"],
            "sessionName": session["name"],
            "kind": "status-changed",
            "from": before,
            "to": session["status"],
            "severity": "advisory",
        }

    def _diff(self, patch: dict[str, Any], events: list[dict[str, Any]]) -> str:
        base, self.revision = self.revision, self.revision + 1
        message = {"base": base, "revision": self.revision, "patch": patch, "events": events}
        return json.dumps({"type": "diff"} | message)
