"""Keeps the probabilities of a chance node's children at a sum of 1 through every edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from treeexplorer.editing.change import EditError
from treeexplorer.editing.pieces import Piece
from treeexplorer.tree import CHANCE_ROLE, GameTree


def is_chance(tree: GameTree, node: int) -> bool:
    """Tell whether a node (−1 for none) is a chance node."""
    return node >= 0 and tree.roles[node] == CHANCE_ROLE


def children_in(piece: Piece, parent: int) -> list[int]:
    """Return the places of a node's children within a piece that holds all its subtree."""
    level = piece.ply[parent] + 1
    children = []
    for place in range(parent + 1, len(piece)):
        if piece.ply[place] == level:
            children.append(place)
        elif piece.ply[place] < level:
            break
    return children


def reweighed(piece: Piece, parent: int, fixed: Mapping[int, Fraction] | None = None) -> Piece:
    """Return a piece in which the children of a chance node share the probability 1 again.

    The children with a fixed probability get it; the others keep the proportions they had to each
    other. Where no child carries a probability and none is fixed, all stay without.

    Args:
        piece: Nodes, all of the chance node's subtree among them.
        parent: The chance node's place in the piece.
        fixed: Probabilities by place.

    Raises:
        EditError: The fixed probabilities are not between 0 and 1.
    """
    fixed = fixed or {}
    written = piece.notes.get("probabilities", {})
    children = children_in(piece, parent)
    if not fixed and not any(child in written for child in children):
        return piece
    rest = 1 - sum(fixed.values(), Fraction())
    if rest < 0 or any(weight < 0 for weight in fixed.values()):
        raise EditError("a probability is a number between 0 and 1, such as 0.25 or 1/6")
    others = [child for child in children if child not in fixed]
    if not others and rest:
        raise EditError("an only child of a chance node has the probability 1")
    share = Fraction(1, len(children))
    held = {child: written.get(child, share) for child in others}
    total = sum(held.values(), Fraction())
    weights = dict(fixed) | {
        child: weight * rest / total if total else rest / len(others)
        for child, weight in held.items()
    }
    return replace(piece, notes=piece.notes | {"probabilities": {**written, **weights}})


def without_weights(piece: Piece, places: list[int]) -> Piece:
    """Return a piece in which some nodes carry no probability."""
    written = piece.notes.get("probabilities", {})
    kept = {place: weight for place, weight in written.items() if place not in set(places)}
    return replace(piece, notes=piece.notes | {"probabilities": kept})
