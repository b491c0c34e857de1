"""How a program prints the leaves that it reads: as their numbers, or as others made of these.

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


class LeafConversion(NamedTuple):
    """A way to print leaves as other numbers.

    Attributes:
        words: What the program does with the leaves, as the end of a sentence.
        convert: Returns the number that is printed for a leaf, given the leaf's own number and
            whether MIN moves at its ply.
        is_convention: Whether it is as right as to print the leaves' own numbers.
    """

    words: str
    convert: Callable[[Number, bool], Number]
    is_convention: bool = False


def _remove_sign(leaf: Number) -> Number:
    """Return the absolute value of a leaf's number."""
    if leaf < 0:
        return -leaf
    return leaf


SIGN_CONVENTIONS: Final = (
    LeafConversion(
        "it tells each leaf as the player who moves there sees it",
        lambda leaf, is_min: -leaf if is_min else leaf,
        is_convention=True,
    ),
    LeafConversion(
        "it tells each leaf as the player who moved there sees it",
        lambda leaf, is_min: leaf if is_min else -leaf,
        is_convention=True,
    ),
)
"""The conversions that are conventions, the likeliest first."""
LEAF_CONVERSIONS: Final = (
    *SIGN_CONVENTIONS,
    LeafConversion("it tells each with the other sign", lambda leaf, _: -leaf),
    LeafConversion("it tells each without its sign", lambda leaf, _: _remove_sign(leaf)),
    LeafConversion("it tells 0 for those below 0", lambda leaf, _: max(0, leaf)),
)
"""The conversions that are known, the likeliest first."""


def prints_number_of_no_leaf(tree: GameTree, printed: Leaves) -> bool:
    """Tell whether a program prints a number that no leaf of the tree has, up to rounding.

    For example in ``[3, 12]`` the number 5 is that of no leaf; 3.0000000001 counts as the leaf 3.
    """
    values = [value for value in tree.leaf_values if value is not None]
    # First the numbers that are no leaf's to the last digit: mostly there are none, and the slower
    # test, which forgives rounding, is not needed.
    not_exact = set(printed).difference(values)
    return any(not any(same(number, value) for value in values) for number in not_exact)


def prints_converted_leaves(
    conversion: LeafConversion, printed_by_tree: Sequence[tuple[GameTree, Leaves]], rules: Rules
) -> bool:
    """Tell whether on every tree a program prints the leaves of a search, each one converted.

    For example without their signs: then a search that reads 3, −5 prints 3, 5.

    Args:
        conversion: What is printed for a leaf.
        printed_by_tree: The trees with the numbers that the program prints for the leaves it reads.
        rules: The rules of the search.
    """
    for tree, printed in printed_by_tree:
        leaves_read = _leaves_read_with_player(tree, rules)
        # The counts are compared first, since `map` below ends with the shorter of both.
        if len(leaves_read) != len(printed):
            return False
        converted = (conversion.convert(number, is_min) for number, is_min in leaves_read)
        if not all(map(same, printed, converted)):
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


# -- from printed numbers back to leaves -----------------------------------------------------------


def find_sign_convention(tried: Sequence[Tried]) -> LeafConversion | None:
    """Find the sign convention that explains all numbers which a program prints for leaves.

    A negamax program, for example, may print a leaf of 3 as −3 where MIN moves. A convention
    explains a number if some leaf of the tree is printed so. Whether these are the leaves that
    should have been read is not asked.

    Args:
        tried: The trees with the program's answers.

    Returns:
        The first convention that explains every number on every tree; ``None`` if there is none, or
        if none is needed, since every number is a leaf's own.
    """
    printed_by_tree = [(tree, answer.leaves) for tree, answer in tried if answer.leaves is not None]
    if not any(prints_number_of_no_leaf(tree, printed) for tree, printed in printed_by_tree):
        return None

    for convention in SIGN_CONVENTIONS:
        if _count_unexplained_numbers(convention, printed_by_tree) == 0:
            return convention
    return None


def _find_unexplained_numbers(
    conversion: LeafConversion, tree: GameTree, printed: Leaves
) -> set[Number]:
    """Find the numbers printed of a tree that are none of its leaves, each converted.

    For example, if a leaf is printed without its sign, 5 is explained by the −5 of ``[3, -5]``, and
    −5 by none.
    """
    explained_numbers = _group_leaves_by_printed_number(conversion, tree).keys()
    return set(printed) - explained_numbers


@lru_cache(maxsize=4096)
def _group_leaves_by_printed_number(
    conversion: LeafConversion, tree: GameTree
) -> Mapping[Number, frozenset[Number]]:
    """Group the numbers of a tree's leaves by the number that a program prints in their place.

    For example without signs −3 and 3 are both printed as 3: ``{3: {-3, 3}}``. Unknown leaves have
    no number.
    """
    levels = tree.levels
    leaves_by_printed: dict[Number, frozenset[Number]] = {}
    for node in tree.leaves(0):
        leaf = tree.leaf_value(node)
        if leaf is None:
            continue
        is_min = levels[tree.ply[node] % len(levels)] is Player.MIN
        printed_number = conversion.convert(leaf, is_min)
        leaves_before = leaves_by_printed.get(printed_number, frozenset())
        leaves_by_printed[printed_number] = leaves_before | {leaf}
    return leaves_by_printed


