"""An edit as data: which run of nodes gives way to which, and what undoes it."""

from __future__ import annotations

from dataclasses import dataclass

from treeexplorer.editing.pieces import Draft, Piece, cut, patched
from treeexplorer.errors import TreeexplorerError
from treeexplorer.notation.chance import chance_problems


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
