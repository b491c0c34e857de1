"""Hints on what one writes at a step of a search, and remarks on what was written instead.

A :class:`Task` is what one writes down at a step; practise asks for it, and a hint of the worksheet
is about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum, auto
from typing import Final, Literal, NamedTuple

from treeexplorer.engine import Record, Step, StepKind
from treeexplorer.errors import present
from treeexplorer.explain.judged import claim_text, returned_values
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
from treeexplorer.judging.facts import CutTest, may_enter_again
from treeexplorer.judging.questions import Answer, Field, Task
from treeexplorer.notation import Claim
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE, Window

DEGREES: Final = 3


def shown_answer(answer: Answer) -> str:
    """Return an answer as people read it."""
    if isinstance(answer, bool):
        return "y" if answer else "n"
    return shown(answer)


def asked(record: Record, task: Task) -> Phrase:
    """Return the question of a task: with which window, or which numbers after an arrival?

    Args:
        record: The search.
        task: What a person is to write down at a step: the window (α, β) with which a node is
            entered, or its best value v, α and β after a child's value has arrived.
    """
    step = task.at
    node = Node(record.tree, step.node)
    # No child's value arrives: the node is being entered.
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

    Args:
        record: The search.
        task: What one writes down at a step.
        degree: How much the hint tells: 1, 2 or 3.
        claim: The claim of the task that the hint is about; ``None`` for what practise asks.

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
    """Return the hints on a claim, or on what practise asks at a step where there is no claim."""
    if claim is None or _is_about_entry(record, claim):
        is_entry = task.at.child is None
        return _on_entry(record, task.at) if is_entry else _on_arrival(record, task)
    if claim.kind in SLASHES:
        return _on_visit(record, task, claim)
    return _on_end_of_node(record, claim)


def _is_about_entry(record: Record, claim: Claim) -> bool:
    """Tell whether a claim is about a window on entry, and not about how a node ends."""
    return claim.window is not None and not record.rules.writes_exit_windows


def _on_entry(record: Record, step: Step) -> _Hints:
    """Return the hints on the window with which a step enters a node."""
    look_and_compare = _hints_on_entry_window(record, step)
    node = Node(record.tree, step.node)
    answer = Sentence("{node} is entered with {window}", node=node, window=step.window)
    return _Hints(look_and_compare.where, look_and_compare.compare, answer)


def _on_visit(record: Record, task: Task, claim: Claim) -> _Hints:
    """Return the hints on whether the search visits the node of a slash.

    A slash on a paper crosses out a branch as pruned. The test that decides it is made at the
    node's parent, or further up.

    Args:
        record: The search.
        task: The node at which the test is made, and the test.
        claim: The slash, or the slash that is missing.

    Returns:
        Where to look, which numbers to compare there, and the answer.
    """
    where = Sentence(
        "Look at {node}: does the search ever come to {other}?",
        node=Node(record.tree, task.at.node),
        other=Node(record.tree, claim.node),
    )
    compare = where  # where no test is made, that is all that can be told
    if task.test is not None:
        compare = _does_test_hold(record, task.at, task.test)
    return _Hints(where=where, compare=compare, answer=together(*why(record, claim.node)))


def _does_test_hold(record: Record, step: Step, test: CutTest) -> Sentence:
    """Ask whether a test for a cut-off holds, with its numbers: ``At ▽B, v = 2, …. Is 3 ≥ 2?``.

    Args:
        record: The search.
        step: The step at which the test is made.
        test: The test.
    """
    return Sentence(
        "At {node}, {numbers}. Is {left} {sign} {right}?",
        node=Node(record.tree, step.node),
        numbers=_numbers(step),
        left=End("α", test.left),
        sign=test.sign,
        right=End("β", test.right),
    )


def _on_arrival(record: Record, task: Task) -> _Hints:
    """Return the hints on the step at which a child's value arrives at a node.

    ``Compare what ▽B had, +∞, with 2.``, then ``v = 2, α = 3, β = 2; cut off.``
    """
    where = _what_is_kept(record, task.at)
    compare: Phrase = _compare_with_v(record, task.at)
    can_cut_off = task.test is not None and task.test.skips
    if task.test is not None and can_cut_off:
        compare = together(compare, _test_now(record, task.at, task.test))
    return _Hints(where=where, compare=compare, answer=_answer_on_arrival(task))


def _compare_with_v(record: Record, step: Step) -> Sentence:
    """Say which two numbers to compare when a value arrives: ``compare what ▽B had, +∞, with 2``.

    Args:
        record: The search.
        step: The step at which the value of a child arrives.
    """
    # The node's best value before the step; `None` if it had none.
    had: Argument = record.parent_v_before(present(step.child_call))
    if had is None:
        had = Phrase("nothing yet")
    node = Node(record.tree, step.node)
    return Sentence(
        "Compare what {node} had, {had}, with {value}", node=node, had=had, value=step.value
    )


def _answer_on_arrival(task: Task) -> Phrase:
    """Return the numbers of a node after a child's value has arrived, and whether it is cut off.

    ``v = 2, α = 3, β = 2; cut off.`` If no child is left that could be cut off, it is the numbers
    alone.

    Args:
        task: What a person is to write down at this step.
    """
    numbers = _numbers(task.at)
    is_any_child_left = task.test is not None and task.test.skips
    if not is_any_child_left:
        return Phrase("{numbers}.", numbers=numbers)
    if task.at.kind is StepKind.CUT:
        return Phrase("{numbers}; cut off.", numbers=numbers)
    # A phrase prints ``{cut-off}`` as it stands, in its own colour.
    return Phrase("{numbers}; no {cut-off}.", numbers=numbers)


class _WindowFrom(Enum):
    """What the window with which a node is entered is made of."""

    RULES = auto()  # the node is the root: the rules say with which window the search begins
    NOTHING = auto()  # the node is a chance node's child, below which the search starts anew
    QUESTION = auto()  # the window is a null window, which asks about one number
    EARLIER_CALL = auto()  # the node is searched again, since a question left its value open
    PARENT = auto()  # the parent's window as v has moved it by now: so it is for most nodes


def _window_from(record: Record, step: Step) -> _WindowFrom:
    """Return what the window (α, β) with which a node is entered is made of.

    A node gets its parent's window, unless one of the cases before holds.

    Args:
        record: The search.
        step: The step that enters the node.
    """
    caller = record.caller(step.call)  # the open call of the parent
    if caller is None:
        return _WindowFrom.RULES
    if record.tree.roles[record.node(caller)] == CHANCE_ROLE:
        return _WindowFrom.NOTHING
    if record.has_null_window(step.call):
        return _WindowFrom.QUESTION
    if _is_searched_again(record, step.call, caller):
        return _WindowFrom.EARLIER_CALL
    return _WindowFrom.PARENT


def _is_searched_again(record: Record, call: int, caller: int) -> bool:
    """Tell whether a node was searched before in one call of its parent, and its value left open.

    Args:
        record: The search.
        call: The call of the node.
        caller: The call of its parent.
    """
    earlier_calls = [each for each in record.calls_of(record.node(call)) if each < call]
    return any(record.caller(each) == caller for each in earlier_calls)


class _EntryHints(NamedTuple):
    """The first two hints on the window with which a node is entered."""

    where: Sentence  # where to look
    compare: Sentence  # what to compare there


def _hints_on_entry_window(record: Record, step: Step) -> _EntryHints:
    """Return where to look and what to compare, to find the window with which a node is entered.

    Args:
        record: The search.
        step: The step that enters the node.
    """
    made_of = _window_from(record, step)
    if made_of is _WindowFrom.PARENT:
        return _hints_on_parent(record, step)
    node = Node(record.tree, step.node)
    return _EntryHints(
        where=Sentence("Look at {node}: with which window does the search come to it?", node=node),
        compare=_what_the_window_is_made_of(record, step, made_of),
    )


def _hints_on_parent(record: Record, step: Step) -> _EntryHints:
    """Return the hints on a node that gets its parent's window: look at the parent.

    What to compare there is ``▲root was entered with (−∞, +∞), and by now its v is 3. Which of the
    two ends does that move, …?``

    Args:
        record: The search.
        step: The step that enters the node.
    """
    parent = Node(record.tree, record.tree.parent[step.node])
    # A phrase fills in {α} and {β} by itself: they are the letters, in their colours.
    where = Sentence("Look at {node}: what are its {α} and {β} at this moment?", node=parent)
    compare = Sentence(
        "{node} was entered with {window}, and by now its v is {v}. Which of the two ends does "
        "that move, and does it move it at all?",
        node=parent,
        window=record.entry_window(present(record.caller(step.call))),
        v=record.parent_v_before(step.call),
    )
    return _EntryHints(where=where, compare=compare)


def _what_the_window_is_made_of(record: Record, step: Step, source: _WindowFrom) -> Sentence:
    """Say what the window of a node is made of, if it is not its parent's.

    ``▽A is asked only: is it worth more than 3?`` is an example.

    Args:
        record: The search.
        step: The step that enters the node.
        source: What the window is made of; not ``PARENT``.
    """
    node = Node(record.tree, step.node)
    match source:
        case _WindowFrom.NOTHING:
            chance_node = Node(record.tree, record.tree.parent[step.node])
            return Sentence("Below the chance node {node} the search starts anew", node=chance_node)
        # A null window, whose two ends are equal, asks about one number.
        case _WindowFrom.QUESTION:
            asked = question(record, step.call)
            return Sentence("{node} is asked only: {question}", node=node, question=asked)
        case _WindowFrom.EARLIER_CALL:
            return Sentence("{node} is searched again: what is not known of it yet?", node=node)
        case _:  # RULES: the node is the root
            return _hint_on_start(record, node)


def _hint_on_start(record: Record, root: Node) -> Sentence:
    """Say with which window the search begins: the full one, or one that the rules give."""
    if record.rules.window == FULL_WINDOW:
        return Sentence("The search begins at {node}, with the full window", node=root)
    return Sentence("The search begins at {node}, with the given window", node=root)


def _on_end_of_node(record: Record, claim: Claim) -> _Hints:
    """Return the hints on a value, a bound or a window that stands beside a node at its end."""
    node = Node(record.tree, claim.node)
    where = Sentence("Look at {node}: every child that is searched there has returned", node=node)
    compare = together(_what_returned(record, claim.node), *_remarks_on_window(record, claim))
    answer = Sentence("Beside {node} stands {text}", node=node, text=claim_text(record.tree, claim))
    return _Hints(where=where, compare=compare, answer=answer)


def _what_returned(record: Record, node: int) -> Sentence:
    """Say what a node's children have returned: ``what has returned to ▽A (MIN): 3, 12, 8``.

    Args:
        record: The search.
        node: The node. Children that have not returned are left out.
    """
    values = [value for value in returned_values(record, node) if value is not None]
    return Sentence(
        "What has returned to {node} ({player}): {values}",
        node=Node(record.tree, node),
        player=player_word(record, node),
        values=ItemList(tuple(values)),
    )


def _remarks_on_window(record: Record, claim: Claim) -> Iterator[Sentence]:
    """Say with which window a node was entered, if what a person writes there depends on it.

    Args:
        record: The search.
        claim: What is to be written beside a visited node at its end: a value, a bound or a window.

    Yields:
        One sentence, or none.
    """
    last_call = record.calls_of(claim.node)[-1]  # what a paper shows is how it ended
    entry = record.entry_window(last_call)
    # Under fail-hard a node returns nothing outside its window; the full window excludes nothing.
    can_be_clamped = record.rules.hard and entry != FULL_WINDOW
    if claim.window:
        yield Sentence("It was entered with {window}: which end has that moved?", window=entry)
    elif can_be_clamped:
        yield Sentence("But nothing outside its window {window} is returned", window=entry)


def _takes_first(record: Record, step: Step) -> bool:
    """Tell whether a form takes the first child's value as it is, and this is the first."""
    call = step.child_call
    return record.replaces_first and call is not None and record.sibling_before(call) is None


