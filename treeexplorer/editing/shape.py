"""Adds, deletes, moves, sorts and mirrors subtrees.

Whatever stands beside a node goes where the node goes. Players follow the ply, as on paper, except
where they are written at the node.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from treeexplorer.editing.change import Change, EditError
from treeexplorer.editing.pieces import Draft, Piece, cut, joined, picked, piece_of
from treeexplorer.editing.weights import is_chance, reweighed
from treeexplorer.notation import Exercise
from treeexplorer.tree import INNER, GameTree, Number


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
