"""Where a history goes and comes from: what the memory and its keeper are to each other."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from sessions_app.stores.history_lines import Begin, Record
from sessions_app.stores.history_load import Loaded


class Kept(Struct, frozen=True):
    """Whether and where the history is kept."""

    on: bool
    folder: str | None = None
    bytes: int = 0
    problem: str | None = None
    """One sentence, while something is wrong with it."""


class Remembering(Protocol):
    """What the history is kept for."""

    def restore(self, loaded: Loaded) -> None:
        """Takes in what was read back: once at the start, and again when the folder is taken later.

        Calls `drop`, and puts anew what is not in it.
        """

    def beginning(self) -> Begin:
        """All that later lines go on from, as it is now."""


class Keep(Protocol):
    """Where what is remembered goes."""

    def start(self) -> None:
        """Reads back what there is, gives it to the memory, and then keeps what comes."""

    def stop(self) -> None:
        """Keeps what was put and ends."""

    def put(self, record: Record) -> None:
        """Keeps one record; never waits."""

    def clear(self, then: Callable[[], None]) -> str | None:
        """Deletes all that is kept, then does `then` before anything else is kept.

        Gives one sentence when it could not. `then` calls `drop`.
        """

    def drop(self) -> None:
        """Forgets what was put and is not kept yet."""

    @property
    def kept(self) -> Kept:
        """Whether and where it is kept."""


class Nowhere:
    """With the history off: nothing is read or written."""

    def __init__(self, memory: Remembering, problem: str | None = None) -> None:
        self._memory = memory
        self.kept = Kept(on=False, problem=problem)

    def start(self) -> None:
        """There is nothing to read back."""
        self._memory.restore(Loaded())

    def stop(self) -> None:
        """There is nothing to finish."""

    def put(self, record: Record) -> None:
        """Lets it go."""

    def drop(self) -> None:
        """There is nothing."""

    def clear(self, then: Callable[[], None]) -> str | None:
        """There is nothing to delete."""
        then()
        return None
