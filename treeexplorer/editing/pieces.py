"""Cuts runs of nodes out of a tree and puts others in their place.

Every edit is the replacement of one run of nodes, neighbours in preorder, by another run. What was
cut out undoes it. The columns in front of the run and behind it are copied as blocks, so an edit
costs as much as copying the tree and no more, and a history of edits holds only what was changed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, TypeAlias

from treeexplorer.notation import ABOUT_THE_TREE, Claim, Claims, Exercise, in_order
from treeexplorer.tree import GameTree, Levels, from_nested

NEW: Final = -1
"""The origin of a node that no history knows of yet; a history gives it a number of its own."""

Notes: TypeAlias = dict[str, dict[int, Any]]

# What stands beside few nodes: attributes of the tree, and of the exercise.
_OF_TREE: Final = (
    "exact", "names", "players", "probabilities", "elided", "estimates", "unknowns"
)  # fmt: skip
_OF_EXERCISE: Final = ("claims", "blanks")
_OF_WHOLE_TREE: Final = ABOUT_THE_TREE - {"pruned-if"}


@dataclass(frozen=True)
class Draft:
    """A tree that is being edited, and where its nodes come from.

    Attributes:
        exercise: The tree as it is now, with what stands beside it.
        origin: What each node is known by however it is moved: its number in the tree as it was
            read, or a negative number, another one for every node that was added.
    """

    exercise: Exercise
    origin: array[int]

    @property
    def tree(self) -> GameTree:
        """The tree as it is now."""
        return self.exercise.tree

    @classmethod
    def of(cls, exercise: Exercise) -> Draft:
        """Return the draft of an exercise to which nothing has been done."""
        return cls(exercise, array("i", range(len(exercise.tree))))


@dataclass(frozen=True)
class Piece:
    """A run of nodes, neighbours in preorder, outside of any tree.

    Attributes:
        ply: The distance of each node from the root of the tree it belongs to.
        value: The doubles at the leaves, as in :class:`~treeexplorer.tree.GameTree`.
        kind: What stands at each node.
        origin: Where each node comes from, as in :class:`Draft`.
        notes: What stands beside few nodes, by kind of note and place within the piece.
    """

    ply: array[int]
    value: array[float]
    kind: bytes
    origin: array[int]
    notes: Notes

    def __len__(self) -> int:
        return len(self.kind)


def notes_of(exercise: Exercise) -> dict[str, Mapping[int, Any]]:
    """Return what stands beside the nodes of a tree, by kind of note and node."""
    found: dict[str, Mapping[int, Any]] = {
        name: getattr(exercise.tree, name) for name in _OF_TREE if name != "elided"
    }
    found["elided"] = dict.fromkeys(exercise.tree.elided, True)
    found["best"] = {}
    for name in _OF_EXERCISE:
        by_node: dict[int, Claims] = {}
        for claim in getattr(exercise, name):
            if claim.kind == "best":
                found["best"] = dict.fromkeys(claim.nodes, True)
            elif claim.kind not in _OF_WHOLE_TREE:
                by_node[claim.node] = (*by_node.get(claim.node, ()), claim)
        found[name] = by_node
    return found


def _placed(by_node: Mapping[int, Claims]) -> Iterator[Claim]:
    """Yield claims that are kept by node, each at the node under which it is kept."""
    for node, claims in by_node.items():
        for claim in claims:
            yield replace(claim, node=node, line=None, column=None)


def _kept(claims: Claims, best: tuple[int, ...]) -> Iterator[Claim]:
    """Yield the claims and blanks about the whole tree that an edit leaves.

    Args:
        claims: The claims before the edit.
        best: The nodes that are claimed best, as they are numbered after it.
    """
    for claim in claims:
        if claim.kind == "best" and claim.nodes:
            if best:
                yield replace(claim, nodes=best)
        elif claim.kind in _OF_WHOLE_TREE:
            yield claim


def cut(draft: Draft, start: int, stop: int) -> Piece:
    """Return the nodes from ``start`` up to, but not including, ``stop`` as a piece."""
    tree = draft.tree
    inside = range(start, stop)
    notes: Notes = {}
    for name, noted in notes_of(draft.exercise).items():
        few = inside if len(noted) > len(inside) else noted
        kept = {node - start: noted[node] for node in few if node in noted and node in inside}
        if kept:
            notes[name] = kept
    return Piece(
        tree.ply[start:stop],
        tree.value[start:stop],
        tree.kind[start:stop],
        draft.origin[start:stop],
        notes,
    )


def piece_of(exercise: Exercise, ply: int) -> Piece:
    """Return a whole tree, its nodes all new, as a piece whose root stands at a ply."""
    tree = exercise.tree
    origin = array("i", [NEW]) * len(tree)
    piece = cut(Draft(exercise, origin), 0, len(tree))
    return replace(piece, ply=array("i", [ply + below for below in tree.ply]))


def turned_levels(levels: Levels, ply: int) -> Levels:
    """Return the players by ply of a subtree whose root stands at a ply."""
    turn = ply % len(levels)
    return levels[turn:] + levels[:turn]


def exercise_of(piece: Piece, levels: Levels) -> Exercise:
    """Return a piece that is one subtree as a tree of its own, with its claims.

    Args:
        piece: A node and all that is under it.
        levels: The players by ply of the tree it comes from.
    """
    top = piece.ply[0]
    raised = replace(piece, ply=array("i", [ply - top for ply in piece.ply]))
    single = Exercise(from_nested(0, turned_levels(levels, top)))
    return patched(Draft.of(single), 0, 1, raised).exercise


def subtree(exercise: Exercise, node: int) -> Exercise:
    """Return a node and all that is under it as a tree of its own, with the players it has."""
    tree = exercise.tree
    return exercise_of(cut(Draft.of(exercise), node, tree.end[node]), tree.levels)


def picked(piece: Piece, places: array[int]) -> Piece:
    """Return the nodes of a piece in another order, each with what stands beside it."""
    new_place = {place: new for new, place in enumerate(places)} if piece.notes else {}
    return Piece(
        array("i", [piece.ply[place] for place in places]),
        array("d", [piece.value[place] for place in places]),
        bytes(piece.kind[place] for place in places),
        array("i", [piece.origin[place] for place in places]),
        {
            name: {new_place[place]: note for place, note in noted.items() if place in new_place}
            for name, noted in piece.notes.items()
        },
    )


def joined(*pieces: Piece) -> Piece:
    """Return pieces one behind the other as one."""
    ply, value, origin = array("i"), array("d"), array("i")
    notes: Notes = {}
    for piece in pieces:
        start = len(ply)
        ply += piece.ply
        value += piece.value
        origin += piece.origin
        for name, noted in piece.notes.items():
            notes.setdefault(name, {}).update((start + at, note) for at, note in noted.items())
    return Piece(ply, value, b"".join(piece.kind for piece in pieces), origin, notes)


def patched(draft: Draft, start: int, stop: int, piece: Piece) -> Draft:
    """Return a draft in which a piece stands in the place of a run of nodes.

    The run is either whole subtrees, all children of one node, and the piece is subtrees of the
    same ply; or piece and run have the same shape. Linear in the size of the tree; the nodes
    outside the run are copied as blocks. Text positions are not kept.
    """
    tree = draft.tree
    shift = len(piece) - (stop - start)
    same_shape = not shift and piece.ply == tree.ply[start:stop]
    ply = tree.ply if same_shape else tree.ply[:start] + piece.ply + tree.ply[stop:]
    parent, end = (tree.parent, tree.end) if same_shape else _links(tree, start, stop, piece)
    notes: dict[str, Any] = _joined_notes(draft.exercise, start, stop, piece)
    best = tuple(sorted(node for node in notes.pop("best") if parent[node] == 0))
    claims = in_order([*_kept(draft.exercise.claims, best), *_placed(notes.pop("claims"))])
    blanks = in_order([*_kept(draft.exercise.blanks, best), *_placed(notes.pop("blanks"))])
    notes["elided"] = frozenset(notes["elided"])
    patched_tree = replace(
        tree,
        parent=parent,
        end=end,
        ply=ply,
        value=tree.value[:start] + piece.value + tree.value[stop:],
        kind=tree.kind[:start] + piece.kind + tree.kind[stop:],
        **notes,
    )
    exercise = replace(
        draft.exercise, tree=patched_tree, claims=claims, blanks=blanks, positions=None
    )
    return Draft(exercise, draft.origin[:start] + piece.origin + draft.origin[stop:])


def _joined_notes(
    exercise: Exercise, start: int, stop: int, piece: Piece
) -> dict[str, Mapping[int, Any]]:
    """Return the notes in front of a run, beside a piece in its place, and behind it."""
    shift = len(piece) - (stop - start)
    joined_notes: dict[str, Mapping[int, Any]] = {}
    for name, noted in notes_of(exercise).items():
        own = piece.notes.get(name, {})
        if not noted and not own:
            joined_notes[name] = noted
            continue
        joined_notes[name] = dict(
            chain(
                (
                    (node if node < start else node + shift, note)
                    for node, note in noted.items()
                    if not start <= node < stop
                ),
                ((start + at, note) for at, note in own.items()),
            )
        )
    return joined_notes


def _links(tree: GameTree, start: int, stop: int, piece: Piece) -> tuple[array[int], array[int]]:
    """Return the parents and the ends of subtrees with a piece in the place of a run."""
    shift = len(piece) - (stop - start)
    level = piece.ply[0] if piece.ply else tree.ply[start]
    above = _containing(tree, start, level)
    parent, end = tree.parent[:start], tree.end[:start]
    for ancestor in above:
        end[ancestor] += shift
    end += array("i", [start + len(piece)]) * len(piece)
    for node, ply in enumerate(piece.ply, start):
        for closed in above[ply:]:
            end[closed] = node
        del above[ply:]
        parent.append(above[-1] if above else -1)
        above.append(node)
    if not shift:
        return parent + tree.parent[stop:], end + tree.end[stop:]
    parent += array("i", [up if up < stop else up + shift for up in tree.parent[stop:]])
    end += array("i", [last + shift for last in tree.end[stop:]])
    return parent, end


def _containing(tree: GameTree, place: int, ply: int) -> list[int]:
    """Return the nodes, from the root down, under which a node of a ply at a place stands."""
    if not ply:
        return []
    nearest = tree.ancestor_at(place - 1, ply - 1)
    containing = [nearest, *tree.ancestors(nearest)]
    containing.reverse()
    return containing
