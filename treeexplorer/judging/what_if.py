"""What follows where leaves had another value: one answer for every place that turns a leaf."""

from __future__ import annotations

from collections.abc import Iterable

from treeexplorer.engine import CutOff, Record
from treeexplorer.engine.intervals import Interval, minimax_intervals
from treeexplorer.tree import Number


def what_if(record: Record, node: int, leaves: Iterable[int], value: Number) -> Interval:
    """Return what a node would be worth if some leaves had a value.

    The interval is a point where the drawn leaves settle it. A leaf is one of the search: a leaf of
    the tree, or an estimate at the depth limit. Linear in the size of the node's subtree.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 5], [2, 9]]))
        >>> what_if(record, 4, [6], -4), what_if(record, 0, [6], -4)  # the 9, which is pruned
        ((-4, -4), (3, 3))
    """
    rules = record.rules
    entries = dict.fromkeys(leaves, value)
    intervals = minimax_intervals(
        record.tree, rules.depth, entries, known=rules.known_range, top=node
    )
    return intervals[node]


def leaves_pruned_for_good(record: Record, cut: CutOff) -> list[int]:
    """Return the leaves of the search below a cut-off's skipped children that no call reads.

    What a null window prunes a later call may read: turning that would not be free.
    """
    if cut.witness is None and not record.complete:
        return []
    tree = record.tree
    depth = record.rules.depth
    below = (node for top in cut.skipped for node in range(top, tree.end[top]))
    if depth is not None:
        below = (node for node in below if tree.ply[node] <= depth)
    return [node for node in below if record.is_evaluated(node) and not record.rows(node)]
