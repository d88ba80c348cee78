"""What the tests of Claude Code's adapter share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.claude_world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    try:
        yield made
    finally:
        made.end()
