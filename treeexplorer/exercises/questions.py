"""Predict mode's questions: what one would write on paper at a step of the search.

A question belongs to a step and is asked just before it. At the entry of a node it asks for the
window; at the arrival of a child's value for v, α and β afterwards, whether the rest is cut off,
and which two numbers decide that. It asks for these also where nothing is cut off, or the question
would give the answer away.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias, overload

from treeexplorer.engine.cut_words import window_below_chance
from treeexplorer.engine.explain import label, reason
from treeexplorer.engine.record import Record
from treeexplorer.engine.steps import Step, StepKind
from treeexplorer.exercises.claims import asks_windows, shown_window
from treeexplorer.exercises.entries import EntryError, read_number, read_yes_no
from treeexplorer.exercises.findings import agrees
from treeexplorer.numbers import shown
from treeexplorer.text import as_sentence
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number, Player, Window

Field: TypeAlias = Literal["v", "alpha", "beta", "cut", "because_left", "because_right"]
Answer: TypeAlias = Number | bool

WINDOW_FIELDS: tuple[Field, ...] = ("alpha", "beta")
V_FIELDS: tuple[Field, ...] = ("v",)
ARRIVAL_FIELDS: tuple[Field, ...] = ("v", "alpha", "beta", "cut", "because_left", "because_right")
LAST_ARRIVAL_FIELDS: tuple[Field, ...] = ("v", "alpha", "beta")


class Scope(StrEnum):
    """At which steps a question is asked.

    ``USUAL``: at entry windows of nodes with children, and at arrivals with children left.
    ``CUT_OFFS``: only at arrivals with children left, where a cut-off is possible.
    ``EVERYTHING``: also at the entry of leaves and at the last arrivals.
    """

    USUAL = "usual"
    CUT_OFFS = "cut-offs"
    EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one step.

    Attributes:
        step: The step, shown only once the question is answered.
        node: The node that it is about.
        child: The child whose value arrives; ``None`` at an entry.
        value: The value that arrives.
        fields: The boxes to fill in, in order.
        text: The question in a sentence.
    """

    step: int
    node: int
    child: int | None
    value: Number | None
    fields: tuple[Field, ...]
    text: str

    @property
    def shown_step(self) -> int:
        """The step that a screen shows while the question is open: the one before."""
        return self.step - 1


class Questions(Sequence[Question]):
    """The questions about a search, in the order of its steps; each is made when it is asked for.

    Which steps are asked about is found in one pass over the calls, so that a quiz on a tree of
    any size begins at once.
    """

    def __init__(self, record: Record, scope: Scope = Scope.USUAL) -> None:
        self.record = record
        self.scope = scope
        self._steps = array("i", sorted(_asked_steps(record, scope)))

    def __len__(self) -> int:
        """Return how many questions there are."""
        return len(self._steps)

    @overload
    def __getitem__(self, index: int) -> Question: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Question]: ...

    def __getitem__(self, index: int | slice) -> Question | Sequence[Question]:
        """Return a question by its number from 0."""
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        question = question_at(self.record, self._steps[index], self.scope)
        if question is None:
            raise IndexError("no question is asked there")
        return question


def _asked_steps(record: Record, scope: Scope) -> Iterator[int]:
    """Yield the steps that a scope asks about, in no order."""
    tree = record.tree
    asks_entries = asks_windows(record.rules) and scope is not Scope.CUT_OFFS
    for row in range(len(record.nodes)):
        leaf = record.is_leaf_call(row)
        if asks_entries and (not leaf or scope is Scope.EVERYTHING):
            yield record.entered(row)
        parent_row = record.parent_row(row)
        if parent_row is None or record.left(row) > record.steps:
            continue
        if tree.roles[tree.parent[record.node(row)]] == CHANCE_ROLE:
            continue
        if scope is Scope.EVERYTHING or children_left(record, record.node(row)):
            yield record.left(row)


def question_at(record: Record, number: int, scope: Scope = Scope.USUAL) -> Question | None:
    """Return the question about a step, ``None`` where none is asked."""
    step = record.step(number)
    if step.kind in {StepKind.VISIT, StepKind.LEAF}:
        return _entry_question(record, step, scope)
    return _arrival_question(record, step, scope)


def _entry_question(record: Record, step: Step, scope: Scope) -> Question | None:
    if scope is Scope.CUT_OFFS or not asks_windows(record.rules) or step.window is None:
        return None
    leaf = step.kind is StepKind.LEAF
    if leaf and scope is not Scope.EVERYTHING:
        return None
    name = label(record, step.node)
    verb = "read" if leaf else "entered"
    text = f"{name} is {verb}. With which window?"
    return Question(step.number, step.node, None, None, WINDOW_FIELDS, text)


def _arrival_question(record: Record, step: Step, scope: Scope) -> Question | None:
    if step.child is None or step.value is None or step.v is None:
        return None
    left = children_left(record, step.child)
    if not left and scope is not Scope.EVERYTHING:
        return None
    if not asks_windows(record.rules) or step.window is None:
        fields = V_FIELDS
    else:
        fields = ARRIVAL_FIELDS if left else LAST_ARRIVAL_FIELDS
    text = (
        f"{shown(step.value)} arrives at {label(record, step.node)}. "
        "Fill in what you would write on paper."
    )
    return Question(step.number, step.node, step.child, step.value, fields, text)


