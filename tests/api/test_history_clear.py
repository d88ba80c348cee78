"""POST /api/history/clear."""

import json
from pathlib import Path

import pytest

from tests.support.home import a_home, now_ms
from tests.support.running import running

PATH, ACTION = "/api/history/clear", "clear-history"


def test_what_happened_is_forgotten_and_its_files_are_deleted(tmp_path: Path) -> None:
    with a_home(tmp_path / "home") as home, running(home) as server:
        session = home.session()
        server.until_session(session.id, status="idle")
        session.write(status="busy", statusUpdatedAt=now_ms())
        server.until_session(session.id, status="working")
        server.until(lambda _: json.loads(server.get("/api/events")[2])["events"] != [])
        before = now_ms()
        status, answer = server.act(PATH, ACTION, {})
        assert status == 200
        assert answer["ok"] is True
        assert answer["clearedAt"] >= before
        assert json.loads(server.get("/api/events")[2]) == {"events": []}
        history = json.loads(server.get("/api/history")[2])
        assert history["since"] == {"at": answer["clearedAt"], "by": "cleared"}
        assert all(point["at"] >= answer["clearedAt"] for point in history["points"])
        assert server.session(session.id) is not None


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    with a_home(tmp_path / "home") as home:
        folder = home.path / ".agent-lookout" / "history"
        folder.mkdir(parents=True, mode=0o700)
        folder.parent.chmod(0o700)
        later = folder / "notes-of-a-later-version"
        later.write_text("kept")
        with running(home) as server:
            assert server.act(PATH, ACTION, {})[0] == 200
        assert later.read_text() == "kept"


@pytest.mark.parametrize("body", [{"all": True}, [], None, {"sessions": []}])
def test_any_other_body_clears_nothing(tmp_path: Path, body: object) -> None:
    with running(tmp_path) as server:
        status, answer = server.act(PATH, ACTION, body)
        assert (status, answer["ok"]) in ((400, False), (413, None))
        history = json.loads(server.get("/api/history")[2])
    assert history["since"]["by"] == "started"
