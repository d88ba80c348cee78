"""A Mac's tabs: found by what `ps` prints there, shown by two fixed scripts."""

import json
import stat
import sys
from pathlib import Path

import pytest
from msgspec import UNSET

from sessions_app.actions.jump import Jump, Jumped
from sessions_app.actions.refusal import NotJumped
from sessions_app.domain.acts import TerminalApp, TerminalJump, TmuxJump
from sessions_app.domain.clock import EpochMs
from sessions_app.domain.session import Session
from sessions_app.domain.snapshot import assemble
from sessions_app.enrich.tab_scripts import SCRIPTS, show
from sessions_app.enrich.terminals import SPACING_MS, Tab, Terminals

NOW = EpochMs(1_796_050_800_000)

PRINTED = """\
    1     0 ??       /sbin/launchd
  410     1 ??       /System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal
  411   410 ttys004  login
  412   411 ttys004  -zsh
  413   412 ttys004  claude
  500     1 ??       /Applications/iTerm.app/Contents/MacOS/iTerm2
  501   500 ??       /Users/dev/Library/Application Support/iTerm2/iTermServer-3.5.0
  502   501 ttys011  -fish
  503   502 ttys011  node
  600     1 ??       /Applications/Ghostty.app/Contents/MacOS/ghostty
  601   600 ttys012  claude
  700     1 ??       tmux
  701   700 ttys013  claude
  800   410 ??       claude
  900   901 ttys014  claude
  901   900 ttys014  Terminal
"""

FAKE = """#!{python} -S
import json, sys
with open({record!r}, "w") as record:
    json.dump(sys.argv[1:], record)
print({answer!r})
sys.exit({code})
"""


def session(pid: int) -> Session:
    return Session(
        id=f"claude-code:{pid}", source="claude-code", name="x", status="idle", pid=pid, alive=True
    )


def terminals() -> Terminals:
    return Terminals(lambda: PRINTED, is_mac=True)


@pytest.mark.parametrize(
    ("pid", "tab"),
    [
        (413, Tab("Terminal", "/dev/ttys004")),
        (503, Tab("iTerm2", "/dev/ttys011")),
        (601, None),
        (701, None),
        (800, None),
        (900, None),
        (999, None),
    ],
)
def test_a_session_is_in_the_tab_whose_app_is_above_it(pid: int, tab: Tab | None) -> None:
    made = terminals()
    made.look([session(pid)], NOW)
    assert made.tab_of(session(pid)) == tab
    jump = UNSET if tab is None else TerminalJump(tab.app, tab.app)
    assert made.added_to(session(pid)).jump == jump


def test_a_pane_of_tmux_is_nearer_than_a_tab() -> None:
    made = terminals()
    in_pane = Session(
        id="x:1", source="x", name="x", status="idle", pid=413, jump=TmuxJump("work:0.0")
    )
    made.look([in_pane], NOW)
    assert made.added_to(in_pane) is in_pane


def test_each_process_is_asked_about_once_and_five_seconds_apart() -> None:
    made = terminals()
    first, second = session(413), session(503)
    assert made.is_due([first], NOW)
    assert not made.is_due([], NOW)
    made.look([first], NOW)
    assert not made.is_due([first], EpochMs(NOW + 10 * SPACING_MS))
    assert not made.is_due([first, second], EpochMs(NOW + SPACING_MS - 1))
    assert made.is_due([first, second], EpochMs(NOW + SPACING_MS))
    made.doubt(first)
    assert made.is_due([first], EpochMs(NOW + SPACING_MS))


def test_nothing_is_asked_where_there_is_no_such_app() -> None:
    assert not Terminals(lambda: PRINTED, is_mac=False).is_due([session(413)], NOW)


