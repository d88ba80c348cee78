"""What Jump is said to reach, as this start has it."""

import pytest

from lookout.env import read as read_environment
from sessions_app.domain.source import no, partly
from sessions_app.enrich.reach import jump_capability

OFF = {"AGENT_LOOKOUT_TMUX": "off"}
NEITHER = {**OFF, "AGENT_LOOKOUT_TERMINAL_JUMP": "off"}
NOWHERE = no("AGENT_LOOKOUT_TMUX is off, and no other way leads there on this system.")


@pytest.mark.parametrize(
    ("platform", "variables", "places", "expected"),
    [
        ("linux", {}, ["VS Code"], partly("In VS Code and tmux alone.")),
        ("linux", {}, [], partly("In tmux alone.")),
        ("linux", OFF, ["VS Code"], partly("In VS Code alone.")),
        ("linux", OFF, [], NOWHERE),
        ("darwin", {}, ["VS Code"], partly("In VS Code, tmux, Terminal and iTerm2 alone.")),
        ("darwin", OFF, [], partly("In Terminal and iTerm2 alone.")),
        ("darwin", NEITHER, ["VS Code"], partly("In VS Code alone.")),
        ("darwin", NEITHER, [], NOWHERE),
    ],
)
def test_each_place_is_named_that_can_be_reached(
    platform: str, variables: dict[str, str], places: list[str], expected: object
) -> None:
    environment = read_environment({"HOME": "/home/dev", **variables})
    assert jump_capability(environment, *places, platform=platform) == expected


def test_what_it_takes_besides_is_said() -> None:
    environment = read_environment({"HOME": "/home/dev"})
    told = jump_capability(environment, needs="a file that names its pid", platform="linux")
    assert told == partly("In tmux alone, with a file that names its pid.")
