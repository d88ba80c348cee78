"""The measures of the server and its command, each with a home and servers of its own."""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.bench import flips
from tests.bench.bench import Bench
from tests.bench.feed import Feed
from tests.bench.figures import Figure, median_and_max, spread
from tests.bench.flips import Flipper
from tests.bench.home import Home, make_home
from tests.bench.server import (
    Child,
    Memory,
    console_script,
    environment,
    run_once,
    serve,
)

GAPS_S = (0.030, 0.120)
POLL_GAPS_S = (0.6, 1.4)
SETTLE_S = 2.0
BARE_SESSIONS = 5
DO_NOTHING = (sys.executable, "-c", "pass")


def flips_and_memory(bench: Bench) -> list[Figure]:
    """From a change on disk to the message about it, and what the server holds."""
    figures: list[Figure] = []
    for count in bench.scale.sessions:
        home = bench.home(count)
        with serve(home.path) as server:
            server.wait_for(home.expected)
            figures += flips_on(bench, "flips", home, server, bench.scale.flips)
    return figures


def flips_on(bench: Bench, measure: str, home: Home, server: Child, count: int) -> list[Figure]:
    """Flips on one server, with as many told by the bare loop at the same time."""
    sessions = len(home.sessions)
    time.sleep(SETTLE_S)
    figures = _memory(measure, sessions, "start", server.memory())
    with bare_beside(bench) as (bare_feed, bare_flipper), Feed(server.port) as feed:
        feed.first()
        flipper = Flipper(home.sessions, bench.chance)
        flips.run((flipper, bare_flipper), count, GAPS_S)
        told = flips.told(flipper, feed, 5)
        bare_told = flips.told(bare_flipper, bare_feed, 5)
    figures += spread(measure, sessions, told.latencies)
    figures += spread(measure, sessions, bare_told.latencies, prefix="bare ")
    figures.append(Figure(measure, sessions, "never shown", told.missed, ""))
    return figures + _memory(measure, sessions, "flips", server.memory())


@contextmanager
def bare_beside(bench: Bench) -> Iterator[tuple[Feed, Flipper]]:
    """The least that could do the job, with sessions of its own to flip."""
    other = make_home(bench.empty_folder() / "bare", bench.pids[:BARE_SESSIONS])
    watched = other.path / ".claude" / "sessions"
    program = [sys.executable, "-m", "tests.bench.bare", str(watched)]
    with Child(program, environment(other.path)) as bare, Feed(bare.port) as feed:
        yield feed, Flipper(other.sessions, bench.chance)


def _memory(measure: str, sessions: int, after: str, memory: Memory) -> list[Figure]:
    named = (
        (f"RSS after {after}", memory.resident),
        (f"PSS after {after}", memory.proportional),
        (f"USS after {after}", memory.own),
    )
    return [
        Figure(measure, sessions, name, size / 1e6, "MB")
        for name, size in named
        if size is not None
    ]


def poll_alone(bench: Bench) -> list[Figure]:
    """The same with file notifications off; all servers at once, since each mostly waits."""
    with ExitStack() as stack:
        flippers: list[Flipper] = []
        feeds: list[Feed] = []
        for count in bench.scale.sessions:
            home = bench.home(count)
            server = serve(home.path, AGENT_LOOKOUT_FILE_NOTIFICATIONS="off")
            stack.enter_context(server)
            server.wait_for(home.expected)
            feed = stack.enter_context(Feed(server.port))
            feed.first()
            feeds.append(feed)
            flippers.append(Flipper(home.sessions, bench.chance))
        flips.run(tuple(flippers), bench.scale.poll_flips, POLL_GAPS_S)
        figures: list[Figure] = []
        for flipper, feed in zip(flippers, feeds, strict=True):
            told = flips.told(flipper, feed, 4)
            count = len(flipper.sessions)
            figures += spread("poll", count, told.latencies)
            figures.append(Figure("poll", count, "never shown", told.missed, ""))
    return figures


def idle(bench: Bench) -> list[Figure]:
    """What the server takes of a core while nothing happens."""
    figures: list[Figure] = []
    for count in bench.scale.sessions:
        home = bench.home(count)
        with serve(home.path) as server:
            server.wait_for(home.expected)
            figures += idle_on(server, "idle", count, bench.scale.idle_s)
            with Feed(server.port) as feed:
                feed.first()
                figures += idle_on(server, "idle", count, bench.scale.idle_s, pages="one page")
    return figures


def idle_on(
    server: Child, measure: str, sessions: int, seconds: float, pages: str = "no page"
) -> list[Figure]:
    """The shares of one server over some seconds, once it has come to rest."""
    time.sleep(SETTLE_S)
    before = server.spent()
    time.sleep(seconds)
    after = server.spent()
    share = after.share_since(before)
    of_children = after.children_share_since(before)
    started = after.children_since(before)
    beside = "" if pages == "no page" else f", {pages}"
    return [
        Figure(measure, sessions, pages, share, "% of a core"),
        Figure(measure, sessions, f"children{beside}", of_children, "% of a core"),
        Figure(measure, sessions, f"children started{beside}", started, ""),
    ]


def start(bench: Bench) -> list[Figure]:
    """From the start of the process to what a person or a page first sees."""
    figures: list[Figure] = []
    for count in bench.scale.sessions:
        figures += starts_with(bench.home(count), "start", bench.scale.starts)
    return figures


def starts_with(home: Home, measure: str, times: int) -> list[Figure]:
    """Several starts with one home, one before them not counted: it reads files into memory."""
    with serve(home.path) as server:
        server.wait_for(home.expected)
    answered: list[float] = []
    shown: list[float] = []
    greeted: list[float] = []
    bare: list[float] = []
    for _ in range(times):
        bare.append(run_once(DO_NOTHING, environment(home.path))[1])
        with serve(home.path) as server:
            server.get("/api/health")
            answered.append(_since(server))
            server.wait_for(home.expected)
            shown.append(_since(server))
        with serve(home.path) as server, Feed(server.port) as feed:
            greeted.append((feed.first() - server.started_ns) / 1e6)
    sessions = len(home.sessions)
    return [
        *median_and_max(measure, sessions, "first answer", answered),
        *median_and_max(measure, sessions, "all shown", shown),
        *median_and_max(measure, sessions, "websocket snapshot", greeted),
        *median_and_max(measure, sessions, "bare Python", bare),
    ]


def _since(server: Child) -> float:
    return (time.monotonic_ns() - server.started_ns) / 1e6


def status_command(bench: Bench) -> list[Figure]:
    """`agent-lookout status`, as a status line runs it, beside a Python that does nothing."""
    figures: list[Figure] = []
    for count in bench.scale.sessions:
        home = bench.home(count)
        with serve(home.path) as server:
            server.wait_for(home.expected)
            url = f"http://127.0.0.1:{server.port}"
            variables = environment(home.path, AGENT_LOOKOUT_URL=url)
            command = [*console_script(home.path), "status"]
            run_once(command, variables)
            runs = [
                (run_once(command, variables), run_once(DO_NOTHING, variables))
                for _ in range(bench.scale.commands)
            ]
        figures += median_and_max("status", count, "CPU", (one[0] for one, _ in runs))
        figures += median_and_max("status", count, "wall", (one[1] for one, _ in runs))
        figures += median_and_max("status", count, "bare CPU", (one[0] for _, one in runs))
    return figures
