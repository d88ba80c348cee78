"""What real runs of Claude Code wrote, each with the status that was true at that moment.

A file of a run names a process of then; it is given the number and the start of one that runs now.
"""

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import UNSET

from sessions_app.domain.acts import Stop
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from tests.support.claude_world import FIXTURES, World, copy_tree, errand_of, only, write_in_place

RUNS: Final = FIXTURES / "claude-code"
BACKGROUND: Final = RUNS / "2.1.332" / "background"
INTERACTIVE: Final = sorted(RUNS.glob("*/interactive/*/registry.*.json"))
WRITES: Final = sorted(RUNS.glob("*/interactive/*/registry-writes.jsonl"))

Asked = tuple[str, str, str | None]
WAITS: Final[dict[str, Asked]] = {
    "agent-fg": ("permission", "permission prompt", "Run: npm test"),
    "bash": ("permission", "permission prompt", "Run: npm test"),
    "bash-bg": ("permission", "permission prompt", "Run: npm run dev"),
    "edit": ("permission", "permission prompt", "Edit: app.py"),
    "plan": ("permission", "permission prompt", "Approve the plan"),
    "question": ("question", "input needed", "Which database should the service use?"),
    "webfetch": ("permission", "permission prompt", "Fetch: https://example.com/docs"),
    "websearch": ("permission", "permission prompt", "Search: python asyncio timeout"),
    "write": ("permission", "permission prompt", "Write: notes.txt"),
    # 2.1.332 starts in auto mode and asks by a dialog of its own when that cannot work.
    "2.1.332/auto-bash": ("other", "dialog open", None),
    # 2.1.197 asks as ever, and calls a question a permission prompt.
    "2.1.197/auto-bash": ("permission", "permission prompt", "Run: npm test"),
    "2.1.197/question": (
        "question",
        "permission prompt",
        "Which database should the service use?",
    ),
}
WORKING: Final = ("hold", "hold-raw")
"""Caught while the reply was still coming; any other run without a wait was over by then."""


def version_of(path: Path) -> str:
    return path.relative_to(RUNS).parts[0]


def run_name(path: Path) -> str:
    return str(path.relative_to(RUNS)).replace("interactive/", "")


def asked_in(path: Path) -> Asked | None:
    """What was asked at the moment this file was copied."""
    if path.name != "registry.wait.json":
        return None
    scenario = path.parent.name
    return WAITS.get(f"{version_of(path)}/{scenario}") or WAITS.get(scenario)


def adopt(world: World, path: Path) -> dict[str, Any]:
    """A session file of a run, written for a process that runs now."""
    recorded = json.loads(path.read_text())
    now_running = world.fields()
    # 2.1.197 says nothing of the domain.
    kept = ("pid", "procStart", "pidDomain") if "pidDomain" in recorded else ("pid", "procStart")
    fields: dict[str, Any] = {**recorded, **{key: now_running[key] for key in kept}}
    world.write(fields)
    return fields


def put_transcript(world: World, folder: Path, fields: dict[str, Any]) -> None:
    recorded = folder / "transcript.wait.jsonl"
    path = world.transcript(recorded.read_bytes(), name=fields["sessionId"])
    copy_tree(folder / "session-dir.wait", path.with_suffix(""))
    for file in (world.claude / "projects").rglob("*.jsonl"):
        at = fields["statusUpdatedAt"] * 1_000_000
        os.utime(file, ns=(at, at))


def expected(path: Path, fields: dict[str, Any]) -> Session:
    asked = asked_in(path)
    is_working = path.parent.name in WORKING and path.name == "registry.wait.json"
    reason, detail, text = asked or (UNSET, UNSET, None)
    return Session(
        id=f"claude-code:{fields['sessionId']}",
        source="claude-code",
        surface="terminal",
        name=fields["name"],
        cwd="/home/dev/proj",
        project="proj",
        status="needs-you" if asked else "working" if is_working else "idle",
        waiting_reason=reason,  # type: ignore[arg-type]  # a table's words
        waiting_detail=detail,
        waiting_text=UNSET if text is None else text,
        started_at=fields["startedAt"],
        status_since=fields["statusUpdatedAt"],
        pid=fields["pid"],
        alive=True,
        stop=Stop("signal"),
    )


@pytest.mark.parametrize("path", INTERACTIVE, ids=run_name)
def test_every_state_of_a_terminal_session_is_told_as_it_was(world: World, path: Path) -> None:
    fields = adopt(world, path)
    put_transcript(world, path.parent, fields)
    reading = world.adapter().read(EpochMs(fields["statusUpdatedAt"] + 2_000))
    assert reading.sessions == (expected(path, fields),)
    assert reading.state == "ok"


@pytest.mark.parametrize("path", INTERACTIVE, ids=run_name)
def test_the_command_s_listing_changes_nothing_of_what_the_file_says(
    world: World, path: Path
) -> None:
    fields = adopt(world, path)
    rows = json.loads(path.with_name("agents-all.wait.json").read_text())
    ours = [row for row in rows if row["sessionId"] == fields["sessionId"]]
    world.lists(*({**row, "pid": fields["pid"]} for row in ours))
    world.now = EpochMs(fields["statusUpdatedAt"] + 2_000)
    adapter = world.adapter(AGENT_LOOKOUT_WAITING_TEXT="off")
    before = adapter.read(world.now)
    errand_of(before)()
    assert adapter.read(world.now).sessions == before.sessions


