"""Finds where things stand in a text, when somebody asks."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from treeexplorer.notation.lexer import Expressions
from treeexplorer.tree import ClaimKind, Positions


class _Places(NamedTuple):
    nodes: array[int]
    names: dict[int, int]
    claims: dict[tuple[int, ClaimKind], int]


class TextPositions(Positions):
    """The positions in a tree's text, found by reading it once more when the first is wanted.

    A tree of a million nodes is seldom asked for any, and then one pass costs less than keeping
    them all from the beginning.

    Args:
        text: The document.
        start: Where the tree's root begins.
        expressions: What finds one piece of a tree after the other.
        nothing_cut: Where ``@cuts none`` stands, if it does.
    """

    def __init__(
        self, text: str, start: int, expressions: Expressions, nothing_cut: int | None
    ) -> None:
        values = {
            "_text": text,
            "_start": start,
            "_expressions": expressions,
            "nothing_cut": nothing_cut,
        }
        self.__dict__.update(values)  # the class is frozen

    @property
    def text(self) -> str:
        """The document, its lines ended by newlines."""
        text: str = self.__dict__["_text"]
        return text

    @cached_property
    def line_starts(self) -> array[int]:
        """The offset at which each line begins."""
        text = self.text
        starts = array("i", [0])
        found = text.find("\n")
        while found >= 0:
            starts.append(found + 1)
            found = text.find("\n", found + 1)
        return starts

    @property
    def nodes(self) -> array[int]:
        """The offset of each node's first character."""
        return self._places.nodes

    @property
    def names(self) -> Mapping[int, int]:
        """The offset of a node's name, by node."""
        return self._places.names

    @property
    def claims(self) -> Mapping[tuple[int, ClaimKind], int]:
        """The offset of a claim, by node and kind of claim."""
        return self._places.claims

    @cached_property
    def _places(self) -> _Places:
        places = _Places(array("i"), {}, {})
        for found in self._heads():
            node = len(places.nodes)
            places.nodes.append(found.start())
            if found.start(found.lastgroup or 0) == found.start():
                continue
            if (at := found.start("name")) >= 0:
                places.names[node] = at
            if (at := found.start("cut")) >= 0:
                places.claims[node, "cut"] = at
            if (at := found.start("window")) >= 0:
                places.claims[node, "window"] = at
            if (at := found.start("claim")) >= 0 and found["claim"] != "?":
                is_bound = found["claim"][0] in "<>≤≥"
                places.claims[node, "bound" if is_bound else "value"] = at
        return places

    def _heads(self) -> Iterator[re.Match[str]]:
        """Yield the beginnings of the tree's nodes."""
        depth = 0
        expressions: Expressions = self.__dict__["_expressions"]
        pieces = expressions.inside.finditer(self.__dict__["_text"], self._start)
        for found in pieces:
            kind = found.lastgroup
            if kind == "CLOSE":
                depth -= 1
            elif kind != "ELLIPSIS":
                yield found
                depth += kind == "OPEN"
            if not depth:
                return

    @property
    def _start(self) -> int:
        start: int = self.__dict__["_start"]
        return start
