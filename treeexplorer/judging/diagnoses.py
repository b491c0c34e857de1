"""What a diagnosis says of a paper beyond the mistake itself: facts, proven before they are said.

A mistake that explains a paper has a general sentence ("MIN keeps the largest value instead of the
smallest"). Where more is true of the claim that is wrong, that is said instead: the facts here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from treeexplorer.engine import Record
from treeexplorer.notation import Claim
from treeexplorer.tree import INFINITY, MAX_ROLE, MIN_ROLE, GameTree, Number, Window


@dataclass(frozen=True, slots=True)
class ExtremeLeaf:
    """A number is the largest, or the smallest, of a node's leaves, which are all its children."""

    node: int
    value: Number
    is_largest: bool


@dataclass(frozen=True, slots=True)
class ExchangedEnd:
    """A number is an end of the parent's window, and is written as the other end of the child's."""

    node: int
    parent: int
    value: Number
    end: Literal["alpha", "beta"]  # which end of the parent's window it is


def extreme_leaf(record: Record, claim: Claim, *, is_largest: bool) -> ExtremeLeaf | None:
    """Tell whether somebody took the leaf that a node's player would never take.

    MIN does not take its largest leaf, MAX not its smallest.

    Args:
        record: The search.
        claim: The answer, which says what the node is worth.
        is_largest: Whether the largest leaf is looked for, or the smallest.

    Returns:
        The node and the number. ``None`` if the answer is no such value, if the other player moves
        at the node, or if the node's children are not all drawn and leaves with known values.

    Example:
        >>> from treeexplorer.engine import Rules, search
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[12[3 12 8] 5[2 4 6]]")
        >>> record, claims = search(exercise.tree, Rules()), exercise.claims
        >>> extreme_leaf(record, claims[0], is_largest=True)
        ExtremeLeaf(node=1, value=12, is_largest=True)
        >>> extreme_leaf(record, claims[1], is_largest=True)  # 6 is
    """
    if claim.kind != "value":
        return None
    # For the other player the extreme leaf is the right answer.
    player_with_mistake = MIN_ROLE if is_largest else MAX_ROLE
    if record.tree.roles[claim.node] != player_with_mistake:
        return None

    values = _collect_values_of_leaf_children(record.tree, claim.node)
    if not values:
        return None
    extreme = max(values) if is_largest else min(values)
    if claim.number != extreme:
        return None
    return ExtremeLeaf(claim.node, extreme, is_largest)


def _collect_values_of_leaf_children(tree: GameTree, node: int) -> list[Number]:
    """Return the values of a node's children; empty unless all are drawn leaves with values."""
    if node in tree.elided:
        return []
    values: list[Number] = []
    for child in tree.children(node):
        value = tree.leaf_value(child)
        if value is None:
            return []
        values.append(value)
    return values


def exchanged_end(record: Record, claim: Claim) -> ExchangedEnd | None:
    """Tell whether somebody put the parent's own bound at the wrong end of a child's window.

    A child is entered with its parent's window (α, β). MAX's own bound is α: a mistake is to write
    it as the child's β. MIN's own bound is β: a mistake is to write it as the child's α.

    Args:
        record: The search.
        claim: The answer, a window beside the child.

    Returns:
        The number, and which end of the parent's window it is. ``None`` if the mistake was not
        made, if the bound is infinite, and below chance nodes.

    Example:
        MAX has 3 when its second child is entered, with (3, +∞). Here the 3 is written as β.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[3 12 8] (-inf,3)[2 4 6]]")
        >>> exchanged_end(search(exercise.tree), exercise.claims[0])
        ExchangedEnd(node=5, parent=0, value=3, end='alpha')
    """
    # Courses that write the window of a node's exit mean another window.
    if claim.window is None or record.rules.writes_exit_windows:
        return None
    window = _find_window_from_parent(record, claim.node)
    if window is None:
        return None

    alpha, beta = window
    written_alpha, written_beta = claim.window
    parent = record.tree.parent[claim.node]
    role = record.tree.roles[parent]
    if role == MAX_ROLE and written_beta == alpha and _was_set_by_player(alpha):
        return ExchangedEnd(claim.node, parent, alpha, "alpha")
    if role == MIN_ROLE and written_alpha == beta and _was_set_by_player(beta):
        return ExchangedEnd(claim.node, parent, beta, "beta")
    return None


def _was_set_by_player(bound: Number) -> bool:
    """Tell whether a bound was set by a player; one that is still infinite is of the start."""
    return abs(bound) != INFINITY


def _find_window_from_parent(record: Record, node: int) -> Window | None:
    """Find the window with which a node's parent entered it.

    ``None`` for the root, for a node that was not visited, and if both ends are equal: then it
    cannot be told which end was written.
    """
    visit = record.call_of(node)
    if visit is None or record.tree.is_root(node):
        return None
    alpha, beta = record.entry_window(visit)
    return None if alpha == beta else (alpha, beta)
