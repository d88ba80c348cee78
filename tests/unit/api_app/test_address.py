"""Which addresses the commands ask."""

import pytest

from api_app.address import DEFAULT_URL, VARIABLE, NotLoopback, from_environment, parse
from lookout.env import VARIABLES


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("http://127.0.0.1:4777", "127.0.0.1", 4777),
        ("http://localhost:8000/", "localhost", 8000),
        ("http://[::1]:65535", "[::1]", 65535),
        ("http://127.0.0.1", "127.0.0.1", 80),
    ],
)
def test_a_loopback_address_is_taken(text: str, host: str, port: int) -> None:
    address = parse(text)
    assert (address.host, address.port) == (host, port)
    assert not address.url.endswith("/")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "127.0.0.1:4777",
        "https://127.0.0.1:4777",
        "HTTP://127.0.0.1:4777",
        "http://example.org:4777",
        "http://127.0.0.1.example.org:4777",
        "http://127.0.0.2:4777",
        "http://0.0.0.0:4777",
        "http://2130706433:4777",
        "http://localhost.:4777",
        "http://[::ffff:127.0.0.1]:4777",
        "http://me@127.0.0.1:4777",
        "http://127.0.0.1:4777@example.org",
        "http://127.0.0.1:4777/x",
        "http://127.0.0.1:4777?x",
        "http://127.0.0.1:4777#x",
        "http://127.0.0.1:0",
        "http://127.0.0.1:65536",
        "http://127.0.0.1:",
        "http://127.0.0.1:٤٧٧٧",
        "http://127.0.0.1:4777\n",
        "http://[",
    ],
)
def test_any_other_address_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(NotLoopback, match="AGENT_LOOKOUT_URL has to be") as refusal:
        parse(text)
    assert "\n" not in str(refusal.value)


def test_an_address_that_is_not_set_or_empty_is_the_usual_one() -> None:
    assert from_environment({}) == from_environment({VARIABLE: " "}) == parse(DEFAULT_URL)


def test_the_usual_address_is_the_one_of_the_settings_table() -> None:
    [variable] = [one for one in VARIABLES if one.name == VARIABLE]
    assert variable.default == DEFAULT_URL
