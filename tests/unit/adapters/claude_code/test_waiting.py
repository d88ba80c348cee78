"""What a waiting session asks: which line of which transcript, and when one is opened at all."""

import gc
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from sessions_app.adapters.claude_code.adapter import ClaudeCode
from sessions_app.adapters.claude_code.waiting import folder_name
from sessions_app.domain.clock import EpochMs
from tests.support.claude_world import (
    NOW,
    SESSION_ID,
    World,
    answers,
    as_line,
    asks,
    only,
    write_in_place,
)
from tests.support.opened import opened

OTHER_ID = "11531794-417c-4471-a75c-0d40dc5d7eca"
CWD = "/home/dev/proj"


def later(ms: int) -> EpochMs:
    return EpochMs(NOW + ms)


def waits(world: World, **more: Any) -> dict[str, Any]:
    """A session that has waited for a minute, and its session file's fields."""
    given = {"status": "waiting", "waitingFor": "permission prompt", **more}
    fields = world.fields(**given)
    world.write(fields)
    return fields


def prompt(text: str, **more: object) -> dict[str, Any]:
    """The line of what a person wrote."""
    return {"type": "user", "message": {"role": "user", "content": text}, **more}


def text_of(world: World, *lines: object) -> object:
    """What a session with this transcript is said to ask."""
    waits(world)
    world.transcript(*lines)
    return only(world.adapter().read(NOW)).waiting_text


# The line of each tool


@pytest.mark.parametrize(
    ("tool", "given", "line"),
    [
        ("Bash", {"command": "npm test", "description": "Run"}, "Run: npm test"),
        ("Bash", {"command": "\n  cd x\nrm -rf y"}, "Run: cd x"),
        ("Bash", {"command": "echo a\u2028; rm b\x0c; rm c"}, "Run: echo a ; rm b ; rm c"),
        ("Bash", {"command": " "}, "Use: Bash"),
        ("Bash", {"command": 5}, "Use: Bash"),
        ("Bash", {}, "Use: Bash"),
        ("Edit", {"file_path": f"{CWD}/src/a.ts"}, "Edit: src/a.ts"),
        ("MultiEdit", {"file_path": "/etc/hosts"}, "Edit: /etc/hosts"),
        ("NotebookEdit", {"notebook_path": f"{CWD}/a.ipynb"}, "Edit: a.ipynb"),
        ("Write", {"file_path": f"{CWD}/../other/a"}, f"Write: {CWD}/../other/a"),
        ("Write", {"file_path": f"{CWD}-2/a"}, f"Write: {CWD}-2/a"),
        ("Write", {"file_path": CWD}, f"Write: {CWD}"),
        ("Read", {"file_path": "notes.txt"}, "Read: notes.txt"),
        ("Read", {"file_path": ["x"]}, "Use: Read"),
        ("WebFetch", {"url": "https://example.com/", "prompt": "p"}, "Fetch: https://example.com/"),
        ("WebSearch", {"query": "asyncio"}, "Search: asyncio"),
        ("ExitPlanMode", {"plan": "secret"}, "Approve the plan"),
        ("mcp__demo__add_note", {"title": "x"}, "Use: mcp__demo__add_note"),
        ("Task", {"prompt": "x"}, UNSET),
        ("Agent", {"prompt": "x"}, UNSET),
        ("AskUserQuestion", {"questions": [{"question": "Which?"}]}, "Which?"),
        ("AskUserQuestion", {"questions": [{"question": "\u200b"}, {"question": "B?"}]}, "B?"),
        ("AskUserQuestion", {"questions": [5, {"question": 5}, {}]}, UNSET),
        ("AskUserQuestion", {"questions": "Which?"}, UNSET),
        ("AskUserQuestion", {}, UNSET),
    ],
)
def test_each_tool_has_its_line(
    world: World, tool: str, given: dict[str, Any], line: object
) -> None:
    assert text_of(world, prompt("go"), asks(tool, **given)) == line


@pytest.mark.parametrize(
    ("number", "tail"), [(2, " (and 1 more question)"), (4, " (and 3 more questions)")]
)
def test_of_several_questions_the_first_is_shown_and_the_others_counted(
    world: World, number: int, tail: str
) -> None:
    questions = [{"question": f"Number {n}? " + "x" * 300} for n in range(number)]
    text = text_of(world, asks("AskUserQuestion", questions=questions))
    assert isinstance(text, str)
    assert text.startswith("Number 0? xx")
    assert text.endswith("x…" + tail)
    assert len(text) == 200


