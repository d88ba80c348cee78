"""The one writer of the snapshot: what it shows of a source that fails, and what it sends."""

import json
import logging
from typing import Any

import pytest
from msgspec import UNSET

from sessions_app.adapter_api import SourceUnavailable
from sessions_app.collector.cache import Cache
from sessions_app.collector.collector import Collector
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import apply_merge_patch
from sessions_app.domain.source import Measured, SkippedFile, Source
from sessions_app.system.programs import run
from sessions_app.system.records import Skipped
from tests.unit.collector.acting import NOW, Acting, HandClock, a_session

SECOND = 1_000


class Stage:
    """A collector over acting adapters, and all that it sent."""

    def __init__(self, *adapters: Acting) -> None:
        self.clock = HandClock()
        self.cache = Cache()
        self.sent: list[dict[str, Any]] = []
        self.collector = Collector(adapters, self.cache, self._take, self.clock)

    def _take(self, text: str, base: int, revision: int) -> None:
        message = json.loads(text)
        assert (message.get("base", revision), message["revision"]) == (base, revision)
        self.sent.append(message)

    def read(self, source_id: str = "acting", after: int = 0) -> None:
        self.clock.go_on(after)
        self.collector.read(source_id)

    @property
    def ids(self) -> list[str]:
        return [one.id for one in self.cache.latest.sessions]

    def source(self, source_id: str = "acting") -> Source:
        return next(one for one in self.cache.latest.sources if one.id == source_id)


@pytest.fixture
def adapter() -> Acting:
    return Acting("acting", a_session())


@pytest.fixture
def stage(adapter: Acting) -> Stage:
    return Stage(adapter, Acting("other", a_session("other:1")))


GONE = SourceUnavailable("The folder cannot be read.", "Look who may read it.")


# What is counted


def test_reads_that_gave_something_are_counted(stage: Stage, adapter: Acting) -> None:
    assert stage.source().measured == Measured()
    stage.read()
    stage.read()
    adapter.raises(GONE)
    stage.read()
    assert stage.source().measured == Measured(reads=2)
    assert stage.source("other").measured == Measured()


def test_the_files_of_the_last_reading_are_counted_and_the_first_skipped_is_named(
    stage: Stage, adapter: Acting
) -> None:
    skipped = (Skipped("\x1b[31ma.json", "has no status"), Skipped("b.json", "is a folder"))
    adapter.gives(a_session(), files_read=4, skipped=skipped)
    stage.read()
    assert stage.source().measured == Measured(
        reads=1,
        files_read=4,
        files_skipped=2,
        first_skipped=SkippedFile("a.json", "has no status"),
    )
    adapter.gives(a_session(), files_read=6)
    stage.read()
    assert stage.source().measured == Measured(reads=2, files_read=6, files_skipped=0)


def test_programs_are_counted_in_reads_and_errands_alike_also_of_those_that_fail(
    stage: Stage, adapter: Acting
) -> None:
    def act(_now: object) -> None:
        run(["/bin/sh", "-c", "true"], timeout_s=10)
        raise GONE

    adapter.acts = act
    stage.read()
    stage.collector.run_errand("acting", lambda: act(None))
    stage.read("other")
    stage.collector.tick()
    assert stage.source().measured == Measured(programs_run=2)
    assert stage.source("other").measured == Measured(reads=1)


# A source that fails


def test_before_the_first_read_a_source_is_being_searched(stage: Stage) -> None:
    assert stage.source().state == "searching"
    assert (stage.ids, stage.source().checked_at) == ([], None)


def test_an_adapter_that_fails_takes_down_no_other(stage: Stage, adapter: Acting) -> None:
    adapter.raises(ZeroDivisionError("a bug"))
    stage.read()
    stage.read("other")
    assert stage.ids == ["other:1"]
    assert (stage.source().state, stage.source("other").state) == ("error", "ok")
    assert "failed inside its adapter" in stage.source().detail


