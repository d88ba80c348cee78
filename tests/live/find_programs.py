"""Finds the programs that tests drive beside the browser; --install sees to what it can."""

import os
import shutil
import subprocess
import sys

NAMES = ("tmux", "zsh")


def missing() -> list[str]:
    """Those that are not there."""
    return [name for name in NAMES if shutil.which(name) is None]


def install(names: list[str]) -> None:
    """From the package manager as root on Debian; elsewhere their tests are skipped."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], check=True, env=environment)
    subprocess.run(["apt-get", "install", "-y", "-qq", *names], check=True, env=environment)


if __name__ == "__main__":
    if missing() and "--install" in sys.argv:
        install(missing())
    for name in missing():
        print(f"There is no {name}; its tests are skipped.")  # noqa: T201 -- for who runs it
