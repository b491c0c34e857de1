"""Edits as data: what they change at a node, in the shape of a tree, or as it is typed.

An edit puts one run of nodes in the place of another, so that what it replaces undoes it.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from treeexplorer.editing.pieces import (
    NEW,
    Draft,
    Piece,
    cut,
    exercise_of,
    joined,
    patched,
    picked,
    piece_of,
    turned_levels,
)
from treeexplorer.errors import TreeexplorerError
from treeexplorer.notation import Exercise, NotationError, parse, write
from treeexplorer.notation.columns import chance_problems
from treeexplorer.notation.printer import node_texts
from treeexplorer.notation.spelling import NumberError, read_probability
from treeexplorer.numbers import shown
from treeexplorer.text import safe, shorten, width
from treeexplorer.tree import (
    CHANCE_ROLE,
    DEFAULT_LEVELS,
    EXACT,
    INNER,
    UNKNOWN,
    GameTree,
    Number,
    Player,
    classify,
)


class EditError(TreeexplorerError):
    """An edit that cannot be made, with the reason as a sentence for a person."""


@dataclass(frozen=True)
class Change:
    """One edit of one tree.

    Attributes:
        start: The first node of the run that gives way.
        stop: One past its last node.
        piece: What takes its place.
        cursor: The node to look at afterwards.
        words: What the edit does, for people: ``▲b: 8 became 9``.
        former_cursor: The node to look at when it is undone.
    """

    start: int
    stop: int
    piece: Piece
    cursor: int
    words: str
    former_cursor: int = 0


def applied(draft: Draft, change: Change) -> Draft:
    """Return the draft after an edit.

    Raises:
        EditError: The tree would break a rule of chance nodes, and could not be read again.
    """
    edited = patched(draft, change.start, change.stop, change.piece)
    problem = next(iter(chance_problems(edited.tree)), None)
    if problem is not None:
        raise EditError(problem.message + (f" ({problem.hint})" if problem.hint else ""))
    return edited


def inverse(draft: Draft, change: Change) -> Change:
    """Return what undoes a change of a draft; it holds the nodes that the change replaces."""
    return Change(
        change.start,
        change.start + len(change.piece),
        cut(draft, change.start, change.stop),
        change.former_cursor,
        change.words,
        change.cursor,
    )


# -- probabilities after an edit -------------------------------------------------------------------


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


# -- what stands at one node -----------------------------------------------------------------------


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


# -- the shape of the tree -------------------------------------------------------------------------


def add(draft: Draft, parent: int, position: int, subtree: Exercise) -> Change:
    """Add a subtree below a node, at a position from 1; a leaf becomes a node with that child.

    Under a chance node whose children carry probabilities the newcomer gets the one written at
    its root, or an equal share, and the others keep their proportions.
    """
    tree = draft.tree
    child = piece_of(subtree, tree.ply[parent] + 1)
    words = f"{tree.labels.signed(parent)} has a new child"
    if tree.is_leaf(parent):
        grown = joined(_as_inner(cut(draft, parent, parent + 1)), child)
        return Change(parent, parent + 1, grown, parent + 1, words, parent)
    at = _place_of_child(tree, parent, position)
    if not is_chance(tree, parent):
        return Change(at, at, child, at, words, parent)
    piece = joined(cut(draft, parent, at), child, cut(draft, at, tree.end[parent]))
    piece = _given_share(piece, 0, at - parent)
    return Change(parent, tree.end[parent], piece, at, words, parent)


def _as_inner(leaf: Piece) -> Piece:
    notes = {name: noted for name, noted in leaf.notes.items() if name not in {"exact", "unknowns"}}
    return replace(leaf, kind=bytes([INNER]), value=array("d", [0.0]), notes=notes)


def _given_share(piece: Piece, parent: int, child: int) -> Piece:
    """Return a piece in which a new child of a chance node has its probability."""
    weights = piece.notes.get("probabilities", {})
    level = piece.ply[parent] + 1
    siblings = [place for place in range(parent + 1, len(piece)) if piece.ply[place] == level]
    if not any(place in weights for place in siblings):
        return piece
    share = weights.get(child, Fraction(1, len(siblings)))
    return reweighed(piece, parent, {child: share})


def delete(draft: Draft, node: int) -> Change:
    """Delete a node with all that is under it.

    Raises:
        EditError: It is the root, or its parent would be left without children.
    """
    tree = draft.tree
    parent = tree.parent[node]
    _may_leave(tree, node, "deleted")
    start, stop = node, tree.end[node]
    words = f"{tree.labels.signed(node)} is gone"
    if stop - start > 1:
        below = stop - start - 1
        words += f", with the {below:,} nodes under it" if below > 1 else ", with the node under it"
    cursor = tree.parent[node] if stop == tree.end[parent] else node
    if not is_chance(tree, parent):
        nothing = cut(draft, start, start)
        return Change(start, stop, nothing, cursor, words, node)
    end = tree.end[parent]
    piece = reweighed(joined(cut(draft, parent, start), cut(draft, stop, end)), 0)
    return Change(parent, end, piece, cursor, words, node)


def _may_leave(tree: GameTree, node: int, done: str) -> None:
    parent = tree.parent[node]
    if parent < 0:
        raise EditError(f"the root cannot be {done}; write another tree in its place")
    if tree.child_count(parent) == 1:
        raise EditError(
            f"{tree.labels.signed(node)} cannot be {done}: {tree.labels.signed(parent)} would be "
            "left without children; write a leaf in the place of the whole"
        )


def _place_of_child(tree: GameTree, parent: int, position: int) -> int:
    """Return the node number that a child at a position from 1 has, or would have."""
    children = tree.child_column(parent)
    return children[position - 1] if position <= len(children) else tree.end[parent]


def move(draft: Draft, node: int, parent: int, position: int) -> Change:
    """Move a subtree below a node, to a position from 1 among the children it then has.

    Raises:
        EditError: The node is the root, the target is under it or a leaf, or the node's parent
            would be left without children.
    """
    tree = draft.tree
    if tree.parent[node] < 0:
        raise EditError("the root cannot be moved")
    if tree.is_within(parent, node):
        raise EditError(f"{tree.labels.signed(node)} cannot be moved below itself")
    if tree.is_leaf(parent):
        raise EditError(f"{tree.labels.signed(parent)} is a leaf; add a child there instead")
    if parent == tree.parent[node]:
        return _move_among_siblings(draft, node, position)
    _may_leave(tree, node, "moved")
    top = tree.common_ancestor(tree.parent[node], parent)
    at = _place_of_child(tree, parent, position)
    places, moved_to = _moved(tree, node, at, top)
    piece = picked(cut(draft, top, tree.end[top]), places)
    by = tree.ply[parent] + 1 - tree.ply[node]
    stop = moved_to + tree.end[node] - node
    for place in range(moved_to, stop):
        piece.ply[place] += by
    piece = _weights_after_move(tree, piece, node, parent, moved_to, places)
    words = f"{tree.labels.signed(node)} is now a child of {tree.labels.signed(parent)}"
    return Change(top, tree.end[top], piece, top + moved_to, words, node)


def _moved(tree: GameTree, node: int, at: int, top: int) -> tuple[array[int], int]:
    """Return the places within ``top``'s subtree in the new order, and the node's new place."""
    end = tree.end[node]
    first, last = top, tree.end[top]
    if at <= node:
        order = [range(first, at), range(node, end), range(at, node), range(end, last)]
        new = at - top
    else:
        order = [range(first, node), range(end, at), range(node, end), range(at, last)]
        new = at - (end - node) - top
    return array("i", [old - top for run in order for old in run]), new


def _weights_after_move(
    tree: GameTree, piece: Piece, node: int, parent: int, moved_to: int, places: array[int]
) -> Piece:
    """Return the piece after a move with the probabilities that belong there."""
    top = tree.common_ancestor(tree.parent[node], parent)
    if moved_to in piece.notes.get("probabilities", {}):
        kept = {at: w for at, w in piece.notes["probabilities"].items() if at != moved_to}
        piece = replace(piece, notes=piece.notes | {"probabilities": kept})
    if is_chance(tree, tree.parent[node]):
        piece = reweighed(piece, places.index(tree.parent[node] - top))
    if is_chance(tree, parent):
        piece = _given_share(piece, places.index(parent - top), moved_to)
    return piece


def _move_among_siblings(draft: Draft, node: int, position: int) -> Change:
    tree = draft.tree
    parent = tree.parent[node]
    children = list(tree.child_column(parent))
    before = children.index(node)
    children.insert(max(0, min(position - 1, len(children) - 1)), children.pop(before))
    words = (
        f"{tree.labels.signed(node)} moved {'left' if children.index(node) < before else 'right'}"
    )
    change = _reordered(draft, parent, children, words)
    return replace(change, cursor=_new_place(tree, parent, children, node), former_cursor=node)


def _new_place(tree: GameTree, parent: int, children: list[int], node: int) -> int:
    place = parent + 1
    for child in children:
        if child == node:
            break
        place += tree.end[child] - child
    return place


def _reordered(draft: Draft, parent: int, children: list[int], words: str) -> Change:
    """Return the change that puts a node's children in another order."""
    tree = draft.tree
    start, stop = parent + 1, tree.end[parent]
    places = array(
        "i", [old - start for child in children for old in range(child, tree.end[child])]
    )
    piece = picked(cut(draft, start, stop), places)
    return Change(start, stop, piece, parent, words, parent)


