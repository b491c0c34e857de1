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
from treeexplorer.explain.claim_texts import format_claim
from treeexplorer.explain.judged_numbers import collect_returned_values
from treeexplorer.explain.phrases import equals, explain_sign, format_player, question
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
from treeexplorer.judging.cutoff_tests import may_enter_again
from treeexplorer.judging.facts import CutTest, proven
from treeexplorer.judging.questions import Answer, Field, Task
from treeexplorer.notation import Claim
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE, Window

DEGREES: Final = 3


def shown_answer(answer: Answer) -> str:
    """Format an answer for people: ``y`` or ``n``, or a number."""
    if isinstance(answer, bool):
        return "y" if answer else "n"
    return shown(answer)


def asked(record: Record, task: Task) -> Phrase:
    """Ask the question of a task: with which window, or which numbers after an arrival?

    Args:
        record: The search.
        task: What a person is to write down at a step: the window (α, β) with which a node is
            entered, or its best value v, α and β after a child's value has arrived.
    """
    step = task.at
    is_node_entered = step.child is None
    if is_node_entered:
        return Phrase("{node} is entered: with which window?", node=Node(record.tree, step.node))

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
    hints = _build_hints(record, task, claim)
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


def _build_hints(record: Record, task: Task, claim: Claim | None) -> _Hints:
    """Build the hints on a claim, or on what practise asks at a step where there is no claim.

    ==================================================  ============================================
    what is to be written                               where one looks
    ==================================================  ============================================
    a slash                                             at the node whose test prunes, or fails
    a value, a bound or a window at the end of a node   at what has returned to the node
    the window with which a node is entered             at its parent, or at what else makes it
    v, α and β as a child's value arrives               at the node and what arrives
    ==================================================  ============================================
    """
    if claim is not None and claim.kind in SLASHES:
        return _build_hints_on_slash(record, task, claim)
    if claim is not None and not _is_about_entry(record, claim):
        return _build_hints_on_end_of_node(record, claim)

    # An entry window is asked for at its step, by practise, which has no claim, and on a paper.
    is_node_entered = task.at.child is None
    if is_node_entered:
        return _build_hints_on_entry(record, task.at)
    return _build_hints_on_arrival(record, task)


def _is_about_entry(record: Record, claim: Claim) -> bool:
    """Tell whether a claim is about the window with which a node is entered, not how it ends."""
    return claim.window is not None and not record.rules.writes_exit_windows


def _build_hints_on_entry(record: Record, step: Step) -> _Hints:
    """Build the hints on the window with which a step enters a node."""
    entry_hints = _build_first_hints_on_entry(record, step)
    node = Node(record.tree, step.node)
    answer = Sentence("{node} is entered with {window}", node=node, window=step.window)
    return _Hints(
        where=entry_hints.where_to_look, compare=entry_hints.what_to_compare, answer=answer
    )


def _build_hints_on_slash(record: Record, task: Task, claim: Claim) -> _Hints:
    """Build the hints on a slash, which crosses out a branch as pruned, or on a missing slash.

    The task is the step whose test decides whether the search comes to the branch. So the slash at
    the leaf 4 of ``[[3 12 8] [2 4 6]]`` is a matter of ▽B, when its 2 has arrived:

    - where: ``Look at ▽B: does the search ever come to 4?``
    - compare: ``At ▽B, v = 2, α = 3, β = 2. Is 3 ≥ 2?``
    - answer: ``4 was pruned at step 12: at ▽B, 3 ≥ 2. …``
    """
    where_to_look = Sentence(
        "Look at {node}: does the search ever come to {other}?",
        node=Node(record.tree, task.at.node),
        other=Node(record.tree, claim.node),
    )
    has_numbers_to_compare = task.test is not None
    comparison = where_to_look
    if has_numbers_to_compare:
        comparison = _ask_whether_test_holds(record, task.at, present(task.test))
    return _Hints(
        where=where_to_look, compare=comparison, answer=together(*why(record, claim.node))
    )


