"""Claude Code's sessions: its session files first, its command for what they lack."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET, UnsetType

from lookout.env import Environment
from sessions_app.adapter_api import Ending, Reading, SourceFacts, SourceUnavailable
from sessions_app.adapters.claude_code import facts, status
from sessions_app.adapters.claude_code.command import Command, Listed
from sessions_app.adapters.claude_code.feed import Answer, Feed
from sessions_app.adapters.claude_code.ids import Ids
from sessions_app.adapters.claude_code.jobs import Jobs, is_id
from sessions_app.adapters.claude_code.reach import Reach
from sessions_app.adapters.claude_code.registry import Entry, Registry, pid_in, unreadable
from sessions_app.adapters.claude_code.sightings import (
    Living,
    Sighting,
    from_entry,
    from_row,
    is_just_begun,
    living,
)
from sessions_app.adapters.claude_code.waiting import Asked, Waiting
from sessions_app.domain.clock import Clock, EpochMs, wall_clock
from sessions_app.domain.session import Session, WaitingReason
from sessions_app.domain.text import last_part
from sessions_app.system.processes import Processes, system_processes
from sessions_app.system.records import Found, Skipped

AGAIN_MS: Final = 100
"""How soon a transcript is looked at again for a line that comes late."""
MOST_JOBS_WATCHED: Final = 32


@dataclass(frozen=True, slots=True)
class _Look:
    """What one read of the session files gave."""

    entries: Sequence[Living] = ()
    pids: frozenset[int] = frozenset()
    """Every running process that has a session file, shown or not."""
    files: int = 0
    skipped: tuple[Skipped, ...] = ()
    again_in_ms: int | None = None
    problem: str | None = None
    """Why the folder could not be read."""
    is_missing: bool = False


class ClaudeCode:
    """The adapter of one Claude Code home."""

    def __init__(
        self,
        environment: Environment,
        variables: Mapping[str, str],
        processes: Processes | None = None,
        clock: Clock = wall_clock,
    ) -> None:
        self._home = environment.claude_home
        self._shows_asking = environment.waiting_text
        self._processes = processes or system_processes()
        self._registry = Registry(os.path.join(self._home, "sessions"))
        self._jobs = Jobs(os.path.join(self._home, "jobs"))
        self._waiting = Waiting(os.path.join(self._home, "projects"))
        self._ids = Ids()
        command = Command(environment, self._home, variables)
        self._feed = Feed(command, Jobs(self._jobs.path), self._processes, clock)
        self._reach = Reach(environment, command, self._registry.path, self._feed.ask_soon)
        self._shown_home = _shortened(self._home, environment.home)
        program = command.find()
        shown = f"{_shortened(program, environment.home)} agents --json --all" if program else None
        self.facts: SourceFacts = facts.facts_for(self._shown_home, shown, environment)

    def read(self, now: EpochMs) -> Reading:
        """The sessions there are; raises SourceUnavailable when no way of reading them works."""
        if not os.path.isdir(self._home):
            if os.path.lexists(self._home):
                sentence = f"{self._shown_home} is no folder that can be read."
                raise SourceUnavailable(sentence, f"Check what {self._shown_home} is.")
            return Reading(
                state="not-set-up",
                detail=f"No Claude Code was found: there is no {self._shown_home}.",
                advice="Start Claude Code once; its sessions then appear here by themselves.",
            )
        look = self._look(now)
        answer = self._feed.answer(now)
        if look.problem and answer is None:
            errand = self._feed.ask if self._feed.is_due(now, is_reliable=False) else None
            raise SourceUnavailable(look.problem, self._advice_for(look), errand=errand)
        return self._reading(look, answer or Answer(now), now)

    def ending_of(self, session_id: str) -> Ending | None:
        """The way to end a session of the last read."""
        return self._reach.ending_of(session_id)

    def pane_of(self, session_id: str) -> str | None:
        """The pane of tmux that a session's file names."""
        return self._reach.pane_of(session_id)

    def _look(self, now: EpochMs) -> _Look:
        try:
            found = self._registry.read(now, self._processes)
        except FileNotFoundError:
            return _Look(is_missing=True)
        except OSError as problem:
            sentence = f"{self._shown_home}/sessions cannot be read ({problem.strerror})."
            return _Look(problem=sentence)
        # What runs and cannot be read is not left out in silence: its status is not known.
        unread = [unreadable(pid_in(one.name)) for one in found.skipped if one.is_broken]
        there = living([*found.records.values(), *unread], self._processes)
        entries = [one for one in there if not is_just_begun(one.entry, now)]
        return _Look(
            [one for one in entries if one.is_session],
            frozenset(one.entry.pid for one in there),
            len(found.records),
            found.skipped,
            _again(found, len(there) - len(entries)),
        )

    def _reading(self, look: _Look, answer: Answer, now: EpochMs) -> Reading:
        sightings, is_reliable = self._sightings(look, answer, now)
        sessions, may_come = self._sessions(sightings, now)
        waits = [ms for ms in (look.again_in_ms, AGAIN_MS if may_come else None) if ms is not None]
        due = self._feed.is_due(now, is_reliable=is_reliable)
        return Reading(
            sessions=tuple(sessions),
            state="ok",
            detail=self._detail(look),
            advice=self._advice_for(look),
            basis=_basis(look, answer),
            files_read=None if look.problem or look.is_missing else look.files,
            skipped=look.skipped,
            folders=self._folders(look),
            again_in_ms=min(waits, default=None),
            errand=self._feed.ask if due else None,
        )

    def _sightings(self, look: _Look, answer: Answer, now: EpochMs) -> tuple[list[Sighting], bool]:
        """Every session, and whether the session files alone can be relied on."""
        rows = [row for row in answer.rows.all if row.pid not in look.pids]
        running = self._processes.living(frozenset(row.pid for row in rows if row.pid))
        runs = {id(row) for row in rows if answer.runs(row, running)}
        jobs = self._jobs.read(_jobs_of(look) | _just_ended(rows, runs), now)
        found = [from_entry(one, answer.status_of(one.entry), jobs) for one in look.entries]
        shown = {one.job_id for one in found if one.job_id}
        for row in rows:
            job = jobs.get(row.job_id or "") or answer.jobs.get(row.job_id or "")
            one = from_row(row, runs=id(row) in runs, job=job, now=now)
            if one is not None and (one.job_id is None or one.job_id not in shown):
                found.append(one)
        are_known = all(status.is_known(one.entry.status) for one in look.entries)
        return found, look.problem is None and not runs and are_known

    def _sessions(self, sightings: Iterable[Sighting], now: EpochMs) -> tuple[list[Session], bool]:
        ordered = sorted(sightings, key=lambda one: (one.started_at or 0, one.number or 0))
        shared = Counter(one.session_id for one in ordered)
        waiting = {one.session_id for one in ordered if one.standing.status == "needs-you"}
        self._waiting.forget_others(frozenset(one for one in waiting if one))
        sessions: list[Session] = []
        may_come = False
        given = self._ids.give(ordered)
        self._reach.remember({f"{facts.SOURCE_ID}:{own_id}": one for own_id, one in given})
        for own_id, one in given:
            # In two terminals one conversation has one transcript: nothing says which of them asks.
            asked = self._asked(one, now) if shared[one.session_id] == 1 else Asked()
            may_come = may_come or asked.may_come
            session = _session(own_id, one, *self._told(one, asked))
            sessions.append(self._reach.added_to(session, one))
        return sessions, may_come

    def _asked(self, one: Sighting, now: EpochMs) -> Asked:
        """What the transcript says a session asks, of one that asks by a tool."""
        if one.session_id is None or not (self._shows_asking and one.standing.asks_by_tool):
            return Asked()
        return self._waiting.ask(one.session_id, one.cwd, one.standing.since, now)

    def _told(self, one: Sighting, asked: Asked) -> tuple[WaitingReason | None, str | None]:
        """Why a session waits, and what it asks: the tool it asks about says both best."""
        reason = "question" if asked.kind == "question" else one.standing.reason
        return reason, (asked.line or one.standing.needs) if self._shows_asking else None

    def _folders(self, look: _Look) -> tuple[str, ...]:
        """Where a change tells of one: the session files, and what a job writes about its turn."""
        if look.is_missing or look.problem:
            return ()
        jobs = sorted(_jobs_of(look))[:MOST_JOBS_WATCHED]
        return self._registry.path, *(f"{self._jobs.path}/{job}" for job in jobs)

    def _detail(self, look: _Look) -> str:
        if look.problem:
            return f"{look.problem} The sessions come from the claude command."
        if look.is_missing:
            return f"{self._shown_home} is there, but no session was started since it was made."
        read = facts.counted(look.files, "session file")
        text = f"{read} read in {self._shown_home}/sessions"
        if look.skipped:
            return f"{text}, {len(look.skipped)} skipped: {look.skipped[0]}."
        return f"{text}."

    def _advice_for(self, look: _Look) -> str | None:
        if look.problem:
            return f"Check who may read {self._shown_home}/sessions."
        if self._feed.problem:
            return (
                f"The claude command {self._feed.problem}, so background jobs that ended may be "
                "missing; try `claude agents --json` in a terminal."
            )
        return None