@pytest.mark.parametrize(
    ("words", "reason"), [("permission prompt", "question"), ("input needed", "question")]
)
def test_a_pending_question_makes_the_wait_one(world: World, words: str, reason: str) -> None:
    waits(world, waitingFor=words)
    world.transcript(asks("AskUserQuestion", questions=[{"question": "Which?"}]))
    session = only(world.adapter().read(NOW))
    assert (session.waiting_reason, session.waiting_detail) == (reason, words)


def test_hostile_text_is_cleaned_and_cut(world: World) -> None:
    hostile = "ls \x1b[8m\u202egnp.exe\u202c\u200b\x00\x9b31m \x1b]0;title\x07 done" + "x" * 10_000
    text = text_of(world, asks("Bash", command=hostile))
    assert isinstance(text, str)
    assert text.startswith("Run: ls gnp.exe done")
    assert text.isprintable()
    assert (len(text), text[-1]) == (200, "…")


def test_an_escape_that_does_not_end_hides_nothing(world: World) -> None:
    text = text_of(world, asks("Bash", command="ls \x1b]0; rm -rf x"))
    assert text == "Run: ls 0; rm -rf x"


# Which tool is asked about


def test_of_two_tools_of_a_reply_the_first_without_an_answer_is_asked_about(world: World) -> None:
    first, second = asks("Bash", command="one"), asks("Bash", block="toolu_2", command="two")
    assert text_of(world, first, second) == "Run: one"
    world.transcript(first, second, answers("toolu_1"))
    assert only(world.adapter().read(NOW)).waiting_text == "Run: two"


def test_a_tool_that_has_its_answer_is_not_asked_about(world: World) -> None:
    assert text_of(world, asks("Bash", command="one"), answers()) is UNSET


def test_an_answer_written_before_its_tool_counts(world: World) -> None:
    assert text_of(world, answers(), asks("Bash", command="one")) is UNSET


def test_a_tool_of_an_earlier_reply_is_not_asked_about(world: World) -> None:
    orphan = asks("Bash", message="msg_0", block="toolu_0", command="orphan")
    assert text_of(world, orphan, asks("Bash", command="one"), answers()) is UNSET


def test_a_tool_from_before_the_person_spoke_is_not_asked_about(world: World) -> None:
    assert text_of(world, asks("Bash", command="orphan"), prompt("go on")) is UNSET


def test_a_prompt_written_behind_the_reply_to_it_ends_nothing(world: World) -> None:
    asked = {**asks("Bash", command="one"), "timestamp": "2026-11-30T13:55:11.143Z"}
    before = prompt("go", timestamp="2026-11-30T13:55:11.082Z")
    after = prompt("go", timestamp="2026-11-30T13:55:11.200Z")
    assert text_of(world, asked, before) == "Run: one"
    world.transcript(asked, before, after)
    assert only(world.adapter().read(NOW)).waiting_text is UNSET


def test_a_note_of_claude_code_s_own_is_nothing_the_person_said(world: World) -> None:
    assert text_of(world, asks("Bash", command="one"), prompt("note", isMeta=True)) == "Run: one"


def test_an_earlier_reply_written_behind_a_later_one_asks_nothing(world: World) -> None:
    last = {**asks("Bash", command="one"), "timestamp": "2026-11-30T13:55:11.143Z"}
    earlier = asks("Bash", message="msg_0", block="toolu_0", command="orphan")
    earlier["timestamp"] = "2026-11-30T13:55:10.000Z"
    assert text_of(world, last, earlier) == "Run: one"


def test_what_other_lines_quote_of_the_person_ends_nothing(world: World) -> None:
    quote = prompt("go") | {"type": "api-request-blob"}
    assert text_of(world, asks("Bash", command="one"), quote) == "Run: one"


def test_copies_of_a_reply_in_other_lines_count_for_nothing(world: World) -> None:
    copy = {**asks("Bash", command="copy", block="toolu_9"), "type": "api-request-blob"}
    assert text_of(world, asks("Bash", command="one"), answers(), copy) is UNSET


def test_a_subagent_s_lines_in_the_session_s_own_file_count_for_nothing(world: World) -> None:
    sidechain = {**asks("Bash", command="trace"), "isSidechain": True}
    assert text_of(world, sidechain) is UNSET


