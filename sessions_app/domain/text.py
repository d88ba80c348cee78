"""The one cleaner of text that other programs wrote."""

import re
import unicodedata
from typing import Final

NAME_LIMIT: Final = 200
"""Characters kept of a name, a branch, a line of what is asked."""

PATH_LIMIT: Final = 4_096
"""Characters kept of a folder's path, as long as a path may be on Linux."""

MAX_MARKS: Final = 4
"""Combining marks kept on one character: enough for any script, too few to cover other lines."""

# Each alternative consumes a fixed start and then one class of characters, so matching is linear.
_ESCAPES: Final = re.compile(
    r"\x1b\[[0-?]{0,64}[ -/]{0,8}[@-~]"  # CSI: colours, cursor
    r"|\x9b[0-?]{0,64}[ -/]{0,8}[@-~]"
    # OSC, DCS and their like, to their end. One that has no end hides nothing: only its start goes.
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]{0,4096}"
    r"(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]{0,4}[0-~]"  # two-character escapes
)

_SPACES: Final = re.compile(r"[\s\x00\u2028\u2029\u0085]+")

# Shows nothing, hides words from a person, or turns the direction of what follows.
_INVISIBLE: Final = frozenset(
    [
        *range(0x20),
        *range(0x7F, 0xA0),
        0x00AD,
        0x034F,
        0x061C,
        *range(0x115F, 0x1161),
        *range(0x17B4, 0x17B6),
        *range(0x180B, 0x1810),
        0x200B,
        0x200E,
        0x200F,
        *range(0x2028, 0x202F),
        *range(0x2060, 0x2070),
        0x3164,
        0xFEFF,
        0xFFA0,
        *range(0xFFF0, 0xFFFC),
        *range(0x1BCA0, 0x1BCA4),
        *range(0x1D173, 0x1D17B),
        *range(0xE0000, 0xE1000),
    ]
)

_JOINERS: Final = frozenset("\u200c\u200d")
_SELECTORS: Final = frozenset(chr(code) for code in range(0xFE00, 0xFE10))


def _is_dropped(character: str) -> bool:
    code = ord(character)
    return (
        code in _INVISIBLE
        or 0xD800 <= code <= 0xDFFF
        or 0xFDD0 <= code <= 0xFDEF
        or code & 0xFFFE == 0xFFFE
    )


def _limit_marks(text: str) -> str:
    """At most four marks on a character, and no row of invisible ones in which to hide words."""
    kept: list[str] = []
    marks = 0
    last = " "
    for character in text:
        if character not in _JOINERS and character not in _SELECTORS:
            marks = marks + 1 if _is_mark(character) else 0
        if marks > MAX_MARKS or _hides_behind(last, character):
            continue
        kept.append(character)
        last = character
    return "".join(kept)


def _hides_behind(last: str, character: str) -> bool:
    if character in _SELECTORS:
        return last in _SELECTORS or last in _JOINERS or last == " "
    return character in _JOINERS and (last in _JOINERS or last == " ")


def _is_mark(character: str) -> bool:
    return unicodedata.combining(character) != 0 or unicodedata.category(character) == "Me"


def clean(text: str, limit: int = NAME_LIMIT) -> str:
    """Text of another program as one plain line of at most `limit` code points.

    Escape sequences go whole; runs of white space and line ends become one space; control,
    direction, zero-width, tag and unassignable characters and lone surrogates go. A joiner (U+200C,
    U+200D) or variation selector stays behind a character that shows, since Persian, Indic scripts
    and emoji need them. A text that was cut ends in "…".
    """
    # Four times the limit is looked at, so that a hostile text costs no more than a short one.
    was_cut = len(text) > limit * 4 + 4_096
    text = text[: limit * 4 + 4_096]
    if text.isascii() and text.isprintable():
        text = _SPACES.sub(" ", text).strip()
    else:
        text = _SPACES.sub(" ", _ESCAPES.sub("", text))
        text = "".join(c for c in text if not _is_dropped(c))
        text = _SPACES.sub(" ", _limit_marks(text)).strip()
    fits = len(text) <= limit and (not was_cut or not text)
    return text if fits else text[: limit - 1].rstrip() + "…"


def clean_path(path: str) -> str | None:
    """A folder's absolute path as text to show, or None when it is none.

    A path is a name to open as well: unlike other text it is refused, not changed, when cleaning
    would make another path of it.
    """
    if not path or len(path) > PATH_LIMIT or any(_is_dropped(c) for c in path):
        return None
    return path


def last_part(path: str) -> str | None:
    """The last part of a path of this or another system (`d:\\work\\x` ends at the backslash)."""
    is_windows = path[1:2] == ":" and path[2:3] in ("\\", "/") and path[0].isalpha()
    trimmed = path.rstrip("\\/" if is_windows else "/")
    start = trimmed.rfind("/")
    if is_windows:
        start = max(start, trimmed.rfind("\\"))
    return trimmed[start + 1 :] or None
