"""The `agent-lookout` command: what it is asked for decides what is imported.

`status` runs in status lines every few seconds, so it, the version and the help come without
Django; every other command is one of Django's management commands.
"""

import os
import sys
from typing import Final

from lookout.version import VERSION

COMMANDS: Final = {
    "runserver": "serve the dashboard on this computer (also: start, or no command at all)",
    "demo": "the same on made-up sessions, to try it out",
    "status": "say which sessions need you (--count, --json)",
}
"""Every command there is, as --help lists them; a test holds the command files to it."""

_ALIASES: Final = {"start": "runserver"}


def main() -> None:
    """Runs the command that the process was started with, and ends the process."""
    try:
        sys.exit(_run(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)


def _run(arguments: list[str]) -> int:
    match arguments:
        case ["--version" | "-v"]:
            print(VERSION)  # noqa: T201
            return 0
        case ["--help" | "-h" | "help"]:
            print(_help())  # noqa: T201
            return 0
        case ["status", *rest]:
            from api_app.status import main as status  # noqa: PLC0415 -- see the module's text

            return status(rest)
        case _:
            return _hand_over(arguments)


def _hand_over(arguments: list[str]) -> int:
    # `agent-lookout --port 5000` means the server, as `agent-lookout` alone does.
    if not arguments or arguments[0].startswith("-"):
        arguments = ["runserver", *arguments]
    name = _ALIASES.get(arguments[0], arguments[0])
    if name not in COMMANDS:
        print(f"There is no command {name!a}; see agent-lookout --help.", file=sys.stderr)  # noqa: T201
        return 2
    os.environ["DJANGO_SETTINGS_MODULE"] = "lookout.settings"
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    execute_from_command_line(["agent-lookout", name, *arguments[1:]])
    return 0


def _help() -> str:
    widest = max(map(len, COMMANDS))
    lines = (f"  {name:<{widest}}  {what}" for name, what in COMMANDS.items())
    return "\n".join(
        (
            "usage: agent-lookout [command] [options]",
            "",
            "Every AI agent session on one page: which need you, what they ask and since when.",
            "",
            *lines,
            "",
            "agent-lookout <command> --help tells a command's options; --version the version.",
        )
    )
