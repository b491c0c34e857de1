"""Checks the claims about a tree against a search of it.

This is what people come back for: did I do this right, if not where did it go wrong, and under
which convention would it be right. A :class:`Check` judges every claim at once; everything that
takes longer (the sentences, the other conventions, the proof that a slash is wrong) is worked out
when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from html import escape
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import quote

from treeexplorer.drawing.runs import LARGEST_FIGURE, WrittenAnswer
from treeexplorer.engine import HorizonError, Record, analysis_of, search
from treeexplorer.engine.algorithms import algorithm_of, begin_ordered
from treeexplorer.engine.intervals import minimax_value
from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.answers import pruned_branches
from treeexplorer.exercises.judge import (
    BestMoves,
    Findings,
    FollowThrough,
    MinimaxValues,
    Right,
    branches_crossed,
    claims_of,
    judge,
    marks_cuts,
    pruned_for,
    step_of,
)
from treeexplorer.exercises.likely import Slips, likely_slips
from treeexplorer.exercises.marked import marked
from treeexplorer.exercises.refutation import refutation
from treeexplorer.explain.judged import (
    Finding,
    Saying,
    Tally,
    all_right,
    claim_json,
    claim_text,
    difference,
    named,
    nothing_overlooked,
    overlooked,
    right_under,
    saying,
    topic,
    with_mistakes,
)
from treeexplorer.explain.sentence import Argument, Count, Phrase, Sentence, joined
from treeexplorer.notation import ABOUT_THE_TREE, Claim, Claims, Exercise
from treeexplorer.rules import Order, Rules, RulesError, alternatives, other_levels
from treeexplorer.tree import FULL_WINDOW, GameTree, Levels

BegunSearches: TypeAlias = dict[Rules, tuple[Record, Iterator[None]]]
_FEW_NODES: Final = 2_000
_MOST_REFUTED: Final = 12


class UnknownReachedError(TreeexplorerError):
    """The search comes to an unknown leaf, so that the claims cannot be checked."""


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


class Overlooked(NamedTuple):
    """What slashes at visited nodes overlook.

    Attributes:
        nodes: The nodes that are crossed out.
        words: With which leaf values below them the root would be worth something else, or that
            there are none.
    """

    nodes: tuple[int, ...]
    words: Sentence


@dataclass(frozen=True)
class CheckedClaim:
    """A claim with its judgement, and what is said of it.

    Attributes:
        claim: What is claimed, and where.
        as_: As what it is right; ``None`` where it is wrong.
        mark: The same as an examiner marks it, with mistakes and consequences told apart.
        step: The step of the search that shows it.
        findings: What the search found.
        needs_place: Whether another node of the same label is spoken of, too.
        needs_crossed: Whether it is right only with a branch that is wrongly crossed out.
    """

    claim: Claim
    as_: Right | None
    mark: Mark
    step: int
    findings: Findings = field(repr=False, compare=False)
    needs_place: bool = field(default=False, repr=False, compare=False)
    needs_crossed: bool = False

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
        is_exit = self.claim.kind == "window" and self.findings.rules.windows == "exit"
        return "exit-window" if is_exit else self.claim.kind

    @property
    def node(self) -> str:
        """The address of its node."""
        return self.findings.record.tree.labels.bounded_address(self.claim.node)

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``check --json`` prints, without its place in the file."""
        tree = self.findings.record.tree
        return {
            "node": self.node,
            "label": tree.labels.label(self.claim.node),
            "claim": self.kind,
            "written": claim_json(tree, self.claim),
            "found": self.saying.json,
            "as": None if self.as_ == "found" else self.as_,
            "right": self.right,
            "follows": self.mark is Mark.CONSEQUENCE,
            "why": self.why,
        }

    @property
    def name(self) -> Argument:
        """Its node, with its place where another one is called the same."""
        return named(self.findings.record.tree, self.claim.node, needs_place=self.needs_place)

    @property
    def label(self) -> str:
        """What its node is called in a sentence, with its place where another has its label."""
        return str(Phrase("plain", text=self.name))

    @property
    def text(self) -> str:
        """The claim as a person reads it."""
        return claim_text(self.findings.record.tree, self.claim)

    @property
    def topic(self) -> str:
        """What somebody wrote, and about what: ``▽A: 6``, ``leaves read: 9``."""
        return topic(self.claim, self.label, self.text)

    @cached_property
    def saying(self) -> Saying:
        """What is said of it, worked out when it is asked for."""
        claim, findings, record = self.claim, self.findings, self.findings.record
        calls = findings.calls(claim.node)
        best = findings.best_moves() if claim.kind == "best" else BestMoves()
        about_cuts = claim.kind == "cuts-none"
        finding = Finding(
            record=record,
            claim=claim,
            is_right=self.right,
            is_minimax=self.as_ == "minimax",
            needs_place=self.needs_place,
            needs_crossed=self.needs_crossed,
            window=calls[-1].written if calls else None,
            minimax=findings.minimax(claim.node),
            moves=sorted(best.proven or best.equal),
            pruned=pruned_branches(record, analysis_of(record).cut_offs) if about_cuts else (),
            prunes_rest=findings.cuts_rest(claim.node),
            pruned_for=pruned_for(record, claim.node) if claim.kind == "pruned-if" else None,
        )
        return saying(finding)

    @cached_property
    def why(self) -> str:
        """Why it is right or wrong, in a sentence or a few."""
        follows = (Sentence("follows"),) if self.mark is Mark.CONSEQUENCE else ()
        return joined((*self.saying.reason, *follows))


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
        self,
        record: Record,
        written: Claims,
        blanks: Claims = (),
        *,
        implied: bool = True,
    ) -> None:
        """Judge claims about a record's tree.

        Args:
            record: The search.
            written: What is written about its tree.
            blanks: What is left to be filled in.
            implied: Whether nodes without a slash are claimed visited once anything is slashed;
                not so in an answer that is still being written.

        Raises:
            UnknownReachedError: The search waits for the value of an unknown leaf.
        """
        if any(claim.kind != "pruned-if" for claim in written):
            _refuse_unknown(record)
        self.record = record
        self.written, self.blanks = written, blanks
        self.findings = Findings(record, branches_crossed(written))
        claims = [
            claim
            for claim in claims_of(record.tree, written, record.rules.depth)
            if claim.kind != "visited" or (implied and self._lacks_slash(claim.node))
        ]
        judged = [judge(claim, self.findings) for claim in claims]
        followed = None if all(judged) else FollowThrough(self.findings, written)
        is_unmarked = any(claim.kind == "visited" for claim in claims)

        def mark(claim: Claim, right: Right | None) -> Mark:
            if right or followed is None:
                return Mark.RIGHT
            # That nothing is cut off is wrong because of the slashes that are missing.
            follows = is_unmarked if claim.kind == "cuts-none" else judge(claim, followed)
            return Mark.CONSEQUENCE if follows else Mark.MISTAKE

        marks = list(map(mark, claims, judged))
        self.bad_slashes = self._bad_slashes(claims, marks)
        needs = Findings(record, self.bad_slashes) if self.bad_slashes else None
        signed = record.tree.labels.signed
        nodes = {claim.node for claim in claims}
        names = Counter(map(signed, nodes))
        self.claims: tuple[CheckedClaim, ...] = tuple(
            CheckedClaim(
                claim,
                None if (needs_crossed := self._needs_crossed(claim, right, needs)) else right,
                Mark.CONSEQUENCE if needs_crossed else mark,
                step_of(record, claim),
                self.findings,
                names[signed(claim.node)] > 1,
                needs_crossed,
            )
            for claim, right, mark in zip(claims, judged, marks, strict=True)
        )

    def _bad_slashes(self, claims: Sequence[Claim], marks: Sequence[Mark]) -> frozenset[int]:
        """Return the slashes that are wrong, and those that follow on them at the same node."""
        record, slashes = self.record, self.findings.crossed
        wrong = {
            claim.node
            for claim, mark in zip(claims, marks, strict=True)
            if claim.kind == "cut" and mark is Mark.MISTAKE and claim.node
        }
        bad: set[int] = set()
        for parent in {record.tree.parent[node] for node in wrong}:
            is_spoiled = False
            for child in record.children(parent):
                is_spoiled = child in slashes and (is_spoiled or child in wrong)
                bad |= {child} if is_spoiled else set()
        return frozenset(bad)

    def _needs_crossed(self, claim: Claim, right: Right | None, needs: Findings | None) -> bool:
        """Tell whether a right value is none without the branches that are wrongly crossed out."""
        if needs is None or not right or claim.kind not in {"value", "bound", "window"}:
            return False
        is_below = any(
            slash <= claim.node < self.record.tree.end[slash] for slash in self.bad_slashes
        )
        return is_below or (claim.window is None and needs.needs_crossed(claim.node))

    def _lacks_slash(self, node: int) -> bool:
        """Tell whether a slash is missing at a node that has none."""
        is_topmost = not node or self.findings.visited(self.record.tree.parent[node])
        return is_topmost and not self.findings.visited(node)

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
        claims = ((one.claim, one.mark.sign) for one in self.claims)
        return marked(self.record.tree, claims)

    def _repr_html_(self) -> str | None:
        if len(self.record.tree) > LARGEST_FIGURE:
            return None
        from treeexplorer.drawing.figures import FigureOptions
        from treeexplorer.drawing.svg import svg

        # As an image, the drawing keeps its style sheet from the rest of the notebook.
        options = FigureOptions(caption=False, paper=self.paper)
        image, headline = quote(svg(self.record, None, options)), escape(self.headline)
        rows = "".join(
            f"<li>{escape(f'{one.mark.sign} {one.topic} – {one.why}')}</li>" for one in self.wrong
        )
        return (
            f"<p><strong>{headline}</strong></p>"
            f'<img alt="{headline}" src="data:image/svg+xml,{image}">'
            + (f"<ul>{rows}</ul>" if rows else "")
        )

    def _repr_markdown_(self) -> str:
        rows = [
            f"- {checked.mark.sign} {checked.text}" + ("" if checked.right else f" {checked.why}")
            for checked in self.claims
        ]
        return "\n".join([f"**{self.headline}**", "", *rows])

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
        if not self.claims and self.blanks:
            blanks = Count(len(self.blanks), "blank", "blanks")
            return (Sentence("nothing_answered", blanks=blanks),)
        if not self.claims:
            return (Sentence("nothing_claimed"),)
        answered, asked = self._answered()
        if not self.wrong:
            is_searched = any(claim.kind not in ABOUT_THE_TREE for claim in self.written)
            says_cuts = marks_cuts(self.written)
            is_silent = is_searched and not says_cuts and self.findings.prunes
            return (all_right(self.tally, (answered, asked), is_silent=is_silent),)
        if self.fits:
            return (right_under(self.fits[0], self.record.rules),)
        slips = self.slips
        mistakes = [slips.at.get(one.claim) or one.saying.mistake for one in self.mistakes]
        missing = asked - answered if self.blanks else 0
        return with_mistakes(self.tally, mistakes, slips.everywhere, missing=missing)

    @property
    def headline(self) -> str:
        """The verdict as a text."""
        return joined(self.verdict)

    @cached_property
    def slips(self) -> Slips:
        """What was likely done differently, where no other convention makes all right."""
        if self.fits:
            return Slips(None, {})
        mistakes = [one.claim for one in self.mistakes]
        wrong = [one.claim for one in self.wrong]
        return likely_slips(self.record, self.written, wrong, mistakes)

    def _answered(self) -> tuple[int, int]:
        """Return how many nodes have a value written, and how many are to have one."""
        written = {one.node for one in self.written if one.kind in {"value", "bound"}}
        blank = {one.node for one in self.blanks if one.kind == "value"}
        if not written and not blank:
            return 0, 0
        if blank:
            return len(written), len(written | blank)
        asked = set(map(self.record.node, self.record.inner))
        return len(written), len(asked | written)

    @cached_property
    def fits(self) -> Sequence[Rules]:
        """The conventions under which every claim is right, the likeliest first.

        Where nothing is crossed out, that is plain minimax if it fits, else what differs least.
        """
        if not self.written:
            return ()
        if self.wrong and self._is_wrong_everywhere:
            return ()
        tree, rules = self.record.tree_as_drawn, self.record.rules
        stated = [] if self.wrong else [rules]
        has_windows = any(claim.window is not None for claim in self.written)
        others = _other_rules(rules, chance=tree.has_chance, windows=has_windows)
        # The next paper of a class carries the same searches on.
        begun = self.record.derive(_begun_searches) if len(tree) <= _FEW_NODES else None
        fits = list(fitting(others, tree, self.written, begun))
        if not self.findings.crossed:
            fits.sort(key=lambda one: algorithm_of(one).has_windows or one.levels != rules.levels)
        return [*stated, *fits]

    @property
    def _is_wrong_everywhere(self) -> bool:
        """Whether a wrong claim has a number that no search of the tree comes to.

        Without chance nodes every search returns and hands down what stands in the tree, or an end
        of the window that it begins with.
        """
        tree, rules = self.record.tree, self.record.rules
        if tree.has_chance:
            return False
        known = {*tree.leaf_values, *tree.estimates.values(), *rules.window, *FULL_WINDOW}
        claims = [one.claim for one in self.wrong if one.claim.kind != "read"]
        numbers = [claim.number for claim in claims if claim.number is not None]
        numbers += [end for claim in claims for end in claim.window or ()]
        return not known.issuperset(numbers)

    def elsewhere(self, one: CheckedClaim) -> tuple[tuple[Phrase, bool], ...]:
        """Return whether a claim would be right if one rule were another: each with yes or no."""
        rules, tree = self.record.rules, self.record.tree_as_drawn
        if not rules.has_conventions or rules.printed_form != "classic" or len(tree) > _FEW_NODES:
            return ()
        turned: Order = "left-to-right" if rules.right_to_left else "right-to-left"
        swapped = tuple(player.opponent for player in rules.levels)
        others = {
            "order": replace(rules, order=turned),
            "cutoff": replace(rules, cutoff=">=" if rules.strict else ">"),
            "levels": replace(rules, levels=swapped),
        }
        if one.claim.number is not None or one.claim.window is not None:
            others["fail"] = replace(rules, fail="soft" if rules.hard else "hard")
        found = []
        for name, other in others.items():
            findings = Findings(search(tree, other), self.findings.crossed)
            found.append((difference(name, other), judge(one.claim, findings) is not None))
        return tuple(found)

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
        found: list[Overlooked] = []

        def look_below(*slashes: CheckedClaim) -> bool:
            nodes = tuple(one.claim.node for one in slashes)
            if (found_values := refutation(tree, nodes, depth)) is None:
                return False
            changes, value, before = found_values
            names = [one.name for one in slashes]
            found.append(Overlooked(nodes, overlooked(tree, names, changes, value, before)))
            return True

        harmless = [one for one in self.over_pruned[:_MOST_REFUTED] if not look_below(one)]
        if harmless and (len(harmless) == 1 or not look_below(*harmless)):
            is_settled = minimax_value(tree, depth) is not None
            words = nothing_overlooked([one.name for one in harmless], is_settled=is_settled)
            found.append(Overlooked(tuple(one.claim.node for one in harmless), words))
        return tuple(found)