def test_a_subagent_s_tool_is_told_from_its_own_file(world: World) -> None:
    waits(world)
    path = world.transcript(asks("Agent", prompt="x"), answers())
    subagent(path, "agent-a.jsonl", "npm test")
    assert only(world.adapter().read(NOW)).waiting_text == "Run: npm test"


def test_with_two_subagents_asking_nothing_is_guessed(world: World) -> None:
    waits(world)
    path = world.transcript(asks("Agent", prompt="x"), answers())
    subagent(path, "agent-a.jsonl", "one")
    subagent(path, "agent-b.jsonl", "two")
    assert only(world.adapter().read(NOW)).waiting_text is UNSET


def test_a_subagent_of_an_earlier_turn_asks_nothing(world: World) -> None:
    waits(world)
    path = world.transcript(asks("Agent", prompt="x"), answers())
    old = subagent(path, "agent-a.jsonl", "orphan")
    os.utime(old, (NOW / 1000 - 3_600, NOW / 1000 - 3_600))
    assert only(world.adapter().read(NOW)).waiting_text is UNSET


AS_THE_WAIT_BEGAN = "2026-11-30T14:59:00.100Z"
LONG_BEFORE = "2026-11-30T14:57:30.000Z"


@pytest.mark.parametrize(
    ("own_at", "other_at", "text"),
    [
        (AS_THE_WAIT_BEGAN, LONG_BEFORE, "Run: own"),
        (LONG_BEFORE, AS_THE_WAIT_BEGAN, "Run: other"),
        (AS_THE_WAIT_BEGAN, AS_THE_WAIT_BEGAN, UNSET),
        (LONG_BEFORE, LONG_BEFORE, UNSET),
        (None, None, UNSET),
    ],
)
def test_with_tools_of_session_and_subagent_pending_only_the_time_tells(
    world: World, own_at: str | None, other_at: str | None, text: object
) -> None:
    waits(world)
    path = world.transcript({**asks("Bash", command="own"), "timestamp": own_at})
    subagent(path, "agent-a.jsonl", "other", timestamp=other_at)
    assert only(world.adapter().read(NOW)).waiting_text == text


def subagent(transcript: Path, name: str, command: str, **more: object) -> Path:
    folder = transcript.with_suffix("") / "subagents"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(as_line({**asks("Bash", command=command), "isSidechain": True, **more}))
    os.utime(path, (NOW / 1000 - 60, NOW / 1000 - 60))
    return path


def test_two_sessions_in_one_folder_have_each_its_own_text(world: World) -> None:
    waits(world)
    waits(world, sessionId=OTHER_ID)
    world.transcript(asks("Bash", command="one"))
    world.transcript(asks("Bash", command="two"), name=OTHER_ID)
    told = {one.id: one.waiting_text for one in world.adapter().read(NOW).sessions}
    assert told == {
        f"claude-code:{SESSION_ID}": "Run: one",
        f"claude-code:{OTHER_ID}": "Run: two",
    }


def test_of_a_conversation_in_two_terminals_nothing_says_which_asks(world: World) -> None:
    waits(world)
    waits(world)
    world.transcript(asks("Bash", command="one"))
    told = [one.waiting_text for one in world.adapter().read(NOW).sessions]
    assert told == [UNSET, UNSET]


# Lines


@pytest.mark.parametrize(
    "bad",
    [
        b"\n",
        b"null\n",
        b"[1]\n",
        b'"text"\n',
        b'{"type": "assistant"\n',
        b'{"type": "assistant", "message": 5}\n',
        b'{"type": "assistant", "message": {"id": "msg_1", "content": [5, null, {}]}}\n',
        b'{"type": "user", "message": {"content": [{"type": "tool_result"}]}}\n',
        b'{"type": "user", "message": {"content": null}}\n',
        b'{"type": "user", "message": {"content": [null, {"type": "of a later version"}]}}\n',
        b'{"type": "user", "message": "text"}\n',
        b"\xff\xfe\n",
        b"[" * 5_000 + b"\n",
        b'{"type": "assistant", "x": 1e999}\n',
        b'{"type": "assistant", "x": "\\ud800"}\n',
        b'{"type": ["assistant"]}\n',
    ],
)
def test_a_bad_line_loses_only_itself(world: World, bad: bytes) -> None:
    assert text_of(world, asks("Bash", command="one"), bad) == "Run: one"


