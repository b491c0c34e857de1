"""How a program tells the leaves that it reads: by their numbers, or by others made of these.

A negamax program often prints a leaf as the player who moves there sees it, another program prints
absolute values. Such numbers say which leaves were read, if they are taken as they are meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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


def _remove_sign(leaf: Number) -> Number:
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
    Telling("it tells each without its sign", lambda leaf, _: _remove_sign(leaf)),
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
        leaves_read = _leaves_read_with_player(tree, rules)
        # The counts are compared first, since `map` below ends with the shorter of both.
        if len(leaves_read) != len(leaves):
            return False
        numbers_to_tell = (telling.told(number, is_min) for number, is_min in leaves_read)
        if not all(map(same, leaves, numbers_to_tell)):
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


def find_telling(tried: Sequence[Tried]) -> Telling | None:
    """Return the convention by which a program tells its leaves by other numbers than their own.

    A negamax program, for example, may tell a leaf of 3 as −3 where MIN moves. Such a convention is
    as right as the leaves' own numbers. Whether the right leaves are told is not asked.

    Args:
        tried: The trees with the program's answers.

    Returns:
        The convention by which every number that the program tells may be that of some leaf;
        ``None`` if there is none, or if no number is another one than a leaf's own.
    """
    leaves_by_tree = [(tree, answer.leaves) for tree, answer in tried if answer.leaves is not None]
    if not any(tells_other_numbers(tree, leaves) for tree, leaves in leaves_by_tree):
        return None
    conventions = [telling for telling in TELLINGS if telling.is_convention]
    for convention in conventions:
        if all(_can_be_printed_as(convention, tree, leaves) for tree, leaves in leaves_by_tree):
            return convention
    return None


def _can_be_printed_as(telling: Telling, tree: GameTree, leaves: Leaves) -> bool:
    """Tell whether each number that a program tells may stand for some leaf, told in a way.

    Args:
        telling: The way: of a leaf's number and whether MIN moves at its ply it makes what is told.
        tree: The tree.
        leaves: The numbers that the program tells.
    """
    return _group_own_numbers(telling, tree).keys() >= set(leaves)


@lru_cache(maxsize=4096)
def _group_own_numbers(telling: Telling, tree: GameTree) -> Mapping[Number, frozenset[Number]]:
    """Group the leaves' own numbers by the number that a program tells in their place.

    Unknown leaves have no number.
    """
    levels = tree.levels
    own_numbers: dict[Number, frozenset[Number]] = {}
    for leaf in tree.leaves(0):
        own_number = tree.leaf_value(leaf)
        if own_number is None:
            continue
        is_min = levels[tree.ply[leaf] % len(levels)] is Player.MIN
        told_number = telling.told(own_number, is_min)
        own_numbers[told_number] = own_numbers.get(told_number, frozenset()) | {own_number}
    return own_numbers


def convert_to_own_numbers_of_leaves(
    telling: Telling, tree: GameTree, told: Leaves
) -> Leaves | None:
    """Return the own numbers of the leaves that a program tells otherwise.

    Args:
        telling: The way in which they are told.
        tree: The tree.
        told: What the program tells. A number that stands for no leaf is kept.

    Returns:
        The numbers; ``None`` if one of those told may stand for leaves of different numbers, such
        as −3 for a leaf of −3 where MAX moves and for one of 3 where MIN does.
    """
    own_numbers_by_told = _group_own_numbers(telling, tree)
    own_numbers: list[Number] = []
    for number in told:
        possible_numbers = own_numbers_by_told.get(number, frozenset({number}))
        if len(possible_numbers) > 1:
            return None
        own_numbers += possible_numbers
    return tuple(own_numbers)


def convert_all_to_own_numbers(
    telling: Telling, leaves_by_tree: Sequence[tuple[GameTree, Leaves]]
) -> list[tuple[GameTree, Leaves]]:
    """Return the trees with the own numbers of leaves that a program tells otherwise.

    Trees in which a number may stand for leaves of different numbers are left out.

    Args:
        telling: The way in which they are told.
        leaves_by_tree: The trees with what the program tells.
    """
    in_own = [
        (tree, convert_to_own_numbers_of_leaves(telling, tree, told))
        for tree, told in leaves_by_tree
    ]
    return [(tree, leaves) for tree, leaves in in_own if leaves is not None]


def told_as_a_player_sees_them(
    leaves_by_tree: Sequence[tuple[GameTree, Leaves]],
) -> Iterator[tuple[Telling, list[tuple[GameTree, Leaves]]]]:
    """Yield the sign conventions by which a program may print leaves, with the leaves it means.

    A negamax program may print 5 as −5 where MIN moves, for example. A number that is printed and
    stands for no leaf is *foreign*: it may be an estimate of a node with children. A convention is
    yielded if it leaves fewer foreign numbers than there are if each number stands for itself.

    Args:
        leaves_by_tree: The trees with what a program tells.

    Yields:
        The convention, and the trees with the leaves' own numbers; without those trees in which a
        number that is printed may stand for two different ones.
    """
    as_they_are = Telling("", lambda leaf, _is_min: leaf)
    foreign_count_as_they_are = _count_foreign_numbers(as_they_are, leaves_by_tree)
    conventions = [telling for telling in TELLINGS if telling.is_convention]
    for convention in conventions:
        foreign_count = _count_foreign_numbers(convention, leaves_by_tree)
        if foreign_count < foreign_count_as_they_are:
            yield convention, convert_all_to_own_numbers(convention, leaves_by_tree)


def _count_foreign_numbers(
    telling: Telling, leaves_by_tree: Sequence[tuple[GameTree, Leaves]]
) -> int:
    """Count the numbers that are told and stand for no leaf."""
    return sum(
        len(set(told) - _group_own_numbers(telling, tree).keys()) for tree, told in leaves_by_tree
    )


class _LeafWithPlayer(int):
    """A leaf's number with an attribute that says whether MIN moves at its ply."""

    is_min: bool


