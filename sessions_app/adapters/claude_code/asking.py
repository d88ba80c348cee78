"""What a pending tool asks of a person, in one line."""

import os
from typing import Any, Final, Literal

from sessions_app.adapters.claude_code.transcript import STARTS_SUBAGENT, PendingTool
from sessions_app.domain.text import clean

Ask = Literal["permission", "question"]

_FILE_TOOLS: Final = {
    "Edit": ("Edit", "file_path"),
    "MultiEdit": ("Edit", "file_path"),
    "NotebookEdit": ("Edit", "notebook_path"),
    "Write": ("Write", "file_path"),
    "Read": ("Read", "file_path"),
    "NotebookRead": ("Read", "notebook_path"),
}
_TEXT_TOOLS: Final = {"WebFetch": ("Fetch", "url"), "WebSearch": ("Search", "query")}


def kind_of(tool: PendingTool) -> Ask:
    """Whether a tool asks a question or for permission.

    2.1.197 says "permission prompt" of a question too, so the tool decides.
    """
    return "question" if tool.name == "AskUserQuestion" else "permission"


def line_for(tool: PendingTool, cwd: str | None) -> str | None:
    """The line for a tool, at most 200 characters; None when there is none to give.

    A tool that starts a subagent has none: it is not what is being asked about.
    """
    if tool.name in STARTS_SUBAGENT:
        return None
    if tool.name == "AskUserQuestion":
        return _question(tool.input)
    if tool.name == "ExitPlanMode":
        return "Approve the plan"
    return clean(_use(tool, cwd)) or None


def _use(tool: PendingTool, cwd: str | None) -> str:
    if tool.name == "Bash" and (command := _text(tool.input, "command")):
        # Not splitlines: to a shell the line goes on behind a form feed or U+2028.
        return "Run: " + command.strip().split("\n")[0]
    if tool.name in _FILE_TOOLS:
        verb, key = _FILE_TOOLS[tool.name]
        if path := _text(tool.input, key):
            return f"{verb}: {_relative(path, cwd)}"
    if tool.name in _TEXT_TOOLS:
        verb, key = _TEXT_TOOLS[tool.name]
        if text := _text(tool.input, key):
            return f"{verb}: {text}"
    return f"Use: {tool.name}"


def _text(fields: dict[str, Any], key: str) -> str | None:
    value = fields.get(key)
    return value if isinstance(value, str) and value.strip() else None


def _relative(path: str, cwd: str | None) -> str:
    inside = cwd is not None and os.path.normpath(path).startswith(cwd.rstrip("/") + "/")
    return os.path.relpath(path, cwd) if inside else path


def _question(fields: dict[str, Any]) -> str | None:
    listed = fields.get("questions")
    questions = [
        text
        for one in (listed if isinstance(listed, list) else [])
        if isinstance(one, dict) and clean(text := _text(one, "question") or "")
    ]
    if not questions:
        return None
    more = len(questions) - 1
    tail = f" (and {more} more question{'s' if more > 1 else ''})" if more else ""
    return clean(questions[0], 200 - len(tail)) + tail
