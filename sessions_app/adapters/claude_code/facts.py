"""What is always true of Claude Code as a source, and the sentences said about it."""

from typing import Final

from lookout.env import Environment
from sessions_app.adapter_api import SourceFacts
from sessions_app.domain.source import Capabilities, Capability, Watched, no, partly, yes
from sessions_app.enrich.reach import jump_capability

SOURCE_ID: Final = "claude-code"


def capabilities(environment: Environment) -> Capabilities:
    """What can be told of it, and done with its sessions, as this start has it."""
    return Capabilities(
        needs_you=yes(),
        waiting_reason=partly(
            "Some dialogs of Claude Code's own are reported as open, without what they ask."
        ),
        waiting_text=partly(
            "Read from the end of the transcript; a dialog of Claude Code's own leaves nothing "
            "there."
        ),
        finished=partly("Only a background job finishes; any other session is idle until it ends."),
        failed=partly("Only a background job is reported as failed."),
        quiet_for=no("Its session files are not rewritten while a session works."),
        jump=jump_capability(environment, "VS Code"),
        stop=_stop(environment),
    )


def _stop(environment: Environment) -> Capability:
    if not environment.stop:
        return no("AGENT_LOOKOUT_STOP is off.")
    return partly("In a terminal and in VS Code, and background jobs; not in the desktop app.")


def facts_for(home: str, command: str | None, environment: Environment) -> SourceFacts:
    """The facts of a start; `home` is shown as a person would write it."""
    often = "every 30 seconds, or every 5 while the session files do not suffice"
    runs = (Watched("Runs", f"{command}, {often}"),) if command else ()
    return SourceFacts(
        SOURCE_ID,
        "Claude Code",
        capabilities(environment),
        (
            Watched("Session files", f"{home}/sessions, every 2 seconds and on each change"),
            Watched(
                "Transcripts", f"{home}/projects, the end of a waiting session's and its subagents'"
            ),
            Watched("Background jobs", f"{home}/jobs, the state of the jobs listed"),
            *runs,
        ),
    )


def counted(number: int, one: str) -> str:
    """A number with its noun: "1 session file", "3 session files"."""
    return f"{number} {one}{'' if number == 1 else 's'}"
