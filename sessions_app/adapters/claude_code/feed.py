"""When the `claude` command is asked, and for how long its answer is believed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from sessions_app.adapters.claude_code.command import Command, Listed
from sessions_app.adapters.claude_code.jobs import Job, Jobs
from sessions_app.adapters.claude_code.registry import Entry
from sessions_app.domain.clock import Clock, EpochMs
from sessions_app.system.processes import Processes, is_other_start

ASK_EVERY_MS: Final = 30_000
ASK_SOON_MS: Final = 5_000
BELIEVED_MS: Final = 60_000
"""A listing older than this says nothing of what there is now; a new one comes twice as often."""


class Rows:
    """The command's rows, found by what they speak of."""

    def __init__(self, rows: Iterable[Listed] = ()) -> None:
        self.all = tuple(rows)
        self._by_job = {row.job_id: row for row in self.all if row.job_id}
        self._by_process = {(row.pid, row.session_id): row for row in self.all if row.pid}

    def of(self, entry: Entry) -> Listed | None:
        """The row that speaks of the same session as a session file.

        A row that names another session is not meant, though it has the same process: /clear
        gives a process a new session, and the row is from before. Nor is a row of another
        process: one conversation can be open in two terminals.
        """
        if entry.job_id and (row := self._by_job.get(entry.job_id)):
            return row
        same = self._by_process.get((entry.pid, entry.session_id))
        return same or self._by_process.get((entry.pid, None))


@dataclass(frozen=True, slots=True)
class Answer:
    """What the command said, with what was known of its rows at that moment."""

    at: EpochMs
    rows: Rows = field(default_factory=Rows)
    jobs: Mapping[str, Job] = field(default_factory=dict)
    """The background jobs it listed, by their own files."""
    starts: Mapping[int, str | None] = field(default_factory=dict)
    """When each process it listed began."""

    def status_of(self, entry: Entry) -> Listed | None:
        """The row for a session file, unless the file's status was written after the answer."""
        is_older = entry.status_since is not None and entry.status_since > self.at
        return None if is_older else self.rows.of(entry)

    def runs(self, row: Listed, running: Mapping[int, str | None]) -> bool:
        """Whether a row's process is still the one that was listed."""
        if row.pid is None or row.pid not in running:
            return False
        before, current = self.starts.get(row.pid), running[row.pid]
        return before is None or current is None or not is_other_start(before, current)


class Feed:
    """Asks the command, and keeps its last good answer for a while."""

    def __init__(self, command: Command, jobs: Jobs, processes: Processes, clock: Clock) -> None:
        self.problem: str | None = None
        """Why the command gave no list when it was last asked."""
        self._command = command
        self._jobs = jobs
        self._processes = processes
        self._clock = clock
        self._asked_at: EpochMs | None = None
        self._answer: Answer | None = None

    def answer(self, now: EpochMs) -> Answer | None:
        """The last good answer, while it is young enough to be believed."""
        answer = self._answer
        return answer if answer is not None and now - answer.at <= BELIEVED_MS else None

    def is_due(self, now: EpochMs, *, is_reliable: bool) -> bool:
        """Whether to ask: every 30 seconds, every 5 while the session files do not suffice."""
        every = ASK_EVERY_MS if is_reliable else ASK_SOON_MS
        is_time = self._asked_at is None or not 0 <= now - self._asked_at < every
        return is_time and self._command.is_allowed and self._command.is_harmless

    def ask_soon(self) -> None:
        """Has the command asked at the next read: something has just been done by it."""
        self._asked_at = None

    def ask(self) -> None:
        """Runs the command; an errand, since it takes from a tenth of a second to five."""
        # Looked for each time: a version manager moves it about, and it may come later.
        program = self._command.find()
        self._asked_at = self._clock()
        if program is None:
            self.problem = None
            return
        listing = self._command.run(program, self._asked_at)
        self.problem = listing.problem
        if listing.problem is None:
            ids = frozenset(row.job_id for row in listing.rows if row.job_id)
            pids = frozenset(row.pid for row in listing.rows if row.pid)
            self._answer = Answer(
                listing.at,
                Rows(listing.rows),
                self._jobs.read(ids, listing.at),
                self._processes.living(pids),
            )
