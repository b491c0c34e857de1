"""Uniform trees: every inner node has as many children, every leaf is as deep."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from treeexplorer.tree import GameTree, TreeBuilder
from treeexplorer.tree.values import DECIMAL, INTEGER

LeafOrder: TypeAlias = Literal["random", "best", "worst"]

LARGEST: Final = 1_000_000
"""The most leaves of a uniform tree."""


class TooManyLeavesError(ValueError):
    """A uniform tree that would be too large."""


def uniform_tree(
    branching: int, depth: int, order: LeafOrder = "random", *, seed: int | str = 0
) -> GameTree:
    """Return a uniform tree whose leaves all differ.

    In the best order alpha-beta reads b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, in the worst all b^d: there
    the children's values lie in disjoint intervals, each better for the player than the last.

    Args:
        branching: The children of every inner node, at least 1.
        depth: The plies, at least 1.
        order: Where the good moves stand.
        seed: Decides the leaves of a tree in random order.

    Raises:
        TooManyLeavesError: There are more than :data:`LARGEST` leaves.
    """
    shape = _shape(branching, depth)
    if order == "random":
        draw = random.Random(seed).random  # noqa: S311 - trees that can be drawn again
        numbers = [draw() for _ in range(branching**depth)]
        kind = DECIMAL
    else:
        numbers = _ordered_leaves(branching, depth, best_first=order == "best")
        kind = INTEGER
    value, kinds = array("d", shape.value), bytearray(shape.kind)
    leaves = shape.plies[depth]
    for leaf, number in zip(leaves, numbers, strict=True):
        value[leaf] = number
        kinds[leaf] = kind
    return replace(shape, value=value, kind=bytes(kinds))


@lru_cache(maxsize=16)
def _shape(branching: int, depth: int) -> GameTree:
    if branching < 1 or depth < 1:
        raise ValueError("a uniform tree has at least one child a node and one ply")
    if (branching > 1 and depth > 64) or branching**depth > LARGEST or depth > LARGEST:
        raise TooManyLeavesError(
            f"{branching}^{depth} leaves are too many; there can be {LARGEST:,}"
        )
    builder = TreeBuilder()
    first = [builder.open() for _ in range(depth)]
    for _ in range(branching):
        builder.leaf(0)
    builder.close()
    for node in reversed(first[1:]):
        for _ in range(branching - 1):
            builder.copy(node)
        builder.close()
    return builder.tree()


def _ordered_leaves(branching: int, depth: int, *, best_first: bool) -> list[float]:
    """Return the numbers 0 … b^d − 1 so that each node's children improve, or get worse."""
    numbers = [0.0]
    for ply in range(depth):
        ascending = (ply % 2 == 0) != best_first  # at MAX the best child is the largest
        digits = range(branching) if ascending else range(branching - 1, -1, -1)
        numbers = [number * branching + digit for number in numbers for digit in digits]
    return numbers
