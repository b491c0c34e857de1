"""Hints on what one writes at a step of a search, and remarks on what was written instead.

A :class:`Task` is what one writes down at a step; practise asks for it, and a hint of the worksheet
is about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum, auto
from typing import Final

from treeexplorer.engine import Record, Step
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
from treeexplorer.explain.why import why
from treeexplorer.explain.words import player_word, question
from treeexplorer.judging.facts import CutTest
from treeexplorer.judging.questions import Answer, Field, Task
from treeexplorer.notation import Claim
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE

DEGREES: Final = 3


def shown_answer(answer: Answer) -> str:
    """Return an answer as people read it."""
    if isinstance(answer, bool):
        return "y" if answer else "n"
    return shown(answer)


# -- hints -------------------------------------------------------------------------------------


def hint(record: Record, task: Task, degree: int, claim: Claim | None = None) -> Phrase:
    """Return a hint for a task: 1 where to look, 2 what to compare, 3 the answer.

    It is about one of the task's claims, or about what is asked in practise where that is ``None``.
    """
    step, test, node = task.at, task.test, Node(record.tree, task.at.node)
    answer: Phrase
    if claim is not None and claim.kind in {"cut", "cut-rest"}:
        where: Phrase = Sentence("is_it_visited", node=node, other=Node(record.tree, claim.node))
        compare: Phrase = where
        if test is not None:
            left, right = End("α", test.left), End("β", test.right)
            numbers = _numbers(step)
            compare = Sentence(
                "known", node=node, numbers=numbers, left=left, sign=test.sign, right=right
            )
        answer = together(*why(record, claim.node))
    elif claim is not None and (claim.window is None or record.rules.windows == "exit"):
        where, compare = _children_returned(record, claim)
        text = claim_text(record.tree, claim)
        answer = Sentence("belongs", node=Node(record.tree, claim.node), text=text)
    elif step.child is None:
        where, compare = _entry(record, step)
        answer = Sentence("passes_with", node=node, passes="entered", window=step.window)
    else:
        where, decision = _what_is_kept(record, step), None
        had: Argument = record.v_before(step.child_call or 0)
        if had is None:
            had = Phrase("nothing_read_yet")
        compare = Sentence("compare", node=node, had=had, value=step.value)
        if test is not None and test.skips:
            compare = together(compare, _test_now(record, step, test))
            decision = Phrase("decided_cut" if task.answers["cut"] else "decided_no_cut")
        answer = Phrase("settled", numbers=_numbers(step), decision=decision)
    return (where, compare, answer)[min(max(degree, 1), DEGREES) - 1]


class _WindowFrom(Enum):
    """Where the window comes from with which a node is entered."""

    RULES = auto()  # it is the root
    NOTHING = auto()  # below a chance node the search starts anew
    QUESTION = auto()  # a null window
    EARLIER_CALL = auto()  # it is searched again
    PARENT = auto()  # the parent's window as it is now, as for most nodes


def _window_from(record: Record, step: Step) -> _WindowFrom:
    parent_row = record.parent_row(step.call)
    if parent_row is None:
        return _WindowFrom.RULES
    if record.tree.roles[record.node(parent_row)] == CHANCE_ROLE:
        return _WindowFrom.NOTHING
    if record.null(step.call):
        return _WindowFrom.QUESTION
    if any(parent_row < row < step.call for row in record.rows(step.node)):
        return _WindowFrom.EARLIER_CALL
    return _WindowFrom.PARENT


def _entry(record: Record, step: Step) -> tuple[Phrase, Phrase]:
    """Return where to look for the window with which a node is entered, and what to compare."""
    node = Node(record.tree, step.node)
    parent = Node(record.tree, record.tree.parent[step.node])
    look = Sentence("look_at_entry", node=node)
    match _window_from(record, step):
        case _WindowFrom.RULES:
            which = "full" if record.rules.window == FULL_WINDOW else "given"
            return look, Sentence("begins_with_which", node=node, which=which)
        case _WindowFrom.NOTHING:
            return look, Sentence("starts_anew", node=parent)
        case _WindowFrom.QUESTION:
            return look, Sentence("only_asked", node=node, question=question(record, step.call))
        case _WindowFrom.EARLIER_CALL:
            return look, Sentence("searched_again", node=node)
        case _WindowFrom.PARENT:
            window = record.entry(record.parent_row(step.call) or 0)
            v = record.v_before(step.call)
            compare = Sentence("which_end_moved", node=parent, window=window, v=v)
            return Sentence("look_at_window", node=parent), compare


def _children_returned(record: Record, claim: Claim) -> tuple[Phrase, Phrase]:
    """Return where to look for what a node returns, and what has come back to it."""
    node, entry = Node(record.tree, claim.node), record.entry(record.rows(claim.node)[-1])
    calls = [rows[-1] for rows in map(record.rows, record.children(claim.node)) if rows]
    values = tuple(value for value in map(record.value, calls) if value is not None)
    player = player_word(record, claim.node)
    compare = [Sentence("has_returned", node=node, player=player, values=ItemList(values))]
    if claim.window:
        compare.append(Sentence("was_it_moved", window=entry))
    elif record.rules.hard and entry != FULL_WINDOW:
        compare.append(Sentence("nothing_outside", window=entry))
    return Sentence("look_at_children", node=node), together(*compare)


def _takes_first(record: Record, step: Step) -> bool:
    """Tell whether what arrives is taken as it is, being the first that arrives at its node."""
    row = step.child_call
    return record.replaces_first and row is not None and record.sibling_before(row) is None


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


def _test_now(record: Record, step: Step, test: CutTest) -> Sentence:
    """Return what the test at a step compares: α and β, or v with one of them."""
    left: Argument = Letter.ALPHA
    right: Argument = Letter.BETA
    if record.scopes:
        at_max = record.tree.roles[step.node] == MAX_ROLE
        left, right = ("v", right) if at_max else (left, "v")
    return Sentence("test_now", left=left, sign=test.sign, right=right)


def _numbers(step: Step) -> ItemList:
    """Return v, and α and β where there is a window, as they are at a step."""
    numbers: list[tuple[Argument, Argument]] = [("v", step.v)]
    if step.window is not None:
        ends = zip(Letter, step.window, strict=True)
        numbers += [(letter, End(letter.value, value)) for letter, value in ends]
    return ItemList(tuple(Phrase("equals", name=name, value=value) for name, value in numbers))


# -- kinds of mistakes -------------------------------------------------------------------------


class WrongEntry(StrEnum):
    """A kind of mistake; its text names it for the list at the end."""

    ENDS_SWAPPED = "α and β exchanged"
    STARTED_ANEW = "a node entered with the full window instead of its parent's"
    OLD_WINDOW = "what the earlier children brought is missing from the window"
    OTHER_WINDOW = "another window"
    OTHER_VALUE = "another value of v"
    MOVED_WRONG_END = "the wrong end of the window is moved"
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
    kept = _what_is_kept(record, step)
    if name == "v":
        return WrongEntry.OTHER_VALUE, kept
    if name in {"alpha", "beta"}:
        is_own = (record.tree.roles[step.node] == MAX_ROLE) is (name == "alpha")
        return WrongEntry.OTHER_END if is_own else WrongEntry.MOVED_WRONG_END, kept
    if test is None or name != "cut":
        remark = kept if test is None else _test_now(record, step, test)
        return WrongEntry.OTHER_REASON, remark
    if test.left == test.right:
        return WrongEntry.EQUALITY, Sentence("equal")
    kind = WrongEntry.MISSED_CUT if test.holds else WrongEntry.CUT_TOO_SOON
    return kind, _test_now(record, step, test)


def _on_window(
    record: Record, step: Step, given: tuple[Answer, Answer]
) -> tuple[WrongEntry, Phrase]:
    """Return what is wrong with the window with which a node is entered, and what to look at."""
    where, compare = _entry(record, step)
    source = _window_from(record, step)
    if source is _WindowFrom.RULES:
        return WrongEntry.OTHER_WINDOW, where
    if source is not _WindowFrom.PARENT:
        return WrongEntry.OTHER_WINDOW, compare
    alpha, beta = step.window or FULL_WINDOW
    inherited = record.entry(record.parent_row(step.call) or 0)
    moved_alpha = alpha not in FULL_WINDOW and given[1] == alpha != beta
    moved_beta = beta not in FULL_WINDOW and given[0] == beta != alpha
    if given == (beta, alpha) or moved_alpha or moved_beta:
        return WrongEntry.ENDS_SWAPPED, Sentence("whose_ends")
    kinds = {FULL_WINDOW: WrongEntry.STARTED_ANEW, inherited: WrongEntry.OLD_WINDOW}
    return kinds.get(given, WrongEntry.OTHER_WINDOW), together(Sentence("child_gets"), where)
