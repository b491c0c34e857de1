"""Whether the log of a program agrees with what a search would print, row by row and as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from treeexplorer.programs.log_alignment import align_rows, match_all_rows
from treeexplorer.programs.log_habits import ExpectedRow
from treeexplorer.programs.log_nodes import LogWithNodes
from treeexplorer.programs.log_omissions import (
    find_missing_nodes,
    find_unnamed_nodes,
)
from treeexplorer.programs.log_reading import (
    LogRow,
)


class ComparedRow(NamedTuple):
    """A row of a log beside the row that the search would print in its place.

    Attributes:
        row: The row of the log.
        node: The node that it is about; ``None`` where that is not known.
        expected: What the search would print; ``None`` where it has nothing in that place.
        agrees: Whether all numbers of the row are right.
        is_about_pruned_node: Whether the row tells of a node that is pruned at ``node``.
        has_other_player: Whether the row says that the other player moves.
    """

    row: LogRow
    node: int | None
    expected: ExpectedRow | None
    agrees: bool
    is_about_pruned_node: bool = False
    has_other_player: bool = False


def compare_rows(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> tuple[ComparedRow, ...]:
    """Pair each row of a log with the row of the search that fits it best.

    If the whole log agrees, each row is paired with the row that it agrees with. Otherwise the
    rows of both are aligned, and each row is paired with one of the same node, or with ``None``.
    """
    printed_rows = log.select_printed_rows(search_rows)
    partners: Sequence[ExpectedRow | None] | None = match_all_rows(log, printed_rows)
    if partners is None:
        partners = align_rows(log, printed_rows)

    compared_rows: list[ComparedRow] = []
    for index, partner in enumerate(partners):
        agrees = partner is not None and log.agrees(index, partner)
        row = log.rows[index].printed
        compared_row = ComparedRow(
            row,
            log.rows[index].node,
            partner,
            agrees,
            is_about_pruned_node=row.line in log.lines_of_pruned_nodes,
            has_other_player=partner is not None and log.has_other_player(index),
        )
        compared_rows.append(compared_row)
    return tuple(compared_rows)


def is_log_of_search(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a whole log agrees with a search, and names all nodes that it should name.

    The rows alone do not tell: minimax prints all rows of a search that cuts off, and more, so that
    a log of alpha-beta would fit minimax as well. But it does not name all nodes that minimax
    enters.
    """
    if not log.has_right_result(search_rows):
        return False
    log = log.under_search(search_rows)
    if match_all_rows(log, log.select_printed_rows(search_rows)) is None:
        return False
    missing = find_missing_nodes(log, search_rows)
    return not find_unnamed_nodes(log, search_rows, missing)


def has_all_nodes_of(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a whole log agrees with a search, and names each node to which that comes.

    For example the search comes to all nodes of ``A:[B:3 C:[D:5]]``:

    ===============  ===========  ===========================================
    the log names    has it all?  why
    ===============  ===========  ===========================================
    A, B, C and D    yes
    B, C and D       yes          the root need not be named
    B and D          yes          it names leaves alone
    A and C          yes          it names no leaf
    A, B and C       no           D is a leaf, as B is
    ===============  ===========  ===========================================
    """
    root = 0
    named = set(log.under_search(search_rows).known_nodes) - {root}
    named_kinds = {log.is_leaf(node) for node in named}
    entered = {log.get_first_namesake(row.node) for row in search_rows if row.enters} - {root}
    must_be_named = {node for node in entered if log.is_leaf(node) in named_kinds}
    return must_be_named <= named and is_log_of_search(log, search_rows)
