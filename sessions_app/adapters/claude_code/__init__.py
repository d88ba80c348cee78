"""Claude Code: its session files, its command, and the end of waiting sessions' transcripts."""

import os
from collections.abc import Iterable

from lookout.env import Environment
from sessions_app.adapter_api import Adapter
from sessions_app.adapters.claude_code.adapter import ClaudeCode


def configured(environment: Environment) -> Iterable[Adapter]:
    """One adapter, for the home this start has."""
    return (ClaudeCode(environment, os.environ),)
