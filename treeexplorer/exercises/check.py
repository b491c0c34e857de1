"""Checks the claims about a tree against a search of it.

This is what people come back for: did I do this right, if not where did it go wrong, and under
which convention would it be right. A :class:`Check` judges every claim at once; everything that
takes longer (the sentences, the other conventions, the proof that a slash is wrong) is worked out
when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from html import escape
from itertools import chain, takewhile
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import quote

from treeexplorer.drawing.runs import LARGEST_FIGURE, WrittenAnswer
from treeexplorer.engine import HorizonError, Record, search
from treeexplorer.engine.algorithms import algorithm_of, begin_ordered
from treeexplorer.engine.intervals import minimax_value
from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.exercises.judge import (
    Findings,
    FollowThrough,
    MinimaxValues,
    branches_crossed,
    claims_of,
    judge,
    marks_cuts,
    step_of,
)
from treeexplorer.exercises.likely import Slips, likely_slips
from treeexplorer.exercises.refutation import refutation
from treeexplorer.explain.judged import (
    CheckedClaim,
    Mark,
    Right,
    Tally,
    all_right,
    claim_text,
    overlooked,
    right_under,
    topic,
    with_mistakes,
)
from treeexplorer.explain.sentence import Count, Phrase, Sentence, joined
from treeexplorer.explain.sentences import refuse_unknown
from treeexplorer.explain.words import rule_told
from treeexplorer.notation import ABOUT_THE_TREE, Claim, Claims, Exercise
from treeexplorer.numbers import shown
from treeexplorer.rules import Order, Rules, RulesError, alternatives, other_levels
from treeexplorer.tree import INNER, GameTree, Levels

BegunSearches: TypeAlias = dict[Rules, tuple[Record, Iterator[None]]]
NOTHING_WRITTEN: Final = "·"
"""What stands in a card on which nothing was written."""
_MOST_REFUTED: Final = 12


class Overlooked(NamedTuple):
    """What slashes at visited nodes overlook.

    Attributes:
        nodes: The nodes that are crossed out.
        words: With which leaf values below them the root would be worth something else, or that
            there are none.
    """

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
        self.findings = Findings(record, branches_crossed(written))
        tree, visited = record.tree, self.findings.visited
        claims = [
            claim
            for claim in claims_of(tree, written, record.rules.depth)
            if claim.kind != "visited"
            or (implied and not visited(claim.node) and visited(max(tree.parent[claim.node], 0)))
        ]
        judged = [judge(claim, self.findings) for claim in claims]
        marks = self._marks(claims, judged)
        self.bad_slashes = self._bad_slashes(claims, marks)
        needs = Findings(record, self.bad_slashes) if self.bad_slashes else None
        names = Counter(map(tree.labels.signed, {claim.node for claim in claims}))
        checked: list[CheckedClaim] = []
        for claim, as_, mark in zip(claims, judged, marks, strict=True):
            needs_place = names[tree.labels.signed(claim.node)] > 1
            step = step_of(record, claim)
            each = CheckedClaim(claim, as_, mark, step, self.findings, needs_place)
            if as_ and needs is not None and self._needs_crossed(claim, needs):
                each = replace(each, as_=None, mark=Mark.CONSEQUENCE, needs_crossed=True)
            checked.append(each)
        self.claims = tuple(checked)

    def _marks(self, claims: Sequence[Claim], judged: Sequence[Right | None]) -> list[Mark]:
        """Return the marks of judged claims, without regard to wrong slashes."""
        if all(judged):
            return [Mark.RIGHT] * len(claims)
        followed = FollowThrough(self.findings, self.written)
        is_unmarked, marks = any(claim.kind == "visited" for claim in claims), []
        for claim, as_ in zip(claims, judged, strict=True):
            # That nothing is cut off is wrong because of the slashes that are missing.
            follows = is_unmarked if claim.kind == "cuts-none" else as_ or judge(claim, followed)
            wrong = Mark.CONSEQUENCE if follows else Mark.MISTAKE
            marks.append(Mark.RIGHT if as_ else wrong)
        return marks

    def _bad_slashes(self, claims: Sequence[Claim], marks: Sequence[Mark]) -> frozenset[int]:
        """Return the slashes that are mistakes, and those drawn on from one at the same node."""
        bad: set[int] = set()
        for claim, mark in zip(claims, marks, strict=True):
            if claim.kind == "cut" and mark is Mark.MISTAKE and claim.node:
                beside = list(self.record.children(self.record.tree.parent[claim.node]))
                from_here = beside[beside.index(claim.node) :]
                bad.update(takewhile(self.findings.crossed.__contains__, from_here))
        return frozenset(bad)

    def _needs_crossed(self, claim: Claim, needs: Findings) -> bool:
        """Tell whether a right value is none without the branches that are wrongly crossed out."""
        if claim.kind not in {"value", "bound", "window"}:
            return False
        end = self.record.tree.end
        is_below = any(slash <= claim.node < end[slash] for slash in self.bad_slashes)
        return is_below or (claim.window is None and needs.needs_crossed(claim.node))

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
        return marked(self.record.tree, ((claim.claim, claim.mark.sign) for claim in self.claims))

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

    @cached_property
    def first_wrong(self) -> CheckedClaim | None:
        """The wrong claim that a step contradicts first; a mistake before a consequence."""
        return min(
            (checked for checked in self.wrong if checked.claim.kind not in ABOUT_THE_TREE),
            key=lambda checked: (checked.step, checked.mark is not Mark.MISTAKE),
            default=None,
        )

    @cached_property
    def verdict(self) -> tuple[Sentence, ...]:
        """The verdict that a person needs, in one sentence or two."""
        if not self.claims:
            blanks = Count(len(self.blanks), "blank", "blanks")
            key = "nothing_answered" if self.blanks else "nothing_claimed"
            return (Sentence(key, blanks=blanks),)
        if self.wrong and self.fits:
            return (right_under(self.fits[0], self.record.rules),)
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
        """
        if not self.written:
            return ()
        tree, rules = self.record.tree_as_drawn, self.record.rules
        has_windows = any(claim.window is not None for claim in self.written)
        others = _other_rules(rules, chance=tree.has_chance, windows=has_windows)
        # The next paper of a class carries the same searches on.
        begun = self.record.derive(_begun_searches) if len(tree) <= LARGEST_FIGURE else None
        fits = list(fitting(others, tree, self.written, begun))
        if not self.findings.crossed:
            fits.sort(key=lambda fit: algorithm_of(fit).has_windows or fit.levels != rules.levels)
        return fits if self.wrong else [rules, *fits]

    def elsewhere(self, checked: CheckedClaim) -> list[tuple[Phrase, bool]]:
        """Return whether a claim would be right if one rule were another: each with yes or no."""
        rules, tree = self.record.rules, self.record.tree_as_drawn
        if not rules.takes("cutoff") or len(tree) > LARGEST_FIGURE:
            return []
        turned: Order = "left-to-right" if rules.right_to_left else "right-to-left"
        swapped = tuple(player.opponent for player in rules.levels)
        others = {
            "order": replace(rules, order=turned),
            "cutoff": replace(rules, cutoff=">=" if rules.strict else ">"),
            "levels": replace(rules, levels=swapped),
        }
        if checked.claim.number is not None or checked.claim.window is not None:
            others["fail"] = replace(rules, fail="soft" if rules.hard else "hard")
        answers = []
        for name, other in others.items():
            findings = Findings(search(tree, other), self.findings.crossed)
            is_right = judge(checked.claim, findings) is not None
            answers.append((rule_told(name, other, "condition"), is_right))
        return answers

    # -- wrong slashes -------------------------------------------------------------------------

    @cached_property
    def over_pruned(self) -> tuple[CheckedClaim, ...]:
        """The slashes at nodes that the search visits."""
        return tuple(checked for checked in self.wrong if checked.claim.kind == "cut")

    @cached_property
    def overlooked(self) -> tuple[Overlooked, ...]:
        """What the slashes at visited nodes overlook: leaf values that would change the root.

        One set of values is named for each slash, or for all of them together; else it is said
        that none would. Of many slashes the first are looked at: each takes a search of the tree.
        """
        tree, depth = self.record.tree, self.record.rules.depth
        slashes = self.over_pruned[:_MOST_REFUTED]
        alone = [([slash], refutation(tree, [slash.claim.node], depth)) for slash in slashes]
        groups = [group for group in alone if group[1] is not None]
        if harmless := [slash for (slash,), refuted in alone if refuted is None]:
            nodes = [slash.claim.node for slash in harmless]
            groups.append((harmless, refutation(tree, nodes, depth) if nodes[1:] else None))
        before = minimax_value(tree, depth)
        return tuple(
            Overlooked(
                tuple(slash.claim.node for slash in group),
                overlooked(tree, [slash.name for slash in group], refuted, before),
            )
            for group, refuted in groups
        )


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


