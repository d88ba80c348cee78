"""What a person can do with a session: the fields that say so."""

from typing import Literal

from msgspec import Struct

StopHow = Literal["signal", "background"]
TerminalApp = Literal["Terminal", "iTerm2"]


class Links(Struct, frozen=True):
    """Addresses that the system hands to another program."""

    open: str
    """Opens the session where it runs."""


class TmuxJump(Struct, frozen=True, tag_field="kind", tag="tmux"):
    """A pane of tmux that can be selected."""

    place: str
    """The tmux session's name, the window and the pane, such as "work:2.1"."""


class TerminalJump(Struct, frozen=True, tag_field="kind", tag="terminal"):
    """A tab of a Mac's terminal that can be brought to the front."""

    app: TerminalApp
    place: str


Jump = TmuxJump | TerminalJump


class Stop(Struct, frozen=True):
    """That a session can be ended, and how."""

    how: StopHow


class Resume(Struct, frozen=True):
    """What goes on with a session that has ended."""

    command: str
    """A line for sh, bash or zsh."""
