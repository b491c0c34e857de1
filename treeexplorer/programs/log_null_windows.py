"""Whether a log is one of PVS, MTD(f) and the like, which is no wrong log of alpha-beta.

What these searches print is not compared. They are known by a null window, by the leaves that they
read again, or by their steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from treeexplorer.programs.answers import expected
from treeexplorer.programs.log_agreement import ComparedRow, has_all_nodes_of, is_log_of_search
from treeexplorer.programs.log_explanations import list_conventions_to_try
from treeexplorer.programs.log_habits import ExpectedRow
from treeexplorer.programs.log_mtdf import generate_mtdf_rows
from treeexplorer.programs.log_nodes import LogWithNodes, RowWithNode
from treeexplorer.programs.log_pvs import generate_pvs_rows
from treeexplorer.programs.log_reading import LogError, LogRow, as_number
from treeexplorer.rules import AlgorithmName, Rules, alternatives, title_of
from treeexplorer.tree import INFINITY, GameTree, Number, Window

_READING_AGAIN: Final[tuple[AlgorithmName, ...]] = ("pvs", "negascout", "scout")
"""The searches that read a child with a null window, and again if it turns out to be better."""
_WITH_NULL_WINDOWS: Final = frozenset({*_READING_AGAIN, "mtdf", "sss"})
_NULL_WINDOWS: Final = (
    "a log is compared with alpha-beta or minimax: what {title} prints at its steps is not known "
    "here; `verify -- PROGRAM` judges such a program by its values and its leaves"
)
_NULL_WINDOW_IN_LOG: Final = (
    "line {line} has a null window, {row}, as PVS, NegaScout and MTD(f) have; a log is compared "
    "with alpha-beta or minimax, and what these print at their steps is not known here; "
    "`verify -- PROGRAM` judges such a program by its values and its leaves"
)
_LEAVES_OF_NULL_WINDOWS: Final = (
    "the leaves of the log are those that {title} reads, and not those of alpha-beta; a log is "
    "compared with alpha-beta or minimax, and what {title} prints at its steps is not known here; "
    "`verify -- PROGRAM` judges such a program by its values and its leaves"
)
_STEPS_OF_NULL_WINDOWS: Final = (
    "the steps of the log are those of {title}, and not those of alpha-beta; a log is compared "
    "with alpha-beta or minimax; `verify -- PROGRAM` judges such a program by its values and its "
    "leaves"
)
_MOST_ROWS_OF_MTDF: Final = 60_000  # of all programs with MTD(f) with which a log is compared


def check_rules_have_open_windows(rules: Rules) -> None:
    """Raise an error if rules are those of a search with null windows.

    Raises:
        LogError: They are.
    """
    if rules.algorithm in _WITH_NULL_WINDOWS:
        title = title_of("algorithm", rules.algorithm)
        raise LogError(_NULL_WINDOWS.format(title=title))


def check_nodes_are_not_of_null_windows(log: LogWithNodes) -> None:
    """Raise an error if a log has just the nodes to which PVS comes, or the passes of MTD(f).

    Raises:
        LogError: It has.
    """
    if any(has_all_nodes_of(log, search_rows) for search_rows in generate_pvs_rows(log.tree)):
        raise LogError(_STEPS_OF_NULL_WINDOWS.format(title="PVS"))
    if _is_log_of_mtdf(log):
        raise LogError(_STEPS_OF_NULL_WINDOWS.format(title="MTD(f)"))


def check_steps_are_not_of_null_windows(
    log: LogWithNodes, infinity_of: Mapping[Number, Number]
) -> None:
    """Raise an error if all rows of a log are those of PVS or MTD(f), which print other numbers.

    Args:
        log: The log.
        infinity_of: The numbers of the log that are read as ∞.

    Raises:
        LogError: They are.
    """
    if log.tree.unknowns or log.tree.elided:
        return
    readings = _list_readings(log, infinity_of)
    for search_rows in generate_pvs_rows(log.tree):
        if any(is_log_of_search(reading, search_rows) for reading in readings):
            raise LogError(_STEPS_OF_NULL_WINDOWS.format(title="PVS"))
    if _is_log_of_mtdf(log):
        raise LogError(_STEPS_OF_NULL_WINDOWS.format(title="MTD(f)"))


def _list_readings(log: LogWithNodes, infinity_of: Mapping[Number, Number]) -> list[LogWithNodes]:
    """List the ways in which a log may be read if it is one of PVS; the first is the log as it is.

    - Rows about pruning may be left out: they have numbers of a node that is searched again later.
    - A number that is near a leaf may be no ∞: 56, where the largest leaf is 55, may be the end of
      a null window. Numbers that are far from all leaves, such as 9999, are ∞ all the same.
    """
    readings = [log]
    steps = [row for row in log.rows if not row.printed.is_about_pruning]
    if 0 < len(steps) < len(log.rows):
        readings.append(log._replace(rows=steps))

    surely_infinite = {
        number: infinity for number, infinity in infinity_of.items() if _is_far(number, log.tree)
    }
    if surely_infinite != infinity_of:
        readings += [reading.with_infinity(surely_infinite) for reading in readings]
    return readings


def _is_log_of_mtdf(log: LogWithNodes) -> bool:
    """Tell whether a log without windows is one of MTD(f), which passes through a tree repeatedly.

    MTD(f) has a row for almost any row of a wrong log, as it enters each node in each pass. So the
    log must have at least two passes, and all leaves of each. For example MTD(f) enters A B C, and
    again A B C, where C is a leaf:

    ==================  =====  ==========================================================
    the log             is it  why
    ==================  =====  ==========================================================
    ``A B C A B C``     yes
    ``A B C A B``       no     the second pass has no leaf
    ``C C``             yes    the program prints leaves alone
    ``A B C``           no     one pass alone is of alpha-beta, too
    ``A (2, 3) ...``    no     see :func:`check_windows_are_open`: its null windows tell
    ==================  =====  ==========================================================

    A log of leaves alone that has each once is tried, too: it may be of a program that remembers
    leaves.
    """
    has_windows = any({"alpha", "beta"} <= row.printed.columns for row in log.rows)
    has_one_pass = log.nodes.count(0) == 1 and not _reads_leaf_again(log)
    if has_windows or has_one_pass:
        return False
    for search_rows in generate_mtdf_rows(log.tree, _MOST_ROWS_OF_MTDF):
        log_of_search = log.under_search(search_rows)
        if _has_all_passes(log_of_search, search_rows) and is_log_of_search(log, search_rows):
            return True
    return False


def _has_all_passes(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a log has all leaves that a search reads, and the root as often as it enters it.

    For example MTD(f) makes two passes through ``A:[B:[D:3 E:5]]``: A B D E, and then A B D:

    =================  ========  =================================================================
    the log            has all   why
    =================  ========  =================================================================
    ``A B D E A B D``  yes       all leaves are there, and A twice
    ``D E D``          yes       all leaves are there, and A is never printed
    ``D E D A``        yes       the only line of A, behind leaves that come again, is the result
    ``A A``            yes       no leaves are printed, and A is there twice
    ``A B D E``        no        the second pass reads D again
    ``A``              no        no leaves are printed, and A is there once
    =================  ========  =================================================================

    Args:
        log: The log, with the leaves that the search visits.
        search_rows: All rows of the search.
    """
    entered = [log.get_first_namesake(row.node) for row in search_rows if row.enters]
    pass_count = entered.count(0)
    lines_of_root = log.nodes.count(0)
    has_root_in_each_pass = lines_of_root >= pass_count

    leaves = [log.rows[index].node for index in _find_rows_of_leaves(log)]
    if not leaves:
        return has_root_in_each_pass
    has_all_leaves = leaves == [node for node in entered if log.is_leaf(node)]
    if not has_all_leaves:
        return False
    has_result_alone = lines_of_root == 1 and _reads_leaf_again(log)
    return has_root_in_each_pass or has_result_alone or lines_of_root == 0


