"""The trees that a person's own program is tried on, and how one that shows a mistake shrinks."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from treeexplorer.exercises.mistakes import Nested
from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Levels, from_nested

_MOST_LEAVES: Final = 200
_STARTS: Final = 3

# Each of these tells two conventions, or a right program from a common mistake.
_INSTRUCTIVE: Final[tuple[Nested, ...]] = (
    [1, 2],
    [[3, 12, 8], [2, 4, 6], [14, 5, 1]],
    [[3, 4], [3, 6]],
    [[3, 5], [3, 1]],
    [[[1, 5, 6], [8, 7, 3]], [4, 9]],
    [3, [9, [1, [2, 5]]]],
    [3, [[1, [2, 4]]]],
    [2, [[1], 3]],
    [1, [1, 1]],
    [[-2, 4], [2, -7]],
    [[[[5]]]],
    [[[3, 4], [8, [-2, 10], 5]], 7],
    [0, [0, [0, [0, 0]]]],
    [0, [1, 0]],
    [[1, [0, 1]], 0],
    [-5, [-3, -9]],
    [[-8, -3], [-6, -1], [-2, -4]],
    [[5, [9, [3, 1]]], [[-4, 7], 2]],
    [[1, [1, 0]], 3],
    [[4, [4, 7], [2, 4]], [[4, 1], 4]],
    [[[6, 2], [9, 4]], [[1, 8], [7, 3]]],
    [[[-1, -6], [-9, -4]], [[-2, -8], [-7, -3]]],
)


def to_nested(tree: GameTree) -> Nested:
    """Return a tree as nested lists of its leaves' numbers."""
    numbers = tree.leaf_values()
    lists: dict[int, list[Nested]] = {}
    root: list[Nested] = []
    for node in range(len(tree)):
        child: Nested = numbers[node]
        if not tree.is_leaf(node):
            child = lists[node] = []
        lists.get(tree.parent[node], root).append(child)
    return root[0]


def plain_trees(trees: Iterable[GameTree], levels: Levels) -> Iterator[GameTree]:
    """Yield the trees that nested lists can say: known numbers, players by ply, all drawn."""
    for tree in trees:
        numbers = (tree.leaf_value(node) for node in range(len(tree)) if tree.is_leaf(node))
        if (
            len(tree) > 1
            and tree.leaf_count <= _MOST_LEAVES
            and tree.levels == DEFAULT_LEVELS
            and not (tree.players or tree.elided or tree.unknowns)
            and all(number is not None and math.isfinite(number) for number in numbers)
        ):
            yield from_nested(to_nested(tree), levels)


def instructive_trees(levels: Levels) -> list[GameTree]:
    """Return small trees on which conventions and common mistakes differ."""
    return [from_nested(nested, levels) for nested in _INSTRUCTIVE]


def random_trees(count: int, seed: int, levels: Levels) -> Iterator[GameTree]:
    """Yield trees of two to five plies, the small ones first.

    Every other tree has leaves that all differ, the rest has ties; half of each have negative
    leaves, too.
    """
    draw = random.Random(seed)  # noqa: S311 - trees that can be drawn again
    for number in range(count):
        nested = _random_shape(draw, plies=2 + number * 4 // count)
        least = -50 if number % 4 > 1 else 0
        leaves = sum(1 for _ in leaves_of(nested))
        if number % 2:
            values = [draw.randint(least // 10, 9) for _ in range(leaves)]
        else:
            values = draw.sample(range(least, max(least + 100, 2 * leaves)), leaves)
        yield from_nested(with_leaves(nested, values), levels)


def _random_shape(draw: random.Random, plies: int) -> Nested:
    row: list[list[Nested]] = [[]]
    root = row[0]
    for ply in range(plies):
        below: list[list[Nested]] = []
        for node in row:
            for _ in range(draw.randint(1 if ply else 2, 3 if plies < 5 else 2)):
                if ply == plies - 1 or (ply and draw.random() < 0.15):
                    node.append(0)
                else:
                    node.append([])
                    below.append(node[-1])
        row = below
    return root


def leaves_of(nested: Nested) -> Iterator[int]:
    """Yield the leaves of nested lists from left to right."""
    if not isinstance(nested, list):
        yield nested
        return
    for child in nested:
        yield from leaves_of(child)


def with_leaves(nested: Nested, values: Iterable[int]) -> Nested:
    """Return nested lists of the same shape with other leaves, from left to right."""
    remaining = iter(values)

    def copied(node: Nested) -> Nested:
        return list(map(copied, node)) if isinstance(node, list) else next(remaining)

    return copied(nested)


def has_distinct_leaves(nested: Nested) -> bool:
    """Tell whether no two leaves have the same value."""
    values = list(leaves_of(nested))
    return len(set(values)) == len(values)


def smallest(found: Iterable[Nested], goes_wrong: Callable[[Nested], bool]) -> Nested | None:
    """Return a small tree on which a program goes wrong, without equal leaves if there is one.

    Whatever can be taken away is taken away as long as the program goes on going wrong. That is
    begun at the three smallest trees found, so that one that leads nowhere does no harm.

    Args:
        found: Trees on which it goes wrong.
        goes_wrong: Runs the program on a tree.
    """
    wrong = sorted(found, key=_size)
    distinct = [nested for nested in wrong if has_distinct_leaves(nested)]

    def fits(nested: Nested) -> bool:
        return (not distinct or has_distinct_leaves(nested)) and goes_wrong(nested)

    results = [_reduced(nested, fits) for nested in (distinct or wrong)[:_STARTS]]
    return min(results, key=_size, default=None)


def _size(nested: Nested) -> tuple[int, int]:
    """Return a measure by which fewer nodes, then smaller numbers, come first."""
    return len(repr(nested)), sum(map(abs, leaves_of(nested)))


def _reduced(nested: Nested, fits: Callable[[Nested], bool]) -> Nested:
    shrinking = True
    while shrinking:
        shrinking = False
        for candidate in smaller(nested):
            if fits(candidate):
                nested, shrinking = candidate, True
                break
    return nested


def smaller(nested: list[Nested]) -> Iterator[list[Nested]]:
    """Yield trees that are a little smaller: a child for its parent, a child less, lower leaves."""
    yield from (less for less in _exchanged(nested, _with_less) if isinstance(less, list))
    values = list(leaves_of(nested))
    rank = {value: place for place, value in enumerate(sorted(set(values)), 1)}
    ranked = with_leaves(nested, map(rank.__getitem__, values))
    if _size(ranked) < _size(nested):
        yield ranked
    yield from _exchanged(nested, _lower)


def _exchanged(nested: Nested, others: Callable[[Nested], Iterable[Nested]]) -> Iterator[Nested]:
    """Yield nested lists with one node exchanged for each of what a function makes of it."""
    yield from others(nested)
    if isinstance(nested, list):
        for index, child in enumerate(nested):
            for other in _exchanged(child, others):
                yield [*nested[:index], other, *nested[index + 1 :]]


def _with_less(node: Nested) -> Iterator[Nested]:
    """Yield each child of a node, and the node without it."""
    if isinstance(node, list):
        for index, child in enumerate(node):
            yield child
            if len(node) > 1:
                yield node[:index] + node[index + 1 :]


def _lower(node: Nested) -> Iterator[Nested]:
    """Yield numbers that are simpler than a leaf's: nearer to 0, or without a sign."""
    if not isinstance(node, list):
        for lower in dict.fromkeys((0, 1, node // 2, node - 1, -node, node + 1)):
            if abs(lower) < abs(node) or (lower == -node > 0):
                yield lower
