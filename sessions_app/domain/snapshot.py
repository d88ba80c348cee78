"""All that is known at one moment, and the difference between two such moments."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType, convert, structs, to_builtins

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session, sort_key
from sessions_app.domain.source import Measured, Source
from sessions_app.domain.time_rules import ALL_OFF, TimeRules, stale_after_ms

_NOTHING: Final = Measured()


class Snapshot(Struct, frozen=True, rename="camel", kw_only=True):
    """What `GET /api/sessions` answers."""

    generated_at: EpochMs
    sources: tuple[Source, ...] = ()
    sessions: tuple[Session, ...] = ()
    time_rules: TimeRules = ALL_OFF
    """The rules it was made by."""
    quiet: bool = False
    """Whether quiet hours held as it was made."""


class Patch(Struct, frozen=True, rename="camel", kw_only=True):
    """What changed from one snapshot to the next.

    Sessions and sources are maps by id; each value is a JSON Merge Patch (RFC 7396) of the one
    before, or None for one that is gone. `order` lists every session's id when it changed.
    `time_rules` are whole, when one changed.
    """

    generated_at: EpochMs
    sessions: dict[str, dict[str, Any] | None] | UnsetType = UNSET
    order: tuple[str, ...] | UnsetType = UNSET
    sources: dict[str, dict[str, Any] | None] | UnsetType = UNSET
    time_rules: TimeRules | UnsetType = UNSET
    quiet: bool | UnsetType = UNSET


def assemble(
    now: EpochMs,
    sources: Iterable[Source],
    sessions: Iterable[Session],
    rules: TimeRules = ALL_OFF,
    *,
    quiet: bool = False,
) -> Snapshot:
    """The snapshot of a moment: every session in its place, idle ones marked once stale."""
    stale_from = now - stale_after_ms(rules.stale)
    ordered = sorted((_with_staleness(s, stale_from) for s in sessions), key=sort_key)
    return Snapshot(
        generated_at=now,
        sources=tuple(sources),
        sessions=tuple(ordered),
        time_rules=rules,
        quiet=quiet,
    )


def _with_staleness(session: Session, stale_from: int) -> Session:
    since = session.status_since
    stale = session.status == "idle" and since is not None and since <= stale_from
    wanted = True if stale else UNSET
    return session if session.stale is wanted else structs.replace(session, stale=wanted)


def is_same(old: Snapshot, new: Snapshot) -> bool:
    """Whether nothing changed but when it was read, and how often."""
    return old.sessions == new.sessions and _without_counts(old) == _without_counts(new)


def _without_counts(snapshot: Snapshot) -> tuple[list[Source], TimeRules, bool]:
    sources = [
        structs.replace(source, checked_at=None, measured=_NOTHING) for source in snapshot.sources
    ]
    return sources, snapshot.time_rules, snapshot.quiet


def diff(old: Snapshot, new: Snapshot) -> Patch:
    """What makes `new` of `old`: `apply(old, diff(old, new)) == new`."""
    order = tuple(s.id for s in new.sessions)
    return Patch(
        generated_at=new.generated_at,
        sessions=_diff_by_id(old.sessions, new.sessions) or UNSET,
        order=UNSET if order == tuple(s.id for s in old.sessions) else order,
        sources=_diff_by_id(old.sources, new.sources) or UNSET,
        time_rules=UNSET if new.time_rules == old.time_rules else new.time_rules,
        quiet=UNSET if new.quiet == old.quiet else new.quiet,
    )


def _diff_by_id(
    old: tuple[Session, ...] | tuple[Source, ...], new: tuple[Session, ...] | tuple[Source, ...]
) -> dict[str, dict[str, Any] | None]:
    before = {one.id: one for one in old}
    after = {one.id: one for one in new}
    changes: dict[str, dict[str, Any] | None] = {}
    for one in new:
        was = before.get(one.id)
        if was is None:
            changes[one.id] = to_builtins(one)
        elif was is not one and was != one:
            changes[one.id] = merge_patch(to_builtins(was), to_builtins(one))
    changes.update((gone, None) for gone in before.keys() - after.keys())
    return changes


def merge_patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Merge Patch (RFC 7396) that makes `new` of `old`."""
    changes: dict[str, Any] = {}
    for key, value in new.items():
        was = old.get(key)
        if isinstance(was, dict) and isinstance(value, dict):
            if inner := merge_patch(was, value):
                changes[key] = inner
        elif was != value or key not in old:
            changes[key] = value
    changes.update((key, None) for key in old.keys() - new.keys())
    return changes


def apply_merge_patch(old: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`old` with a JSON Merge Patch (RFC 7396) applied: a null takes its field away."""
    result = dict(old)
    for key, value in changes.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            inner = result.get(key)
            result[key] = apply_merge_patch(inner if isinstance(inner, dict) else {}, value)
        else:
            result[key] = value
    return result


def apply(old: Snapshot, patch: Patch) -> Snapshot:
    """`old` with a patch applied, as a page does it."""
    sessions = _apply_by_id({s.id: to_builtins(s) for s in old.sessions}, patch.sessions)
    sources = _apply_by_id({s.id: to_builtins(s) for s in old.sources}, patch.sources)
    order = tuple(s.id for s in old.sessions) if patch.order is UNSET else patch.order
    return Snapshot(
        generated_at=patch.generated_at,
        sources=tuple(convert(source, Source) for source in sources.values()),
        sessions=tuple(convert(sessions[one], Session) for one in order),
        time_rules=old.time_rules if patch.time_rules is UNSET else patch.time_rules,
        quiet=old.quiet if patch.quiet is UNSET else patch.quiet,
    )


def _apply_by_id(
    old: dict[str, dict[str, Any]], changes: dict[str, dict[str, Any] | None] | UnsetType
) -> dict[str, dict[str, Any]]:
    result = dict(old)
    for one, change in ({} if changes is UNSET else changes).items():
        if change is None:
            result.pop(one, None)
        else:
            result[one] = apply_merge_patch(result.get(one, {}), change)
    return result
