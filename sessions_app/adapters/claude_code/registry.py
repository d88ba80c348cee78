"""Claude Code's session files: `<home>/sessions/<pid>.json`, one a running process.

Written by 2.1.x in place: open, one write, cut to length. Format: docs/formats/claude-code.md.
"""

import os
import re
from dataclasses import dataclass, fields
from typing import Any, Final

from msgspec import Struct

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.text import clean_path
from sessions_app.system.files import FileBytes, Folder, Refused, read_file
from sessions_app.system.json_text import (
    first_object,
    line_or_none,
    moment_or_none,
    text_or_none,
    whole_or_none,
)
from sessions_app.system.processes import Processes
from sessions_app.system.records import Found, Records

FILE_LIMIT: Final = 256 * 1024
MOST_FILES: Final = 1_000
"""Dead ones stay where nothing sweeps them, as in a container."""

# The key files beside them (`<pid>.<64 hex>.key`) hold a secret; nothing but this is ever opened.
_NAME: Final = re.compile(r"[1-9][0-9]{0,9}\.json", re.ASCII)


class _File(Struct, rename="camel"):
    """The fields that are read; each may be missing, null or of another type."""

    pid: Any = None
    session_id: Any = None
    cwd: Any = None
    started_at: Any = None
    proc_start: Any = None
    pid_domain: Any = None
    kind: Any = None
    entrypoint: Any = None
    name: Any = None
    status: Any = None
    status_updated_at: Any = None
    waiting_for: Any = None
    job_id: Any = None
    parked_job_id: Any = None
    tmux: Any = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One running session, as its process registered it."""

    pid: int
    session_id: str | None
    cwd: str | None
    started_at: EpochMs | None
    start: str | None
    """When its process began: clock ticks on Linux, a date in UTC on macOS."""
    domain: str | None
    """Where its process number means something; older versions do not say."""
    kind: str | None
    entrypoint: str | None
    name: str | None
    status: str | None
    status_since: EpochMs | None
    waiting_for: str | None
    job_id: str | None
    is_parked: bool
    """It moved to the background, where another entry goes on with it."""
    tmux: str | None
    """Its pane of tmux, as "name:@window.%pane"."""


def parse(name: str, file: FileBytes) -> Entry:
    """The entry in a file's bytes; raises NotJson or Refused."""
    written = first_object(file.data, _File)
    named = pid_in(name)
    pid = named if written.pid is None else whole_or_none(written.pid)
    if pid != named:
        raise Refused("names another process than its own")
    return Entry(
        pid=named,
        session_id=line_or_none(written.session_id),
        cwd=folder_or_none(written.cwd),
        started_at=moment_or_none(written.started_at),
        start=line_or_none(written.proc_start),
        domain=text_or_none(written.pid_domain),
        kind=line_or_none(written.kind),
        entrypoint=line_or_none(written.entrypoint),
        name=line_or_none(written.name),
        status=line_or_none(written.status),
        status_since=moment_or_none(written.status_updated_at),
        waiting_for=line_or_none(written.waiting_for),
        job_id=line_or_none(written.job_id),
        is_parked=bool(text_or_none(written.parked_job_id)),
        tmux=line_or_none(written.tmux),
    )


def folder_or_none(value: object) -> str | None:
    """A field that should hold a folder's absolute path, when it does."""
    return clean_path(value) if isinstance(value, str) and os.path.isabs(value) else None


class Registry:
    """The folder of session files."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._records = Records(FILE_LIMIT, parse)

    def read_one(self, pid: int) -> Entry:
        """One process's entry, read anew; raises NotJson or Refused."""
        name = f"{pid}.json"
        return parse(name, read_file(os.path.join(self.path, name), FILE_LIMIT))

    def read(self, now: EpochMs, processes: Processes) -> Found[Entry]:
        """Every entry there is; raises OSError when the folder cannot be read.

        Of more than a thousand files, those of processes that run are read, and then those
        written last: a session that waits does not rewrite its file.
        """
        with Folder(self.path) as folder:
            names = [n for n in folder.names() if _NAME.fullmatch(n)]
            if len(names) > MOST_FILES:
                names = _most_wanted(folder, names, processes)
            return self._records.read(folder, sorted(names), now)


def pid_in(name: str) -> int:
    """The process number in the name of a session file."""
    return int(name.removesuffix(".json"))


def unreadable(pid: int) -> Entry:
    """All that is known of a process that runs and whose session file cannot be read."""
    return Entry(pid=pid, **dict.fromkeys(_UNKNOWN), is_parked=False)


_UNKNOWN: Final = [field.name for field in fields(Entry) if field.name not in ("pid", "is_parked")]


def _most_wanted(folder: Folder, names: list[str], processes: Processes) -> list[str]:
    running = processes.living(frozenset(pid_in(name) for name in names))
    written = {name: status.st_mtime_ns for name in names if (status := folder.stat(name))}
    wanted = sorted(written, key=lambda name: (pid_in(name) not in running, -written[name]))
    return wanted[:MOST_FILES]
