"""A home with running Claude Code sessions in it, written as Claude Code 2.1.332 writes them."""

import json
import os
import random
import subprocess
import time
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Self

from sessions_app.adapters.claude_code.waiting import folder_name
from sessions_app.system.processes import LinuxProcesses, start_ticks
from tests.bench.transcripts import pending_transcript

Word = Literal["idle", "busy", "waiting"]
"""A session's status in Claude Code's own words."""

SHOWN_AS: Final = {"idle": "idle", "busy": "working", "waiting": "needs-you"}


class StandIns:
    """Processes that do nothing, for sessions to belong to.

    They read a pipe whose other end this process alone holds, so they end with it however it
    ends.
    """

    def __init__(self, count: int) -> None:
        reading, self._writing = os.pipe()
        self._processes = [
            subprocess.Popen(["cat"], stdin=reading, stdout=subprocess.DEVNULL)
            for _ in range(count)
        ]
        os.close(reading)
        self.pids = tuple(process.pid for process in self._processes)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._writing)
        for process in self._processes:
            process.wait(timeout=5)


class LiveSession:
    """One session file, rewritten in place as the program does it."""

    def __init__(self, folder: Path, fields: dict[str, Any], asks: str) -> None:
        self._path = str(folder / f"{fields['pid']}.json")
        self._fields = fields
        self._asks = asks
        self.id = f"claude-code:{fields['sessionId']}"
        self.flip(fields["status"])

    @property
    def word(self) -> Word:
        """The status it has."""
        word: Word = self._fields["status"]
        return word

    @property
    def shown(self) -> tuple[str, str | None]:
        """The status and the text of what it asks, as they should be shown."""
        return SHOWN_AS[self.word], self._asks if self.word == "waiting" else None

    @property
    def since(self) -> int:
        """When its status began, in milliseconds since 1970: another at every flip."""
        since: int = self._fields["statusUpdatedAt"]
        return since

    def flip(self, word: Word) -> int:
        """Writes another status; gives the monotonic nanosecond in which the write began."""
        now = max(self._fields.get("statusUpdatedAt", 0) + 1, time.time_ns() // 1_000_000)
        self._fields.pop("waitingFor", None)
        self._fields |= {"status": word, "updatedAt": now, "statusUpdatedAt": now}
        if word == "waiting":
            self._fields["waitingFor"] = "permission prompt"
        text = json.dumps(self._fields, separators=(",", ":"), ensure_ascii=False).encode()
        # As strace shows it: no truncation at first, one write of all, then cut to length.
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o644)
        try:
            began = time.monotonic_ns()
            os.write(descriptor, text)
            os.ftruncate(descriptor, len(text))
        finally:
            os.close(descriptor)
        return began


@dataclass(frozen=True, slots=True)
class Home:
    """A folder to give as HOME, and the sessions that run in it."""

    path: Path
    sessions: tuple[LiveSession, ...]

    @property
    def expected(self) -> dict[str, tuple[str, str | None]]:
        """What should be shown now: each session's status and what it asks, by its id."""
        return {one.id: one.shown for one in self.sessions}


def first_word(number: int) -> Word:
    """A mix for the start: one in ten waits, three in ten work."""
    return "waiting" if number % 10 == 3 else "busy" if number % 3 == 0 else "idle"


def other_word(word: Word, chance: random.Random) -> Word:
    """Another status than this one; now and then a wait."""
    if word == "waiting":
        return chance.choice(("busy", "idle"))
    if chance.random() < 0.25:
        return "waiting"
    return "idle" if word == "busy" else "busy"


def make_home(path: Path, pids: Iterable[int], words: Iterable[Word] | None = None) -> Home:
    """A new home at `path` with a session for each process, of the first mix or of `words`."""
    folder = path / ".claude" / "sessions"
    folder.mkdir(parents=True, mode=0o700)
    listed = tuple(pids)
    given = tuple(words) if words else tuple(first_word(number) for number in range(len(listed)))
    sessions = [
        _session(path, folder, number, pid, word)
        for number, (pid, word) in enumerate(zip(listed, given, strict=True))
    ]
    return Home(path, tuple(sessions))


def _session(home: Path, folder: Path, number: int, pid: int, word: Word) -> LiveSession:
    cwd = home / "work" / f"project-{number:03}"
    (cwd / ".git").mkdir(parents=True)
    (cwd / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    session_id = str(uuid.uuid5(uuid.NAMESPACE_URL, f"session:{number}"))
    command = f"npm test -- part-{number:03}"
    projects = home / ".claude" / "projects" / folder_name(str(cwd))
    projects.mkdir(parents=True)
    transcript = projects / f"{session_id}.jsonl"
    transcript.write_bytes(pending_transcript(session_id, str(cwd), command))
    began = time.time_ns() // 1_000_000 - 3_600_000 + number
    fields = {
        "pid": pid,
        "sessionId": session_id,
        "cwd": str(cwd),
        "startedAt": began,
        "procStart": start_ticks(pid),
        "version": "2.1.332",
        "peerProtocol": 1,
        "peerFeatures": ["notify_idle", "reply_across_default_dirs", "artifact_yield"],
        "kind": "interactive",
        "entrypoint": "cli",
        "pidDomain": LinuxProcesses().domain,
        "asksForConvertedSkills": None,
        "tmux": f"bench:@{number}.%{number}",
        "messagingSocketPath": f"/tmp/cc-socks/{pid}.sock",
        "name": f"project-{number:03}-{number % 256:02x}",
        "nameSource": "derived",
        "nameSince": began,
        "status": word,
        "updatedAt": began,
        "statusUpdatedAt": began,
    }
    return LiveSession(folder, fields, f"Run: {command}")
