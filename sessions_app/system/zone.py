"""The time zone of this computer, asked anew each time: a laptop travels."""

import os
from datetime import UTC, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

_LOCALTIME: Final = "/etc/localtime"
_FOLDER: Final = "zoneinfo/"


def local_zone() -> tzinfo:
    """The zone that TZ names, else the one that the system is set to."""
    named = os.environ.get("TZ", "").removeprefix(":")
    try:
        path = named or os.path.realpath(_LOCALTIME)
        _, found, name = path.partition(_FOLDER)
        if named or found:
            return ZoneInfo(name if found else named)
        with open(_LOCALTIME, "rb") as file:
            return ZoneInfo.from_file(file)
    except (OSError, ValueError):  # what is no zone at all counts as UTC, as it does to libc
        return UTC
