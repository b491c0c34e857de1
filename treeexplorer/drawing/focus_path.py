"""Chooses the path through a tree that stays in sight where the tree has no room."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from treeexplorer.drawing.focus import Focus
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.best_values import nodes_that_gave_window
from treeexplorer.tree import INNER


def choose_focus(step: Snapshot, cursor: int | None = None) -> Focus:
    """Return the path from the root to a leaf that stays in sight if the tree has no room.

    The path leads through the node that is looked at: the one under the cursor, or without a cursor
    the current node of the search, or the root if there is none. From there it goes on down to a
    leaf, at each node to the child that was visited last, or to the first one to be visited. At the
    last step it follows the best moves, as far as they are proven, but not under a cursor: a person
    who fills in a worksheet has one, and is not told them.

    Args:
        step: The search at a step.
        cursor: The node under the cursor; ``None`` without a cursor.

    Returns:
        The nodes of the path from the root down, the index of the node that is looked at, and the
        nodes beside the path that gave α and β at its end: they stay in sight, too.
    """
    tree = step.record.tree
    focused_node = _choose_focused_node(step, cursor)
    path = [focused_node, *tree.ancestors(focused_node)]
    path.reverse()  # from the root down
    index_of_focused_node = len(path) - 1

    is_at_root = focused_node == 0
    if step.is_last and is_at_root and cursor is None:
        path = list(analysis_of(step.record).line)
    while tree.kind[path[-1]] == INNER:
        path.append(_find_latest_child(step, path[-1]))
    return Focus(tuple(path), index_of_focused_node, _find_givers(step, path))


def _choose_focused_node(step: Snapshot, cursor: int | None) -> int:
    """Return the node that is looked at: under the cursor, else the current one, else the root."""
    if cursor is not None:
        return cursor
    if step.current is not None:
        return step.current
    return 0


def _find_givers(step: Snapshot, path: Sequence[int]) -> tuple[int, ...]:
    """Return the nodes through which α and β were given to the last node of a path that has them.

    That is the last one with children that was visited, also if it has returned by now: so they are
    the same until the path leads elsewhere.
    """
    record = step.record
    for node in reversed(path):
        call = record.call_at(node, step.step)
        if call is not None and record.tree.kind[node] == INNER:
            holders = nodes_that_gave_window(record, call, step.step)
            children = [holder.through for holder in holders if holder is not None]
            return tuple(child for child in children if child is not None)
    return ()


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
