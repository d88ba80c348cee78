"""Where Jump leads on this computer, in words."""

import sys

from lookout.env import Environment
from sessions_app.domain.source import Capability, no, partly


def jump_capability(
    environment: Environment,
    *others: str,
    needs: str | None = None,
    platform: str = sys.platform,
) -> Capability:
    """What Jump can do for sessions whose process is known; `others` are places of the agent's."""
    places = list(others)
    if environment.tmux:
        places.append("tmux")
    if environment.terminal_jump and platform == "darwin":
        places += ["Terminal", "iTerm2"]
    if not places:
        return no("AGENT_LOOKOUT_TMUX is off, and no other way leads there on this system.")
    where = f"{', '.join(places[:-1])} and {places[-1]}" if len(places) > 1 else places[0]
    return partly(f"In {where} alone{f', with {needs}' if needs else ''}.")
