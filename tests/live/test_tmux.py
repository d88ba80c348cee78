"""Jump on a real tmux, on sockets of its own."""

import os
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec import UNSET

from sessions_app.actions.jump import Jump, Jumped
from sessions_app.actions.refusal import NotJumped
from sessions_app.domain.acts import TmuxJump
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import assemble
from sessions_app.enrich.panes import EVERY_MS, SOON_MS, Panes
from sessions_app.enrich.tmux import Pane, sockets
from tests.support.tmux_world import TMUX, TmuxServer, a_tmux, until

pytestmark = pytest.mark.skipif(not TMUX, reason="tmux is not installed")

NOW = EpochMs(1_796_050_800_000)
PATH = (os.path.dirname(TMUX),)
UID = os.geteuid()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short one, since a socket's path may have about a hundred bytes."""
    with TemporaryDirectory(dir="/tmp") as path:
        yield Path(path)


@pytest.fixture
def servers(folder: Path) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def named(servers: ExitStack, folder: Path, name: str = "default") -> TmuxServer:
    """A server where tmux itself would put its socket, were TMUX_TMPDIR this folder."""
    place = folder / f"tmux-{UID}"
    place.mkdir(mode=0o700, exist_ok=True)
    return servers.enter_context(a_tmux(place / name))


@pytest.fixture
def tmux(servers: ExitStack, folder: Path) -> TmuxServer:
    return named(servers, folder)


@pytest.fixture
def panes(folder: Path) -> Panes:
    return Panes({"TMUX_TMPDIR": str(folder)}, PATH)


def session_in(pane: Pane, source: str = "status-files") -> Session:
    return Session(
        id=f"{source}:{pane.pid}", source=source, name="x", status="idle", pid=pane.pid, alive=True
    )


def jump(panes: Panes, *sessions: Session) -> Jumped:
    """Jumps to the first of these sessions, of which tmux is asked first."""
    panes.look(sessions, NOW)
    return jump_on(panes, *sessions)


def jump_on(panes: Panes, *sessions: Session) -> Jumped:
    """Jumps to the first, by what is known."""
    snapshot = assemble(NOW, (), (panes.added_to(one) for one in sessions))
    return Jump(lambda: snapshot, panes, None).to(sessions[0].id)


def reason_of(panes: Panes, *sessions: Session) -> str:
    with pytest.raises(NotJumped) as refusal:
        jump_on(panes, *sessions)
    assert refusal.value.sentence.endswith(".")
    return refusal.value.reason


# Where a session is


def test_a_session_of_any_agent_in_a_pane_has_its_place(tmux: TmuxServer, panes: Panes) -> None:
    pane = tmux.window(tmux.session("work"))
    for source in ("claude-code", "codex", "status-files"):
        session = session_in(pane, source)
        panes.look([session], NOW)
        assert panes.added_to(session).jump == TmuxJump("work:1.0")


def test_a_process_started_deep_below_the_pane_is_found(tmux: TmuxServer, panes: Panes) -> None:
    pane = tmux.session("work", "sh -c 'sh -c \"cat; true\"; true'")

    def below(pid: int) -> int | None:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return int(children[0]) if children else None

    if not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists():
        pytest.skip("this system does not list a process's children")
    deepest = until(lambda: below(until(lambda: below(pane.pid))))
    session = Session(id="x:1", source="x", name="x", status="idle", pid=deepest)
    panes.look([session], NOW)
    assert panes.added_to(session).jump == TmuxJump("work:0.0")


def test_a_session_outside_of_tmux_has_none(tmux: TmuxServer, panes: Panes) -> None:
    tmux.session("work")
    session = Session(id="x:1", source="x", name="x", status="idle", pid=os.getpid())
    panes.look([session], NOW)
    assert panes.added_to(session) is session


def test_every_server_of_this_user_is_asked(servers: ExitStack, folder: Path, panes: Panes) -> None:
    one, other = named(servers, folder), named(servers, folder, "other")
    sessions = [session_in(one.session("work")), session_in(other.session("play"))]
    panes.look(sessions, NOW)
    places = [panes.added_to(session).jump for session in sessions]
    assert places == [TmuxJump("work:0.0"), TmuxJump("play:0.0")]


def test_a_server_on_a_socket_elsewhere_is_known_by_the_session_itself(
    servers: ExitStack, folder: Path
) -> None:
    server = servers.enter_context(a_tmux(folder / "my own, socket"))
    session = session_in(server.session("work"))
    panes = Panes({"TMUX_TMPDIR": str(folder / "nowhere")}, PATH)
    panes.look([session], NOW)
    assert panes.added_to(session).jump == TmuxJump("work:0.0")
    assert jump_on(panes, session).place == "work:0.0"


