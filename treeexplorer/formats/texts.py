"""Texts within a program that hold a tree in another syntax: ``json.loads("[[5, 8], [2, 6]]")``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from treeexplorer.formats.graphs import place_of
from treeexplorer.formats.model import Reading, UnreadableError
from treeexplorer.text import quoted


def value_in_text(read: Callable[[str], Reading], function: str, text: str) -> Any:
    """Return the value that a text in a program holds: ``Tree.fromstring("(A (B 5 8) 2)")``.

    Args:
        read: Reads the text.
        function: The function of the program that reads it: ``fromstring`` or ``loads``.
        text: The text, with its place in the program.

    Raises:
        UnreadableError: It holds no value, or several. The place is that of the text, since one
            within it would not be counted from the beginning of the program.
    """
    place = place_of(text)
    try:
        values = read(str(text)).values
    except UnreadableError as error:
        raise UnreadableError(error.message, place, error.hint) from None
    if not values:
        raise UnreadableError(f"the text for {quoted(function)} holds no value", place)
    if len(values) > 1:
        message = f"the text for {quoted(function)} holds {len(values)} values, and one is read"
        raise UnreadableError(message, place)
    return values[0].value
