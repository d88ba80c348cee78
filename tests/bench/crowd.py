"""A few sessions among years of old ones: only what lives may cost anything."""

import os

from tests.bench.bench import Bench
from tests.bench.figures import Figure
from tests.bench.home import Home, Word
from tests.bench.measures import flips_on, idle_on, starts_with
from tests.bench.patience import Unmeasurable
from tests.bench.server import serve
from tests.bench.transcripts import make_crowd

SESSIONS = 30
WAITING = 5


def crowd(bench: Bench) -> list[Figure]:
    """Start, idle cost, memory and flips beside old transcripts and rollouts."""
    words: list[Word] = [
        "waiting" if number < WAITING else "busy" if number % 2 else "idle"
        for number in range(SESSIONS)
    ]
    home = bench.home(SESSIONS, words)
    make_crowd(home.path, bench.scale.old_transcripts, bench.scale.old_rollouts)
    _move_one_transcript(home)
    figures = starts_with(home, "crowd", bench.scale.crowd_starts)
    with serve(home.path) as server:
        server.wait_for(home.expected)
        found = sum(1 for _, text in server.shown().values() if text)
        if found != WAITING:
            raise Unmeasurable(f"Of {WAITING} waiting sessions, {found} say what they ask.")
        figures += idle_on(server, "crowd", SESSIONS, bench.scale.crowd_idle_s)
        figures += flips_on(bench, "crowd", home, server, bench.scale.flips)
    return figures


def _move_one_transcript(home: Home) -> None:
    """As after a session changed its folder: found by its name alone, among all folders."""
    name = home.sessions[0].id.removeprefix("claude-code:") + ".jsonl"
    projects = home.path / ".claude" / "projects"
    (path,) = projects.glob(f"*/{name}")
    (projects / "zz-elsewhere").mkdir()
    os.rename(path, projects / "zz-elsewhere" / name)
