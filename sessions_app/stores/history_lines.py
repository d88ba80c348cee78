"""The lines of the history's files: each stands for itself, and says whether it is whole.

    3fa2b1c0 e {"id": …}
    ^ CRC-32 of the rest   ^ what it is, then what it holds

A line that was cut, or changed by anything but this module, is passed over.
"""

from typing import Final
from zlib import crc32

import msgspec
from msgspec import Struct

from sessions_app.domain.clock import EpochMs, Reckoning
from sessions_app.domain.event import Event, Last
from sessions_app.domain.history import Beginning, Point
from sessions_app.domain.waits import Wait

VERSION: Final = 1
HEADER: Final = b"Agent Lookout history 1\n"
"""The first line of every file; the number is that of this format."""


class Begin(Struct, frozen=True, rename="camel", kw_only=True):
    """All that the lines after it go on from: written first of all, and in each new file."""

    number: int
    """Grows with each: what came later is told by this and by no clock."""
    run: str
    """Names the record that it is of: what one start of Agent Lookout wrote in one go."""
    at: EpochMs
    reckoning: Reckoning
    """By what clock it tells its times."""
    started_at: EpochMs
    last_at: EpochMs | None
    """When was last measured before that start."""
    since: Beginning
    sources: tuple[str, ...] = ()
    """The sources whose sessions are in `known`."""
    known: dict[str, Last]
    waits: tuple[Wait, ...] = ()
    """Those that go on."""


class Seen(Struct, frozen=True, rename="camel"):
    """A session that was already there when its source was first read: no event."""

    session_id: str
    last: Last


class Step(Struct, frozen=True):
    """The clock was set: lines before this tell their times by the one, those after by the other.

    A Begin may stand before lines that are older than it, and already tell by the other.
    """

    was: Reckoning
    now: Reckoning


Record = Begin | Event | Seen | Wait | Step | Point

_MARKS: Final[dict[type, bytes]] = {Begin: b"b", Event: b"e", Seen: b"k", Wait: b"w", Step: b"s"}
_DECODERS: Final[dict[bytes, msgspec.json.Decoder[Begin | Event | Seen | Wait | Step]]] = {
    mark: msgspec.json.Decoder(type_) for type_, mark in _MARKS.items()
}
_ENCODER: Final = msgspec.json.Encoder()


def line_of(record: Record) -> bytes:
    """A record as its line. A point, of which there are most, is five plain numbers."""
    if isinstance(record, Point):
        numbers = (record.at, record.waiting, record.working, record.idle, record.total)
        rest = b"p %d %d %d %d %d" % numbers
    else:
        rest = b"%s %s" % (_MARKS[type(record)], _ENCODER.encode(record))
    return b"%08x %s\n" % (crc32(rest), rest)


def mark_of(line: bytes) -> bytes:
    """What a line says that it is; whether the line is whole is for read_record to tell."""
    return line[9:10]


def read_record(line: bytes) -> Record | None:
    """The record a line holds; None for one that is not whole, or of no known kind or form."""
    rest = line[9:]
    if line[8:9] != b" " or line[:8] != b"%08x" % crc32(rest):
        return None
    if rest[:2] == b"p ":
        return _read_point(rest)
    decoder = _DECODERS.get(rest[:1])
    try:
        return decoder.decode(rest[2:]) if decoder else None
    except (msgspec.MsgspecError, RecursionError):
        return None


def _read_point(rest: bytes) -> Point | None:
    numbers = rest[2:].split(b" ")
    if len(numbers) != 5 or max(map(len, numbers)) > 15 or not b"".join(numbers).isdigit():
        return None
    at, waiting, working, idle, total = map(int, numbers)
    return Point(EpochMs(at), waiting, working, idle, total)
