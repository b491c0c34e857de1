"""Checks the claims about a tree against a search of it.

This is what people come back for: did I do this right, if not where did it go wrong, and under
which convention would it be right. A :class:`Check` judges every claim at once; everything that
takes longer (the sentences, the other conventions, the proof that a slash is wrong) is worked out
when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from html import escape
from itertools import takewhile
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from treeexplorer.drawing.runs import LARGEST_FIGURE
from treeexplorer.engine import HorizonError, Record, search
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.intervals import minimax_value
from treeexplorer.explain.judged import CheckedClaim
from treeexplorer.explain.paper import WrittenAnswer, marked_paper
from treeexplorer.explain.rules_in_words import under_rule
from treeexplorer.explain.sentence import Count, Phrase, Sentence, joined
from treeexplorer.explain.verdict import Tally, all_right, overlooked, right_under, with_mistakes
from treeexplorer.judging.claims import branches_crossed, claims_of, marks_cuts, step_of
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.follow_through import FollowThrough
from treeexplorer.judging.judge import Mark, judge
from treeexplorer.judging.refutation import refutation
from treeexplorer.judging.waiting import refuse_unknown
from treeexplorer.marking.likely import Slips, likely_slips
from treeexplorer.notation import ABOUT_THE_TREE, Claim, Claims, Exercise
from treeexplorer.rules import OrderName, Rules, RulesError, alternatives, changed, other_levels

_MOST_REFUTED: Final = 12


class Overlooked(NamedTuple):
    """What slashes at visited nodes overlook: leaf values below them, or that there are none."""

    nodes: tuple[int, ...]
    words: Sentence


class Check:
    """The claims about a tree, judged against its search.

    Attributes:
        record: The search.
        written: What is written about its tree.
        blanks: What is left to be filled in.
        findings: What it found, node by node.
        bad_slashes: The slashes that are mistakes, and those drawn on from one.
        claims: What is written, each with its judgement, and every slash that is missing, in
            drawing order.
    """

    def __init__(
        self, record: Record, written: Claims, blanks: Claims = (), *, implied: bool = True
    ) -> None:
        """Judge claims about a record's tree.

        Where ``implied``, nodes without a slash are claimed visited once anything is slashed; not
        so in an answer that is still being written.

        Raises:
            UnknownReachedError: The search waits for the value of an unknown leaf.
        """
        if any(claim.kind != "pruned-if" for claim in written):
            refuse_unknown(record)
        self.record, self.written, self.blanks = record, written, blanks
        self.findings = findings = Findings(record, branches_crossed(written))
        tree, visited = record.tree, findings.visited
        claims = [
            claim
            for claim in claims_of(tree, written, record.rules.depth)
            if claim.kind != "visited"
            or (implied and not visited(claim.node) and visited(max(tree.parent[claim.node], 0)))
        ]
        rights = [judge(claim, findings) for claim in claims]
        followed = None if all(rights) else FollowThrough(findings, written)
        is_unmarked, marks = any(claim.kind == "visited" for claim in claims), list[Mark]()
        bad_slashes = set[int]()
        for claim, right in zip(claims, rights, strict=True):
            # That nothing is cut off is wrong because of the slashes that are missing.
            follows = is_unmarked and claim.kind == "cuts-none"
            if claim.kind != "cuts-none" and not right and followed is not None:
                follows = judge(claim, followed) is not None
            wrong = Mark.CONSEQUENCE if follows else Mark.MISTAKE
            marks.append(Mark.RIGHT if right else wrong)
            if claim.kind == "cut" and marks[-1] is Mark.MISTAKE and claim.node:
                beside = list(record.children(tree.parent[claim.node]))
                on = beside[beside.index(claim.node) :]
                bad_slashes.update(takewhile(findings.crossed.__contains__, on))
        self.bad_slashes = frozenset(bad_slashes)
        without = Findings(record, self.bad_slashes)
        names = Counter(map(tree.labels.signed, {claim.node for claim in claims}))
        checked: list[CheckedClaim] = []
        for claim, right, mark in zip(claims, rights, marks, strict=True):
            needs_crossed = bool(right and bad_slashes) and self._needs_crossed(claim, without)
            each = CheckedClaim(
                claim,
                None if needs_crossed else right,
                Mark.CONSEQUENCE if needs_crossed else mark,
                step_of(record, claim),
                findings,
                names[tree.labels.signed(claim.node)] > 1,
                needs_crossed,
            )
            checked.append(each)
        self.claims = tuple(checked)

    def _needs_crossed(self, claim: Claim, without: Findings) -> bool:
        """Tell whether a right value is none without the branches that are wrongly crossed out."""
        if claim.kind not in {"value", "bound", "window"}:
            return False
        end = self.record.tree.end
        is_below = any(slash <= claim.node < end[slash] for slash in self.bad_slashes)
        return is_below or (claim.window is None and without.needs_crossed(claim.node))

    def __repr__(self) -> str:
        return f"<Check: {self.headline}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the last row that ``check --json`` prints of a tree."""
        tally, fits = self.tally, [rules.to_dict() for rules in self.fits]
        for row, rules in zip(fits, self.fits, strict=True):
            del row["window"], row["depth"]
            row["windows"] = rules.windows
        return {
            "claims": tally.written,
            "wrong": tally.written - tally.right,
            "mistakes": tally.mistakes,
            "blank": len(self.blanks),
            "headline": self.headline,
            "fits": fits,
        }

    @property
    def paper(self) -> dict[int, WrittenAnswer]:
        """The paper, marked: what is written at each node, for the drawings."""
        return marked_paper(self.record.tree, ((each.claim, each.mark) for each in self.claims))

    @property
    def reasons(self) -> list[str]:
        """What is wrong and why, claim by claim."""
        return [f"{claim.mark.sign} {claim.topic} – {claim.why}" for claim in self.wrong]

    def _repr_html_(self) -> str:
        from treeexplorer.drawing.figures import FigureOptions
        from treeexplorer.drawing.svg import svg

        headline, image = escape(self.headline), ""
        if len(self.record.tree) <= LARGEST_FIGURE:
            # As an image, the drawing keeps its style sheet from the rest of the notebook.
            options = FigureOptions(caption=False, paper=self.paper)
            source = f"data:image/svg+xml,{quote(svg(self.record, None, options))}"
            image = f'<img alt="{headline}" src="{source}">'
        rows = "".join(f"<li>{escape(reason)}</li>" for reason in self.reasons)
        return f"<p><strong>{headline}</strong></p>{image}" + (f"<ul>{rows}</ul>" if rows else "")

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
    def tally(self) -> Tally:
        """What is counted: the one place that every other number of a paper comes from."""
        answers = [checked for checked in self.claims if checked.is_written]
        follow_on = sum(checked.mark is Mark.CONSEQUENCE for checked in answers)
        right = sum(checked.right for checked in answers)
        missing = len(self.wrong) - (len(answers) - right)
        return Tally(len(answers), right, len(self.mistakes), follow_on, missing)

    @property
    def first_wrong(self) -> CheckedClaim | None:
        """The mistake that a step contradicts first."""
        at_a_step = (each for each in self.mistakes if each.claim.kind not in ABOUT_THE_TREE)
        return next(at_a_step, None)

    @cached_property
    def verdict(self) -> tuple[Sentence, ...]:
        """The verdict that a person needs, in one sentence or two."""
        rules = self.record.rules
        if not self.claims:
            return (self._nothing_written(),)
        # A slash that is missing, and no more, does not tell of another printed form.
        is_slash = all(each.claim.kind in {"visited", "cuts-none"} for each in self.wrong)
        fit = self.fits[0] if self.wrong and self.fits else None
        if fit is not None and not (is_slash and "form" in changed(fit, rules)):
            return (right_under(fit, rules),)
        answered = {each.node for each in self.written if each.kind in {"value", "bound"}}
        blank = {each.node for each in self.blanks if each.kind == "value"}
        if self.wrong:
            slips = self.slips
            mistakes = [slips.at.get(each.claim) or each.saying.mistake for each in self.mistakes]
            missing = len(blank - answered)
            return with_mistakes(self.tally, mistakes, slips.everywhere, missing=missing)
        is_searched = any(claim.kind not in ABOUT_THE_TREE for claim in self.written)
        is_silent = is_searched and not marks_cuts(self.written) and self.findings.prunes
        if answered and not blank:
            blank = set(map(self.record.node, self.record.inner))
        nodes = len(answered), len(blank | answered)
        return (all_right(self.tally, nodes, is_silent=is_silent),)

    def _nothing_written(self) -> Sentence:
        if self.blanks:
            blanks = Count(len(self.blanks), "blank", "blanks")
            return Sentence("Nothing is answered yet ({blanks})", blanks=blanks)
        return Sentence("Nothing is claimed in this tree")

    @property
    def headline(self) -> str:
        """The verdict as a text."""
        return joined(self.verdict)

    @cached_property
    def slips(self) -> Slips:
        """What was likely done differently, where no other convention makes all right."""
        if self.fits:
            return Slips(None, {})
        mistakes = [claim.claim for claim in self.mistakes]
        wrong = [claim.claim for claim in self.wrong]
        return likely_slips(self.record, self.written, wrong, mistakes)

    @cached_property
    def fits(self) -> Sequence[Rules]:
        """The conventions under which every claim is right, the likeliest first.

        Where nothing is crossed out, that is plain minimax if it fits, else what differs least.
        A tree that is too large to be worked by hand is tried under none but its own.
        """
        record, rules, crossed = self.record, self.record.rules, self.findings.crossed
        if not self.written:
            return ()
        fits: list[Rules] = []
        has_windows = any(claim.window is not None for claim in self.written)
        is_small = len(record.tree) <= LARGEST_FIGURE
        claims: dict[bool, list[Claim]] = {}
        for other in record.derive(_searched_otherwise) if is_small else ():
            if not has_windows and other.rules.windows != rules.windows:
                continue
            tree = other.tree
            if tree.has_chance not in claims:
                claims[tree.has_chance] = list(claims_of(tree, self.written, rules.depth))
            findings = Findings(other, crossed)
            if all(judge(claim, findings) for claim in claims[tree.has_chance]):
                fits.append(other.rules)
        if not crossed:
            fits.sort(key=lambda fit: algorithm_of(fit).has_windows or fit.levels != rules.levels)
        return fits if self.wrong else [rules, *fits]

    def elsewhere(self, checked: CheckedClaim) -> list[tuple[Phrase, bool]]:
        """Return whether a claim would be right if one rule were another: each with yes or no."""
        claim, rules, answers = checked.claim, self.record.rules, list[tuple[Phrase, bool]]()
        turned: OrderName = "left-to-right" if rules.right_to_left else "right-to-left"
        others = {
            "order": replace(rules, order=turned),
            "cutoff": replace(rules, cutoff=">=" if rules.strict else ">"),
            "levels": replace(rules, levels=tuple(player.opponent for player in rules.levels)),
        }
        if claim.number is not None or claim.window is not None:
            others["fail"] = replace(rules, fail="soft" if rules.hard else "hard")
        for name, other in others.items() if rules.takes("cutoff") else ():
            record = search(self.record.tree_as_drawn, other)
            is_right = judge(claim, Findings(record, self.findings.crossed)) is not None
            answers.append((under_rule(name, other), is_right))
        return answers

    @cached_property
    def overlooked(self) -> tuple[Overlooked, ...]:
        """What the slashes at visited nodes overlook: leaf values that would change the root.

        One set of values is named for each slash, or for all of them together; else it is said
        that none would. Of many slashes the first are looked at: each takes a search of the tree.
        """
        tree, depth = self.record.tree, self.record.rules.depth
        slashes = [each for each in self.wrong if each.claim.kind == "cut"][:_MOST_REFUTED]
        alone = [([slash], refutation(tree, [slash.claim.node], depth)) for slash in slashes]
        groups = [group for group in alone if group[1] is not None]
        if harmless := [slash for (slash,), refuted in alone if refuted is None]:
            nodes = [slash.claim.node for slash in harmless]
            groups.append((harmless, refutation(tree, nodes, depth) if nodes[1:] else None))
        before, found = minimax_value(tree, depth), list[Overlooked]()
        for group, refuted in groups:
            words = overlooked(tree, [slash.name for slash in group], refuted, before)
            found.append(Overlooked(tuple(slash.claim.node for slash in group), words))
        return tuple(found)


def check(exercise: Exercise, rules: Rules | None = None) -> Check:
    """Search a tree and judge the claims about it.

    Raises:
        UnknownReachedError: The search comes to an unknown leaf.
        HorizonError: A node at the depth limit has children and no estimate.
    """
    record = search(exercise.tree, rules)
    if not exercise.claims:
        refuse_unknown(record)
    return Check(record, exercise.claims, exercise.blanks)


# -- other conventions -------------------------------------------------------------------------


def _searched_otherwise(record: Record) -> list[Record]:
    """Return the searches of a tree under the other conventions that its rules may be taken for."""
    tree, rules, records = record.tree_as_drawn, record.rules, list[Record]()
    levels = other_levels(rules.levels, chance=tree.has_chance)
    for other in alternatives(rules, algorithms=["minimax"], levels=levels, windows=True):
        with suppress(HorizonError, RulesError):
            records.append(search(tree, other))
    return [other for other in records if other.complete]
