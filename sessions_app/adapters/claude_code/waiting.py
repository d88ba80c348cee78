"""Finds and follows the transcripts of the sessions that wait, and of no others."""

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sessions_app.adapters.claude_code.asking import Ask, kind_of, line_for
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
ANSWERED_WITHIN_MS: Final = 300
"""So late the answer to one of two tools can be written, when the other is already asked about."""
ASKED_WITHIN_MS: Final = 2_000
"""A tool that is asked about was asked for this long, at most, before or after the wait began."""
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


@dataclass(frozen=True, slots=True)
class Asked:
    """What was found of what a session asks. Nothing else of a transcript is kept."""

    kind: Ask | None = None
    line: str | None = None
    may_come: bool = False
    """The wait is so young that more may be written in a moment."""


@dataclass(frozen=True, slots=True)
class _Stamped:
    path: str
    stamp: FileStamp


@dataclass(slots=True)
class _Wait:
    since: EpochMs | None
    path: str | None = None
    searched_at: EpochMs | None = None
    files: tuple[_Stamped, ...] = ()
    kind: Ask | None = None
    line: str | None = None
    settled: bool = False


class Waiting:
    """The transcripts of waiting sessions. What was read of one goes with its wait."""

    def __init__(self, projects: str) -> None:
        self.projects = projects
        self._waits: dict[str, _Wait] = {}

    def forget_others(self, waiting: frozenset[str]) -> None:
        """Drops what is known of every session but these."""
        self._waits = {one: wait for one, wait in self._waits.items() if one in waiting}

    def ask(self, session_id: str, cwd: str | None, since: EpochMs | None, now: EpochMs) -> Asked:
        """What a waiting session asks, as far as its transcript says."""
        if not _SESSION_ID.fullmatch(session_id):
            return Asked()
        wait = self._waits.get(session_id)
        if wait is None or wait.since != since:
            wait = self._waits[session_id] = _Wait(since)
        if wait.path is None:
            wait.path = self._find(wait, session_id, cwd, now)
        age = None if since is None else abs(now - since)
        if wait.path is not None:
            is_new = age is not None and age < ANSWERED_WITHIN_MS
            _follow(wait, wait.path, cwd, now, is_new=is_new)
        return Asked(wait.kind, wait.line, age is not None and age < LATE_BY_MS)

    def _find(self, wait: _Wait, session_id: str, cwd: str | None, now: EpochMs) -> str | None:
        name = f"{session_id}.jsonl"
        if cwd is not None and _is_file(path := self._path(folder_name(cwd), name)):
            return path
        if wait.searched_at is not None and 0 <= now - wait.searched_at < SEARCH_EVERY_MS:
            return None
        wait.searched_at = now
        return self._search(name)

    def _path(self, folder: str, name: str) -> str:
        return os.path.join(self.projects, folder, name)

    def _search(self, name: str) -> str | None:
        """In each folder, by name: it may have begun in another. The file written last counts."""
        try:
            folders = os.listdir(self.projects)
        except OSError:
            return None
        paths = (self._path(folder, name) for folder in folders)
        found = [(stamped.stamp.mtime_ns, path) for path in paths if (stamped := _stamped(path))]
        return max(found)[1] if found else None


def _is_file(path: str) -> bool:
    return _stamped(path) is not None


def _stamped(path: str) -> _Stamped | None:
    """An ordinary file with its stamp; None for anything else, which is never opened."""
    try:
        status = os.stat(path, follow_symlinks=False)
    except (OSError, ValueError):
        return None
    return _Stamped(path, FileStamp.of(status)) if stat.S_ISREG(status.st_mode) else None


def _follow(wait: _Wait, path: str, cwd: str | None, now: EpochMs, *, is_new: bool) -> None:
    own = _stamped(path)
    if own is None:
        # Gone, or no file any more: what it said is forgotten, and it is looked for again.
        wait.path, wait.files, wait.kind, wait.line, wait.settled = None, (), None, None, False
        return
    files = (own, *_newest_subagents(path))
    if wait.settled and files == wait.files:
        return
    tool = _asked_about(files, wait.since)
    is_sure = tool is None or tool.is_alone or not is_new
    wait.files = files
    wait.settled = is_sure and all(one.stamp.is_settled(now * 1_000_000) for one in files)
    wait.kind = kind_of(tool) if tool and is_sure else None
    wait.line = line_for(tool, cwd) if tool and is_sure else None


def _newest_subagents(path: str) -> list[_Stamped]:
    """The subagents' own files, which lie beside the transcript, those written last first."""
    folder_path = path.removesuffix(".jsonl") + "/subagents"
    try:
        with Folder(folder_path) as folder:
            found = list(_in_folder(folder, folder_path))
    except OSError:
        return []
    found.sort(key=lambda one: (-one.stamp.mtime_ns, one.path))
    return found[:MOST_SUBAGENTS]


def _in_folder(folder: Folder, path: str) -> Iterator[_Stamped]:
    for name in folder.names():
        status = folder.stat(name) if name.endswith(".jsonl") else None
        if status is not None and stat.S_ISREG(status.st_mode):
            yield _Stamped(f"{path}/{name}", FileStamp.of(status))


def _asked_about(files: tuple[_Stamped, ...], since: EpochMs | None) -> PendingTool | None:
    """The one tool that is pending, in the session's own file or in a subagent's.

    With several, some run and one is asked about: the one asked for as the wait began, if that is
    true of one alone. Otherwise nothing says which.
    """
    own, *subagents = files
    tool = _pending_in(own.path)
    oldest = 0 if since is None else (since - SUBAGENT_BEFORE_MS) * 1_000_000
    recent = [one.path for one in subagents if one.stamp.mtime_ns >= oldest]
    found = [sub for one in recent if (sub := _pending_in(one, in_subagent=True)) is not None]
    if tool is not None and tool.name not in STARTS_SUBAGENT:
        found.insert(0, tool)
    if not found:
        return tool
    near = found if len(found) == 1 else [one for one in found if _began_with(one, since)]
    return near[0] if len(near) == 1 else None


def _began_with(tool: PendingTool, since: EpochMs | None) -> bool:
    return tool.at is not None and since is not None and abs(tool.at - since) <= ASKED_WITHIN_MS


def _pending_in(path: str, *, in_subagent: bool = False) -> PendingTool | None:
    try:
        file = read_file(path, TAIL, tail=True)
    except Refused:
        return None
    return pending_tool(file.data, is_whole=file.offset == 0, in_subagent=in_subagent)
