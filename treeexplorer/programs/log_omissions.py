"""Nodes to which a program does not come, as a log shows that names all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
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


def find_unnamed_nodes(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the nodes that a search enters and a log does not name, though it should.

    They are those that are left out beside others of their kind, and in a log that goes to the end
    all that the program must have printed.

    Args:
        log: The rows of the log, with their nodes.
        search_rows: All rows of the search.

    Returns:
        The nodes in the order in which they are entered, each once.
    """
    omitted = _collect_omitted_nodes(log, search_rows)
    unnamed = {*omitted, *find_missing_nodes(log, search_rows)}
    unnamed -= _find_nodes_in_gaps(log, search_rows)
    return list(dict.fromkeys(row.node for row in search_rows if row.node in unnamed))


def find_nodes_passed_over(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the nodes that a search enters and a log does not name, though it goes on behind them.

    In a log that ends with ``A B D`` they may be before D, but not behind it: its end may be
    missing. In a log that goes to the end they may be anywhere. They are leaves only if it names
    any leaf, and likewise with nodes that have children. A log of changes alone passes over what
    changes nothing.

    Args:
        log: The rows of the log, with their nodes.
        search_rows: All rows of the search.
    """
    children = (row.child for row in log.rows if row.child is not None)
    named = {*log.known_nodes, *children}
    kinds = {log.is_leaf(node) for node in named if node != 0}
    if all(row.printed.is_about_change for row in log.rows):
        return []
    last_place = len(search_rows)
    if not _goes_to_the_end(log, search_rows):
        last_place = max(_find_first_places(log, search_rows), default=0)
        named.update(log.tree.ancestors(search_rows[last_place].node))
    entered = [row.node for row in search_rows[:last_place] if row.enters]
    in_gaps = _find_nodes_in_gaps(log, search_rows)
    return [
        node
        for node in entered
        if log.is_leaf(node) in kinds
        and log.get_first_namesake(node) not in named
        and node not in in_gaps
    ]


def _find_nodes_in_gaps(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> set[int]:
    """Find the nodes that a search enters where lines of the log are missing.

    In a log with the rows ``B``, ``...`` and ``D`` these are the nodes that are entered behind the
    first place where B may stand, and before the last place where D may. The nodes above B are
    among them, since they may be printed as they are left.
    """
    if not log.gaps:
        return set()
    first_places = _find_first_places(log, search_rows)
    last_places = _find_last_places(log, search_rows)
    nodes: set[int] = set()
    for gap in log.gaps:
        rows_before = sum(1 for row in log.rows if row.printed.line < gap)
        begin = first_places[rows_before - 1] + 1 if rows_before > 0 else 0
        is_at_end = rows_before == len(log.rows)
        end = len(search_rows) if is_at_end else last_places[rows_before]
        nodes.update(row.node for row in search_rows[begin:end] if row.enters)
        last_node = log.rows[rows_before - 1].node if rows_before > 0 else None
        if last_node is not None:
            nodes.update(log.tree.ancestors(last_node))
    return nodes


def _find_first_places(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the first place in a search where each row of a log may stand, behind those before it.

    A row that agrees with none has the place of the row before it.
    """
    places: list[int] = []
    place = 0
    for index in range(len(log.rows)):
        candidates = range(place, len(search_rows))
        place = next((each for each in candidates if log.agrees(index, search_rows[each])), place)
        places.append(place)
    return places


def _find_last_places(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the last place in a search where each row of a log may stand, before those behind it."""
    places: list[int] = []
    place = len(search_rows) - 1
    for index in reversed(range(len(log.rows))):
        candidates = range(place, -1, -1)
        place = next((each for each in candidates if log.agrees(index, search_rows[each])), place)
        places.append(place)
    return places[::-1]


def _collect_omitted_nodes(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Collect the nodes that a search enters and the log does not name, though it should.

    A node counts as left out only if the log ends behind it, and names a sibling of the same kind:
    a leaf beside a leaf, or a node with children beside one with children. For example, a search
    enters the root A, its leaf B, its child C, the leaf E of C, and the leaf D of the root:

    ===========  =========  =================================================================
    log          left out   why
    ===========  =========  =================================================================
    ``A B D``    nothing    C has no sibling with children, and E none that is a leaf
    ``A C E D``  B          D is a leaf, too
    ``A B C E``  nothing    the log may end before D
    ``A C``      nothing    it names no leaves
    ===========  =========  =================================================================

    A row that only says that a number changes, or what is pruned, names no sibling so. A node that
    is open as the log ends may be one that is printed as it is left.

    Returns:
        The nodes in the order in which they are entered; a node that is entered twice is there
        twice.
    """
    logged_nodes = set(log.known_nodes)
    last_node = log.known_nodes[-1] if log.known_nodes else 0
    logged_nodes.update(map(log.get_first_namesake, log.tree.ancestors(last_node)))
    logged_kinds = {
        _get_parent_and_kind(log.tree, row.node)
        for row in log.rows
        if row.node is not None
        and not row.printed.is_about_pruning
        and not row.printed.is_about_change
    }
    entered = [row.node for row in search_rows if row.enters]
    is_logged = [log.get_first_namesake(node) in logged_nodes for node in entered]
    last_logged = max((index for index, logged in enumerate(is_logged) if logged), default=0)
    return [
        entered[index]
        for index in range(last_logged)
        if not is_logged[index] and _get_parent_and_kind(log.tree, entered[index]) in logged_kinds
    ]


def _get_parent_and_kind(tree: GameTree, node: int) -> tuple[int, bool]:
    """Return a node's parent and whether the node is a leaf: what siblings of one kind share."""
    return tree.parent[node], tree.is_leaf(node)


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
    if not _goes_to_the_end(log, search_rows):
        return []
    in_gaps = _find_nodes_in_gaps(log, search_rows)
    children = (row.child for row in log.rows if row.child is not None)
    named = {*log.known_nodes, *children}
    changes = _collect_changes(search_rows, log.tree)
    kinds = _find_printed_kinds(log, changes)
    return [
        row.node
        for row in search_rows
        if row.enters
        and row.node not in in_gaps
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


def _goes_to_the_end(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a log is whole: it ends with the value of the root, or as the root is left.

    A program that prints the root for each child may not have come to the last one. So the last row
    must have the numbers with which the search ends.
    """
    root = 0
    prints_only_changes = all(row.printed.is_about_change for row in log.rows)
    if prints_only_changes:
        return False
    if log.result is not None:
        return True
    nodes = log.nodes
    is_left_at_end = nodes[-1] == root and len(nodes) > 1 and nodes[-2] != root
    has_numbers = len(log.rows[-1].printed.columns) > 0
    of_root = [row for row in search_rows if row.node == root]
    last_arrival = max((index for index, row in enumerate(of_root) if row.arrival), default=0)
    # Behind it may be the row of what the root returns, if that is not v.
    last_index = len(log.rows) - 1
    agrees_with_last = any(log.agrees(last_index, row) for row in of_root[last_arrival:])
    has_last_numbers = has_numbers and agrees_with_last
    if is_left_at_end and has_last_numbers and nodes.count(root) <= 2:
        return True
    return _is_left_in_line_of_its_own(nodes, root)


def _is_left_in_line_of_its_own(nodes: Sequence[int | None], root: int) -> bool:
    """Tell whether the last line is a second one of the root, and no other return has a second one.

    >>> _is_left_in_line_of_its_own([0, 1, 0, 2, 0, 0], root=0)  # "back in A" twice, then "exit A"
    True
    >>> _is_left_in_line_of_its_own([0, 1, 0, 0, 2, 0, 0], root=0)  # two lines a return
    False
    """
    lengths = [len(list(group)) for node, group in groupby(nodes) if node == root]
    is_last = nodes[-1] == root
    return is_last and len(lengths) > 2 and lengths[-1] == 2 and set(lengths[:-1]) == {1}


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
