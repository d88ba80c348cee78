"""What changed about a session: the lines of the Events log."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType, structs

from sessions_app.domain.clock import EpochMs, Retell
from sessions_app.domain.session import Session, Status

Kind = Literal["appeared", "status-changed", "ended", "stopped"]
Severity = Literal["advisory", "warning", "critical"]

SPACING_MS: Final = 1_000
"""The least time between two changes of one session's status, so that flicker is one change."""


class Event(Struct, frozen=True, rename="camel", kw_only=True):
    """One change. It never holds what a session asks."""

    id: str
    at: EpochMs
    """When it was seen."""
    session_id: str
    session_name: str
    kind: Kind
    from_: Status | UnsetType = UNSET
    """Left out of `appeared`."""
    to: Status | UnsetType = UNSET
    """Left out of `ended` and `stopped`."""
    severity: Severity
    by: Literal["agent-lookout"] | UnsetType = UNSET
    """Of `stopped`: who stopped it."""

    def retold(self, retell: Retell) -> "Event":
        """The same, by a clock that was set."""
        return structs.replace(self, at=retell(self.at))


class Last(Struct, frozen=True, rename="camel"):
    """What the events so far say of one session."""

    name: str
    status: Status
    at: EpochMs
    """When its status last changed, by the events; 0 where none has told of it."""

    def retold(self, retell: Retell) -> "Last":
        """The same, by a clock that was set."""
        return structs.replace(self, at=retell(self.at)) if self.at else self


def severity_of(to: Status | UnsetType) -> Severity:
    """How much a change to a status matters."""
    if to == "needs-you":
        return "warning"
    return "critical" if to == "failed" else "advisory"


def events_between(
    last: Mapping[str, Last],
    sessions: Iterable[Session],
    now: EpochMs,
    new_id: Callable[[], str],
) -> tuple[Event, ...]:
    """What changed from the sessions last known to those of now.

    The first change of a status is told at once; one that follows within a second is held until
    the second has passed, and is then told as what it came to. So a status that flips to and fro
    changes once at most in any second, and one that came back has not changed.
    """
    here = {session.id: session for session in sessions}
    found = (_change(last.get(one.id), one, now, new_id) for one in here.values())
    ended = (_ended(key, was, now, new_id) for key, was in last.items() if key not in here)
    return (*(event for event in found if event is not None), *ended)


def _change(
    was: Last | None, session: Session, now: EpochMs, new_id: Callable[[], str]
) -> Event | None:
    if was is not None and (was.status == session.status or 0 <= now - was.at < SPACING_MS):
        return None
    return Event(
        id=new_id(),
        at=now,
        session_id=session.id,
        session_name=session.name,
        kind="appeared" if was is None else "status-changed",
        from_=UNSET if was is None else was.status,
        to=session.status,
        severity=severity_of(session.status),
    )


def _ended(session_id: str, was: Last, now: EpochMs, new_id: Callable[[], str]) -> Event:
    return Event(
        id=new_id(),
        at=now,
        session_id=session_id,
        session_name=was.name,
        kind="ended",
        from_=was.status,
        severity="advisory",
    )


def stopped(session: Session, now: EpochMs, event_id: str) -> Event:
    """Agent Lookout stopped a session because a person pressed Stop."""
    return Event(
        id=event_id,
        at=now,
        session_id=session.id,
        session_name=session.name,
        kind="stopped",
        from_=session.status,
        severity="advisory",
        by="agent-lookout",
    )


def news_to(last: Mapping[str, Last], events: Iterable[Event]) -> Iterator[Event]:
    """Those of some events, the oldest first, by which there is more to know than that.

    What was last known may already hold some of them, told by somebody who saw them sooner.
    """
    for event in events:
        was = last.get(event.session_id)
        is_there = event.to is UNSET or was is None or was.status != event.to
        if event.kind == "stopped" or (is_there and (event.kind != "ended" or was is not None)):
            yield event
            last = replayed(last, [event])


def replayed(last: Mapping[str, Last], events: Iterable[Event]) -> dict[str, Last]:
    """What is last known of each session once these events happened."""
    result = dict(last)
    for event in events:
        if event.kind == "ended":
            result.pop(event.session_id, None)
        elif event.to is not UNSET:
            result[event.session_id] = Last(event.session_name, event.to, event.at)
    return result
