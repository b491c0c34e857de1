"""Other people's trees: nested lists both ways, DOT and Gambit out, tables.

Here are the formats by name: who reads them, who writes them, and how a text betrays its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Final, TypeAlias

from treeexplorer.formats.nested import (
    FormatError,
    Imported,
    NestedText,
    read_nested,
    read_parentheses,
)
from treeexplorer.formats.writing import Exported, write_dot, write_efg, write_json, write_python
from treeexplorer.notation import Exercise

Reader: TypeAlias = Callable[[NestedText], Imported]
Writer: TypeAlias = Callable[[Sequence[Exercise]], Exported]

READERS: Final[dict[str, Reader]] = {
    "json": read_nested,
    "python": read_nested,
    "parentheses": read_parentheses,
}
WRITERS: Final[dict[str, Writer]] = {
    "json": write_json,
    "python": write_python,
    "dot": write_dot,
    "efg": write_efg,
}

TITLES: Final = {
    "json": "JSON",
    "python": "Python lists",
    "parentheses": "nested parentheses",
}
"""What the formats that are read are called."""

ENDINGS: Final = {
    ".json": "json",
    ".jsonl": "json",
    ".py": "python",
}
_ONLY_PARENTHESES: Final = re.compile(r"\s*+\([()\s\d.+\-−eE]*+")
_ONLY_LISTS: Final = re.compile(r"""(?=[^,]*,)(?:[^"'\w]|[\deE.]|null\b|"[^"\n]*+")*+""")
_ASSIGNED: Final = re.compile(r"\s*(?:#[^\n]*\n\s*)*[^\W\d]\w*\s*=(?!=)")


def recognise(text: str, file: str = "") -> str | None:
    """Return the name of a text's format, ``None`` where it is not unmistakable.

    What stands in the text decides before the ending of the file's name.
    """
    text = text.removeprefix("\ufeff")
    start = text.lstrip()[:1]
    if _ONLY_PARENTHESES.fullmatch(text):
        return "parentheses"
    ending = ENDINGS.get(PurePath(file).suffix.lower())
    if ending is not None:
        return ending
    if start == "(" or _ASSIGNED.match(text):
        return "python"
    is_json = start == "{" or (start == "[" and _ONLY_LISTS.fullmatch(text))
    return "json" if is_json else None


def read(text: str, name: str | None = None, file: str = "input") -> Imported:
    """Return the trees of a text in another format.

    Args:
        text: The text.
        name: The format, one of :data:`READERS`; ``None`` to tell it from the text.
        file: The name that messages give the text.

    Raises:
        FormatError: The text is wrong, or its format cannot be told.
    """
    source = NestedText(text, file)
    name = name or recognise(source.text, file)
    if name is None:
        raise source.error(
            0,
            "this is none of the formats that can be told from the text alone",
            f"name it with --from: {', '.join(READERS)}; brackets without commas are the "
            "notation itself and need no import",
        )
    return READERS[name](source)


__all__ = [
    "ENDINGS",
    "READERS",
    "TITLES",
    "WRITERS",
    "FormatError",
    "read",
    "recognise",
]
