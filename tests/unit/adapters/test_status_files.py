"""Status files, in a real folder."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from lookout.env import read as read_environment
from sessions_app.adapter_api import Reading, SourceUnavailable
from sessions_app.adapters.status_files import configured
from sessions_app.adapters.status_files.adapter import StatusFiles
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import STALE_AFTER_MS, Session
from sessions_app.domain.text import clean

NOW = EpochMs(1_790_000_000_000)
MINUTE = 60_000
needs_permissions = pytest.mark.skipif(os.getuid() == 0, reason="root may open every folder")


def adapter_of(folder: Path) -> StatusFiles:
    given_here = {"HOME": str(folder.parent), "AGENT_LOOKOUT_STATUS_DIR": str(folder)}
    return StatusFiles(read_environment(given_here))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "sessions"
    made.mkdir()
    return made


@pytest.fixture
def adapter(folder: Path) -> StatusFiles:
    return adapter_of(folder)


def write(folder: Path, name: str, content: object, at: int = NOW - MINUTE) -> Path:
    """Puts a file there, last written at that moment."""
    path = folder / name
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    path.write_bytes(data)
    os.utime(path, ns=(at * 1_000_000, at * 1_000_000))
    return path


def only(reading: Reading) -> Session:
    [session] = reading.sessions
    return session


# What a file says


def test_every_field_is_shown(folder: Path, adapter: StatusFiles) -> None:
    content = {
        "agent": "Reviewer",
        "name": "storefront review",
        "cwd": "/srv/storefront",
        "status": "waiting",
        "reason": "question",
        "since": NOW - 5 * MINUTE,
        "pid": os.getpid(),
        "app": "vscode",
    }
    write(folder, "review.json", content)
    assert only(adapter.read(NOW)) == Session(
        id="status-files:review",
        source="status-files",
        agent="Reviewer",
        surface="vscode",
        name="storefront review",
        cwd="/srv/storefront",
        project="storefront",
        status="needs-you",
        waiting_reason="question",
        status_since=EpochMs(NOW - 5 * MINUTE),
        last_write_at=EpochMs(NOW - MINUTE),
        pid=os.getpid(),
        alive=True,
    )


def test_a_status_alone_is_enough(folder: Path, adapter: StatusFiles) -> None:
    write(folder, "mine.json", {"status": "working"})
    session = only(adapter.read(NOW))
    assert (session.name, session.agent, session.surface) == ("mine", "Unnamed agent", "unknown")
    assert session.status_since == session.last_write_at == NOW - MINUTE
    assert (session.cwd, session.pid, session.alive) == (None, UNSET, UNSET)


def test_a_session_without_a_name_has_its_folder_s(folder: Path, adapter: StatusFiles) -> None:
    write(folder, "mine.json", {"status": "idle", "cwd": "/srv/storefront/"})
    assert only(adapter.read(NOW)).name == "storefront"


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("working", "working"),
        ("idle", "idle"),
        ("waiting", "needs-you"),
        ("needs-you", "needs-you"),
        ("finished", "finished"),
        ("failed", "failed"),
    ],
)
def test_each_status_has_its_word(
    folder: Path, adapter: StatusFiles, word: str, status: str
) -> None:
    write(folder, "mine.json", {"status": word, "reason": "permission"})
    session = only(adapter.read(NOW))
    assert session.status == status
    assert session.waiting_reason == ("permission" if status == "needs-you" else UNSET)


def test_a_wait_without_a_reason_is_for_another_one(folder: Path, adapter: StatusFiles) -> None:
    write(folder, "mine.json", {"status": "waiting"})
    assert only(adapter.read(NOW)).waiting_reason == "other"


def test_fields_of_no_meaning_are_dropped(folder: Path, adapter: StatusFiles) -> None:
    forged = {"id": "claude-code:1", "stop": {}, "links": {"open": "javascript:1"}, "source": "x"}
    write(folder, "mine.json", {"status": "idle", **forged})
    assert only(adapter.read(NOW)).id == "status-files:mine"


def test_text_is_cleaned(folder: Path, adapter: StatusFiles) -> None:
    nasty = "\x1b[31ma\u202eb\x00c\ud800" + "x" * 5_000
    write(folder, "mine.json", {"status": "idle", "name": nasty, "agent": nasty})
    session = only(adapter.read(NOW))
    assert session.name == session.agent
    assert session.name.startswith("ab cxxx")
    assert len(session.name) == 200


# When it began


def test_a_rewrite_does_not_move_the_beginning_of_a_wait(
    folder: Path, adapter: StatusFiles
) -> None:
    write(folder, "mine.json", {"status": "waiting"}, at=NOW - 3 * MINUTE)
    adapter.read(NOW)
    write(folder, "mine.json", {"status": "waiting"}, at=NOW - MINUTE)
    session = only(adapter.read(NOW))
    assert session.status_since == NOW - 3 * MINUTE
    assert session.last_write_at == NOW - MINUTE


def test_another_status_begins_when_it_was_written(folder: Path, adapter: StatusFiles) -> None:
    write(folder, "mine.json", {"status": "waiting"}, at=NOW - 3 * MINUTE)
    adapter.read(NOW)
    write(folder, "mine.json", {"status": "working"}, at=NOW - MINUTE)
    assert only(adapter.read(NOW)).status_since == NOW - MINUTE


@pytest.mark.parametrize(
    "since",
    [NOW // 1000, -1, 0, True, 1.5, "2026-09-21T12:00:00Z", NOW + 10 * MINUTE, 2**80, [1]],
)
def test_a_since_that_cannot_be_is_passed_over_and_said(
    folder: Path, adapter: StatusFiles, since: object
) -> None:
    write(folder, "mine.json", {"status": "idle", "since": since})
    reading = adapter.read(NOW)
    assert only(reading).status_since == NOW - MINUTE
    assert "mine.json has a since that is no time in milliseconds" in reading.detail


def test_a_since_slightly_after_the_write_is_the_write(folder: Path, adapter: StatusFiles) -> None:
    write(folder, "mine.json", {"status": "idle", "since": NOW - MINUTE + 500})
    assert only(adapter.read(NOW)).status_since == NOW - MINUTE


# When it is gone


def test_a_session_goes_with_its_file(folder: Path, adapter: StatusFiles) -> None:
    path = write(folder, "mine.json", {"status": "idle"})
    assert adapter.read(NOW).sessions
    path.unlink()
    assert adapter.read(NOW).sessions == ()


def test_a_session_goes_with_its_process(folder: Path, adapter: StatusFiles) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        write(folder, "mine.json", {"status": "waiting", "pid": process.pid})
        assert only(adapter.read(NOW)).alive is True
    assert adapter.read(NOW).sessions == ()


@pytest.mark.parametrize("status", ["finished", "failed"])
def test_what_ended_stays_a_day_whatever_became_of_its_process(
    folder: Path, adapter: StatusFiles, status: str
) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    write(folder, "mine.json", {"status": status, "pid": process.pid}, at=NOW)
    session = only(adapter.read(EpochMs(NOW + STALE_AFTER_MS - 1)))
    assert (session.pid, session.alive) == (UNSET, UNSET)
    assert adapter.read(EpochMs(NOW + STALE_AFTER_MS)).sessions == ()


@pytest.mark.parametrize("pid", [True, 0, -1, 2**80, 2**63, "12", 1.5, [1]])
def test_a_pid_that_names_no_process_is_passed_over_and_said(
    folder: Path, adapter: StatusFiles, pid: object
) -> None:
    write(folder, "mine.json", {"status": "idle", "pid": pid})
    reading = adapter.read(NOW)
    assert (only(reading).pid, only(reading).alive) == (UNSET, UNSET)
    assert "mine.json has a pid that is no process number, which was passed over" in reading.detail


def test_process_one_may_be_an_agent_as_in_a_container(folder: Path, adapter: StatusFiles) -> None:
    write(folder, "mine.json", {"status": "idle", "pid": 1})
    assert only(adapter.read(NOW)).pid == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("app", "emacs"),
        ("app", 1),
        ("reason", ["question"]),
        ("cwd", "relative/folder"),
        ("cwd", "/a\u202eb"),
        ("cwd", "/a\0b"),
        ("cwd", "/" + "x" * 5_000),
        ("cwd", 5),
        ("name", {}),
        ("name", "\u200b"),
        ("agent", 1),
    ],
)
def test_any_other_field_that_is_wrong_is_said_and_the_wait_is_shown_all_the_same(
    folder: Path, adapter: StatusFiles, field: str, value: object
) -> None:
    write(folder, "mine.json", {"status": "waiting", field: value})
    reading = adapter.read(NOW)
    assert only(reading).status == "needs-you"
    assert f"mine.json has a {field} that is no" in reading.detail
    assert reading.advice is not None


# Which files are read


@pytest.mark.parametrize("name", [".hidden.json", "mine.json.tmp", "notes.txt", "MINE.JSON"])
def test_a_file_of_another_name_is_not_looked_at(
    folder: Path, adapter: StatusFiles, name: str
) -> None:
    write(folder, name, b"not json")
    reading = adapter.read(NOW)
    assert (reading.sessions, reading.advice) == ((), None)


def test_the_200_written_last_are_read_and_the_others_counted(
    folder: Path, adapter: StatusFiles
) -> None:
    for number in range(10_000):
        (folder / f"{number:05}.json").write_bytes(b'{"status": "idle"}')
    for number in range(5_000, 5_200):
        os.utime(folder / f"{number:05}.json", ns=(2 * 10**18, 2 * 10**18))
    reading = adapter.read(NOW)
    names = {one.id for one in reading.sessions}
    assert names == {f"status-files:{number:05}" for number in range(5_000, 5_200)}
    assert "200 files read" in reading.detail
    assert "9800 files left out" in reading.detail


def make_link(path: Path) -> None:
    target = path.parent / "elsewhere"
    target.write_text('{"status": "idle"}')
    path.symlink_to(target)


def make_loop(path: Path) -> None:
    path.symlink_to(path)


def too_large(path: Path) -> None:
    path.write_bytes(b'{"status": "idle"}' + b" " * 16 * 1024)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (make_link, "is a link"),
        (make_loop, "is a link"),
        (os.mkfifo, "is not an ordinary file"),
        (Path.mkdir, "is not an ordinary file"),
        (too_large, "is larger than 16 KB"),
    ],
)
def test_what_is_no_small_ordinary_file_is_skipped_and_named(
    folder: Path, adapter: StatusFiles, make: Any, why: str
) -> None:
    write(folder, "good.json", {"status": "idle"})
    make(folder / "x.json")
    reading = adapter.read(NOW)
    assert [one.id for one in reading.sessions] == ["status-files:good"]
    assert reading.detail == f"1 file read in ~/sessions; 1 skipped, because x.json {why}."
    assert (reading.files_read, list(map(str, reading.skipped))) == (1, [f"x.json {why}"])


def test_a_file_of_exactly_16_kb_is_read(folder: Path, adapter: StatusFiles) -> None:
    write(folder, "x.json", b'{"status": "idle"}'.ljust(16 * 1024))
    assert adapter.read(NOW).sessions


@pytest.mark.skipif(os.getuid() != 0, reason="giving a file away needs root")
def test_a_file_of_another_user_is_skipped(folder: Path, adapter: StatusFiles) -> None:
    os.chown(write(folder, "x.json", {"status": "idle"}), 65_534, 65_534)
    assert "x.json belongs to another user" in adapter.read(NOW).detail


@pytest.mark.parametrize("name", [b"\xff.json", b"a\x1b[31m.json", "a\u202eb.json".encode()])
@pytest.mark.skipif(sys.platform == "darwin", reason="macOS takes no such name")
def test_a_name_that_cannot_be_shown_is_skipped(
    folder: Path, adapter: StatusFiles, name: bytes
) -> None:
    with open(os.path.join(os.fsencode(folder), name), "wb") as file:
        file.write(b'{"status": "idle"}')
    reading = adapter.read(NOW)
    assert reading.sessions == ()
    assert "has a name with characters that cannot be shown" in reading.detail
    assert reading.detail.isprintable()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 100,
        b"\xff\xfe{\0}\0",
        b"[]",
        b"null",
        b'{"status": "idle", "x": ' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        b'{"status": "idle", "since": 1e999}',
        b'{"status": "idle", "since": NaN}',
        b'{"status": "idle", "since": -Infinity}',
        b'{"status": "id',
    ],
)
def test_what_is_no_json_is_skipped_and_named(
    folder: Path, adapter: StatusFiles, content: bytes
) -> None:
    write(folder, "x.json", content)
    adapter.read(NOW)
    reading = adapter.read(EpochMs(NOW + 1_000))
    assert reading.sessions == ()
    assert "1 skipped, because x.json " in reading.detail


@pytest.mark.parametrize("status", [None, 1, "paused", "", "Working", ["idle"]])
def test_a_status_that_is_not_known_is_skipped_and_named(
    folder: Path, adapter: StatusFiles, status: object
) -> None:
    write(folder, "x.json", {"status": status})
    reading = adapter.read(NOW)
    assert reading.sessions == ()
    assert "because x.json has " in reading.detail


def test_the_last_of_two_fields_of_one_name_counts(folder: Path, adapter: StatusFiles) -> None:
    write(folder, "x.json", b'{"status": "idle", "status": "working"}')
    assert only(adapter.read(NOW)).status == "working"


def test_the_first_skipped_file_by_name_is_the_one_named(
    folder: Path, adapter: StatusFiles
) -> None:
    for name in ("b.json", "a.json", "c.json"):
        (folder / name).mkdir()
    assert "3 skipped, the first because a.json is not" in adapter.read(NOW).detail


# Caught in the middle of a write


def test_a_file_caught_half_written_keeps_its_last_reading_for_a_second(
    folder: Path, adapter: StatusFiles
) -> None:
    write(folder, "x.json", {"status": "waiting"})
    adapter.read(NOW)
    write(folder, "x.json", b'{"status": "wor', at=NOW)
    reading = adapter.read(NOW)
    assert only(reading).status == "needs-you"
    assert reading.again_in_ms == 50
    later = adapter.read(EpochMs(NOW + 1_000))
    assert (later.sessions, later.again_in_ms) == ((), None)
    assert "x.json is not whole JSON" in later.detail


def test_a_file_caught_while_it_is_made_is_neither_shown_nor_named_yet(
    folder: Path, adapter: StatusFiles
) -> None:
    write(folder, "x.json", b"", at=NOW)
    reading = adapter.read(NOW)
    assert (reading.sessions, reading.again_in_ms) == ((), 50)
    assert "skipped" not in reading.detail


def test_a_second_write_of_the_same_length_in_the_same_tick_is_seen(
    folder: Path, adapter: StatusFiles
) -> None:
    write(folder, "x.json", {"status": "working"}, at=NOW)
    assert only(adapter.read(NOW)).status == "working"
    path = folder / "x.json"
    with path.open("r+b") as file:
        file.write(json.dumps({"status": "waiting"}).encode())
    os.utime(path, ns=(NOW * 1_000_000, NOW * 1_000_000))
    assert only(adapter.read(NOW)).status == "needs-you"


def test_a_file_that_did_not_change_is_not_opened_again(folder: Path, adapter: StatusFiles) -> None:
    write(folder, "x.json", {"status": "working"})
    adapter.read(NOW)
    # The same file, length and time: only by opening it could the change be seen.
    write(folder, "x.json", {"status": "waiting"})
    assert only(adapter.read(NOW)).status == "working"


def test_files_that_come_and_go_while_they_are_read_are_no_fault(folder: Path) -> None:
    adapter = adapter_of(folder)
    churn = (
        "import os, sys\n"
        "folder = sys.argv[1]\n"
        "print('begun', flush=True)\n"
        "for n in range(400):\n"
        "    path = os.path.join(folder, f'{n % 7}.json')\n"
        "    with open(path, 'w') as file: file.write('{\"status\": \"idle\"}')\n"
        "    os.unlink(path)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", churn, str(folder)], stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        while writer.poll() is None:
            now = EpochMs(time.time_ns() // 1_000_000)
            assert {one.status for one in adapter.read(now).sessions} <= {"idle"}
    assert adapter.read(NOW).sessions == ()


# The folder


def test_no_folder_is_no_fault_and_says_how_to_begin(tmp_path: Path) -> None:
    reading = adapter_of(tmp_path / "none").read(NOW)
    assert (reading.state, reading.sessions, reading.folders) == ("not-set-up", (), ())
    assert reading.detail == "There is no folder ~/none."
    assert '{"status": "working"}' in (reading.advice or "")
    assert not (tmp_path / "none").exists()


def test_a_folder_that_is_a_link_is_followed(folder: Path) -> None:
    write(folder, "mine.json", {"status": "idle"})
    link = folder.parent / "link"
    link.symlink_to(folder)
    assert adapter_of(link).read(NOW).sessions


def test_a_file_in_the_folders_place_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SourceUnavailable, match="~/file is not a folder"):
        adapter_of(tmp_path / "file").read(NOW)


@pytest.fixture
def locked(folder: Path) -> Iterator[Path]:
    folder.chmod(0)
    yield folder
    folder.chmod(0o700)


@needs_permissions
def test_a_folder_that_may_not_be_opened_is_said(locked: Path) -> None:
    with pytest.raises(SourceUnavailable, match="cannot be read") as caught:
        adapter_of(locked).read(NOW)
    assert caught.value.advice


def test_the_folder_is_to_be_watched(folder: Path, adapter: StatusFiles) -> None:
    assert adapter.read(NOW).folders == (str(folder),)


def test_reading_twice_gives_equal_readings_and_writes_nothing(
    folder: Path, adapter: StatusFiles
) -> None:
    write(folder, "a.json", {"status": "waiting"})
    write(folder, "b.json", b"{")
    (folder / "c.json").mkdir()
    before = sorted(path.name for path in folder.iterdir())
    adapter.read(NOW)
    assert adapter.read(EpochMs(NOW + 1_000)) == adapter.read(EpochMs(NOW + 1_000))
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_start_has_one_such_source_with_every_no_explained() -> None:
    [adapter] = configured(read_environment({"HOME": "/nowhere"}))
    facts = adapter.facts
    assert (facts.source_id, facts.label) == ("status-files", "Status files")
    for name in facts.capabilities.__struct_fields__:
        one = getattr(facts.capabilities, name)
        assert one.level == "yes" or one.reason


VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text())


@given(
    st.binary(max_size=400)
    | st.dictionaries(
        st.sampled_from(["agent", "name", "cwd", "status", "reason", "since", "pid", "app"]),
        VALUES | st.sampled_from(["idle", "waiting"]),
    ).map(lambda fields: json.dumps(fields).encode()),
    st.integers(0, 400),
)
def test_no_bytes_raise_anything(content: bytes, cut: int) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write(folder, "whole.json", content)
        write(folder, "cut.json", content[:cut])
        adapter = adapter_of(folder)
        for now in (NOW, NOW + 1_000):
            for session in adapter.read(EpochMs(now)).sessions:
                assert clean(session.name) == session.name
