"""What people get wrong about alpha-beta: one table, each row a few hooks of the procedure.

A *hook* is a function for one place of alpha-beta, such as the cut test (see
:mod:`treeexplorer.engine.procedure`). A row changes a few hooks. If a run with them explains what
is wrong on a paper, the row is named there. The rows are considered in their order: the simplest
and most frequent come first.

The lines that programs get wrong are in :mod:`treeexplorer.programs.mistakes`, under the same names
if they mean the same.
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
    compute_weighted_mean,
    drawn_children,
    find_hooks,
    find_player,
)
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    Number,
)


class Misconception(NamedTuple):
    """One thing that is done differently from alpha-beta.

    Attributes:
        name: Its name.
        words: What is done differently, as the end of “as alpha-beta does when …”.
        changes: Returns the hooks with it, given the hooks of the rules.
    """

    name: str
    words: str
    changes: Callable[[Hooks], Hooks]

    def hooks(self, rules: Rules) -> Hooks:
        """Return the hooks of a search that makes it under rules."""
        return self.changes(find_hooks(rules))

    @property
    def cuts_nothing(self) -> bool:
        """Whether nothing is ever cut off."""
        return self.hooks(Rules()).cuts is NO_CUTS.cuts


def _make_row(name: str, words: str, **hooks: Any) -> Misconception:
    """Return a misconception that replaces some hooks, whatever the rules are."""
    return Misconception(name, words, lambda right: replace(right, **hooks))


def _compute_plain_mean(values: Sequence[Number]) -> Number:
    """Return the mean of values that all have the same weight."""
    weights = [Fraction(1, len(values))] * len(values)
    return compute_weighted_mean(weights, values)


def _collect_grandchildren(call: OpenCall) -> Sequence[int]:
    """Return the ranks of a node's grandchildren: the mistake of skipping a ply searches these.

    Only a player's ply is skipped::

        the tree             its root searches
        [[3 5] 4]            3, 5 and 4: a leaf stays as it is
        [chance[3 5] 4]      the chance node and 4
        chance[[3 5] 4]      [3 5] and 4: only the children of a chance node have weights
    """
    children = drawn_children(call)
    if call.role == CHANCE_ROLE:
        return children

    ranks: list[int] = []
    for child in children:
        is_players_node = call.tree.roles[child] in {MAX_ROLE, MIN_ROLE}
        if is_players_node:
            ranks.extend(call.tree.child_ranks(child))
        else:
            ranks.append(child)
    return ranks


_OPPONENT: Final = {MAX_ROLE: MIN_ROLE, MIN_ROLE: MAX_ROLE}
_WHOLE_TREE: Final = (
    Misconception(
        "minimax",
        "nothing is ever cut off",
        lambda right: replace(NO_CUTS, moved=right.moved),  # who writes windows moves them
    ),
    Misconception("bound-as-exact", "a bound is taken for the exact value", lambda right: right),
)

_ONE_NODE: Final = (
    Misconception(
        "min-takes-largest",
        "MIN keeps the largest value instead of the smallest",
        lambda right: replace(
            right,
            start=lambda call: right.start(call) if call.at_max else -INFINITY,
            kept=lambda call, x: right.kept(call, x) if call.at_max else max(call.v, x),
        ),
    ),
    Misconception(
        "max-takes-smallest",
        "MAX keeps the smallest value instead of the largest",
        lambda right: replace(
            right,
            start=lambda call: INFINITY if call.at_max else right.start(call),
            kept=lambda call, x: min(call.v, x) if call.at_max else right.kept(call, x),
        ),
    ),
    _make_row(
        "players-exchanged",
        "MAX and MIN are exchanged",
        player=lambda call: _OPPONENT.get(find_player(call), CHANCE_ROLE),
    ),
    _make_row(
        "alpha-not-handed-down",
        "α is not handed down to the children (they are called with −∞)",
        handed_down=lambda call: (-INFINITY, call.beta),
    ),
    _make_row(
        "beta-not-handed-down",
        "β is not handed down to the children (they are called with +∞)",
        handed_down=lambda call: (call.alpha, INFINITY),
    ),
    _make_row(
        "nothing-handed-down",
        "neither α nor β is handed down: every node begins with (−∞, +∞)",
        handed_down=lambda _: FULL_WINDOW,
    ),
    _make_row(
        "only-own-bound",
        "only the parent's own bound is handed down, so that there are no deep cut-offs",
        handed_down=lambda call: (call.alpha, INFINITY) if call.at_max else (-INFINITY, call.beta),
    ),
    _make_row("never-raised", "α and β are never moved", moved=lambda call, _: call.entry),
    _make_row(
        "wrong-end-moved",
        "α and β are exchanged: MAX moves β, and MIN moves α",
        moved=lambda call, _: (
            (call.alpha, min(call.beta, call.v))
            if call.at_max
            else (max(call.alpha, call.v), call.beta)
        ),
    ),
    _make_row(
        "from-the-right",
        "the children are taken from the right",
        children=lambda call: drawn_children(call)[::-1],
    ),
    _make_row(
        "wrong-side-of-equality",
        "equality is treated the other way round in the test",
        cuts=lambda call: call.alpha > call.beta or (call.alpha == call.beta and call.rules.strict),
    ),
    _make_row(
        "cuts-after-the-last",
        "a test that holds after the last child counts as a cut-off",
        crosses_last=True,
    ),
    _make_row(
        "ply-skipped",
        "a ply is skipped: a node takes its grandchildren's values",
        children=_collect_grandchildren,
    ),
)

AT_CHANCE_NODES: Final = (
    _make_row(
        "chance-as-min",
        "a chance node takes the smallest value",
        combined=lambda _, values: min(values),
    ),
    _make_row(
        "chance-as-max",
        "a chance node takes the largest value",
        combined=lambda _, values: max(values),
    ),
    _make_row(
        "chance-as-sum",
        "a chance node adds the values up",
        combined=lambda _, values: compute_weighted_mean([1] * len(values), values),
    ),
    _make_row(
        "chance-unweighted",
        "a chance node takes the mean without the weights",
        combined=lambda _, values: _compute_plain_mean(values),
    ),
)
"""Those that make a difference at chance nodes only."""

# At a single node these would do the same as another row, or explain nearly anything.
_EVERYWHERE: Final = (
    _make_row(
        "player-never-changes",
        "the player never changes",
        player=lambda call: call.tree.roles[0] if find_player(call) in _OPPONENT else CHANCE_ROLE,
    ),
    _make_row(
        "bound-moved-back",
        "α and β are set to a worse value, too",
        moved=lambda call, x: (x, call.beta) if call.at_max else (call.alpha, x),
    ),
    _make_row("first-child-only", "every node returns after its first child", cuts=lambda _: True),
)

MISCONCEPTIONS: Final = {
    row.name: row for row in (*_WHOLE_TREE, *_ONE_NODE, *AT_CHANCE_NODES, *_EVERYWHERE)
}
"""Every row, by its name."""
AT_ONE_NODE: Final = (*_ONE_NODE, *AT_CHANCE_NODES)
"""Those that can be made at a single node."""
