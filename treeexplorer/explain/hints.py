"""Hints on what one writes at a step of a search, and remarks on what was written instead.

A :class:`Task` is what one writes down at a step; practise asks for it, and a hint of the worksheet
is about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum, auto
from typing import Final, NamedTuple

from treeexplorer.engine import Record, Step
from treeexplorer.errors import present
from treeexplorer.explain.judged import claim_text
from treeexplorer.explain.phrases import equals, player_word, question
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
from treeexplorer.explain.steps import arrives_at
from treeexplorer.explain.why import why
from treeexplorer.judging.claims import SLASHES
from treeexplorer.judging.facts import CutTest
from treeexplorer.judging.questions import Answer, Field, Task
from treeexplorer.notation import Claim
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE, Number

DEGREES: Final = 3


def shown_answer(answer: Answer) -> str:
    """Return an answer as people read it."""
    if isinstance(answer, bool):
        return "y" if answer else "n"
    return shown(answer)


def asked(record: Record, task: Task) -> Phrase:
    """Say what is asked at a task: the window on entry, or what holds after an arrival."""
    step = task.at
    node = Node(record.tree, step.node)
    if step.child is None:
        return Phrase("{node} is entered: with which window?", node=node)
    arrives = arrives_at(record.tree, step.node, step.value)
    if step.window is None or not record.has_windows:
        return Phrase("{arrives}: which v after the arrival?", arrives=arrives)
    return Phrase(
        "{arrives}: which v, {alpha} and {beta} after the arrival?",
        arrives=arrives,
        alpha=Letter.ALPHA,
        beta=Letter.BETA,
    )


# -- hints -------------------------------------------------------------------------------------


def hint(record: Record, task: Task, degree: int, claim: Claim | None = None) -> Phrase:
    """Return a hint for a task: 1 where to look, 2 what to compare, 3 the answer.

    It is about one of the task's claims, or about what is asked in practise where that is ``None``.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.judging.questions import task_at
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> print(hint(record, task_at(record, 12), 3))
        v = 2, α = 3, β = 2; cut off.
    """
    hints = _hints(record, task, claim)
    if degree <= 1:
        return hints.where
    if degree < DEGREES:
        return hints.compare
    return hints.answer


class _Hints(NamedTuple):
    """The hints on what is to be written, from the least that is told to the most."""

    where: Phrase  # where to look
    compare: Phrase  # what to compare there
    answer: Phrase


def _hints(record: Record, task: Task, claim: Claim | None) -> _Hints:
    """Return the hints on a claim, or on what practise asks at a step."""
    if claim is not None and claim.kind in SLASHES:
        return _on_visit(record, task, claim)
    if claim is not None and (claim.window is None or record.rules.writes_exit_windows):
        where, compare = _children_returned(record, claim)
        answer = Sentence(
            "Beside {node} stands {text}",
            node=Node(record.tree, claim.node),
            text=claim_text(record.tree, claim),
        )
        return _Hints(where, compare, answer)
    if task.at.child is None:
        where, compare = _on_entry_window(record, task.at)
        answer = Sentence(
            "{node} is entered with {window}",
            node=Node(record.tree, task.at.node),
            window=task.at.window,
        )
        return _Hints(where, compare, answer)
    return _on_arrival(record, task)


def _on_visit(record: Record, task: Task, claim: Claim) -> _Hints:
    """Return the hints on whether a node is visited."""
    node = Node(record.tree, task.at.node)
    test = task.test
    where = Sentence(
        "Look at {node}: does the search ever come to {other}?",
        node=node,
        other=Node(record.tree, claim.node),
    )
    answer = together(*why(record, claim.node))
    if test is None:
        return _Hints(where, where, answer)
    compare = Sentence(
        "At {node}, {numbers}. Is {left} {sign} {right}?",
        node=node,
        numbers=_numbers(task.at),
        left=End("α", test.left),
        sign=test.sign,
        right=End("β", test.right),
    )
    return _Hints(where, compare, answer)


def _on_arrival(record: Record, task: Task) -> _Hints:
    """Return the hints on a value that arrives at a node."""
    step = task.at
    had: Argument = record.v_before(present(step.child_call))
    if had is None:
        had = Phrase("nothing yet")
    where = _what_is_kept(record, step)
    compare = Sentence(
        "Compare what {node} had, {had}, with {value}",
        node=Node(record.tree, step.node),
        had=had,
        value=step.value,
    )
    numbers = _numbers(step)
    if task.test is None or not task.test.skips:
        return _Hints(where, compare, Phrase("{numbers}.", numbers=numbers))
    both = together(compare, _test_now(record, step, task.test))
    if task.answers["cut"]:
        return _Hints(where, both, Phrase("{numbers}; cut off.", numbers=numbers))
    return _Hints(where, both, Phrase("{numbers}; no {cut-off}.", numbers=numbers))


class _WindowFrom(Enum):
    """Where a node's window on entry comes from."""

    RULES = auto()  # it is the root
    NOTHING = auto()  # below a chance node the search starts anew
    QUESTION = auto()  # a null window
    EARLIER_CALL = auto()  # it is searched again
    PARENT = auto()  # the parent's window as it is now, as for most nodes


