"""What it costs to keep a history: each poll, a week on disk, and a start with one."""

import time
from pathlib import Path
from statistics import median

from sessions_app.collector.memory import Memory
from sessions_app.domain.clock import EpochMs, wall_clock
from sessions_app.domain.history import WINDOW_MS, Point
from sessions_app.domain.session import Session, Status
from sessions_app.stores.history_files import Files
from sessions_app.stores.history_keeper import Nowhere
from sessions_app.stores.history_lines import Record, line_of
from tests.bench.bench import Bench
from tests.bench.figures import Figure
from tests.bench.server import serve
from tests.support.past import DAY, Clocks, a_session, a_snapshot

SESSIONS = 30
CHANGE_MS = 14_000
"""Between two changes among all sessions: thirty busy ones, day and night."""
POLL_MS = 2_000


class _Written(Nowhere):
    """Keeps what is put, and writes it when told to."""

    def __init__(self, memory: Memory, path: Path) -> None:
        super().__init__(memory)
        self.files = Files(str(path), lambda: line_of(memory.beginning()))
        self._put: list[Record] = []

    def put(self, record: Record) -> None:
        self._put.append(record)

    def write(self, now: EpochMs) -> None:
        """Appends what was put, as the keeper's thread does."""
        points = [record for record in self._put if isinstance(record, Point)]
        others = [record for record in self._put if not isinstance(record, Point)]
        self.files.append("events", b"".join(map(line_of, others)), now)
        self.files.append("points", b"".join(map(line_of, points)), now)
        self._put.clear()


def remembering(bench: Bench) -> list[Figure]:
    """A week of thirty busy sessions, in quick runs a day of it, and starts with and without it."""
    bench.say(f"  {bench.scale.days} days go by")
    home = bench.home(SESSIONS)
    folder = home.path / ".agent-lookout" / "history"
    folder.parent.mkdir(exist_ok=True)
    cost = _live_a_week(bench, folder)
    size = sum(file.stat().st_size for file in folder.iterdir())
    without = bench.home(SESSIONS)
    starts = [(_start(home.path), _start(without.path)) for _ in range(bench.scale.starts + 1)][1:]
    added = median(one for one, _ in starts) - median(one for _, one in starts)
    return [
        Figure("remembering", SESSIONS, "a poll", cost, "ms"),
        Figure("remembering", SESSIONS, "a week on disk", size * 7 / bench.scale.days / 1e6, "MB"),
        Figure("remembering", SESSIONS, "added to a start", added, "ms"),
    ]


def _live_a_week(bench: Bench, folder: Path) -> float:
    """Writes it; gives the processor time of a poll, in milliseconds."""
    clocks = Clocks(wall_clock() - bench.scale.days * DAY)
    memory = Memory(clocks)
    keep = _Written(memory, folder)
    memory.start(keep)
    keep.start()
    statuses: list[tuple[Status, EpochMs]] = [("working", clocks.now)] * SESSIONS
    spent, polls, changed_at = 0, 0, 0
    while clocks.now < wall_clock() - POLL_MS:
        # Only the last two days' points are kept: before, nobody polls but for a change.
        is_recent = clocks.now > wall_clock() - DAY - WINDOW_MS
        clocks.pass_(POLL_MS if is_recent else CHANGE_MS)
        if clocks.now - changed_at >= CHANGE_MS:
            changed_at = clocks.now
            to: Status = bench.chance.choice(("working", "idle", "needs-you"))
            statuses[bench.chance.randrange(SESSIONS)] = to, clocks.now
        sessions = [_session(place, *one) for place, one in enumerate(statuses)]
        snapshot = a_snapshot(clocks.now, *sessions)
        began = time.thread_time_ns()
        memory.notice(snapshot)
        memory.poll(snapshot)
        keep.write(clocks.now)
        spent, polls = spent + time.thread_time_ns() - began, polls + 1
    keep.files.close()
    return spent / polls / 1e6


def _session(place: int, status: Status, since: EpochMs) -> Session:
    name = f"{place:08x}-0000-4000-8000-000000000000"
    return a_session(name, status, status_since=since, project=f"project-{place % 12}")


def _start(home: Path) -> float:
    """From the start of the process to its first answer, in milliseconds."""
    with serve(home) as server:
        server.get("/api/health")
        return (time.monotonic_ns() - server.started_ns) / 1e6
