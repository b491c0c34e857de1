"""How a program tells the leaves that it reads: by their numbers, or by others made of these.

A negamax program often prints a leaf as the player who moves there sees it, another program prints
absolute values. Such numbers say which leaves were read, if they are taken as they are meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.programs.answers import Leaves, Tried, same
from treeexplorer.programs.trials import Nested
from treeexplorer.tree import GameTree, Levels, Number, Player

_Listing: TypeAlias = Callable[[Nested], tuple[Any, ...]]
"""A program that returns its value, its leaves, and perhaps a move."""


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
    # First the numbers that are no leaf's to the last digit: mostly there are none, and the slower
    # test, which forgives rounding, is not needed.
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
        # How many there are is compared first, since `map` below ends with the shorter of both.
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


# -- a listing that tells its leaves so ------------------------------------------------------------


def telling_of(tried: Sequence[Tried]) -> Telling | None:
    """Return the way in which a program tells its leaves, if it is as right as by their numbers.

    A negamax program, for example, may tell a leaf of 3 as −3 where MIN moves. Whether the right
    leaves are told is not asked.

    Args:
        tried: The trees with the program's answers.

    Returns:
        The way; ``None`` if all numbers that the program tells are those of leaves, or if no way
        explains them.
    """
    told = [(tree, answer.leaves) for tree, answer in tried if answer.leaves is not None]
    if not any(tells_other_numbers(tree, leaves) for tree, leaves in told):
        return None
    for telling in TELLINGS:
        if telling.is_convention and all(_may_tell(telling, tree, leaves) for tree, leaves in told):
            return telling
    return None


def _may_tell(telling: Telling, tree: GameTree, leaves: Leaves) -> bool:
    """Tell whether each number that a program tells may stand for some leaf, told in a way.

    Args:
        telling: The way: of a leaf's number and whether MIN moves at its ply it makes what is told.
        tree: The tree.
        leaves: The numbers that the program tells.
    """
    levels = tree.levels
    # What would be told of each leaf; unknown leaves have no number.
    told_of_leaves = {
        telling.told(value, levels[tree.ply[leaf] % len(levels)] is Player.MIN)
        for leaf in tree.leaves(0)
        if (value := tree.leaf_value(leaf)) is not None
    }
    return told_of_leaves.issuperset(leaves)


class _PlacedLeaf(int):
    """A leaf's number that knows whether MIN moves at its ply."""

    is_min: bool


def told_as(telling: Telling, listing: _Listing, levels: Levels) -> _Listing:
    """Return a listing that tells its leaves in a way, such as with MIN's sign at MIN's plies.

    A listing is a short Python program with alpha-beta. Leaves that are no integers are told by
    their number.

    Args:
        telling: The way.
        listing: The listing, which tells its leaves by their numbers.
        levels: Who moves at each ply.
    """

    def answer(nested: Nested) -> tuple[Any, ...]:
        # The listing compares and returns the very leaves that it is given, which are numbers that
        # know who moves at their ply. So no leaf has to be looked for in the tree.
        value, leaves, *move = listing(_with_players_at_leaves(nested, levels, ply=0))
        return value, [_told(telling, leaf) for leaf in leaves], *move

    return answer


def _with_players_at_leaves(node: Nested, levels: Levels, ply: int) -> Nested:
    """Return a copy of nested lists in which each leaf knows whether MIN moves at its ply.

    Leaves that are no integers stay as they are.

    Args:
        node: A list of children, or the number of a leaf.
        levels: Who moves at each ply, repeated.
        ply: The distance of the node from the root.
    """
    if isinstance(node, list):
        return [_with_players_at_leaves(child, levels, ply + 1) for child in node]
    if not isinstance(node, int):
        return node
    leaf = _PlacedLeaf(node)
    leaf.is_min = levels[ply % len(levels)] is Player.MIN
    return leaf


def _told(telling: Telling, leaf: Number) -> Number:
    """Return the number that is told of a leaf: its own if it does not know who moves there."""
    if isinstance(leaf, _PlacedLeaf):
        return int(telling.told(leaf, leaf.is_min))
    return leaf
