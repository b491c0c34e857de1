"""Edits that are typed: a node is shown in the notation, changed there, and read back."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Final

from treeexplorer.editing.change import Change, EditError
from treeexplorer.editing.nodes import noted
from treeexplorer.editing.pieces import (
    NEW,
    Draft,
    Piece,
    cut,
    exercise_of,
    joined,
    piece_of,
    turned_levels,
)
from treeexplorer.editing.weights import is_chance, reweighed
from treeexplorer.notation import Exercise, NotationError, parse, write
from treeexplorer.notation.layout import node_texts
from treeexplorer.notation.spelling import NumberError, read_probability
from treeexplorer.text import shorten, width
from treeexplorer.tree import DEFAULT_LEVELS, INNER, GameTree

KEPT_CHILDREN: Final = "[…]"
"""What stands for the children of a node, as they are, in a text that is edited."""

_ROOM: Final = 56
_KEPT: Final = re.compile(r"\[\s*(?:…|\.\.\.)\s*\]\s*\Z")
_PROBABILITY: Final = re.compile(r"\s*([0-9.eE+\-]+|[0-9]+/[0-9]+)\*")
_PLACE_IN_MESSAGE: Final = re.compile(r"2:([0-9]+)\b")
_PLACEHOLDER: Final = "[0]"


def text_of(draft: Draft, node: int) -> str:
    """Return a node as it is written, for editing; children that are too long stand as ``[…]``."""
    tree = draft.tree
    if tree.end[node] - node <= _ROOM:
        whole = exercise_of(cut(draft, node, tree.end[node]), tree.levels)
        usual = replace(whole, tree=whole.tree.with_levels(DEFAULT_LEVELS))
        written = write(usual).rstrip("\n")
        if "\n" not in written and width(written) <= _ROOM:
            return written
    alone = exercise_of(cut(draft, node, node + 1), tree.levels)
    return node_texts(alone)[0] + (KEPT_CHILDREN if tree.kind[node] == INNER else "")


def subtree_of(draft: Draft, parent: int, text: str) -> Exercise:
    """Return the subtree that a text writes for a place below a node, ready to be added.

    Raises:
        EditError: The text is not in the notation, or its probability stands in a wrong place.
    """
    probability, rest = _split(text, may=is_chance(draft.tree, parent))
    subtree = _read(draft.tree, draft.tree.ply[parent] + 1, rest)
    if probability is None:
        return subtree
    weights = {**subtree.tree.probabilities, 0: probability}
    return replace(subtree, tree=replace(subtree.tree, probabilities=weights))


def rewrite(draft: Draft, node: int, text: str) -> Change:
    """Put what a text writes in the place of a node and all that is under it.

    A text that ends in ``[…]`` keeps the children. A chance node's child keeps its probability
    unless another one is written. Nodes that the text leaves as they were keep their origin.

    Raises:
        EditError: The text is not in the notation, or cannot stand there.
    """
    tree = draft.tree
    parent = tree.parent[node]
    probability, rest = _split(text, may=is_chance(tree, parent))
    kept = _KEPT.search(rest)
    before = cut(draft, node, tree.end[node])
    if kept is None:
        piece = _with_origins(piece_of(_read(tree, tree.ply[node], rest), tree.ply[node]), before)
    elif tree.is_leaf(node):
        raise EditError(f"{tree.labels.signed(node)} has no children that […] could stand for")
    else:
        piece = _with_own_notes(tree, node, rest[: kept.start()] + _PLACEHOLDER, before)
    weight = before.notes.get("probabilities", {}).get(0)
    piece = noted(piece, 0, {"probabilities": weight})
    words = f"{tree.labels.signed(node)}: {_short(draft, node)} → {shorten(text.strip(), 24)}"
    if probability is None or probability == weight:
        return Change(node, tree.end[node], piece, node, words, node)
    end = tree.end[parent]
    family = joined(cut(draft, parent, node), piece, cut(draft, tree.end[node], end))
    family = reweighed(family, 0, {node - parent: probability})
    return Change(parent, end, family, node, words, node)


def _short(draft: Draft, node: int) -> str:
    return shorten(text_of(draft, node), 24)


def _split(text: str, *, may: bool) -> tuple[Fraction | None, str]:
    """Return the probability in front of a node's text, if there is one, and the rest."""
    if not text.strip():
        raise EditError("a node is a number, or children in brackets: 7 or [3 5]")
    found = _PROBABILITY.match(text)
    if found is None:
        return None, text
    if not may:
        raise EditError("a probability stands only at the children of a chance node")
    try:
        return read_probability(found[1]), " " * found.end() + text[found.end() :]
    except (NumberError, ValueError) as error:
        raise EditError(f"{found[1]} is no probability") from error


def _read(tree: GameTree, ply: int, text: str) -> Exercise:
    """Read a text as a subtree at a ply, whose players are that ply's."""
    levels = " ".join(turned_levels(tree.levels, ply))
    try:
        return parse(f"@levels {levels}\n{text}")
    except NotationError as error:
        problem = error.problems[0]
        place = f" at character {problem.column}" if problem.line == 2 and problem.column else ""
        if problem.message.startswith("a second tree"):
            raise EditError(
                f"one node is expected, and another begins{place}; several children stand in "
                "brackets: [3 5]"
            ) from None
        hint = f" ({problem.hint})" if problem.hint else ""
        message = _PLACE_IN_MESSAGE.sub(r"character \1", problem.message)
        if place and f"{place} " not in message:
            message += f",{place}"
        raise EditError(f"{message}{hint}") from None


def _with_own_notes(tree: GameTree, node: int, text: str, before: Piece) -> Piece:
    """Return a subtree whose root carries what a text writes, and is otherwise as it was."""
    written = piece_of(_read(tree, tree.ply[node], text), tree.ply[node])
    names = {*before.notes, *written.notes}
    own = {name: written.notes.get(name, {}).get(0) for name in names}
    own["elided"] = before.notes.get("elided", {}).get(0)
    return noted(before, 0, own)


def _with_origins(piece: Piece, before: Piece) -> Piece:
    """Return a piece whose nodes have the origins of the like nodes that it replaces.

    Nodes are alike from the front and from the back as far as their plies and kinds agree; the
    root is always itself.
    """
    ours = list(zip(piece.ply, piece.kind, strict=True))
    theirs = list(zip(before.ply, before.kind, strict=True))
    most = min(len(ours), len(theirs))
    front = next((at for at in range(most) if ours[at] != theirs[at]), most)
    back = next((at for at in range(most - front) if ours[~at] != theirs[~at]), most - front)
    origin = before.origin[:front]
    origin.extend([NEW] * (len(ours) - front - back))
    origin += before.origin[len(theirs) - back :]
    origin[0] = before.origin[0]
    return replace(piece, origin=origin)
