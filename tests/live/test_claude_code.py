"""The real Claude Code, where it is installed."""

import json
import shutil
from pathlib import Path

import pytest

from lookout import env
from sessions_app.adapters.claude_code.command import Command
from sessions_app.domain.clock import wall_clock

CLAUDE = shutil.which("claude")

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(CLAUDE is None, reason="there is no claude on PATH"),
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home in which Claude Code was started before, and nothing runs."""
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude.json").write_text(json.dumps({"hasCompletedOnboarding": True}))
    return tmp_path


def test_its_listing_is_understood_and_changes_no_file_of_its_own(home: Path) -> None:
    assert CLAUDE is not None
    variables = {"HOME": str(home), "PATH": "/usr/bin:/bin", "AGENT_LOOKOUT_CLAUDE_BIN": CLAUDE}
    command = Command(env.read(variables), str(home / ".claude"), variables)
    # A version that runs for the first time brings its settings file up to date, whoever starts it.
    command.run(CLAUDE, wall_clock())
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert command.is_harmless
    assert command.find() == CLAUDE
    listing = command.run(CLAUDE, wall_clock())
    assert listing.problem is None
    assert listing.rows == ()
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before
