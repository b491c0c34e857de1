"""Nodes to which a program does not come, as a log shows that names all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from treeexplorer.programs.log_habits import Arrival, ExpectedRow
from treeexplorer.programs.log_nodes import LogWithNodes
from treeexplorer.tree import MAX_ROLE, GameTree, Number

_Kind = tuple[bool, int]
"""Whether a node is a leaf; and who moves there, or of a leaf who moves at its parent."""


def find_missing_nodes(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the nodes of a search that a program must have named if it had come to them.

    Some programs print only leaves, the first plies, the nodes of one player, or what changes a
    bound. So a node is missing only if the log goes to the end, and names other nodes of its kind,
    as deep as this one; and if the node has to do with a change of bounds, or a node of its kind
    that the log names has nothing to do with any.

    For example, a search enters the root A and its leaves B, C and D. If the log names A, B and D
    and ends with the value of A, then C is missing.

    Args:
        log: The rows of the log, with their nodes.
        search_rows: All rows of the search.
    """
    if not _goes_to_the_end(log):
        return []
    named = {node for node in (*log.nodes, *log.children) if node is not None}
    printed = _collect_printed_nodes(log)
    changing = _collect_changing_nodes(search_rows, log.tree)
    changed = _collect_changed_nodes(search_rows, log.tree)
    deepest = _find_deepest_plies(log.tree, printed)
    improving = _collect_improving_nodes(search_rows)
    printed_anyhow = {
        _get_kind(log.tree, node) for node in printed - improving - changing - changed
    }

    def is_missing(node: int) -> bool:
        """Tell whether a node that the search enters is missing in the log."""
        kind = _get_kind(log.tree, node)
        is_named = log.get_first_namesake(node) in named
        is_printed_so_deep = log.tree.ply[node] <= deepest.get(kind, -1)
        is_in_change = node in changing and (log.is_leaf(node) or node in changed)
        return not is_named and is_printed_so_deep and (is_in_change or kind in printed_anyhow)

    return [
        row.node for row in search_rows if row.enters and row.node != 0 and is_missing(row.node)
    ]


def _goes_to_the_end(log: LogWithNodes) -> bool:
    """Tell whether a log is whole: it ends with the value of the root, or as the root is left.

    A program that prints the root for each child may not have come to the last one.
    """
    root = 0
    prints_only_changes = all(row.is_about_change for row in log.rows)
    if log.is_shortened or prints_only_changes:
        return False
    if log.result is not None:
        return True
    is_left_at_end = log.nodes[-1] == root and len(log.nodes) > 1 and log.nodes[-2] != root
    return is_left_at_end and list(log.nodes).count(root) <= 2


def _collect_printed_nodes(log: LogWithNodes) -> set[int]:
    """Collect the nodes below the root of which a log has lines that are not about pruning."""
    return {
        node
        for node, row in zip(log.nodes, log.rows, strict=True)
        if node is not None and node != 0 and not row.is_about_pruning
    }


def _collect_changing_nodes(search_rows: Sequence[ExpectedRow], tree: GameTree) -> set[int]:
    """Collect the nodes whose value changes a bound of their parent."""
    return {
        row.arrival.child
        for row in search_rows
        if row.arrival is not None and _changes_bound(row.node, row.arrival, tree)
    }


def _collect_changed_nodes(search_rows: Sequence[ExpectedRow], tree: GameTree) -> set[int]:
    """Collect the nodes of which a bound changes."""
    return {
        row.node
        for row in search_rows
        if row.arrival is not None and _changes_bound(row.node, row.arrival, tree)
    }


def _changes_bound(node: int, arrival: Arrival, tree: GameTree) -> bool:
    """Tell whether a value that has returned to a node is better than its player's bound."""
    alpha, beta = arrival.window
    if tree.roles[node] == MAX_ROLE:
        return arrival.value > alpha
    return arrival.value < beta


def _collect_improving_nodes(search_rows: Sequence[ExpectedRow]) -> set[int]:
    """Collect the nodes whose value changes v of their parent."""
    improving: set[int] = set()
    value_of_node: dict[int, Number] = {}
    for row in search_rows:
        if row.arrival is not None and row.value != value_of_node.get(row.node):
            improving.add(row.arrival.child)
        value_of_node[row.node] = row.value
    return improving


def _find_deepest_plies(tree: GameTree, nodes: set[int]) -> Mapping[_Kind, int]:
    """Find for each kind of nodes the deepest ply at which there is one."""
    deepest: dict[_Kind, int] = {}
    for node in nodes:
        kind = _get_kind(tree, node)
        deepest[kind] = max(tree.ply[node], deepest.get(kind, 0))
    return deepest


def _get_kind(tree: GameTree, node: int) -> _Kind:
    """Return the kind of a node below the root: programs print all nodes of a kind, or none."""
    is_leaf = tree.is_leaf(node)
    mover = tree.parent[node] if is_leaf else node
    return is_leaf, tree.roles[mover]
