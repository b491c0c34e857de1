"""What one writes on paper, and how what is typed is read, for the worksheet and for practise.

The worksheet takes what stands beside the nodes in the end (:func:`claims_in_order`, the model
answer); practise asks for what one does at a step (:class:`treeexplorer.explain.hints.Task`), also
where nothing is cut off, or the question would give the answer away.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from treeexplorer.engine import Record, analysis_of, bound_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.judge import SIGNS, SLASHES, Findings, agrees, step_of
from treeexplorer.explain.hints import FIELD_LABELS, Answer, Field, Task
from treeexplorer.notation import NEVER, BoundSign, Claim, Claims, sorted_claims
from treeexplorer.numbers import typed_number
from treeexplorer.text import safe
from treeexplorer.tree import MAX_ROLE, MIN_ROLE, Number


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
    claims.sort(key=lambda at: (at[0], at[1].node == 0, at[1].kind in SLASHES, at[1].node))
    return tuple(claims)


def model_claims(record: Record) -> Claims:
    """Return the model answer: everything that a person would write beside the nodes.

    Of every visited node with children, its window and the value or bound it returned; a slash at
    every branch that is pruned, be it undrawn, or that nothing is cut off. Nothing of a search that
    waits for the value of an unknown leaf.
    """
    if record.waits_for is not None:
        return ()
    findings, pruned = record.derive(Findings), analysis_of(record).pruned
    claims = [Claim(node, "cut-rest" if is_elided else "cut") for node, is_elided in pruned]
    for node in {record.node(row) for row in record.inner}:
        call = findings.calls(node)[-1]
        if record.has_windows:
            claims.append(Claim(node, "window", window=call.window))
        if call.value is not None:
            sign = SIGNS.get(bound_of(call.value, call.interval))
            claims.append(Claim(node, "bound" if sign else "value", call.value, sign))
    if record.has_windows and not pruned:
        claims.append(Claim(0, "cuts-none"))
    return sorted_claims(claims)


def directive_answer(record: Record, blank: Claim) -> Claim | None:
    """Return a blank ``@best ?``, ``@read ?`` or ``@pruned … if ?`` with its model answer.

    ``None`` where it has none, or none that one interval says.
    """
    findings = record.derive(Findings)
    if blank.kind == "pruned-if":
        conditions = findings.pruned_for(blank.node)
        if conditions is None or len(conditions) > 1:
            return None
        return blank._replace(condition=[*conditions, NEVER][0])
    if record.waits_for is not None:
        return None
    if blank.kind == "read":
        return blank._replace(number=record.evaluated)
    if record.tree.roles[0] not in {MAX_ROLE, MIN_ROLE}:
        return None
    return blank._replace(nodes=tuple(sorted(findings.proven_moves)))


# -- what is typed -----------------------------------------------------------------------------

_BOUND: Final = re.compile(r"(>=|=>|≥|<=|=<|≤)(.*)", re.DOTALL)
_SLASHES: Final = frozenset({"/", "x", "X", "╳", "×"})
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


def read_answer(record: Record, name: Field, text: str) -> Answer:
    """Return what somebody typed into a box of practise: a number, or y or n.

    Raises:
        EntryError: The box is empty, or it cannot be read.
    """
    word = text.strip().lower()
    if not word:
        raise EntryError(f"the box “{FIELD_LABELS[name]}” is still empty")
    if name != "cut":
        return record.tree.as_searched(read_number(text))
    if word not in {"y", "yes", "n", "no"}:
        raise _unreadable(text, "neither y nor n")
    return word in {"y", "yes"}


def accepted(record: Record, task: Task, name: Field, given: Answer) -> bool:
    """Tell whether what was filled into a box of practise is right.

    Which numbers decide may also be said with the node's v, v ≥ β at MAX and α ≥ v at MIN, or with
    the end that v moves, which a null window has not.
    """
    right, step = task.answers[name], task.at
    if isinstance(right, bool) or isinstance(given, bool):
        return right is given
    at_max, rights = record.tree.roles[step.node] == MAX_ROLE, [right]
    if name == ("because_left" if at_max else "because_right"):
        rights += [] if step.v is None else [step.v]
        if step.window is not None and not record.null(step.call):
            rights.append(step.window[0 if at_max else 1])
    return any(agrees(record.tree.as_searched(given), number) for number in rights)


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