def test_the_server_we_run_in_is_asked(servers: ExitStack, folder: Path) -> None:
    server = servers.enter_context(a_tmux(folder / "s"))
    assert sockets({"TMUX": f"{folder}/s,123,0"}, ()) == []
    server.session("work")
    own = {"TMUX": f"{folder}/s,123,0", "TMUX_TMPDIR": str(folder / "nowhere")}
    assert sockets(own, ()) == [f"{folder}/s"]


def test_what_is_no_socket_of_ours_is_not_asked(
    servers: ExitStack, folder: Path, tmux: TmuxServer
) -> None:
    tmux.session("work")
    place = folder / f"tmux-{UID}"
    (place / "file").write_text("")
    (place / "link").symlink_to(place / "default")
    os.mkfifo(place / "pipe")
    assert sockets({"TMUX_TMPDIR": str(folder)}, ["relative,1,0", "\0,1,0"]) == [
        str(place / "default")
    ]


def test_a_socket_left_behind_says_nothing(tmux: TmuxServer, panes: Panes) -> None:
    session = session_in(tmux.session("work"))
    tmux.run("kill-server")
    panes.look([session], NOW)
    assert panes.added_to(session).jump is UNSET


def test_the_agents_own_word_for_its_pane_is_taken_where_it_can_mean_but_one(
    servers: ExitStack, folder: Path
) -> None:
    one = named(servers, folder)
    pane = one.session("work")
    said = f"work:@0.{pane.id}"
    session = Session(id="x:1", source="x", name="x", status="idle", pid=os.getpid())
    panes = Panes({"TMUX_TMPDIR": str(folder)}, PATH, lambda _: said)
    panes.look([session], NOW)
    assert panes.added_to(session).jump == TmuxJump("work:0.0")
    named(servers, folder, "other").session("work")
    panes.look([session], NOW)
    assert panes.added_to(session).jump is UNSET


def test_tmux_is_asked_every_thirty_seconds_and_sooner_for_a_new_process(
    tmux: TmuxServer, panes: Panes
) -> None:
    first, second = session_in(tmux.session("a")), session_in(tmux.session("b"))
    assert not panes.is_due([], NOW)
    assert panes.is_due([first], NOW)
    panes.look([first], NOW)
    soon, later = EpochMs(NOW + SOON_MS), EpochMs(NOW + EVERY_MS)
    assert not panes.is_due([first], EpochMs(later - 1))
    assert panes.is_due([first], later)
    assert not panes.is_due([first, second], EpochMs(soon - 1))
    assert panes.is_due([first, second], soon)
    assert panes.is_due([first], EpochMs(NOW - 1))
    panes.doubt()
    assert panes.is_due([first], soon)


# Going there


def test_a_pane_in_another_window_is_selected(tmux: TmuxServer, panes: Panes) -> None:
    first = tmux.session("work")
    terminal = tmux.attach(first)
    pane = tmux.window(first)
    assert jump(panes, session_in(pane)) == Jumped("tmux", "work:1.0")
    assert tmux.shown() == {terminal.name: pane.id}


def test_a_pane_of_a_split_window_is_selected(tmux: TmuxServer, panes: Panes) -> None:
    first = tmux.session("work")
    terminal = tmux.attach(first)
    pane = tmux.split(tmux.split(first))
    assert jump(panes, session_in(pane)).place == f"work:0.{pane.index}"
    assert tmux.shown() == {terminal.name: pane.id}


def test_no_terminal_is_moved_when_one_shows_the_session(tmux: TmuxServer, panes: Panes) -> None:
    work, play = tmux.session("work"), tmux.session("play")
    at_work, at_play = tmux.attach(work), tmux.attach(play)
    pane = tmux.window(work)
    assert jump(panes, session_in(pane)) == Jumped("tmux", "work:1.0")
    assert tmux.shown() == {at_work.name: pane.id, at_play.name: play.id}


def test_of_terminals_that_show_others_the_one_used_last_is_moved(
    tmux: TmuxServer, panes: Panes
) -> None:
    work, play, rest = (tmux.session(name) for name in ("work", "play", "rest"))
    terminals = {tmux.attach(play).name: play.id, tmux.attach(rest).name: rest.id}
    last = max(tmux.client.clients(), key=lambda client: client.active_at)
    assert jump(panes, session_in(work)) == Jumped("tmux", "work:0.0")
    assert tmux.shown() == terminals | {last.name: work.id}


