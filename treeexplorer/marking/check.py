"""Checks the claims about a tree against a search of it.

This is what people come back for: did I do this right, if not where did it go wrong, and under
which convention would it be right. A :class:`Check` judges every claim at once; everything that
takes longer (the sentences, the other conventions, the proof that a slash is wrong) is worked out
when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
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
    describe_paper_right_under_rules,
    describe_paper_right_with_ends_exchanged,
    describe_paper_right_with_signs_exchanged,
    describe_paper_without_mistakes,
    describe_slash_one_edge_higher,
    describe_unanswered_nodes,
    explained,
    overlooked,
    slip,
    with_mistakes,
)
from treeexplorer.judging.claims import (
    SLASHES,
    branches_crossed,
    branches_fully_crossed,
    claims_of,
    marks_cuts,
    step_of,
)
from treeexplorer.judging.facts import Inequality
from treeexplorer.judging.findings import Findings, Right
from treeexplorer.judging.follow_through import FollowThrough
from treeexplorer.judging.judge import Mark, judge
from treeexplorer.judging.refutation import Refutation, refutation, worth_without_changes
from treeexplorer.judging.waiting import check_has_no_unknown
from treeexplorer.marking.readings import (
    Exchange,
    MistakenSearch,
    OtherRules,
    Paper,
    PaperReading,
    find_excuse,
    find_reading,
    fitting_conventions,
)
from treeexplorer.notation import ABOUT_THE_TREE, ABOUT_WORTH, Claim, Claims, Exercise
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, Number

_MOST_REFUTED: Final = 12


class Overlooked(NamedTuple):
    """What slashes at visited nodes overlook: leaf values below them, or that there are none."""

    nodes: tuple[int, ...]
    words: Sentence


class _JudgedClaim(NamedTuple):
    """A claim, as what it is right, and how an examiner marks it."""

    claim: Claim
    right_as: Right | None
    """As what it is right, such as the minimax value; ``None`` if it is wrong."""
    mark: Mark
    needs_bad_slash: bool = False
    """Whether it would be right if the slashes that are mistakes were right."""
    own_test: Inequality | None = None
    """Of a right slash to which the numbers on the paper do not lead: the test that fails there."""


class _JudgedPaper(NamedTuple):
    """What is written about a tree, judged against its search.

    Attributes:
        claims: What is written, and every slash that is missing, in drawing order.
        bad_slashes: By the node of each slash that does not count, the node of the mistake behind
            it, which may be its own (see :func:`_find_bad_slashes`).
        right_answers: What is right at each node if these slashes do not count.
    """

    claims: Sequence[_JudgedClaim]
    bad_slashes: Mapping[int, int]
    right_answers: Findings


class _OwnEntries(NamedTuple):
    """Judges claims by what the same person wrote elsewhere.

    Attributes:
        findings: What follows from the numbers and slashes that are written.
        draws_slashes: Whether there are slashes. Beside them “nothing is cut off” is judged by the
            findings, as any claim is.
        misses_slashes: Whether slashes are missing. Without any slash “nothing is cut off” follows
            from that, and is no mistake of its own.
    """

    findings: FollowThrough
    draws_slashes: bool
    misses_slashes: bool

    def judge(self, claim: Claim, right_as: Right | None) -> _JudgedClaim:
        """Return a claim with its mark: right, a consequence of other entries, or a mistake.

        On ``[3 [5 2]]`` the MIN node is worth 2. Who writes 5 there makes a mistake, and a 5 at the
        root is its consequence.

        Args:
            claim: What is written at one place.
            right_as: As what the search has found it right, such as the minimax value; ``None`` if
                it is wrong.
        """
        is_wrong = right_as is None
        if is_wrong:
            mark = Mark.CONSEQUENCE if self._lead_to_claim(claim) else Mark.MISTAKE
            return _JudgedClaim(claim, None, mark)

        # A slash may be right although the person's own numbers do not lead to it: then the test
        # for a cut-off fails with these numbers, which is told beside it.
        is_slash = claim.kind == "cut"
        own_failed_test = self.findings.failed_test(claim.node) if is_slash else None
        return _JudgedClaim(claim, right_as, Mark.RIGHT, own_test=own_failed_test)

    def _lead_to_claim(self, claim: Claim) -> bool:
        """Tell whether a wrong claim follows from the other entries."""
        if claim.kind == "cuts-none" and not self.draws_slashes:
            return self.misses_slashes
        return judge(claim, self.findings) is not None


def _judge_paper(record: Record, written: Claims) -> _JudgedPaper:
    """Judge what somebody wrote about a tree against the search of the tree, in two rounds.

    Which slashes are wrong is not known before they are judged. So in the first round every slash
    counts as right. In the second round those that are mistakes do not count any more.
    """
    # The first round: with all slashes.
    crossed = branches_crossed(written)
    claims = _collect_claims_to_judge(record, written)
    answers_with_all_slashes = Findings(record, crossed)
    claims_as_first_judged = _judge_claims(claims, answers_with_all_slashes, written)
    bad_slashes = _find_bad_slashes(record, claims_as_first_judged, crossed)
    if not bad_slashes:
        return _JudgedPaper(claims_as_first_judged, bad_slashes, answers_with_all_slashes)

    # The second round: without those that are mistakes.
    answers_without_bad = Findings(record, crossed, frozenset(bad_slashes))
    claims_as_judged_again = [
        _judge_without_bad_slashes(judged, answers_without_bad) for judged in claims_as_first_judged
    ]
    return _JudgedPaper(claims_as_judged_again, bad_slashes, answers_without_bad)


def _collect_claims_to_judge(record: Record, written: Claims) -> list[Claim]:
    """Return what is written, and every slash that is missing.

    On a paper with slashes, a node without one is claimed to be visited. Of these claims only the
    missing slashes are returned: those at the root of a pruned branch.
    """
    return [
        claim
        for claim in claims_of(record.tree, written, record.rules.depth)
        if not _says_visited(claim) or _is_pruned_root(record, claim.node)
    ]


def _says_visited(claim: Claim) -> bool:
    """Tell whether a claim is that a node without a slash is visited, which nobody writes."""
    return claim.kind == "visited"


def _is_pruned_root(record: Record, node: int) -> bool:
    """Tell whether a node is the root of a pruned branch: not visited, but its parent is."""
    parent = max(record.tree.parent[node], 0)
    is_visited = record.call_of(node) is not None
    return not is_visited and record.call_of(parent) is not None


def _judge_claims(
    claims: Sequence[Claim], right_answers: Findings, written: Claims
) -> list[_JudgedClaim]:
    """Judge claims, and mark each as right, as a consequence, or as a mistake.

    A wrong claim is a consequence where it follows from what the same person wrote elsewhere.

    Args:
        claims: The claims to judge, those about missing slashes included, as
            :func:`_collect_claims_to_judge` returns them.
        right_answers: What the search found.
        written: All that the person wrote.
    """
    # As what each claim is right; None if it is wrong.
    reasons = [judge(claim, right_answers) for claim in claims]
    if None not in reasons:
        return [
            _JudgedClaim(claim, right_as, Mark.RIGHT)
            for claim, right_as in zip(claims, reasons, strict=True)
        ]

    # The wrong ones may follow from the person's own numbers. To tell, the search is run again with
    # these numbers, which is slow.
    own_entries = _OwnEntries(
        findings=FollowThrough(right_answers, written),
        draws_slashes=any(claim.kind in SLASHES for claim in claims),
        misses_slashes=any(map(_says_visited, claims)),
    )
    return [
        own_entries.judge(claim, right_as) for claim, right_as in zip(claims, reasons, strict=True)
    ]


def _find_bad_slashes(
    record: Record, judged_claims: Sequence[_JudgedClaim], crossed: frozenset[int]
) -> dict[int, int]:
    """Find the slashes that are mistakes, and those that go on from one; each with its mistake.

    Who thinks that a node is cut off crosses out all children that are left. In ``[3 /12 /8 5 /9]``
    the slash at 12 may be the one mistake. Then that at 8 goes on from it, and that at 9, behind
    the 5, does not: the result is ``{12: 12, 8: 12}``, with the numbers of these nodes.

    Args:
        record: The search.
        judged_claims: What is written, judged.
        crossed: The nodes with a slash.
    """
    # A slash that follows from a number on the paper is marked as a consequence.
    mistakes = {
        judged.claim.node
        for judged in judged_claims
        if judged.claim.kind == "cut" and judged.mark is Mark.MISTAKE
    }
    mistake_of_slash: dict[int, int] = {}
    for mistake in sorted(mistakes):
        if record.tree.is_root(mistake):
            continue
        mistake_of_slash[mistake] = mistake
        for sibling in _list_siblings_behind(record, mistake):
            if sibling not in crossed or sibling in mistakes:
                break
            mistake_of_slash[sibling] = mistake
    return mistake_of_slash


def _list_siblings_behind(record: Record, node: int) -> Sequence[int]:
    """Return the siblings of a node that the search would come to after it, in its order."""
    siblings = list(record.children(record.tree.parent[node]))
    return siblings[siblings.index(node) + 1 :]


def _judge_without_bad_slashes(judged: _JudgedClaim, right_answers: Findings) -> _JudgedClaim:
    """Judge a claim again by the right answers without the wrong slashes.

    A claim that was right, but only with such a slash, becomes wrong. It is a consequence of the
    slash, and no mistake of its own. Any other claim is returned as it is.
    """
    was_right = judged.right_as is not None
    if was_right and judge(judged.claim, right_answers) is None:
        return _JudgedClaim(judged.claim, None, Mark.CONSEQUENCE, needs_bad_slash=True)
    return judged


def _build_checked_claims(
    record: Record, paper: _JudgedPaper, slashes_of_branch: Mapping[int, frozenset[int]]
) -> Iterator[CheckedClaim]:
    """Yield each claim of a paper with its judgement and what the sentences about it need.

    ``slashes_of_branch`` is what :func:`_find_branches_crossed_leaf_by_leaf` returns.
    """
    branch_of_slash = {
        slash: branch for branch, slashes in slashes_of_branch.items() for slash in slashes
    }
    labels = record.tree.labels
    nodes_with_claim = {judged.claim.node for judged in paper.claims}
    # How many nodes a sentence calls the same, such as ``▽B``.
    nodes_by_label = Counter(labels.signed(node) for node in nodes_with_claim)

    for judged in paper.claims:
        claim = judged.claim
        is_label_ambiguous = nodes_by_label[labels.signed(claim.node)] > 1
        # Only a slash belongs to a branch that is crossed out; a number at the same node does not.
        branch = branch_of_slash.get(claim.node) if claim.kind == "cut" else None
        yield CheckedClaim(
            claim=claim,
            as_=judged.right_as,
            mark=judged.mark,
            step=step_of(record, claim),
            findings=paper.right_answers,
            needs_place_in_name=is_label_ambiguous,
            relies_on_wrong_slash=judged.needs_bad_slash,
            own_test=judged.own_test,
            branch_crossed_out_leaf_by_leaf=branch,
        )


def _find_branches_crossed_leaf_by_leaf(
    record: Record, written: Claims, right_answers: Findings
) -> dict[int, frozenset[int]]:
    """Find the pruned branches that are crossed out by several slashes, where one would do.

    They are returned in ascending order, each as its root with the nodes of these slashes:

    =========================  ======================  ========================================
    written, where D is cut    one slash for all       returned
    =========================  ======================  ========================================
    ``D:[/1 E:[/4 /5]]``       ``/D:[1 E:[4 5]]``      ``{D: {1, 4, 5}}``: E lies in D
    ``/D:[1 E:[4 5]]``         the same                nothing: there is no slash below D
    ``D:[/1 E:[4 /5]]``        none                    nothing: not all of D is crossed out
    =========================  ======================  ========================================
    """
    pruned_branches = [
        branch
        for branch in sorted(branches_fully_crossed(record.tree, written))
        if not right_answers.visited(branch)
    ]
    slashes_of_branch: dict[int, frozenset[int]] = {}
    for branch in _keep_outermost_branches(record.tree, pruned_branches):
        nodes_below = range(branch + 1, record.tree.end[branch])
        slashes = right_answers.crossed.intersection(nodes_below)
        if slashes:
            slashes_of_branch[branch] = slashes
    return slashes_of_branch


def _keep_outermost_branches(tree: GameTree, branches: Iterable[int]) -> Iterator[int]:
    """Yield the branches that lie in no other one; they are given by their roots, ascending."""
    end_of_last_branch = 0
    # Nodes are numbered in preorder, so a branch comes before those within it.
    for branch in branches:
        is_within_last_branch = branch < end_of_last_branch
        if not is_within_last_branch:
            yield branch
            end_of_last_branch = tree.end[branch]


class Check:
    """The claims about a tree, judged against its search.

    Attributes:
        record: The search.
        written: What is written about its tree.
        blanks: What is left to be filled in.
        findings: What it found, node by node.
        bad_slashes: By the nodes of the slashes that are mistakes, or were drawn on from one, the
            node of that mistake.
        claims: What is written, each with its judgement, and every slash that is missing, in
            drawing order.
    """

    def __init__(self, record: Record, written: Claims, blanks: Claims = ()) -> None:
        """Judge what somebody has written about a tree against the search of the tree.

        A slash crosses a branch out as pruned. Once anything has a slash, a node without one is
        claimed to be visited.

        Args:
            record: The search.
            written: The claims that a person has written in the tree, such as values and slashes.
            blanks: What the person was asked to write and left empty.

        Raises:
            UnknownReachedError: The search waits for the value of an unknown leaf.
        """
        # For which values of an unknown leaf a branch is pruned ("pruned-if") can be judged without
        # its value; nothing else can.
        if any(claim.kind != "pruned-if" for claim in written):
            check_has_no_unknown(record)
        self.record = record
        self.written = written
        self.blanks = blanks

        # What is right and wrong.
        paper = _judge_paper(record, written)
        self.bad_slashes = paper.bad_slashes
        self.findings = paper.right_answers

        # What is not wrong, but could be shorter: where D is pruned, D:[/4 /5] has two slashes, and
        # one, /D:[4 5], would do.
        slashes_of_branch = _find_branches_crossed_leaf_by_leaf(record, written, self.findings)
        self._branches_crossed_leaf_by_leaf = list(slashes_of_branch)

        self.claims = tuple(_build_checked_claims(record, paper, slashes_of_branch))

    def __repr__(self) -> str:
        return f"<Check: {self.headline}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the last row that ``check --json`` prints of a tree: its numbers and the verdict.

        Keys: ``claims``, how many are written; ``wrong`` of them; ``mistakes``, the wrong ones and
        missing slashes that follow from no other; ``blank``, how many were left empty;
        ``headline``, the verdict; ``fits``, the conventions under which every claim is right.
        """
        tally = self.tally
        return {
            "claims": tally.written,
            "wrong": tally.written - tally.right,
            "mistakes": tally.mistakes,
            "blank": len(self.blanks),
            "headline": self.headline,
            "fits": [_convention_to_json(rules) for rules in self.fits],
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
        """Return the verdict as HTML, which notebooks show: headline, image and reasons.

        There is no image of a tree with too many nodes, and no list of reasons where nothing is
        wrong.
        """
        headline = escape(self.headline)
        image = ""
        if len(self.record.tree) <= LARGEST_FIGURE:
            image = f'<img alt="{headline}" src="{self._render_image_address()}">'
        reasons_list = ""
        if self.reasons:
            items = "".join(f"<li>{escape(reason)}</li>" for reason in self.reasons)
            reasons_list = f"<ul>{items}</ul>"
        return f"<p><strong>{headline}</strong></p>{image}{reasons_list}"

    def _render_image_address(self) -> str:
        """Return the marked tree as the address of an image.

        As an image, the drawing keeps its style sheet from the rest of the notebook.
        """
        from treeexplorer.drawing.figures import FigureOptions
        from treeexplorer.drawing.svg import svg

        options = FigureOptions(caption=False, paper=self.paper)
        return f"data:image/svg+xml,{quote(svg(self.record, None, options))}"

    # -- the verdict as a whole ----------------------------------------------------------------

    @cached_property
    def wrong(self) -> tuple[CheckedClaim, ...]:
        """The wrong claims, in drawing order."""
        return tuple(checked for checked in self.claims if not checked.right)

    @cached_property
    def missing_slashes(self) -> tuple[CheckedClaim, ...]:
        """The slashes that are missing, each as a wrong claim that nobody wrote."""
        return tuple(checked for checked in self.wrong if not checked.is_written)

    @cached_property
    def mistakes(self) -> tuple[CheckedClaim, ...]:
        """The wrong claims that do not follow from earlier ones, in the order of the search."""
        mistakes = [checked for checked in self.wrong if checked.mark is Mark.MISTAKE]
        return tuple(sorted(mistakes, key=lambda checked: checked.step))

    @cached_property
    def tally(self) -> Tally:
        """What is counted: the one place that every other number of a paper comes from."""
        answers = [checked for checked in self.claims if checked.is_written]
        right_count = sum(checked.right for checked in answers)
        follow_on_count = sum(checked.mark is Mark.CONSEQUENCE for checked in answers)
        return Tally(
            written=len(answers),
            right=right_count,
            mistakes=len(self.mistakes),
            follow_on=follow_on_count,
            missing=len(self.missing_slashes),
        )

    @property
    def first_wrong(self) -> CheckedClaim | None:
        """The mistake that a step contradicts first."""
        at_a_step = (each for each in self.mistakes if each.claim.kind not in ABOUT_THE_TREE)
        return next(at_a_step, None)

    @cached_property
    def verdict(self) -> tuple[Sentence, ...]:
        """The verdict on the whole paper: the score first, then what explains what is wrong."""
        if not self.claims:  # nothing is written, and no slash is missing
            return (self._describe_nothing_written(),)
        sentences = self._describe_mistakes() if self.wrong else [self._describe_all_right()]
        # Not wrong, and worth a remark: a single slash, one edge higher, would do.
        branches = self._branches_crossed_leaf_by_leaf
        if branches:
            sentences.append(describe_slash_one_edge_higher(self.record.tree, branches))
        return tuple(sentences)

    def _describe_mistakes(self) -> list[Sentence]:
        """Return the verdict where something is wrong."""
        sentences = self._describe_score_with_diagnosis()
        unanswered = self._blank_nodes - self._answered_nodes
        if unanswered:
            sentences.append(describe_unanswered_nodes(len(unanswered)))
        return sentences

    def _describe_score_with_diagnosis(self) -> list[Sentence]:
        """Describe the score, and what explains all that is wrong, if something does.

        That is the *diagnosis*, such as another convention.
        """
        diagnosis = self.diagnosis
        if diagnosis is None:
            return [self._describe_score_with_mistakes()]
        # Where all follows from one mistake in the search, it is named in place of the others.
        if isinstance(self.reading, MistakenSearch):
            return [explained(self.tally, diagnosis)]
        return [self._describe_score_with_mistakes(), diagnosis.sentence]

    def _describe_score_with_mistakes(self) -> Sentence:
        """Return the score, in which the first mistakes are named, and the others counted."""
        named = [each.saying.mistake for each in self.mistakes[:MOST_MISTAKES]]
        return with_mistakes(self.tally, named)

    def _describe_all_right(self) -> Sentence:
        """Describe a paper without mistakes: how many nodes of how many it answers.

        If the paper says nothing of pruning where the search prunes, the sentence says so. A paper
        that is about the whole tree alone, such as ``@best A``, need not say it.
        """
        answered_nodes = self._answered_nodes
        # More may be answered than is asked for.
        asked_nodes = self._expected_nodes | answered_nodes

        is_about_nodes = any(claim.kind not in ABOUT_THE_TREE for claim in self.written)
        should_mark_cuts = is_about_nodes and self.findings.prunes
        return describe_paper_without_mistakes(
            self.tally,
            answered=len(answered_nodes),
            asked=len(asked_nodes),
            is_silent=should_mark_cuts and not marks_cuts(self.written),
        )

    @property
    def _expected_nodes(self) -> frozenset[int]:
        """The nodes that the sheet asks for.

        If it asks for none, every node with children that the search visits is expected, once one
        is answered.
        """
        if self._blank_nodes or not self._answered_nodes:
            return self._blank_nodes
        return frozenset(self.record.node(call) for call in self.record.inner_calls)

    @property
    def _answered_nodes(self) -> frozenset[int]:
        """The nodes of which a value or a bound is written."""
        return frozenset(each.node for each in self.written if each.kind in ABOUT_WORTH)

    @property
    def _blank_nodes(self) -> frozenset[int]:
        """The nodes of which a value is asked for."""
        return frozenset(each.node for each in self.blanks if each.kind == "value")

    def _describe_nothing_written(self) -> Sentence:
        """Return the verdict on a tree of which nothing is claimed."""
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
        wrong = [each for each in self.wrong if not each.relies_on_wrong_slash]
        wrong.sort(key=lambda each: (each.mark is not Mark.MISTAKE, each.step))
        return Paper(self.record, self.written, [each.claim for each in wrong])

    @cached_property
    def reading(self) -> PaperReading | None:
        """The reading of the paper that explains it with evidence; ``None`` if there is none."""
        return find_reading(self.handed_in)

    @cached_property
    def excuse(self) -> OtherRules | None:
        """The other convention which a course grades as one slip; ``None`` if there is none."""
        return find_excuse(self.handed_in)

    def under(self, reading: PaperReading) -> Check:
        """Return the same paper, judged as it is meant."""
        return Check(reading.findings.record, tuple(map(reading.meant, self.written)))

    @cached_property
    def diagnosis(self) -> Phrase | None:
        """What explains all that is wrong, in words.

        The explanation is a *reading*: a way in which the paper may be meant, under which all of it
        is right. ``None`` where none has enough evidence.
        """
        match self.reading:
            case OtherRules() as convention:  # all is right under other rules
                return describe_paper_right_under_rules(
                    self.tally, convention.rules, convention.stated
                )
            case Exchange(exchanged="windows"):  # all is right with α and β exchanged
                return describe_paper_right_with_ends_exchanged(self.tally)
            case Exchange(exchanged="signs"):  # all is right with ≤ and ≥ exchanged
                return describe_paper_right_with_signs_exchanged(self.tally)
            case MistakenSearch() as mistaken:  # all follows from one mistake in the search
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
        """What wrong slashes overlook: leaf values below them that would change the root's value.

        Such values refute a slash: the branch that it crosses out does matter. There is an entry
        for each slash that is refuted, and a last one for all the others together, if there are
        any.

        Only the first ``_MOST_REFUTED`` slashes are looked at: each takes a search of the tree.
        """
        wrong_slashes = [checked for checked in self.wrong if checked.claim.kind == "cut"]
        entries: list[Overlooked] = []
        not_refuted: list[CheckedClaim] = []
        for slash in wrong_slashes[:_MOST_REFUTED]:
            proof = self._refute([slash])
            if proof is None:
                not_refuted.append(slash)
            else:
                entries.append(self._describe_overlooked([slash], proof))

        if not_refuted:
            # Several may be refuted together; a single one has been tried above.
            is_untried = len(not_refuted) > 1
            proof_together = self._refute(not_refuted) if is_untried else None
            entries.append(self._describe_overlooked(not_refuted, proof_together))
        return tuple(entries)

    def _refute(self, slashes: Sequence[CheckedClaim]) -> Refutation | None:
        """Return leaf values that refute slashes together; ``None`` if none do."""
        return refutation(self.record, [slash.claim.node for slash in slashes])

    def _describe_overlooked(
        self, slashes: Sequence[CheckedClaim], proof: Refutation | None
    ) -> Overlooked:
        """Describe what slashes overlook together, given leaf values that show it, if any do."""
        nodes = tuple(slash.claim.node for slash in slashes)
        names = [slash.name for slash in slashes]
        return Overlooked(nodes, overlooked(self.record, names, proof, self._worth))

    @cached_property
    def _worth(self) -> Number | None:
        """What the root is worth; ``None`` where what is drawn does not settle it."""
        return worth_without_changes(self.record)


def _convention_to_json(rules: Rules) -> dict[str, Any]:
    """Return rules that explain a paper for JSON, without what every paper states by itself."""
    row = rules.to_dict()
    del row["window"]
    del row["depth"]
    row["windows"] = rules.windows
    return row


def check(exercise: Exercise, rules: Rules | None = None) -> Check:
    """Search a tree and judge the claims about it.

    Raises:
        UnknownReachedError: The search comes to an unknown leaf.
        HorizonError: A node at the depth limit has children and no estimate.
    """
    record = search(exercise.tree, rules)
    if not exercise.claims:
        check_has_no_unknown(record)
    return Check(record, exercise.claims, exercise.blanks)
