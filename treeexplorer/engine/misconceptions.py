"""The classic misconceptions about alpha-beta: one table, each row a few hooks of the procedure.

``check`` and ``grade`` name a row where it explains what is wrong on a paper, everywhere or at one
node; ``verify`` where a program answers every tree as the row does. The rows stand in the order in
which they are considered: the simplest and most frequent first. See
:mod:`treeexplorer.engine.procedure` for how a row is run on a tree and what is read of each node.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from treeexplorer.engine.procedure import (
    NO_CUTS,
    Hooks,
    OpenCall,
    better_of,
    drawn_children,
    hooks_of,
    is_empty,
    player_of,
    raised,
    side_to_move,
    test_of_rules,
    weighted_mean,
)
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    LEAF_ROLE,
    MAX_ROLE,
    MIN_ROLE,
    Number,
    Window,
)


class Misconception(NamedTuple):
    """One thing that is done differently from alpha-beta.

    Attributes:
        name: Its key.
        words: What is done differently, so that “alpha-beta does when …” goes before it.
        line: The line of the classic listing that it changes.
        changes: The hooks that differ, over those of the rules.
    """

    name: str
    words: str
    line: str
    changes: Callable[[Hooks], Hooks]

    def hooks(self, rules: Rules) -> Hooks:
        """Return the row of the procedure that makes it under rules."""
        return self.changes(hooks_of(rules))


def _changed(**hooks: Any) -> Callable[[Hooks], Hooks]:
    return lambda right: replace(right, **hooks)


def _test(call: OpenCall, *, strict: bool) -> bool:
    return is_empty((call.alpha, call.beta), strict=strict)


def _wrong_end(call: OpenCall, _: Number) -> Window:
    if call.at_max:
        return call.alpha, min(call.beta, call.v)
    return max(call.alpha, call.v), call.beta


def _overflowing(call: OpenCall) -> Window:
    """Return the window for which negamax calls a child with −INT_MIN, which is INT_MIN again."""
    alpha, beta = call.alpha, call.beta
    if call.at_max:
        return (INFINITY if alpha == -INFINITY else alpha), beta
    return alpha, (-INFINITY if beta == INFINITY else beta)


def _grandchildren(call: OpenCall) -> Sequence[int]:
    """Return the children, and in place of those that are MAX's or MIN's, their children."""
    ranks: list[int] = []
    for child in drawn_children(call):
        below = OpenCall(call.tree, child, call.entry, call.strict)
        plain = call.role != CHANCE_ROLE and call.tree.roles[child] not in {LEAF_ROLE, CHANCE_ROLE}
        ranks += drawn_children(below) if plain else [child]
    return ranks


def _better_than_zero(call: OpenCall, value: Number) -> Number:
    return better_of(call, value) if call.v and call.arrived else value


def _missing(start: int, stop: int | None) -> Callable[[OpenCall], Sequence[int]]:
    return lambda call: drawn_children(call)[start:stop] or drawn_children(call)


def _equal_weights(_: Sequence[Number], values: Sequence[Number]) -> Number:
    return weighted_mean([Fraction(1, len(values))] * len(values), values)


_OPPONENT: Final = {MAX_ROLE: MIN_ROLE, MIN_ROLE: MAX_ROLE}
_MAX_ARRIVES: Final = "v = max(v, alphabeta(child, depth − 1, α, β, MIN))"
_MIN_ARRIVES: Final = "v = min(v, alphabeta(child, depth − 1, α, β, MAX))"
_LEAF: Final = "if node is a leaf or depth = 0: return its value"
_MOVED: Final = "α = max(α, v)"
_TEST: Final = "if α ≥ β: break"
_LOOP: Final = "for each child:"
_RETURN: Final = "return v"
_MEAN: Final = "mean = mean + weight · alphabeta(child, depth − 1, −∞, +∞, player of child)"

_BY_HAND: Final = (
    Misconception("minimax", "nothing is ever cut off", _TEST, lambda _: NO_CUTS),
    Misconception(
        "bound-as-exact", "a bound is taken for the exact value", _RETURN, lambda right: right
    ),
)

_BY_HAND_ANYWHERE: Final = (
    Misconception(
        "from-the-right",
        "the children are taken from the right",
        _LOOP,
        _changed(children=lambda call: drawn_children(call)[::-1]),
    ),
    Misconception(
        "wrong-side-of-equality",
        "equality is treated the other way round in the test",
        _TEST,
        _changed(cuts=lambda call: _test(call, strict=not call.strict)),
    ),
    Misconception(
        "cuts-after-the-last",
        "a test that holds after the last child counts as a cut-off",
        _TEST,
        _changed(crosses_last=True),
    ),
    Misconception(
        "ply-skipped",
        "a ply is skipped: a node takes its grandchildren's values",
        _LOOP,
        _changed(children=_grandchildren),
    ),
)

_BY_BOTH: Final = (
    Misconception(
        "min-takes-largest",
        "MIN keeps the largest value instead of the smallest",
        _MIN_ARRIVES,
        lambda right: replace(
            right,
            start=lambda call: right.start(call) if call.at_max else -INFINITY,
            kept=lambda call, x: right.kept(call, x) if call.at_max else max(call.v, x),
        ),
    ),
    Misconception(
        "max-takes-smallest",
        "MAX keeps the smallest value instead of the largest",
        _MAX_ARRIVES,
        lambda right: replace(
            right,
            start=lambda call: INFINITY if call.at_max else right.start(call),
            kept=lambda call, x: min(call.v, x) if call.at_max else right.kept(call, x),
        ),
    ),
    Misconception(
        "players-exchanged",
        "MAX and MIN are exchanged",
        "if player is MAX:",
        _changed(player=lambda call: _OPPONENT.get(player_of(call), CHANCE_ROLE)),
    ),
    Misconception(
        "alpha-not-handed-down",
        "α is not handed down to the children (they are called with −∞)",
        _MAX_ARRIVES,
        _changed(handed_down=lambda call: (-INFINITY, call.beta)),
    ),
    Misconception(
        "beta-not-handed-down",
        "β is not handed down to the children (they are called with +∞)",
        _MIN_ARRIVES,
        _changed(handed_down=lambda call: (call.alpha, INFINITY)),
    ),
    Misconception(
        "nothing-handed-down",
        "neither α nor β is handed down: every node begins with (−∞, +∞)",
        _MAX_ARRIVES,
        _changed(handed_down=lambda _: FULL_WINDOW),
    ),
    Misconception(
        "only-own-bound",
        "only the parent's own bound is handed down, so that there are no deep cut-offs",
        _MAX_ARRIVES,
        _changed(
            handed_down=lambda call: (
                (call.alpha, INFINITY) if call.at_max else (-INFINITY, call.beta)
            )
        ),
    ),
    Misconception(
        "never-raised",
        "α and β are never moved",
        _MOVED,
        _changed(moved=lambda call, _: call.entry),
    ),
    Misconception(
        "wrong-end-moved",
        "α and β are exchanged: MAX moves β, and MIN moves α",
        _MOVED,
        _changed(moved=_wrong_end),
    ),
)

_AT_CHANCE: Final = (
    Misconception(
        "chance-as-min",
        "a chance node takes the smallest value",
        _MEAN,
        _changed(combined=lambda _, values: min(values)),
    ),
    Misconception(
        "chance-as-max",
        "a chance node takes the largest value",
        _MEAN,
        _changed(combined=lambda _, values: max(values)),
    ),
    Misconception(
        "chance-as-sum",
        "a chance node adds the values up",
        _MEAN,
        _changed(combined=lambda _, values: weighted_mean([1] * len(values), values)),
    ),
    Misconception(
        "chance-unweighted",
        "a chance node takes the mean without the weights",
        _MEAN,
        _changed(combined=_equal_weights),
    ),
)

_IN_PROGRAMS: Final = (
    Misconception(
        "negamax-sign-at-leaves",
        "a leaf's value is not turned to the side to move in negamax",
        _LEAF,
        _changed(evaluated=lambda call, x: -x if side_to_move(call) == MIN_ROLE else x),
    ),
    Misconception(
        "wrong-sign",
        "a child's value is taken with the wrong sign",
        _MAX_ARRIVES,
        _changed(taken=lambda _, x: -x),
    ),
    Misconception(
        "window-not-swapped",
        "the window is not swapped for the children: α is handed down as β, and β as α",
        _MAX_ARRIVES,
        _changed(handed_down=lambda call: (call.beta, call.alpha)),
    ),
    Misconception(
        "swapped-not-negated",
        "α and β are swapped but not negated where negamax calls its children",
        _MAX_ARRIVES,
        _changed(handed_down=lambda call: (-call.alpha, -call.beta)),
    ),
    Misconception(
        "neither-swapped-nor-negated",
        "α and β are neither swapped nor negated where negamax calls its children",
        _MAX_ARRIVES,
        _changed(handed_down=lambda call: (-call.beta, -call.alpha)),
    ),
    Misconception(
        "overflow",
        "−INT_MIN overflows: a bound of −∞ stays −∞ when negamax negates it",
        _MAX_ARRIVES,
        _changed(handed_down=_overflowing),
    ),
    Misconception(
        "player-never-toggled",
        "the player is never toggled: every node is searched as the root is",
        _MAX_ARRIVES,
        _changed(player=lambda call: call.tree.roles[0]),
    ),
    Misconception(
        "assigned",
        "α and β are set to each child's value, be it better or not",
        _MOVED,
        _changed(
            moved=lambda call, x: (x, call.beta) if call.at_max else (call.alpha, x),
        ),
    ),
    Misconception(
        "v-handed-down",
        "v is handed down in place of α, and of β at MIN, so that the inherited bound is lost",
        _MAX_ARRIVES,
        _changed(
            handed_down=lambda call: (call.v, call.beta) if call.at_max else (call.alpha, call.v)
        ),
    ),
    Misconception(
        "falsy-zero",
        "a v of 0 is taken for “nothing yet”, and the next value for better",
        _MAX_ARRIVES,
        _changed(kept=_better_than_zero),
    ),
    Misconception(
        "returns-in-the-loop",
        "the return stands inside the loop: only the first child is searched",
        _RETURN,
        _changed(cuts=lambda _: True),
    ),
    Misconception(
        "bound-stored-as-exact",
        "the table keeps a bound as if it were the exact value",
        _RETURN,
        _changed(table="values"),
    ),
    Misconception(
        "only-max-tests",
        "only MAX tests for a cut-off",
        _TEST,
        _changed(cuts=lambda call: call.at_max and test_of_rules(call)),
    ),
    Misconception(
        "only-min-tests",
        "only MIN tests for a cut-off",
        _TEST,
        _changed(cuts=lambda call: not call.at_max and test_of_rules(call)),
    ),
    Misconception(
        "max-strict",
        "MAX cuts only when α > β, and MIN already when α ≥ β",
        _TEST,
        _changed(cuts=lambda call: _test(call, strict=call.at_max)),
    ),
    Misconception(
        "min-strict",
        "MIN cuts only when α > β, and MAX already when α ≥ β",
        _TEST,
        _changed(cuts=lambda call: _test(call, strict=not call.at_max)),
    ),
    Misconception(
        "one-too-early",
        "the test comes one too early: it cuts when α + 1 ≥ β",
        _TEST,
        _changed(cuts=lambda call: is_empty((call.alpha + 1, call.beta), strict=call.strict)),
    ),
    Misconception(
        "test-reversed",
        "the test is the wrong way round (α ≤ β)",
        _TEST,
        _changed(cuts=lambda call: is_empty((call.beta, call.alpha), strict=call.strict)),
    ),
    Misconception(
        "tests-before-moving",
        "the test comes before α and β are moved, so that it cuts one child too late",
        _MOVED,
        _changed(cuts=lambda call: is_empty(call.before, strict=call.strict)),
    ),
    Misconception("starts-at-zero", "v starts at 0", "v = −∞", _changed(start=lambda _: 0)),
    Misconception(
        "one-end-never-moved",
        "the test or its break is missing, or one of α and β is never moved",
        _TEST,
        _changed(moved=lambda call, x: raised(call, x) if call.at_max else (call.v, call.beta)),
    ),
    Misconception(
        "alpha-returned",
        "α is returned instead of v, also at MIN",
        _RETURN,
        _changed(returned=lambda call: call.alpha),
    ),
    Misconception(
        "beta-returned",
        "β is returned instead of v, also at MAX",
        _RETURN,
        _changed(returned=lambda call: call.beta),
    ),
    Misconception(
        "global-alpha",
        "there is only one α for the whole search (a global variable)",
        _MOVED,
        _changed(shared=frozenset({0})),
    ),
    Misconception(
        "global-beta",
        "there is only one β for the whole search (a global variable)",
        "β = min(β, v)",
        _changed(shared=frozenset({1})),
    ),
    Misconception(
        "global-window",
        "there is only one α and one β for the whole search (global variables)",
        _MOVED,
        _changed(shared=frozenset({0, 1})),
    ),
    Misconception(
        "last-child-missed",
        "the last of several children is never searched",
        _LOOP,
        _changed(children=_missing(0, -1)),
    ),
    Misconception(
        "first-child-missed",
        "the first of several children is never searched",
        _LOOP,
        _changed(children=_missing(1, None)),
    ),
)

ON_PAPER: Final = (*_BY_HAND, *_BY_BOTH, *_BY_HAND_ANYWHERE, *_AT_CHANCE)
"""What people do by hand."""
AT_ONE_NODE: Final = ON_PAPER[len(_BY_HAND) :]
"""Those of them that can be made at one node, and nowhere else."""
AT_CHANCE_NODES: Final = _AT_CHANCE
"""Those of them that show at chance nodes only."""
IN_PROGRAMS: Final = (*_BY_BOTH, *_IN_PROGRAMS)
"""What programs do."""
MISCONCEPTIONS: Final = {row.name: row for row in (*ON_PAPER, *_IN_PROGRAMS)}
"""Every row, by its name."""
