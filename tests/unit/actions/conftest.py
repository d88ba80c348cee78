"""A home with real processes behind its sessions."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.pressing import Pressing, Stubborn, a_pressing


@pytest.fixture
def pressing(tmp_path: Path) -> Iterator[Pressing]:
    with a_pressing(tmp_path / "home") as made:
        yield made


@pytest.fixture
def stubborn() -> Iterator[Stubborn]:
    """A process that says when it is asked to end, and goes on."""
    made = Stubborn()
    yield made
    made.end()
