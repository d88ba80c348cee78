"""The history survives its writer being killed, whenever that happens."""

import subprocess
import sys
from pathlib import Path

from tests.support.running import ROOT


def test_a_kill_at_any_of_fifty_moments_loses_two_seconds_at_most(tmp_path: Path) -> None:
    module = "tests.support.killed_writer"
    done = subprocess.run(
        [sys.executable, "-m", module, str(tmp_path / "history"), "50"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
