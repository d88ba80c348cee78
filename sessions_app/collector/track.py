"""What is known of one source over time: the last good reading, and a fault while it lasts."""

import logging
from dataclasses import dataclass, replace
from typing import Final

from msgspec import UNSET

from sessions_app.adapter_api import Adapter, Reading, SourceUnavailable
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.source import Measured, SkippedFile, Source, SourceState
from sessions_app.domain.text import clean

KEPT_MS: Final = 60_000
"""How long a source that fails goes on showing what was last read of it."""
STUCK_MS: Final = 10_000
"""A read under way for longer than this is a fault, said while it lasts."""

_log = logging.getLogger("lookout.sources")


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a source is not being read."""

    state: SourceState
    sentence: str
    advice: str | None
    since: EpochMs


class Track:
    """One source's readings; used by one thread at a time, under the collector's lock."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter
        self.facts = adapter.facts
        self.reading: Reading | None = None
        self.read_at: EpochMs | None = None
        self.fault: Fault | None = None
        self.began_at: EpochMs | None = None
        self.reads = 0
        self.programs_run = 0

    def begin(self, now: EpochMs) -> None:
        """A read begins."""
        self.began_at = now

    def succeed(self, reading: Reading, now: EpochMs) -> None:
        """A read gave a reading."""
        if self.fault is not None:
            _log.warning("%s is read again.", self.facts.label)
        self.reading, self.read_at, self.fault, self.began_at = reading, now, None, None
        self.reads += 1

    def fail(self, problem: Exception, now: EpochMs) -> None:
        """A read failed. A fault is logged when it begins, not each time it is met."""
        self.began_at = None
        if isinstance(problem, SourceUnavailable):
            fault = Fault("unavailable", problem.sentence, problem.advice, now)
        else:
            sentence = f"Reading {self.facts.label} failed inside its adapter."
            advice = "The log of Agent Lookout says where; please report it."
            fault = Fault("error", sentence, advice, now)
        self._keep(fault, problem)

    def _keep(self, fault: Fault, problem: Exception | None) -> None:
        before = self.fault
        if before is None or before.state != fault.state:
            is_bug = fault.state == "error" and problem is not None
            _log.warning("%s", fault.sentence, exc_info=problem if is_bug else None)
        # What is said of it may change while it lasts; since when it lasts does not.
        self.fault = fault if before is None else replace(fault, since=before.since)

    def look_at_clock(self, now: EpochMs) -> None:
        """Says of a read that has been under way for too long that it is stuck."""
        if self.began_at is not None and now - self.began_at >= STUCK_MS:
            sentence = f"Reading {self.facts.label} has taken more than 10 seconds."
            advice = "A disk or a network drive that holds its files may not answer."
            self._keep(Fault("unavailable", sentence, advice, self.began_at), None)

    def sessions(self, now: EpochMs) -> tuple[Session, ...]:
        """The sessions to show: of the last good reading, while that is worth anything."""
        if self.reading is None or self._is_given_up(now):
            return ()
        return self.reading.sessions

    def _is_given_up(self, now: EpochMs) -> bool:
        return self.fault is not None and now - self.fault.since >= KEPT_MS

    def source(self, now: EpochMs) -> Source:
        """How the source is being read."""
        state, detail, advice = self._condition(now)
        basis = self.reading.basis if self.reading else None
        return Source(
            id=self.facts.source_id,
            label=self.facts.label,
            state=state,
            detail=detail,
            advice=advice or UNSET,
            watching=self.facts.watching,
            basis=basis or UNSET,
            capabilities=self.facts.capabilities,
            checked_at=self.read_at,
            measured=self._measured(),
        )

    def _measured(self) -> Measured:
        reading = self.reading
        if reading is None or reading.files_read is None:
            return Measured(reads=self.reads, programs_run=self.programs_run)
        first = next(iter(reading.skipped), None)
        return Measured(
            reads=self.reads,
            files_read=reading.files_read,
            files_skipped=len(reading.skipped),
            first_skipped=SkippedFile(clean(first.name, 80), first.reason) if first else UNSET,
            programs_run=self.programs_run,
        )

    def _condition(self, now: EpochMs) -> tuple[SourceState, str, str | None]:
        if self.fault is None:
            if self.reading is None:
                return "searching", f"Looking for {self.facts.label} sessions.", None
            return self.reading.state, self.reading.detail, self.reading.advice
        if self.reading is None or not self.reading.sessions:
            return self.fault.state, self.fault.sentence, self.fault.advice
        if self._is_given_up(now):
            sentence = f"{self.fault.sentence} Its sessions are no longer shown."
            return "error", sentence, self.fault.advice
        old = "Its sessions are shown as they were last read."
        return self.fault.state, f"{self.fault.sentence} {old}", self.fault.advice
