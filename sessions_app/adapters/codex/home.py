"""Where the rollouts lie: `sessions/YYYY/MM/DD/rollout-<date>T<time>-<thread id>.jsonl`.

The day is the one on which the thread began, in the time zone of the process that began it; a
resumed thread is written on in its old file.
"""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from sessions_app.domain.clock import EpochMs
from sessions_app.system.files import FileStamp
from sessions_app.system.records import Skipped

_HOUR_MS: Final = 60 * 60 * 1000
_WEST_MS: Final = 12 * _HOUR_MS
_EAST_MS: Final = 14 * _HOUR_MS
"""How far the world's clocks are behind and ahead of UTC."""

SEARCH_NEW_MS: Final = 5_000
SEARCH_MS: Final = 30_000
"""How often every day folder is listed, for a thread that is new and for one long looked for."""

MOST_FILES: Final = 5_000
"""Files looked at in a day folder, the newest by name."""
_MOST_DAYS: Final = 4_000

_ROLLOUT: Final = re.compile(
    r"rollout-.{0,100}?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?\.jsonl"
)
_DIGITS: Final = re.compile(r"[0-9]{2,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Listing:
    key: tuple[int, ...]
    is_settled: bool
    files: dict[str, str]
    """Path to the thread's id in the name, or to the name itself."""


@dataclass(slots=True)
class DayFolders:
    """The rollouts that may matter: of the last two days, and of the threads asked for."""

    path: str
    unlisted: list[Skipped] = field(default_factory=list)
    """The recent folders that could not be listed, and why."""
    _listings: dict[str, _Listing] = field(default_factory=dict)
    _elsewhere: dict[str, str] = field(default_factory=dict)
    """The path of each thread that was found in an older folder."""
    _wanted: frozenset[str] = frozenset()
    _missing: frozenset[str] = frozenset()
    _searched_at: EpochMs | None = None

    def files(self, wanted: frozenset[str], now: EpochMs) -> dict[str, str]:
        """The path of each rollout with its thread's id: recent ones, and those wanted."""
        found: dict[str, str] = {}
        recent = _days(now - 24 * _HOUR_MS - _WEST_MS, now + _EAST_MS)
        self.unlisted = []
        self._listings = {d: one for d, one in self._listings.items() if d in recent}
        for day in recent:
            found |= self._listed(day, now)
        self._wanted = wanted
        self._find(wanted - set(found.values()), now)
        found.update((path, thread) for thread, path in self._elsewhere.items())
        return found

    @property
    def folders(self) -> tuple[str, ...]:
        """The recent day folders there are, and those of threads found elsewhere."""
        recent = (f"{self.path}/{day}" for day in self._listings)
        elsewhere = (os.path.dirname(path) for path in self._elsewhere.values())
        return tuple(dict.fromkeys((*recent, *elsewhere)))

    def forget(self, paths: Iterable[str]) -> None:
        """These need not be looked at any more, unless they are wanted again.

        One that is wanted still is kept as long as it is there: it would be searched for anew.
        """
        gone = set(paths)
        self._elsewhere = {
            thread: path
            for thread, path in self._elsewhere.items()
            if path not in gone or (thread in self._wanted and os.path.lexists(path))
        }

    def _listed(self, day: str, now: EpochMs) -> dict[str, str]:
        known = self._listings.get(day)
        try:
            status = os.stat(f"{self.path}/{day}")
        except OSError:
            self._listings.pop(day, None)
            return {}
        # Who may list it changes the last of these alone.
        key = (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
        if known is not None and known.key == key and known.is_settled:
            return known.files
        # Two names made in one tick of the file system's clock leave the folder's time the same.
        is_settled = FileStamp.of(status).is_settled(now * 1_000_000)
        try:
            files = _rollouts_in(f"{self.path}/{day}")
        except OSError as problem:
            # It is tried again each time, and what was known of it holds until then.
            self.unlisted.append(Skipped(day, f"cannot be listed ({problem.strerror})"))
            known = known or _Listing(key, is_settled=False, files={})
            self._listings[day] = replace(known, is_settled=False)
            return known.files
        self._listings[day] = _Listing(key, is_settled, files)
        return files

    def _find(self, wanted: frozenset[str], now: EpochMs) -> None:
        """Looks for threads whose file is in no recent folder."""
        missing = wanted - self._elsewhere.keys()
        if missing - self._missing:
            # The first part of an id is the moment it was made (UUID version 7).
            self._take({d for thread in missing for d in _days_of(thread)}, missing)
            missing -= self._elsewhere.keys()
        every = SEARCH_NEW_MS if missing - self._missing else SEARCH_MS
        at = self._searched_at
        if missing and (at is None or not 0 <= now - at < every):
            self._searched_at = now
            self._take(_all_days(self.path), missing)
            self._missing = missing - self._elsewhere.keys()
        else:
            self._missing &= missing

    def _take(self, days: Iterable[str], missing: frozenset[str]) -> None:
        for day in days:
            try:
                files = _rollouts_in(f"{self.path}/{day}")
            except OSError:
                continue
            self._elsewhere.update((t, path) for path, t in files.items() if t in missing)


def thread_in(name: str) -> str | None:
    """The thread's id in the name of a rollout; the name itself where it has none."""
    found = _ROLLOUT.fullmatch(name)
    return None if found is None else found[1] or name


def _rollouts_in(folder: str) -> dict[str, str]:
    # The names begin with their time.
    names = sorted((n for n in os.listdir(folder) if n.startswith("rollout-")), reverse=True)[
        :MOST_FILES
    ]
    named = ((name, thread_in(name)) for name in names)
    return {f"{folder}/{name}": thread for name, thread in named if thread is not None}


def _days(first: int, last: int) -> list[str]:
    day, end = _day(first), _day(last)
    days: list[str] = []
    while day <= end:
        days.append(day.strftime("%Y/%m/%d"))
        day += timedelta(days=1)
    return days


def _day(at: int) -> date:
    return datetime.fromtimestamp(at / 1000, UTC).date()


def _days_of(thread: str) -> list[str]:
    try:
        made = int(thread[:8] + thread[9:13], 16)
        return _days(made - _WEST_MS, made + _EAST_MS)
    except (ValueError, OverflowError, OSError):
        return []


def _all_days(path: str) -> list[str]:
    years = _numbered(path)
    months = (f"{year}/{month}" for year in years for month in _numbered(f"{path}/{year}"))
    days = (f"{month}/{day}" for month in months for day in _numbered(f"{path}/{month}"))
    return [day for day, _ in zip(days, range(_MOST_DAYS), strict=False)]


def _numbered(path: str) -> Iterator[str]:
    try:
        names = os.listdir(path)
    except OSError:
        return iter(())
    return iter(sorted((n for n in names if _DIGITS.fullmatch(n)), reverse=True))
