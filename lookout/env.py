"""The one table of environment variables: what each is called, means and defaults to."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["text", "path", "switch", "port"]


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable, and the field of Environment that it sets."""

    name: str
    field: str
    kind: Kind
    default: str
    help: str
    section: str
    fallback: str | None = None
    """Another program's variable, looked at when this one is not set."""


VARIABLES: Final[tuple[Variable, ...]] = (
    Variable(
        "AGENT_LOOKOUT_HOST",
        "host",
        "text",
        "127.0.0.1",
        "The loopback address to listen on: `127.0.0.1` or `::1`. Any other is refused.",
        "Server",
    ),
    Variable(
        "AGENT_LOOKOUT_PORT",
        "port",
        "port",
        "4777",
        "The port to listen on.",
        "Server",
    ),
    Variable(
        "AGENT_LOOKOUT_FILE_NOTIFICATIONS",
        "file_notifications",
        "switch",
        "on",
        "`off` relies on the two-second poll alone, for folders whose changes the system does not "
        "announce, such as some network drives.",
        "Server",
    ),
    Variable(
        "AGENT_LOOKOUT_HISTORY",
        "history",
        "switch",
        "on",
        "`off` keeps events, charts and waits in memory alone: nothing is written, and they begin "
        "anew with each start.",
        "History",
    ),
    Variable(
        "AGENT_LOOKOUT_HISTORY_DIR",
        "history_dir",
        "path",
        "~/.agent-lookout/history",
        "The folder the history is kept in. One that others can open is refused.",
        "History",
    ),
    Variable(
        "AGENT_LOOKOUT_URL",
        "url",
        "text",
        "http://127.0.0.1:4777",
        "The address `agent-lookout status` asks. Set it where that command runs.",
        "Commands",
    ),
    Variable(
        "AGENT_LOOKOUT_CLAUDE_HOME",
        "claude_home",
        "path",
        "~/.claude",
        "Claude Code's folder. With it set, the `claude` command is run only if "
        "`AGENT_LOOKOUT_CLAUDE_BIN` is set too.",
        "Claude Code",
        fallback="CLAUDE_CONFIG_DIR",
    ),
    Variable(
        "AGENT_LOOKOUT_CLAUDE_BIN",
        "claude_bin",
        "path",
        "",
        "The `claude` program to run, instead of the one found.",
        "Claude Code",
    ),
    Variable(
        "AGENT_LOOKOUT_CLAUDE_FEED",
        "claude_feed",
        "switch",
        "on",
        "`off` never runs the `claude` command; sessions come from its files alone.",
        "Claude Code",
    ),
    Variable(
        "AGENT_LOOKOUT_WAITING_TEXT",
        "waiting_text",
        "switch",
        "on",
        "`off` opens no transcript and keeps nothing of what Codex asks; a waiting session shows "
        "its reason alone.",
        "Claude Code",
    ),
    Variable(
        "AGENT_LOOKOUT_CODEX_HOME",
        "codex_home",
        "path",
        "~/.codex",
        "Codex's folder. With it set, a folder that is not there is looked for every 2 seconds "
        "instead of once a minute.",
        "Codex",
        fallback="CODEX_HOME",
    ),
    Variable(
        "AGENT_LOOKOUT_STATUS_DIR",
        "status_dir",
        "path",
        "~/.agent-lookout/sessions",
        "The folder other agents write their status files to.",
        "Status files",
    ),
    Variable(
        "AGENT_LOOKOUT_SETTINGS_FILE",
        "settings_file",
        "path",
        "~/.agent-lookout/settings.json",
        "The file that keeps the time rules of the Settings page.",
        "Time rules",
    ),
    Variable(
        "AGENT_LOOKOUT_PULL_REQUESTS",
        "pull_requests",
        "switch",
        "off",
        "`on` asks GitHub, through your own `gh`, for the pull request of each session's branch.",
        "Pull requests",
    ),
    Variable(
        "AGENT_LOOKOUT_TMUX",
        "tmux",
        "switch",
        "on",
        "`off` never runs tmux, and Jump reaches no pane.",
        "Jump and Stop",
    ),
    Variable(
        "AGENT_LOOKOUT_TERMINAL_JUMP",
        "terminal_jump",
        "switch",
        "on",
        "`off` looks for no tab of Terminal or iTerm2 on a Mac, and Jump reaches none.",
        "Jump and Stop",
    ),
    Variable(
        "AGENT_LOOKOUT_STOP",
        "stop",
        "switch",
        "on",
        "`off` takes Stop and the ending of sessions left running away: nothing is ever ended.",
        "Jump and Stop",
    ),
)


