"""JSON of another process, strictly, with nothing but the standard library.

The server's own edges use msgspec, which this does not import: `agent-lookout status` runs every
few seconds in status lines.
"""

import json
import math
import re
from typing import Any, Final, NoReturn

MAX_DEPTH: Final = 64

MAX_DIGITS: Final = 16
"""Digits of a whole number: enough for any time, few enough for every reader of JSON."""

# The closing quote is optional so that every opening one ends a match: without that, a text of
# escaped quotes would be scanned again from each of them.
_STRING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_BRACKET: Final = re.compile(r"[\[\]{}]")


class NotJson(Exception):  # noqa: N818 -- what was sent, not a fault of the code
    """The bytes are not one strict JSON object."""


def parse_object(data: bytes) -> dict[str, Any]:
    """The one JSON object that `data` is.

    Refused: anything but UTF-8, depth beyond MAX_DEPTH, a key twice, NaN and infinities, numbers
    too long to be exact everywhere.
    """
    try:
        text = data.decode("utf-8")
        _check_depth(text)
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole_number,
            parse_float=_number,
            parse_constant=_refuse,
        )
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from error
    if not isinstance(value, dict):
        raise NotJson("not an object")
    return value


def _check_depth(text: str) -> None:
    depth = 0
    for match in _BRACKET.finditer(_STRING.sub("", text)):
        depth += 1 if match[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise ValueError("too deep")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found


def _whole_number(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise ValueError("a number too long")
    return int(digits)


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError("a number too large")
    return value


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")