def _ask_whether_test_holds(record: Record, step: Step, test: CutTest) -> Sentence:
    """Ask whether a test for a cut-off holds, with its numbers: ``At ▽B, v = 2, …. Is 3 ≥ 2?``.

    A chance node has no v: it is tested by what its mean can be.
    """
    node = Node(record.tree, step.node)
    left = End("α", test.left)
    right = End("β", test.right)
    if record.tree.roles[step.node] == CHANCE_ROLE:
        least, most = proven(record, step.node, step.number)
        return Sentence(
            "{node} is worth {least} to {most}. Is {left} {sign} {right}?",
            node=node,
            least=least,
            most=most,
            left=left,
            sign=test.sign,
            right=right,
        )
    return Sentence(
        "At {node}, {numbers}. Is {left} {sign} {right}?",
        node=node,
        numbers=_list_numbers(step),
        left=left,
        sign=test.sign,
        right=right,
    )


def _build_hints_on_arrival(record: Record, task: Task) -> _Hints:
    """Build the hints on the step at which a child's value arrives at a node.

    ``Compare what ▽B had, +∞, with 2.``, then ``v = 2, α = 3, β = 2; cut off.``
    """
    compare: Phrase = _advise_comparison_with_v(record, task.at)
    if task.test is not None and task.test.skips:  # the test can cut something off
        compare = together(compare, _ask_test_with_present_numbers(record, task.at, task.test))
    return _Hints(
        where=_describe_kept_value(record, task.at),
        compare=compare,
        answer=_describe_answer_on_arrival(task),
    )


def _advise_comparison_with_v(record: Record, step: Step) -> Sentence:
    """Say which numbers to compare when a value arrives: ``Compare what ▽B had, +∞, with 2``."""
    v_before: Argument = record.parent_v_before(present(step.child_call))
    if v_before is None:
        v_before = Phrase("nothing yet")
    node = Node(record.tree, step.node)
    return Sentence(
        "Compare what {node} had, {had}, with {value}", node=node, had=v_before, value=step.value
    )


def _describe_answer_on_arrival(task: Task) -> Phrase:
    """Return the numbers of a node after a child's value has arrived, and whether it is cut off.

    ``v = 2, α = 3, β = 2; cut off.``, or ``…; no cut-off.`` After the last child nothing is left
    that could be cut off, and it is the numbers alone.
    """
    numbers = _list_numbers(task.at)
    has_children_to_skip = task.test is not None and task.test.skips
    if not has_children_to_skip:
        return Phrase("{numbers}.", numbers=numbers)
    if task.at.kind is StepKind.CUT:
        return Phrase("{numbers}; cut off.", numbers=numbers)
    # “{cut-off}” in braces needs no argument: a phrase prints this word itself, in its own colour.
    return Phrase("{numbers}; no {cut-off}.", numbers=numbers)


class _WindowSource(Enum):
    """What the window with which a node is entered is made of."""

    RULES = auto()  # the node is the root: the rules say with which window the search begins
    NEED = auto()  # the node is the child of a chance node that asks what its mean still needs
    NOTHING = auto()  # the node is the child of another chance node: the search starts anew
    QUESTION = auto()  # the window is a null window, which asks about one number
    EARLIER_CALL = auto()  # the node is searched again, since a question left its value open
    PARENT = auto()  # the parent's window as v has moved it by now: so it is for most nodes


def _find_window_source(record: Record, step: Step) -> _WindowSource:
    """Find out from what the window (α, β) is made with which a step enters a node.

    A node gets its parent's window, unless one of the special cases holds.
    """
    caller = record.caller(step.call)  # the open call of the parent
    if caller is None:
        return _WindowSource.RULES
    is_below_chance_node = record.tree.roles[record.node(caller)] == CHANCE_ROLE
    if is_below_chance_node and record.has_chance_windows:
        return _WindowSource.NEED
    if is_below_chance_node:
        return _WindowSource.NOTHING
    if record.has_null_window(step.call):
        return _WindowSource.QUESTION
    if _is_searched_again(record, step.call, caller):
        return _WindowSource.EARLIER_CALL
    return _WindowSource.PARENT


