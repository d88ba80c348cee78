"""The time rules that hold at this moment."""

import logging
import threading
from collections.abc import Callable

from sessions_app.domain.clock import EpochMs
from sessions_app.domain.time_rules import ALL_OFF, TimeRules, is_quiet
from sessions_app.stores.settings_file import SettingsFile
from sessions_app.system.local_time import local_time

_log = logging.getLogger("lookout.settings")


class Rules:
    """The rules in force, which are those on disk; every thread may read them."""

    def __init__(self) -> None:
        self.current = ALL_OFF
        self._file: SettingsFile | None = None
        self._changed: Callable[[], None] = _nobody_listens
        self._lock = threading.Lock()

    def open(self, file: SettingsFile) -> None:
        """Puts the rules of a file in force, and keeps later ones there."""
        self._file = file
        self.current = file.rules
        if file.problem is not None:
            _log.warning("%s", file.problem)

    def when_changed(self, listener: Callable[[], None]) -> None:
        """Told in the thread that made a change, once it is on disk."""
        self._changed = listener

    @property
    def problem(self) -> str | None:
        """One sentence, when the file could not be read and no change can be kept."""
        return None if self._file is None else self._file.problem

    def quiet_at(self, now: EpochMs) -> bool:
        """Whether quiet hours hold at a moment, by the computer's own clock on the wall."""
        rule = self.current.quiet_hours
        return rule.on and is_quiet(rule, local_time(now))

    def change(self, rules: TimeRules) -> None:
        """Keeps other rules and puts them in force. Raises NotSaved, and they are not. May wait."""
        with self._lock:
            if self._file is not None:
                self._file.save(rules)
            self.current = rules
        self._changed()


def _nobody_listens() -> None:
    """Until sessions are read, no snapshot is made by the rules."""


RULES = Rules()
"""The rules of this process: there is one server in it, and so one file."""
