"""How a program's answer on one tree differs from the reference, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from treeexplorer.engine import CutOff, Record, Rules, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.explain.steps import describe_step
from treeexplorer.numbers import format_ordinal, shown
from treeexplorer.programs.answers import (
    Leaves,
    Tried,
    best_moves,
    same,
    worths_of_moves,
)
from treeexplorer.programs.moves import plays_wrongly
from treeexplorer.programs.telling import prints_number_of_no_leaf
from treeexplorer.text import shorten
from treeexplorer.tree import Number

_MOST_LISTED: Final = 60
_LONGEST_NUMBER: Final = 40
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def difference(tried: Tried, rules: Rules) -> str:
    """Return in sentences how a program's answer on a tree differs from the right one.

    Args:
        tried: The tree with the program's answer.
        rules: The rules of the reference, the search that gives the right answer.

    Returns:
        Lines: one on the root's value, one on the move, some on the leaves, each only if it is
        wrong; or one on the failure alone. Empty if nothing is wrong.
    """
    tree, answer = tried
    if answer.failure is not None:
        return f"On this tree {answer.failure}."
    record = search(tree, rules)
    lines: list[str] = []
    if answer.value is not None and not same(answer.value, record.root_value):
        lines.append(_describe_wrong_value(answer.value, record))
    if plays_wrongly(tried) and answer.move is not None:
        lines.append(_describe_wrong_move(answer.move, record))
    if answer.leaves is not None:
        lines += _describe_other_leaves(answer.leaves, record)
    return "\n".join(lines)


def difference_in_any_order(tried: Tried, rules: Rules) -> str:
    """Return sentences on leaves that are those of alpha-beta in no order of the children.

    Args:
        tried: The tree with the program's answer, whose value is right.
        rules: The test and the return rule of alpha-beta.
    """
    convention = format_conventions(rules)
    return (
        f"It evaluated     {_format_numbers(tried.answer.told_leaves)}\n"
        f"In no order of the children does {convention}, read these leaves, nor do they end with "
        "those of such a search after shallower ones."
    )


def describe_leaves_printed_otherwise(tried: Tried, rules: Rules) -> str:
    """Return what a program prints of the leaves that it reads, and what it should print.

    Args:
        tried: The tree with the program's answer, whose value is right.
        rules: The rules of the search whose leaves it reads.
    """
    printed_leaves = _format_numbers(tried.answer.told_leaves)
    right_leaves = _format_numbers([leaf for _, _, leaf in search(tried.tree, rules).readings()])
    return f"It tells         {printed_leaves}\nit should tell   {right_leaves}"


def _describe_wrong_value(value: Number, record: Record) -> str:
    """Describe in a sentence a wrong root value, and the right one."""
    return (
        f"It says {_format_numbers([value])}; the root is worth {_format_value(record.root_value)}."
    )


def _format_value(value: Number | None) -> str:
    """Format a node's value; 0.0 and no value become ``0``."""
    if not value:
        return "0"
    return shown(value)


def _describe_wrong_move(move: int, record: Record) -> str:
    """Describe in a sentence what a wrong move is worth, and which move is best.

    For example ``It plays the second move, worth 2; the first is best, worth 3.`` Moves count from
    1. If a search returns only a bound of the played move's value, the bound is named, since taking
    it for the value may be what went wrong.
    """
    values_of_moves = worths_of_moves(record.tree)  # in order; the first is move 1
    best_move = min(best_moves(record.tree))
    best_value = _format_value(values_of_moves[best_move - 1])
    best = f"{ordinal(best_move)} is best, worth {best_value}"
    if not 1 <= move <= len(values_of_moves):
        return f"It plays move {move}, and the root has {len(values_of_moves)}; the {best}."

    value = values_of_moves[move - 1]
    played = f"It plays the {ordinal(move)} move, worth {_format_value(value)}"
    bound = _find_returned_bound(move, value, record)
    if bound is None:
        return f"{played}; the {best}."
    return f"{played}: its {shown(bound)} is only a bound. The {best}."


def _find_returned_bound(move: int, value: Number, record: Record) -> Number | None:
    """Find the number that a search returns for a move if it is only a bound of its value.

    Two searches are asked, since it is not known which of them a program makes: the reference, and
    a fail-hard one. For example the second move of ``[[3 12] [2 4]]`` is worth 2, and is cut off
    after the 2, since MAX has 3 already::

        the search   returns for the move
        fail-soft    2: the value itself
        fail-hard    3: the α of its window, so that this is found. The move is worth 3 at most.

    Args:
        move: The number of the move, from 1.
        value: What the move is worth.
        record: The search of the reference.

    Returns:
        The bound that the reference returns, or else that of the fail-hard search; ``None`` if both
        return ``value`` itself, or prune the move.
    """
    tree = record.tree
    root = 0
    child = list(tree.children(root))[move - 1]
    fail_hard_record = search(tree, Rules(levels=tree.levels, fail="hard"))
    for asked in (record, fail_hard_record):
        returned = _find_returned_value(asked, child)
        if returned is not None and returned != value:
            return returned
    return None


def _find_returned_value(record: Record, node: int) -> Number | None:
    """Return what the last search of a node returned; ``None`` if the node was pruned."""
    call = record.call_of(node)
    return None if call is None else record.value(call)


