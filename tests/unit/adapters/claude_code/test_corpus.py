"""Inputs with the quirks of files that people published, each with its one right result.

`expected.json` says where each file goes, what world it is in, and what is right there.
"""

import json
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import to_builtins

from sessions_app.adapter_api import Reading
from sessions_app.domain.clock import EpochMs
from sessions_app.system.processes import Processes
from tests.support.claude_world import FIXTURES, StatedWorld, World

CORPUS: Final = FIXTURES / "corpus"
GIVEN: Final = json.loads((CORPUS / "expected.json").read_text())
CASES: Final = {case["id"]: case for case in GIVEN["cases"] if case["agent"] == "claude-code"}
BRANCHES: Final = [(name, branch) for name, case in CASES.items() for branch in case["right"]]


def moment(text: str) -> EpochMs:
    return EpochMs(round(datetime.fromisoformat(text).timestamp() * 1000))


NOW: Final = moment(GIVEN["now"])

MAC: Final = "darwin"
LINUX: Final = "linux:" + "0" * 32 + ":pid:[4026531836]"
ALIVE: Final[dict[str, tuple[str, dict[int, str | None]]]] = {
    "cr-01": (MAC, {40111: "Mon Nov 30 13:02:07 2026"}),
    "cr-02": (LINUX, {40112: "5000000"}),
    "cr-03": (LINUX, {40113: "5120033", 40114: "5918822"}),
    "cr-04": (LINUX, {40115: "6010101"}),
    "cr-05": (LINUX, {40116: "6000222"}),
    # What ps prints under LC_ALL=C and TZ=UTC, whatever the zone and language of the computer.
    "bug-01": (MAC, {40117: "Mon Nov 30 03:14:15 2026"}),
}
BRANCH_WORLDS: Final[dict[str, dict[int, str | None]]] = {
    "dead": {},
    "same pid, process started 09:00:00Z": {40117: "Mon Nov 30 09:00:00 2026"},
}
WAITS_FOR: Final = {"ct-03": "dialog open", "ct-05": None}


def world_of(name: str, branch: str) -> Processes | None:
    """The processes of a session file's world; a transcript's session has one that runs here."""
    if name not in ALIVE:
        return None
    domain, alive = ALIVE[name]
    return StatedWorld(domain, BRANCH_WORLDS.get(branch, alive))


def put_files(world: World, case: dict[str, Any]) -> list[Path]:
    placed = []
    for name, place in case["files"]:
        target = world.path / place.removeprefix("~/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((CORPUS / name).read_bytes())
        placed.append(target)
    return placed


def register(world: World, transcript: Path, branch: str, waits_for: str | None) -> None:
    """The session whose transcript it is, in the folder its transcript names."""
    status = "idle" if branch == "registry idle" else "waiting"
    more = {"waitingFor": waits_for} if status == "waiting" else {}
    world.session(
        sessionId=transcript.stem,
        cwd=folder_in(transcript),
        status=status,
        statusUpdatedAt=NOW - 5_000,
        **more,
    )


def folder_in(transcript: Path) -> str:
    """The working folder that the lines of a transcript name."""
    for line in transcript.read_bytes().split(b"\n"):
        try:
            found = json.loads(line)["cwd"]
        except (ValueError, TypeError, KeyError):
            continue
        return str(found)
    raise AssertionError(f"{transcript} names no folder")


@pytest.mark.parametrize(("name", "branch"), BRANCHES)
def test_a_published_quirk_has_its_one_right_result(world: World, name: str, branch: str) -> None:
    case = CASES[name]
    [first, *_] = put_files(world, case)
    if first.suffix == ".jsonl":
        register(world, first, branch, WAITS_FOR.get(name, "permission prompt"))
    reading = world.adapter(world_of(name, branch)).read(NOW)
    assert (reading.state, "skipped" in reading.detail) == ("ok", False)
    holds(case["right"][branch], reading)


def holds(right: dict[str, Any], reading: Reading) -> None:
    """Every field of what is right, and nothing besides."""
    sessions = [to_builtins(one) for one in reading.sessions]
    if right.get("listed") is False:
        assert sessions == []
        return
    assert len(sessions) == right.get("rows", 1)
    [session] = sessions
    for key, value in right.items():
        if key in ("listed", "rows") or key.endswith("_note"):
            continue
        if key.endswith("_contains"):
            assert value in session[key.removesuffix("_contains")]
        else:
            assert session.get(key) == as_told(key, value), key


def as_told(key: str, value: Any) -> Any:
    return moment(value) if key in ("startedAt", "statusSince") and value else value


def test_notes_of_the_corpus_hold_too(world: World) -> None:
    put_files(world, CASES["cr-02"])
    put_files(world, CASES["cr-05"])
    told = world.adapter(StatedWorld(LINUX, {40112: None, 40116: "6000222"})).read(NOW)
    assert [one.name for one in told.sessions] == ["quarry-map", "lantern"]


def test_of_two_questions_the_first_is_shown_and_the_other_counted(world: World) -> None:
    [transcript] = put_files(world, CASES["bug-02"])
    register(world, transcript, "while waiting", "permission prompt")
    [session] = world.adapter().read(NOW).sessions
    assert str(session.waiting_text).endswith("(and 1 more question)")
