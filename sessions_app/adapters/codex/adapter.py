"""Codex's sessions, read from its files alone."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from lookout.env import Environment
from sessions_app.adapter_api import Reading, SourceFacts, SourceUnavailable
from sessions_app.adapters.codex import facts
from sessions_app.adapters.codex.home import DayFolders
from sessions_app.adapters.codex.names import Names
from sessions_app.adapters.codex.opened import Opened, is_without_locks
from sessions_app.adapters.codex.rollouts import Followed, Rollouts
from sessions_app.adapters.codex.threads import sessions_of, with_relatives
from sessions_app.adapters.codex.turns import Turns
from sessions_app.adapters.codex.waits import Waits
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.system.call_processes import CallProcesses
from sessions_app.system.files import FileStamp

HOME_VARIABLE: Final = "AGENT_LOOKOUT_CODEX_HOME"
LOOK_FOR_HOME_MS: Final = 60_000
_DOUBT_MS: Final = 100


@dataclass(frozen=True, slots=True)
class Rest:
    """The threads that nobody has open, made into sessions once, and those that are left."""

    key: tuple[object, ...]
    live: Mapping[str, Followed]
    sessions: tuple[Session, ...]
    until: EpochMs | None
    """When the first of the sessions is no longer shown."""

    def holds(self, key: tuple[object, ...], now: EpochMs) -> bool:
        """Whether all this is still so."""
        return self.key == key and (self.until is None or now < self.until)


class Codex:
    """The adapter of one Codex home."""

    def __init__(self, environment: Environment, proc: str = "/proc") -> None:
        self._home = environment.codex_home
        self._is_named = HOME_VARIABLE in environment.given
        self._missing_at: EpochMs | None = None
        self._shown = facts.shortened(self._home, environment.home)
        self._opened = Opened(self._home, proc)
        self._folders = DayFolders(os.path.join(self._home, "sessions"))
        self._names = Names(os.path.join(self._home, "session_index.jsonl"))
        self._rollouts = Rollouts(keeps_arguments=environment.waiting_text)
        processes = CallProcesses(proc)
        self._waits = Waits(processes)
        self._rest: Rest | None = None
        self.facts: SourceFacts = facts.facts_for(self._shown, sees_processes=processes.can_tell)

    def read(self, now: EpochMs) -> Reading:
        """The sessions there are; raises SourceUnavailable when a folder cannot be read."""
        if not self._is_there(now):
            return facts.not_set_up(self._shown)
        try:
            os.listdir(self._folders.path)
            self._opened.look(now)
        except FileNotFoundError:
            return facts.nothing_yet(self._shown)
        except OSError as problem:
            shown = f"{self._shown}/{os.path.basename(problem.filename or '')}"
            raise SourceUnavailable(*facts.unreadable(shown, problem)) from problem
        self._follow(now)
        return self._reading(now)

    def _is_there(self, now: EpochMs) -> bool:
        """Whether there is a home; one that nobody named is looked for once a minute."""
        at = self._missing_at
        if at is not None and not self._is_named and 0 <= now - at < LOOK_FOR_HOME_MS:
            return False
        self._missing_at = None if os.path.isdir(self._home) else now
        return self._missing_at is None

    def _follow(self, now: EpochMs) -> None:
        """Reads what was added to the files since the last time."""
        files = self._folders.files(self._opened.named | self._opened.all, now)
        self._folders.forget(self._rollouts.look(files, self._opened.all, now))
        try:
            status = FileStamp.of(os.stat(self._names.path, follow_symlinks=False))
        except OSError:
            status = None
        self._names.look(status, now)

    def _reading(self, now: EpochMs) -> Reading:
        rest = self._rest
        if rest is None or not rest.holds(self._key(), now):
            rest = self._rest = self._sort_out(now)
        live, again = self._live_sessions(rest.live, now)
        files_read, skipped = len(self._rollouts.followed), self._rollouts.skipped
        return Reading(
            sessions=(*live, *rest.sessions),
            detail=facts.detail(self._shown, files_read, skipped),
            files_read=files_read,
            skipped=skipped,
            folders=(self._opened.folder, *self._folders.folders),
            growing=self._folders.folders,
            again_in_ms=again,
        )

    def _key(self) -> tuple[object, ...]:
        """What tells whether anything may have changed for a thread that nobody has open."""
        return self._rollouts.revision, self._opened.all, self._names.revision

    def _sort_out(self, now: EpochMs) -> Rest:
        """Sets apart the threads that nobody has open: hundreds, where only few are open."""
        followed = self._newest()
        key = self._key()
        may_change = frozenset(t for t, one in followed.items() if self._may_change(one))
        live_ids = with_relatives({t: one.meta for t, one in followed.items()}, may_change)
        still = (
            o.thread(is_open=False, wait=None) for t, o in followed.items() if t not in live_ids
        )
        shown = [(s, at) for s, at in sessions_of(still, self._names.of) if at is None or at > now]
        return Rest(
            key,
            {t: one for t, one in followed.items() if t in live_ids},
            tuple(session for session, _ in shown),
            min((at for _, at in shown if at is not None), default=None),
        )

    def _may_change(self, one: Followed) -> bool:
        """Whether the status of a thread may be another the next time, its file being the same."""
        return (
            is_without_locks(one.meta)
            or self._opened.is_open(one.meta, one.changed_at) is not False
            or self._seems_dead(one)
        )

    def _live_sessions(
        self, live: Mapping[str, Followed], now: EpochMs
    ) -> tuple[list[Session], int | None]:
        """The sessions of threads that are open or may be, and when to look at them again."""
        doubtful = self._settle(live.values(), now)
        opened = {t: self._opened.is_open(one.meta, one.changed_at) for t, one in live.items()}
        opened.update(dict.fromkeys(doubtful, True))
        waits = self._waits.look(_in_turn(live, opened), now)
        threads = [one.thread(is_open=opened[t], wait=waits.get(t)) for t, one in live.items()]
        shown = sessions_of(threads, self._names.of)
        again = [ms for ms in (self._waits.again_in_ms, _DOUBT_MS if doubtful else None) if ms]
        return [s for s, at in shown if at is None or at > now], min(again, default=None)

    def _newest(self) -> dict[str, Followed]:
        """Each thread's file; of two that say they are one thread's, the one written last."""
        newest: dict[str, Followed] = {}
        for one in self._rollouts.followed.values():
            known = newest.get(one.meta.id)
            if known is None or one.rollout.written_at > known.rollout.written_at:
                newest[one.meta.id] = one
        return newest

    def _settle(self, followed: Iterable[Followed], now: EpochMs) -> list[str]:
        """Makes sure of the threads that seem to have died in a turn.

        The locks were looked at before the files were read, so a thread that was opened, or that
        ended, in between looks as if it had died. Gives those that changed even now.
        """
        self._opened.look_for_old(((one.meta, one.changed_at) for one in followed), now)
        dead = [one for one in followed if self._seems_dead(one)]
        if dead:
            self._opened.look_at_locks()
        return [one.meta.id for one in dead if self._is_doubtful(one, now)]

    def _seems_dead(self, one: Followed) -> bool:
        return (
            one.dead_at != one.rollout.revision
            and one.rollout.has_open_turn
            and self._opened.is_open(one.meta, one.changed_at) is False
        )

    def _is_doubtful(self, one: Followed, now: EpochMs) -> bool:
        if self._opened.is_open(one.meta, one.changed_at) is not False:
            return False
        if self._rollouts.look_again(one, now) and one.rollout.has_open_turn:
            return True
        one.bury()
        return False


def _in_turn(
    followed: Mapping[str, Followed], opened: Mapping[str, bool | None]
) -> dict[str, Turns]:
    """Of the threads that are open, those in the middle of a turn."""
    return {
        thread: one.rollout.turns
        for thread, one in followed.items()
        if opened[thread] and one.has_live_turn
    }
