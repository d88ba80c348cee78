"""A Codex home for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.codex_world import CodexWorld, a_codex_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[CodexWorld]:
    """An empty home at 15:00 UTC on the day of the fixtures."""
    with a_codex_world(tmp_path) as made:
        yield made
