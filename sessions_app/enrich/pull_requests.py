"""The pull request of each session's branch, as the person's own gh tells it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import UNSET, structs

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.git import PullRequest
from sessions_app.domain.session import Session
from sessions_app.enrich.gh import Gh, Trouble
from sessions_app.enrich.gh_state import Asked, Board, Found, GhState
from sessions_app.enrich.git import Checkout
from sessions_app.enrich.pace import EVERY_MS, Minute, Pause, is_within, wait_after
from sessions_app.enrich.remotes import Target, target_of


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a branch."""

    asked_at: EpochMs
    failures: int = 0
    """In a row, of its own; those that any branch would have had are not counted."""
    told_at: EpochMs | None = None
    pull_request: PullRequest | None = None

    def is_waiting(self, now: EpochMs) -> bool:
        """Whether it was asked for too short a time ago to be asked for again."""
        return is_within(now, self.asked_at, wait_after(self.failures))


class PullRequests:
    """Asks gh for one branch a look, the one that has waited longest."""

    def __init__(
        self, gh: Gh, checkout_of: Callable[[Session], Checkout | None], board: Board
    ) -> None:
        self._gh = gh
        self._checkout_of = checkout_of
        self._board = board
        self._targets: Mapping[Checkout, tuple[EpochMs, Target | None]] = {}
        self._known: Mapping[Target, _Known] = {}
        self._minute = Minute()
        self._pause = Pause()
        board.latest = GhState(on=True, gh="unknown")

    def is_due(self, sessions: Sequence[Session], now: EpochMs) -> bool:
        """Whether a checkout's remotes should be read, or gh be asked."""
        if any(self._is_unread(checkout, now) for checkout in self._checkouts(sessions)):
            return True
        return self._next(sessions, now) is not None

    def look(self, sessions: Sequence[Session], now: EpochMs) -> None:
        """Reads the remotes that are due, and asks gh for one branch at most."""
        self._read_remotes(sessions, now)
        self._forget(sessions, now)
        target = self._next(sessions, now)
        if target is None:
            return
        program = self._gh.find()
        if program is None:
            self._pause = self._pause.as_short(now)
            self._tell("not-found")
            return
        self._minute.take(now)
        self._take(target, self._gh.ask(program, target), now)

    def added_to(self, session: Session) -> Session:
        """A session with its branch's pull request, as it was last told."""
        target = self._target_of(session)
        known = self._known.get(target) if target else None
        if known is None or known.pull_request is None or session.git is UNSET:
            return session
        shown = known.pull_request
        if known.told_at is not None and (known.failures or self._pause.failures):
            shown = structs.replace(shown, checked_at=known.told_at)
        return structs.replace(session, git=structs.replace(session.git, pull_request=shown))

    def _checkouts(self, sessions: Sequence[Session]) -> list[Checkout]:
        found = map(self._checkout_of, sessions)
        return list(dict.fromkeys(one for one in found if one is not None and one.branch))

    def _is_unread(self, checkout: Checkout, now: EpochMs) -> bool:
        read = self._targets.get(checkout)
        return read is None or not is_within(now, read[0], EVERY_MS)

    def _read_remotes(self, sessions: Sequence[Session], now: EpochMs) -> None:
        before = self._targets
        self._targets = {
            one: (now, target_of(one)) if self._is_unread(one, now) else before[one]
            for one in self._checkouts(sessions)
        }

    def _target_of(self, session: Session) -> Target | None:
        checkout = self._checkout_of(session)
        read = self._targets.get(checkout) if checkout else None
        return read[1] if read else None

    def _forget(self, sessions: Sequence[Session], now: EpochMs) -> None:
        """Lets go of branches no session is on, but not before they could be asked for again."""
        wanted = {self._target_of(session) for session in sessions}
        self._known = {
            target: known
            for target, known in self._known.items()
            if target in wanted or known.is_waiting(now)
        }

    def _next(self, sessions: Sequence[Session], now: EpochMs) -> Target | None:
        """The branch to ask for now: one never asked for, else the one asked for longest ago."""
        if not self._pause.is_over(now) or not self._minute.has_room(now):
            return None
        known = self._known
        due = [
            target
            for session in sessions
            if (target := self._target_of(session)) and _is_due(session, known.get(target), now)
        ]
        return min(due, key=lambda one: known[one].asked_at if one in known else -1, default=None)

    def _take(self, target: Target, told: PullRequest | Trouble | None, now: EpochMs) -> None:
        before = self._known.get(target, _Known(now))
        if isinstance(told, Trouble):
            self._take_trouble(target, before, told, now)
            return
        self._pause = Pause()
        self._known = {**self._known, target: _Known(now, 0, now, told)}
        self._tell("ready", Asked(now, ok=True))

    def _take_trouble(self, target: Target, before: _Known, told: Trouble, now: EpochMs) -> None:
        """Keeps what was told before, and asks again later and later."""
        is_its_own = told.kind == "here"
        failures = before.failures + 1 if is_its_own else before.failures
        self._known = {**self._known, target: replace(before, asked_at=now, failures=failures)}
        if told.kind == "signed-out":
            self._pause = self._pause.as_short(now)
        else:
            self._pause = Pause() if is_its_own else self._pause.longer(now)
        self._tell(_found(told), Asked(now, ok=False, reason=told.reason))

    def _tell(self, gh: Found, last: Asked | None = None) -> None:
        self._board.latest = GhState(on=True, gh=gh, last=last or self._board.latest.last)


def _is_due(session: Session, known: _Known | None, now: EpochMs) -> bool:
    # A session that has been idle for a day is told of once: its branch rests as well.
    if known is None:
        return True
    if session.stale is True and known.told_at is not None:
        return False
    return not known.is_waiting(now)


def _found(trouble: Trouble) -> Found:
    return "signed-out" if trouble.kind == "signed-out" else "ready"
