"""`agent-lookout runserver`: serve the page on this computer."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from lookout import env
from lookout.management.options import HIDDEN
from lookout.serve import refusal, serve
from lookout.version import VERSION
from sessions_app.system import programs


class Command(BaseCommand):
    """Reads the sessions of this computer and shows them on one page."""

    help = "Serves the page of every agent session on this computer."
    requires_system_checks = ()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.suppressed_base_arguments = set(HIDDEN)

    def get_version(self) -> str:
        """The version of Agent Lookout, not of Django."""
        return VERSION

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, and whether to open the page."""
        parser.add_argument("--port", type=int, help="the port to listen on (4777)")
        parser.add_argument("--host", help="the loopback address: 127.0.0.1 or ::1")
        parser.add_argument("--open", action="store_true", help="open the page in the browser")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 -- Django's form
        """Serves until it is told to stop."""
        environment = env.read()
        host = options["host"] or environment.host
        port = environment.port if options["port"] is None else options["port"]
        if (reason := refusal(host, port)) is not None:
            self.stderr.write(reason)
            sys.exit(1)

        def announce(address: str) -> None:
            self.stdout.write(f"Agent Lookout is at {address} (Ctrl+C to stop)")
            self.stdout.flush()
            if options["open"] and not programs.open_address(address, environment.search_path):
                self.stderr.write(f"No browser could be started; open {address} yourself.")

        sys.exit(serve(environment, host, port, announce))
