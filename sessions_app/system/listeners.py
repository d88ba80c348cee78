"""Who listens on a TCP port of this computer, as Linux's own table tells it."""

import socket
import sys
from typing import Final, NamedTuple

_TABLES: Final = ("/proc/net/tcp", "/proc/net/tcp6")
_LISTENING: Final = "0A"
_ANY: Final = ("0.0.0.0", "::")  # noqa: S104 -- compared with, never bound


class Listener(NamedTuple):
    """A listening socket: its owner, and the number that a process's open files name it by."""

    ip: str
    uid: int
    inode: int


def listeners(ip: str, port: int) -> tuple[Listener, ...]:
    """The sockets that a connection to `ip` and `port` can reach; none where there is no table.

    One bound to that very address takes the connection before one bound to every address.
    """
    found = [one for table in _TABLES for one in _in_table(table, port)]
    exact = tuple(one for one in found if one.ip == ip)
    return exact or tuple(one for one in found if one.ip in _ANY)


def _in_table(path: str, port: int) -> list[Listener]:
    try:
        with open(path, encoding="ascii") as table:
            lines = table.read().splitlines()[1:]
    except OSError:
        return []  # not Linux, or no IPv6
    # sl, local, remote, state, queues, timer, retransmits, uid, timeout, inode, ...
    rows = (line.split() for line in lines)
    wanted = f":{port:04X}"
    return [
        Listener(_address(row[1][: -len(wanted)]), int(row[7]), int(row[9]))
        for row in rows
        if len(row) > 9 and row[3] == _LISTENING and row[1].endswith(wanted)
    ]


def _address(hexadecimal: str) -> str:
    """The address that the kernel printed, four bytes at a time, each in its own byte order."""
    words = [hexadecimal[at : at + 8] for at in range(0, len(hexadecimal), 8)]
    packed = b"".join(int(word, 16).to_bytes(4, sys.byteorder) for word in words)
    family = socket.AF_INET if len(packed) == 4 else socket.AF_INET6
    return socket.inet_ntop(family, packed).removeprefix("::ffff:")
