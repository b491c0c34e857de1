"""The judgement of a claim by what a search found.

Whatever accepts a claim asks :func:`judge`: a check, a key, the worksheet, a grade. A claim is
judged by :class:`~treeexplorer.judging.findings.Findings`, what a recorded search found, or by
:class:`~treeexplorer.judging.follow_through.FollowThrough`, what follows from a person's own
earlier entries.

A *claim* is one thing that a paper says of one node, or of the whole search. What makes it right is

- ``"returned"``: a number that the node returned, or best moves that the search proves;
- ``"minimax"``: a number that is the node's minimax value, or moves that are best by these values,
  but neither is ``"returned"``;
- ``"found"``: any other claim that says what the search found.

Sources differ, and these are all right:

- a number that is what the node returned, and one that is what the node is worth;
- one of several best moves, and all of them;
- a mean without a finite decimal, rounded to the places that were written, at least one.

A bound is right if the node's last call proved or returned its number. A weaker bound is wrong,
although it is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from treeexplorer.judging.findings import Findings, Right
from treeexplorer.notation import Claim, Condition
from treeexplorer.numbers import count_decimal_places
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
    """Return what makes an answer on a paper (a claim) right; ``None`` if it is wrong.

    - A number is right if it is one of :meth:`Findings.numbers`, a bound if it is one of
      :meth:`Findings.bounds`.
    - A slash, which crosses out a branch, is right if the node was not visited.
    - Best moves are right if they are one or all of the best.

    Args:
        claim: The answer.
        findings: What the search found.

    Example:
        In ``[A:[3 12] B:[2 9]]`` the 2 cuts off B, and the 9 is pruned. The nodes are numbered from
        the root, 0: A is 1, B is 4, with the leaves 5 and 6.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> findings = Findings(search(from_nested([[3, 12], [2, 9]])))
        >>> judge(Claim(4, "value", 2), findings)
        'returned'
        >>> judge(Claim(6, "cut"), findings)
        'found'
        >>> judge(Claim(5, "cut"), findings)
    """
    # An answer that is right only because a branch was wrongly crossed out counts as wrong.
    if findings.rests_on_wrong_slash(claim):
        return None
    if claim.kind == "value":
        return _judge_value(claim, findings)
    if claim.kind == "best":
        return _judge_best(claim, findings)
    return "found" if _is_found_by_search(claim, findings) else None


def _judge_value(claim: Claim, findings: Findings) -> Right | None:
    """Return what makes a written number right, ``"returned"`` or ``"minimax"``; else ``None``.

    A rounded number may agree with the returned value and with another minimax value. Then it
    counts as returned.
    """
    if claim.number is None:
        return None
    # At most two numbers are right: what the node returned, and what it is worth.
    reasons = [
        reason
        for number, reason in findings.numbers(claim.node).items()
        if agrees(claim.number, number)
    ]
    if "returned" in reasons:
        return "returned"
    return reasons[0] if reasons else None


def _judge_best(claim: Claim, findings: Findings) -> Right | None:
    """Return what makes the best moves of a claim right; ``None`` if they are wrong.

    A claim without moves says that no move is proven.
    """
    claimed = frozenset(claim.nodes)
    if _are_one_or_all(claimed, findings.proven_moves):
        return "returned"
    if _are_one_or_all(claimed, frozenset(findings.best_moves())):
        return "minimax"
    return None


def _are_one_or_all(claimed: frozenset[int], best: frozenset[int]) -> bool:
    """Tell whether claimed moves are one of the best moves, or all of them."""
    is_one = len(claimed) == 1 and claimed <= best
    return is_one or claimed == best


def _is_found_by_search(claim: Claim, findings: Findings) -> bool:
    """Tell whether an answer is what the search found; not for numbers and best moves.

    =============  =================================================================
    ``bound``      ``≥ 8`` at a node
    ``window``     (α, β) at a node
    ``cut``        a slash: the node is cut off
    ``visited``    the node is not cut off
    ``cut-rest``   a slash at the undrawn children, ``/...``: they are cut off
    ``cuts-none``  nothing is cut off
    ``read``       how many leaves are read
    ``pruned-if``  for which values of an unknown leaf the node is cut off
    =============  =================================================================
    """
    node = claim.node
    match claim.kind:
        case "bound":
            return _is_right_bound(claim, findings)
        case "window":
            return _is_right_window(claim, findings)
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
            return _is_right_condition(claim.condition, findings.pruned_for(node))
        case _:
            return False


def _is_right_bound(claim: Claim, findings: Findings) -> bool:
    """Tell whether a claimed bound, ``≥ 8``, is right at its node: sign and number."""
    if claim.number is None:
        return False
    for sign, number in findings.bounds(claim.node):
        if claim.sign == sign and agrees(claim.number, number):
            return True
    return False


def _is_right_window(claim: Claim, findings: Findings) -> bool:
    """Tell whether a written window (α, β) is the one that the search had at the node.

    A node that is visited several times may have several; any of them is right.
    """
    if claim.window is None:
        return False
    alpha, beta = claim.window
    for call in findings.calls(claim.node):
        found_alpha, found_beta = call.window
        if agrees(alpha, found_alpha) and agrees(beta, found_beta):
            return True
    return False


def agrees(written: Number, returned: Number) -> bool:
    """Tell whether a written number is the number that was found, or that number rounded.

    Only a mean without a finite decimal, such as 13/3, may be rounded, to one place at least.

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
    # Only the mean of a chance node can be such a fraction.
    if not isinstance(returned, Fraction) or not isinstance(written, Fraction):
        return False
    has_finite_decimal = count_decimal_places(returned) is not None
    if has_finite_decimal:
        return False  # then it can be written exactly
    return _is_rounded_mean(written, returned)


def _is_rounded_mean(written: Fraction, mean: Fraction) -> bool:
    """Tell whether a written number is a mean, rounded to the places that are written."""
    places = count_decimal_places(written)
    if not places:  # an integer has 0, a fraction such as 1/3 has None
        return False
    half_of_last_place = Fraction(1, 2 * 10**places)
    return abs(written - mean) <= half_of_last_place


def _is_right_condition(
    claimed: Condition | None, found_intervals: Sequence[Condition] | None
) -> bool:
    """Tell whether a claimed condition, one interval or ``never``, is what was found.

    The found intervals are ``None`` if they are not known.
    """
    if claimed is None or found_intervals is None:
        return False
    if claimed.is_never:
        return not found_intervals
    if len(found_intervals) != 1:
        return False
    return _normalise_ends(claimed) == _normalise_ends(found_intervals[0])


def _normalise_ends(interval: Condition) -> tuple[Number, bool, Number, bool]:
    """Return the ends of an interval, each followed by whether it is included.

    An infinite end counts as included, so that ``x < ∞`` and ``x <= ∞`` are the same. The name of
    the unknown is left out, so that intervals of different names may be compared.
    """
    includes_low = interval.includes_low or interval.low == -INFINITY
    includes_high = interval.includes_high or interval.high == INFINITY
    return interval.low, includes_low, interval.high, includes_high
