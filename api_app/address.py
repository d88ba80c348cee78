"""The address of the Agent Lookout to ask: on this computer, and nothing but an address."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

VARIABLE: Final = "AGENT_LOOKOUT_URL"

DEFAULT_URL: Final = "http://127.0.0.1:4777"
"""As lookout/env.py has it (a test holds them equal); importing that table would take `status`
another 13 ms."""

# Not urlsplit: what it lets through (user names, paths, other spellings of an address) is a list
# that grows with each Python, and the few addresses meant here are quickly said.
_URL: Final = re.compile(r"http://(127\.0\.0\.1|localhost|\[::1\])(?::([0-9]{1,5}))?/?", re.ASCII)

# `localhost` is never looked up: a hosts file or a resolver could point it anywhere.
_IPS: Final = {
    "127.0.0.1": ("127.0.0.1",),
    "localhost": ("127.0.0.1", "::1"),
    "[::1]": ("::1",),
}


class NotLoopback(Exception):  # noqa: N818 -- a setting to correct, not a fault of the code
    """The address is none that this program asks; the text is one plain sentence."""


class Address(NamedTuple):
    """Where an Agent Lookout of this computer listens."""

    url: str
    """As it is shown: no path, no final slash."""
    host: str
    """As it stands in a Host header, without the port."""
    port: int
    ips: tuple[str, ...]
    """What to connect to, in order."""

    @property
    def host_header(self) -> str:
        """As a request names the server."""
        return f"{self.host}:{self.port}"


def parse(text: str) -> Address:
    """The address that a text names; raises NotLoopback for any text that is not exactly one."""
    match = _URL.fullmatch(text)
    port = int(match[2] or 80) if match else 0
    if match is None or not 0 < port < 65_536:
        raise NotLoopback(
            f"{VARIABLE} has to be an address of this computer such as {DEFAULT_URL}: http, then "
            "127.0.0.1, localhost or [::1], then a port, and nothing more."
        )
    host = match[1]
    return Address(text.removesuffix("/"), host, port, _IPS[host])


def of_listener(host: str, port: int) -> Address:
    """The address of a server that listens on this loopback address and port."""
    return parse(f"http://{f'[{host}]' if ':' in host else host}:{port}")


def from_environment(environ: Mapping[str, str]) -> Address:
    """The address AGENT_LOOKOUT_URL names, or the usual one when it is not set or empty."""
    return parse(environ.get(VARIABLE, "").strip() or DEFAULT_URL)
