"""Each line stands for itself, and only a whole one is believed."""

from typing import get_args
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.domain.clock import EpochMs, Reckoning
from sessions_app.domain.event import Event, Last, stopped
from sessions_app.domain.history import Point
from sessions_app.domain.waits import Wait
from sessions_app.stores.history_lines import Record, Seen, Step, line_of, mark_of, read_record
from tests.support.kept import a_beginning
from tests.support.past import START, a_session

WAIT = Wait(
    session_id="made-up:a",
    number=START,
    since=None,
    start=START,
    seen=START,
    place="shop\nfront",
    kind="repository",
)
EVENT: Event = stopped(a_session('quotes " and \u2028 and \n'), START, "run-1")
RECORDS: list[Record] = [
    a_beginning(3, known={"made-up:a": Last("a", "idle", START)}, waits=(WAIT,)),
    EVENT,
    Seen("made-up:a", Last("a", "needs-you", EpochMs(0))),
    WAIT,
    Step(Reckoning(START), Reckoning(START, START, -3_600_000)),
    Point(START, 1, 2, 3, 6),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_what_is_written_is_read_back_and_is_one_line(record: Record) -> None:
    line = line_of(record)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert read_record(line[:-1]) == record


def test_every_kind_of_record_is_tested_and_has_a_mark_of_its_own() -> None:
    assert {type(record) for record in RECORDS} == set(get_args(Record))
    assert len({mark_of(line_of(record)) for record in RECORDS}) == len(RECORDS)


@given(st.sampled_from(RECORDS), st.data())
def test_a_line_that_was_cut_is_no_record(record: Record, data: st.DataObject) -> None:
    line = line_of(record)[:-1]
    cut = data.draw(st.integers(0, len(line) - 1))
    assert read_record(line[:cut]) is None
    assert read_record(line[len(line) - cut :]) is None


@given(st.sampled_from(RECORDS), st.data())
def test_a_line_with_any_bit_turned_is_no_record(record: Record, data: st.DataObject) -> None:
    line = bytearray(line_of(record)[:-1])
    line[data.draw(st.integers(0, len(line) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    assert read_record(bytes(line)) is None


@given(st.binary(max_size=200))
def test_any_bytes_at_all_raise_nothing(data: bytes) -> None:
    assert read_record(data) is None
    mark_of(data)


def test_a_whole_line_of_a_kind_nobody_knows_is_passed_over() -> None:
    for rest in (b"z {}", b"e {}", b"e [[[", b"p 1 2 3", b"p 1 2 3 4 x", b"p 1 2 3 4 -5", b""):
        assert read_record(b"%08x %s" % (crc32(rest), rest)) is None


def test_a_point_takes_less_than_forty_bytes() -> None:
    assert len(line_of(Point(START, 30, 30, 30, 30))) < 40
