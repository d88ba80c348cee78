"""Who holds a port: said in the sentence that refuses to start on it.

Used before Django loads, so it imports the standard library and the light client alone.
"""

import os
import pwd
from typing import Final

from api_app.address import Address, of_listener
from api_app.client import NoAnswer
from api_app.listing import version
from sessions_app.domain.text import clean
from sessions_app.system.listeners import Listener, listeners

_ASKING_S: Final = 1.0
_ADVICE: Final = "give another port with --port."


def describe(host: str, port: int) -> str | None:
    """One sentence on what listens on a loopback address and port, or None when nothing does."""
    address = of_listener(host, port)
    try:
        running = version(address, _ASKING_S)
    except NoAnswer as error:
        return None if error.kind == "nothing-listens" else _taken(address)
    return f"Agent Lookout {running} already runs at {address.url}; open it, or {_ADVICE}"


def _taken(address: Address) -> str:
    found = [one for ip in address.ips for one in listeners(ip, address.port)]
    holder = next((words for one in found if (words := _holder(one))), None)
    by = f" by {holder}" if holder else ""
    return f"Port {address.port} is taken{by}; {_ADVICE}"


def _holder(one: Listener) -> str | None:
    pid = _process(one.inode)
    if pid is not None:
        return f"{_program(pid)} (process {pid})"
    return None if one.uid == os.getuid() else f"a program of the user {_user(one.uid)}"


def _process(inode: int) -> int | None:
    """The process that has a socket open, as far as this user may look."""
    wanted = f"socket:[{inode}]"
    for name in os.listdir("/proc"):
        if name.isascii() and name.isdigit() and _has_open(name, wanted):
            return int(name)
    return None


def _has_open(pid: str, wanted: str) -> bool:
    folder = f"/proc/{pid}/fd"
    try:
        names = os.listdir(folder)
    except OSError:
        return False  # another user's process, or one that has ended
    return any(_target(f"{folder}/{name}") == wanted for name in names)


def _target(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""  # closed since the folder was listed


def _program(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as comm:
            return clean(comm.read(), 40) or "a program"
    except OSError:
        return "a program"


def _user(uid: int) -> str:
    try:
        return clean(pwd.getpwuid(uid).pw_name, 40)
    except KeyError:
        return str(uid)