def _jobs_of(look: _Look) -> frozenset[str]:
    """The background jobs that have a session file."""
    ids = (one.entry.job_id for one in look.entries)
    return frozenset(one for one in ids if one is not None and is_id(one))


def _just_ended(rows: Iterable[Listed], runs: set[int]) -> frozenset[str]:
    """The jobs whose process ended since the command listed it: only their own files tell how."""
    ended = (row for row in rows if row.pid and id(row) not in runs)
    return frozenset(row.job_id for row in ended if row.job_id)


def _again(found: Found[Entry], just_begun: int) -> int | None:
    if found.half_written:
        return 10
    return 250 if just_begun else None


def _basis(look: _Look, answer: Answer) -> str:
    if look.problem or look.is_missing:
        return "claude agents"
    return "session files and claude agents" if answer.rows.all else "session files"


def _shortened(path: str | None, home: str) -> str:
    if path is None:
        return ""
    return f"~{path[len(home) :]}" if path.startswith(f"{home}/") else path


def _session(own_id: str, one: Sighting, reason: WaitingReason | None, text: str | None) -> Session:
    standing = one.standing
    waits = standing.status == "needs-you"
    folder = last_part(one.cwd) if one.cwd else None
    return Session(
        id=f"{facts.SOURCE_ID}:{own_id}",
        source=facts.SOURCE_ID,
        surface=one.surface,
        name=one.name or folder or f"Session {one.own_id[:8]}",
        cwd=one.cwd,
        project=folder,
        status=standing.status,
        waiting_reason=(reason or "other") if waits else UNSET,
        waiting_detail=_optional(standing.detail if waits else None),
        waiting_text=_optional(text),
        started_at=one.started_at,
        status_since=standing.since,
        pid=one.number if one.runs_here and one.number is not None else UNSET,
        alive=True if one.runs_here else UNSET,
        activity="background" if standing.runs_in_background else UNSET,
        failure=_optional(standing.failure),
    )


def _optional(text: str | None) -> str | UnsetType:
    return UNSET if text is None else text
