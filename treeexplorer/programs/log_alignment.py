"""Which row of a search each row of a log stands for."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from treeexplorer.programs.log_habits import ExpectedRow
from treeexplorer.programs.log_nodes import LogWithNodes

_MOST_PAIRS: Final = 250_000  # of a row of the log and one of the search, which are compared


_WEIGHT_OF_AGREEMENT: Final = 1000  # more than all rows of a log that have only the node in common


def match_all_rows(
    log: LogWithNodes, search_rows: Sequence[ExpectedRow]
) -> list[ExpectedRow] | None:
    """Find for each row of a log the row of the search that it agrees with; ``None`` if one fails.

    Two rows agree if they are about one node and the numbers of the log are those of the search.
    The log may leave out rows of the search, and it may print a node once more without a change.

    Example:
        The search has the rows A B C D. A log with A, A, C agrees: its first row is A, the second
        prints A once more, and the third is the next C, so that B is left out.

    Args:
        log: The rows of the log, with their nodes.
        search_rows: The rows that this kind of log would have.
    """
    cursor = _SearchCursor(log, search_rows)
    partners: list[ExpectedRow] = []
    for log_index in range(len(log.rows)):
        if cursor.is_repetition(log_index):
            partners.append(cursor.repeat_last_row(log_index))
            continue
        # The next row that agrees is as good as a later one, and leaves the most rows to come.
        search_index = cursor.find_next_match(log_index)
        if search_index is None:
            return None
        cursor.move_behind(search_index)
        partners.append(search_rows[search_index])
    return partners


def align_rows(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[ExpectedRow | None]:
    """Pair each row of a log with a row of the search about the same node, or with ``None``.

    The rows of both are aligned first, as ``diff`` aligns two files. What a row of the log is, and
    so its pair, depends on the rows before it, too (see :meth:`_SearchCursor.pair_next_row`).

    Args:
        log: The rows of the log, with their nodes; some of them are wrong.
        search_rows: The rows that this kind of log would have.
    """
    aligned_index_of = _align_log(log, search_rows)
    cursor = _SearchCursor(log, search_rows)
    partners: list[ExpectedRow | None] = []
    for log_index in range(len(log.rows)):
        partner = cursor.pair_next_row(log_index, aligned_index_of.get(log_index))
        partners.append(partner)
    return partners


class _PassedRow(NamedTuple):
    """The last row of a node that a cursor has passed.

    Attributes:
        row: The row of the search.
        repeated_columns: The columns of each row of the log that has printed it once more:
            {{value}, {alpha, beta}} where ``B 5`` and ``B alpha=3 beta=8`` have.
    """

    row: ExpectedRow
    repeated_columns: frozenset[frozenset[str]] = frozenset()


class _SearchCursor:
    """A place in the rows of a search, which moves on while a log is compared with them.

    It remembers the last row of each node that it has passed, which a program may print once more.
    A search of the root A with the leaves B and C has these rows:

    ============  ===============================
    moved behind  the last rows
    ============  ===============================
    ``A 0``       A 0
    ``B 5``       B 5: A is forgotten (see below)
    ``A 5``       B 5, A 5
    ``C 7``       B 5, C 7
    ============  ===============================

    The rows of the nodes above one that is entered are forgotten: until it returns, nothing is
    printed of them. Where a log has ``A 5``, ``C 7``, ``A 5``, the second ``A 5`` says what C has
    returned, and is no line of A that comes once more.
    """

    def __init__(self, log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> None:
        """Begin before the first row of the search."""
        self._log = log
        self._search_rows = search_rows
        self._rows_passed = 0
        self._last_row_of_node: dict[int | None, _PassedRow] = {}
        self._first_index_of_node = _find_first_index_of_each_node(log)

    def pair_next_row(self, log_index: int, aligned_index: int | None) -> ExpectedRow | None:
        """Pair the next row of a log, which may be wrong, with a row of the search.

        For example a search has the rows B 3, C 7 and D 4, where B has children. What fits first
        counts:

        ==============  ============  ============================================  ========
        the row         aligned with  what it is                                    its pair
        ==============  ============  ============================================  ========
        ``B value=3``   B 3           a right row                                   B 3
        ``B value=3``   anything      a repetition: B is printed once more          B 3
        ``C value=5``   C 7           a wrong row                                   C 7
        ``B alpha=9``   nothing       more about the node of the row before, wrong  B 3
        ``X value=1``   nothing       about no node of the search                   ``None``
        ==============  ============  ============================================  ========

        Args:
            log_index: The row of the log; those before it have been paired.
            aligned_index: The row of the search with which it is aligned; ``None`` if with none.
        """
        rows = self._search_rows
        if aligned_index is not None and self._log.agrees(log_index, rows[aligned_index]):
            # A right row. No other one moves the cursor: it has not printed what the search has.
            self.move_behind(aligned_index)
            return rows[aligned_index]
        if self.is_repetition(log_index):
            return self.repeat_last_row(log_index)
        if aligned_index is not None:  # a wrong row
            return rows[aligned_index]
        if self._log.continues(log_index):  # more about the node of the row before, and wrong
            return self.find_last_row(log_index)
        return None  # about no node of the search

    def find_next_match(self, log_index: int) -> int | None:
        """Find the index of the next row of the search with which a row of the log agrees."""
        for search_index in range(self._rows_passed, len(self._search_rows)):
            if self._log.agrees(log_index, self._search_rows[search_index]):
                return search_index
        return None

    def move_behind(self, search_index: int) -> None:
        """Pass all rows of the search up to the one with an index, and this one."""
        end = search_index + 1
        for row in self._search_rows[self._rows_passed : end]:
            if row.enters:
                self._forget_nodes_above(row.node)
            node = self._log.get_first_namesake(row.node)
            self._last_row_of_node[node] = _PassedRow(row)
        self._rows_passed = end

    def _forget_nodes_above(self, node: int) -> None:
        """Forget the last rows of the nodes above one that is entered."""
        for ancestor in self._log.tree.ancestors(node):
            self._last_row_of_node.pop(self._log.get_first_namesake(ancestor), None)

    def find_last_row(self, log_index: int) -> ExpectedRow | None:
        """Find the last row that was passed about the node of a row of the log."""
        last = self._last_row_of_node.get(self._log.rows[log_index].node)
        return None if last is None else last.row

    def is_repetition(self, log_index: int) -> bool:
        """Tell whether a row of the log prints the last row of its node once more.

        Behind the row B 5 of a search, with v = 5 at B:

        ================================  ===================================================
        the row of the log                whether it is a repetition
        ================================  ===================================================
        ``B 5``, the log's first of B     no: it is the row B 5
        ``B 7``                           no: it does not agree
        ``B 5``, and B is a leaf          no: the search may visit the leaf a second time
        ``B alpha=3``, and B is a leaf    yes, behind ``B 5``: it gives the leaf's other numbers
        ``B returns 5``                   yes
        ``B returns 5``, again            no: another child of B has returned, and no better one
        ``cut-off at B``                  yes, as often as it comes: a line of its own
        ================================  ===================================================
        """
        node = self._log.rows[log_index].node
        last = self._last_row_of_node.get(node)
        if node is None or last is None:
            return False
        is_first_of_node = self._first_index_of_node[node] == log_index
        if is_first_of_node or not self._log.agrees(log_index, last.row):
            return False

        row = self._log.rows[log_index].printed
        only_adds_to_row_before = self._log.continues(log_index)
        may_be_second_visit = self._log.is_leaf(node) and not only_adds_to_row_before
        if may_be_second_visit:
            return False
        if row.is_about_pruning:
            return True
        # The same columns a second time are no second repetition: something has happened between.
        return row.columns not in last.repeated_columns

    def repeat_last_row(self, log_index: int) -> ExpectedRow:
        """Return the row that a repetition prints once more, and remember that it did.

        Args:
            log_index: A row of the log that :meth:`is_repetition`.
        """
        node = self._log.rows[log_index].node
        last = self._last_row_of_node[node]
        row = self._log.rows[log_index].printed
        if not row.is_about_pruning:
            repeated_columns = last.repeated_columns | {row.columns}
            self._last_row_of_node[node] = last._replace(repeated_columns=repeated_columns)
        return last.row


def _find_first_index_of_each_node(log: LogWithNodes) -> dict[int | None, int]:
    """Return for each node of a log the index of its first row: {0: 0, 3: 1} for rows of 0, 3, 3.

    What rows without a node have as theirs is ``None``.
    """
    first_index_of_node: dict[int | None, int] = {}
    for index, node in enumerate(log.nodes):
        first_index_of_node.setdefault(node, index)
    return first_index_of_node


def _align_log(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> dict[int, int]:
    """Align the rows of a log with those of a search: by what agrees, or if many, by nodes alone.

    Returns:
        An index in the log -> the index of its partner in the search. Both ascend. An index without
        a partner is not there.
    """
    if len(log.rows) * len(search_rows) <= _MOST_PAIRS:
        return _align_agreeing_rows(log, search_rows)
    return align_nodes(log.nodes, [log.get_first_namesake(row.node) for row in search_rows])


def _align_agreeing_rows(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> dict[int, int]:
    """Align the rows of a log with those of a search so that as many as can be agree.

    Of the alignments with as many it is one that pairs the most rows of the same nodes, so that a
    wrong row stands beside the right one.

    Returns:
        An index in the log -> the index of its partner in the search. Both ascend. An index without
        a partner is not there.
    """
    weights = [
        [_weigh_pair(log, log_index, search_row) for search_row in search_rows]
        for log_index in range(len(log.rows))
    ]
    return _find_heaviest_alignment(weights)


def _find_heaviest_alignment(weights: Sequence[Sequence[int]]) -> dict[int, int]:
    """Pair the rows of a matrix with its columns so that the weights of all pairs add up to most.

    Both ascend: a later row has a later column. What weighs 0 is no pair.

    Example:
        Rows 0 and 2 are paired, with 5 + 2; row 1 could only be paired instead of row 0.

        >>> _find_heaviest_alignment([[0, 5, 0], [1, 0, 0], [0, 0, 2]])
        {0: 1, 2: 2}
    """
    height = len(weights)
    width = len(weights[0]) if weights else 0
    # most[row][column]: how much the pairs of the rows and columns from there on may weigh.
    most = [[0] * (width + 1) for _ in range(height + 1)]
    for row in reversed(range(height)):
        for column in reversed(range(width)):
            with_pair = weights[row][column] + most[row + 1][column + 1]
            without_row = most[row + 1][column]
            without_column = most[row][column + 1]
            most[row][column] = max(with_pair, without_row, without_column)

    # From the top left, each step takes a pair, or leaves out what is not needed for the most.
    aligned: dict[int, int] = {}
    row = 0
    column = 0
    while row < height and column < width:
        weight = weights[row][column]
        if weight > 0 and most[row][column] == weight + most[row + 1][column + 1]:
            aligned[row] = column
            row += 1
            column += 1
        elif most[row][column] == most[row][column + 1]:
            column += 1
        else:
            row += 1
    return aligned


def _weigh_pair(log: LogWithNodes, index: int, expected: ExpectedRow) -> int:
    """Weigh a row of the log beside one of the search: they may agree, or be about one node."""
    if log.rows[index].node != log.get_first_namesake(expected.node):
        return 0
    return _WEIGHT_OF_AGREEMENT if log.agrees(index, expected) else 1


def align_nodes(nodes: Sequence[int | None], expected: Sequence[int]) -> dict[int, int]:
    """Align two sequences of nodes, as ``diff`` aligns the lines of two files.

    The matcher leaves out what it calls popular in sequences of 200 and more: nodes that come again
    and again find a partner only beside others. Each compared with each, they would take hours.

    Returns:
        An index in ``nodes`` -> the index of its partner in ``expected``. Both ascend. An index
        without a partner is not there.

    Example:
        >>> align_nodes([0, 1, 5], [0, 4, 1])
        {0: 0, 1: 2}
    """
    if list(nodes) == list(expected):
        return {index: index for index in range(len(nodes))}
    aligned: dict[int, int] = {}
    # A block says that so many nodes from a on are those from b on.
    for block in SequenceMatcher(None, nodes, expected).get_matching_blocks():
        for distance in range(block.size):
            aligned[block.a + distance] = block.b + distance
    return aligned