def _is_searched_again(record: Record, call: int, caller: int) -> bool:
    """Tell whether a call of a node is not the first within the same call of its parent."""
    return any(
        earlier_call < call and record.caller(earlier_call) == caller
        for earlier_call in record.calls_of(record.node(call))
    )


class _EntryHints(NamedTuple):
    """The first two hints on the window with which a node is entered."""

    where_to_look: Sentence
    what_to_compare: Sentence


def _build_first_hints_on_entry(record: Record, step: Step) -> _EntryHints:
    """Say where to look and what to compare to find the window with which a node is entered."""
    source = _find_window_source(record, step)
    if source is _WindowSource.PARENT:
        return _build_hints_on_parent(record, step)
    node = Node(record.tree, step.node)
    return _EntryHints(
        where_to_look=Sentence(
            "Look at {node}: with which window does the search come to it?", node=node
        ),
        what_to_compare=_describe_window_source(record, step, source),
    )


def _build_hints_on_parent(record: Record, step: Step) -> _EntryHints:
    """Build the hints on the window of a node that gets its parent's: look at the parent.

    - Where to look: ``Look at ▲root: what are its α and β at this moment?``
    - What to compare: ``▲root was entered with (−∞, +∞), and by now its v is 3. Which of the two
      ends does that move, …?``
    """
    parent = Node(record.tree, record.tree.parent[step.node])
    parent_call = present(record.caller(step.call))
    return _EntryHints(
        # {α} and {β} need no argument: a phrase fills in the letters, in their colours.
        where_to_look=Sentence(
            "Look at {node}: what are its {α} and {β} at this moment?", node=parent
        ),
        what_to_compare=Sentence(
            "{node} was entered with {window}, and by now its v is {v}. Which of the two ends does "
            "that move, and does it move it at all?",
            node=parent,
            window=record.entry_window(parent_call),
            v=record.parent_v_before(step.call),
        ),
    )


def _describe_window_source(record: Record, step: Step, source: _WindowSource) -> Sentence:
    """Say from what the window of a node is made, if it is not its parent's.

    For example ``▽A is asked only: is it worth more than 3?``
    """
    node = Node(record.tree, step.node)
    match source:
        case _WindowSource.NEED:
            return _ask_what_chance_node_needs(record, step)
        case _WindowSource.NOTHING:
            chance_node = Node(record.tree, record.tree.parent[step.node])
            return Sentence("Below the chance node {node} the search starts anew", node=chance_node)
        case _WindowSource.QUESTION:
            question_asked = question(record, step.call)
            return Sentence("{node} is asked only: {question}", node=node, question=question_asked)
        case _WindowSource.EARLIER_CALL:
            return Sentence("{node} is searched again: what is not known of it yet?", node=node)
        case _:  # RULES: the node is the root
            return _describe_window_of_root(record, node)


def _ask_what_chance_node_needs(record: Record, step: Step) -> Sentence:
    """Ask which values of a child a chance node still needs, where a range of values is known.

    ``○A was entered with (4, 10): with which values of ▽B can its mean still lie in that?``
    """
    chance_call = present(record.caller(step.call))
    return Sentence(
        "{above} was entered with {window}: with which values of {node} can its mean still lie in "
        "that?",
        above=Node(record.tree, record.node(chance_call)),
        window=record.entry_window(chance_call),
        node=Node(record.tree, step.node),
    )


