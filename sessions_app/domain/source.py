"""A source of sessions: how it is being read, and what its agent can report."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from sessions_app.domain.clock import EpochMs

SourceState = Literal["ok", "searching", "unavailable", "not-set-up", "error"]


class Capability(Struct, frozen=True, rename="camel"):
    """Whether an agent can report one thing; "partly" and "no" say why."""

    level: Literal["yes", "partly", "no"]
    reason: str | UnsetType = UNSET


def yes() -> Capability:
    """It can be told."""
    return Capability("yes")


def partly(reason: str) -> Capability:
    """It can be told in some cases, as the reason says."""
    return Capability("partly", reason)


def no(reason: str) -> Capability:
    """It cannot be told, for the reason given."""
    return Capability("no", reason)


class Capabilities(Struct, frozen=True, rename="camel", kw_only=True):
    """What an agent can report and what can be done with its sessions; every one is stated."""

    needs_you: Capability
    waiting_reason: Capability
    waiting_text: Capability
    finished: Capability
    failed: Capability
    quiet_for: Capability
    jump: Capability
    stop: Capability


class Watched(Struct, frozen=True, rename="camel"):
    """One thing a source reads or runs, and how often."""

    label: str
    value: str


class SkippedFile(Struct, frozen=True, rename="camel"):
    """A file that a source passed over, and why."""

    name: str
    reason: str


class Measured(Struct, frozen=True, rename="camel", kw_only=True):
    """What was counted of a source: what was done, not what was meant to be."""

    reads: int = 0
    """How often it was read since the start."""
    files_read: int | UnsetType = UNSET
    """How many of its session files the last reading is made of, where it has such files."""
    files_skipped: int | UnsetType = UNSET
    first_skipped: SkippedFile | UnsetType = UNSET
    programs_run: int = 0
    """How many programs were started for it since the start."""


class Source(Struct, frozen=True, rename="camel", kw_only=True):
    """How one source is being read; fields in the order of `GET /api/sessions`."""

    id: str
    label: str
    state: SourceState
    detail: str
    """One plain sentence: how it is being read, or what went wrong."""
    advice: str | UnsetType = UNSET
    """One plain sentence: what a person can do about it."""
    watching: tuple[Watched, ...] = ()
    basis: str | UnsetType = UNSET
    """Which way the sessions were read, for a source that has more than one."""
    capabilities: Capabilities
    checked_at: EpochMs | None = None
    measured: Measured = Measured()
