"""What is always true of status files as a source, and the sentences said about them."""

from typing import Final

from lookout.env import Environment
from sessions_app.adapter_api import Reading, SourceFacts
from sessions_app.adapters.status_files.folder import MOST_FILES, Look
from sessions_app.domain.source import Capabilities, Watched, no, yes
from sessions_app.enrich.reach import jump_capability
from sessions_app.system.records import Skipped

SOURCE_ID: Final = "status-files"


def capabilities(environment: Environment) -> Capabilities:
    """What a status file can tell, and what can be done with its session."""
    return Capabilities(
        needs_you=yes(),
        waiting_reason=yes(),
        waiting_text=no("A status file has no field for what is asked."),
        finished=yes(),
        failed=yes(),
        quiet_for=yes(),
        jump=jump_capability(environment, needs="a file that names its pid"),
        stop=no("Nothing confirms that the process a file names is the session's own."),
    )


def facts_for(folder: str, environment: Environment) -> SourceFacts:
    """The facts of a start; `folder` is shown as a person would write it."""
    return SourceFacts(
        SOURCE_ID,
        "Status files",
        capabilities(environment),
        (
            Watched("Folder", f"{folder}, every 2 seconds and on each change"),
            Watched("Processes", "whether the one a file names still runs, every 2 seconds"),
        ),
    )


def shortened(path: str, home: str) -> str:
    """A path as a person writes it, from the home folder."""
    return f"~{path[len(home) :]}" if path.startswith(f"{home}/") else path


def not_set_up(folder: str) -> Reading:
    """What is said while there is no folder."""
    return Reading(
        state="not-set-up",
        detail=f"There is no folder {folder}.",
        advice="To show an agent of your own, make that folder and have the agent write a file "
        'there for each session, such as mine.json with {"status": "working"}.',
    )


def unreadable(folder: str, problem: OSError) -> tuple[str, str]:
    """What is said, and advised, of a folder that cannot be read."""
    if isinstance(problem, NotADirectoryError):
        return (
            f"{folder} is not a folder.",
            "Move that file away, or name a folder in AGENT_LOOKOUT_STATUS_DIR.",
        )
    why = problem.strerror or "the system does not say why"
    return f"{folder} cannot be read ({why}).", "Look at who owns it and who may read it."


def detail(folder: str, look: Look) -> str:
    """How the folder is being read."""
    parts = [f"{_counted(len(look.records))} read in {folder}"]
    if look.skipped:
        which = "the first because" if len(look.skipped) > 1 else "because"
        parts.append(f"{len(look.skipped)} skipped, {which} {look.skipped[0]}")
    if look.left_out:
        left_out = _counted(look.left_out)
        parts.append(f"{left_out} left out, since only the {MOST_FILES} written last are read")
    if remark := _first_remark(look):
        parts.append(f"{remark}, which was passed over")
    return f"{'; '.join(parts)}."


def advice(look: Look) -> str | None:
    """What to do about files that were skipped, left out or read in part."""
    if look.skipped or _first_remark(look):
        return "docs/STATUS_FILES.md says what a status file may hold."
    if look.left_out:
        return "Have the agents delete the files of sessions that are over."
    return None


def _first_remark(look: Look) -> str | None:
    remarks = (Skipped(name, one.remark) for name, one in look.records.items() if one.remark)
    return next((str(remark) for remark in remarks), None)


def _counted(number: int) -> str:
    return f"{number} file{'' if number == 1 else 's'}"
