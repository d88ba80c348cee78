"""How one session of Claude Code is ended, by what its session file says at that moment."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sessions_app.adapter_api import Confirmed, NotConfirmed
from sessions_app.adapters.claude_code.command import Command
from sessions_app.adapters.claude_code.registry import Entry, Registry
from sessions_app.domain.acts import Resume, StopHow
from sessions_app.system.files import Refused
from sessions_app.system.json_text import NotJson

_HOW: Final[dict[str, StopHow]] = {"interactive": "signal", "bg": "background"}
_TRIES: Final = 3
_HALF_WRITTEN_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class ClaudeEnding:
    """The way to end the session that a session file was listed by."""

    entry: Entry
    sessions_folder: str
    command: Command
    when_stopped: Callable[[], None]
    resume: Resume | None
    """What goes on with it once it has ended."""

    @property
    def how(self) -> StopHow:
        """By the kind that the file gave."""
        return _HOW[self.entry.kind or ""]

    @property
    def pid(self) -> int:
        """The process that the file gave."""
        return self.entry.pid

    def confirm(self) -> Confirmed:
        """Reads the session file anew; raises NotConfirmed when it tells of anything else."""
        found = self._read()
        if found.start is None or _identity(found) != _identity(self.entry):
            raise NotConfirmed
        since = found.status_since if found.status == "idle" else None
        return Confirmed(found.pid, found.start, since)

    def _read(self) -> Entry:
        registry = Registry(self.sessions_folder)
        for _ in range(_TRIES):
            try:
                return registry.read_one(self.entry.pid)
            except NotJson:  # caught in the middle of a write, which takes less than a millisecond
                time.sleep(_HALF_WRITTEN_S)
            except Refused:
                break
        raise NotConfirmed

    def end_job(self) -> str | None:
        """Has `claude stop` end the background job."""
        problem = self.command.stop(self.entry.job_id or "")
        if problem is None:
            self.when_stopped()
        return problem


def _identity(entry: Entry) -> tuple[object, ...]:
    """What must not have changed since the session was listed."""
    one = entry
    what = one.pid, one.session_id, one.kind, one.start, one.domain, one.job_id, one.entrypoint
    return *what, one.is_parked


def can_be_ended(entry: Entry) -> bool:
    """Whether a file says enough of its session to end it and nothing else."""
    return entry.kind in _HOW and entry.session_id is not None and entry.start is not None