def ordinal(number: int) -> str:
    """Return the ordinal of a number, as a word if it is small.

    >>> ordinal(2), ordinal(22)
    ('second', '22nd')
    """
    if 1 <= number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    return format_ordinal(number)


def _describe_other_leaves(leaves: Leaves, record: Record) -> list[str]:
    """Describe which leaves a program read, which it should have read, and where they part.

    For example, in three lines::

        It evaluated     3 12 2 4
        it should have   3 12 2
        After 3 leaves it evaluated 4 next. Step 10 of the reference: α cut-off at ▽B: …

    There are no lines if the leaves are the same.
    """
    right_leaves = tuple(number for _, _, number in record.readings())
    common_count = _count_common_start(leaves, right_leaves)
    if common_count == len(right_leaves) == len(leaves):
        return []

    printed = _format_numbers(leaves)
    should_print = _format_numbers(right_leaves)
    step = _find_step_of_difference(leaves, record, common_count)
    explanation = f"Step {step} of the reference: {describe_step(record, step)}"

    # It cannot have evaluated a number that is no leaf's, so of such a number another verb is used.
    next_numbers = leaves[common_count:][:1]  # the first that is wrong, if it prints more
    is_no_leaf = prints_number_of_no_leaf(record.tree, next_numbers)
    if is_no_leaf:
        return [
            f"It tells         {printed}",
            f"it should tell   {should_print}",
            f"No leaf is worth {_format_numbers(next_numbers)}. {explanation}",
        ]
    return [
        f"It evaluated     {printed}",
        f"it should have   {should_print}",
        f"{_describe_next_leaf(leaves, common_count)} {explanation}",
    ]


def _describe_next_leaf(leaves: Leaves, count: int) -> str:
    """Describe in a sentence what a program read after its first leaves.

    >>> _describe_next_leaf((3, 12, 2), 1)
    'After 1 leaf it evaluated 12 next.'
    """
    noun = "leaf" if count == 1 else "leaves"
    if count == len(leaves):
        return f"After {count} {noun} it evaluated no more."
    next_leaf = _format_numbers([leaves[count]])
    return f"After {count} {noun} it evaluated {next_leaf} next."


def _count_common_start(leaves: Leaves, right_leaves: Leaves) -> int:
    """Count the leaves that agree before the first difference, up to rounding.

    >>> _count_common_start((3, 12, 2), (3, 12, 8, 2))
    2
    """
    return sum(1 for _ in takewhile(bool, map(same, leaves, right_leaves)))


def _find_step_of_difference(leaves: Leaves, record: Record, common_count: int) -> int:
    """Find the step of the reference that explains where a program's leaves begin to differ.

    It is one of the steps between the last leaf that both have read and the next one that the
    reference reads. The first of these that is there counts:

    1. A cut-off that skips the leaf with which the program goes on.
    2. The last step at which a child returned a value.
    3. The last step.

    For example, on ``[[3 12] [2 4]]`` a program reads 3, 12, 2, 4, and the reference 3, 12, 2. The
    step is the cut-off behind 2, which skips 4.

    Args:
        leaves: The leaves that the program reads.
        record: The search of the reference.
        common_count: How many leaves they have in common before they differ.
    """
    steps = _find_steps_after_leaf(record, common_count)

    program_reads_on = common_count < len(leaves)
    if program_reads_on:
        step_of_cut_off = _find_cut_off_that_skips(record, steps, leaves[common_count])
        if step_of_cut_off is not None:
            return step_of_cut_off

    for step in reversed(steps):
        child_returns = record.step(step).child is not None
        if child_returns:
            return step

    # There may be none behind the last leaf; then it is the step before them. Steps count from 1.
    last_step = steps.stop - 1
    return max(last_step, 1)


def _find_cut_off_that_skips(record: Record, steps: range, leaf: Number) -> int | None:
    """Find the cut-off among some steps that skips a leaf of a value; ``None`` if none does."""
    for cut in analysis_of(record).cut_offs:
        if cut.step in steps and leaf in _collect_skipped_values(record, cut):
            return cut.step
    return None


def _find_steps_after_leaf(record: Record, count: int) -> range:
    """Find the steps of a search after a number of readings, up to the next reading or the end.

    The step of the next reading is among them. Steps count from 1.
    """
    reading_steps = [step for step, _, _ in record.readings()]
    first_step = reading_steps[count - 1] + 1 if count > 0 else 1
    last_step = reading_steps[count] if count < len(reading_steps) else record.steps
    return range(first_step, last_step + 1)


def _collect_skipped_values(record: Record, cut: CutOff) -> list[Number | None]:
    """Collect the values of the leaves that a cut-off skips."""
    tree = record.tree
    return [tree.leaf_value(leaf) for node in cut.skipped for leaf in tree.leaves(node)]


def _format_numbers(numbers: Sequence[Number]) -> str:
    """Format numbers for a report: ``3 12 8``; shortened if they are long, or more than 60."""
    if not numbers:
        return "nothing"
    texts = [shorten(shown(number), _LONGEST_NUMBER) for number in numbers[:_MOST_LISTED]]
    if len(numbers) > _MOST_LISTED:
        texts.append("…")
    return " ".join(texts)
