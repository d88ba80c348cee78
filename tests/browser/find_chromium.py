"""Finds a Chromium to drive, and with --install sees to it that there is one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The system's browser, else the one that playwright installed; None when there is none."""
    for name in NAMES:
        if (path := shutil.which(name)) is not None:
            return path
    caches = Path.home() / ".cache" / "ms-playwright"
    found = sorted(caches.glob("chromium-*/chrome-linux*/chrome"))
    return str(found[-1]) if found else None


def install() -> None:
    """From the package manager as root on Debian, else by playwright."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=environment)
        packages = ["chromium", "fonts-noto-core", "fonts-noto-color-emoji"]
        subprocess.run(["apt-get", "install", "-y", "-qq", *packages], check=True, env=environment)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    if find() is None and "--install" in sys.argv:
        install()
    if find() is None:
        sys.exit("There is no Chromium; install one and run this again.")
