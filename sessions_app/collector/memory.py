"""What happened: the events, points and waits, in memory and, where that is on, on disk."""

import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import count
from typing import Final

from msgspec import Struct, structs

from sessions_app.collector.newcomers import Newcomers
from sessions_app.domain.clock import (
    EpochMs,
    Moment,
    Moments,
    Reckoning,
    both_clocks,
    step_between,
)
from sessions_app.domain.days import midnight
from sessions_app.domain.event import Event, Last, events_between, news_to, replayed, stopped
from sessions_app.domain.history import (
    WINDOW_MS,
    Beginning,
    Gap,
    Point,
    Points,
    Restart,
    counted,
    gaps,
)
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Snapshot
from sessions_app.domain.wait_sums import WaitSums, sums
from sessions_app.domain.waits import Waits
from sessions_app.stores.history_lines import Begin, Record, Seen, Step
from sessions_app.stores.history_load import MOST_EVENTS, MOST_RESTARTS, Loaded
from sessions_app.stores.keeping import Keep, Kept, Nowhere

MOST_ANSWERED: Final = 200
FORGET_EVERY_MS: Final = 60_000


class History(Struct, frozen=True, rename="camel", kw_only=True):
    """What `GET /api/history` answers."""

    points: list[Point]
    gaps: list[Gap]
    started_at: EpochMs
    since: Beginning
    kept: Kept
    restarts: tuple[Restart, ...]


