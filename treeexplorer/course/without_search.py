"""Answers that take no search: one window everywhere, one number, copied or extreme leaves.

Such answers are right here and there by chance. They are seen by what stands at every node, and by
numbers that do not follow from each other: an honest mistake is followed by what fits it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Final, Literal, TypeAlias

from treeexplorer.judging.claims import branches_crossed
from treeexplorer.notation import Claims
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, GameTree, Number

_FEWEST_ANSWERS: Final = 3
_MOST_HONEST_MISTAKES: Final = 1  # numbers that do not follow from those at the children

Way: TypeAlias = Literal["first leaf", "last leaf", "largest leaf", "smallest leaf"]

_WAYS: Final[dict[Way, Callable[[Number, Number], Number]]] = {
    "first leaf": lambda left, _: left,
    "last leaf": lambda _, right: right,
    "largest leaf": max,
    "smallest leaf": min,
}
"""Which of two leaves each way takes; of several, it takes one by comparing two at a time."""
_COPIES: Final[frozenset[Way]] = frozenset({"first leaf", "last leaf"})


def subjects_without_search(tree: GameTree, written: Claims, right: Claims) -> frozenset[str]:
    """Return the subjects, ``windows`` or ``values``, whose answers took no search.

    - Windows took none if at least three are written and all are the same window, unless that
      window is the only right one.
    - Values took none if at least three are written, if all were guessed in one way, such as the
      first leaf below each node (:func:`are_copied`, :func:`are_extremes`), and if at least two are
      not computed from the values at the children: their largest at MAX, their smallest at MIN. A
      student who searches may make one such mistake.

    Args:
        tree: The tree, with the players that are drawn.
        written: What a person wrote.
        right: What would be right.

    Example:
        >>> from treeexplorer.notation import parse
        >>> copied, answer = parse("3[3[3 12] 7[7 4] 9[9 2]]"), parse("4[3[3 12] 4[7 4] 2[9 2]]")
        >>> subjects_without_search(copied.tree, copied.claims, answer.claims)
        frozenset({'values'})

        Each node of the copied paper has its first leaf. The root is wrong, since 9 is larger than
        3; 7 and 9 at MIN are wrong, since 4 and 2 are smaller.
    """
    subjects: set[str] = set()
    if _is_one_window_everywhere(written, right):
        subjects.add("windows")
    if _are_values_guessed(tree, written):
        subjects.add("values")
    return frozenset(subjects)


def _are_values_guessed(tree: GameTree, written: Claims) -> bool:
    """Tell whether all values are guessed in one way, and too many do not follow from the children.

    One value that does not follow may be the mistake of somebody who has searched.
    """
    if not are_copied(tree, written) and not are_extremes(tree, written):
        return False
    numbers = _collect_numbers(written)
    wrong_nodes = list(_find_nodes_not_computed(tree, numbers, branches_crossed(written)))
    return len(wrong_nodes) > _MOST_HONEST_MISTAKES


def _is_one_window_everywhere(written: Claims, right: Claims) -> bool:
    """Tell whether three windows or more are written, all the same, though others are right.

    If a search enters all nodes with one window, writing it everywhere is right.
    """
    windows = [claim.window for claim in written if claim.window is not None]
    right_windows = {claim.window for claim in right if claim.window is not None}
    is_one_everywhere = len(windows) >= _FEWEST_ANSWERS and len(set(windows)) == 1
    return is_one_everywhere and len(right_windows) != 1


def are_copied(tree: GameTree, written: Claims) -> bool:
    """Tell whether all numbers are equal, or each is its node's first leaf, or each its last."""
    numbers = _collect_numbers(written)
    if len(numbers) < _FEWEST_ANSWERS:
        return False
    is_one_number = len(set(numbers.values())) == 1
    return is_one_number or not _COPIES.isdisjoint(_find_fitting_ways(tree, numbers))


def are_extremes(tree: GameTree, written: Claims) -> bool:
    """Tell whether each number is the largest leaf below its node, or each the smallest."""
    numbers = _collect_numbers(written)
    if len(numbers) < _FEWEST_ANSWERS:
        return False
    return bool(_find_fitting_ways(tree, numbers) - _COPIES)


def guesses(tree: GameTree) -> dict[Way, dict[int, Number]]:
    """Return the number that each way of guessing writes at each node with a known leaf below it.

    >>> from treeexplorer.tree import from_nested
    >>> guesses(from_nested([[3, 12], [7, 4]]))["first leaf"]
    {0: 3, 1: 3, 4: 7}
    """
    numbers: dict[Way, dict[int, Number]] = {}
    for way in _WAYS:
        taken = _compute_taken_leaves(tree, way)
        numbers[way] = {node: taken[node] for node in tree.inner_nodes() if node in taken}
    return numbers


def _compute_taken_leaves(tree: GameTree, way: Way) -> dict[int, Number]:
    """Compute the value of the leaf that a way of guessing takes below each node.

    Of ``[[3 12] [7 4]]`` the first leaf is 3 at the root and 7 at its second child. Unknown leaves
    are passed over; a node with no other leaf below it is missing in the result.
    """
    choose = _WAYS[way]
    taken: dict[int, Number] = {}
    for node in reversed(range(len(tree))):  # children come before their parents
        value = tree.leaf_value(node)
        if value is not None:
            taken[node] = value
            continue
        values_below = [taken[child] for child in tree.children(node) if child in taken]
        if values_below:
            # Two at a time, from left to right: the first of all is the first of the first two,
            # and so on.
            taken[node] = reduce(choose, values_below)
    return taken


def _find_fitting_ways(tree: GameTree, numbers: Mapping[int, Number]) -> set[Way]:
    """Return the ways of guessing that give every node its number, if it has a known leaf below."""
    ways: set[Way] = set()
    for way in _WAYS:
        taken = _compute_taken_leaves(tree, way)
        if all(number == taken.get(node, number) for node, number in numbers.items()):
            ways.add(way)
    return ways


def _collect_numbers(written: Claims) -> dict[int, Number]:
    """Return the value that is written at each node; bounds are left out.

    A student who writes a bound has thought about it.
    """
    return {
        claim.node: claim.number
        for claim in written
        if claim.number is not None and claim.kind == "value"
    }


def _find_nodes_not_computed(
    tree: GameTree, numbers: Mapping[int, Number], crossed: frozenset[int]
) -> Iterator[int]:
    """Yield the MAX and MIN nodes whose number is not the best of the numbers at their children.

    Children that are crossed out do not count. A node is passed over if it has no other children,
    or if the number of one of them is not known.
    """
    for node, number in numbers.items():
        if tree.roles[node] == CHANCE_ROLE:
            continue
        children = [child for child in tree.children(node) if child not in crossed]
        best = _find_best_number(tree, node, children, numbers)
        if best is not None and number != best:
            yield node


def _find_best_number(
    tree: GameTree, node: int, children: Sequence[int], numbers: Mapping[int, Number]
) -> Number | None:
    """Find the best number at some children of a node, for the player who moves there.

    It is what is written at a child, or else the value of a leaf. ``None`` without children, or if
    the number of one of them is not known.
    """
    child_numbers: list[Number] = []
    for child in children:
        number = numbers.get(child, tree.leaf_value(child))
        if number is None:
            return None
        child_numbers.append(number)
    choose_best = max if tree.roles[node] == MAX_ROLE else min
    return choose_best(child_numbers, default=None)
