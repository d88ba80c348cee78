"""Asking an Agent Lookout of this computer, within one deadline and one size.

Nothing but the standard library: `agent-lookout status` starts with this, so it is kept light.
"""

import os
import socket
import time
from typing import Any, Final, Literal

from api_app.address import Address
from api_app.exchange import NotAnAnswer, ask
from api_app.strict_json import NotJson, parse_object
from sessions_app.domain.text import clean
from sessions_app.system.listeners import listeners

DEADLINE_S: Final = 1.8
"""For the whole of an answer, however its bytes trickle: `status` ends within two seconds."""

Kind = Literal["nothing-listens", "hangs", "foreign", "another-user", "error"]


class NoAnswer(Exception):  # noqa: N818 -- a state of the world, not a fault of the code
    """The address gave no answer of Agent Lookout's; `sentence` says why and what to do."""

    def __init__(self, kind: Kind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence


def get(address: Address, path: str, deadline_s: float = DEADLINE_S) -> dict[str, Any]:
    """The JSON object that `GET path` answers; raises NoAnswer.

    No proxy is used and no redirect followed. On Linux a server of another user is not asked:
    anyone may listen on a port that is free, and what they answer would be shown as yours.
    """
    try:
        status, body = _ask(address, path, time.monotonic() + deadline_s)
    except ConnectionRefusedError:
        raise _nothing_listens(address) from None
    except TimeoutError:
        raise _hangs(address) from None
    except (OSError, NotAnAnswer):
        raise foreign(address) from None
    try:
        answer = parse_object(body)
    except NotJson:
        raise foreign(address) from None
    if status != 200:
        raise _error(address, status, answer)
    return answer


def _ask(address: Address, path: str, deadline: float) -> tuple[int, bytes]:
    with _connect(address, deadline) as connected:
        if _is_another_users(connected):
            raise _another_user(address)
        return ask(connected, address.host_header, path, deadline)


def _connect(address: Address, deadline: float) -> socket.socket:
    for ip in address.ips:
        try:
            return socket.create_connection(
                (ip, address.port), timeout=max(0.001, deadline - time.monotonic())
            )
        except TimeoutError:
            raise
        except OSError:
            continue  # refused, or a system without IPv6: the next address may do
    raise ConnectionRefusedError


def _is_another_users(connected: socket.socket) -> bool:
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
