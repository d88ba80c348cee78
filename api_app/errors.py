"""The one shape of an answer that is no answer: `{"error": "<one plain sentence>"}`."""

from django.http import HttpRequest, HttpResponse

from sessions_app.serializers import to_json


def error(status: int, sentence: str) -> HttpResponse:
    """An error answer."""
    return HttpResponse(
        to_json({"error": sentence}), status=status, content_type="application/json; charset=utf-8"
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 -- Django's form
    """No such path."""
    return error(404, "There is nothing at this address.")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 -- likewise
    """A request Django could not read."""
    return error(400, "The request could not be read.")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 -- likewise
    """A request that is not allowed."""
    return error(403, "This is not allowed.")


def failed(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- likewise
    """A fault of ours."""
    return error(500, "Something went wrong inside Agent Lookout; its log says more.")
