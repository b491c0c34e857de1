"""Which row of a search each row of a log stands for."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

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
        partner = cursor.take_repeated_row(log_index)
        if partner is None:
            # The next row that agrees is as good as a later one, and leaves the most rows to come.
            partner = cursor.move_behind_next_match(log_index)
        if partner is None:
            return None
        partners.append(partner)
    return partners


def align_rows(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[ExpectedRow | None]:
    """Pair each row of a log with a row of the search about the same node, or with ``None``.

    The rows of both are aligned. Two aligned rows are a pair if their numbers agree. If not, the
    program may have printed a node once more; else they are a pair nevertheless.

    Example:
        =======  ==========  ===============================================
        log      the search  the row of the log is paired with
        =======  ==========  ===============================================
        ``B 3``  ``B 3``     ``B 3``
        ``C 5``  ``C 7``     ``C 7``, which does not agree
        ``B 3``              the first ``B 3``, which it prints once more
        ``D 4``  ``D 4``     ``D 4``
        =======  ==========  ===============================================

    Args:
        log: The rows of the log, with their nodes; some of them are wrong.
        search_rows: The rows that this kind of log would have.
    """
    aligned_index_of = _align_log(log, search_rows)
    cursor = _SearchCursor(log, search_rows)
    partners: list[ExpectedRow | None] = []
    for log_index in range(len(log.rows)):
        aligned_index = aligned_index_of.get(log_index)
        aligned_row = None if aligned_index is None else search_rows[aligned_index]

        # 1. The aligned row, if it agrees.
        if aligned_index is not None and log.agrees(log_index, search_rows[aligned_index]):
            cursor.move_behind(aligned_index)
            partners.append(aligned_row)
            continue

        # 2. The row that is printed once more.
        repeated_row = cursor.take_repeated_row(log_index)
        if repeated_row is not None:
            partners.append(repeated_row)
        # 3. A row that does not agree: the aligned one, or the last one of the node, if this row
        # only adds a number to the one before it.
        elif aligned_row is None and log.continues(log_index):
            partners.append(cursor.find_last_row(log_index))
        else:
            partners.append(aligned_row)
    return partners


class _SearchCursor:
    """A place in the rows of a search, which moves on while a log is compared with them.

    It remembers the last row of each node that it has passed. For example, a search has the rows A
    0, B 5 and A 5. Behind B 5 the last rows are A 0 and B 5; at the end they are A 5 and B 5. A
    program may print such a row once more.
    """

    def __init__(self, log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> None:
        """Begin before the first row of the search."""
        self._log = log
        self._search_rows = search_rows
        self._rows_passed = 0
        self._last_row_of_node: dict[int, ExpectedRow] = {}
        # The columns with which the last row of a node has been printed once more.
        self._repeated_columns_of_node: dict[int, set[frozenset[str]]] = {}
        # By node: the first row of the log about it. Of equal keys in a dictionary the last counts.
        indices = reversed(range(len(log.nodes)))
        self._first_row_of_node = {log.nodes[index]: index for index in indices}

    def move_behind(self, search_index: int) -> None:
        """Pass the rows up to the one with an index, this one, too."""
        end = search_index + 1
        for row in self._search_rows[self._rows_passed : end]:
            if row.enters:
                self._forget_nodes_above(row.node)
            node = self._log.get_first_namesake(row.node)
            self._last_row_of_node[node] = row
            self._repeated_columns_of_node[node] = set()
        self._rows_passed = end

    def _forget_nodes_above(self, node: int) -> None:
        """Forget the last rows of the nodes above one that is entered.

        Until it returns, nothing is printed of them: ``B 3``, ``E 0``, ``B 3`` leaves out that E
        has returned to B, and is no line of B that comes once more.
        """
        for ancestor in self._log.tree.ancestors(node):
            self._last_row_of_node.pop(self._log.get_first_namesake(ancestor), None)

    def move_behind_next_match(self, log_index: int) -> ExpectedRow | None:
        """Move behind the next row with which a row of the log agrees, and return it.

        If there is none, return ``None`` and do not move.
        """
        for search_index in range(self._rows_passed, len(self._search_rows)):
            search_row = self._search_rows[search_index]
            if self._log.agrees(log_index, search_row):
                self.move_behind(search_index)
                return search_row
        return None

    def find_last_row(self, log_index: int) -> ExpectedRow | None:
        """Find the last row that was passed about the node of a row of the log."""
        node = self._log.nodes[log_index]
        return None if node is None else self._last_row_of_node.get(node)

    def take_repeated_row(self, log_index: int) -> ExpectedRow | None:
        """Find the row of the search that a row of the log prints once more; ``None`` if none.

        Programs print a node again without a change, such as ``B returns 5``. Such a row agrees
        with the last row of its node. With the same columns it comes again once: a third row is
        that of another child which has returned. So this is called once for each row of the log.
        """
        node = self._log.nodes[log_index]
        last_row = self.find_last_row(log_index)
        if node is None or last_row is None:
            return None
        is_first_of_node = self._first_row_of_node[node] == log_index
        if is_first_of_node or not self._log.agrees(log_index, last_row):
            return None
        # A leaf counts as printed once more only in two lines with different numbers, "leaf 3" and
        # "alpha=3 beta=8". Otherwise the search may visit the leaf a second time.
        if self._log.is_leaf(node) and not self._log.continues(log_index):
            return None

        row = self._log.rows[log_index]
        if row.is_about_pruning:  # a line of its own: "cut-off at C, alpha=3 beta=2"
            return last_row
        repeated_columns = self._repeated_columns_of_node[node]
        if row.columns in repeated_columns:
            return None
        repeated_columns.add(row.columns)
        return last_row


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
    if log.nodes[index] != log.get_first_namesake(expected.node):
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