def sort(
    draft: Draft, node: int, keys: Mapping[int, Number], *, descending: bool = False
) -> Change:
    """Sort a node's children by keys; equal ones keep their order, those without one go last.

    Raises:
        EditError: The node is a leaf, or its children are in that order already.
    """
    children = _children_of(draft.tree, node)
    with_key = sorted(
        (child for child in children if child in keys), key=keys.__getitem__, reverse=descending
    )
    ordered = with_key + [child for child in children if child not in keys]
    if ordered == children:
        raise EditError(
            f"the children of {draft.tree.labels.signed(node)} are in that order already"
        )
    order = "from the largest to the smallest" if descending else "from the smallest to the largest"
    words = f"{draft.tree.labels.signed(node)}'s children are sorted {order}"
    return _reordered(draft, node, ordered, words)


def mirror(draft: Draft, node: int, *, deep: bool = True) -> Change:
    """Exchange left and right below a node: in its whole subtree, or among its children only.

    Children that are not drawn (``...``) stay the last.

    Raises:
        EditError: The node is a leaf.
    """
    tree = draft.tree
    children = _children_of(tree, node)
    if not deep:
        words = f"{tree.labels.signed(node)}'s children are the other way round"
        return _reordered(draft, node, children[::-1], words)
    start, stop = node, tree.end[node]
    places = array("i", bytes(4 * (stop - start)))
    # In the mirror image a node comes after its ancestors and all that stood to its right.
    for old in range(start, stop):
        places[stop - tree.end[old] + tree.ply[old] - tree.ply[node]] = old - start
    piece = picked(cut(draft, start, stop), places)
    words = f"{tree.labels.signed(node)} and all below is mirrored"
    return Change(start, stop, piece, node, words, node)


def _children_of(tree: GameTree, node: int) -> list[int]:
    if tree.is_leaf(node):
        raise EditError(f"{tree.labels.signed(node)} is a leaf, and has no children")
    return list(tree.child_column(node))


# -- a node that is shown in the notation, and typed -----------------------------------------------

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
