"""The remotes in the text of a repository's `config`, as git 2.39 reads it (git-config(1)).

No other file is read for it: an `include` is passed over, and so is the person's own config.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_SECTION: Final = re.compile(
    r'[ \t]*\[[ \t]*([A-Za-z0-9.-]{1,64})(?:[ \t]+"((?:[^"\\]|\\.){0,512})")?[ \t]*\](.*)',
    re.ASCII | re.DOTALL,
)
_ENTRY: Final = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9-]{0,63})[ \t]*=(.*)", re.ASCII | re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "b": "\b"}


@dataclass(slots=True)
class Remote:
    """A remote, in the order of the file."""

    name: str
    url: str | None = None
    """The first: the one that is fetched from."""
    is_chosen: bool = False
    """`gh repo set-default` chose it as the repository whose pull requests are meant."""


def remotes(text: str) -> list[Remote]:
    """The remotes of a config; what is no line of one is passed over."""
    found: dict[str, Remote] = {}
    current: Remote | None = None
    for line in _lines(text):
        section = _SECTION.fullmatch(line)
        if section is not None:
            current = _remote(section[1], section[2], found)
        entry = _ENTRY.fullmatch(section[3] if section else line)
        if entry is not None and current is not None:
            _take(current, entry[1].lower(), _value(entry[2]))
    return list(found.values())


def _remote(section: str, name: str | None, found: dict[str, Remote]) -> Remote | None:
    if section.lower() != "remote" or name is None:
        return None
    name = re.sub(r"\\(.)", r"\1", name, flags=re.DOTALL)
    return found.setdefault(name, Remote(name))


def _take(remote: Remote, key: str, value: str) -> None:
    if key == "url" and remote.url is None:
        remote.url = value
    elif key == "gh-resolved":
        remote.is_chosen = value == "base"


def _lines(text: str) -> Iterator[str]:
    """The lines, one that a backslash continues joined with the next."""
    begun = ""
    for part in text.split("\n"):
        line = begun + part.removesuffix("\r")
        backslashes = len(line) - len(line.rstrip("\\"))
        is_comment = line.lstrip().startswith(("#", ";"))
        begun = line[:-1] if backslashes % 2 and not is_comment else ""
        if not begun:
            yield line


def _value(raw: str) -> str:
    """A value without its quotes, escapes and comment."""
    kept: list[str] = []
    is_quoted = False
    characters = iter(raw.strip())
    for character in characters:
        if character == "\\":
            escaped = next(characters, "")
            kept.append(_ESCAPED.get(escaped, escaped))
        elif character == '"':
            is_quoted = not is_quoted
        elif character in "#;" and not is_quoted:
            break
        else:
            kept.append(character)
    return "".join(kept).strip()
