"""What one line of a rollout says, as far as it matters here.

A rollout is Codex's record of a thread: one JSON object a line, appended to. Formats:
docs/formats/codex.md, from files of 0.42 to 0.171. The fields of the Structs below are all that is
ever kept of a line; prompts, replies and outputs are passed over unread.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.text import clean, clean_path
from sessions_app.system.json_text import text_or_none

T = TypeVar("T")

_MOST_OF_ERROR: Final = 8 * 1024
_NULL: Final = msgspec.Raw(b"null")
_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,128}", re.ASCII)
_VERSION: Final = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})(?:[.-]|\Z)", re.ASCII)


class _Line(Struct):
    timestamp: Any = None
    type: Any = None
    payload: msgspec.Raw = _NULL


class _Meta(Struct):
    id: Any = None
    timestamp: Any = None
    cwd: Any = None
    source: msgspec.Raw = _NULL
    thread_source: Any = None
    parent_thread_id: Any = None
    originator: Any = None
    cli_version: Any = None


class _Spawn(Struct):
    parent_thread_id: Any = None


class _Subagent(Struct):
    thread_spawn: msgspec.Raw = _NULL


class _Source(Struct):
    subagent: msgspec.Raw = _NULL


class Payload(Struct):
    """The fields read of a line about a turn, a message or a tool."""

    type: Any = None
    turn_id: Any = None
    error: msgspec.Raw = _NULL
    item: msgspec.Raw = _NULL
    call_id: Any = None
    name: Any = None
    approval_policy: Any = None
    approvals_reviewer: Any = None


class Arguments(Struct):
    """What a tool is called with; read of the calls that may ask something, and no others."""

    arguments: Any = None
    input: Any = None


class _Item(Struct):
    type: Any = None


class _Error(Struct):
    message: Any = None
    codex_error_info: Any = None


_LINE: Final = msgspec.json.Decoder(_Line)
_PAYLOAD: Final = msgspec.json.Decoder(Payload)
_ARGUMENTS: Final = msgspec.json.Decoder(Arguments)
_META: Final = msgspec.json.Decoder(_Meta)
_SOURCE: Final = msgspec.json.Decoder(_Source)
_SUBAGENT: Final = msgspec.json.Decoder(_Subagent)
_SPAWN: Final = msgspec.json.Decoder(_Spawn)
_ITEM: Final = msgspec.json.Decoder(_Item)
_ERROR: Final = msgspec.json.Decoder(_Error)
_BROKEN: Final = (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError)


@dataclass(frozen=True, slots=True)
class Meta:
    """What a thread is: the first `session_meta` line of its file."""

    id: str
    started_at: EpochMs | None
    cwd: str | None
    originator: str
    version: tuple[int, int] | None
    """Of the Codex that began the thread; a later one may go on with it."""
    parent: str | None
    is_of_person: bool
    """A person began it, and not another thread, such as a subagent's or a reviewer's."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its kind, its moment, and what it holds."""

    kind: str
    stamp: object
    raw: msgspec.Raw
    """The payload as it stands there."""

    @property
    def at(self) -> EpochMs | None:
        """When it was written."""
        return moment(self.stamp)

    def payload(self) -> Payload | None:
        """The fields read of it."""
        return _decoded(self.raw, _PAYLOAD)

    def arguments(self) -> object:
        """What the tool it calls is called with."""
        found = _decoded(self.raw, _ARGUMENTS) or Arguments()
        return found.input if found.arguments is None else found.arguments


@dataclass(frozen=True, slots=True)
class TurnError:
    """Why a turn failed."""

    code: str | None
    message: str | None


def read_line(data: bytes) -> Line | None:
    """A line, parsed; None for one that is no JSON object with a type."""
    line = _decoded(data, _LINE)
    if line is None or not isinstance(line.type, str):
        return None
    return Line(line.type, line.timestamp, line.payload)


def read_meta(line: Line) -> Meta | None:
    """The thread that a `session_meta` line describes; None when it names none."""
    fields = _decoded(line.raw, _META)
    if fields is None or (thread := identity(fields.id)) is None:
        return None
    subagent, parent = _origin(fields.source)
    parent = identity(fields.parent_thread_id) or parent
    by_person = fields.thread_source in (None, "user")
    return Meta(
        id=thread,
        started_at=moment(fields.timestamp) or line.at,
        cwd=_folder(fields.cwd),
        originator=clean(fields.originator, 80) if isinstance(fields.originator, str) else "",
        version=_version(fields.cli_version),
        parent=parent,
        is_of_person=by_person and not subagent and parent is None,
    )


def _origin(source: msgspec.Raw) -> tuple[bool, str | None]:
    """Whether a `source` is a subagent's, and the thread that started it."""
    found = _decoded(source, _SOURCE)
    if found is None or bytes(found.subagent) == b"null":
        return False, None
    subagent = _decoded(found.subagent, _SUBAGENT)
    spawn = _decoded(subagent.thread_spawn, _SPAWN) if subagent else None
    return True, identity(spawn.parent_thread_id) if spawn else None


def read_error(raw: msgspec.Raw) -> TurnError | None:
    """The error of a turn that failed; None when it did not."""
    if bytes(raw) == b"null":
        return None
    error = _decoded(raw, _ERROR)
    if error is None:
        return TurnError(None, None)
    code = error.codex_error_info
    if isinstance(code, dict):
        code = next(iter(code), None)
    return TurnError(_short(code), _short(error.message))


def _short(value: object) -> str | None:
    """As much of a text as can matter: a whole answer may stand in an error."""
    text = text_or_none(value)
    return text[:_MOST_OF_ERROR] if text else None


def item_type(raw: msgspec.Raw) -> object:
    """The type of the item that an `item_completed` line tells of."""
    item = _decoded(raw, _ITEM)
    return item.type if item else None


def identity(value: object) -> str | None:
    """A thread's, a turn's or a call's id, when a field holds one."""
    return value if isinstance(value, str) and _ID.fullmatch(value) else None


def moment(value: object) -> EpochMs | None:
    """A time with its zone, as Codex writes it: `2026-11-30T13:45:59.253Z`."""
    if not isinstance(value, str) or not 20 <= len(value) <= 40:
        return None
    try:
        parsed = datetime.fromisoformat(value)
        if parsed.tzinfo is None or not 2000 <= parsed.year < 2200:
            return None
        return EpochMs(round(parsed.timestamp() * 1000))
    except (ValueError, OverflowError):
        return None


def _folder(value: object) -> str | None:
    if not isinstance(value, str) or not re.match(r"/|[A-Za-z]:[\\/]|\\\\", value):
        return None
    return clean_path(value)


def _version(value: object) -> tuple[int, int] | None:
    found = _VERSION.match(value) if isinstance(value, str) else None
    if found is None:
        return None
    version = int(found[1]), int(found[2])
    return None if version == (0, 0) else version  # 0.0.0 is what a build of one's own says


def _decoded(data: bytes | msgspec.Raw, decoder: msgspec.json.Decoder[T]) -> T | None:
    try:
        return decoder.decode(data)
    except _BROKEN:
        return None
