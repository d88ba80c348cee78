"""One thread's file: its head once, the end of it once, and then what is added."""

import os
from dataclasses import dataclass, field
from typing import Final

from sessions_app.adapters.codex.lines import Meta, read_line, read_meta
from sessions_app.adapters.codex.turns import Turns
from sessions_app.domain.clock import EpochMs
from sessions_app.system.files import FileStamp, Refused
from sessions_app.system.growing_file import GrowingFile, Lines, Place

HEAD: Final = 2 * 1024 * 1024
"""Where the `session_meta` line is looked for: it holds instructions of 20 KB and more."""
TAILS: Final = (64 * 1024, 1024 * 1024, 8 * 1024 * 1024)
"""How much of the end is read, one after the other, until a line tells of a turn."""
MOST: Final = 64 * 1024 * 1024
"""How much is read of what was added since the last time; of more than this, the end."""

FIRST_WITH_TURNS: Final = (0, 100)
"""The version from which on the lines say when a turn starts and ends."""


@dataclass(slots=True)
class Rollout:
    """What is known of one file."""

    path: str
    keeps_arguments: bool
    meta: Meta | None = None
    turns: Turns = field(init=False)
    is_cut: bool = False
    """What is before the part that was read is not known."""
    refusal: str | None = None
    """Why it cannot be read."""
    stamp: FileStamp | None = None
    revision: int = 0
    """Counts the times it was found changed."""
    _place: Place | None = None

    def __post_init__(self) -> None:
        self.turns = Turns(self.keeps_arguments)

    @property
    def written_at(self) -> EpochMs:
        """When it was last written."""
        return EpochMs(self.stamp.mtime_ns // 1_000_000 if self.stamp else 0)

    @property
    def has_open_turn(self) -> bool:
        """A turn was started, and no line says that it ended."""
        if self.turns.turn is None:
            # So much without a turn's end is one turn: what comes after an end is little.
            return self.is_cut and not self.is_before_turns
        return self.turns.turn.state == "open"

    @property
    def is_before_turns(self) -> bool:
        """It is of a version that did not write when a turn starts."""
        version = self.meta.version if self.meta else None
        return version is not None and version < FIRST_WITH_TURNS and not self.turns.has_starts

    def is_changed(self, status: os.stat_result) -> bool:
        """Whether the file is another than it was when it was last read."""
        stamp = self.stamp
        return (
            stamp is None
            or stamp.mtime_ns != status.st_mtime_ns
            or stamp.size != status.st_size
            or stamp.inode != status.st_ino
        )

    def look(self, status: os.stat_result) -> None:
        """Reads what was added; `status` is what the file is now."""
        self.revision += 1
        try:
            with GrowingFile(self.path) as file:
                # What is added while it is read is told by the next status.
                self.stamp = file.stamp
                self.refusal = None
                self._follow(file)
        except Refused as problem:
            self.stamp = FileStamp.of(status)
            self.meta = self._place = None
            self.refusal = problem.sentence

    def _follow(self, file: GrowingFile) -> None:
        added = self._added_to(file)
        if added is None:
            self._read_anew(file)
        while added is not None:
            if added.is_after_gap:
                self.turns.miss()
                self.is_cut = True
            self.turns.take(added.data)
            self._place = added.place
            added = self._added_to(file) if added.has_more else None

    def _added_to(self, file: GrowingFile) -> Lines | None:
        return file.since(self._place, TAILS[-1], MOST) if self.meta and self._place else None

    def _read_anew(self, file: GrowingFile) -> None:
        self.meta = _meta_in(file)
        if self.meta is None:
            return
        for length in TAILS:
            found = file.tail(length)
            self.turns = Turns(self.keeps_arguments)
            self.turns.take(found.data)
            self._place = found.place
            self.is_cut = found.is_after_gap
            if not found.is_after_gap or self._tells_standing():
                return

    def _tells_standing(self) -> bool:
        return self.turns.turn is not None or (self.is_before_turns and self.turns.said is not None)


def _meta_in(file: GrowingFile) -> Meta | None:
    """What the first `session_meta` line says: those after it are copies, of a fork's parent."""
    for data in file.head(HEAD):
        line = read_line(data)
        if line is not None and line.kind == "session_meta":
            return read_meta(line)
    return None
