"""The classic mistakes in alpha-beta, each as a variant of it that differs in one place.

A program that answers every tree as one of these variants does has very likely made that mistake,
which is told with the line of the listing that it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from treeexplorer.tree import FULL_WINDOW, INFINITY, Number, Player, Window

Nested: TypeAlias = Any
"""A leaf's number, or a list of nested trees."""

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
    mistake: Mistake,
    nested: Nested,
    levels: Sequence[Player] = (Player.MAX, Player.MIN),
    *,
    strict: bool = False,
    hard: bool = False,
    right_to_left: bool = False,
) -> tuple[Number, tuple[Number, ...]]:
    """Return what alpha-beta with a mistake answers for nested lists: the value and the leaves.

    Args:
        mistake: The mistake; ``Mistake()`` makes none.
        nested: The tree.
        levels: The players by ply, repeated cyclically; no chance.
        strict: Cut only when α > β.
        hard: Clamp what is returned into the entry window.
        right_to_left: Take the children from the last to the first.

    ::

        answer_with(Mistake(), [[3, 12], [2, 4]])  # (3, (3, 12, 2))
    """
    leaves: list[Number] = []
    common = list(FULL_WINDOW)

    def seen(window: Window) -> Window:
        shared = mistake.shared
        return common[0] if 0 in shared else window[0], common[1] if 1 in shared else window[1]

    def value_of(node: Nested, ply: int, entry: Window) -> Number:
        if not isinstance(node, list):
            leaf: Number = node
            leaves.append(leaf)
            return leaf
        at_max = levels[ply % len(levels)] is Player.MAX
        v, window = mistake.start(at_max), entry
        for child in mistake.children(node[::-1] if right_to_left else node):
            arrived = value_of(child, ply + 1, mistake.handed_down(at_max, *seen(window)))
            v = mistake.kept(at_max, v, mistake.arriving(arrived))
            before = seen(window)
            window = mistake.moved(at_max, v, *before)
            for end in mistake.shared:
                common[end] = window[end]
            if mistake.cuts(at_max, *(before if mistake.test_first else window), strict):
                break
        value = mistake.returned(at_max, v, *seen(window))
        alpha, beta = entry
        return max(alpha, min(value, beta)) if hard and alpha <= beta else value

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
        "MIN moves α instead of β, or MAX β instead of α",
        "β = min(β, v)",
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
