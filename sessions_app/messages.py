"""What goes over `/ws/live/`, as docs/API.md describes it."""

from msgspec import Struct

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.event import Event
from sessions_app.domain.snapshot import Patch, Snapshot


class SnapshotMessage(Struct, frozen=True, tag_field="type", tag="snapshot"):
    """Everything there is: the first message, and the answer to a resync."""

    revision: int
    snapshot: Snapshot


class DiffMessage(Struct, frozen=True, tag_field="type", tag="diff"):
    """What changed since revision `base`."""

    base: int
    revision: int
    patch: Patch
    events: tuple[Event, ...] = ()


class TickMessage(Struct, frozen=True, tag_field="type", tag="tick", rename="camel"):
    """Every two seconds: sessions are still being read, and this is all that changed."""

    revision: int
    generated_at: EpochMs
