"""Other people's trees: JSON both ways, parentheses in, DOT out; traces as tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Final

from treeexplorer.formats.nested import (
    Imported,
    read_json,
    read_parentheses,
    values_of_json,
)
from treeexplorer.formats.writing import WRITERS, left_out

READERS: Final[dict[str, Callable[[str, str], Imported]]] = {
    "json": read_json,
    "parentheses": read_parentheses,
}
"""What reads a format, from a text and what errors call it."""
ENDINGS: Final = frozenset({".json", ".jsonl"})
"""The endings of files of JSON."""


def recognise(text: str, file: str = "") -> str | None:
    """Return the name of the format that a text is in, ``None`` where it may be the notation.

    Lists of numbers with commas are both, and the same tree in both.
    """
    text = text.removeprefix("\ufeff")
    start = text.lstrip()[:1]
    if start == "(":
        return "parentheses"
    if PurePath(file).suffix.lower() in ENDINGS or start == "{":
        return "json"
    if start != "[":
        return None
    try:
        for _ in values_of_json(text):
            pass
    except (ValueError, RecursionError):
        return None
    return "json"


__all__ = ["ENDINGS", "READERS", "WRITERS", "Imported", "left_out", "recognise"]
