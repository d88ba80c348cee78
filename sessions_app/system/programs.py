"""The only place that runs a program: no shell, no input, a time limit, and it dies with us."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector
from typing import Final

OUTPUT_LIMIT: Final = 1 << 20
"""Bytes kept of what a program prints; one that prints more is ended."""

_running: set[subprocess.Popen[bytes]] = set()
_lock: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Result:
    """How a program's run ended."""

    exit_code: int | None
    """None when it was ended by us, or could not be started."""
    output: str = ""
    """What it wrote to standard output; standard error is dropped."""
    problem: str | None = None
    """A phrase that fits after the program's name, such as "did not answer within 5 seconds"."""


def find(name: str, folders: Iterable[str]) -> str | None:
    """The first program of that name in the folders, as an absolute path."""
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def run(
    arguments: Sequence[str], *, timeout_s: float, environment: Mapping[str, str] | None = None
) -> Result:
    """Runs a program by its absolute path and waits for it, at most `timeout_s` seconds.

    Past the limit its whole process group is ended. With no `environment` it gets ours.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 -- an absolute path and a list, never a shell
            list(arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=None if environment is None else dict(environment),
            start_new_session=True,
        )
    except OSError as problem:
        return Result(None, problem=f"could not be started ({problem.strerror})")
    with _lock:
        _running.add(process)
    try:
        return _wait(process, time.monotonic() + timeout_s, timeout_s)
    finally:
        with _lock:
            _running.discard(process)
        _end(process)


def _wait(process: subprocess.Popen[bytes], deadline: float, timeout_s: float) -> Result:
    output = process.stdout
    assert output is not None  # noqa: S101 -- asked for as a pipe just above
    kept = bytearray()
    with DefaultSelector() as selector:
        selector.register(output, EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            if not selector.select(left):
                continue
            chunk = os.read(output.fileno(), 65_536)
            if not chunk:
                break
            kept += chunk
            if len(kept) > OUTPUT_LIMIT:
                return Result(None, problem="printed more than 1 MB")
    try:
        code = process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return Result(None, problem=f"did not answer within {timeout_s:g} seconds")
    return Result(code, kept.decode("utf-8", "replace"))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program that outlived its time, and anything it started."""
    _kill_group(process)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    # Only while it has not been waited for: after that its number may be another program's.
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def stop_all() -> None:
    """Ends every program that still runs; called when the server stops."""
    with _lock:
        for process in _running:
            _kill_group(process)


def open_address(address: str, folders: Iterable[str]) -> bool:
    """Opens a web address in the person's browser; whether its opener could be started.

    Unlike every other program it is not waited for and outlives us: it may be the browser.
    """
    opener = find("open", ("/usr/bin",)) if sys.platform == "darwin" else find("xdg-open", folders)
    if opener is None:
        return False
    try:
        subprocess.Popen(  # noqa: S603 -- an absolute path and an address of our own making
            [opener, address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    return True


class StandIn:
    """A process that does nothing until it is ended, and that ends when we do, however we do."""

    def __init__(self) -> None:
        # `cat` reads from a pipe of ours, which the system closes when we are gone.
        path = find("cat", ("/bin", "/usr/bin"))
        if path is None:
            raise FileNotFoundError("There is no cat in /bin or /usr/bin.")
        self._process = subprocess.Popen(  # noqa: S603 -- an absolute path and no arguments
            [path], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
        )
        self.pid = self._process.pid

    def end(self) -> None:
        """Ends it and waits for it."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
