"""The snapshot that everything else reads; the collector alone replaces it."""

from dataclasses import dataclass

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Published:
    """A snapshot as the pages have it, with its number."""

    revision: int
    snapshot: Snapshot


class Cache:
    """Two frozen values, each replaced whole, so that any thread may read them."""

    def __init__(self) -> None:
        empty = Snapshot(generated_at=EpochMs(0))
        self.published = Published(0, empty)
        """What the pages were last told: the base of the next difference."""
        self.latest = empty
        """The same, with the times of the latest reads: what the API answers."""


CACHE = Cache()
"""The cache of this process: there is one server in it, and so one snapshot."""
