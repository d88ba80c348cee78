"""`manage.py status`: the same as `agent-lookout status`."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from api_app import status


class Command(BaseCommand):
    """Asks the Agent Lookout that runs on this computer."""

    help = status.DESCRIPTION
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of `agent-lookout status`."""
        status.add_options(parser)

    def handle(self, **options: Any) -> None:
        """Prints, and ends with the command's own exit code."""
        code = status.run(as_count=options["count"], with_json=options["json"], environ=os.environ)
        sys.exit(code)
