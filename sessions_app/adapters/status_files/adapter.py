"""Sessions of any agent that writes a status file for each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET

from lookout.env import Environment
from sessions_app.adapter_api import Reading, SourceFacts, SourceUnavailable
from sessions_app.adapters.status_files import facts
from sessions_app.adapters.status_files.folder import SUFFIX, Look, StatusFolder
from sessions_app.adapters.status_files.record import Record
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import STALE_AFTER_MS, Session
from sessions_app.domain.text import last_part
from sessions_app.system.processes import Processes, system_processes

_HALF_WRITTEN_AGAIN_MS: Final = 50
_ENDED: Final = ("finished", "failed")


class StatusFiles:
    """The adapter of one folder."""

    def __init__(self, environment: Environment, processes: Processes | None = None) -> None:
        self._folder = StatusFolder(environment.status_dir)
        self._processes = processes or system_processes()
        self._shown = facts.shortened(environment.status_dir, environment.home)
        self._began: dict[str, _Began] = {}
        self.facts: SourceFacts = facts.facts_for(self._shown, environment)

    def read(self, now: EpochMs) -> Reading:
        """The sessions there are; raises SourceUnavailable when the folder cannot be read."""
        try:
            look = self._folder.read(now)
        except FileNotFoundError:
            self._began = {}
            return facts.not_set_up(self._shown)
        except OSError as problem:
            raise SourceUnavailable(*facts.unreadable(self._shown, problem)) from problem
        self._began = self._note_beginnings(look.records)
        return Reading(
            sessions=tuple(self._sessions(look, now)),
            detail=facts.detail(self._shown, look),
            advice=facts.advice(look),
            since_first_seen=self._first_seen(),
            files_read=len(look.records),
            skipped=look.skipped,
            folders=(self._folder.path,),
            again_in_ms=_HALF_WRITTEN_AGAIN_MS if look.half_written else None,
        )

    def _note_beginnings(self, records: Mapping[str, Record]) -> dict[str, "_Began"]:
        """When each status began, as far as it was seen.

        Where the file does not say, it began when it was first seen written. An agent that
        rewrites its file as it works does not move that time while the status stays the same;
        what was written before this start is not known, so the true time may be earlier.
        """
        beginnings: dict[str, _Began] = {}
        for name, record in records.items():
            began = self._began.get(name) or _Began(record, record.written_at, is_first=True)
            is_same = (began.by.status, began.by.reason) == (record.status, record.reason)
            at = min(began.at, record.written_at) if is_same else record.written_at
            beginnings[name] = _Began(record, at, is_first=is_same and began.is_first)
        return beginnings

    def _first_seen(self) -> frozenset[str]:
        return frozenset(
            _id(name)
            for name, began in self._began.items()
            if began.is_first and began.by.since is None
        )

    def _sessions(self, look: Look, now: EpochMs) -> list[Session]:
        return [
            _session(name, record, record.since or self._began[name].at)
            for name, record in look.records.items()
            if self._is_there(record, now)
        ]

    def _is_there(self, record: Record, now: EpochMs) -> bool:
        if record.status in _ENDED:
            # Its process may well have ended with it.
            return now - record.written_at < STALE_AFTER_MS
        return record.pid is None or self._processes.exists(record.pid)


@dataclass(frozen=True, slots=True)
class _Began:
    """When a status began, as far as it was seen."""

    by: Record
    """What said so last."""
    at: EpochMs
    is_first: bool
    """Whether it was already so when the file was first read."""


def _id(name: str) -> str:
    return f"{facts.SOURCE_ID}:{name.removesuffix(SUFFIX)}"


def _session(name: str, record: Record, since: EpochMs) -> Session:
    folder = last_part(record.cwd) if record.cwd else None
    lives = record.pid is not None and record.status not in _ENDED
    waits = record.status == "needs-you"
    return Session(
        id=_id(name),
        source=facts.SOURCE_ID,
        agent=record.agent or "Unnamed agent",
        surface=record.surface,
        name=record.name or folder or name.removesuffix(SUFFIX),
        cwd=record.cwd,
        project=folder,
        status=record.status,
        waiting_reason=(record.reason or "other") if waits else UNSET,
        status_since=since,
        last_write_at=record.written_at,
        pid=record.pid if lives and record.pid is not None else UNSET,
        alive=True if lives else UNSET,
    )
