"""The numbers that may stand behind a route's `?`."""

from django.http import HttpRequest


class Unreadable(Exception):  # noqa: N818 -- an answer about a request, not a fault of the code
    """Why a query is not read: one plain sentence."""


def whole(request: HttpRequest, name: str, least: int) -> int | None:
    """A whole number of at most 16 digits; None when it is not given. Raises Unreadable."""
    given = request.GET.getlist(name)
    if not given:
        return None
    text = given[0]
    is_number = text.isascii() and text.isdigit() and len(text) <= 16
    if len(given) > 1 or not is_number or int(text) < least:
        raise Unreadable(f"{name} is one whole number of milliseconds, {least} or more.")
    return int(text)
