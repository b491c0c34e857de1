"""Chooses the path through a tree that stays in sight where the tree has no room."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from treeexplorer.drawing.focus import Focus
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.tree import INNER


def choose_focus(step: Snapshot, cursor: int | None = None) -> Focus:
    """Return the path from the root to a leaf that stays in sight if the tree has no room.

    The path leads through the node that is looked at: the one under the cursor, or without a cursor
    the current node of the search, or the root if there is none. From there it goes on down to a
    leaf, at each node to the child that was visited last, or to the first one to be visited.

    Args:
        step: The search at a step.
        cursor: The node under the cursor; ``None`` without a cursor.

    Returns:
        The nodes of the path from the root down, and the index of the node that is looked at.
    """
    tree = step.record.tree
    focused_node = _choose_focused_node(step, cursor)
    path = [focused_node, *tree.ancestors(focused_node)]
    path.reverse()  # from the root down
    index_of_focused_node = len(path) - 1

    while tree.kind[path[-1]] == INNER:
        path.append(_find_latest_child(step, path[-1]))
    return Focus(tuple(path), index_of_focused_node)


def _choose_focused_node(step: Snapshot, cursor: int | None) -> int:
    """Return the node that is looked at: under the cursor, else the current one, else the root."""
    if cursor is not None:
        return cursor
    if step.current is not None:
        return step.current
    return 0


def _find_latest_child(step: Snapshot, node: int) -> int:
    """Return the child that has just returned to a node, or else its last visited child.

    If no child was visited yet, return the first child, in the order of the search.
    """
    if step.child is not None and step.node == node:
        return step.child
    children = list(step.record.children(node))  # in the order in which the search visits them
    visited = _count_visited(step, children)
    return children[max(0, visited - 1)]


def _count_visited(step: Snapshot, siblings: Sequence[int]) -> int:
    """Return how many of some siblings are visited; they must stand in the order of the search."""

    def is_to_come(child: int) -> bool:
        return step.record.call_at(child, step.step) is None

    return bisect_left(siblings, True, key=is_to_come)
