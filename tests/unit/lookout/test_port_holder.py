"""Who holds a port, in one sentence."""

import os
import subprocess
import sys

import pytest

from lookout.port_holder import describe
from tests.loopback import answers, dead_port, hangs, says, serving

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's /proc")


def test_a_port_nobody_holds_gives_nothing() -> None:
    assert describe("127.0.0.1", dead_port()) is None


@pytest.mark.parametrize("ip", ["127.0.0.1", "::1"])
def test_a_running_agent_lookout_is_named_with_its_address(ip: str) -> None:
    with serving(answers({"ok": True, "version": "0.1.0"}), ip) as address:
        assert describe(ip, address.port) == (
            f"Agent Lookout 0.1.0 already runs at {address.url}; open it, or give another port "
            "with --port."
        )


@linux
def test_another_program_is_named_with_its_process() -> None:
    with serving(says(b"hello")) as address:
        words = describe("127.0.0.1", address.port)
    assert words is not None
    assert words.startswith(f"Port {address.port} is taken by ")
    assert f"(process {os.getpid()}); give another port" in words


@linux
def test_a_program_that_hangs_is_named_all_the_same() -> None:
    with serving(hangs) as address:
        assert f"(process {os.getpid()})" in (describe("127.0.0.1", address.port) or "")


@linux
def test_a_program_cannot_put_an_escape_into_the_sentence() -> None:
    program = (
        "import socket, sys\n"
        "open('/proc/self/comm', 'w').write('\\x1b[31mred\\n')\n"
        "s = socket.create_server(('127.0.0.1', 0))\n"
        "print(s.getsockname()[1], flush=True)\n"
        "s.accept()[0].close()\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        words = describe("127.0.0.1", port)
    assert words == (
        f"Port {port} is taken by red (process {server.pid}); give another port with --port."
    )


def test_it_loads_no_framework() -> None:
    check = (
        "import sys, lookout.port_holder\n"
        "heavy = {'django', 'msgspec', 'environ', 'httpx', 'asyncio'} & sys.modules.keys()\n"
        "sys.exit(', '.join(heavy) or 0)\n"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
