"""Whole sheets on which papers without knowledge are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, Literal, TypeAlias

from treeexplorer.course.generate import order_of_level, several
from treeexplorer.course.sheet import Ask, SheetTree
from treeexplorer.engine import HorizonError
from treeexplorer.gallery import examples
from treeexplorer.notation import Exercise, load_all, parse
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, Number

_LARGEST: Final = 60
ALL_MAY_BE_ASKED: Final[tuple[Ask, ...]] = ("values", "cuts", "windows", "best", "read")
CONDITIONS: Final = ("[[3 5] [x 4 9]]", "[[x 9 2] [3 4] [7 1 6]]", "[[3 8] [5 2 x] [1 6]]")


NoSearch: TypeAlias = Literal[
    "first", "last", "all-max", "all-min", "all slashes", "(−∞, +∞)", "never"
]
"""The ways to fill in a sheet that take no search."""


def numbers_without_search(tree: GameTree, way: NoSearch) -> dict[int, Number]:
    """Return a number for each node with children: of the leaves below it, one that is told."""
    chosen: dict[NoSearch, Callable[[list[Number]], Number]] = {
        "first": lambda leaves: leaves[0],
        "last": lambda leaves: leaves[-1],
        "all-max": max,
        "all-min": min,
    }
    numbers: dict[int, Number] = {}
    for node in range(len(tree)):
        leaves = [tree.leaf_value(leaf) for leaf in tree.leaves(node)]
        known = [value for value in leaves if value is not None]
        if known and not tree.is_leaf(node):
            numbers[node] = chosen[way](known)
    return numbers


@cache
def sheets_of_all_kinds() -> tuple[tuple[str, tuple[SheetTree, ...]], ...]:
    """Return sheets with their names: the published trees, and trees to order of each level."""
    return tuple(_sheets())


def _sheets() -> Iterator[tuple[str, tuple[SheetTree, ...]]]:
    published = [
        exercise
        for example in examples()
        for exercise in load_all(example.path)
        if _can_be_worked_by_hand(exercise)
    ]
    to_order = {
        level: [Exercise(tree) for tree in several(order_of_level(level), 7, 6)]
        for level in range(1, 6)
    }
    for asks in (("values", "cuts"), ("windows",), ALL_MAY_BE_ASKED):
        kind = ", ".join(asks)
        yield f"published: {kind}", tuple(_asked(each, asks) for each in published)
        for level, exercises in to_order.items():
            yield f"level {level}: {kind}", tuple(_asked(each, asks) for each in exercises)
    unknown = tuple(_asked(parse(text), ("pruned-if",)) for text in CONDITIONS)
    yield "conditions", unknown


def _asked(exercise: Exercise, asks: tuple[Ask, ...]) -> SheetTree:
    return SheetTree("T", exercise, Rules(levels=exercise.tree.levels), asks)


def _can_be_worked_by_hand(exercise: Exercise) -> bool:
    """Tell whether a tree has players alone, and a search that ends, on which something is cut."""
    tree = exercise.tree
    if tree.has_chance or tree.is_leaf(0) or len(tree) > _LARGEST or tree.unknowns:
        return False
    try:
        record = _asked(exercise, ("values", "cuts")).record
    except HorizonError:
        return False
    return record.complete
