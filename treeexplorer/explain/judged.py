"""What is said of a claim that was judged, and of all that was written about a tree.

A :class:`CheckedClaim` knows the claim, how it was judged, and what the search has where it stands;
here that becomes sentences: first the reason, with its numbers, then the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from treeexplorer.engine import Record, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.misconceptions import Misconception
from treeexplorer.explain.facts import holders, skipping_cut, test_at
from treeexplorer.explain.sentence import (
    SIGNS,
    Argument,
    Count,
    End,
    Inequality,
    ItemList,
    Letter,
    Node,
    Phrase,
    Sentence,
    together,
)
from treeexplorer.explain.sentences import sentences
from treeexplorer.explain.words import (
    interval_text,
    player_word,
    question,
    returned_words,
    rule_told,
    window_text,
)
from treeexplorer.notation import ABOUT_THE_TREE, NEVER, Claim, ClaimKind, Condition
from treeexplorer.numbers import for_json, shown, window_json
from treeexplorer.rules import Rules, changed
from treeexplorer.tree import INFINITY, MAX_ROLE, MIN_ROLE, GameTree, Number, Window

Right: TypeAlias = Literal["found", "returned", "minimax"]
"""As what a claim is right: a plain number as the returned value or as the minimax value alone."""
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
        return claim.condition.text(("≤", "≥"))
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


def in_words(stretch: Condition, word: str) -> str:
    """Return a stretch as people write it: ``x ≤ 3``, ``3 < x ≤ 4``, ``x = 5``, ``every x``."""
    return f"every {word}" if stretch.is_always else stretch.spelled(word, shown, ("≤", "≥"))


# -- a claim that was judged ---------------------------------------------------------------------


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


class _Found(Protocol):
    """What a claim is judged by: :class:`treeexplorer.exercises.judge.Findings`."""

    record: Record

    @property
    def moves(self) -> Sequence[int]: ...
    def window(self, node: int) -> Window | None: ...
    def minimax(self, node: int) -> Number | None: ...
    def cuts_rest(self, node: int) -> bool: ...
    def pruned_for(self, node: int) -> Sequence[Condition] | None: ...


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
    findings: _Found = field(repr=False, compare=False)
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
    row, reason = record.row(claim.node), tuple[Phrase, ...]()
    if row is None:
        minimax = findings.minimax(claim.node) if claim.kind == "value" else None
        mistake = Phrase("no_answer", **facts)
        if minimax is None:
            return Saying(Phrase("not_visited"), None, mistake, _never_visited(checked))
        reason = (Sentence("unvisited_value", **facts, value=minimax),)
        if not checked.right:
            reason = (*_never_visited(checked), Sentence("its_minimax_value", value=minimax))
        return Saying(Phrase("minimax_value", value=minimax), for_json(minimax), mistake, reason)
    if claim.window is not None:
        window = findings.window(claim.node)
        facts["passes"] = "left" if record.rules.windows == "exit" else "entered"
        found = Phrase("plain", text=window)
        reason = (Sentence("passes_with", **facts, window=window),)
        if not checked.right:
            reason = (_window_reason(checked, row, window),)
        mistake = Phrase("passed_with", **facts, found=found)
        return Saying(found, window_json(window), mistake, reason)
    value, (low, high) = record.value(row), analysis_of(record).intervals.after_call(row)
    found = Phrase("nothing") if value is None else returned_words(value, low, high)
    json = for_json(value)
    if claim.sign is not None:
        key, sign = _bound_key(checked, (low, high)), SIGNS[claim.sign]
        more = {"returned": checked.text, "proven": interval_text(low, high), "value": low}
        reason = (Sentence(key, **facts, **more, sign=sign),)
        if checked.right:
            found = Phrase("at_least" if claim.sign == ">=" else "at_most", value=claim.number)
            return Saying(found, claim_json(record.tree, claim), found, reason)
        json = f"{for_json(low)}..{for_json(high)}"  # what is proven: =3, >=8, 2..5
        if low == high:
            json = f"={for_json(low)}"
        elif INFINITY in {-low, high}:
            json = f">={for_json(low)}" if high == INFINITY else f"<={for_json(high)}"
    else:
        reason = _value_reason(checked, row, (low, high))
        minimax = findings.minimax(claim.node) if checked.as_ == "minimax" else None
        if minimax is not None:
            found, json = Phrase("minimax_value", value=minimax), for_json(minimax)
    return Saying(found, json, Phrase("is_not", **facts, found=found), reason)


def _bound_key(checked: CheckedClaim, interval: Interval) -> str:
    """Return why a bound is right or wrong, by what is proven of its node."""
    (low, high), number, is_lower = interval, checked.claim.number or 0, checked.claim.sign == ">="
    if checked.right:
        return "returns_other" if low == high else "found_bound"
    if number <= low if is_lower else number >= high:
        return "exact_instead" if low == high else "weaker"
    if low != high and number in interval:
        return "wrong_direction"
    return "disproved" if (number > high if is_lower else number < low) else "not_proven"


def _value_reason(checked: CheckedClaim, row: int, interval: Interval) -> tuple[Phrase, ...]:
    record, node, value = checked.record, checked.claim.node, checked.record.value(row)
    if value is None:
        return (Sentence("not_returned", node=checked.name),)
    (low, high), proven, is_proven = interval, interval_text(*interval), interval == (value, value)
    facts: dict[str, Argument] = {"written": checked.text, "proven": proven}
    if checked.right:
        is_end = abs(value) != INFINITY and interval in {(value, INFINITY), (-INFINITY, value)}
        returned = returned_words(value, low, high)
        key = "returns_exactly" if is_proven else "returns_bound" if is_end else "returns_other"
        if checked.as_ == "minimax":
            key = "minimax_although"
        return (Sentence(key, node=checked.name, value=value, returned=returned, **facts),)
    of, calls = None, [rows[-1] for rows in map(record.rows, record.children(node)) if rows]
    values = tuple(known for known in map(record.value, calls) if known is not None)
    if len(calls) == len(values) and 0 < len(values) <= _MOST_CHILDREN:
        taken = {MAX_ROLE: max, MIN_ROLE: min}.get(record.tree.roles[node])
        is_clamped = taken is not None and taken(values) != value
        key = "taken_outside" if is_clamped else "taken_of"
        player, entry = player_word(record, node), record.entry(row)
        of = Phrase(key, player=player, values=ItemList(values), entry=entry)
    facts["reason"] = Phrase("returns_value", node=checked.name, value=value, of=of)
    if not is_proven and low <= (checked.claim.number or 0) <= high:
        return Sentence("only_proven", **facts), Sentence("allowed", written=checked.text)
    return (Sentence("so_wrong" if is_proven else "so_wrong_bound", **facts),)


def _window_reason(checked: CheckedClaim, row: int, window: Window | None) -> Phrase:
    record, entry = checked.record, checked.record.entry(row)
    facts: dict[str, Argument] = {"node": checked.name, "entry": entry}
    if record.rules.windows == "exit":
        value = record.value(row)
        value_or_word = "nothing" if value is None else value
        return Sentence("left_with", **facts, value=value_or_word, window=window)
    parent = record.tree.parent[checked.claim.node]
    if parent < 0:
        return Sentence("begins_there", **facts)
    v, above_entry = record.v_before(row), record.entry(record.rows(parent)[-1])
    facts["above"] = Node(record.tree, parent)
    if entry == above_entry:
        is_first = record.sibling_before(row) is None
        return Sentence("first_child" if is_first else "nothing_moved", **facts)
    if v is None:
        return Sentence("below_chance", **facts)
    return Sentence("moved_by_v", **facts, above_entry=above_entry, v=v)


# -- slashes -------------------------------------------------------------------------------------


def _of_visit(checked: CheckedClaim) -> Saying:
    record, node, is_slash = checked.record, checked.claim.node, checked.claim.kind == "cut"
    row, test = record.row(node), last_test(record, node)
    name, mistake = checked.name, Phrase("slashed" if is_slash else "unmarked", node=checked.name)
    if test is not None and test.holds is (row is None):
        mistake = Phrase("slashed_for" if is_slash else "unmarked_for", test=test, node=name)
    if row is None:
        return Saying(Phrase("not_visited"), "cut", mistake, _never_visited(checked))
    reason = [Sentence("it_is_visited")]
    if is_slash:
        reason = [_why_visited(checked, row, test)]
        below = (cut for cut in record.cuts if record.tree.parent[record.node(cut)] == node)
        inside = next(below, None)
        cut = None if inside is None else analysis_of(record).cut_off(inside)
        if cut is not None and cut.skipped:
            named = tuple(Node(record.tree, each) for each in cut.skipped[:_LISTED])
            pruned = ItemList(named, len(cut.skipped) - len(named))
            reason.append(Sentence("only_inside", pruned=pruned))
    return Saying(Phrase("is_visited"), "visited", mistake, tuple(reason))


def _why_visited(checked: CheckedClaim, row: int, test: Inequality | None) -> Sentence:
    record, name = checked.record, checked.name
    if not record.has_windows:
        return Sentence("visits_every_node")
    if record.null(row):
        return Sentence("visited_asked", node=name, question=question(record, row))
    window = record.entry(row)
    test = test or Inequality(window[0], ">" if record.rules.strict else ">=", window[1])
    if test.holds:
        return Sentence("visited_within", node=name, window=window)
    return Sentence("visited_with", node=name, test=test, window=window)


def last_test(record: Record, node: int) -> Inequality | None:
    """Return the last test that was made before a node's turn; ``None`` where none was."""
    row, at = record.row(node), skipping_cut(record, node)
    before = None if row is None or record.scopes else record.sibling_before(row)
    if before is not None:
        at = record.step(record.left(before))
    return None if at is None else test_at(record, at)


