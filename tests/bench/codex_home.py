"""A home with Codex's rollouts by the thousand, a few of which programs have open."""

import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from tests.bench.patience import Unmeasurable
from tests.bench.server import ROOT

DAYS: Final = 30
LIVE_DAYS: Final = (0, 10, 29)
"""How many days ago the live threads began: one written on later stays in its old folder."""
SIZE: Final = 1_000_000
LAST: Final = 70_000
"""Bytes of real lines at the end of a rollout: more than its reader first looks at."""
INSTRUCTIONS: Final = 20_751
"""Characters that the first line of a rollout holds of instructions."""

_CAPTURED: Final = ROOT / "tests" / "fixtures" / "codex" / "0.171.0" / "states" / "idle_after_turn"
_THREAD: Final = "01a22cb4-17a5-75a0-8759-d4ce3f07b1cc"
_HOLD: Final = """
import fcntl, sys
files = [open(path, "a") for path in sys.argv[1:]]
for file in files:
    fcntl.flock(file, fcntl.LOCK_EX)
print("ready", flush=True)
sys.stdin.read()
"""


class LiveThread:
    """A rollout whose turns start and end, written as Codex does it: appended, and kept open."""

    def __init__(self, path: Path, thread: str) -> None:
        self.path = path
        self.thread = thread
        self.id = f"codex:{thread}"
        self.since = 0
        self.is_working = False
        self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)

    def close(self) -> None:
        """Lets go of the file."""
        os.close(self._descriptor)

    def flip(self) -> int:
        """Starts a turn or ends it; gives the monotonic nanosecond in which the write began."""
        self.since = max(self.since + 1, time.time_ns() // 1_000_000)
        if not self.is_working:
            self._turn = str(uuid.uuid4())
        self.is_working = not self.is_working
        payload = {
            "type": "task_started" if self.is_working else "task_complete",
            "turn_id": self._turn,
            "root_turn_id": self._turn,
            "started_at": self.since // 1000,
        }
        data = _line({"timestamp": _stamp(self.since), "type": "event_msg", "payload": payload})
        began = time.monotonic_ns()
        os.write(self._descriptor, data)
        return began


@dataclass(slots=True)
class CodexHome:
    """A folder to give as HOME; the locks of its live threads are held until it is left."""

    path: Path
    live: tuple[LiveThread, ...]
    holder: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.holder.communicate()
        for one in self.live:
            one.close()

    @property
    def folder(self) -> Path:
        """Codex's own home in it."""
        return self.path / ".codex"

    @property
    def expected(self) -> dict[str, tuple[str, str | None]]:
        """What should be shown of the live threads now."""
        return {one.id: ("working" if one.is_working else "idle", None) for one in self.live}

    def files_in(self, record: Sequence[str]) -> list[str]:
        """Of what was opened, the files in Codex's home."""
        return [one for one in record if one.startswith(f"{self.folder}/") and os.path.isfile(one)]

    def may_be_opened(self, since: float) -> set[str]:
        """The files that the rules let be opened: written since, or of a live thread."""
        paths = (self.folder / "sessions").rglob("*.jsonl")
        written = {str(path) for path in paths if path.stat().st_mtime > since}
        names = str(self.folder / "session_index.jsonl")
        return written | {str(one.path) for one in self.live} | {names}


def make_codex_home(path: Path, count: int, *, days: int = DAYS) -> CodexHome:
    """A new home with so many rollouts, begun over so many days, with the live ones among them."""
    lines = _captured()
    locks = path / ".codex" / "thread-writer-locks"
    locks.mkdir(parents=True)
    now = datetime.now().astimezone()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    live: list[LiveThread] = []
    wanted = [min(ago, days - 1) for ago in LIVE_DAYS]
    for number in range(count):
        ago = number % days
        # Those of today began evenly over what there has been of it; the same hours on other days.
        began = midnight + (now - midnight) * ((number + 1) / (count + 1)) - timedelta(days=ago)
        thread = _thread(began, number)
        name = f"rollout-{began:%Y-%m-%dT%H-%M-%S}-{thread}.jsonl"
        rollout = path / ".codex" / "sessions" / f"{began:%Y/%m/%d}" / name
        rollout.parent.mkdir(parents=True, exist_ok=True)
        _write(rollout, *_made_of(lines, thread, began))
        if ago in wanted:
            wanted.remove(ago)
            live.append(LiveThread(rollout, thread))
        else:
            os.utime(rollout, (began.timestamp(), began.timestamp()))
    _write_names(path / ".codex" / "session_index.jsonl", path)
    holder = _hold([str(locks / f"{one.thread}.lock") for one in live])
    return CodexHome(path, tuple(live), holder)


def _captured() -> list[bytes]:
    [path] = _CAPTURED.rglob("rollout-*.jsonl")
    first, *rest = path.read_bytes().splitlines(keepends=True)
    fields = json.loads(first)
    fields["payload"]["base_instructions"]["text"] = "x" * INSTRUCTIONS
    return [_line(fields), *rest]


def _made_of(lines: Sequence[bytes], thread: str, at: datetime) -> tuple[bytes, bytes]:
    """The first lines of a rollout, and a thread's last ones."""
    begin = _stamp(round(at.timestamp() * 1000)).encode()
    first, *turn = (_dated(one, begin).replace(_THREAD.encode(), thread.encode()) for one in lines)
    whole = b"".join(turn)
    return first + whole, whole * (LAST // len(whole) + 1)


def _dated(line: bytes, stamp: bytes) -> bytes:
    start = len(b'{"timestamp":"')
    return line[:start] + stamp + line[start + len(stamp) :]


def _write(path: Path, first: bytes, last: bytes) -> None:
    """These at both ends, and nothing on disk between them."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, first)
        os.pwrite(descriptor, b"\n" + last, SIZE - len(last) - 1)
    finally:
        os.close(descriptor)


def _write_names(path: Path, home: Path) -> None:
    threads = [one.stem[-36:] for one in (home / ".codex" / "sessions").rglob("*.jsonl")]
    named = (
        {"id": thread, "thread_name": f"Thread {number}", "updated_at": "2026-11-30T13:45:30Z"}
        for number, thread in enumerate(threads)
    )
    path.write_bytes(b"".join(map(_line, named)))


def _thread(at: datetime, number: int) -> str:
    """A UUID of version 7, which begins with the moment it was made."""
    bits = round(at.timestamp() * 1000) << 80 | 7 << 76 | 2 << 62 | number
    return str(uuid.UUID(int=bits))


def _hold(paths: Sequence[str]) -> "subprocess.Popen[bytes]":
    """A process that holds a lock on each file, as the daemon does, until its input ends."""
    command = [sys.executable, "-S", "-c", _HOLD, *paths]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout is not None
    if holder.stdout.readline() != b"ready\n":
        raise Unmeasurable("The locks could not be held.")
    return holder


def _stamp(at: int) -> str:
    text = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def _line(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"
