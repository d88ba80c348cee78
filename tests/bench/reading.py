"""What one poll costs when nothing changed, without a server around it."""

import time
from collections.abc import Callable

from lookout import env
from sessions_app.adapters.claude_code import configured
from sessions_app.collector.cache import Cache
from sessions_app.collector.collector import Collector
from sessions_app.domain.clock import wall_clock
from tests.bench.bench import Bench
from tests.bench.figures import Figure
from tests.bench.home import Home
from tests.bench.server import environment

SETTLE_S = 1.5
"""Files and waits are young for a second, and read again at each poll until then."""


def reading(bench: Bench) -> list[Figure]:
    """Processor time of one read by the adapter, and of one by the collector with all it adds."""
    figures: list[Figure] = []
    for count in bench.scale.sessions:
        figures += _reads(bench.home(count), count, bench.scale.reads)
    return figures


def _reads(home: Home, count: int, times: int) -> list[Figure]:
    (adapter,) = configured(env.read(environment(home.path)))
    collector = Collector([adapter], Cache(), _to_nobody, wall_clock)
    source_id = adapter.facts.source_id
    time.sleep(SETTLE_S)
    adapter.read(wall_clock())
    return [
        Figure("reading", count, "adapter", _cost(lambda: adapter.read(wall_clock()), times), "ms"),
        Figure(
            "reading", count, "collector", _cost(lambda: collector.read(source_id), times), "ms"
        ),
        Figure("reading", count, "tick", _cost(collector.tick, times), "ms"),
    ]


def _cost(work: Callable[[], object], times: int) -> float:
    work()
    began = time.thread_time_ns()
    for _ in range(times):
        work()
    return (time.thread_time_ns() - began) / times / 1e6


def _to_nobody(text: str, base: int, revision: int) -> None:
    """No page is open."""