def _describe_window_of_root(record: Record, root: Node) -> Sentence:
    """Say with which window the search begins: ``… begins at ▲root, with the full window``.

    ==============================  ============================================================
    the rules give                  the window is called
    ==============================  ============================================================
    neither a window nor a range    ``the full window``
    the range of all values alone   ``the range of all values``
    a window within the range       ``the given window``
    both, and they overlap          ``what the given window and the range … have in common``
    ==============================  ============================================================
    """
    rules = record.rules
    if rules.root_window == FULL_WINDOW:
        return Sentence("The search begins at {node}, with the full window", node=root)
    if rules.window == FULL_WINDOW:
        return Sentence("The search begins at {node}, with the range of all values", node=root)
    if rules.window == rules.root_window:
        return Sentence("The search begins at {node}, with the given window", node=root)
    return Sentence(
        "The search begins at {node}, with what the given window and the range of all values have "
        "in common",
        node=root,
    )


def _build_hints_on_end_of_node(record: Record, claim: Claim) -> _Hints:
    """Build the hints on a value, a bound or a window that stands beside a node at its end."""
    node = Node(record.tree, claim.node)
    where = Sentence("Look at {node}: every child that is searched there has returned", node=node)
    compare = together(
        _list_returned_values(record, claim.node), *_describe_entry_window(record, claim)
    )
    answer = Sentence(
        "Beside {node} stands {text}", node=node, text=format_claim(record.tree, claim)
    )
    return _Hints(where=where, compare=compare, answer=answer)


def _list_returned_values(record: Record, node: int) -> Sentence:
    """List what a node's children have returned: ``What has returned to ▽A (MIN): 3, 12, 8``.

    Children that have not returned are left out.
    """
    values = [value for value in collect_returned_values(record, node) if value is not None]
    return Sentence(
        "What has returned to {node} ({player}): {values}",
        node=Node(record.tree, node),
        player=format_player(record, node),
        values=ItemList(tuple(values)),
    )


def _describe_entry_window(record: Record, claim: Claim) -> Iterator[Sentence]:
    """Say with which window a node was entered, if what a person writes there depends on it.

    The claim is what is to be written beside a visited node at its end: a value, a bound or a
    window. A value depends on it under fail-hard, which returns nothing outside the window.
    """
    last_call = record.calls_of(claim.node)[-1]  # what a paper shows is how it ended
    entry = record.entry_window(last_call)
    if claim.window:
        yield Sentence("It was entered with {window}: which end has that moved?", window=entry)
    elif record.rules.hard and entry != FULL_WINDOW:
        yield Sentence("But nothing outside its window {window} is returned", window=entry)


def _takes_first_child_as_it_is(record: Record, step: Step) -> bool:
    """Tell whether a form takes the first child's value as it is, and this is the first child."""
    call = step.child_call
    return (
        record.replaces_first
        and call is not None
        and record.find_previous_sibling_call(call) is None
    )


def _describe_kept_value(record: Record, step: Step) -> Sentence:
    """Say which of two values a node keeps: the larger at MAX, the smaller at MIN.

    ``▽B is MIN: it keeps the smaller one of what it had and what arrives, and β is the end it may
    move.`` A printed form of alpha-beta may compare the first child's value with nothing.
    """
    node = Node(record.tree, step.node)
    moves = _describe_movable_bound(record, step)
    if _takes_first_child_as_it_is(record, step):
        return Sentence(
            "{node} is {player}, and this form takes the first child as it is{moves}",
            node=node,
            player=format_player(record, step.node),
            moves=moves,
        )
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


def _describe_movable_bound(record: Record, step: Step) -> Phrase | None:
    """Say which bound a node may move: ``, and α is the end it may move``; ``None`` for none."""
    if not step.window:
        return None
    is_max = record.tree.roles[step.node] == MAX_ROLE
    letter = Letter.ALPHA if is_max else Letter.BETA
    return Phrase(", and {letter} is the end it may move", letter=letter)


