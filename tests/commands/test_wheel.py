"""The wheel holds all that the page needs, and runs with no checkout beside it."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.running import ROOT, running


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout, unpacked as pip would lay it out."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=50,
    )
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_it_holds_templates_static_files_libraries_and_their_licences(unpacked: Path) -> None:
    for name in (
        "lookout/_templates/base.html",
        "lookout/_static/css/tokens.css",
        "lookout/_static/vendor/lit.js",
        "lookout/_static/vendor/LICENSES.md",
    ):
        assert (unpacked / name).is_file(), name
    assert list(unpacked.glob("agent_lookout-*.dist-info/licenses/LICENSE"))
    assert not list(unpacked.rglob("tests"))


def test_it_serves_its_page_from_itself(unpacked: Path, tmp_path: Path) -> None:
    with running(tmp_path, command="demo", PYTHONPATH=str(unpacked)) as server:
        assert b"agent-lookout-version" in server.get("/")[2]
        assert server.get("/static/vendor/lit.js")[0] == 200
        server.until(lambda snapshot: len(snapshot["sessions"]) >= 12)
