"""Hints on what one writes at a step of a search, and remarks on what was written instead.

A :class:`Task` is what one writes down at a step; practise asks for it, and a hint of the worksheet
is about it.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from treeexplorer.engine import Record, Step, StepKind
from treeexplorer.explain.facts import CutTest, leaves_something, test_at
from treeexplorer.explain.judged import claim_text
from treeexplorer.explain.sentence import (
    Argument,
    End,
    ItemList,
    Letter,
    Node,
    Phrase,
    Sentence,
    together,
)
from treeexplorer.explain.sentences import sentences
from treeexplorer.explain.why import why
from treeexplorer.explain.words import player_word, question
from treeexplorer.notation import Claim
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE, Number

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
DEGREES: Final = 3


@dataclass(frozen=True, slots=True)
class Task:
    """What one writes down at one step.

    Attributes:
        at: The step at which it can be known, an entry or an arrival; the one before is shown while
            it is asked.
        answers: What is asked for in practise, in order, with what belongs into each box.
        test: The test that decides whether the rest is cut off, ``None`` where none is made.
    """

    at: Step
    answers: Mapping[Field, Answer]
    test: CutTest | None = None


def steps_with_tasks(record: Record) -> Sequence[int]:
    """Return the steps that practise asks about: entries of nodes, arrivals with children left.

    They are found in one pass over the calls, so that practise on a tree of any size begins at
    once; :func:`task_at` makes each task when it is asked for.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12], [2, 4]]))
        >>> steps = steps_with_tasks(record)
        >>> len(steps), dict(task_at(record, steps[1]).answers)
        (6, {'alpha': -inf, 'beta': inf})
    """
    steps = set()
    for row in range(len(record.nodes)):
        if record.has_windows and not record.is_leaf_call(row):
            steps.add(record.entered(row))
        node = record.node(row)
        parent = record.tree.parent[node]
        if parent < 0 or record.left(row) > record.steps:
            continue
        if record.tree.roles[parent] != CHANCE_ROLE and leaves_something(record, parent, node):
            steps.add(record.left(row))
    return array("i", sorted(steps))


def task_at(record: Record, number: int) -> Task:
    """Return the task at a step."""
    step = record.step(number)
    test = test_at(record, step)
    answers: dict[Field, Answer] = {}
    if step.child is not None and step.v is not None:
        answers["v"] = step.v
    if record.has_windows and step.window is not None:
        answers["alpha"], answers["beta"] = step.window
    if test is not None and test.skips:
        answers["cut"] = step.kind is StepKind.CUT
        answers["because_left"], answers["because_right"] = test.left, test.right
    return Task(step, answers, test)


def _takes_first(record: Record, step: Step) -> bool:
    """Tell whether what arrives is taken as it is, being the first that arrives at its node."""
    row = step.child_call
    return record.replaces_first and row is not None and record.sibling_before(row) is None


def _had(record: Record, row: int) -> Argument:
    """Return the v of a node before one of its children is entered or arrives."""
    v = record.v_before(row)
    return Phrase("nothing_read_yet") if v is None else v


def _test_now(record: Record, step: Step, test: CutTest) -> Sentence:
    """Return what the test at a step compares: α and β, or v with one of them."""
    left: Argument = Letter.ALPHA
    right: Argument = Letter.BETA
    if record.scopes:
        at_max = record.tree.roles[step.node] == MAX_ROLE
        left, right = ("v", right) if at_max else (left, "v")
    return Sentence("test_now", left=left, sign=test.sign, right=right)


def _asked_of(record: Record, step: Step) -> Sentence | None:
    """Return why a node is not entered with its parent's window; ``None`` where it is."""
    node, parent_row = Node(record.tree, step.node), record.parent_row(step.call)
    above = record.tree.parent[step.node]
    if above >= 0 and record.tree.roles[above] == CHANCE_ROLE:
        return Sentence("starts_anew", node=Node(record.tree, above))
    if record.null(step.call):
        return Sentence("only_asked", node=node, question=question(record, step.call))
    rows = record.rows(step.node)
    calls = [row for row in rows if row < step.call and record.parent_row(row) == parent_row]
    return Sentence("searched_again", node=node) if calls else None


def shown_answer(answer: Answer) -> str:
    """Return an answer as people read it."""
    if isinstance(answer, bool):
        return "y" if answer else "n"
    return shown(answer)


# -- hints -------------------------------------------------------------------------------------


