"""This computer's time zone, also after it has travelled."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sessions_app.system import zone
from sessions_app.system.zone import local_zone

SUMMER = datetime(2026, 7, 1, 12, tzinfo=UTC)
ZONES = Path("/usr/share/zoneinfo")


def offset() -> timedelta | None:
    """How far the local clock is from UTC in summer."""
    return SUMMER.astimezone(local_zone()).utcoffset()


@pytest.mark.parametrize(
    ("named", "hours"),
    [
        ("Europe/Berlin", 2),
        (":America/New_York", -4),
        ("/usr/share/zoneinfo/Asia/Tokyo", 9),
        ("UTC", 0),
        ("No/Such_Zone", 0),
        ("../../etc/passwd", 0),
        ("\x00", 0),
    ],
)
def test_tz_names_the_zone(monkeypatch: pytest.MonkeyPatch, named: str, hours: int) -> None:
    monkeypatch.setattr("os.environ", {"TZ": named})
    assert offset() == timedelta(hours=hours)


@pytest.mark.skipif(not ZONES.is_dir(), reason="there is no zone database in the usual place")
def test_without_tz_it_is_the_systems_and_is_looked_up_each_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    localtime = tmp_path / "localtime"
    monkeypatch.setattr("os.environ", {})
    monkeypatch.setattr(zone, "_LOCALTIME", str(localtime))
    assert offset() == timedelta(0)
    for name, hours in (("Europe/Berlin", 2), ("Asia/Tokyo", 9)):
        localtime.unlink(missing_ok=True)
        localtime.symlink_to(ZONES / name)
        assert offset() == timedelta(hours=hours)
    localtime.unlink()
    localtime.write_bytes((ZONES / "America/New_York").read_bytes())  # as some systems have it
    assert offset() == timedelta(hours=-4)
