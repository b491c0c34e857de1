"""What a program may print in place of the leaves of a search in their order: a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.engine import Rules, search
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.programs.answers import Leaves, expected, unlike
from treeexplorer.programs.followed_search import (
    FollowedSearch,
    LeafVerdict,
    SearchesToTry,
)
from treeexplorer.programs.readings import (
    LeavesByTree,
    first_readings,
)
from treeexplorer.tree import GameTree


def find_search_printed_differently(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that prints something else than the leaves in their order.

    For example, where alpha-beta reads 3, 12 and 2, it prints 2, 3, 12, or only their number, 3.
    Each search is compared with all that may be printed of it before the next search is.
    """
    for rules, output in product(searches.list_likeliest_first(), _OTHER_OUTPUTS):
        if output.is_printed(leaves_by_tree, rules):
            return FollowedSearch(
                verdict=searches.choose_verdict(rules, output.verdict),
                rules=rules,
                remark=output.words.format(rules=format_conventions(rules)),
            )
    return None


def _prints_leaves_in_another_order(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree a program prints the leaves of a search, but not in its order."""
    return all(
        unlike(leaves, expected(tree, rules).told_leaves) in {None, "leaves in another order"}
        for tree, leaves in leaves_by_tree
    )


def _prints_each_value_once(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program prints each value that a search reads once, and in another order.

    On ``[[3 3] [2 4]]`` a search reads 3, 3 and 2; such a program prints 2 and 3, as a set does. A
    program that prints them in the search's own order, 3 and 2, does not count: a table of values
    already seen would do the same.
    """

    def find_values_read(tree: GameTree) -> Leaves:
        """Return each value that the search reads of a tree once, in order."""
        return first_readings(expected(tree, rules).told_leaves)

    prints_same_values = all(
        unlike(leaves, find_values_read(tree)) in {None, "leaves in another order"}
        for tree, leaves in leaves_by_tree
    )
    if not prints_same_values:
        return False
    return any(leaves != find_values_read(tree) for tree, leaves in leaves_by_tree)


def _prints_leaf_counts(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether in place of the leaves of a search a program prints how many they are."""
    return all(
        leaves == (len(expected(tree, rules).told_leaves),) for tree, leaves in leaves_by_tree
    )


def _prints_node_counts(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether in place of leaves a program prints how many nodes a search visits."""
    return all(leaves == (search(tree, rules).visited,) for tree, leaves in leaves_by_tree)


def _prints_pruned_leaves(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree a program prints just the leaves that a search prunes."""
    return all(
        unlike(leaves, _leaves_pruned(tree, rules)) is None for tree, leaves in leaves_by_tree
    )


@lru_cache(maxsize=4096)
def _leaves_pruned(tree: GameTree, rules: Rules) -> Leaves:
    """Return the values of the leaves that a search does not read, from left to right."""
    read = {leaf for leaf, _ in search(tree, rules).leaves_read()}
    values = (tree.leaf_value(leaf) for leaf in tree.leaves(0) if leaf not in read)
    return tuple(value for value in values if value is not None)


def _prints_returned_values(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree a program prints what each node returns, as it is left."""
    return all(
        unlike(leaves, _values_returned(tree, rules)) is None for tree, leaves in leaves_by_tree
    )


@lru_cache(maxsize=4096)
def _values_returned(tree: GameTree, rules: Rules) -> Leaves:
    """Return what each call of a search returns, in the order in which the calls are left."""
    record = search(tree, rules)
    steps = map(record.step, range(1, record.steps + 1))
    values = [step.value for step in steps if step.child is not None]
    return tuple(value for value in (*values, record.root_value) if value is not None)


class _OtherOutput(NamedTuple):
    """What a program may print in place of the leaves of a search in their order.

    Attributes:
        is_printed: Tells whether a program prints it on every tree, given the search.
        verdict: How far the leaves are right then.
        words: What the program does, with a gap for the search.
    """

    is_printed: Callable[[LeavesByTree, Rules], bool]
    verdict: LeafVerdict
    words: str


_OTHER_OUTPUTS: Final = (
    _OtherOutput(
        _prints_pruned_leaves,
        "leaves told otherwise",
        "it tells the leaves that {rules} prunes, and not those that it reads",
    ),
    _OtherOutput(
        _prints_returned_values,
        "leaves told otherwise",
        "it tells what {rules} returns at each node, at those with children, too",
    ),
    _OtherOutput(
        _prints_leaves_in_another_order,
        "leaves told otherwise",
        "its leaves are those of {rules}, but it tells them in another order",
    ),
    _OtherOutput(
        _prints_each_value_once,
        "leaves told otherwise",
        "the values of its leaves are those of {rules}, but it tells each once, in another order",
    ),
    _OtherOutput(
        _prints_leaf_counts,
        "no leaves",
        "in their place it told one number, which is how many leaves {rules} reads",
    ),
    _OtherOutput(
        _prints_node_counts,
        "no leaves",
        "in their place it told one number, which is how many nodes {rules} visits",
    ),
)
