"""Checks the claims about a tree against a search of it.

This is what people come back for: did I do this right, if not where did it go wrong, and under
which convention would it be right. A :class:`Check` judges every claim at once; everything that
takes longer (the sentences, the other conventions, the proof that a slash is wrong) is worked out
when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import chain, combinations, islice
from math import inf, isfinite
from typing import Any, Final, NamedTuple

from treeexplorer.engine import HorizonError, Record, analysis_of, search
from treeexplorer.engine.algorithms import algorithm_of, begin_ordered
from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.answers import pruned_branches
from treeexplorer.exercises.judge import (
    SHOWN_SIGN,
    Findings,
    FollowThrough,
    FoundCall,
    MinimaxValues,
    Right,
    claim_json,
    claim_text,
    claims_of,
    judge,
    marks_cuts,
    pruned_for,
    root_value,
    step_of,
)
from treeexplorer.exercises.unknowns import in_words
from treeexplorer.explain.sentences import sentence
from treeexplorer.explain.words import (
    interval_text,
    label,
    listed,
    player_word,
    signed_number,
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
_IN_NODES: Final = frozenset({"value", "bound", "window"})
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


class ClaimWords(NamedTuple):
    """What is said of a judged claim.

    Attributes:
        found: What the search found where the claim stands, as people read it.
        found_json: The same in the form of the claim.
        mistake: What is wrong, as a short clause: ``▲g is 9, not 7``.
        why: Why the claim is right or wrong, in a sentence or a few.
    """

    found: str
    found_json: object
    mistake: str
    why: str


@dataclass(frozen=True)
class CheckedClaim:
    """A claim with its judgement, and what is said of it.

    Attributes:
        claim: What is claimed, and where.
        as_: As what it is right; ``None`` where it is wrong.
        mark: The same as an examiner marks it, with mistakes and consequences told apart.
        step: The step of the search that shows it.
        findings: What the search found.
    """

    claim: Claim
    as_: Right | None
    mark: Mark
    step: int
    findings: Findings = field(repr=False, compare=False)

    @property
    def right(self) -> bool:
        """Whether the claim is right."""
        return self.mark is Mark.RIGHT

    @property
    def kind(self) -> str:
        """What kind of claim it is, as the JSON names it."""
        is_exit = self.claim.kind == "window" and self._at_exit
        return "exit-window" if is_exit else self.claim.kind

    @property
    def label(self) -> str:
        """What its node is called in a sentence."""
        return label(self._record, self.claim.node)

    @property
    def text(self) -> str:
        """The claim as a person reads it."""
        return claim_text(self._record.tree, self.claim)

    @cached_property
    def words(self) -> ClaimWords:
        """What is said of it, worked out when it is asked for."""
        words = self._about_the_node() if self.claim.kind in _IN_NODES else self._about_the_tree()
        return words._replace(why=words.why + _FOLLOWS * (self.mark is Mark.CONSEQUENCE))

    @property
    def _record(self) -> Record:
        return self.findings.record

    # -- slashes, and claims about the whole tree ----------------------------------------------

    def _about_the_tree(self) -> ClaimWords:
        claim, record, name = self.claim, self._record, self.label
        match claim.kind:
            case "best":
                best = self.findings.best_moves()
                moves = sorted(best.proven or best.equal)
                labels = [label(record, move) for move in moves]
                found = listed(labels, last=" or ") or "not proven"
                found_json: object = [record.tree.address(move) for move in moves]
                mistake = f"the best move is {found}, not {self.text}"
                return ClaimWords(found, found_json, mistake, f"The best move is {found}.")
            case "read":
                found, found_json = str(record.evaluated), record.evaluated
                fact = f"{counted(record.evaluated, 'leaf is', 'leaves are')} read"
                mistake = f"{fact}, not {self.text}"
            case "pruned-if":
                when = self._pruned_when()
                found, found_json = f"pruned {when}", when
                fact = f"{name} is pruned {when}"
                mistake = f"{fact}, not {self.text}"
            case _:
                return self._about_the_visit()
        why = fact if self.right else capitalised(mistake)
        return ClaimWords(found, found_json, mistake, f"{why}.")

    def _pruned_when(self) -> str:
        record, node = self._record, self.claim.node
        stretches = pruned_for(record, node)
        if stretches is None:
            return "never" if self.findings.visited(node) else "whatever is unknown"
        word = next(iter(record.tree.unknowns.values())) or "x"
        return " or ".join(f"for {in_words(one, word)}" for one in stretches) or "never"

    def _about_the_visit(self) -> ClaimWords:
        """Return what is said of a slash, or of a node without one."""
        is_slash, is_visited = self.claim.kind == "cut", self.findings.visited(self.claim.node)
        was = "visited, not pruned" if is_slash else "pruned, and not marked"
        mistake = f"{self.label} is {was}"
        found, found_json = ("visited", "visited") if is_visited else ("not visited", "cut")
        if not is_visited:
            return ClaimWords(found, found_json, mistake, self._never_visited())
        why = self._visited_with() if is_slash else "It is visited."
        return ClaimWords(found, found_json, mistake, why)

    def _visited_with(self) -> str:
        node, record = self.claim.node, self._record
        alpha, beta = self.findings.calls(node)[0].entry
        text = f"{self.label} is visited: it is entered with {window_text((alpha, beta))}"
        if alpha < beta:
            text += f", and {shown(alpha)} {record.rules.test_sign} {shown(beta)} is false"
        below = (row for row in record.cuts if record.tree.parent[record.node(row)] == node)
        inside = next(below, None)
        skipped = () if inside is None else analysis_of(record).cut_off(inside).skipped
        if skipped:
            names = ", ".join(label(record, one) for one in skipped[:6])
            text += f". Only inside it something is pruned: {names}"
        return f"{text}."

    def _never_visited(self) -> str:
        """Return that the node is never visited, with the cut-off that skipped it."""
        record, name, node = self._record, self.label, self.claim.node
        above, parent = record.visited_ancestor(node, record.steps) or 0, record.tree.parent[node]
        if parent != above:
            over = label(record, parent)
            return f"{name} is never visited: it lies below {over}, which is not visited either."
        if record.is_evaluated(above):
            limit = f"the depth limit ends the search at {label(record, above)}"
            return f"{name} is never visited: {limit}."
        return f"{name} is never visited. {sentence(record, self.step)}"

    # -- values, bounds and windows ------------------------------------------------------------

    def _about_the_node(self) -> ClaimWords:
        claim, calls, name = self.claim, self.findings.calls(self.claim.node), self.label
        minimax = self.findings.minimax(claim.node) if claim.kind == "value" else None
        found = "not visited"
        found_json: object = for_json(minimax)
        if minimax is not None and (self.as_ == "minimax" or not calls):
            found = f"minimax value {shown(minimax)}"
        if not calls:
            mistake = f"{name} is never visited, so {self.text} is no answer"
            return ClaimWords(found, found_json, mistake, self._why_unvisited(minimax))
        call = calls[-1]
        if claim.window is not None:
            found, ends = window_text(call.written), [for_json(end) for end in call.written]
            passes = "left" if self._at_exit else "entered"
            mistake = f"{name} is {passes} with {found}, not {self.text}"
            return ClaimWords(found, ends, mistake, self._why_window(call))
        if claim.sign is not None:
            found = self.text if self.right else _returned(call)
            found_json = claim_json(self._record.tree, claim) if self.right else _bound_json(call)
            why = self._why_bound(call)
        else:
            if self.as_ != "minimax":
                found, found_json = _returned(call), for_json(call.value)
            why = self._why_value(call, minimax)
        return ClaimWords(found, found_json, f"{name} is {found}, not {self.text}", why)

    @property
    def _at_exit(self) -> bool:
        return self.findings.rules.windows == "exit"

    def _why_unvisited(self, minimax: Number | None) -> str:
        if minimax is None:
            return self._never_visited()
        if self.right:
            return f"{self.text} is the minimax value of {self.label}; the search never visits it."
        return f"{self._never_visited()} Its minimax value is {shown(minimax)}."

    def _why_window(self, call: FoundCall) -> str:
        record, node, name = self._record, self.claim.node, self.label
        if self.right:
            return f"{name} is {'left' if self._at_exit else 'entered'} with {self.text}."
        entry = f"{name} is entered with {window_text(call.entry)}"
        if self._at_exit:
            value = "nothing" if call.value is None else shown(call.value)
            return f"{entry}, returns {value} and is left with {window_text(call.written)}."
        parent = record.tree.parent[node]
        if parent < 0:
            return f"{entry}: the window with which the search begins."
        above, row = label(record, parent), record.rows(node)[-1]
        before = record.v_before(row)
        entered = self.findings.calls(parent)[-1].entry
        if call.entry == entered:
            if record.sibling_before(row) is None:
                return f"{entry}, the window of {above}, whose first child it is."
            return f"{entry}, still the window of {above}: what came before moved neither α nor β."
        if before is None:
            return f"{entry}: below the chance node {above} the search starts anew."
        return (
            f"{entry}: {above} was entered with {window_text(entered)}, and what came before "
            f"{name} made its v {shown(before)}."
        )

    def _why_bound(self, call: FoundCall) -> str:
        claim, name, written = self.claim, self.label, self.text
        low, high = call.interval
        found = interval_text(low, high)
        if self.right and low == high:
            return f"The search leaves {name} with {written}; in fact it is {found}."
        if self.right:
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

    def _why_value(self, call: FoundCall, minimax: Number | None) -> str:
        name, written, number = self.label, self.text, self.claim.number
        if call.value is None:
            return f"{name} has not returned."
        value, (low, high) = shown(call.value), call.interval
        proven = interval_text(low, high)
        if self.as_ == "minimax":
            return f"{written} is the minimax value of {name}; the search returns {value}."
        if self.right and low == high == call.value:
            return f"{name} returns {value}, exactly."
        if self.right:
            happens = ", and it happens to be the minimax value" * (minimax == call.value)
            return f"{name} returns {value}; that is only a bound, {proven}{happens}."
        text = f"{name} returns {value}{self._children()}"
        if low == high:
            return f"{text}; {written} is wrong."
        text += f", and all that is proven is {proven}: a bound, no exact value"
        if number is not None and low <= number <= high:
            return f"{text}. The leaves that are read allow {written}, but do not prove it."
        return f"{text}. {written} is not even possible."

    def _children(self) -> str:
        """Return from which values the node took its own, where they fit a line."""
        record, node = self._record, self.claim.node
        calls = map(self.findings.calls, record.children(node))
        values = [here[-1].value for here in calls if here]
        known = [value for value in values if value is not None]
        if not known or len(known) < len(values) or len(known) > 8:
            return ""
        return f", {player_word(record, node)} of {', '.join(map(shown, known))}"


def _returned(call: FoundCall) -> str:
    return "nothing" if call.value is None else signed_number(call.value, *call.interval)


def _bound_json(call: FoundCall) -> str:
    low, high = map(for_json, call.interval)
    if low == high:
        return f"={low}"
    if high == "inf":
        return f">={low}"
    return f"<={high}" if low == "-inf" else f"{low}..{high}"


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
            CheckedClaim(claim, right, mark(claim, right), step_of(record, claim), self.findings)
            for claim, right in zip(claims, judged, strict=True)
        )

    def __repr__(self) -> str:
        return f"<Check: {self.headline}>"

    def _repr_markdown_(self) -> str:
        rows = [
            f"- {checked.mark.sign} {checked.text}"
            + ("" if checked.right else f" {checked.words.why}")
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
        asked = set(map(self.record.node, self.record.inner))
        return len(written), len(asked | written)

    def _silent_about_pruning(self) -> str:
        """Return what is pruned, where no claim says anything about it."""
        is_searched = any(claim.kind not in ABOUT_THE_TREE for claim in self.written)
        if not is_searched or marks_cuts(self.written) or self.record.waits_for is not None:
            return ""
        tree, labels = self.record.tree, self.record.tree.labels
        branches = pruned_branches(self.record, analysis_of(self.record).cut_offs)
        if not branches:
            return ""
        named: dict[int, list[str]] = {}
        for node, is_elided in branches:
            above = node if is_elided else tree.parent[node]
            named.setdefault(above, []).append("…" if is_elided else labels.text(node))
        pruned = ", ".join(
            f"{labels.label(node)}'s {listed(names, last=' and ')}"
            for node, names in list(named.items())[:_MOST_MISTAKES]
        )
        verb = "is" if len(branches) == 1 else "are"
        more = ", …" if len(named) > _MOST_MISTAKES else ""
        return f"; nothing is said about pruning ({pruned}{more} {verb} pruned)"

    def _with_mistakes(self) -> str:
        number, wrong, mistakes = len(self.claims), len(self.wrong), len(self.mistakes)
        named = "; ".join(one.words.mistake for one in self.mistakes[:_MOST_MISTAKES])
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
        tree, rules = self.record.tree_as_drawn, self.record.rules
        stated = [] if self.wrong else [rules]
        levels = other_levels(rules.levels, chance=tree.has_chance)
        has_windows = any(claim.window is not None for claim in self.written)
        others = alternatives(rules, algorithms=["minimax"], levels=levels, windows=has_windows)
        return [*stated, *fitting(others, tree, self.written)]

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

    def refutation(self, *slashes: CheckedClaim) -> Refutation | None:
        """Return leaf values under wrong slashes that together change the root's value, if any."""
        nodes = [checked.claim.node for checked in slashes]
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


