"""What a person can do with each session of Claude Code: open, end or resume it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import structs

from lookout.env import Environment
from sessions_app.adapters.claude_code.command import Command
from sessions_app.adapters.claude_code.ending import ClaudeEnding, can_be_ended
from sessions_app.adapters.claude_code.jobs import is_id
from sessions_app.adapters.claude_code.resume import SESSION_ID, resume
from sessions_app.adapters.claude_code.sightings import Sighting
from sessions_app.domain.acts import Links, Resume, Stop
from sessions_app.domain.session import Session

# The extension's own address: its `session` parameter opens that conversation in a tab, or goes
# to the tab that has it.
VSCODE_ADDRESS: Final = "vscode://anthropic.claude-code/open?session="
_ENDED: Final = ("finished", "failed")
_STOPPED_IN: Final = ("terminal", "vscode")


class Reach:
    """What can be done with the sessions of the last read."""

    def __init__(
        self,
        environment: Environment,
        command: Command,
        sessions_folder: str,
        when_stopped: Callable[[], None],
    ) -> None:
        self._may_stop = environment.stop
        self._command = command
        self._sessions_folder = sessions_folder
        self._when_stopped = when_stopped
        is_usual = command.is_default_home and not command.is_another_named
        self._config_home = None if is_usual else environment.claude_home
        self._sightings: Mapping[str, Sighting] = {}

    def remember(self, sightings: Mapping[str, Sighting]) -> None:
        """These are the sessions of a read, by their ids on the page."""
        self._sightings = sightings

    def added_to(self, session: Session, one: Sighting) -> Session:
        """A session with what can be done with it."""
        fields: dict[str, Any] = {}
        if session.surface == "vscode" and _is_named(one):
            fields["links"] = Links(f"{VSCODE_ADDRESS}{one.session_id}")
        if (ending := self._ending(one)) is not None:
            fields["stop"] = Stop(ending.how)
        if (line := self._resume(one)) is not None:
            fields["resume"] = line
        return structs.replace(session, **fields) if fields else session

    def ending_of(self, session_id: str) -> ClaudeEnding | None:
        """The way to end a session."""
        one = self._sightings.get(session_id)
        return None if one is None else self._ending(one)

    def pane_of(self, session_id: str) -> str | None:
        """The pane of tmux that its file names."""
        one = self._sightings.get(session_id)
        return one.entry.tmux if one is not None and one.entry is not None else None

    def _ending(self, one: Sighting) -> ClaudeEnding | None:
        entry = one.entry
        if not self._may_stop or entry is None or not one.runs_here or not can_be_ended(entry):
            return None
        if entry.kind == "bg":
            # What runs `claude stop` must be allowed to run, and the id be one it takes.
            can_be = self._command.is_allowed and is_id(entry.job_id)
        else:
            can_be = one.surface in _STOPPED_IN
        if not can_be:
            return None
        return ClaudeEnding(
            entry, self._sessions_folder, self._command, self._when_stopped, self._line(one)
        )

    def _resume(self, one: Sighting) -> Resume | None:
        # One with a process number may still run, if only in another container.
        is_over = one.number is None and one.standing.status in _ENDED
        return self._line(one) if is_over else None

    def _line(self, one: Sighting) -> Resume | None:
        return resume(one.session_id, one.cwd, self._config_home)


def _is_named(one: Sighting) -> bool:
    return one.session_id is not None and SESSION_ID.fullmatch(one.session_id) is not None
