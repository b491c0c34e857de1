"""What one writes on paper at each step of a search: one list for the worksheet and for practise.

When a node is entered, its window is written down; when a child's value arrives, that value stands
beside the child, the node's v, α and β move, and slashes are drawn where the rest is pruned. The
worksheet takes what stands beside the nodes in the end (:func:`claims_in_order`, the model answer);
practise asks for what one does at a step (:class:`Task`), also where nothing is cut off, or the
question would give the answer away.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from treeexplorer.engine import Record, Step, StepKind, bound_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.judge import SIGNS, SLASHES, Findings, agrees, step_of
from treeexplorer.explain.facts import CutTest, leaves_something, test_at
from treeexplorer.explain.judged import claim_text
from treeexplorer.explain.sentence import joined
from treeexplorer.explain.sentences import sentence
from treeexplorer.explain.why import why
from treeexplorer.explain.words import label, question, window_text
from treeexplorer.notation import BoundSign, Claim, Claims, in_order
from treeexplorer.numbers import shown, typed_number
from treeexplorer.text import safe
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE, Number, Player

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
    """Return the steps that practise asks about, ascending.

    They are the entries of nodes with children, and the arrivals with children left. They are found
    in one pass over the calls, so that practise on a tree of any size begins at once;
    :func:`task_at` makes each task when it is asked for.

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


def claims_in_order(record: Record) -> tuple[tuple[int, Claim], ...]:
    """Return what is written beside the nodes, each with the step at which it is known.

    Leaves get a slash or nothing. Of a node that is entered several times, the last call
    counts. A value comes before the cut-off that it makes, the root comes last in its last step.
    """
    claims: list[tuple[int, Claim]] = []
    for claim in model_claims(record):
        known = step_of(record, claim)
        if claim.kind == "window" and record.rules.windows == "entry":
            known = record.entered(record.rows(claim.node)[-1])
        if claim.kind != "cuts-none":
            claims.append((known, claim))

    def order(at: tuple[int, Claim]) -> tuple[int, bool, bool, int]:
        step, claim = at
        return step, claim.node == 0, claim.kind in SLASHES, claim.node

    return tuple(sorted(claims, key=order))


def model_claims(record: Record) -> Claims:
    """Return the model answer: everything that a person would write beside the nodes.

    Of every visited node with children, its window and the value or bound it returned; a slash at
    the topmost branches that are not visited, be they undrawn, or that nothing is cut off.
    """
    claims: list[Claim] = []
    findings = record.derive(Findings)
    tree, depth, node = record.tree, record.rules.depth, 0
    while node < len(tree):
        rows = record.rows(node)
        if not rows:
            if depth is None or tree.ply[node] <= depth:
                claims.append(Claim(node, "cut"))
            node = tree.end[node]
            continue
        if not record.is_leaf_call(rows[-1]):
            call = findings.calls(node)[-1]
            if record.has_windows:
                claims.append(Claim(node, "window", window=call.written))
            if call.value is not None:
                sign = SIGNS.get(bound_of(call.value, call.interval))
                claims.append(Claim(node, "bound" if sign else "value", call.value, sign))
            if node in tree.elided and findings.cuts_rest(node):
                claims.append(Claim(node, "cut-rest"))
        node += 1
    if record.has_windows and not findings.prunes:
        claims.append(Claim(0, "cuts-none"))
    return in_order(claims)


# -- answers -----------------------------------------------------------------------------------


def accepted(record: Record, task: Task, name: Field, given: Answer) -> bool:
    """Tell whether what was filled into a box is right.

    Which numbers decide may also be said with the node's v, v ≥ β at MAX and α ≥ v at MIN, or with
    the end that v moves, which a null window has not.
    """
    right = task.answers[name]
    if isinstance(right, bool) or isinstance(given, bool):
        return right is given
    tree = record.tree
    given = tree.as_searched(given)
    if agrees(given, right):
        return True
    step, at_max = task.at, tree.roles[task.at.node] == MAX_ROLE
    if name != ("because_left" if at_max else "because_right"):
        return False
    decides = [] if step.v is None else [step.v]
    if step.window is not None and not record.null(step.call):
        decides.append(step.window[0] if at_max else step.window[1])
    return any(agrees(given, number) for number in decides)


def takes_first(record: Record, step: Step) -> bool:
    """Tell whether what arrives is taken as it is, being the first that arrives at its node."""
    row = step.child_call
    return record.replaces_first and row is not None and record.sibling_before(row) is None


