"""Checks the claims about a tree against a search of it.

This is what people come back for: did I do this right, if not where did it go wrong, and under
which convention would it be right. A :class:`Check` judges every claim at once; everything that
takes longer (the sentences, the other conventions, the proof that a slash is wrong) is worked out
when it is asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from math import isfinite
from typing import Any, Final

from treeexplorer.engine import HorizonError, Record, analysis_of, search
from treeexplorer.engine.algorithms import algorithm_of, begin_ordered
from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.drawn import tree_as_drawn
from treeexplorer.exercises.judge import (
    SHOWN_SIGN,
    Findings,
    FollowThrough,
    MinimaxValues,
    Right,
    claim_json,
    claim_text,
    claims_of,
    fewest_leaves,
    judge,
    leaves_needed,
    marks_cuts,
    pruned_for,
    root_value,
    step_of,
    window_kind,
)
from treeexplorer.exercises.unknowns import in_words
from treeexplorer.explain.sentences import sentence
from treeexplorer.explain.words import (
    interval_text,
    label,
    listed,
    player_word,
    signed_number,
    window_below_chance,
    window_text,
)
from treeexplorer.notation import ABOUT_THE_TREE, Claim, Claims, Exercise
from treeexplorer.numbers import counted, for_json, shown
from treeexplorer.rules import (
    Rules,
    RulesError,
    alternatives,
    changed,
    differences,
    other_levels,
    title_of,
)
from treeexplorer.text import capitalised
from treeexplorer.tree import FULL_WINDOW, MAX_ROLE, MIN_ROLE, GameTree, Levels, Number

_MOST_CONVENTIONS: Final = 3
_MOST_MISTAKES: Final = 3
_IMPOSSIBLE: Final = 1 << 30
_MOST_TRIALS: Final = 400
_STEPS: Final = (0, *(10**power for power in range(1, 13)))
_WORDS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
_FOLLOWS: Final = " It follows correctly from your own earlier entries."


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


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim with its judgement.

    Attributes:
        claim: What is claimed, and where.
        as_: As what it is right; ``None`` where it is wrong.
        mark: The same as an examiner marks it, with mistakes and consequences told apart.
        step: The step of the search that shows it.
    """

    claim: Claim
    as_: Right | None
    mark: Mark
    step: int

    @property
    def right(self) -> bool:
        """Whether the claim is right."""
        return self.mark is Mark.RIGHT


