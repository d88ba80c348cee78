"""Who listens, from Linux's own table."""

import os
import socket
import sys

import pytest

from sessions_app.system.listeners import listeners
from tests.loopback import dead_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's table of sockets")


@pytest.mark.parametrize(("bound", "asked"), [("127.0.0.1", "127.0.0.1"), ("::1", "::1")])
def test_a_listener_is_found_with_its_owner_and_inode(bound: str, asked: str) -> None:
    family = socket.AF_INET6 if ":" in bound else socket.AF_INET
    with socket.create_server((bound, 0), family=family) as server:
        [one] = listeners(asked, server.getsockname()[1])
        assert one.uid == os.getuid()
        assert one.inode == os.fstat(server.fileno()).st_ino


def test_a_listener_on_every_address_is_found_by_any() -> None:
    with socket.create_server(("", 0)) as server:
        assert len(listeners("127.0.0.1", server.getsockname()[1])) == 1


def test_a_listener_on_every_address_of_both_families_is_found_by_either() -> None:
    with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as server:
        assert len(listeners("127.0.0.1", server.getsockname()[1])) == 1


def test_a_listener_on_another_address_is_not_meant() -> None:
    with socket.create_server(("127.0.0.2", 0)) as server:
        assert listeners("127.0.0.1", server.getsockname()[1]) == ()


def test_a_port_nobody_has_has_no_listener() -> None:
    assert listeners("127.0.0.1", dead_port()) == ()
