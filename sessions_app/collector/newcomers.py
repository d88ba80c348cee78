"""Which sessions only seem to come or go: a source was not read yet, or is not being read."""

from collections.abc import Iterable
from typing import Final

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import Snapshot
from sessions_app.domain.source import Source

SETTLE_MS: Final = 15_000
"""For this long after its first read, a source may still find what was there before us: the
`claude` command, which knows of background jobs, takes up to five seconds."""


class Newcomers:
    """What this start knows of how completely each source was read."""

    def __init__(self, started_at: EpochMs, sources: Iterable[str] = ()) -> None:
        self._started_at = started_at
        self._before = frozenset(sources)
        self._first_read: dict[str, int] = {}
        self._listed: frozenset[str] = frozenset()
        self._readable: frozenset[str] = frozenset()
        self._settling: frozenset[str] = frozenset()
        self._seen: set[str] = set()

    @property
    def sources(self) -> tuple[str, ...]:
        """Every source whose sessions were compared, before this start or in it."""
        return tuple(sorted(self._before | self._first_read.keys()))

    def look(self, snapshot: Snapshot, steady: int) -> None:
        """Takes in how its sources are being read; `steady` is of the clock nobody sets."""
        self._listed = frozenset(source.id for source in snapshot.sources)
        self._readable = frozenset(one.id for one in snapshot.sources if _is_read(one))
        for source_id in self._readable:
            self._first_read.setdefault(source_id, steady)
        self._settling = frozenset(
            source_id for source_id, at in self._first_read.items() if steady - at < SETTLE_MS
        )
        self._seen.update(one.id for one in snapshot.sessions if one.source in self._settling)

    def is_old(self, session: Session) -> bool:
        """Whether a session nobody knew of was there before its source was first read."""
        is_ours = session.started_at is not None and session.started_at >= self._started_at
        return session.source in self._settling - self._before and not is_ours

    def is_held(self, session_id: str) -> bool:
        """Whether it is not known if a session that is not there has gone."""
        source_id = self._source_of(session_id)
        is_settling = source_id in self._settling and session_id not in self._seen
        return source_id is not None and (source_id not in self._readable or is_settling)

    def is_forgotten(self, session_id: str) -> bool:
        """Whether it was of a source that there is no longer: nobody will tell of it."""
        return self._source_of(session_id) is None

    def _source_of(self, session_id: str) -> str | None:
        found = (one for one in self._listed if session_id.startswith(f"{one}:"))
        return max(found, key=len, default=None)


def _is_read(source: Source) -> bool:
    return source.checked_at is not None and source.state not in ("unavailable", "error")
