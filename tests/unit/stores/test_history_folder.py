"""Nothing is written through a link, beside another user, or over what is not ours."""

import os
import stat
from pathlib import Path

import pytest

from sessions_app.domain.history import Point
from sessions_app.stores.history_files import Files
from sessions_app.stores.history_folder import Folder, Name, Unfit, parsed
from sessions_app.stores.history_lines import HEADER, line_of
from tests.support.kept import read_back, writing, written
from tests.support.past import START

TODAY = "events-2026-11-30-01.v1"
NEXT = "events-2026-11-30-02.v1"
FOREIGN = "needs to be root to give a file away"
POINT = Point(START, 0, 0, 0, 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "history"


def mode(path: Path) -> int:
    """Who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_the_folder_is_made_for_this_user_alone_and_so_are_the_files(
    path: Path, umask: int
) -> None:
    before = os.umask(umask)
    try:
        files = writing(path)
        written(files, POINT)
        files.append("points", line_of(POINT), START)
        files.close()
    finally:
        os.umask(before)
    assert mode(path) == 0o700
    assert mode(path.parent) == 0o700
    assert {mode(one) for one in path.iterdir()} == {0o600}
    assert {one.name for one in path.iterdir()} == {
        TODAY,
        TODAY.replace("events", "points"),
        "lock",
    }


def names(path: Path) -> list[str]:
    """The files there are."""
    return sorted(one.name for one in path.iterdir() if one.name != "lock")


def refused(path: Path) -> str:
    """Why nothing is written there."""
    with pytest.raises(Unfit) as refusal:
        written(writing(path), POINT)
    return str(refusal.value)


def test_a_link_in_place_of_the_folder_is_refused(path: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    path.parent.mkdir()
    path.symlink_to(elsewhere)
    assert refused(path) == f"{path} is a link"
    assert list(elsewhere.iterdir()) == []


def test_a_link_to_nowhere_in_place_of_the_folder_is_refused(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to(tmp_path / "nowhere")
    assert refused(path) == f"{path} is a link"
    assert not (tmp_path / "nowhere").exists()


def test_a_file_in_place_of_the_folder_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("mine")
    assert refused(path) == f"{path} is not a folder"
    assert path.read_text() == "mine"


@pytest.mark.parametrize("others", [0o701, 0o710, 0o704, 0o750, 0o755, 0o777])
def test_a_folder_that_others_can_open_is_refused_and_let_be(path: Path, others: int) -> None:
    path.mkdir(parents=True)
    path.chmod(others)
    assert "Others may open" in refused(path)
    assert mode(path) == others
    assert list(path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason=FOREIGN)
def test_a_folder_of_another_user_is_refused(path: Path) -> None:
    path.mkdir(parents=True, mode=0o700)
    os.chown(path, 12_345, -1)
    assert "belongs to another user" in refused(path)
    assert list(path.iterdir()) == []


def prepared(path: Path) -> Path:
    """Where today's events would go."""
    path.mkdir(parents=True, mode=0o700)
    return path / TODAY


def is_let_be(path: Path, why: str) -> None:
    """The file is passed over in writing, in reading and in clearing, and the next is written."""
    files = writing(path)
    written(files, POINT)
    assert list(files.problems.values()) == [f"{path / TODAY} {why}"]
    assert (path / NEXT).read_bytes().startswith(HEADER)
    assert files.clear() == [f"{path / TODAY} {why}"]
    files.close()
    assert names(path) == [TODAY]
    assert read_back(path).problems == (f"{path / TODAY} {why}",)


def test_a_link_in_place_of_a_file_is_let_be(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(HEADER)
    target.chmod(0o600)
    prepared(path).symlink_to(target)
    is_let_be(path, "is a link")
    assert target.read_bytes() == HEADER


def test_a_file_with_a_second_name_is_let_be(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(HEADER)
    other.chmod(0o600)
    prepared(path).hardlink_to(other)
    is_let_be(path, "has a second name")
    assert other.read_bytes() == HEADER


@pytest.mark.skipif(os.geteuid() != 0, reason=FOREIGN)
def test_a_file_of_another_user_is_let_be(path: Path) -> None:
    file = prepared(path)
    file.write_bytes(HEADER)
    file.chmod(0o600)
    os.chown(file, 12_345, -1)
    is_let_be(path, "belongs to another user")
    assert file.read_bytes() == HEADER


@pytest.mark.parametrize("others", [0o640, 0o604, 0o644, 0o660, 0o700])
def test_a_file_that_others_can_open_is_let_be(path: Path, others: int) -> None:
    file = prepared(path)
    file.write_bytes(HEADER)
    file.chmod(others)
    is_let_be(path, "may be opened by others")
    assert file.read_bytes() == HEADER
    assert mode(file) == others


def test_a_pipe_in_place_of_a_file_is_let_be_and_holds_nothing_up(path: Path) -> None:
    os.mkfifo(prepared(path), 0o600)
    is_let_be(path, "is not an ordinary file")


def test_a_file_that_is_not_ours_is_let_be(path: Path) -> None:
    file = prepared(path)
    file.write_text("a diary\n")
    file.chmod(0o600)
    is_let_be(path, "is not a history of Agent Lookout")
    assert file.read_text() == "a diary\n"


@pytest.mark.parametrize(
    "name",
    [
        "events-2026-11-30-01.v2",  # a later version's
        "points-2020-01-01-01.v10",
        "events-2020-01-01-01.v1.bak",
        "events-2020-01-01-1.v1",
        "events-2020-01-01-01.v01",
        "notes.txt",
        "settings.json",
    ],
)
def test_a_later_versions_file_and_any_other_are_neither_opened_counted_nor_deleted(
    path: Path, name: str
) -> None:
    prepared(path)
    (path / name).write_text("theirs")
    (path / name).chmod(0o644)  # which would be told, were it looked at
    files = writing(path)
    written(files, POINT)
    assert files.problems == {}
    size = files.size
    assert size == (path / TODAY).stat().st_size
    assert read_back(path).problems == ()
    files.clear()
    files.close()
    assert names(path) == [name]
    assert (path / name).read_text() == "theirs"


def test_names_are_taken_apart_and_put_together_alike() -> None:
    assert parsed(TODAY) == Name("2026-11-30", 1, "events")
    assert str(Name("2026-11-30", 1, "events")) == TODAY


def test_two_servers_do_not_write_to_one_folder(path: Path) -> None:
    first = writing(path)
    written(first, POINT)
    assert "Another Agent Lookout" in refused(path)
    first.close()
    second = writing(path)
    written(second, POINT)
    second.close()


def test_a_folder_that_was_refused_is_taken_once_it_is_fit(path: Path) -> None:
    path.mkdir(parents=True)
    path.chmod(0o755)
    files = Files(str(path), lambda: b"")
    with pytest.raises(Unfit):
        written(files, POINT)
    path.chmod(0o700)
    written(files, POINT)
    files.close()


def test_a_folder_whose_parent_cannot_be_made_is_an_error_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="Not a directory"):
        Folder(str(tmp_path / "file" / "history" / "x"))
