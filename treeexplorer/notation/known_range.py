"""What must hold where a range is known: every number of the tree lies in it."""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.notation.chance import TreeProblem
from treeexplorer.numbers import shown
from treeexplorer.tree import GameTree, Window


def range_problems(tree: GameTree, known: Window) -> Iterator[TreeProblem]:
    """Yield a problem for each value or estimate of a tree outside the known range.

    The time is linear in the size of the tree. Unknown leaves are not checked.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> [each.message for each in range_problems(from_nested([[3, 12], [2]]), (0, 10))]
        ['12 lies outside the range from 0 to 10, in which all values are known to lie']
    """
    lowest, highest = map(tree.as_searched, known)
    ends = f"from {shown(lowest)} to {shown(highest)}"
    for node in range(len(tree)):
        for number in (tree.leaf_values[node], tree.estimate(node)):
            if number is None or lowest <= number <= highest:
                continue
            message = (
                f"{shown(number)} lies outside the range {ends}, in which all values are known "
                "to lie"
            )
            yield TreeProblem(node, message, f"write a number {ends}, or another range")
