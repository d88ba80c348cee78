"""The thread that keeps: nobody waits for it, and it survives a disk that fails."""

import logging
import os
import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions_app.collector.memory import Memory
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.event import stopped
from sessions_app.domain.history import Point
from sessions_app.domain.session import Session, Status
from sessions_app.domain.time_rules import ALL_OFF
from sessions_app.serializers import to_json
from sessions_app.stores import history_keeper
from sessions_app.stores.history_files import PART_BYTES
from sessions_app.stores.history_keeper import MOST_QUEUED, Keeper
from sessions_app.stores.history_load import MOST_EVENTS
from sessions_app.stores.keeping import Kept, Nowhere
from sessions_app.stores.settings_file import SettingsFile
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

    clocks.pass_(1)
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
    clocks.pass_(1)
    second = kept.Kept(path, clocks).ready()
    assert second.memory.events() == []
    history = second.memory.history()
    assert (history.since.at, history.since.by) == (cleared_at, "cleared")
    assert [point.at for point in history.points] == [cleared_at + 5_000]
    assert second.memory.waits(utc).seven_days.total_ms == 5_001
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
    assert len(read_back(path).points) == 10


def test_a_folder_that_is_fit_again_is_read_back_before_it_is_written_to(path: Path) -> None:
    clocks = Clocks()
    first = kept.Kept(path, clocks).ready()
    told(first)
    before = first.memory.events()
    assert len(before) == 1
    first.stop()
    path.chmod(0o755)
    clocks.pass_(HOUR)
    second = kept.Kept(path, clocks).ready()
    told(second)
    path.chmod(0o700)
    second.until(lambda: second.memory.history().kept.problem is None)
    assert second.memory.events()[-1:] == before
    assert len(second.memory.events()) == 2
    assert second.memory.waits(utc).seven_days.count == 2
    second.stop()
    loaded = read_back(path)
    assert list(reversed(loaded.events)) == second.memory.events()
    assert [point.at for point in loaded.points] == [
        point.at for point in second.memory.history().points
    ]
    assert [one.at - (one.last_at or 0) for one in loaded.restarts] == [HOUR]


def told(one: kept.Kept) -> None:
    """A session comes to wait, once what was there at the start is known, and is answered."""
    for _ in range(10):
        poll(one, a_session("a", "idle"))
    assert poll(one, waiting(one.clocks.now)) == ["needs-you"]
    one.until(lambda: one.memory.history().kept.problem is not None or not one.keeper._queue)


def test_a_server_that_ends_leaves_its_folder_to_one_that_watched_beside_it(path: Path) -> None:
    clocks = Clocks()
    first = kept.Kept(path, clocks).ready()
    told(first)
    second = kept.Kept(path, clocks).ready()
    second.until(lambda: second.memory.history().kept.problem is not None)
    since = clocks.now - 2_000
    for _ in range(10):
        poll(first, waiting(since))
        poll(second, waiting(since), after=300)
    for one in (first, second):
        poll(one, a_session("a", "working", status_since=clocks.now), after=300)
    again = clocks.now + 1_000
    for one in (first, second):
        poll(one, waiting(again))
    first.stop()
    poll(second, waiting(again))
    poll(second, a_session("a", "working", status_since=EpochMs(clocks.now + 1_000)))
    second.until(lambda: second.memory.history().kept.problem is None)
    poll(second, a_session("a", "idle", status_since=EpochMs(clocks.now)))

    events = [(one.from_, one.to) for one in reversed(second.memory.events())]
    assert events == [
        ("idle", "needs-you"),
        ("needs-you", "working"),
        ("working", "needs-you"),
        ("needs-you", "working"),
        ("working", "idle"),
    ]
    sums = second.memory.waits(utc).seven_days
    assert sums.count == 2
    second.stop()
    clocks.pass_(1)
    third = kept.Kept(path, clocks).ready()
    assert third.memory.events() == second.memory.events()
    assert third.memory.waits(utc).seven_days == sums
    third.stop()


def test_the_settings_may_lie_in_the_same_folder(path: Path) -> None:
    one = kept.Kept(path, Clocks()).ready()
    poll(one, a_session())
    one.until(lambda: one.memory.history().kept.bytes > 0)
    SettingsFile(str(path / "settings.json")).save(ALL_OFF)
    one.stop()


def test_a_record_that_cannot_be_kept_is_told_and_ends_nothing(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    one = kept.Kept(path, Clocks()).ready()
    one.keeper.put("no record")  # type: ignore[arg-type]
    one.until(lambda: one.memory.history().kept.problem is not None)
    assert "the log of Agent Lookout says where" in (one.memory.history().kept.problem or "")
    poll(one, a_session())
    one.until(lambda: one.memory.history().kept.problem is None)
    one.stop()
    assert len(read_back(path).points) == 1
    assert "KeyError" in caplog.text


def test_clearing_a_disk_that_does_not_answer_is_given_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_keeper, "CLEAR_S", 0.01)
    clocks = Clocks()
    keeper = Keeper(str(path), clocks.wall, Memory(clocks))
    called: list[bool] = []
    problem = keeper.clear(lambda: called.append(True))  # its thread was not started
    assert problem == "The disk that holds the history does not answer."
    keeper.start()
    keeper.stop()
    assert called == []


def test_two_who_clear_a_disk_that_does_not_answer_undo_nothing_of_each_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = Clocks()
    keeper = Keeper(str(path), clocks.wall, Memory(clocks))
    called: list[str] = []
    monkeypatch.setattr(history_keeper, "CLEAR_S", 0.01)
    keeper.clear(lambda: called.append("first"))  # its thread was not started
    monkeypatch.setattr(history_keeper, "CLEAR_S", 15)
    asking = threading.Thread(target=keeper.clear, args=(lambda: called.append("second"),))
    asking.start()
    keeper.start()
    asking.join(15)
    keeper.stop()
    assert called == ["second"]


