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
from sessions_app.system.processes import Processes, is_other_start

FIRST_STATUS_MS: Final = 1_000
"""The first write of a session file has no status, for about 50 ms (2.1.332)."""

_SURFACE: Final[dict[str, Surface]] = {
    "cli": "terminal",
    "sdk-cli": "terminal",
    "claude-vscode": "vscode",
    "claude-desktop": "desktop",
    "claude-desktop-3p": "desktop",
}
_NOT_SESSIONS: Final = frozenset({"daemon", "daemon-worker"})


@dataclass(frozen=True, slots=True)
class Sighting:
    """One session, by whichever way it was seen."""

    session_id: str | None
    job_id: str | None
    pid: int | None
    cwd: str | None
    name: str | None
    started_at: EpochMs | None
    surface: Surface
    standing: Standing

    @property
    def own_id(self) -> str:
        """Claude Code's id for it: the session's, else the job's, else its process number."""
        return self.session_id or self.job_id or str(self.pid)


@dataclass(frozen=True, slots=True)
class Living:
    """A session file of a process that runs, or whose process cannot be judged from here."""

    entry: Entry
    is_judged: bool


def living(entries: Iterable[Entry], processes: Processes) -> list[Living]:
    """The entries that stand for a running session.

    One whose process is gone, or whose process number was given to another program since, is
    left out; so is one that went on in the background. A process number of another container or
    computer that shares the folder means nothing here, and is not judged.
    """
    wanted = [e for e in entries if not e.is_parked and e.kind not in _NOT_SESSIONS]
    ours = [e for e in wanted if e.domain in (None, processes.domain)]
    starts = processes.living(frozenset(e.pid for e in ours))
    return [
        Living(entry, is_judged=entry.domain in (None, processes.domain))
        for entry in wanted
        if entry.domain not in (None, processes.domain) or _runs(entry, starts)
    ]


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
    if entry.kind == "bg":
        job = jobs.get(entry.job_id or "")
        standing = status.with_job(standing, job, row.state if row else None)
    return Sighting(
        session_id=entry.session_id,
        job_id=entry.job_id,
        pid=entry.pid if one.is_judged else None,
        cwd=entry.cwd,
        name=entry.name,
        started_at=entry.started_at,
        # A background job has no terminal, whatever program it was started from.
        surface="unknown"
        if entry.kind == "bg"
        else _SURFACE.get(entry.entrypoint or "", "unknown"),
        standing=standing,
    )


def from_row(row: Listed, *, runs: bool, jobs: Mapping[str, Job], now: EpochMs) -> Sighting | None:
    """A session that has no file, by the command's row; None when it is over and done with."""
    standing = status.of_words(row.status if runs else None, row.waiting_for, None)
    job = jobs.get(row.job_id or "") if row.is_background else None
    if row.is_background:
        standing = status.with_job(standing, job, row.state)
    elif not runs:
        return None
    ended = standing.status in ("finished", "failed")
    if ended and now - (standing.since or row.started_at or now) >= STALE_AFTER_MS:
        return None
    return Sighting(
        session_id=row.session_id,
        job_id=row.job_id,
        pid=row.pid if runs else None,
        cwd=row.cwd,
        name=row.name,
        started_at=row.started_at,
        surface="unknown",
        standing=standing,
    )


class Rows:
    """The command's rows, found by session, by job or by process."""

    def __init__(self, rows: Iterable[Listed] = ()) -> None:
        self.all = tuple(rows)
        self._by_session = {row.session_id: row for row in self.all if row.session_id}
        self._by_job = {row.job_id: row for row in self.all if row.job_id}
        self._by_pid = {row.pid: row for row in self.all if row.pid and not row.session_id}

    def of(self, entry: Entry) -> Listed | None:
        """The row that speaks of the same session as a session file.

        A row that names another session is not meant, though it has the same process: /clear
        gives a process a new session, and the row is from before.
        """
        return (
            self._by_session.get(entry.session_id or "")
            or self._by_job.get(entry.job_id or "")
            or self._by_pid.get(entry.pid)
        )

    def others(self, known: Iterable[Listed | None], pids: frozenset[int]) -> list[Listed]:
        """The rows that no session file speaks of."""
        used = {id(row) for row in known}
        return [row for row in self.all if id(row) not in used and row.pid not in pids]
