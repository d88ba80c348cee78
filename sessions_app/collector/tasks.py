"""The work that Huey's threads do: reading sources, one task a source, and their errands."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from huey import MemoryHuey

from sessions_app.adapter_api import Reading, SourceFacts
from sessions_app.collector.collector import Collector
from sessions_app.collector.schedule import TICK_S, EmbeddedConsumer, WakingStorage
from sessions_app.collector.turns import Turn
from sessions_app.domain.clock import Clock
from sessions_app.enrich.api import Enricher

READ_NOW_S: Final = 2.0
"""The longest that an act waits for what it did to be seen."""

WatchFolders = Callable[[str, tuple[str, ...], tuple[str, ...]], None]
"""Told, after each read, which folders' changes should lead to the next, and which of them grow."""


class Tasks:
    """Sees to it that every source is read when it is due, and at once when it changed."""

    def __init__(
        self,
        collector: Collector,
        sources: Iterable[SourceFacts],
        clock: Clock,
        watch: WatchFolders,
        enrichers: Sequence[Enricher] = (),
    ) -> None:
        # Huey says in the log what it starts and ends: twice a second, that is noise.
        logging.getLogger("huey").setLevel(logging.WARNING)
        self._collector = collector
        self._clock = clock
        self._watch = watch
        self._facts: Mapping[str, SourceFacts] = {one.source_id: one for one in sources}
        self._reads = {one: Turn() for one in self._facts}
        self._errands = {one: Turn() for one in self._facts}
        self._enrichers = enrichers
        self._looks = [Turn() for _ in enrichers]
        self._work: dict[str, Callable[[], None]] = {}
        self._asked_at = dict.fromkeys(self._facts, 0)
        self._huey = MemoryHuey(
            "lookout", results=False, immediate=False, storage_class=WakingStorage
        )
        self._read_task = self._huey.task(name="read")(self._read)
        self._errand_task = self._huey.task(name="errand")(self._run_errand)
        self._look_task = self._huey.task(name="look")(self._look)
        self._tick_task = self._huey.task(name="tick")(collector.tick)
        # A source can hold up its own read and its own errand, an enricher itself, nothing else.
        workers = 2 * len(self._facts) + len(enrichers) + 1
        self._consumer = EmbeddedConsumer(self._huey, workers, self._tick)

    def start(self) -> None:
        """Starts the threads; every source is read at once."""
        self._consumer.start()

    def stop(self) -> None:
        """Ends the threads, waiting at most half a second for what is under way."""
        for turn in (*self._reads.values(), *self._errands.values(), *self._looks):
            turn.stop()
        self._consumer.stop_flag.set()
        self._huey.storage.close_for_good()
        self._consumer.stop(graceful=True)

    def wake(self, source_id: str) -> None:
        """Something a source reads has changed: it is read at once. For any thread."""
        if self._reads[source_id].ask():
            self._read_task(source_id)

    def read_now(self, source_id: str) -> bool:
        """Reads a source and waits for it, a short time; whether it was read. For any thread."""
        turn = self._reads[source_id]
        read = turn.next_read
        self.wake(source_id)
        return turn.wait_for(read, READ_NOW_S)

    def _tick(self) -> None:
        now = self._clock()
        for source_id, facts in self._facts.items():
            # Half a round early is on time: the next round would be half a round late. A clock
            # that was set back makes a source due as well.
            if not 0 <= now - self._asked_at[source_id] < facts.interval_ms - TICK_S * 500:
                self._asked_at[source_id] = now
                if self._reads[source_id].ask_unless_taken():
                    self._read_task(source_id)
        self._enrich()
        self._tick_task()

    def _read(self, source_id: str) -> None:
        turn = self._reads[source_id]
        try:
            while self._read_once(source_id, turn):
                pass
        except BaseException:
            turn.end()  # or the source would never be read again
            raise

    def _read_once(self, source_id: str, turn: Turn) -> bool:
        turn.begin()
        found = self._collector.read(source_id)
        if isinstance(found, Reading):
            self._watch(source_id, found.folders, found.growing)
        self._send_on(source_id, found.errand if found else None)
        self._enrich()
        return turn.go_on(found.again_in_ms if isinstance(found, Reading) else None)

    def _enrich(self) -> None:
        for place, enricher in enumerate(self._enrichers):
            if self._collector.is_look_due(enricher) and self._looks[place].ask_unless_taken():
                self._look_task(place)

    def _look(self, place: int) -> None:
        try:
            self._collector.look(self._enrichers[place])
        finally:
            self._looks[place].end()

    def _send_on(self, source_id: str, errand: Callable[[], None] | None) -> None:
        if errand is not None and self._errands[source_id].ask_unless_taken():
            # A function does not go through Huey's queue, which holds bytes: its place does.
            self._work[source_id] = errand
            self._errand_task(source_id)

    def _run_errand(self, source_id: str) -> None:
        try:
            self._collector.run_errand(source_id, self._work.pop(source_id))
        finally:
            self._errands[source_id].end()
        self.wake(source_id)
