"""The adapter of docs/ADAPTERS.md, taken from the document and run."""

import re
from pathlib import Path
from typing import Any

import pytest

from lookout import env
from sessions_app.adapter_api import Adapter
from sessions_app.domain.clock import EpochMs

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "ADAPTERS.md"


@pytest.fixture
def adapter(tmp_path: Path) -> Adapter:
    code = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code.group(1), names)  # noqa: S102 -- the document's own example
    (only,) = names["configured"](env.read({"HOME": str(tmp_path)}))
    return only  # type: ignore[no-any-return]  # what the document's function gives


def test_the_adapter_of_the_document_says_when_there_is_nothing_to_read(adapter: Adapter) -> None:
    assert adapter.read(EpochMs(0)).state == "not-set-up"


def test_the_adapter_of_the_document_reads_its_sessions(adapter: Adapter, tmp_path: Path) -> None:
    folder = tmp_path / ".my-agent" / "runs"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text('{"title": "Sort the photos", "over": true}')
    (folder / "b.json").write_text('{"title": "\\u001b[31mred\\u001b[0m"}')
    (folder / "c.json").write_text("no JSON")
    sessions = adapter.read(EpochMs(0)).sessions
    assert [(one.id, one.name, one.status) for one in sessions] == [
        ("my-agent:a", "Sort the photos", "finished"),
        ("my-agent:b", "red", "working"),
    ]
