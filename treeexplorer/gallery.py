"""The built-in examples: where they are, in which order they are learned, how one is found.

The examples are ordinary ``.tree`` files in numbered folders. An installed package carries them
inside itself; in a checkout they stand beside it. Only the ``@`` lines of a file are looked at
here, so that a gallery of all of them appears at once.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from treeexplorer.text import safe

_SUFFIX = ".tree"
_DIGITS = re.compile(r"(\d+)")
_FOLDER_NUMBER = re.compile(r"^\d+-")


@dataclass(frozen=True, slots=True)
class Example:
    """One built-in example file.

    Attributes:
        name: The file's name without its ending; unique among the examples.
        path: The file.
        title: What its first ``@title`` line says, or the name.
        source: What its first ``@source`` line says, or ``None``.
        folder: The folder's name, such as ``1-first-steps``.
    """

    name: str
    path: Path
    title: str
    source: str | None
    folder: str

    @property
    def heading(self) -> str:
        """The folder's name for people, such as ``First steps``."""
        return _FOLDER_NUMBER.sub("", self.folder).replace("-", " ").capitalize()


def examples_folder() -> Path:
    """Return the folder of the built-in examples, inside the package or beside it."""
    package = Path(__file__).resolve().parent
    inside = package / "examples"
    return inside if inside.is_dir() else package.parent / "examples"


def is_example(path: Path) -> bool:
    """Tell whether a file is a built-in example."""
    return path.resolve().is_relative_to(examples_folder())


@cache
def examples() -> tuple[Example, ...]:
    """Return all built-in examples in the order in which they are best read."""
    files = sorted(examples_folder().glob(f"*/*{_SUFFIX}"), key=by_name)
    return tuple(map(_read_head, files))


def trees_in(folder: Path) -> tuple[Example, ...]:
    """Return the trees of a folder in the order of their file names, numbers in them by size.

    Files in folders below come after those of the folder itself, by folder.

    Raises:
        OSError: The folder cannot be read.
    """
    files = [
        path
        for path in (*folder.iterdir(), *folder.glob(f"*/*{_SUFFIX}"))
        if path.suffix == _SUFFIX and path.is_file()
    ]
    files.sort(key=lambda path: (path.parent != folder, by_name(path)))
    return tuple(map(_read_head, files))


def find(name: str, *, among_examples: bool = True) -> Path | None:
    """Return the path of a file, or of the built-in example of that name where no file has it."""
    if os.path.exists(name):  # noqa: PTH110 - no name is too strange for it
        return Path(name)
    if not among_examples:
        return None
    wanted = name.removesuffix(_SUFFIX)
    return next((example.path for example in examples() if example.name == wanted), None)


def by_name(path: Path) -> list[list[tuple[int, str]]]:
    """Return a sort key for the files of a folder, by which ``2-b`` comes before ``10-a``.

    Example:
        >>> sorted([Path("10-a.tree"), Path("2-b.tree")], key=by_name)[0].name
        '2-b.tree'
    """
    names = (*path.parent.parts, path.stem, path.suffix)
    return [[_part_key(part) for part in _DIGITS.split(name)] for name in names]


def _part_key(part: str) -> tuple[int, str]:
    """Return the sort key of a part of a name: numbers by size, after any text."""
    if part.isdecimal():
        return int(part), ""
    return -1, part


def _read_head(path: Path) -> Example:
    """Return what the directives at the head of a file say of it."""
    directives: dict[str, str] = {}
    # A file that cannot be read is listed all the same: opening it says what is wrong with it.
    with suppress(OSError), path.open(encoding="utf-8-sig", errors="replace") as lines:
        for line in lines:
            if not line.startswith(("@", "#")) and line.strip():
                break
            directive, _, text = line.strip().partition(" ")
            directives.setdefault(directive, safe(text.strip()))
    name = safe(path.stem)
    title = directives.get("@title", "")
    source = directives.get("@source")
    return Example(name, path, title if title else name, source, safe(path.parent.name))
