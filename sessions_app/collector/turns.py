"""Whose turn it is to be read: a source is never read twice at once, and never queued twice."""

import threading
from dataclasses import dataclass, field
from typing import Final

SPACING_S: Final = 0.025
"""The least time between two reads of a source whose folder changes without end."""
SHORTEST_S: Final = 0.01
"""The soonest that a source is read again because it asked for it."""


@dataclass(slots=True)
class Turn:
    """The turn of one source, or of one source's errands."""

    _condition: threading.Condition = field(default_factory=threading.Condition)
    _is_taken: bool = False
    _is_asked_again: bool = False
    _is_hurried: bool = False
    """The read under way is one that a change called for while the turn was taken."""
    _is_stopped: bool = False
    _begun: int = 0
    _ended: int = 0
    """Reads so far."""

    def ask(self) -> bool:
        """Whether the caller should queue a read now: False when one is queued or under way.

        One under way is then followed by another, since it may have missed what changed.
        """
        with self._condition:
            if self._is_taken:
                self._is_asked_again = True
                self._condition.notify_all()
                return False
            self._is_taken = True
            return True

    def ask_unless_taken(self) -> bool:
        """As ask, but a read under way is enough: for the poll, which comes round again."""
        with self._condition:
            if self._is_taken:
                return False
            self._is_taken = True
            return True

    def begin(self) -> None:
        """A queued read begins: what changed until now it will see."""
        with self._condition:
            self._is_asked_again = False
            self._begun += 1

    @property
    def next_read(self) -> int:
        """The number of the first read that begins from now on."""
        with self._condition:
            return self._begun + 1

    def wait_for(self, read: int, seconds: float) -> bool:
        """Waits until the read of that number has ended; whether it has."""
        with self._condition:
            self._condition.wait_for(lambda: self._ended >= read or self._is_stopped, seconds)
            return self._ended >= read

    def go_on(self, again_in_ms: int | None) -> bool:
        """After a read: whether to read once more in this turn; if not, the turn ends.

        Waits until the source asks for it or another change calls for it. The first change is
        not kept waiting; changes without end are, for the least time between two reads, except
        when the source itself asks for less.
        """
        with self._condition:
            self._tell_end()
            if not self._is_asked_again and again_in_ms is None:
                self._is_taken = self._is_hurried = False
                return False
            asked_for = SPACING_S if again_in_ms is None else max(again_in_ms / 1000, SHORTEST_S)
            if self._is_hurried:
                shortest = SPACING_S if self._is_asked_again else min(asked_for, SPACING_S)
                self._condition.wait_for(lambda: self._is_stopped, shortest)
                asked_for -= shortest
            self._condition.wait_for(
                lambda: self._is_asked_again or self._is_stopped, max(0.0, asked_for)
            )
            self._is_hurried, self._is_asked_again = self._is_asked_again, False
            if self._is_stopped:
                self._is_taken = False
            return not self._is_stopped

    def end(self) -> None:
        """The turn ends without another read, as after a fault."""
        with self._condition:
            self._is_taken = self._is_asked_again = self._is_hurried = False
            self._tell_end()

    def _tell_end(self) -> None:
        self._ended = self._begun
        self._condition.notify_all()

    def stop(self) -> None:
        """Ends every wait: the server stops."""
        with self._condition:
            self._is_stopped = True
            self._condition.notify_all()
