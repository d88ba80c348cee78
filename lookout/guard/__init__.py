"""The one gate of every request, http and websocket.

Its rules are applied twice: by the server as soon as the head of a request is there, before
anything of a body is read (lookout/server/channel.py), and by `Guard` around the outermost ASGI
application, which Django, static files and websockets are behind, whatever server runs it.
"""

from lookout.guard.acting import ACTING, body_limit, take_away, too_long
from lookout.guard.answers import Refusal
from lookout.guard.application import Guard
from lookout.guard.head import Head
from lookout.guard.rules import judge, judge_handshake

__all__ = [
    "ACTING",
    "Guard",
    "Head",
    "Refusal",
    "body_limit",
    "judge",
    "judge_handshake",
    "take_away",
    "too_long",
]
