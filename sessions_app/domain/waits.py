"""The times that sessions waited for the person, each of them one wait however it was seen."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Final, Literal

from msgspec import Struct, structs

from sessions_app.domain.clock import EpochMs, Retell
from sessions_app.domain.history import GAP_MS
from sessions_app.domain.session import Session

KEPT_MS: Final = 7 * 24 * 60 * 60 * 1000
MOST_WAITS: Final = 20_000
POLL_MS: Final = 2_000

PlaceKind = Literal["repository", "folder"]
WaitKey = tuple[str, EpochMs]


class Wait(Struct, frozen=True, rename="camel", kw_only=True):
    """One wait of one session, across polls, restarts, a stop and an answer."""

    session_id: str
    number: EpochMs
    """When it was first seen, by the clock of then: names it among the session's waits."""
    since: EpochMs | None
    """When it began, as the agent says."""
    start: EpochMs
    """When it began, by the clock as it is set now."""
    seen: EpochMs
    """When it was last seen to go on."""
    end: EpochMs | None = None
    place: str | None = None
    """The repository's name, or the folder's."""
    kind: PlaceKind | None = None

    @property
    def key(self) -> WaitKey:
        """What tells it from every other."""
        return self.session_id, self.number

    def retold(self, retell: Retell) -> "Wait":
        """The same, by a clock that was set: when it was last seen, and so long before."""
        seen = retell(self.seen)
        end = None if self.end is None else retell(self.end)
        start = EpochMs(self.start + (seen - self.seen if end is None else end - (self.end or 0)))
        return structs.replace(self, start=start, seen=seen, end=end)


def followed(
    last: Mapping[str, Wait], sessions: Iterable[Session], now: EpochMs, held: Container[str]
) -> Iterator[Wait]:
    """Each wait that begins, goes on or ends now, given the last wait of each session.

    What became of a session in `held` is not known: its wait neither goes on nor ends.
    """
    here = {session.id: session for session in sessions}
    waiting = {key: session for key, session in here.items() if session.status == "needs-you"}
    for key, session in waiting.items():
        yield from _gone_on(last.get(key), session, now)
    for key, wait in last.items():
        if wait.end is None and key not in waiting and key not in held:
            changed_at = here[key].status_since if key in here else None
            yield structs.replace(wait, end=_end(wait, changed_at, now))


def _gone_on(last: Wait | None, session: Session, now: EpochMs) -> Iterator[Wait]:
    if last is not None and _is_same(last, session.status_since):
        yield _continued(last, session, now)
        return
    if last is not None and last.end is None:
        # The answer and the next question both fell between two polls.
        yield _overtaken(last, session.status_since, now)
    yield _begun(session, now)


def _overtaken(wait: Wait, since: EpochMs | None, now: EpochMs) -> Wait:
    """A wait that another one ended: when that began, unless nobody measured for long before."""
    is_near = since is not None and since - wait.seen <= GAP_MS
    return structs.replace(wait, end=_end(wait, since if is_near else None, now))


def _is_same(wait: Wait, since: EpochMs | None) -> bool:
    if since is not None and since == wait.since:
        return True
    if wait.end is not None:
        return False
    # Said to have begun at a time when it was already seen to go on: an agent that touches its
    # file, or a file that says no beginning and is read by another start of ours.
    return since is None or wait.since is None or since <= max(wait.since, wait.seen - POLL_MS)


def _continued(wait: Wait, session: Session, now: EpochMs) -> Wait:
    since, start = session.status_since, wait.start
    if since is None or wait.since is None or since >= wait.since:
        since = wait.since
    else:
        start = min(start, since)
    place, kind = _place(session)
    if wait.kind == "repository" or kind is None:
        place, kind = wait.place, wait.kind
    return structs.replace(
        wait, since=since, start=start, seen=now, end=None, place=place, kind=kind
    )


def _begun(session: Session, now: EpochMs) -> Wait:
    since = session.status_since
    place, kind = _place(session)
    return Wait(
        session_id=session.id,
        number=now,
        since=since,
        start=now if since is None else min(since, now),
        seen=now,
        place=place,
        kind=kind,
    )


