"""A record of every file that is opened, by Python's own audit hooks."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

_EVENTS: Final = ("open", "os.listdir", "os.scandir")
_records: dict[int, list[str]] = {}
_hooked: list[bool] = []


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    # A hook cannot be taken away again, so it is cheap when nobody listens.
    if _records and event in _EVENTS:
        record = _records.get(threading.get_ident())
        if record is not None:
            path = arguments[0]
            record.append(os.fsdecode(path) if isinstance(path, str | bytes) else str(path))


@contextmanager
def opened() -> Iterator[list[str]]:
    """The paths this thread opens or lists meanwhile, as they are given to the system."""
    if not _hooked:
        sys.addaudithook(_note)
        _hooked.append(True)
    record: list[str] = []
    _records[threading.get_ident()] = record
    try:
        yield record
    finally:
        del _records[threading.get_ident()]
