"""What is said of a claim that was judged, and of all that was written about a tree.

A :class:`CheckedClaim` knows the claim, how it was judged, and what the search has where it stands;
here that becomes sentences: first the reason, with its numbers, then the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from treeexplorer.engine import Record, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.misconceptions import Misconception
from treeexplorer.explain.sentence import (
    Argument,
    Count,
    ItemList,
    Node,
    Phrase,
    Sentence,
    together,
)
from treeexplorer.explain.why import why
from treeexplorer.explain.words import (
    end_words,
    entry_words,
    interval_text,
    player_word,
    returned_words,
    rule_told,
    undrawn,
    window_ends,
    window_text,
)
from treeexplorer.judging.facts import SIGNS, Inequality, skipping_cut, test_at
from treeexplorer.judging.findings import Findings, Right
from treeexplorer.judging.judge import Mark
from treeexplorer.judging.unknowns import in_words
from treeexplorer.notation import ABOUT_THE_TREE, NEVER, Claim, ClaimKind
from treeexplorer.numbers import for_json, shown, window_json
from treeexplorer.rules import Rules, changed
from treeexplorer.tree import INFINITY, MAX_ROLE, MIN_ROLE, GameTree, Number, Window

_WITHOUT_NUMBER: Final[dict[ClaimKind, str]] = {
    "cut": "cut off",
    "cut-rest": "… cut off",
    "cuts-none": "nothing is cut off",
    "visited": "no slash",
}
ABOUT: Final[dict[ClaimKind, str]] = {"best": "best move", "read": "leaves read"}
"""What claims about the whole tree are about."""
QUESTIONS: Final[dict[ClaimKind, str]] = {
    "value": "which value is returned?",
    "window": "with which window is it {passes}?",
    "best": "which move is the best?",
    "read": "how many leaves are read?",
    "pruned-if": "for which values is it pruned?",
}
"""What is asked for on a worksheet, of a node."""
_LISTED: Final = 6
_MOST_CHILDREN: Final = 8
_MOST_MISTAKES: Final = 3
_LONGEST_LIST: Final = 12


def claim_text(tree: GameTree, claim: Claim) -> str:
    """Return a claim as a person reads it: ``6``, ``≥ 8``, ``(3, +∞)``, ``cut off``."""
    if claim.window is not None:
        return window_text(claim.window)
    if claim.kind == "best":
        return " ".join(map(tree.labels.text, claim.nodes)) or "none"
    if claim.condition is not None:
        return claim.condition.text(signs=("≤", "≥"))
    if claim.number is None:
        return _WITHOUT_NUMBER[claim.kind]
    sign = "" if claim.sign is None else f"{SIGNS[claim.sign]} "
    return f"{sign}{shown(claim.number)}"


def claim_json(tree: GameTree, claim: Claim) -> object:
    """Return a claim for JSON: a number, ``">=8"``, ``[3, "inf"]``, ``"cut"`` or ``"visited"``."""
    if claim.window is not None:
        return window_json(claim.window)
    if claim.kind == "best":
        return [tree.address(node) for node in claim.nodes]
    if claim.condition is not None:
        return str(claim.condition)
    if claim.number is None:
        return claim.kind
    return for_json(claim.number) if claim.sign is None else f"{claim.sign}{for_json(claim.number)}"


def topic(claim: Claim, label: str, text: str) -> str:
    """Return what somebody wrote, and about what: ``▽A: 6``, ``leaves read: 9``."""
    return text if claim.kind == "cuts-none" else f"{ABOUT.get(claim.kind, label)}: {text}"


# -- a claim that was judged ---------------------------------------------------------------------


class Saying(NamedTuple):
    """What is said of a claim: what was found, also for JSON, and why it is right or wrong.

    ``mistake`` says what is wrong, as a clause: ``▲g is 9, not 7``.
    """

    found: Phrase
    json: object
    mistake: Phrase
    reason: tuple[Phrase, ...]


@dataclass(frozen=True)
class CheckedClaim:
    """A claim with its judgement, and what is said of it.

    Attributes:
        as_: As what it is right; ``None`` where it is wrong.
        mark: The same as an examiner marks it, with mistakes and consequences told apart.
        step: The step of the search that shows it.
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
        is_exit = self.claim.kind == "window" and self.record.rules.windows == "exit"
        return "exit-window" if is_exit else self.claim.kind

    @property
    def node(self) -> str:
        """The address of its node."""
        return self.record.tree.labels.bounded_address(self.claim.node)

    @property
    def name(self) -> Argument:
        """Its node, with its place where another one is called the same."""
        tree, node = self.record.tree, self.claim.node
        if not self.needs_place:
            return Node(tree, node)
        return Phrase("leaf_at", place=tree.labels.label(node), leaf=Node(tree, node))

    @property
    def label(self) -> str:
        """What its node is called in a sentence, with its place where another has its label."""
        return str(Phrase("plain", text=self.name))

    @property
    def text(self) -> str:
        """The claim as a person reads it."""
        return claim_text(self.record.tree, self.claim)

    @property
    def topic(self) -> str:
        """What somebody wrote, and about what: ``▽A: 6``, ``leaves read: 9``."""
        return topic(self.claim, self.label, self.text)

    @cached_property
    def saying(self) -> Saying:
        """What is said of it, worked out when it is asked for."""
        if self.needs_crossed:
            needs = Sentence("needs_crossed", node=self.name, written=self.text)
            right = replace(self, mark=Mark.RIGHT, needs_crossed=False).saying
            return right._replace(mistake=needs.phrase, reason=(needs,))
        match self.claim.kind:
            case "value" | "bound" | "window":
                return _of_node(self)
            case "cut" | "visited":
                return _of_visit(self)
            case _:
                return _of_tree(self)

    @cached_property
    def reason(self) -> Phrase:
        """Why it is right or wrong, in a sentence or a few."""
        follows = (Sentence("follows"),) if self.mark is Mark.CONSEQUENCE else ()
        return together(*self.saying.reason, *follows)

    @property
    def why(self) -> str:
        """The reason as text."""
        return str(self.reason)

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``check --json`` prints, without its place in the file."""
        tree = self.record.tree
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


# -- values, bounds and windows ------------------------------------------------------------------


def _of_node(checked: CheckedClaim) -> Saying:
    record, claim, findings = checked.record, checked.claim, checked.findings
    facts: dict[str, Argument] = {"node": checked.name, "written": checked.text}
    row = record.row(claim.node)
    if row is None:
        minimax = findings.minimax(claim.node) if claim.kind == "value" else None
        found, reason = Phrase("not_visited"), why(record, claim.node)
        if minimax is not None:
            found = Phrase("minimax_value", value=minimax)
            reason = (*reason, Sentence("its_minimax_value", value=minimax))
        return Saying(found, for_json(minimax), Phrase("no_answer", **facts), reason)
    if claim.window is not None:
        window = findings.window(claim.node)
        found = Phrase("plain", text=window)
        passes = "left" if record.rules.windows == "exit" else "entered"
        mistake = Phrase("passed_with", **facts, passes=passes, found=found)
        return Saying(found, window_json(window), mistake, (_window_reason(checked, row, window),))
    value, interval = record.value(row), analysis_of(record).intervals.after_call(row)
    found = Phrase("nothing") if value is None else returned_words(value, *interval)
    if claim.sign is not None:
        reason = (_bound_reason(checked, facts, interval),)
        json: object = claim_json(record.tree, claim)
        if checked.right:
            found = Phrase("plain", text=checked.text)
        else:  # what is proven: =3, >=8, 2..5
            low, high = map(for_json, interval)
            json = f"={low}" if low == high else f"{low}..{high}"
            if low != high and INFINITY in {-interval[0], interval[1]}:
                json = f">={low}" if interval[1] == INFINITY else f"<={high}"
    else:
        reason, json = (_value_reason(checked, facts, row, interval),), for_json(value)
        minimax = findings.minimax(claim.node) if checked.as_ == "minimax" else None
        if minimax is not None:
            found, json = Phrase("minimax_value", value=minimax), for_json(minimax)
    return Saying(found, json, Phrase("is_not", **facts, found=found), reason)


def _bound_reason(
    checked: CheckedClaim, facts: Mapping[str, Argument], interval: Interval
) -> Sentence:
    """Return what is proven of a node of which a bound is claimed."""
    (low, high), number, is_lower = interval, checked.claim.number or 0, checked.claim.sign == ">="
    key = "not_proven"
    if checked.right:
        key = "found_bound"
    elif number <= low if is_lower else number >= high:
        key = "weaker"
    elif number > high if is_lower else number < low:
        key = "disproved"
    return Sentence(key, **facts, proven=interval_text(low, high))


def _value_reason(
    checked: CheckedClaim, facts: Mapping[str, Argument], row: int, interval: Interval
) -> Sentence:
    """Return what a node returned, of which a value is claimed, and what that proves."""
    record, node, value = checked.record, checked.claim.node, checked.record.value(row)
    if value is None:
        return Sentence("not_returned", **facts)
    if checked.as_ == "minimax":
        return Sentence("minimax_although", **facts, value=value)
    of, calls = None, [rows[-1] for rows in map(record.rows, record.children(node)) if rows]
    values = tuple(known for known in map(record.value, calls) if known is not None)
    if len(calls) == len(values) and 0 < len(values) <= _MOST_CHILDREN:
        taken = {MAX_ROLE: max, MIN_ROLE: min}.get(record.tree.roles[node])
        is_clamped = taken is not None and taken(values) != value
        key = "taken_outside" if is_clamped else "taken_of"
        player = "weighted mean" if taken is None else player_word(record, node)
        of = Phrase(key, player=player, values=ItemList(values), entry=record.entry(row))
    reason, (low, high) = Sentence("returns_value", **facts, value=value, of=of), interval
    is_proven = low == high == value
    if not is_proven:
        proven = interval_text(low, high)
        reason = Sentence("and_proven", **facts, reason=reason.phrase, proven=proven)
    if not checked.right:
        is_allowed = not is_proven and low <= (checked.claim.number or 0) <= high
        key = "so_unproven" if is_allowed else "so_wrong"
        reason = Sentence(key, **facts, reason=reason.phrase)
    return reason


def _window_reason(checked: CheckedClaim, row: int, window: Window | None) -> Sentence:
    """Return where the window comes from with which a node is entered, or left."""
    record, entry = checked.record, checked.record.entry(row)
    facts: dict[str, Argument] = {"node": checked.name, "entry": entry, "window": window}
    if record.rules.windows == "exit":
        return Sentence("left_with", **facts, value=record.value(row))
    parent = record.tree.parent[checked.claim.node]
    if parent < 0:
        return Sentence("begins_there", **facts)
    v, above_entry = record.v_before(row), record.entry(record.rows(parent)[-1])
    key = "below_chance" if v is None else "moved_by_v"
    if entry == above_entry:
        key = "nothing_moved"
    return Sentence(key, **facts, above=Node(record.tree, parent), above_entry=above_entry, v=v)


# -- slashes -------------------------------------------------------------------------------------


def _of_visit(checked: CheckedClaim) -> Saying:
    record, node, is_slash = checked.record, checked.claim.node, checked.claim.kind == "cut"
    row, test = record.row(node), last_test(record, node)
    name, mistake = checked.name, Phrase("slashed" if is_slash else "unmarked", node=checked.name)
    if test is not None and test.holds is (row is None):
        mistake = Phrase("slashed_for" if is_slash else "unmarked_for", test=test, node=name)
    if row is None:
        return Saying(Phrase("not_visited"), "cut", mistake, why(record, node))
    if not is_slash or not record.has_windows:
        key = "visits_every_node" if is_slash else "it_is_visited"
        return Saying(Phrase("is_visited"), "visited", mistake, (Sentence(key),))
    reason = [Sentence("visited_within", node=name, entry=entry_words(record, row))]
    alpha, beta = record.entry(row)
    test = test or Inequality(alpha, ">" if record.rules.strict else ">=", beta)
    if not test.holds and not record.null(row):
        reason = [Sentence("visited_with", node=name, entry=(alpha, beta), test=test)]
    inside = next(
        (cut for cut in record.cuts if record.tree.parent[record.node(cut)] == node), None
    )
    cut = None if inside is None else analysis_of(record).cut_off(inside)
    if cut is not None and cut.skipped:
        named = tuple(Node(record.tree, each) for each in cut.skipped[:_LISTED])
        pruned = ItemList(named, len(cut.skipped) - len(named))
        reason.append(Sentence("only_inside", branches=pruned))
    return Saying(Phrase("is_visited"), "visited", mistake, tuple(reason))


def last_test(record: Record, node: int) -> Inequality | None:
    """Return the last test that was made before a node's turn; ``None`` where none was."""
    row, at = record.row(node), skipping_cut(record, node)
    before = None if row is None or record.scopes else record.sibling_before(row)
    if before is not None:
        at = record.step(record.left(before))
    return None if at is None else test_at(record, at)