def fitting(candidates: Iterable[Rules], tree: GameTree, written: Claims) -> Iterator[Rules]:
    """Yield the rules under which every claim is right.

    What they have in common is made once: the order of children, the claims by node, and the
    minimax values.

    Args:
        candidates: The rules to try.
        tree: The tree as it is drawn.
        written: What is written about it.
    """
    trees: dict[tuple[Levels, bool, str], OrderedTree] = {}
    claims: dict[bool, dict[int, list[Claim]]] = {}
    minimax: MinimaxValues = {}
    for rules in candidates:
        key = rules.levels, rules.printed_form == "exchanged", rules.order
        try:
            if key not in trees:
                trees[key] = OrderedTree(tree, rules)
            algorithm_of(rules).check(trees[key].tree)
        except (HorizonError, RulesError):
            continue
        record, progress = begin_ordered(trees[key], rules)
        has_chance = record.tree.has_chance
        if has_chance not in claims:
            claims[has_chance] = _claims_by_node(record, written)
        if _are_right(claims[has_chance], Findings(record, minimax), progress):
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
    """Tell whether every claim is right; the search goes little further than the first wrong one.

    Args:
        claims: The claims, by the node that settles them by returning.
        findings: What a search has found.
        progress: Carries the search on.
    """
    record, seen = findings.record, 0
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
        changes: The new values, by leaf; as few leaves as possible, or none that can be spared
            where chance nodes make the trial of all sets too long.
        value: What the root is worth then.
        before: What it is worth as drawn.
    """

    changes: dict[int, Number]
    value: Number
    before: Number


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
    find = _fewest_tried if tree.has_chance else _fewest
    found: list[Refutation] = []
    for up in (True, False):
        leaves = find(tree, hidden, before, up, depth)
        moved = _with_root_moved(tree, leaves, before, up, depth)
        if moved is not None:
            found.append(moved)
    return min(found, key=lambda one: len(one.changes), default=None)


def _with_root_moved(
    tree: GameTree, leaves: Sequence[int], before: Number, up: bool, depth: int | None
) -> Refutation | None:
    """Return the nearest round numbers for some leaves that move the root's value, if any do."""
    number = _beyond(before, up)
    if number is None or not leaves:
        return None
    for step in _STEPS if tree.has_chance else _STEPS[:1]:
        changes = dict.fromkeys(leaves, number + step if up else number - step)
        value = root_value(tree.with_values(changes), depth)
        if value is not None and (value > before if up else value < before):
            return Refutation(changes, value, before)
    return None


