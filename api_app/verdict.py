"""What a listing means for a person: who waits, for how long, and what cannot be told.

It shows names, reasons and times; never what a session is asking, nor where it works.
"""

import unicodedata
from collections import Counter
from itertools import pairwise
from typing import Any, Final

from api_app.listing import STATUSES, Listed, ListedSource, Listing

NONE_WAITS: Final = 0
SOME_WAIT: Final = 1
CANNOT_TELL: Final = 2

OLD_AFTER_MS: Final = 30_000
"""The list is made again every two seconds; one this old is no news of the present."""

REASONS: Final = {
    "permission": "Waiting for permission",
    "question": "Asked you a question",
    "other": "Waiting for you",
}
_WIDEST_NAME: Final = 40
_ATTENTION: Final = "\x1b[1;33m"
_PLAIN: Final = "\x1b[0m"
_UNITS: Final = ((86_400, "d"), (3_600, "h"), (60, "m"), (1, "s"))


class Verdict:
    """What a listing means at one moment: who waits, and whether that is all that can be told."""

    def __init__(self, listing: Listing, now: int) -> None:
        self.listing = listing
        self.now = now
        self.counts = Counter(one.status for one in listing.sessions)
        self.waiting = sorted(
            (one for one in listing.sessions if one.status == "needs-you"),
            key=lambda one: (one.since is None, one.since or 0, one.id),
        )
        # One that is not set up has nothing to tell; one still searching has not told it yet.
        self.unread = [one for one in listing.sources if one.state not in ("ok", "not-set-up")]
        self.is_old = now - listing.generated_at > OLD_AFTER_MS

    @property
    def exit_code(self) -> int:
        """1 once any session waits; 0 only when every source said that none does."""
        if self.is_old:
            return CANNOT_TELL
        if self.waiting:
            return SOME_WAIT
        return CANNOT_TELL if self.unread else NONE_WAITS

    def waited_ms(self, one: Listed) -> int | None:
        """How long a session has waited, where that is known."""
        return None if one.since is None else max(0, self.now - one.since)


def as_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict as `--json` prints it."""
    counts = {_camel(status): verdict.counts[status] for status in STATUSES}
    return {
        "generatedAt": verdict.listing.generated_at,
        "canTell": verdict.exit_code != CANNOT_TELL,
        **counts,
        "waiting": [_waiting(verdict, one) for one in verdict.waiting],
        "unread": [
            {"id": one.id, "label": one.label, "state": one.state, "detail": one.detail}
            for one in verdict.unread
        ],
    }


def _camel(status: str) -> str:
    return "needsYou" if status == "needs-you" else status


def _waiting(verdict: Verdict, one: Listed) -> dict[str, Any]:
    detail = {} if one.detail is None else {"waitingDetail": one.detail}
    return {
        "id": one.id,
        "name": one.name,
        "agent": one.agent,
        "reason": one.reason,
        **detail,
        "since": one.since,
        "waitedMs": verdict.waited_ms(one),
    }


def in_words(verdict: Verdict, colour: bool = False) -> list[str]:
    """The verdict as lines: the counts, each wait, then what could not be read."""
    head = _painted(_needing(verdict), colour and bool(verdict.waiting))
    others = [f"{verdict.counts[s]} {s}" for s in STATUSES[1:] if verdict.counts[s]]
    lines = [", ".join([head, *others])]
    widest = max((_columns(one.name) for one in verdict.waiting), default=0)
    lines += [_line(verdict, one, min(widest, _WIDEST_NAME), colour) for one in verdict.waiting]
    lines += [_unread(one) for one in verdict.unread]
    return lines + doubts(verdict)


def doubts(verdict: Verdict) -> list[str]:
    """Why it cannot be told whether a session needs you; nothing when it can."""
    if verdict.is_old:
        age = length(verdict.now - verdict.listing.generated_at)
        return [f"Cannot tell: the list is {age} old; start Agent Lookout again."]
    if verdict.exit_code == CANNOT_TELL:
        names = ", ".join(one.label for one in verdict.unread)
        return [f"Cannot tell whether a session needs you: not every source was read ({names})."]
    return []


def _needing(verdict: Verdict) -> str:
    match len(verdict.waiting):
        case 0:
            return "None of those read needs you" if verdict.unread else "None needs you"
        case 1:
            return "1 needs you"
        case several:
            return f"{several} need you"


def _line(verdict: Verdict, one: Listed, width: int, colour: bool) -> str:
    # The two spaces keep a name from posing as a line of counts.
    gap = " " * max(0, width - _columns(one.name))
    waited = verdict.waited_ms(one)
    how_long = "since an unknown time" if waited is None else length(waited)
    return f"  {one.name}{gap}  {_painted(REASONS[one.reason], colour)}  {how_long}"


def _unread(one: ListedSource) -> str:
    advice = f" {one.advice}" if one.advice else ""
    if one.state == "searching":
        return f"Not read yet: {one.label}. {one.detail}{advice}".rstrip()
    return f"Cannot be read: {one.label}. {one.detail}{advice}".rstrip()


def _painted(text: str, colour: bool) -> str:
    return f"{_ATTENTION}{text}{_PLAIN}" if colour else text


def _columns(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def length(ms: int) -> str:
    """A length of time in its two largest units: `41s`, `3m 12s`, `2h 5m`, `3d 4h`."""
    seconds = ms // 1000
    for (large, its_letter), (small, letter) in pairwise(_UNITS):
        if seconds >= large:
            return f"{seconds // large}{its_letter} {seconds % large // small}{letter}"
    return f"{seconds}s"
