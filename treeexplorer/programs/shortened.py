"""Programs that search a tree too shallow: they take nodes with children for leaves.

The plies are counted wrong, or the depth is the same for all trees. What such a program evaluates
is a *truncated tree*, in which a node whose children are left out counts a number, such as 0 or
the first leaf below it. Iterative deepening searches such trees on purpose, one after another, and
the whole tree at last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.programs.answers import AnsweredTrees, Leaves, same, unlike
from treeexplorer.programs.trials import Nested, height_of, leaves_of, to_nested
from treeexplorer.programs.values import SEARCHES, TreeChange
from treeexplorer.tree import GameTree, Levels, Number, from_nested

Estimator: TypeAlias = Callable[[Sequence[Number]], Number]
"""Returns what a node counts whose children are left out, given the leaves below it."""


def _make_fixed_depth(depth: int, _plies: int) -> int:
    """Return a depth that is the same for all trees."""
    return depth


def _halve_even_depth(plies: int) -> int:
    """Return half of the plies if their number is even; else all, since no half is met exactly.

    So many are searched if a ply counts twice, and only a depth of exactly 0 ends the search.
    """
    return plies if plies % 2 else plies // 2


_ESTIMATORS: Final[dict[str, Estimator]] = {
    "0": lambda _leaves: 0,
    "the first leaf below it": lambda leaves: leaves[0],
    "the last leaf below it": lambda leaves: leaves[-1],
    "the largest leaf below it": max,
    "the smallest leaf below it": min,
    "the sum of the leaves below it": sum,
    "the mean of the leaves below it": lambda leaves: sum(leaves) / len(leaves),
}
_DEPTHS: Final[dict[str, Callable[[int], int]]] = {
    "the tree without its lowest ply": lambda plies: plies - 1,
    "the tree down to half of its plies, as if each counted twice": lambda plies: (plies + 1) // 2,
    "the tree down to half of its plies where their number is even": _halve_even_depth,
}
"""How many plies are searched of a tree, given how many it has."""
_FIXED_DEPTHS: Final = range(1, 7)


class Truncation(NamedTuple):
    """A way to search a tree too shallow, as if it ended above its leaves.

    Attributes:
        words: What is searched, so that “All its values are those of” goes before it.
        estimate: What a node counts whose children are left out, by the leaves below it.
        depth: Returns how many plies of a tree are searched, given how many it has.
    """

    words: str
    estimate: Estimator
    depth: Callable[[int], int]

    def truncate(self, nested: Nested) -> Nested:
        """Return a tree without the nodes that are left out.

        >>> Truncation("", sum, depth=lambda plies: 1).truncate([[3, [12, 5]], 2])
        [20, 2]
        """
        return _truncate_node(nested, self.depth(height_of(nested)), self.estimate)


def _truncate_node(node: Nested, plies: int, estimate: Estimator) -> Nested:
    """Return a node without the nodes that lie more than a number of plies below it.

    A node whose children are left out becomes a number, its *estimate*.

    >>> _truncate_node([[3, [12, 5]], 2], 1, estimate=sum)
    [20, 2]
    """
    if not isinstance(node, list):
        return node
    if plies == 0:
        return estimate(list(leaves_of(node)))
    return [_truncate_node(child, plies - 1, estimate) for child in node]


class ShallowSearch(NamedTuple):
    """What a program does that searches too shallow.

    Attributes:
        truncation: How far it searches.
        rules: The search of the truncated tree whose leaves it prints; ``None`` if it prints none.
        prints_estimates: Whether the estimates of nodes are among the leaves that it prints.
        prints_other_leaves: Whether it prints leaves that no search of the truncated tree reads.
    """

    truncation: Truncation
    rules: Rules | None
    prints_estimates: bool
    prints_other_leaves: bool = False


def find_shallow_search(answered: AnsweredTrees) -> ShallowSearch | None:
    """Find a search that stops above the leaves, and gives all values that a program gives.

    Such a program takes nodes with children for leaves, and counts a number for each (an
    *estimate*), such as 0 or the first leaf below it. For example ``[[3, 5], 2]`` becomes the
    truncated tree ``[3, 2]``.

    Args:
        answered: The trees with the program's answers.

    Returns:
        How the trees are truncated, and the search of truncated trees that reads the leaves which
        the program prints, if there is one. ``None`` if no such search gives all values, or if the
        program failed on a tree.
    """
    if answered.has_failure:
        return None
    matching_truncations = [
        truncation
        for truncation in _generate_truncations()
        if _explains_all_values(truncation, answered)
    ]
    if not matching_truncations:
        return None

    for truncation in matching_truncations:
        found = _find_search_of_leaves(truncation, answered)
        if found is not None:
            return found
    # The values are explained, and the leaves are not.
    return ShallowSearch(
        matching_truncations[0], rules=None, prints_estimates=False, prints_other_leaves=True
    )


def _generate_truncations() -> Iterator[Truncation]:
    """Yield the ways to search too shallow that are tried, the simplest first."""
    for (searched, depth), (counts, estimate) in product(_DEPTHS.items(), _ESTIMATORS.items()):
        words = f"{searched}, where a node whose children are left out counts {counts}"
        yield Truncation(words, estimate, depth)
    for (counts, estimate), fixed in product(_ESTIMATORS.items(), _FIXED_DEPTHS):
        words = f"the tree down to ply {fixed}, where a node with children counts {counts}"
        yield Truncation(words, estimate, partial(_make_fixed_depth, fixed))


def _explains_all_values(truncation: Truncation, answered: AnsweredTrees) -> bool:
    """Tell whether a program's values are those of the truncated trees."""
    return all(
        same(answer.value, _compute_minimax_value(truncation.truncate(nested), answered.levels))
        for nested, (_, answer) in answered.pair_nested_with_tried()
    )