class Memory:
    """Takes notice of each snapshot and remembers what was new in it. For any thread."""

    def __init__(self, moments: Moments = both_clocks) -> None:
        self._moments = moments
        self._lock = threading.RLock()
        self._before = moments()
        self._keep: Keep = Nowhere(self)
        self._begin(self._before.wall)

    def _begin(self, at: EpochMs) -> None:
        self._run = secrets.token_hex(4)
        self._numbers = count(1)
        self._beginnings = count(1)
        self._is_ready = True
        self._reckoning = Reckoning(at)
        self._started_at = at
        self._last_at: EpochMs | None = None
        self._known: dict[str, Last] = {}
        self._newcomers = Newcomers(at)
        self._waits = Waits()
        self._empty(Beginning(at, "started"))

    def _empty(self, since: Beginning) -> None:
        self._since = since
        self._events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self._news: list[Event] = []
        self._points = Points()
        self._waits = Waits(self._waits.open)
        self._restarts: deque[Restart] = deque(maxlen=MOST_RESTARTS)
        self._forgot_at = self._before.steady

    def start(self, keep: Keep) -> None:
        """Begins anew; nothing is compared until `keep` has given back what it has."""
        with self._lock:
            self._keep = keep
            self._before = self._moments()
            self._begin(self._before.wall)
            self._is_ready = False

    def restore(self, loaded: Loaded) -> None:
        """Goes on from what was read back."""
        with self._lock:
            if not self._is_ready:
                self._go_on_from(loaded)
            elif loaded.number:
                self._join(loaded)

    def _go_on_from(self, loaded: Loaded) -> None:
        """At the start: what was read back is the past of all that comes."""
        self._reckoning = Reckoning(self._started_at, loaded.last_at or EpochMs(0))
        if back := self._reckoning.before:  # the clock was set back while nobody watched
            loaded = loaded.retold(lambda at: EpochMs(at + back))
        events, points = list(self._events), self._points.since(0)
        self._put_before(loaded, events, points)
        self._put_anew(*events, *points)  # the clock may have been set since they were put
        self._known = dict(loaded.known)
        self._newcomers = Newcomers(self._started_at, loaded.sources)
        self._is_ready = True

    def _join(self, loaded: Loaded) -> None:
        """While watching: what was read back may tell of the same time, by another start of ours.

        What happened until it ended is told by it; what happened since is told by this.
        """
        after = loaded.last_at or EpochMs(0)
        told = {event.id for event in loaded.events}
        # That a person stopped a session is known here alone.
        events = [
            event
            for event in self._events
            if event.at > after or (event.kind == "stopped" and event.id not in told)
        ]
        if after >= self._started_at:
            events = list(news_to(loaded.known, events))
        points = self._points.since(after + 1)
        waits = list(self._waits)
        self._reckoning = Reckoning(max(self._started_at, EpochMs(after + 1)), after)
        self._run = secrets.token_hex(4)
        self._put_before(loaded, events, points)
        self._put_anew(*events, *self._waits.join(waits, after), *points)

    def _put_anew(self, *records: Record) -> None:
        """Has these kept, in place of all that was put and is not on disk yet."""
        self._keep.drop()
        for record in records:
            self._keep.put(record)

    def _put_before(self, loaded: Loaded, events: Iterable[Event], points: Iterable[Point]) -> None:
        """Puts a past before what happened after it."""
        every = sorted((*loaded.events, *events), key=lambda event: event.at)
        self._events = deque(every, MOST_EVENTS)
        self._points = Points()
        for point in (*loaded.points, *points):
            self._points.add(point)
        self._waits = Waits(loaded.waits)
        self._restarts = deque(loaded.restarts, MOST_RESTARTS)
        self._last_at = loaded.last_at
        if loaded.last_at is not None:
            self._waits.see(loaded.last_at)
            if loaded.last_at <= self._started_at:
                self._restarts.append(Restart(self._started_at, loaded.last_at))
        self._since = loaded.since or self._since
        self._beginnings = count(loaded.number + 1)

    def beginning(self) -> Begin:
        """All that later lines of the history go on from, as it is now."""
        with self._lock:
            return Begin(
                number=next(self._beginnings),
                run=self._run,
                at=self._before.wall,
                reckoning=self._reckoning,
                started_at=self._started_at,
                last_at=self._last_at,
                since=self._since,
                sources=self._newcomers.sources,
                known=dict(self._known),
                waits=self._waits.open,
            )

    def notice(self, snapshot: Snapshot) -> tuple[Event, ...]:
        """Remembers what a snapshot has that the last one had not; gives the events."""
        with self._lock:
            if not self._is_ready:
                return ()
            moment = self._look_at_clock()
            now = snapshot.generated_at
            self._newcomers.look(snapshot, moment.steady)
            held = self._take_in(snapshot)
            last = {key: was for key, was in self._known.items() if key not in held}
            events = events_between(last, snapshot.sessions, now, self._new_id)
            self._known = replayed(self._known, events)
            for event in events:
                self._remember(event)
            for wait in self._waits.follow(snapshot.sessions, now, held):
                self._keep.put(wait)
            news, self._news = self._news, []
            return tuple(news)

    def _take_in(self, snapshot: Snapshot) -> frozenset[str]:
        """Takes in what is known without being an event; gives the sessions not to judge."""
        here = {session.id: session for session in snapshot.sessions}
        for session in here.values():
            was = self._known.get(session.id)
            if was is not None and was.name != session.name:
                self._known[session.id] = structs.replace(was, name=session.name)
            elif was is None and self._newcomers.is_old(session):
                last = Last(session.name, session.status, EpochMs(0))
                self._known[session.id] = last
                self._keep.put(Seen(session.id, last))
        gone = self._known.keys() - here.keys()
        for key in gone:
            if self._newcomers.is_forgotten(key):
                del self._known[key]
        return frozenset(key for key in gone if self._newcomers.is_held(key))

    def _new_id(self) -> str:
        return f"{self._run}-{next(self._numbers)}"

    def _remember(self, event: Event) -> None:
        self._events.append(event)
        self._news.append(event)
        self._keep.put(event)

    def began(self, session: Session) -> EpochMs | None:
        """Since when a session is what it is, as far as was seen; None where that was not."""
        with self._lock:
            if session.status == "needs-you":
                wait = self._waits.last_of(session.id)
                return None if wait is None or wait.end is not None else wait.since
            last = self._known.get(session.id)
            is_known = last is not None and last.at and last.status == session.status
            return last.at if last is not None and is_known else None

    def note_stopped(self, session: Session) -> None:
        """A person had Agent Lookout stop a session: told with the next snapshot."""
        with self._lock:
            self._remember(stopped(session, self._moments().wall, self._new_id()))

    def poll(self, snapshot: Snapshot) -> None:
        """Every two seconds: counts, once any source was read."""
        with self._lock:
            steady = self._look_at_clock().steady
            now = snapshot.generated_at
            if any(source.checked_at is not None for source in snapshot.sources):
                point = counted(snapshot.sessions, now)
                self._points.add(point)
                self._keep.put(point)
            if steady - self._forgot_at >= FORGET_EVERY_MS:
                self._forgot_at = steady
                self._waits.forget(now)

    def _look_at_clock(self) -> Moment:
        before, self._before = self._before, self._moments()
        if step := step_between(before, self._before):
            self._move(step)
        return self._before

    def _move(self, step: int) -> None:
        """The clock was set: what is remembered is told by the clock as it is now."""
        self._forgot_at = self._before.steady  # it may soon be set right: nothing is forgotten yet
        was = self._reckoning
        now = self._reckoning = was.set_by(step)

        def retell(at: EpochMs) -> EpochMs:
            return was.retold(at, now)

        self._points.retell(retell)
        self._waits.retell(retell)
        self._events = deque((one.retold(retell) for one in self._events), MOST_EVENTS)
        self._restarts = deque((one.retold(retell) for one in self._restarts), MOST_RESTARTS)
        self._started_at = retell(self._started_at)
        self._last_at = None if self._last_at is None else retell(self._last_at)
        self._since = self._since.retold(retell)
        self._known = {key: last.retold(retell) for key, last in self._known.items()}
        self._keep.put(Step(was, now))
        for wait in self._waits.open:  # only here is it known until when they were seen to go on
            self._keep.put(wait)

    def clear(self, now: EpochMs) -> str | None:
        """Deletes what is kept and forgets what happened until now; one sentence if it could not.

        The sessions there are stay known, and waits that go on are counted from now. Waits for
        the disk: not for the event loop's thread.
        """
        return self._keep.clear(lambda: self._forget_all(now))

    def _forget_all(self, now: EpochMs) -> None:
        with self._lock:
            self._keep.drop()
            self._last_at = None
            self._empty(Beginning(now, "cleared"))

    def events(self, since: int = 0) -> list[Event]:
        """What happened after a time, newest first."""
        with self._lock:
            found = [event for event in reversed(self._events) if event.at > since]
        return found[:MOST_ANSWERED]

    def history(self, window_ms: int = WINDOW_MS) -> History:
        """The points of the last while, oldest first, and where there are none."""
        with self._lock:
            now = self._moments().wall
            start = EpochMs(now - min(window_ms, WINDOW_MS))
            points = self._points.since(start)
            return History(
                points=points,
                gaps=gaps(points, start, now),
                started_at=self._started_at,
                since=self._since,
                kept=self._keep.kept,
                restarts=tuple(self._restarts),
            )

    def waits(self, local_time: Callable[[EpochMs], datetime]) -> WaitSums:
        """How long sessions waited, over seven days and today, by the clock on the wall."""
        with self._lock:
            waits, since, now = list(self._waits), self._since, self._moments().wall
        return sums(waits, now, midnight(local_time(now)), since)


MEMORY = Memory()
"""The memory of this process: there is one server in it, and so one past."""
