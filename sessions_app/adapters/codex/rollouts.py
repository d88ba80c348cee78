"""The rollouts that are followed: those written in the last day, and those of open threads."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from sessions_app.adapters.codex.lines import Meta
from sessions_app.adapters.codex.rollout import Rollout
from sessions_app.adapters.codex.standing import Standing, standing_of
from sessions_app.adapters.codex.threads import Thread
from sessions_app.adapters.codex.turns import Turn
from sessions_app.adapters.codex.waits import Wait
from sessions_app.domain.clock import EpochMs
from sessions_app.system.records import Skipped

_DAY_MS: Final = 24 * 60 * 60 * 1000


@dataclass(slots=True)
class Followed:
    """One rollout that names its thread."""

    rollout: Rollout
    meta: Meta
    changed_at: EpochMs
    dead_at: int = 0
    """The revision of the rollout at which nobody was found to have it open."""
    _dead: tuple[Turn | None, int] | None = None
    """The turn that was open then, and how far it had come."""

    def bury(self) -> None:
        """Nobody has the thread open, in the middle of a turn: that turn will never end."""
        self.dead_at = self.rollout.revision
        self._dead = self._turn()

    @property
    def has_live_turn(self) -> bool:
        """A turn is open, and goes on if a program has the thread open.

        A thread that is opened again after its program died has that turn open for ever (0.171).
        """
        return self.rollout.has_open_turn and self._dead != self._turn()

    def thread(self, *, is_open: bool | None, wait: Wait | None) -> Thread:
        """The thread at this moment."""
        if is_open and self.rollout.has_open_turn and not self.has_live_turn:
            standing: Standing | None = Standing("idle", self.rollout.turns.last_at)
        else:
            standing = standing_of(self.rollout, is_open=is_open, wait=wait)
        return Thread(self.meta, standing, self.rollout.written_at, is_open)

    def _turn(self) -> tuple[Turn | None, int]:
        return self.rollout.turns.turn, self.rollout.turns.steps


@dataclass(slots=True)
class Rollouts:
    """The files, each read again only when it changed."""

    keeps_arguments: bool
    followed: dict[str, Followed] = field(default_factory=dict)
    """By path."""
    revision: int = 0
    """Counts what changed but for lines added to the files of threads that are open."""
    _files: dict[str, Rollout] = field(default_factory=dict)
    _unfit: list[Skipped] = field(default_factory=list)

    def look(self, files: Mapping[str, str], opened: frozenset[str], now: EpochMs) -> list[str]:
        """Reads what was added to files, by path with their thread's id.

        Gives the paths that need not be looked at again: a file not written to for a day is not
        opened, unless a program has its thread open.
        """
        known, self._files, self._unfit = self._files, {}, []
        oldest = (now - _DAY_MS) * 1_000_000
        left: list[str] = []
        for path, thread in files.items():
            try:
                status = os.stat(path, follow_symlinks=False)
            except OSError:
                left.append(path)
                continue
            rollout = known.get(path)
            if status.st_mtime_ns <= oldest and not self._is_of(path, thread, opened):
                left.append(path)
            elif rollout is not None and not rollout.is_changed(status):
                self._files[path] = rollout
            elif not stat.S_ISREG(status.st_mode):
                # Not even opened: that would let go of whoever waits at a pipe's other end.
                self._unfit.append(Skipped(_named(path), "is not an ordinary file"))
            else:
                rollout = self._files[path] = rollout or Rollout(path, self.keeps_arguments)
                self._read(rollout, status, now)
                if not self._is_of(path, thread, opened):
                    self.revision += 1
        if known.keys() != self._files.keys():
            self.revision += 1
            for path in self.followed.keys() - self._files.keys():
                del self.followed[path]
        return left

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """What could not be read, and why."""
        refused = (Skipped(_named(r.path), r.refusal) for r in self._files.values() if r.refusal)
        return *self._unfit, *refused

    def look_again(self, one: Followed, now: EpochMs) -> bool:
        """Looks at one file once more; whether it changed."""
        try:
            status = os.stat(one.rollout.path, follow_symlinks=False)
        except OSError:
            return False
        if not one.rollout.is_changed(status):
            return False
        self._read(one.rollout, status, now)
        return True

    def _is_of(self, path: str, thread: str, threads: frozenset[str]) -> bool:
        one = self.followed.get(path)
        return thread in threads or (one is not None and one.meta.id in threads)

    def _read(self, rollout: Rollout, status: os.stat_result, now: EpochMs) -> None:
        rollout.look(status)
        known = self.followed.get(rollout.path)
        if rollout.meta is None:
            self.followed.pop(rollout.path, None)
            self.revision += 1
        elif known is None or known.meta != rollout.meta:
            self.followed[rollout.path] = Followed(rollout, rollout.meta, now)
            self.revision += 1
        else:
            known.changed_at = now


def _named(path: str) -> str:
    return os.path.basename(path)
