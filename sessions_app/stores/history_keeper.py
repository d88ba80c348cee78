"""Keeps the history on disk, in a thread of its own: nothing that reads or serves waits for it."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from msgspec import Struct

from sessions_app.domain.clock import Clock
from sessions_app.domain.history import Point
from sessions_app.stores.history_files import Files
from sessions_app.stores.history_folder import Folder, Part, Unfit
from sessions_app.stores.history_lines import Begin, Record, Step, line_of
from sessions_app.stores.history_load import Loaded, load

MOST_QUEUED: Final = 20_000
"""Records that wait for the disk; past them, the oldest are lost."""
EVERY_S: Final = 0.25
"""The least time between two writes: what a kill can take is what came since the last."""
RETRY_S: Final = 5.0
STOP_S: Final = 0.4
CLEAR_S: Final = 5.0

_log = logging.getLogger("lookout.history")


class Kept(Struct, frozen=True):
    """Whether and where the history is kept."""

    on: bool
    folder: str | None = None
    bytes: int = 0
    problem: str | None = None
    """One sentence, while something is wrong with it."""


class Remembering(Protocol):
    """What the history is kept for."""

    def restore(self, loaded: Loaded) -> None:
        """Takes in what was read back; called once."""

    def beginning(self) -> Begin:
        """All that later lines go on from, as it is now."""


class Keep(Protocol):
    """Where what is remembered goes."""

    def start(self) -> None:
        """Reads back what there is, gives it to the memory, and then keeps what comes."""

    def stop(self) -> None:
        """Keeps what was put and ends."""

    def put(self, record: Record) -> None:
        """Keeps one record; never waits."""

    def clear(self, then: Callable[[], None]) -> str | None:
        """Deletes all that is kept, then does `then` before anything else is kept.

        Gives one sentence when it could not. `then` calls `drop`.
        """

    def drop(self) -> None:
        """Forgets what was put and is not kept yet."""

    @property
    def kept(self) -> Kept:
        """Whether and where it is kept."""


class Nowhere:
    """With the history off: nothing is read or written."""

    def __init__(self, memory: Remembering, problem: str | None = None) -> None:
        self._memory = memory
        self.kept = Kept(on=False, problem=problem)

    def start(self) -> None:
        """There is nothing to read back."""
        self._memory.restore(Loaded())

    def stop(self) -> None:
        """There is nothing to finish."""

    def put(self, record: Record) -> None:
        """Lets it go."""

    def drop(self) -> None:
        """There is nothing."""

    def clear(self, then: Callable[[], None]) -> str | None:
        """There is nothing to delete."""
        then()
        return None


class Keeper:
    """The thread that reads the history back and then writes what comes."""

    def __init__(self, path: str, clock: Clock, memory: Remembering) -> None:
        self._clock = clock
        self._memory = memory
        self._path = path
        self._files = Files(path, lambda: line_of(memory.beginning()))
        self._queue: deque[tuple[Part, Record]] = deque(maxlen=MOST_QUEUED)
        self._changed = threading.Condition()
        self._clearing: _Clearing | None = None
        self._is_stopping = False
        self.kept = Kept(on=True, folder=path)
        self._thread = threading.Thread(target=self._run, name="history", daemon=True)

    def start(self) -> None:
        """Starts to read back, and then to write."""
        self._thread.start()

    def stop(self) -> None:
        """Writes what is there and ends; a disk that hangs is not waited for."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        self._thread.join(STOP_S)

    def put(self, record: Record) -> None:
        """Keeps one record; never waits for the disk."""
        with self._changed:
            if isinstance(record, Step):
                self._queue.append(("points", record))
            self._queue.append(("points" if isinstance(record, Point) else "events", record))
            self._changed.notify()

    def drop(self) -> None:
        """Forgets what was put and is not on disk yet."""
        with self._changed:
            self._queue.clear()

    def clear(self, then: Callable[[], None]) -> str | None:
        """Has the thread delete the files; waits until it has."""
        clearing = _Clearing(then)
        with self._changed:
            self._clearing = clearing
            self._changed.notify()
        if not clearing.is_done.wait(CLEAR_S):
            return "The disk that holds the history does not answer."
        return clearing.problem

    def _run(self) -> None:
        self._memory.restore(self._read_back())
        pause = 0.0
        while not self._is_stopping:
            with self._changed:
                self._changed.wait_for(self._has_work, pause or None)
                clearing, self._clearing = self._clearing, None
            if clearing is not None:
                self._clear(clearing)
            is_well = self._write()
            pause = EVERY_S if is_well else RETRY_S
            with self._changed:
                self._changed.wait_for(lambda: self._is_stopping or bool(self._clearing), pause)
            pause = 0.0
        self._write(last=True)
        self._files.close()

    def _has_work(self) -> bool:
        return bool(self._queue or self._clearing or self._is_stopping)

    def _read_back(self) -> Loaded:
        try:
            folder = Folder(self._path)
            try:
                loaded = load(folder, self._clock())
            finally:
                folder.close()
        except (Unfit, OSError) as problem:
            self._say(_sentence(problem, self._path))
            return Loaded()
        except Exception:  # noqa: BLE001 -- a past that cannot be read is not worth the present
            _log.exception("The history in %s could not be read back.", self._path)
            return Loaded()
        for sentence in loaded.problems:
            _log.warning("%s It is let be.", sentence)
        return loaded

    def _clear(self, clearing: "_Clearing") -> None:
        try:
            self._files.clear()
        except (Unfit, OSError) as problem:
            clearing.problem = _sentence(problem, self._path)
        else:
            clearing.then()
        clearing.is_done.set()

    def _write(self, *, last: bool = False) -> bool:
        with self._changed:
            batch = list(self._queue)
            self._queue.clear()
        problems = [
            self._append("events", [record for part, record in batch if part == "events"]),
            self._append("points", [record for part, record in batch if part == "points"]),
            self._sync(last=last),
        ]
        problem = next(filter(None, problems), None)
        notes = self._files.problems
        self._say(problem or (f"{notes[0]} It is let be." if notes else None))
        return problem is None

    def _append(self, part: Part, records: list[Record]) -> str | None:
        if part == "points" and not records:
            return None
        try:
            self._files.append(part, b"".join(map(line_of, records)), self._clock())
        except (Unfit, OSError) as problem:
            self._give_back(part, records)
            return _sentence(problem, self._path)
        return None

    def _give_back(self, part: Part, records: list[Record]) -> None:
        with self._changed:
            room = MOST_QUEUED - len(self._queue)
            newest = records[max(0, len(records) - room) :]
            self._queue.extendleft((part, record) for record in reversed(newest))

    def _sync(self, *, last: bool) -> str | None:
        try:
            self._files.sync(at_once=last)
        except OSError as problem:
            return _sentence(problem, self._path)
        return None

    def _say(self, problem: str | None) -> None:
        before = self.kept.problem
        self.kept = Kept(on=True, folder=self._path, bytes=self._files.size, problem=problem)
        if problem and problem != before:
            _log.warning("%s", problem)
        elif before and not problem:
            _log.warning("The history is kept again.")


class _Clearing:
    """That the history is to be cleared, and what came of it."""

    def __init__(self, then: Callable[[], None]) -> None:
        self.then = then
        self.is_done = threading.Event()
        self.problem: str | None = None


def _sentence(problem: Exception, path: str) -> str:
    """What is wrong, and that nothing is lost by it but the past."""
    if isinstance(problem, Unfit):
        return f"{problem} Until that changes, the history is kept in memory alone."
    why = getattr(problem, "strerror", None) or problem
    return f"The history cannot be written to {path} ({why}); until it can, memory alone has it."