def test_a_line_that_is_still_being_written_is_not_read_yet(world: World) -> None:
    line = as_line(asks("Bash", command="one"))
    assert text_of(world, prompt("go"), line[:-20]) is UNSET


def test_only_the_last_256_kb_are_read(world: World) -> None:
    filler = {"type": "attachment", "x": "y" * 60_000}
    assert text_of(world, asks("Bash", command="one"), *[filler] * 4) == "Run: one"
    world.transcript(asks("Bash", command="one"), *[filler] * 5)
    assert only(world.adapter().read(NOW)).waiting_text is UNSET


def test_a_line_of_4_mb_is_passed_over(world: World) -> None:
    huge = asks("Write", file_path=f"{CWD}/a", content="x" * (4 << 20))
    assert text_of(world, asks("Bash", message="m0", block="b0", command="no"), huge) is UNSET


# When a transcript is opened


def transcripts(paths: list[str]) -> list[str]:
    return [path for path in paths if "projects" in path or path.endswith(".jsonl")]


@pytest.mark.parametrize(
    "more",
    [
        {"status": "busy"},
        {"status": "idle"},
        {"status": "shell"},
        {"status": "dreaming"},
        {"waitingFor": "dialog open"},
        {"waitingFor": "worker request"},
        {"waitingFor": "goal proposal"},
        {"sessionId": "../../../etc/passwd"},
        {"sessionId": f"{SESSION_ID}/x"},
        {"sessionId": None},
    ],
)
def test_no_transcript_is_opened_of_a_session_that_asks_nothing_there(
    world: World, more: dict[str, Any]
) -> None:
    waits(world, **more)
    world.transcript(asks("Bash", command="one"))
    with opened() as paths:
        session = only(world.adapter().read(NOW))
    assert transcripts(paths) == []
    assert session.waiting_text is UNSET


def test_with_waiting_text_off_no_transcript_is_opened(world: World) -> None:
    waits(world)
    world.transcript(asks("Bash", command="one"))
    adapter = world.adapter(AGENT_LOOKOUT_WAITING_TEXT="off")
    with opened() as paths:
        session = only(adapter.read(NOW))
    assert transcripts(paths) == []
    assert (session.status, session.waiting_reason) == ("needs-you", "permission")
    assert session.waiting_text is UNSET


def test_of_many_sessions_only_the_waiting_one_s_transcript_is_opened(world: World) -> None:
    waits(world)
    world.session(sessionId=OTHER_ID, status="busy")
    mine = world.transcript(asks("Bash", command="one"))
    world.transcript(asks("Bash", command="two"), name=OTHER_ID)
    with opened() as paths:
        world.adapter().read(NOW)
    assert [path for path in paths if path.endswith(".jsonl")] == [str(mine)]


def test_a_transcript_that_did_not_change_is_not_opened_again(world: World) -> None:
    waits(world)
    path = world.transcript(asks("Bash", command="one"))
    os.utime(path, (NOW / 1000 - 60, NOW / 1000 - 60))
    adapter = world.adapter()
    adapter.read(NOW)
    with opened() as paths:
        session = only(adapter.read(later(2_000)))
    assert [one for one in paths if one.endswith(".jsonl")] == []
    assert session.waiting_text == "Run: one"


def holds_text(root: object, text: str) -> bool:
    """Whether anything that can be reached from an object is a text with this in it."""
    seen: set[int] = set()
    left = [root]
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, type):
            continue
        seen.add(id(one))
        if (isinstance(one, str) and text in one) or (
            isinstance(one, bytes) and text.encode() in one
        ):
            return True
        left.extend(gc.get_referents(one))
    return False


def reachable(adapter: ClaudeCode, text: str) -> bool:
    return holds_text(list(vars(adapter).values()), text)


def test_what_was_read_is_forgotten_when_the_wait_ends(world: World) -> None:
    fields = waits(world)
    world.transcript(asks("Bash", command="only-in-the-transcript"))
    adapter = world.adapter()
    adapter.read(NOW)
    assert reachable(adapter, "only-in-the-transcript")
    world.write({**fields, "status": "busy"})
    assert only(adapter.read(later(2_000))).waiting_text is UNSET
    assert not reachable(adapter, "only-in-the-transcript")


