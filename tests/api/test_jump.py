"""POST /api/jump."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.support.home import Home, a_home
from tests.support.running import Server, running
from tests.support.tmux_world import TMUX, TmuxServer, a_tmux

PATH = "/api/jump"
FOLDER = os.path.dirname(TMUX) or "/nonexistent"
IN_TMUX = pytest.mark.skipif(not TMUX, reason="tmux is not installed")


@contextmanager
def a_folder_for_sockets() -> Iterator[Path]:
    """A short path, as a socket's may have about a hundred bytes."""
    with TemporaryDirectory(dir="/tmp") as path:
        (Path(path) / f"tmux-{os.geteuid()}").mkdir(mode=0o700)
        yield Path(path)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    with a_home(tmp_path_factory.mktemp("jump") / "home") as made:
        yield made


@pytest.fixture(scope="module")
def sockets() -> Iterator[Path]:
    with a_folder_for_sockets() as folder:
        yield folder


@pytest.fixture(scope="module")
def tmux(sockets: Path) -> Iterator[TmuxServer]:
    with a_tmux(sockets / f"tmux-{os.geteuid()}" / "default") as server:
        yield server


@pytest.fixture(scope="module")
def server(home: Home, sockets: Path) -> Iterator[Server]:
    with running(home, TMUX_TMPDIR=str(sockets), PATH=FOLDER) as started:
        yield started


def jump(server: Server, session_id: str) -> tuple[int, Any]:
    return server.act(PATH, "jump", {"sessionId": session_id})


def refused(answer: tuple[int, Any]) -> tuple[int, str]:
    status, content = answer
    assert list(content) == ["ok", "reason", "error"]
    assert content["ok"] is False
    assert content["error"].endswith(".")
    return status, content["reason"]


@IN_TMUX
def test_the_pane_of_a_session_is_selected(home: Home, server: Server, tmux: TmuxServer) -> None:
    first = tmux.session("first")
    pane = tmux.window(first)
    terminal = tmux.attach(first)
    session = home.session_of(pane.pid)
    found = server.until_session(session.id, jump={"kind": "tmux", "place": "first:1.0"})
    assert list(found).index("jump") < list(found).index("stop")
    assert jump(server, session.id) == (200, {"ok": True, "kind": "tmux", "place": "first:1.0"})
    assert tmux.shown()[terminal.name] == pane.id


@IN_TMUX
def test_a_session_of_a_status_file_is_jumped_to_as_well(
    home: Home, server: Server, tmux: TmuxServer
) -> None:
    pane = tmux.session("mine")
    folder = home.path / ".agent-lookout" / "sessions"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mine.json").write_text(f'{{"status": "idle", "pid": {pane.pid}}}')
    server.until_session("status-files:mine", jump={"kind": "tmux", "place": "mine:0.0"})
    status, answer = jump(server, "status-files:mine")
    assert (status, answer["place"]) == (200, "mine:0.0")


@IN_TMUX
def test_a_pane_that_closed_says_so(home: Home, server: Server, tmux: TmuxServer) -> None:
    tmux.session("stays")
    # Its process goes on without the pane.
    pane = tmux.session("goes", "trap '' HUP; exec sleep 1000")
    session = home.session_of(pane.pid)
    server.until_session(session.id, jump={"kind": "tmux", "place": "goes:0.0"})
    tmux.run("kill-pane", "-t", pane.id)
    # Unless tmux was just asked again, and the session is known to be in no pane.
    assert refused(jump(server, session.id)) in {(409, "pane-closed"), (409, "unsupported")}
    session.path.unlink()
    os.kill(pane.pid, 9)


def test_one_that_is_not_listed_is_gone(server: Server) -> None:
    assert refused(jump(server, "claude-code:unheard-of")) == (404, "gone")


def test_one_that_is_in_no_pane_is_not_jumped_to(home: Home, server: Server) -> None:
    session = home.session(name="elsewhere")
    server.until_session(session.id)
    assert refused(jump(server, session.id)) == (409, "unsupported")


def test_a_session_in_vs_code_has_an_address(home: Home, server: Server) -> None:
    session = home.session(entrypoint="claude-vscode")
    found = server.until_session(session.id, surface="vscode")
    own_id = session.fields["sessionId"]
    assert found["links"] == {"open": f"vscode://anthropic.claude-code/open?session={own_id}"}


def test_an_id_that_is_no_plain_one_has_no_address(home: Home, server: Server) -> None:
    session = home.session(entrypoint="claude-vscode", sessionId="x&prompt=rm")
    assert "links" not in server.until_session("claude-code:x&prompt=rm", surface="vscode")
    session.path.unlink()


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"sessionId": None},
        {"sessionId": 7},
        {"sessionId": "x", "pane": "%1"},
        {"pane": "%1"},
    ],
)
def test_a_body_that_is_not_exactly_an_id_is_not_read(server: Server, body: Any) -> None:
    assert refused(server.act(PATH, "jump", body)) == (400, "unreadable")


@IN_TMUX
def test_with_tmux_off_no_pane_is_known(home: Home, sockets: Path, tmux: TmuxServer) -> None:
    pane = tmux.session("off")
    session = home.session_of(pane.pid)
    variables = {"AGENT_LOOKOUT_TMUX": "off", "TMUX_TMPDIR": str(sockets), "PATH": FOLDER}
    with running(home, **variables) as server:  # type: ignore[arg-type]  # variables alone
        server.until_session(session.id)
        assert "jump" not in (server.session(session.id) or {})
        assert refused(jump(server, session.id)) == (409, "unsupported")


def test_with_both_off_there_is_no_such_route(tmp_path: Path) -> None:
    with (
        a_home(tmp_path / "home"),
        running(
            tmp_path / "home", AGENT_LOOKOUT_TMUX="off", AGENT_LOOKOUT_TERMINAL_JUMP="off"
        ) as server,
    ):
        assert server.get(PATH)[0] == 404
        assert server.act(PATH, "jump", {"sessionId": "x"})[0] == 405