def _never_visited(checked: CheckedClaim) -> tuple[Phrase, ...]:
    """Return that a node is never visited, and the cut-off that skipped it."""
    record, node = checked.record, checked.claim.node
    above, parent = record.visited_ancestor(node, record.steps) or 0, record.tree.parent[node]
    if parent != above or record.is_evaluated(above):
        key = "below_horizon" if parent == above else "below_unvisited"
        return (Sentence(key, node=checked.name, above=Node(record.tree, parent)),)
    cut = skipping_cut(record, node)
    reason = () if cut is None else sentences(record, cut.number)
    return Sentence("never_visited", node=checked.name), *reason


def _shortened(items: Sequence[Argument], between: str = ", ") -> ItemList:
    room = tuple(items[:_LONGEST_LIST])
    return ItemList(room, len(items) - len(room), last=between, between=between)


# -- claims about the whole tree -----------------------------------------------------------------


def _of_tree(checked: CheckedClaim) -> Saying:
    findings, kind, written = checked.findings, checked.claim.kind, checked.text
    record, tree = findings.record, findings.record.tree
    if kind == "best":
        moves = tuple(Node(tree, move) for move in findings.moves)
        best = Phrase("plain", text=ItemList(moves, last=" or ")) if moves else None
        mistake = Phrase("best_not", best=best or Phrase("no_move"), written=written)
        reason = Sentence("best_move", moves=best) if best else Sentence("no_best_move")
        addresses = [tree.address(move) for move in findings.moves]
        return Saying(best or Phrase("no_move"), addresses, mistake, (reason,))
    json: object = None
    if kind == "read":
        json = record.evaluated
        phrase = Phrase("plain", text=record.evaluated)
        fact = Phrase("leaves_read", count=Count(record.evaluated, "leaf is", "leaves are"))
    elif kind == "cut-rest":
        phrase = Phrase("is_pruned" if findings.cuts_rest(checked.claim.node) else "is_visited")
        fact = Phrase("undrawn_is", node=checked.name, outcome=phrase)
    elif kind == "cuts-none":
        pruned = analysis_of(record).pruned
        branches = [
            Phrase("undrawn_below", node=Node(tree, node)) if elided else Node(tree, node)
            for node, elided in pruned[:_LISTED]
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
    if kind in {"read", "pruned-if"}:
        mistake = Phrase("fact_not", fact=fact, written=written)
    verdict = fact if checked.right else mistake
    json = str(phrase) if json is None else json
    return Saying(phrase, json, mistake, (Sentence(verdict.key, **verdict.arguments),))


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

    def told(self, *, as_written: bool) -> tuple[Phrase, Phrase]:
        """Return the parts; of what is written alone, or with how many slashes are missing."""
        right, wrong = self.parts
        if as_written:
            wrong = Phrase("in_what_is_written", mistakes=wrong)
        elif self.missing and self.right < self.written:
            slashes = Count(self.missing, "missing slash", "missing slashes")
            wrong = Phrase("with_missing", mistakes=wrong, slashes=slashes)
        return right, wrong


def all_right(tally: Tally, nodes: tuple[int, int], *, is_silent: bool) -> Sentence:
    """Return the verdict where nothing is wrong, of so many nodes answered, and asked."""
    (answered, asked), silent = nodes, Phrase("silent") if is_silent else None
    if answered >= asked:
        key = "right_alone" if tally.written == 1 else "all_right"
        return Sentence(key, number=tally.written, silent=silent)
    rest = Phrase("answers_are", count=Count(tally.written, "answer is", "answers are"))
    if answered == tally.written:
        rest = Phrase("it_is" if answered == 1 else "all_are", number=answered)
    return Sentence(
        "only_some",
        answered=answered,
        nodes=Count(asked, "node", "nodes"),
        verb="is" if answered == 1 else "are",
        rest=rest,
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
    """Return what slashes at visited nodes overlook.

    Args:
        tree: The tree.
        slashes: The nodes that are crossed out; of several, none alone changes anything.
        changed_to: Leaf values below them that would change the root, and what it would be worth;
            ``None`` where there are none.
        before: What the root is worth; ``None`` where the tree does not settle it.
    """
    listed = _shortened(slashes)
    if changed_to is None:
        key = "root_not_settled" if before is None else "nothing_overlooked"
        return Sentence(key, slashes=listed)
    changes, value = changed_to
    leaves = [
        Phrase("equals", name=tree.labels.label(leaf), value=number)
        for leaf, number in changes.items()
    ]
    key = "overlooked" if len(slashes) == 1 else "overlooked_together"
    changes_listed = _shortened(leaves, " and ")
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
    window, ends = record.window_at(row, step), []
    for letter, value, has in zip(Letter, window, holders(record, row, step), strict=True):
        end: dict[str, Argument] = {"letter": letter, "value": End(letter.value, value)}
        if has is not None and has.through is not None:
            owner, child = Node(tree, has.node), Node(tree, has.through)
            ends.append(Phrase("end_has", **end, node=owner, child=child))
            continue
        given = Phrase("nobody_has" if abs(value) == INFINITY else "given_window")
        is_own = (tree.roles[node] == MAX_ROLE) is (letter is Letter.ALPHA)
        if is_own and abs(value) == INFINITY and record.last_arrival(row, step) is None:
            given = Phrase("nothing_read", node=Node(tree, node))
        ends.append(Phrase("end_given", **end, given=given))
    return Known(heading, node, step, (ends[0], ends[1]), test)


# -- other rules ---------------------------------------------------------------------------------


def right_under(candidate: Rules, stated: Rules) -> Sentence:
    """Return that all is right under other rules: ``fail-hard, which is not the rule here (…)``."""
    names = changed(candidate, stated)
    told = tuple(rule_told(name, candidate) for name in names)
    there = ItemList(told, between=" and ", last=" and ")
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

    Args:
        record: The search.
        row: What was done.
        claim: The first mistake that it explains.
        node: Where it was done.
        uncut: Whether it was done in a search of the whole tree.
        is_all: Whether it explains all that is written, and not only what is at the node.
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