def test_of_a_tool_only_its_line_is_kept(world: World) -> None:
    waits(world)
    world.transcript(prompt("a-prompt"), asks("Write", file_path=f"{CWD}/a", content="a-content"))
    adapter = world.adapter()
    assert only(adapter.read(NOW)).waiting_text == "Write: a"
    assert reachable(adapter, "Write: a")
    assert not reachable(adapter, "a-prompt")
    assert not reachable(adapter, "a-content")


def test_the_next_wait_begins_without_the_text_of_the_last(world: World) -> None:
    fields = waits(world)
    path = world.transcript(asks("Bash", command="one"))
    adapter = world.adapter()
    adapter.read(NOW)
    path.write_bytes(path.read_bytes() + as_line(answers()))
    world.write({**fields, "statusUpdatedAt": NOW})
    assert only(adapter.read(NOW)).waiting_text is UNSET


# Lines that come late


def test_a_line_written_after_the_wait_began_is_found_on_the_next_read(world: World) -> None:
    waits(world, statusUpdatedAt=NOW - 20)
    path = world.transcript(prompt("go"))
    adapter = world.adapter()
    early = adapter.read(NOW)
    assert (only(early).waiting_text, early.again_in_ms) == (UNSET, 100)
    with path.open("ab") as file:
        file.write(as_line(asks("Bash", command="one")))
    assert only(adapter.read(later(200))).waiting_text == "Run: one"
    assert adapter.read(later(1_000)).again_in_ms is None


def test_a_transcript_that_comes_after_the_wait_began_is_found_on_the_next_read(
    world: World,
) -> None:
    waits(world, statusUpdatedAt=NOW)
    adapter = world.adapter()
    assert adapter.read(NOW).again_in_ms == 100
    world.transcript(asks("Bash", command="one"))
    assert only(adapter.read(later(100))).waiting_text == "Run: one"


def test_while_the_answer_to_the_first_of_two_tools_may_come_late_neither_is_named(
    world: World,
) -> None:
    waits(world, statusUpdatedAt=NOW)
    first, second = asks("Bash", command="one"), asks("Bash", block="toolu_2", command="two")
    path = world.transcript(first, second)
    adapter = world.adapter()
    early = adapter.read(later(50))
    assert (only(early).waiting_text, early.again_in_ms) == (UNSET, 100)
    with path.open("ab") as file:
        file.write(as_line(answers("toolu_1")))
    assert only(adapter.read(later(150))).waiting_text == "Run: two"


def test_when_no_answer_comes_the_first_of_two_tools_is_the_one(world: World) -> None:
    waits(world, statusUpdatedAt=NOW)
    world.transcript(asks("Bash", command="one"), asks("Bash", block="toolu_2", command="two"))
    adapter = world.adapter()
    adapter.read(NOW)
    assert only(adapter.read(later(300))).waiting_text == "Run: one"


def test_a_wait_from_a_clock_far_ahead_is_not_looked_at_without_end(world: World) -> None:
    waits(world, statusUpdatedAt=NOW + 3_600_000)
    assert world.adapter().read(NOW).again_in_ms is None


# Where a transcript lies


@pytest.mark.parametrize(
    ("cwd", "name"),
    [
        ("/home/dev/proj", "-home-dev-proj"),
        ("/home/dev/é日🎈_x.y", "-home-dev--" + "-" + "--" + "-x-y"),
        ("/" + "a" * 199, "-" + "a" * 199),
        # abs() of Java's String.hashCode of the path, in base 36.
        ("/" + "a" * 200, "-" + "a" * 199 + "-" + "{hash}"),
    ],
)
def test_a_folder_s_name_is_made_as_claude_code_makes_it(cwd: str, name: str) -> None:
    assert folder_name(cwd) == name.replace("{hash}", java_hash_in_base_36(cwd))


def java_hash_in_base_36(text: str) -> str:
    """Worked out another way than the code under test does."""
    value = 0
    for unit in memoryview(text.encode("utf-16-le")).cast("H"):
        value = (31 * value + unit) % 2**32
    number = value if value < 2**31 else 2**32 - value
    digits = ""
    while number:
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36] + digits
        number //= 36
    return digits


@pytest.mark.parametrize("cwd", ["/srv/é", "/srv/日本", "/srv/🎈", "/srv/" + "x/" * 150 + "é"])
def test_a_transcript_is_found_by_its_working_folder(world: World, cwd: str) -> None:
    waits(world, cwd=cwd)
    world.transcript(asks("Bash", command="one"), cwd=cwd)
    with opened() as paths:
        session = only(world.adapter().read(NOW))
    assert session.waiting_text == "Run: one"
    assert str(world.claude / "projects") not in paths


