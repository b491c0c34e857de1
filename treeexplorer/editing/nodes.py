"""Changes what stands at one node: its value, name, player or probability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from treeexplorer.editing.change import Change, EditError
from treeexplorer.editing.pieces import Draft, Piece, cut
from treeexplorer.editing.weights import children_in, is_chance, reweighed, without_weights
from treeexplorer.numbers import shown
from treeexplorer.text import safe
from treeexplorer.tree import EXACT, UNKNOWN, Number, Player, classify


def noted(piece: Piece, place: int, notes: Mapping[str, Any]) -> Piece:
    """Return a piece in which other notes stand beside one node; ``None`` takes a note away."""
    changed = dict(piece.notes)
    for name, note in notes.items():
        kept = {at: other for at, other in changed.get(name, {}).items() if at != place}
        if note is not None:
            kept[place] = note
        changed[name] = kept
    return replace(piece, notes=changed)


def set_value(draft: Draft, node: int, value: Number | str) -> Change:
    """Give a leaf another value, or an unknown's word (``"?"`` or ``""`` for one without).

    Raises:
        EditError: The node has children.
    """
    tree = draft.tree
    if not tree.is_leaf(node):
        raise EditError(f"{tree.labels.signed(node)} has children; only a leaf has a value")
    piece = cut(draft, node, node + 1)
    if isinstance(value, str):
        word = "" if value == "?" else safe(value)
        kind, double, exact, unknown = UNKNOWN, 0.0, None, word
        said = word or "?"
    else:
        kind, double = classify(value)
        exact, unknown = (int(value) if kind == EXACT else None), None
        said = shown(value)
    piece.value[0] = double
    piece = noted(replace(piece, kind=bytes([kind])), 0, {"exact": exact, "unknowns": unknown})
    return _own(node, piece, f"{tree.labels.signed(node)}: {_value_shown(draft, node)} → {said}")


def _value_shown(draft: Draft, node: int) -> str:
    value = draft.tree.leaf_value(node)
    return shown(value) if value is not None else draft.tree.unknowns.get(node) or "?"


def set_name(draft: Draft, node: int, name: str) -> Change:
    """Give a node another name; an empty one takes the name away."""
    name = safe(name.strip())
    before = draft.tree.labels.signed(node)
    words = f"{before} is now called {name}" if name else f"{before} has no name now"
    return _own(node, noted(cut(draft, node, node + 1), 0, {"names": name or None}), words)


def set_player(draft: Draft, node: int, player: Player) -> Change:
    """Give a node to a player; where that is its level's player nothing is written at the node.

    The children of a node that is no longer chance's lose their probabilities.

    Raises:
        EditError: The node is a leaf.
    """
    tree = draft.tree
    if tree.is_leaf(node):
        raise EditError(
            f"{tree.labels.signed(node)} is a leaf; only a node with children has a player"
        )
    of_level = tree.levels[tree.ply[node] % len(tree.levels)]
    note = {"players": None if player is of_level else player}
    words = f"{tree.labels.signed(node)} is now {player.value.upper()}'s"
    if not is_chance(tree, node) or player is Player.CHANCE:
        return _own(node, noted(cut(draft, node, node + 1), 0, note), words)
    piece = noted(cut(draft, node, tree.end[node]), 0, note)
    piece = without_weights(piece, children_in(piece, 0))
    return Change(node, tree.end[node], piece, node, words, node)


def set_probability(draft: Draft, node: int, probability: Fraction) -> Change:
    """Give a chance node's child a probability; its siblings share the rest in proportion.

    Raises:
        EditError: Its parent is no chance node, or the number is no probability.
    """
    tree = draft.tree
    parent = tree.parent[node]
    if not is_chance(tree, parent):
        raise EditError(
            f"{tree.labels.signed(node)} is no child of a chance node, and has no probability"
        )
    piece = reweighed(cut(draft, parent, tree.end[parent]), 0, {node - parent: probability})
    name = tree.labels.signed(node)
    words = f"{name} has the probability {shown(probability)}; the others share the rest"
    return Change(parent, tree.end[parent], piece, node, words, node)


def _own(node: int, piece: Piece, words: str) -> Change:
    return Change(node, node + 1, piece, node, words, node)