# -- claims about the whole tree -----------------------------------------------------------------


def _of_tree(checked: CheckedClaim) -> Saying:
    findings, kind, written = checked.findings, checked.claim.kind, checked.text
    record, tree = findings.record, findings.record.tree
    json: object = None
    if kind == "best":
        moves = tuple(Node(tree, move) for move in findings.moves)
        phrase = Phrase("plain", text=ItemList(moves, last=" or ")) if moves else Phrase("no_move")
        fact = Phrase("best_move", moves=phrase)
        json = [tree.address(move) for move in findings.moves]
    elif kind == "read":
        json, phrase = record.evaluated, Phrase("plain", text=record.evaluated)
        fact = Phrase("leaves_read", count=Count(record.evaluated, "leaf is", "leaves are"))
    elif kind == "cut-rest":
        phrase = Phrase("is_pruned" if findings.cuts_rest(checked.claim.node) else "is_visited")
        fact = Phrase("undrawn_is", node=checked.name, outcome=phrase)
    elif kind == "cuts-none":
        pruned = analysis_of(record).pruned
        branches = [
            undrawn(tree, node) if elided else Node(tree, node) for node, elided in pruned[:_LISTED]
        ]
        more = len(pruned) - len(branches)
        phrase = fact = Phrase("are_pruned", branches=ItemList((*branches,) or ("nothing",), more))
    else:
        word = next(iter(tree.unknowns.values()), "") or "?"
        stretches = findings.pruned_for(checked.claim.node) or (NEVER,)
        spelled = tuple(in_words(each, word) for each in stretches)
        phrase = Phrase("pruned_for", stretches=ItemList(spelled, last=" or ", between=" or "))
        if stretches[0].is_always or stretches[0].is_never:
            phrase = Phrase("always_pruned" if stretches[0].is_always else "never_pruned_there")
        fact = Phrase("node_pruned_when", node=checked.name, when=phrase)
    mistake = fact
    if kind in {"best", "read", "pruned-if"}:
        mistake = Phrase("fact_not", fact=fact, written=written)
    verdict = fact if checked.right else mistake
    json = str(phrase) if json is None else json
    return Saying(phrase, json, mistake, (verdict.sentence,))


