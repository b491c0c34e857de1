"""Numbers such as 9999 that stand for ∞ in a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from treeexplorer.explain.phrases import listed
from treeexplorer.numbers import shown
from treeexplorer.programs.expected_rows import compute_expected_rows
from treeexplorer.programs.log_alignment import align_nodes
from treeexplorer.programs.log_habits import ExpectedRow, see_as_mover
from treeexplorer.programs.log_nodes import LogWithNodes, pair_numbers
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    INFINITY,
    GameTree,
    Number,
)

_HUGE: Final = 1_000_000
_LEAST_FOR_INFINITY: Final = 10
"""The least size of a number that may stand for ∞: v may begin with 0, 1 or −1 by mistake."""


def find_infinity_numbers(log: LogWithNodes, rules: Rules) -> Mapping[Number, Number]:
    """Find the numbers that stand for infinity in a log, with −∞ or +∞ for each.

    Programs write 1000 or the largest number of their language where books write ∞. A number stands
    for ∞ if it lies beyond all leaves, and

    - the first row that has it has it where the search, or negamax, has ∞. A program that is asked
      for the window (−1000, 1000) prints these numbers, too, but so does the search;
    - or it is a million times as large as any leaf: the row that would show it may be missing.

    For example, in a log of ``[[3 12] [2 8]]`` that begins with ``A alpha=-99 beta=99``, −99 stands
    for −∞ and 99 for +∞.

    Returns:
        A number of the log -> ``-inf`` or ``inf``, such as {1000: inf}; empty if there is none.
    """
    expected_numbers_of = _find_expected_numbers(log, rules)
    beside_infinity = [
        number
        for number, expected_numbers in expected_numbers_of.items()
        if INFINITY in expected_numbers or -INFINITY in expected_numbers
    ]
    infinity_of: dict[Number, Number] = {}
    for number in [*beside_infinity, *_find_huge_numbers(log)]:
        if _can_stand_for_infinity(number, log.tree, rules):
            infinity_of[number] = INFINITY if number > 0 else -INFINITY
    return infinity_of


def _find_expected_numbers(log: LogWithNodes, rules: Rules) -> dict[Number, set[Number]]:
    """Find what a search and negamax have in the place of each number of a log.

    The first row of the log that has a number decides. For example the root A is searched with the
    window (−∞, ∞), and the MIN node B with (3, ∞), which negamax prints as (−∞, −3):

    ========================  ===================================
    the rows of the log       what the search and negamax have
    ========================  ===================================
    ``A alpha=-99 beta=99``   {-99: {-inf}, 99: {inf}}
    ``B alpha=3 beta=99``     3: {3, -inf} besides; 99 is decided
    ========================  ===================================

    A row without a partner in the search tells nothing.
    """
    search_rows = compute_expected_rows(log.tree, replace(rules, levels=log.tree.levels))
    printed_rows = log.select_printed_rows(search_rows)
    rows_of_negamax = see_as_mover(printed_rows, log.tree)

    expected_numbers_of: dict[Number, set[Number]] = {}
    search_index_of = _align_from_root(log, printed_rows)
    for log_index, search_index in sorted(search_index_of.items()):
        row = log.rows[log_index].printed
        pairs = [
            *pair_numbers(row, printed_rows[search_index]),
            *pair_numbers(row, rows_of_negamax[search_index]),
        ]
        # A row may have one number in two places: all that is expected there counts.
        expected_numbers_of_row: dict[Number, set[Number]] = {}
        for number, expected_number in pairs:
            expected_numbers_of_row.setdefault(number, set()).add(expected_number)
        for number, expected_numbers in expected_numbers_of_row.items():
            expected_numbers_of.setdefault(number, expected_numbers)
    return expected_numbers_of


def _align_from_root(log: LogWithNodes, printed_rows: Sequence[ExpectedRow]) -> dict[int, int]:
    """Align the rows of a log with those of a search, and the first ones if both enter the root.

    A log that begins with the root begins as the root is entered, whatever is wrong behind it.

    Returns:
        The index of a row of the log -> the index of its row of the search.
    """
    printed_nodes = [log.get_first_namesake(row.node) for row in printed_rows]
    search_index_of = align_nodes(log.nodes, printed_nodes)
    first_row = printed_rows[0]
    if first_row.enters and log.nodes[0] == first_row.node:
        search_index_of[0] = 0
    return search_index_of


def _find_huge_numbers(log: LogWithNodes) -> list[Number]:
    """Find the numbers of a log that are a million times as large as any leaf, wherever they are.

    In a log of a tree with the leaves 3 and −12, −12000000 is huge, and 9999999 is not.
    """
    values: list[Number] = [value for value in log.tree.leaf_values if value is not None]
    least = _HUGE * max([1, *values, *(-value for value in values)])  # all leaves may be 0
    numbers = [
        number
        for row in log.rows
        for number in (row.printed.value, row.printed.alpha, row.printed.beta)
        if number is not None
    ]
    return [number for number in numbers if number >= least or number <= -least]


def _can_stand_for_infinity(number: Number, tree: GameTree, rules: Rules) -> bool:
    """Tell whether a number may stand for ∞: it is beyond every value, finite, and not small.

    In a tree with the leaves 3 and 12, 99 and −99 may, 11 and ∞ itself may not. Nor may −12, which
    negamax prints for the leaf 12. Numbers from −9 to 9 are too small, since v may begin with such
    a number by mistake.
    """
    is_small = -_LEAST_FOR_INFINITY < number < _LEAST_FOR_INFINITY
    if is_small or number in {INFINITY, -INFINITY}:
        return False
    # Unknown leaves have no value.
    values: list[Number] = [value for value in tree.leaf_values if value is not None]
    if rules.has_range:
        values += rules.known_range
    if -number in values:
        return False
    if number > 0:
        return number > max(values, default=0)
    return number < min(values, default=0)


def describe_infinity_numbers(infinity_of: Mapping[Number, Number], tree: GameTree) -> list[str]:
    """Describe the numbers that are read as infinity in a list of one sentence, or of none.

    For example {99: +∞} becomes ``It prints 99 for +∞, and is read so: no leaf reaches it.``

    Args:
        infinity_of: A number of the log -> the infinity for which it stands.
        tree: The tree, of which not all leaves may be known.
    """
    if not infinity_of:
        return []
    numbers: list[Number] = sorted(infinity_of)
    meanings = [f"{shown(number)} for {shown(infinity_of[number])}" for number in numbers]
    leaf = "known leaf" if tree.elided or tree.unknowns else "leaf"
    reaches = "reaches it" if len(numbers) == 1 else "reaches them"
    return [f"It prints {listed(meanings, last=' and ')}, and is read so: no {leaf} {reaches}."]
