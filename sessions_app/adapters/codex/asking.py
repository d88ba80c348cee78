"""What a call asks of a person, in one line."""

import re
import shlex
from typing import Any, Final

import msgspec
from msgspec import Struct

from sessions_app.adapters.codex.turns import PATCH, QUESTION, Call
from sessions_app.domain.text import NAME_LIMIT, clean


class _Arguments(Struct):
    cmd: Any = None
    command: Any = None
    questions: Any = None
    input: Any = None
    patch: Any = None


_ARGUMENTS: Final = msgspec.json.Decoder(_Arguments)
_FILE: Final = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.MULTILINE)


def line_for(call: Call) -> str | None:
    """The line for a call, at most 200 characters; None when there is none to give."""
    if not isinstance(call.arguments, str):
        return None
    fields = _fields(call.arguments)
    if call.tool == QUESTION:
        return _question(fields.questions)
    if call.tool == PATCH:
        patches = (fields.input, fields.patch, call.arguments)
        return _edit(next(one for one in patches if isinstance(one, str)))
    command = _command(fields)
    if command.startswith(PATCH):
        # Codex takes a patch given to this name in a shell as one of its own.
        return _edit(command)
    return clean(f"Run: {command.splitlines()[0]}") if command else None


def _fields(arguments: str) -> _Arguments:
    try:
        return _ARGUMENTS.decode(arguments.encode())
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError):
        return _Arguments()


def _command(fields: _Arguments) -> str:
    given = fields.cmd if fields.cmd is not None else fields.command
    if isinstance(given, list):
        words = [word for word in given if isinstance(word, str)]
        # ["bash", "-lc", "npm test"]: the person is asked about what the shell runs.
        is_script = len(words) == 3 and words[1] in ("-c", "-lc")
        given = words[2] if is_script else shlex.join(words)
    return given.strip() if isinstance(given, str) else ""


def _edit(patch: str) -> str | None:
    files = _FILE.findall(patch)
    if not files:
        return None
    return _with_more(f"Edit: {files[0]}", len(files) - 1, "file")


def _question(listed: object) -> str | None:
    questions = [
        text
        for one in (listed if isinstance(listed, list) else [])
        if isinstance(one, dict) and isinstance(text := one.get("question"), str) and clean(text)
    ]
    return _with_more(questions[0], len(questions) - 1, "question") if questions else None


def _with_more(text: str, more: int, noun: str) -> str:
    tail = f" (and {more} more {noun}{'s' if more > 1 else ''})" if more else ""
    return clean(text, NAME_LIMIT - len(tail)) + tail
