"""The form of the time rules: its bounds and its sentences, for the page and the API alike."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.forms.utils import ErrorDict

from sessions_app.domain.time_rules import (
    CLOCK,
    DAYS,
    HOURS,
    MINUTES,
    QuietHours,
    Reminder,
    Stale,
    Summary,
    TimeRules,
)

PLACES: Final = {
    "reminder_on": "reminder.on",
    "reminder_minutes": "reminder.minutes",
    "stale_on": "stale.on",
    "stale_hours": "stale.hours",
    "quiet_on": "quietHours.on",
    "quiet_from": "quietHours.from",
    "quiet_to": "quietHours.to",
    "quiet_days": "quietHours.days",
    "leave_out_answered": "quietHours.summary.leaveOutAnswered",
}
"""Where each field stands in the rules as the API has them."""

_DAY_NAMES: Final = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)


class _Switch(forms.CheckboxInput):
    """A rule's own Off and On."""

    def __init__(self, place: str) -> None:
        super().__init__({"role": "switch", "data-place": place})


def _whole(name: str, unit: str, bounds: tuple[int, int]) -> forms.IntegerField:
    sentence = f"Give {unit} as a whole number from {bounds[0]} to {bounds[1]}."
    kinds = ("required", "invalid", "min_value", "max_value")
    return forms.IntegerField(
        min_value=bounds[0],
        max_value=bounds[1],
        error_messages=dict.fromkeys(kinds, sentence),
        widget=forms.NumberInput(_described(name)),
    )


def _clock(name: str) -> forms.RegexField:
    sentence = "Give a time from 00:00 to 23:59."
    return forms.RegexField(
        rf"\A{CLOCK}\Z",
        strip=False,
        error_messages={"required": sentence, "invalid": sentence},
        widget=forms.TextInput({"type": "time", **_described(name)}),
    )


def _described(name: str) -> dict[str, str]:
    return {"data-place": PLACES[name], "aria-describedby": f"{name}-error"}


class TimeRulesForm(forms.Form):
    """The three rules as a person sets them."""

    reminder_on = forms.BooleanField(required=False, widget=_Switch(PLACES["reminder_on"]))
    reminder_minutes = _whole("reminder_minutes", "the minutes", MINUTES)
    stale_on = forms.BooleanField(required=False, widget=_Switch(PLACES["stale_on"]))
    stale_hours = _whole("stale_hours", "the hours", HOURS)
    quiet_on = forms.BooleanField(required=False, widget=_Switch(PLACES["quiet_on"]))
    quiet_from = _clock("quiet_from")
    quiet_to = _clock("quiet_to")
    quiet_days = forms.MultipleChoiceField(
        required=False,
        choices=list(zip(DAYS, _DAY_NAMES, strict=True)),
        error_messages={"invalid_choice": "Tick days of the week."},
        widget=forms.CheckboxSelectMultiple({"data-place": PLACES["quiet_days"]}),
    )
    leave_out_answered = forms.BooleanField(
        required=False,
        widget=forms.CheckboxInput({"data-place": PLACES["leave_out_answered"]}),
    )

    def clean(self) -> dict[str, Any]:
        """Holds one field to another."""
        given: dict[str, Any] = self.cleaned_data
        if given.get("quiet_on") and not given.get("quiet_days", True):
            self.add_error("quiet_days", "Tick at least one day, or turn quiet hours off.")
        return given

    def rules(self) -> TimeRules:
        """The rules it holds, once it is valid."""
        given = self.cleaned_data
        return TimeRules(
            reminder=Reminder(on=given["reminder_on"], minutes=given["reminder_minutes"]),
            stale=Stale(on=given["stale_on"], hours=given["stale_hours"]),
            quiet_hours=QuietHours(
                on=given["quiet_on"],
                from_=given["quiet_from"],
                to=given["quiet_to"],
                days=tuple(day for day in DAYS if day in given["quiet_days"]),
                summary=Summary(leave_out_answered=given["leave_out_answered"]),
            ),
        )

    def sentences(self) -> dict[str, str]:
        """What is wrong with it: a sentence for each field, by its place in the rules."""
        errors: ErrorDict = self.errors
        return {PLACES[name]: str(problems[0]) for name, problems in errors.items()}


def fields_of(rules: Mapping[str, Any]) -> dict[str, Any]:
    """What a form's fields hold for rules as the API has them."""
    return {name: _at(rules, place.split(".")) for name, place in PLACES.items()}


def _at(value: Any, path: list[str]) -> Any:
    for key in path:
        value = value[key]
    return value
