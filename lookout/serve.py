"""Runs the server: reads sessions and serves the page until it is told to stop."""

import gc
import logging
import signal
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from lookout.env import Environment
from lookout.port_holder import describe
from sessions_app.adapter_api import Adapter

if TYPE_CHECKING:
    from sessions_app.actions.desk import Desk
    from sessions_app.collector.runtime import Runtime

HOSTS = ("127.0.0.1", "::1")

Announce = Callable[[str], None]
"""Told the page's address once the port is bound."""


def refusal(host: str, port: int) -> str | None:
    """Why the server cannot listen there, in one sentence; None when it can."""
    if host not in HOSTS:
        return f"{host} is not an address of this computer alone; use 127.0.0.1 or ::1."
    if not 0 <= port < 65_536:
        return f"{port} is no port; give one from 1 to 65535."
    return describe(host, port) if port else None


def address(host: str, port: int) -> str:
    """The page's address."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def serve(
    environment: Environment,
    host: str,
    port: int,
    announce: Announce,
    adapters: Iterable[Adapter] | None = None,
) -> int:
    """Serves until SIGINT or SIGTERM; gives the process's exit code.

    Port 0 takes a free one. With no `adapters`, those installed are used.
    """
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    # A path nobody knows is an answer, not news.
    logging.getLogger("django.request").setLevel(logging.ERROR)
    for problem in environment.problems:
        print(problem, file=sys.stderr)  # noqa: T201 -- for the person who starts it
    # What is loaded from here on stays: looking through it for garbage is a tenth of the start,
    # and would later hold up everything for 40 ms at a time.
    gc.disable()
    # The server first: it chooses Twisted's reactor, which all that follows is given.
    from lookout.server.lookout_server import LookoutServer  # noqa: PLC0415, I001

    from twisted.internet import reactor  # noqa: PLC0415

    from lookout.asgi import application  # noqa: PLC0415 -- sets Django up, which takes its time
    from sessions_app.collector.runtime import Runtime, adapters_for  # noqa: PLC0415

    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # The terminal was closed: end as for Ctrl+C. Started by nohup, go on.
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    adapters = adapters_for(environment) if adapters is None else list(adapters)
    runtime = Runtime(environment, adapters)
    desk = open_desk(environment, adapters, runtime)

    def begin(bound: int) -> None:
        gc.freeze()
        gc.enable()
        runtime.start(reactor._asyncioEventloop)
        announce(address(host, bound))

    def end() -> None:
        desk.close()
        runtime.stop()

    server = LookoutServer(application, host, port, on_listening=begin, on_stopping=end)
    return server.serve()


def open_desk(environment: Environment, adapters: Iterable[Adapter], runtime: "Runtime") -> "Desk":
    """From here on what is pressed on the page is done; what a setting took away is not there."""
    from lookout.guard import take_away  # noqa: PLC0415 -- after the reactor, as above
    from sessions_app.actions.desk import RECEPTION, Desk  # noqa: PLC0415

    desk = Desk(environment, adapters, runtime.panes, runtime.terminals, runtime.read_now)
    RECEPTION.desk = desk
    if not desk.has_jump:
        take_away(b"/api/jump")
    if not desk.has_stop:
        take_away(b"/api/sessions/stop", b"/api/sessions/clean-up")
    return desk
