"""A few open Codex threads among a thousand rollouts, old ones or all of today."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from lookout import env
from sessions_app.adapters.codex import configured
from sessions_app.collector.cache import Cache
from sessions_app.collector.collector import Collector
from sessions_app.domain.clock import wall_clock
from tests.bench import flips
from tests.bench.bench import Bench
from tests.bench.codex_home import DAYS, CodexHome, make_codex_home
from tests.bench.feed import Feed
from tests.bench.figures import Figure, percentile, spread
from tests.bench.measures import SETTLE_S, bare_beside, idle_on
from tests.bench.patience import wait_until
from tests.bench.server import PATIENCE_S, Child, environment, serve
from tests.support.opened import opened

GAPS_S: Final = (0.03, 0.08)
_DAY_S: Final = 24 * 60 * 60


def codex(bench: Bench) -> list[Figure]:
    """The first look, a poll after it, flips and rest: over a month, then all in a day."""
    return [*_on(bench, "codex", DAYS), *_on(bench, "codex, one day", 1)]


def _on(bench: Bench, measure: str, days: int) -> list[Figure]:
    count = bench.scale.codex_rollouts
    with make_codex_home(bench.empty_folder() / "codex", count, days=days) as home:
        figures = [
            Figure(measure, count, name, value, unit)
            for name, value, unit in _alone(home, bench.scale.codex_polls)
        ]
        with serve(home.path) as server:
            _wait_for(server, home)
            figures += idle_on(server, measure, count, bench.scale.codex_idle_s)
            figures += _flips(bench, measure, home, server)
            resident = server.memory().resident / 1e6
    return [*figures, Figure(measure, count, "RSS", resident, "MB")]


def _alone(home: CodexHome, polls: int) -> Iterator[tuple[str, float, str]]:
    """The adapter in this process, without a server around it."""
    (adapter,) = configured(env.read(environment(home.path)))
    since = time.time() - _DAY_S - 60
    with opened() as record:
        (first,) = _costs(lambda: adapter.read(wall_clock()), 1)
    yield "first look, CPU", first, "ms"
    files = home.files_in(record)
    yield "files opened", len(files), ""
    yield "opened beyond the rules", len(set(files) - home.may_be_opened(since)), ""
    time.sleep(SETTLE_S)
    with opened() as record:
        costs = _costs(lambda: adapter.read(wall_clock()), polls)
    yield "poll, CPU", sum(costs) / polls, "ms"
    yield "poll, CPU p99", percentile(costs, 0.99), "ms"
    yield "poll, files opened", len(home.files_in(record)), ""
    yield "append, CPU", sum(_appends(home, lambda: adapter.read(wall_clock()))), "ms"
    collector = Collector([adapter], Cache(), _to_nobody, wall_clock)
    collector.read(adapter.facts.source_id)
    costs = _costs(lambda: collector.read(adapter.facts.source_id), polls)
    yield "poll with the collector, CPU", sum(costs) / polls, "ms"


def _appends(home: CodexHome, read: Callable[[], object]) -> list[float]:
    """What a read costs after each live thread's next line: one after the other, over their sum."""
    costs: list[float] = []
    for one in home.live:
        one.flip()
        costs += _costs(read, 1)
    return [cost / len(home.live) for cost in costs]


def _costs(work: Callable[[], object], times: int) -> list[float]:
    costs: list[float] = []
    for _ in range(times):
        began = time.thread_time_ns()
        work()
        costs.append((time.thread_time_ns() - began) / 1e6)
    return costs


def _flips(bench: Bench, measure: str, home: CodexHome, server: Child) -> list[Figure]:
    """Turns that start and end, with as many flips told by the bare loop at the same time."""
    made: dict[tuple[str, int], int] = {}
    with bare_beside(bench) as (bare_feed, bare_flipper), Feed(server.port) as feed:
        feed.first()
        for number in range(bench.scale.codex_flips):
            one = home.live[number % len(home.live)]
            began = one.flip()
            made[one.id, one.since] = began
            time.sleep(bench.chance.uniform(*GAPS_S))
            bare_flipper.flip()
            time.sleep(bench.chance.uniform(*GAPS_S))
        time.sleep(0.3)  # as after other flips: reading the messages holds up the last ones
        told = flips.match(made, feed.changes, 5)
        bare_told = flips.told(bare_flipper, bare_feed, 5)
    count = bench.scale.codex_rollouts
    return [
        *spread(measure, count, told.latencies),
        *spread(measure, count, bare_told.latencies, prefix="bare "),
        Figure(measure, count, "never shown", told.missed, ""),
    ]


def _wait_for(server: Child, home: CodexHome) -> None:
    wait_until(
        lambda: home.expected.items() <= server.shown().items(),
        PATIENCE_S,
        "The server never showed the threads that are open.",
    )


def _to_nobody(text: str, base: int, revision: int) -> None:
    """No page is open."""
