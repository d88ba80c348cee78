"""Days, as the person's clock on the wall counts them."""

from datetime import datetime, tzinfo

from sessions_app.domain.clock import EpochMs


def midnight(now: EpochMs, zone: tzinfo) -> EpochMs:
    """When the day of `now` began.

    Where daylight saving takes midnight away, the day begins with its first moment after it;
    where it brings midnight twice, with the first of the two.
    """
    day = datetime.fromtimestamp(now / 1000, zone).replace(
        hour=0, minute=0, second=0, microsecond=0, fold=0
    )
    return EpochMs(round(day.timestamp() * 1000))
