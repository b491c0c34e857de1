"""Hints in three degrees: where to look, what to compare, the answer."""

from __future__ import annotations

from typing import Final

from treeexplorer.engine.cut_words import test_text
from treeexplorer.engine.explain import label, reason, why
from treeexplorer.engine.record import Record
from treeexplorer.engine.steps import StepKind
from treeexplorer.exercises.claims import claim_text, shown_window
from treeexplorer.exercises.model_answer import Task
from treeexplorer.numbers import shown
from treeexplorer.tree import FULL_WINDOW, Player

DEGREES: Final = 3


def hint(record: Record, task: Task, degree: int) -> str:
    """Return a hint for a task.

    Args:
        record: The search.
        task: What is to be written down.
        degree: 1 says where to look, 2 what to compare, 3 the answer with its reason.
    """
    claim = task.claim
    if claim.window is not None:
        texts = _window_hint(record, task)
    elif claim.number is None:
        texts = _cut_hint(record, task)
    else:
        texts = _value_hint(record, task)
    return texts[min(max(degree, 1), DEGREES) - 1]


def _window_hint(record: Record, task: Task) -> tuple[str, str, str]:
    node, row = task.claim.node, task.row
    name = label(record, node)
    where = f"Look at {name}: with which window is it entered?"
    answer = f"{name} is entered with {claim_text(task.claim)}."
    parent_row = record.parent_row(row)
    if parent_row is None:
        begin = "full window" if record.rules.window == FULL_WINDOW else "window that is given"
        return where, f"The search begins at {name}, with the {begin}.", answer
    above = label(record, record.tree.parent[node])
    entry = shown_window(record.entry(parent_row))
    if record.sibling_before(row) is None:
        compare = f"It is the first child: compare with {above}, which was entered with {entry}."
    else:
        v = record.v_before(row)
        now = "" if v is None else f", and by now its v is {shown(v)}"
        compare = (
            f"{above} was entered with {entry}{now}. Which of the two ends does that move, "
            "and does it move it at all?"
        )
    return where, compare, f"{answer} {reason(record, task.step)}"


def _cut_hint(record: Record, task: Task) -> tuple[str, str, str]:
    step = record.step(task.step)
    if step.kind is not StepKind.CUT:
        return _quiet_hint(record, task)
    name = label(record, step.node)
    child = f"after {label(record, step.child)}" if step.child is not None else "now"
    where = f"Look at {name}: is there any point in looking further {child}?"
    window = step.window or FULL_WINDOW
    alpha, beta = (shown(end) for end in window)
    test = test_text(record, step)
    compare = f"At {name}, α = {alpha} and β = {beta}. Is {test}?"
    return where, compare, reason(record, task.step)


def _quiet_hint(record: Record, task: Task) -> tuple[str, str, str]:
    """Return hints for a slash without a cut-off at the parent (see the task)."""
    node = task.claim.node
    above = label(record, record.tree.parent[node])
    where = f"Look at {above}: does the search ever come to {label(record, node)}?"
    return where, f"What is already known of {above}, and is it enough?", why(record, node)


def _value_hint(record: Record, task: Task) -> tuple[str, str, str]:
    node, row = task.claim.node, task.row
    name = label(record, node)
    where = (
        f"Look at {name}: everything that is looked at there has come back. What does it return?"
    )
    values = [
        shown(value)
        for child in record.children(node)
        if (rows := record.rows(child)) and (value := record.value(rows[-1])) is not None
    ]
    player = record.player(node)
    takes = {
        Player.MAX: "MAX takes the largest",
        Player.MIN: "MIN takes the smallest",
        Player.CHANCE: "A chance node takes the weighted mean",
        None: "It takes the value",
    }[player]
    compare = f"{takes} of {', '.join(values)}."
    if record.rules.hard and record.rules.algorithm == "alphabeta":
        compare += f" But nothing outside its window {shown_window(record.entry(row))} is returned."
    value = record.value(row)
    returned = "nothing" if value is None else shown(value)
    answer = f"{name} returns {returned}"
    if task.claim.sign is not None:
        answer += f", and that is only a bound: {claim_text(task.claim)}"
    return where, compare, f"{answer}."