def children_left(record: Record, child: int) -> bool:
    """Tell whether a child's arrival leaves siblings that could be skipped, drawn or not."""
    if not record.is_last_child(child):
        return True
    return record.tree.parent[child] in record.tree.elided and not record.rules.right_to_left


# -- answers -----------------------------------------------------------------------------------


def right_answers(record: Record, question: Question) -> dict[Field, Answer]:
    """Return what belongs into a question's boxes."""
    step = record.step(question.step)
    answers: dict[Field, Answer] = {}
    window = step.window
    for name in question.fields:
        if name == "v" and step.v is not None:
            answers[name] = step.v
        elif name == "cut":
            answers[name] = step.kind is StepKind.CUT
        elif window is not None:
            answers[name] = window[0] if name in {"alpha", "because_left"} else window[1]
    return answers


def accepted(record: Record, question: Question, name: Field, given: Answer) -> bool:
    """Tell whether what was filled into a box is right.

    Which numbers decide may also be said with the node's v: v ≥ β at MAX, α ≥ v at MIN.
    """
    right = right_answers(record, question)[name]
    if isinstance(right, bool) or isinstance(given, bool):
        return right is given
    tree = record.tree
    given = tree.as_searched(given)
    if agrees(given, right):
        return True
    step = record.step(question.step)
    own_side: Field = "because_left" if tree.roles[question.node] == MAX_ROLE else "because_right"
    return name == own_side and step.v is not None and agrees(given, step.v)


def read_answers(question: Question, typed: Mapping[Field, str]) -> dict[Field, Answer]:
    """Return what was typed into the boxes.

    Raises:
        EntryError: A box is empty or cannot be read; the message names it.
    """
    answers: dict[Field, Answer] = {}
    for name in question.fields:
        text = typed.get(name, "")
        if not text.strip():
            raise EntryError(f"the box “{field_label(name)}” is still empty")
        answers[name] = read_yes_no(text) if name == "cut" else read_number(text)
    return answers


def field_label(name: Field) -> str:
    """Return how a box is labelled."""
    return {
        "v": "v",
        "alpha": "α",
        "beta": "β",
        "cut": "cut off the rest?",
        "because_left": "because …",
        "because_right": "… ≥ …",
    }[name]


def shown_answer(answer: Answer) -> str:
    """Return an answer as people read it."""
    if isinstance(answer, bool):
        return "y" if answer else "n"
    return shown(answer)


# -- hints -------------------------------------------------------------------------------------


def question_hint(record: Record, question: Question, degree: int) -> str:
    """Return a hint: 1 says where to look, 2 what to compare, 3 the answer with its reason."""
    step = record.step(question.step)
    if degree >= 3:
        return f"{_solution(record, question)} {reason(record, question.step)}"
    if question.child is None:
        return _entry_hint(record, step, degree)
    return _arrival_hint(record, question, step, degree)


def _solution(record: Record, question: Question) -> str:
    answers = right_answers(record, question)
    parts = [
        f"{field_label(name)} = {shown_answer(answers[name])}"
        for name in question.fields
        if name in {"v", "alpha", "beta"}
    ]
    text = ", ".join(parts)
    if "cut" in answers:
        text += f"; {'cut off' if answers['cut'] else 'no cut-off'}"
    return f"{text}."


def _entry_hint(record: Record, step: Step, degree: int) -> str:
    parent = record.tree.parent[step.node]
    if parent < 0:
        return "The search begins here: with which window do the rules begin?"
    above = label(record, parent)
    if degree == 1:
        return f"Look at {above}: what are its α and β at this moment?"
    window = _window_above(record, step)
    if window is None:
        return as_sentence(window_below_chance(record, parent))
    return f"At {above}, α and β stand at {shown_window(window)} now. A child gets just that."


def _window_above(record: Record, step: Step) -> Window | None:
    parent_row = record.parent_row(step.call)
    if parent_row is None:
        return None
    return record.moving(parent_row, record.v_before(step.call))


def _arrival_hint(record: Record, question: Question, step: Step, degree: int) -> str:
    name, player = label(record, question.node), record.player(question.node)
    largest, moves = ("larger", "α") if player is Player.MAX else ("smaller", "β")
    if degree == 1:
        word = "MAX" if player is Player.MAX else "MIN"
        text = f"{name} is {word}: it keeps the {largest} one of its v and what arrives"
        return f"{text}, and {moves} is the end it may move." if step.window else f"{text}."
    before = "nothing yet" if step.child_call is None else _before(record, step.child_call)
    text = f"Compare what {name} had, {before}, with {shown(step.value or 0)}."
    if "cut" in question.fields and step.window is not None:
        text += f" Then test: α {record.rules.test_sign} β?"
    return text


def _before(record: Record, row: int) -> str:
    v = record.v_before(row)
    return "nothing yet" if v is None else shown(v)
