"""What is always true of Codex as a source, and the sentences said about it."""

from collections.abc import Sequence
from typing import Final

from sessions_app.adapter_api import Reading, SourceFacts
from sessions_app.adapters.codex.threads import SOURCE_ID
from sessions_app.domain.source import Capabilities, Capability, Watched, no, partly, yes
from sessions_app.system.records import Skipped

_NO_APPROVALS: Final = (
    "Codex writes down no wait for approval, and this system does not show which command has a "
    "process, so only its questions are told; a session that waits for approval shows as working."
)
_NO_MCP: Final = (
    "Questions, and waits for the approval of a command or a patch, are told; one for a tool of an "
    "MCP server leaves no sign, and shows as working."
)


def capabilities(*, sees_processes: bool) -> Capabilities:
    """What can be told of Codex on this system."""
    return Capabilities(
        needs_you=partly(_NO_MCP if sees_processes else _NO_APPROVALS),
        waiting_reason=_as_far(sees_processes=sees_processes),
        waiting_text=_as_far(sees_processes=sees_processes),
        finished=yes(),
        failed=yes(),
        quiet_for=yes(),
        jump=no("Codex does not say which process shows a session: one daemon runs them all."),
        stop=no("The process that runs a session of Codex may run others besides."),
    )


def _as_far(*, sees_processes: bool) -> Capability:
    return yes() if sees_processes else partly("Of a question; a wait for approval is not told.")


def facts_for(home: str, *, sees_processes: bool) -> SourceFacts:
    """The facts of a start; `home` is shown as a person would write it."""
    processes = Watched("Processes", "which run a command of Codex, while one has not answered")
    return SourceFacts(
        SOURCE_ID,
        "Codex",
        capabilities(sees_processes=sees_processes),
        (
            Watched("Session files", f"{home}/sessions, every 2 seconds and on each change"),
            Watched("Locks", f"{home}/thread-writer-locks, every 2 seconds and on each change"),
            Watched("Names", f"{home}/session_index.jsonl, every 2 seconds"),
            *((processes,) if sees_processes else ()),
        ),
    )


def shortened(path: str, home: str) -> str:
    """A path as a person writes it, from the home folder."""
    return f"~{path[len(home) :]}" if path.startswith(f"{home}/") else path


def not_set_up(home: str) -> Reading:
    """What is said while there is no Codex."""
    return Reading(
        state="not-set-up",
        detail=f"No Codex was found: there is no {home}.",
        advice="Start Codex once; its sessions then appear here by themselves.",
    )


def unreadable(folder: str, problem: OSError) -> tuple[str, str]:
    """What is said, and advised, of a folder that cannot be read."""
    why = problem.strerror or "the system does not say why"
    return f"{folder} cannot be read ({why}).", f"Check who may read {folder}."


def detail(home: str, read: int, skipped: Sequence[Skipped]) -> str:
    """How the files are being read."""
    text = f"{read} session file{'' if read == 1 else 's'} read in {home}/sessions"
    if skipped:
        return f"{text}, {len(skipped)} skipped: {skipped[0]}."
    return f"{text}."


def nothing_yet(home: str) -> Reading:
    """What is said of a home without sessions."""
    return Reading(
        detail=f"{home} is there, but no session was started since it was made.",
    )
