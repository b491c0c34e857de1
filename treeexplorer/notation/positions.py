"""Finds where nodes stand in a text, when somebody asks."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from functools import cached_property

from treeexplorer.notation.document import Positions, SourceText
from treeexplorer.notation.lexer import Expressions


class TextPositions(Positions):
    """The positions in a tree's text, found by reading it once more when the first is wanted.

    A tree of a million nodes is seldom asked for any, and then one pass costs less than keeping
    them all from the beginning.

    Args:
        source: The text of the document.
        start: Where the tree's root begins.
        expressions: What finds one piece of a tree after the other.
    """

    def __init__(self, source: SourceText, start: int, expressions: Expressions) -> None:
        self.source = source
        self._start = start
        self._expressions = expressions

    @cached_property
    def nodes(self) -> array[int]:  # type: ignore[override]  # found when it is asked for
        """The offset of each node's first character."""
        return array("i", [found.start() for found in self._heads()])

    @cached_property
    def names(self) -> dict[int, int]:  # type: ignore[override]  # found when it is asked for
        """The offset of a node's name, by node."""
        starts = enumerate(found.start("name") for found in self._heads())
        return {node: at for node, at in starts if at >= 0}

    def _heads(self) -> Iterator[re.Match[str]]:
        """Yield the beginnings of the tree's nodes."""
        depth = 0
        pieces = self._expressions.inside.finditer(self.source.text, self._start)
        for found in pieces:
            kind = found.lastgroup
            if kind == "CLOSE":
                depth -= 1
            elif kind != "ELLIPSIS":
                yield found
                depth += kind == "OPEN"
            if not depth:
                return

    def __reduce__(self) -> tuple[type[Positions], tuple[SourceText, array[int], dict[int, int]]]:
        return Positions, (self.source, self.nodes, self.names)
