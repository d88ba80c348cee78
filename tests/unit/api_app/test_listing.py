"""What is taken from an answer, and what is refused."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api_app.client import NoAnswer
from api_app.listing import parse, sessions, version
from tests.loopback import answers, serving, session, snapshot, source


def test_each_text_is_cleaned_again() -> None:
    nasty = "a\x1b]0;owned\x07\u202eb\r\nc"
    wait = session(nasty, "needs-you", waitingDetail=nasty, agent=nasty)
    listing = parse(snapshot(wait, sources=(source(detail=nasty, label=nasty),)))
    one = listing.sessions[0]
    assert (one.name, one.agent, one.detail) == ("ab c",) * 3
    assert (listing.sources[0].label, listing.sources[0].detail) == ("ab c",) * 2
    assert one.id == "codex:ab c"


def test_a_session_without_an_agent_of_its_own_is_named_by_its_source() -> None:
    assert parse(snapshot(session())).sessions[0].agent == "Codex"
    assert parse(snapshot(session(agent="Mine"))).sessions[0].agent == "Mine"


def test_what_a_session_is_asking_is_not_kept() -> None:
    listing = parse(snapshot(session(status="needs-you", waitingText="rm -rf secret")))
    assert "secret" not in repr(listing)


@pytest.mark.parametrize(
    "answer",
    [
        {},
        snapshot() | {"sessions": {}},
        snapshot() | {"sessions": [1]},
        snapshot() | {"generatedAt": True},
        snapshot() | {"generatedAt": 1.5},
        snapshot() | {"generatedAt": -1},
        snapshot(session(status="sleeping")),
        snapshot(session() | {"status": ["idle"]}),
        snapshot(session() | {"name": None}),
        snapshot(session(statusSince="now")),
        snapshot(session(waitingReason="boredom")),
        snapshot(sources=(source("broken"),)),
    ],
)
def test_a_field_of_another_type_or_word_is_refused(answer: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^[a-zA-Z]+$"):
        parse(answer)


def test_a_field_of_a_later_version_is_passed_over() -> None:
    assert parse(snapshot(session(mood="calm")) | {"weather": 1}) == parse(snapshot(session()))


JSON = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers())


@given(st.dictionaries(st.sampled_from(list(session(statusSince=1))), JSON))
def test_no_session_raises_anything_but_a_refusal(changes: dict[str, Any]) -> None:
    with contextlib.suppress(ValueError):
        parse(snapshot(session(statusSince=1) | changes))


def test_an_answer_of_another_shape_is_called_foreign() -> None:
    with serving(answers({"sessions": []})) as address, pytest.raises(NoAnswer) as caught:
        sessions(address)
    assert caught.value.kind == "foreign"


def test_a_health_answer_gives_the_version() -> None:
    with serving(answers({"ok": True, "version": "0.1.0"})) as address:
        assert version(address, 1.0) == "0.1.0"


@pytest.mark.parametrize("given_version", ["", "1\n", "<b>", "1" * 33, 1, None])
def test_a_version_that_is_none_is_called_foreign(given_version: object) -> None:
    answer = {"ok": True, "version": given_version}
    with serving(answers(answer)) as address, pytest.raises(NoAnswer) as caught:
        version(address, 1.0)
    assert caught.value.kind == "foreign"
