"""`POST /api/sessions/stop` and `POST /api/sessions/clean-up`: end a session, or several."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Final

from django.http import HttpResponse
from msgspec import Meta

from api_app.acting import Body, Pace, accepted, done, refused, takes
from sessions_app.actions.clean_up import MOST, Left
from sessions_app.actions.desk import RECEPTION, Desk
from sessions_app.actions.refusal import NotStopped, StopReason
from sessions_app.domain.clock import EpochMs

STATUSES: Final[Mapping[StopReason, int]] = {
    "gone": 404,
    "unsupported": 409,
    "cannot-confirm": 409,
    "not-allowed": 403,
    "failed": 500,
    "became-active": 409,
    "not-stale": 409,
}

_pace = Pace()
"""One for both: while one ends sessions the other does not."""


class _Stop(Body, frozen=True):
    session_id: str


class _Left(Body, frozen=True):
    session_id: str
    status_since: int


class _CleanUp(Body, frozen=True):
    sessions: Annotated[list[_Left], Meta(min_length=1, max_length=MOST)]


@takes(_Stop, is_there=lambda: RECEPTION.has_stop)
async def stop(body: _Stop) -> HttpResponse:
    """Ends one session; the answer comes once its process has ended."""
    return await _pace.run(lambda: _stop(body.session_id))


async def _stop(session_id: str) -> HttpResponse:
    try:
        has_ended = await asyncio.to_thread(_desk().stop, session_id)
    except NotStopped as problem:
        return refused(STATUSES[problem.reason], problem.reason, problem.sentence)
    if not has_ended:
        return accepted("still-running", "It was asked to end, and still runs 10 seconds later.")
    return done({"ok": True})


@takes(_CleanUp, is_there=lambda: RECEPTION.has_stop)
async def clean_up(body: _CleanUp) -> HttpResponse:
    """Ends the sessions named that have done nothing since; what became of each."""
    ids = [one.session_id for one in body.sessions]
    if len(set(ids)) != len(ids):
        return refused(400, "unreadable", "A session is named twice; name each once.")
    return await _pace.run(lambda: _clean_up(body.sessions))


async def _clean_up(sessions: list[_Left]) -> HttpResponse:
    left = [Left(one.session_id, EpochMs(one.status_since)) for one in sessions]
    outcomes = await asyncio.to_thread(_desk().clean_up, left)
    results = [
        {"sessionId": one.session_id, "outcome": outcome}
        for one, outcome in zip(left, outcomes, strict=True)
    ]
    return done({"results": results})


def _desk() -> Desk:
    desk = RECEPTION.desk
    assert desk is not None  # noqa: S101 -- there is no such address before there is one
    return desk