STATUS_OF_WORD: Final = {
    "idle": "idle",
    "busy": "working",
    "shell": "working",
    "waiting": "needs-you",
}


@pytest.mark.parametrize("path", WRITES, ids=run_name)
def test_every_write_of_a_session_file_is_followed_in_place(world: World, path: Path) -> None:
    adapter = world.adapter()
    process = world.process()
    target = world.sessions / f"{process.pid}.json"
    for line in path.read_text().splitlines():
        content = json.loads(line).get("content")
        if not content:
            continue
        fields = json.loads(content)
        now_running = world.fields(process.pid)
        fields |= {key: now_running[key] for key in ("pid", "procStart", "pidDomain")}
        new = json.dumps(fields).encode()
        old = target.read_bytes() if target.exists() else b""
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT)
        os.write(descriptor, new)
        # Here a reader can see the end of the longer old text behind the new one.
        assert target.read_bytes() == new + old[len(new) :]
        agrees(adapter.read(EpochMs(fields["statusUpdatedAt"] + 1_500)), fields)
        os.ftruncate(descriptor, len(new))
        os.close(descriptor)
        agrees(adapter.read(EpochMs(fields["statusUpdatedAt"] + 1_500)), fields)


def agrees(reading: Any, fields: dict[str, Any]) -> None:
    session = only(reading)
    assert session.status == STATUS_OF_WORD[fields["status"]]
    assert session.activity == ("background" if fields["status"] == "shell" else UNSET)
    assert session.name == fields["name"]
    assert session.status_since == fields["statusUpdatedAt"]
    waits = fields["status"] == "waiting"
    assert session.waiting_detail == (fields["waitingFor"] if waits else UNSET)


def test_every_status_word_is_among_the_writes_recorded() -> None:
    words = {
        json.loads(content).get("status")
        for path in WRITES
        for line in path.read_text().splitlines()
        if (content := json.loads(line).get("content"))
    }
    assert words >= {"idle", "busy", "waiting", "shell"}


# Background jobs

JobState = tuple[str, str | None, str | None, str | None]
"""Status, reason of a wait, the agent's word for it, failure."""
JOBS: Final[dict[str, JobState]] = {
    "bash.waiting": ("needs-you", "permission", "permission prompt", None),
    "err400.idle": ("failed", None, None, "API Error: 400 fake: bad request"),
    "err401.busy": ("working", None, None, None),
    "fake-session-title.idle": ("idle", None, None, None),
    "hold.busy": ("working", None, None, None),
    "question.waiting": ("needs-you", "question", "input needed", None),
}


@pytest.mark.parametrize("name", JOBS)
def test_every_state_of_a_background_job_is_told_as_it_was(world: World, name: str) -> None:
    fields = adopt(world, BACKGROUND / f"registry.{name}.json")
    if name == "err400.idle":
        copy_tree(
            BACKGROUND / "jobs" / "err400.failed.336fd2ba", world.claude / "jobs" / "336fd2ba"
        )
    session = only(world.adapter().read(EpochMs(fields["statusUpdatedAt"] + 2_000)))
    status, reason, detail, failure = JOBS[name]
    assert (session.status, session.surface, session.name) == (status, "unknown", fields["name"])
    assert (session.waiting_reason, session.waiting_detail, session.failure) == (
        UNSET if reason is None else reason,
        UNSET if detail is None else detail,
        UNSET if failure is None else failure,
    )
    assert session.id == f"claude-code:{fields['sessionId']}"


def test_there_is_a_truth_for_every_background_file() -> None:
    names = {path.name[9:-5] for path in BACKGROUND.glob("registry.*.json")}
    assert names == set(JOBS)


ENDED: Final = {"done": "finished", "stopped": "finished", "failed": "failed"}


def status_of_row(row: dict[str, Any]) -> str:
    """What a row of the listing means."""
    if row.get("status") in ("busy", "waiting"):
        return STATUS_OF_WORD[row["status"]]
    if row["state"] == "blocked":
        return "needs-you"
    return ENDED.get(row["state"], "idle")


@pytest.mark.parametrize(
    "path", sorted(BACKGROUND.glob("agents*.json")), ids=lambda path: path.stem
)
def test_every_row_of_a_listing_is_told_as_it_was(world: World, path: Path) -> None:
    rows = json.loads(path.read_text())
    for row in rows:
        if "pid" in row:
            row["pid"] = world.process().pid
    world.lists(*rows)
    world.now = EpochMs(max(row["startedAt"] for row in rows) + 60_000)
    adapter = world.adapter()
    errand_of(adapter.read(world.now))()
    reading = adapter.read(world.now)
    shown = {one.id: one.status for one in reading.sessions}
    assert shown == {f"claude-code:{row['sessionId']}": status_of_row(row) for row in rows}
    assert {one.name for one in reading.sessions} == {row["name"] for row in rows}


def test_a_killed_session_left_its_file_and_its_wait_behind(world: World) -> None:
    killed = RUNS / "2.1.332" / "killed"
    fields = json.loads((killed / "registry.json").read_text())
    fields["pidDomain"] = world.domain
    dead = world.process()
    dead.end()
    write_in_place(
        world.sessions / f"{dead.pid}.json", json.dumps({**fields, "pid": dead.pid}).encode()
    )
    world.transcript((killed / "transcript.jsonl").read_bytes(), name=fields["sessionId"])
    assert world.adapter().read(EpochMs(fields["statusUpdatedAt"] + 2_000)).sessions == ()
