"""`agent-lookout runserver`: serve the page on this computer."""

import sys
from argparse import ArgumentParser
from typing import Any

from lookout import env
from lookout.management.serving import ServingCommand
from lookout.serve import refusal, serve


class Command(ServingCommand):
    """Reads the sessions of this computer and shows them on one page."""

    help = "Serves the page of every agent session on this computer."

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
        announce = self.announcer(
            "Agent Lookout", opens=options["open"], folders=environment.search_path
        )
        sys.exit(serve(environment, host, port, announce))