def test_what_was_last_read_is_shown_for_a_minute_and_marked(stage: Stage, adapter: Acting) -> None:
    stage.read()
    adapter.raises(GONE)
    stage.read(after=2 * SECOND)
    assert stage.ids == ["acting:1"]
    source = stage.source()
    assert (source.state, source.advice) == ("unavailable", "Look who may read it.")
    assert source.detail == (
        "The folder cannot be read. Its sessions are shown as they were last read."
    )
    assert source.checked_at == NOW
    stage.read(after=60 * SECOND - 1)
    assert stage.ids == ["acting:1"]
    stage.read(after=1)
    assert stage.ids == []
    assert stage.source().state == "error"
    assert stage.source().detail.endswith("Its sessions are no longer shown.")


def test_the_minute_also_passes_without_another_read(stage: Stage, adapter: Acting) -> None:
    stage.read()
    adapter.raises(GONE)
    stage.read()
    stage.clock.go_on(60 * SECOND)
    stage.collector.tick()
    assert stage.ids == []


def test_the_minute_counts_from_the_first_failure_whatever_is_said_later(
    stage: Stage, adapter: Acting
) -> None:
    stage.read()
    for number in range(31):
        adapter.raises(SourceUnavailable(f"Failure number {number}.") if number % 2 else OSError())
        stage.read(after=2 * SECOND)
    assert stage.ids == []
    assert stage.source().state == "error"


def test_a_source_that_fails_at_once_has_nothing_to_show(stage: Stage, adapter: Acting) -> None:
    adapter.raises(GONE)
    stage.read()
    assert stage.source().state == "unavailable"
    assert stage.source().detail == "The folder cannot be read."


def test_a_source_that_can_be_read_again_is_as_if_nothing_had_been(
    stage: Stage, adapter: Acting
) -> None:
    stage.read()
    adapter.raises(GONE)
    stage.read(after=90 * SECOND)
    adapter.gives(a_session("acting:2"))
    stage.read(after=2 * SECOND)
    assert stage.ids == ["acting:2"]
    source = stage.source()
    assert (source.state, source.detail, source.advice) == ("ok", "Read.", UNSET)
    assert source.checked_at == stage.clock.now


def test_a_fault_is_logged_once_when_it_begins_and_once_when_it_ends(
    stage: Stage, adapter: Acting, caplog: pytest.LogCaptureFixture
) -> None:
    adapter.raises(GONE)
    for _ in range(5):
        stage.read(after=2 * SECOND)
    adapter.raises(SourceUnavailable("The folder is gone."))
    for _ in range(5):
        stage.read(after=2 * SECOND)
    adapter.gives()
    for _ in range(5):
        stage.read(after=2 * SECOND)
    assert [one.getMessage() for one in caplog.records] == [
        "The folder cannot be read.",
        "Acting is read again.",
    ]


def test_a_bug_is_logged_with_its_place_and_nothing_else_is(
    stage: Stage, adapter: Acting, caplog: pytest.LogCaptureFixture
) -> None:
    adapter.raises(GONE)
    stage.read()
    adapter.raises(ZeroDivisionError("a bug"))
    stage.read()
    stage.read()
    assert [bool(one.exc_info) for one in caplog.records] == [False, True]


def test_a_read_that_does_not_come_back_is_said_after_ten_seconds(
    stage: Stage, adapter: Acting, caplog: pytest.LogCaptureFixture
) -> None:
    stage.read()

    def looked_at_meanwhile(now: int) -> Any:
        stage.clock.go_on(10 * SECOND - 1)
        stage.collector.tick()
        assert stage.source().state == "ok"
        stage.clock.go_on(1)
        stage.collector.tick()
        assert stage.source().state == "unavailable"
        assert "more than 10 seconds" in stage.source().detail
        assert stage.ids == ["acting:1"]
        stage.clock.go_on(50 * SECOND)
        stage.collector.tick()
        assert (stage.source().state, stage.ids) == ("error", [])
        adapter.gives(a_session())
        return adapter.acts(stage.clock.now)

    adapter.acts = looked_at_meanwhile
    stage.read()
    assert (stage.source().state, stage.ids) == ("ok", ["acting:1"])
    assert len(caplog.records) == 2


