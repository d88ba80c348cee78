"""What one status file says. The format is docs/STATUS_FILES.md."""

import os
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from msgspec import Struct

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Status, Surface, WaitingReason
from sessions_app.domain.text import clean, clean_path
from sessions_app.system.files import FileBytes, Refused
from sessions_app.system.json_text import first_object, line_or_none, whole_or_none
from sessions_app.system.processes import MAX_PID

T = TypeVar("T")

STATUSES: Final[dict[str, Status]] = {
    "working": "working",
    "idle": "idle",
    "waiting": "needs-you",
    "needs-you": "needs-you",
    "finished": "finished",
    "failed": "failed",
}
_REASONS: Final[dict[str, WaitingReason]] = {
    "permission": "permission",
    "question": "question",
    "other": "other",
}
_APPS: Final[dict[str, Surface]] = {
    "terminal": "terminal",
    "vscode": "vscode",
    "desktop": "desktop",
}

# A time in seconds, the likeliest mistake, would be one in January 1970.
_EARLIEST: Final = 946_684_800_000
_CLOCKS_DIFFER_MS: Final = 60_000


class Fields(Struct):
    """The fields that are read; each may be missing, null or of another type."""

    agent: Any = None
    name: Any = None
    cwd: Any = None
    status: Any = None
    reason: Any = None
    since: Any = None
    pid: Any = None
    app: Any = None


@dataclass(frozen=True, slots=True)
class Record:
    """One session, as its agent wrote it."""

    status: Status
    written_at: EpochMs
    reason: WaitingReason | None
    agent: str | None
    name: str | None
    cwd: str | None
    since: EpochMs | None
    pid: int | None
    surface: Surface
    remark: str | None
    """A phrase on the first field that could not be taken, to follow the file's name."""


def parse(_name: str, file: FileBytes) -> Record:
    """The record in a file's bytes; raises NotJson, or Refused when it has no known status.

    Any other field that is wrong is left out with a remark: a wait is shown all the same.
    """
    fields = first_object(file.data, Fields)
    written_at = EpochMs(file.stamp.mtime_ns // 1_000_000)
    remarks: list[str] = []
    return Record(
        status=_status(fields.status),
        written_at=written_at,
        reason=_one_of(_REASONS, "reason", fields.reason, remarks),
        agent=_line("agent", fields.agent, remarks),
        name=_line("name", fields.name, remarks),
        cwd=_cwd(fields.cwd, remarks),
        since=_since(fields.since, written_at, remarks),
        pid=_pid(fields.pid, remarks),
        surface=_one_of(_APPS, "app", fields.app, remarks) or "unknown",
        remark=remarks[0] if remarks else None,
    )


def _status(value: object) -> Status:
    if not isinstance(value, str):
        raise Refused("has no status")
    known = STATUSES.get(value)
    if known is None:
        words = ", ".join(word for word in STATUSES if word != "needs-you")
        raise Refused(f'has the status "{clean(value, 40)}", which is none of {words}')
    return known


def _one_of(words: dict[str, T], field: str, value: object, remarks: list[str]) -> T | None:
    if value is None:
        return None
    known = words.get(value) if isinstance(value, str) else None
    if known is None:
        remarks.append(f"has a {field} that is none of {', '.join(words)}")
    return known


def _line(field: str, value: object, remarks: list[str]) -> str | None:
    line = line_or_none(value)
    if line is None and value is not None:
        remarks.append(f"has a {field} that is no text to show")
    return line


def _cwd(value: object, remarks: list[str]) -> str | None:
    if value is None:
        return None
    path = clean_path(value) if isinstance(value, str) and os.path.isabs(value) else None
    if path is None:
        remarks.append("has a cwd that is no absolute path")
    return path


def _since(value: object, written_at: EpochMs, remarks: list[str]) -> EpochMs | None:
    if value is None:
        return None
    since = whole_or_none(value)
    if since is None or not _EARLIEST <= since <= written_at + _CLOCKS_DIFFER_MS:
        remarks.append("has a since that is no time in milliseconds before it was written")
        return None
    return EpochMs(min(since, written_at))


def _pid(value: object, remarks: list[str]) -> int | None:
    if value is None:
        return None
    pid = whole_or_none(value)
    if pid is None or not 0 < pid <= MAX_PID:
        remarks.append("has a pid that is no process number")
        return None
    return pid
