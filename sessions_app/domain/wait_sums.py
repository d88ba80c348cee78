"""What waits come to: how many, how long, and where."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.history import GAP_MS, Beginning
from sessions_app.domain.waits import KEPT_MS, PlaceKind, Wait

MOST_PLACES: Final = 10


class Waited(Struct, frozen=True, rename="camel"):
    """What waits come to."""

    count: int = 0
    total_ms: int = 0
    average_ms: int = 0
    longest_ms: int = 0


class Place(Struct, frozen=True, rename="camel"):
    """What the waits of one repository or folder come to."""

    name: str
    kind: PlaceKind
    count: int
    total_ms: int


class WaitSums(Struct, frozen=True, rename="camel", kw_only=True):
    """What `GET /api/waits` answers."""

    at: EpochMs
    since: EpochMs
    """From when the seven days are counted: where the history is younger, its beginning."""
    today: Waited
    seven_days: Waited
    where: tuple[Place, ...]


def sums(waits: Sequence[Wait], now: EpochMs, midnight: EpochMs, beginning: Beginning) -> WaitSums:
    """What the waits come to, today and over the last seven days."""
    # Before it was cleared there is nothing, also of a wait that began then and goes on.
    first = beginning.at if beginning.by == "cleared" else 0
    week = EpochMs(max(now - KEPT_MS, first))
    today = EpochMs(max(midnight, first))
    return WaitSums(
        at=now,
        since=max(week, beginning.at),
        today=summed_up((one for one in waits if _end(one, now) >= today), today, now),
        seven_days=summed_up(waits, week, now),
        where=by_place(waits, week, now),
    )


def summed_up(waits: Iterable[Wait], start: EpochMs, now: EpochMs) -> Waited:
    """What the waits come to from `start` to now: of each, the part that lies in between."""
    lengths = [_within(wait, start, now) for wait in waits if _touches(wait, start, now)]
    if not lengths:
        return Waited()
    total = sum(lengths)
    return Waited(len(lengths), total, round(total / len(lengths)), max(lengths))


def by_place(waits: Iterable[Wait], start: EpochMs, now: EpochMs) -> tuple[Place, ...]:
    """The repositories and folders with the most waiting, most first."""
    lengths: dict[tuple[str, PlaceKind], list[int]] = defaultdict(list)
    for wait in waits:
        if wait.place and wait.kind and _touches(wait, start, now):
            lengths[wait.place, wait.kind].append(_within(wait, start, now))
    places = [Place(*place, len(found), sum(found)) for place, found in lengths.items()]
    places.sort(key=lambda one: (-one.total_ms, -one.count, one.name, one.kind))
    return tuple(places[:MOST_PLACES])


def _touches(wait: Wait, start: EpochMs, now: EpochMs) -> bool:
    return wait.start <= now and (_end(wait, now) > start or wait.start >= start)


def _within(wait: Wait, start: EpochMs, now: EpochMs) -> int:
    return max(0, _end(wait, now) - max(wait.start, start))


def _end(wait: Wait, now: EpochMs) -> EpochMs:
    """When a wait ended, or until when it is known to go on."""
    if wait.end is None:
        return now if now - wait.seen <= GAP_MS else max(wait.start, wait.seen)
    return min(wait.end, now)
