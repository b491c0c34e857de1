"""The claims of a tree as a list: one entry for each thing that somebody wrote beside a node.

The tree keeps its claims by kind (:class:`treeexplorer.tree.Claims`); here they come node by node,
in the order of the drawing, together with the claims that nobody wrote but that follow from a
slash elsewhere: once somebody marks what is cut off, every node without a mark is claimed visited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.record import Record
from treeexplorer.numbers import for_json, shown
from treeexplorer.rules import Rules
from treeexplorer.tree import BoundSign, Claims, GameTree, Number, Window

ClaimedThing: TypeAlias = Literal["value", "bound", "window", "cut", "visited"]

SHOWN_SIGN: dict[BoundSign, str] = {">=": "≥", "<=": "≤"}


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim about one node.

    Attributes:
        node: The node it stands at.
        kind: What is claimed: a value, a bound, the window on entry, that the subtree is cut off,
            or that the node is visited.
        number: The number of a value or a bound.
        sign: The direction of a bound.
        window: The (α, β) of a window.
    """

    node: int
    kind: ClaimedThing
    number: Number | None = None
    sign: BoundSign | None = None
    window: Window | None = None

    @property
    def text(self) -> str:
        """The claim as a person reads it: ``6``, ``≥ 8``, ``(3, +∞)``, ``cut off``."""
        if self.window is not None:
            return shown_window(self.window)
        if self.number is None:
            return "cut off" if self.kind == "cut" else "visited"
        if self.sign is not None:
            return f"{SHOWN_SIGN[self.sign]} {shown(self.number)}"
        return shown(self.number)

    @property
    def json(self) -> object:
        """The claim for JSON: a number, ``">=8"``, ``[3, "inf"]``, ``"cut"`` or ``"visited"``."""
        if self.window is not None:
            return [for_json(self.window[0]), for_json(self.window[1])]
        if self.number is None:
            return self.kind
        if self.sign is not None:
            return f"{self.sign}{for_json(self.number)}"
        return for_json(self.number)

    def place(self, tree: GameTree) -> tuple[int | None, int | None]:
        """Return the line and column at which the claim stands, where the tree has a text."""
        if tree.positions is None:
            return None, None
        if self.kind == "visited":
            return tree.positions.of_node(self.node)
        return tree.positions.of_claim(self.node, self.kind)


def shown_window(window: Window) -> str:
    """Return a window as people read it: ``(3, +∞)``."""
    return f"({shown(window[0])}, {shown(window[1])})"


def asks_windows(rules: Rules) -> bool:
    """Tell whether a search has windows to write beside its nodes."""
    return algorithm_of(rules).has_windows


def marks_cuts(claims: Claims) -> bool:
    """Tell whether the claims say what is cut off, so that an unmarked node counts as visited."""
    return bool(claims.cuts) or claims.nothing_cut


def claims_of(tree: GameTree, depth: int | None = None) -> list[Claim]:
    """Return every claim of a tree, node by node in drawing order.

    A slash speaks for its whole subtree, so no node below one is claimed visited; neither is a
    node beyond the depth limit. Linear in the size of the tree.

    Args:
        tree: The tree with its claims.
        depth: The depth limit of the search, in plies.
    """
    return list(_claims(tree, depth))


def _claims(tree: GameTree, depth: int | None) -> Iterator[Claim]:
    claims = tree.claims
    marked = marks_cuts(claims)
    if marked:
        nodes: Iterator[int] = iter(range(len(tree)))
    else:
        nodes = iter(sorted({*claims.values, *claims.bounds, *claims.windows}))
    below_slash = -1
    for node in nodes:
        slashed = node in claims.cuts
        if slashed:
            yield Claim(node, "cut")
            below_slash = max(below_slash, tree.end[node])
        if marked and node >= below_slash and not (depth is not None and tree.ply[node] > depth):
            yield Claim(node, "visited")
        if node in claims.windows:
            alpha, beta = claims.windows[node]
            yield Claim(node, "window", window=(tree.as_searched(alpha), tree.as_searched(beta)))
        if node in claims.values:
            yield Claim(node, "value", number=tree.as_searched(claims.values[node]))
        if node in claims.bounds:
            sign, number = claims.bounds[node]
            yield Claim(node, "bound", number=tree.as_searched(number), sign=sign)


def step_of(record: Record, claim: Claim) -> int:
    """Return the step of the search that shows whether a claim is right.

    A window shows when its node is entered, a value when it arrives at the parent, and that a
    node is not visited when the rest of an ancestor's children is given up.
    """
    rows = record.rows(claim.node)
    if rows:
        if claim.kind in {"value", "bound"}:
            return min(record.left(rows[-1]), record.steps)
        return record.entered(rows[0])
    node = claim.node
    while not rows:
        node = record.tree.parent[node]
        rows = record.rows(node)
    return min(record.left(rows[-1]) - 1, record.steps)