# -- the verdict as a whole ----------------------------------------------------------------------


class Tally(NamedTuple):
    """What is counted of a paper.

    Attributes:
        mistakes: How many mistakes there are; a slash that is missing is one, although nobody
            wrote anything there.
    """

    written: int  # how many things are written
    right: int
    mistakes: int
    follow_on: int  # how many wrong things follow correctly from a mistake
    missing: int  # how many slashes are missing

    @property
    def parts(self) -> tuple[Phrase, Phrase]:
        """What is right and what is not: ``5 of 6 right`` and ``1 mistake``.

        Where nothing but slashes is missing: ``all 5 written are right``, ``1 slash is missing``.
        """
        if self.missing and self.right == self.written:
            key = "the_written_is_right" if self.written == 1 else "all_written_are_right"
            missing = Count(self.missing, "slash is", "slashes are")
            return Phrase(key, written=self.written), Phrase("missing", slashes=missing)
        mistakes = Count(self.mistakes, "mistake", "mistakes")
        right = Phrase("right_of", right=self.right, written=self.written)
        return right, Phrase("plain", text=mistakes)


def all_right(tally: Tally, nodes: tuple[int, int], *, is_silent: bool) -> Sentence:
    """Return the verdict where nothing is wrong, of so many nodes answered, and asked."""
    (answered, asked), silent = nodes, Phrase("silent") if is_silent else None
    if answered >= asked:
        key = "right_alone" if tally.written == 1 else "all_right"
        return Sentence(key, number=tally.written, silent=silent)
    nouns = ("is", "are") if answered == tally.written else ("answer is", "answers are")
    rest: Argument = Phrase("answers_are", count=Count(tally.written, *nouns))
    return Sentence(
        "only_some",
        answered=answered,
        nodes=Count(asked, "node is", "nodes is" if answered == 1 else "nodes are"),
        rest="it is" if tally.written == 1 else rest,
        silent=silent,
    )


