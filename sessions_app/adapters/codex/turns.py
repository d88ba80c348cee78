"""From the lines of a rollout to where its thread stands: its last turn, and its open calls."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final, Literal

from sessions_app.adapters.codex.lines import (
    Line,
    Payload,
    TurnError,
    identity,
    item_type,
    moment,
    read_error,
    read_line,
)
from sessions_app.domain.clock import EpochMs
from sessions_app.system.json_text import lines

# The second of each pair is a name that later versions read as well.
_STARTS: Final = frozenset({"task_started", "turn_started"})
_COMPLETES: Final = frozenset({"task_complete", "turn_complete"})
_ABORTS: Final = frozenset({"turn_aborted"})
_PERSON: Final = frozenset({"user_message", "UserMessage"})
_AGENT: Final = frozenset({"agent_message", "AgentMessage"})
_CALLS: Final = frozenset({"function_call", "custom_tool_call"})
_OUTPUTS: Final = frozenset({"function_call_output", "custom_tool_call_output"})
_IMPORTED: Final = "external-import-turn-"

QUESTION: Final = "request_user_input"
PATCH: Final = "apply_patch"
SHELLS: Final = frozenset({"exec_command", "shell", "shell_command", "container.exec"})
NEEDS_APPROVAL: Final = SHELLS | {PATCH}
"""Tools that run a program or write files, so that a person may be asked first."""
_ASKING: Final = NEEDS_APPROVAL | {QUESTION}

_MOST_CALLS: Final = 256
_MOST_SUPERSEDED: Final = 32
_MOST_ARGUMENTS: Final = 256 * 1024
"""Characters of what a call is called with: more of it is not kept, and so not told."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The last turn that ran in Codex."""

    state: Literal["open", "complete", "aborted"]
    id: str | None
    since: EpochMs | None
    """When it came to be so."""
    error: TurnError | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that was called in the open turn and has not answered."""

    id: str
    tool: str
    at: EpochMs | None
    arguments: object
    """None where they are not to be shown, or the tool is none that asks anything."""


@dataclass(frozen=True, slots=True)
class Said:
    """The last message, where no turn line was written (before 0.100)."""

    by: Literal["person", "agent"]
    at: EpochMs | None


@dataclass(slots=True)
class Turns:
    """Takes in the lines of one rollout, in their order."""

    keeps_arguments: bool
    turn: Turn | None = None
    said: Said | None = None
    has_starts: bool = False
    """It is of a version that writes when a turn starts."""
    has_imported: bool = False
    """Turns of another agent were copied into it (the desktop app, since 0.133)."""
    asks_person: bool = True
    """What needs approval is put to a person, as far as the turn says."""
    calls: dict[str, Call] = field(default_factory=dict)
    steps: int = 0
    """Counts the calls and their outputs."""
    _superseded: deque[str] = field(default_factory=lambda: deque(maxlen=_MOST_SUPERSEDED))
    _last_stamp: object = None

    @property
    def last_at(self) -> EpochMs | None:
        """When its last line was written."""
        return moment(self._last_stamp)

    def take(self, data: bytes) -> None:
        """Whole lines, as they follow those taken before. One that makes no sense is left out."""
        for one in lines(data):
            line = read_line(one)
            if line is None:
                continue
            self._last_stamp = line.stamp or self._last_stamp
            # The line's own type decides: others hold copies of lines, such as "compacted".
            if line.kind in ("event_msg", "response_item", "turn_context"):
                payload = line.payload()
                if payload is not None:
                    self._take(line, payload)

    def miss(self) -> None:
        """Lines were left out: which calls have answered is not known any more.

        Nor is a turn that had ended the last one: so much is only written in a turn.
        """
        self.calls.clear()
        if self.turn is not None and self.turn.state != "open":
            self.turn = None

    def _take(self, line: Line, payload: Payload) -> None:
        if line.kind == "turn_context":
            self._take_context(payload)
        elif not isinstance(payload.type, str):
            return
        elif line.kind == "response_item":
            self._take_item(line, payload, payload.type)
        elif payload.type == "item_completed":
            self._take_message(line, item_type(payload.item))
        elif payload.type in _PERSON or payload.type in _AGENT:
            self._take_message(line, payload.type)
        else:
            self._take_turn(line, payload, payload.type)

    def _take_context(self, payload: Payload) -> None:
        # "never" asks nobody; another reviewer than the user is a thread of Codex's own.
        self.asks_person = payload.approval_policy != "never" and (
            payload.approvals_reviewer in (None, "user")
        )

    def _take_message(self, line: Line, kind: object) -> None:
        if kind in _PERSON:
            self.said = Said("person", line.at)
        elif kind in _AGENT:
            self.said = Said("agent", line.at)

    def _take_turn(self, line: Line, payload: Payload, kind: str) -> None:
        turn = identity(payload.turn_id)
        if kind not in _STARTS | _COMPLETES | _ABORTS:
            return
        if turn is not None and turn.startswith(_IMPORTED):
            self.has_imported = True
        elif kind in _STARTS:
            self._start(turn, line.at)
        # The end of a turn that another has followed comes late, and ends nothing.
        elif turn not in self._superseded:
            state: Literal["complete", "aborted"] = "aborted" if kind in _ABORTS else "complete"
            error = read_error(payload.error) if state == "complete" else None
            self.turn = Turn(state, turn, line.at, error)
            self.has_starts = self.has_starts or state == "complete"
            self.said = None
            self.calls.clear()

    def _start(self, turn: str | None, at: EpochMs | None) -> None:
        before = self.turn
        if before is not None and before.state == "open" and before.id not in (None, turn):
            self._superseded.append(before.id)
        self.turn = Turn("open", turn, at)
        self.has_starts = True
        self.calls.clear()

    def _take_item(self, line: Line, payload: Payload, kind: str) -> None:
        call = identity(payload.call_id)
        if call is None:
            return
        if kind in _OUTPUTS:
            self.steps += 1
            self.calls.pop(call, None)
        elif kind in _CALLS and isinstance(payload.name, str) and len(self.calls) < _MOST_CALLS:
            self.steps += 1
            is_shown = self.keeps_arguments and payload.name in _ASKING
            arguments = line.arguments() if is_shown else None
            if isinstance(arguments, str) and len(arguments) > _MOST_ARGUMENTS:
                arguments = None
            self.calls[call] = Call(call, payload.name, line.at, arguments)
