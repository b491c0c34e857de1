"""Telling mistakes from their consequences.

A wrong claim that follows from the person's own earlier entries is a consequence: it was computed
correctly from something wrong. Every other wrong claim is a mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from treeexplorer.engine.explain import label
from treeexplorer.engine.intervals import Interval
from treeexplorer.exercises.claims import claim_text, shown_window
from treeexplorer.exercises.findings import Findings, Verdict, judge
from treeexplorer.exercises.follow import FollowThrough
from treeexplorer.notation import Claim, Claims
from treeexplorer.numbers import shown

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Mark(StrEnum):
    """What an examiner puts beside a claim."""

    RIGHT = "right"
    MISTAKE = "mistake"
    CONSEQUENCE = "consequence"

    @property
    def sign(self) -> str:
        """The sign beside the claim: ``✓`` right, ``✗`` a mistake, ``↳`` follows from one."""
        return {"right": "✓", "mistake": "✗", "consequence": "↳"}[self.value]


def marks(
    written: Claims, claims: Sequence[Claim], verdicts: Sequence[Verdict], findings: Findings
) -> list[Mark]:
    """Return a mark for each claim.

    Args:
        written: What is written about the tree.
        claims: The claims that are judged.
        verdicts: The judgement of each of them.
        findings: What the search found.
    """
    if all(verdict.right for verdict in verdicts):
        return [Mark.RIGHT] * len(claims)
    followed = FollowThrough(findings, written)
    return [
        Mark.RIGHT
        if verdict.right
        else Mark.CONSEQUENCE
        if judge(claim, followed).right
        else Mark.MISTAKE
        for claim, verdict in zip(claims, verdicts, strict=True)
    ]


def counted(number: int, thing: str) -> str:
    """Return a number and a thing, such as ``1 mistake`` or ``5 wrong claims``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def in_words(number: int) -> str:
    """Return a number up to ten as a word."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def reading(interval: Interval) -> str:
    """Return what is proven as it is written beside a node: ``= 3``, ``≥ 8``, ``2 … 5``."""
    low, high = interval
    if low == high:
        return f"= {shown(low)}"
    if high == float("inf"):
        return "nothing proven" if low == float("-inf") else f"≥ {shown(low)}"
    return f"≤ {shown(high)}" if low == float("-inf") else f"{shown(low)} … {shown(high)}"


def mistake_words(claim: Claim, findings: Findings) -> str:
    """Return what was done wrong at a claim, as a clause that begins with ``at``."""
    at = f"at {label(findings.record, claim.node)}"
    if claim.kind == "cut":
        return f"{at} you drew a slash, but the search goes there"
    if claim.kind == "visited":
        return f"{at} you drew no slash, but the search does not go there"
    calls = findings.calls(claim.node)
    if claim.window is not None:
        instead = (
            f" instead of {shown_window(calls[-1].entry)}"
            if calls
            else ", but the search does not go there"
        )
        return f"{at} you entered with {claim_text(claim)}{instead}"
    if claim.sign is not None:
        instead = (
            f"; the search found {reading(calls[-1].interval)}"
            if calls
            else ", but the search does not go there"
        )
        return f"{at} you wrote {claim_text(claim)}{instead}"
    right = calls[-1].value if calls else findings.minimax(claim.node)
    if right is None:
        return f"{at} you wrote {claim_text(claim)}, but the search does not go there"
    return f"{at} you wrote {claim_text(claim)} instead of {shown(right)}"


def summary(
    claims: Sequence[Claim], given: Sequence[Mark], findings: Findings, steps: Sequence[int]
) -> str:
    """Return the examiner's verdict in a sentence or two.

    Args:
        claims: The claims.
        given: Their marks.
        findings: What the search found.
        steps: The step at which each claim is decided; the mistakes come in this order.
    """
    if not claims:
        return "Nothing is claimed in this tree."
    wrong = sum(mark is not Mark.RIGHT for mark in given)
    if not wrong:
        return f"All {counted(len(claims), 'claim')} right." if len(claims) > 1 else "Right."
    mistakes = sorted(
        (i for i, mark in enumerate(given) if mark is Mark.MISTAKE), key=steps.__getitem__
    )
    head = (
        f"{counted(wrong, 'wrong claim')} of {len(claims)}, {counted(len(mistakes), 'mistake')}: "
    )
    named = "; ".join(mistake_words(claims[i], findings) for i in mistakes[:3])
    more = f"; and {in_words(len(mistakes) - 3)} more" if len(mistakes) > 3 else ""
    return head + named + more + _rest(wrong - len(mistakes), len(mistakes)) + "."


def _rest(consequences: int, mistakes: int) -> str:
    if not consequences:
        return ""
    source = "it" if mistakes == 1 else "them"
    if consequences == 1:
        return f"; the other one follows correctly from {source}"
    return f"; the other {in_words(consequences)} follow correctly from {source}"
