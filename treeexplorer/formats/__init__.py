"""Other people's trees: nested lists both ways, DOT and Gambit out, tables.

Here are the formats by name: who reads them, who writes them, and how a text betrays its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final, TypeAlias

from treeexplorer.formats.nested import (
    FormatError,
    Imported,
    Source,
    looks_like_parentheses,
    read_nested,
    read_parentheses,
)
from treeexplorer.formats.writing import Exported, write_dot, write_efg, write_json, write_python
from treeexplorer.notation import Exercise

Reader: TypeAlias = Callable[[Source], Imported]
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
    "efg": "Gambit's extensive form",
    "dot": "Graphviz DOT",
}
"""What the formats are called."""

ENDINGS: Final = {
    ".json": "json",
    ".jsonl": "json",
    ".py": "python",
}
_ONLY_LISTS: Final = re.compile(r"""(?=[^,]*,)(?:[^"'\w]|[\deE.]|null\b|"[^"\n]*+")*+""")
_ASSIGNED: Final = re.compile(r"\s*(?:#[^\n]*\n\s*)*[^\W\d]\w*\s*=(?!=)")


@dataclass(frozen=True, slots=True)
class Recognised:
    """A format that was told from a text or a file's name, and by what."""

    name: str
    by: str


def recognise(text: str, file: str = "") -> Recognised | None:
    """Return the format of a text, ``None`` where it is not unmistakable.

    What stands in the text decides before the ending of the file's name.
    """
    text = text.removeprefix("\ufeff")
    start = text.lstrip()[:1]
    if looks_like_parentheses(text):
        return Recognised("parentheses", "numbers in parentheses without commas")
    ending = ENDINGS.get(PurePath(file).suffix.lower())
    if ending is not None:
        return Recognised(ending, "the ending of the file's name")
    if start == "{":
        return Recognised("json", "it begins with a brace")
    if start == "(" or _ASSIGNED.match(text):
        return Recognised("python", "tuples, or a name that is assigned to")
    if start == "[" and _ONLY_LISTS.fullmatch(text):
        return Recognised("json", "lists with commas")
    return None


def read(text: str, name: str | None = None, file: str = "input") -> Imported:
    """Return the trees of a text in another format.

    Args:
        text: The text.
        name: The format, one of :data:`READERS`; ``None`` to tell it from the text.
        file: The name that messages give the text.

    Raises:
        FormatError: The text is wrong, or its format cannot be told.
    """
    source = Source(text, file)
    if name is None:
        recognised = recognise(source.text, file)
        if recognised is None:
            raise source.error(
                0,
                "this is none of the formats that can be told from the text alone",
                f"name it with --from: {', '.join(READERS)}; brackets without commas are the "
                "notation itself and need no import",
            )
        name = recognised.name
    return READERS[name](source)


__all__ = [
    "ENDINGS",
    "READERS",
    "TITLES",
    "WRITERS",
    "FormatError",
    "Recognised",
    "read",
    "recognise",
]