def with_mistakes(
    tally: Tally, mistakes: Sequence[Phrase], slip: Phrase | None = None, *, missing: int
) -> tuple[Sentence, ...]:
    """Return the verdict where something is wrong; a slip explains all of it."""
    if slip is not None:
        mistakes, tally = [slip], tally._replace(follow_on=0)
    rest, follow = len(mistakes) - _MOST_MISTAKES, None
    listed: Argument = ItemList(tuple(mistakes[:_MOST_MISTAKES]), between="; ", last="; ")
    if rest > 0:
        listed = Phrase("and_more", mistakes=listed, more=rest)
    if tally.follow_on:
        source = "it" if tally.mistakes == 1 else "them"
        key = "one_follows" if tally.follow_on == 1 else "others_follow"
        follow = Phrase(key, number=tally.follow_on, source=source)
    right, wrong = tally.parts
    head = Sentence("verdict", right=right, wrong=wrong, mistakes=listed, follow=follow)
    if not missing:
        return (head,)
    return head, Sentence("unanswered", count=Count(missing, "node is", "nodes are"))


def overlooked(
    tree: GameTree,
    slashes: Sequence[Argument],
    changed_to: tuple[Mapping[int, Number], Number] | None,
    before: Number | None,
) -> Sentence:
    """Return what slashes at visited nodes overlook; of several, none alone changes anything.

    That is with which values of leaves below them the root would be worth something else, and
    what; ``before`` is what it is worth, ``None`` where the tree does not settle it.
    """
    listed = ItemList(tuple(slashes[:_LONGEST_LIST]), max(0, len(slashes) - _LONGEST_LIST))
    if changed_to is None:
        key = "root_not_settled" if before is None else "nothing_overlooked"
        return Sentence(key, slashes=listed)
    changes, value = changed_to
    leaves = [
        Phrase("equals", name=tree.labels.label(leaf), value=number)
        for leaf, number in changes.items()
    ]
    more = max(0, len(leaves) - _LONGEST_LIST)
    changes_listed = ItemList(tuple(leaves[:_LONGEST_LIST]), more, " and ", " and ")
    key = "overlooked" if len(slashes) == 1 else "overlooked_together"
    return Sentence(key, slashes=listed, changes=changes_listed, value=value, before=before)


