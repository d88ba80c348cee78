"""The demo's past: six hours of made-up history, written as Agent Lookout itself keeps it."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from uuid import uuid4

from msgspec import UNSET

from sessions_app.domain.clock import EpochMs, Reckoning
from sessions_app.domain.event import Event, Last, severity_of
from sessions_app.domain.history import WINDOW_MS, Beginning, Point
from sessions_app.domain.session import Status
from sessions_app.domain.waits import KEPT_MS, Wait
from sessions_app.stores.history_files import Files
from sessions_app.stores.history_lines import Begin, Record, line_of

MINUTE_MS: Final = 60_000
EVERY_MS: Final = 5_000
"""One point every five seconds: enough for time to count as measured."""
ASLEEP_MINUTES: Final = ((247.0, 214.0), (41.0, 36.5))
"""When, in minutes ago, nobody measured."""
SOURCES: Final = ("claude-code", "status-files")

WEEK: Final = (
    ("storefront", 2.4),
    ("platform", 0.9),
    ("storefront", 6.7),
    ("billing", 1.3),
    ("search", 11.2),
    ("storefront", 0.4),
)
"""Where a session waited on each day before, and for how many minutes."""

Scenes = Sequence[tuple[float, Status]]
"""What a session was, each from so many minutes ago on, the oldest first."""


Past = Mapping[str, tuple[str, str, Scenes]]
"""Name, folder and scenes of each session, by its id."""

Asleep = Sequence[tuple[float, float]]
"""Between which minutes ago nobody measured."""

Week = Sequence[tuple[str, float]]
"""Folder and minutes of the waits of each day before."""


def write(
    folder: str,
    past: Past,
    now: EpochMs,
    *,
    asleep: Asleep = ASLEEP_MINUTES,
    week: Week = WEEK,
) -> None:
    """Writes the history of sessions up to now."""
    begin = Begin(
        number=1,
        run=uuid4().hex[:8],
        at=now,
        reckoning=Reckoning(EpochMs(now - KEPT_MS)),
        started_at=EpochMs(now - KEPT_MS),
        last_at=None,
        since=Beginning(EpochMs(now - KEPT_MS), "started"),
        sources=SOURCES,
        known={
            key: Last(name, scenes[-1][1], _ago(now, scenes[-1][0]))
            for key, (name, _, scenes) in past.items()
        },
    )
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    files = Files(folder, lambda: line_of(begin))
    records = sorted(_events(past, now), key=lambda event: event.at)
    files.append(
        "events", b"".join(map(line_of, (*records, *_waits(past, now), *_waits_of(week, now)))), now
    )
    files.append("points", b"".join(map(line_of, _points(past, now, asleep))), now)
    files.close()


def _ago(now: EpochMs, minutes: float) -> EpochMs:
    return EpochMs(now - round(minutes * MINUTE_MS))


def _events(past: Past, now: EpochMs) -> Iterator[Event]:
    for key, (name, _, scenes) in past.items():
        before: Status | None = None
        for minutes, status in scenes:
            yield Event(
                id=uuid4().hex[:16],
                at=_ago(now, minutes),
                session_id=key,
                session_name=name,
                kind="appeared" if before is None else "status-changed",
                from_=UNSET if before is None else before,
                to=status,
                severity=severity_of(status),
            )
            before = status


def _waits(past: Past, now: EpochMs) -> Iterator[Record]:
    for key, (_, folder, scenes) in past.items():
        ends = [minutes for minutes, _ in scenes[1:]]
        for (began, status), ended in zip(scenes, ends, strict=False):
            if status == "needs-you":
                yield _wait(key, folder, _ago(now, began), _ago(now, ended))


def _waits_of(week: Week, now: EpochMs) -> Iterator[Record]:
    for days in range(1, 7):
        for number, (folder, minutes) in enumerate(week[: 4 + days % 3]):
            start = _ago(now, days * 24 * 60 + number * 47)
            end = EpochMs(start + round(minutes * MINUTE_MS))
            yield _wait(f"claude-code:{uuid4()}", folder, start, end)


def _wait(key: str, folder: str, start: EpochMs, end: EpochMs) -> Wait:
    return Wait(
        session_id=key,
        number=start,
        since=start,
        start=start,
        seen=end,
        end=end,
        place=folder,
        kind="repository",
    )


def _points(past: Past, now: EpochMs, asleep: Asleep) -> Iterator[Point]:
    for at in range(now - WINDOW_MS + MINUTE_MS, now, EVERY_MS):
        minutes = (now - at) / MINUTE_MS
        if any(began >= minutes > ended for began, ended in asleep):
            continue
        statuses = [_status_at(scenes, minutes) for _, _, scenes in past.values()]
        yield Point(
            EpochMs(at),
            statuses.count("needs-you"),
            statuses.count("working"),
            statuses.count("idle"),
            len(statuses) - statuses.count(None),
        )


def _status_at(scenes: Scenes, minutes: float) -> Status | None:
    return next((status for began, status in reversed(scenes) if began >= minutes), None)
