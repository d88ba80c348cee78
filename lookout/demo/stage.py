"""Plays the demo: writes the files that real agents would write, in a temporary home."""

import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from typing import Any, Self
from uuid import uuid4

from lookout.demo.cast import FILE_PLAYERS, HEADS, PLAYERS, FilePlayer, Player, Scene
from sessions_app.adapters.claude_code.waiting import folder_name
from sessions_app.system.processes import system_processes
from sessions_app.system.programs import StandIn


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


class _Actor:
    """One session of Claude Code on the stage, with a process that stands in for it."""

    def __init__(self, home: str, player: Player) -> None:
        self._player = player
        self._home = home
        self._stand_in = StandIn()
        self._session_id = str(uuid4())
        self._cwd = os.path.join(home, "work", player.folder)
        self._scene = 0
        self._scene_began = _now_ms() - player.since_s * 1000
        self._next_at = _now_ms() + player.scenes[0].seconds * 1000
        processes = system_processes()
        pid = self._stand_in.pid
        self._fixed: dict[str, Any] = {
            "pid": pid,
            "sessionId": self._session_id,
            "cwd": self._cwd,
            "startedAt": _now_ms() - player.began_s * 1000,
            "procStart": processes.living(frozenset([pid])).get(pid),
            "pidDomain": processes.domain,
            "version": "2.1.332",
            "kind": "bg" if player.job else "interactive",
            "entrypoint": player.entrypoint,
            "name": player.name,
        }
        if player.job:
            self._fixed["jobId"] = self._session_id[:8]
            self._write_job(player.job)
        os.makedirs(self._cwd, exist_ok=True)
        self._write()

    def play(self) -> None:
        """Goes on to the next scene when its time has come."""
        now = _now_ms()
        scenes = self._player.scenes
        if now < self._next_at or len(scenes) == 1:
            return
        self._scene = (self._scene + 1) % len(scenes)
        self._scene_began = now
        self._next_at = now + scenes[self._scene].seconds * 1000
        self._write()

    def leave(self) -> None:
        """Ends its process."""
        self._stand_in.end()

    def _write(self) -> None:
        scene = self._player.scenes[self._scene]
        fields = dict(self._fixed)
        if scene.status is not None:
            fields |= {"status": scene.status, "statusUpdatedAt": self._scene_began}
        if scene.waiting_for is not None:
            fields["waitingFor"] = scene.waiting_for
            self._write_transcript(scene)
        path = os.path.join(self._home, ".claude", "sessions", f"{self._stand_in.pid}.json")
        _rewrite(path, fields)

    def _write_transcript(self, scene: Scene) -> None:
        block = {"type": "tool_use", "id": f"toolu_{uuid4().hex}", "name": scene.tool}
        message = {
            "id": f"msg_{uuid4().hex}",
            "role": "assistant",
            "content": [block | {"input": scene.input}],
        }
        folder = os.path.join(self._home, ".claude", "projects", folder_name(self._cwd))
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"{self._session_id}.jsonl"), "a", encoding="utf-8") as file:
            line = {"type": "assistant", "sessionId": self._session_id, "message": message}
            file.write(json.dumps(line) + "\n")

    def _write_job(self, job: Mapping[str, str]) -> None:
        folder = os.path.join(self._home, ".claude", "jobs", self._session_id[:8])
        os.makedirs(folder)
        ended = time.gmtime(self._scene_began / 1000)
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", ended)
        _rewrite(os.path.join(folder, "state.json"), {**job, "tempo": "idle", "lastTerminalAt": at})


def _rewrite(path: str, fields: Mapping[str, Any]) -> None:
    """As Claude Code does it: in place, one write, then cut to length."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(json.dumps(fields))
        file.truncate()


def _check_out(home: str, folder: str, head: str) -> None:
    """As much of a repository as is read of one."""
    path = os.path.join(home, "work", folder, ".git")
    os.makedirs(path)
    with open(os.path.join(path, "HEAD"), "w", encoding="utf-8") as file:
        file.write(f"{head}\n")


def _write_status_file(home: str, player: FilePlayer) -> None:
    path = os.path.join(home, ".agent-lookout", "sessions", player.file)
    since = _now_ms() - player.since_s * 1000
    cwd = os.path.join(home, "work", player.fields["name"])
    _rewrite(path, {**player.fields, "cwd": cwd, "since": since, "pid": os.getpid()})
    written = time.time() - player.written_s
    os.utime(path, (written, written))


class Stage:
    """The temporary home, its players, and the thread that moves them."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="agent-lookout-demo-")
        self.home = self._folder.name
        self._actors: list[_Actor] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._play, name="demo", daemon=True)

    def __enter__(self) -> Self:
        for folder in (".claude/sessions", ".claude/projects", ".agent-lookout/sessions"):
            os.makedirs(os.path.join(self.home, folder))
        for folder, head in HEADS.items():
            _check_out(self.home, folder, head)
        self._actors = [_Actor(self.home, player) for player in PLAYERS]
        for player in FILE_PLAYERS:
            _write_status_file(self.home, player)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        for actor in self._actors:
            actor.leave()
        self._folder.cleanup()

    def _play(self) -> None:
        while not self._over.wait(0.5):
            for actor in self._actors:
                try:
                    actor.play()
                except OSError as problem:
                    print(f"The demo has stopped: {problem}.", file=sys.stderr)  # noqa: T201
                    return
