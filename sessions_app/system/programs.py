"""The only place that runs a program: no shell, no input, and a time limit.

What still runs when the server stops is ended. Killed outright, the server cannot see to that: a
program under way then runs on to its own end.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector
from typing import Final

OUTPUT_LIMIT: Final = 1 << 20
"""Bytes kept of what a program prints; one that prints more is ended."""

_running: set[subprocess.Popen[bytes]] = set()
_lock: Final = threading.Lock()
_counting: Final = threading.local()


@dataclass(frozen=True, slots=True)
class Result:
    """How a program's run ended."""

    exit_code: int | None
    """None when it was ended by us, or could not be started."""
    output: str = ""
    """What it wrote to standard output."""
    errors: str = ""
    """What it wrote to standard error, which is dropped unless it is asked for."""
    problem: str | None = None
    """A phrase that fits after the program's name, such as "did not answer within 5 seconds"."""


def find(name: str, folders: Iterable[str]) -> str | None:
    """The first program of that name in the folders, as an absolute path."""
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


class Count:
    """How many programs were started."""

    number = 0


@contextlib.contextmanager
def counted() -> Iterator[Count]:
    """Counts the programs that this thread starts meanwhile."""
    count = _counting.count = Count()
    try:
        yield count
    finally:
        _counting.count = None


def run(
    arguments: Sequence[str],
    *,
    timeout_s: float,
    environment: Mapping[str, str] | None = None,
    with_errors: bool = False,
) -> Result:
    """Runs a program by its absolute path and waits for it, at most `timeout_s` seconds.

    Then its whole process group is ended: by itself it may have left something running. With no
    `environment` it gets ours.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 -- an absolute path and a list, never a shell
            list(arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if with_errors else subprocess.DEVNULL,
            env=None if environment is None else dict(environment),
            start_new_session=True,
        )
    except OSError as problem:
        return Result(None, problem=f"could not be started ({problem.strerror})")
    if (count := getattr(_counting, "count", None)) is not None:
        count.number += 1
    with _lock:
        _running.add(process)
    try:
        printed, why_not = _listen(process, timeout_s)
    finally:
        with _lock:
            _running.discard(process)
        _end(process)
    if why_not is not None:
        return Result(None, problem=why_not)
    return Result(process.returncode, *(one.decode("utf-8", "replace") for one in printed))


def _listen(
    process: subprocess.Popen[bytes], timeout_s: float
) -> tuple[list[bytearray], str | None]:
    """What a program printed until it ended by itself, or why it is not waited for any longer.

    What it wrote to standard error comes second, when that is listened to.
    """
    pipes = [pipe for pipe in (process.stdout, process.stderr) if pipe is not None]
    kept = [bytearray() for _ in pipes]
    deadline = time.monotonic() + timeout_s
    with DefaultSelector() as selector, _end_of(process) as ended:
        for place, pipe in enumerate(pipes):
            selector.register(pipe, EVENT_READ, place)
        if ended is not None:
            selector.register(ended, EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            ready = [key for key, _ in selector.select(left)]
            talking = [key for key in ready if key.fileobj != ended]
            for key in talking:
                chunk = os.read(key.fd, 65_536)
                kept[key.data] += chunk
                if not chunk:
                    selector.unregister(key.fileobj)
            if sum(map(len, kept)) > OUTPUT_LIMIT:
                return [], "printed more than 1 MB"
            # What it started can hold its output open after it has ended: that is not waited for.
            if ready and not talking:
                return kept, None
            if not selector.get_map():
                return kept, _wait(process, deadline, timeout_s)
    return [], f"did not answer within {timeout_s:g} seconds"


@contextlib.contextmanager
def _end_of(process: subprocess.Popen[bytes]) -> Iterator[int | None]:
    """A descriptor that becomes ready when the process ends; None where there is no such thing."""
    descriptor = None
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # Linux before 5.3
            descriptor = os.pidfd_open(process.pid)
    try:
        yield descriptor
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _wait(process: subprocess.Popen[bytes], deadline: float, timeout_s: float) -> str | None:
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return f"did not answer within {timeout_s:g} seconds"
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program if it still runs, and anything it started and left behind."""
    _kill_group(process)
    process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


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

    @property
    def runs(self) -> bool:
        """Whether it has not been ended, by whomever."""
        return self._process.poll() is None

    def end(self) -> None:
        """Ends it and waits for it."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
