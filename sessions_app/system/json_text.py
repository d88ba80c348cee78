"""JSON that other programs wrote, made into typed values or refused, in one place."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final, NoReturn, TypeVar

import msgspec

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.text import clean

T = TypeVar("T")

MAX_DEPTH: Final = 64
LATEST_MS: Final = 7_258_118_400_000
MAX_DIGITS: Final = 16
"""Digits of a whole number: more cannot be told apart by a browser."""


class NotJson(Exception):  # noqa: N818 -- an answer about a text, not a fault of the code
    """Why a text was not taken: a phrase that fits after the file's name."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def first_object(data: bytes, type_: type[T]) -> T:
    """The first whole JSON object in `data`, as a Struct; what follows it is let be.

    A file rewritten in place can be caught with the end of its longer old text behind the new
    one (Claude Code 2.1.332 writes, then cuts the file to length). Fields the Struct does not
    name are dropped unread. Raises NotJson.
    """
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        # How deep msgspec goes before it refuses depends on Python's version.
        _check_depth(_text(data))
    try:
        return msgspec.json.decode(data, type=type_)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, OverflowError, ValueError):
        # Rare: torn, foreign or hostile. The slow way tells which, and finds the first object.
        return _convert(_first_value(_text(data)), type_)


def whole_object(data: bytes) -> dict[str, Any]:
    """The one JSON object that `data` is: nothing behind it, no key twice. Raises NotJson.

    For texts that are answered or written back, where a second reading would lose something.
    """
    try:
        text = data.decode("utf-8")
        _check_depth(text)
        value = _STRICT.decode(text)
        # Lone surrogates come in as escapes, and could not go out as UTF-8.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise NotJson("is not one whole JSON object") from None
    if not isinstance(value, dict):
        raise NotJson("does not hold a JSON object")
    return value


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8").lstrip(" \t\r\n")
    except UnicodeDecodeError as problem:
        # A torn write can end inside a character; what stands before it may be whole.
        if problem.start == 0:
            raise NotJson("is not UTF-8 text") from None
        return data[: problem.start].decode("utf-8").lstrip(" \t\r\n")


def _first_value(text: str) -> Any:
    if not text:
        raise NotJson("is empty")
    if not text.startswith("{"):
        raise NotJson("does not hold a JSON object")
    _check_depth(text)
    try:
        return _DECODER.raw_decode(text)[0]
    except (ValueError, RecursionError):
        raise NotJson("is not whole JSON") from None


def _convert(value: Any, type_: type[T]) -> T:
    try:
        return msgspec.convert(value, type_)
    except (msgspec.MsgspecError, RecursionError, OverflowError):
        raise NotJson("does not have the form expected") from None


def _check_depth(text: str) -> None:
    # json.loads answers depth with RecursionError at best; older releases ran out of stack.
    depth = 0
    quoted = escaped = False
    for character in text:
        if quoted:
            quoted = escaped or character != '"'
            escaped = not escaped and character == "\\"
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise NotJson(f"is nested more than {MAX_DEPTH} deep")
        elif character in "]}":
            depth -= 1
            if depth == 0:
                return


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise ValueError
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError
    return number


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError
    return value


_DECODER: Final = json.JSONDecoder(
    parse_int=_whole, parse_float=_finite, parse_constant=_refuse_constant
)
_STRICT: Final = json.JSONDecoder(
    parse_int=_whole,
    parse_float=_finite,
    parse_constant=_refuse_constant,
    object_pairs_hook=_each_key_once,
)


def lines(data: bytes) -> Iterator[bytes]:
    """The lines of a JSON-lines text, cut at `\\n` alone, blank ones left out.

    `splitlines` also cuts at U+2028 and U+0085, which stand unescaped inside real texts.
    """
    return (line for line in data.split(b"\n") if line.strip())


def text_or_none(value: object) -> str | None:
    """A field that should hold text, when it does."""
    return value if isinstance(value, str) and value else None


def line_or_none(value: object) -> str | None:
    """A field that should hold text, cleaned to one line of at most 200 characters."""
    return clean(value) or None if isinstance(value, str) else None


def whole_or_none(value: object) -> int | None:
    """A field that should hold a whole number of at most 16 digits, when it does.

    True and False are no numbers here, though Python counts them as such.
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**MAX_DIGITS:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 10**MAX_DIGITS:
        return None
    return value


def moment_or_none(value: object) -> EpochMs | None:
    """A field that should hold milliseconds since 1970, when it does, up to the year 2200.

    Times beyond are no times of sessions, and beyond 275760 no times to a browser at all.
    """
    number = whole_or_none(value)
    return EpochMs(number) if number is not None and 0 < number < LATEST_MS else None


def time_or_none(value: object) -> EpochMs | None:
    """An ISO 8601 time with its zone, in milliseconds; None for anything else."""
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        return None
    if time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    return moment_or_none(round(time.timestamp() * 1000))
