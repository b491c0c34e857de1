"""What a person's program is set against: trees, and alpha-beta with each classic mistake.

A tree that shows a mistake is made smaller as long as it shows it. A program that answers every
tree as a variant of alpha-beta does has very likely made that mistake, which is told with the line
of the listing that it concerns.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from treeexplorer.exercises.generate import Order, Range, draw
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    DEFAULT_LEVELS,
    FULL_WINDOW,
    INFINITY,
    GameTree,
    Levels,
    Number,
    Player,
    Window,
    from_nested,
)

Nested: TypeAlias = Any
"""A leaf's number, or a list of nested trees."""

_MOST_LEAVES: Final = 200
_STARTS: Final = 3

# Together they tell every mistake from every convention; none can be spared.
_INSTRUCTIVE: Final[tuple[Nested, ...]] = (
    [[3, 3, 1], [1, 4]],
    [2, [[1], 3]],
    [3, [[1, [2, 4]]]],
    [[[[4, 2], 1]], 3],
    [[[[1]], [[0], [4, 0]]], [2, 3]],
    [[2, [7, -4]], [[[1, 3], 9], 5]],
    [[[0], [0, -1, 1], [1]], [[1, 1], [-1, 0]]],
)


def to_nested(tree: GameTree) -> Nested:
    """Return a tree as nested lists of its leaves' numbers."""
    numbers = tree.leaf_values
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
    chooser = random.Random(seed)  # noqa: S311 - trees that can be drawn again
    for number in range(count):
        plies = 2 + number * 4 // count
        least = -50 if number % 4 > 1 else 0
        order = Order(
            plies,
            Range(1, 3 if plies < 5 else 2),
            irregular=True,
            values=Range(least // 10, 9),
            rules=Rules(levels=levels),
        )
        tree = draw(order, chooser)
        if number % 2 == 0:
            leaves = list(filter(tree.is_leaf, range(len(tree))))
            values = chooser.sample(range(least, least + 100), len(leaves))
            tree = tree.with_values(dict(zip(leaves, values, strict=True)))
        yield tree


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
    while (found := next(filter(fits, smaller(nested)), None)) is not None:
        nested = found
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


# -- mistakes ----------------------------------------------------------------------------------

_MAX_ARRIVES: Final = "v = max(v, alphabeta(child, depth − 1, α, β, MIN))"
_MIN_ARRIVES: Final = "v = min(v, alphabeta(child, depth − 1, α, β, MAX))"


def _narrowed(at_max: bool, v: Number, alpha: Number, beta: Number) -> Window:
    return (max(alpha, v), beta) if at_max else (alpha, min(beta, v))


def _meets(at_max: bool, alpha: Number, beta: Number, strict: bool) -> bool:  # noqa: ARG001 - the shape of its variants
    return alpha > beta if strict else alpha >= beta


@dataclass(frozen=True)
class Mistake:
    """Alpha-beta with at most one thing done differently.

    Attributes:
        words: What is done differently, so that “alpha-beta does when …” goes before it.
        line: The line of the classic listing that it concerns.
        start: The v that a node starts with.
        handed_down: The window a child is entered with.
        kept: The best value, given v and a child's value.
        moved: The node's own window after an arrival.
        cuts: Whether the node stops.
        returned: What the node returns.
        arriving: A child's value as its parent takes it.
        children: The children that the loop runs over.
        test_first: Whether the test comes before α and β are moved.
        shared: Which of α (0) and β (1) there is only one of for the whole search.
    """

    words: str = "nothing is wrong"
    line: str = "alphabeta(node, depth, α, β, player):"
    start: Callable[[bool], Number] = lambda at_max: -INFINITY if at_max else INFINITY
    handed_down: Callable[[bool, Number, Number], Window] = lambda _, alpha, beta: (alpha, beta)
    kept: Callable[[bool, Number, Number], Number] = lambda at_max, v, value: (
        max(v, value) if at_max else min(v, value)
    )
    moved: Callable[[bool, Number, Number, Number], Window] = _narrowed
    cuts: Callable[[bool, Number, Number, bool], bool] = _meets
    returned: Callable[[bool, Number, Number, Number], Number] = lambda _, v, __, ___: v
    arriving: Callable[[Number], Number] = lambda value: value
    children: Callable[[Sequence[Nested]], Sequence[Nested]] = lambda children: children
    test_first: bool = False
    shared: frozenset[int] = frozenset()


def answer_with(
    mistake: Mistake, nested: Nested, rules: Rules | None = None
) -> tuple[Number, tuple[Number, ...]]:
    """Return what alpha-beta with a mistake answers for nested lists: the value and the leaves.

    Args:
        mistake: The mistake; ``Mistake()`` makes none.
        nested: The tree.
        rules: The players by ply, none of them chance, the cut test, the return rule and the
            order of the children.

    ::

        answer_with(Mistake(), [[3, 12], [2, 4]])  # (3, (3, 12, 2))
    """
    rules = rules or Rules()
    levels, shared = rules.levels, mistake.shared
    leaves: list[Number] = []
    common = list(FULL_WINDOW)

    def seen(window: Window) -> Window:
        return common[0] if 0 in shared else window[0], common[1] if 1 in shared else window[1]

    def value_of(node: Nested, ply: int, entry: Window) -> Number:
        if not isinstance(node, list):
            leaf: Number = node
            leaves.append(leaf)
            return leaf
        at_max = levels[ply % len(levels)] is Player.MAX
        v, window = mistake.start(at_max), entry
        for child in mistake.children(node[::-1] if rules.right_to_left else node):
            arrived = value_of(child, ply + 1, mistake.handed_down(at_max, *seen(window)))
            v = mistake.kept(at_max, v, mistake.arriving(arrived))
            before = seen(window)
            window = mistake.moved(at_max, v, *before)
            for end in shared:
                common[end] = window[end]
            if mistake.cuts(at_max, *(before if mistake.test_first else window), rules.strict):
                break
        value = mistake.returned(at_max, v, *seen(window))
        alpha, beta = entry
        return max(alpha, min(value, beta)) if rules.hard and alpha <= beta else value

    return value_of(nested, 0, FULL_WINDOW), tuple(leaves)


MISTAKES: Final[tuple[Mistake, ...]] = (
    Mistake(
        "α is not handed down to the children (they are called with −∞)",
        _MAX_ARRIVES,
        handed_down=lambda _, __, beta: (-INFINITY, beta),
    ),
    Mistake(
        "β is not handed down to the children (they are called with +∞)",
        _MIN_ARRIVES,
        handed_down=lambda _, alpha, __: (alpha, INFINITY),
    ),
    Mistake(
        "neither α nor β is handed down: every node begins with (−∞, +∞)",
        _MAX_ARRIVES,
        handed_down=lambda *_: FULL_WINDOW,
    ),
    Mistake(
        "only the parent's own bound is handed down, so that there are no deep cut-offs",
        _MAX_ARRIVES,
        handed_down=lambda at_max, alpha, beta: (alpha, INFINITY) if at_max else (-INFINITY, beta),
    ),
    Mistake(
        "the window is not swapped for the children: α is handed down as β, and β as α",
        _MAX_ARRIVES,
        handed_down=lambda _, alpha, beta: (beta, alpha),
    ),
    Mistake(
        "α and β are swapped but not negated where negamax calls its children",
        _MAX_ARRIVES,
        handed_down=lambda _, alpha, beta: (-alpha, -beta),
    ),
    Mistake(
        "α and β are neither swapped nor negated where negamax calls its children",
        _MAX_ARRIVES,
        handed_down=lambda _, alpha, beta: (-beta, -alpha),
    ),
    Mistake(
        "a child's value is taken with the wrong sign",
        _MAX_ARRIVES,
        arriving=lambda value: -value,
    ),
    Mistake(
        "only MAX tests for a cut-off",
        "if α ≥ β: break",
        cuts=lambda at_max, alpha, beta, strict: at_max and _meets(at_max, alpha, beta, strict),
    ),
    Mistake(
        "only MIN tests for a cut-off",
        "if α ≥ β: break",
        cuts=lambda at_max, alpha, beta, strict: not at_max and _meets(at_max, alpha, beta, strict),
    ),
    Mistake(
        "MAX cuts only when α > β, and MIN already when α ≥ β",
        "if α ≥ β: break",
        cuts=lambda at_max, alpha, beta, _: _meets(at_max, alpha, beta, at_max),
    ),
    Mistake(
        "MIN cuts only when α > β, and MAX already when α ≥ β",
        "if α ≥ β: break",
        cuts=lambda at_max, alpha, beta, _: _meets(at_max, alpha, beta, not at_max),
    ),
    Mistake(
        "the test comes one too early: it cuts when α + 1 ≥ β",
        "if α ≥ β: break",
        cuts=lambda at_max, alpha, beta, strict: _meets(at_max, alpha + 1, beta, strict),
    ),
    Mistake(
        "the test is the wrong way round (α ≤ β)",
        "if α ≥ β: break",
        cuts=lambda at_max, alpha, beta, strict: _meets(at_max, beta, alpha, strict),
    ),
    Mistake(
        "the test comes before α and β are moved, so that it cuts one child too late",
        "α = max(α, v)",
        test_first=True,
    ),
    Mistake("v starts at 0", "v = −∞", start=lambda _: 0),
    Mistake(
        "MIN keeps the largest value instead of the smallest",
        _MIN_ARRIVES,
        start=lambda _: -INFINITY,
        kept=lambda _, v, value: max(v, value),
    ),
    Mistake(
        "MAX keeps the smallest value instead of the largest",
        _MAX_ARRIVES,
        start=lambda _: INFINITY,
        kept=lambda _, v, value: min(v, value),
    ),
    Mistake(
        "the test or its break is missing, or one of α and β is never moved",
        "if α ≥ β: break",
        moved=lambda at_max, v, alpha, beta: (max(alpha, v), beta) if at_max else (v, beta),
    ),
    Mistake(
        "α is returned instead of v, also at MIN",
        "return v",
        returned=lambda _, __, alpha, ___: alpha,
    ),
    Mistake(
        "β is returned instead of v, also at MAX",
        "return v",
        returned=lambda _, __, ___, beta: beta,
    ),
    Mistake(
        "there is only one α for the whole search (a global variable)",
        "α = max(α, v)",
        shared=frozenset({0}),
    ),
    Mistake(
        "there is only one β for the whole search (a global variable)",
        "β = min(β, v)",
        shared=frozenset({1}),
    ),
    Mistake(
        "there is only one α and one β for the whole search (global variables)",
        "α = max(α, v)",
        shared=frozenset({0, 1}),
    ),
    Mistake(
        "the last of several children is never searched",
        "for each child:",
        children=lambda children: children[:-1] if len(children) > 1 else children,
    ),
    Mistake(
        "the first of several children is never searched",
        "for each child:",
        children=lambda children: children[1:] if len(children) > 1 else children,
    ),
)
"""Mistakes that programs with alpha-beta are often found to make."""
