"""What every answer carries, and what a refusal looks like."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

Field = tuple[bytes, bytes]

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html",  # lit makes one policy, of this name
    )
)

# Names that browsers know without a flag: they complain on the console of any other.
PERMISSIONS_DENIED: Final = (
    "accelerometer",
    "autoplay",
    "camera",
    "clipboard-read",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "keyboard-map",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "window-management",
    "xr-spatial-tracking",
)

ALWAYS: Final[tuple[Field, ...]] = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (
        b"permissions-policy",
        ", ".join(
            [*(f"{name}=()" for name in PERMISSIONS_DENIED), "clipboard-write=(self)"]
        ).encode(),
    ),
)
"""Set on every answer, whatever the application said of them."""

_OURS: Final = frozenset(name for name, _ in ALWAYS) | {b"server"}
_NO_STORE: Final[Field] = (b"cache-control", b"no-store")


def with_our_headers(headers: Iterable[Field], *, is_api: bool) -> list[Field]:
    """An application's headers with ours in their place and without a Server header.

    Nothing is kept in a cache, save a file outside the API that says for how long it may be.
    """
    kept = [(name, value) for name, value in headers if name.lower() not in _OURS]
    if is_api:
        kept = [(name, value) for name, value in kept if name.lower() != b"cache-control"]
    if not any(name.lower() == b"cache-control" for name, _ in kept):
        kept.append(_NO_STORE)
    return [*kept, *ALWAYS]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer other than the one asked for: a status, and one sentence a person can act on."""

    status: int
    error: str
    extra: tuple[Field, ...] = ()

    @property
    def body(self) -> bytes:
        """`{"error": "<the sentence>"}`, as every such answer of the API is."""
        return json.dumps({"error": self.error}).encode()

    @property
    def headers(self) -> list[Field]:
        """All headers of the answer."""
        own = [
            (b"content-type", b"application/json; charset=utf-8"),
            (b"content-length", b"%d" % len(self.body)),
            *self.extra,
        ]
        return with_our_headers(own, is_api=True)

    def as_http(self, *, head_only: bool = False) -> bytes:
        """The whole answer as bytes, for a connection that ends with it."""
        lines = [b"HTTP/1.1 %d %s" % (self.status, HTTPStatus(self.status).phrase.encode())]
        lines += [name + b": " + value for name, value in self.headers]
        lines += [b"connection: close", b"", b"" if head_only else self.body]
        return b"\r\n".join(lines)
