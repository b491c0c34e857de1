"""The rows of a log, each with the node of the tree that it is about."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.programs.answers import same
from treeexplorer.programs.log_habits import Arrival, ExpectedRow, is_for_min
from treeexplorer.programs.log_reading import (
    Log,
    LogError,
    LogRow,
    as_number,
)
from treeexplorer.text import quoted, shorten
from treeexplorer.tree import (
    INFINITY,
    AddressError,
    GameTree,
    Number,
    Player,
)

_FEWEST_DEPTHS: Final = 2  # lone numbers that show that they are depths
_SIGNS: Final = "".join(player.sign for player in Player)


class RowWithNode(NamedTuple):
    """A row of a log with the node that it is about: ``C: child D returned 9999``.

    Attributes:
        printed: The row as it is printed.
        meant: The row with ±∞ for the numbers that stand for it, such as 9999.
        node: The node C, or the first of its name; ``None`` where it is not known.
        child: The child D that the row says has returned; ``None`` where it says nothing of one.
        leaf_value: The value by which the row calls a leaf; ``None`` where it has a name.
        is_told_by_order: Whether the node is a leaf that is told by the order of the values.
    """

    printed: LogRow
    meant: LogRow
    node: int | None
    child: int | None = None
    leaf_value: Number | None = None
    is_told_by_order: bool = False

    @property
    def is_unnamed_leaf(self) -> bool:
        """Whether it is about a leaf without a name, which it calls by a value."""
        return self.printed.is_unnamed_leaf or self.leaf_value is not None


class BareDepths(NamedTuple):
    """The rows of a log in which a depth without a label stands where a value might stand.

    Attributes:
        rows: Their indices; none if no row has such a depth.
        are_before_windows: Whether the depth is the first of three numbers, ``('B', 1, 3, 8)``;
            else it is the only one, ``B 1``.
    """

    rows: Sequence[int]
    are_before_windows: bool


class LogWithNodes(NamedTuple):
    """The rows of a log, each with the node of the tree that it is about.

    A log has only names. If several nodes have one name, the first of them stands for all.

    Attributes:
        rows: The rows with their nodes.
        first_namesake: For each node that has a name, the first node of that name.
        tree: The tree.
        result: The root's value, where the last line gives it; ``None`` where none does.
        gaps: The numbers of the lines that stand for others: those of dots, and 0 where the
            beginning is missing.
        lines_of_pruned_nodes: The lines about pruned nodes that stand for the nodes above them.
    """

    rows: Sequence[RowWithNode]
    first_namesake: Mapping[int, int]
    tree: GameTree
    result: Number | None = None
    gaps: tuple[int, ...] = ()
    lines_of_pruned_nodes: frozenset[int] = frozenset()

    @property
    def nodes(self) -> list[int | None]:
        """The node of each row."""
        return [row.node for row in self.rows]

    @property
    def known_nodes(self) -> list[int]:
        """The nodes that the log names, as often as it names them."""
        return [row.node for row in self.rows if row.node is not None]

    @property
    def _told_nodes(self) -> list[int]:
        """The nodes that show when the program prints: no leaves that are told by values alone."""
        return [
            row.node
            for row in self.rows
            if row.node is not None and (row.is_told_by_order or not row.is_unnamed_leaf)
        ]

    def under_search(self, expected: Sequence[ExpectedRow]) -> LogWithNodes:
        """Return the rows that are to be compared with the steps of a search.

        A row about a node that is pruned is no step, and is left out unless it contradicts the
        search. For example, the row is ``prune G (alpha=5, beta=2)``, and C is the parent of G:

        ================================  =======================================
        the search                        the row
        ================================  =======================================
        enters G                          is kept, as a row about G
        cuts off C before G, at (5, 2)    is left out
        cuts off C before G, at (3, 2)    is kept, as a row about C with α = 5
        has several nodes with the name   is left out: which of them is not known
        ================================  =======================================

        Args:
            expected: All rows of the search.
        """
        # Of equal keys in a dictionary the last counts.
        last_row_of_node = {self.get_first_namesake(row.node): row for row in expected}
        shared_names = self._find_nodes_with_shared_names()

        kept_rows: list[RowWithNode] = []
        lines_of_pruned_nodes: set[int] = set()
        for row in self._find_leaves_of_search(expected):
            is_step = not row.printed.is_about_pruning or row.node in last_row_of_node
            if is_step:
                kept_rows.append(row)
                continue
            is_pruned_node_known = row.node not in shared_names
            cut_off_node = self._find_contradicted_cut_off(row, last_row_of_node)
            if is_pruned_node_known and cut_off_node is not None:
                kept_rows.append(row._replace(node=cut_off_node))
                lines_of_pruned_nodes.add(row.printed.line)

        return self._replace(
            rows=kept_rows,
            lines_of_pruned_nodes=frozenset(lines_of_pruned_nodes),
        )

    def without_beginning(self) -> LogWithNodes:
        """Return the log as one whose beginning is missing."""
        return self._replace(gaps=(0, *self.gaps))

    def _find_nodes_with_shared_names(self) -> set[int]:
        """Find the nodes that stand for several of one name: each is the first of its name."""
        name_counts = Counter(self.first_namesake.values())
        return {node for node, count in name_counts.items() if count > 1}

    def _find_contradicted_cut_off(
        self, row: RowWithNode, last_row_of_node: Mapping[int, ExpectedRow]
    ) -> int | None:
        """Find the cut-off for which a row about a pruned node gives a wrong window.

        The window in ``prune G (alpha=5, beta=2)`` is that of the cut-off by which G is pruned. If
        G's parent C is cut off at (3, 2), the row is wrong, and C is found. If C is cut off at (5,
        2), the row is right, and the answer is ``None``.

        Args:
            row: The row; the search does not come to its node.
            last_row_of_node: The last row of the search about each node to which it comes.
        """
        if row.node is None:
            return None
        cut_off_node = self._find_ancestor(row.node, last_row_of_node)
        if cut_off_node is None:
            return None
        is_window_right = _has_window_of(row.meant, last_row_of_node[cut_off_node])
        return None if is_window_right else cut_off_node

    def _find_leaves_of_search(self, expected: Sequence[ExpectedRow]) -> Sequence[RowWithNode]:
        """Find the leaves that a search visits for rows where only values stand; return all rows.

        For example alpha-beta reads 3, 5, 2, 7 and 8 of [[3 5] [2 7] [7 8]], and prunes the first
        7:

        ====================================  ======================================================
        the log                               the leaves
        ====================================  ======================================================
        ``leaf 3`` and so on, all five        those of the search in its order
        ``leaf 7`` alone                      the second 7: of leaves of one value, those that the
                                              search visits come first
        ``leaf 7``, and again ``leaf 7``      the second 7, then the first
        ====================================  ======================================================

        Args:
            expected: All rows of the search.
        """
        unnamed = [index for index, row in enumerate(self.rows) if row.is_unnamed_leaf]
        if not unnamed:
            return self.rows
        visits = [row for row in expected if row.enters and self.is_leaf(row.node)]
        visits_in_order = self._find_visits_in_order(unnamed, visits)
        if visits_in_order is not None:
            return self._assign_leaves_in_order(unnamed, visits_in_order)
        return self._assign_leaves_by_value(unnamed, visits)

    def _assign_leaves_in_order(
        self, unnamed: Sequence[int], visits: Sequence[ExpectedRow]
    ) -> Sequence[RowWithNode]:
        """Return all rows, those with a value alone as rows of the leaves of as many visits."""
        rows = list(self.rows)
        for index, visit in zip(unnamed, visits, strict=True):
            leaf = self.get_first_namesake(visit.node)
            rows[index] = rows[index]._replace(node=leaf, is_told_by_order=True)
        return rows

    def _assign_leaves_by_value(
        self, unnamed: Sequence[int], visits: Sequence[ExpectedRow]
    ) -> Sequence[RowWithNode]:
        """Return all rows, those with a value alone as rows of the next leaf of that value."""
        rows = list(self.rows)
        leaves_left = _group_leaves_by_value(self.tree, [visit.node for visit in visits])
        for index in unnamed:
            value = rows[index].leaf_value
            if value is not None and leaves_left[value]:
                leaf = self.get_first_namesake(leaves_left[value].popleft())
                rows[index] = rows[index]._replace(node=leaf)
        return rows

    def _find_visits_in_order(
        self, unnamed: Sequence[int], visits: Sequence[ExpectedRow]
    ) -> list[ExpectedRow] | None:
        """Find the visits of leaves that rows where only values stand are about, by their order.

        Up to the first gap of the log they are the first visits, and behind its last gap the last
        ones that have these values one after another. For example a search visits the leaves 3, 7,
        5, 8 and 7:

        =====================  ======================================
        the log                the visits
        =====================  ======================================
        ``3 7 5``              the first three
        ``3 ... 7``            the first and the last one
        ``3 ... 5 ... 7``      the first, the third and the last one
        ``7 5``                ``None``: the search begins with 3
        ``3 ... 8 5``          ``None``: the search has 5 before 8
        =====================  ======================================

        Args:
            unnamed: The rows of the log with a value alone.
            visits: The rows with which a search visits leaves.

        Returns:
            The visit of each row; ``None`` if the search meets other values.
        """
        segments = self._divide_at_gaps(unnamed)
        found: list[ExpectedRow] = []
        next_visit = 0  # the first one behind those that are found
        for number, segment in enumerate(segments):
            values = [as_number(self.rows[index].printed.node) for index in segment]
            last_place = len(visits) - len(values)
            if number == 0:
                places = range(1)  # the log begins as the search does
            elif number < len(segments) - 1:
                places = range(next_visit, last_place + 1)
            else:
                places = range(last_place, next_visit - 1, -1)

            place = _find_place_of_values(visits, values, places)
            if place is None:
                return None
            next_visit = place + len(values)
            found += visits[place:next_visit]
        return found

    def _divide_at_gaps(self, indices: Sequence[int]) -> list[list[int]]:
        """Divide rows of the log at its gaps: two parts for one gap."""
        limits: list[Number] = [0, *self.gaps, INFINITY]
        lines = {index: self.rows[index].printed.line for index in indices}
        return [
            [index for index in indices if low <= lines[index] < high]
            for low, high in pairwise(limits)
        ]

    def _find_ancestor(self, node: int, visited: Container[int]) -> int | None:
        """Find the nearest node above one to which a search comes; ``None`` if it comes to none."""
        for ancestor in map(self.get_first_namesake, self.tree.ancestors(node)):
            if ancestor in visited:
                return ancestor
        return None

    def as_meant(self, meant_rows: Sequence[LogRow]) -> LogWithNodes:
        """Return the log with what each of its rows means: α = −∞ for ``A alpha=-9999``."""
        rows = [row._replace(meant=meant) for row, meant in zip(self.rows, meant_rows, strict=True)]
        return self._replace(rows=rows)

    def with_infinity(self, infinity_of: Mapping[Number, Number]) -> LogWithNodes:
        """Return the log whose rows mean what is printed, with ∞ for some numbers alone."""
        return self.as_meant([row.printed.with_infinity(infinity_of) for row in self.rows])

    def without_start_values_of_leaves(self) -> LogWithNodes:
        """Return the log without the ±∞ that a program prints for v as it enters a leaf.

        ``Enter D v=-inf`` says nothing of the leaf D if the program prints ``Enter A v=-inf``, too,
        where A has children. If it does not, −∞ is what it has for the value of D, and stays.
        """
        infinite = [
            index
            for index, row in enumerate(self.rows)
            if row.node is not None and _has_infinite_value(row)
        ]
        prints_v_on_entry = any(not self._is_about_leaf(index) for index in infinite)
        if not prints_v_on_entry:
            return self

        rows = list(self.rows)
        for index in infinite:
            if self._is_about_leaf(index):
                meant_without_value = rows[index].meant._replace(value=None)
                rows[index] = rows[index]._replace(meant=meant_without_value)
        return self._replace(rows=rows)

    def find_bare_depths(self) -> BareDepths:
        """Find the rows in which a depth without a label stands where a value might stand.

        It is one if it grows or falls by one with each ply in all such rows: either all have one,
        or none. For example A is the root, and its child B has children, too:

        ============================================  ==============================================
        the log                                       its depths
        ============================================  ==============================================
        ``('A', 0, -inf, inf)``, ``('B', 1, 3, 8)``   0 and 1, the first of three numbers
        ``('A', 0, -inf, inf)``, ``('B', 5, 3, 8)``   none: 0 and 5 are values
        ``A 2``, ``B 1``                              2 and 1, the only numbers
        ``B 1``, ``A 2``                              none: the root is left last, and 1 and 2 are
                                                      what the nodes return
        ============================================  ==============================================
        """
        before_windows = self._find_depths_before_windows()
        if before_windows:
            return BareDepths(before_windows, are_before_windows=True)
        return BareDepths(self._find_lone_depths(), are_before_windows=False)

    def _find_depths_before_windows(self) -> list[int]:
        """Find the rows with three bare numbers, ``('B', 1, 3, 8)``, if the first is a depth."""
        indices = [
            index
            for index, row in enumerate(self.rows)
            if row.node is not None and row.printed.has_three_bare_numbers
        ]
        has_inner_node = any(not self._is_about_leaf(index) for index in indices)
        return indices if has_inner_node and self._change_with_ply(indices) else []

    def _find_lone_depths(self) -> list[int]:
        """Find the rows of nodes with children with one bare number, ``B 1``, if it is a depth."""
        indices = [
            index
            for index, row in enumerate(self.rows)
            if row.node is not None
            and row.printed.has_lone_bare_value
            and not self._is_about_leaf(index)
        ]
        if len(indices) < _FEWEST_DEPTHS:
            return []
        root = 0
        begins_with_root = self.rows[indices[0]].node == root
        return indices if begins_with_root and self._change_with_ply(indices) else []

    def _is_about_leaf(self, index: int) -> bool:
        """Tell whether a row is about a leaf."""
        node = self.rows[index].node
        return node is not None and self.is_leaf(node)

    def _change_with_ply(self, indices: Sequence[int]) -> bool:
        """Tell whether the values of rows grow or fall by one with each ply of their nodes."""
        values: list[Number] = []
        plies: list[int] = []
        for index in indices:
            node = self.rows[index].node
            value = self.rows[index].printed.value
            if node is not None and value is not None:
                values.append(value)
                plies.append(self.tree.ply[node])
        return _change_with_ply(values, plies)

    def without_values(self, indices: Sequence[int]) -> LogWithNodes:
        """Return the log without the values of some of its rows."""
        rows = list(self.rows)
        for index in indices:
            row = rows[index]
            rows[index] = row._replace(
                printed=row.printed._replace(value=None), meant=row.meant._replace(value=None)
            )
        return self._replace(rows=rows)

    def is_leaf(self, node: int) -> bool:
        """Tell whether a node is a leaf of the tree."""
        return self.tree.is_leaf(node)

    def get_first_namesake(self, node: int) -> int:
        """Return the first node with the name of a node; the node itself if it has no name."""
        return self.first_namesake.get(node, node)

    def continues(self, index: int) -> bool:
        """Tell whether a row only adds to what the row before it says of the same node.

        ==============  ======================  =======================
        the row before  the row                 does the row only add?
        ==============  ======================  =======================
        ``D alpha=3``   ``D beta=8``            yes: another column
        ``D alpha=3``   ``D alpha=3 value=5``   yes: the first value
        ``D alpha=3``   ``D alpha=5``           no: α again, at a later step
        ``D alpha=3``   ``E beta=8``            no: another node
        ==============  ======================  =======================

        A row without numbers only adds, too, if it is about the node of the row before.
        """
        is_of_same_node = index > 0 and self.rows[index].node == self.rows[index - 1].node
        if not is_of_same_node:
            return False

        columns_before = self.rows[index - 1].meant.columns
        columns = self.rows[index].meant.columns
        has_first_value = "value" in columns and "value" not in columns_before
        has_other_columns = columns.isdisjoint(columns_before)
        return has_first_value or has_other_columns

    def agrees(self, index: int, expected: ExpectedRow) -> bool:
        """Tell whether a row is about the node of a row of the search, and has its numbers.

        Numbers that the row does not give are not compared, so that a row without numbers agrees
        with any of its node. If it says which child has returned, or who moves, that is compared,
        too.

        Args:
            index: The index of the row.
            expected: The row of the search.
        """
        row = self.rows[index]
        if row.node != self.get_first_namesake(expected.node):
            return False
        if self.has_other_player(index):
            return False
        if not self._agrees_on_child(index, expected):
            return False
        pairs = pair_numbers(row.meant, expected)
        return all(same(logged, right) for logged, right in pairs)

    def has_other_player(self, index: int) -> bool:
        """Tell whether a row says that MAX moves where MIN does, or the other way round.

        Who moves at a leaf makes no difference, and programs say what they like.
        """
        player = self.rows[index].printed.player
        node = self.rows[index].node
        if player is None or node is None or self.is_leaf(node):
            return False
        return self.tree.roles[node] != player.role

    def without_players(self) -> LogWithNodes:
        """Return the log without what it says of who moves."""
        rows = [row._replace(printed=row.printed._replace(player=None)) for row in self.rows]
        return self._replace(rows=rows)

    def _agrees_on_child(self, index: int, expected: ExpectedRow) -> bool:
        """Tell whether a row says of the child that has returned what the search says.

        ==================  ================================  =====================
        the row             where D returns 5 in the search   where no child does
        ==================  ================================  =====================
        names no child      agrees, unless it must name one   agrees
        ``D returned 5``    agrees                            does not
        ``D returned``      agrees                            does not
        ``D returned 3``    does not                          does not
        ``E returned 5``    does not                          does not
        ==================  ================================  =====================

        Args:
            index: The index of the row.
            expected: The row of the search, with the child as its ``arrival``.
        """
        arrival = expected.arrival
        named_child = self.rows[index].child
        if named_child is None:
            must_name_child = arrival is not None and arrival.must_be_named
            return not must_name_child

        if arrival is None:
            return False
        names_other_child = named_child != self.get_first_namesake(arrival.child)
        if names_other_child:
            return False
        child_value = self.rows[index].printed.child_value
        if child_value is None:
            return True
        return any(same(child_value, value) for value in _list_returned_values(expected, arrival))

    def has_right_result(self, search_rows: Sequence[ExpectedRow]) -> bool:
        """Tell whether the value at the end of the log, if there is one, is that of a search."""
        if self.result is None:
            return True
        root_value = next(row.value for row in reversed(search_rows) if row.node == 0)
        alpha, beta = search_rows[0].window
        returned_values = (root_value, max(alpha, min(root_value, beta)))  # fail-soft, fail-hard
        return any(same(self.result, value) for value in returned_values)

    def select_printed_rows(self, search_rows: Sequence[ExpectedRow]) -> Sequence[ExpectedRow]:
        """Select the rows of a search that the program prints, which may print each node once only.

        A search has a row of a node when it enters the node, and one whenever a child has returned.
        The log tells when the program prints (A is the root):

        ===========  ==============================  ======================
        the log      the program prints a node       the rows
        ===========  ==============================  ======================
        ``A B A C``  at both                         all
        ``B C A``    as it leaves the node           the last of each node
        ``A B C``    as it enters the node           the first of each node
        ===========  ==============================  ======================

        ``B C`` may be either, so that the numbers tell: as it leaves the node, if all agree. Where
        lines are missing, it is not known what stood there, and all rows may have been printed.

        Args:
            search_rows: All rows of the search, in order.
        """
        if self.gaps or self._prints_what_happens_at_nodes():
            return search_rows
        last_place_of_node = {row.node: place for place, row in enumerate(search_rows)}
        rows_on_leaving = [search_rows[place] for place in sorted(last_place_of_node.values())]
        if not self._is_printed_on_leaving(rows_on_leaving):
            return [row for row in search_rows if row.enters]
        open_nodes = self.find_nodes_open_at_end()
        return [
            row
            for place, row in enumerate(search_rows)
            if place == last_place_of_node[row.node] or row.node in open_nodes
        ]

    def find_nodes_open_at_end(self) -> set[int]:
        """Find the nodes that are open as the log ends: those above the last node that it names.

        Of these it may have any row, if its end is missing. For example the leaves B = 3 and E = 8
        return to the root A, and a program that prints a node as each child returns prints ``B``,
        ``A 3``, ``E``, ``A 8``. Without the last line each node stands there once; ``A 3`` is not
        the last row of A.
        """
        known = self.known_nodes
        last_node = known[-1] if known else 0
        return set(self.tree.ancestors(last_node))

    def _prints_what_happens_at_nodes(self) -> bool:
        """Tell whether a program prints a node whenever something happens there.

        Then a node stands in the log twice, or a line tells what a child has returned, that a
        number has changed, or that something is pruned.
        """
        known = self.known_nodes
        has_a_node_twice = len(set(known)) < len(known)
        tells_of_children = any(row.child is not None for row in self.rows)
        return (
            has_a_node_twice
            or tells_of_children
            or any(row.printed.is_about_change or row.printed.is_about_pruning for row in self.rows)
        )

    def _is_printed_on_leaving(self, rows_on_leaving: Sequence[ExpectedRow]) -> bool:
        """Tell whether a program that prints each node once prints it as it leaves the node.

        The first of these that holds tells it:

        - A node stands behind one of its descendants: ``B A``. It does.
        - A row has what a node with children returned: ``B value=3``, without a window. It does.
        - A node stands before one of its descendants: ``A B``. It does not.
        - Else it does if all numbers are those that the nodes have then.

        Args:
            rows_on_leaving: The last row of each node.
        """
        known = self._told_nodes
        if self._names_a_node_behind_a_descendant(known) or self._has_returned_value():
            return True
        if self._names_a_node_above_another(known):
            return False
        return self._agrees_in_all(rows_on_leaving)

    def _names_a_node_above_another(self, known: Sequence[int]) -> bool:
        """Tell whether some node stands in the log with one of its descendants.

        Args:
            known: The nodes that the log names.
        """
        ancestors = {ancestor for node in known for ancestor in self.tree.ancestors(node)}
        return not ancestors.isdisjoint(known)

    def _agrees_in_all(self, search_rows: Sequence[ExpectedRow]) -> bool:
        """Tell whether each row of the log agrees with the one row of a search about its node."""
        search_row_of_node = {self.get_first_namesake(row.node): row for row in search_rows}
        return all(
            node in search_row_of_node and self.agrees(index, search_row_of_node[node])
            for index, node in enumerate(self.nodes)
            if node is not None
        )

    def _has_returned_value(self) -> bool:
        """Tell whether a row has a number for a node with children, and no window.

        Nodes are entered with v = ±∞, so that it is what the node returned: ``move B: value 7``.
        """
        return any(
            row.node is not None
            and not self.is_leaf(row.node)
            and row.meant.columns == {"value"}
            and not _has_infinite_value(row)
            for row in self.rows
        )

    def _names_a_node_behind_a_descendant(self, known: Sequence[int]) -> bool:
        """Tell whether some node with children stands behind one of its descendants.

        Args:
            known: The nodes that the log names, in its order, each once.
        """
        # A node that is among these has had a descendant before it.
        ancestors_of_nodes_before: set[int] = set()
        for node in known:
            if node in ancestors_of_nodes_before:
                return True
            ancestors_of_nodes_before.update(self.tree.ancestors(node))
        return False


def _list_returned_values(expected: ExpectedRow, arrival: Arrival) -> list[Number]:
    """List the numbers that a program may print where a child has returned to a node.

    They are what the child returned, and v of the node then: ``best = max(best, value)`` may stand
    before the line that prints.
    """
    values = [arrival.value, expected.value]
    if arrival.has_either_sign:
        values.append(-arrival.value)
    return values


def _change_with_ply(values: Sequence[Number], plies: Sequence[int]) -> bool:
    """Tell whether numbers grow or fall by one with each ply; at least two plies show it.

    Example:
        >>> _change_with_ply([3, 2, 2], [0, 1, 1]), _change_with_ply([3, 5], [0, 1])
        (True, False)
    """
    grow = len({value - ply for value, ply in zip(values, plies, strict=True)}) == 1
    fall = len({value + ply for value, ply in zip(values, plies, strict=True)}) == 1
    return len(set(plies)) > 1 and (grow or fall)


def _find_place_of_values(
    visits: Sequence[ExpectedRow], values: Sequence[Number | None], places: Iterable[int]
) -> int | None:
    """Find the first of some places from which on a search meets some values one after another.

    For example a search visits the leaves 3, 7, 5 and 7. The value 7 is met at the places 1 and 3:
    of the places 3, 2, 1 and 0 the place 3 is found.
    """
    for place in places:
        met = [visit.value for visit in visits[place : place + len(values)]]
        is_long_enough = len(met) == len(values)
        if is_long_enough and _are_same(met, values):
            return place
    return None


def _are_same(met: Sequence[Number], values: Sequence[Number | None]) -> bool:
    """Tell whether each number is the same as the value at its place; ``None`` never is.

    >>> _are_same([3, 7], [3, 7.0]), _are_same([3, 7], [3, None])
    (True, False)
    """
    pairs = zip(met, values, strict=True)
    return all(value is not None and same(number, value) for number, value in pairs)


def _group_leaves_by_value(
    tree: GameTree, visited: Iterable[int]
) -> defaultdict[Number | None, deque[int]]:
    """Group all leaves of a tree by their values, first those that a search visits, in its order.

    >>> from treeexplorer.tree import from_nested
    >>> tree = from_nested([[3, 7], [7, 8]])  # the leaves are the nodes 2, 3, 5 and 6
    >>> leaves_of_value = _group_leaves_by_value(tree, visited=[2, 5, 6])
    >>> list(leaves_of_value[7])
    [5, 3]
    """
    leaves_of_value: defaultdict[Number | None, deque[int]] = defaultdict(deque)
    for leaf in dict.fromkeys([*visited, *tree.leaves(0)]):  # each leaf once
        leaves_of_value[tree.leaf_value(leaf)].append(leaf)
    return leaves_of_value


def _has_window_of(row: LogRow, expected: ExpectedRow) -> bool:
    """Tell whether a row has the window of a row of the search, as far as it gives one."""
    pairs = pair_numbers(row._replace(value=None), expected)
    return all(same(logged, right) for logged, right in pairs)


def _has_infinite_value(row: RowWithNode) -> bool:
    """Tell whether a row has −∞ or +∞ as its value, or a number that stands for one."""
    value = row.meant.value
    return value is not None and abs(value) == INFINITY


def pair_numbers(row: LogRow, expected: ExpectedRow) -> list[tuple[Number, Number]]:
    """Pair each number that a row gives (value, α, β) with the expected one."""
    alpha, beta = expected.window
    columns = ((row.value, expected.value), (row.alpha, alpha), (row.beta, beta))
    return [(logged, right) for logged, right in columns if logged is not None]


def match_rows_to_nodes(log: Log, tree: GameTree) -> LogWithNodes:
    """Find for each row of a log the node of the tree that it is about.

    What a row calls its node is a name (``B``), in any case of its letters; or a label (``a.1``);
    or the value of a leaf (``12``), and then the row is about the first leaf of that value that no
    earlier row took.

    Raises:
        LogError: No row names a node of the tree.
    """
    logged_rows = _mark_leaves_called_by_value(log.rows, tree)
    finder = _NodeFinder(tree, has_values_of_mover=_has_values_of_mover(logged_rows, tree))
    # In the order of the rows: each leaf that is called by its value is found once.
    found_nodes = [finder.find_node_of_next_row(row) for row in logged_rows]
    if all(found.node is None for found in found_nodes):
        names = ", ".join(quoted(shorten(row.node, 20)) for row in log.rows[:3])
        raise LogError(f"the log tells of {names}, and the tree has no nodes of such names")

    rows = [
        RowWithNode(
            printed=row,
            meant=row,
            node=found.node,
            child=_find_child_by_name(tree, found.node, row.child),
            leaf_value=found.leaf_value,
        )
        for row, found in zip(logged_rows, found_nodes, strict=True)
    ]
    return LogWithNodes(
        rows=rows,
        first_namesake=finder.first_namesake,
        tree=tree,
        result=log.value if log.ends_with_value else None,
        gaps=log.gaps,
    )


def _mark_leaves_called_by_value(rows: Sequence[LogRow], tree: GameTree) -> Sequence[LogRow]:
    """Mark the rows that call a leaf by its value in the column of the node: ``12,12,3,inf``.

    A number there may be a name or an address as well. Two rows of a table with the columns node,
    value, α and β show which:

    ===============================  ==================================================
    rows                             a number as the node is
    ===============================  ==================================================
    ``12,12,3,inf``, ``8,8,3,12``    a value: it stands beside itself. Both are marked.
    ``12,12,3,inf``, ``8,5,3,12``    a name or an address: 8 is worth 5. None is marked.
    ``B,12,3,inf``, ``8,8,3,12``     a value: of B it is not asked. The second is marked.
    ===============================  ==================================================

    If a node of the tree is called 12 or 8, the numbers are names, and none is marked.

    Args:
        rows: The rows of a log.
        tree: The tree.
    """
    names = set(tree.names.values())
    for row in rows:
        number = as_number(row.node)
        is_name = row.node in names
        if number is not None and (is_name or row.value != number):
            return rows

    marked_rows: list[LogRow] = []
    for row in rows:
        is_called_by_value = as_number(row.node) is not None
        is_unnamed_leaf = row.is_unnamed_leaf or is_called_by_value
        marked_rows.append(row._replace(is_unnamed_leaf=is_unnamed_leaf))
    return marked_rows


class _FoundNode(NamedTuple):
    """The node that a row of a log is about.

    Attributes:
        node: The node; ``None`` if the tree has no such node.
        leaf_value: The value by which the row calls a leaf, 12 for ``leaf 12``; ``None`` if it
            calls its node by a name.
    """

    node: int | None
    leaf_value: Number | None = None


class _NodeFinder:
    """Finds the nodes that the rows of a log are about, row by row.

    Attributes:
        first_namesake: For each node that has a name, the first node of that name.
    """

    def __init__(self, tree: GameTree, *, has_values_of_mover: bool) -> None:
        """Gather the names of a tree; no leaf is taken yet.

        Args:
            tree: The tree; several of its nodes may have one name.
            has_values_of_mover: Whether the log has the values of negamax: -12 for a leaf of 12
                where MIN would move.
        """
        self._tree = tree
        self._has_values_of_mover = has_values_of_mover
        # From left to right. A leaf that a row calls by its value is taken out, once for each row.
        self._leaves_not_taken = list(tree.leaves(0))
        # By name, in small letters: the first node of the name.
        self._first_of_name: dict[str, int] = {}
        self.first_namesake: dict[int, int] = {}
        for node, name in sorted(tree.names.items()):
            small_letters = name.lower()
            if small_letters not in self._first_of_name:
                self._first_of_name[small_letters] = node
            self.first_namesake[node] = self._first_of_name[small_letters]

    def find_node_of_next_row(self, row: LogRow) -> _FoundNode:
        """Find the node that the next row of a log is about.

        ``row.node`` is what the row calls its node. What fits first counts:

        1. ``B``: the first node of that name, in any case of its letters.
        2. ``a.1``: the node with that label or address.
        3. ``12``: the first leaf of that value that no row before has taken. This row takes it.
        4. ``-12``: the same of a leaf of 12, if MIN would move there and it is a log of negamax.

        For example, a tree has two leaves of 12, without names. The first row that says 12 is about
        the left one, the second row about the right one, and a third row about none. So this is
        called once for each row, in the order of the rows.
        """
        node = None if row.is_unnamed_leaf else self._find_named_node(row)
        if node is not None:
            return _FoundNode(node)

        # Last, since it takes a leaf: a node that is named or labelled 12 is no leaf of value 12.
        leaf = self._take_leaf(as_number(row.node))
        if leaf is None:
            return _FoundNode(None)
        return _FoundNode(leaf, leaf_value=self._tree.leaf_value(leaf))

    def _find_named_node(self, row: LogRow) -> int | None:
        """Find the node with the name or the label that a row gives; ``None`` if none has it."""
        node_with_name = self._first_of_name.get(row.node.lower())
        if node_with_name is not None:
            return node_with_name

        node_with_label = _find_node_by_label(self._tree, row.node)
        if node_with_label is None:
            return None
        # If several nodes have one name, the first of them stands for all.
        return self.first_namesake.get(node_with_label, node_with_label)

    def _take_leaf(self, value: Number | None) -> int | None:
        """Take the first leaf of a value that no earlier row took; ``None`` if there is none left.

        The next row of this value gets the next leaf that has it. The value is ``None`` for a name
        that is no number; no leaf has that, not even an unknown one.
        """
        if value is None:
            return None
        for leaf in self._leaves_not_taken:
            if same(self._get_printed_value(leaf), value):
                self._leaves_not_taken.remove(leaf)
                return leaf
        return None

    def _get_printed_value(self, leaf: int) -> Number | None:
        """Return the value of a leaf as the log has it: negamax negates it where MIN would move."""
        value = self._tree.leaf_value(leaf)
        if value is None or not self._has_values_of_mover:
            return value
        return -value if is_for_min(leaf, self._tree) else value


def _find_child_by_name(tree: GameTree, node: int | None, name: str | None) -> int | None:
    """Find the child of a node by its name; ``None`` if the node has no child of that name."""
    if node is None or name is None:
        return None
    for child in tree.children(node):
        if tree.names.get(child) == name:
            return child
    return None


def _has_values_of_mover(rows: Sequence[LogRow], tree: GameTree) -> bool:
    """Tell whether rows call leaves by values that only negamax has, such as -12 for a leaf of 12.

    So it is if a number that stands for a leaf is no leaf's value, and with the other sign is.
    """
    values = {value for value in tree.leaf_values if value is not None}
    numbers = {as_number(row.node) for row in rows if row.is_unnamed_leaf}
    return any(
        number is not None and number not in values and -number in values for number in numbers
    )


def _find_node_by_label(tree: GameTree, label: str) -> int | None:
    """Find the node with a label, which may begin with a player's sign; ``None`` if none has it."""
    try:
        return tree.find(label.lstrip(_SIGNS))
    except AddressError:
        return None