def _window_from(record: Record, step: Step) -> _WindowFrom:
    """Return where the window comes from that a step enters a node with."""
    caller = record.caller(step.call)
    if caller is None:
        return _WindowFrom.RULES
    if record.tree.roles[record.node(caller)] == CHANCE_ROLE:
        return _WindowFrom.NOTHING
    if record.has_null_window(step.call):
        return _WindowFrom.QUESTION
    if any(caller < call < step.call for call in record.calls_of(step.node)):
        return _WindowFrom.EARLIER_CALL
    return _WindowFrom.PARENT


def _on_entry_window(record: Record, step: Step) -> tuple[Phrase, Phrase]:
    """Return the first two hints on the window with which a step enters a node.

    The first says where to look, the second what to compare there: for most nodes the window of
    the parent, else what the node's own window comes from.
    """
    source = _window_from(record, step)
    if source is _WindowFrom.PARENT:
        parent = Node(record.tree, record.tree.parent[step.node])
        where = Sentence("Look at {node}: what are its {α} and {β} at this moment?", node=parent)
        return where, _which_end_moved(record, step, parent)
    node = Node(record.tree, step.node)
    where = Sentence("Look at {node}: with which window does the search come to it?", node=node)
    return where, _hint_on_source(record, step, source)


def _hint_on_source(record: Record, step: Step, source: _WindowFrom) -> Phrase:
    """Return the hint on a window that is not made of the parent's: what it comes from."""
    node = Node(record.tree, step.node)
    match source:
        case _WindowFrom.NOTHING:
            chance_node = Node(record.tree, record.tree.parent[step.node])
            return Sentence("Below the chance node {node} the search starts anew", node=chance_node)
        case _WindowFrom.QUESTION:
            asked = question(record, step.call)
            return Sentence("{node} is asked only: {question}", node=node, question=asked)
        case _WindowFrom.EARLIER_CALL:
            return Sentence("{node} is searched again: what is not known of it yet?", node=node)
        case _ if record.rules.window == FULL_WINDOW:
            return Sentence("The search begins at {node}, with the full window", node=node)
        case _:
            return Sentence("The search begins at {node}, with the given window", node=node)


def _which_end_moved(record: Record, step: Step, parent: Node) -> Sentence:
    """Ask which end of its window the parent's v has moved."""
    return Sentence(
        "{node} was entered with {window}, and by now its v is {v}. Which of the two ends does "
        "that move, and does it move it at all?",
        node=parent,
        window=record.entry_window(present(record.caller(step.call))),
        v=record.v_before(step.call),
    )


def _children_returned(record: Record, claim: Claim) -> tuple[Phrase, Phrase]:
    """Return the first two hints on what a node returns."""
    node = Node(record.tree, claim.node)
    where = Sentence("Look at {node}: every child that is searched there has returned", node=node)
    compare = Sentence(
        "What has returned to {node} ({player}): {values}",
        node=node,
        player=player_word(record, claim.node),
        values=ItemList(tuple(_values_returned_to(record, claim.node))),
    )
    entry = record.entry_window(record.calls_of(claim.node)[-1])
    if claim.window:
        which_end = Sentence(
            "It was entered with {window}: which end has that moved?", window=entry
        )
        return where, together(compare, which_end)
    if record.rules.hard and entry != FULL_WINDOW:
        clamped = Sentence("But nothing outside its window {window} is returned", window=entry)
        return where, together(compare, clamped)
    return where, together(compare)


def _values_returned_to(record: Record, node: int) -> Iterator[Number]:
    """Yield what the children of a node have returned to it."""
    for child in record.children(node):
        call = record.call_of(child)
        value = None if call is None else record.value(call)
        if value is not None:
            yield value


def _takes_first(record: Record, step: Step) -> bool:
    """Tell whether a form takes the first child's value as it is, and this is the first."""
    call = step.child_call
    return record.replaces_first and call is not None and record.sibling_before(call) is None


