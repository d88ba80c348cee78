"""A server that is started once for all tests of the API."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.home import Home, a_home
from tests.support.running import Server, running


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A home with one session that waits and one that is idle."""
    path: Path = tmp_path_factory.mktemp("home")
    with a_home(path) as made:
        made.session(name="idle-one")
        made.session(name="checkout-flow").wait_for(
            "Bash", {"command": "npm test"}, "permission prompt"
        )
        yield made


@pytest.fixture(scope="session")
def server(home: Home) -> Iterator[Server]:
    """A server on that home."""
    with running(home) as started:
        started.until(lambda snapshot: len(snapshot["sessions"]) == 2)
        yield started
