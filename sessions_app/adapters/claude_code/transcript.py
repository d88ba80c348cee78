"""The tool a waiting session has asked for, from the end of its transcript.

`<home>/projects/<folder>/<session id>.jsonl`, one JSON object a line, appended to. It is opened
only while its session waits, and of what is read only the pending tool is kept, until the wait
ends. Format: docs/formats/claude-code.md, from runs of 2.1.197 and 2.1.332.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
from msgspec import Struct

from sessions_app.domain.clock import EpochMs
from sessions_app.system.json_text import lines, time_or_none

TAIL: Final = 256 * 1024
"""Bytes read from the end: single lines reach 64 KB, and several follow the pending tool's."""

STARTS_SUBAGENT: Final = frozenset({"Task", "Agent"})

_NULL: Final = msgspec.Raw(b"null")


class _Block(Struct):
    type: Any = None
    id: Any = None
    name: Any = None
    input: Any = None
    tool_use_id: Any = None


class _Message(Struct):
    id: Any = None
    content: msgspec.Raw = _NULL


class _Line(Struct, rename="camel"):
    type: Any = None
    is_sidechain: Any = None
    is_meta: Any = None
    timestamp: Any = None
    message: msgspec.Raw = _NULL


_LINE: Final = msgspec.json.Decoder(_Line)
_MESSAGE: Final = msgspec.json.Decoder(_Message)
_BLOCK: Final = msgspec.json.Decoder(_Block)
_LIST: Final = msgspec.json.Decoder(list[msgspec.Raw])
_BROKEN: Final = (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError)


@dataclass(frozen=True, slots=True)
class PendingTool:
    """A tool the agent asked to use, and that has no answer yet."""

    name: str
    input: dict[str, Any]
    at: EpochMs | None = None
    """When it was asked for, by its line."""
    is_alone: bool = True
    """No other tool of the same reply is pending."""


@dataclass(slots=True)
class _Reply:
    """The agent's last reply: its tools that have no answer, in the order asked."""

    message_id: object = None
    at: EpochMs | None = None
    answered: set[str] = field(default_factory=set)
    tools: dict[str, PendingTool] = field(default_factory=dict)


def pending_tool(data: bytes, *, is_whole: bool, in_subagent: bool = False) -> PendingTool | None:
    """The first tool of the last reply that has no answer: the one that is being asked about.

    `data` is the end of a transcript; its first line is left out unless `is_whole`. A tool of an
    earlier reply is never meant, answered or not: the person has spoken since, or the agent was
    ended and started again. A subagent's lines count only in a subagent's own file.
    """
    reply = _Reply()
    rest = data if is_whole else data[data.find(b"\n") + 1 :]
    for line in lines(rest):
        try:
            _take(_LINE.decode(line), reply, in_subagent=in_subagent)
        except _BROKEN:
            continue  # a line cut short or foreign loses only itself
    first = next(iter(reply.tools.values()), None)
    return replace(first, is_alone=len(reply.tools) == 1) if first else None


def _take(line: _Line, reply: _Reply, *, in_subagent: bool) -> None:
    # api-request-blob lines hold copies of whole replies: the line's own type decides.
    if line.type not in ("assistant", "user"):
        return
    if (line.is_sidechain is True) != in_subagent:
        return
    message = _MESSAGE.decode(line.message)
    at = time_or_none(line.timestamp)
    # 2.1.197 can write a prompt behind the reply to it, when both come in one batch.
    is_earlier = at is not None and reply.at is not None and at < reply.at
    if line.type == "assistant":
        if message.id != reply.message_id and not is_earlier:
            reply.message_id, reply.at, reply.tools = message.id, at, {}
        if message.id == reply.message_id:
            reply.tools.update(_asked(_blocks(message.content), at, reply.answered))
        return
    blocks = _blocks(message.content)
    for block in blocks:
        if block.type == "tool_result" and isinstance(block.tool_use_id, str):
            reply.answered.add(block.tool_use_id)
            reply.tools.pop(block.tool_use_id, None)
    if _is_said(message, blocks) and line.is_meta is not True and not is_earlier:
        reply.tools = {}  # the person spoke, or broke off: nothing asked before is still open


def _is_said(message: _Message, blocks: list[_Block]) -> bool:
    """Whether it is what a person said, and no answer of a tool."""
    kinds = [block.type for block in blocks]
    is_text = bytes(message.content).startswith(b'"')
    return is_text or ("tool_result" not in kinds and ("text" in kinds or "image" in kinds))


def _blocks(content: msgspec.Raw) -> list[_Block]:
    if not bytes(content).startswith(b"["):
        return []  # plain text
    blocks: list[_Block] = []
    for raw in _LIST.decode(content):
        try:
            blocks.append(_BLOCK.decode(raw))
        except _BROKEN:
            continue
    return blocks


def _asked(blocks: list[_Block], at: EpochMs | None, answered: set[str]) -> dict[str, PendingTool]:
    return {
        block.id: PendingTool(block.name, block.input if isinstance(block.input, dict) else {}, at)
        for block in blocks
        if block.type == "tool_use"
        and isinstance(block.id, str)
        and isinstance(block.name, str)
        and block.id not in answered
    }
