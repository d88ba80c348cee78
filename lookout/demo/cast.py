"""Who plays in the demo, and what each does: facts alone, no code."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

Status = Literal["idle", "busy", "shell", "waiting"]
HOUR_S: Final = 3_600


@dataclass(frozen=True, slots=True)
class Scene:
    """What a session does for a while."""

    seconds: int
    status: Status | None
    """None: a version of Claude Code that tells no status."""
    waiting_for: str | None = None
    tool: str | None = None
    """The tool that is asked about, and its input."""
    input: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Player:
    """One session of Claude Code; its scenes come round again."""

    name: str
    folder: str
    scenes: tuple[Scene, ...]
    entrypoint: str = "cli"
    began_s: int = HOUR_S
    """How long ago it began."""
    since_s: int = 60
    """How long ago its first scene began."""
    job: dict[str, str] | None = None
    """For a background job: what its own file says."""


@dataclass(frozen=True, slots=True)
class FilePlayer:
    """One session of another agent, by a status file."""

    file: str
    fields: dict[str, Any]
    written_s: int
    """How long ago its file was last written."""
    since_s: int


HEADS: Final = {
    "storefront": "ref: refs/heads/checkout-flow",
    "billing": "ref: refs/heads/main",
    "search": "ref: refs/heads/reindex-v2",
    "platform": "ref: refs/heads/retry-budget",
    "web": "ref: refs/heads/tokens",
    "docs": "ref: refs/heads/main",
    "warehouse": "5f3c9d1e0b7a48c2d6e1f09a3b5c7d9e1f2a4b6c",
}
"""What is checked out in each folder that is a repository: a branch, or a commit."""

_ASKS: Final = "permission prompt"

PLAYERS: Final = (
    Player(
        "checkout-flow",
        "storefront",
        (
            Scene(
                40,
                "waiting",
                _ASKS,
                "Bash",
                {"command": "npm test -- --run checkout && git push origin checkout-flow"},
            ),
            Scene(25, "busy"),
            Scene(30, "waiting", _ASKS, "Edit", {"file_path": "src/cart/totals.ts"}),
            Scene(35, "busy"),
            Scene(20, "idle"),
        ),
        entrypoint="claude-vscode",
        since_s=190,
    ),
    Player(
        "pricing-research",
        "billing",
        (
            Scene(
                55,
                "waiting",
                "input needed",
                "AskUserQuestion",
                {
                    "questions": [
                        {"question": "Which database should the prototype use?"},
                        {"question": "Keep the old price list?"},
                    ]
                },
            ),
            Scene(50, "busy"),
        ),
        since_s=12,
    ),
    Player("search-index", "search", (Scene(600, "busy"),), since_s=391),
    Player(
        "api-retry-budget",
        "platform",
        (
            Scene(70, "busy"),
            Scene(45, "waiting", _ASKS, "ExitPlanMode", {"plan": "1. Measure. 2. Cut."}),
        ),
        since_s=25,
    ),
    Player("release-notes", "storefront", (Scene(120, "shell"), Scene(60, "idle")), since_s=130),
    Player(
        "design-tokens", "web", (Scene(600, "idle"),), entrypoint="claude-desktop", since_s=2_040
    ),
    Player("old-spike", "web", (Scene(600, "idle"),), began_s=40 * HOUR_S, since_s=31 * HOUR_S),
    Player("legacy-import", "warehouse", (Scene(600, None),)),
    Player(
        "docs-cleanup",
        "docs",
        (Scene(600, "idle"),),
        since_s=130,
        job={"state": "done", "detail": "Every page builds without a warning."},
    ),
    Player(
        "nightly-deps",
        "platform",
        (Scene(600, "idle"),),
        since_s=800,
        job={"state": "failed", "detail": "API Error: usage limit reached, resets 19:00"},
    ),
)

FILE_PLAYERS: Final = (
    FilePlayer(
        "night-build.json",
        {"agent": "Homegrown", "name": "night-build", "status": "working", "app": "terminal"},
        written_s=740,
        since_s=1_264,
    ),
    FilePlayer(
        "photo-sorter.json",
        {"agent": "Homegrown", "name": "photo-sorter", "status": "waiting", "reason": "question"},
        written_s=8,
        since_s=8,
    ),
)
