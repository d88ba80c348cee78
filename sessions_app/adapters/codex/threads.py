"""The threads as a person has them: one session for each thread that a person began.

What subagents and reviewers do counts for the session that they work for.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from sessions_app.adapters.codex.lines import Meta
from sessions_app.adapters.codex.standing import Standing
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import STALE_AFTER_MS, Session, Surface
from sessions_app.domain.text import last_part

SOURCE_ID = "codex"

_SURFACES: Mapping[str, Surface] = {
    "codex-tui": "terminal",
    "codex_exec": "terminal",
    "codex_cli_rs": "terminal",
    "codex_vscode": "vscode",
    "Codex Desktop": "desktop",
    "codex_desktop": "desktop",
}
"""By `originator`. `source` is not to be trusted: 0.171 says "vscode" for a plain terminal."""


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread at this moment."""

    meta: Meta
    standing: Standing | None
    written_at: EpochMs
    is_open: bool | None


def with_relatives(metas: Mapping[str, Meta], threads: frozenset[str]) -> frozenset[str]:
    """These threads, and all that belong to the same sessions."""
    found = _roots(metas)
    roots = {thread: found[thread] or thread for thread in metas}
    wanted = {roots[thread] for thread in threads if thread in roots}
    return frozenset(thread for thread, root in roots.items() if root in wanted)


def with_subagents(threads: Iterable[Thread]) -> list[tuple[Thread, list[Thread]]]:
    """Each thread that a person began, with all that were begun for it, however deep."""
    by_id = {thread.meta.id: thread for thread in threads}
    roots = _roots({one: thread.meta for one, thread in by_id.items()})
    under: dict[str, list[Thread]] = {}
    for one, thread in by_id.items():
        if not thread.meta.is_of_person and (root := roots[one]) is not None:
            under.setdefault(root, []).append(thread)
    people = (thread for thread in by_id.values() if thread.meta.is_of_person)
    return [(thread, under.get(thread.meta.id, [])) for thread in people]


def _roots(metas: Mapping[str, Meta]) -> dict[str, str | None]:
    """Of each thread, the one that a person began at the top of those that led to it.

    None for one that leads to no such thread. No thread is passed twice, however deep it lies.
    """
    roots: dict[str, str | None] = {}
    for thread in metas:
        passed: list[str] = []
        at: str | None = thread
        root: str | None = None
        while at is not None and at in metas and at not in roots:
            passed.append(at)
            roots[at] = None  # until it is known; who meets it before then goes in a circle
            if metas[at].is_of_person:
                root = at
                break
            at = metas[at].parent
        else:
            root = roots.get(at or "")
        roots.update(dict.fromkeys(passed, root))
    return roots


def joined(own: Standing | None, subagents: Sequence[Thread]) -> Standing | None:
    """A session's standing with those of its subagents that are open.

    A wait of one is the session's, which shows the prompt. One that works on after the session's
    own turn is work in the background. How one ended is for the session's agent to deal with.
    """
    if own is not None and own.status == "needs-you":
        return own
    live = [one.standing for one in subagents if one.is_open and one.standing is not None]
    waits = [one for one in live if one.status == "needs-you"]
    if waits:
        return min(waits, key=lambda one: one.since or 0)
    if own is not None and own.status == "working":
        return own
    working = [one for one in live if one.status == "working"]
    if working:
        began = min((one.since for one in working if one.since is not None), default=None)
        return Standing("working", began, runs_in_background=True)
    return own


def session_of(thread: Thread, subagents: Sequence[Thread], name: str | None) -> Session | None:
    """The session of a thread that a person began; None when there is none to show."""
    standing = joined(thread.standing, subagents)
    if standing is None:
        return None
    meta, wait = thread.meta, standing.wait
    folder = last_part(meta.cwd) if meta.cwd else None
    return Session(
        id=f"{SOURCE_ID}:{meta.id}",
        source=SOURCE_ID,
        surface=_SURFACES.get(meta.originator, "unknown"),
        name=name or folder or f"Session {meta.id[:8]}",
        cwd=meta.cwd,
        project=folder,
        status=standing.status,
        waiting_reason=wait.reason if wait else UNSET,
        waiting_text=_optional(wait.text if wait else None),
        started_at=meta.started_at,
        status_since=standing.since,
        last_write_at=EpochMs(max(t.written_at for t in (thread, *subagents))),
        activity="background" if standing.runs_in_background else UNSET,
        failure=_optional(standing.failure),
    )


def sessions_of(
    threads: Iterable[Thread], name_of: Callable[[str], str | None]
) -> list[tuple[Session, EpochMs | None]]:
    """The sessions of the threads that people began, each with when it is no longer shown."""
    found = (
        (thread, session_of(thread, subagents, name_of(thread.meta.id)))
        for thread, subagents in with_subagents(threads)
    )
    return [(session, _gone_at(session, thread)) for thread, session in found if session]


def _gone_at(session: Session, thread: Thread) -> EpochMs | None:
    """What ended is forgotten after a day."""
    if thread.is_open or session.status not in ("finished", "failed", "unknown"):
        return None
    since = session.status_since
    return EpochMs((thread.written_at if since is None else since) + STALE_AFTER_MS)


def _optional(text: str | None) -> str | UnsetType:
    return UNSET if text is None else text
