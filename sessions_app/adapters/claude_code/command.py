"""`claude agents --json --all`: the listing that Claude Code makes for other programs.

It costs 145 ms of processor time a run and knows less than the session files, so it only fills
in what they lack: background jobs without a process, and sessions of versions that wrote none.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from msgspec import Struct

from lookout.env import Environment
from sessions_app.adapters.claude_code.registry import folder_or_none
from sessions_app.domain.clock import EpochMs
from sessions_app.system import programs
from sessions_app.system.json_text import line_or_none, moment_or_none, whole_or_none

TIMEOUT_S: Final = 5.0
STOP_TIMEOUT_S: Final = 10.0
MOST_ENTRIES: Final = 1_000
"""The last ones: the command lists the oldest first."""
PLAIN_FOR_MS: Final = 10 * 60_000
"""How long a version that does not know --all is asked without it, before it is tried again."""

# Asks Claude Code to leave out its update check, usage and error reports for this run.
_QUIET: Final = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"}


class _Row(Struct, rename="camel"):
    pid: Any = None
    id: Any = None
    session_id: Any = None
    cwd: Any = None
    kind: Any = None
    started_at: Any = None
    name: Any = None
    status: Any = None
    waiting_for: Any = None
    state: Any = None


@dataclass(frozen=True, slots=True)
class Listed:
    """One session, as the command lists it."""

    pid: int | None
    job_id: str | None
    session_id: str | None
    cwd: str | None
    is_background: bool
    started_at: EpochMs | None
    name: str | None
    status: str | None
    waiting_for: str | None
    state: str | None
    """Of a background job: working, blocked, done, failed or stopped."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What one run of the command gave."""

    at: EpochMs
    rows: tuple[Listed, ...] = ()
    problem: str | None = None
    """A phrase that fits after "the claude command", when it gave no list."""


class Command:
    """The `claude` program, when there is one that may be run."""

    def __init__(self, environment: Environment, home: str, base: Mapping[str, str]) -> None:
        self._environment = environment
        self._home = home
        self._base = base
        self._plain_until: EpochMs | None = None

    @property
    def is_allowed(self) -> bool:
        """Whether the settings let it be run at all."""
        given = self._environment.given
        is_meant = "AGENT_LOOKOUT_CLAUDE_BIN" in given or "AGENT_LOOKOUT_CLAUDE_HOME" not in given
        return self._environment.claude_feed and is_meant

    def find(self) -> str | None:
        """The program's absolute path; None when it is not allowed or not found."""
        settings = self._environment
        if not self.is_allowed:
            return None
        if "AGENT_LOOKOUT_CLAUDE_BIN" in settings.given:
            return programs.find(settings.claude_bin, ("/",))
        home = settings.home
        usual = (f"{home}/.local/bin", "/opt/homebrew/bin", "/usr/local/bin")
        last = (f"{home}/.npm-global/bin", "/usr/bin")
        return programs.find("claude", (*settings.search_path, *usual, *last))

    @property
    def is_harmless(self) -> bool:
        """Whether a run writes nothing: 2.1.332 makes its settings file when there is none."""
        return os.path.exists(os.path.join(self._settings_folder, ".claude.json"))

    @property
    def is_default_home(self) -> bool:
        """Whether the home is the one that Claude Code takes when nothing names another."""
        return self._home == os.path.join(self._environment.home, ".claude")

    @property
    def is_another_named(self) -> bool:
        """Whether our own environment names another home than this one for every program."""
        return self._base.get("CLAUDE_CONFIG_DIR", self._home) != self._home

    @property
    def _settings_folder(self) -> str:
        default = self.is_default_home and self._base.get("CLAUDE_CONFIG_DIR") != self._home
        return self._environment.home if default else self._home

    def run(self, program: str, now: EpochMs) -> Listing:
        """Runs the command and reads its answer."""
        result = self._ask(program, now)
        if result.problem is not None:
            return Listing(now, problem=result.problem)
        if result.exit_code != 0:
            return Listing(now, problem=f"ended with code {result.exit_code}")
        return read_listing(result.output, now)

    def stop(self, job_id: str) -> str | None:
        """Has a background job stopped by its id of 8 digits; a phrase on why that failed."""
        program = self.find()
        if program is None:
            return "was not found"
        # The whole session id, a name or a process number is refused by it (2.1.332).
        result = programs.run(
            [program, "stop", job_id], timeout_s=STOP_TIMEOUT_S, environment=self._variables()
        )
        if result.problem is not None:
            return result.problem
        return None if result.exit_code == 0 else f"ended with code {result.exit_code}"

    def _variables(self) -> dict[str, str]:
        # Our own variables can hold secrets, and are none of another program's business.
        base = {k: v for k, v in self._base.items() if not k.startswith("AGENT_LOOKOUT_")}
        variables = {**base, **_QUIET}
        if not self.is_default_home:
            variables["CLAUDE_CONFIG_DIR"] = self._home
        elif self.is_another_named:
            del variables["CLAUDE_CONFIG_DIR"]
        return variables

    def _ask(self, program: str, now: EpochMs) -> programs.Result:
        variables = self._variables()
        plain = [program, "agents", "--json"]
        if self._plain_until is None or now >= self._plain_until:
            self._plain_until = None
            result = programs.run([*plain, "--all"], timeout_s=TIMEOUT_S, environment=variables)
            # A version that does not know --all says so by a code; one that was ended, by none.
            if result.exit_code is None or result.exit_code <= 0:
                return result
        result = programs.run(plain, timeout_s=TIMEOUT_S, environment=variables)
        if result.exit_code == 0:
            self._plain_until = self._plain_until or EpochMs(now + PLAIN_FOR_MS)
        return result


def read_listing(output: str, now: EpochMs) -> Listing:
    """The rows in the command's output."""
    try:
        rows = msgspec.json.decode(output, type=list[_Row])
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return Listing(now, problem="did not print the list expected")
    return Listing(now, tuple(_listed(row) for row in rows[-MOST_ENTRIES:]))


def _listed(row: _Row) -> Listed:
    return Listed(
        pid=whole_or_none(row.pid),
        job_id=line_or_none(row.id),
        session_id=line_or_none(row.session_id),
        cwd=folder_or_none(row.cwd),
        is_background=row.kind == "background",
        started_at=moment_or_none(row.started_at),
        name=line_or_none(row.name),
        status=line_or_none(row.status),
        waiting_for=line_or_none(row.waiting_for),
        state=line_or_none(row.state),
    )