def _compute_minimax_value(nested: Nested, levels: Levels) -> Number:
    """Compute the minimax value of a tree."""
    return TreeChange("", levels).value(nested)


def _find_search_of_leaves(truncation: Truncation, answered: AnsweredTrees) -> ShallowSearch | None:
    """Find the search of truncated trees that reads the leaves which a program prints.

    In a truncated tree a node without its children has an estimate in their place. For example
    ``[[3, 5], 2]`` becomes ``[8, 2]`` if the estimate is the sum. A program that searches this tree
    may print 8 and 2; or 2 alone, if it prints no estimates.

    Tried are alpha-beta with ≥ and with >, and minimax, in both orders of the children.

    Args:
        truncation: How the trees are truncated. The values that the program gives are those of the
            truncated trees.
        answered: The trees with the program's answers.

    Returns:
        The first search that reads just these leaves on all trees; ``None`` if there is none. Its
        ``rules`` are ``None`` if the program prints leaves on no tree: then nothing shows how it
        searches.
    """
    trees_with_leaves = _collect_trees_with_leaves(answered)
    if not trees_with_leaves:
        return ShallowSearch(truncation, rules=None, prints_estimates=False)

    # With estimates first: a program that searches too shallow takes such nodes for leaves.
    for prints_estimates, search_rules in product((True, False), SEARCHES):
        prints_these_leaves = _prints_leaves_of_truncated_trees(
            trees_with_leaves,
            truncation,
            rules=replace(search_rules, levels=answered.levels),
            prints_estimates=prints_estimates,
        )
        if prints_these_leaves:
            return ShallowSearch(truncation, search_rules, prints_estimates)
    return None


class _TreeWithLeaves(NamedTuple):
    """A tree as nested lists, and the leaves that a program prints for it."""

    nested: Nested
    leaves: Leaves


def _collect_trees_with_leaves(answered: AnsweredTrees) -> list[_TreeWithLeaves]:
    """Collect the trees for which a program prints leaves."""
    trees: list[_TreeWithLeaves] = []
    for nested, tried in answered.pair_nested_with_tried():
        leaves = tried.answer.leaves
        if leaves is not None:
            trees.append(_TreeWithLeaves(nested, leaves))
    return trees


def _prints_leaves_of_truncated_trees(
    trees_with_leaves: Sequence[_TreeWithLeaves],
    truncation: Truncation,
    rules: Rules,
    *,
    prints_estimates: bool,
) -> bool:
    """Tell whether on each tree a program prints the leaves that a search of its truncation reads.

    Args:
        trees_with_leaves: The whole trees, each with the leaves that the program prints.
        truncation: How the trees are truncated.
        rules: The rules of the search.
        prints_estimates: Whether the program is taken to print the estimates that it reads, too.
    """
    return all(
        _prints_leaves_of_truncated_tree(
            leaves, nested, truncation, rules, prints_estimates=prints_estimates
        )
        for nested, leaves in trees_with_leaves
    )


