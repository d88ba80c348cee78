"""The settings file: the time rules, so that they hold after a restart and with no page open."""

import json
import os
from dataclasses import dataclass
from typing import Any, Final

from msgspec import ValidationError, convert, to_builtins

from sessions_app.domain.snapshot import apply_merge_patch
from sessions_app.domain.time_rules import ALL_OFF, TimeRules
from sessions_app.stores.folder import locked, own_folder, replace
from sessions_app.system.files import Refused, in_units, read_file
from sessions_app.system.json_text import NotJson, whole_object

SIZE_LIMIT: Final = 64 * 1024
VERSION: Final = 1
"""Of the file's form. One of a later form is neither used nor written."""


class NotSaved(Exception):  # noqa: N818 -- a state of the world, not a fault of the code
    """Why rules could not be kept, in one sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class _Content:
    whole: dict[str, Any]
    """All that the file holds, what is not ours included."""
    rules: TimeRules


class SettingsFile:
    """Read once, as this starts; written when a rule changes and at no other time.

    A file that is there and could not be read then is never written over.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._folder, self._name = os.path.split(path)
        self.problem: str | None = None
        """One sentence, when the file was found and could not be read."""
        self.rules = ALL_OFF
        """The rules it held."""
        try:
            with own_folder(self._folder) as folder:
                self.rules = self._read(folder).rules
        except Refused as refusal:
            if not refusal.gone:
                self.problem = self._sentence(refusal.sentence)

    def save(self, rules: TimeRules) -> None:
        """Keeps these rules; they are on the disk once this returns. Raises NotSaved. May wait."""
        if self.problem is not None:
            raise NotSaved(self.problem)
        try:
            with own_folder(self._folder, make=True) as folder, locked(folder):
                # Read again: another Agent Lookout may have written it since, or a person.
                replace(folder, self._name, self._with(rules, folder))
        except Refused as refusal:
            raise NotSaved(self._sentence(refusal.sentence)) from None
        except TimeoutError:
            raise NotSaved(f"Another program is writing {self._path}; save again.") from None
        except OSError as problem:
            sentence = f"{self._path} could not be written: {problem.strerror}."
            raise NotSaved(sentence) from None

    def _with(self, rules: TimeRules, folder: int) -> bytes:
        whole = self._read(folder).whole
        whole = apply_merge_patch(whole, {"version": VERSION, "timeRules": to_builtins(rules)})
        data = json.dumps(whole, ensure_ascii=False, indent=2).encode() + b"\n"
        if len(data) > SIZE_LIMIT:
            raise Refused(f"would be larger than {in_units(SIZE_LIMIT)}")
        return data

    def _read(self, folder: int) -> _Content:
        """What the file holds, which is nothing where there is none; raises Refused."""
        try:
            data = read_file(self._name, SIZE_LIMIT, dir_fd=folder).data
        except Refused as refusal:
            if refusal.gone:
                return _Content({}, ALL_OFF)
            raise
        try:
            whole = whole_object(data)
        except NotJson as problem:
            raise Refused(problem.sentence) from None
        if whole.get("version", VERSION) != VERSION:
            raise Refused("was written by another version of Agent Lookout")
        try:
            return _Content(whole, convert(whole.get("timeRules", {}), TimeRules))
        except ValidationError as problem:
            raise Refused(f"holds time rules that are none ({problem})") from None

    def _sentence(self, why: str) -> str:
        return (
            f"{self._path} {why}, so it is neither used nor written; mend or remove it and start "
            "Agent Lookout again."
        )
