"""Keeps the history on disk, in a thread of its own: nothing that reads or serves waits for it."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from sessions_app.domain.clock import Clock
from sessions_app.domain.history import Point
from sessions_app.stores.history_files import Files
from sessions_app.stores.history_folder import Folder, Part, Unfit
from sessions_app.stores.history_lines import Record, Step, line_of
from sessions_app.stores.history_load import UNREAD, Loaded, load
from sessions_app.stores.keeping import Kept, Remembering

MOST_QUEUED: Final = 20_000
"""Records that wait for the disk; past them, the oldest are lost."""
MOST_AT_ONCE: Final = 5_000
"""Records in one write: what piled up for a disk that was full is several files."""
EVERY_S: Final = 0.25
"""The least time between two writes: what a kill can take is what came since the last."""
RETRY_S: Final = 5.0
STOP_S: Final = 0.4
CLEAR_S: Final = 5.0

_log = logging.getLogger("lookout.history")


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
        self.kept = Kept(on=True, folder=_shown(path))
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
                self._queue.append(("points", record))  # whose times it moves as well
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
        if clearing.is_done.wait(CLEAR_S):
            return clearing.problem
        with self._changed:
            is_under_way = self._clearing is not clearing
            if not is_under_way:
                self._clearing = None
        later = " It is cleared once it does." if is_under_way else ""
        return f"The disk that holds the history does not answer.{later}"

    def _run(self) -> None:
        self._begin()
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

    def _begin(self) -> None:
        """Reads back what there is, though it may be another server's to write."""
        problem = self._take()
        if problem is not None:
            self._say(problem)
            self._memory.restore(self._look())

    def _take(self) -> str | None:
        """Makes the folder ours, if it is not, and goes on from what is in it.

        Until then another server may have written there. Gives one sentence when it could not.
        """
        if self._files.is_taken:
            return None
        try:
            folder = self._files.take()
        except (Unfit, OSError) as problem:
            return _sentence(problem, self._path)
        self._memory.restore(self._read_back(folder))
        return None

    def _look(self) -> Loaded:
        try:
            folder = Folder(self._path)
        except (Unfit, OSError):
            return Loaded()
        try:
            return self._read_back(folder)
        finally:
            folder.close()

    def _read_back(self, folder: Folder) -> Loaded:
        try:
            loaded = load(folder)
        except Exception:  # noqa: BLE001 -- a past that cannot be read is not worth the present
            _log.exception("The history in %s could not be read back.", self._path)
            return Loaded(number=UNREAD)
        for sentence in loaded.problems:
            _log.warning("%s", _let_be(sentence))
        return loaded

    def _clear(self, clearing: "_Clearing") -> None:
        clearing.problem = self._take()
        if clearing.problem is None:
            try:
                left = self._files.clear()
            except (Unfit, OSError) as problem:
                clearing.problem = _sentence(problem, self._path)
            else:
                clearing.then()
                clearing.problem = f"All but this is cleared. {_let_be(left[0])}" if left else None
        clearing.is_done.set()

    def _write(self, *, last: bool = False) -> bool:
        try:
            problem = self._take() or self._write_queue(last=last)
        except Exception:  # noqa: BLE001 -- or nothing would be kept from here on, unsaid
            _log.exception("Keeping the history failed.")
            problem = "Keeping the history failed: the log of Agent Lookout says where."
        note = next(iter(self._files.problems.values()), None)
        self._say(problem or (_let_be(note) if note else None))
        return problem is None

    def _write_queue(self, *, last: bool) -> str | None:
        with self._changed:
            batch = list(self._queue)
            self._queue.clear()
        problems = [
            self._append("events", [record for part, record in batch if part == "events"]),
            self._append("points", [record for part, record in batch if part == "points"]),
            self._sync(last=last),
        ]
        return next(filter(None, problems), None)

    def _append(self, part: Part, records: list[Record]) -> str | None:
        if part == "points" and not records:
            return None
        rest = records
        try:
            while True:
                some, rest = rest[:MOST_AT_ONCE], rest[MOST_AT_ONCE:]
                self._files.append(part, b"".join(map(line_of, some)), self._clock())
                if not rest:
                    return None
        except (Unfit, OSError) as problem:
            self._give_back(part, some + rest)
            return _sentence(problem, self._path)

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
        problem = None if problem is None else _shown(problem)
        folder = _shown(self._path)
        self.kept = Kept(on=True, folder=folder, bytes=self._files.size, problem=problem)
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


def _shown(text: str) -> str:
    """A text with a path in it, which need not be UTF-8."""
    return text.encode(errors="surrogateescape").decode(errors="replace")


def _let_be(problem: str) -> str:
    """What is said of a file that is passed over."""
    return f"{problem}; it is let be."


def _sentence(problem: Exception, path: str) -> str:
    """What is wrong, and that nothing is lost by it but the past."""
    if isinstance(problem, Unfit):
        return f"{problem}; until that changes, the history is kept in memory alone."
    why = getattr(problem, "strerror", None) or problem
    return f"The history cannot be written to {path} ({why}); until it can, memory alone has it."