def check(exercise: Exercise, rules: Rules | None = None) -> Check:
    """Search a tree and judge the claims about it.

    Raises:
        UnknownReachedError: The search comes to an unknown leaf.
        HorizonError: A node at the depth limit has children and no estimate.
    """
    record = search(exercise.tree, rules)
    if not exercise.claims:
        _refuse_unknown(record)
    return Check(record, exercise.claims, exercise.blanks)


def _refuse_unknown(record: Record) -> None:
    """Refuse to judge a search that waits for the value of an unknown leaf.

    Raises:
        UnknownReachedError: It does.
    """
    node = record.waits_for
    if node is not None:
        raise UnknownReachedError(
            f"the search comes to the unknown leaf {record.tree.labels.text(node)} "
            f"({record.tree.address(node)}) after step {record.steps}, so the claims cannot "
            "be checked; give it a value with --set, or see `treeexplorer unknowns`"
        )


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
        key = rules.levels, rules.printed_form == "exchanged", rules.order
        try:
            if rules not in begun:
                if key not in trees:
                    trees[key] = OrderedTree(tree, rules)
                algorithm_of(rules).check(trees[key].tree)
                begun[rules] = begin_ordered(trees[key], rules)
        except (HorizonError, RulesError):
            continue
        record, progress = begun[rules]
        has_chance = record.tree.has_chance
        if has_chance not in claims:
            claims[has_chance] = _claims_by_node(record, written)
        if _are_right(claims[has_chance], Findings(record, crossed, minimax), progress):
            yield rules


def _claims_by_node(record: Record, written: Claims) -> dict[int, list[Claim]]:
    """Return the claims that are settled once a node has returned; under −1 all others."""
    claims: dict[int, list[Claim]] = {}
    for claim in claims_of(record.tree, written, record.rules.depth):
        place = -1 if claim.kind in ABOUT_THE_TREE else claim.node
        claims.setdefault(place, []).append(claim)
    return claims


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
