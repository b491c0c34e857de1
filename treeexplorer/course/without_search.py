"""Answers that take no search: one window everywhere, one number, or copied leaves.

Such answers are right here and there by chance. They are told by what stands at every node, and by
numbers that do not follow from each other: an honest mistake is followed by what fits it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from treeexplorer.judging.claims import branches_crossed
from treeexplorer.notation import Claims
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, GameTree, Number

_FEWEST_ANSWERS = 3
_FEWEST_THAT_DO_NOT_FOLLOW = 2


def subjects_without_search(tree: GameTree, written: Claims, right: Claims) -> frozenset[str]:
    """Return for which subjects, ``windows`` or ``values``, the answers took no search.

    Args:
        tree: The tree, with the players that are drawn.
        written: What a person wrote.
        right: What would be right.

    Example:
        >>> from treeexplorer.notation import parse
        >>> copied, answer = parse("3[3[3 12] 7[7 4] 9[9 2]]"), parse("4[3[3 12] 4[7 4] 2[9 2]]")
        >>> subjects_without_search(copied.tree, copied.claims, answer.claims)
        frozenset({'values'})
    """
    subjects: set[str] = set()
    windows = [claim.window for claim in written if claim.window is not None]
    is_one_right = len({claim.window for claim in right if claim.window is not None}) == 1
    if len(windows) >= _FEWEST_ANSWERS and len(set(windows)) == 1 and not is_one_right:
        subjects.add("windows")
    numbers = _numbers(written)
    loose = sum(1 for _ in _loose_nodes(tree, numbers, branches_crossed(written)))
    if are_copied(tree, written) and loose >= _FEWEST_THAT_DO_NOT_FOLLOW:
        subjects.add("values")
    return frozenset(subjects)


def _numbers(written: Claims) -> dict[int, Number]:
    """Return the value that is written at each node; who writes a bound has thought of one."""
    return {
        claim.node: claim.number
        for claim in written
        if claim.number is not None and claim.kind == "value"
    }


def are_copied(tree: GameTree, written: Claims) -> bool:
    """Tell whether one number stands everywhere, or at each node its first leaf, or its last."""
    numbers = _numbers(written)
    if len(numbers) < _FEWEST_ANSWERS:
        return False
    if len(set(numbers.values())) == 1:
        return True
    pairs: list[tuple[Number, list[Number]]] = []
    for node, number in numbers.items():
        below = (tree.leaf_value(leaf) for leaf in tree.leaves(node))
        leaves = [value for value in below if value is not None]
        if leaves:
            pairs.append((number, leaves))
    is_first = all(number == leaves[0] for number, leaves in pairs)
    is_last = all(number == leaves[-1] for number, leaves in pairs)
    return is_first or is_last


def _loose_nodes(
    tree: GameTree, numbers: Mapping[int, Number], crossed: frozenset[int]
) -> Iterator[int]:
    """Yield the nodes whose number is not what the numbers below them make it."""
    for node, number in numbers.items():
        below = [
            numbers.get(child, tree.leaf_value(child))
            for child in tree.children(node)
            if child not in crossed
        ]
        known = [value for value in below if value is not None]
        if tree.roles[node] == CHANCE_ROLE or not known or len(known) < len(below):
            continue
        best = max(known) if tree.roles[node] == MAX_ROLE else min(known)
        if number != best:
            yield node
