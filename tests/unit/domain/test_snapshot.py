"""Laws of snapshots and of the differences between them."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, to_builtins

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import STALE_AFTER_MS, Session, sort_key
from sessions_app.domain.snapshot import (
    Patch,
    Snapshot,
    apply,
    apply_merge_patch,
    assemble,
    diff,
    is_same,
    merge_patch,
)
from sessions_app.domain.source import (
    Capabilities,
    Measured,
    SkippedFile,
    Source,
    Watched,
    no,
    partly,
    yes,
)
from sessions_app.serializers import to_json

NOW = EpochMs(1_796_050_800_000)
IDS = [f"claude-code:{letter}" for letter in "abcdef"]

texts = st.text(max_size=8)
times = st.integers(0, 2**53).map(EpochMs)
counts = st.integers(0, 3)


def optional(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.just(UNSET) | strategy


sessions_with_id = {
    own_id: st.builds(
        Session,
        id=st.just(own_id),
        source=st.just("claude-code"),
        agent=optional(texts),
        surface=st.sampled_from(["terminal", "vscode", "unknown"]),
        name=texts,
        cwd=st.none() | texts,
        project=st.none() | texts,
        status=st.sampled_from(["needs-you", "working", "idle", "finished", "failed", "unknown"]),
        waiting_reason=optional(st.sampled_from(["permission", "question", "other"])),
        waiting_detail=optional(texts),
        waiting_text=optional(texts),
        started_at=st.none() | times,
        status_since=st.none() | times,
        pid=optional(st.integers(1, 2**22)),
        alive=optional(st.booleans()),
        activity=optional(st.just("background")),
        failure=optional(texts),
    )
    for own_id in IDS
}
session_lists = st.lists(st.sampled_from(IDS), unique=True).flatmap(
    lambda ids: st.tuples(*(sessions_with_id[one] for one in ids))
)
capability = st.sampled_from([yes(), no("it cannot"), partly("some of it")])
capabilities = st.builds(Capabilities, **dict.fromkeys(Capabilities.__struct_fields__, capability))


def source(own_id: str) -> st.SearchStrategy[Source]:
    return st.builds(
        Source,
        id=st.just(own_id),
        label=texts,
        state=st.sampled_from(["ok", "searching", "unavailable", "not-set-up", "error"]),
        detail=texts,
        advice=optional(texts),
        watching=st.lists(st.builds(Watched, texts, texts), max_size=2).map(tuple),
        basis=optional(texts),
        capabilities=capabilities,
        checked_at=st.none() | times,
        measured=st.builds(
            Measured,
            reads=counts,
            files_read=optional(counts),
            files_skipped=optional(counts),
            first_skipped=optional(st.builds(SkippedFile, texts, texts)),
            programs_run=counts,
        ),
    )


# The sources of a start are fixed, and so is their order.
sources = st.tuples(source("claude-code"), source("codex"))
snapshots = st.builds(Snapshot, generated_at=times, sources=sources, sessions=session_lists)

json_values = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=8,
)
objects = st.dictionaries(st.text(max_size=2), json_values, max_size=5)


@given(snapshots, snapshots)
def test_a_difference_applied_gives_the_new_snapshot(old: Snapshot, new: Snapshot) -> None:
    assert apply(old, diff(old, new)) == new


@given(snapshots)
def test_nothing_differs_from_itself(snapshot: Snapshot) -> None:
    assert diff(snapshot, snapshot) == Patch(generated_at=snapshot.generated_at)
    assert is_same(snapshot, snapshot)


@given(snapshots, snapshots)
def test_what_is_the_same_differs_only_in_when_and_how_often_it_was_read(
    old: Snapshot, new: Snapshot
) -> None:
    changes = diff(old, new)
    told = {} if changes.sources is UNSET else changes.sources
    counted = {"checkedAt", "measured"}
    only_counts = all(set(change or ["gone"]) <= counted for change in told.values())
    assert is_same(old, new) is (changes.sessions is changes.order is UNSET and only_counts)


@given(snapshots, snapshots)
def test_a_session_that_did_not_change_is_not_in_the_difference(
    old: Snapshot, new: Snapshot
) -> None:
    before = {one.id: one for one in old.sessions}
    same = {one.id for one in new.sessions if before.get(one.id) == one}
    changes = diff(old, new).sessions
    assert not same & (set() if changes is UNSET else changes.keys())


@given(objects, objects)
def test_a_merge_patch_makes_the_one_of_the_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert apply_merge_patch(old, merge_patch(old, new)) == new


@given(objects, objects)
def test_a_merge_patch_changes_neither_of_the_two(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = to_json([old, new])
    apply_merge_patch(old, merge_patch(old, new))
    assert to_json([old, new]) == before


def test_the_examples_of_rfc_7396_hold() -> None:
    examples: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
        ({"a": "foo"}, {"a": {"b": "c"}}, {"a": {"b": "c"}}),
    ]
    for old, patch, new in examples:
        assert apply_merge_patch(old, patch) == new


@given(session_lists)
def test_no_session_is_lost_when_they_are_put_in_order(sessions: tuple[Session, ...]) -> None:
    snapshot = assemble(NOW, (), sessions)
    assert sorted(one.id for one in snapshot.sessions) == sorted(one.id for one in sessions)
    assert list(snapshot.sessions) == sorted(snapshot.sessions, key=sort_key)


@given(session_lists)
def test_the_order_does_not_depend_on_the_order_before(sessions: tuple[Session, ...]) -> None:
    assert assemble(NOW, (), sessions) == assemble(NOW, (), reversed(sessions))


def test_the_longest_wait_comes_first_and_then_the_newest_change() -> None:
    ids = [
        one.id
        for one in assemble(
            NOW,
            (),
            [
                a_session("unknown", "unknown", 1),
                a_session("idle-old", "idle", 1),
                a_session("idle-new", "idle", 2),
                a_session("failed", "failed", 9),
                a_session("waits-somehow", "needs-you", None),
                a_session("waits-short", "needs-you", 8),
                a_session("waits-long", "needs-you", 7),
                a_session("finished", "finished", 9),
                a_session("working", "working", 1),
            ],
        ).sessions
    ]
    assert ids == [
        "waits-long",
        "waits-short",
        "waits-somehow",
        "working",
        "idle-new",
        "idle-old",
        "finished",
        "failed",
        "unknown",
    ]


def a_session(own_id: str, status: Any, since: int | None) -> Session:
    when = None if since is None else EpochMs(since)
    return Session(id=own_id, source="x", name=own_id, status=status, status_since=when)


def test_an_idle_session_is_stale_after_a_day_and_fresh_once_it_works() -> None:
    idle = a_session("a", "idle", NOW - STALE_AFTER_MS)
    assert assemble(NOW, (), [idle]).sessions[0].stale is True
    assert assemble(EpochMs(NOW - 1), (), [idle]).sessions[0].stale is UNSET
    stale = assemble(NOW, (), [idle]).sessions[0]
    assert assemble(EpochMs(NOW - 1), (), [stale]).sessions[0].stale is UNSET
    busy = a_session("a", "working", NOW - STALE_AFTER_MS)
    assert assemble(NOW, (), [busy]).sessions[0].stale is UNSET


@given(snapshots)
def test_what_is_sent_is_json_that_cannot_end_a_script(snapshot: Snapshot) -> None:
    sent = to_json(snapshot)
    assert not set(b"<>&") & set(sent)
    assert to_builtins(snapshot)["generatedAt"] == snapshot.generated_at