# -- the moment of a mistake ---------------------------------------------------------------------


class Known(NamedTuple):
    """What the search knew at the moment that decides a claim."""

    heading: Phrase  # what is shown: ``WHAT ▽D KNEW BEFORE d1``
    node: int  # the node whose window counts, after ``step``
    step: int
    ends: tuple[Phrase, Phrase]  # where α and β come from
    test: Inequality | None  # the test that was made; ``None`` where the claim is about none


def known_at(record: Record, claim: Claim) -> Known | None:
    """Return what the search knew at the moment that decides a claim; ``None`` of some claims.

    Of a claim about the whole tree, and where there are no windows, there is no such moment.
    """
    tree, node, row, test = record.tree, claim.node, record.row(claim.node), None
    if not record.has_windows or claim.kind in ABOUT_THE_TREE:
        return None
    name = Node(tree, node)
    if claim.kind in {"cut", "visited"}:
        test, cut, node = last_test(record, node), skipping_cut(record, node), tree.parent[node]
        if node < 0 or (row is None and (cut is None or cut.node != node)):
            return None
        step = cut.number if row is None and cut is not None else record.entered(row or 0) - 1
        heading = Phrase("knew_before", node=Node(tree, node), child=name)
    elif row is None:
        return None
    elif claim.kind == "window" and record.rules.windows == "entry":
        step, heading = record.entered(row), Phrase("knew_at_entry", node=name)
    else:
        step, heading = record.left(row) - 1, Phrase("knew_at_end", node=name)
    row = record.row_at(node, step)
    if row is None:
        return None
    alpha, beta = window_ends(record, row, step)
    return Known(heading, node, step, (end_words(record, alpha), end_words(record, beta)), test)


