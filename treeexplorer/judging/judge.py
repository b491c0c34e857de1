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
    """Return what makes a written number right, ``"returned"`` or ``"minimax"``; else ``None``.

    A rounded number may agree with the returned value and with another minimax value. Then it
    counts as returned.

    Args:
        claim: The answer: a number at a node.
        findings: What the search found.
    """
    if claim.number is None:
        return None
    agreeing: list[Right] = []
    # At most two numbers are right: what the node returned, and what it is worth.
    for number, right_as in findings.numbers(claim.node).items():
        if agrees(claim.number, number):
            agreeing.append(right_as)
    if "returned" in agreeing:
        return "returned"
    return agreeing[0] if agreeing else None


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


def _is_found(claim: Claim, findings: Findings) -> bool:
    """Tell whether an answer is what the search found; not for numbers and best moves.

    Args:
        claim: The answer, of one of the kinds below.
        findings: What the search found.
    """
    node = claim.node
    match claim.kind:
        case "bound":
            return _is_bound(claim, findings)
        case "window":
            return _is_window(claim, findings)
        # A slash: it crosses out a branch as cut off.
        case "cut":
            return not findings.visited(node)
        case "visited":
            return findings.visited(node)
        # A slash at the undrawn children, ``/...``.
        case "cut-rest":
            return findings.cuts_rest(node)
        # The statement that nothing is cut off.
        case "cuts-none":
            return not findings.prunes
        # How many leaves are read.
        case "read":
            return claim.number == findings.leaves_read()
        # For which values of an unknown leaf the node is pruned.
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
    """Tell whether a written window (α, β) is the one that the search had at the node.

    A node that is visited several times may have several; any of them is right.

    Args:
        claim: The answer.
        findings: What the search found.
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
    has_finite_decimal = decimal_places(returned) is not None
    if has_finite_decimal:
        return False  # then it can be written exactly
    return _is_rounded(written, returned)


def _is_rounded(written: Fraction, mean: Fraction) -> bool:
    """Tell whether a written number is a mean, rounded to the places that are written."""
    places = decimal_places(written)
    if not places:  # an integer has 0, a fraction such as 1/3 has None
        return False
    half_of_last_place = Fraction(1, 2 * 10**places)
    return abs(written - mean) <= half_of_last_place


def _is_condition(claimed: Condition | None, found: Sequence[Condition] | None) -> bool:
    """Tell whether a claimed condition holds for just the values that were found.

    Args:
        claimed: The condition: one interval, or ``never``.
        found: The intervals that were found; ``None`` if they are not known.
    """
    if claimed is None or found is None:
        return False
    if claimed.is_never:
        return not found
    return len(found) == 1 and _ends(claimed) == _ends(found[0])


def _ends(stretch: Condition) -> tuple[Number, bool, Number, bool]:
    """Return the ends of an interval, each with whether it is included.

    An infinite end counts as included, so that ``x < ∞`` and ``x <= ∞`` are the same.

    Returns:
        The low end, whether it is included, the high end, whether that is. The name of the unknown
        is not among them, so that intervals of different names may be compared.
    """
    includes_low = stretch.includes_low or stretch.low == -INFINITY
    includes_high = stretch.includes_high or stretch.high == INFINITY
    return stretch.low, includes_low, stretch.high, includes_high
