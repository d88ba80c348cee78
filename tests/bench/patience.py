"""Waiting that ends, and the sentence for what could not be measured."""

import time
from collections.abc import Callable


class Unmeasurable(Exception):  # noqa: N818 -- an outcome of a measure, said in its sentence
    """A measure could not be made, for the reason given; the others go on."""


def wait_until(
    is_so: Callable[[], bool], seconds: float, otherwise: str, every: float = 0.002
) -> None:
    """Returns once `is_so`; raises Unmeasurable with the sentence when it does not come true."""
    ends = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > ends:
            raise Unmeasurable(otherwise)
        time.sleep(every)
