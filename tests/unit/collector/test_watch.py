"""What is announced of the folders that are watched."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sessions_app.collector.watch import Watch

PATIENCE_S = 20.0


class Woken:
    """Counts how often a source was woken, and waits for it."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.sources: set[str] = set()

    def __call__(self, source_id: str) -> None:
        self.sources.add(source_id)
        self._event.set()

    def forget(self) -> None:
        """What was announced so far does not count."""
        self._event.clear()

    def comes(self) -> bool:
        """Whether the source is woken, sooner or later."""
        return self._event.wait(PATIENCE_S)


@pytest.fixture
def woken() -> Woken:
    return Woken()


@pytest.fixture
def watch(woken: Woken) -> Iterator[Watch]:
    made = Watch(woken)
    made.start()
    yield made
    made.stop()


def test_a_write_to_a_file_that_stays_open_is_announced_where_files_grow(
    tmp_path: Path, watch: Watch, woken: Woken
) -> None:
    folder = str(tmp_path)
    with (tmp_path / "rollout.jsonl").open("ab", buffering=0) as file:
        file.write(b"one\n")
        watch.set_folders("codex", (folder,), (folder,))
        assert woken.comes()  # on being armed
        for line in (b"two\n", b"three\n"):
            woken.forget()
            file.write(line)
            assert woken.comes()
    assert woken.sources == {"codex"}


def test_a_file_that_is_closed_is_announced_in_any_folder(
    tmp_path: Path, watch: Watch, woken: Woken
) -> None:
    watch.set_folders("status-files", (str(tmp_path),))
    woken.forget()
    (tmp_path / "a.json").write_text("{}")
    assert woken.comes()