class Check:
    """The claims about a tree, judged against its search.

    Attributes:
        record: The search.
        written: What is written about its tree.
        blanks: What is left to be filled in.
        findings: What it found, node by node.
        claims: Every claim with its judgement, in drawing order.
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
        self.findings = record.derive(Findings)
        claims = [
            claim
            for claim in claims_of(record.tree, written, record.rules.depth)
            if implied or claim.kind != "visited"
        ]
        judged = [judge(claim, self.findings) for claim in claims]
        followed = None if all(judged) else FollowThrough(self.findings, written)

        def mark(claim: Claim, right: Right | None) -> Mark:
            if right or followed is None:
                return Mark.RIGHT
            return Mark.CONSEQUENCE if judge(claim, followed) else Mark.MISTAKE

        self.claims: tuple[CheckedClaim, ...] = tuple(
            CheckedClaim(claim, right, mark(claim, right), step_of(record, claim))
            for claim, right in zip(claims, judged, strict=True)
        )

    def __repr__(self) -> str:
        return f"<Check: {self.headline}>"

    def _repr_markdown_(self) -> str:
        rows = [
            f"- {checked.mark.sign} {self.text(checked)}"
            + ("" if checked.right else f" {self.why(checked)}")
            for checked in self.claims
            if checked.claim.kind != "visited" or not checked.right
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
    def first_wrong(self) -> CheckedClaim | None:
        """The wrong claim that the search contradicts first; a mistake before a consequence."""
        return min(
            self.wrong,
            key=lambda checked: (checked.step, checked.mark is not Mark.MISTAKE),
            default=None,
        )

    @cached_property
    def headline(self) -> str:
        """The verdict that a person needs, in one sentence or two."""
        if not self.claims:
            if self.blanks:
                return f"Nothing is answered yet ({counted(len(self.blanks), 'blank', 'blanks')})."
            return "Nothing is claimed in this tree."
        if not self.wrong:
            return self._all_right()
        if self.fits:
            return f"Right under {_named_differences(self.fits[0], self.record.rules)}."
        return self._with_mistakes() + self._not_answered()

    def _all_right(self) -> str:
        number = len(self.claims)
        silent = self._silent_about_pruning()
        answered, asked = self._answered()
        if answered < asked:
            rest = "it is" if number == 1 else f"the {number} claims are"
            if number == answered > 1:
                rest = f"the {number} are"
            verb = "is" if answered == 1 else "are"
            head = f"Only {answered} of {counted(asked, 'node', 'nodes')} {verb} answered"
            return f"{head}; {rest} right{silent}."
        head = f"All {number} claims are right" if number > 1 else "The claim is right"
        return f"{head}{silent}."

    def _answered(self) -> tuple[int, int]:
        """Return how many nodes have a value written, and how many are to have one."""
        written = {one.node for one in self.written if one.kind in {"value", "bound"}}
        blank = {one.node for one in self.blanks if one.kind == "value"}
        if not written and not blank:
            return 0, 0
        if blank:
            return len(written), len(written | blank)
        record = self.record
        rows = (record.row(node) for node in range(len(record.tree)))
        asked = {
            record.node(row) for row in rows if row is not None and not record.is_leaf_call(row)
        }
        return len(written), len(asked | written)

    def _silent_about_pruning(self) -> str:
        """Return what is pruned, where no claim says anything about it."""
        is_searched = any(claim.kind not in ABOUT_THE_TREE for claim in self.written)
        if not is_searched or marks_cuts(self.written) or self.record.waits_for is not None:
            return ""
        labels = self.record.tree.labels
        by_node: dict[int, list[str]] = {}
        for cut in analysis_of(self.record).cut_offs:
            skipped = [labels.text(node) for node in cut.skipped if not self.findings.visited(node)]
            by_node.setdefault(cut.node, []).extend(skipped + ["…"] * cut.elided)
        named = [(node, names) for node, names in by_node.items() if names]
        if not named:
            return ""
        pruned = ", ".join(
            f"{labels.label(node)}'s {listed(names, last=' and ')}"
            for node, names in named[:_MOST_MISTAKES]
        )
        number = sum(len(names) for _, names in named)
        verb = "is" if number == 1 else "are"
        more = ", …" if len(named) > _MOST_MISTAKES else ""
        return f"; nothing is said about pruning ({pruned}{more} {verb} pruned)"

    def _with_mistakes(self) -> str:
        number, wrong, mistakes = len(self.claims), len(self.wrong), len(self.mistakes)
        named = "; ".join(self.mistake(one) for one in self.mistakes[:_MOST_MISTAKES])
        more = f"; and {_spelt(mistakes - _MOST_MISTAKES)} more" * (mistakes > _MOST_MISTAKES)
        head = f"{number - wrong} of {number} right, {counted(mistakes, 'mistake', 'mistakes')}"
        return f"{head}: {named}{more}{self._consequences(wrong - mistakes, mistakes)}."

    def _consequences(self, consequences: int, mistakes: int) -> str:
        if not consequences:
            return ""
        source = "it" if mistakes == 1 else "them"
        if consequences == 1:
            return f"; the other wrong one follows correctly from {source}"
        return f"; the other {_spelt(consequences)} follow correctly from {source}"

    def _not_answered(self) -> str:
        answered, asked = self._answered()
        missing = asked - answered
        if not self.blanks or not missing:
            return ""
        return f" {counted(missing, 'node is', 'nodes are')} not answered."

    @cached_property
    def fits(self) -> Sequence[Rules]:
        """The conventions under which every claim is right, the stated ones first."""
        if not self.written:
            return ()
        if self.wrong and self._is_wrong_everywhere:
            return ()
        tree, rules = tree_as_drawn(self.record), self.record.rules
        stated = [] if self.wrong else [rules]
        levels = other_levels(rules.levels, chance=tree.has_chance)
        has_windows = any(claim.window is not None for claim in self.written)
        others = alternatives(rules, algorithms=["minimax"], levels=levels, windows=has_windows)
        return [*stated, *filter(OtherConventions(tree, self.written).fit, others)]

    @property
    def _is_wrong_everywhere(self) -> bool:
        """Whether a wrong claim has a number that no search of the tree comes to.

        Without chance nodes every search returns and hands down what stands in the tree, or an end
        of the window that it begins with.
        """
        tree, rules = self.record.tree, self.record.rules
        if tree.has_chance:
            return False
        known = {*tree.leaf_values(), *tree.estimates.values(), *rules.window, *FULL_WINDOW}
        claims = [one.claim for one in self.wrong if one.claim.kind != "read"]
        numbers = [claim.number for claim in claims if claim.number is not None]
        numbers += [end for claim in claims for end in claim.window or ()]
        return not known.issuperset(numbers)

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
        combinations = counted(others, "further combination", "further combinations")
        more = f" (and under {combinations} of rules)" if others else ""
        return f"Right if {named}{more}."

    # -- one claim -----------------------------------------------------------------------------

    def kind(self, checked: CheckedClaim) -> str:
        """Return what kind of claim it is, as the JSON names it."""
        is_window = checked.claim.window is not None
        return window_kind(self.record.rules) if is_window else checked.claim.kind

    @property
    def _at_exit(self) -> bool:
        return self.record.rules.windows == "exit"

    def text(self, checked: CheckedClaim) -> str:
        """Return a claim as a person reads it."""
        return claim_text(self.record.tree, checked.claim)

    def label(self, node: int) -> str:
        """Return what a node is called in a sentence."""
        return label(self.record, node)

    def mistake(self, checked: CheckedClaim) -> str:
        """Return what is wrong, as a short clause: ``▲g is 9, not 7``."""
        claim, name, written = checked.claim, self.label(checked.claim.node), self.text(checked)
        match claim.kind:
            case "cut":
                return f"{name} is visited, not pruned"
            case "visited":
                return f"{name} is pruned, and not marked"
            case "best":
                return f"the best move is {self._best_words()}, not {written}"
            case "read":
                return f"{self._leaves_read()}, not {written}"
            case "leaves":
                needed = leaves_needed(self.record, claim.numbers)
                if needed is None:
                    return "no order of the children gives the leaves in this order"
                enough = fewest_leaves(self.record)
                return f"this order needs {needed} leaves, and {enough} are enough"
            case "pruned-if":
                return f"{name} is pruned {self._pruned_words(claim.node)}, not {written}"
        if not self.findings.calls(claim.node):
            return f"{name} is never visited, so {written} is no answer"
        found = self.found(checked)
        if claim.window is not None:
            return f"{name} is {'left' if self._at_exit else 'entered'} with {found}, not {written}"
        return f"{name} is {found.removeprefix('= ')}, not {written}"

    def _leaves_read(self) -> str:
        return f"{counted(self.record.evaluated, 'leaf is', 'leaves are')} read"

    def _best(self) -> list[int]:
        best = self.findings.best_moves()
        return sorted(best.proven or best.equal)

    def _best_words(self) -> str:
        return listed([self.label(node) for node in self._best()], last=" or ") or "not proven"

    def _pruned_words(self, node: int) -> str:
        stretches = pruned_for(self.record, node)
        if stretches is None:
            return "whatever is unknown" if not self.findings.visited(node) else "never"
        word = next(iter(self.record.tree.unknowns.values())) or "x"
        return " or ".join(f"for {in_words(one, word)}" for one in stretches) or "never"

    def found(self, checked: CheckedClaim) -> str:
        """Return what the search found where the claim stands, as people read it."""
        claim, calls = checked.claim, self.findings.calls(checked.claim.node)
        match claim.kind:
            case "cut" | "visited":
                return "visited" if calls else "not visited"
            case "best":
                return self._best_words()
            case "read":
                return str(self.record.evaluated)
            case "leaves":
                return f"{fewest_leaves(self.record)} leaves are enough"
            case "pruned-if":
                return f"pruned {self._pruned_words(claim.node)}"
        if claim.kind == "value" and (checked.as_ == "minimax" or not calls):
            minimax = self.findings.minimax(claim.node)
            return "not visited" if minimax is None else f"minimax value {shown(minimax)}"
        if not calls:
            return "not visited"
        if claim.window is not None:
            return window_text(calls[-1].written)
        if claim.kind == "bound" and checked.right:
            return self.text(checked)
        value = calls[-1].value
        return "nothing" if value is None else signed_number(value, *calls[-1].interval)

    def found_json(self, checked: CheckedClaim) -> object:
        """Return what the search found where the claim stands, in the form of the claim."""
        claim, calls = checked.claim, self.findings.calls(checked.claim.node)
        tree = self.record.tree
        match claim.kind:
            case "cut" | "visited":
                return "visited" if calls else "cut"
            case "best":
                return [tree.address(node) for node in self._best()]
            case "read":
                return self.record.evaluated
            case "leaves":
                return fewest_leaves(self.record)
            case "pruned-if":
                return self._pruned_words(claim.node)
            case "value":
                if calls and checked.as_ != "minimax":
                    return for_json(calls[-1].value)
                return for_json(self.findings.minimax(claim.node))
        if not calls:
            return None
        if claim.window is not None:
            return [for_json(end) for end in calls[-1].written]
        if checked.right:
            return claim_json(tree, claim)
        low, high = map(for_json, calls[-1].interval)
        if low == high:
            return f"={low}"
        if high == "inf":
            return f">={low}"
        return f"<={high}" if low == "-inf" else f"{low}..{high}"

    def why(self, checked: CheckedClaim) -> str:
        """Return why a claim is right or wrong, in a sentence or a few."""
        return self._why(checked) + _FOLLOWS * (checked.mark is Mark.CONSEQUENCE)

    def _why(self, checked: CheckedClaim) -> str:
        claim = checked.claim
        match claim.kind:
            case "cut":
                return self._why_cut(checked)
            case "visited":
                return "It is visited." if checked.right else self._never_visited(claim.node)
            case "best":
                return f"The best move is {self._best_words()}."
            case "read" | "leaves" | "pruned-if" if not checked.right:
                return f"{capitalised(self.mistake(checked))}."
            case "read":
                return f"{self._leaves_read()}."
            case "leaves":
                return f"{counted(fewest_leaves(self.record), 'leaf is', 'leaves are')} enough."
            case "pruned-if":
                return f"{self.label(claim.node)} is pruned {self._pruned_words(claim.node)}."
        if not self.findings.calls(claim.node):
            return self._why_unvisited(checked)
        if claim.window is not None:
            return self._why_window(checked)
        return self._why_bound(checked) if claim.sign is not None else self._why_value(checked)

    def _never_visited(self, node: int) -> str:
        """Return that a node is never visited, with the cut-off that skipped it."""
        record = self.record
        above, rows = node, record.rows(node)
        while not rows:
            above = record.tree.parent[above]
            rows = record.rows(above)
        name, parent = self.label(node), record.tree.parent[node]
        if parent != above:
            over = self.label(parent)
            return f"{name} is never visited: it lies below {over}, which is not visited either."
        if record.is_leaf_call(rows[-1]):
            return (
                f"{name} is never visited: the depth limit ends the search at {self.label(above)}."
            )
        step = min(record.left(rows[-1]) - 1, record.steps)
        return f"{name} is never visited. {sentence(record, step)}"

    def _why_unvisited(self, checked: CheckedClaim) -> str:
        claim, minimax = checked.claim, self.findings.minimax(checked.claim.node)
        if claim.kind == "value" and checked.right:
            written, name = self.text(checked), self.label(claim.node)
            return f"{written} is the minimax value of {name}; the search never visits it."
        text = self._never_visited(claim.node)
        if claim.kind != "value" or minimax is None:
            return text
        return f"{text} Its minimax value is {shown(minimax)}."

    def _why_cut(self, checked: CheckedClaim) -> str:
        node, record = checked.claim.node, self.record
        if checked.right:
            return self._never_visited(node)
        alpha, beta = self.findings.calls(node)[0].entry
        text = f"{self.label(node)} is visited: it is entered with {window_text((alpha, beta))}"
        if alpha < beta:
            text += f", and {shown(alpha)} {record.rules.test_sign} {shown(beta)} is false"
        below = (row for row in record.cuts if record.tree.parent[record.node(row)] == node)
        inside = next(below, None)
        skipped = () if inside is None else analysis_of(record).cut_off(inside).skipped
        if skipped:
            names = ", ".join(map(self.label, skipped[:6]))
            text += f". Only inside it something is pruned: {names}"
        return f"{text}."

    def _why_window(self, checked: CheckedClaim) -> str:
        record, node = self.record, checked.claim.node
        name, call = self.label(node), self.findings.calls(node)[-1]
        if checked.right:
            return f"{name} is {'left' if self._at_exit else 'entered'} with {self.text(checked)}."
        entry = f"{name} is entered with {window_text(call.entry)}"
        if self._at_exit:
            value = "nothing" if call.value is None else shown(call.value)
            return f"{entry}, returns {value} and is left with {window_text(call.written)}."
        parent = record.tree.parent[node]
        if parent < 0:
            return f"{entry}: the window with which the search begins."
        above, row = self.label(parent), record.rows(node)[-1]
        before = record.v_before(row)
        entered = self.findings.calls(parent)[-1].entry
        if call.entry == entered:
            if record.sibling_before(row) is None:
                return f"{entry}, the window of {above}, whose first child it is."
            return f"{entry}, still the window of {above}: what came before moved neither α nor β."
        if before is None:
            return f"{entry}: {window_below_chance(record, parent)}."
        return (
            f"{entry}: {above} was entered with {window_text(entered)}, and what came before "
            f"{name} made its v {shown(before)}."
        )

    def _why_bound(self, checked: CheckedClaim) -> str:
        claim, call = checked.claim, self.findings.calls(checked.claim.node)[-1]
        name, written = self.label(claim.node), self.text(checked)
        low, high = call.interval
        found = interval_text(*call.interval)
        if checked.right and low == high:
            return f"The search leaves {name} with {written}; in fact it is {found}."
        if checked.right:
            return f"The search found {name} {written}."
        number = claim.number if claim.number is not None else 0
        if number <= low if claim.sign == ">=" else number >= high:
            if low == high:
                more = f"the search found more: it is exactly {shown(low)}"
                return f"{name} {written} is true, but {more}."
            return f"{name} {written} is true, but weaker than what the search found: {found}."
        if low != high and number in {low, high}:
            direction = SHOWN_SIGN[claim.sign or ">="]
            return (
                f"The number is right, the direction is not: the search found {name} {found}, "
                f"not {direction}."
            )
        return f"The search found {name} {found}, which does not prove {written}."

    def _why_value(self, checked: CheckedClaim) -> str:
        claim, call = checked.claim, self.findings.calls(checked.claim.node)[-1]
        name, written = self.label(claim.node), self.text(checked)
        minimax = self.findings.minimax(claim.node)
        if call.value is None:
            return f"{name} has not returned."
        value, (low, high) = shown(call.value), call.interval
        proven = interval_text(low, high)
        if checked.as_ == "minimax":
            return f"{written} is the minimax value of {name}; the search returns {value}."
        if checked.right and low == high == call.value:
            return f"{name} returns {value}, exactly."
        if checked.right:
            happens = ", and it happens to be the minimax value" * (minimax == call.value)
            return f"{name} returns {value}; that is only a bound, {proven}{happens}."
        text = f"{name} returns {value}{self._children(claim.node)}"
        if low == high:
            return f"{text}; {written} is wrong."
        text += f", and all that is proven is {proven}: a bound, no exact value"
        if claim.number is not None and low <= claim.number <= high:
            return f"{text}. {written} would be possible, but nobody knows it."
        return f"{text}. {written} is not even possible."

    def _children(self, node: int) -> str:
        """Return from which values a node took its own, where they fit a line."""
        calls = map(self.findings.calls, self.record.children(node))
        values = [here[-1].value for here in calls if here]
        known = [value for value in values if value is not None]
        if not known or len(known) < len(values) or len(known) > 8:
            return ""
        return f", {player_word(self.record, node)} of {', '.join(map(shown, known))}"

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
        return refutation(self.record.tree, [checked.claim.node], self.record.rules.depth)

    @cached_property
    def joint_refutation(self) -> Refutation | None:
        """Leaf values under all wrong slashes together that change the root's value."""
        nodes = tuple(checked.claim.node for checked in self.over_pruned)
        return refutation(self.record.tree, nodes, self.record.rules.depth)


