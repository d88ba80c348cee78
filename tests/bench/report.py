"""Writes and prints what was measured."""

import json
import os
import platform
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from tests.bench.figures import Figure
from tests.bench.server import ROOT

PACKAGES: Final = ("django", "channels", "daphne", "twisted", "huey", "msgspec", "watchdog")


@dataclass(frozen=True, slots=True)
class Report:
    """One run: its figures, what could not be measured and why, and the computer."""

    figures: Sequence[Figure]
    skipped: Mapping[str, str]
    computer: Mapping[str, str]
    seconds: float

    def write(self, folder: Path) -> str:
        """Writes results.json and results.md there; gives the table."""
        folder.mkdir(exist_ok=True)
        text = self.as_text()
        (folder / "results.json").write_text(json.dumps(self.as_json(), indent=1) + "\n")
        (folder / "results.md").write_text(text)
        return text

    def as_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "computer": dict(self.computer),
            "seconds": round(self.seconds, 1),
            "figures": [
                {
                    "measure": one.measure,
                    "sessions": one.sessions,
                    "name": one.name,
                    "value": round(one.value, 4),
                    "unit": one.unit,
                    "budget": one.budget,
                    "verdict": one.verdict,
                }
                for one in self.figures
            ],
            "skipped": dict(self.skipped),
        }

    def as_text(self) -> str:
        """A table in Markdown that reads well as it is."""
        about = [f"{name}: {value}" for name, value in self.computer.items()]
        skipped = [f"Not measured: {name}. {why}" for name, why in self.skipped.items()]
        parts = ["# Benchmark", "; ".join(about) + ".", "\n".join(_table(self.figures)), *skipped]
        return "\n\n".join(parts) + "\n"


def _table(figures: Sequence[Figure]) -> list[str]:
    counts = sorted({one.sessions for one in figures})
    head = ["measure", "figure", *(f"{count} sessions" for count in counts), "unit", "budget", ""]
    units = {(one.measure, one.name): one.unit for one in figures}
    rows = [head, ["-" * len(name) for name in head]]
    for (measure, name), unit in units.items():
        same = {o.sessions: o for o in figures if (o.measure, o.name) == (measure, name)}
        judged = [one for one in same.values() if one.budget is not None]
        over = sorted(one.sessions for one in judged if one.verdict == "over")
        verdict = f"over ({', '.join(map(str, over))})" if over else "ok" if judged else ""
        values = [_number(same[count]) if count in same else "" for count in counts]
        budget = _budget(judged, len(same))
        rows.append([measure, name, *values, unit, budget, verdict])
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]


def _budget(judged: Sequence[Figure], of: int) -> str:
    """The budget, and for how many sessions it was set where not for all."""
    if not judged:
        return ""
    only = ", ".join(str(one.sessions) for one in judged)
    return f"< {judged[0].budget:g}" + ("" if len(judged) == of else f" at {only}")


def _number(figure: Figure) -> str:
    if not figure.unit:
        return f"{figure.value:.0f}"
    digits = 3 if figure.unit.startswith("%") or figure.measure == "reading" else 1
    return f"{figure.value:.{digits}f}"


def computer() -> dict[str, str]:
    """What the figures hang on."""
    return {
        "commit": _commit(),
        "system": f"{platform.system()} {platform.release()}",
        "cores": str(os.cpu_count()),
        "load at the start": f"{os.getloadavg()[0]:.2f}",
        "Python": platform.python_version(),
        "packages": ", ".join(f"{name} {version(name)}" for name in PACKAGES),
        "at": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
    }


def _commit() -> str:
    said = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--dirty"],
        capture_output=True,
        text=True,
        check=False,
    )
    return said.stdout.strip() or "not a checkout"
