"""What every adapter that is registered promises, whichever agent it reads."""

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields as fields_of
from pathlib import Path
from typing import Final

import msgspec
import pytest
from msgspec import structs

from lookout.env import Environment
from lookout.env import read as read_environment
from sessions_app.adapter_api import Adapter, Reading, SourceFacts, SourceUnavailable
from sessions_app.collector.runtime import adapters_for
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.source import Capabilities
from tests.support.claude_world import FIXTURES, NOW, World, asks


def claude_code(world: World) -> None:
    """A terminal that waits, a background job at its end, and what lies beside them."""
    world.session(status="waiting", waitingFor="permission prompt")
    path = world.transcript(asks("Bash", command="npm test"))
    subagents = path.with_suffix("") / "subagents"
    subagents.mkdir(parents=True)
    shutil.copy(path, subagents / "agent-a.jsonl")
    world.session(kind="bg", jobId="5d950367", sessionId="11531794-417c-4471-a75c-0d40dc5d7eca")
    world.job("5d950367", state="failed", detail="API Error")


def codex(world: World) -> None:
    """A thread that ended, one that died with its lock file left, and their names."""
    states = FIXTURES / "codex" / "0.171.0"
    home = world.path / ".codex"
    for state in ("idle_after_turn", "waiting_question"):
        shutil.copytree(states / "states" / state, home, dirs_exist_ok=True)
    for path in home.rglob("rollout-*"):
        os.utime(path, ns=(NOW * 1_000_000, NOW * 1_000_000))
    shutil.copy(states / "session_index.jsonl", home)
    (home / "thread-writer-locks").mkdir()
    (home / "thread-writer-locks" / "01a22cb4-9e1e-7071-96c1-48ddb81dbb69.lock").touch()


def status_files(world: World) -> None:
    """A status file of each kind."""
    folder = world.path / ".agent-lookout" / "sessions"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text('{"status": "waiting", "reason": "question", "name": "a"}')
    (folder / "b.json").write_text('{"status": "idle", "cwd": "/srv/x", "app": "vscode"}')


LIVED_IN: Final[dict[str, Callable[[World], None]]] = {
    "claude-code": claude_code,
    "codex": codex,
    "status-files": status_files,
}
"""A home with sessions in it, for each adapter of this product."""


def environment_of(world: World) -> Environment:
    given = {**world.variables, "AGENT_LOOKOUT_CLAUDE_FEED": "off"}
    return read_environment(given)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    try:
        yield made
    finally:
        made.end()


@pytest.fixture
def empty_home(tmp_path: Path) -> Environment:
    home = tmp_path / "empty"
    home.mkdir()
    return read_environment({"HOME": str(home), "AGENT_LOOKOUT_CLAUDE_FEED": "off"})


def adapter_in(world: World, source_id: str) -> Adapter:
    """The adapter, in a home with its sessions."""
    LIVED_IN[source_id](world)
    found = {one.facts.source_id: one for one in adapters_for(environment_of(world))}
    return found[source_id]


