"""How a program's answer on one tree differs from the reference, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from treeexplorer.engine import CutOff, Record, Rules, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.rules_in_words import conventions_in_words
from treeexplorer.explain.steps import step_in_words
from treeexplorer.numbers import ordinal_in_digits, shown
from treeexplorer.programs.answers import (
    Leaves,
    Tried,
    best_moves,
    same,
    worths_of_moves,
)
from treeexplorer.programs.moves import plays_wrongly
from treeexplorer.programs.telling import tells_other_numbers
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
        lines.append(_wrong_value(answer.value, record))
    if plays_wrongly(tried) and answer.move is not None:
        lines.append(_wrong_move(answer.move, record))
    if answer.leaves is not None:
        lines += _other_leaves(answer.leaves, record)
    return "\n".join(lines)


def difference_in_any_order(tried: Tried, rules: Rules) -> str:
    """Return sentences on leaves that are those of alpha-beta in no order of the children.

    Args:
        tried: The tree with the program's answer, whose value is right.
        rules: The test and the return rule of alpha-beta.
    """
    convention = conventions_in_words(rules)
    return (
        f"It evaluated     {_listed(tried.answer.told_leaves)}\n"
        f"In no order of the children does {convention}, read these leaves, nor do they end with "
        "those of such a search after shallower ones."
    )


def difference_of_telling(tried: Tried, rules: Rules) -> str:
    """Return what a program tells of the leaves that it reads, and what it should tell.

    Args:
        tried: The tree with the program's answer, whose value is right.
        rules: The rules of the search whose leaves it reads.
    """
    wanted = [number for _, _, number in search(tried.tree, rules).readings()]
    return (
        f"It tells         {_listed(tried.answer.told_leaves)}\nit should tell   {_listed(wanted)}"
    )


def _wrong_value(value: Number, record: Record) -> str:
    """Return a sentence on a wrong root value, and the right one."""
    return f"It says {_listed([value])}; the root is worth {_shown_worth(record.root_value)}."


def _shown_worth(worth: Number | None) -> str:
    """Return a node's value as it is shown; 0.0 and no value are shown as ``0``."""
    if not worth:
        return "0"
    return shown(worth)


def _wrong_move(move: int, record: Record) -> str:
    """Return a sentence on what a wrong move is worth, and which move is best.

    Such as: ``It plays the second move, worth 2; the first is best, worth 3.`` If a search returns
    only a bound of the played move's value, the bound is named, since taking it for the value may
    be what went wrong.

    Args:
        move: The number of the root's child that the program plays, from 1; it may be too large.
        record: The search of the tree.
    """
    worths = worths_of_moves(record.tree)  # of the moves in order; the first is move 1
    best_move = min(best_moves(record.tree))
    best = f"{ordinal(best_move)} is best, worth {_shown_worth(worths[best_move - 1])}"
    has_such_move = 1 <= move <= len(worths)
    if not has_such_move:
        return f"It plays move {move}, and the root has {len(worths)}; the {best}."
    worth = worths[move - 1]
    played = f"It plays the {ordinal(move)} move, worth {_shown_worth(worth)}"
    bound = _bound_returned(move, worth, record)
    if bound is None:
        return f"{played}; the {best}."
    return f"{played}: its {shown(bound)} is only a bound. The {best}."


def _bound_returned(move: int, worth: Number, record: Record) -> Number | None:
    """Return the number that a search returns for a move if it is only a bound of its value.

    A search that stops early below a move returns a bound, which fail-hard clamps to the window. It
    is not known how the program's search fails, so that two are asked: the recorded one, and then a
    fail-hard one.

    Args:
        move: The number of the root's child, from 1; there must be such a child.
        worth: The child's minimax value.
        record: The search of the tree.

    Returns:
        The bound; ``None`` if each of the searches returns the value itself or does not visit the
        child.
    """
    tree = record.tree
    child = list(tree.children(0))[move - 1]
    fail_hard = search(tree, Rules(levels=tree.levels, fail="hard"))
    for searched in (record, fail_hard):
        call = searched.call_of(child)
        if call is None:
            continue
        returned = searched.value(call)
        if returned is not None and returned != worth:
            return returned
    return None


def ordinal(number: int) -> str:
    """Return the ordinal of a number, as a word if it is small.

    >>> ordinal(2), ordinal(22)
    ('second', '22nd')
    """
    if 1 <= number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    return ordinal_in_digits(number)


