"""From typed values to JSON text: strict, and safe to lie inside a page."""

from typing import Any

import msgspec

_ENCODER = msgspec.json.Encoder()


def to_json(value: Any) -> bytes:
    """UTF-8 JSON of a Struct or of plain values.

    Never NaN or Infinity (msgspec writes neither), and never `<`, `>` or `&` as themselves, so a
    text inside it cannot end a script or start a tag wherever the answer is put.
    """
    text = _ENCODER.encode(value)
    return text.replace(b"<", b"\\u003c").replace(b">", b"\\u003e").replace(b"&", b"\\u0026")
