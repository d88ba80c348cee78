"""The page's addresses: each view, and the files that browsers ask for at the root."""

import re
from collections.abc import Iterator

import pytest
from django.test import AsyncClient, override_settings

from lookout.version import VERSION

VIEWS = (
    "/",
    "/sources",
    "/settings",
    "/sessions/claude-code:0b5e4c1e-7c1e-4d0a-9b52-3f6d2a81c001",
)


@pytest.fixture(autouse=True)
def _host() -> Iterator[None]:
    # Django's test client has a host name of its own, which the guard would never let through.
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        yield


async def get(path: str) -> str:
    return (await AsyncClient().get(path)).content.decode()


@pytest.mark.parametrize("path", VIEWS)
async def test_every_view_is_a_page_that_no_browser_keeps(path: str) -> None:
    answer = await AsyncClient().get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", VIEWS)
async def test_every_view_names_the_version_that_made_it(path: str) -> None:
    assert f'<meta name="agent-lookout-version" content="{VERSION}">' in await get(path)


@pytest.mark.parametrize("path", VIEWS)
async def test_no_view_holds_a_script_or_a_style_of_its_own(path: str) -> None:
    page = await get(path)
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\bstyle=|\bon[a-z]+=|javascript:", page)


@pytest.mark.parametrize("path", VIEWS)
async def test_no_view_asks_another_host_for_anything(path: str) -> None:
    assert not re.search(r"(?:src|href)=\"(?!/[^/]|#)(?!/\")", await get(path))


async def test_the_page_is_the_same_at_every_session() -> None:
    assert await get("/sessions/claude-code:a") == await get("/")


async def test_settings_names_the_address_it_is_answered_at() -> None:
    assert "<code>testserver</code>" in await get("/settings")


async def test_settings_holds_the_rules_with_their_bounds_and_a_label_each() -> None:
    page = await get("/settings")
    assert re.search(r'name="reminder_minutes"[^>]* value="10"[^>]* min="1"[^>]* max="1440"', page)
    assert re.search(r'name="stale_hours"[^>]* value="48"[^>]* min="1"[^>]* max="720"', page)
    assert page.count('name="quiet_days"') == page.count("checked") == 7
    for own_id in re.findall(r'<input type="(?:number|time)"[^>]* id="([^"]+)"', page):
        assert f'<label for="{own_id}">' in page


async def test_an_id_is_never_written_into_the_page() -> None:
    page = await get("/sessions/status-files:needle~3cscript~3e")
    assert "needle" not in page


@pytest.mark.parametrize(
    "path", ["/sessions/", "/sessions/a/b", "/settings/", "/sources/", "/index.html"]
)
async def test_no_other_address_is_a_page(path: str) -> None:
    assert (await AsyncClient().get(path)).status_code == 404


@pytest.mark.parametrize("path", [*VIEWS, "/static/css/tokens.css"])
async def test_a_page_is_only_read(path: str) -> None:
    answer = await AsyncClient().post(path)
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD"


async def test_the_manifest_names_icons_that_are_there() -> None:
    client = AsyncClient()
    answer = await client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        found = await client.get(icon["src"])
        assert (found.status_code, found["Content-Type"]) == (200, icon["type"])


async def test_the_favicon_is_drawn() -> None:
    answer = await AsyncClient().get("/favicon.ico")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")


@pytest.mark.parametrize("path", VIEWS)
async def test_every_file_a_view_names_is_served(path: str) -> None:
    client = AsyncClient()
    files = set(re.findall(r"(?:src|href)=\"(/static/[^\"#]+)", await get(path)))
    assert files
    for file in sorted(files):
        assert (await client.get(file)).status_code == 200, file