def _reads_leaf_again(log: LogWithNodes) -> bool:
    """Tell whether a log reads some leaf more than once."""
    leaves = [log.rows[index].node for index in _find_rows_of_leaves(log)]
    return len(set(leaves)) < len(leaves)


def _is_far(number: Number, tree: GameTree) -> bool:
    """Tell whether no leaf is as near to a number as the ends of null windows are to leaves."""
    values: list[Number] = [value for value in tree.leaf_values if value is not None]
    distances = [abs(number - sign * value) for value in values for sign in (1, -1)]
    return all(distance > 1 for distance in distances)


def check_windows_are_open(rows: Sequence[ComparedRow], tree: GameTree) -> None:
    """Raise an error if the windows of a log are those of a search with null windows.

    In a null window, such as (7, 8), lies no whole number. A search with null windows enters the
    root with one, or each child but the first; the first has the window of its parent. So the first
    row of each node tells, if its α and β are finite. For example C is the second child of A:

    ====================  ====================  ============================================
    the first row of C    a row that is wrong   the error
    ====================  ====================  ============================================
    ``C (7, 8)``          ``C (7, 8)``          is raised, and names the wrong row
    ``C``                 ``C (7, 8)``          is raised: C may have been entered with it
    ``C (3, 9)``          ``C (7, 8)``          is not: C was entered with an open window
    ``C (7, 8)``          ``C (3, 9)``          is not: the mistake is another one
    ====================  ====================  ============================================

    Args:
        rows: The rows of a log which agrees with nothing that is known here.
        tree: The tree that was searched.

    Raises:
        LogError: The windows are those of such a search.
    """
    infinite = _find_ends_of_root(rows)
    entries = [row for row in _find_entries(rows, tree) if _has_finite_window(row, infinite)]
    is_entered_with_open_window = any(not _has_null_window(row) for row in entries)
    if is_entered_with_open_window:
        return
    for compared in rows:
        row = compared.row
        if _has_null_window(row) and not compared.agrees:
            raise LogError(_NULL_WINDOW_IN_LOG.format(line=row.line, row=row.in_words))


