"""Who started a process, whose it is and what it was told: asked anew each time."""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from sessions_app.system import programs
from sessions_app.system.processes import stat_fields

PS_FOLDERS: Final = ("/bin", "/usr/bin")
ParentOf = Callable[[int], int | None]

_MOST_BYTES: Final = 256 * 1024
_TIMEOUT_S: Final = 2.0
_PAIR: Final = re.compile(r"^\s*([0-9]{1,10})\s+([0-9]{1,10})\s*$", re.MULTILINE | re.ASCII)


def parents(folders: Collection[str] = PS_FOLDERS) -> ParentOf:
    """Who started whom at this moment: read from /proc as it is asked, or one `ps` for all."""
    return _parent_in_proc if sys.platform == "linux" else parents_by_ps(folders).get


def _parent_in_proc(pid: int) -> int | None:
    fields = stat_fields(pid)
    return None if fields is None else int(fields[1])


def parents_by_ps(folders: Collection[str] = PS_FOLDERS) -> Mapping[int, int]:
    """Every process's parent; empty when `ps` does not tell."""
    printed = ps(["-A", "-o", "pid=,ppid="], folders)
    return {int(pid): int(parent) for pid, parent in _PAIR.findall(printed)}


def lineage(pid: int, parent_of: ParentOf) -> Iterator[int]:
    """A process, the one it was started from, and so on up to the first of all."""
    seen: set[int] = set()
    current: int | None = pid
    while current and current not in seen:
        yield current
        seen.add(current)
        current = parent_of(current)


def owner_of(pid: int, folders: Collection[str] = PS_FOLDERS) -> int | None:
    """The user whose process it is, really and in effect; None when they differ or none is told."""
    if sys.platform != "linux":
        printed = ps(["-o", "uid=,ruid=", "-p", str(pid)], folders).split()
    else:
        # The owner of the folder in /proc is root for a process that may not be looked into.
        lines = _read(f"/proc/{pid}/status", 4_096).split(b"\n")
        printed = next((one for one in lines if one.startswith(b"Uid:")), b"").decode().split()[1:3]
    users = {int(one) for one in printed if one.isdecimal()}
    return users.pop() if len(users) == 1 else None


def variables_of(pid: int, names: Collection[str]) -> Mapping[str, str]:
    """Some of the environment that a process of this user was started with (Linux alone)."""
    if sys.platform != "linux" or owner_of(pid) != os.geteuid():
        return {}
    found: dict[str, str] = {}
    for entry in _read(f"/proc/{pid}/environ", _MOST_BYTES).split(b"\0"):
        name, _, value = entry.partition(b"=")
        if (known := os.fsdecode(name)) in names:
            found.setdefault(known, os.fsdecode(value))
    return found


def ps(arguments: list[str], folders: Collection[str] = PS_FOLDERS) -> str:
    """What `ps` prints, in English; nothing when it fails."""
    program = programs.find("ps", folders)
    if program is None:
        return ""
    variables = {"LC_ALL": "C", "TZ": "UTC"}
    return programs.run([program, *arguments], timeout_s=_TIMEOUT_S, environment=variables).output


def _read(path: str, limit: int) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            chunks = bytearray()
            # One read of /proc gives a page at most.
            while len(chunks) < limit and (chunk := file.read(limit - len(chunks))):
                chunks += chunk
            return bytes(chunks)
    except OSError:
        return b""
