"""Chooses the path through a tree that stays in sight where the tree has no room."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from treeexplorer.drawing.focus import Focus
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.best_values import nodes_that_gave_window
from treeexplorer.tree import INNER


def choose_focus(step: Snapshot, cursor: int | None = None) -> Focus:
    """Return the path from the root to a leaf that stays in sight if the tree has no room.

    The path leads through the node that is looked at, and from there down to a leaf. For example in
    ``[3 B:[5 7] 2]``, where MAX moves at the root::

        step                        cursor   looked at   the path
        in the 7 of B               none     the 7       root, B, 7
        in the 7 of B               on B     B           root, B, 7: B's child visited last
        before the first            none     the root    root, 3: the first to be visited
        the last                    none     the root    root, B, 5: the best moves
        the last, of a worksheet    root     the root    root, 2: the best moves are not told

    Args:
        step: The search at a step.
        cursor: The node under the cursor; ``None`` without a cursor.

    Returns:
        The nodes of the path from the root down, the index of the node that is looked at, and the
        nodes beside the path that gave α and β at its end: they stay in sight, too.
    """
    tree = step.record.tree
    focused_node = _choose_focused_node(step, cursor)
    ancestors = list(tree.ancestors(focused_node))  # from its parent up to the root
    path_to_focused_node = [*reversed(ancestors), focused_node]

    # The best moves lead on from the root, as far as they are proven. A person who fills in a
    # worksheet has a cursor, and is not told them.
    shows_best_moves = step.is_last and focused_node == 0 and cursor is None
    path = path_to_focused_node
    if shows_best_moves:
        path = list(analysis_of(step.record).line)

    path_to_leaf = [*path, *_generate_latest_descendants(step, path[-1])]
    return Focus(
        nodes=tuple(path_to_leaf),
        current=len(path_to_focused_node) - 1,
        givers=_find_givers(step, path_to_leaf),
    )


def _generate_latest_descendants(step: Snapshot, node: int) -> Iterator[int]:
    """Yield the nodes from a node's child down to a leaf, at each node the child visited last."""
    kind = step.record.tree.kind
    while kind[node] == INNER:
        node = _find_latest_child(step, node)
        yield node


def _choose_focused_node(step: Snapshot, cursor: int | None) -> int:
    """Return the node that is looked at: under the cursor, else the current one, else the root."""
    if cursor is not None:
        return cursor
    if step.current is not None:
        return step.current
    return 0


def _find_givers(step: Snapshot, path: Sequence[int]) -> tuple[int, ...]:
    """Return the children whose values are the α and the β of the last node on a path.

    The node is the last one with children that was visited, also if it has returned by now: so they
    are the same until the path leads elsewhere. In ``[3 B:[5 7] 2]`` the path root, B, 7 has B as
    this node. When the 7 is read B has the window (3, 5): its α is the root's best value, from the
    leaf 3, and its β is its own, from the leaf 5. So these two leaves are returned. A bound with
    which the search began, such as −∞, has no such child.
    """
    call = _find_last_call_with_children(step, path)
    if call is None:
        return ()

    of_alpha_and_beta = nodes_that_gave_window(step.record, call, step.step)
    return tuple(
        best_so_far.through
        for best_so_far in of_alpha_and_beta
        if best_so_far is not None and best_so_far.through is not None
    )


def _find_last_call_with_children(step: Snapshot, path: Sequence[int]) -> int | None:
    """Return the latest call of the last node on a path that has children and was visited."""
    record = step.record
    for node in reversed(path):
        call = record.call_at(node, step.step)
        if call is not None and record.tree.kind[node] == INNER:
            return call
    return None


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