def test_no_terminal_is_moved_when_one_shows_the_pane_through_another_session_of_its_group(
    tmux: TmuxServer, panes: Panes
) -> None:
    work, play = tmux.session("work"), tmux.session("play")
    at_work, at_play = tmux.attach(work), tmux.attach(play)
    tmux.run("new-session", "-d", "-t", "work", "-s", "beside")
    before = tmux.shown()
    assert jump(panes, session_in(work)) == Jumped("tmux", "work:0.0")
    assert tmux.shown() == before == {at_work.name: work.id, at_play.name: play.id}


def test_of_a_group_the_session_that_a_terminal_shows_is_gone_on_with(
    tmux: TmuxServer, panes: Panes
) -> None:
    work = tmux.session("work")
    pane = tmux.window(work)
    play = tmux.session("play")
    at_work, at_play = tmux.attach(work), tmux.attach(play)
    tmux.run("new-session", "-d", "-t", "work", "-s", "beside")
    assert jump(panes, session_in(pane)) == Jumped("tmux", "work:1.0")
    assert tmux.shown() == {at_work.name: pane.id, at_play.name: play.id}


def test_a_terminal_that_shows_another_window_of_the_group_is_left_with_it(
    tmux: TmuxServer, panes: Panes
) -> None:
    work = tmux.session("work")
    other = tmux.window(work)
    at_work = tmux.attach(work)
    tmux.run("new-session", "-d", "-t", "work", "-s", "beside")
    beside = next(
        one for one in tmux.client.panes() or () if (one.id, one.session) == (other.id, "beside")
    )
    at_beside = tmux.attach_to(beside.session_id)
    tmux.run("select-window", "-t", f"{beside.session_id}:{beside.window_id}")
    assert tmux.shown() == {at_work.name: work.id, at_beside.name: other.id}
    for pane in (work, other):
        jump(panes, session_in(pane))
        assert tmux.shown() == {at_work.name: work.id, at_beside.name: other.id}


def test_a_terminal_that_is_suspended_shows_nothing(tmux: TmuxServer, panes: Panes) -> None:
    work, play = tmux.session("work"), tmux.session("play")
    at_work, at_play = tmux.attach(work), tmux.attach(play)
    tmux.run("suspend-client", "-t", at_work.name)
    until(lambda: "suspended" in tmux.run("list-clients", "-F", "#{client_flags}") or None)
    assert jump(panes, session_in(work)) == Jumped("tmux", "work:0.0")
    assert tmux.shown()[at_play.name] == work.id


@pytest.mark.skipif(UID != 0, reason="only root can attach as another user")
def test_another_users_terminal_is_not_moved(servers: ExitStack, folder: Path) -> None:
    folder.chmod(0o755)
    server = servers.enter_context(a_tmux(folder / "shared"))
    work, play = server.session("work"), server.session("play")
    server.run("server-access", "-a", "-w", "nobody")
    server.socket.chmod(0o777)
    own = server.attach(play)
    theirs = server.attach(play, user="nobody")
    panes = Panes({"TMUX": f"{server.socket},1,0", "TMUX_TMPDIR": "/nowhere"}, PATH)
    assert jump(panes, session_in(work)) == Jumped("tmux", "work:0.0")
    assert server.shown() == {own.name: work.id, theirs.name: play.id}


def test_a_tmux_that_does_not_answer_is_not_taken_for_one_that_stopped(
    tmux: TmuxServer, panes: Panes
) -> None:
    session = session_in(tmux.session("work"))
    panes.look([session], NOW)
    server = int(tmux.run("display-message", "-p", "#{pid}"))
    os.kill(server, signal.SIGSTOP)
    try:
        assert reason_of(panes, session) == "failed"
    finally:
        os.kill(server, signal.SIGCONT)


@pytest.mark.skipif(UID != 0, reason="only root can give a socket away")
def test_a_socket_that_became_another_users_is_not_asked(tmux: TmuxServer, panes: Panes) -> None:
    session = session_in(tmux.session("work"))
    panes.look([session], NOW)
    os.chown(tmux.socket, 65534, -1)
    assert reason_of(panes, session) == "tmux-stopped"
    os.chown(tmux.socket, UID, -1)


def test_a_name_that_reads_otherwise_than_it_is_stands_in_no_line(
    tmux: TmuxServer, panes: Panes
) -> None:
    pane = tmux.session("\u202eabc")
    attach = jump(panes, session_in(pane)).attach
    assert attach == f"tmux -S '{tmux.socket}' attach -t '{pane.session_id}'"