def test_what_piled_up_is_read_back_whole(path: Path) -> None:
    life = Life(path)
    for number in range(MOST_QUEUED):
        life.keeper.put(stopped(a_session("a" * 200), EpochMs(START + number), str(number)))
    assert life.keeper._write(last=True)
    life.keeper._files.close()
    assert all(file.stat().st_size < 2 * PART_BYTES for file in path.iterdir())
    assert read_back(path).events[0].id == str(MOST_QUEUED - MOST_EVENTS)


def test_a_folder_whose_name_is_no_utf_8_is_shown_as_far_as_it_can_be(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/h\xff"))
    one = kept.Kept(path, Clocks()).ready()
    poll(one, a_session())
    one.stop()
    folder = one.memory.history().kept.folder or ""
    assert folder.endswith("/h\N{REPLACEMENT CHARACTER}")
    assert b"/h" in to_json(one.memory.history())


def test_a_clock_that_is_set_while_the_past_is_read_back_is_set_once(path: Path) -> None:
    life = Life(path)
    for _ in range(3):
        life.do("working", 2_000)
    life.stop()
    life.clocks.pass_(HOUR)
    memory = Memory(life.clocks)
    keeper = Keeper(str(path), life.clocks.wall, memory)
    memory.start(keeper)
    life.clocks.set_by(HOUR)
    memory.poll(a_snapshot(life.clocks.now, a_session()))
    keeper._begin()
    points = memory.history().points
    assert keeper._write(last=True)
    keeper._files.close()
    assert read_back(path).points == tuple(points)
    assert len(points) == 4


def test_clearing_tells_of_what_is_left(path: Path) -> None:
    one = kept.Kept(path, Clocks()).ready()
    poll(one, a_session())
    one.until(lambda: one.memory.history().kept.bytes > 0)
    name = next(path.glob("points-*"))
    name.chmod(0o640)
    assert one.memory.clear(one.clocks.now) == (
        f"All but this is cleared. {name} may be opened by others; it is let be."
    )
    assert one.memory.history().points == []
    one.stop()
    assert name.exists()


class Life:
    """Starts one after another, in one thread; the clock is set while one runs and while none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clocks = Clocks()
        self.status: Status = "working"
        self.since = self.clocks.now
        self.start()

    def start(self) -> None:
        """Another start goes on from what is on disk."""
        self.clocks.pass_(1)
        self.memory = Memory(self.clocks)
        self.keeper = Keeper(str(self.path), self.clocks.wall, self.memory)
        self.memory.start(self.keeper)
        self.keeper._begin()

    def stop(self) -> None:
        """It ends; all that was put is on disk."""
        assert self.keeper._write(last=True)
        self.keeper._files.close()

    def do(self, act: str, by: int) -> None:
        """Something happens."""
        if act == "restart":
            self.stop()
            self.clocks.pass_(by)
            self.start()
        elif act == "set while stopped":
            self.stop()
            self.clocks.set_by(by - 5 * HOUR)
            self.start()
        elif act == "set":
            self.clocks.set_by(by - 5 * HOUR)
        elif act == "write":
            self.keeper._write()
        else:
            self.clocks.pass_(by % 7_000 + 1)
            if act != self.status:
                self.status, self.since = act, self.clocks.now  # type: ignore[assignment]
            session = a_session("a", self.status, status_since=self.since)
            snapshot = a_snapshot(self.clocks.now, session)
            self.memory.notice(snapshot)
            self.memory.poll(snapshot)

    def remembered(self) -> tuple[object, ...]:
        """All that can be asked for, by the clock as it is."""
        waits = sorted((one.session_id, one.start, one.end or 0) for one in self.memory._waits)
        history = self.memory.history()
        return self.memory.events(), history.points, history.since, waits, self.memory._known


ACTS = ["working", "idle", "needs-you", "set", "set while stopped", "restart", "write"]


@settings(max_examples=100, deadline=None)
@given(acts=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 10 * HOUR)), max_size=30))
def test_what_is_read_back_is_what_was_remembered_however_the_clock_was_set(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, int]]
) -> None:
    life = Life(tmp_path_factory.mktemp("life") / "history")
    for act, by in acts:
        life.do(act, by)
    life.do("working", 0)
    before = life.remembered()
    life.stop()
    life.start()
    assert life.remembered() == before
    life.stop()


YEAR = 365 * 24 * HOUR


@pytest.mark.parametrize("wrong", [-40 * YEAR, -3 * HOUR, 3 * HOUR, 4 * YEAR])
def test_a_computer_that_starts_with_a_wrong_clock_keeps_its_past(path: Path, wrong: int) -> None:
    life = Life(path)
    for status in ("working", "needs-you", "working", "idle"):
        for _ in range(10):
            life.do(status, 2_000)
    before = life.memory.events()
    assert len(before) == 3
    points = life.memory.history().points
    life.stop()
    life.clocks.pass_(HOUR)
    life.clocks.set_by(wrong)
    life.start()
    for _ in range(3):
        life.do("idle", 2_000)
    assert len(life.memory.events()) == 3
    life.keeper._write()
    life.clocks.set_by(-wrong)
    life.do("idle", 2_000)
    life.stop()
    life.clocks.pass_(HOUR)
    life.start()
    assert life.memory.events() == before
    assert life.memory.history().points[: len(points)] == points
    assert life.memory.waits(utc).seven_days.count == 1
    life.stop()


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
    loaded = read_back(path)
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
