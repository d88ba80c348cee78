"""`POST /api/jump`: to the pane or the tab that a session runs in."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse

from api_app.acting import Body, Pace, done, refused, takes
from sessions_app.actions.desk import RECEPTION
from sessions_app.actions.jump import Jumped
from sessions_app.actions.refusal import JumpReason, NotJumped

STATUSES: Final[Mapping[JumpReason, int]] = {
    "gone": 404,
    "unsupported": 409,
    "pane-closed": 409,
    "tmux-stopped": 409,
    "tab-closed": 409,
    "not-allowed": 403,
    "failed": 500,
}

_pace = Pace()


class _Jump(Body, frozen=True):
    session_id: str


@takes(_Jump, is_there=lambda: RECEPTION.has_jump)
async def jump(body: _Jump) -> HttpResponse:
    """Goes there; a terminal that must be moved to show it is moved, and no other."""
    return await _pace.run(lambda: _go(body.session_id))


async def _go(session_id: str) -> HttpResponse:
    desk = RECEPTION.desk
    assert desk is not None  # noqa: S101 -- there is no such address before there is one
    try:
        jumped = await asyncio.to_thread(desk.jump, session_id)
    except NotJumped as problem:
        return refused(STATUSES[problem.reason], problem.reason, problem.sentence)
    return done(_answer(jumped))


def _answer(jumped: Jumped) -> dict[str, Any]:
    answer: dict[str, Any] = {"ok": True, "kind": jumped.kind, "place": jumped.place}
    answer |= {"app": jumped.app, "attach": jumped.attach}
    return {name: value for name, value in answer.items() if value is not None}