def what_is_there(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything in a folder: its kind, size, time, and what it holds."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        held = path.read_bytes() if stat.S_ISREG(status.st_mode) else None
        found[str(path)] = (status.st_mode, status.st_size, status.st_mtime_ns, held)
    return found


def files_in(world: World) -> list[Path]:
    return sorted(path for path in world.path.rglob("*") if path.is_file())


every_adapter = pytest.mark.parametrize("source_id", LIVED_IN)


def test_every_registered_adapter_is_tested_here(empty_home: Environment) -> None:
    assert [one.facts.source_id for one in adapters_for(empty_home)] == sorted(LIVED_IN)


def test_every_capability_is_stated_with_a_reason_unless_it_is_whole(
    empty_home: Environment,
) -> None:
    for adapter in adapters_for(empty_home):
        facts = adapter.facts
        assert {field.name for field in fields_of(SourceFacts)} == {
            field.name for field in fields_of(facts)
        }
        for name in Capabilities.__struct_fields__:
            capability = getattr(facts.capabilities, name)
            assert (capability.level == "yes") is not isinstance(capability.reason, str), name
        assert facts.label
        assert facts.watching
        assert facts.interval_ms >= 100


@every_adapter
def test_in_an_empty_home_an_agent_is_not_set_up(empty_home: Environment, source_id: str) -> None:
    found = {one.facts.source_id: one for one in adapters_for(empty_home)}
    reading = found[source_id].read(NOW)
    assert (reading.state, reading.sessions) == ("not-set-up", ())
    assert reading.detail.endswith(".")
    assert str(reading.advice).endswith(".")


@every_adapter
def test_reading_twice_gives_the_same(world: World, source_id: str) -> None:
    adapter = adapter_in(world, source_id)
    first = adapter.read(NOW)
    assert len(first.sessions) == 2
    assert adapter.read(NOW) == first


@every_adapter
def test_ids_are_unique_and_begin_with_the_source_s(world: World, source_id: str) -> None:
    sessions = adapter_in(world, source_id).read(NOW).sessions
    ids = [one.id for one in sessions]
    assert len(set(ids)) == len(ids)
    assert all(own_id.startswith(f"{source_id}:") for own_id in ids)
    assert {one.source for one in sessions} == {source_id}


@every_adapter
def test_a_read_writes_nothing(world: World, source_id: str) -> None:
    adapter = adapter_in(world, source_id)
    before = what_is_there(world.path)
    adapter.read(NOW)
    adapter.read(EpochMs(NOW + 2_000))
    assert what_is_there(world.path) == before


@every_adapter
def test_what_is_read_is_of_the_types_it_says(world: World, source_id: str) -> None:
    is_well_formed(adapter_in(world, source_id).read(NOW))


# Hostile and broken files


def half(path: Path, data: bytes) -> None:
    path.write_bytes(data[: len(data) // 2])


def nothing(path: Path, data: bytes) -> None:
    path.write_bytes(b"")


def garbage(path: Path, data: bytes) -> None:
    path.write_bytes(bytes(at * 7 % 256 for at in range(5_000)))


def flipped(path: Path, data: bytes) -> None:
    path.write_bytes(bytes(byte ^ (1 << at % 8) for at, byte in enumerate(data)))


def deep(path: Path, data: bytes) -> None:
    path.write_bytes(b'{"status":' + b"[" * 100_000)


def huge(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a terabyte that takes no place


def other_types(path: Path, data: bytes) -> None:
    path.write_bytes(data.replace(b'"', b"[").replace(b"[", b'"', 2))


def wrong_values(path: Path, data: bytes) -> None:
    fields: dict[str, list[int]] = {
        name: [] for name in ("pid", "status", "name", "cwd", "kind", "since", "state")
    }
    path.write_bytes(msgspec.json.encode(fields))


def numbers(path: Path, data: bytes) -> None:
    path.write_bytes(b'{"pid": 1e999, "status": -0, "since": 9' + b"9" * 5_000 + b"}")


def surrogates(path: Path, data: bytes) -> None:
    path.write_bytes(b'{"status": "\\ud800", "name": "\\udfff", "cwd": "/\\ud800"}')


def pipe(path: Path, data: bytes) -> None:
    path.unlink()
    os.mkfifo(path)


def link(path: Path, data: bytes) -> None:
    path.unlink()
    path.symlink_to("/etc/passwd")


def loop(path: Path, data: bytes) -> None:
    path.unlink()
    path.symlink_to(path)


def folder(path: Path, data: bytes) -> None:
    path.unlink()
    path.mkdir()


def gone(path: Path, data: bytes) -> None:
    path.unlink()


def folder_is_a_file(path: Path, data: bytes) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_bytes(data)


def unreadable(path: Path, data: bytes) -> None:
    path.chmod(0)


HARMS: Final = (
    half, nothing, garbage, flipped, deep, huge, other_types, wrong_values, numbers, surrogates,
    pipe, link, loop, folder, gone, folder_is_a_file, unreadable,
)  # fmt: skip


@every_adapter
@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_no_file_makes_an_adapter_raise_anything_but_that_it_cannot_read(
    world: World, source_id: str, harm: Callable[[Path, bytes], None]
) -> None:
    adapter = adapter_in(world, source_id)
    adapter.read(NOW)
    for path in files_in(world):
        if path.is_file():
            harm(path, path.read_bytes())
    for ms in (0, 10, 1_100, 3_600_000, -3_600_000):
        with suppress(SourceUnavailable):
            is_well_formed(adapter.read(EpochMs(NOW + ms)))


def is_well_formed(reading: Reading) -> None:
    """Whether a reading can be shown: right types, clean text, plain sentences."""
    told = msgspec.json.encode(reading.sessions)
    assert msgspec.json.decode(told, type=tuple[Session, ...]) == reading.sessions
    for session in reading.sessions:
        texts = [one for one in structs.astuple(session) if isinstance(one, str)]
        assert all(text.isprintable() for text in texts)
    assert reading.detail.endswith(".")
    assert reading.detail.isprintable()
