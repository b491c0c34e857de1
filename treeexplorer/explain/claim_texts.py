"""How a claim on a paper is written: as text, in JSON, and what a worksheet asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.errors import present
from treeexplorer.explain.phrases import window_text
from treeexplorer.judging.facts import SIGNS
from treeexplorer.notation import BoundSign, Claim, ClaimKind
from treeexplorer.numbers import convert_number_to_json, convert_window_to_json, shown
from treeexplorer.tree import GameTree, Number

_TEXT_BY_KIND: Final[dict[ClaimKind, str]] = {
    "cut": "cut off",
    "cut-rest": "… cut off",
    "cuts-none": "nothing is cut off",
    "visited": "no slash",
}

ABOUT: Final[dict[ClaimKind, str]] = {"best": "best move", "read": "leaves read"}
"""What claims about the whole tree are about."""

QUESTIONS: Final[dict[ClaimKind, str]] = {
    "value": "which value is returned?",
    "window": "with which window is it {passes}?",
    "best": "which move is the best?",
    "read": "how many leaves are read?",
    "pruned-if": "for which values is it pruned?",
}
"""What is asked for on a worksheet, of a node."""


def format_claim(tree: GameTree, claim: Claim) -> str:
    """Format a claim on a paper as a person reads it: ``6``, ``≥ 8``, ``(3, +∞)``, ``cut off``.

    Args:
        tree: The tree, whose labels name the moves.
        claim: What somebody wrote: a value, a bound, a window (α, β) or a slash (“cut off”) at a
            node, or something about the whole tree.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[>=8[3 12] (3,inf)[2 /4]]")
        >>> [format_claim(exercise.tree, claim) for claim in exercise.claims]
        ['≥ 8', '(3, +∞)', 'cut off']
    """
    match claim.kind:
        case "value" | "bound" | "read":
            return _format_number(present(claim.number), claim.sign)
        case "window":
            return window_text(present(claim.window))
        case "best":
            return _format_moves(tree, claim.nodes)
        case "pruned-if":  # for which values of an unknown leaf the node is pruned: `x>=5`
            return present(claim.condition).text(signs=("≤", "≥"))
        case "cut" | "cut-rest" | "cuts-none" | "visited":
            return _TEXT_BY_KIND[claim.kind]


def _format_moves(tree: GameTree, moves: Sequence[int]) -> str:
    """Format moves as their labels with spaces between; no moves are ``none``."""
    if not moves:
        return "none"
    return " ".join(map(tree.labels.text, moves))


def _format_number(number: Number, sign: BoundSign | None) -> str:
    """Format a number, or with a sign a bound: ``6``, ``≥ 8``."""
    if sign is None:
        return shown(number)
    return f"{SIGNS[sign]} {shown(number)}"


def convert_claim_to_json(tree: GameTree, claim: Claim) -> object:
    """Convert a claim on a paper to a JSON value.

    Args:
        tree: The tree, whose addresses name the moves.
        claim: What somebody wrote, such as a value or a slash.

    Returns:
        - A value or a count: a number, ``6``; an infinite one is text, ``"inf"``.
        - A bound: ``">=8"``.
        - A window: ``[3, "inf"]``.
        - The best moves: their addresses.
        - A condition on an unknown leaf: as it is written.
        - Anything else: the kind of the claim, such as ``"cut"`` for a slash.
    """
    if claim.window is not None:
        return convert_window_to_json(claim.window)
    if claim.kind == "best":
        return [tree.address(node) for node in claim.nodes]
    if claim.condition is not None:
        return str(claim.condition)
    if claim.number is None:
        return claim.kind

    number = convert_number_to_json(claim.number)
    if claim.sign is not None:
        return f"{claim.sign}{number}"
    return number


def topic(claim: Claim, label: str, text: str) -> str:
    """Return what somebody wrote, and about what: ``▽A: 6``, ``leaves read: 9``."""
    if claim.kind == "cuts-none":
        return text
    subject = ABOUT.get(claim.kind, label)
    return f"{subject}: {text}"