def check(exercise: Exercise, rules: Rules | None = None) -> Check:
    """Search a tree and judge the claims about it.

    Args:
        exercise: The tree with its claims.
        rules: The conventions; those of its directives where ``None``.

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


class OtherConventions:
    """Claims tried under one convention after the other, keeping what these have in common.

    Args:
        tree: The tree as it is drawn.
        written: What is written about it.
    """

    def __init__(self, tree: GameTree, written: Claims) -> None:
        self._tree, self._written = tree, written
        self._ordered: dict[tuple[Levels, bool, str], OrderedTree] = {}
        self._claims: dict[bool, dict[int, list[Claim]]] = {}
        self._minimax: MinimaxValues = {}

    def fit(self, rules: Rules) -> bool:
        """Tell whether every claim is right under some rules.

        The search goes little further than the first node that makes a claim wrong by returning.
        """
        key = rules.levels, rules.printed_form == "exchanged", rules.order
        try:
            if key not in self._ordered:
                self._ordered[key] = OrderedTree(self._tree, rules)
            algorithm_of(rules).check(self._ordered[key].tree)
        except (HorizonError, RulesError):
            return False
        record, progress = begin_ordered(self._ordered[key], rules)
        findings, claims = Findings(record, self._minimax), self._claims_by_node(record)
        seen = 0
        for _ in progress:
            columns = record.columns
            for event in columns.events[seen:]:
                here = claims.get(columns.nodes[~event], []) if event < 0 else []
                if not all(judge(claim, findings) for claim in here):
                    return False
            seen = len(columns.events)
        return record.complete and all(
            judge(claim, findings) for here in claims.values() for claim in here
        )

    def _claims_by_node(self, record: Record) -> dict[int, list[Claim]]:
        """Return the claims that are settled once a node has returned; under −1 all others."""
        tree = record.tree
        if tree.has_chance not in self._claims:
            claims = self._claims[tree.has_chance] = {}
            for claim in claims_of(tree, self._written, record.rules.depth):
                place = -1 if claim.kind in ABOUT_THE_TREE else claim.node
                claims.setdefault(place, []).append(claim)
        return self._claims[tree.has_chance]


# -- words -------------------------------------------------------------------------------------


def _spelt(number: int) -> str:
    """Return a number up to ten as a word."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def _named_differences(candidate: Rules, stated: Rules) -> str:
    """Return other rules with the stated ones: ``fail-hard, which is not the rule here (…)``."""
    names = changed(candidate, stated)
    there = " and ".join(_short(name, candidate) for name in names)
    here = ", ".join(_short(name, stated) for name in names)
    which = "which is not the rule" if len(names) == 1 else "which are not the rules"
    return f"{there}, {which} here ({here})"


