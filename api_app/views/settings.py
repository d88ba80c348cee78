"""`GET /api/settings` and `POST /api/settings/time-rules`: when to remind, and when it is quiet."""

import asyncio
from typing import Any

from django.http import HttpRequest, HttpResponse
from msgspec import field, to_builtins

from api_app.acting import Body, Pace, done, refused, takes
from sessions_app.collector.rules import RULES
from sessions_app.domain.clock import wall_clock
from sessions_app.domain.time_rules import TimeRules
from sessions_app.forms import TimeRulesForm, fields_of
from sessions_app.stores.settings_file import NotSaved

_pace = Pace()


# The forms below say which fields there are and of what kind; the Django form, with which the
# page was made, says which values are in bounds, in a sentence for the field.


class _Reminder(Body, frozen=True):
    on: bool
    minutes: int | None
    """None stands for a number that a person did not give; the form asks for it."""


class _Stale(Body, frozen=True):
    on: bool
    hours: int | None


class _Summary(Body, frozen=True):
    leave_out_answered: bool


class _QuietHours(Body, frozen=True):
    on: bool
    from_: str = field(name="from")
    to: str
    days: list[str]
    summary: _Summary


class _Rules(Body, frozen=True):
    reminder: _Reminder
    stale: _Stale
    quiet_hours: _QuietHours


class _TimeRules(Body, frozen=True):
    time_rules: _Rules


async def settings(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- Django's form
    """The rules in force."""
    return done(_state())


@takes(_TimeRules)
async def time_rules(body: _TimeRules) -> HttpResponse:
    """Keeps other rules; the answer comes once they are on disk."""
    form = TimeRulesForm(fields_of(to_builtins(body.time_rules)))
    if not form.is_valid():
        sentence = "A value is out of bounds; each field says which it takes."
        return refused(400, "invalid", sentence, fields=form.sentences())
    return await _pace.run(lambda: _keep(form.rules()))


async def _keep(rules: TimeRules) -> HttpResponse:
    try:
        await asyncio.to_thread(RULES.change, rules)
    except NotSaved as problem:
        return refused(409, "not-saved", problem.sentence)
    return done(_state())


def _state() -> dict[str, Any]:
    return {
        "timeRules": RULES.current,
        "quiet": RULES.quiet_at(wall_clock()),
        "problem": RULES.problem,
    }
