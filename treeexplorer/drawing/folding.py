"""Folds what is too small to draw: as much of a tree as fits a width, the rest as counts."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from treeexplorer.drawing.layout import Layout, lay_out
from treeexplorer.drawing.runs import Detail, Look
from treeexplorer.tree import GameTree

_NARROWEST_SLOT: Final = 2
_ROOMY_SLOT: Final = 4
_SHRINKS: Final = 12


def lay_out_to_fit(
    tree: GameTree,
    look: Look,
    cells: int,
    detail: Detail,
    towards: int | None = None,
    lines: int | None = None,
) -> Layout:
    """Return the places of as much of a tree as fits a width, and a height if one is given.

    Args:
        tree: The tree.
        look: How it is drawn.
        cells: The width to fit; what is too narrow even for a folded root is exceeded.
        detail: How much to write at each node; less where that makes the whole tree fit.
        towards: A node to which the way is kept open longest, such as the current one.
        lines: The height to fit; any where ``None``.
    """
    room = (cells, 10**9 if lines is None else lines)
    budget = cells // _NARROWEST_SLOT
    if tree.leaf_count <= budget:
        for chosen in (detail, Detail.VALUE):
            layout = lay_out(tree, look, chosen, room=room)
            if layout.width <= cells and layout.height <= room[1]:
                return layout
    plies = len(tree.plies) if lines is None else max(1, (lines + 1) // (detail.lines + 1))
    path = set() if towards is None else {towards, *tree.ancestors(towards)}
    for _ in range(_SHRINKS):
        folded = folded_to(tree, budget, path, plies)
        layout = lay_out(tree, look, detail, folded, room)
        if layout.width <= cells or budget <= 1:
            break
        budget = max(1, min(budget * cells // layout.width, budget - 1))
    if layout.width > cells:
        layout = lay_out(tree, look, Detail.VALUE, [0], room)
    return layout


def begin_whole(
    tree: GameTree, look: Look, cells: int, lines: int
) -> Generator[None, None, Layout]:
    """Find the places of as much of a tree as fits a screen; the generator returns them.

    What is folded does not depend on the step, so that nothing moves while the search goes on.
    """
    detail = Detail.NAMED if tree.leaf_count * _ROOMY_SLOT <= cells else Detail.VALUE
    yield
    return lay_out_to_fit(tree, look, cells, detail, lines=lines)


def folded_to(tree: GameTree, budget: int, path: set[int], plies: int) -> list[int]:
    """Return what to fold so that no more than so many subtrees stand side by side.

    The tree is opened ply by ply, along the path first.

    Args:
        tree: The tree.
        budget: How many leaves and folded subtrees there may be.
        path: The nodes to open before the others of their ply.
        plies: How many plies there may be.
    """
    folded: list[int] = []
    shown, row = 1, [0]
    while row:
        plies -= 1
        if not plies:
            budget = 0
        opened: list[int] = []
        for node in sorted(row, key=lambda node: (node not in path, node)):
            if tree.is_leaf(node):
                continue
            children = _children_within(tree, node, budget - shown + 1)
            if children is None:
                folded.append(node)
            else:
                shown += len(children) - 1 + (node in tree.elided)
                opened += children
        row = sorted(opened)
    return folded


def _children_within(tree: GameTree, node: int, most: int) -> list[int] | None:
    """Return a node's children unless there are more than so many."""
    most -= node in tree.elided
    children: list[int] = []
    for child in tree.children(node):
        if len(children) >= most:
            return None
        children.append(child)
    return children