def _first_is_taken(record: Record, step: Step) -> Sentence:
    """Say that this form takes the first child's value as it is."""
    return Sentence(
        "{node} is {player}, and this form takes the first child as it is{moves}",
        node=Node(record.tree, step.node),
        player=player_word(record, step.node),
        moves=_end_it_may_move(record, step),
    )


def _what_is_kept(record: Record, step: Step) -> Sentence:
    """Say which of two values a node keeps: the larger at MAX, the smaller at MIN.

    ``▽B is MIN: it keeps the smaller one of what it had and what arrives, and β is the end it may
    move.``

    Args:
        record: The search.
        step: The step at which the value of a child arrives at the node.
    """
    # A printed form of alpha-beta compares the first child's value with nothing.
    if _takes_first(record, step):
        return _first_is_taken(record, step)
    node = Node(record.tree, step.node)
    moves = _end_it_may_move(record, step)
    if record.tree.roles[step.node] == MAX_ROLE:
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


def _end_it_may_move(record: Record, step: Step) -> Phrase | None:
    """Return which end a node may move: ``, and α is the end it may move``; ``None`` without."""
    if not step.window:
        return None
    at_max = record.tree.roles[step.node] == MAX_ROLE
    letter = Letter.ALPHA if at_max else Letter.BETA
    return Phrase(", and {letter} is the end it may move", letter=letter)


