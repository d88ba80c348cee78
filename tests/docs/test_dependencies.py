"""docs/DEPENDENCIES.md against what is declared."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def declared() -> set[str]:
    """Every package named in pyproject.toml and package.json."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    python = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    page = json.loads((ROOT / "package.json").read_text())
    names = {re.split(r"[<>=!~\[; ]", one)[0] for one in python}
    return names | set(page.get("dependencies", {})) | set(page.get("devDependencies", {}))


def test_every_dependency_has_its_reason_and_every_reason_a_dependency() -> None:
    document = (ROOT / "docs" / "DEPENDENCIES.md").read_text()
    rows = re.findall(r"^\| (`.*?) \|", document, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert named == declared()


def test_the_lock_files_name_no_registry() -> None:
    assert "--index-url" not in (ROOT / "requirements.lock").read_text()
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
