"""Finds and follows the transcripts of the sessions that wait, and of no others."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sessions_app.adapters.claude_code.transcript import (
    STARTS_SUBAGENT,
    TAIL,
    PendingTool,
    pending_tool,
)
from sessions_app.domain.clock import EpochMs
from sessions_app.system.files import FileStamp, Folder, Refused, read_file

SEARCH_EVERY_MS: Final = 10_000
LATE_BY_MS: Final = 1_000
"""A tool's line comes up to 230 ms after the session file says it waits (2.1.332 batches)."""
MOST_SUBAGENTS: Final = 32
SUBAGENT_BEFORE_MS: Final = 120_000
"""A subagent's file last written longer than this before the wait is one of an earlier turn."""

_SESSION_ID: Final = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE
)
_OTHER: Final = re.compile(r"[^A-Za-z0-9]")


def folder_name(cwd: str) -> str:
    """The name Claude Code gives the folder of a working folder's transcripts.

    Every UTF-16 unit that is no ASCII letter or digit becomes a dash; past 200 of them the name
    is cut and a hash of the path follows.
    """
    units = "".join(c if ord(c) < 0x10000 else "--" for c in cwd)
    name = _OTHER.sub("-", units)
    return name if len(name) <= 200 else f"{name[:200]}-{_base36(abs(_java_hash(cwd)))}"


def _java_hash(text: str) -> int:
    units = text.encode("utf-16-le", "surrogatepass")
    value = 0
    for at in range(0, len(units), 2):
        value = (value * 31 + units[at] + (units[at + 1] << 8)) & 0xFFFFFFFF
    return value - (1 << 32) if value & 0x80000000 else value


def _base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = digits[digit] + text
        if not number:
            return text


@dataclass(slots=True)
class _Wait:
    since: EpochMs | None
    path: str | None = None
    searched_at: EpochMs | None = None
    stamps: tuple[tuple[str, FileStamp], ...] = ()
    tool: PendingTool | None = None
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What was found of what a session asks."""

    tool: PendingTool | None
    may_come: bool
    """The wait is so young that its line may not be written yet."""


class Waiting:
    """The transcripts of waiting sessions. What was read of one goes with its wait."""

    def __init__(self, projects: str) -> None:
        self.projects = projects
        self._waits: dict[str, _Wait] = {}

    def forget_others(self, waiting: frozenset[str]) -> None:
        """Drops what is known of every session but these."""
        self._waits = {one: wait for one, wait in self._waits.items() if one in waiting}

    def ask(self, session_id: str, cwd: str | None, since: EpochMs | None, now: EpochMs) -> Asked:
        """The tool a waiting session asks about, as far as its transcript says."""
        if not _SESSION_ID.fullmatch(session_id):
            return Asked(None, may_come=False)
        wait = self._waits.get(session_id)
        if wait is None or wait.since != since:
            path = wait.path if wait else None
            wait = self._waits[session_id] = _Wait(since, path)
        self._find(wait, session_id, cwd, now)
        if wait.path is not None:
            self._follow(wait, wait.path, now)
        return Asked(wait.tool, may_come=since is not None and now - since < LATE_BY_MS)

    def _find(self, wait: _Wait, session_id: str, cwd: str | None, now: EpochMs) -> None:
        if wait.path is not None:
            return
        name = f"{session_id}.jsonl"
        if cwd is not None and os.path.lexists(path := self._path(folder_name(cwd), name)):
            wait.path = path
        elif wait.searched_at is None or now - wait.searched_at >= SEARCH_EVERY_MS:
            wait.searched_at = now
            wait.path = self._search(name)

    def _path(self, folder: str, name: str) -> str:
        return os.path.join(self.projects, folder, name)

    def _search(self, name: str) -> str | None:
        """In each folder, by name: the session may have begun in another folder."""
        try:
            folders = sorted(os.listdir(self.projects))
        except OSError:
            return None
        paths = (self._path(folder, name) for folder in folders)
        return next((path for path in paths if os.path.lexists(path)), None)

    def _follow(self, wait: _Wait, path: str, now: EpochMs) -> None:
        stamps = tuple(_stamps(path))
        if wait.settled and stamps == wait.stamps:
            return
        wait.stamps = stamps
        wait.settled = all(stamp.is_settled(now * 1_000_000) for _, stamp in stamps)
        tool = _pending_in(path)
        if tool is None or tool.name in STARTS_SUBAGENT:
            tool = _pending_in_subagents(stamps[1:], wait.since) or tool
        wait.tool = tool


def _subagents(path: str) -> str:
    return path.removesuffix(".jsonl") + "/subagents"


def _stamps(path: str) -> Iterator[tuple[str, FileStamp]]:
    """Of the transcript, and of its newest subagents' files, which lie beside it."""
    try:
        yield path, FileStamp.of(os.stat(path, follow_symlinks=False))
        with Folder(_subagents(path)) as folder:
            found = [
                (f"{_subagents(path)}/{name}", FileStamp.of(status))
                for name in folder.names()
                if name.endswith(".jsonl") and (status := folder.stat(name)) is not None
            ]
    except OSError:
        return
    found.sort(key=lambda one: (-one[1].mtime_ns, one[0]))
    yield from found[:MOST_SUBAGENTS]


def _pending_in(path: str, *, in_subagent: bool = False) -> PendingTool | None:
    try:
        file = read_file(path, TAIL, tail=True)
    except Refused:
        return None
    return pending_tool(file.data, is_whole=file.offset == 0, in_subagent=in_subagent)


def _pending_in_subagents(
    files: tuple[tuple[str, FileStamp], ...], since: EpochMs | None
) -> PendingTool | None:
    """The one tool a subagent has pending; with several, nothing says which is asked about."""
    oldest = 0 if since is None else (since - SUBAGENT_BEFORE_MS) * 1_000_000
    recent = [path for path, stamp in files if stamp.mtime_ns >= oldest]
    found = [tool for one in recent if (tool := _pending_in(one, in_subagent=True)) is not None]
    return found[0] if len(found) == 1 else None