def _other_leaves(leaves: Leaves, record: Record) -> list[str]:
    """Return lines on which leaves a program read, which it should have read, and where they part.

    Args:
        leaves: The values of the leaves that the program told, in order.
        record: The reference, the search whose leaves are right.

    Returns:
        Three lines: the program's leaves, those of the reference, and the first difference with the
        step of the reference that explains it. Empty if the leaves are the same.
    """
    wanted = tuple(number for _, _, number in record.readings())
    alike = _count_alike(leaves, wanted)  # how many agree before the first difference
    if alike == len(wanted) == len(leaves):
        return []
    step = _step_of_difference(leaves, record, alike)
    reference = f"Step {step} of the reference: {step_in_words(record, step)}"
    # The first leaf that differs; empty if the program read no more.
    next_leaves = leaves[alike : alike + 1]
    # No leaf has that value: then it was only told so, and "evaluated" would be false.
    if tells_other_numbers(record.tree, next_leaves):
        return [
            f"It tells         {_listed(leaves)}",
            f"it should tell   {_listed(wanted)}",
            f"No leaf is worth {_listed(next_leaves)}. {reference}",
        ]
    return [
        f"It evaluated     {_listed(leaves)}",
        f"it should have   {_listed(wanted)}",
        f"{_next_reading(leaves, alike)} {reference}",
    ]


def _next_reading(leaves: Leaves, alike: int) -> str:
    """Return a sentence on what a program read after some leaves.

    >>> _next_reading((3, 12, 2), 1)
    'After 1 leaf it evaluated 12 next.'
    """
    noun = "leaf" if alike == 1 else "leaves"
    if alike == len(leaves):
        return f"After {alike} {noun} it evaluated no more."
    return f"After {alike} {noun} it evaluated {_listed(leaves[alike : alike + 1])} next."


def _count_alike(leaves: Leaves, wanted: Leaves) -> int:
    """Return how many leaves agree before the first difference, up to rounding.

    >>> _count_alike((3, 12, 2), (3, 12, 8, 2))
    2
    """
    return sum(1 for _ in takewhile(bool, map(same, leaves, wanted)))


def _step_of_difference(leaves: Leaves, record: Record, alike: int) -> int:
    """Return the step of the reference that explains where a program's leaves begin to differ.

    The steps behind the last leaf that both have read are looked at, up to the next one that the
    reference reads:

    - If the program goes on with a leaf that a cut-off there skips, it is the step of the cut-off.
    - Else it is the last step there at which a child returned a value.
    - If there is none, as before the first leaf, it is the last of these steps.

    Args:
        leaves: The values of the leaves that the program read, in order.
        record: The reference, the search whose leaves are right.
        alike: How many leaves are the same before the first that differs.

    Example:
        For ``[[3 12] [2 4]]`` and the leaves 3, 12, 2, 4 it is the step of the cut-off that skips
        4.
    """
    steps = _steps_after_reading(record, alike)
    program_reads_on = alike < len(leaves)
    if program_reads_on:
        for cut in analysis_of(record).cut_offs:
            if cut.step in steps and leaves[alike] in _values_skipped(record, cut):
                return cut.step
    for step in reversed(steps):
        child_returns = record.step(step).child is not None
        if child_returns:
            return step
    first_step = 1
    last_step_looked_at = steps.stop - 1
    return max(last_step_looked_at, first_step)


def _steps_after_reading(record: Record, count: int) -> range:
    """Return the steps of a search after a number of readings, up to the next reading or the end.

    The step of the next reading is among them. Steps count from 1.

    Args:
        record: The search.
        count: The number of readings of leaves; at most as many as there are.
    """
    reading_steps = [step for step, _, _ in record.readings()]
    first = reading_steps[count - 1] + 1 if count > 0 else 1
    last = reading_steps[count] if count < len(reading_steps) else record.steps
    return range(first, last + 1)


def _values_skipped(record: Record, cut: CutOff) -> list[Number | None]:
    """Return the values of the leaves that a cut-off skips."""
    tree = record.tree
    return [tree.leaf_value(leaf) for node in cut.skipped for leaf in tree.leaves(node)]


def _listed(numbers: Sequence[Number]) -> str:
    """Return numbers as a report lists them, shortened if there are many or they are long."""
    if not numbers:
        return "nothing"
    listed = [shorten(shown(number), _LONGEST_NUMBER) for number in numbers[:_MOST_LISTED]]
    if len(numbers) > _MOST_LISTED:
        listed.append("…")
    return " ".join(listed)
