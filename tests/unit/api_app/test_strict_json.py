"""What counts as JSON of another process."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api_app.strict_json import MAX_DEPTH, NotJson, parse_object

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), VALUES, max_size=4))
def test_an_object_comes_back_as_it_was_written(value: dict[str, Any]) -> None:
    assert parse_object(json.dumps(value).encode()) == value


@given(st.binary() | st.text().map(str.encode))
def test_no_bytes_raise_anything_but_a_refusal(data: bytes) -> None:
    with contextlib.suppress(NotJson):
        assert isinstance(parse_object(data), dict)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"null",
        b"{} {}",
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": 12345678901234567}',
        b'{"a": 1, "a": 2}',
        b'{"a": "\xff"}',
        b"\xef\xbb\xbf{}",
        b'{"a": ' + b"[" * 100_000,
        b'{"a": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}",
    ],
)
def test_what_is_not_one_strict_object_is_refused(data: bytes) -> None:
    with pytest.raises(NotJson):
        parse_object(data)


def test_brackets_inside_text_are_no_depth() -> None:
    text = '[{"\\' * 1_000
    assert parse_object(json.dumps({"a": text}).encode()) == {"a": text}


def test_a_megabyte_of_escaped_quotes_is_refused_like_any_other_text() -> None:
    with pytest.raises(NotJson):
        parse_object(b'{"a": "' + b'\\"' * 500_000)
