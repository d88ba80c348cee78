"""`make bench`: measures speed and cost on a home made for it, and writes bench/.

The figures are looked at by a person; the exit code tells only whether they could be made.
"""

import argparse
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
sys.path[0] = str(ROOT)  # this tree's code, wherever an installed one lies

from tests.bench import measures, report  # noqa: E402 -- from the path just set
from tests.bench.bench import QUICK, Bench, Measure, Scale  # noqa: E402
from tests.bench.browser import browser  # noqa: E402
from tests.bench.crowd import crowd  # noqa: E402
from tests.bench.figures import Figure  # noqa: E402
from tests.bench.home import StandIns  # noqa: E402
from tests.bench.patience import Unmeasurable  # noqa: E402
from tests.bench.reading import reading  # noqa: E402
from tests.bench.remembering import remembering  # noqa: E402

MEASURES: Final[dict[str, Measure]] = {
    "flips": measures.flips_and_memory,
    "poll": measures.poll_alone,
    "idle": measures.idle,
    "start": measures.start,
    "status": measures.status_command,
    "crowd": crowd,
    "browser": browser,
    "reading": reading,
    "remembering": remembering,
}
LONGEST_S: Final = 600
SEED: Final = 20
"""The same flips in every run."""


class TooLong(Exception):  # noqa: N818 -- an outcome, not a fault
    """The whole run has taken too long."""


def main() -> int:
    """Measures what it is asked for; 1 when something could not be measured at all."""
    parser = argparse.ArgumentParser(description="Measures the speed and cost of Agent Lookout.")
    parser.add_argument("--quick", action="store_true", help="fewer of everything: under a minute")
    parser.add_argument("--only", action="append", choices=MEASURES, help="this measure alone")
    options = parser.parse_args()
    if sys.platform != "linux":
        print("The benchmark reads /proc, so it runs on Linux alone.", file=sys.stderr)  # noqa: T201
        return 1
    signal.signal(signal.SIGALRM, _give_up)
    signal.signal(signal.SIGTERM, _give_up)
    signal.alarm(LONGEST_S)
    began = time.monotonic()
    computer = report.computer()
    names = options.only or list(MEASURES)
    try:
        figures, skipped = _measure(names, QUICK if options.quick else Scale())
    except TooLong as reason:
        print(reason, file=sys.stderr)  # noqa: T201
        return 1
    seconds = time.monotonic() - began
    text = report.Report(figures, skipped, computer, seconds).write(ROOT / "bench")
    print(text)  # noqa: T201
    return 1 if skipped.keys() - {"browser"} else 0


def _measure(names: list[str], scale: Scale) -> tuple[list[Figure], dict[str, str]]:
    figures: list[Figure] = []
    skipped: dict[str, str] = {}
    with (
        tempfile.TemporaryDirectory(prefix="lookout-bench-") as folder,
        StandIns(max(scale.sessions)) as processes,
    ):
        for name in names:
            chance = random.Random(SEED)  # noqa: S311 -- which session flips is no secret
            path = Path(folder, name)
            path.mkdir()
            bench = Bench(scale, path, processes.pids, chance)
            bench.say(f"{name} …")
            began = time.monotonic()
            try:
                figures += MEASURES[name](bench)
            except Unmeasurable as reason:
                skipped[name] = str(reason)
            bench.say(f"{name}: {time.monotonic() - began:.0f} s")
    return figures, skipped


def _give_up(number: int, _: Any) -> None:
    raise TooLong(f"The benchmark ended early: {signal.Signals(number).name}.")


if __name__ == "__main__":
    sys.exit(main())