def _find_entries(rows: Sequence[ComparedRow], tree: GameTree) -> list[LogRow]:
    """Find the first row of each node that is no first child: the root and all later children."""
    entry_of_node: dict[int, LogRow] = {}
    for compared in rows:
        node = compared.node
        if node is None or _is_first_child(tree, node):
            continue
        if node not in entry_of_node:
            entry_of_node[node] = compared.row
    return list(entry_of_node.values())


def _find_ends_of_root(rows: Sequence[ComparedRow]) -> frozenset[Number]:
    """Find the numbers with which the root is entered, and which no window reaches from within.

    For ``A alpha=-9999 beta=9999`` they are −9999 and 9999, and always −∞ and +∞. A null window of
    the root, as MTD(f) has, is none such.
    """
    infinite: frozenset[Number] = frozenset({INFINITY, -INFINITY})
    rows_of_root = [compared.row for compared in rows if compared.node == 0]
    for row in rows_of_root:
        window = _get_window(row)
        if window is not None:  # the first one: later it is narrower
            return infinite if _has_null_window(row) else infinite.union(window)
    return infinite


def check_leaves_are_of_open_windows(log: LogWithNodes, rules: Rules) -> None:
    """Raise an error if a log without windows has the leaves of a search that reads some again.

    For example, PVS visits a child with a null window, and again with an open one if it is better.
    A log with the leaves 3, 5, 5 of ``[3 5]`` is one of PVS: no alpha-beta reads a leaf twice.

    Raises:
        LogError: The leaves, in their order, are those of such a search, and of no alpha-beta.
    """
    if _has_windows(log) or log.tree.unknowns or log.tree.elided:
        return
    leaves = _list_leaves_read(log)
    if _find_search_that_reads(leaves, log.tree, list_conventions_to_try(rules)) is not None:
        return
    # Among the alternatives are also other conventions of the rules' own search.
    others = alternatives(rules, algorithms=_READING_AGAIN)
    reading_again = [candidate for candidate in others if candidate.algorithm in _READING_AGAIN]
    search = _find_search_that_reads(leaves, log.tree, reading_again)
    if search is not None:
        title = title_of("algorithm", search.algorithm)
        raise LogError(_LEAVES_OF_NULL_WINDOWS.format(title=title))


def _find_search_that_reads(
    leaves: Sequence[Number | None], tree: GameTree, candidates: Sequence[Rules]
) -> Rules | None:
    """Find the first of some searches that reads just these leaves, in this order."""
    for candidate in candidates:
        if leaves == expected(tree, candidate).leaves:
            return candidate
    return None


def _has_windows(log: LogWithNodes) -> bool:
    """Tell whether any row of a log has α or β."""
    printed_rows = [row.printed for row in log.rows]
    return any(row.alpha is not None or row.beta is not None for row in printed_rows)


def _list_leaves_read(log: LogWithNodes) -> tuple[Number | None, ...]:
    """List the values that a log has of leaves, in order.

    For ``leaf 3``, ``D value=5`` and ``E``, where E is a leaf of 8, they are 3, 5 and 8.
    """
    rows = [log.rows[index] for index in _find_rows_of_leaves(log)]
    return tuple(_find_value_of_leaf(row, log.tree) for row in rows)


def _find_value_of_leaf(row: RowWithNode, tree: GameTree) -> Number | None:
    """Find the value of the leaf that a row is about: as it is printed, or else as in the tree."""
    if row.printed.is_unnamed_leaf:
        return as_number(row.printed.node)
    if row.printed.value is None and row.node is not None:
        return tree.leaf_value(row.node)
    return row.printed.value


def _find_rows_of_leaves(log: LogWithNodes) -> list[int]:
    """Find the rows of a log that read a leaf.

    A line with numbers that goes on about the leaf of the line before is no other reading of it.
    """
    found: list[int] = []
    for index, row in enumerate(log.rows):
        is_named_leaf = row.node is not None and log.is_leaf(row.node)
        goes_on = len(row.printed.columns) > 0 and log.continues(index)
        if row.printed.is_unnamed_leaf or (is_named_leaf and not goes_on):
            found.append(index)
    return found


def _is_first_child(tree: GameTree, node: int) -> bool:
    """Tell whether a node is the first child of its parent: in preorder it comes right behind."""
    return tree.parent[node] == node - 1 and not tree.is_root(node)


def _get_window(row: LogRow) -> Window | None:
    """Return the window of a row; ``None`` if it does not give both ends."""
    if row.alpha is None or row.beta is None:
        return None
    return row.alpha, row.beta


def _has_finite_window(row: LogRow, infinite: frozenset[Number]) -> bool:
    """Tell whether a row has α and β, and neither is one of the numbers that count as infinite."""
    window = _get_window(row)
    return window is not None and infinite.isdisjoint(window)


def _has_null_window(row: LogRow) -> bool:
    """Tell whether no whole number lies within the window of a row, and the window is not empty.

    (7, 8) is one, (7, 9) and (8, 8) are none.
    """
    window = _get_window(row)
    if window is None:
        return False
    alpha, beta = window
    return 0 < beta - alpha <= 1
