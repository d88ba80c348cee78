"""Every parser, given bytes cut, flipped or put together anywhere: it answers or refuses."""

import json
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from sessions_app.adapters.claude_code import jobs, registry
from sessions_app.adapters.claude_code.asking import line_for
from sessions_app.adapters.claude_code.command import Listing, read_listing
from sessions_app.adapters.claude_code.transcript import pending_tool
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.text import clean
from sessions_app.system.files import FileBytes, FileStamp, Refused
from sessions_app.system.json_text import NotJson, time_or_none
from tests.support.claude_world import FIXTURES, NOW, as_line, asks

RUNS: Final = FIXTURES / "claude-code" / "2.1.332"
ENTRY: Final = (RUNS / "interactive" / "bash" / "registry.wait.json").read_bytes()
JOB: Final = (RUNS / "background/jobs/err400.failed.336fd2ba/state.json").read_bytes()
LISTING: Final = (RUNS / "background" / "agents-all.mixed.json").read_bytes()
TRANSCRIPT: Final = (RUNS / "interactive" / "question" / "transcript.wait.jsonl").read_bytes()[
    -6_000:
]
CWD: Final = "/home/dev/proj"


def harmed(data: bytes) -> st.SearchStrategy[bytes]:
    """The bytes cut short, with some flipped, with others put in, or none of them at all."""
    places = st.integers(0, len(data))
    cut = places.map(lambda at: data[:at])
    flipped = st.lists(st.tuples(st.integers(0, len(data) - 1), st.integers(1, 255))).map(
        lambda flips: flip(data, flips)
    )
    put_in = st.tuples(places, st.binary(max_size=20)).map(
        lambda one: data[: one[0]] + one[1] + data[one[0] :]
    )
    torn = st.tuples(places, places).map(lambda one: data[: one[0]] + data[one[1] :])
    return cut | flipped | put_in | torn | st.binary(max_size=200)


def flip(data: bytes, flips: list[tuple[int, int]]) -> bytes:
    changed = bytearray(data)
    for at, by in flips:
        changed[at] ^= by
    return bytes(changed)


def file_of(data: bytes) -> FileBytes:
    return FileBytes(data, FileStamp(0, len(data), 1))


def is_clean(text: str | None) -> bool:
    return text is None or clean(text) == text


@given(harmed(ENTRY))
def test_a_session_file_is_an_entry_or_is_refused(data: bytes) -> None:
    pid = json.loads(ENTRY)["pid"]
    try:
        entry = registry.parse(f"{pid}.json", file_of(data))
    except (NotJson, Refused):
        return
    assert entry.pid == pid
    told = (entry.session_id, entry.name, entry.status, entry.waiting_for, entry.kind)
    assert all(is_clean(text) for text in told)
    assert entry.cwd is None or entry.cwd.startswith("/")
    assert entry.status_since is None or entry.status_since > 0


@given(harmed(JOB))
def test_a_job_s_file_is_a_job_or_is_refused(data: bytes) -> None:
    try:
        job = jobs.parse("state.json", file_of(data))
    except NotJson:
        return
    assert all(is_clean(text) for text in (job.state, job.tempo, job.needs, job.detail))


@given(harmed(LISTING))
def test_a_listing_is_read_or_has_a_problem(data: bytes) -> None:
    listing = read_listing(data.decode("utf-8", "replace"), NOW)
    assert isinstance(listing, Listing)
    assert listing.problem is None or not listing.rows
    for row in listing.rows:
        assert all(is_clean(text) for text in (row.name, row.session_id, row.job_id, row.state))


@given(harmed(TRANSCRIPT), st.booleans(), st.booleans())
def test_a_transcript_has_a_pending_tool_or_none(
    data: bytes, is_whole: bool, in_subagent: bool
) -> None:
    tool = pending_tool(data, is_whole=is_whole, in_subagent=in_subagent)
    if tool is not None:
        line = line_for(tool, CWD)
        assert line is None or (is_clean(line) and 0 < len(line) <= 200)


@given(st.integers(0, len(TRANSCRIPT)))
def test_a_transcript_cut_short_never_names_another_tool(at: int) -> None:
    whole = pending_tool(TRANSCRIPT, is_whole=False)
    assert whole is not None
    assert pending_tool(TRANSCRIPT[:at], is_whole=False) in (whole, None)


def test_the_first_line_of_an_end_is_never_taken_for_a_whole_one() -> None:
    line = as_line(asks("Bash", command="one"))
    assert pending_tool(line, is_whole=True) is not None
    assert pending_tool(line, is_whole=False) is None


@given(st.text() | st.datetimes().map(lambda moment: moment.isoformat() + "Z"))
def test_a_time_is_one_or_is_none(text: str) -> None:
    time = time_or_none(text)
    assert time is None or time == EpochMs(int(time))
