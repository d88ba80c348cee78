"""Whether a process is the one that was meant."""

import os
import re
import select
import sys
import threading
import time
import weakref
from calendar import timegm
from collections.abc import Iterable, Mapping, Sequence
from time import strptime
from typing import Final, Protocol

from sessions_app.system import programs

MAX_PID: Final = 2**22
"""The largest process number Linux gives; macOS stays far below."""

_MOST_HELD: Final = 256
"""Descriptors kept open for processes; any more are read from /proc each time."""
_ASK_EVERY_S: Final = 30.0
_SLACK_S: Final = 60
"""Start times may differ by this much where they are worked out from the clock, which moves."""


class Processes(Protocol):
    """What the system says of its processes."""

    @property
    def domain(self) -> str:
        """Where a process number means something, as Claude Code writes it (`pidDomain`)."""

    def exists(self, pid: int) -> bool:
        """Whether there is such a process, another user's included."""

    def living(self, pids: frozenset[int]) -> Mapping[int, str | None]:
        """Those that exist, with when each began in the words of this system, if it tells.

        Linux: field 22 of /proc/<pid>/stat, in clock ticks since boot. Elsewhere: what
        `ps -o lstart=` prints under LC_ALL=C and TZ=UTC.
        """


def exists(pid: int) -> bool:
    """Whether there is such a process; numbers that name none or a group are no processes."""
    if not 0 < pid <= MAX_PID:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def is_other_start(recorded: str, current: str) -> bool:
    """Whether two start times are surely of two processes.

    Ticks are exact. Dates may be a minute apart: `ps` works them out from the clock, which is
    set after a computer woke up. Ticks and a date cannot be compared, and tell nothing.
    """
    if recorded.isdecimal() and current.isdecimal():
        return recorded != current
    first, second = _parse_date(recorded), _parse_date(current)
    return first is not None and second is not None and abs(first - second) > _SLACK_S


def is_same_start(recorded: str, current: str) -> bool:
    """Whether two start times are surely of one process: equal ticks, or dates a second apart."""
    if recorded.isdecimal() and current.isdecimal():
        return recorded == current
    first, second = _parse_date(recorded), _parse_date(current)
    return first is not None and second is not None and abs(first - second) <= 1


def is_other_domain(recorded: str, own: str) -> bool:
    """Whether a process number recorded in a domain surely means nothing in our own.

    A container often has no /etc/machine-id: then the number of its pid namespace alone tells.
    """
    if recorded == own:
        return False
    first, second = recorded.split(":", 2), own.split(":", 2)
    if len(first) == len(second) == 3 and not (first[1] and second[1]):
        first[1] = second[1] = ""
    return first != second


def _parse_date(text: str) -> int | None:
    try:
        return timegm(strptime(" ".join(text.split()), "%a %b %d %H:%M:%S %Y"))
    except ValueError:
        return None


class LinuxProcesses:
    """Read from /proc, with no program run.

    Each process asked about is held by a descriptor that tells when it ends, so that it is read
    once: one call tells of all of them, and no number that was given away is taken for its own.
    """

    def __init__(self) -> None:
        self.domain = f"linux:{_machine_id()}:{_pid_namespace()}"
        self._lock = threading.Lock()
        self._starts: dict[int, str] = {}
        self._pids: dict[int, int] = {}
        self._ends = select.epoll()
        weakref.finalize(self, _let_go, self._pids, self._ends)

    def exists(self, pid: int) -> bool:
        """Whether there is such a process; one that ended and was not waited for is none."""
        return exists(pid) and start_ticks(pid) is not None

    def living(self, pids: frozenset[int]) -> Mapping[int, str | None]:
        """Those that exist, with clock ticks since boot as decimal text."""
        with self._lock:
            self._forget_ended()
            found = ((pid, self._starts.get(pid) or self._hold(pid)) for pid in pids)
            return {pid: ticks for pid, ticks in found if ticks is not None}

    def _forget_ended(self) -> None:
        for descriptor, _ in self._ends.poll(0):
            # A child of ours that is just being started may still have it open.
            self._ends.unregister(descriptor)
            os.close(descriptor)
            del self._starts[self._pids.pop(descriptor)]

    def _hold(self, pid: int) -> str | None:
        if not 0 < pid <= MAX_PID or not is_whole(pid):
            return None
        if len(self._pids) >= _MOST_HELD:
            return start_ticks(pid)
        try:
            descriptor = os.pidfd_open(pid)
        except OSError:  # it has gone, or this is Linux before 5.3
            return start_ticks(pid)
        # Read once it is held: from here on the number is its own until it ends.
        ticks = start_ticks(pid)
        if ticks is None:
            os.close(descriptor)
            return None
        self._pids[descriptor], self._starts[pid] = pid, ticks
        self._ends.register(descriptor, select.EPOLLIN)
        return ticks