# -- other rules ---------------------------------------------------------------------------------


def right_under(candidate: Rules, stated: Rules) -> Sentence:
    """Return that all is right under other rules: ``fail-hard, which is not the rule here (…)``."""
    names = changed(candidate, stated)
    conditions = tuple(rule_told(name, candidate) for name in names)
    there = ItemList(conditions, between=" and ", last=" and ")
    here = ItemList(tuple(rule_told(name, stated) for name in names))
    key = "right_under" if len(names) == 1 else "right_under_several"
    return Sentence(key, there=there, here=here)


def slip(
    record: Record,
    row: Misconception,
    claim: Claim,
    node: int | None,
    *,
    uncut: bool,
    is_all: bool = True,
) -> Phrase:
    """Return what was likely done differently: at one node, or (``None``) everywhere.

    ``claim`` is the first mistake that it explains; ``uncut`` whether it was done in a search of
    the whole tree, ``is_all`` whether it explains all that is written, not only what is there.
    """
    name = row.name
    tree, at, parent = record.tree, Node(record.tree, claim.node), record.tree.parent[claim.node]
    if name in {"min-takes-largest", "max-takes-smallest"} and claim.kind == "value":
        children = tree.children(claim.node)
        return Phrase(
            "keeps_other",
            value=claim.number,
            which="largest" if name == "min-takes-largest" else "smallest",
            node=at,
            noun="leaves" if all(map(tree.is_leaf, children)) else "values",
            player=player_word(record, claim.node),
        )
    if name == "wrong-end-moved" and claim.window is not None and parent >= 0:
        at_max, (alpha, beta) = tree.roles[parent] == MAX_ROLE, claim.window
        value, end, written = (beta, "α", "β") if at_max else (alpha, "β", "α")
        above = Node(tree, parent)
        return Phrase("other_end", value=value, above=above, end=end, node=at, written=written)
    whole = Phrase("uncut") if uncut and not row.cuts_nothing else None
    if node is None:
        return Phrase("slip", whole=whole, words=row.words)
    key = "slip_at" if is_all else "slip_here"
    return Phrase(key, node=Node(tree, node), whole=whole, words=row.words)