def hint(record: Record, task: Task, degree: int, claim: Claim | None = None) -> Phrase:
    """Return a hint for a task: 1 where to look, 2 what to compare, 3 the answer with its reason.

    It is about one of the task's claims, or about what is asked in practise where that is ``None``.
    """
    if claim is None:
        is_entry = task.at.child is None
        texts = _entry_hints(record, task.at) if is_entry else _arrival_hints(record, task)
    elif claim.kind in {"cut", "cut-rest"}:
        texts = _cut_hints(record, task, claim.node)
    elif claim.kind == "window" and record.rules.windows == "entry":
        texts = _entry_hints(record, task.at)
    else:
        texts = _value_hints(record, claim)
    return texts[min(max(degree, 1), DEGREES) - 1]


def _entry_hints(record: Record, step: Step) -> tuple[Phrase, Phrase, Phrase]:
    node, parent_row = Node(record.tree, step.node), record.parent_row(step.call)
    answer = Sentence("passes_with", node=node, passes="entered", window=step.window)
    reason = together(answer, *sentences(record, step.number))
    asked, above = _asked_of(record, step), Node(record.tree, record.tree.parent[step.node])
    if asked is not None:
        return Sentence("look_what_is_asked", node=node), asked, reason
    if parent_row is None:
        which = "full" if record.rules.window == FULL_WINDOW else "given"
        begins = Sentence("begins_with_which", node=node, which=which)
        return Sentence("look_at_rules", node=node), begins, answer
    window, had = record.entry(parent_row), _had(record, step.call)
    compare = Sentence("which_end_moved", node=above, window=window, v=had)
    return Sentence("look_at_window", node=above), compare, reason


def _what_is_kept(record: Record, step: Step) -> Sentence:
    """Return which of two values a node keeps, and the end of its window that it may move."""
    at_max = record.tree.roles[step.node] == MAX_ROLE
    letter = Letter.ALPHA if at_max else Letter.BETA
    return Sentence(
        "takes_first" if _takes_first(record, step) else "keeps_one",
        node=Node(record.tree, step.node),
        player=player_word(record, step.node),
        larger="larger" if at_max else "smaller",
        moves=Phrase("own_end", letter=letter) if step.window else None,
    )


def _numbers(step: Step) -> ItemList:
    """Return v, and α and β where there is a window, as they are at a step."""
    numbers: list[tuple[Argument, Argument]] = [("v", step.v)]
    if step.window is not None:
        ends = zip(Letter, step.window, strict=True)
        numbers += [(letter, End(letter.value, value)) for letter, value in ends]
    return ItemList(tuple(Phrase("equals", name=name, value=value) for name, value in numbers))


def _arrival_hints(record: Record, task: Task) -> tuple[Phrase, Phrase, Phrase]:
    step, node = task.at, Node(record.tree, task.at.node)
    had, decision = _had(record, step.child_call or 0), None
    compare: Phrase = Sentence("compare", node=node, had=had, value=step.value)
    if task.test is not None and task.test.skips:
        compare = together(compare, _test_now(record, step, task.test))
        decision = Phrase("decided_cut" if task.answers["cut"] else "decided_no_cut")
    settled = Phrase("settled", numbers=_numbers(step), decision=decision)
    return _what_is_kept(record, step), compare, together(settled, *sentences(record, step.number))


def _cut_hints(record: Record, task: Task, node: int) -> tuple[Phrase, Phrase, Phrase]:
    step, test, at = task.at, task.test, Node(record.tree, task.at.node)
    if step.kind is not StepKind.CUT or step.child is None or test is None:
        where = Sentence("look_whether_visited", node=at, other=Node(record.tree, node))
        return where, Sentence("is_it_enough", node=at), together(*why(record, node))
    where = Sentence("look_further", node=at, child=Node(record.tree, step.child))
    left, right = End("α", test.left), End("β", test.right)
    compare = Sentence(
        "known", node=at, numbers=_numbers(step), left=left, sign=test.sign, right=right
    )
    return where, compare, together(*sentences(record, step.number))


def _value_hints(record: Record, claim: Claim) -> tuple[Phrase, Phrase, Phrase]:
    node, entry = Node(record.tree, claim.node), record.entry(record.rows(claim.node)[-1])
    calls = [rows[-1] for rows in map(record.rows, record.children(claim.node)) if rows]
    values = tuple(value for value in map(record.value, calls) if value is not None)
    player = player_word(record, claim.node)
    compare = [Sentence("has_returned", node=node, player=player, values=ItemList(values))]
    if claim.window:
        compare.append(Sentence("was_it_moved", window=entry))
        answer = Sentence("passes_with", node=node, passes="left", window=claim.window)
    else:
        if record.rules.hard and entry != FULL_WINDOW:
            compare.append(Sentence("nothing_outside", window=entry))
        key, bound = "node_returns", claim_text(record.tree, claim)
        if claim.sign is not None:
            key = "returns_only"
        answer = Sentence(key, node=node, value=claim.number, bound=bound)
    return Sentence("look_at_children", node=node), together(*compare), answer


