"""Which threads a program has open.

Since 0.150 the program that has a thread open holds a lock on `thread-writer-locks/<id>.lock`:
a terminal, `codex exec`, or the daemon that runs the threads of all terminals (since about
0.160). A process that died leaves the file and no lock. Before 0.150 there were no locks; such a
program can be told by its holding the rollout open.
"""

import os
from collections.abc import Iterable, Mapping
from typing import Final

from sessions_app.adapters.codex.home import thread_in
from sessions_app.adapters.codex.lines import Meta
from sessions_app.domain.clock import EpochMs
from sessions_app.system import locks
from sessions_app.system.locks import LockFolder
from sessions_app.system.open_files import Holder, OpenFiles
from sessions_app.system.processes import age_ms

FIRST_WITH_LOCKS: Final = (0, 150)
SCAN_MS: Final = 10_000
SCAN_CHANGED_MS: Final = 1_000
"""How often processes are looked at, for threads of before 0.150: as a rule, and after a write."""

_SUFFIX: Final = ".lock"
_SLACK_MS: Final = 1_000


class Opened:
    """The threads that are open at this moment."""

    def __init__(self, home: str, proc: str = "/proc") -> None:
        self._locks = LockFolder(os.path.join(home, "thread-writer-locks"), _SUFFIX, proc)
        self._files = OpenFiles(os.path.join(home, "sessions"), "codex", proc)
        self._locks_held: Mapping[str, locks.Holder] = {}
        self._holders: dict[str, Holder] = {}
        self._scanned_at: EpochMs | None = None
        self.locked: frozenset[str] = frozenset()
        self.named: frozenset[str] = frozenset()
        """Threads with a lock file, held or left behind."""

    @property
    def folder(self) -> str:
        """Where the lock files are."""
        return self._locks.path

    @property
    def all(self) -> frozenset[str]:
        """The threads that are open, as far as is known without their files."""
        return self.locked | self._holders.keys()

    def look(self, now: EpochMs) -> None:
        """Looks at the locks; raises OSError when their folder cannot be read."""
        self.look_at_locks()
        self._holders = {t: one for t, one in self._holders.items() if self._files.still(one)}
        if self._scanned_at is None:
            self._scan(now)

    def look_at_locks(self) -> None:
        """Looks at the locks alone, once more."""
        found = self._locks.look()
        self.named = _threads(found.there)
        self.locked = _threads(found.held)
        self._locks_held = found.holders

    def look_for_old(self, threads: Iterable[tuple[Meta, EpochMs]], now: EpochMs) -> None:
        """Looks at the processes again, when a thread of before 0.150 is not known to be open.

        With each thread comes when its file was last seen to have changed.
        """
        opened = self.all
        old = [at for meta, at in threads if is_without_locks(meta) and meta.id not in opened]
        at = self._scanned_at
        if old and at is not None:
            every = SCAN_CHANGED_MS if max(old) > at else SCAN_MS
            if not 0 <= now - at < every:
                self._scan(now)

    def is_open(self, meta: Meta, changed_at: EpochMs) -> bool | None:
        """Whether a program has a thread open; None when that cannot be told.

        `changed_at` is when its file was last seen to have changed.
        """
        if meta.id in self.locked or meta.id in self._holders:
            return True
        if not is_without_locks(meta):
            return False
        if not self._files.can_tell:
            return None
        # Who wrote after the processes were looked at is not known yet, but somebody did.
        return self._scanned_at is None or changed_at > self._scanned_at

    def holder(self, thread: str) -> locks.Holder | None:
        """Who holds a thread's lock, where that is told."""
        return self._locks_held.get(f"{thread}{_SUFFIX}")

    def is_opened_since(self, at: EpochMs, holder: locks.Holder, now: EpochMs) -> bool:
        """Whether a program surely opened its thread after a moment.

        Its lock file is younger, and so is the program: the one may have been touched since, and
        the age of the other told wrongly after the clock was set.
        """
        if holder.file[1] // 1_000_000 <= at + _SLACK_MS:
            return False
        age = age_ms(holder.pid)
        return age is not None and now - age > at + _SLACK_MS

    def _scan(self, now: EpochMs) -> None:
        self._scanned_at = now
        found = self._files.look() if self._files.can_tell else []
        named = ((thread_in(os.path.basename(one.path)), one) for one in found)
        self._holders = {thread: one for thread, one in named if thread is not None}


def _threads(names: frozenset[str]) -> frozenset[str]:
    # `.coordination.lock` is no thread's.
    return frozenset(n.removesuffix(_SUFFIX) for n in names if not n.startswith("."))


def is_without_locks(meta: Meta) -> bool:
    """Whether the Codex that began a thread held no locks."""
    return meta.version is not None and meta.version < FIRST_WITH_LOCKS
