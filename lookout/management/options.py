"""Options that Django gives every command, and that say nothing to a person here."""

from typing import Final

HIDDEN: Final = frozenset(
    {
        "--version",
        "--verbosity",
        "--settings",
        "--pythonpath",
        "--traceback",
        "--no-color",
        "--force-color",
        "--skip-checks",
    }
)
"""Left out of --help; they still work."""