def test_a_transcript_in_another_folder_is_looked_for_every_ten_seconds_at_most(
    world: World,
) -> None:
    waits(world)
    projects = world.claude / "projects"
    projects.mkdir()
    adapter = world.adapter()
    searched = []
    for seconds in range(0, 22, 2):
        with opened() as paths:
            adapter.read(later(seconds * 1_000))
        searched += [seconds] if str(projects) in paths else []
    assert searched == [0, 10, 20]
    world.transcript(asks("Bash", command="one"), cwd="/elsewhere")
    assert only(adapter.read(later(22_000))).waiting_text is UNSET
    assert only(adapter.read(later(30_000))).waiting_text == "Run: one"


def test_of_two_copies_in_other_folders_the_one_written_last_counts(world: World) -> None:
    waits(world)
    for cwd, command, age in [("/a", "old", 90), ("/b", "new", 60), ("/c", "older", 120)]:
        path = world.transcript(asks("Bash", command=command), cwd=cwd)
        os.utime(path, (NOW / 1000 - age, NOW / 1000 - age))
    assert only(world.adapter().read(NOW)).waiting_text == "Run: new"


def test_a_transcript_that_moved_is_found_again(world: World) -> None:
    waits(world)
    path = world.transcript(asks("Bash", command="one"))
    adapter = world.adapter()
    adapter.read(NOW)
    path.unlink()
    assert only(adapter.read(later(2_000))).waiting_text is UNSET
    world.transcript(asks("Bash", command="two"), cwd="/elsewhere")
    assert only(adapter.read(later(14_000))).waiting_text == "Run: two"


def test_a_transcript_replaced_by_another_file_is_read_anew(world: World) -> None:
    waits(world)
    path = world.transcript(asks("Bash", command="one"))
    adapter = world.adapter()
    adapter.read(NOW)
    new = path.with_suffix(".new")
    new.write_bytes(as_line(asks("Bash", command="two")))
    new.replace(path)
    assert only(adapter.read(later(2_000))).waiting_text == "Run: two"


def test_a_transcript_that_shrank_is_read_anew(world: World) -> None:
    waits(world)
    first, second = asks("Bash", command="one"), asks("Bash", message="msg_2", command="two")
    path = world.transcript(first, second)
    adapter = world.adapter()
    assert only(adapter.read(NOW)).waiting_text == "Run: two"
    write_in_place(path, as_line(first))
    assert only(adapter.read(later(2_000))).waiting_text == "Run: one"


def as_link(path: Path) -> None:
    target = path.with_suffix(".target")
    target.write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(target)


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("make", [as_link, as_pipe, as_folder])
def test_a_transcript_that_is_no_ordinary_file_is_never_opened(
    world: World, make: Callable[[Path], None]
) -> None:
    waits(world)
    path = world.transcript(asks("Bash", command="one"))
    make(path)
    with opened() as paths:
        session = only(world.adapter().read(NOW))
    assert session.waiting_text is UNSET
    assert not [one for one in paths if one.endswith((".jsonl", ".target"))]


@pytest.mark.parametrize("make", [as_link, as_pipe, as_folder])
def test_a_subagent_s_file_that_is_no_ordinary_file_is_never_opened(
    world: World, make: Callable[[Path], None]
) -> None:
    waits(world)
    path = world.transcript(asks("Agent", prompt="x"), answers())
    make(subagent(path, "agent-a.jsonl", "npm test"))
    with opened() as paths:
        session = only(world.adapter().read(NOW))
    assert session.waiting_text is UNSET
    assert not [one for one in paths if "agent-a" in one]


@pytest.mark.skipif(os.getuid() != 0, reason="giving a file away needs root")
def test_a_transcript_of_another_user_is_not_read(world: World) -> None:
    waits(world)
    os.chown(world.transcript(asks("Bash", command="one")), 65_534, 65_534)
    assert only(world.adapter().read(NOW)).waiting_text is UNSET


def test_a_project_folder_may_be_a_link(world: World) -> None:
    waits(world)
    path = world.transcript(asks("Bash", command="one"))
    folder = path.parent.rename(world.path / "kept elsewhere")
    path.parent.symlink_to(folder)
    assert only(world.adapter().read(NOW)).waiting_text == "Run: one"
