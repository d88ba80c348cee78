"""docs/GUIDE.md against the code's own list of settings."""

import dataclasses
import typing
from pathlib import Path

from lookout.env import VARIABLES, Environment, read
from lookout.settings_table import filled_in

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "GUIDE.md"
KINDS = {"text": str, "path": str, "switch": bool, "port": int}
NOT_SETTINGS = {"home", "search_path", "problems", "given"}


def test_the_guide_has_every_setting_as_the_code_has_it() -> None:
    text = GUIDE.read_text()
    assert filled_in(text) == text, "run make docs"


def test_every_setting_has_a_field_of_its_kind_and_every_field_a_setting() -> None:
    hints = typing.get_type_hints(Environment)
    fields = {field.name for field in dataclasses.fields(Environment)} - NOT_SETTINGS
    assert {variable.field for variable in VARIABLES} == fields
    for variable in VARIABLES:
        assert hints[variable.field] is KINDS[variable.kind]


def test_with_nothing_set_everything_has_its_default() -> None:
    settings = read({"HOME": "/home/dev"})
    assert settings.problems == ()
    assert settings.given == frozenset()
    assert (settings.host, settings.port) == ("127.0.0.1", 4777)
    assert settings.claude_home == "/home/dev/.claude"
    assert settings.status_dir == "/home/dev/.agent-lookout/sessions"


def test_a_value_that_cannot_be_read_is_told_and_takes_the_careful_side() -> None:
    settings = read(
        {"HOME": "/home/dev", "AGENT_LOOKOUT_CLAUDE_FEED": "true", "AGENT_LOOKOUT_PORT": "99999"}
    )
    assert settings.claude_feed is False
    assert settings.port == 4777
    assert len(settings.problems) == 2
    assert all(problem.endswith(".") for problem in settings.problems)


def test_claude_codes_own_variable_is_followed_and_ours_wins() -> None:
    theirs = {"HOME": "/home/dev", "CLAUDE_CONFIG_DIR": "/x/.claude-work"}
    assert read(theirs).claude_home == "/x/.claude-work"
    assert read(theirs | {"AGENT_LOOKOUT_CLAUDE_HOME": "~/y"}).claude_home == "/home/dev/y"
