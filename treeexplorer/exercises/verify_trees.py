"""The trees that a person's own program is tried on."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Levels, from_nested

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Nested: TypeAlias = Any
"""A leaf's number, or a list of nested trees."""

_MOST_LEAVES: Final = 200

# Each of these tells two conventions, or a right program from a common mistake.
_INSTRUCTIVE: Final[tuple[Nested, ...]] = (
    [1, 2],
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
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


def plain_trees(trees: Iterator[GameTree], levels: Levels) -> Iterator[GameTree]:
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
    """Yield trees of two to five plies with ties here and there, the small ones first."""
    draw = random.Random(seed)  # noqa: S311 - trees that can be drawn again
    for number in range(count):
        plies = 2 + number * 4 // count
        yield from_nested(_random_nested(draw, plies, most=9 if number % 2 else 99), levels)


def _random_nested(draw: random.Random, plies: int, most: int) -> Nested:
    row: list[list[Nested]] = [[]]
    root = row[0]
    for ply in range(plies):
        below: list[list[Nested]] = []
        for node in row:
            for _ in range(draw.randint(1 if ply else 2, 3 if plies < 5 else 2)):
                if ply == plies - 1 or (ply and draw.random() < 0.15):
                    node.append(draw.randint(0, most))
                else:
                    node.append([])
                    below.append(node[-1])
        row = below
    return root


def nested_strategy() -> SearchStrategy[list[Nested]]:
    """Return Hypothesis's way of drawing, and shrinking, small nested lists."""
    from hypothesis import strategies as st

    numbers = st.integers(0, 9)
    return st.lists(
        st.recursive(
            numbers, lambda deeper: st.lists(deeper, min_size=1, max_size=3), max_leaves=12
        ),
        min_size=1,
        max_size=3,
    )


def smaller(nested: list[Nested]) -> Iterator[list[Nested]]:
    """Yield trees that are a little smaller: a child for its parent, a child less, a lower leaf."""
    paths: list[tuple[int, ...]] = [()]
    for path in paths:
        node = _at(nested, path)
        if isinstance(node, list):
            paths.extend((*path, index) for index in range(len(node)))
    for path in paths:
        node = _at(nested, path)
        if isinstance(node, list):
            for index, child in enumerate(node):
                if path or isinstance(child, list):
                    yield _replaced(nested, path, child)
                if len(node) > 1:
                    yield _replaced(nested, path, node[:index] + node[index + 1 :])
        elif node not in {0, 1}:
            for lower in (0, 1, node // 2, node - 1):
                if 0 <= lower < node:
                    yield _replaced(nested, path, lower)


def _at(nested: Nested, path: tuple[int, ...]) -> Nested:
    for index in path:
        nested = nested[index]
    return nested


def _replaced(nested: list[Nested], path: tuple[int, ...], new: Nested) -> Nested:
    """Return a copy of nested lists, sharing what does not change, with one place exchanged."""
    for depth in range(len(path) - 1, -1, -1):
        parent = list(_at(nested, path[:depth]))
        parent[path[depth]] = new
        new = parent
    return new
