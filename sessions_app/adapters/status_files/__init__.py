"""Status files: one small JSON file a session, written by any program. docs/STATUS_FILES.md."""

from collections.abc import Iterable

from lookout.env import Environment
from sessions_app.adapter_api import Adapter
from sessions_app.adapters.status_files.adapter import StatusFiles


def configured(environment: Environment) -> Iterable[Adapter]:
    """One adapter, for the folder this start has."""
    return (StatusFiles(environment),)
