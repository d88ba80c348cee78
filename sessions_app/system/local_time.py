"""The computer's own clock on the wall."""

import time
from datetime import datetime

from sessions_app.domain.clock import EpochMs


def local_time(now: EpochMs) -> datetime:
    """A moment as the computer's zone shows it, with no zone named.

    The C library reads the zone once (glibc 2.36); a laptop that travels is given another while
    this runs, so it is told to look again.
    """
    time.tzset()
    return datetime.fromtimestamp(now / 1000)  # noqa: DTZ006 -- the zone is the computer's own