def convert_listing_leaves(telling: Telling, listing: _Listing, levels: Levels) -> _Listing:
    """Return a listing that searches as before, but tells its leaves by other numbers.

    For example it tells a leaf of 5 as −5 where MIN moves. A listing is a short Python program with
    alpha-beta; it returns the value and the numbers of the leaves that it has read.

    Only after the search may the numbers be changed, and then it is no longer seen at which ply a
    leaf lies. So each leaf that the listing is given is an integer that remembers whether MIN moves
    at its ply (:class:`_LeafWithPlayer`); the listing compares it as any other, and returns it.

    Leaves that are no integers are told by their own number.

    Args:
        telling: What is told of a leaf.
        listing: The listing, which tells its leaves by their own numbers.
        levels: Who moves at each ply.
    """

    def run_and_convert_leaves(nested: Nested) -> tuple[Any, ...]:
        """Run the listing, and convert its leaves to the numbers that are told of them."""
        tree = _mark_leaves_with_players(nested, levels, ply=0)
        value, leaves, *move = listing(tree)
        converted_leaves = [_convert_leaf(telling, leaf) for leaf in leaves]
        return value, converted_leaves, *move

    return run_and_convert_leaves


def _mark_leaves_with_players(node: Nested, levels: Levels, ply: int) -> Nested:
    """Copy nested lists so that each leaf knows whether MIN moves at its ply.

    Leaves that are no integers stay as they are.
    """
    if isinstance(node, list):
        return [_mark_leaves_with_players(child, levels, ply + 1) for child in node]
    if not isinstance(node, int):
        return node
    leaf = _LeafWithPlayer(node)
    leaf.is_min = levels[ply % len(levels)] is Player.MIN
    return leaf


def _convert_leaf(telling: Telling, leaf: Number) -> Number:
    """Convert a leaf to the number that is told of it; its own number if it has no player."""
    if isinstance(leaf, _LeafWithPlayer):
        return int(telling.told(leaf, leaf.is_min))
    return leaf
