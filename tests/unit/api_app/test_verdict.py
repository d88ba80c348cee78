"""What a listing means, in words, as JSON and as an exit code."""

from typing import Any

import pytest

from api_app.listing import parse
from api_app.verdict import OLD_AFTER_MS, Verdict, as_json, doubts, in_words, length
from tests.loopback import session, snapshot, source

NOW = 1_000_000


def wait(name: str, since: int | None, reason: str = "permission") -> dict[str, Any]:
    return session(name, "needs-you", statusSince=since, waitingReason=reason)


def verdict(*sessions: dict[str, Any], now: int = NOW, **more: Any) -> Verdict:
    return Verdict(parse(snapshot(*sessions, **more)), now)


def test_waits_come_longest_first_and_unknown_ones_last() -> None:
    made = verdict(wait("b", 900_000), wait("unknown", None), wait("a", 100_000))
    assert [one.name for one in made.waiting] == ["a", "b", "unknown"]


def test_each_wait_is_one_line_with_its_reason_and_how_long() -> None:
    made = verdict(
        wait("checkout", NOW - 192_000),
        wait("文書", NOW - 41_000, "question"),
        wait("x", None, "other"),
        session("y"),
        session("z", "idle"),
    )
    assert in_words(made) == [
        "3 need you, 1 working, 1 idle",
        "  checkout  Waiting for permission  3m 12s",
        "  文書      Asked you a question  41s",
        "  x         Waiting for you  since an unknown time",
    ]


def test_the_exit_code_is_one_once_any_session_waits() -> None:
    assert verdict(wait("a", NOW)).exit_code == 1
    assert verdict(wait("a", NOW), sources=(source("error"),)).exit_code == 1


def test_the_exit_code_is_none_only_when_every_source_was_read() -> None:
    assert verdict(session()).exit_code == 0
    assert verdict(sources=(source("not-set-up"),)).exit_code == 0
    for state in ("error", "unavailable", "searching"):
        assert verdict(session(), sources=(source(), source(state))).exit_code == 2


def test_a_source_that_cannot_be_read_is_said_with_what_to_do() -> None:
    broken = source("unavailable", detail="Its folder is locked.", advice="Unlock it.")
    lines = in_words(verdict(session(), sources=(broken,)))
    assert lines == [
        "None of those read needs you, 1 working",
        "Cannot be read: Codex. Its folder is locked. Unlock it.",
        "Cannot tell whether a session needs you: not every source was read (Codex).",
    ]


def test_a_list_that_is_no_longer_being_made_tells_nothing() -> None:
    made = verdict(wait("a", NOW), now=NOW + OLD_AFTER_MS + 1)
    assert made.exit_code == 2
    assert doubts(made) == ["Cannot tell: the list is 30s old; start Agent Lookout again."]
    assert as_json(made)["canTell"] is False


def test_json_holds_the_counts_and_each_wait() -> None:
    made = verdict(
        wait("a", NOW - 5_000) | {"waitingDetail": "permission prompt"},
        wait("b", None),
        session("c", "failed"),
        sources=(source(), source("error", id="x", label="X", detail="No.")),
    )
    assert as_json(made) == {
        "generatedAt": NOW,
        "canTell": True,
        "needsYou": 2,
        "working": 0,
        "idle": 0,
        "finished": 0,
        "failed": 1,
        "unknown": 0,
        "waiting": [
            {
                "id": "codex:a",
                "name": "a",
                "agent": "Codex",
                "reason": "permission",
                "waitingDetail": "permission prompt",
                "since": NOW - 5_000,
                "waitedMs": 5_000,
            },
            {
                "id": "codex:b",
                "name": "b",
                "agent": "Codex",
                "reason": "permission",
                "since": None,
                "waitedMs": None,
            },
        ],
        "unread": [{"id": "x", "label": "X", "state": "error", "detail": "No."}],
    }


def test_a_wait_that_begins_in_the_future_has_lasted_no_time() -> None:
    assert as_json(verdict(wait("a", NOW + 60_000)))["waiting"][0]["waitedMs"] == 0


def test_colour_marks_only_what_needs_you() -> None:
    assert "\x1b" not in "".join(in_words(verdict(session()), colour=True))
    lines = in_words(verdict(wait("a", NOW)), colour=True)
    assert lines[0].startswith("\x1b[1;33m1 needs you\x1b[0m")


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (0, "0s"),
        (41_999, "41s"),
        (60_000, "1m 0s"),
        (192_000, "3m 12s"),
        (7_500_000, "2h 5m"),
        (273_600_000, "3d 4h"),
    ],
)
def test_a_length_of_time_has_its_two_largest_units(ms: int, words: str) -> None:
    assert length(ms) == words
