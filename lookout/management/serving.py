"""What the commands that serve the page have in common."""

from collections.abc import Iterable
from typing import Any, Final

from django.core.management.base import BaseCommand

from lookout.serve import Announce
from lookout.version import VERSION
from sessions_app.system import programs

_DJANGOS_OWN: Final = frozenset(
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
"""Options that say nothing to a person here. They are left out of --help, and still work."""


class ServingCommand(BaseCommand):
    """A command that serves until it is told to stop."""

    requires_system_checks = ()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.suppressed_base_arguments = set(_DJANGOS_OWN)

    def get_version(self) -> str:
        """The version of Agent Lookout, not of Django."""
        return VERSION

    def announcer(self, what: str, *, opens: bool, folders: Iterable[str]) -> Announce:
        """Prints the address once there is one, and opens it in the browser when asked to.

        `folders` is where the program that opens it is looked for.
        """

        def announce(address: str) -> None:
            self.stdout.write(f"{what} is at {address} (Ctrl+C to stop)")
            self.stdout.flush()
            if opens and not programs.open_address(address, folders):
                self.stderr.write(f"No browser could be started; open {address} yourself.")

        return announce