class FakeOsascript:
    """A program that notes its arguments and answers as it is told."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "osascript"
        self._record = folder / "record"

    def answers(self, answer: str, code: int = 0) -> None:
        self.path.write_text(
            FAKE.format(python=sys.executable, record=str(self._record), answer=answer, code=code)
        )
        self.path.chmod(stat.S_IRWXU)

    def was_called_with(self) -> list[str]:
        called: list[str] = json.loads(self._record.read_text())
        return called


@pytest.fixture
def osascript(tmp_path: Path) -> FakeOsascript:
    return FakeOsascript(tmp_path)


@pytest.mark.parametrize("app", ["Terminal", "iTerm2"])
def test_the_script_is_the_apps_own_and_the_terminal_its_one_argument(
    osascript: FakeOsascript, app: TerminalApp
) -> None:
    osascript.answers("found")
    assert show(Tab(app, "/dev/ttys004"), str(osascript.path)) == "found"
    assert osascript.was_called_with() == ["-e", SCRIPTS[app], "--", "/dev/ttys004"]


@pytest.mark.parametrize(
    ("answer", "code", "outcome"),
    [
        ("missing", 0, "missing"),
        ("error -1743", 0, "not-allowed"),
        ("error -1728", 0, "failed"),
        ("found", 1, "failed"),
        ("", 0, "failed"),
    ],
)
def test_what_a_script_prints_is_all_that_is_read_of_it(
    osascript: FakeOsascript, answer: str, code: int, outcome: str
) -> None:
    osascript.answers(answer, code)
    assert show(Tab("Terminal", "/dev/ttys004"), str(osascript.path)) == outcome


@pytest.mark.parametrize("tty", ["", "ttys004", "/dev/ttys004\n", "/dev/ttys004;", "-e", "/dev/x"])
def test_nothing_but_a_terminal_is_handed_over(osascript: FakeOsascript, tty: str) -> None:
    with pytest.raises(ValueError, match="no terminal"):
        show(Tab("Terminal", tty), str(osascript.path))


@pytest.mark.parametrize("app", ["Terminal", "iTerm2"])
def test_the_scripts_are_what_was_reviewed(app: TerminalApp) -> None:
    """Each line is one of these: a script that does more has been changed on purpose."""
    allowed = {
        "on run argv",
        "set wanted to item 1 of argv",
        f'if application "{app}" is not running then return "missing"',
        "try",
        f'tell application "{app}"',
        "repeat with oneWindow in windows",
        "repeat with oneTab in tabs of oneWindow",
        "repeat with oneSession in sessions of oneTab",
        "if tty of oneTab is wanted then",
        "if tty of oneSession is wanted then",
        "set selected of oneTab to true",
        "select oneSession",
        "select oneTab",
        "select oneWindow",
        "if miniaturized of oneWindow then set miniaturized of oneWindow to false",
        "set index of oneWindow to 1",
        "activate",
        'return "found"',
        "end if",
        "end repeat",
        "end tell",
        "on error number code",
        'return "error " & code',
        "end try",
        'return "missing"',
        "end run",
    }
    assert {line.strip() for line in SCRIPTS[app].splitlines()} <= allowed


def press(made: Terminals, osascript: FakeOsascript) -> Jumped:
    made.look([session(413)], NOW)
    snapshot = assemble(NOW, (), [made.added_to(session(413))])
    return Jump(lambda: snapshot, None, made, str(osascript.path)).to("claude-code:413")


def test_a_jump_says_which_app_it_led_to(osascript: FakeOsascript) -> None:
    osascript.answers("found")
    assert press(terminals(), osascript) == Jumped("terminal", "Terminal", app="Terminal")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("missing", "tab-closed"), ("error -1743", "not-allowed"), ("", "failed")],
)
def test_a_jump_that_leads_nowhere_says_why(
    osascript: FakeOsascript, answer: str, reason: str
) -> None:
    osascript.answers(answer)
    made = terminals()
    with pytest.raises(NotJumped) as refusal:
        press(made, osascript)
    assert refusal.value.reason == reason
    assert refusal.value.sentence.endswith(".")
    is_asked_again = made.is_due([session(413)], EpochMs(NOW + SPACING_MS))
    assert is_asked_again == (reason == "tab-closed")
