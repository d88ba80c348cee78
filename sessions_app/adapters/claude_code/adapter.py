"""Claude Code's sessions: its session files first, its command for what they lack."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET, UnsetType

from lookout.env import Environment
from sessions_app.adapter_api import Reading, SourceFacts, SourceUnavailable
from sessions_app.adapters.claude_code import asking, facts, status
from sessions_app.adapters.claude_code.command import Command
from sessions_app.adapters.claude_code.jobs import Job, Jobs
from sessions_app.adapters.claude_code.registry import Entry, Registry
from sessions_app.adapters.claude_code.sightings import (
    Living,
    Rows,
    Sighting,
    from_entry,
    from_row,
    is_just_begun,
    living,
)
from sessions_app.adapters.claude_code.waiting import Waiting
from sessions_app.domain.clock import Clock, EpochMs, wall_clock
from sessions_app.domain.session import Session, WaitingReason
from sessions_app.domain.text import last_part
from sessions_app.system.processes import Processes, system_processes
from sessions_app.system.records import Found, Skipped

ASK_EVERY_MS: Final = 30_000
ASK_SOON_MS: Final = 5_000
LISTING_KEPT_MS: Final = 5 * 60_000
"""A listing older than this says nothing of what there is now."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What one read of the session files gave."""

    entries: Sequence[Living] = ()
    pids: frozenset[int] = frozenset()
    """Every process that has a session file, shown or not."""
    skipped: tuple[Skipped, ...] = ()
    again_in_ms: int | None = None
    problem: str | None = None
    """Why the folder could not be read."""
    is_missing: bool = False


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command gave when it last worked, and the jobs that have no process."""

    at: EpochMs
    rows: Rows
    jobs: Mapping[str, Job]


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
        self._clock = clock
        self._processes = processes or system_processes()
        self._registry = Registry(os.path.join(self._home, "sessions"))
        self._jobs = Jobs(os.path.join(self._home, "jobs"))
        self._waiting = Waiting(os.path.join(self._home, "projects"))
        self._command = Command(environment, self._home, variables)
        self._asked: _Asked | None = None
        self._asked_at: EpochMs | None = None
        self._command_problem: str | None = None
        self._program = self._command.find()
        self._shown_home = _shortened(self._home, environment.home)
        shown = f"{_shortened(self._program, environment.home)} agents --json --all"
        self.facts: SourceFacts = facts.facts_for(
            self._shown_home, shown if self._program else None
        )

    def read(self, now: EpochMs) -> Reading:
        """The sessions there are; raises SourceUnavailable when no way of reading them works."""
        if not os.path.isdir(self._home):
            return Reading(
                state="not-set-up",
                detail=f"No Claude Code was found: there is no {self._shown_home}.",
                advice="Start Claude Code once; its sessions then appear here by themselves.",
            )
        look = self._look(now)
        asked = self._last_asked(now)
        if look.problem and asked is None and not self._is_command_due(now, is_reliable=False):
            raise SourceUnavailable(look.problem, self._advice_for(look))
        return self._reading(look, asked or _Asked(now, Rows(), {}), now)

    def _look(self, now: EpochMs) -> _Look:
        try:
            found = self._registry.read(now)
        except FileNotFoundError:
            return _Look(is_missing=True)
        except OSError as problem:
            sentence = f"{self._shown_home}/sessions cannot be read ({problem.strerror})."
            return _Look(problem=sentence)
        there = living(found.records.values(), self._processes)
        entries = [one for one in there if not is_just_begun(one.entry, now)]
        pids = frozenset(entry.pid for entry in found.records.values())
        return _Look(entries, pids, found.skipped, _again(found, len(there) - len(entries)))

    def _last_asked(self, now: EpochMs) -> _Asked | None:
        """The command's last answer, while it is young enough to be believed."""
        asked = self._asked
        return asked if asked is not None and now - asked.at <= LISTING_KEPT_MS else None

    def _reading(self, look: _Look, asked: _Asked, now: EpochMs) -> Reading:
        sightings, is_reliable = self._sightings(look, asked, now)
        sessions, may_come = self._sessions(sightings, now)
        waits = [ms for ms in (look.again_in_ms, 100 if may_come else None) if ms is not None]
        due = self._is_command_due(now, is_reliable=is_reliable)
        return Reading(
            sessions=tuple(sessions),
            state="searching" if look.is_missing and not sessions else "ok",
            detail=self._detail(look),
            advice=self._advice_for(look),
            basis=_basis(look, asked),
            folders=() if look.is_missing or look.problem else (self._registry.path,),
            again_in_ms=min(waits, default=None),
            errand=self._ask if due else None,
        )

    def _sightings(self, look: _Look, asked: _Asked, now: EpochMs) -> tuple[list[Sighting], bool]:
        """Every session, and whether the session files alone can be relied on."""
        ids = frozenset(one.entry.job_id for one in look.entries if one.entry.job_id)
        jobs = self._jobs.read(ids, now)
        matched = [(one, asked.rows.of(one.entry)) for one in look.entries]
        found = [from_entry(one, row, jobs) for one, row in matched]
        left = asked.rows.others((row for _, row in matched), look.pids)
        runs = self._processes.living(frozenset(row.pid for row in left if row.pid))
        rest = [from_row(row, runs=row.pid in runs, jobs=asked.jobs, now=now) for row in left]
        is_whole = look.problem is None and not runs
        are_known = all(status.is_known(one.entry.status) for one in look.entries)
        return found + [one for one in rest if one is not None], is_whole and are_known

    def _sessions(self, sightings: Iterable[Sighting], now: EpochMs) -> tuple[list[Session], bool]:
        ordered = sorted(sightings, key=lambda one: (one.started_at or 0, one.pid or 0))
        seen: set[str] = set()
        sessions: list[Session] = []
        may_come = False
        waiting = {one.own_id for one in ordered if one.standing.status == "needs-you"}
        self._waiting.forget_others(frozenset(waiting))
        for one in ordered:
            # One conversation resumed in two terminals is two sessions: the first keeps the id.
            own_id = one.own_id if one.own_id not in seen else f"{one.own_id}:{one.pid}"
            seen.add(own_id)
            reason, text, soon = self._asking(one, now)
            may_come = may_come or soon
            sessions.append(_session(one, own_id, reason, text))
        return sessions, may_come

    def _asking(self, one: Sighting, now: EpochMs) -> tuple[WaitingReason | None, str | None, bool]:
        """Why a session waits, what it asks, and whether more may be known in a moment."""
        standing = one.standing
        if standing.status != "needs-you" or not self._shows_asking:
            return standing.reason, None, False
        if standing.detail == status.DIALOG or one.session_id is None:
            return standing.reason, standing.needs, False
        asked = self._waiting.ask(one.session_id, one.cwd, standing.since, now)
        if asked.tool is None:
            return standing.reason, standing.needs, asked.may_come
        reason = standing.reason
        if asking.kind_of(asked.tool) == "question":
            reason = "question"
        text = asking.line_for(asked.tool, one.cwd) or standing.needs
        return reason, text, asked.may_come

    def _is_command_due(self, now: EpochMs, *, is_reliable: bool) -> bool:
        if self._program is None or not self._command.is_harmless:
            return False
        every = ASK_EVERY_MS if is_reliable else ASK_SOON_MS
        return self._asked_at is None or not 0 <= now - self._asked_at < every

    def _ask(self) -> None:
        """Runs the command; an errand, since it takes from a tenth of a second to five."""
        program = self._program
        if program is None:
            return
        self._asked_at = self._clock()
        listing = self._command.run(program, self._asked_at)
        self._command_problem = listing.problem
        if listing.problem is None:
            dead = frozenset(row.job_id for row in listing.rows if row.job_id and not row.pid)
            jobs = Jobs(self._jobs.path).read(dead, listing.at)
            self._asked = _Asked(listing.at, Rows(listing.rows), jobs)

    def _detail(self, look: _Look) -> str:
        if look.problem:
            return f"{look.problem} The sessions come from the claude command."
        if look.is_missing:
            return f"{self._shown_home} is there, but no session was started since it was made."
        read = facts.counted(len(look.pids), "session file")
        text = f"{read} read in {self._shown_home}/sessions"
        if look.skipped:
            return f"{text}, {len(look.skipped)} skipped: {look.skipped[0]}."
        return f"{text}."

    def _advice_for(self, look: _Look) -> str | None:
        if look.problem:
            return f"Check who may read {self._shown_home}/sessions."
        if self._command_problem:
            return (
                f"The claude command {self._command_problem}, so background jobs that ended are "
                "not listed; try `claude agents --json` in a terminal."
            )
        return None


def _again(found: Found[Entry], just_begun: int) -> int | None:
    if found.half_written:
        return 10
    return 250 if just_begun else None


def _basis(look: _Look, asked: _Asked) -> str:
    if look.problem or look.is_missing:
        return "claude agents"
    return "session files and claude agents" if asked.rows.all else "session files"


def _shortened(path: str | None, home: str) -> str:
    if path is None:
        return ""
    return f"~{path[len(home) :]}" if path.startswith(f"{home}/") else path


def _session(one: Sighting, own_id: str, reason: WaitingReason | None, text: str | None) -> Session:
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
        pid=UNSET if one.pid is None else one.pid,
        alive=True if one.pid is not None else UNSET,
        activity="background" if standing.runs_in_background else UNSET,
        failure=_optional(standing.failure),
    )


def _optional(text: str | None) -> str | UnsetType:
    return UNSET if text is None else text
