"""Nodes to which a program does not come, as a log shows that names all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from treeexplorer.programs.log_habits import Arrival, ExpectedRow
from treeexplorer.programs.log_nodes import LogWithNodes
from treeexplorer.tree import MAX_ROLE, GameTree, Number

_Kind = tuple[bool, int]
"""Whether a node is a leaf; and who moves there, or of a leaf who moves at its parent."""


class _Changes(NamedTuple):
    """What changes in a search as values return.

    Where the leaf 5 returns to a MAX node that has the window (3, 8) and v = −∞, its value changes
    α and v: the leaf is in ``changes_bound`` and in ``changes_v``, its parent in ``is_changed``.

    Attributes:
        changes_bound: The nodes whose value changes a bound of their parent.
        changes_v: The nodes whose value changes the v of their parent.
        is_changed: The nodes of which a bound changes.
    """

    changes_bound: frozenset[int]
    changes_v: frozenset[int]
    is_changed: frozenset[int]

    def includes(self, node: int) -> bool:
        """Tell whether a node has to do with any change."""
        return node in self.changes_bound | self.changes_v | self.is_changed


class _PrintedKinds(NamedTuple):
    """Which kinds of nodes a program prints, as its log shows.

    Attributes:
        deepest_ply: By kind of which the log has a node: the deepest ply of one.
        whole_kinds: The kinds of which it has nodes that have to do with no change: of these it
            prints all nodes, and not only those with which something changes.
    """

    deepest_ply: Mapping[_Kind, int]
    whole_kinds: frozenset[_Kind]


def find_missing_nodes(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the nodes of a search that a program must have named if it had come to them.

    The log must go to the end. Even then it need not name all nodes: some programs print only
    leaves, the first plies, the nodes of one player, or what changes a bound. Alpha-beta searches
    ``A:[B:3 C:[E:7 F:6] D:9 G:4]``, where MAX moves at A and MIN at C:

    ================  =======  ===============================================================
    the log names     missing  why
    ================  =======  ===============================================================
    A, B, C, E, D, A  F        it changes C's β, as E does; G changes no bound, as B and D do
    A, B, D, A        nothing  no node with children is named below A, and no leaf of MIN's
    A, B, C, E, G, A  D, F     they change bounds
    ================  =======  ===============================================================

    Args:
        log: The rows of the log, with their nodes.
        search_rows: All rows of the search.
    """
    if not _goes_to_the_end(log):
        return []
    children = (row.child for row in log.rows if row.child is not None)
    named = {*log.known_nodes, *children}
    changes = _collect_changes(search_rows, log.tree)
    kinds = _find_printed_kinds(log, changes)
    return [
        row.node
        for row in search_rows
        if row.enters
        and log.get_first_namesake(row.node) not in named
        and _must_be_printed(row.node, log.tree, kinds, changes)
    ]


def _must_be_printed(node: int, tree: GameTree, kinds: _PrintedKinds, changes: _Changes) -> bool:
    """Tell whether a program that prints some kinds of nodes prints a node if it comes to it.

    It prints nodes of the kind as deep as this one; and either it prints all nodes of the kind, or
    this one changes a bound. What changes a bound without a change of its own, as a node whose
    first child settles it, is printed only if it is a leaf.
    """
    if tree.is_root(node):
        return False
    kind = _get_kind(tree, node)
    is_printed_so_deep = tree.ply[node] <= kinds.deepest_ply.get(kind, -1)
    if not is_printed_so_deep:
        return False
    is_change = node in changes.changes_bound and (tree.is_leaf(node) or node in changes.is_changed)
    return is_change or kind in kinds.whole_kinds


def _find_printed_kinds(log: LogWithNodes, changes: _Changes) -> _PrintedKinds:
    """Find which kinds of nodes below the root a log has, in lines that are not about pruning."""
    printed = {
        row.node
        for row in log.rows
        if row.node is not None and row.node != 0 and not row.printed.is_about_pruning
    }
    deepest_ply: dict[_Kind, int] = {}
    for node in printed:
        kind = _get_kind(log.tree, node)
        deepest_ply[kind] = max(log.tree.ply[node], deepest_ply.get(kind, 0))
    whole_kinds = frozenset(
        _get_kind(log.tree, node) for node in printed if not changes.includes(node)
    )
    return _PrintedKinds(deepest_ply, whole_kinds)


def _goes_to_the_end(log: LogWithNodes) -> bool:
    """Tell whether a log is whole: it ends with the value of the root, or as the root is left.

    A program that prints the root for each child may not have come to the last one.
    """
    root = 0
    prints_only_changes = all(row.printed.is_about_change for row in log.rows)
    if log.is_shortened or prints_only_changes:
        return False
    if log.result is not None:
        return True
    nodes = log.nodes
    is_left_at_end = nodes[-1] == root and len(nodes) > 1 and nodes[-2] != root
    return is_left_at_end and nodes.count(root) <= 2


def _collect_changes(search_rows: Sequence[ExpectedRow], tree: GameTree) -> _Changes:
    """Collect the nodes with which something changes in a search."""
    changes_bound: set[int] = set()
    changes_v: set[int] = set()
    is_changed: set[int] = set()
    v_of_node: dict[int, Number] = {}
    for row in search_rows:
        if row.arrival is not None and _changes_bound(row.node, row.arrival, tree):
            changes_bound.add(row.arrival.child)
            is_changed.add(row.node)
        if row.arrival is not None and row.value != v_of_node.get(row.node):
            changes_v.add(row.arrival.child)
        v_of_node[row.node] = row.value
    return _Changes(frozenset(changes_bound), frozenset(changes_v), frozenset(is_changed))


def _changes_bound(node: int, arrival: Arrival, tree: GameTree) -> bool:
    """Tell whether a value that has returned to a node is better than its player's bound."""
    alpha, beta = arrival.window
    if tree.roles[node] == MAX_ROLE:
        return arrival.value > alpha
    return arrival.value < beta


def _get_kind(tree: GameTree, node: int) -> _Kind:
    """Return the kind of a node below the root: programs print all nodes of a kind, or none."""
    is_leaf = tree.is_leaf(node)
    mover = tree.parent[node] if is_leaf else node
    return is_leaf, tree.roles[mover]
