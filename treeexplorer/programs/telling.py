"""How a program tells the leaves that it reads: by their numbers, or by others made of these.

A negamax program often prints a leaf as the player who moves there sees it, another program prints
absolute values. Such numbers say which leaves were read, if they are taken as they are meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from treeexplorer.engine import Rules, search
from treeexplorer.programs.answers import Leaves, same
from treeexplorer.tree import GameTree, Number, Player


class Telling(NamedTuple):
    """A way to tell leaves.

    Attributes:
        words: What the program does with the leaves, as the end of a sentence.
        told: Returns the number that is told of a leaf, given its own number and whether MIN moves
            at its ply.
        is_convention: Whether it is as right as to tell the leaves' own numbers.
    """

    words: str
    told: Callable[[Number, bool], Number]
    is_convention: bool = False


def _without_sign(leaf: Number) -> Number:
    """Return the absolute value of a leaf's number."""
    if leaf < 0:
        return -leaf
    return leaf


TELLINGS: Final = (
    Telling(
        "it tells each leaf as the player who moves there sees it",
        lambda leaf, is_min: -leaf if is_min else leaf,
        is_convention=True,
    ),
    Telling(
        "it tells each leaf as the player who moved there sees it",
        lambda leaf, is_min: leaf if is_min else -leaf,
        is_convention=True,
    ),
    Telling("it tells each with the other sign", lambda leaf, _: -leaf),
    Telling("it tells each without its sign", lambda leaf, _: _without_sign(leaf)),
    Telling("it tells 0 for those below 0", lambda leaf, _: max(0, leaf)),
)
"""The ways that are known, the likeliest first."""


def tells_other_numbers(tree: GameTree, leaves: Leaves) -> bool:
    """Tell whether a program tells a number that no leaf of the tree has, up to rounding."""
    values = [value for value in tree.leaf_values if value is not None]
    unknown = set(leaves).difference(values)
    return any(not any(same(number, value) for value in values) for number in unknown)


def tells_as(telling: Telling, told: Sequence[tuple[GameTree, Leaves]], rules: Rules) -> bool:
    """Tell whether on every tree a program tells the leaves of a search, in a way of its own.

    For example without their signs: then the leaves 3, −5 are told as 3, 5.

    Args:
        telling: The way.
        told: The trees with what the program tells.
        rules: The rules of the search.
    """
    for tree, leaves in told:
        read = _leaves_read_with_player(tree, rules)
        # Compared first, since `map` below ends with the shorter of both.
        if len(read) != len(leaves):
            return False
        meant = (telling.told(number, is_min) for number, is_min in read)
        if not all(map(same, leaves, meant)):
            return False
    return True


@lru_cache(maxsize=4096)
def _leaves_read_with_player(tree: GameTree, rules: Rules) -> tuple[tuple[Number, bool], ...]:
    """Return each leaf that a search reads, in order, with whether MIN moves at its ply."""
    levels = tree.levels
    return tuple(
        (number, levels[tree.ply[leaf] % len(levels)] is Player.MIN)
        for leaf, number in search(tree, rules).leaves_read()
    )
