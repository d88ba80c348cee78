"""`agent-lookout demo`, as a child process."""

import os
from pathlib import Path

from tests.support.running import running


def test_the_demo_shows_every_status_and_leaves_nothing_behind(tmp_path: Path) -> None:
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    temporary.mkdir()
    with running(home, command="demo", TMPDIR=str(temporary)) as server:
        snapshot = server.until(
            lambda s: len(s["sessions"]) >= 12 and any("git" in one for one in s["sessions"])
        )
        pids = [one["pid"] for one in snapshot["sessions"] if one["source"] == "claude-code"]
        assert server.end() == 0
    statuses = {one["status"] for one in snapshot["sessions"]}
    assert statuses == {"needs-you", "working", "idle", "finished", "failed", "unknown"}
    assert any(one.get("stale") for one in snapshot["sessions"])
    assert any(one.get("activity") for one in snapshot["sessions"])
    checked_out = [one["git"] for one in snapshot["sessions"] if "git" in one]
    assert any("branch" in one for one in checked_out)
    assert any("commit" in one for one in checked_out)
    assert list(home.iterdir()) == []
    assert list(temporary.iterdir()) == []
    assert not any(os.path.exists(f"/proc/{pid}") for pid in pids)
