"""A `gh` that stands first on PATH, notes how it was called and answers as a test has it."""

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

_SCRIPT = """#!{python} -S
import json, os, sys
folder = os.path.dirname(os.path.abspath(__file__))
with open(folder + "/calls", "a") as calls:
    calls.write(json.dumps([sys.argv[1:], dict(os.environ), sys.stdin.read()]) + "\\n")
exec(open(folder + "/does").read())
"""


class Call(NamedTuple):
    """How it was called."""

    arguments: list[str]
    variables: dict[str, str]
    given: str
    """What it read from standard input."""

    @property
    def branch(self) -> str:
        """The branch it was asked for."""
        return next(one for one in self.arguments if one.startswith("--head=")).removeprefix(
            "--head="
        )


class FakeGh:
    """The program, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.path = folder / "gh"
        self.path.write_text(_SCRIPT.format(python=sys.executable))
        self.path.chmod(0o755)
        self.lists([])

    def does(self, code: str) -> None:
        """What it does from now on, as Python."""
        (self.folder / "does").write_text(code)

    def lists(self, pull_requests: list[dict[str, Any]]) -> None:
        """Prints pull requests."""
        self.does(f"print({json.dumps(json.dumps(pull_requests))})")

    def fails(self, words: str, code: int = 1) -> None:
        """Complains and ends."""
        self.does(f"sys.stderr.write({words!r}); sys.exit({code})")

    @property
    def calls(self) -> list[Call]:
        """Every call so far."""
        noted = self.folder / "calls"
        if not noted.exists():
            return []
        return [Call(*json.loads(line)) for line in noted.read_text().splitlines()]


def a_pull_request(**fields: Any) -> dict[str, Any]:
    """One as `gh pr list --json` prints it."""
    return {
        "number": 51,
        "title": "Show the pull request and its checks",
        "state": "OPEN",
        "isDraft": False,
        "headRefName": "checkout-flow",
        "headRepositoryOwner": {"id": "MDQ6VXNlcjE=", "login": "example-org"},
        "isCrossRepository": False,
        "statusCheckRollup": [],
        **fields,
    }


def a_check(name: str, conclusion: str = "SUCCESS", **fields: Any) -> dict[str, Any]:
    """A check run as gh prints it."""
    return {
        "__typename": "CheckRun",
        "name": name,
        "workflowName": "CI",
        "status": "COMPLETED",
        "conclusion": conclusion,
        "startedAt": "2026-10-01T10:00:00Z",
        "completedAt": "2026-10-01T10:05:00Z",
        "detailsUrl": "https://example.org/1",
        **fields,
    }


def a_status(context: str, state: str, **fields: Any) -> dict[str, Any]:
    """A commit status as gh prints it."""
    return {
        "__typename": "StatusContext",
        "context": context,
        "state": state,
        "targetUrl": "",
        "startedAt": "2026-10-01T10:00:00Z",
        **fields,
    }
