"""A folder of small files, one record each, that other programs rewrite at any moment."""

import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.text import clean
from sessions_app.system.files import FileBytes, FileStamp, Folder, Refused, not_ordinary
from sessions_app.system.json_text import NotJson

T = TypeVar("T")

HALF_WRITTEN_MS: Final = 1_000
"""A file that makes no sense for this long was not caught half written: it is broken."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that was not taken, and why."""

    name: str
    reason: str
    is_broken: bool = False
    """It is a file as it should be, whose text makes no sense: its writer may be at work."""

    def __str__(self) -> str:
        return f"{clean(self.name, 80)} {self.reason}"


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """What a folder holds at one moment."""

    records: Mapping[str, T]
    skipped: tuple[Skipped, ...]
    half_written: bool
    """A file was caught in the middle of a write, and should be read again at once."""


@dataclass(slots=True)
class _Known(Generic[T]):
    stamp: FileStamp
    record: T | None
    reason: str | None = None
    bad_since: EpochMs | None = None
    settled: bool = False


@dataclass(slots=True)
class Records(Generic[T]):
    """Reads the files of a folder again only when they changed.

    `parse` makes a record of a file's bytes; it raises NotJson for what may be half a write and
    Refused for what is not a record. A file caught in the middle of a write keeps its last good
    record for up to a second. What is no ordinary file is refused unopened: opening a pipe lets
    go of whoever waits at its other end.
    """

    limit: int
    parse: Callable[[str, FileBytes], T]
    _known: dict[str, _Known[T]] = field(default_factory=dict)

    def read(self, folder: Folder, names: Iterable[str], now: EpochMs) -> Found[T]:
        """The records of those names in the folder."""
        fresh: dict[str, _Known[T]] = {}
        for name in names:
            status = folder.stat(name)
            if status is None:
                continue
            stamp = FileStamp.of(status)
            known = self._known.get(name)
            if not stat.S_ISREG(status.st_mode):
                known = _Known(stamp, None, not_ordinary(status.st_mode))
            elif known is None or known.stamp != stamp or not known.settled:
                known = self._look(folder, name, now, known)
            if known is not None:
                fresh[name] = known
        self._known = fresh
        return Found(
            {name: k.record for name, k in fresh.items() if k.record is not None},
            tuple(
                Skipped(name, k.reason, is_broken=k.bad_since is not None)
                for name, k in fresh.items()
                if k.reason
            ),
            any(k.bad_since is not None and k.reason is None for k in fresh.values()),
        )

    def _look(
        self, folder: Folder, name: str, now: EpochMs, before: _Known[T] | None
    ) -> _Known[T] | None:
        stamp = FileStamp(0, 0, 0)
        try:
            file = folder.read(name, self.limit)
            stamp = file.stamp
            known = _Known(stamp, self.parse(name, file))
        except NotJson as problem:
            return _bad(stamp, problem.sentence, now, before)
        except Refused as problem:
            return None if problem.gone else _Known(stamp, None, problem.sentence)
        known.settled = stamp.is_settled(now * 1_000_000)
        return known


def _bad(stamp: FileStamp, reason: str, now: EpochMs, before: _Known[T] | None) -> _Known[T]:
    since = now if before is None or before.bad_since is None else before.bad_since
    if 0 <= now - since < HALF_WRITTEN_MS:
        return _Known(stamp, before.record if before else None, None, since)
    return _Known(stamp, None, reason, since, settled=stamp.is_settled(now * 1_000_000))
