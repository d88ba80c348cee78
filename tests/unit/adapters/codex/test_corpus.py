"""Inputs with the quirks of files that people published, each with its one right result."""

import json
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import to_builtins

from tests.support.codex_world import FIXTURES, CodexWorld, moment

CORPUS: Final = FIXTURES / "corpus"
GIVEN: Final = json.loads((CORPUS / "expected.json").read_text())
CASES: Final = {case["id"]: case for case in GIVEN["cases"] if case["agent"] == "codex"}
BRANCHES: Final = [(name, branch) for name, case in CASES.items() for branch in case["right"]]
TIMES: Final = ("startedAt", "statusSince")
NOTES: Final = frozenset({"listed", "rows", "accept", "lastWriteAt_note"})
"""What says how many rows there are, which is always looked at, or is said for a reader."""


def put_files(world: CodexWorld, case: dict[str, Any]) -> list[Path]:
    return [
        world.place(CORPUS / name, place.removeprefix("~/.codex/")) for name, place in case["files"]
    ]


def open_it(world: CodexWorld, name: str, rollout: Path) -> None:
    """A program has the thread of the first file open."""
    if name == "cx-02":
        world.hold_file(rollout)
    else:
        world.hold(rollout.stem[-36:])


@pytest.mark.parametrize(("name", "branch"), BRANCHES)
def test_each_input_gives_its_right_result(world: CodexWorld, name: str, branch: str) -> None:
    if name == "cx-02" and branch == "open" and sys.platform != "linux":
        pytest.skip("told from /proc alone")
    case = CASES[name]
    files = put_files(world, case)
    if branch == "open":
        open_it(world, name, files[0])
    assert moment(GIVEN["now"]) == world.now
    reading = world.read()
    assert reading.state == "ok"
    right = case["right"][branch]
    if right.get("listed") is False:
        assert reading.sessions == ()
        return
    [session] = reading.sessions
    found = to_builtins(session)
    for field, value in right.items():
        if field == "status_any_of":
            assert found["status"] in value
        elif field in TIMES:
            assert found[field] == moment(value)
        elif field not in NOTES:
            assert found[field] == value
    assert found["name"]


def test_a_reviewer_s_write_counts_for_its_parent(world: CodexWorld) -> None:
    files = put_files(world, CASES["cx-06"])
    open_it(world, "cx-06", files[0])
    assert world.only().last_write_at == moment("2026-11-30T14:31:40.000Z")


def test_a_usage_limit_is_said(world: CodexWorld) -> None:
    put_files(world, CASES["bug-05"])
    failure = world.only().failure
    assert failure == "The usage limit was reached: Made-up limit text. Try again at 7:05 PM."


def test_the_next_turn_clears_a_failure(world: CodexWorld) -> None:
    [path] = put_files(world, CASES["bug-05"])
    world.hold(path.stem[-36:])
    assert world.only().status == "failed"
    [clean] = put_files(world, CASES["bug-03"])
    turn = [one for one in clean.read_bytes().splitlines(keepends=True) if b"event_msg" in one]
    clean.unlink()
    world.append(path, *turn)
    session = world.only(after_ms=2_000)
    assert (session.status, session.id) == ("idle", f"codex:{path.stem[-36:]}")
