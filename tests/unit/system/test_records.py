"""A folder of small files: each is read again when it changed, and only then."""

import os
from pathlib import Path

import pytest

from sessions_app.domain.clock import EpochMs
from sessions_app.system.files import FileBytes, Folder, Refused, read_file
from sessions_app.system.json_text import NotJson
from sessions_app.system.records import Found, Records
from tests.support.opened import opened

NOW = EpochMs(1_796_050_800_000)
OLD = NOW - 60_000


def parse(name: str, file: FileBytes) -> str:
    if file.data.startswith(b"!"):
        raise NotJson("is torn")
    if file.data.startswith(b"?"):
        raise Refused("is refused")
    return file.data.decode()


def put(path: Path, text: str, at: int = OLD) -> None:
    path.write_text(text)
    os.utime(path, ns=(at * 1_000_000, at * 1_000_000))


def look(records: Records[str], path: Path, now: int = NOW) -> Found[str]:
    with Folder(str(path.parent)) as folder:
        return records.read(folder, [path.name], EpochMs(now))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.json"


@pytest.fixture
def records() -> Records[str]:
    return Records(100, parse)


def is_opened_again(records: Records[str], path: Path, now: int = NOW) -> bool:
    with opened() as paths:
        look(records, path, now)
    return path.name in paths


def test_a_file_that_did_not_change_is_not_opened_again(records: Records[str], path: Path) -> None:
    put(path, "one")
    assert is_opened_again(records, path)
    assert not is_opened_again(records, path, NOW + 2_000)
    assert look(records, path).records == {"a.json": "one"}


@pytest.mark.parametrize("by", ["time", "size", "inode"])
def test_a_file_that_changed_in_any_way_is_opened_again(
    records: Records[str], path: Path, by: str
) -> None:
    put(path, "one")
    look(records, path)
    if by == "time":
        put(path, "two", OLD + 1)
    elif by == "size":
        put(path, "three")
    else:
        put(path.with_name("new"), "two")
        path.with_name("new").replace(path)
    assert look(records, path).records["a.json"] in ("two", "three")


def test_a_file_written_a_moment_ago_is_opened_again_though_its_stamp_is_the_same(
    records: Records[str], path: Path
) -> None:
    put(path, "one", NOW - 50)
    look(records, path)
    assert is_opened_again(records, path, NOW + 20)
    assert is_opened_again(records, path, NOW + 100)
    assert not is_opened_again(records, path, NOW + 102)


def test_a_broken_file_is_not_parsed_at_every_look(records: Records[str], path: Path) -> None:
    put(path, "!")
    look(records, path)
    look(records, path, NOW + 1_000)
    assert not is_opened_again(records, path, NOW + 3_000)
    assert look(records, path, NOW + 3_000).skipped[0].reason == "is torn"
    put(path, "well again", OLD + 1)
    assert look(records, path, NOW + 5_000).records == {"a.json": "well again"}


def test_a_file_broken_at_two_times_is_half_written_at_each(
    records: Records[str], path: Path
) -> None:
    for at in (0, 5_000):
        put(path, "one", OLD + at)
        look(records, path, NOW + at)
        put(path, "!", OLD + at + 1)
        found = look(records, path, NOW + at + 100)
        assert (found.records, found.half_written) == ({"a.json": "one"}, True)
        found = look(records, path, NOW + at + 1_100)
        assert (found.records, found.half_written) == ({}, False)


def test_a_file_that_went_is_forgotten(records: Records[str], path: Path) -> None:
    put(path, "one")
    look(records, path)
    path.unlink()
    found = look(records, path)
    assert (found.records, found.skipped, found.half_written) == ({}, (), False)


def test_a_refused_file_has_no_record_not_even_an_earlier_one(
    records: Records[str], path: Path
) -> None:
    put(path, "one")
    look(records, path)
    put(path, "?", OLD + 1)
    found = look(records, path)
    assert (found.records, [str(one) for one in found.skipped]) == ({}, ["a.json is refused"])


@pytest.mark.parametrize(("size", "offset"), [(99, 0), (100, 0), (101, 1), (5_000, 4_900)])
def test_the_end_of_a_large_file_is_read_from_its_place(path: Path, size: int, offset: int) -> None:
    data = bytes(at % 251 for at in range(size))
    path.write_bytes(data)
    file = read_file(str(path), 100, tail=True)
    assert (file.offset, file.data) == (offset, data[offset:])


def test_a_file_is_never_written_nor_its_time_of_reading_trusted(path: Path) -> None:
    put(path, "one")
    before = path.stat()
    read_file(str(path), 100)
    after = path.stat()
    assert (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size)


def test_a_name_with_a_null_byte_is_refused() -> None:
    with pytest.raises(Refused, match="cannot be opened"):
        read_file("/tmp/a\0b", 100)


def test_a_link_anywhere_at_the_end_of_a_path_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "none")
    with pytest.raises(Refused, match="is a link"):
        read_file(str(tmp_path / "link"), 100)
