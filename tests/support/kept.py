"""A history on disk that a test writes and reads without a thread, and with one."""

import time
from collections.abc import Callable
from pathlib import Path

from sessions_app.collector.memory import Memory
from sessions_app.domain.clock import EpochMs, Reckoning
from sessions_app.domain.history import Beginning
from sessions_app.stores.history_files import Files
from sessions_app.stores.history_folder import Folder
from sessions_app.stores.history_keeper import Keeper
from sessions_app.stores.history_lines import Begin, Record, line_of
from sessions_app.stores.history_load import Loaded, load
from tests.support.past import START, Clocks


def a_beginning(number: int = 1, at: int = START, **fields: object) -> Begin:
    """A beginning that goes on from nothing."""
    given: dict[str, object] = {
        "number": number,
        "run": "run",
        "at": EpochMs(at),
        "reckoning": Reckoning(EpochMs(at)),
        "started_at": EpochMs(at),
        "last_at": None,
        "since": Beginning(EpochMs(at), "started"),
        "known": {},
        **fields,
    }
    return Begin(**given)  # type: ignore[arg-type]


def writing(path: Path) -> Files:
    """The files of a folder; each beginning has the next number."""
    numbers = iter(range(1, 10_000))
    return Files(str(path), lambda: line_of(a_beginning(next(numbers))))


def written(files: Files, *records: Record, now: int = START) -> None:
    """Appends to today's events."""
    files.append("events", b"".join(map(line_of, records)), EpochMs(now))


def read_back(path: Path) -> Loaded:
    """What the files come to."""
    folder = Folder(str(path))
    try:
        return load(folder)
    finally:
        folder.close()


class Kept:
    """A memory that is kept on disk by a thread."""

    def __init__(self, path: Path, clocks: Clocks) -> None:
        self.clocks = clocks
        self.memory = Memory(clocks)
        self.keeper = Keeper(str(path), clocks.wall, self.memory)
        self.memory.start(self.keeper)
        self.keeper.start()

    def until(self, holds: Callable[[], bool]) -> None:
        """Waits for the thread to have done something."""
        deadline = time.monotonic() + 15
        while not holds():
            assert time.monotonic() < deadline
            time.sleep(0.005)  # between two looks, not instead of one

    def ready(self) -> "Kept":
        """Waits until what was there is read back."""
        self.until(lambda: self.memory._is_ready)
        return self

    def stop(self) -> None:
        """Ends the thread; all that was put is on disk."""
        self.keeper.stop()
