"""A background job's own state: `<home>/jobs/<8 hex>/state.json`.

It says best what a job without an open prompt needs, and when it ended. It follows the session
file by about 100 ms, so what the session file says of a turn wins.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from sessions_app.domain.clock import EpochMs
from sessions_app.system.files import FileBytes, Folder
from sessions_app.system.json_text import first_object, line_or_none, time_or_none
from sessions_app.system.records import Records

FILE_LIMIT: Final = 256 * 1024
_ID: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)


class _File(Struct, rename="camel"):
    state: Any = None
    tempo: Any = None
    needs: Any = None
    detail: Any = None
    updated_at: Any = None
    first_terminal_at: Any = None
    last_terminal_at: Any = None


@dataclass(frozen=True, slots=True)
class Job:
    """How a background job stands."""

    state: str | None
    tempo: str | None
    needs: str | None
    """What it asks of a person, such as "approve Bash: npm test"."""
    detail: str | None
    updated_at: EpochMs | None
    ended_at: EpochMs | None


def parse(_: str, file: FileBytes) -> Job:
    """The job in a file's bytes; raises NotJson."""
    fields = first_object(file.data, _File)
    return Job(
        state=line_or_none(fields.state),
        tempo=line_or_none(fields.tempo),
        needs=line_or_none(fields.needs),
        detail=line_or_none(fields.detail),
        updated_at=time_or_none(fields.updated_at),
        ended_at=time_or_none(fields.last_terminal_at) or time_or_none(fields.first_terminal_at),
    )


def is_id(text: str | None) -> bool:
    """Whether it is a job's id, and so the name of a folder of its own."""
    return text is not None and _ID.fullmatch(text) is not None


class Jobs:
    """The folder of background jobs; only those asked for by id are read."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._records: dict[str, Records[Job]] = {}

    def read(self, ids: frozenset[str], now: EpochMs) -> dict[str, Job]:
        """The state of each job that has one that can be read."""
        wanted = {one for one in ids if is_id(one)}
        self._records = {
            one: self._records.get(one) or Records(FILE_LIMIT, parse) for one in wanted
        }
        found = {one: self._read_one(one, now) for one in sorted(wanted)}
        return {one: job for one, job in found.items() if job is not None}

    def _read_one(self, one: str, now: EpochMs) -> Job | None:
        try:
            with Folder(f"{self.path}/{one}") as folder:
                found = self._records[one].read(folder, ("state.json",), now)
        except OSError:
            return None
        return found.records.get("state.json")
