"""`agent-lookout demo`: the page on made-up sessions, for trying it out."""

import signal
import sys
from argparse import ArgumentParser
from itertools import chain
from typing import Any

from lookout import env
from lookout.demo.stage import Stage
from lookout.management.serving import ServingCommand
from lookout.serve import refusal, serve
from sessions_app.adapters import claude_code, status_files


class Command(ServingCommand):
    """Shows sessions that live through every status; nothing of the person's is read."""

    help = "Serves the page on made-up sessions; your own are neither read nor touched."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, and whether to open the page."""
        parser.add_argument("--port", type=int, default=0, help="the port (a free one)")
        parser.add_argument("--open", action="store_true", help="open the page in the browser")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 -- Django's form
        """Serves until it is told to stop, then takes the made-up home away."""
        host, port = "127.0.0.1", options["port"]
        if (reason := refusal(host, port)) is not None:
            self.stderr.write(reason)
            sys.exit(1)
        folders = env.read().search_path
        announce = self.announcer(
            "The demo of Agent Lookout", opens=options["open"], folders=folders
        )
        # Until the server has signals in hand, ending takes the made-up home away as well.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        signal.signal(signal.SIGHUP, lambda *_: sys.exit(0))
        with Stage() as stage:
            environment = env.read({"HOME": stage.home, "AGENT_LOOKOUT_CLAUDE_FEED": "off"})
            adapters = chain.from_iterable(
                module.configured(environment) for module in (claude_code, status_files)
            )
            code = serve(environment, host, port, announce, adapters)
        sys.exit(code)
