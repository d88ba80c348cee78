"""GET /api/health."""

import json

from lookout.version import VERSION
from tests.support.running import Server


def test_health_says_that_it_is_agent_lookout_and_which_version(server: Server) -> None:
    status, _, body = server.get("/api/health")
    assert status == 200
    assert json.loads(body) == {"ok": True, "version": VERSION}


def test_every_api_answer_has_the_headers_of_a_private_answer(server: Server) -> None:
    _, headers, _ = server.get("/api/health")
    assert headers["content-type"] == "application/json; charset=utf-8"
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers
    assert "access-control-allow-origin" not in headers
