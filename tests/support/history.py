"""A past for a test's sessions, on disk as Agent Lookout itself keeps it."""

from lookout.demo import past
from sessions_app.domain.clock import EpochMs
from tests.support.home import Home, LiveSession, now_ms

Scenes = past.Scenes
Told = tuple[LiveSession, Scenes]


def write(home: Home, *told: Told, asleep: tuple[tuple[float, float], ...] = ()) -> None:
    """Writes what sessions were, each scene from so many minutes ago on, the oldest first."""
    past.write(
        str(home.path / ".agent-lookout" / "history"),
        {
            session.id: (session.fields["name"], session.fields["cwd"].rpartition("/")[2], scenes)
            for session, scenes in told
        },
        EpochMs(now_ms()),
        asleep=asleep,
        week=(),
    )