def compared(record: Record, step: Step) -> tuple[str, str]:
    """Return what the test at a step compares: α and β, or v with one of them."""
    if not record.scopes:
        return "α", "β"
    return ("v", "β") if record.tree.roles[step.node] == MAX_ROLE else ("α", "v")


def asked_of(record: Record, step: Step) -> str:
    """Return why a node is not entered with its parent's window, in a sentence; else nothing."""
    name, parent_row = label(record, step.node), record.parent_row(step.call)
    if record.null(step.call):
        return f"{name} is asked only: {question(record, step.call)}"
    rows = record.rows(step.node)
    calls = [row for row in rows if row < step.call and record.parent_row(row) == parent_row]
    return f"{name} is searched again: what is not known of it yet?" if calls else ""


def shown_answer(answer: Answer) -> str:
    """Return an answer as people read it."""
    if isinstance(answer, bool):
        return "y" if answer else "n"
    return shown(answer)


# -- what is typed -----------------------------------------------------------------------------

_BOUND: Final = re.compile(r"(>=|=>|≥|<=|=<|≤)(.*)", re.DOTALL)
_SLASHES: Final = frozenset({"/", "x", "X", "╳", "×"})
_YES: Final = frozenset({"y", "yes", "cut", "1", "true"})
_NO: Final = frozenset({"n", "no", "0", "false"})
_LONGEST: Final = 40


class EntryError(TreeexplorerError):
    """What was typed cannot be read as what the box asks for; said in a sentence."""


def _unreadable(text: str, reason: str) -> EntryError:
    return EntryError(f"“{safe(text[:_LONGEST])}” is {reason}")


def read_number(text: str) -> Number:
    """Return the number that somebody typed: ``3``, ``−0.5``, ``∞``, ``-inf``, ``13/3``.

    Raises:
        EntryError: It is no number.
    """
    typed = text.strip().replace(",", ".")
    with suppress(ValueError):
        if len(typed) <= _LONGEST:
            return typed_number(typed)
    raise _unreadable(text, "not a number; write it as 3, -2, 0.5, inf or -inf")


def read_yes_no(text: str) -> bool:
    """Return whether somebody typed yes.

    Raises:
        EntryError: It is neither yes nor no.
    """
    word = text.strip().lower()
    if word in _YES or word in _NO:
        return word in _YES
    raise _unreadable(text, "neither y nor n")


def read_entry(node: int, text: str) -> Claim:
    """Return what somebody typed beside a node: ``6``, ``>=8``, ``(3, inf)``, ``/`` or ``/...``.

    Raises:
        EntryError: It is none of these.
    """
    text = text.strip()
    if text in _SLASHES:
        return Claim(node, "cut")
    if text in {"/...", "/…"}:
        return Claim(node, "cut-rest")
    bound = _BOUND.fullmatch(text)
    if bound is not None:
        sign: BoundSign = ">=" if set(bound[1]) & {">", "≥"} else "<="
        return Claim(node, "bound", read_number(bound[2]), sign)
    if not text.startswith("(") and "," not in text and ";" not in text:
        return Claim(node, "value", read_number(text.removeprefix("=")))
    ends = text.removeprefix("(").removesuffix(")").replace(";", ",").split(",")
    if len(ends) != 2:
        raise _unreadable(text, "not a window; write it as (3, inf), α first, then β")
    return Claim(node, "window", window=(read_number(ends[0]), read_number(ends[1])))


# -- hints -------------------------------------------------------------------------------------


def hint(record: Record, task: Task, degree: int, claim: Claim | None = None) -> str:
    """Return a hint for a task: 1 where to look, 2 what to compare, 3 the answer with its reason.

    It is about one of the task's claims, or about what is asked in practise where that is ``None``.
    """
    if claim is None:
        texts = (
            _entry_hints(record, task) if task.at.child is None else _arrival_hints(record, task)
        )
    elif claim.kind in SLASHES:
        texts = _cut_hints(record, task, claim.node)
    elif claim.kind == "window" and record.rules.windows == "entry":
        texts = _entry_hints(record, task)
    else:
        texts = _value_hints(record, claim)
    return texts[min(max(degree, 1), DEGREES) - 1]


