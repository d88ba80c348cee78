"""A file that grows, in whatever way it may."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.system.files import Refused
from sessions_app.system.growing_file import BLOCK, GrowingFile, Lines, Place


def tail(path: Path, length: int = 1_000) -> Lines:
    with GrowingFile(str(path)) as file:
        return file.tail(length)


def since(path: Path, place: Place, limit: int = 1_000) -> Lines | None:
    with GrowingFile(str(path)) as file:
        return file.since(place, limit)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "log"
    made.write_bytes(b"one\ntwo\nthr")
    return made


def test_the_cut_last_line_is_left_for_the_next_time(path: Path) -> None:
    found = tail(path)
    assert (found.data, found.is_after_gap) == (b"one\ntwo\n", False)
    with path.open("ab") as file:
        file.write(b"ee\nfour\n")
    added = since(path, found.place)
    assert added is not None
    assert added.data == b"three\nfour\n"


def test_the_cut_first_line_is_left_out(path: Path) -> None:
    assert tail(path, 9).data == b"two\n"
    assert tail(path, 7).data == b"two\n"
    assert tail(path, 6).data == b""
    assert tail(path, 7).is_after_gap


def test_a_line_too_long_to_be_read_goes_by(path: Path) -> None:
    place = tail(path).place
    for _ in range(3):
        with path.open("ab") as file:
            file.write(b"x" * 400)
        found = since(path, place, 300)
        assert found is not None
        place = found.place
        assert (found.data, place.in_line, found.is_after_gap) == (b"", True, True)
    with path.open("ab") as file:
        file.write(b"end\nfour\n")
    found = since(path, place, 1_000)
    assert found is not None
    assert found.data == b"four\n"


@pytest.mark.parametrize("content", [b"", b"one\n", b"xxx\ntwo\nthree\n", b"one\ntwx\nthree\n"])
def test_a_file_that_was_cut_or_written_anew_is_another(path: Path, content: bytes) -> None:
    place = tail(path).place
    path.write_bytes(content)
    assert since(path, place) is None


def test_a_file_put_in_its_place_is_another(path: Path, tmp_path: Path) -> None:
    place = tail(path).place
    (tmp_path / "new").write_bytes(b"one\ntwo\nthree\n")
    (tmp_path / "new").rename(path)
    assert since(path, place) is None


def test_of_more_than_is_allowed_the_last_is_read(path: Path) -> None:
    place = tail(path).place
    with path.open("ab") as file:
        file.write(b"x" * 100 + b"\nlast\n")
    found = since(path, place, 50)
    assert found is not None
    assert (found.data, found.is_after_gap) == (b"last\n", True)


def test_the_head_gives_lines_longer_than_a_block(tmp_path: Path) -> None:
    long = b"x" * (3 * BLOCK + 5)
    (tmp_path / "log").write_bytes(long + b"\nshort\ncut")
    with GrowingFile(str(tmp_path / "log")) as file:
        assert list(file.head(8 * BLOCK)) == [long, b"short"]
        assert list(file.head(2 * BLOCK)) == []


def test_a_link_and_a_pipe_are_refused(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(path)
    for name in ("link", "none", "."):
        with pytest.raises(Refused):
            GrowingFile(str(tmp_path / name))


@given(st.lists(st.binary(max_size=40), max_size=12), st.integers(1, 60))
def test_every_line_is_read_once_however_a_file_grows(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes], length: int
) -> None:
    path = tmp_path_factory.mktemp("grows") / "log"
    path.write_bytes(b"")
    place: Place | None = None
    seen = b""
    for piece in pieces:
        with path.open("ab") as file:
            file.write(piece)
        found = since(path, place) if place else tail(path, 10_000)
        assert found is not None
        seen += found.data
        place = found.place
    whole = b"".join(pieces)
    assert seen == whole[: whole.rfind(b"\n") + 1]
    last = tail(path, length).data
    assert whole[: whole.rfind(b"\n") + 1].endswith(last)
    assert len(last) <= length


def test_a_line_that_begins_one_byte_too_early_is_not_in_the_tail(path: Path) -> None:
    path.write_bytes(b"x" * 25 + b"\n")
    assert tail(path, 25).data == b""
    assert tail(path, 26).data == b"x" * 25 + b"\n"
