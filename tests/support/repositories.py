"""Repositories that the real git makes."""

import os
import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str) -> str:
    """Runs the real git, as nobody in particular."""
    return subprocess.run(
        ["git", "-c", "user.name=x", "-c", "user.email=x@x.invalid", "-C", str(folder), *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": "/dev/null"},
    ).stdout.strip()


def a_repository(folder: Path, branch: str = "checkout-flow", **remotes: str) -> Path:
    """A repository with one commit, on a branch, with these remotes."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", branch)
    git(folder, "commit", "-q", "--allow-empty", "-m", "x")
    for name, url in remotes.items():
        git(folder, "remote", "add", name, url)
    return folder
