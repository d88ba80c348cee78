"""From what the session files and the command say, the sessions there are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sessions_app.adapters.claude_code import status
from sessions_app.adapters.claude_code.command import Listed
from sessions_app.adapters.claude_code.jobs import Job
from sessions_app.adapters.claude_code.registry import Entry
from sessions_app.adapters.claude_code.status import Standing
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import STALE_AFTER_MS, Surface
from sessions_app.system.processes import Processes, is_other_domain, is_other_start

FIRST_STATUS_MS: Final = 1_000
"""The first write of a session file has no status, for about 50 ms (2.1.332)."""
RESTARTS_MS: Final = 60_000
"""A job whose process was killed gets another one within some 10 seconds (2.1.332)."""

_SURFACE: Final[dict[str, Surface]] = {
    "cli": "terminal",
    "sdk-cli": "terminal",
    "claude-vscode": "vscode",
    "claude-desktop": "desktop",
    "claude-desktop-3p": "desktop",
}
_ENDED: Final = ("finished", "failed")
_NOT_SESSIONS: Final = frozenset({"daemon", "daemon-worker"})


@dataclass(frozen=True, slots=True)
class Sighting:
    """One session, by whichever way it was seen."""

    session_id: str | None
    job_id: str | None
    number: int | None
    """Its process number, as it was recorded."""
    runs_here: bool
    """Whether that number is of a process of this computer that runs."""
    cwd: str | None
    name: str | None
    started_at: EpochMs | None
    surface: Surface
    standing: Standing
    entry: Entry | None = None
    """The session file it was seen by, when it has one."""

    @property
    def own_id(self) -> str:
        """Claude Code's id for it: the session's, else the job's, else its process number."""
        return self.session_id or self.job_id or str(self.number)


@dataclass(frozen=True, slots=True)
class Living:
    """A session file of a process that runs, or whose process cannot be judged from here."""

    entry: Entry
    is_judged: bool

    @property
    def is_session(self) -> bool:
        """Whether it stands for a session of its own: not a helper, and not moved elsewhere."""
        return not self.entry.is_parked and self.entry.kind not in _NOT_SESSIONS


def living(entries: Iterable[Entry], processes: Processes) -> list[Living]:
    """The entries whose process runs.

    One whose process is gone, or whose process number was given to another program since, is
    left out. A process number of another container or computer that shares the folder means
    nothing here, and is not judged.
    """
    judged = [Living(entry, is_judged=_is_ours(entry, processes)) for entry in entries]
    starts = processes.living(frozenset(one.entry.pid for one in judged if one.is_judged))
    return [one for one in judged if not one.is_judged or _runs(one.entry, starts)]


def _is_ours(entry: Entry, processes: Processes) -> bool:
    return entry.domain is None or not is_other_domain(entry.domain, processes.domain)


def _runs(entry: Entry, starts: Mapping[int, str | None]) -> bool:
    if entry.pid not in starts:
        return False
    start = starts[entry.pid]
    return entry.start is None or start is None or not is_other_start(entry.start, start)


def is_just_begun(entry: Entry, now: EpochMs) -> bool:
    """Whether it is so young that its first status may not be written yet."""
    started = entry.started_at
    return entry.status is None and started is not None and 0 <= now - started < FIRST_STATUS_MS


def from_entry(one: Living, row: Listed | None, jobs: Mapping[str, Job]) -> Sighting:
    """A session by its file; what the file lacks is taken from the command's row for it."""
    entry = one.entry
    standing = status.of_words(entry.status, entry.waiting_for, entry.status_since)
    if not status.is_known(entry.status) and row is not None and status.is_known(row.status):
        standing = status.of_words(row.status, row.waiting_for, None)
    is_background = entry.kind == "bg"
    if is_background:
        job = jobs.get(entry.job_id or "")
        standing = status.with_job(standing, job, row.state if row else None)
    return Sighting(
        session_id=entry.session_id,
        job_id=entry.job_id,
        number=entry.pid,
        runs_here=one.is_judged,
        cwd=entry.cwd,
        name=entry.name,
        started_at=entry.started_at,
        # A background job has no terminal, whatever program it was started from.
        surface="unknown" if is_background else _SURFACE.get(entry.entrypoint or "", "unknown"),
        standing=standing,
        entry=entry,
    )


def from_row(row: Listed, *, runs: bool, job: Job | None, now: EpochMs) -> Sighting | None:
    """A session that has no file, by the command's row; None when it is over and done with."""
    if not runs and not (row.is_background and (row.job_id or row.session_id)):
        return None
    standing = status.of_words(row.status if runs else None, row.waiting_for, None)
    if row.is_background:
        standing = status.with_job(standing, job, row.state)
    if not runs and standing.status == "working" and not _restarts(job, now):
        standing = Standing("unknown", standing.since)
    goes_on = standing.status == "needs-you" or (runs and standing.status not in _ENDED)
    if not goes_on and now - (standing.since or row.started_at or now) >= STALE_AFTER_MS:
        return None
    return Sighting(
        session_id=row.session_id,
        job_id=row.job_id,
        number=row.pid if runs else None,
        runs_here=runs,
        cwd=row.cwd,
        name=row.name,
        started_at=row.started_at,
        surface="unknown",
        standing=standing,
    )


def _restarts(job: Job | None, now: EpochMs) -> bool:
    """Whether a job without a process may be at work all the same, or soon will be.

    Nothing works where nothing runs: a computer that was switched off leaves jobs behind whose
    files say "working" for ever. Without its file, the command's word is all there is.
    """
    return job is None or job.updated_at is None or now - job.updated_at < RESTARTS_MS
