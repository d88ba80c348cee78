"""The names given to threads: `session_index.jsonl`, a line each time a name is given."""

from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import Struct

from sessions_app.domain.clock import EpochMs
from sessions_app.system.files import FileStamp, Refused, read_file
from sessions_app.system.json_text import line_or_none, lines

TAIL: Final = 4 * 1024 * 1024


class _Line(Struct):
    id: Any = None
    thread_name: Any = None


_LINE: Final = msgspec.json.Decoder(_Line)


@dataclass(slots=True)
class Names:
    """The last name of each thread that is not blank."""

    path: str
    revision: int = 0
    """Counts the times it was read."""
    _names: dict[str, str] = field(default_factory=dict)
    _stamp: FileStamp | None = None

    def look(self, status: FileStamp | None, now: EpochMs) -> None:
        """Reads the file when it changed; `status` is None while there is none."""
        if status is not None and status == self._stamp and status.is_settled(now * 1_000_000):
            return
        if status is None and self._stamp is None:
            return
        self._stamp = status
        self.revision += 1
        try:
            file = read_file(self.path, TAIL, tail=True) if status else None
        except Refused:
            file = None
        data = file.data if file else b""
        if file is not None and file.offset:
            data = data[data.find(b"\n") + 1 :]
        self._names = _names_in(data)

    def of(self, thread: str) -> str | None:
        """A thread's name, when it was given one."""
        return self._names.get(thread)


def _names_in(data: bytes) -> dict[str, str]:
    names: dict[str, str] = {}
    for one in lines(data):
        try:
            line = _LINE.decode(one)
        except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError):
            continue  # a line cut short or foreign loses only itself
        name = line_or_none(line.thread_name)
        if isinstance(line.id, str) and name is not None:
            names[line.id] = name
    return names
