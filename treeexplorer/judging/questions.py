"""What one writes down at a step of a search, and which answers are right.

A *task* is made of a step: the numbers that the node has then, and whether it is cut off, and why.
In ``[[3 12 8] [2 4 6]]``, when the 2 has returned to its MIN node, one writes v = 2, α = 3, β = 2,
and that the rest is cut off, because 3 ≥ 2.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from math import isfinite
from typing import Final, Literal, TypeAlias

from treeexplorer.engine import Record, Step, StepKind
from treeexplorer.judging.cutoff_tests import has_children_left, test_at
from treeexplorer.judging.facts import CutTest
from treeexplorer.judging.judge import agrees
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number

Field: TypeAlias = Literal["v", "alpha", "beta", "cut", "because_left", "because_right"]
Answer: TypeAlias = Number | bool

FIELD_LABELS: Final[dict[Field, str]] = {
    "v": "v",
    "alpha": "α",
    "beta": "β",
    "cut": "cut off the rest?",
    "because_left": "because …",
    "because_right": "because … (right)",
}

UNDRAWN: Final = -1
"""Stands among branches, which are node numbers, for the children that are not drawn (``...``)."""


@dataclass(frozen=True, slots=True)
class Task:
    """What one writes down at one step.

    Attributes:
        at: The step at which the answers are known: a node is entered, or a child returns. While
            they are asked for, the step before is shown.
        answers: The right answer for each box of practise, in the order of the boxes.
        test: The test that decides whether the rest is cut off; ``None`` if none is made.
        branches: The branches that the test may prune (see :func:`branches_at_stake`).
    """

    at: Step
    answers: Mapping[Field, Answer]
    test: CutTest | None = None
    branches: tuple[int, ...] = ()


def steps_with_tasks(record: Record) -> Sequence[int]:
    """Return the steps that practise asks about, ascending.

    They are the entries of nodes with children, and the returns of children after which the parent
    has children left. :func:`task_at` makes the task of a step. Linear in the number of calls.
    """
    steps = set(_find_returns_with_children_left(record))
    if record.has_windows:
        steps.update(map(record.entered_at, record.inner_calls))
    return array("i", sorted(steps))


def _find_returns_with_children_left(record: Record) -> Iterator[int]:
    """Yield the steps in which a child returns to a MAX or MIN node that has children left.

    At such a step the node decides whether it skips the others. In ``[[3 12 8] 2]`` these are the
    returns of the 3, the 12 and the first MIN node; behind the 8 and the 2 no child is left.
    """
    for call in range(len(record.nodes)):
        child = record.node(call)
        parent = record.tree.parent_of(child)
        if parent is None or record.tree.roles[parent] == CHANCE_ROLE:
            continue
        step_of_return = record.returned_at(call)
        # A search that stops at an unknown leaf leaves some calls open: their step is never made.
        has_returned = step_of_return <= record.steps
        if has_returned and has_children_left(record, parent, child):
            yield step_of_return


def task_at(record: Record, number: int) -> Task:
    """Return the task at a step.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> task_at(record, 12).answers
        {'v': 2, 'alpha': 3, 'beta': 2, 'cut': True, 'because_left': 3, 'because_right': 2}
    """
    step = record.step(number)
    test = test_at(record, step)
    answers = _collect_numbers(record, step) | _collect_answers_about_cut(step, test)
    return Task(step, answers, test, branches_at_stake(record, step))


def _collect_numbers(record: Record, step: Step) -> dict[Field, Answer]:
    """Return the numbers that a node has at a step: its v after a return, and its window."""
    answers: dict[Field, Answer] = {}
    if step.child is not None and step.v is not None:
        answers["v"] = step.v
    if record.has_windows and step.window is not None:
        answers["alpha"], answers["beta"] = step.window
    return answers


def _collect_answers_about_cut(step: Step, test: CutTest | None) -> dict[Field, Answer]:
    """Return the right answers to the question whether the other children are cut off.

    They are whether the step is a cut-off, and the two numbers of its test ``__ ≥ __``. Without a
    test, or without children left, nothing is asked.
    """
    if test is None or not test.skips:
        return {}
    return {
        "cut": step.kind is StepKind.CUT,
        "because_left": test.left,
        "because_right": test.right,
    }


def next_possible_cut(record: Record, step: int, last: int) -> Task | None:
    """Return the next task, up to a last step, at which a cut-off is possible.

    Args:
        record: The search.
        step: The step that is shown; the task is behind it.
        last: The last step that counts.

    Returns:
        The task; ``None`` if no cut-off is possible up to there.
    """
    for number in range(step + 1, min(last, record.steps) + 1):
        if branches_at_stake(record, record.step(number)):
            return task_at(record, number)
    return None


class Crossing(Enum):
    """How the branches that were crossed out at a possible cut-off are judged."""

    RIGHT = auto()
    TOO_FEW = auto()  # a cut-off that prunes other branches than were crossed out
    MISSED = auto()  # a cut-off, and no branch was crossed out
    TOO_SOON = auto()  # no cut-off, and some were crossed out


def judge_crossing(task: Task, crossed: Collection[int]) -> Crossing:
    """Judge the branches that were crossed out at a possible cut-off.

    Args:
        task: The task at the step. A cut-off prunes all of its branches, so that each of them must
            be crossed out.
        crossed: The branches that were crossed out, in any order.
    """
    is_cut_off = task.answers["cut"]
    if not is_cut_off:
        return Crossing.TOO_SOON if crossed else Crossing.RIGHT
    if not crossed:
        return Crossing.MISSED
    all_are_crossed = set(crossed) == set(task.branches)
    return Crossing.RIGHT if all_are_crossed else Crossing.TOO_FEW


def accepted(record: Record, task: Task, name: Field, given: Answer) -> bool:
    """Tell whether an answer is right.

    Args:
        record: The search.
        task: The task.
        name: The box that was filled in.
        given: What was filled in.
    """
    right_answer = task.answers[name]
    # Yes or no. Asked first, since Python counts True as the number 1.
    if isinstance(right_answer, bool) or isinstance(given, bool):
        return right_answer is given
    number = record.tree.as_searched(given)
    right_numbers = [right_answer, *_find_equivalent_numbers(record, task.at, name)]
    return any(agrees(number, right_number) for right_number in right_numbers)


def _find_equivalent_numbers(record: Record, step: Step, box: Field) -> Iterator[Number]:
    """Yield the numbers that may also be written in a box of the test for a cut-off, ``__ ≥ __``.

    The test is written as ``α ≥ β``, or with v (the best value so far) in place of one of them:

    ==========  ==========  ==================================================================
    the node    its test    why
    ==========  ==========  ==================================================================
    MAX         ``v ≥ β``   v raises α, so the left box may have v or α
    MIN         ``α ≥ v``   v lowers β, so the right box may have v or β
    ==========  ==========  ==================================================================

    The other box has one right number, so nothing is yielded for it. At a MIN node with v = 2 and
    the window (3, 2), 2 is yielded twice for the right box, as v and as β.
    """
    is_at_max = record.tree.roles[step.node] == MAX_ROLE
    box_of_v: Field = "because_left" if is_at_max else "because_right"
    if box != box_of_v:
        return
    if step.v is not None:
        yield step.v

    # A null window is not moved by v: both of its ends stay the number that is asked about.
    if step.window is None or record.has_null_window(step.call):
        return
    alpha, beta = step.window
    yield alpha if is_at_max else beta


def branches_at_stake(record: Record, at: Step) -> tuple[int, ...]:
    """Return the branches that a cut-off in a step would prune; none if no cut-off is possible.

    A cut-off is possible after a child, if other children are left. If its test does not hold, it
    counts as possible only if both ends of the node's window are finite.

    Args:
        record: The search.
        at: The step.

    Returns:
        The drawn children that this visit of the node has not come to yet, in the order of the
        search. ``UNDRAWN`` alone if only undrawn children (``...``) are left.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> branches_at_stake(record, record.step(4)), branches_at_stake(record, record.step(12))
        ((), (7, 8))
    """
    test = test_at(record, at)
    if test is None or at.child is None or not _may_cut_off(at, test):
        return ()
    drawn_children_left = tuple(record.children_after(at.node, at.child))
    return drawn_children_left if drawn_children_left else (UNDRAWN,)


def _may_cut_off(step: Step, test: CutTest) -> bool:
    """Tell whether a node's test for a cut-off holds, or might have held with other values.

    ============================  ====================================================
    no other child is left        no: there is nothing to cut off
    the test holds                yes
    the window is (3, 8)          yes: it might have become empty, as (8, 8)
    the window is (3, +∞)         no: the opponent has set no bound yet
    ============================  ====================================================
    """
    has_children_to_skip = test.skips
    if not has_children_to_skip:
        return False
    return test.holds or _has_finite_window(step, test)


def _has_finite_window(step: Step, test: CutTest) -> bool:
    """Tell whether both ends of a node's window are finite.

    A chance node has no window of its own: the two numbers of its test stand for it.
    """
    if step.window is None:
        return isfinite(test.left) and isfinite(test.right)
    alpha, beta = step.window
    return isfinite(alpha) and isfinite(beta)