def _what_is_kept(record: Record, step: Step) -> Sentence:
    """Say which of two values a node keeps: the larger at MAX, the smaller at MIN."""
    node = Node(record.tree, step.node)
    moves = None
    at_max = record.tree.roles[step.node] == MAX_ROLE
    if step.window:
        letter = Letter.ALPHA if at_max else Letter.BETA
        moves = Phrase(", and {letter} is the end it may move", letter=letter)
    if _takes_first(record, step):
        return Sentence(
            "{node} is {player}, and this form takes the first child as it is{moves}",
            node=node,
            player=player_word(record, step.node),
            moves=moves,
        )
    if at_max:
        return Sentence(
            "{node} is MAX: it keeps the larger one of what it had and what arrives{moves}",
            node=node,
            moves=moves,
        )
    return Sentence(
        "{node} is MIN: it keeps the smaller one of what it had and what arrives{moves}",
        node=node,
        moves=moves,
    )


def _test_now(record: Record, step: Step, test: CutTest) -> Sentence:
    """Say what the test at a step compares: α and β, or v with one of them."""
    left: Argument = Letter.ALPHA
    right: Argument = Letter.BETA
    if record.call_windows:
        at_max = record.tree.roles[step.node] == MAX_ROLE
        if at_max:
            left = "v"
        else:
            right = "v"
    return Sentence(
        "Test with the numbers as they are now: is {left} {sign} {right}?",
        left=left,
        sign=test.sign,
        right=right,
    )


def _numbers(step: Step) -> ItemList:
    """Return v, and α and β where there is a window, as they are at a step."""
    numbers: list[tuple[Argument, Argument]] = [("v", step.v)]
    if step.window is not None:
        ends = zip(Letter, step.window, strict=True)
        numbers += [(letter, End(letter.value, value)) for letter, value in ends]
    return ItemList(tuple(equals(name, value) for name, value in numbers))


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
    """Return the kind of mistake in a box, and say what to look at.

    Args:
        record: The search.
        task: What was asked.
        name: The box that is wrong.
        given: What was written into all of the boxes.
    """
    step = task.at
    if step.child is None:
        return _on_window(record, step, (given["alpha"], given["beta"]))
    kept = _what_is_kept(record, step)
    if name == "v":
        return WrongEntry.OTHER_VALUE, kept
    if name in {"alpha", "beta"}:
        own_end = "alpha" if record.tree.roles[step.node] == MAX_ROLE else "beta"
        kind = WrongEntry.OTHER_END if name == own_end else WrongEntry.MOVED_WRONG_END
        return kind, kept
    if task.test is None:
        return WrongEntry.OTHER_REASON, kept
    if name == "cut":
        return _on_cut(record, step, task.test)
    return WrongEntry.OTHER_REASON, _test_now(record, step, task.test)


def _on_cut(record: Record, step: Step, test: CutTest) -> tuple[WrongEntry, Phrase]:
    """Return the kind of mistake in a wrong decision about a cut-off, and say what to look at."""
    if test.left == test.right:
        return WrongEntry.EQUALITY, Sentence("The two numbers are equal: is equal enough here?")
    kind = WrongEntry.MISSED_CUT if test.holds else WrongEntry.CUT_TOO_SOON
    return kind, _test_now(record, step, test)


def _on_window(
    record: Record, step: Step, given: tuple[Answer, Answer]
) -> tuple[WrongEntry, Phrase]:
    """Say what is wrong with a window on entry, and what to look at.

    Where it is the parent's window, three mistakes have a name: its ends exchanged, or that which
    has moved written as the other one; the full window; the parent's own one on entry.
    """
    where, compare = _on_entry_window(record, step)
    source = _window_from(record, step)
    if source is _WindowFrom.RULES:
        return WrongEntry.OTHER_WINDOW, where
    if source is not _WindowFrom.PARENT:
        return WrongEntry.OTHER_WINDOW, compare
    alpha, beta = present(step.window)
    given_alpha, given_beta = given
    alpha_is_given_as_beta = alpha not in FULL_WINDOW and given_beta == alpha != beta
    beta_is_given_as_alpha = beta not in FULL_WINDOW and given_alpha == beta != alpha
    both_are_exchanged = given == (beta, alpha)
    if both_are_exchanged or alpha_is_given_as_beta or beta_is_given_as_alpha:
        return WrongEntry.ENDS_SWAPPED, Sentence(
            "{α} is the end that MAX has, {β} the end that MIN has"
        )
    remark = together(Sentence("A child gets its parent's window"), where)
    if given == record.entry_window(present(record.caller(step.call))):
        return WrongEntry.OLD_WINDOW, remark
    if given == FULL_WINDOW:
        return WrongEntry.STARTED_ANEW, remark
    return WrongEntry.OTHER_WINDOW, remark
