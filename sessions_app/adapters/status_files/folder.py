"""The folder of status files: which of its files are read, and what they gave."""

import stat
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sessions_app.adapters.status_files.record import Record, parse
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.text import clean_path
from sessions_app.system.files import Folder, not_ordinary
from sessions_app.system.records import Records, Skipped

FILE_LIMIT: Final = 16 * 1024
MOST_FILES: Final = 200
SUFFIX: Final = ".json"


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at the folder gave."""

    records: Mapping[str, Record]
    """By file name, in the order of the names."""
    skipped: tuple[Skipped, ...]
    left_out: int
    """Files that were not opened, because as many as are read were written later."""
    half_written: bool


class StatusFolder:
    """Reads the files written last, and each again only when it changed."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._records = Records(FILE_LIMIT, parse)

    def read(self, now: EpochMs) -> Look:
        """Every file there is to read; raises OSError when the folder cannot be read."""
        with Folder(self.path) as folder:
            candidates, skipped = _sorted_out(folder)
            # The name settles the order of files written in the same tick of the clock.
            newest = sorted(candidates, key=lambda name: (-candidates[name], name))
            found = self._records.read(folder, sorted(newest[:MOST_FILES]), now)
        skipped += found.skipped
        return Look(
            found.records,
            tuple(sorted(skipped, key=lambda one: one.name)),
            len(newest[MOST_FILES:]),
            found.half_written,
        )


def _sorted_out(folder: Folder) -> tuple[dict[str, int], list[Skipped]]:
    """The ordinary files with the time of their last write, and what is none."""
    candidates: dict[str, int] = {}
    skipped: list[Skipped] = []
    for name in folder.names():
        # Names that begin with a dot are where a writer puts what is not finished.
        if name.startswith(".") or not name.endswith(SUFFIX):
            continue
        status = folder.stat(name)
        if status is None:
            continue
        if reason := _why_not(name, status.st_mode):
            skipped.append(Skipped(name, reason))
        else:
            candidates[name] = status.st_mtime_ns
    return candidates, skipped


def _why_not(name: str, mode: int) -> str | None:
    if not stat.S_ISREG(mode):
        return not_ordinary(mode)
    # The name becomes the session's id, so it is taken as it is or not at all.
    return None if clean_path(name) else "has a name with characters that cannot be shown"