# -- kinds of mistakes -------------------------------------------------------------------------


class WrongEntry(StrEnum):
    """A kind of mistake; its text names it for the list at the end."""

    ENDS_SWAPPED = "α and β exchanged"
    STARTED_ANEW = "a node entered with the full window instead of its parent's"
    OLD_WINDOW = "what the earlier children brought is missing from the window"
    OTHER_WINDOW = "another window"
    KEPT_WORSE = "the worse value is kept: MAX keeps the larger, MIN the smaller"
    OTHER_VALUE = "another value of v"
    MOVED_WRONG_END = "the wrong end of the window is moved"
    NOT_MOVED = "the end of the window is not moved"
    OTHER_END = "another α or β"
    MISSED_CUT = "a cut-off is missed"
    CUT_TOO_SOON = "cut off although the test fails"
    EQUALITY = "equality: the rule for cutting on a tie"
    OTHER_REASON = "the right decision for another reason"


def remark_on(
    record: Record, task: Task, name: Field, given: Mapping[Field, Answer]
) -> tuple[WrongEntry, Phrase]:
    """Return what kind of mistake stands in a box that is wrong, and what to look at.

    ``given`` is what was written into all of the boxes.
    """
    step, test = task.at, task.test
    if step.child is None:
        return _on_window(record, step, (given["alpha"], given["beta"]))
    kept, is_taken = _what_is_kept(record, step), _takes_first(record, step)
    if name == "v":
        before = record.v_before(step.child_call or 0)
        is_worse = not is_taken and given["v"] in {before, step.value}
        return WrongEntry.KEPT_WORSE if is_worse else WrongEntry.OTHER_VALUE, kept
    if name in {"alpha", "beta"}:
        if (record.tree.roles[step.node] == MAX_ROLE) is (name == "beta"):
            return WrongEntry.MOVED_WRONG_END, kept
        letter = Letter.ALPHA if name == "alpha" else Letter.BETA
        before_end, end = (
            (each or FULL_WINDOW)[name == "beta"] for each in (step.before, step.window)
        )
        if is_taken:
            return WrongEntry.OTHER_END, kept
        if given[name] == before_end != end:
            had = End(letter.value, before_end)
            return WrongEntry.NOT_MOVED, Sentence("is_v_better", letter=letter, had=had)
        return WrongEntry.OTHER_END, Sentence("follows_v", letter=letter)
    if test is None:
        return WrongEntry.OTHER_REASON, kept
    kind, remark = WrongEntry.OTHER_REASON, _test_now(record, step, test)
    if name == "cut" and test.left == test.right:
        kind, remark = WrongEntry.EQUALITY, Sentence("equal")
    elif name == "cut":
        kind = WrongEntry.MISSED_CUT if test.holds else WrongEntry.CUT_TOO_SOON
    return kind, remark


def _on_window(
    record: Record, step: Step, given: tuple[Answer, Answer]
) -> tuple[WrongEntry, Phrase]:
    """Return what is wrong with the window with which a node is entered, and what to look at."""
    where, asked, _ = _entry_hints(record, step)
    window, parent_row = step.window or FULL_WINDOW, record.parent_row(step.call)
    if _asked_of(record, step) is not None:
        return WrongEntry.OTHER_WINDOW, asked
    if parent_row is None:
        return WrongEntry.OTHER_WINDOW, where
    alpha, beta = window
    moved_alpha = alpha not in FULL_WINDOW and given[1] == alpha != beta
    moved_beta = beta not in FULL_WINDOW and given[0] == beta != alpha
    if given == (beta, alpha) or moved_alpha or moved_beta:
        owners: list[Phrase] = []
        ends = zip(window, FULL_WINDOW, record.rules.window, ("MAX", "MIN"), Letter, strict=True)
        for end, infinite, first, player, letter in ends:
            if end != infinite:
                key, bound = "end_of_player", End(letter.value, end)
                if end == first:
                    key = "end_of_start"
                owners.append(Phrase(key, bound=bound, player=player, letter=letter))
        whose = Sentence("plain", text=ItemList(tuple(owners), last="; "))
        return WrongEntry.ENDS_SWAPPED, whose if owners else where
    above, entry = Node(record.tree, record.tree.parent[step.node]), record.entry(parent_row)
    if given == entry and entry != window:
        came = Sentence("came_in_with", node=above, window=entry)
        return WrongEntry.OLD_WINDOW, together(came, where)
    is_full = given == FULL_WINDOW
    kind = WrongEntry.STARTED_ANEW if is_full else WrongEntry.OTHER_WINDOW
    return kind, together(Sentence("child_gets"), where)
