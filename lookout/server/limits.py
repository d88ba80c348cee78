"""How much of anything the server takes from a client, and how long it waits for one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Numbers in bytes and seconds. Tests use shorter times; nobody else sets any."""

    connections: int = 256
    """Open connections, websockets among them. A browser opens six at most to one host."""
    request_seconds: float = 10
    """From a request's first byte to its last; further bytes do not move it."""
    idle_seconds: float = 30
    """For a connection that waits for its first or next request."""
    linger_seconds: float = 2
    """For a refused client to read why; closing at once resets the connection instead."""
    stall_seconds: float = 10
    """For a client to read what is written to it."""

    line_bytes: int = 8_192
    head_bytes: int = 16_384
    header_lines: int = 64

    unsent_bytes: int = 256 * 1024
    """What may wait to be sent before the application waits too."""
    unsent_bytes_cut: int = 1024 * 1024
    """A websocket that has this much unsent when one more message comes is cut off."""

    websockets: int = 32
    message_bytes_in: int = 4_096
    message_bytes_out: int = 8 * 1024 * 1024
    frames_in_a_second: int = 20
    ping_seconds: float = 20
    pong_seconds: float = 30

    end_seconds: float = 0.2
    """For what still runs to end, once the server was told to."""
    stop_seconds: float = 0.7
    """From there to the end of the process, whatever still runs."""
