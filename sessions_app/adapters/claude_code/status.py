"""From Claude Code's words to a session's status."""

from dataclasses import dataclass, replace
from typing import Final

from sessions_app.adapters.claude_code.jobs import Job
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Status, WaitingReason

# Words seen in the session files of 2.1.197 to 2.1.332, and nothing else.
_STATUS: Final[dict[str, Status]] = {
    "idle": "idle",
    "busy": "working",
    "shell": "working",
    "waiting": "needs-you",
}
_REASON: Final[dict[str, WaitingReason]] = {
    "permission prompt": "permission",
    "sandbox request": "permission",
    "worker request": "permission",
    "input needed": "question",
}
_ENDED: Final[dict[str, Status]] = {
    "done": "finished",
    "stopped": "finished",
    "failed": "failed",
    "crashed": "failed",
}
_REASON_OF_NEED: Final[dict[str, WaitingReason]] = {"approve": "permission", "answer:": "question"}
"""By the first word of what a job's own file says it needs."""
_GOES_ON: Final = frozenset({"working", "running", "resuming", "starting", "adopted"})

_NO_TOOL: Final = frozenset({"dialog open", "goal proposal", "worker request"})
"""Waits that are not about a tool of the session's own: a dialog such as /config, a teammate's."""

WRITTEN_WITHIN_MS: Final = 1_000
"""A job's own file follows the session file by about 100 ms (2.1.332)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A status with what belongs to it."""

    status: Status
    since: EpochMs | None = None
    reason: WaitingReason | None = None
    detail: str | None = None
    asks_by_tool: bool = False
    """A prompt for a tool is open: the transcript has it as pending."""
    needs: str | None = None
    """What a background job's own file says it asks."""
    runs_in_background: bool = False
    failure: str | None = None


def is_known(word: str | None) -> bool:
    """Whether a status word is one that can be relied on."""
    return word in _STATUS


def of_words(word: str | None, waiting_for: str | None, since: EpochMs | None) -> Standing:
    """The standing that a status word and the reason of a wait give."""
    status = _STATUS.get(word or "", "unknown")
    if status == "needs-you":
        reason = _REASON.get(waiting_for or "", "other")
        asks_by_tool = waiting_for not in _NO_TOOL
        return Standing(status, since, reason, waiting_for, asks_by_tool=asks_by_tool)
    # "shell": the turn is over and a command it started still runs.
    return Standing(status, since, runs_in_background=word == "shell")


def with_job(standing: Standing, job: Job | None, state: str | None) -> Standing:
    """A background job's standing: what its turn says, completed by the job's own state.

    A turn that runs or waits wins, since the job's state follows it by 100 ms. `state` is the
    command's word for it, used when the job's file could not be read.
    """
    word = job.state if job and job.state else state
    if standing.status == "needs-you":
        return replace(standing, needs=_needs_now(standing, job))
    if standing.status == "working":
        return standing
    if word in _ENDED:
        return _ended(_ENDED[word], standing, job)
    if word == "blocked" or (job is not None and job.tempo == "blocked"):
        return _blocked(standing, job)
    if standing.status == "unknown" and word in _GOES_ON:
        return Standing("working", job.updated_at if job else None)
    return standing


def _needs_now(standing: Standing, job: Job | None) -> str | None:
    """What a job's file says it needs, unless it was written for an earlier wait."""
    if job is None or job.updated_at is None or standing.since is None:
        return job.needs if job else None
    return job.needs if job.updated_at >= standing.since - WRITTEN_WITHIN_MS else None


def _blocked(standing: Standing, job: Job | None) -> Standing:
    if job is None:
        return Standing("needs-you", standing.since, "other")
    since = standing.since or job.updated_at
    needs = job.needs or job.detail
    return Standing("needs-you", since, _reason_in(job.needs), needs=needs)


def _ended(status: Status, standing: Standing, job: Job | None) -> Standing:
    ended = job.ended_at or job.updated_at if job else None
    failure = job.detail if job and status == "failed" else None
    return Standing(status, ended or standing.since, failure=failure)


def _reason_in(needs: str | None) -> WaitingReason:
    first = needs.split(" ")[0] if needs else ""
    return _REASON_OF_NEED.get(first, "other")