# -- the paper, marked -------------------------------------------------------------------------


def marked(tree: GameTree, claims: Iterable[tuple[Claim, str]]) -> dict[int, WrittenAnswer]:
    """Return what a person has written at each node, with its mark.

    A wrong claim that a node is visited shows where a slash is missing: on the highest of the
    branches that the search prunes. The root has no edge: its window stands beside it, as all does
    that is written about the whole tree.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("3[3[3 12] <=2[2 /4]]")
        >>> paper = marked(exercise.tree, [(claim, "✓") for claim in exercise.claims])
        >>> paper[0].value, paper[4].value, paper[6].crossed, paper[6].cut_mark
        ('3', '≤ 2', True, '✓')
    """
    blank = WrittenAnswer(NOTHING_WRITTEN)
    paper = {
        node: blank if tree.kind[node] == INNER else WrittenAnswer() for node in range(len(tree))
    }
    missing: set[int] = set()
    for claim, mark in claims:
        node, answer = claim.node, paper[claim.node]
        if claim.kind == "cut":
            answer = answer._replace(crossed=True, cut_mark=mark)
        elif claim.kind == "visited" and mark == "✗":
            missing.add(node)
            if tree.parent[node] not in missing:
                answer = answer._replace(cut_mark=mark)
        elif claim.kind == "cut-rest":
            answer = answer._replace(rest=mark)
        elif claim.kind in ABOUT_THE_TREE or (claim.window is not None and not node):
            text = claim_text(tree, claim)
            if claim.window is None:
                text = topic(claim, tree.labels.signed(node), text)
            node, answer = 0, paper[0]._replace(aside=(*paper[0].aside, (text, mark)))
        elif claim.window is not None:
            alpha, beta = map(shown, claim.window)
            answer = answer._replace(window=(alpha, beta), window_mark=mark)
        elif claim.kind in {"value", "bound"}:
            answer = answer._replace(value=claim_text(tree, claim), value_mark=mark)
        paper[node] = answer
    return paper


