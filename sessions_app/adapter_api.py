"""The interface of an adapter: what one agent's reader gives the rest of the product.

An adapter is registered by an entry point of the group `agent_lookout.adapters`, whose value is
a function `configured(environment) -> Iterable[Adapter]`; docs/ADAPTERS.md walks through one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

from lookout.env import Environment
from sessions_app.domain.acts import Resume, StopHow
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.source import Capabilities, SourceState, Watched
from sessions_app.system.records import Skipped

ENTRY_POINT_GROUP: Final = "agent_lookout.adapters"


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What is always true of a source."""

    source_id: str
    label: str
    capabilities: Capabilities
    watching: tuple[Watched, ...] = ()
    """What it reads and runs, and how often."""
    interval_ms: int = 2_000
    """How often it is read when nothing says that something changed."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one read of a source found."""

    sessions: tuple[Session, ...] = ()
    state: SourceState = "ok"
    detail: str = ""
    """One plain sentence: how it is being read."""
    advice: str | None = None
    basis: str | None = None
    since_first_seen: frozenset[str] = frozenset()
    """Ids of sessions whose `status_since` is a guess: they were what they are when first read,
    and their agent does not say since when. What is remembered of them may know better."""
    files_read: int | None = None
    """How many session files it is made of, for a source that has such files."""
    skipped: tuple[Skipped, ...] = ()
    """Session files that were passed over."""
    folders: tuple[str, ...] = ()
    """Folders whose changes should lead to a read at once."""
    growing: tuple[str, ...] = ()
    """Those of them whose files are added to by programs that keep them open."""
    again_in_ms: int | None = None
    """Read again after this long: something was caught half done."""
    errand: Callable[[], None] | None = field(default=None, compare=False)
    """Slow work that is due. The collector runs it in a worker of its own, one at a time for a
    source, and reads again afterwards; the adapter keeps what it found until then."""


class SourceUnavailable(Exception):  # noqa: N818 -- a state of the world, not a fault of the code
    """A source could not be read, for a reason a person can act on.

    Both texts are one plain sentence. The collector keeps showing the last good reading, marked
    as old, before it shows the source as unavailable.
    """

    def __init__(
        self,
        sentence: str,
        advice: str | None = None,
        errand: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice
        self.errand = errand
        """As a reading's: work that may find another way."""


class Adapter(Protocol):
    """Reads one agent's sessions. It does not decide, wait, schedule, log or write.

    `read` is only ever called by one thread at a time, and so is an errand; the two may overlap.
    Anything it raises but SourceUnavailable is a bug: it is fenced off and shown as an error.
    """

    @property
    def facts(self) -> SourceFacts:
        """What is always true of this source."""

    def read(self, now: EpochMs) -> Reading:
        """The sessions there are at this moment."""


class NotConfirmed(Exception):  # noqa: N818 -- an answer about a session, not a fault of the code
    """What an agent's own files say is not, or not any more, what its session was listed by."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What an agent's own files say of a session at this very moment."""

    pid: int
    start: str
    """When its process began, in the words of this system."""
    idle_since: EpochMs | None
    """None when it is not idle."""


class Ending(Protocol):
    """The way one session can be ended, from what it was listed by."""

    @property
    def how(self) -> StopHow:
        """By a signal to its process, or by the agent's own command."""

    @property
    def pid(self) -> int:
        """Its process."""

    @property
    def resume(self) -> Resume | None:
        """What goes on with it once it has ended."""

    def confirm(self) -> Confirmed:
        """Reads the agent's files anew, nothing remembered; raises NotConfirmed."""

    def end_job(self) -> str | None:
        """Has the agent's own command end it; a phrase on why that failed. May take 10 seconds."""


@runtime_checkable
class Ends(Protocol):
    """What an adapter has besides, when sessions of its agent can be ended."""

    def ending_of(self, session_id: str) -> Ending | None:
        """The way to end a session of the last read; None when there is none. For any thread."""


@runtime_checkable
class KnowsPanes(Protocol):
    """What an adapter has besides, when its agent says in which pane of tmux a session is."""

    def pane_of(self, session_id: str) -> str | None:
        """A session's pane, as "name:@window.%pane". For any thread."""


Configured = Callable[[Environment], Iterable[Adapter]]
"""Gives the adapters that this start has; what an entry point names."""
