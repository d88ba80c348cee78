"""The thread that keeps: nobody waits for it, and it survives a disk that fails."""

import logging
import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sessions_app.collector.memory import Memory
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.history import Point
from sessions_app.domain.session import Session
from sessions_app.stores import history_keeper
from sessions_app.stores.history_keeper import MOST_QUEUED, Keeper, Kept, Nowhere
from tests.support import kept
from tests.support.kept import read_back
from tests.support.past import HOUR, START, Clocks, a_session, a_snapshot


def utc(at: EpochMs) -> datetime:
    """The clock on the wall."""
    return datetime.fromtimestamp(at / 1000, UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk is tried again at once."""
    monkeypatch.setattr(history_keeper, "EVERY_S", 0.001)
    monkeypatch.setattr(history_keeper, "RETRY_S", 0.01)
    monkeypatch.setattr(history_keeper, "STOP_S", 15)


def poll(one: kept.Kept, *sessions: Session, after: int = 2_000) -> list[str]:
    """Two seconds later: what is told."""
    one.clocks.pass_(after)
    snapshot = a_snapshot(one.clocks.now, *sessions)
    events = one.memory.notice(snapshot)
    one.memory.poll(snapshot)
    return [event.to or event.kind for event in events]


def waiting(since: int = START) -> Session:
    """A session that waits."""
    return a_session("a", "needs-you", status_since=EpochMs(since), project="shop")


def test_everything_is_there_again_after_a_restart(path: Path) -> None:
    clocks = Clocks()
    first = kept.Kept(path, clocks).ready()
    for _ in range(10):
        poll(first, a_session("a", "idle"))
    assert poll(first, waiting(clocks.now)) == ["needs-you"]
    since = clocks.now - 2_000
    poll(first, waiting(since))
    before = first.memory.events()
    points = first.memory.history().points
    first.stop()

    clocks.pass_(HOUR)
    second = kept.Kept(path, clocks).ready()
    assert second.memory.events() == before
    assert second.memory.history().points == points
    assert poll(second, waiting(since)) == []
    assert poll(second, a_session("a", "working", status_since=clocks.now)) == ["working"]
    sums = second.memory.waits(utc)
    assert (sums.seven_days.count, sums.seven_days.total_ms) == (1, HOUR + 6_000)
    history = second.memory.history()
    assert [one.at - one.last_at for one in history.restarts if one.last_at] == [HOUR]
    second.stop()

    third = kept.Kept(path, clocks).ready()
    assert third.memory.waits(utc).seven_days == sums.seven_days
    assert len(third.memory.history().restarts) == 2
    assert len({event.id for event in third.memory.events()}) == len(before) + 1
    third.stop()


def test_what_was_cleared_is_gone_from_disk_and_stays_gone(path: Path) -> None:
    clocks = Clocks()
    first = kept.Kept(path, clocks).ready()
    for _ in range(10):
        poll(first, a_session("a", "idle"))
    poll(first, waiting())
    assert first.memory.clear(clocks.now) is None
    cleared_at = clocks.now
    poll(first, waiting(), after=5_000)
    first.stop()
    second = kept.Kept(path, clocks).ready()
    assert second.memory.events() == []
    history = second.memory.history()
    assert (history.since.at, history.since.by) == (cleared_at, "cleared")
    assert [point.at for point in history.points] == [cleared_at + 5_000]
    assert second.memory.waits(utc).seven_days.total_ms == 5_000
    assert poll(second, waiting()) == []
    second.stop()


def test_a_folder_that_is_refused_leaves_everything_in_memory_and_says_why(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.mkdir()
    path.chmod(0o755)
    one = kept.Kept(path, Clocks()).ready()
    with caplog.at_level(logging.WARNING):
        for _ in range(10):
            poll(one, a_session())
    one.until(lambda: one.memory.history().kept.problem is not None)
    state = one.memory.history().kept
    assert state.on
    assert state.folder == str(path)
    assert "Others may open" in (state.problem or "")
    assert len(one.memory.history().points) == 10
    path.chmod(0o700)
    one.until(lambda: one.memory.history().kept.problem is None)
    one.stop()
    assert len(read_back(path, one.clocks.now).points) == 10


def test_clearing_a_folder_that_is_refused_says_why_and_forgets_nothing(path: Path) -> None:
    path.mkdir()
    path.chmod(0o755)
    one = kept.Kept(path, Clocks()).ready()
    poll(one, a_session())
    assert "Others may open" in (one.memory.clear(one.clocks.now) or "")
    assert len(one.memory.history().points) == 1
    one.stop()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KB."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    place = tmp_path / "disk"
    place.mkdir()
    options = ["-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", str(place)]
    mounted = subprocess.run(["mount", *options], check=False, capture_output=True, text=True)
    if mounted.returncode != 0:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(ballast: Path) -> None:
    """Leaves no room on a disk."""
    with ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 1_024)


def test_a_full_disk_is_told_once_holds_nothing_up_and_is_written_to_again(
    small_disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = small_disk / "history"
    one = kept.Kept(path, Clocks()).ready()
    ballast = small_disk / "ballast"
    poll(one, a_session("a", "idle"))
    one.until(lambda: one.memory.history().kept.bytes > 0)
    with pytest.raises(OSError, match="No space"):
        fill(ballast)
    changes = 0
    while one.memory.history().kept.problem is None:
        poll(one, *(a_session(str(number), "idle") for number in range(changes % 2, 60)))
        changes += 1
    for _ in range(200):
        poll(one, a_session("a", "idle"))
    told = [record.message for record in caplog.records if record.name == "lookout.history"]
    assert len(told) == 1
    assert "No space" in told[0]
    assert one.memory.history().kept.problem == told[0]
    ballast.unlink()
    one.until(lambda: one.memory.history().kept.problem is None)
    one.stop()
    loaded = read_back(path, one.clocks.now)
    assert loaded.points == tuple(one.memory.history().points)
    assert [event.id for event in reversed(loaded.events)][:200] == [
        event.id for event in one.memory.events()
    ]
    assert caplog.records[-1].message == "The history is kept again."


def test_the_queue_is_bounded_and_loses_the_oldest(path: Path) -> None:
    clocks = Clocks()
    keeper = Keeper(str(path), clocks.wall, kept.Kept(path, clocks).ready().memory)
    for number in range(MOST_QUEUED + 10):  # its thread was not started: a disk that hangs
        keeper.put(Point(EpochMs(START + number), 0, 0, 0, 0))
    queue = keeper._queue
    assert len(queue) == MOST_QUEUED
    assert queue[0][1] == Point(EpochMs(START + 10), 0, 0, 0, 0)


def test_with_the_history_off_nothing_is_kept_and_clearing_still_forgets() -> None:
    nowhere = Nowhere(Memory(Clocks()))
    assert nowhere.kept == Kept(on=False)
    called: list[bool] = []
    assert nowhere.clear(lambda: called.append(True)) is None
    assert called == [True]
