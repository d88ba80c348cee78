"""Codex: its rollouts, its locks and its names. What they hold is in docs/formats/codex.md."""

from collections.abc import Iterable

from lookout.env import Environment
from sessions_app.adapter_api import Adapter
from sessions_app.adapters.codex.adapter import Codex


def configured(environment: Environment) -> Iterable[Adapter]:
    """One adapter, for the Codex home this start has."""
    return (Codex(environment),)
