"""The one shape of every answer that is no answer."""

import json

import pytest

from tests.support.running import Server


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/nothing", {}, 404),
        ("/api/sessions/", {}, 404),
        ("/api", {}, 404),
        ("/nothing", {}, 404),
        ("/static/nothing.css", {}, 404),
        ("/api/sessions", {"Host": "example.org"}, 403),
        ("/", {"Host": "example.org"}, 403),
        ("/api/sessions", {"Origin": "http://example.org"}, 403),
        ("/api/sessions", {"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_a_refusal_is_one_sentence_in_json(
    server: Server, path: str, headers: dict[str, str], status: int
) -> None:
    given, answered, body = server.get(path, **headers)
    assert given == status
    assert answered["content-type"] == "application/json; charset=utf-8"
    answer = json.loads(body)
    assert list(answer) == ["error"]
    assert answer["error"].endswith(".")