def _beyond(value: Number, up: bool) -> Number | None:
    """Return a round number above (or below) a value, ``None`` where there is none."""
    if not isfinite(value):
        return 0 if (value < 0) == up else None
    whole = int(value // 1)
    if up:
        return whole + 1
    return whole - 1 if whole == value else whole


def _fewest_tried(
    tree: GameTree, hidden: list[int], before: Number, up: bool, depth: int | None
) -> list[int]:
    """Return the fewest hidden leaves that move the root's value, found by trying them.

    Where there are too many sets to try, none of the leaves returned can be spared.
    """

    def moves(leaves: Sequence[int]) -> bool:
        return _with_root_moved(tree, leaves, before, up, depth) is not None

    sets = chain.from_iterable(combinations(hidden, size + 1) for size in range(len(hidden)))
    for leaves in islice(sets, _MOST_TRIALS):
        if moves(leaves):
            return list(leaves)
    kept = hidden
    for leaf in hidden[:_MOST_TRIALS]:
        fewer = [other for other in kept if other != leaf]
        if moves(fewer):
            kept = fewer
    return kept


def _fewest(
    tree: GameTree, hidden: list[int], before: Number, up: bool, depth: int | None
) -> list[int]:
    """Return the fewest hidden leaves that lift the root past its value; empty if none do.

    Leaves are counted from the last node to the first: one child is enough where the node's player
    wants to get past the value, and it takes all children where the opponent moves.
    """
    choosing_role, changeable = MAX_ROLE if up else MIN_ROLE, frozenset(hidden)
    cost: list[float] = [inf] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        below = (cost[child] for child in tree.children(node))
        if _is_end(tree, node, depth):
            known = tree.leaf_value(node) if tree.is_leaf(node) else tree.estimate(node)
            if known is not None and (known > before if up else known < before):
                cost[node] = 0
            elif node in changeable:
                cost[node] = 1
        elif tree.roles[node] == choosing_role:
            cost[node] = min(below, default=inf)
        elif node not in tree.elided:
            cost[node] = sum(below)
    leaves: list[int] = []
    pending = [0] if cost[0] < inf else []
    while pending:
        node = pending.pop()
        if cost[node] == 0:
            continue
        if _is_end(tree, node, depth):
            leaves.append(node)
        elif tree.roles[node] == choosing_role:
            pending.append(min(tree.children(node), key=cost.__getitem__))
        else:
            pending.extend(tree.children(node))
    return sorted(leaves)


def _is_end(tree: GameTree, node: int, depth: int | None) -> bool:
    return tree.is_leaf(node) or (depth is not None and tree.ply[node] >= depth)
