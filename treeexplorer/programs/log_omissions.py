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


def find_unnamed_nodes(
    log: LogWithNodes, search_rows: Sequence[ExpectedRow], missing: Sequence[int]
) -> list[int]:
    """Find the nodes that a search enters and a log does not name, though it should.

    They are those that are left out beside others of their kind, and in a log that goes to the end
    all that the program must have printed.

    Args:
        log: The rows of the log, with their nodes.
        search_rows: All rows of the search.
        missing: The nodes that :func:`find_missing_nodes` finds in the log.

    Returns:
        The nodes in the order in which they are entered, each once.
    """
    unnamed = {*_collect_omitted_nodes(log, search_rows), *missing}
    unnamed -= _find_nodes_in_gaps(log, search_rows)
    return list(dict.fromkeys(row.node for row in search_rows if row.node in unnamed))


def find_nodes_passed_over(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the nodes that a search enters and a log does not name, though it goes on behind them.

    For example a search enters A, B, C, E and D in this order. E is a leaf of C; B, C and D are
    children of the root A, of which B and D are leaves:

    ========================  ===========  ===================================================
    the log                   passed over  why
    ========================  ===========  ===================================================
    ``A B D``                 E            C is not among them: no node with children is named
    ``A C``                   nothing      no leaf is named
    ``A B E``                 nothing      D may be in the lines behind the end; C is open
                                           there, and may be printed as it is left
    ``A C E``, ``value 9``    B and D      with the root's value it goes to the end
    ``A``, ``...``, ``D``     nothing      the others may be in the lines that are missing
    ========================  ===========  ===================================================

    A log of changes alone passes over what changes nothing.

    Args:
        log: The rows of the log, with their nodes.
        search_rows: All rows of the search.
    """
    prints_only_changes = all(row.printed.is_about_change for row in log.rows)
    if prints_only_changes:
        return []

    told = _collect_told_nodes(log)
    tells_of_leaves = {log.is_leaf(node) for node in told if not log.tree.is_root(node)}
    rows_of_log = search_rows
    if not _goes_to_the_end(log, search_rows):
        last_place = max(_find_first_places(log, search_rows), default=0)
        rows_of_log = search_rows[:last_place]
        open_nodes = log.tree.ancestors(search_rows[last_place].node)
        told.update(map(log.get_first_namesake, open_nodes))
    in_gaps = _find_nodes_in_gaps(log, search_rows)

    passed_over: list[int] = []
    for node in [row.node for row in rows_of_log if row.enters]:
        is_told = log.get_first_namesake(node) in told or node in in_gaps
        is_of_printed_kind = log.is_leaf(node) in tells_of_leaves
        if is_of_printed_kind and not is_told:
            passed_over.append(node)
    return passed_over


def _collect_told_nodes(log: LogWithNodes) -> set[int]:
    """Collect the nodes of which a log tells, be it as children that have returned."""
    children = {row.child for row in log.rows if row.child is not None}
    return {*log.known_nodes, *children}


def _find_nodes_in_gaps(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> set[int]:
    """Find the nodes that a search enters where lines of the log are missing.

    For example a search enters A, B, C, D and E in this order. A log has the rows ``B``, ``...``
    and ``D``: the missing lines may be about C, and about A, which may be printed as it is left. If
    B may stand at several places of the search, the gap begins behind the first of them; if D may,
    it ends before the last.
    """
    if not log.gaps:
        return set()
    # Element n is of a gap behind n rows of the log: where in the search it begins, and ends.
    begins = [0, *(place + 1 for place in _find_first_places(log, search_rows))]
    ends = [*_find_last_places(log, search_rows), len(search_rows)]

    nodes: set[int] = set()
    for gap_line in log.gaps:
        rows_before = [row for row in log.rows if row.printed.line < gap_line]
        begin = begins[len(rows_before)]
        end = ends[len(rows_before)]
        nodes.update(row.node for row in search_rows[begin:end] if row.enters)
        node_before = rows_before[-1].node if rows_before else None
        if node_before is not None:
            nodes.update(log.tree.ancestors(node_before))
    return nodes


def _find_first_places(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the first place in a search where each row of a log may stand, behind those before it.

    For example a search has the rows A, B, A, C, A, at the places 0 to 4. Of a log with the rows A,
    C and X they are 0, 3 and 3: X agrees with no row, and has the place of the row before it.
    """
    places: list[int] = []
    place = 0
    for index in range(len(log.rows)):
        place_of_row = _find_place(log, index, search_rows, range(place, len(search_rows)))
        if place_of_row is not None:
            place = place_of_row
        places.append(place)
    return places


def _find_last_places(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the last place in a search where each row of a log may stand, before those behind it.

    For example a search has the rows A, B, A, C, A, at the places 0 to 4. Of a log with the rows A,
    X and C they are 2, 3 and 3: X agrees with no row, and has the place of the row behind it.
    """
    places: list[int] = []
    place = len(search_rows) - 1
    for index in reversed(range(len(log.rows))):
        place_of_row = _find_place(log, index, search_rows, range(place, -1, -1))
        if place_of_row is not None:
            place = place_of_row
        places.append(place)
    return places[::-1]


def _find_place(
    log: LogWithNodes, index: int, search_rows: Sequence[ExpectedRow], places: range
) -> int | None:
    """Find the first of some places in a search with which a row of a log agrees, if one is."""
    for place in places:
        if log.agrees(index, search_rows[place]):
            return place
    return None


def _collect_omitted_nodes(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Collect the nodes that a search enters and the log does not name, though it should.

    A node counts as left out only if the log ends behind it, and has a step at a sibling of the
    same kind: a leaf beside a leaf, or a node with children beside one with children. For example,
    a search enters the root A, its leaf B, its child C, the leaf E of C, and the leaf D of the
    root:

    ===========  =========  =================================================================
    log          left out   why
    ===========  =========  =================================================================
    ``A C E D``  B          D is a leaf, too
    ``A B D``    nothing    C has no sibling with children, and E none that is a leaf
    ``A B C E``  nothing    the log may end before D
    ``B E``      nothing    A and C are open as the log ends, and may be printed as they are left
    ===========  =========  =================================================================

    Returns:
        The nodes in the order in which they are entered; a node that is entered twice is there
        twice.
    """
    logged_or_open = {*log.known_nodes, *_find_nodes_open_at_end(log)}
    entered = [row.node for row in search_rows if row.enters]
    told = {node for node in entered if log.get_first_namesake(node) in logged_or_open}
    last_told = max((place for place, node in enumerate(entered) if node in told), default=0)

    groups_with_step = _collect_groups_with_step(log)
    return [
        node
        for node in entered[:last_told]
        if node not in told and _get_sibling_group(log.tree, node) in groups_with_step
    ]


def _find_nodes_open_at_end(log: LogWithNodes) -> set[int]:
    """Find the nodes that are open as a log ends, each by the first node of its name."""
    return set(map(log.get_first_namesake, log.find_nodes_open_at_end()))


def _collect_groups_with_step(log: LogWithNodes) -> set[tuple[int, bool]]:
    """Collect the groups of siblings at one of which a log has a step of the search.

    A row that only says that a number changes, or what is pruned, is no step.
    """
    groups: set[tuple[int, bool]] = set()
    for row in log.rows:
        is_step = not (row.printed.is_about_pruning or row.printed.is_about_change)
        if row.node is not None and is_step:
            groups.add(_get_sibling_group(log.tree, row.node))
    return groups


def _get_sibling_group(tree: GameTree, node: int) -> tuple[int, bool]:
    """Return the group of siblings of a node: its parent, and whether they are leaves."""
    return tree.parent[node], tree.is_leaf(node)


def find_missing_nodes(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Find the nodes of a search that a program must have named if it had come to them.

    The log must go to the end. Even then it need not name all nodes: some programs print only
    leaves, the first plies, the nodes of one player, or what changes a bound. Alpha-beta searches
    ``A:[B:3 C:[E:7 F:6] D:9 G:4]``, where MAX moves at A and MIN at C. There B, C and D change A's
    α, and E and F change C's β:

    ================  =====================================  =======
    the log names     the program may print                  missing
    ================  =====================================  =======
    A, B, C, E, D, A  only what changes a bound              F
    A, B, C, E, G, A  all leaves below A, as it has G;       D and F
                      below C only what changes a bound
    A, B, D, A        only what changes a bound, and no      nothing
                      nodes of MIN, nor leaves below them
    ================  =====================================  =======

    Args:
        log: The rows of the log, with their nodes.
        search_rows: All rows of the search.
    """
    if not _goes_to_the_end(log, search_rows):
        return []
    changes = _collect_changes(search_rows, log.tree)
    kinds = _find_printed_kinds(log, changes)
    # A node of which the log tells, or of which a missing line may tell.
    told_nodes = _collect_told_nodes(log)
    in_gaps = _find_nodes_in_gaps(log, search_rows)

    missing: list[int] = []
    for node in [row.node for row in search_rows if row.enters]:
        is_told = log.get_first_namesake(node) in told_nodes or node in in_gaps
        if not is_told and _must_be_printed(node, log.tree, kinds, changes):
            missing.append(node)
    return missing


def _must_be_printed(node: int, tree: GameTree, kinds: _PrintedKinds, changes: _Changes) -> bool:
    """Tell whether a program that prints some kinds of nodes prints a node if it comes to it.

    For example a log has leaves below MIN on ply 2, as its only nodes. Then the program need not
    print a leaf on ply 4, nor any node with children. A leaf on ply 2 it prints for one of two
    reasons: the leaf changes a bound, or the program prints all leaves below MIN.
    """
    if tree.is_root(node):
        return False
    kind = _get_kind(tree, node)
    deepest_printed = kinds.deepest_ply.get(kind)
    if deepest_printed is None or tree.ply[node] > deepest_printed:
        return False
    return kind in kinds.whole_kinds or _is_printed_as_change(node, tree, changes)


def _is_printed_as_change(node: int, tree: GameTree, changes: _Changes) -> bool:
    """Tell whether a program that prints only what changes a bound prints a node.

    For example the MAX node A has α = 3 and β = 8, and its child C, where MIN moves, returns:

    ===================  ==============  ===========  =====================================
    leaves of C          C's β           A's α        what is printed
    ===================  ==============  ===========  =====================================
    5                    from 8 to 5     becomes 5    the leaf, and C
    9                    stays 8         becomes 9    neither: no bound changes as C is open
    2                    from 8 to 2     stays 3      the leaf alone
    ===================  ==============  ===========  =====================================
    """
    if node not in changes.changes_bound:
        return False
    return tree.is_leaf(node) or node in changes.is_changed


def _find_printed_kinds(log: LogWithNodes, changes: _Changes) -> _PrintedKinds:
    """Find which kinds of nodes below the root a log has, in lines that are not about pruning.

    A program that prints only changes never prints a node that has to do with none. So one such
    node in the log, say a leaf below MIN, shows that the program prints all leaves below MIN.
    """
    deepest_ply: dict[_Kind, int] = {}
    whole_kinds: set[_Kind] = set()
    for row in log.rows:
        node = row.node
        if node is None or log.tree.is_root(node) or row.printed.is_about_pruning:
            continue
        kind = _get_kind(log.tree, node)
        deepest_ply[kind] = max(log.tree.ply[node], deepest_ply.get(kind, 0))
        if not changes.includes(node):
            whole_kinds.add(kind)
    return _PrintedKinds(deepest_ply, frozenset(whole_kinds))


def _goes_to_the_end(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a log is whole: it ends with the value of the root, or as the root is left.

    For example the root A has the children B and C, and v = 3 at the end:

    =======================================  ======  ==========================================
    the log                                  whole   why
    =======================================  ======  ==========================================
    ``B``, ``C``, ``value of the root: 3``   yes     it ends with the value of the root
    ``B``, ``C``, ``A v=3``                  yes     A is printed as it is left
    ``B``, ``C``, ``A``                      no      A has no number that would show it
    ``A``, ``B``, ``A v=3``, ``C``,          no      A is printed as each child has returned,
    ``A v=3``                                        and another child may come
    the same with ``A v=3`` once more        yes     the last line is one of its own
    only ``alpha of A is now 3``             no      what changes nothing may still come
    =======================================  ======  ==========================================
    """
    prints_only_changes = all(row.printed.is_about_change for row in log.rows)
    if prints_only_changes:
        return False
    if log.result is not None:
        return True
    return _ends_as_root_is_left(log, search_rows) or _is_left_in_line_of_its_own(log.nodes, 0)


def _ends_as_root_is_left(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a log prints the root at its end, with the numbers it has then, and seldom else.

    It may have one other line of the root, as the root is entered. With more, the program may print
    the root whenever a child has returned, and the last line may not be about the last child.
    """
    root = 0
    nodes = log.nodes
    is_behind_other_node = len(nodes) > 1 and nodes[-1] == root and nodes[-2] != root
    may_be_printed_for_each_child = nodes.count(root) > 2
    has_numbers = len(log.rows[-1].printed.columns) > 0
    if not is_behind_other_node or may_be_printed_for_each_child or not has_numbers:
        return False
    last_index = len(log.rows) - 1
    return any(log.agrees(last_index, row) for row in _list_last_rows_of_root(search_rows))


def _list_last_rows_of_root(search_rows: Sequence[ExpectedRow]) -> Sequence[ExpectedRow]:
    """List what a search has of the root at its end: as the last child has returned, and behind it.

    Behind it is the row of what the root returns, if that is not v: under fail-hard a root with the
    window (3, 8) and v = 9 returns 8.
    """
    rows_of_root = [row for row in search_rows if row.node == 0]
    places_of_returns = [place for place, row in enumerate(rows_of_root) if row.arrival is not None]
    last_return = max(places_of_returns, default=0)
    return rows_of_root[last_return:]


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
    """Collect the nodes with which something changes in a search.

    For example, of ``A:[B:3 C:2 D:5]``, where MAX moves at A, a search has these rows of A:

    ==================  ======  =========  ======================================
    the row             v of A  α of A     what it adds
    ==================  ======  =========  ======================================
    A is entered        −∞      −∞         nothing
    B has returned 3    3       3          B changes v and α, and A is changed
    C has returned 2    3       3          nothing
    D has returned 5    5       5          D changes v and α, and A is changed
    ==================  ======  =========  ======================================
    """
    changes_bound: set[int] = set()
    changes_v: set[int] = set()
    is_changed: set[int] = set()
    last_v_of_node: dict[int, Number] = {}
    for row in search_rows:
        v_before = last_v_of_node.get(row.node)
        last_v_of_node[row.node] = row.value
        if row.arrival is None:
            continue
        if row.value != v_before:
            changes_v.add(row.arrival.child)
        if _changes_bound(row.node, row.arrival, tree):
            changes_bound.add(row.arrival.child)
            is_changed.add(row.node)
    return _Changes(frozenset(changes_bound), frozenset(changes_v), frozenset(is_changed))


def _changes_bound(node: int, arrival: Arrival, tree: GameTree) -> bool:
    """Tell whether a value that has returned to a node is better than its player's bound."""
    alpha, beta = arrival.window
    if tree.roles[node] == MAX_ROLE:
        return arrival.value > alpha
    return arrival.value < beta


def _get_kind(tree: GameTree, node: int) -> _Kind:
    """Return the kind of a node below the root: programs print all nodes of a kind, or none.

    The kinds are the leaves below MAX, those below MIN, the other nodes of MAX and those of MIN.
    """
    is_leaf = tree.is_leaf(node)
    mover = tree.parent[node] if is_leaf else node
    return is_leaf, tree.roles[mover]
