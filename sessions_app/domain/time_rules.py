"""When to remind of a wait, when an idle session is stale, and when it is quiet."""

from datetime import date, datetime, time, timedelta
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

from sessions_app.domain.session import STALE_AFTER_MS

Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

DAYS: Final[tuple[Day, ...]] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MINUTES: Final = (1, 24 * 60)
"""The fewest and the most that a reminder waits."""
HOURS: Final = (1, 30 * 24)
"""The fewest and the most that a session is idle before it is stale."""
CLOCK: Final = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]"
"""A time of the day, such as 08:00."""

ClockTime = Annotated[str, Meta(pattern=rf"\A{CLOCK}\Z")]


class Reminder(Struct, frozen=True, rename="camel", kw_only=True):
    """Tell again of a wait that has lasted this long."""

    on: bool = False
    minutes: Annotated[int, Meta(ge=MINUTES[0], le=MINUTES[1])] = 10


class Stale(Struct, frozen=True, rename="camel", kw_only=True):
    """How long a session is idle before it counts as stale."""

    on: bool = False
    hours: Annotated[int, Meta(ge=HOURS[0], le=HOURS[1])] = 48


class Summary(Struct, frozen=True, rename="camel", kw_only=True):
    """What is told of quiet hours once they are over."""

    leave_out_answered: bool = False


class QuietHours(Struct, frozen=True, rename="camel", kw_only=True):
    """When nothing is told: on these days from one time to the other.

    With `to` no later than `from_` they end on the day after, so that the same time twice is a
    whole day. The days are those on which they begin.
    """

    on: bool = False
    from_: ClockTime = field(default="22:00", name="from")
    to: ClockTime = "08:00"
    days: tuple[Day, ...] = DAYS
    summary: Summary = Summary()


class TimeRules(Struct, frozen=True, rename="camel", kw_only=True):
    """The three rules, all off until a person turns one on."""

    reminder: Reminder = Reminder()
    stale: Stale = Stale()
    quiet_hours: QuietHours = QuietHours()


ALL_OFF: Final = TimeRules()


def stale_after_ms(rule: Stale) -> int:
    """How long a session is idle before it is stale."""
    return rule.hours * 3_600_000 if rule.on else STALE_AFTER_MS


def is_quiet(rule: QuietHours, local: datetime) -> bool:
    """Whether quiet hours hold at a moment, as the clock on the wall shows it.

    `local` is of a zone that knows its changes: a ZoneInfo, or none for the computer's own.
    """
    if not rule.on:
        return False
    # What began yesterday may go on past midnight; what begins tomorrow may have begun already
    # where the clock was set back from just after midnight to the day before.
    begins = (local.date() + timedelta(days=ahead) for ahead in (-1, 0, 1))
    return any(DAYS[day.weekday()] in rule.days and _holds(rule, day, local) for day in begins)


def _holds(rule: QuietHours, begin: date, local: datetime) -> bool:
    """Whether the quiet hours that begin on a day hold at a moment.

    They hold whenever the clock shows a time between the two, so one that the clock skips begins
    or ends them at the skip. A time that the clock shows twice begins them the first time and ends
    them the second: they never end and begin again within an hour.
    """
    end = begin if _time(rule.to) > _time(rule.from_) else begin + timedelta(days=1)
    first = datetime.combine(begin, _time(rule.from_), local.tzinfo)
    last = datetime.combine(end, _time(rule.to), local.tzinfo)
    shown = local.replace(tzinfo=None)
    if first.replace(tzinfo=None) <= shown < last.replace(tzinfo=None):
        return True
    return first.timestamp() <= local.timestamp() < last.replace(fold=1).timestamp()


def _time(clock: str) -> time:
    return time.fromisoformat(clock)
