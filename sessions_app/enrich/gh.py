"""The GitHub CLI, `gh`: asked for a branch's pull request, with its own login."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from lookout.env import Environment
from sessions_app.domain.git import PullRequest
from sessions_app.enrich.gh_answer import FIELDS, read_answer
from sessions_app.enrich.remotes import Target
from sessions_app.system import programs

TIMEOUT_S: Final = 15.0
MOST_LISTED: Final = 10
"""Pull requests of one branch's name: its own, earlier ones, and those of others' forks."""

# What gh needs to find its login, its network and, where it is a script, its own programs.
_PASSED_ON: Final = frozenset(
    [
        *("HOME", "USER", "LOGNAME", "PATH", "TMPDIR", "LANG"),
        *("GH_CONFIG_DIR", "GH_TOKEN", "GITHUB_TOKEN"),
        *("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"),
        *("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"),  # the keyring that holds its login
        *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
        *("SSL_CERT_FILE", "SSL_CERT_DIR"),
    ]
)
_QUIET: Final = {
    "GH_PROMPT_DISABLED": "1",
    "GH_NO_UPDATE_NOTIFIER": "1",
    "GH_NO_EXTENSION_UPDATE_NOTIFIER": "1",
    "GH_SPINNER_DISABLED": "1",
    "NO_COLOR": "1",
    "DO_NOT_TRACK": "1",  # gh's own telemetry
}
_NOT_SIGNED_IN_CODE: Final = 4

Kind = Literal["signed-out", "everywhere", "here"]
"""Whether the same holds for every branch, or for the one that was asked for alone."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why gh gave no answer, in words of our own and never its."""

    kind: Kind
    reason: str


_SIGNED_OUT: Final = Trouble("signed-out", "gh is not signed in to GitHub")
_GARBAGE: Final = Trouble("here", "gh did not print the list expected")

# What it writes to standard error, in small letters, and what is told of it.
_KNOWN: Final[tuple[tuple[str, Trouble], ...]] = (
    ("rate limit", Trouble("everywhere", "GitHub takes no more questions from gh for a while")),
    ("http 401", _SIGNED_OUT),
    ("gh auth login", _SIGNED_OUT),
    ("error connecting to", Trouble("everywhere", "gh could not reach GitHub")),
    ("could not resolve to a repository", Trouble("here", "gh cannot see a session's repository")),
)


class Gh:
    """The `gh` program, wherever it is."""

    def __init__(
        self, environment: Environment, base: Mapping[str, str], timeout_s: float = TIMEOUT_S
    ) -> None:
        home = environment.home
        usual = ("/opt/homebrew/bin", "/usr/local/bin", f"{home}/.local/bin", "/usr/bin")
        others = ("/home/linuxbrew/.linuxbrew/bin", "/snap/bin")
        self._folders = (*environment.search_path, *usual, *others)
        passed_on = {name: value for name, value in base.items() if name in _PASSED_ON}
        self._variables = passed_on | _QUIET
        self._timeout_s = timeout_s

    def find(self) -> str | None:
        """The program's absolute path, looked for on PATH and then where it usually is."""
        return programs.find("gh", self._folders)

    def ask(self, program: str, target: Target) -> PullRequest | Trouble | None:
        """A branch's pull request, None when it has none, or why that could not be told."""
        result = programs.run(
            arguments(program, target),
            timeout_s=self._timeout_s,
            environment=self._variables,
            with_errors=True,
        )
        if result.problem is not None or result.exit_code != 0:
            return _trouble(result)
        try:
            return read_answer(result.output, target)
        except ValueError:
            return _GARBAGE


def arguments(program: str, target: Target) -> list[str]:
    """The command; each value stands with its option, so that none can be taken for another."""
    return [
        program,
        "pr",
        "list",
        f"--repo=github.com/{target.repository}",
        f"--head={target.branch}",
        "--state=all",
        f"--limit={MOST_LISTED}",
        f"--json={','.join(FIELDS)}",
    ]


def _trouble(result: programs.Result) -> Trouble:
    if result.problem is not None:
        is_slow = result.problem.startswith("did not answer")
        return Trouble("everywhere" if is_slow else "here", f"gh {result.problem}")
    if result.exit_code == _NOT_SIGNED_IN_CODE:
        return _SIGNED_OUT
    errors = result.errors.lower()
    for words, trouble in _KNOWN:
        if words in errors:
            return trouble
    return Trouble("here", f"gh ended with code {result.exit_code}")
