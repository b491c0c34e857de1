"""A claim of a paper with its judgement, and the parts of what is said of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.explain.claim_texts import format_claim, topic
from treeexplorer.explain.sentence import Argument, Node, Phrase, convert_to_phrase
from treeexplorer.judging.facts import Inequality
from treeexplorer.judging.findings import Findings, Right
from treeexplorer.judging.judge import Mark
from treeexplorer.notation import Claim

FOUND_NOT_VISITED: Final = Phrase("not visited")
FOUND_VISITED: Final = Phrase("visited")


class ClaimExplanation(NamedTuple):
    """What is said of a claim that was judged.

    Of the claim that ▲g returns 7: ``9``, 9, ``▲g is 9, not 7``, and the sentences that show it.

    Attributes:
        found: What the search has instead, or as well.
        json: The same for JSON.
        mistake: What is wrong, as a clause.
        reason: Why the claim is right or wrong, in sentences.
    """

    found: Phrase
    json: object
    mistake: Phrase
    reason: tuple[Phrase, ...]


@dataclass(frozen=True)
class JudgedClaim:
    """A claim of a paper with its judgement.

    Attributes:
        as_: As what it is right, such as the minimax value; ``None`` where it is wrong.
        mark: The same as an examiner marks it, with mistakes and consequences told apart.
        step: The step of the search that shows it.
        needs_place_in_name: Whether its node is named with its place, as another has the same
            label.
        relies_on_wrong_slash: Whether it is right only with a branch that is wrongly crossed out.
        own_test: Of a right slash that contradicts the numbers on the same paper: the test with
            these, which fails.
        branch_crossed_out_leaf_by_leaf: The pruned branch above it that is crossed out as a whole,
            slash by slash.
    """

    claim: Claim
    as_: Right | None
    mark: Mark
    step: int
    findings: Findings = field(repr=False, compare=False)
    needs_place_in_name: bool = field(default=False, repr=False, compare=False)
    relies_on_wrong_slash: bool = False
    own_test: Inequality | None = None
    branch_crossed_out_leaf_by_leaf: int | None = None

    @property
    def record(self) -> Record:
        """The search that it was judged by."""
        return self.findings.record

    @property
    def right(self) -> bool:
        """Whether the claim is right."""
        return self.mark is Mark.RIGHT

    @property
    def is_written(self) -> bool:
        """Whether somebody wrote it; else it stands for a slash that is missing."""
        return self.claim.kind != "visited"

    @property
    def kind(self) -> str:
        """What kind of claim it is, as the JSON names it."""
        if self.claim.kind == "window" and self.record.rules.writes_exit_windows:
            return "exit-window"
        return self.claim.kind

    @property
    def node(self) -> str:
        """The address of its node."""
        return self.record.tree.labels.full_address(self.claim.node)

    @property
    def name(self) -> Argument:
        """Its node; if another node has the same label, with its place: ``▽B (4)``."""
        tree = self.record.tree
        node = self.claim.node
        if not self.needs_place_in_name:
            return Node(tree, node)
        return Phrase("{place} ({leaf})", place=tree.labels.label(node), leaf=Node(tree, node))

    @property
    def label(self) -> str:
        """What its node is called in a sentence, with its place where another has its label."""
        return str(convert_to_phrase(self.name))

    @property
    def text(self) -> str:
        """The claim as a person reads it."""
        return format_claim(self.record.tree, self.claim)

    @property
    def topic(self) -> str:
        """What somebody wrote, and about what: ``▽A: 6``, ``leaves read: 9``."""
        return topic(self.claim, self.label, self.text)
