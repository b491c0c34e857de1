"""Takes a run of undecorated numbers and brackets apart, at the speed of ``str.split``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Final

_LONGEST: Final = 16_384  # characters at once: the lists stay in the processor's cache
_SMALL: Final = 1000


class Branches:
    """The nodes of a run, part by part, as lists that extend a tree's columns.

    Args:
        text: The run; each of its brackets is closed in it.
        first: The number of the run's first node.
        open_node: The node whose children the run is.
        ply: The ply of those children.

    Attributes:
        parents: The parent of each node of the part.
        plies: The ply of each node of the part.
        numbers: The number of each leaf of the part as it is written; ``0`` at inner nodes.
        closed: The node of each bracket closed in the part.
        ends: Where the subtrees of those nodes end.
    """

    parents: list[int]
    plies: list[int]
    numbers: list[str]
    closed: list[int]
    ends: list[int]

    def __init__(self, text: str, first: int, open_node: int, ply: int) -> None:
        self._text = text
        self._first = first
        self._path = [open_node]
        self._ply = ply - 1  # of the path's first node

    def parts(self) -> Iterator[None]:
        """Fill the lists with the nodes of one part after the other."""
        text = self._text
        if "," in text:
            text = text.replace(",", " ")
        text = text.replace("[", "[0 ")
        start, size = 0, len(text)
        while start < size:
            stop = size if size - start < _LONGEST else text.find("]", start + _LONGEST) + 1
            self._take_apart(text[start : stop or size])
            yield
            start = stop or size
            self._first += len(self.parents)

    def _take_apart(self, text: str) -> None:
        """Fill the lists with the nodes of one part; an opening bracket has a 0 behind it."""
        self.parents, self.plies, self.numbers, self.closed, self.ends = [], [], [], [], []
        parents, plies, numbers, closed, ends = (
            self.parents, self.plies, self.numbers, self.closed, self.ends
        )  # fmt: skip
        first, path = self._first, self._path
        parent, ply = path[-1], self._ply + len(path)
        *segments, rest = text.split("]")
        for segment in segments:
            before, bracket, inside = segment.rpartition("[")
            if not bracket:
                self._add_leaves(inside)
                closed.append(path.pop())
                ends.append(first + len(parents))
                parent = path[-1]
                ply -= 1
                continue
            if before and not before.isspace():
                self._open(before)
                parent, ply = path[-1], self._ply + len(path)
            # What is left is the commonest of all, a bracket that holds nothing but leaves.
            leaves = inside.split()
            node, count = first + len(parents), len(leaves)
            numbers += leaves
            parents.append(parent)
            parents += [node] * (count - 1)
            plies.append(ply)
            plies += [ply + 1] * (count - 1)
            closed.append(node)
            ends.append(node + count)
        self._add_leaves(rest)

    def _open(self, text: str) -> None:
        """Take in leaves and opening brackets."""
        before, *opened = text.split("[")
        self._add_leaves(before)
        for inside in opened:
            self._path.append(self._first + len(self.parents))
            _, _, leaves = inside.partition("0 ")
            self.numbers.append("0")
            self.parents.append(self._path[-2])
            self.plies.append(self._ply + len(self._path) - 1)
            self._add_leaves(leaves)

    def _add_leaves(self, text: str) -> None:
        """Take in leaves of the node that is open."""
        if leaves := text.split():
            self.numbers += leaves
            self.parents += [self._path[-1]] * len(leaves)
            self.plies += [self._ply + len(self._path)] * len(leaves)


def values_of(numbers: list[str]) -> list[float]:
    """Return the values of bare numbers, none of them of more than 15 digits.

    ``float`` costs more than all the rest of reading a leaf: small whole numbers are looked up,
    and others go through the scanner of :mod:`json`, where they are spelled as it likes them.
    """
    try:
        return list(map(_small_numbers().__getitem__, numbers))
    except KeyError:
        pass
    try:
        values: list[float] = json.loads(f"[{','.join(numbers)}]")
    except ValueError:
        return list(map(float, numbers))
    return values


@cache
def _small_numbers() -> dict[str, float]:
    return {str(number): float(number) for number in range(1 - _SMALL, _SMALL)}