# -- other conventions -------------------------------------------------------------------------


def _begun_searches(_record: Record) -> BegunSearches:
    return {}


@lru_cache(maxsize=16)
def _other_rules(rules: Rules, *, chance: bool, windows: bool) -> tuple[Rules, ...]:
    levels = other_levels(rules.levels, chance=chance)
    return tuple(alternatives(rules, algorithms=["minimax"], levels=levels, windows=windows))


def fitting(
    candidates: Iterable[Rules],
    tree: GameTree,
    written: Claims,
    begun: BegunSearches | None = None,
) -> Iterator[Rules]:
    """Yield the rules under which every claim is right.

    What they have in common is made once: the order of children, the claims by node, and the
    minimax values.
    """
    begun = {} if begun is None else begun
    trees: dict[tuple[Levels, bool, str], OrderedTree] = {}
    claims: dict[bool, dict[int, list[Claim]]] = {}
    minimax: MinimaxValues = {}
    crossed = branches_crossed(written)
    for rules in candidates:
        key = rules.levels, rules.printed.swaps_players, rules.order
        try:
            if rules not in begun:
                if key not in trees:
                    trees[key] = OrderedTree(tree, rules)
                begun[rules] = begin_ordered(trees[key], rules)
        except (HorizonError, RulesError):
            continue
        record, progress = begun[rules]
        has_chance = record.tree.has_chance
        if has_chance not in claims:
            claims[has_chance] = {}
            for claim in claims_of(record.tree, written, rules.depth):
                # What is said of the whole tree is settled at the end.
                place = -1 if claim.kind in ABOUT_THE_TREE else claim.node
                claims[has_chance].setdefault(place, []).append(claim)
        if _are_right(claims[has_chance], Findings(record, crossed, minimax), progress):
            yield rules


def _are_right(
    claims: dict[int, list[Claim]], findings: Findings, progress: Iterator[None]
) -> bool:
    """Tell whether every claim is right; it stops soon after a wrong one."""
    record, seen = findings.record, 0
    for _ in chain([None], progress):
        columns = record.columns
        for event in columns.events[seen:]:
            here = claims.get(columns.nodes[~event], []) if event < 0 else []
            if not all(judge(claim, findings) for claim in here):
                return False
        seen = len(columns.events)
    return record.complete and all(
        judge(claim, findings) for here in claims.values() for claim in here
    )
