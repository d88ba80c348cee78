"""File notifications: a hint to read a source at once. The two-second poll stays the truth."""

import contextlib
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from watchdog.events import (
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import ObservedWatch

MOST_FOLDERS: Final = 64

# Linux says when a writer closed its file, once for all it wrote; elsewhere only that it writes.
_WRITTEN: Final = FileClosedEvent if sys.platform == "linux" else FileModifiedEvent
_EVENTS: Final[list[type[FileSystemEvent]]] = [
    _WRITTEN,
    FileCreatedEvent,
    FileDeletedEvent,
    FileMovedEvent,
]
# A file that stays open, as Codex's do, is never said to be closed.
_GROWING_EVENTS: Final[list[type[FileSystemEvent]]] = [*_EVENTS, FileModifiedEvent]

_log = logging.getLogger("lookout.watch")


class _Wake(FileSystemEventHandler):
    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Something in the folder changed; which file does not matter."""
        if not event.is_directory:
            self._wake()


@dataclass(frozen=True, slots=True)
class _Armed:
    identity: tuple[int, int]
    watch: ObservedWatch


class Watch:
    """The folders that are watched, a set for each source."""

    def __init__(self, wake: Callable[[str], None]) -> None:
        self._wake = wake
        self._armed: dict[tuple[str, str], _Armed] = {}
        self._observer = Observer()
        self._is_broken = False

    def start(self) -> None:
        """Starts the thread that waits for news."""
        self._observer.start()

    def stop(self) -> None:
        """Ends it."""
        self._observer.stop()

    def set_folders(
        self, source_id: str, folders: tuple[str, ...], growing: tuple[str, ...] = ()
    ) -> None:
        """Watches these folders for a source, and no longer any others.

        Of those that are `growing`, each write counts, and not only the last before a file is
        closed.
        A folder that was deleted and made again is another folder, and goes silent: its
        identity is looked up each time, and it is watched anew.
        """
        wanted = {(source_id, path): _identity(path) for path in folders[:MOST_FOLDERS]}
        for key in [k for k in self._armed if k[0] == source_id]:
            if wanted.get(key) != self._armed[key].identity:
                self._disarm(key)
        for key, identity in wanted.items():
            if identity is not None and key not in self._armed:
                self._arm(key, identity, _GROWING_EVENTS if key[1] in growing else _EVENTS)

    def _arm(
        self, key: tuple[str, str], identity: tuple[int, int], events: list[type[FileSystemEvent]]
    ) -> None:
        source_id, path = key
        handler = _Wake(lambda: self._wake(source_id))
        try:
            watch = self._observer.schedule(handler, path, event_filter=events)
        except OSError as problem:
            if not self._is_broken:
                self._is_broken = True
                _log.warning(
                    "Changes in %s are not announced (%s); it is read every 2 seconds instead.",
                    path,
                    problem.strerror,
                )
            return
        self._is_broken = False
        self._armed[key] = _Armed(identity, watch)
        # What changed between the read and this moment was announced to nobody.
        self._wake(source_id)

    def _disarm(self, key: tuple[str, str]) -> None:
        armed = self._armed.pop(key)
        with contextlib.suppress(OSError, KeyError):  # it may have gone with its folder
            self._observer.unschedule(armed.watch)


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino
