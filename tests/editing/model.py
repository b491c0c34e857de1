"""Trees as nested objects: slow, recursive and plain, to compare edits with."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tests.notation.strategies import TREES
from treeexplorer.editing.draft import Draft
from treeexplorer.editing.file import EditedFile
from treeexplorer.notation import ABOUT_THE_TREE, Exercise, NotationError, parse, parse_all
from treeexplorer.tree import GameTree


@dataclass
class Node:
    """A node with everything that stands beside it, and its children."""

    value: object
    notes: dict[str, Any]
    children: list[Node] = field(default_factory=list)

    def at(self, address: tuple[int, ...]) -> Node:
        node = self
        for position in address:
            node = node.children[position]
        return node

    def mirrored(self) -> Node:
        return Node(self.value, self.notes, [child.mirrored() for child in reversed(self.children)])


def model_of(exercise: Exercise, node: int = 0) -> Node:
    tree = exercise.tree
    notes: dict[str, Any] = {"elided": True} if node in tree.elided else {}
    for name in ("exact", "names", "players", "probabilities", "estimates", "unknowns"):
        noted = getattr(tree, name)
        if node in noted:
            notes[name] = noted[node]
    for name in ("claims", "blanks"):
        about = [c for c in getattr(exercise, name) if c.kind not in ABOUT_THE_TREE]
        if own := {claim._replace(node=0) for claim in about if claim.node == node}:
            notes[name] = own
    value = (tree.kind[node], tree.value[node])
    return Node(value, notes, [model_of(exercise, child) for child in tree.children(node)])


def path_of(tree: GameTree, node: int) -> tuple[int, ...]:
    path: list[int] = []
    while tree.parent[node] >= 0:
        path.append(tree.position(node) - 1)
        node = tree.parent[node]
    return tuple(reversed(path))


def _parsed(text: str) -> Exercise | None:
    try:
        return parse(text)
    except NotationError:
        return None


def is_exercise(exercise: Exercise | None) -> bool:
    return exercise is not None


SMALL: st.SearchStrategy[Exercise] = TREES.map(_parsed).filter(is_exercise)  # type: ignore[assignment]  # None is filtered out


def draft_of(exercise: Exercise) -> Draft:
    """Return a tree that was read from a text, ready to be edited there."""
    assert exercise.positions is not None
    return Draft(exercise.positions.source.text, (exercise,))


def file_of(text: str, path: Path | None = None) -> EditedFile:
    """Return the trees of a text, ready to be edited, in the file that holds the text."""
    return EditedFile(parse_all(text), text, path)


def check_columns(tree: GameTree) -> None:
    """Assert that parents and ends follow from the plies, as they do in every tree."""
    above: list[int] = []
    for node, ply in enumerate(tree.ply):
        for closed in above[ply:]:
            assert tree.end[closed] == node
        del above[ply:]
        assert tree.parent[node] == (above[-1] if above else -1)
        assert len(above) == ply
        above.append(node)
    for open_node in above:
        assert tree.end[open_node] == len(tree)