@dataclass(frozen=True, slots=True)
class Environment:
    """What this start was told, read once from the environment."""

    home: str
    search_path: tuple[str, ...]
    """Absolute folders of PATH, in order."""
    problems: tuple[str, ...]
    """One sentence for each variable that could not be read; its careful side was taken."""
    given: frozenset[str]
    """The names in VARIABLES that were set."""
    host: str
    port: int
    file_notifications: bool
    history: bool
    history_dir: str
    url: str
    claude_home: str
    claude_bin: str
    claude_feed: bool
    waiting_text: bool
    codex_home: str
    status_dir: str
    settings_file: str
    tmux: bool
    terminal_jump: bool
    stop: bool
    pull_requests: bool

    def problem_of(self, name: str) -> str | None:
        """The sentence about one variable, when it could not be read."""
        return next((one for one in self.problems if one.startswith(f"{name} ")), None)


def read(environ: Mapping[str, str] | None = None) -> Environment:
    """The settings of this start; a value that cannot be read becomes a sentence in `problems`.

    An unreadable switch takes the side that does less: off.
    """
    # django-environ takes 40 ms to import; `agent-lookout status` uses this table without it.
    from environ import Env  # noqa: PLC0415

    given = os.environ if environ is None else environ
    home = given.get("HOME") or os.path.expanduser("~")
    env = Env()
    env.ENVIRON = dict(given)
    problems: list[str] = []
    values: dict[str, str | int | bool] = {}
    for variable in VARIABLES:
        raw = env.str(variable.name, default="").strip()
        if not raw and variable.fallback:
            raw = env.str(variable.fallback, default="").strip()
        value, problem = _cast(variable, raw or variable.default, home)
        if problem:
            problems.append(problem)
        values[variable.field] = value
    problems += _unknown(given)
    return Environment(
        home=home,
        search_path=tuple(p for p in given.get("PATH", "").split(os.pathsep) if os.path.isabs(p)),
        problems=tuple(problems),
        given=frozenset(v.name for v in VARIABLES if given.get(v.name, "").strip()),
        **values,  # type: ignore[arg-type]  # a test holds the table's fields and kinds to the class
    )


def _unknown(given: Mapping[str, str]) -> list[str]:
    """A sentence for each name that looks like a setting and is none."""
    known = {variable.name for variable in VARIABLES}
    return [
        f"{name} is not a setting of this version; the guide lists them."
        for name in sorted(given)
        if name.startswith("AGENT_LOOKOUT_") and name not in known
    ]


def _cast(variable: Variable, raw: str, home: str) -> tuple[str | int | bool, str | None]:
    if variable.kind == "switch":
        return _switch(variable, raw)
    if variable.kind == "port":
        return _port(variable, raw)
    return (_path(raw, home) if variable.kind == "path" else raw), None


def _switch(variable: Variable, raw: str) -> tuple[bool, str | None]:
    if raw in ("on", "off"):
        return raw == "on", None
    return False, f"{variable.name} is {raw!r}; it takes on or off, and is off until then."


def _port(variable: Variable, raw: str) -> tuple[int, str | None]:
    if raw.isascii() and raw.isdigit() and 0 < int(raw[:6]) < 65_536:
        return int(raw[:6]), None
    sentence = (
        f"{variable.name} is {raw!r}; it takes a port from 1 to 65535, and is 4777 until then."
    )
    return int(variable.default), sentence


def _path(raw: str, home: str) -> str:
    if raw == "~" or raw.startswith("~/"):
        return home + raw[1:]
    return os.path.abspath(raw) if raw else raw