def _prints_leaves_of_truncated_tree(
    leaves: Leaves, nested: Nested, truncation: Truncation, rules: Rules, *, prints_estimates: bool
) -> bool:
    """Tell whether a program prints just the leaves that a search of a truncated tree reads.

    Args:
        leaves: The leaves that the program prints.
        nested: The whole tree.
        truncation: Returns the truncated tree, in which some nodes have an estimate in place of
            their children.
        rules: The rules of the search.
        prints_estimates: Whether the program is taken to print the estimates that it reads, too.
    """
    truncated_tree = truncation.truncate(nested)
    right_leaves = _collect_printed_leaves(
        nested, truncated_tree, rules, prints_estimates=prints_estimates
    )
    first_difference = unlike(leaves, right_leaves)
    return first_difference is None


def is_iterative_deepening(leaves_by_tree: Sequence[tuple[GameTree, Leaves]], rules: Rules) -> bool:
    """Tell whether a program searches each tree one ply deep, then two, and so on to the end.

    Where such a search ends above the leaves, a node counts a number, its *estimate*: 0, the first
    leaf below it, the sum of these or the like. In ``[[3, 5], 2]`` the first search reads 8 and 2
    if the estimate is the sum, and the second 3, 5 and 2.

    Two things are not known of a program: what its estimates are, and whether they are among the
    leaves that it prints. All combinations are tried.

    Args:
        leaves_by_tree: The trees, each with the values of the leaves that the program says it has
            read, in order.
        rules: The rules of each of these searches.

    Returns:
        Whether with one combination the leaves are right on all trees.
    """
    trees_with_leaves = [(to_nested(tree), leaves) for tree, leaves in leaves_by_tree]
    combinations = product(_ESTIMATORS.values(), (True, False))
    return any(
        _is_iterative_deepening(
            trees_with_leaves, estimate, rules, prints_estimates=prints_estimates
        )
        for estimate, prints_estimates in combinations
    )


def _is_iterative_deepening(
    trees_with_leaves: Sequence[tuple[Nested, Leaves]],
    estimate: Estimator,
    rules: Rules,
    *,
    prints_estimates: bool,
) -> bool:
    """Tell whether leaves are those of iterative deepening with given estimates, on every tree."""
    for nested, leaves in trees_with_leaves:
        leaves_of_deepening = _collect_leaves_of_deepening(
            nested, estimate, rules, prints_estimates=prints_estimates
        )
        if unlike(leaves, leaves_of_deepening) is not None:
            return False
    return True


def _collect_leaves_of_deepening(
    nested: Nested, estimate: Estimator, rules: Rules, *, prints_estimates: bool
) -> Leaves:
    """Collect the leaves that iterative deepening reads: one ply deep, then two, and so on.

    A node at which the depth ends counts its estimate; with ``prints_estimates`` these are among
    the leaves.
    """
    leaves: list[Number] = []
    for depth in range(1, height_of(nested) + 1):
        truncated = _truncate_node(nested, depth, estimate)
        leaves += _collect_printed_leaves(
            nested, truncated, rules, prints_estimates=prints_estimates
        )
    return tuple(leaves)


def _collect_printed_leaves(
    nested: Nested, truncated: Nested, rules: Rules, *, prints_estimates: bool
) -> Leaves:
    """Collect the leaves that a search of a truncated tree reads, in order.

    A truncated tree is one in which some nodes with children are replaced by a number, their
    estimate. Without ``prints_estimates`` these are left out.
    """
    # Both count the nodes of the truncated tree in preorder.
    is_estimate = list(_mark_estimated_nodes(nested, truncated))
    leaves_read = _collect_read_leaves(truncated, rules)
    return tuple(
        number for node, number in leaves_read if prints_estimates or not is_estimate[node]
    )


def _collect_read_leaves(nested: Nested, rules: Rules) -> Iterator[tuple[int, Number]]:
    """Collect each leaf that a search reads of nested lists: its node, counted in preorder, and it.

    Of a tree without children the root is read.
    """
    if isinstance(nested, list):
        return search(from_nested(nested, rules.levels), rules).leaves_read()
    return iter([(0, nested)])


def _mark_estimated_nodes(node: Nested, truncated: Nested) -> Iterator[bool]:
    """Yield for each node of a truncated tree, in preorder, whether its children are left out.

    >>> list(_mark_estimated_nodes([[3, 12], 5], [3, 5]))
    [False, True, False]
    """
    is_leaf = not isinstance(truncated, list)
    yield is_leaf and isinstance(node, list)
    if not is_leaf:
        for child, truncated_child in zip(node, truncated, strict=True):
            yield from _mark_estimated_nodes(child, truncated_child)
