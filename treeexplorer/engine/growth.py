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
    """The leaves that alpha-beta reads on uniform trees of one size, beside b^d and its root."""

    depth: int
    minimax: int
    worst: int
    random: float  # the mean of up to 50 trees
    best: int
    root: float  # the best order comes near it


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
    """Refuse a tree of too many leaves.

    Raises:
        TreeexplorerError: It has.
    """
    # With two moves a node this depth is too much already; a larger power need not be computed.
    enough = MOST_LEAVES.bit_length()
    if branching ** min(depth, enough) > MOST_LEAVES:
        raise TreeexplorerError(
            f"{branching}^{depth} leaves are too many; there can be {MOST_LEAVES:,}"
        )


def _growth_at(branching: int, depth: int) -> Growth:
    """Return what alpha-beta reads on uniform trees of one depth."""
    leaves = branching**depth
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
    """Return a uniform tree with the leaves 0 … b^d − 1.

    In the best order alpha-beta reads b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves (Slagle & Dixon 1969; Knuth &
    Moore 1975), in the worst all b^d: there the children's values lie in disjoint intervals, each
    better for the player than the last.

    Example:
        >>> uniform_tree(2, 2, "best") == from_nested([[2, 3], [0, 1]])
        True
    """
    leaves = _ordered_leaves(branching, depth, is_best=order == "best")
    if order == "random":
        random.Random(f"{branching}/{depth}/{seed}").shuffle(leaves)  # noqa: S311 - no secrets
    level: list[object] = list(leaves)
    for _ in range(depth):
        starts = range(0, len(level), branching)
        level = [level[start : start + branching] for start in starts]
    (root,) = level
    return from_nested(root)


def _ordered_leaves(branching: int, depth: int, *, is_best: bool) -> list[int]:
    """Return the leaves of a uniform tree with the best child first everywhere, or last.

    The leaves are all different. Each is a number with a digit for every ply, in the base of the
    branching: the larger the digit, the larger are all leaves of that child beside its siblings'.

    Example:
        In [[2 3] [0 1]] MAX's better child comes first, worth 2 and not 0, and so do MIN's better
        leaves.

        >>> _ordered_leaves(branching=2, depth=2, is_best=True)
        [2, 3, 0, 1]
    """
    leaves = [0]
    for ply in range(depth):
        at_max = ply % 2 == 0
        # The best is the largest at MAX, the smallest at MIN.
        largest_first = is_best if at_max else not is_best
        digits = list(range(branching))
        if largest_first:
            digits.reverse()
        leaves = [number * branching + digit for number in leaves for digit in digits]
    return leaves


def table(branching: int, rows: Iterable[Growth]) -> str:
    """Return the rows as an aligned table, with what its columns say."""
    head = ("d", "minimax b^d", "worst order", "random order", "best order", "√(b^d)")
    lines = aligned([head, *map(_cells, rows)], numbers_from=0)
    return "\n".join(
        [
            f"Leaves that alpha-beta reads on uniform trees: {branching} moves a node, d plies.",
            f"Random order is the mean of up to {_MOST_DRAWN} trees; the others are exact.",
            "",
            *lines,
        ]
    )


def _cells(row: Growth) -> tuple[str, ...]:
    """Return the cells of a row of the table."""
    return (
        str(row.depth),
        str(row.minimax),
        str(row.worst),
        f"{row.random:.1f}",
        str(row.best),
        f"{row.root:.1f}",
    )