def _test_now(record: Record, step: Step, test: CutTest) -> Sentence:
    """Ask whether the test for a cut-off at a step holds: ``… is α ≥ β?``.

    Args:
        record: The search.
        step: The step at which the test is made.
        test: The test; only its sign is shown.
    """
    left, right = _compared(record, step)
    return Sentence(
        "Test with the numbers as they are now: is {left} {sign} {right}?",
        left=left,
        sign=test.sign,
        right=right,
    )


def _compared(record: Record, step: Step) -> tuple[Argument, Argument]:
    """Return what the test at a step compares.

    - Most searches compare α with β.
    - A search that enters nodes again compares v with the end that the opponent has: ``v ≥ β`` at
      MAX, ``α ≥ v`` at MIN.
    """
    if not may_enter_again(record):
        return Letter.ALPHA, Letter.BETA
    if record.tree.roles[step.node] == MAX_ROLE:
        return "v", Letter.BETA
    return Letter.ALPHA, "v"


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


class Remark(NamedTuple):
    """What is said of a field in which something wrong was written."""

    kind: WrongEntry  # which mistake was made
    words: Phrase  # what to look at


def remark_on(record: Record, task: Task, name: Field, given: Mapping[Field, Answer]) -> Remark:
    """Return the kind of mistake in what a person wrote at a step, and say what to look at.

    For example ``OTHER_VALUE`` and ``▽B is MIN: it keeps the smaller one …`` of a wrong v, which is
    the node's best value so far.

    Args:
        record: The search.
        task: What was asked.
        name: The field that is wrong, such as ``v``.
        given: What was written into all of the fields.
    """
    step = task.at
    node_is_entered = step.child is None
    if node_is_entered:  # then only the α and the β of its window are asked for
        return _on_window(record, step, (given["alpha"], given["beta"]))
    match name:
        case "v":
            kind = WrongEntry.OTHER_VALUE
            return Remark(kind=kind, words=_what_is_kept(record, step))
        case "alpha" | "beta":
            kind = _mistake_in_end(record, step, name)
            return Remark(kind=kind, words=_what_is_kept(record, step))
        case "cut":
            return _on_cut(record, step, present(task.test))
        case "because_left" | "because_right":
            kind = WrongEntry.OTHER_REASON
            return Remark(kind=kind, words=_test_now(record, step, present(task.test)))


