"""What is added to sessions neither holds up nor breaks the reading of them."""

from collections.abc import Sequence

from msgspec import structs

from sessions_app.adapter_api import Reading, SourceFacts
from sessions_app.collector.cache import Cache
from sessions_app.collector.collector import Collector
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.git import Git
from sessions_app.domain.session import Session
from tests.unit.collector.acting import CAPABILITIES

NOW = EpochMs(1_796_000_000_000)


class OneSession:
    """An adapter with one session."""

    facts = SourceFacts("one", "One", CAPABILITIES)

    def read(self, now: EpochMs) -> Reading:
        session = Session(id="one:1", source="one", name="x", cwd="/x", status="idle")
        return Reading(sessions=(session,))


class Adds:
    """An enricher that knows a branch once it has looked, or fails."""

    def __init__(self, *, fails: bool = False) -> None:
        self._fails = fails
        self._known = False

    def is_due(self, sessions: Sequence[Session], now: EpochMs) -> bool:
        return bool(sessions)

    def look(self, sessions: Sequence[Session], now: EpochMs) -> None:
        if self._fails:
            raise RuntimeError("no")
        self._known = True

    def added_to(self, session: Session) -> Session:
        return structs.replace(session, git=Git(branch="main")) if self._known else session


def collector(enricher: Adds) -> tuple[Collector, Cache, list[str]]:
    cache, sent = Cache(), list[str]()
    made = Collector(
        [OneSession()], cache, lambda text, base, to: sent.append(text), lambda: NOW, [enricher]
    )
    return made, cache, sent


def test_a_session_is_shown_before_anything_is_added_and_again_with_it() -> None:
    enricher = Adds()
    made, cache, sent = collector(enricher)
    assert not made.is_look_due(enricher)
    made.read("one")
    assert cache.latest.sessions[0].name == "x"
    assert made.is_look_due(enricher)
    made.look(enricher)
    assert cache.latest.sessions[0].git == Git(branch="main")
    assert '"sessions":{"one:1":{"git":{"branch":"main"}}}' in sent[-1]


def test_an_enricher_that_fails_leaves_the_sessions_as_they_are() -> None:
    enricher = Adds(fails=True)
    made, cache, _ = collector(enricher)
    made.read("one")
    made.look(enricher)
    assert [one.name for one in cache.latest.sessions] == ["x"]