def restore_leaves(conversion: LeafConversion, tree: GameTree, printed: Leaves) -> Leaves | None:
    """Convert the numbers that a program prints back to those of the leaves for which they stand.

    For example, where a program prints a leaf of 3 as −3, its −3 becomes 3 again.

    Args:
        conversion: What is printed for a leaf.
        tree: The tree.
        printed: What the program prints. A number that stands for no leaf is kept.

    Returns:
        The leaves; ``None`` if one number may stand for different leaves, such as −3 for a leaf of
        −3 where MAX moves and for one of 3 where MIN does.
    """
    leaves_by_printed = _group_leaves_by_printed_number(conversion, tree)
    restored: list[Number] = []
    for number in printed:
        if number not in leaves_by_printed:
            restored.append(number)
            continue
        possible_leaves = leaves_by_printed[number]
        if len(possible_leaves) > 1:
            return None
        restored += possible_leaves  # the only one
    return tuple(restored)


def restore_leaves_by_tree(
    conversion: LeafConversion, printed_by_tree: Sequence[tuple[GameTree, Leaves]]
) -> list[tuple[GameTree, Leaves]]:
    """Convert what a program prints of each tree back to the leaves for which it stands.

    Trees on which a number may stand for different leaves are left out.

    Args:
        conversion: What is printed for a leaf.
        printed_by_tree: The trees with what the program prints.
    """
    leaves_by_tree: list[tuple[GameTree, Leaves]] = []
    for tree, printed in printed_by_tree:
        leaves = restore_leaves(conversion, tree, printed)
        if leaves is not None:
            leaves_by_tree.append((tree, leaves))
    return leaves_by_tree


def generate_sign_conventions(
    printed_by_tree: Sequence[tuple[GameTree, Leaves]],
) -> Iterator[tuple[LeafConversion, list[tuple[GameTree, Leaves]]]]:
    """Yield the sign conventions that a program may use to print leaves, with the leaves it means.

    For example, by one convention a leaf of 5 is printed as −5 where MIN moves. A convention is
    yielded if with it fewer of the printed numbers stand for no leaf than without it. It need not
    explain all of them: a program may print estimates of nodes with children, too.

    Args:
        printed_by_tree: The trees with what the program prints.

    Yields:
        The convention, and the trees with the leaves that are meant; without those trees on which a
        printed number may stand for two different leaves.
    """
    no_conversion = LeafConversion("", lambda leaf, _is_min: leaf)
    unexplained_without = _count_unexplained_numbers(no_conversion, printed_by_tree)
    for convention in SIGN_CONVENTIONS:
        unexplained = _count_unexplained_numbers(convention, printed_by_tree)
        if unexplained < unexplained_without:
            yield convention, restore_leaves_by_tree(convention, printed_by_tree)


def _count_unexplained_numbers(
    conversion: LeafConversion, printed_by_tree: Sequence[tuple[GameTree, Leaves]]
) -> int:
    """Count the printed numbers that stand for no leaf of their tree, a number once for each tree.

    For example, without a conversion, 3, −5, −5 on ``[3, 5]`` count as one.
    """
    return sum(
        len(_find_unexplained_numbers(conversion, tree, printed))
        for tree, printed in printed_by_tree
    )


# -- a listing that prints converted leaves --------------------------------------------------------


class _LeafWithPlayer(int):
    """A leaf's number with an attribute that says whether MIN moves at its ply."""

    is_min: bool


def convert_listing_leaves(
    conversion: LeafConversion, listing: _Listing, levels: Levels
) -> _Listing:
    """Return a function that runs a listing, and converts the leaves that it returns.

    For example it returns a leaf of 5 as −5 where MIN moves. A listing is a short Python program
    with alpha-beta; it returns the root's value and the leaves that it has read.

    The leaves are converted only after the search, which needs their own numbers. By then the list
    of numbers no longer shows at which ply a leaf lies. So the listing is run on a copy of the
    tree, in which each leaf is a subclass of ``int`` that knows whether MIN moves there. To the
    listing it is an ordinary number, and it comes back in the list of leaves.

    Leaves that are no integers are not converted.

    Args:
        conversion: What is returned for a leaf.
        listing: The listing, which returns the leaves' own numbers.
        levels: Who moves at each ply.
    """

    def run_and_convert_leaves(nested: Nested) -> tuple[Any, ...]:
        """Run the listing, and convert the leaves that it returns."""
        tree = _mark_leaves_with_players(nested, levels, ply=0)
        value, leaves, *move = listing(tree)
        converted_leaves = [_convert_leaf(conversion, leaf) for leaf in leaves]
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


def _convert_leaf(conversion: LeafConversion, leaf: Number) -> Number:
    """Convert a leaf, if it knows who moves at its ply; else return it as it is."""
    if isinstance(leaf, _LeafWithPlayer):
        return int(conversion.convert(leaf, leaf.is_min))
    return leaf
