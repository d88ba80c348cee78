"""One process, held from the first look at it to the signal: no other can take its number."""

import contextlib
import errno
import os
import select
import signal
import sys
import time
from types import TracebackType
from typing import Final, Self

from sessions_app.system.processes import MAX_PID, OtherProcesses, exists, is_whole, start_ticks

LOOK_EVERY_S: Final = 0.2

_NOT_LENT: Final = (errno.ENOSYS, errno.EPERM, errno.EACCES)
"""Linux before 5.3, or a sandbox that allows no such descriptor."""


class Gone(Exception):  # noqa: N818 -- a state of the world, not a fault of the code
    """There is no such process, or it has ended."""


class HeldProcess:
    """A process by its number, held by a descriptor where the system has those (Linux 5.3).

    Elsewhere the number is all there is: it is looked at again just before each use.
    Raises Gone when there is no such process, or OSError when it cannot be held.
    """

    def __init__(self, pid: int) -> None:
        # A bool is an int to Python, 0 and below are groups to kill(2), 1 is the system's own.
        if isinstance(pid, bool) or not 1 < pid <= MAX_PID:
            raise ValueError(f"{pid} is no process to hold")
        self.pid = pid
        self._descriptor: int | None = None
        if sys.platform == "linux":
            self._descriptor = _descriptor_of(pid)
        if self.has_ended() or (sys.platform == "linux" and not is_whole(pid)):
            self.close()
            raise Gone

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def has_ended(self) -> bool:
        """Whether it has ended, waited for by its parent or not."""
        return self.ends_within(0)

    def began(self) -> str | None:
        """When it began, in the words of this system, asked anew."""
        if sys.platform == "linux":
            return start_ticks(self.pid)
        return OtherProcesses().living(frozenset([self.pid])).get(self.pid)

    def terminate(self) -> None:
        """Asks it to end (SIGTERM); raises Gone, or another OSError when that is not allowed."""
        try:
            if self._descriptor is not None:
                signal.pidfd_send_signal(self._descriptor, signal.SIGTERM)
            else:
                os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            raise Gone from None

    def ends_within(self, seconds: float) -> bool:
        """Whether it has ended before so much time has passed."""
        if self._descriptor is not None:
            waiting = select.poll()
            waiting.register(self._descriptor, select.POLLIN)
            return bool(waiting.poll(seconds * 1000))
        deadline = time.monotonic() + seconds
        while self._runs():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(left, LOOK_EVERY_S))
        return True

    def _runs(self) -> bool:
        with contextlib.suppress(OSError):
            return exists(self.pid) and (
                sys.platform != "linux" or start_ticks(self.pid) is not None
            )
        return False


def _descriptor_of(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except OSError as problem:
        if problem.errno in _NOT_LENT:
            return None
        # A number of a thread, and not of a process, is ENOENT or, on older systems, EINVAL.
        if problem.errno in (errno.ESRCH, errno.ENOENT, errno.EINVAL):
            raise Gone from None
        raise
