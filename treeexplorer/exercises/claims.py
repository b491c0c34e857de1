"""The claims about a tree as an examiner reads them.

Beside what is written there are claims that nobody wrote but that follow from a slash elsewhere:
once somebody marks what is cut off, every node without a mark is claimed visited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.record import Record
from treeexplorer.notation import ABOUT_THE_TREE, BoundSign, Claim, Claims, Positions
from treeexplorer.numbers import for_json, shown
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, Window

SHOWN_SIGN: dict[BoundSign, str] = {">=": "≥", "<=": "≤"}


def claim_text(claim: Claim) -> str:
    """Return a claim as a person reads it: ``6``, ``≥ 8``, ``(3, +∞)``, ``cut off``."""
    if claim.window is not None:
        return shown_window(claim.window)
    if claim.number is None:
        return "cut off" if claim.kind == "cut" else "visited"
    if claim.sign is not None:
        return f"{SHOWN_SIGN[claim.sign]} {shown(claim.number)}"
    return shown(claim.number)


def claim_json(claim: Claim) -> object:
    """Return a claim for JSON: a number, ``">=8"``, ``[3, "inf"]``, ``"cut"`` or ``"visited"``."""
    if claim.window is not None:
        return [for_json(claim.window[0]), for_json(claim.window[1])]
    if claim.number is None:
        return claim.kind
    if claim.sign is not None:
        return f"{claim.sign}{for_json(claim.number)}"
    return for_json(claim.number)


def place(claim: Claim, positions: Positions | None) -> tuple[int | None, int | None]:
    """Return the line and column of a claim; of its node where nobody wrote it."""
    if claim.line is None and positions is not None:
        return positions.of_node(claim.node)
    return claim.line, claim.column


def shown_window(window: Window) -> str:
    """Return a window as people read it: ``(3, +∞)``."""
    return f"({shown(window[0])}, {shown(window[1])})"


def asks_windows(rules: Rules) -> bool:
    """Tell whether a search has windows to write beside its nodes."""
    return algorithm_of(rules).has_windows


def marks_cuts(claims: Claims) -> bool:
    """Tell whether the claims say what is cut off, so that an unmarked node counts as visited."""
    return any(claim.kind in {"cut", "cuts-none"} for claim in claims)


def claims_of(tree: GameTree, claims: Claims, depth: int | None = None) -> list[Claim]:
    """Return every claim about a tree, node by node in drawing order.

    A slash speaks for its whole subtree, so no node below one is claimed visited; neither is a
    node beyond the depth limit. Linear in the size of the tree.

    Args:
        tree: The tree.
        claims: What is written about it.
        depth: The depth limit of the search, in plies.
    """
    return list(_claims(tree, claims, depth))


def _claims(tree: GameTree, claims: Claims, depth: int | None) -> Iterator[Claim]:
    written: dict[int, list[Claim]] = {}
    for claim in claims:
        if claim.kind not in ABOUT_THE_TREE:
            written.setdefault(claim.node, []).append(as_searched(tree, claim))
    marked = marks_cuts(claims)
    nodes = range(len(tree)) if marked else sorted(written)
    below_slash = -1
    for node in nodes:
        here = written.get(node, [])
        if any(claim.kind == "cut" for claim in here):
            yield from (claim for claim in here if claim.kind == "cut")
            below_slash = max(below_slash, tree.end[node])
        if marked and node >= below_slash and not (depth is not None and tree.ply[node] > depth):
            yield Claim(node, "visited")
        yield from (claim for claim in here if claim.kind != "cut")


def as_searched(tree: GameTree, claim: Claim) -> Claim:
    """Return a claim with its numbers as the searches of its tree compute with them."""
    if not tree.has_chance or claim.kind == "cut":
        return claim
    number = None if claim.number is None else tree.as_searched(claim.number)
    window = claim.window
    if window is not None:
        window = tree.as_searched(window[0]), tree.as_searched(window[1])
    return replace(claim, number=number, window=window)


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
