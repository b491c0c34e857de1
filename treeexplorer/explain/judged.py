"""What is said of a claim that was judged.

A :class:`CheckedClaim` knows the claim, how it was judged, and what the search has where it stands;
here that becomes sentences: first the reason, with its numbers, then the verdict.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from treeexplorer.explain.advice import advise_what_to_write
from treeexplorer.explain.claim_texts import convert_claim_to_json
from treeexplorer.explain.judged_answers import (
    explain_best_moves,
    explain_number_of_leaves_read,
    explain_pruning_condition,
)
from treeexplorer.explain.judged_claim import ClaimExplanation, JudgedClaim
from treeexplorer.explain.judged_numbers import explain_number_or_window
from treeexplorer.explain.judged_slashes import (
    collect_notes_on_missing_slash,
    collect_notes_on_wrong_slash,
    explain_claim_that_nothing_is_pruned,
    explain_slash,
    explain_slash_across_undrawn_children,
)
from treeexplorer.explain.sentence import Phrase, Sentence, together
from treeexplorer.judging.judge import Mark


class CheckedClaim(JudgedClaim):
    """A claim with its judgement, and what is said of it: why, what to write, and in JSON."""

    @cached_property
    def saying(self) -> ClaimExplanation:
        """What is said of the claim, computed when it is first asked for."""
        if self.relies_on_wrong_slash:
            return self._explain_with_wrong_slash()
        return self._explain_by_kind()

    def _explain_by_kind(self) -> ClaimExplanation:
        """Explain the judgement of the claim by its kind."""
        match self.claim.kind:
            case "value" | "bound" | "window":
                return explain_number_or_window(self)
            case "cut" | "visited":  # a slash, and a slash that is missing
                return explain_slash(self)
            case "cut-rest":
                return explain_slash_across_undrawn_children(self)
            case "cuts-none":
                return explain_claim_that_nothing_is_pruned(self)
            case "best":
                return explain_best_moves(self)
            case "read":
                return explain_number_of_leaves_read(self)
            case _:
                return explain_pruning_condition(self)

    def _explain_with_wrong_slash(self) -> ClaimExplanation:
        """Explain a claim that is right only if a wrong slash on the paper is believed.

        ``found`` and ``json`` are those of a right claim, such as 2. The mistake and the reason say
        ``▽B is 2 only with what is crossed out there``.
        """
        only_with_slash = Sentence(
            "{node} is {written} only with what is crossed out there",
            node=self.name,
            written=self.text,
        )
        if_slash_were_right = replace(self, mark=Mark.RIGHT)._explain_by_kind()
        return ClaimExplanation(
            found=if_slash_were_right.found,
            json=if_slash_were_right.json,
            mistake=only_with_slash.phrase,
            reason=(only_with_slash,),
        )

    @cached_property
    def reason(self) -> Phrase:
        """Why the claim is right or wrong, in one or a few sentences."""
        sentences = list(self.saying.reason)
        if self.mark is Mark.CONSEQUENCE:
            sentences.append(Sentence("It follows correctly from your own earlier entries"))
        return together(*sentences)

    @property
    def advice(self) -> Sentence:
        """What to write in its place, where it is wrong."""
        return advise_what_to_write(self.claim, self.findings)

    @property
    def note(self) -> tuple[str, ...]:
        """Why the claim is a mistake, in a few words that fit beside its node, line by line.

        Empty if the claim is no mistake, or is about the whole tree.

        Example:
            ``("was read", "3 ≥ +∞ false")`` of a slash at a node that is visited, ``("is ≤ 2",)``
            of a wrong value.
        """
        if self.mark is not Mark.MISTAKE:
            return ()
        match self.claim.kind:
            case "value" | "bound" | "window":
                return (self._format_note_on_number(),)
            case "cut":
                return collect_notes_on_wrong_slash(self.record, self.claim.node)
            case "visited":  # a slash is missing
                return collect_notes_on_missing_slash(self.record, self.claim.node)
            case _:
                return ()

    def _format_note_on_number(self) -> str:
        """Format what the search has in place of a wrong number or window: ``is ≤ 2``."""
        if self.record.call_of(self.claim.node) is None:
            return "never visited"
        return f"is {self.saying.found}"

    @property
    def why(self) -> str:
        """The reason as text."""
        return str(self.reason)

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``check --json`` prints of this claim, without its place in the file.

        - ``written`` is what stands on the paper, ``found`` what the search has.
        - ``as`` says of a right value whether it is the one that was ``returned``, or the
          ``minimax`` value. It is ``None`` for any other claim.
        - ``right`` says whether the claim is right.
        - ``follows`` tells whether a wrong claim follows correctly from an earlier mistake.

        Example:
            ``{"node": "1", "label": "A", "claim": "value", "written": 3, "found": 3, "as":
            "returned", "right": True, "follows": False, "why": "▽A returns 3, MIN of 3, 12, 8."}``
        """
        tree = self.record.tree
        is_right_value = self.as_ in {"returned", "minimax"}
        return {
            "node": self.node,
            "label": tree.labels.label(self.claim.node),
            "claim": self.kind,
            "written": convert_claim_to_json(tree, self.claim),
            "found": self.saying.json,
            "as": self.as_ if is_right_value else None,
            "right": self.right,
            "follows": self.mark is Mark.CONSEQUENCE,
            "why": self.why,
        }