def _mistake_in_end(record: Record, step: Step, name: Literal["alpha", "beta"]) -> WrongEntry:
    """Return the kind of mistake in α or β after a child's value has arrived at a node.

    Args:
        record: The search.
        step: The step at which the value arrives.
        name: Which of the two is wrong.
    """
    at_max = record.tree.roles[step.node] == MAX_ROLE
    own_end = "alpha" if at_max else "beta"  # the end that the node's player can move
    if name == own_end:
        return WrongEntry.OTHER_END
    # The other end stays as it was: whoever writes another number has moved it.
    return WrongEntry.MOVED_WRONG_END


def _on_cut(record: Record, step: Step, test: CutTest) -> Remark:
    """Return the kind of mistake in a wrong decision about a cut-off, and say what to look at."""
    if test.left == test.right:
        is_equal_enough = Sentence("The two numbers are equal: is equal enough here?")
        return Remark(kind=WrongEntry.EQUALITY, words=is_equal_enough)
    kind = WrongEntry.MISSED_CUT if test.holds else WrongEntry.CUT_TOO_SOON
    return Remark(kind=kind, words=_test_now(record, step, test))


def _on_window(record: Record, step: Step, given: tuple[Answer, Answer]) -> Remark:
    """Return the kind of mistake in a window (α, β) on entry, and say what to look at.

    Args:
        record: The search.
        step: The step that enters the node.
        given: The α and the β that were written, not both of them right.
    """
    made_of = _window_from(record, step)
    if made_of is _WindowFrom.PARENT:
        return _on_window_of_parent(record, step, given)
    hints = _hints_on_entry_window(record, step)
    if made_of is _WindowFrom.RULES:  # at the root there is nothing to compare with
        return Remark(kind=WrongEntry.OTHER_WINDOW, words=hints.where)
    # This hint says what the window is made of.
    return Remark(kind=WrongEntry.OTHER_WINDOW, words=hints.compare)


