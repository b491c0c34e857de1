"""Checks the claims about a tree against a search of it.

This is what people come back for: did I do this right, if not where did it go wrong, and under
which convention would it be right. A :class:`Check` judges every claim at once; everything that
takes longer (the sentences, the other conventions, the proof that a slash is wrong) is worked out
when it is asked for.
"""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape
from itertools import takewhile
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from treeexplorer.drawing.styled_text import LARGEST_FIGURE
from treeexplorer.engine import Record, search
from treeexplorer.explain.judged import CheckedClaim
from treeexplorer.explain.paper import WrittenAnswer, marked_paper
from treeexplorer.explain.sentence import Count, Phrase, Sentence, joined
from treeexplorer.explain.verdict import (
    MOST_MISTAKES,
    Tally,
    all_right,
    explained,
    not_answered,
    one_edge_higher,
    overlooked,
    right_under,
    right_with_ends_exchanged,
    right_with_signs_exchanged,
    slip,
    with_mistakes,
)
from treeexplorer.judging.claims import (
    branches_crossed,
    branches_emptied,
    claims_of,
    marks_cuts,
    step_of,
)
from treeexplorer.judging.findings import Findings, Right
from treeexplorer.judging.follow_through import FollowThrough
from treeexplorer.judging.judge import Mark, judge
from treeexplorer.judging.refutation import refutation, worth_without_changes
from treeexplorer.judging.waiting import refuse_unknown
from treeexplorer.marking.readings import (
    Exchange,
    MistakenSearch,
    OtherRules,
    Paper,
    PaperReading,
    excuse_of,
    fitting_conventions,
    reading_of,
)
from treeexplorer.notation import ABOUT_THE_TREE, Claim, Claims, Exercise
from treeexplorer.rules import Rules

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

    def __init__(self, record: Record, written: Claims, blanks: Claims = ()) -> None:
        """Judge claims about a record's tree.

        Nodes without a slash are claimed visited once anything is slashed.

        Raises:
            UnknownReachedError: The search waits for the value of an unknown leaf.
        """
        if any(claim.kind != "pruned-if" for claim in written):
            refuse_unknown(record)
        self.record = record
        self.written = written
        self.blanks = blanks
        self.findings = Findings(record, branches_crossed(written))
        claims = self._claims_to_judge()
        rights = [judge(claim, self.findings) for claim in claims]
        marks = self._marks(claims, rights)
        self.bad_slashes = self._bad_slashes(claims, marks)
        self.claims = tuple(self._checked(claims, rights, marks))

    def _claims_to_judge(self) -> list[Claim]:
        """Return what is written, and every slash that is missing."""
        tree = self.record.tree
        visited = self.findings.visited
        claims: list[Claim] = []
        for claim in claims_of(tree, self.written, self.record.rules.depth):
            is_missing = (
                claim.kind == "visited"
                and not visited(claim.node)
                and visited(max(tree.parent[claim.node], 0))
            )
            if claim.kind != "visited" or is_missing:
                claims.append(claim)
        return claims

    def _marks(self, claims: Sequence[Claim], rights: Sequence[Right | None]) -> list[Mark]:
        """Return the mark of each claim, of which it is known whether it is right."""
        if all(rights):
            return [Mark.RIGHT] * len(claims)
        followed = FollowThrough(self.findings, self.written)
        is_unmarked = any(claim.kind == "visited" for claim in claims)
        marks: list[Mark] = []
        for claim, right in zip(claims, rights, strict=True):
            if right:
                marks.append(Mark.RIGHT)
                continue
            if claim.kind == "cuts-none":
                # That nothing is cut off is wrong because of the slashes that are missing.
                follows = is_unmarked
            else:
                follows = judge(claim, followed) is not None
            marks.append(Mark.CONSEQUENCE if follows else Mark.MISTAKE)
        return marks

    def _bad_slashes(self, claims: Sequence[Claim], marks: Sequence[Mark]) -> frozenset[int]:
        """Return the slashes that are mistakes, and those drawn on from one beside it."""
        bad_slashes = set[int]()
        for claim, mark in zip(claims, marks, strict=True):
            if claim.kind == "cut" and mark is Mark.MISTAKE and claim.node:
                beside = list(self.record.children(self.record.tree.parent[claim.node]))
                on = beside[beside.index(claim.node) :]
                bad_slashes.update(takewhile(self.findings.crossed.__contains__, on))
        return frozenset(bad_slashes)

    def _checked(
        self, claims: Sequence[Claim], rights: Sequence[Right | None], marks: Sequence[Mark]
    ) -> Iterator[CheckedClaim]:
        """Yield each claim with its judgement, and what is needed to say it."""
        labels = self.record.tree.labels
        nodes_by_name = Counter(labels.signed(node) for node in {claim.node for claim in claims})
        without = Findings(self.record, self.bad_slashes)
        for claim, right, mark in zip(claims, rights, marks, strict=True):
            needs_crossed = bool(right and self.bad_slashes) and self._needs_crossed(claim, without)
            yield CheckedClaim(
                claim,
                None if needs_crossed else right,
                Mark.CONSEQUENCE if needs_crossed else mark,
                step_of(self.record, claim),
                self.findings,
                needs_place=nodes_by_name[labels.signed(claim.node)] > 1,
                needs_crossed=needs_crossed,
                emptied=self._emptied_above.get(claim.node) if claim.kind == "cut" else None,
            )

    @cached_property
    def _emptied_above(self) -> dict[int, int]:
        """The pruned branch of which everything is crossed out, by the nodes that are crossed out.

        Of branches in branches it is the outermost.
        """
        tree = self.record.tree
        crossed = sorted(self.findings.crossed)
        above: dict[int, int] = {}
        end = 0
        for branch in sorted(branches_emptied(tree, self.written)):
            if branch >= end and not self.findings.visited(branch):
                end = tree.end[branch]
                inside = crossed[bisect(crossed, branch) : bisect_left(crossed, end)]
                above |= dict.fromkeys(inside, branch)
        return above

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
        tally = self.tally
        fits = [rules.to_dict() for rules in self.fits]
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

    @cached_property
    def notes(self) -> dict[int, tuple[str, ...]]:
        """Why what is written at a node is a mistake, in a few words, by the nodes."""
        notes: dict[int, tuple[str, ...]] = dict.fromkeys(self.bad_slashes, ("same",))
        for mistake in self.mistakes:
            if mistake.note:
                notes[mistake.claim.node] = mistake.note
        return notes

    @property
    def reasons(self) -> list[str]:
        """What is wrong and why, claim by claim."""
        return [f"{claim.mark.sign} {claim.topic} – {claim.why}" for claim in self.wrong]

    def _repr_html_(self) -> str:
        from treeexplorer.drawing.figures import FigureOptions
        from treeexplorer.drawing.svg import svg

        headline = escape(self.headline)
        image = ""
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
        """The verdict that a person needs, the score first, then what explains what is wrong."""
        if not self.claims:
            return (self._nothing_written(),)
        sentences = self._on_mistakes() if self.wrong else [self._all_right()]
        emptied = sorted(set(self._emptied_above.values()))
        if emptied:
            sentences.append(one_edge_higher(self.record.tree, emptied))
        return tuple(sentences)

    def _on_mistakes(self) -> list[Sentence]:
        """Return the verdict where something is wrong."""
        diagnosis = self.diagnosis
        if diagnosis is not None and isinstance(self.reading, MistakenSearch):
            sentences = [explained(self.tally, diagnosis)]
        else:
            named = [each.saying.mistake for each in self.mistakes[:MOST_MISTAKES]]
            sentences = [with_mistakes(self.tally, named)]
            if diagnosis is not None:
                sentences.append(diagnosis.sentence)
        missing = len(self._blank_nodes - self._answered_nodes)
        if missing:
            sentences.append(not_answered(missing))
        return sentences

    def _all_right(self) -> Sentence:
        """Return the verdict where nothing is wrong."""
        answered = self._answered_nodes
        asked = self._blank_nodes
        if answered and not asked:
            asked = frozenset(map(self.record.node, self.record.inner))
        is_searched = any(claim.kind not in ABOUT_THE_TREE for claim in self.written)
        is_silent = is_searched and not marks_cuts(self.written) and self.findings.prunes
        nodes = len(answered), len(asked | answered)
        return all_right(self.tally, nodes, is_silent=is_silent)

    @property
    def _answered_nodes(self) -> frozenset[int]:
        """The nodes of which a value or a bound is written."""
        return frozenset(each.node for each in self.written if each.kind in {"value", "bound"})

    @property
    def _blank_nodes(self) -> frozenset[int]:
        """The nodes of which a value is asked for."""
        return frozenset(each.node for each in self.blanks if each.kind == "value")

    def _nothing_written(self) -> Sentence:
        if self.blanks:
            blanks = Count(len(self.blanks), "blank", "blanks")
            return Sentence("Nothing is answered yet ({blanks})", blanks=blanks)
        return Sentence("Nothing is claimed in this tree")

    @property
    def headline(self) -> str:
        """The verdict as a text."""
        return joined(self.verdict)

    @property
    def advice(self) -> Sentence | None:
        """What to write at the mistake that the search comes to first; ``None`` if there is none.

        Example:
            >>> from treeexplorer.notation import parse
            >>> str(check(parse("[[3 12 8] C:1[2 4 6]]")).advice)
            'Write ≤ 2: 4 and 6 were never read, so MIN could still be smaller.'
        """
        return None if not self.mistakes else self.mistakes[0].advice

    @cached_property
    def handed_in(self) -> Paper:
        """What is written, with what of it is wrong, as readings of it are tried."""
        wrong = [each for each in self.wrong if not each.needs_crossed]
        wrong.sort(key=lambda each: (each.mark is not Mark.MISTAKE, each.step))
        return Paper(self.record, self.written, [each.claim for each in wrong])

    @cached_property
    def reading(self) -> PaperReading | None:
        """The reading of the paper that explains it with evidence; ``None`` if there is none."""
        return reading_of(self.handed_in)

    @cached_property
    def excuse(self) -> OtherRules | None:
        """The other convention which a course grades as one slip; ``None`` if there is none."""
        return excuse_of(self.handed_in)

    def under(self, reading: PaperReading) -> Check:
        """Return the same paper, judged as it is meant."""
        return Check(reading.findings.record, tuple(map(reading.meant, self.written)))

    @cached_property
    def diagnosis(self) -> Phrase | None:
        """What explains all that is wrong, in words; ``None`` where nothing has the evidence."""
        match self.reading:
            case OtherRules() as convention:
                return right_under(self.tally, convention.rules, convention.stated)
            case Exchange(exchanged="windows"):
                return right_with_ends_exchanged(self.tally)
            case Exchange():
                return right_with_signs_exchanged(self.tally)
            case MistakenSearch() as mistaken:
                first = self.mistakes[0].claim
                return slip(
                    self.record, mistaken.row, first, mistaken.only_at, uncut=mistaken.is_uncut
                )
        return None

    @cached_property
    def fits(self) -> Sequence[Rules]:
        """The conventions under which every claim is right, the likeliest first.

        Where all is right, the rules of the paper are the first. A tree that is too large to be
        worked by hand is tried under none but its own.
        """
        if not self.written:
            return ()
        others = [each.rules for each in fitting_conventions(self.handed_in)]
        return others if self.wrong else [self.record.rules, *others]

    @cached_property
    def overlooked(self) -> tuple[Overlooked, ...]:
        """What the slashes at visited nodes overlook: leaf values that would change the root.

        One set of values is named for each slash, or for all of them together; else it is said
        that none would. Of many slashes the first are looked at: each takes a search of the tree.
        """
        record = self.record
        slashes = [each for each in self.wrong if each.claim.kind == "cut"][:_MOST_REFUTED]
        alone = [([slash], refutation(record, [slash.claim.node])) for slash in slashes]
        groups = [group for group in alone if group[1] is not None]
        harmless = [slash for (slash,), refuted in alone if refuted is None]
        if len(harmless) > 1:
            nodes = [slash.claim.node for slash in harmless]
            groups.append((harmless, refutation(record, nodes)))
        elif harmless:
            groups.append((harmless, None))
        before = worth_without_changes(record)
        found = list[Overlooked]()
        for group, refuted in groups:
            words = overlooked(record, [slash.name for slash in group], refuted, before)
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
