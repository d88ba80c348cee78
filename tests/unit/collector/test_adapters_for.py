"""The adapters that are installed: a third party's can be added, and cannot do harm."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lookout.env import Environment
from lookout.env import read as read_environment
from sessions_app.collector.runtime import adapters_for

OURS = ["claude-code", "codex", "status-files"]

GOOD = """
from tests.unit.collector.acting import Acting
def configured(environment):
    return [Acting("theirs")]
"""


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return read_environment({"HOME": str(tmp_path)})


Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a package on the path that registers an adapter, as pip would."""

    def put(name: str, source: str) -> None:
        module = name.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(source)
        metadata = tmp_path / f"{module}-1.0.dist-info"
        metadata.mkdir()
        about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        (metadata / "METADATA").write_text(about)
        group = f"[agent_lookout.adapters]\n{name} = {module}:configured\n"
        (metadata / "entry_points.txt").write_text(group)
        monkeypatch.syspath_prepend(tmp_path)

    return put


def ids(environment: Environment) -> list[str]:
    return [one.facts.source_id for one in adapters_for(environment)]


def test_the_adapters_of_this_product_are_there(environment: Environment) -> None:
    assert ids(environment) == OURS


def test_an_adapter_of_a_third_party_comes_after_ours(
    environment: Environment, install: Install
) -> None:
    install("a-theirs-good", GOOD)
    assert ids(environment) == [*OURS, "theirs"]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a-theirs-syntax", "def"),
        ("a-theirs-missing", "x = 1"),
        ("a-theirs-raises", "def configured(environment):\n    raise KeyError(1)"),
        ("a-theirs-none", "def configured(environment):\n    return None"),
        ("a-theirs-other", "def configured(environment):\n    return [5]"),
        ("a-theirs-exits", "raise SystemExit(1)"),
    ],
)
def test_a_broken_adapter_does_not_stop_the_others(
    environment: Environment,
    install: Install,
    caplog: pytest.LogCaptureFixture,
    name: str,
    source: str,
) -> None:
    install(name, source)
    assert ids(environment) == OURS
    assert f"The adapter {name} could not be loaded." in caplog.text


def test_an_adapter_cannot_take_another_s_place(
    environment: Environment,
    install: Install,
    caplog: pytest.LogCaptureFixture,
) -> None:
    install("a-theirs-twin", GOOD.replace("theirs", "claude-code"))
    [first, *_] = adapters_for(environment)
    assert type(first).__name__ == "ClaudeCode"
    assert "claude-code is taken" in caplog.text
