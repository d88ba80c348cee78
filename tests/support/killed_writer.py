"""Writes a history under load in child processes, each killed at some moment of its life.

Run as a program of its own: a child is forked from a process that has no threads, and costs
nothing to start. Ends with what was wrong, a line each, if anything was.
"""

import os
import random
import signal
import struct
import sys
import time
from pathlib import Path

from sessions_app.collector.memory import Memory
from sessions_app.domain.clock import wall_clock
from sessions_app.stores.history_keeper import Keeper
from sessions_app.stores.history_load import Loaded
from tests.support.kept import read_back
from tests.support.past import a_session, a_snapshot

LOST_S = 2.0
_PUT = struct.Struct("=Id")


def write_for_ever(path: Path, pipe: int) -> None:
    """What a child does: a session comes and the last one goes, every few milliseconds."""
    memory = Memory()
    keeper = Keeper(str(path), wall_clock, memory)
    memory.start(keeper)
    keeper.start()
    number = 0
    while True:
        number += 1
        session = a_session(str(number), started_at=wall_clock())
        snapshot = a_snapshot(wall_clock(), session)
        memory.notice(snapshot)
        memory.poll(snapshot)
        if memory.events():
            os.write(pipe, _PUT.pack(number, time.monotonic()))
        time.sleep(0.003)  # load, but no more than a thousand events in a life


def live_and_die(path: Path, seconds: float) -> tuple[list[tuple[int, float]], float]:
    """One child: what it had put, when, and when it was killed."""
    ours, its = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            write_for_ever(path, its)
        finally:
            os._exit(1)
    os.close(its)
    time.sleep(seconds)
    killed_at = time.monotonic()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(ours, "rb") as pipe:
        data = pipe.read()
    return list(_PUT.iter_unpack(data[: len(data) - len(data) % _PUT.size])), killed_at


def wrong_with(loaded: Loaded, puts: list[tuple[int, float]], killed_at: float) -> list[str]:
    """What is not as it should be after one child."""
    wrong = list(loaded.problems)
    run = loaded.events[-1].id.rpartition("-")[0] if loaded.events else ""
    numbers = [int(one.id.rpartition("-")[2]) for one in loaded.events]
    of_last = [n for n, one in zip(numbers, loaded.events, strict=True) if one.id.startswith(run)]
    if of_last != list(range(of_last[0], of_last[0] + len(of_last)) if of_last else []):
        wrong.append(f"events are missing between others: {of_last}")
    kept = {int(one.session_name) for one in loaded.events if one.id.startswith(run)}
    lost = [killed_at - at for number, at in puts if number > max(kept, default=0)]
    if lost and max(lost) > LOST_S:
        wrong.append(f"what was put {max(lost):.2f} s before the end was lost")
    return wrong


def main(path: Path, times: int) -> list[str]:
    """Kills that many children, one after another, in one folder; gives what was wrong."""
    chance = random.Random(4)  # noqa: S311 -- moments, not secrets
    wrong, runs = [], set()
    for number in range(times):
        is_long = number % 25 == 24
        puts, killed_at = live_and_die(path, 2.6 if is_long else chance.uniform(0.05, 0.5))
        loaded = read_back(path)
        wrong += [f"{number}: {sentence}" for sentence in wrong_with(loaded, puts, killed_at)]
        runs |= {one.id.rpartition("-")[0] for one in loaded.events}
    if len(runs) < times // 10:  # on a busy machine most die before they began
        wrong.append(f"only {len(runs)} of {times} children kept anything")
    return wrong


if __name__ == "__main__":
    sys.exit("\n".join(main(Path(sys.argv[1]), int(sys.argv[2]))) or 0)