def test_an_errand_that_fails_is_logged_and_nothing_more(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    def errand() -> None:
        raise ZeroDivisionError

    stage.collector.run_errand("acting", errand)
    assert [one.levelno for one in caplog.records] == [logging.ERROR]
    assert stage.source().state == "searching"


def test_a_source_that_cannot_be_read_can_still_have_an_errand(
    stage: Stage, adapter: Acting
) -> None:
    adapter.raises(SourceUnavailable("No.", errand=stage.collector.tick))
    found = stage.collector.read("acting")
    assert found is not None
    assert found.errand == stage.collector.tick


@pytest.mark.parametrize(
    "sessions",
    [
        [a_session(status="dreaming")],
        [a_session(name=None)],
        [a_session(status_since="yesterday")],
        [a_session(pid=1.5)],
        [a_session(), a_session()],
        [a_session("other:2")],
        ["no session"],
        [None],
    ],
)
def test_an_adapter_that_gives_what_cannot_be_shown_takes_down_no_other(
    stage: Stage, adapter: Acting, sessions: list[Any]
) -> None:
    stage.read("other")
    adapter.gives(*sessions)
    stage.read()
    stage.collector.tick()
    stage.read("other")
    assert stage.ids == ["other:1"]
    assert stage.source().state == "error"


def test_an_adapter_that_gives_no_reading_takes_down_no_other(
    stage: Stage, adapter: Acting
) -> None:
    adapter.acts = lambda _now: None
    stage.read()
    assert stage.source().state == "error"


# What is sent


def test_nothing_is_sent_when_only_the_times_of_reading_changed(stage: Stage) -> None:
    stage.read()
    sent = len(stage.sent)
    stage.read(after=2 * SECOND)
    assert len(stage.sent) == sent
    assert stage.source().checked_at == stage.clock.now


def test_nothing_is_sent_when_only_the_counts_changed(stage: Stage, adapter: Acting) -> None:
    adapter.gives(a_session(), files_read=2)
    stage.read()
    sent = len(stage.sent)
    adapter.gives(a_session(), files_read=3, skipped=(Skipped("a.json", "has no status"),))
    stage.read(after=SECOND)
    assert len(stage.sent) == sent
    assert stage.source().measured.files_read == 3


def test_the_messages_follow_on_from_one_another_and_add_up(stage: Stage, adapter: Acting) -> None:
    told: dict[str, Any] = {}
    for sessions in (
        [a_session()],
        [a_session(status="working"), a_session("acting:2", cwd="/srv")],
        [a_session("acting:2", cwd=None)],
        [],
    ):
        adapter.gives(*sessions)
        stage.read(after=2 * SECOND)
    revisions = [(one["base"], one["revision"]) for one in stage.sent]
    first = revisions[0][0]
    assert revisions == [(first + n, first + n + 1) for n in range(len(revisions))]
    for message in stage.sent:
        told = apply_merge_patch(told, message["patch"].get("sessions", {}))
    assert told == {}
    assert stage.cache.published.revision == revisions[-1][1]


def test_a_tick_is_sent_in_every_round(stage: Stage, adapter: Acting) -> None:
    stage.collector.tick()
    adapter.gives(a_session(status="working"))
    stage.read()
    stage.collector.tick()
    stage.collector.tick()
    assert [one["type"] for one in stage.sent[-4:]] == ["tick", "diff", "tick", "tick"]
    assert stage.sent[-1] == {
        "type": "tick",
        "revision": stage.cache.published.revision,
        "generatedAt": stage.clock.now,
    }


def test_an_idle_session_becomes_stale_as_time_passes(stage: Stage, adapter: Acting) -> None:
    adapter.gives(a_session(status_since=NOW))
    stage.read()
    stage.clock.go_on(24 * 3_600 * SECOND)
    stage.collector.tick()
    assert stage.sent[-2]["patch"]["sessions"] == {"acting:1": {"stale": True}}
    [session] = stage.cache.latest.sessions
    assert isinstance(session, Session)
