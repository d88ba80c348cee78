"""What happened: the events, points and waits, in memory and, where that is on, on disk."""

import secrets
import threading
from collections import deque
from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import Final

from msgspec import Struct, structs

from sessions_app.collector.newcomers import Newcomers
from sessions_app.domain.clock import EpochMs, Moment, Moments, both_clocks, step_between
from sessions_app.domain.days import midnight
from sessions_app.domain.event import Event, Last, events_between, moved, replayed, stopped
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
from sessions_app.stores.history_keeper import Keep, Kept, Nowhere
from sessions_app.stores.history_lines import Begin, Seen, Step
from sessions_app.stores.history_load import MOST_EVENTS, MOST_RESTARTS, Loaded

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
        self._missed: Snapshot | None = None
        """The last snapshot before what was kept was read back."""
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
        self._forgot_at = since.at

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
            measured = self._points.since(0)
            self._points = Points()
            for point in (*loaded.points, *measured):
                self._points.add(point)
            self._events.extendleft(reversed(loaded.events))
            self._waits = Waits(loaded.waits)
            if loaded.last_at is not None:
                self._waits.see(loaded.last_at)
                self._restarts.extend(loaded.restarts)
                self._restarts.append(Restart(self._started_at, loaded.last_at))
            self._known, self._last_at = dict(loaded.known), loaded.last_at
            self._since = loaded.since or self._since
            self._newcomers = Newcomers(self._started_at, loaded.sources)
            self._beginnings = count(loaded.number + 1)
            self._is_ready = True
            if self._missed is not None:
                self._news = list(self.notice(self._missed))

    def beginning(self) -> Begin:
        """All that later lines of the history go on from, as it is now."""
        with self._lock:
            return Begin(
                number=next(self._beginnings),
                run=self._run,
                at=self._before.wall,
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
                self._missed = snapshot
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

    def note_stopped(self, session: Session) -> None:
        """A person had Agent Lookout stop a session: told with the next snapshot."""
        with self._lock:
            self._remember(stopped(session, self._moments().wall, self._new_id()))

    def poll(self, snapshot: Snapshot) -> None:
        """Every two seconds: counts, once any source was read."""
        with self._lock:
            self._look_at_clock()
            now = snapshot.generated_at
            if any(source.checked_at is not None for source in snapshot.sources):
                point = counted(snapshot.sessions, now)
                self._points.add(point)
                self._keep.put(point)
            if not 0 <= now - self._forgot_at < FORGET_EVERY_MS:
                self._forgot_at = now
                self._waits.forget(now)

    def _look_at_clock(self) -> Moment:
        before, self._before = self._before, self._moments()
        if step := step_between(before, self._before):
            self._move(step)
        return self._before

    def _move(self, step: int) -> None:
        """The clock was set: what is remembered is told by the clock as it is now."""
        self._points.move(step)
        self._waits.move(step)
        self._events = deque((moved(one, step) for one in self._events), MOST_EVENTS)
        self._restarts = deque((one.moved(step) for one in self._restarts), MOST_RESTARTS)
        self._started_at = EpochMs(self._started_at + step)
        self._since = Beginning(EpochMs(self._since.at + step), self._since.by)
        self._known = {
            key: structs.replace(was, at=EpochMs(was.at + step)) for key, was in self._known.items()
        }
        self._keep.put(Step(step))

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
            now = self._moments().wall
            return sums(list(self._waits), now, midnight(local_time(now)), self._since)


MEMORY = Memory()
"""The memory of this process: there is one server in it, and so one past."""
