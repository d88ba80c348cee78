"""Serves the page's own files: a fixed table of exact names, read once."""

import asyncio
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import path
from django.utils.http import parse_etags

CONTENT_TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What is served, by how its name ends; no other file is in the table."""


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file as it is sent."""

    body: bytes
    content_type: str
    etag: str


@cache
def table() -> Mapping[str, StaticFile]:
    """Every file there is to serve, by its name under the folder, `/` between the parts."""
    root = Path(settings.STATIC_DIR)
    files: dict[str, StaticFile] = {}
    for folder, _, names in os.walk(root):
        for name in names:
            content_type = CONTENT_TYPES.get(os.path.splitext(name)[1])
            if content_type is not None:
                file = Path(folder, name)
                files[file.relative_to(root).as_posix()] = _read(file, content_type)
    return files


def _read(file: Path, content_type: str) -> StaticFile:
    body = file.read_bytes()
    return StaticFile(body, content_type, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


async def static_file(request: HttpRequest, name: str) -> HttpResponse:
    """A file of the table, or 304 when the browser's copy is still that file."""
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    file = (await asyncio.to_thread(table)).get(name)
    if file is None:
        raise Http404
    # The browser keeps its copy but asks each time, so a new version is never half an old one.
    headers = {"ETag": file.etag, "Cache-Control": "no-cache"}
    if _has_it(request.headers.get("If-None-Match", ""), file.etag):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(file.body, content_type=file.content_type, headers=headers)


def _has_it(given: str, etag: str) -> bool:
    """Whether a browser's If-None-Match names this file; tags compare weakly there (RFC 9110)."""
    tags = [tag.removeprefix("W/") for tag in parse_etags(given)]
    return etag in tags or "*" in tags


urlpatterns = [
    path("static/<path:name>", static_file),
    path("manifest.webmanifest", static_file, {"name": "manifest.webmanifest"}),
    path("favicon.ico", static_file, {"name": "img/favicon.svg"}),
]
