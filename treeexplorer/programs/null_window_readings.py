"""How often a search with null windows may read leaves: a child twice, or pass by pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from treeexplorer.engine import Rules
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.programs.answers import Leaves, expected
from treeexplorer.programs.followed_search import reads_no_pruned_leaf
from treeexplorer.programs.readings import (
    NOTHING_PROVEN,
    LeavesByTree,
    first_readings,
    is_within,
    most_readings,
    proven_interval,
    trees_with_distinct_leaves,
)
from treeexplorer.programs.trials import tells_leaves_apart, to_nested
from treeexplorer.rules import ALGORITHMS, DRAWN_ORDERS
from treeexplorer.tree import GameTree, Number


def list_reentering_searches(base: Rules) -> list[Rules]:
    """List the rules of all searches that may search a node again, such as PVS and MTD(f).

    Returns:
        The rules; each search is there once for each order of children. The base comes first if it
        is such a search, and may be there twice then.
    """
    searches: list[Rules] = []
    if TABLE[base.algorithm].reenters:
        searches.append(base)
    # `reenters` says of a search that it may enter a node again.
    for name, order in product(ALGORITHMS, DRAWN_ORDERS):
        if TABLE[name].reenters:
            searches.append(replace(base, algorithm=name, form="classic", order=order))
    return searches


def could_read_leaves_of(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads leaves as a search that enters nodes again may read them.

    How often a leaf is read depends on what the program remembers. The order of the first readings
    does not, so it must be that of the search.
    """
    for tree, leaves in trees_with_distinct_leaves(leaves_by_tree):
        if first_readings(leaves) != first_readings(expected(tree, rules).told_leaves):
            return False
    return _is_within_most_readings(leaves_by_tree, rules) or could_be_mtdf(leaves_by_tree, rules)


def could_be_null_windows(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether PVS or NegaScout may read the leaves as often as a program does.

    They search a child with a null window first, and perhaps a second time with a full one
    (:func:`most_readings`). Such a search has a test of its own for cut-offs, which some programs
    make strict. So if the rules are those of such a search, two things are asked: that no leaf is
    read which it prunes, and no leaf more often than is allowed where alpha-beta under > reads it.
    """
    if not TABLE[rules.algorithm].reenters:
        return _is_within_most_readings(leaves_by_tree, rules)
    if not reads_no_pruned_leaf(leaves_by_tree, rules):
        return False
    strict = replace(rules, algorithm="alphabeta", cutoff=">")
    return _is_within_most_readings(leaves_by_tree, strict)


def _is_within_most_readings(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether no value is read more often than with null windows before full ones."""
    return all(is_within(leaves, most_readings(tree, rules)) for tree, leaves in leaves_by_tree)


def could_be_mtdf(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree the leaves may be read by passes of MTD(f).

    A window that is narrower than the full one reads no leaf that the full one prunes.
    """
    with_full_window = replace(rules, algorithm="alphabeta", form="classic")
    if not reads_no_pruned_leaf(leaves_by_tree, with_full_window):
        return False
    return all(_could_be_passes(tree, leaves, rules) for tree, leaves in leaves_by_tree)


def _could_be_passes(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether leaves may be read by MTD(f), which searches the root again and again.

    Each of these searches, a *pass*, goes through the tree once, and proves a new bound of the
    root's value. For example, a program reads 3, 2, 3, 12, 2 on ``[[3 12] [2 4]]``, where MAX moves
    first. These may be two passes, 3, 2 and 3, 12, 2; but 3, 3, 12, 2 can be none.

    Args:
        tree: The tree. If two of its leaves have the same value, it is not known which of them are
            read, and passes are taken to be possible.
        leaves: The values of the leaves that a program reads, in order.
        rules: The rules of the search; only the order of children matters.
    """
    if not tells_leaves_apart(tree):
        return True
    leaf_indices = _find_indices_in_order(tree, leaves, right_to_left=rules.right_to_left)
    if leaf_indices is None:
        return False
    return _proves_bound_in_each_pass(tree, _split_into_passes(leaves, leaf_indices))


def _proves_bound_in_each_pass(tree: GameTree, passes: Iterable[Leaves]) -> bool:
    """Tell whether each pass through a tree proves a bound of the root's value, while it is open.

    A pass may do so by itself, or together with what a table keeps of the passes before it. For
    example MAX moves first in ``[[3 12] [2 4]]``:

    =====================  ==========================  ========================================
    the passes             proven of the root          the answer
    =====================  ==========================  ========================================
    3, 2; then 3, 12, 2    at most 3; then 3 exactly   yes: with this the value is proven
    3, 2                   at most 3                   yes: it may end before
    3; then 3, 12, 2       nothing                     no: no search ends with 3 alone
    =====================  ==========================  ========================================
    """
    nested = to_nested(tree)
    values_so_far: set[Number] = set()
    proven_before = NOTHING_PROVEN
    for leaves_of_pass in passes:
        values_so_far.update(leaves_of_pass)
        proven_so_far = proven_interval(nested, tree.levels, ply=0, read=values_so_far)
        lowest_value, highest_value = proven_so_far
        is_value_proven = lowest_value == highest_value
        if is_value_proven:  # no later pass can be wrong: there is nothing left to prove
            return True

        proven_by_pass = proven_interval(nested, tree.levels, ply=0, read=set(leaves_of_pass))
        proves_bound_alone = proven_by_pass != NOTHING_PROVEN
        proves_bound_with_others = proven_so_far != proven_before
        if not proves_bound_alone and not proves_bound_with_others:
            return False
        proven_before = proven_so_far
    return True


def _find_indices_in_order(
    tree: GameTree, leaves: Leaves, *, right_to_left: bool
) -> list[int] | None:
    """Find which leaf of the tree each value is, counted from 0 in the order of the children.

    For example of ``[[3 12] [2 4]]`` the values 2, 3 have the indices 2, 0, and from right to left
    1, 3. ``None`` if a value is that of no leaf. The leaves of the tree must all differ.
    """
    values_in_order = [tree.leaf_value(leaf) for leaf in tree.leaves(0)]
    if right_to_left:
        values_in_order.reverse()
    index_of_value = {value: index for index, value in enumerate(values_in_order)}
    if not set(leaves).issubset(index_of_value):
        return None
    return [index_of_value[value] for value in leaves]


def _split_into_passes(leaves: Leaves, leaf_indices: Sequence[int]) -> Iterator[Leaves]:
    """Split leaves into those that each pass through a tree reads.

    A pass goes through the tree in one direction. Where a leaf does not stand further on than the
    one before it, another pass has begun.

    Example:
        >>> list(_split_into_passes((3, 12, 2, 12, 4), [0, 1, 2, 1, 3]))
        [(3, 12, 2), (12, 4)]
    """
    if not leaves:
        return
    start_of_pass = 0
    for index in range(1, len(leaves)):
        if leaf_indices[index] <= leaf_indices[index - 1]:
            yield leaves[start_of_pass:index]
            start_of_pass = index
    yield leaves[start_of_pass:]
