"""What follows if leaves had another value: one answer for every place that asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from treeexplorer.engine import CutOff, Record
from treeexplorer.engine.intervals import Interval, compute_minimax_intervals
from treeexplorer.tree import Number


def what_if(record: Record, node: int, leaves: Iterable[int], value: Number) -> Interval:
    """Return what a node would be worth if some leaves had a value.

    Linear in the size of the node's subtree.

    Args:
        record: The search.
        node: The node.
        leaves: Leaves of the tree, or nodes that the search evaluates at the depth limit.
        value: The value that each of them would have.

    Returns:
        The lowest and the highest minimax value that the node could have. They are the same number
        unless it depends on leaves that are unknown or not drawn.

    Example:
        Nodes are numbered in drawing order: the root is 0, the second MIN node 4, its 9 is 6. If
        the 9 were a −4, the MIN node would be worth −4, and the root 3.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 5], [2, 9]]))
        >>> what_if(record, 4, [6], -4), what_if(record, 0, [6], -4)
        ((-4, -4), (3, 3))
    """
    interval_of_node = compute_minimax_intervals(
        record.tree,
        record.rules.depth,
        entries=dict.fromkeys(leaves, value),
        known=record.rules.known_range,
        top=node,
    )
    return interval_of_node[node]


def compute_interval_as_drawn(record: Record, node: int) -> Interval:
    """Return what a node is worth by all of its drawn leaves, whether they were read or not.

    It is an interval: a single number if the leaves settle it.
    """
    return what_if(record, node, leaves=(), value=0)  # no leaf gets the value


def collect_leaves_pruned_for_good(record: Record, cut: CutOff) -> list[int]:
    """Return the leaves below the children that a cut-off skips, without those that are read.

    Which these are depends on the search, as some enter a node again:

    ===============================  ================================================
    the cut-off                      leaves pruned for good
    ===============================  ================================================
    of alpha-beta                    all that it skips
    of PVS, and a later call has     the others
    read some of them
    by a null window, in a search    none: the call that would read them may be one of
    that stops at an unknown leaf    those that are not made
    ===============================  ================================================

    Args:
        record: The search.
        cut: The cut-off.

    Returns:
        Their node numbers.
    """
    is_by_null_window = cut.source == "null-window"
    if is_by_null_window and not record.complete:
        return []
    skipped = [leaf for child in cut.skipped for leaf in leaves_of_search(record, child)]
    return [leaf for leaf in skipped if record.call_of(leaf) is None]


def leaves_of_search(record: Record, top: int = 0) -> Iterator[int]:
    """Yield what a search can evaluate in a subtree: leaves, and estimates at the depth limit.

    Example:
        >>> from treeexplorer.engine import Rules, search
        >>> from treeexplorer.notation import parse
        >>> record = search(parse("[3 ~4[5 ~6[7 8]]]").tree, Rules(depth=2))
        >>> [record.tree.address(leaf) for leaf in leaves_of_search(record)]
        ['1', '2.1', '2.2']
    """
    ply_of = record.tree.ply
    depth_limit = record.rules.depth
    for node in range(top, record.tree.end[top]):
        is_searched = depth_limit is None or ply_of[node] <= depth_limit
        if is_searched and record.is_evaluated(node):
            yield node