def test_a_detached_session_says_how_to_attach(tmux: TmuxServer, panes: Panes) -> None:
    tmux.session("other")
    first = tmux.session("work")
    pane = tmux.window(first)
    jumped = jump(panes, session_in(pane))
    assert jumped == Jumped("tmux", "work:1.0", attach=f"tmux -S '{tmux.socket}' attach -t '=work'")
    assert pane.id in tmux.active()


NAMES = [
    "two words",
    " -t",
    "-t",
    "-",
    "--",
    "%0",
    "%1",
    "@0",
    "$0",
    "=work",
    "+1",
    "-1",
    "!",
    "{last}",
    "~",
    "work;kill-server",
    "it's",
    '"$(touch owned)"',
    "##{pane_pid}",
    "##S",
    "*",
    "日本 é",
    "a" * 300,
]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_is_read_as_anything_but_a_name(
    tmux: TmuxServer, panes: Panes, folder: Path, name: str
) -> None:
    work = tmux.session("work")
    pane = tmux.session(name)
    tmux.split(work)
    terminal = tmux.attach(work)
    assert panes_alive(tmux) == 3
    jumped = jump(panes, session_in(pane))
    assert jumped.place.endswith(":0.0")
    assert tmux.shown() == {terminal.name: pane.id}
    assert panes_alive(tmux) == 3


@pytest.mark.parametrize("name", ["a:b", "a.b", "a:b.c", "work:0.1"])
def test_colons_and_dots_are_what_tmux_makes_of_them(
    tmux: TmuxServer, panes: Panes, name: str
) -> None:
    pane = tmux.session(name)
    shown = name.replace(":", "_").replace(".", "_")
    assert jump(panes, session_in(pane)).place == f"{shown}:0.0"


@pytest.mark.parametrize("name", NAMES)
def test_the_line_that_attaches_does_so_in_a_shell(
    tmux: TmuxServer, panes: Panes, name: str
) -> None:
    tmux.session("work")
    pane = tmux.session(name)
    attach = jump(panes, session_in(pane)).attach
    assert attach is not None
    assert len(shlex.split(attach)) == 6
    # Without a terminal tmux gets as far as finding the session, and then complains of that.
    result = subprocess.run(
        ["/bin/sh", "-c", attach], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert b"open terminal failed: not a terminal" in result.stderr


def panes_alive(tmux: TmuxServer) -> int:
    return len(tmux.client.panes() or ())


def test_a_pane_that_closed_says_so_and_is_looked_for_again(tmux: TmuxServer, panes: Panes) -> None:
    tmux.session("work")
    pane = tmux.session("play")
    session = session_in(pane)
    panes.look([session], NOW)
    tmux.run("kill-pane", "-t", pane.id)
    assert reason_of(panes, session) == "pane-closed"
    assert panes.is_due([session], EpochMs(NOW + SOON_MS))


def test_a_tmux_that_stopped_says_so(tmux: TmuxServer, panes: Panes) -> None:
    session = session_in(tmux.session("work"))
    panes.look([session], NOW)
    tmux.run("kill-server")
    assert reason_of(panes, session) == "tmux-stopped"


def test_a_server_begun_anew_gives_its_panes_the_same_ids_and_is_not_taken_for_the_old(
    tmux: TmuxServer, panes: Panes
) -> None:
    session = session_in(tmux.session("work"))
    panes.look([session], NOW)
    tmux.run("kill-server")
    until(lambda: tmux.client.panes() is None or None)
    first = tmux.session("first")
    second = tmux.window(first)
    tmux.run("select-pane", "-t", second.id)
    assert reason_of(panes, session) == "pane-closed"
    assert tmux.active() == {first.id}


def test_a_pane_whose_program_ended_can_still_be_seen(tmux: TmuxServer, panes: Panes) -> None:
    first = tmux.session("work")
    tmux.run("set-option", "-g", "remain-on-exit", "on")
    pane = tmux.window(first)
    session = session_in(pane)
    panes.look([session], NOW)
    os.kill(pane.pid, 9)
    until(lambda: tmux.run("display", "-p", "-t", pane.id, "#{pane_dead}") == "1" or None)
    assert jump_on(panes, session).place == "work:1.0"


def test_a_session_that_is_not_listed_is_gone(tmux: TmuxServer, panes: Panes) -> None:
    with pytest.raises(NotJumped) as refusal:
        Jump(lambda: assemble(NOW, (), ()), panes, None).to("status-files:1")
    assert refusal.value.reason == "gone"


def test_a_session_in_no_pane_is_not_jumped_to(tmux: TmuxServer, panes: Panes) -> None:
    session = Session(id="x:1", source="x", name="x", status="idle", pid=os.getpid())
    panes.look([session], NOW)
    assert reason_of(panes, session) == "unsupported"
