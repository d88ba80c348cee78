"""The strict reading of JSON: for bodies of requests, and for files that are written back."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.system.json_text import MAX_DEPTH, NotJson, whole_object

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), VALUES, max_size=4))
def test_an_object_comes_back_as_it_was_written(value: dict[str, Any]) -> None:
    assert whole_object(json.dumps(value).encode()) == value
    assert whole_object(json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.binary() | st.text().map(str.encode))
def test_no_bytes_raise_anything_but_a_refusal(data: bytes) -> None:
    with contextlib.suppress(NotJson):
        assert isinstance(whole_object(data), dict)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"1",
        b"{} {}",
        b"{}\x00",
        b"\xef\xbb\xbf{}",
        b'{"a": 1, "a": 1}',
        b'{"a": {"b": 1, "b": 2}}',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": 12345678901234567}',
        b'{"a": "\\udc00"}',
        b'{"\\ud800": 1}',
        b'{"a": "\xff"}',
        b'{"a": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}",
        b"[" * 1_000_000,
    ],
)
def test_what_has_a_second_reading_is_refused(data: bytes) -> None:
    with pytest.raises(NotJson):
        whole_object(data)


def test_a_pair_of_surrogates_is_a_character() -> None:
    assert whole_object(b'{"a": "\\ud83d\\ude00"}') == {"a": "\U0001f600"}
