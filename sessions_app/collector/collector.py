"""The only writer of the snapshot: takes in what was read, and tells the pages what changed."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import structs

from sessions_app.adapter_api import Adapter, Reading, SourceUnavailable
from sessions_app.collector.cache import Cache, Published
from sessions_app.collector.rules import Rules
from sessions_app.collector.track import Track
from sessions_app.collector.verdict import check
from sessions_app.domain.clock import Clock, EpochMs
from sessions_app.domain.event import Event
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Snapshot, assemble, diff, is_same
from sessions_app.enrich.api import Enricher
from sessions_app.messages import DiffMessage, TickMessage
from sessions_app.serializers import to_json
from sessions_app.system import programs

Send = Callable[[str, int, int], None]
"""Sends a message's text, with the revisions that a page has before and after it."""


class Observer(Protocol):
    """Told of each snapshot, by one thread at a time. It must not wait."""

    def notice(self, snapshot: Snapshot) -> tuple[Event, ...]:
        """A snapshot was made; gives the events that go to the pages with it."""

    def poll(self, snapshot: Snapshot) -> None:
        """Two seconds have passed, and this is how it stands."""

    def began(self, session: Session) -> EpochMs | None:
        """Since when a session is what it is, as far as was noticed."""


_log = logging.getLogger("lookout.sources")


class Collector:
    """Every source's readings, made into one snapshot."""

    def __init__(
        self,
        adapters: Iterable[Adapter],
        cache: Cache,
        send: Send,
        clock: Clock,
        enrichers: Sequence[Enricher] = (),
        *,
        rules: Rules | None = None,
        observers: Sequence[Observer] = (),
    ) -> None:
        self._rules = rules or Rules()
        self._tracks = {adapter.facts.source_id: Track(adapter) for adapter in adapters}
        self._enrichers = enrichers
        self._observers = observers
        self._cache = cache
        self._send = send
        self._clock = clock
        self._lock = threading.Lock()
        with self._lock:
            self._publish()

    def read(self, source_id: str) -> Reading | SourceUnavailable | None:
        """Reads one source; None when its adapter is broken. Called in a worker of its own."""
        track = self._tracks[source_id]
        track.begin(self._clock())
        try:
            with self._counted(track):
                reading = track.adapter.read(self._clock())
            if track.reading is None or track.reading.sessions != reading.sessions:
                check(reading, source_id)
        except Exception as problem:  # noqa: BLE001 -- an adapter's fault is that source's alone
            with self._lock:
                track.fail(problem, self._clock())
                self._publish()
            return problem if isinstance(problem, SourceUnavailable) else None
        with self._lock:
            track.succeed(reading, self._clock())
            self._publish()
        return reading

    def run_errand(self, source_id: str, errand: Callable[[], None]) -> None:
        """Does a source's slow work. Called in a worker of its own."""
        track = self._tracks[source_id]
        try:
            with self._counted(track):
                errand()
        except Exception:  # noqa: BLE001 -- as above
            _log.exception("An errand of %s failed.", track.facts.label)

    @contextlib.contextmanager
    def _counted(self, track: Track) -> Iterator[None]:
        """Counts the programs that are run for a source, by whatever adapter."""
        with programs.counted() as started:
            try:
                yield
            finally:
                with self._lock:
                    track.programs_run += started.number

    def is_look_due(self, enricher: Enricher) -> bool:
        """Whether an enricher has something to look up about the sessions there are."""
        return enricher.is_due(self._cache.latest.sessions, self._clock())

    def look(self, enricher: Enricher) -> None:
        """Has an enricher look things up. Called in a worker of its own."""
        try:
            enricher.look(self._cache.latest.sessions, self._clock())
        except Exception:  # noqa: BLE001 -- what is added to a session is not worth the session
            _log.exception("%s failed.", type(enricher).__name__)
            return
        with self._lock:
            self._publish()

    def tick(self) -> None:
        """Every two seconds: lets time pass, and tells the pages that reading goes on."""
        with self._lock:
            now = self._clock()
            for track in self._tracks.values():
                track.look_at_clock(now)
            self._publish()
            for observer in self._observers:
                observer.poll(self._cache.latest)
            revision = self._cache.published.revision
            self._send(to_json(TickMessage(revision, now)).decode(), revision, revision)

    def follow_rules(self) -> None:
        """A time rule changed: the pages see at once what it makes of the sessions."""
        with self._lock:
            self._publish()

    def _publish(self) -> None:
        now = self._clock()
        new = assemble(
            now,
            (track.source(now) for track in self._tracks.values()),
            (
                self._enriched(self._dated(track, session))
                for track in self._tracks.values()
                for session in track.sessions(now)
            ),
            self._rules.current,
            quiet=self._rules.quiet_at(now),
        )
        events = tuple(event for one in self._observers for event in one.notice(new))
        before = self._cache.published
        if events or not is_same(before.snapshot, new):
            self._announce(before, new, events)
        self._cache.latest = new

    def _dated(self, track: Track, session: Session) -> Session:
        """A session whose agent does not say since when, as it was noticed by an earlier start."""
        if track.reading is None or session.id not in track.reading.since_first_seen:
            return session
        noticed = (one.began(session) for one in self._observers)
        since = min(filter(None, (session.status_since, *noticed)), default=None)
        return structs.replace(session, status_since=since)

    def _enriched(self, session: Session) -> Session:
        for enricher in self._enrichers:
            session = enricher.added_to(session)
        return session

    def _announce(self, before: Published, new: Snapshot, events: tuple[Event, ...]) -> None:
        revision = before.revision + 1
        self._cache.published = Published(revision, new)
        message = DiffMessage(before.revision, revision, diff(before.snapshot, new), events)
        self._send(to_json(message).decode(), before.revision, revision)
