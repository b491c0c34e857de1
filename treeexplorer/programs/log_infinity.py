"""Numbers such as 9999 that stand for ∞ in a log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from treeexplorer.explain.phrases import listed
from treeexplorer.numbers import shown
from treeexplorer.programs.expected_rows import compute_expected_rows
from treeexplorer.programs.log_alignment import align_nodes
from treeexplorer.programs.log_habits import see_as_mover
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
    for ∞ if

    - it lies beyond all leaves;
    - in the first row that has it, the search has ∞ in its place, or negamax has. A program that is
      asked for the window (−1000, 1000) prints these numbers, too, but so does the search. What is
      a million times as large as any leaf needs no such row, which may be missing.

    Returns:
        A number of the log -> ``-inf`` or ``inf``, such as {1000: inf}; empty if there is none.
    """
    tree = log.tree
    search_rows = compute_expected_rows(tree, replace(rules, levels=tree.levels))
    printed_rows = log.select_printed_rows(search_rows)
    rows_of_negamax = see_as_mover(printed_rows, tree)
    printed_nodes = [log.get_first_namesake(row.node) for row in printed_rows]
    search_index_of = align_nodes(log.nodes, printed_nodes)
    # A log that begins with the root begins as the root is entered, whatever is wrong behind it.
    begins_on_entry = printed_rows[0].enters and log.nodes[0] == printed_rows[0].node
    if begins_on_entry:
        search_index_of[0] = 0

    infinity_of: dict[Number, Number] = {}
    numbers_of_earlier_rows: set[Number] = set()
    # In the order of the log; rows without a partner in the search tell nothing.
    for log_index, search_index in sorted(search_index_of.items()):
        # The numbers of the row, each with those that the search and negamax have in its place.
        row = log.rows[log_index].printed
        pairs = pair_numbers(row, printed_rows[search_index])
        pairs_of_negamax = pair_numbers(row, rows_of_negamax[search_index])
        for (number, right_number), (_, of_mover) in zip(pairs, pairs_of_negamax, strict=True):
            if number in numbers_of_earlier_rows:
                continue
            is_right_infinite = INFINITY in {abs(right_number), abs(of_mover)}
            if is_right_infinite and _can_stand_for_infinity(number, tree, rules):
                infinity_of[number] = INFINITY if number > 0 else -INFINITY
        # Only behind the row: it may have one number in two places.
        numbers_of_earlier_rows.update(number for number, _ in pairs)
    infinity_of.update(_find_huge_numbers(log, rules))
    return infinity_of


def _find_huge_numbers(log: LogWithNodes, rules: Rules) -> Mapping[Number, Number]:
    """Find the numbers of a log that are a million times as large as any leaf, wherever they are.

    Args:
        log: The rows of the log.
        rules: The rules of the search, of which the range counts as leaves.
    """
    values: list[Number] = [value for value in log.tree.leaf_values if value is not None]
    largest: Number = max([1, *values, *(-value for value in values)])
    least = _HUGE * largest
    huge: dict[Number, Number] = {}
    for row in log.rows:
        printed = row.printed
        for number in (printed.value, printed.alpha, printed.beta):
            if number is None or -least < number < least:
                continue
            if _can_stand_for_infinity(number, log.tree, rules):
                huge[number] = INFINITY if number > 0 else -INFINITY
    return huge


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
        return not any(value >= number for value in values)
    return not any(value <= number for value in values)


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
