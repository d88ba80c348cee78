"""The table of files that the page is made of."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import Http404, HttpResponse
from django.test import AsyncRequestFactory, override_settings

from lookout import static_files


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of files of our own in place of the page's."""
    static = tmp_path / "static"
    (static / "css").mkdir(parents=True)
    (static / "css" / "page.css").write_bytes(b"p {}")
    (static / "a.js").write_bytes(b"export {};")
    (static / "notes.txt").write_bytes(b"not served")
    (static / "types.d.ts").write_bytes(b"not served")
    (tmp_path / "secret.css").write_bytes(b"outside")
    static_files.table.cache_clear()
    with override_settings(STATIC_DIR=static):
        yield static
    static_files.table.cache_clear()


async def ask(name: str, **headers: str) -> HttpResponse:
    request = AsyncRequestFactory().get("/static/", headers=headers)
    return await static_files.static_file(request, name)


async def test_a_file_is_sent_whole_with_its_type() -> None:
    answer = await ask("css/page.css")
    assert answer.content == b"p {}"
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"


async def test_a_script_has_the_type_a_module_needs() -> None:
    assert (await ask("a.js"))["Content-Type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "name",
    [
        "css",
        "css/",
        "/css/page.css",
        "css//page.css",
        "css/./page.css",
        "../secret.css",
        "css/../../secret.css",
        "CSS/page.css",
        "css\\page.css",
        "css/page.css\x00",
        "notes.txt",
        "types.d.ts",
        "",
    ],
)
async def test_no_name_but_one_of_the_table_is_served(name: str) -> None:
    with pytest.raises(Http404):
        await ask(name)


async def test_a_copy_that_is_still_the_file_is_not_sent_again() -> None:
    etag = (await ask("a.js"))["ETag"]
    for given in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        answer = await ask("a.js", if_none_match=given)
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer["ETag"] == etag
        assert answer["Cache-Control"] == "no-cache"


async def test_another_copy_is_replaced() -> None:
    assert (await ask("a.js", if_none_match='"another"')).status_code == 200


async def test_equal_names_of_different_content_have_different_tags(folder: Path) -> None:
    before = (await ask("a.js"))["ETag"]
    (folder / "a.js").write_bytes(b"export const changed = 1;")
    static_files.table.cache_clear()
    assert (await ask("a.js"))["ETag"] != before


async def test_the_table_is_read_once(folder: Path) -> None:
    await ask("a.js")
    (folder / "late.js").write_bytes(b"")
    with pytest.raises(Http404):
        await ask("late.js")
