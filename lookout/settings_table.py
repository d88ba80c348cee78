"""The table of settings in docs/GUIDE.md, made from the code's own list."""

import sys
from itertools import groupby
from typing import Final

from lookout.env import VARIABLES, Variable

BEGIN: Final = "<!-- settings: written by make docs -->\n"
END: Final = "<!-- end of settings -->\n"


def table() -> str:
    """Every setting, a table for each section, as Markdown."""
    sections = groupby(VARIABLES, key=lambda variable: variable.section)
    return "\n".join(f"{_section(name, list(rows))}" for name, rows in sections)


def _section(name: str, rows: list[Variable]) -> str:
    lines = [f"### {name}", "", "| variable | default | what it does |", "| --- | --- | --- |"]
    lines += [f"| `{one.name}` | {_default(one)} | {one.help} |" for one in rows]
    return "\n".join(lines) + "\n"


def _default(variable: Variable) -> str:
    default = f"`{variable.default}`" if variable.default else "none"
    return f"`{variable.fallback}`, else {default}" if variable.fallback else default


def filled_in(text: str) -> str:
    """A document with the table between its two marks made anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main(path: str) -> None:
    """Writes the table into a document."""
    with open(path, encoding="utf-8") as file:
        text = filled_in(file.read())
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main(sys.argv[1])
