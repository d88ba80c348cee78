"""What `GET /api/sessions` and `GET /api/health` answer, checked and cleaned by their readers.

The server cleaned each text once; a reader that prints to a terminal cannot know that it was the
server who answered, so everything is checked and cleaned again here.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from api_app import client
from api_app.address import Address
from sessions_app.domain.text import clean

STATUSES: Final = ("needs-you", "working", "idle", "finished", "failed", "unknown")
REASONS: Final = ("permission", "question", "other")
STATES: Final = ("ok", "searching", "unavailable", "not-set-up", "error")

ID_LIMIT: Final = 1_024
_LATEST_MS: Final = 2**53
_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,31}", re.ASCII)


class Listed(NamedTuple):
    """A session, as far as its readers show it; never what it is asking."""

    id: str
    name: str
    agent: str
    status: str
    reason: str
    """Of a wait: `other` where none was given."""
    detail: str | None
    since: int | None


class ListedSource(NamedTuple):
    """A source, and how it is being read."""

    id: str
    label: str
    state: str
    detail: str
    advice: str | None


class Listing(NamedTuple):
    """All that is known at one moment."""

    generated_at: int
    sources: tuple[ListedSource, ...]
    sessions: tuple[Listed, ...]


def sessions(address: Address) -> Listing:
    """What the Agent Lookout at this address knows; raises client.NoAnswer."""
    answer = client.get(address, "/api/sessions")
    try:
        return parse(answer)
    except ValueError:
        raise client.foreign(address) from None


def version(address: Address, deadline_s: float) -> str:
    """The version of the Agent Lookout at this address; raises client.NoAnswer."""
    answer = client.get(address, "/api/health", deadline_s)
    given = answer.get("version")
    if answer.get("ok") is not True or not isinstance(given, str) or not _VERSION.fullmatch(given):
        raise client.foreign(address)
    return given


def parse(answer: Mapping[str, Any]) -> Listing:
    """The listing that a JSON object is; raises ValueError where a field is not what it has to be.

    A field that is not known is passed over: later versions may add some.
    """
    sources = tuple(_source(one) for one in _objects(answer, "sources"))
    labels = {one.id: one.label for one in sources}
    return Listing(
        generated_at=_time(answer, "generatedAt"),
        sources=sources,
        sessions=tuple(_session(one, labels) for one in _objects(answer, "sessions")),
    )


def _source(one: Mapping[str, Any]) -> ListedSource:
    return ListedSource(
        id=_text(one, "id", ID_LIMIT),
        label=_text(one, "label"),
        state=_word(one, "state", STATES),
        detail=_text(one, "detail"),
        advice=_text(one, "advice") if one.get("advice") is not None else None,
    )


def _session(one: Mapping[str, Any], labels: Mapping[str, str]) -> Listed:
    status = _word(one, "status", STATUSES)
    source = _text(one, "source", ID_LIMIT)
    named = one.get("agent") is not None
    return Listed(
        id=_text(one, "id", ID_LIMIT),
        name=_text(one, "name"),
        agent=_text(one, "agent") if named else labels.get(source, source),
        status=status,
        reason=_word(one, "waitingReason", REASONS) if "waitingReason" in one else "other",
        detail=_text(one, "waitingDetail") if one.get("waitingDetail") is not None else None,
        since=_time(one, "statusSince") if one.get("statusSince") is not None else None,
    )


def _objects(answer: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    value = answer.get(key)
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise ValueError(key)
    return value


def _text(one: Mapping[str, Any], key: str, limit: int = 200) -> str:
    value = one.get(key)
    if not isinstance(value, str):
        raise ValueError(key)  # noqa: TRY004 -- one error for whatever is wrong with an answer
    return clean(value, limit)


def _word(one: Mapping[str, Any], key: str, words: tuple[str, ...]) -> str:
    value = one.get(key)
    if not isinstance(value, str) or value not in words:
        raise ValueError(key)
    return value


def _time(one: Mapping[str, Any], key: str) -> int:
    value = one.get(key)
    if type(value) is not int or not 0 <= value < _LATEST_MS:  # a bool is an int as well
        raise ValueError(key)
    return value
