"""Trees to order, the same ones from the same seed.

The shape is drawn first, then leaf values; then single values are changed as long as that brings
the tree no farther from the order, and after a while a new shape is tried. Nothing is claimed
about orders that no tree was found for, but what was wanted and how near it came.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from treeexplorer.exercises.drawn import tree_with_rules
from treeexplorer.exercises.orders import (
    Order,
    OrderError,
    facts_of,
    misses,
    refuse_impossible,
)
from treeexplorer.tree import (
    Directives,
    GameTree,
    TreeBuilder,
)

_CHANGES_A_SHAPE: Final = 250
_MOST_TREES: Final = 4_000
_MOST_WORK: Final = 3_000_000
_ENDS_EARLY: Final = 0.25


def generate(order: Order, seed: int) -> GameTree:
    """Return a tree that meets an order.

    Args:
        order: What it is to be like.
        seed: Any integer; the same order and seed give the same tree.

    Raises:
        OrderError: The order makes no sense, or no tree was found that meets it.
    """
    refuse_impossible(order)
    chooser = random.Random(seed)  # noqa: S311 - exercises are no secrets
    nearest: tuple[int, list[str]] | None = None
    tried = 0
    tree = _draw(order, chooser)
    most = max(20, min(_MOST_TREES, _MOST_WORK // len(tree)))
    while tried < most:
        missed, words = _missed(tree, order)
        candidate = tree
        for _ in range(_CHANGES_A_SHAPE):
            tried += 1
            if nearest is None or missed < nearest[0]:
                nearest = missed, words
            if missed == 0:
                return candidate
            changed = _change_one(candidate, order, chooser)
            distance, said = _missed(changed, order)
            if distance <= missed:
                candidate, missed, words = changed, distance, said
        tree = _draw(order, chooser)
    wanted = "; ".join(nearest[1]) if nearest else ""
    raise OrderError(
        f"none of {tried} trees meets the order ({wanted}); ask for less, or try another seed"
    )


def _missed(tree: GameTree, order: Order) -> tuple[int, list[str]]:
    found = list(misses(order, facts_of(tree, order)))
    return sum(distance for distance, _ in found), [words for _, words in found]


def _draw(order: Order, chooser: random.Random) -> GameTree:
    """Draw a shape and leaf values; the leftmost branch always reaches the full depth."""
    builder = TreeBuilder()
    builder.levels = order.rules.levels
    closing = -1
    pending = [order.plies]
    goes_down = True
    while pending:
        plies = pending.pop()
        if plies == closing:
            builder.close()
            goes_down = False
            continue
        early = order.irregular and not goes_down and chooser.random() < _ENDS_EARLY
        if plies == 0 or early:
            goes_down = False
            builder.leaf(_value(order, chooser))
            continue
        builder.open()
        pending.append(closing)
        pending.extend([plies - 1] * chooser.randint(order.branching.low, order.branching.high))
    return builder.tree()


def _value(order: Order, chooser: random.Random) -> int:
    return chooser.randint(order.values.low, order.values.high)


def _change_one(tree: GameTree, order: Order, chooser: random.Random) -> GameTree:
    leaf = chooser.randrange(len(tree))
    while not tree.is_leaf(leaf):
        leaf += 1
    return tree.with_values({leaf: _value(order, chooser)})


def named(tree: GameTree) -> GameTree:
    """Return a tree whose nodes with children are called A, B, C, … from the top."""
    names: dict[int, str] = {}
    for row in tree.plies:
        for node in row:
            if not tree.is_leaf(node):
                names[node] = _letters(len(names))
    return replace(tree, names=names)


def _letters(number: int) -> str:
    """Return A to Z, then AA, AB and so on."""
    text = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(ord("A") + letter) + text
    return text


def titled(tree: GameTree, title: str, order: Order, note: str | None = None) -> GameTree:
    """Return a tree that says its title and the rules it was made for."""
    notes = () if note is None else (note,)
    said = replace(tree, directives=Directives(title=title, notes=notes))
    return tree_with_rules(said, order.rules)
