"""A small application behind the real gate and server, run as a child process.

`python -m tests.support.served '{"idle_seconds": 1}'` prints `listening <port>` and then a line for
whatever a test may want to wait for.
"""

import asyncio
import json
import signal
import sys
import threading
from typing import Any

from lookout.guard import Guard
from lookout.guard.application import Message, Receive, Scope, Send
from lookout.server.limits import Limits
from lookout.server.lookout_server import LookoutServer

sent = 0


def say(line: str) -> None:
    """Tell the test, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer over HTTP and websocket."""
    if scope["type"] == "websocket":
        await live(scope, receive, send)
    else:
        await page(scope, send)


PLAIN = {"/": "hello", "/static/app.css": "hello", "/api/health": {"ok": True}}


async def page(scope: Scope, send: Send) -> None:
    path = scope["path"]
    body: Any = PLAIN.get(path)
    match path:
        case "/api/seen":
            body = sorted(name.decode() for name, _ in scope["headers"])
        case "/api/sent":
            body = sent
        case "/api/large":
            body = "x" * 16_000_000
        case "/api/slow":
            say("slow")
            await asyncio.Event().wait()
        case "/api/boom":
            raise RuntimeError("boom")
        case "/api/half" | "/api/stream":
            await stream(send, fails=path == "/api/half")
            return
        case "/api/thread":
            threading.Thread(target=threading.Event().wait).start()
            body = "started"
    status = 404 if body is None else 200
    headers = [(b"content-type", b"application/json"), (b"server", b"secret/1.0")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(body).encode()})


async def stream(send: Send, *, fails: bool) -> None:
    global sent  # noqa: PLW0603 -- read by another request
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(64):
        message = {"type": "http.response.body", "body": b"x" * 1_000_000, "more_body": True}
        await timed(send, message)
        sent += 1
        if fails:
            raise RuntimeError("half")
    await send({"type": "http.response.body"})
    say("streamed")


async def timed(send: Send, message: Message) -> None:
    """Send, and say after how many others if that takes long."""
    sending = asyncio.ensure_future(send(message))
    try:
        if not (await asyncio.wait({sending}, timeout=0.2))[0]:
            say(f"waiting {sent}")
        await sending
    finally:
        sending.cancel()


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """Do as each text says, until the page is gone."""
    await receive()
    if scope["query_string"] == b"reject":
        await send({"type": "websocket.close"})
        return
    if scope["query_string"] == b"late":
        say("asked")
        say(f"gone {(await receive())['code']}")
        return
    if scope["query_string"] == b"boom":
        raise RuntimeError("boom")
    await send({"type": "websocket.accept"})
    waiting: set[asyncio.Task[None]] = set()
    try:
        while (message := await receive())["type"] == "websocket.receive":
            task = asyncio.create_task(obey(message, send))
            waiting.add(task)
            task.add_done_callback(waiting.discard)
        say(f"gone {message['code']}")
    except asyncio.CancelledError:
        say("cancelled")
        if scope["query_string"] == b"stuck":
            await asyncio.shield(asyncio.Event().wait())
        raise
    finally:
        for task in waiting:
            task.cancel()


async def obey(message: Message, send: Send) -> None:
    global sent  # noqa: PLW0603 -- read by another request
    word, _, rest = message["text"].partition(" ")
    match word:
        case "push":  # so many messages of so many characters, each once the last has gone out
            count, size = map(int, rest.split())
            for _ in range(count):
                await timed(send, {"type": "websocket.send", "text": "x" * size})
                sent += 1
            say("pushed")
        case "pile":  # the same, without waiting
            count, size = map(int, rest.split())
            text = "x" * size
            await asyncio.gather(
                *(send({"type": "websocket.send", "text": text}) for _ in range(count))
            )
        case "close":
            await send({"type": "websocket.close", "code": int(rest)})
        case _:
            await send({"type": "websocket.send", "text": message["text"]})


def main() -> int:
    """Serve, with the limits of the first argument and at the address of the second."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's `&` has it ignored
    host = sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1"
    port = int(sys.argv[3]) if len(sys.argv) > 3 else 0

    def begin(port: int) -> None:
        asyncio.get_running_loop()
        if "fail" in sys.argv:
            raise RuntimeError("no collector")
        say(f"listening {port}")

    server = LookoutServer(
        Guard(application),
        host,
        port,
        on_listening=begin,
        on_stopping=lambda: say("stopping"),
        limits=Limits(**json.loads(sys.argv[1])),
    )
    return server.serve()


if __name__ == "__main__":
    sys.exit(main())
