"""How asking gh goes, for `GET /api/pull-requests`."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from sessions_app.domain.clock import EpochMs

Found = Literal["unknown", "ready", "not-found", "signed-out"]


class Asked(Struct, frozen=True):
    """How the last question to gh ended."""

    at: EpochMs
    ok: bool
    reason: str | UnsetType = UNSET
    """Why it gave no answer, in words of our own."""


class GhState(Struct, frozen=True):
    """The fields of the answer, in its order."""

    on: bool = False
    problem: str | None = None
    """While off because the setting could not be read: a sentence that names it."""
    gh: Found | None = None
    """What gh was last found to be; None while off."""
    last: Asked | None = None


class Board:
    """One frozen value, replaced whole, so that any thread may read it."""

    def __init__(self) -> None:
        self.latest = GhState()


BOARD = Board()
"""The one of this process, as there is one server in it."""
