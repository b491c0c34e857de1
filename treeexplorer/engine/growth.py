"""How much alpha-beta saves: the leaves it reads on uniform trees, depth by depth.

Trees in random order are drawn from fixed seeds, so that the same table is made every time.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import search
from treeexplorer.errors import TreeexplorerError
from treeexplorer.text import aligned
from treeexplorer.tree import GameTree, from_nested

LeafOrder: TypeAlias = Literal["random", "best", "worst"]

MOST_LEAVES: Final = 100_000
"""The most leaves of a uniform tree."""
_MOST_DRAWN: Final = 50
_LEAVES_DRAWN: Final = 200_000


class Growth(NamedTuple):
    """The numbers of leaves that alpha-beta reads on uniform trees of one size.

    Attributes:
        depth: The depth d.
        minimax: The leaves that minimax reads: all b^d, with b children at each node.
        worst: The leaves that alpha-beta reads in the worst order.
        random: The mean of the leaves that it reads on up to 50 trees in random order.
        best: The leaves that it reads in the best order.
        root: √(b^d), which the best order comes near.
    """

    depth: int
    minimax: int
    worst: int
    random: float
    best: int
    root: float


def growth(branching: int, depths: Sequence[int]) -> list[Growth]:
    """Return what alpha-beta reads on uniform trees of several depths.

    Raises:
        TreeexplorerError: A tree would have more than :data:`MOST_LEAVES` leaves.

    Example:
        >>> (row,) = growth(2, [4])
        >>> row.minimax, row.worst, row.best
        (16, 16, 7)
    """
    _refuse_too_many(branching, max(depths))
    return [_growth_at(branching, depth) for depth in depths]


def _refuse_too_many(branching: int, depth: int) -> None:
    """Refuse a uniform tree with too many leaves.

    Raises:
        TreeexplorerError: The tree has too many leaves.
    """
    # Two children at each node make too many leaves at this depth: no larger power is computed.
    too_deep = MOST_LEAVES.bit_length()
    if branching ** min(depth, too_deep) > MOST_LEAVES:
        raise TreeexplorerError(
            f"{branching}^{depth} leaves are too many; there can be {MOST_LEAVES:,}"
        )


def _growth_at(branching: int, depth: int) -> Growth:
    """Count the leaves that alpha-beta reads on uniform trees of one depth, in three orders.

    Args:
        branching: The number b of children at each node.
        depth: The depth d of the leaves.
    """
    leaves = branching**depth
    # Up to 50 trees in random order; fewer if they are large, so that all of them together have no
    # more than 200,000 leaves.
    trials = max(1, min(_MOST_DRAWN, _LEAVES_DRAWN // leaves))
    drawn = [uniform_tree(branching, depth, "random", seed) for seed in range(trials)]
    return Growth(
        depth=depth,
        minimax=leaves,
        worst=search(uniform_tree(branching, depth, "worst")).evaluated,
        random=sum(search(tree).evaluated for tree in drawn) / trials,
        best=search(uniform_tree(branching, depth, "best")).evaluated,
        root=leaves**0.5,
    )


def uniform_tree(branching: int, depth: int, order: LeafOrder, seed: int = 0) -> GameTree:
    """Return a tree with b children at each inner node and b^d different leaves at depth d.

    The leaves are the numbers 0 … b^d − 1. In the best order alpha-beta reads b^⌈d/2⌉ + b^⌊d/2⌋ − 1
    leaves (Slagle & Dixon 1969; Knuth & Moore 1975). In the worst order it reads all b^d, since
    each child is better for the player than the child before.

    Args:
        branching: The number b of children at each node.
        depth: The depth d of the leaves.
        order: The order of the children.
        seed: A random order has one tree for each seed; the other orders ignore it.

    Example:
        >>> uniform_tree(2, 2, "best") == from_nested([[2, 3], [0, 1]])
        True
    """
    leaves = _ordered_leaves(branching, depth, is_best=order == "best")
    if order == "random":
        random.Random(f"{branching}/{depth}/{seed}").shuffle(leaves)  # noqa: S311 - no secrets
    # Nested lists are built from below: each turn groups b neighbours as the children of one node,
    # until the root alone is left.
    nodes: list[object] = list(leaves)
    for _ in range(depth):
        first_children = range(0, len(nodes), branching)
        nodes = [nodes[first : first + branching] for first in first_children]
    (root,) = nodes
    return from_nested(root)


def _ordered_leaves(branching: int, depth: int, *, is_best: bool) -> list[int]:
    """Return the leaves of a uniform tree with the best child first at every node, or last.

    A leaf is a number with one digit for each ply, in the base b of the branching, as in ``10`` for
    the leaf 2 of a binary tree. The digit of a ply says which child is taken there: all leaves
    below a child with a larger digit are larger than those below its siblings. So at MAX the child
    with the largest digit is the best, at MIN the child with the smallest.

    Args:
        branching: The number b of children at each node.
        depth: The depth of the leaves.
        is_best: Whether the best child comes first; otherwise the worst does.

    Returns:
        The leaves from left to right.

    Example:
        In ``[[2 3] [0 1]]`` MAX's better child comes first, worth 2 and not 0, and so does each MIN
        node's better leaf. In binary the leaves are 10, 11, 00 and 01.

        >>> _ordered_leaves(branching=2, depth=2, is_best=True)
        [2, 3, 0, 1]
    """
    numbers = [0]  # of the nodes of a ply, beginning with the root
    for ply in range(depth):
        # MAX moves at the root, and the players alternate.
        at_max = ply % 2 == 0
        # At MAX in the best order, and at MIN in the worst.
        largest_first = at_max == is_best
        digits = list(range(branching))
        if largest_first:
            digits.reverse()
        numbers = [number * branching + digit for number in numbers for digit in digits]
    return numbers


def growth_table(branching: int, rows: Iterable[Growth]) -> str:
    """Return the rows as a table in plain text, with its columns aligned under their heads.

    Two lines that explain it and an empty line come first.

    Args:
        branching: The number of children at each node, for the explanation.
        rows: The rows of the table, from top to bottom.
    """
    head = ("d", "minimax b^d", "worst order", "random order", "best order", "√(b^d)")
    lines = aligned([head, *map(_cells_of_row, rows)], numbers_from=0)
    return "\n".join(
        [
            f"Leaves that alpha-beta reads on uniform trees: {branching} moves a node, d plies.",
            f"Random order is the mean of up to {_MOST_DRAWN} trees; the others are exact.",
            "",
            *lines,
        ]
    )


def _cells_of_row(row: Growth) -> tuple[str, ...]:
    """Return the texts of a row of the table, in the order of the heads in :func:`growth_table`."""
    return (
        str(row.depth),
        str(row.minimax),
        str(row.worst),
        f"{row.random:.1f}",
        str(row.best),
        f"{row.root:.1f}",
    )
