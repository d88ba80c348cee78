"""The settings file: whole at every moment, never through a link, never at the cost of a file."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sessions_app.domain.time_rules import ALL_OFF, QuietHours, Reminder, Stale, TimeRules
from sessions_app.stores.folder import locked, own_folder
from sessions_app.stores.settings_file import SIZE_LIMIT, NotSaved, SettingsFile

RULES = TimeRules(
    reminder=Reminder(on=True, minutes=25),
    stale=Stale(on=True, hours=72),
    quiet_hours=QuietHours(on=True, from_="23:15", to="07:00", days=("fri", "sat")),
)
OTHERS = 65_534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".agent-lookout" / "settings.json"


def holding(path: Path, content: bytes | str | dict[str, Any]) -> Path:
    """The file, with this in it."""
    path.parent.mkdir(exist_ok=True)
    if isinstance(content, dict):
        content = json.dumps(content)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def refuses(path: Path) -> str:
    """Why the file is not used; it is not written either."""
    file = SettingsFile(str(path))
    assert file.rules == ALL_OFF
    assert file.problem is not None
    assert file.problem.endswith(".")
    with pytest.raises(NotSaved) as caught:
        file.save(RULES)
    assert caught.value.sentence == file.problem
    return file.problem


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_nothing_is_written_until_a_rule_changes(path: Path) -> None:
    file = SettingsFile(str(path))
    assert (file.rules, file.problem) == (ALL_OFF, None)
    assert not path.parent.exists()


def test_what_was_saved_is_there_at_the_next_start(path: Path) -> None:
    SettingsFile(str(path)).save(RULES)
    again = SettingsFile(str(path))
    assert (again.rules, again.problem) == (RULES, None)


def test_only_this_user_may_read_it_whatever_the_umask_and_the_old_mode(path: Path) -> None:
    before = os.umask(0)
    try:
        SettingsFile(str(path)).save(RULES)
    finally:
        os.umask(before)
    assert (mode(path.parent), mode(path)) == (0o700, 0o600)
    path.chmod(0o644)
    SettingsFile(str(path)).save(ALL_OFF)
    assert mode(path) == 0o600


def test_the_mode_of_a_folder_that_was_there_is_left_alone(path: Path) -> None:
    path.parent.mkdir(mode=0o750)
    SettingsFile(str(path)).save(RULES)
    assert mode(path.parent) == 0o750


def test_nothing_but_the_file_is_left_in_the_folder(path: Path) -> None:
    SettingsFile(str(path)).save(RULES)
    SettingsFile(str(path)).save(ALL_OFF)
    assert os.listdir(path.parent) == ["settings.json"]


def test_what_else_the_file_holds_is_written_back_as_it_was(path: Path) -> None:
    more = {
        "theme": {"deep": [1, {"x": None}], "näme": "\u2028<b>"},
        "timeRules": {
            "reminder": {"on": False, "minutes": 5, "sound": "bell"},
            "weekends": [1, 2.5, True],
        },
        "big": 9_007_199_254_740_991,
        "nothing": None,
    }
    file = SettingsFile(str(holding(path, more)))
    assert file.rules.reminder == Reminder(on=False, minutes=5)
    file.save(RULES)
    written = json.loads(path.read_text(encoding="utf-8"))
    assert SettingsFile(str(path)).rules == RULES
    assert {key: written[key] for key in ("theme", "big", "nothing")} == {
        key: more[key] for key in ("theme", "big", "nothing")
    }
    assert written["timeRules"]["reminder"] == {"on": True, "minutes": 25, "sound": "bell"}
    assert written["timeRules"]["weekends"] == [1, 2.5, True]


def test_what_another_writer_added_since_the_start_is_kept(path: Path) -> None:
    file = SettingsFile(str(path))
    holding(path, {"added": "meanwhile"})
    file.save(RULES)
    assert json.loads(path.read_text())["added"] == "meanwhile"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(more=st.dictionaries(st.text(max_size=5).filter(lambda key: key != "version"), JSON))
def test_anything_else_comes_back_from_any_number_of_changes(
    path: Path, more: dict[str, Any]
) -> None:
    more.pop("timeRules", None)
    file = SettingsFile(str(holding(path, more)))
    for rules in (RULES, ALL_OFF):
        file.save(rules)
        written = json.loads(path.read_text())
        assert {key: value for key, value in written.items() if key in more} == more


UNREADABLE: dict[str, bytes] = {
    "empty": b"",
    "cut off": b'{"timeRules": {"reminder"',
    "no JSON": b"on = true",
    "a list": b"[]",
    "not UTF-8": b'{"a": "\xff"}',
    "a key twice": b'{"a": 1, "a": 2}',
    "something behind": b"{} {}",
    "NaN": b'{"a": NaN}',
    "infinite": b'{"a": 1e999}',
    "deep": b'{"a": ' + b"[" * 100_0 + b"]" * 100_0 + b"}",
    "half a character": b'{"a": "\\ud800"}',
    "out of bounds": b'{"timeRules": {"reminder": {"on": true, "minutes": 0}}}',
    "of the wrong kind": b'{"timeRules": {"stale": {"on": "yes"}}}',
    "no rules": b'{"timeRules": []}',
    "of a later form": b'{"version": 2, "timeRules": {}}',
    "of an odd form": b'{"version": "x"}',
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_file_that_could_not_be_read_is_never_written_over(path: Path, case: str) -> None:
    holding(path, UNREADABLE[case])
    before = path.stat()
    assert str(path) in refuses(path)
    assert path.read_bytes() == UNREADABLE[case]
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_mending_it_is_not_enough_until_the_next_start(path: Path) -> None:
    file = SettingsFile(str(holding(path, b"{")))
    holding(path, {"mended": True})
    with pytest.raises(NotSaved):
        file.save(RULES)
    assert json.loads(path.read_text()) == {"mended": True}
    SettingsFile(str(path)).save(RULES)


def test_a_file_that_broke_since_the_start_is_not_written_over(path: Path) -> None:
    file = SettingsFile(str(path))
    holding(path, b"{")
    with pytest.raises(NotSaved, match="not one whole JSON object"):
        file.save(RULES)
    assert path.read_bytes() == b"{"


def test_no_more_than_64_kb_are_read_or_written(path: Path) -> None:
    room = SIZE_LIMIT - len(json.dumps({"x": ""}))
    assert "64 KB" in refuses(holding(path, {"x": "a" * (room + 1)}))
    whole = holding(path, {"x": "a" * room}).read_bytes()
    file = SettingsFile(str(path))
    assert file.problem is None
    with pytest.raises(NotSaved, match="64 KB"):
        file.save(RULES)
    assert path.read_bytes() == whole


def test_a_link_at_the_files_name_is_neither_read_nor_written(tmp_path: Path, path: Path) -> None:
    target = holding(tmp_path / "elsewhere" / "target.json", {"timeRules": {}})
    path.parent.mkdir()
    path.symlink_to(target)
    assert "is a link" in refuses(path)
    assert json.loads(target.read_text()) == {"timeRules": {}}
    assert path.is_symlink()


def test_a_link_at_the_files_name_to_nothing_is_one_too(tmp_path: Path, path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to(tmp_path / "nothing.json")
    assert "is a link" in refuses(path)
    assert not (tmp_path / "nothing.json").exists()


def test_a_link_at_the_folders_name_is_not_followed(tmp_path: Path, path: Path) -> None:
    holding(tmp_path / "elsewhere" / "settings.json", {"timeRules": {}})
    path.parent.symlink_to(tmp_path / "elsewhere")
    assert "in a folder that is a link" in refuses(path)
    assert os.listdir(tmp_path / "elsewhere") == ["settings.json"]


def test_a_link_that_came_after_the_start_is_not_followed(tmp_path: Path, path: Path) -> None:
    target = holding(tmp_path / "elsewhere" / "target.json", {"a": 1})
    file = SettingsFile(str(path))
    path.parent.mkdir()
    path.symlink_to(target)
    with pytest.raises(NotSaved, match="is a link"):
        file.save(RULES)
    assert json.loads(target.read_text()) == {"a": 1}


@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_what_is_no_ordinary_file_is_not_read(path: Path, kind: str) -> None:
    path.parent.mkdir()
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    assert "is not an ordinary file" in refuses(path)


@as_root
def test_another_users_file_is_neither_read_nor_written(path: Path) -> None:
    os.chown(holding(path, {}), OTHERS, OTHERS)
    assert "belongs to another user" in refuses(path)


@as_root
def test_another_users_folder_is_not_used(path: Path) -> None:
    holding(path, {})
    os.chown(path.parent, OTHERS, OTHERS)
    assert "a folder that belongs to another user" in refuses(path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    path = tmp_path / "no" / "such" / "settings.json"
    file = SettingsFile(str(path))
    assert file.problem is None
    with pytest.raises(NotSaved, match="could not be written: No such file or directory"):
        file.save(RULES)


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "cannot be opened" in refuses(tmp_path / "file" / "settings.json")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_writer_that_holds_the_file_too_long_is_not_waited_for(path: Path) -> None:
    file = SettingsFile(str(holding(path, {"a": 1})))
    with own_folder(str(path.parent)) as folder, locked(folder), pytest.raises(NotSaved) as caught:
        file.save(RULES)
    assert "is writing" in caught.value.sentence
    assert json.loads(path.read_text()) == {"a": 1}


WRITER = """
import json, sys
from sessions_app.domain.time_rules import Reminder, TimeRules
from sessions_app.stores.settings_file import SettingsFile
path, minutes = sys.argv[1], int(sys.argv[2])
file = SettingsFile(path)
for _ in range(40):
    file.save(TimeRules(reminder=Reminder(on=True, minutes=minutes)))
"""


def test_two_writers_at_once_leave_it_whole_at_every_moment(path: Path) -> None:
    holding(path, {"other": "x" * 20_000})
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(minutes)])
        for minutes in (11, 12, 13)
    ]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        found = json.loads(path.read_bytes())
        assert found["other"] == "x" * 20_000
        seen.add(found.get("timeRules", {}).get("reminder", {}).get("minutes"))
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert seen & {11, 12, 13}
    assert os.listdir(path.parent) == ["settings.json"]


def test_a_full_disk_costs_the_change_and_not_the_file(path: Path) -> None:
    # A limit on the size of a file stands in for it: the write fails in the same place.
    holding(path, {"a": 1})
    program = (
        "import resource, signal, sys\n"
        "from tests.unit.stores.test_settings_file import RULES, NotSaved, SettingsFile\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "file = SettingsFile(sys.argv[1])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))\n"
        "try:\n"
        "    file.save(RULES)\n"
        "except NotSaved as problem:\n"
        "    print(problem.sentence)\n"
    )
    root = Path(__file__).resolve().parents[3]
    told = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "could not be written" in told.stdout
    assert json.loads(path.read_text()) == {"a": 1}
    assert os.listdir(path.parent) == ["settings.json"]
