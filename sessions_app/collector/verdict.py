"""Whether what an adapter gave can be shown: an adapter may be another author's."""

import msgspec

from sessions_app.adapter_api import Reading
from sessions_app.domain.session import Session

_SESSIONS = msgspec.json.Decoder(tuple[Session, ...])


def check(reading: Reading, source_id: str) -> None:
    """Raises ValueError or TypeError for a reading that would break more than its own source."""
    # Python does not hold a Struct to its types when it is made; decoding does.
    _SESSIONS.decode(msgspec.json.encode(reading.sessions))
    ids = [session.id for session in reading.sessions]
    if len(set(ids)) != len(ids):
        raise ValueError("two sessions have one id")
    if not all(own_id.startswith(f"{source_id}:") for own_id in ids):
        raise ValueError(f"a session's id does not begin with {source_id}")