def _on_window_of_parent(record: Record, step: Step, given: tuple[Answer, Answer]) -> Remark:
    """Return the kind of mistake in the window of a node that gets its parent's.

    Args:
        record: The search.
        step: The step that enters the node.
        given: The α and the β that were written, not both of them right.
    """
    if _exchanges_ends(given, right=present(step.window)):
        whose_ends = Sentence("{α} is the end that MAX has, {β} the end that MIN has")
        return Remark(kind=WrongEntry.ENDS_SWAPPED, words=whose_ends)
    where = _hints_on_parent(record, step).where
    look_at_parent = together(Sentence("A child gets its parent's window"), where)
    return Remark(kind=_not_the_parents(record, step, given), words=look_at_parent)


def _not_the_parents(record: Record, step: Step, given: tuple[Answer, Answer]) -> WrongEntry:
    """Return the kind of mistake in the window of a node that gets its parent's.

    It may be the window with which the parent was entered, before its v moved an end, or the full
    window. The first comes before the second, which it can be.
    """
    if given == record.entry_window(present(record.caller(step.call))):
        return WrongEntry.OLD_WINDOW
    if given == FULL_WINDOW:
        return WrongEntry.STARTED_ANEW
    return WrongEntry.OTHER_WINDOW


def _exchanges_ends(given: tuple[Answer, Answer], *, right: Window) -> bool:
    """Tell whether an end of the right window was written as the other end.

    If (3, +∞) is right:

    - (+∞, 3) exchanges both ends.
    - (0, 3) has the right α as its β.
    - (+∞, 5) does not count: an infinite end may have been written for another reason.

    Example:
        >>> infinite = float("inf")
        >>> _exchanges_ends((0, 3), right=(3, infinite))
        True
        >>> _exchanges_ends((infinite, 5), right=(3, infinite))
        False
    """
    alpha, beta = right
    given_alpha, given_beta = given
    both_are_exchanged = given == (beta, alpha)
    alpha_is_given_as_beta = alpha not in FULL_WINDOW and given_beta == alpha != beta
    beta_is_given_as_alpha = beta not in FULL_WINDOW and given_alpha == beta != alpha
    return both_are_exchanged or alpha_is_given_as_beta or beta_is_given_as_alpha
