"""Checks the claims in a tree against a search of it.

This is what people come back for: did I do this right, if not where did it go wrong, and under
which convention would it be right. A :class:`Check` judges every claim at once; everything that
takes longer (the sentences, the other conventions, the proof that a slash is wrong) is worked out
when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from treeexplorer.engine import Record, search
from treeexplorer.engine.explain import label
from treeexplorer.exercises.claims import claims_of, step_of
from treeexplorer.exercises.conventions import conventions_that_fit
from treeexplorer.exercises.drawn import tree_as_drawn
from treeexplorer.exercises.findings import Findings, Verdict, judge
from treeexplorer.exercises.marking import Mark, counted, marks, summary
from treeexplorer.exercises.pruning import Refutation, refutation
from treeexplorer.exercises.values import root_value
from treeexplorer.exercises.why_wrong import found_json, found_text, why
from treeexplorer.notation import Claim, Claims, Exercise
from treeexplorer.rules import Rules, differences
from treeexplorer.tree import Number

_MOST_CONVENTIONS: Final = 3


class UnknownReachedError(ValueError):
    """The search comes to an unknown leaf, so that the claims cannot be checked."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim with its judgement.

    Attributes:
        claim: What is claimed, and where.
        verdict: Whether it is right, and for a plain number as what.
        mark: The same as an examiner marks it, with mistakes and consequences told apart.
        step: The step of the search that shows it.
    """

    claim: Claim
    verdict: Verdict
    mark: Mark
    step: int

    @property
    def right(self) -> bool:
        """Whether the claim is right."""
        return self.verdict.right


class Check:
    """The claims of a tree, judged against its search.

    Attributes:
        record: The search.
        written: What is written about its tree.
        findings: What it found, node by node.
        claims: Every claim with its judgement, in drawing order.
    """

    def __init__(self, record: Record, claims: Claims, *, implied: bool = True) -> None:
        """Judge claims about a record's tree.

        Args:
            record: The search.
            claims: What is written about its tree.
            implied: Whether nodes without a slash are claimed visited once anything is slashed;
                not so in an answer that is still being written.

        Raises:
            UnknownReachedError: The search waits for the value of an unknown leaf.
        """
        if record.waits_for is not None:
            node = record.waits_for
            raise UnknownReachedError(
                f"the search comes to the unknown leaf {label(record, node)} "
                f"({record.tree.address(node)}) after step {record.steps}, so the claims cannot "
                "be checked; give it a value with --set, or see `treeexplorer unknowns`"
            )
        self.record = record
        self.written = claims
        self.findings = Findings(record)
        judged = [
            claim
            for claim in claims_of(record.tree, claims, record.rules.depth)
            if implied or claim.kind != "visited"
        ]
        verdicts = [judge(claim, self.findings) for claim in judged]
        given = marks(claims, judged, verdicts, self.findings)
        self.claims: tuple[CheckedClaim, ...] = tuple(
            CheckedClaim(claim, verdict, mark, step_of(record, claim))
            for claim, verdict, mark in zip(judged, verdicts, given, strict=True)
        )

    # -- the verdict as a whole ----------------------------------------------------------------

    @cached_property
    def wrong(self) -> tuple[CheckedClaim, ...]:
        """The wrong claims, in drawing order."""
        return tuple(checked for checked in self.claims if not checked.right)

    @cached_property
    def mistakes(self) -> tuple[CheckedClaim, ...]:
        """The wrong claims that do not follow from earlier ones, in the order of the search."""
        mistakes = [checked for checked in self.wrong if checked.mark is Mark.MISTAKE]
        return tuple(sorted(mistakes, key=lambda checked: checked.step))

    @cached_property
    def first_wrong(self) -> CheckedClaim | None:
        """The wrong claim that the search contradicts first; a mistake before a consequence."""
        return min(
            self.wrong,
            key=lambda checked: (checked.step, checked.mark is not Mark.MISTAKE),
            default=None,
        )

    @cached_property
    def summary(self) -> str:
        """The examiner's verdict in a sentence or two."""
        return summary(
            [checked.claim for checked in self.claims],
            [checked.mark for checked in self.claims],
            self.findings,
            [checked.step for checked in self.claims],
        )

    @cached_property
    def fits(self) -> Sequence[Rules]:
        """The conventions under which every claim is right, the stated ones first."""
        return conventions_that_fit(tree_as_drawn(self.record), self.written, self.record.rules)

    @cached_property
    def fitting_words(self) -> str | None:
        """How the conventions that fit differ from the stated ones; ``None`` if nothing is wrong.

        Only the nearest ones are named: those that differ in the fewest things.
        """
        if not self.wrong:
            return None
        phrases = [differences(rules, self.record.rules) for rules in self.fits]
        if not phrases:
            return "No other convention makes everything right."
        nearest = [" and ".join(words) for words in phrases if len(words) == len(phrases[0])]
        named = ", or if ".join(nearest[:_MOST_CONVENTIONS])
        others = len(phrases) - min(len(nearest), _MOST_CONVENTIONS)
        more = f" (and under {counted(others, 'further combination')} of rules)" if others else ""
        return f"Right if {named}{more}."

    # -- one claim -----------------------------------------------------------------------------

    def why(self, checked: CheckedClaim) -> str:
        """Return why a claim is right or wrong, in words."""
        return why(checked.claim, checked.verdict, checked.mark, self.findings)

    def found(self, checked: CheckedClaim) -> str:
        """Return what the search found where the claim stands, as people read it."""
        return found_text(checked.claim, checked.verdict, self.findings)

    def found_json(self, checked: CheckedClaim) -> object:
        """Return what the search found where the claim stands, for JSON."""
        return found_json(checked.claim, checked.verdict, self.findings)

    # -- wrong slashes -------------------------------------------------------------------------

    @cached_property
    def over_pruned(self) -> tuple[CheckedClaim, ...]:
        """The slashes at nodes that the search visits."""
        return tuple(checked for checked in self.wrong if checked.claim.kind == "cut")

    @cached_property
    def under_pruned(self) -> tuple[CheckedClaim, ...]:
        """The topmost nodes without a slash that the search does not visit."""
        tree = self.record.tree
        found, below = [], -1
        for checked in self.wrong:
            if checked.claim.kind == "visited" and checked.claim.node >= below:
                found.append(checked)
                below = tree.end[checked.claim.node]
        return tuple(found)

    @cached_property
    def answer(self) -> Number | None:
        """The root's minimax value; ``None`` where what is drawn does not settle it."""
        return root_value(self.record.tree, self.record.rules.depth)

    def refutation(self, checked: CheckedClaim) -> Refutation | None:
        """Return leaf values under a wrong slash that change the root's value, if any do."""
        return self._refuted((checked.claim.node,))

    @cached_property
    def joint_refutation(self) -> Refutation | None:
        """Leaf values under all wrong slashes together that change the root's value."""
        return self._refuted(tuple(checked.claim.node for checked in self.over_pruned))

    def _refuted(self, nodes: tuple[int, ...]) -> Refutation | None:
        return refutation(self.record.tree, nodes, self.record.rules.depth)


def check(exercise: Exercise, rules: Rules | None = None) -> Check:
    """Search a tree and judge the claims about it.

    Raises:
        UnknownReachedError: The search comes to an unknown leaf.
        HorizonError: A node at the depth limit has children and no estimate.
    """
    return Check(search(exercise.tree, rules), exercise.claims)