def _ask_test_with_present_numbers(record: Record, step: Step, test: CutTest) -> Sentence:
    """Ask whether the test for a cut-off at a step holds: ``… is α ≥ β?``.

    Most searches compare α with β. A search that enters nodes again compares v with the bound that
    the opponent has: ``v ≥ β`` at MAX, ``α ≥ v`` at MIN.
    """
    left: Argument = Letter.ALPHA
    right: Argument = Letter.BETA
    if may_enter_again(record):
        if record.tree.roles[step.node] == MAX_ROLE:
            left = "v"
        else:
            right = "v"
    return Sentence(
        "Test with the numbers as they are now: is {left} {sign} {right}?",
        left=left,
        sign=test.sign,
        right=right,
    )


def _list_numbers(step: Step) -> ItemList:
    """List v, and α and β if there is a window, as they are at a step: ``v = 2, α = 3, β = 2``."""
    numbers: list[tuple[Argument, Argument]] = [("v", step.v)]
    if step.window is not None:
        alpha, beta = step.window
        numbers.append((Letter.ALPHA, End("α", alpha)))
        numbers.append((Letter.BETA, End("β", beta)))
    return ItemList(tuple(equals(name, value) for name, value in numbers))


# -- kinds of mistakes -------------------------------------------------------------------------


class WrongEntry(StrEnum):
    """A kind of mistake; its text names it for the list at the end."""

    ENDS_SWAPPED = "α and β exchanged"
    STARTED_ANEW = "a node entered with the full window instead of its parent's"
    OLD_WINDOW = "what the earlier children brought is missing from the window"
    OTHER_WINDOW = "another window"
    OTHER_VALUE = "another value of v"
    OTHER_SIGN = "the sign of v is MIN's"
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


def diagnose_answer(
    record: Record, task: Task, name: Field, given: Mapping[Field, Answer]
) -> Remark:
    """Diagnose a wrong answer at a step: return the kind of mistake, and say what to look at.

    For example ``OTHER_VALUE`` and ``▽B is MIN: it keeps the smaller one …`` of a wrong v, which is
    the node's best value so far.

    Args:
        record: The search.
        task: What was asked.
        name: The field that is wrong, such as ``v``.
        given: What was written into all of the fields. Of v it may be left out: then what is said
            holds of any wrong v.
    """
    step = task.at
    is_node_entered = step.child is None
    if is_node_entered:  # then only the α and the β of its window are asked for
        return _diagnose_window(record, step, (given["alpha"], given["beta"]))

    # A child has returned: v has moved one end of the window, and the test is made.
    if name == "v":
        return _diagnose_best_value(record, step, given.get("v"))
    if name in {"alpha", "beta"}:
        kind = _diagnose_bound(record, step, name)
        return Remark(kind, words=_describe_kept_value(record, step))

    test = present(task.test)
    if name == "cut":
        return _diagnose_decision(record, step, test)
    # The two numbers that were compared are what is left: "because_left" and "because_right".
    words = _ask_test_with_present_numbers(record, step, test)
    return Remark(WrongEntry.OTHER_REASON, words=words)


def _diagnose_best_value(record: Record, step: Step, given: Answer | None) -> Remark:
    """Return the kind of mistake in v after a child's value has arrived, and say what to look at.

    In negamax it may be the sign: ``−3 is what MIN sees at ▽A; write what MAX sees, 3``. That is
    told only of a number that was given: a page says beforehand what is wrong with any answer.
    """
    remark_on_sign = None
    if given is not None:
        remark_on_sign = explain_sign(record, step.node, present(step.v), written=given)
    if remark_on_sign is not None:
        return Remark(WrongEntry.OTHER_SIGN, words=remark_on_sign)
    return Remark(WrongEntry.OTHER_VALUE, words=_describe_kept_value(record, step))


