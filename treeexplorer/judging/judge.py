"""The judgement of a claim by what a search found.

Whatever accepts a claim asks :func:`judge`: a check, a key, the worksheet, a grade. A claim is
judged by :class:`~treeexplorer.judging.findings.Findings`, what a recorded search found, or by
:class:`~treeexplorer.judging.follow_through.FollowThrough`, what follows from a person's own
earlier entries. A field of a course page lists the answers that the same findings hold right; a
practise question compares its numbers as claims are compared, by :func:`agrees`.

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
    """Return what makes a claim right; ``None`` if it is wrong.

    A plain number must be one of :meth:`Findings.numbers`, a bound one of :meth:`Findings.bounds`;
    a weaker bound is wrong although it is true. A slash is right if nothing of its subtree was
    visited. If several moves are best, it is right to name one or all of them. A claim that is
    right only with a wrongly crossed branch is wrong (see :meth:`Findings.needs_wrong_slash`).

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> findings = Findings(search(from_nested([[3, 12], [2, 9]])))
        >>> judge(Claim(4, "value", 2), findings)
        'returned'
        >>> judge(Claim(6, "cut"), findings)
        'found'
        >>> judge(Claim(5, "cut"), findings)
    """
    if findings.needs_wrong_slash(claim):
        return None
    match claim.kind:
        case "value":
            return _judge_value(claim, findings)
        case "best":
            return _judge_best(claim, findings)
        case _:
            return "found" if _is_found(claim, findings) else None


def _judge_value(claim: Claim, findings: Findings) -> Right | None:
    """Return what makes a plain number right; ``None`` if it is wrong.

    A rounded mean may agree with several right numbers: what the search returned counts before the
    minimax value.
    """
    if claim.number is None:
        return None
    agreeing: set[Right] = set()
    for number, right_as in findings.numbers(claim.node).items():
        if agrees(claim.number, number):
            agreeing.add(right_as)
    by_rank: tuple[Right, ...] = ("returned", "minimax")
    return next((right_as for right_as in by_rank if right_as in agreeing), None)


def _judge_best(claim: Claim, findings: Findings) -> Right | None:
    """Return why the moves that a claim names as the best are right; ``None`` if they are wrong.

    One best move may be named, or all that are equally good; no move at all if none is proven.
    """
    claimed = frozenset(claim.nodes)
    is_single = len(claimed) == 1
    proven = findings.proven_moves
    if claimed == proven or (is_single and claimed <= proven):
        return "returned"
    best = frozenset(findings.best_moves())
    if claimed == best or (is_single and claimed <= best):
        return "minimax"
    return None


def _is_found(claim: Claim, findings: Findings) -> bool:
    """Tell whether a claim says just what the search found."""
    node = claim.node
    match claim.kind:
        case "bound":
            return _is_bound(claim, findings)
        case "window":
            return _is_window(claim, findings)
        case "cut":
            return not findings.visited(node)
        case "visited":
            return findings.visited(node)
        case "cut-rest":
            return findings.cuts_rest(node)
        case "cuts-none":
            return not findings.prunes
        case "read":
            return claim.number == findings.leaves_read()
        case "pruned-if":
            return _is_condition(claim.condition, findings.pruned_for(node))
        case _:
            return False


def _is_bound(claim: Claim, findings: Findings) -> bool:
    """Tell whether a claimed bound, ``≥ 8``, is right at its node: sign and number."""
    number = claim.number
    if number is None:
        return False
    bounds = findings.bounds(claim.node)
    return any(claim.sign == sign and agrees(number, bound) for sign, bound in bounds)


def _is_window(claim: Claim, findings: Findings) -> bool:
    """Tell whether a claimed window is the window of one of the node's calls."""
    if claim.window is None:
        return False
    alpha, beta = claim.window
    for call in findings.calls(claim.node):
        found_alpha, found_beta = call.window
        if agrees(alpha, found_alpha) and agrees(beta, found_beta):
            return True
    return False


def agrees(written: Number, returned: Number) -> bool:
    """Tell whether a written number is the one that was found.

    A mean such as 13/3 has no finite decimal: it may be written rounded, to one place at least.

    Args:
        written: What a person wrote; a number with decimal places is an exact fraction.
        returned: What the search found.

    Example:
        >>> third = Fraction(13, 3)  # 4.333…
        >>> agrees(Fraction("4.33"), third), agrees(Fraction("4.34"), third), agrees(4, third)
        (True, False, False)
    """
    if written == returned:
        return True
    if not isinstance(returned, Fraction) or not isinstance(written, Fraction):
        return False
    has_finite_decimal = decimal_places(returned) is not None
    if has_finite_decimal:
        return False  # then it can be written exactly
    return _is_rounded(written, returned)


def _is_rounded(written: Fraction, mean: Fraction) -> bool:
    """Tell whether a number is a mean rounded to the places that are written, one at least."""
    places = decimal_places(written)  # none of a fraction such as 1/3
    if not places:
        return False
    half_of_last_place = Fraction(1, 2 * 10**places)
    return abs(written - mean) <= half_of_last_place


def _is_condition(claimed: Condition | None, found: Sequence[Condition] | None) -> bool:
    """Tell whether a claimed condition holds exactly for the values that were found.

    A condition is one interval: it can be right only if one interval was found, or none if the
    claim is ``never``.
    """
    if claimed is None or found is None:
        return False
    if claimed.is_never:
        return not found
    return len(found) == 1 and _ends(claimed) == _ends(found[0])


def _ends(stretch: Condition) -> tuple[Number, bool, Number, bool]:
    """Return the ends of an interval, each with whether it belongs to it; an infinite one does.

    What the unknown is called does not matter.
    """
    includes_low = stretch.includes_low or stretch.low == -INFINITY
    includes_high = stretch.includes_high or stretch.high == INFINITY
    return stretch.low, includes_low, stretch.high, includes_high
