"""What a program's readings of leaves show: which are repeated, how often, and what they prove.

A program prints the values of the leaves that it reads, so that a value that stands at several
leaves does not tell which of them was read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.programs.answers import Leaves
from treeexplorer.programs.trials import Nested, tells_leaves_apart, to_nested
from treeexplorer.tree import INFINITY, GameTree, Number, Player

LeavesByTree: TypeAlias = "list[tuple[GameTree, Leaves]]"
"""Trees, each with the leaves that a program says it evaluated there, in order."""
NOTHING_PROVEN: Final[tuple[Number, Number]] = (-INFINITY, INFINITY)
"""The interval of a node of which nothing is proven."""


def trees_with_distinct_leaves(leaves_by_tree: LeavesByTree) -> LeavesByTree:
    """Return the trees whose leaves all differ, with the program's leaves.

    There a value tells which leaf it is.
    """
    return [(tree, leaves) for tree, leaves in leaves_by_tree if tells_leaves_apart(tree)]


def trees_without_repeated_subtrees(leaves_by_tree: LeavesByTree) -> LeavesByTree:
    """Return the trees in which no subtree with more than a leaf occurs twice, with the leaves."""
    return [
        (tree, leaves) for tree, leaves in leaves_by_tree if not repeats_a_subtree(to_nested(tree))
    ]


def first_readings(leaves: Leaves) -> Leaves:
    """Return the leaves without those that repeat an earlier one.

    >>> first_readings((3, 12, 3, 2))
    (3, 12, 2)
    """
    return tuple(dict.fromkeys(leaves))


def leaf_counts(tree: GameTree) -> Counter[Number]:
    """Return how many leaves of each value a tree has."""
    return Counter(value for value in tree.leaf_values if value is not None)


def is_within(leaves: Leaves, allowed: Counter[Number]) -> bool:
    """Tell whether no value is read more often than ``allowed`` says.

    >>> is_within((3, 3), Counter({3: 2, 12: 1})), is_within((3, 12, 12), Counter((3, 12)))
    (True, False)
    """
    return all(count <= allowed[value] for value, count in Counter(leaves).items())


@lru_cache(maxsize=4096)
def most_readings(tree: GameTree, rules: Rules) -> Counter[Number]:
    """Return how often a program may read each value if it searches as PVS and NegaScout do.

    Only leaves that a search under the rules reads may be read, and each at most as often as its
    node may be searched (:func:`_compute_most_searches_by_node`).

    Args:
        tree: The tree.
        rules: The rules of the search.

    Returns:
        Value -> the number of readings. If a value stands at several leaves, theirs are added up,
        since a program prints values and not which leaf it read. In ``[[3 12] [2 4]]`` it is 1 for
        3, and 2 for 12 and for 2; 4 is cut off.
    """
    times_searched = _compute_most_searches_by_node(tree, right_to_left=rules.right_to_left)
    # Each leaf once, though the search may read it several times.
    leaves_read = {leaf for leaf, _ in search(tree, rules).leaves_read()}
    most_readings: Counter[Number] = Counter()
    for leaf in leaves_read:
        value = tree.leaf_value(leaf)
        # An unknown leaf has no value, and cannot be read.
        if value is not None:
            most_readings[value] += times_searched[leaf]
    return most_readings


def _compute_most_searches_by_node(tree: GameTree, *, right_to_left: bool) -> list[int]:
    """Compute how often PVS may search each node: a first child once, any other child twice.

    PVS searches the first child with the full window, and each other child
    with a null window and perhaps again. So the number doubles with each node on the path that is
    not a first child: in ``[[3 12] [2 4]]`` it is 1 for 3, 2 for 12, 2 for 2, and 4 for 4.

    Args:
        tree: The tree.
        right_to_left: Whether children are visited from the right: the last one is the first then.
    """
    most_searches = [1] * len(tree)
    # In preorder, so that the number of a parent is known before those of its children.
    for node in tree.inner_nodes():
        children = list(tree.children(node))
        first_child = children[-1] if right_to_left else children[0]
        for child in children:
            if child == first_child:
                most_searches[child] = most_searches[node]
            else:
                most_searches[child] = 2 * most_searches[node]
    return most_searches


def proven_interval(
    nested: Nested, levels: tuple[Player, ...], ply: int, read: set[Number]
) -> tuple[Number, Number]:
    """Return between which numbers a node's minimax value must lie, if only some leaves are known.

    A leaf that is not known may have any value. At MAX both ends are the greatest of the
    children's, at MIN the least.

    Args:
        nested: The node: a list of its children, or the number of a leaf.
        levels: Who moves at each ply, repeated.
        ply: The node's distance from the root.
        read: The values of the leaves that are known; no two leaves have the same value.

    Returns:
        The low and the high end; an end that is not proven is infinite.

    Example:
        >>> proven_interval([[3, 12], [2, 4]], (Player.MAX, Player.MIN), 0, {3, 12, 2})
        (3, 3)
    """
    if not isinstance(nested, list):
        return (nested, nested) if nested in read else NOTHING_PROVEN
    # Recursive, since the trees on which programs are tried are shallow.
    intervals = [proven_interval(child, levels, ply + 1, read) for child in nested]
    lows = [low for low, _ in intervals]
    highs = [high for _, high in intervals]
    if levels[ply % len(levels)] is Player.MAX:
        return max(lows), max(highs)
    return min(lows), min(highs)


def repeats_a_subtree(nested: Nested) -> bool:
    """Tell whether a subtree with more than a leaf occurs twice.

    >>> repeats_a_subtree([[1, 2], [3, [1, 2]]]), repeats_a_subtree([1, [1, 2]])
    (True, False)
    """
    # The text of a list is the same for equal subtrees, and can be put into a set.
    texts = list(map(repr, _iterate_inner_nodes(nested)))
    return len(set(texts)) < len(texts)


def _iterate_inner_nodes(nested: Nested) -> Iterator[list[Nested]]:
    """Yield every node of nested lists that is a list, in an unspecified order."""
    waiting = [nested]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            yield node
            waiting += node