def _diagnose_bound(record: Record, step: Step, name: Literal["alpha", "beta"]) -> WrongEntry:
    """Return the kind of mistake in α or β after a child's value has arrived at a node.

    The player of the node can move one of them; the other stays, so whoever writes another number
    there has moved the wrong one.
    """
    is_max = record.tree.roles[step.node] == MAX_ROLE
    movable_bound = "alpha" if is_max else "beta"
    if name != movable_bound:
        return WrongEntry.MOVED_WRONG_END
    return WrongEntry.OTHER_END


def _diagnose_decision(record: Record, step: Step, test: CutTest) -> Remark:
    """Return the kind of mistake in a wrong decision about a cut-off, and say what to look at."""
    if test.left == test.right:
        question_of_equality = Sentence("The two numbers are equal: is equal enough here?")
        return Remark(kind=WrongEntry.EQUALITY, words=question_of_equality)
    kind = WrongEntry.MISSED_CUT if test.holds else WrongEntry.CUT_TOO_SOON
    return Remark(kind=kind, words=_ask_test_with_present_numbers(record, step, test))


def _diagnose_window(record: Record, step: Step, given: tuple[Answer, Answer]) -> Remark:
    """Return the kind of mistake in a window (α, β) on entry, and say what to look at.

    Of a window that comes from the parent's, several kinds are told apart. Of any other it is only
    said what to compare it with; of the root's, where to look, as there is nothing to compare.
    """
    source = _find_window_source(record, step)
    if source is _WindowSource.PARENT:
        return _diagnose_window_from_parent(record, step, given)

    hints = _build_first_hints_on_entry(record, step)
    is_root = source is _WindowSource.RULES
    hint = hints.where_to_look if is_root else hints.what_to_compare
    return Remark(kind=WrongEntry.OTHER_WINDOW, words=hint)


def _diagnose_window_from_parent(
    record: Record, step: Step, given: tuple[Answer, Answer]
) -> Remark:
    """Return the kind of mistake in the window of a node that gets its parent's window.

    The first row that fits counts. In the example the parent was entered with (2, 9), and its v = 5
    has made that (5, 9), which the node gets:

    ============  ==========================================
    given         mistake
    ============  ==========================================
    (9, 5)        the ends are swapped
    (2, 9)        the old window: v has not moved it
    (−∞, +∞)      the node starts anew, with the full window
    (4, 9)        any other window
    ============  ==========================================
    """
    if _exchanges_ends(given, right=present(step.window)):
        whose_ends = Sentence("{α} is the end that MAX has, {β} the end that MIN has")
        return Remark(kind=WrongEntry.ENDS_SWAPPED, words=whose_ends)

    parent_call = present(record.caller(step.call))
    window_before_v_moved_it = record.entry_window(parent_call)
    if given == window_before_v_moved_it:
        kind = WrongEntry.OLD_WINDOW
    elif given == FULL_WINDOW:
        kind = WrongEntry.STARTED_ANEW
    else:
        kind = WrongEntry.OTHER_WINDOW

    look_at_parent = _build_hints_on_parent(record, step).where_to_look
    words = together(Sentence("A child gets its parent's window"), look_at_parent)
    return Remark(kind=kind, words=words)


def _exchanges_ends(given: tuple[Answer, Answer], *, right: Window) -> bool:
    """Tell whether an end of the right window was written as the other end.

    If (3, +∞) is right, (+∞, 3) exchanges both ends, and (0, 3) has the right α as its β. But
    (+∞, 5) does not count: an infinite end may have been written for another reason.

    Example:
        >>> infinite = float("inf")
        >>> _exchanges_ends((0, 3), right=(3, infinite))
        True
        >>> _exchanges_ends((infinite, 5), right=(3, infinite))
        False
    """
    alpha, beta = right
    given_alpha, given_beta = given
    are_both_exchanged = given == (beta, alpha)
    is_alpha_given_as_beta = alpha not in FULL_WINDOW and given_beta == alpha != beta
    is_beta_given_as_alpha = beta not in FULL_WINDOW and given_alpha == beta != alpha
    return are_both_exchanged or is_alpha_given_as_beta or is_beta_given_as_alpha
