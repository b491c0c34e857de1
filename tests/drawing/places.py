"""Trees and places that several tests of drawings use."""

from __future__ import annotations

from collections.abc import Collection

from treeexplorer.drawing.items import finished
from treeexplorer.drawing.outline import Outline, begin_outline
from treeexplorer.drawing.runs import Look
from treeexplorer.tree import GameTree, TreeBuilder


def chain(depth: int) -> GameTree:
    """Return a tree in which every node has one child."""
    builder = TreeBuilder()
    for _ in range(depth):
        builder.open()
    builder.leaf(3)
    for _ in range(depth):
        builder.close()
    return builder.tree()


def outline_of(tree: GameTree, look: Look | None = None, folded: Collection[int] = ()) -> Outline:
    """Return the whole outline of a tree."""
    return finished(begin_outline(tree, look, folded))
