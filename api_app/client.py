"""Asking an Agent Lookout of this computer, within one deadline and one size.

Nothing but the standard library: `agent-lookout status` starts with this, so it is kept light.
"""

import os
import socket
import time
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any, Final, Literal

from api_app.address import Address
from api_app.strict_json import NotJson, parse_object
from sessions_app.domain.text import clean
from sessions_app.system.listeners import listeners

DEADLINE_S: Final = 1.8
"""For the whole of an answer, however its bytes trickle: `status` ends within two seconds."""

MAX_ANSWER: Final = 4 * 1024 * 1024

Kind = Literal["nothing-listens", "hangs", "foreign", "another-user", "error"]


class NoAnswer(Exception):  # noqa: N818 -- a state of the world, not a fault of the code
    """The address gave no answer of Agent Lookout's; `sentence` says why and what to do."""

    def __init__(self, kind: Kind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence


class _Socket(socket.socket):
    """A connection whose every read ends by the same moment."""

    deadline = 0.0

    def hurry(self) -> None:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.settimeout(left)

    def recv_into(self, *args: Any, **named: Any) -> int:
        self.hurry()
        return super().recv_into(*args, **named)


def get(address: Address, path: str, deadline_s: float = DEADLINE_S) -> dict[str, Any]:
    """The JSON object that `GET path` answers; raises NoAnswer.

    No proxy is used and no redirect followed. On Linux a server of another user is not asked:
    anyone may listen on a port that is free, and what they answer would be shown as yours.
    """
    try:
        status, body = _exchange(address, path, time.monotonic() + deadline_s)
    except ConnectionRefusedError:
        raise _nothing_listens(address) from None
    except TimeoutError:
        raise _hangs(address) from None
    except (OSError, HTTPException, ValueError):
        # RemoteDisconnected, a reset, a line that is not HTTP, a wrong chunk.
        raise foreign(address) from None
    try:
        answer = parse_object(body)
    except NotJson:
        raise foreign(address) from None
    if status != 200:
        raise _error(address, status, answer)
    return answer


def _exchange(address: Address, path: str, deadline: float) -> tuple[int, bytes]:
    with _connect(address, deadline) as connected:
        if _is_another_users(connected):
            raise _another_user(address)
        connection = HTTPConnection(address.host, address.port)
        connection.sock = connected
        connection.request(
            "GET",
            path,
            headers={
                "Accept": "application/json",
                "Connection": "close",
                "User-Agent": "agent-lookout",
            },
        )
        with connection.getresponse() as response:
            return response.status, _body(response)


def _body(response: HTTPResponse) -> bytes:
    if response.headers.get_content_type() != "application/json":
        raise HTTPException
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise HTTPException
    body = response.read(MAX_ANSWER + 1)
    if len(body) > MAX_ANSWER:
        raise HTTPException
    # A read of a given size ends quietly when the connection does; `length` is what is missing.
    if response.length:
        raise HTTPException
    return body


def _connect(address: Address, deadline: float) -> _Socket:
    for ip in address.ips:
        try:
            return _connect_to(ip, address.port, deadline)
        except TimeoutError:
            raise
        except OSError:
            continue  # refused, or a system without IPv6: the next address may do
    raise ConnectionRefusedError


def _connect_to(ip: str, port: int, deadline: float) -> _Socket:
    connected = _Socket(socket.AF_INET6 if ":" in ip else socket.AF_INET, socket.SOCK_STREAM)
    try:
        connected.deadline = deadline
        connected.hurry()
        connected.connect((ip, port))
    except OSError:
        connected.close()
        raise
    return connected


def _is_another_users(connected: _Socket) -> bool:
    ip, port = connected.getpeername()[:2]
    # Root may read and change anything of yours as it is. Where the table is missing (macOS),
    # the answer is believed.
    return any(one.uid not in (os.getuid(), 0) for one in listeners(ip, port))


def _nothing_listens(address: Address) -> NoAnswer:
    return NoAnswer(
        "nothing-listens",
        f"Nothing listens at {address.url}; start Agent Lookout with `agent-lookout`, or set "
        "AGENT_LOOKOUT_URL to where it runs.",
    )


def _hangs(address: Address) -> NoAnswer:
    return NoAnswer(
        "hangs",
        f"The program at {address.url} takes connections but gives no answer in time; if it is "
        "Agent Lookout, stop it and start it again.",
    )


def foreign(address: Address) -> NoAnswer:
    """What answers is not Agent Lookout, or not one that this version understands."""
    return NoAnswer(
        "foreign",
        f"What answers at {address.url} is not Agent Lookout, or is another version of it; set "
        "AGENT_LOOKOUT_URL to the right address, or start Agent Lookout again.",
    )


def _another_user(address: Address) -> NoAnswer:
    return NoAnswer(
        "another-user",
        f"The program at {address.url} belongs to another user of this computer and was not "
        "asked; start your own with `agent-lookout --port`, and set AGENT_LOOKOUT_URL to it.",
    )


def _error(address: Address, status: int, answer: dict[str, Any]) -> NoAnswer:
    sentence = answer.get("error")
    if not isinstance(sentence, str):
        return foreign(address)
    words = clean(sentence).rstrip(" .")
    return NoAnswer(
        "error",
        f"Agent Lookout at {address.url} answered with error {status} ({words}); look at what it "
        "printed where it was started.",
    )