def _let_go(descriptors: Iterable[int], ends: "select.epoll") -> None:
    for descriptor in descriptors:
        os.close(descriptor)
    ends.close()


def start_ticks(pid: int) -> str | None:
    """Field 22 of /proc/<pid>/stat; None for a process that is not there or has ended."""
    fields = stat_fields(pid)
    return None if fields is None else fields[19].decode("ascii")


def is_whole(pid: int) -> bool:
    """Whether a number names a process, and not one of its other threads (Linux).

    A signal to such a thread would end the whole process, by a number that is not its own.
    """
    try:
        with open(f"/proc/{pid}/status", "rb", buffering=0) as file:
            lines = file.read(4_096).split(b"\n")
    except OSError:
        return False
    return any(line.split() == [b"Tgid:", b"%d" % pid] for line in lines)


def stat_fields(pid: int) -> list[bytes] | None:
    """/proc/<pid>/stat from its third field on; None when it is not there or has ended."""
    try:
        descriptor = os.open(f"/proc/{pid}/stat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        line = os.read(descriptor, 4_096)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    # The program's name stands in brackets and may hold any byte, brackets and spaces included.
    fields = line[line.rfind(b")") + 1 :].split()
    if len(fields) < 20 or fields[0] in (b"Z", b"X"):
        return None
    return fields


def age_ms(pid: int) -> int | None:
    """How long ago a process began; None where that is not told (Linux tells)."""
    ticks = start_ticks(pid) if sys.platform == "linux" else None
    if ticks is None:
        return None
    since_boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return since_boot - int(ticks) * 1_000 // os.sysconf("SC_CLK_TCK")


def _machine_id() -> str:
    try:
        with open("/etc/machine-id", encoding="ascii") as file:
            return file.read(64).strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _pid_namespace() -> str:
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:
        return ""


class OtherProcesses:
    """Asked of `ps`, as on macOS: one run for all, and each process at most every 30 seconds."""

    domain = sys.platform

    def __init__(self, folders: Sequence[str] = ("/bin", "/usr/bin")) -> None:
        self._folders = folders
        self._asked: dict[int, tuple[float, str]] = {}
        self._lock = threading.Lock()

    def exists(self, pid: int) -> bool:
        """Whether there is such a process."""
        return exists(pid)

    def living(self, pids: frozenset[int]) -> Mapping[int, str | None]:
        """Those that exist, with the date and time `ps` gives in UTC and English."""
        there = frozenset(pid for pid in pids if exists(pid))
        with self._lock:
            now = time.monotonic()
            # Every process asked about lately is kept, whoever asked: one caller does not make
            # another's be asked about again.
            kept = (item for item in self._asked.items() if now - item[1][0] <= _ASK_EVERY_S)
            known = {pid: was for pid, was in kept if pid not in pids or pid in there}
            due = there - known.keys()
            known.update((pid, (now, start)) for pid, start in self._ask(due).items())
            self._asked = known
        return {pid: known[pid][1] if pid in known else None for pid in there}

    def _ask(self, pids: frozenset[int]) -> dict[int, str]:
        ps = programs.find("ps", self._folders)
        if ps is None or not pids:
            return {}
        numbers = ",".join(str(pid) for pid in sorted(pids))
        # Claude Code runs the same command under the same two settings for procStart; plain `ps`
        # prints local time, in the person's language.
        result = programs.run(
            [ps, "-o", "pid=,lstart=", "-p", numbers],
            timeout_s=2.0,
            environment={"LC_ALL": "C", "TZ": "UTC"},
        )
        rows = re.findall(r"^\s*([0-9]{1,10})\s+(\S.*?)\s*$", result.output, re.MULTILINE)
        return {int(pid): start for pid, start in rows}


def system_processes() -> Processes:
    """The processes of this computer."""
    return LinuxProcesses() if sys.platform == "linux" else OtherProcesses()
