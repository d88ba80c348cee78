"""Files a day, the oldest dropped first, whole after any interruption."""

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.domain.clock import EpochMs, Reckoning
from sessions_app.domain.event import Event, Last, events_between, stopped
from sessions_app.domain.history import Beginning, Point, Restart
from sessions_app.domain.waits import Wait
from sessions_app.stores import history_files
from sessions_app.stores.history_files import Files
from sessions_app.stores.history_lines import HEADER, Record, Seen, Step, line_of
from tests.support.kept import a_beginning, read_back, writing, written
from tests.support.past import DAY, HOUR, START, a_session

AN_HOUR_ON = Step(Reckoning(START), Reckoning(START).set_by(HOUR))
"""The clock was set forward."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history"


@pytest.fixture
def files(path: Path) -> Iterator[Files]:
    made = writing(path)
    yield made
    made.close()


def event(number: int, at: int = START) -> Event:
    """An event of its own."""
    return stopped(a_session(), EpochMs(at), f"run-{number}")


def ids(path: Path) -> list[str]:
    """Which events are read back."""
    return [one.id for one in read_back(path).events]


def names(path: Path) -> list[str]:
    """The files there are."""
    return sorted(one.name for one in path.iterdir() if one.name != "lock")


def test_what_is_written_is_read_back_in_order(files: Files, path: Path) -> None:
    for number in range(5):
        written(files, event(number))
    assert ids(path) == ["run-0", "run-1", "run-2", "run-3", "run-4"]


def test_each_day_has_its_file_by_utc(files: Files, path: Path) -> None:
    written(files, event(1))
    written(files, event(2, START + DAY), now=START + DAY)
    assert names(path) == ["events-2026-11-30-01.v1", "events-2026-12-01-01.v1"]
    assert ids(path) == ["run-1", "run-2"]


def test_events_are_kept_for_seven_days_and_points_for_six_hours(files: Files, path: Path) -> None:
    for day in range(12):
        now = EpochMs(START + day * DAY)
        written(files, event(day, now), now=now)
        files.append("points", line_of(Point(now, 0, 0, 0, 0)), now)
    events = [name for name in names(path) if name.startswith("events")]
    assert events == [f"events-2026-12-{day:02}-01.v1" for day in range(3, 12)]
    assert [name for name in names(path) if name.startswith("points")] == [
        f"points-2026-12-{day}-01.v1" for day in ("09", 10, 11)
    ]


def test_a_large_file_is_followed_by_another_and_the_oldest_goes_first(
    files: Files, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_files, "PART_BYTES", 4_000)
    monkeypatch.setattr(history_files, "MOST_BYTES", 20_000)
    for number in range(400):
        written(files, event(number))
        assert sum(one.stat().st_size for one in path.iterdir()) <= 20_000 + 1_000
    assert files.size == sum(one.stat().st_size for one in path.iterdir())
    kept = ids(path)
    assert kept == [f"run-{number}" for number in range(400 - len(kept), 400)]
    assert 50 < len(kept) < 400


def test_a_last_line_that_was_cut_is_passed_over_and_what_follows_is_whole(
    path: Path,
) -> None:
    first = writing(path)
    written(first, event(1), event(2))
    first.close()
    file = path / names(path)[0]
    file.write_bytes(file.read_bytes()[:-7])
    second = writing(path)
    written(second, event(3))
    second.close()
    assert ids(path) == ["run-1", "run-3"]


def test_a_first_line_that_was_cut_is_written_again(path: Path) -> None:
    path.mkdir(mode=0o700)
    for length in (0, 1, len(HEADER) - 1):
        file = path / "events-2026-11-30-01.v1"
        file.write_bytes(HEADER[:length])
        file.chmod(0o600)
        files = writing(path)
        written(files, event(1))
        files.close()
        assert file.read_bytes().startswith(HEADER)
        assert ids(path) == ["run-1"]


@given(cut=st.integers(0, 5_000))
def test_a_file_cut_anywhere_gives_what_stood_whole_before_the_cut(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "history"
    files = writing(path)
    for number in range(20):
        written(files, event(number))
    files.close()
    file = path / "events-2026-11-30-01.v1"
    data = file.read_bytes()[:cut]
    file.write_bytes(data)
    whole = sum(line[9:10] == b"e" for line in data.split(b"\n")[:-1])
    assert len(ids(path)) in (whole, whole + 1)  # without its line end, a line can be whole


def test_what_came_later_is_told_by_its_number_and_not_by_a_clock_that_was_wrong(
    path: Path,
) -> None:
    files = writing(path)
    wrong = EpochMs(START + 400 * DAY)
    written(files, Seen("made-up:a", Last("a", "idle", EpochMs(0))), now=wrong)
    change = events_between(
        {"made-up:a": Last("a", "idle", EpochMs(0))},
        [a_session("a", "working")],
        START,
        lambda: "run-1",
    )
    written(files, Seen("made-up:a", Last("a", "idle", EpochMs(0))), *change, now=START)
    files.close()
    assert {key: last.status for key, last in read_back(path).known.items()} == {
        "made-up:a": "working"
    }


def a_wait(**fields: object) -> Wait:
    """A wait that goes on."""
    given: dict[str, object] = {"number": START, "since": START, "start": START, "seen": START}
    return Wait(session_id="made-up:a", **(given | fields))  # type: ignore[arg-type]


def test_a_wait_is_what_was_last_written_of_it(files: Files, path: Path) -> None:
    written(files, a_wait(), a_wait(place="shop", kind="repository"))
    written(files, a_wait(end=EpochMs(START + 5)), a_wait(number=EpochMs(START + 9)))
    assert [(one.number, one.end) for one in read_back(path).waits] == [
        (START, START + 5),
        (START + 9, None),
    ]


def test_a_clock_that_was_set_moves_what_was_written_before(files: Files, path: Path) -> None:
    written(files, event(1), a_wait(end=EpochMs(START + 5)), AN_HOUR_ON, event(2, START + HOUR))
    points: list[Record] = [
        Point(START, 0, 0, 0, 1),
        AN_HOUR_ON,
        Point(EpochMs(START + HOUR + 2_000), 0, 0, 0, 2),
    ]
    files.append("points", b"".join(map(line_of, points)), START)
    loaded = read_back(path)
    assert [one.at - START for one in loaded.events] == [HOUR, HOUR]
    assert [(one.start - START, one.since) for one in loaded.waits] == [(HOUR, START)]
    assert [one.at - START for one in loaded.points] == [HOUR, HOUR + 2_000]
    assert loaded.last_at == START + HOUR + 2_000


def test_a_clock_that_is_wrong_for_a_moment_deletes_nothing(files: Files, path: Path) -> None:
    for day in range(8):
        now = START + day * DAY
        written(files, event(day, now), now=now)
        files.append("points", line_of(Point(EpochMs(now), 0, 0, 0, 0)), EpochMs(now))
    before = {name for name in names(path) if name.startswith("events")}
    for wrong in (400 * DAY, -400 * DAY):
        written(files, event(9), now=START + 7 * DAY + wrong)
        written(files, event(9), now=START + 7 * DAY)
    assert len(before) == 8
    assert before <= set(names(path))


def test_a_file_that_could_not_be_begun_is_begun_with_the_next_line(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = writing(path)
    sync = os.fsync

    def broken(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EIO, "broken")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="broken"):
        written(files, event(1))
    monkeypatch.setattr(os, "fsync", sync)
    written(files, event(1))
    files.close()
    assert read_back(path).number == 1
    assert ids(path) == ["run-1"]


def test_a_folder_whose_names_cannot_be_made_to_last_is_written_to_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = os.fsync

    def unable(descriptor: int) -> None:  # as some network drives
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "unable")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", unable)
    files = writing(path)
    written(files, event(1))
    files.close()
    assert ids(path) == ["run-1"]


def test_what_could_not_be_read_is_older_than_what_came_though_it_is_fit_again(
    path: Path,
) -> None:
    for number in (1, 2, 3):
        first = Files(str(path), lambda number=number: line_of(a_beginning(number)))  # type: ignore[misc]
        written(first, event(number))
        first.close()
    old = path / names(path)[0]
    old.chmod(0o644)
    number = read_back(path).number
    second = Files(str(path), lambda: line_of(a_beginning(number + 1)))
    written(second, event(4))
    second.close()
    old.chmod(0o600)
    assert ids(path) == ["run-1", "run-2", "run-3", "run-4"]


def test_a_file_of_another_with_the_last_number_keeps_nothing_from_being_written(
    files: Files, path: Path
) -> None:
    path.mkdir(mode=0o700)
    (path / "events-2026-11-30-99.v1").write_bytes(b"x" * (40 << 20))
    (path / "events-2026-11-29-01.v1").write_bytes(HEADER)
    (path / "events-2026-11-29-01.v1").chmod(0o600)
    written(files, event(1))
    assert ids(path) == ["run-1"]
    assert len(names(path)) == 3


@pytest.mark.parametrize("change", ["moved", "opened", "linked", "unlocked"])
def test_a_folder_that_is_not_as_it_was_is_left(path: Path, change: str) -> None:
    files = writing(path)
    written(files, event(1))
    file = path / names(path)[0]
    files.sync(at_once=True)
    assert files.is_taken
    if change == "moved":
        path.rename(path.with_name("elsewhere"))
    elif change == "opened":
        path.chmod(0o755)
    elif change == "linked":
        file.with_name("other").hardlink_to(file)
    else:
        (path / "lock").unlink()
    files.sync(at_once=True)
    assert not files.is_taken


def test_a_beginning_may_stand_before_lines_that_are_older_than_it(path: Path) -> None:
    wait = a_wait(start=EpochMs(START + HOUR), seen=EpochMs(START + HOUR))
    begin = a_beginning(
        reckoning=AN_HOUR_ON.now,
        waits=(wait,),
        known={"made-up:a": Last("a", "idle", EpochMs(START + HOUR))},
    )
    files = Files(str(path), lambda: line_of(begin))
    written(files, event(1), AN_HOUR_ON, event(2, START + HOUR))
    files.close()
    loaded = read_back(path)
    assert [one.at - START for one in loaded.events] == [HOUR, HOUR]
    assert [one.start - START for one in loaded.waits] == [HOUR]
    assert loaded.known["made-up:a"].at == START + HOUR


def test_a_wait_whose_end_was_lost_does_not_go_on_for_ever(path: Path) -> None:
    files = writing(path)
    written(files, a_wait(seen=EpochMs(START + 3)))
    files.close()
    later = Files(str(path), lambda: line_of(a_beginning(2)))
    written(later, event(1))
    later.close()
    assert [one.end for one in read_back(path).waits] == [START + 3]


def test_each_start_after_another_is_a_restart(path: Path) -> None:
    for number, last_at in ((1, None), (2, START - 60), (3, START - 48), (4, START - 48)):
        run = f"run-{min(number, 3)}"  # the fourth goes on in a new file
        begin = a_beginning(
            number, run=run, started_at=EpochMs(START - 50 + number), last_at=last_at
        )
        files = Files(str(path), lambda begin=begin: line_of(begin))  # type: ignore[misc]
        written(files, event(number))
        files.close()
    assert read_back(path).restarts == (
        Restart(EpochMs(START - 48), EpochMs(START - 60)),
        Restart(EpochMs(START - 47), EpochMs(START - 48)),
    )
    assert read_back(path).number == 4


def test_an_empty_folder_is_no_history(path: Path) -> None:
    path.mkdir(mode=0o700)
    loaded = read_back(path)
    assert (loaded.events, loaded.known, loaded.since, loaded.last_at) == ((), {}, None, None)


def test_the_beginning_is_kept(files: Files, path: Path) -> None:
    written(files, event(1))
    assert read_back(path).since == Beginning(START, "started")


def test_a_folder_that_was_taken_away_is_made_again(path: Path) -> None:
    files = writing(path)
    written(files, event(1))
    shutil.rmtree(path)
    files.sync(at_once=True)
    written(files, event(2))
    files.close()
    assert ids(path) == ["run-2"]


def test_clearing_deletes_every_file_and_the_next_line_makes_a_new_one(
    files: Files, path: Path
) -> None:
    written(files, event(1))
    files.clear()
    assert names(path) == []
    assert files.size == 0
    written(files, event(2))
    assert ids(path) == ["run-2"]


def test_no_descriptor_is_left_open(path: Path) -> None:
    before = len(os.listdir("/dev/fd"))
    for day in range(3):
        files = writing(path)
        written(files, event(day), now=START + day * DAY)
        files.append("points", line_of(Point(START, 0, 0, 0, 0)), START)
        files.sync(at_once=True)
        files.close()
        read_back(path)
    assert len(os.listdir("/dev/fd")) == before