def _short(name: str, rules: Rules) -> str:
    value: Any = getattr(rules, name)
    if name == "cutoff":
        return "α > β" if value == ">" else "α ≥ β"
    if name == "levels":
        return f"the players {' '.join(player.value.upper() for player in value)}"
    if name == "windows":
        return f"windows {title_of(name, value)}"
    return f"the form “{value}”" if name == "form" else title_of(name, value)


# -- what a wrong slash overlooks ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refutation:
    """Leaf values that make a difference although the answer left them out.

    Attributes:
        changes: The new values, by leaf; as few leaves as possible.
        value: What the root is worth then.
        before: What it is worth as drawn.
        smallest: Whether no smaller set of leaves does it; unknown only where chance nodes make
            the trial of all sets too long.
    """

    changes: dict[int, Number]
    value: Number
    before: Number
    smallest: bool = True


def refutation(tree: GameTree, cut: Iterable[int], depth: int | None = None) -> Refutation | None:
    """Return leaf values below some nodes that change the root's value, ``None`` if none do.

    Args:
        tree: The tree, its players as the search has them.
        cut: The nodes that were left out.
        depth: The depth limit; leaves beyond it do not count.
    """
    before = root_value(tree, depth)
    hidden = [
        leaf
        for node in cut
        for leaf in range(node, tree.end[node])
        if tree.is_leaf(leaf) and (depth is None or tree.ply[leaf] <= depth)
    ]
    if before is None or not hidden:
        return None
    find = _smallest_under_chance if tree.has_chance else _smallest
    found: list[Refutation] = []
    for up in (True, False):
        leaves, smallest = find(tree, hidden, before, up, depth)
        changed = _first_that_counts(tree, leaves, before, up, depth)
        if changed is not None:
            changes, value = changed
            found.append(Refutation(changes, value, before, smallest))
    return min(found, key=lambda one: len(one.changes), default=None)


