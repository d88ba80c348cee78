"""Days, as the person's clock on the wall counts them."""

from datetime import datetime

from sessions_app.domain.clock import EpochMs


def midnight(local: datetime) -> EpochMs:
    """When the day of a local time began.

    `local` is of a zone that knows its changes: a ZoneInfo, or none for the computer's own. Where
    daylight saving takes midnight away, the day begins with the first moment after it; where it
    brings midnight twice, with the first of the two.
    """
    start = local.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    return EpochMs(round(start.timestamp() * 1000))
