"""The tour in CONTRIBUTING.md: every room and every module by the first line of its docstring.

    python -m tests.tour        writes it anew

It goes from the bottom up, as the layers of import-linter are stacked: whoever reads it in order
meets no room that needs a later one.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.readability import PACKAGE, parsed

ROOT: Final = PACKAGE.parent
FILE: Final = ROOT / "CONTRIBUTING.md"
BEGIN: Final = "<!-- python -m tests.tour -->\n"
END: Final = "<!-- the end of the tour -->\n"


def rooms() -> list[str]:
    """Return the names of the rooms, from the lowest to the highest."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        stacked = tomllib.load(file)["tool"]["importlinter"]["contracts"][0]["layers"]
    return [
        name.removeprefix("treeexplorer.")
        for layer in reversed(stacked)
        for name in layer.split(" | ")
    ]


def first_line(path: Path) -> str:
    """Return the first line of a module's docstring, as Markdown."""
    docstring = ast.get_docstring(parsed(path)) or ""
    line = docstring.partition("\n")[0]
    return re.sub(r":mod:`(\w+)`|``(.+?)``", lambda match: f"`{match[1] or match[2]}`", line)


def tour() -> Iterator[str]:
    """Yield the lines of the tour."""
    for room in rooms():
        folder = PACKAGE / room
        if not folder.is_dir():
            yield f"- `{room}.py`: {first_line(folder.with_suffix('.py'))}"
            continue
        yield f"- **`{room}/`**: {first_line(folder / '__init__.py')}"
        yield from (f"  {line}" for line in _modules(folder))


def _modules(folder: Path) -> Iterator[str]:
    """Yield a line for each module and each folder in a folder."""
    for path in sorted(folder.iterdir()):
        if path.suffix == ".py" and path.stem != "__init__":
            yield f"- `{path.name}`: {first_line(path)}"
        elif (path / "__init__.py").exists():
            yield f"- **`{path.name}/`**: {first_line(path / '__init__.py')}"
            yield from (f"  {line}" for line in _modules(path))


def with_tour(text: str) -> str:
    """Return the text of CONTRIBUTING.md with the tour as it is today."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    lines = "\n".join(tour())
    return f"{before}{BEGIN}\n{lines}\n\n{END}{after}"


def main() -> None:
    """Write the tour anew."""
    FILE.write_text(with_tour(FILE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
