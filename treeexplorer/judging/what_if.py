"""What follows if leaves had another value: one answer for every place that asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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


def worth_as_drawn(record: Record, node: int) -> Interval:
    """Return what a node is worth with the values that its leaves have, read or not.

    The interval is a point where the drawn leaves settle it.
    """
    return what_if(record, node, leaves=(), value=0)  # no leaf gets the value


def leaves_pruned_for_good(record: Record, cut: CutOff) -> list[int]:
    """Return the leaves of the search below a cut-off's skipped children that no call reads.

    A leaf that one call prunes a later call may read: such a leaf is left out, since another value
    of it would change the search.
    """
    if cut.witness is None and not record.complete:
        return []
    leaves = (leaf for top in cut.skipped for leaf in leaves_of_search(record, top))
    return [leaf for leaf in leaves if not record.calls_of(leaf)]


def leaves_of_search(record: Record, top: int = 0) -> Iterator[int]:
    """Yield what a search can evaluate in a subtree: leaves, and estimates at the depth limit.

    Example:
        >>> from treeexplorer.engine import Rules, search
        >>> from treeexplorer.notation import parse
        >>> record = search(parse("[3 ~4[5 ~6[7 8]]]").tree, Rules(depth=2))
        >>> [record.tree.address(leaf) for leaf in leaves_of_search(record)]
        ['1', '2.1', '2.2']
    """
    plies = record.tree.ply
    depth = record.rules.depth
    for node in range(top, record.tree.end[top]):
        is_searched = depth is None or plies[node] <= depth
        if is_searched and record.is_evaluated(node):
            yield node
