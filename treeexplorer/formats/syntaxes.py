"""The syntaxes that trees are read from: a row each.

A new one is a module with a function that reads a text into the plain model (:mod:`model`), and a
row here. The recogniser of shapes does the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from treeexplorer.formats import json_syntax, python_syntax
from treeexplorer.formats.model import Reading


class Syntax(NamedTuple):
    """One way to write a tree.

    Attributes:
        name: What messages call it: ``read as JSON: …``.
        endings: The endings of its files, in lower case with the full stop; only a hint.
        looks_like: Tells from a look at a text whether to try ``read``. It is cheap (one regular
            expression), and rather says yes than no: where ``read`` then refuses, the next row is
            asked. The text has no byte-order mark and its lines end with newlines.
        read: Reads a whole text into the plain model, or raises :class:`UnreadableError`.
    """

    name: str
    endings: frozenset[str]
    looks_like: Callable[[str], bool]
    read: Callable[[str], Reading]


SYNTAXES: Final = (
    Syntax("JSON", frozenset({".json", ".jsonl"}), json_syntax.looks_like, json_syntax.read),
    Syntax("Python", frozenset({".py"}), python_syntax.looks_like, python_syntax.read),
)
"""All syntaxes, the most particular first: the first whose text fits a shape is the one."""
