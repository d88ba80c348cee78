"""Transcripts: of a session that has a tool pending, and old ones by the thousand."""

import datetime
import json
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FOLDERS: Final = 200
CLAUDE_BYTES: Final = 2_000_000_000
CODEX_BYTES: Final = 1_000_000_000
CODEX_DAYS: Final = 100


def _lines(entries: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in entries)


def _turn(session_id: str, cwd: str, number: int) -> list[dict[str, Any]]:
    common = {"isSidechain": False, "sessionId": session_id, "cwd": cwd, "version": "2.1.332"}
    content = [{"type": "text", "text": f"Looking at part {number}. " * 12}]
    return [
        {**common, "type": "user", "message": {"role": "user", "content": f"Do {number}"}},
        {
            **common,
            "type": "assistant",
            "message": {"id": f"msg_{number:04}", "role": "assistant", "content": content},
        },
    ]


def pending_transcript(session_id: str, cwd: str, command: str, turns: int = 40) -> bytes:
    """A conversation whose last tool, a command, has no answer yet."""
    entries = [line for number in range(turns) for line in _turn(session_id, cwd, number)]
    tool = {
        "type": "tool_use",
        "id": "toolu_bench",
        "name": "Bash",
        "input": {"command": command, "description": "Run the tests"},
    }
    message = {"id": "msg_last", "role": "assistant", "content": [tool]}
    entries += [
        {"type": "assistant", "isSidechain": False, "sessionId": session_id, "message": message},
        {"type": "mode", "mode": "normal", "sessionId": session_id},
        {"type": "permission-mode", "permissionMode": "default", "sessionId": session_id},
    ]
    return _lines(entries)


def make_crowd(home: Path, transcripts: int, rollouts: int) -> None:
    """Old conversations of both agents; large, but hardly any of it on the disk."""
    size = CLAUDE_BYTES // 5_000
    for number in range(transcripts):
        folder = home / ".claude" / "projects" / f"-home-dev-old-{number % FOLDERS:03}"
        folder.mkdir(parents=True, exist_ok=True)
        session_id = str(uuid.uuid5(uuid.NAMESPACE_URL, f"old:{number}"))
        text = _lines(_turn(session_id, "/home/dev/old", 1))
        _write_sparse(folder / f"{session_id}.jsonl", text, size)
    for path, thread in _rollouts(home / ".codex" / "sessions", rollouts):
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_sparse(path, _lines(_rollout(thread)), CODEX_BYTES // 1_000)


def _rollouts(folder: Path, count: int) -> Iterator[tuple[Path, str]]:
    today = datetime.datetime.now().astimezone().replace(hour=9, minute=0, second=0)
    for number in range(count):
        began = today - datetime.timedelta(days=1 + number % CODEX_DAYS, minutes=number)
        thread = str(uuid.uuid5(uuid.NAMESPACE_URL, f"thread:{number}"))
        name = f"rollout-{began:%Y-%m-%dT%H-%M-%S}-{thread}.jsonl"
        yield folder / f"{began:%Y/%m/%d}" / name, thread


def _rollout(thread: str) -> list[dict[str, Any]]:
    meta = {"id": thread, "session_id": thread, "cwd": "/home/dev/old", "originator": "codex-tui"}
    done = {"type": "task_complete", "turn_id": "t1", "last_agent_message": "Done."}
    stamp = "2026-01-01T09:00:00.000Z"
    return [
        {"timestamp": stamp, "type": "session_meta", "payload": meta},
        {"timestamp": stamp, "type": "event_msg", "payload": done},
    ]


def _write_sparse(path: Path, text: bytes, size: int) -> None:
    """The text at both ends, and nothing on disk between them."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, text)
        os.pwrite(descriptor, b"\n" + text, size - len(text) - 1)
    finally:
        os.close(descriptor)
    old = path.stat().st_mtime - 3 * 86_400
    os.utime(path, (old, old))
