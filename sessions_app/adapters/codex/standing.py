"""From what a rollout says, and whether a program has it open, to the status of its thread."""

from dataclasses import dataclass
from typing import Final

from sessions_app.adapters.codex.lines import TurnError
from sessions_app.adapters.codex.rollout import Rollout
from sessions_app.adapters.codex.waits import Wait
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Status
from sessions_app.domain.text import clean

DIED: Final = "Codex ended in the middle of a turn."
_USAGE_LIMIT: Final = "usage_limit_exceeded"


@dataclass(frozen=True, slots=True)
class Standing:
    """A status with what belongs to it."""

    status: Status
    since: EpochMs | None = None
    wait: Wait | None = None
    failure: str | None = None
    runs_in_background: bool = False


def standing_of(rollout: Rollout, *, is_open: bool | None, wait: Wait | None) -> Standing | None:
    """Where a thread stands; None when nothing of it is worth a place in the list.

    `is_open` says whether a program has the thread open, and None that it cannot be told.
    """
    turns = rollout.turns
    if turns.said is not None and not turns.has_starts and _goes_by_messages(rollout):
        return _by_messages(rollout, is_open=is_open)
    if rollout.has_open_turn:
        return _in_turn(rollout, is_open=is_open, wait=wait)
    if turns.turn is None:
        return _without_turn(rollout, is_open=is_open)
    if turns.turn.error is not None:
        return Standing("failed", turns.turn.since, failure=_sentence(turns.turn.error))
    return Standing("idle" if is_open else "finished", turns.turn.since)


def _goes_by_messages(rollout: Rollout) -> bool:
    if rollout.is_before_turns:
        return True
    turns = rollout.turns
    return turns.turn is None and not rollout.is_cut and not turns.has_imported


def _by_messages(rollout: Rollout, *, is_open: bool | None) -> Standing:
    """Nothing says when a turn ended (before 0.100): the one who spoke last does."""
    said = rollout.turns.said
    since = said.at if said else None
    if said is not None and said.by == "person" and is_open is not False:
        return Standing("working" if is_open else "unknown", since if is_open else None)
    return Standing("idle" if is_open else "finished", since)


def _in_turn(rollout: Rollout, *, is_open: bool | None, wait: Wait | None) -> Standing:
    if is_open is None:
        return Standing("unknown")
    if not is_open:
        at = rollout.turns.last_at or rollout.written_at
        return Standing("failed", at, failure=DIED)
    if wait is not None:
        return Standing("needs-you", wait.since, wait)
    return Standing("working", rollout.turns.turn.since if rollout.turns.turn else None)


def _without_turn(rollout: Rollout, *, is_open: bool | None) -> Standing | None:
    """Opened with nothing sent, or holding nothing but another agent's turns."""
    started_at = rollout.meta.started_at if rollout.meta else None
    if is_open:
        return Standing("idle", started_at)
    return Standing("finished", started_at) if rollout.is_before_turns else None


def _sentence(error: TurnError) -> str:
    message = clean(error.message) if error.message else ""
    if error.code == _USAGE_LIMIT:
        return clean(f"The usage limit was reached: {message}" if message else _LIMIT)
    return message or "The turn ended with an error that Codex does not describe."


_LIMIT: Final = "The usage limit was reached."