def _first_that_counts(
    tree: GameTree, leaves: Sequence[int], before: Number, up: bool, depth: int | None
) -> tuple[dict[int, Number], Number] | None:
    """Return the nearest round numbers for some leaves that move the root, and its new value."""
    number = _beyond(before, up)
    if number is None or not leaves:
        return None
    for step in _STEPS if tree.has_chance else _STEPS[:1]:
        changes = dict.fromkeys(leaves, number + step if up else number - step)
        value = root_value(tree.with_values(changes), depth)
        if value is not None and (value > before if up else value < before):
            return changes, value
    return None


def _beyond(value: Number, up: bool) -> Number | None:
    """Return a round number above (or below) a value, ``None`` where there is none."""
    if not isfinite(value):
        return 0 if (value < 0) == up else None
    whole = int(value // 1)
    if up:
        return whole + 1
    return whole - 1 if whole == value else whole


def _smallest(
    tree: GameTree, hidden: Sequence[int], before: Number, up: bool, depth: int | None
) -> tuple[list[int], bool]:
    """Return the fewest hidden leaves that lift the root past its value; empty if none do."""
    beyond: Callable[[Number], bool] = (
        (lambda number: number > before) if up else (lambda number: number < before)
    )
    choosing_role = MAX_ROLE if up else MIN_ROLE
    cost = _costs(tree, set(hidden), beyond, choosing_role, depth)
    if not 0 < cost[0] < _IMPOSSIBLE:
        return [], True
    leaves: list[int] = []
    pending = [0]
    while pending:
        node = pending.pop()
        if cost[node] == 0:
            continue
        children = list(tree.children(node)) if not _is_end(tree, node, depth) else []
        if not children:
            leaves.append(node)
        elif tree.roles[node] == choosing_role:
            pending.append(min(children, key=cost.__getitem__))
        else:
            pending.extend(children)
    return sorted(leaves), True


def _is_end(tree: GameTree, node: int, depth: int | None) -> bool:
    return tree.is_leaf(node) or (depth is not None and tree.ply[node] >= depth)


def _costs(
    tree: GameTree,
    hidden: set[int],
    beyond: Callable[[Number], bool],
    choosing_role: int,
    depth: int | None,
) -> array[int]:
    """Return for each node how many hidden leaves must change to bring it past a value."""
    leaves = tree.leaf_values()
    cost = array("q", bytes(8 * len(tree)))
    for node, role in enumerate(tree.roles):
        cost[node] = _IMPOSSIBLE if role == choosing_role else 0
    for node in range(len(tree) - 1, -1, -1):
        if depth is not None and tree.ply[node] > depth:
            continue
        if _is_end(tree, node, depth):
            known = leaves[node] if tree.is_leaf(node) else tree.estimate(node)
            if known is not None and beyond(known):
                cost[node] = 0
            else:
                cost[node] = 1 if node in hidden else _IMPOSSIBLE
        elif node in tree.elided and tree.roles[node] != choosing_role:
            cost[node] = _IMPOSSIBLE
        above = tree.parent[node]
        if above < 0:
            continue
        if tree.roles[above] == choosing_role:
            cost[above] = min(cost[above], cost[node])
        else:
            cost[above] = min(_IMPOSSIBLE, cost[above] + cost[node])
    return cost


def _smallest_under_chance(
    tree: GameTree, hidden: Sequence[int], before: Number, up: bool, depth: int | None
) -> tuple[list[int], bool]:
    def moves(leaves: Iterable[int]) -> bool:
        return _first_that_counts(tree, tuple(leaves), before, up, depth) is not None

    trials = 0
    for size in range(1, len(hidden) + 1):
        for leaves in combinations(hidden, size):
            trials += 1
            if trials > _MOST_TRIALS:
                return _thinned(list(hidden), moves), False
            if moves(leaves):
                return list(leaves), True
    return [], True


def _thinned(leaves: list[int], moves: Callable[[Iterable[int]], bool]) -> list[int]:
    """Return a set of which no leaf can be spared, or an empty one if not even all are enough."""
    if not moves(leaves):
        return []
    for leaf in list(leaves)[:_MOST_TRIALS]:
        fewer = [other for other in leaves if other != leaf]
        if fewer and moves(fewer):
            leaves = fewer
    return leaves
