"""The head of a request, as the rules see it."""

from collections.abc import Iterable
from dataclasses import dataclass

from lookout.guard.answers import Field


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a request, byte for byte: what the rules judge."""

    method: bytes
    path: bytes
    query: bytes
    fields: dict[bytes, list[bytes]]
    """Every value of each header, by the header's name in lower case."""
    is_websocket: bool
    port: int
    """The port it came in at, to name in a refusal."""

    @classmethod
    def of(
        cls,
        method: bytes,
        target: bytes,
        headers: Iterable[Field],
        *,
        is_websocket: bool,
        port: int,
    ) -> "Head":
        """The head of a request for `target`, which may hold a query."""
        fields: dict[bytes, list[bytes]] = {}
        for name, value in headers:
            fields.setdefault(name.lower(), []).append(value)
        path, _, query = target.partition(b"?")
        return cls(method, path, query, fields, is_websocket, port)

    @property
    def is_api(self) -> bool:
        """Whether it asks for a route of the API."""
        return self.path.startswith(b"/api/")

    @property
    def address(self) -> str:
        """The address to send a person to."""
        return f"http://127.0.0.1:{self.port}"

    def only(self, name: bytes) -> bytes | None:
        """The value of a header that is there exactly once."""
        values = self.fields.get(name, ())
        return values[0] if len(values) == 1 else None
