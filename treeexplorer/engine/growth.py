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
_MOST_RANDOM_TREES: Final = 50
_MOST_RANDOM_LEAVES: Final = 200_000


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
    """Count the leaves that alpha-beta reads on uniform trees of several depths.

    Raises:
        TreeexplorerError: A tree would have more than :data:`MOST_LEAVES` leaves.

    Example:
        >>> (row,) = growth(2, [4])
        >>> row.minimax, row.worst, row.best
        (16, 16, 7)
    """
    _check_leaf_count(branching, max(depths))
    return [_measure_growth(branching, depth) for depth in depths]


def _check_leaf_count(branching: int, depth: int) -> None:
    """Raise a TreeexplorerError if a uniform tree would have too many leaves."""
    # Two children at each node make too many leaves at this depth: no larger power is computed.
    too_deep = MOST_LEAVES.bit_length()
    if branching ** min(depth, too_deep) > MOST_LEAVES:
        raise TreeexplorerError(
            f"{branching}^{depth} leaves are too many; there can be {MOST_LEAVES:,}"
        )


def _measure_growth(branching: int, depth: int) -> Growth:
    """Count the leaves that alpha-beta reads on uniform trees of one size, in three orders.

    The random order is the mean of up to 50 trees; of fewer if all together would have more than
    200,000 leaves.
    """
    leaf_count = branching**depth
    worst_tree = build_uniform_tree(branching, depth, "worst")
    best_tree = build_uniform_tree(branching, depth, "best")

    random_tree_count = max(1, min(_MOST_RANDOM_TREES, _MOST_RANDOM_LEAVES // leaf_count))
    random_reads = 0
    for seed in range(random_tree_count):
        random_tree = build_uniform_tree(branching, depth, "random", seed)
        random_reads += search(random_tree).evaluated

    return Growth(
        depth=depth,
        minimax=leaf_count,
        worst=search(worst_tree).evaluated,
        random=random_reads / random_tree_count,
        best=search(best_tree).evaluated,
        root=leaf_count**0.5,
    )


def build_uniform_tree(branching: int, depth: int, order: LeafOrder, seed: int = 0) -> GameTree:
    """Build a tree with b children at each inner node and b^d different leaves at depth d.

    The leaves are the numbers 0 … b^d − 1. In the best order alpha-beta reads b^⌈d/2⌉ + b^⌊d/2⌋ − 1
    leaves (Slagle & Dixon 1969; Knuth & Moore 1975). In the worst order it reads all b^d, since
    each child is better for the player than the child before.

    Args:
        branching: The number b of children at each node.
        depth: The depth d of the leaves.
        order: The order of the children.
        seed: A random order has one tree for each seed; the other orders ignore it.

    Example:
        >>> build_uniform_tree(2, 2, "best") == from_nested([[2, 3], [0, 1]])
        True
    """
    leaves = _order_leaves(branching, depth, is_best=order == "best")
    if order == "random":
        random.Random(f"{branching}/{depth}/{seed}").shuffle(leaves)  # noqa: S311 - no secrets

    # From the leaves upwards, b neighbours at a time become the children of one node. With b = 2
    # the nodes of a ply are 2, 3, 0, 1, then [2, 3], [0, 1], and then [[2, 3], [0, 1]] alone.
    nodes_of_ply: list[object] = list(leaves)
    for _ in range(depth):
        first_children = range(0, len(nodes_of_ply), branching)
        nodes_of_ply = [nodes_of_ply[first : first + branching] for first in first_children]
    (root,) = nodes_of_ply
    return from_nested(root)


def _order_leaves(branching: int, depth: int, *, is_best: bool) -> list[int]:
    """Return the leaves of a uniform tree with the best child first at every node, or last.

    The root has all leaves below it. From the root downwards, the numbers below each node are
    split into equal ranges, one for each child: all numbers of one range are larger than those of
    another, so it is the better child at MAX, and the worse at MIN. With two children, and the best
    first::

        below the root         0 1 2 3
        below its children     2 3        0 1         MAX moves at the root: the larger range first
        at the leaves          2    3     0    1      MIN moves there: the smaller range first

    Example:
        >>> _order_leaves(branching=2, depth=2, is_best=True)  # the leaves of [[2 3] [0 1]]
        [2, 3, 0, 1]
    """
    ranges = [range(branching**depth)]  # below each node of a ply, from left to right
    for ply in range(depth):
        at_max = ply % 2 == 0  # MAX moves at the root, and the players alternate
        largest_first = at_max == is_best  # at MAX in the best order, at MIN in the worst
        ranges_of_children: list[range] = []
        for range_of_node in ranges:
            ranges_of_children += _split_range(
                range_of_node, branching, largest_first=largest_first
            )
        ranges = ranges_of_children
    return [leaf for (leaf,) in ranges]


def _split_range(numbers: range, part_count: int, *, largest_first: bool) -> list[range]:
    """Split a range into parts of the same size, the largest numbers or the smallest first.

    >>> _split_range(range(4), 2, largest_first=True)
    [range(2, 4), range(0, 2)]
    """
    size = len(numbers) // part_count
    starts = range(numbers.start, numbers.stop, size)
    parts = [range(start, start + size) for start in starts]
    return parts[::-1] if largest_first else parts


def format_growth_table(branching: int, rows: Iterable[Growth]) -> str:
    """Format the rows as a table in plain text, below two lines that explain it.

    Args:
        branching: The number of children at each node, for the explanation.
        rows: The rows of the table, from top to bottom.
    """
    head = ("d", "minimax b^d", "worst order", "random order", "best order", "√(b^d)")
    table_lines = aligned([head, *map(_format_row, rows)], numbers_from=0)
    lines = [
        f"Leaves that alpha-beta reads on uniform trees: {branching} moves a node, d plies.",
        f"Random order is the mean of up to {_MOST_RANDOM_TREES} trees; the others are exact.",
        "",
        *table_lines,
    ]
    return "\n".join(lines)


def _format_row(row: Growth) -> tuple[str, ...]:
    """Return the texts of a row in the order of the columns of :func:`format_growth_table`."""
    return (
        str(row.depth),
        str(row.minimax),
        str(row.worst),
        f"{row.random:.1f}",
        str(row.best),
        f"{row.root:.1f}",
    )
