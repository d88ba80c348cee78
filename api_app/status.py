"""`agent-lookout status`: which sessions need you, in words, as a number or as JSON."""

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

from api_app.address import NotLoopback, from_environment
from api_app.client import NoAnswer
from api_app.listing import sessions
from api_app.verdict import CANNOT_TELL, Verdict, as_json, doubts, in_words

DESCRIPTION: Final = (
    "Says which sessions need you, longest wait first. It asks the Agent Lookout that runs on "
    "this computer, and starts nothing."
)
EPILOG: Final = "exit code: 0 none needs you, 1 a session does, 2 cannot tell"


def add_options(parser: ArgumentParser) -> None:
    """Adds the two other ways of printing to a parser."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--count",
        action="store_true",
        help="print only how many need you; nothing when that cannot be told",
    )
    form.add_argument("--json", action="store_true", help="print everything as JSON")


def main(arguments: Sequence[str]) -> int:
    """Runs the command with these arguments and gives its exit code."""
    parser = ArgumentParser(
        prog="agent-lookout status", description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False
    )
    add_options(parser)
    options = parser.parse_args(arguments)
    return run(as_count=options.count, with_json=options.json, environ=os.environ)


def run(*, as_count: bool, with_json: bool, environ: Mapping[str, str]) -> int:
    """Asks, prints, and gives the exit code."""
    try:
        listing = sessions(from_environment(environ))
    except (NotLoopback, NoAnswer) as error:
        if with_json:
            _print(sys.stdout, [json.dumps({"error": str(error)})])
        else:
            _print(sys.stderr, [str(error)])
        return CANNOT_TELL
    verdict = Verdict(listing, time.time_ns() // 1_000_000)
    if with_json:
        _print(sys.stdout, [json.dumps(as_json(verdict), allow_nan=False)])
    elif not as_count:
        _print(sys.stdout, in_words(verdict, sys.stdout.isatty() and not environ.get("NO_COLOR")))
    elif verdict.exit_code == CANNOT_TELL:
        _print(sys.stderr, doubts(verdict))
    else:
        _print(sys.stdout, [str(len(verdict.waiting))])
    return verdict.exit_code


def _print(stream: TextIO, lines: Sequence[str]) -> None:
    # A terminal that knows fewer characters shows question marks rather than a traceback.
    text = "".join(f"{line}\n" for line in lines)
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()
    except BrokenPipeError:
        # `status | head -0`: nobody reads on. The interpreter flushes again as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
