"""The judgement of a claim by what a search found.

Whatever accepts an answer asks :func:`judge`: a check, a key, the worksheet, a practise question, a
field of a course page, a grade. A claim is judged by
:class:`~treeexplorer.judging.findings.Findings`, what a recorded search found, or by
:class:`~treeexplorer.judging.follow_through.FollowThrough`, what follows from a person's own
earlier entries.

Terms. A *claim* is one thing that a paper says of one node, or of the whole search. It is right as

- *found*: the search found just that;
- *returned*: it is a number that the node returned, or a best move that is proven to be one;
- *minimax*: it is the node's minimax value, or a best move by those values, and not returned.

Conventions. Some read a plain number as what the node returned, others as what it is worth: both
are right. Some write one of several best moves, others all: both are right. A bound is right with
a number that the node's last call proved or returned; a weaker one is wrong, though it is true. A
mean without a finite decimal is right rounded to as many places as were written, one at least.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from treeexplorer.judging.findings import Findings, Right
from treeexplorer.notation import Claim, Condition
from treeexplorer.numbers import decimal_places
from treeexplorer.tree import INFINITY, Number


class Mark(StrEnum):
    """What an examiner puts beside a claim.

    A wrong claim that follows from the person's own earlier entries is a consequence: it was
    computed correctly from something wrong. Every other wrong claim is a mistake.
    """

    RIGHT = "right"
    MISTAKE = "mistake"
    CONSEQUENCE = "consequence"

    @property
    def sign(self) -> str:
        """The sign beside the claim: ``✓`` right, ``✗`` a mistake, ``↳`` follows from one."""
        return {"right": "✓", "mistake": "✗", "consequence": "↳"}[self.value]


def judge(claim: Claim, findings: Findings) -> Right | None:
    """Return as what a claim is right, ``None`` where it is wrong.

    A plain number is one of :meth:`Findings.numbers`, a bound one of :meth:`Findings.bounds`, and a
    weaker one is wrong though it is true; a slash is right where nothing of its subtree was
    visited; of several best moves one or all are right.
    """
    match claim.kind:
        case "value" if (number := claim.number) is not None:
            numbers = findings.numbers(claim.node).items()
            kinds = {kind for right_number, kind in numbers if agrees(number, right_number)}
            return "returned" if "returned" in kinds else next(iter(kinds), None)
        case "best":
            # One of them, or all that are equally good; none where none is proven.
            claimed = frozenset(claim.nodes)
            proven = findings.proven_moves
            best = frozenset(findings.best_moves())
            if claimed == proven or (len(claimed) == 1 and claimed <= proven):
                return "returned"
            right = claimed == best or (len(claimed) == 1 and claimed <= best)
            return "minimax" if right else None
        case "bound" if (number := claim.number) is not None:
            bounds = findings.bounds(claim.node)
            right = any(claim.sign == sign and agrees(number, bound) for sign, bound in bounds)
        case "window":
            right = any(
                claim.window is not None and all(map(agrees, claim.window, call.window))
                for call in findings.calls(claim.node)
            )
        case "cut":
            right = not findings.visited(claim.node)
        case "cut-rest":
            right = findings.cuts_rest(claim.node)
        case "cuts-none":
            right = not findings.prunes
        case "visited":
            right = findings.visited(claim.node)
        case "read":
            right = claim.number == findings.leaves_read()
        case "pruned-if":
            right = _is_condition(claim.condition, findings.pruned_for(claim.node))
        case _:
            right = False
    return "found" if right else None


def agrees(written: Number, returned: Number) -> bool:
    """Tell whether a written number is the one found.

    A mean such as 13/3 has no finite decimal: there, the number found, rounded to as many places
    as were written (one at least), counts as written.
    """
    if written == returned:
        return True
    if not isinstance(returned, Fraction) or not isinstance(written, Fraction):
        return False
    places = decimal_places(written)
    if decimal_places(returned) is not None or not places:
        return False
    error: Fraction = abs(written - returned) * 10**places * 2
    return error <= 1


def _is_condition(condition: Condition | None, true: Sequence[Condition] | None) -> bool:
    """Tell whether a condition is exactly some stretches; an infinite end is always part of one."""
    if condition is None or true is None:
        return False
    if condition.is_never:
        return not true
    claimed, *found = [
        (
            each.low,
            each.high,
            each.includes_low or each.low == -INFINITY,
            each.includes_high or each.high == INFINITY,
        )
        for each in (condition, *true)
    ]
    return found == [claimed]