def _entry_hints(record: Record, task: Task) -> tuple[str, str, str]:
    step = task.at
    name, window = label(record, step.node), step.window or FULL_WINDOW
    answer = f"{name} is entered with {window_text(window)}."
    parent_row, asked = record.parent_row(step.call), asked_of(record, step)
    if asked:
        where = f"Look at {name}: what does this search want to know of it?"
        return where, asked, f"{answer} {sentence(record, step.number)}"
    if parent_row is None:
        begin = "full window" if record.rules.window == FULL_WINDOW else "window that is given"
        where = f"Look at {name}: with which window do the rules begin?"
        return where, f"The search begins at {name}, with the {begin}.", answer
    above = label(record, record.tree.parent[step.node])
    where = f"Look at {above}: what are its α and β at this moment?"
    entry = window_text(record.entry(parent_row))
    if record.sibling_before(step.call) is None:
        compare = f"It is the first child: compare with {above}, which was entered with {entry}."
    else:
        v = record.v_before(step.call)
        now = "" if v is None else f", and by now its v is {shown(v)}"
        compare = (
            f"{above} was entered with {entry}{now}. Which of the two ends does that move, "
            "and does it move it at all?"
        )
    return where, compare, f"{answer} {sentence(record, step.number)}"


def _arrival_hints(record: Record, task: Task) -> tuple[str, str, str]:
    name, step, answers = label(record, task.at.node), task.at, task.answers
    is_max = record.tree.player(step.node) is Player.MAX
    keeps, end, word = ("larger", "α", "MAX") if is_max else ("smaller", "β", "MIN")
    where = f"{name} is {word}: it keeps the {keeps} one of its v and what arrives"
    if takes_first(record, step):
        where = f"{name} is {word}, and this form takes the first child as it is"
    where += f", and {end} is the end it may move." if step.window else "."
    v = None if step.child_call is None else record.v_before(step.child_call)
    before = "nothing yet" if v is None else shown(v)
    compare = f"Compare what {name} had, {before}, with {shown(step.value or 0)}."
    if task.test is not None and task.test.skips:
        left, right = compared(record, step)
        compare += f" Then test: {left} {task.test.sign} {right}?"
    moved: tuple[Field, ...] = ("v", "alpha", "beta")
    parts = [f"{FIELD_LABELS[n]} = {shown_answer(answers[n])}" for n in moved if n in answers]
    decided = f"; {'cut off' if answers['cut'] else 'no cut-off'}" if "cut" in answers else ""
    return where, compare, f"{', '.join(parts)}{decided}. {sentence(record, step.number)}"


def _cut_hints(record: Record, task: Task, node: int) -> tuple[str, str, str]:
    step, name = task.at, label(record, task.at.node)
    if step.kind is not StepKind.CUT:
        where = f"Look at {name}: does the search ever come to {label(record, node)}?"
        compare = f"What is already known of {name}, and is it enough?"
        return where, compare, joined(why(record, node))
    child = "now" if step.child is None else f"after {label(record, step.child)}"
    where = f"Look at {name}: is there any point in looking further {child}?"
    alpha, beta = map(shown, step.window or FULL_WINDOW)
    known, test = f"α = {alpha} and β = {beta}", test_at(record, step)
    if record.null(step.call):
        known = f"v = {shown(step.v or 0)}"
    asks = f" Is {test.bare}?" if test else ""
    return where, f"At {name}, {known}.{asks}", sentence(record, step.number)


_TAKES: Final = {
    Player.MAX: "is MAX and takes the largest",
    Player.MIN: "is MIN and takes the smallest",
    Player.CHANCE: "is a chance node and takes the weighted mean",
    None: "takes the value",
}


def _value_hints(record: Record, claim: Claim) -> tuple[str, str, str]:
    row, name = record.rows(claim.node)[-1], label(record, claim.node)
    returns = "With which window is it left?" if claim.window else "What does it return?"
    where = f"Look at {name}: every child that is searched there has returned. {returns}"
    calls = [rows[-1] for rows in map(record.rows, record.children(claim.node)) if rows]
    values = [shown(value) for value in map(record.value, calls) if value is not None]
    takes = _TAKES[record.tree.player(claim.node)]
    compare = f"{name} {takes} of what has returned: {', '.join(values)}."
    if claim.window:
        entry = window_text(record.entry(row))
        compare += f" It was entered with {entry}: which end has that moved?"
        return where, compare, f"{name} is left with {claim_text(record.tree, claim)}."
    if record.rules.hard:
        compare += f" But nothing outside its window {window_text(record.entry(row))} is returned."
    answer = f"{name} returns {shown(claim.number or 0)}"
    if claim.sign is not None:
        answer += f", and that is only a bound: {claim_text(record.tree, claim)}"
    return where, compare, f"{answer}."