def _place(session: Session) -> tuple[str | None, PlaceKind | None]:
    if session.git and session.git.repository:
        return session.git.repository.name, "repository"
    return (session.project, "folder") if session.project else (None, None)


def _end(wait: Wait, changed_at: EpochMs | None, now: EpochMs) -> EpochMs:
    """When a wait ended: as the agent says, else when it was seen, else when it last went on."""
    if changed_at is not None and max(wait.start, wait.seen - GAP_MS) <= changed_at <= now:
        return changed_at
    return max(wait.start, now if now - wait.seen <= GAP_MS else wait.seen)


class Waits:
    """The waits of the last seven days."""

    def __init__(self, waits: Iterable[Wait] = ()) -> None:
        self._all: dict[WaitKey, Wait] = {}
        self._last: dict[str, WaitKey] = {}
        self._open: set[str] = set()
        for wait in waits:
            self.put(wait)

    def __iter__(self) -> Iterator[Wait]:
        return iter(self._all.values())

    def put(self, wait: Wait) -> None:
        """Takes in a wait in place of what it was."""
        self._all[wait.key] = wait
        self._last[wait.session_id] = wait.key
        if wait.end is None:
            self._open.add(wait.session_id)
        else:
            self._open.discard(wait.session_id)

    def last_of(self, session_id: str) -> Wait | None:
        """The last wait of a session, over or not."""
        key = self._last.get(session_id)
        return None if key is None else self._all[key]

    @property
    def open(self) -> tuple[Wait, ...]:
        """Those that go on."""
        return tuple(self._all[self._last[session_id]] for session_id in sorted(self._open))

    def follow(self, sessions: Iterable[Session], now: EpochMs, held: Container[str]) -> list[Wait]:
        """Goes on to now; gives the waits about which there is more to tell than that."""
        sessions = list(sessions)
        concerned = self._open | {session.id for session in sessions}
        lasts = ((session_id, self.last_of(session_id)) for session_id in concerned)
        last = {session_id: wait for session_id, wait in lasts if wait is not None}
        return self._taken_in(list(followed(last, sessions, now, held)))

    def _taken_in(self, waits: Iterable[Wait]) -> list[Wait]:
        news = []
        for wait in waits:
            was = self._all.get(wait.key)
            if was is None or structs.replace(was, seen=wait.seen) != wait:
                news.append(wait)
            self.put(wait)
        return news

    def see(self, at: EpochMs) -> None:
        """Those that go on were last seen to do so at a time: when was last measured."""
        for wait in self.open:
            if wait.seen < at:
                self.put(structs.replace(wait, seen=at))

    def join(self, waits: Iterable[Wait], after: EpochMs) -> list[Wait]:
        """Takes in what another record has of these waits after a time; gives what is news."""
        news = []
        for wait in sorted(waits, key=lambda one: one.start):
            told = self._all.get(wait.key)
            is_over = told is not None and told.end is not None  # as the other saw, and told
            if (wait.end or wait.seen) > after and not is_over:
                news += self._taken_in(_joined(self.last_of(wait.session_id), wait))
        return news

    def retell(self, retell: Retell) -> None:
        """The clock was set: every time is told anew, by the clock as it is now."""
        self._all = {key: wait.retold(retell) for key, wait in self._all.items()}

    def forget(self, now: EpochMs) -> None:
        """Drops what ended before the seven days, and the oldest past what is kept."""
        for wait in list(self._all.values()):
            is_past = wait.end is not None and wait.end < now - KEPT_MS
            if is_past or (wait.end is not None and len(self._all) > MOST_WAITS):
                del self._all[wait.key]
                if self._last.get(wait.session_id) == wait.key:
                    del self._last[wait.session_id]


def _joined(last: Wait | None, wait: Wait) -> Iterator[Wait]:
    was_still_seen = last is not None and last.end is not None and wait.start < last.end
    if last is not None and (was_still_seen or _is_same(last, wait.since)):
        yield structs.replace(wait, number=last.number, start=min(last.start, wait.start))
        return
    if last is not None and last.end is None:
        yield _overtaken(last, wait.since, wait.start)
    yield wait
