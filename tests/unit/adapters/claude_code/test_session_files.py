"""Session files: which of them are sessions, and which status is true of each."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from sessions_app.adapter_api import SourceUnavailable
from sessions_app.domain.clock import EpochMs
from sessions_app.system.processes import is_other_domain, start_ticks
from tests.support.claude_world import (
    NOW,
    SESSION_ID,
    StatedWorld,
    World,
    errand_of,
    only,
    write_in_place,
)
from tests.support.opened import opened

OTHER_ID = "11531794-417c-4471-a75c-0d40dc5d7eca"
SECOND = 1_000


def later(ms: int) -> EpochMs:
    return EpochMs(NOW + ms)


# Whether the process is there


def test_a_killed_session_is_gone_though_its_file_stays(world: World) -> None:
    process = world.process()
    path = world.write(world.fields(process.pid, status="waiting"))
    adapter = world.adapter()
    assert only(adapter.read(NOW)).status == "needs-you"
    os.kill(process.pid, signal.SIGKILL)
    process.end()
    assert adapter.read(NOW).sessions == ()
    assert path.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_process_that_ended_and_was_not_waited_for_is_gone(world: World) -> None:
    process = world.process()
    world.write(world.fields(process.pid))
    adapter = world.adapter()
    assert adapter.read(NOW).sessions
    os.kill(process.pid, signal.SIGKILL)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert os.path.exists(f"/proc/{process.pid}")
    assert adapter.read(NOW).sessions == ()


def test_a_process_number_given_to_another_program_is_no_session(world: World) -> None:
    fields = world.fields()
    world.write({**fields, "procStart": str(int(fields["procStart"]) - 1)})
    assert world.adapter().read(NOW).sessions == ()


def test_a_live_process_without_a_recorded_start_is_a_session(world: World) -> None:
    fields = world.fields()
    del fields["procStart"]
    world.write(fields)
    assert only(world.adapter().read(NOW)).pid == fields["pid"]


def test_on_a_mac_the_start_may_be_a_minute_off_and_no_more(world: World) -> None:
    world.write(world.fields(501, procStart="Mon Nov 30 13:02:07 2026", pidDomain="darwin"))
    for start, is_there in [
        ("Mon Nov 30 13:03:07 2026", True),
        ("Mon Nov 30  13:02:07 2026", True),
        ("Mon Nov 30 13:03:08 2026", False),
        ("月 11/30 13:02:07 2026", True),
    ]:
        reading = world.adapter(StatedWorld("darwin", {501: start})).read(NOW)
        assert bool(reading.sessions) is is_there, start


def test_a_process_of_another_container_is_shown_and_not_judged(world: World) -> None:
    dead = world.process()
    dead.end()
    domain = "linux:" + "1" * 32 + ":pid:[1]"
    world.write(world.fields(dead.pid, pidDomain=domain, status="busy"))
    session = only(world.adapter().read(NOW))
    assert (session.status, session.pid, session.alive) == ("working", UNSET, UNSET)


def test_a_live_process_of_the_same_number_does_not_vouch_for_another_container_s(
    world: World,
) -> None:
    domain = "linux:" + "1" * 32 + ":pid:[1]"
    world.session(pidDomain=domain)
    session = only(world.adapter().read(NOW))
    assert (session.pid, session.alive) == (UNSET, UNSET)


@pytest.mark.parametrize(
    ("recorded", "own", "is_other"),
    [
        ("linux:a:pid:[1]", "linux:a:pid:[1]", False),
        ("linux:a:pid:[2]", "linux:a:pid:[1]", True),
        ("linux:b:pid:[1]", "linux:a:pid:[1]", True),
        ("linux:b:pid:[1]", "linux::pid:[1]", False),
        ("linux::pid:[1]", "linux:a:pid:[1]", False),
        ("linux:b:pid:[2]", "linux::pid:[1]", True),
        ("darwin", "linux:a:pid:[1]", True),
        ("darwin", "darwin", False),
    ],
)
def test_a_computer_without_an_id_is_told_by_its_namespace(
    recorded: str, own: str, is_other: bool
) -> None:
    assert is_other_domain(recorded, own) is is_other


# What is no session of its own


def test_what_moved_to_the_background_is_shown_once(world: World) -> None:
    world.session(parkedJobId="9e41c7b2", status="shell")
    world.session(kind="bg", jobId="9e41c7b2", sessionId=OTHER_ID, status="busy")
    assert only(world.adapter().read(NOW)).id == f"claude-code:{OTHER_ID}"


@pytest.mark.parametrize("kind", ["daemon", "daemon-worker"])
def test_a_daemon_is_no_session(world: World, kind: str) -> None:
    world.session(kind=kind)
    assert world.adapter().read(NOW).sessions == ()


# Which session it is


def test_clear_makes_another_session_of_the_same_process(world: World) -> None:
    fields = world.fields(status="busy")
    world.write(fields)
    adapter = world.adapter()
    assert only(adapter.read(NOW)).id == f"claude-code:{SESSION_ID}"
    world.write({**fields, "sessionId": OTHER_ID, "status": "idle"})
    session = only(adapter.read(NOW))
    assert (session.id, session.status) == (f"claude-code:{OTHER_ID}", "idle")


def test_after_clear_the_command_s_older_row_makes_no_ghost(world: World) -> None:
    fields = world.fields(status="busy")
    world.write(fields)
    row = {"pid": fields["pid"], "kind": "interactive", "sessionId": SESSION_ID, "status": "busy"}
    world.lists(row)
    adapter = world.adapter()
    errand_of(adapter.read(NOW))()
    world.write({**fields, "sessionId": OTHER_ID, "status": "idle"})
    assert only(adapter.read(NOW)).id == f"claude-code:{OTHER_ID}"


def test_two_sessions_in_one_folder_are_not_mixed_up(world: World) -> None:
    world.session(status="busy", startedAt=NOW - 9_000)
    world.session(sessionId=OTHER_ID, status="idle", startedAt=NOW - 8_000)
    told = {one.id: one.status for one in world.adapter().read(NOW).sessions}
    assert told == {f"claude-code:{SESSION_ID}": "working", f"claude-code:{OTHER_ID}": "idle"}


def test_one_conversation_in_two_terminals_is_two_sessions_whose_ids_stay(world: World) -> None:
    first, second = world.process(), world.process()
    world.write(world.fields(first.pid, startedAt=NOW - 9_000, status="busy"))
    path = world.write(world.fields(second.pid, startedAt=NOW - 8_000))
    adapter = world.adapter()
    id_of = {first.pid: f"claude-code:{SESSION_ID}"}
    id_of[second.pid] = f"claude-code:{SESSION_ID}:{second.pid}"
    assert {one.pid: one.id for one in adapter.read(NOW).sessions} == id_of
    first.end()
    assert only(adapter.read(NOW)).id == id_of[second.pid]
    path.unlink()
    assert adapter.read(NOW).sessions == ()
    world.session()
    assert only(adapter.read(NOW)).id == id_of[first.pid]


def test_a_session_without_an_id_has_its_process_number(world: World) -> None:
    fields = world.fields(sessionId=None)
    world.write(fields)
    assert only(world.adapter().read(NOW)).id == f"claude-code:{fields['pid']}"


def test_sessions_without_an_id_in_other_containers_keep_apart(world: World) -> None:
    for pid in (41, 42):
        world.write(world.fields(pid, sessionId=None, pidDomain="linux:b:pid:[7]"))
    ids = [one.id for one in world.adapter().read(NOW).sessions]
    assert ids == ["claude-code:41", "claude-code:42"]


# What its words mean


@pytest.mark.parametrize(
    ("word", "status", "activity"),
    [
        ("idle", "idle", UNSET),
        ("busy", "working", UNSET),
        ("shell", "working", "background"),
        ("waiting", "needs-you", UNSET),
    ],
)
def test_each_word_has_its_status(world: World, word: str, status: str, activity: Any) -> None:
    world.session(status=word)
    session = only(world.adapter().read(NOW))
    assert (session.status, session.activity) == (status, activity)
    assert session.status_since == NOW - 60_000


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("permission prompt", "permission"),
        ("sandbox request", "permission"),
        ("worker request", "permission"),
        ("input needed", "question"),
        ("dialog open", "other"),
        ("goal proposal", "other"),
        ("something of a later version", "other"),
        (None, "other"),
    ],
)
def test_each_wait_has_its_reason_and_keeps_its_words(
    world: World, words: str | None, reason: str
) -> None:
    world.session(status="waiting", waitingFor=words)
    session = only(world.adapter().read(NOW))
    assert session.waiting_reason == reason
    assert session.waiting_detail == (UNSET if words is None else words)


def test_a_reason_left_from_an_earlier_wait_is_not_shown(world: World) -> None:
    world.session(status="busy", waitingFor="permission prompt")
    session = only(world.adapter().read(NOW))
    assert (session.waiting_reason, session.waiting_detail) == (UNSET, UNSET)


def test_a_status_word_of_a_later_version_is_unknown(world: World) -> None:
    world.session(status="dreaming")
    assert only(world.adapter().read(NOW)).status == "unknown"


def test_a_first_write_without_a_status_is_hidden_for_a_second_and_then_unknown(
    world: World,
) -> None:
    fields = world.fields(startedAt=NOW)
    del fields["status"], fields["statusUpdatedAt"]
    world.write(fields)
    adapter = world.adapter()
    young = adapter.read(later(SECOND - 1))
    assert (young.sessions, young.again_in_ms) == ((), 250)
    session = only(adapter.read(later(SECOND)))
    assert (session.status, session.status_since) == ("unknown", None)


@pytest.mark.parametrize(
    ("entrypoint", "kind", "surface"),
    [
        ("cli", "interactive", "terminal"),
        ("sdk-cli", "interactive", "terminal"),
        ("claude-vscode", "interactive", "vscode"),
        ("claude-desktop", "interactive", "desktop"),
        ("claude-desktop-3p", "interactive", "desktop"),
        ("local-agent", "interactive", "unknown"),
        (None, "interactive", "unknown"),
        ("cli", "bg", "unknown"),
    ],
)
def test_each_entrypoint_has_its_surface(
    world: World, entrypoint: str | None, kind: str, surface: str
) -> None:
    world.session(entrypoint=entrypoint, kind=kind)
    assert only(world.adapter().read(NOW)).surface == surface


def test_a_rename_does_not_move_the_beginning_of_a_status(world: World) -> None:
    fields = world.fields(updatedAt=NOW - 60_000)
    world.write(fields)
    adapter = world.adapter()
    adapter.read(NOW)
    world.write({**fields, "name": "billing", "nameSource": "user", "updatedAt": NOW})
    session = only(adapter.read(NOW))
    assert (session.name, session.status_since) == ("billing", NOW - 60_000)


@pytest.mark.parametrize(
    "name", [None, "", " ", 5, [], "\u200b\u202e"], ids=["none", "empty", "blank", "5", "[]", "hid"]
)
def test_a_session_without_a_name_has_its_folder_s(world: World, name: object) -> None:
    world.session(name=name, cwd="/srv/storefront/")
    assert only(world.adapter().read(NOW)).name == "storefront"


def test_text_of_others_is_cleaned(world: World) -> None:
    world.session(status="waiting", name="\x1b[31mred\u202e\0 x", waitingFor="a\nb\x07" + "c" * 900)
    session = only(world.adapter().read(NOW))
    assert session.name == "red x"
    assert str(session.waiting_detail).startswith("a bccc")
    assert len(str(session.waiting_detail)) == 200


@pytest.mark.parametrize("cwd", ["relative", "/a\u202eb", "/a\nb", "/a\u2028b", 5, "/" * 5_000])
def test_a_folder_that_cannot_be_one_is_none(world: World, cwd: object) -> None:
    world.session(cwd=cwd)
    session = only(world.adapter().read(NOW))
    assert (session.cwd, session.project) == (None, None)


@pytest.mark.parametrize("value", [True, -5, 0, 1.5, "1796050800000", 2**70, [1], {}])
def test_a_time_that_is_none_is_not_told(world: World, value: object) -> None:
    world.session(startedAt=value, statusUpdatedAt=value)
    session = only(world.adapter().read(NOW))
    assert (session.started_at, session.status_since) == (None, None)


# Caught in the middle of a write


def test_a_torn_read_of_a_shorter_text_is_its_first_whole_object(world: World) -> None:
    fields = world.fields(status="waiting", waitingFor="permission prompt")
    path = world.write(fields)
    adapter = world.adapter()
    adapter.read(NOW)
    new = {key: value for key, value in fields.items() if key != "waitingFor"}
    with path.open("r+b") as file:
        file.write(json.dumps({**new, "status": "busy"}, separators=(",", ":")).encode())
    assert path.read_bytes().endswith(b'}00,"waitingFor":"permission prompt"}')
    reading = adapter.read(NOW)
    assert (only(reading).status, reading.again_in_ms) == ("working", None)
    assert "skipped" not in reading.detail


def test_a_torn_read_that_cuts_a_character_is_its_first_whole_object(world: World) -> None:
    fields = world.fields(name="潮位グラフの直し")
    path = world.write(fields)
    adapter = world.adapter()
    old = path.read_bytes()
    new = json.dumps(world.fields(fields["pid"], name="x", status="busy")).encode()
    torn = new + next(old[at:] for at in range(len(old)) if old[at] & 0xC0 == 0x80)
    write_in_place(path, torn)
    session = only(adapter.read(NOW))
    assert (session.name, session.status) == ("x", "working")


@pytest.mark.parametrize("cut", ["a character", "a word", "everything"])
def test_a_file_cut_short_keeps_its_last_record_for_a_second_and_is_then_named(
    world: World, cut: str
) -> None:
    path = world.session(name="潮位", status="waiting")
    adapter = world.adapter()
    adapter.read(NOW)
    whole = path.read_bytes()
    at = {"a character": whole.index("潮".encode()) + 1, "a word": 30, "everything": 0}[cut]
    path.write_bytes(whole[:at])
    reading = adapter.read(NOW)
    assert (only(reading).status, reading.again_in_ms) == ("needs-you", 10)
    assert only(adapter.read(later(SECOND - 1))).status == "needs-you"
    over = adapter.read(later(SECOND))
    assert (only(over).status, only(over).status_since, over.again_in_ms) == ("unknown", None, None)
    assert f"1 skipped: {path.name} is " in over.detail
    path.write_bytes(whole)
    assert only(adapter.read(later(SECOND))).status == "needs-you"


def test_a_clock_that_is_set_back_does_not_keep_a_broken_file_for_longer(world: World) -> None:
    path = world.session()
    adapter = world.adapter()
    path.write_bytes(b"{")
    adapter.read(NOW)
    assert adapter.read(later(-3_600 * SECOND)).again_in_ms is None


def test_two_writes_of_one_length_in_one_tick_of_the_clock_are_both_seen(world: World) -> None:
    fields = world.fields(status="busy")
    path = world.write(fields)
    written = path.stat().st_mtime_ns
    adapter = world.adapter()
    assert only(adapter.read(EpochMs(written // 1_000_000 + 50))).status == "working"
    world.write({**fields, "status": "idle"})
    os.utime(path, ns=(written, written))
    assert only(adapter.read(EpochMs(written // 1_000_000 + 60))).status == "idle"


# What is never opened, and what is refused


def test_no_key_file_is_ever_opened(world: World) -> None:
    fields = world.fields()
    path = world.write(fields)
    key = world.sessions / f"{fields['pid']}.{'0' * 64}.key"
    key.write_text('{"peerToken": "secret"}')
    adapter = world.adapter()
    with opened() as paths:
        adapter.read(NOW)
    assert path.name in {os.path.basename(one) for one in paths}
    assert not [one for one in paths if one.endswith(".key")]


@pytest.mark.parametrize(
    "name",
    ["1.json.tmp", "x.json", "-1.json", "0.json", "007.json", "1.JSON", "\u0661.json", "1.json\n"],
)
def test_a_file_of_another_name_is_not_looked_at(world: World, name: str) -> None:
    (world.sessions / name).write_text(json.dumps(world.fields()))
    with opened() as paths:
        reading = world.adapter().read(NOW)
    assert (reading.sessions, "skipped" in reading.detail) == ((), False)
    assert name not in {os.path.basename(one) for one in paths}


def make_link(path: Path) -> None:
    target = path.with_suffix(".target")
    target.write_text("{}")
    path.symlink_to(target)


def make_large(path: Path) -> None:
    path.write_bytes(b'{"status": "idle"}'.ljust(256 * 1024 + 1))


@pytest.fixture
def sockets() -> Iterator[list[socket.socket]]:
    made: list[socket.socket] = []
    yield made
    for one in made:
        one.close()


def refused(world: World, why: str) -> None:
    world.session()
    adapter = world.adapter()
    with opened() as paths:
        reading = adapter.read(NOW)
    assert only(reading).status == "idle"
    assert reading.detail == f"1 session file read in ~/.claude/sessions, 1 skipped: 1.json {why}."
    assert (reading.files_read, list(map(str, reading.skipped))) == (1, [f"1.json {why}"])
    if "larger" not in why:
        assert "1.json" not in {os.path.basename(one) for one in paths}


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (make_link, "is a link"),
        (os.mkfifo, "is not an ordinary file"),
        (Path.mkdir, "is not an ordinary file"),
        (make_large, "is larger than 256 KB"),
    ],
)
def test_what_is_no_small_ordinary_file_is_skipped_and_named(
    world: World, make: Any, why: str
) -> None:
    make(world.sessions / "1.json")
    refused(world, why)


def test_a_socket_is_skipped_and_named(
    world: World, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(world.sessions)  # a socket's address is short
    sockets.append(socket.socket(socket.AF_UNIX))
    sockets[0].bind("1.json")
    refused(world, "is not an ordinary file")


@pytest.mark.skipif(os.getuid() != 0, reason="giving a file away needs root")
def test_a_file_of_another_user_is_skipped_and_named(world: World) -> None:
    path = world.session()
    os.chown(path, 65_534, 65_534)
    reading = world.adapter().read(NOW)
    assert reading.sessions == ()
    assert f"1 skipped: {path.name} belongs to another user" in reading.detail


def test_a_file_that_names_another_process_than_its_own_is_skipped(world: World) -> None:
    fields = world.fields()
    world.write(fields, name="77.json")
    reading = world.adapter().read(NOW)
    assert reading.sessions == ()
    assert "77.json names another process than its own" in reading.detail


def test_of_more_files_than_are_read_those_written_last_are(world: World) -> None:
    for number in range(1, 1_101):
        path = world.sessions / f"{4_100_000 + number}.json"
        path.write_text("{}")
        os.utime(path, (1, 1))
    # By its name the live one would be among the last.
    fields = world.fields()
    world.write(fields)
    reading = world.adapter().read(NOW)
    assert only(reading).pid == fields["pid"]
    assert reading.detail.startswith("1000 session files read")


def test_of_more_files_than_are_read_one_that_waits_is_read_however_old_it_is(
    world: World,
) -> None:
    path = world.session(status="waiting")
    os.utime(path, (1, 1))
    for number in range(1, 1_101):
        (world.sessions / f"{4_100_000 + number}.json").write_text("{}")
    assert only(world.adapter().read(NOW)).status == "needs-you"


def test_a_file_that_names_itself_like_another_costs_no_session(world: World) -> None:
    first, second = world.fields(sessionId="dup"), world.fields(sessionId="dup")
    world.write(first)
    world.write(second)
    world.session(sessionId=f"dup:{second['pid']}", startedAt=NOW - 500_000)
    reading = world.adapter().read(NOW)
    assert len({one.id for one in reading.sessions}) == 3


@pytest.mark.parametrize("moment", [0, -1, 9_999_999_999_999_999, 10**13, "soon", True])
def test_a_moment_that_is_none_is_not_known(world: World, moment: object) -> None:
    world.session(statusUpdatedAt=moment, startedAt=moment)
    session = only(world.adapter().read(NOW))
    assert (session.status_since, session.started_at) == (None, None)


def test_a_clock_of_whole_seconds_is_not_believed_for_two_of_them(world: World) -> None:
    path = world.session(status="busy")
    at = (NOW // 1000 - 1, NOW // 1000 - 1)
    os.utime(path, at)
    adapter = world.adapter()
    assert only(adapter.read(NOW)).status == "working"
    path.write_bytes(path.read_bytes().replace(b'"busy"', b'"idle"'))
    os.utime(path, at)
    assert only(adapter.read(later(500))).status == "idle"


# Whether it can be read at all


def test_without_a_home_claude_code_is_not_set_up(world: World) -> None:
    reading = world.adapter(AGENT_LOOKOUT_CLAUDE_HOME=f"{world.path}/none").read(NOW)
    assert (reading.state, reading.sessions) == ("not-set-up", ())
    assert reading.detail == "No Claude Code was found: there is no ~/none."


def test_a_home_without_session_files_has_no_session(world: World) -> None:
    world.sessions.rmdir()
    reading = world.adapter().read(NOW)
    assert (reading.state, reading.sessions, reading.folders) == ("ok", (), ())
    assert "no session was started" in reading.detail


def test_a_folder_that_cannot_be_read_is_said_with_what_to_do(world: World) -> None:
    world.sessions.rmdir()
    world.sessions.write_text("a file")
    with pytest.raises(SourceUnavailable) as caught:
        world.adapter().read(NOW)
    assert caught.value.sentence == "~/.claude/sessions cannot be read (Not a directory)."
    assert caught.value.advice == "Check who may read ~/.claude/sessions."


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_program_s_name_cannot_pass_for_its_start(tmp_path: Path) -> None:
    program = tmp_path / "a) R 1 1 1"
    shutil.copy("/bin/cat", program)
    with subprocess.Popen([program], stdin=subprocess.PIPE) as process:
        ticks = start_ticks(process.pid)
    assert ticks is not None
    assert int(ticks) > 1
