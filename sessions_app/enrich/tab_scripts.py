"""The two scripts that bring a tab of Terminal or iTerm2 to the front, and their answers.

Each is fixed. Its one argument is the terminal that was found, and comes behind `--`. Both read
each tab's terminal and nothing else of it, send no keys and no text, and start no app.
"""

import re
from collections.abc import Mapping
from typing import Final, Literal

from sessions_app.domain.acts import TerminalApp
from sessions_app.enrich.terminals import Tab
from sessions_app.system import programs

OSASCRIPT: Final = "/usr/bin/osascript"
TIMEOUT_S: Final = 60.0
"""macOS may be asking the person whether this is allowed."""

_TTY: Final = re.compile(r"/dev/ttys[0-9]{1,6}", re.ASCII)
_NOT_ALLOWED: Final = "-1743"
"""errAEEventNotPermitted."""

TERMINAL: Final = """\
on run argv
	set wanted to item 1 of argv
	if application "Terminal" is not running then return "missing"
	try
		tell application "Terminal"
			repeat with oneWindow in windows
				repeat with oneTab in tabs of oneWindow
					if tty of oneTab is wanted then
						set selected of oneTab to true
						if miniaturized of oneWindow then set miniaturized of oneWindow to false
						set index of oneWindow to 1
						activate
						return "found"
					end if
				end repeat
			end repeat
		end tell
	on error number code
		return "error " & code
	end try
	return "missing"
end run
"""

ITERM2: Final = """\
on run argv
	set wanted to item 1 of argv
	if application "iTerm2" is not running then return "missing"
	try
		tell application "iTerm2"
			repeat with oneWindow in windows
				repeat with oneTab in tabs of oneWindow
					repeat with oneSession in sessions of oneTab
						if tty of oneSession is wanted then
							select oneSession
							select oneTab
							if miniaturized of oneWindow then set miniaturized of oneWindow to false
							select oneWindow
							activate
							return "found"
						end if
					end repeat
				end repeat
			end repeat
		end tell
	on error number code
		return "error " & code
	end try
	return "missing"
end run
"""

SCRIPTS: Final[Mapping[TerminalApp, str]] = {"Terminal": TERMINAL, "iTerm2": ITERM2}

Shown = Literal["found", "missing", "not-allowed", "failed"]


def show(tab: Tab, osascript: str = OSASCRIPT) -> Shown:
    """Brings a tab to the front; what came of it."""
    if not _TTY.fullmatch(tab.tty):
        raise ValueError(f"{tab.tty!r} is no terminal")
    result = programs.run([osascript, "-e", SCRIPTS[tab.app], "--", tab.tty], timeout_s=TIMEOUT_S)
    word = result.output.strip() if result.exit_code == 0 else ""
    if word == "found":
        return "found"
    if word == "missing":
        return "missing"
    return "not-allowed" if word == f"error {_NOT_ALLOWED}" else "failed"
