"""What must hold where a range is known: every number of the tree lies in it."""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.notation.chance import TreeProblem
from treeexplorer.numbers import shown
from treeexplorer.tree import GameTree, Number, Window


def find_range_problems(tree: GameTree, known: Window) -> Iterator[TreeProblem]:
    """Yield a problem for each leaf value or estimate of a tree outside of its stated range.

    With ``@range 0 10`` above a tree its author says that all values lie from 0 to 10; a search may
    then rely on it. The time is linear in the size of the tree. Unknown leaves are not checked.

    Args:
        tree: The tree.
        known: The lowest and the highest value of the range; both are allowed.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> problems = find_range_problems(from_nested([[3, 12], [2]]), (0, 10))
        >>> [problem.message for problem in problems]
        ['12 lies outside the range from 0 to 10, in which all values are known to lie']
    """
    # As the numbers of the tree are compared: in a tree with chance nodes as exact fractions.
    lowest, highest = map(tree.as_searched, known)
    range_in_words = f"from {shown(lowest)} to {shown(highest)}"
    for node, number in _find_values_and_estimates(tree):
        if not lowest <= number <= highest:
            yield TreeProblem(
                node,
                f"{shown(number)} lies outside the range {range_in_words}, "
                "in which all values are known to lie",
                f"write a number {range_in_words}, or another range",
            )


def _find_values_and_estimates(tree: GameTree) -> Iterator[tuple[int, Number]]:
    """Yield each value and estimate of a tree, with its node."""
    for node, value in enumerate(tree.leaf_values):
        for number in (value, tree.estimate(node)):
            if number is not None:
                yield node, number
