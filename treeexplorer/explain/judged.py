"""What is said of a claim that was judged, and of all that was written about a tree.

Whoever judges hands over a :class:`Finding`, what the search has where the claim stands; here it
becomes sentences: first the reason, with its numbers, then the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, NamedTuple

from treeexplorer.engine import CutOff, Record, analysis_of
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.explain.facts import Has, rails
from treeexplorer.explain.sentence import (
    Argument,
    Count,
    End,
    Inequality,
    ItemList,
    Node,
    Op,
    Phrase,
    Sentence,
)
from treeexplorer.explain.sentences import sentence
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.explain.words import (
    interval_text,
    player_word,
    returned_words,
    window_text,
)
from treeexplorer.notation import ABOUT_THE_TREE, BoundSign, Claim, ClaimKind, Condition
from treeexplorer.notation.directives import write_condition
from treeexplorer.numbers import for_json, shown, window_json
from treeexplorer.rules import Rules, changed, title_of
from treeexplorer.tree import FULL_WINDOW, INFINITY, MAX_ROLE, GameTree, Number, Window

_SIGNS: Final[dict[BoundSign, str]] = {">=": "≥", "<=": "≤"}
_WITHOUT_NUMBER: Final[dict[ClaimKind, str]] = {
    "cut": "cut off",
    "cut-rest": "… cut off",
    "cuts-none": "nothing is cut off",
    "visited": "no slash",
}
_LISTED: Final = 6
_MOST_CHILDREN: Final = 8
_MOST_MISTAKES: Final = 3
_LONGEST_LIST: Final = 12
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


def claim_text(tree: GameTree, claim: Claim) -> str:
    """Return a claim as a person reads it: ``6``, ``≥ 8``, ``(3, +∞)``, ``cut off``."""
    if claim.window is not None:
        return window_text(claim.window)
    if claim.kind == "best":
        return " ".join(map(tree.labels.text, claim.nodes)) or "none"
    if claim.condition is not None:
        return write_condition(claim.condition).replace("<=", "≤").replace(">=", "≥")
    if claim.number is None:
        return _WITHOUT_NUMBER[claim.kind]
    if claim.sign is not None:
        return f"{_SIGNS[claim.sign]} {shown(claim.number)}"
    return shown(claim.number)


def claim_json(tree: GameTree, claim: Claim) -> object:
    """Return a claim for JSON: a number, ``">=8"``, ``[3, "inf"]``, ``"cut"`` or ``"visited"``."""
    if claim.window is not None:
        return window_json(claim.window)
    if claim.kind == "best":
        return [tree.address(node) for node in claim.nodes]
    if claim.condition is not None:
        return write_condition(claim.condition)
    if claim.number is None:
        return claim.kind
    return for_json(claim.number) if claim.sign is None else f"{claim.sign}{for_json(claim.number)}"


def topic(claim: Claim, label: str, text: str) -> str:
    """Return what somebody wrote, and about what: ``▽A: 6``, ``leaves read: 9``."""
    about = {"best": "best move", "read": "leaves read"}.get(claim.kind, label)
    return text if claim.kind == "cuts-none" else f"{about}: {text}"


def named(tree: GameTree, node: int, *, needs_place: bool) -> Argument:
    """Return a node for a sentence, with its place where another one is called the same."""
    if needs_place:
        return Phrase("leaf_at", place=tree.labels.label(node), leaf=Node(tree, node))
    return Node(tree, node)


@dataclass(frozen=True)
class Finding:
    """What a search has where a claim stands.

    Attributes:
        record: The search.
        claim: The claim.
        is_right: Whether the claim is right.
        is_minimax: Whether it is right as the minimax value alone.
        needs_place: Whether another node of the same label is spoken of, too.
        needs_crossed: Whether it would be right, but for a branch that is wrongly crossed out.
        window: The window that is written beside the node, on entry or on exit.
        minimax: The node's minimax value, where the tree settles it.
        moves: The root's best moves.
        pruned: The branches that were pruned, and the nodes whose undrawn children were.
        prunes_rest: Whether the node's undrawn children were not looked at.
        pruned_for: For which values of the unknown it is pruned; ``None`` without one.
    """

    record: Record
    claim: Claim
    is_right: bool
    is_minimax: bool
    needs_place: bool
    needs_crossed: bool
    window: Window | None
    minimax: Number | None
    moves: Sequence[int]
    pruned: Sequence[tuple[int, bool]]
    prunes_rest: bool
    pruned_for: Sequence[Condition] | None

    @cached_property
    def row(self) -> int | None:
        """The last call of the node; ``None`` where it was not visited."""
        return next(reversed(self.record.rows(self.claim.node)), None)

    @property
    def entry(self) -> Window | None:
        """The window with which it was entered last."""
        return None if self.row is None else self.record.entry(self.row)

    @property
    def value(self) -> Number | None:
        """What it returned last."""
        return None if self.row is None else self.record.value(self.row)

    @property
    def interval(self) -> Interval:
        """What is proven of its minimax value."""
        record = self.record
        return FULL_WINDOW if self.row is None else analysis_of(record).intervals.closed(self.row)

    @property
    def written(self) -> str:
        """The claim as a person reads it."""
        return claim_text(self.record.tree, self.claim)

    @property
    def at_exit(self) -> bool:
        """Whether windows are those with which nodes are left."""
        return self.record.rules.windows == "exit"

    @property
    def name(self) -> Argument:
        """The claim's node, with its place where another one is called the same."""
        return named(self.record.tree, self.claim.node, needs_place=self.needs_place)


class Saying(NamedTuple):
    """What is said of a claim.

    Attributes:
        found: What the search found there.
        json: The same in the form of the claim.
        mistake: What is wrong, as a clause: ``▲g is 9, not 7``.
        reason: Why it is right or wrong.
    """

    found: Phrase
    json: object
    mistake: Phrase
    reason: tuple[Phrase, ...]


def saying(finding: Finding) -> Saying:
    """Return what is said of a claim."""
    if finding.needs_crossed:
        right = saying(replace(finding, is_right=True, needs_crossed=False))
        needs = Phrase("needs_crossed", node=finding.name, written=finding.written)
        return right._replace(mistake=needs, reason=(Sentence(needs.key, **needs.arguments),))
    match finding.claim.kind:
        case "value" | "bound" | "window":
            return _of_node(finding)
        case "cut" | "visited":
            return _of_visit(finding)
        case _:
            return _of_tree(finding)


# -- values, bounds and windows ------------------------------------------------------------------


def _of_node(finding: Finding) -> Saying:
    claim, name, written = finding.claim, finding.name, finding.written
    if finding.entry is None:
        minimax = finding.minimax if claim.kind == "value" else None
        found = Phrase("not_visited")
        if minimax is not None:
            found = Phrase("minimax_value", value=minimax)
        mistake = Phrase("no_answer", node=name, written=written)
        if finding.is_right and minimax is not None:
            reason: tuple[Phrase, ...] = (Sentence("unvisited_value", node=name, value=minimax),)
        else:
            reason = _never_visited(finding)
        if minimax is not None and not finding.is_right:
            reason = (*reason, Sentence("its_minimax_value", value=minimax))
        return Saying(found, for_json(minimax), mistake, reason)
    if claim.window is not None:
        found = Phrase("window", window=finding.window)
        passes = "left" if finding.at_exit else "entered"
        mistake = Phrase("passed_with", node=name, passes=passes, found=found, written=written)
        reason = (_window_reason(finding, finding.entry),)
        return Saying(found, window_json(finding.window), mistake, reason)
    returned = "nothing"
    if finding.value is not None:
        returned = str(returned_words(finding.value, *finding.interval))
    is_bound = finding.is_right and claim.sign is not None
    found = Phrase("plain", text=written if is_bound else returned)
    json: object = for_json(finding.value)
    if finding.is_minimax and finding.minimax is not None:
        found, json = Phrase("minimax_value", value=finding.minimax), for_json(finding.minimax)
    elif claim.sign is not None:
        json = claim_json(finding.record.tree, claim) if is_bound else _spelled_out(finding)
    mistake = Phrase("is_not", node=name, found=found, written=written)
    reason = _bound_reason(finding) if claim.sign is not None else _value_reason(finding, returned)
    return Saying(found, json, mistake, reason)


def _spelled_out(finding: Finding) -> str:
    """Return what is proven of a node as JSON has it: ``=3``, ``>=8``, ``2..5``."""
    low, high = map(for_json, finding.interval)
    if low == high:
        return f"={low}"
    if high == "inf":
        return f">={low}"
    return f"<={high}" if low == "-inf" else f"{low}..{high}"


def _value_reason(finding: Finding, returned: str) -> tuple[Phrase, ...]:
    name, written, value = finding.name, finding.written, finding.value
    low, high = finding.interval
    if value is None:
        return (Sentence("not_returned", node=name),)
    proven = interval_text(low, high)
    is_proven = low == high == value
    if finding.is_minimax:
        return (Sentence("minimax_although", node=name, written=written, value=value),)
    if finding.is_right and is_proven:
        return (Sentence("returns_exactly", node=name, value=value),)
    if finding.is_right and returned == proven:
        return (Sentence("returns_bound", node=name, value=value, proven=proven),)
    if finding.is_right:
        return (Sentence("returns_other", node=name, returned=returned, proven=proven),)
    of, record, node = None, finding.record, finding.claim.node
    calls = [rows[-1] for rows in map(record.rows, record.children(node)) if rows]
    values = [known for known in map(record.value, calls) if known is not None]
    if len(calls) == len(values) and 0 < len(values) <= _MOST_CHILDREN:
        player = player_word(record, node)
        of = Phrase("taken_of", player=player, values=ItemList(tuple(values)))
    returns = Phrase("returns_value", node=name, value=value, of=of)
    if is_proven:
        return (Sentence("so_wrong", reason=returns, written=written),)
    number = finding.claim.number
    if number is not None and low <= number <= high:
        return (
            Sentence("only_proven", reason=returns, proven=proven),
            Sentence("allowed", written=written),
        )
    return (Sentence("so_wrong_bound", reason=returns, proven=proven, written=written),)


def _bound_reason(finding: Finding) -> tuple[Phrase, ...]:
    claim, name, written = finding.claim, finding.name, finding.written
    low, high = finding.interval
    number = claim.number if claim.number is not None else 0
    proven = interval_text(low, high)
    if finding.is_right and low == high:
        return (Sentence("returns_other", node=name, returned=written, proven=proven),)
    if finding.is_right:
        return (Sentence("found_bound", node=name, written=written),)
    if number <= low if claim.sign == ">=" else number >= high:
        key = "exact_instead" if low == high else "weaker"
        return (Sentence(key, node=name, written=written, proven=proven, value=low),)
    if low != high and number in {low, high} and claim.sign is not None:
        sign = _SIGNS[claim.sign]
        return (Sentence("wrong_direction", node=name, proven=proven, sign=sign),)
    is_false = number > high if claim.sign == ">=" else number < low
    key = "disproved" if is_false else "not_proven"
    return (Sentence(key, node=name, proven=proven, written=written),)


def _window_reason(finding: Finding, entry: Window) -> Phrase:
    record, node, name = finding.record, finding.claim.node, finding.name
    if finding.is_right:
        passes = "left" if finding.at_exit else "entered"
        return Sentence("passes_with", node=name, passes=passes, window=finding.window)
    if finding.at_exit:
        value = "nothing" if finding.value is None else shown(finding.value)
        return Sentence("left_with", node=name, entry=entry, value=value, window=finding.window)
    parent = record.tree.parent[node]
    if parent < 0:
        return Sentence("begins_there", node=name, entry=entry)
    above, row = Node(record.tree, parent), record.rows(node)[-1]
    before, above_entry = record.v_before(row), record.entry(record.rows(parent)[-1])
    if entry == above_entry:
        key = "first_child" if record.sibling_before(row) is None else "nothing_moved"
        return Sentence(key, node=name, entry=entry, above=above)
    if before is None:
        return Sentence("below_chance", node=name, entry=entry, above=above)
    return Sentence(
        "moved_by_v", node=name, entry=entry, above=above, above_entry=above_entry, v=before
    )


# -- slashes -------------------------------------------------------------------------------------


def _of_visit(finding: Finding) -> Saying:
    is_slash, is_visited = finding.claim.kind == "cut", finding.entry is not None
    test = last_test(finding.record, finding.claim.node)
    mistake = Phrase("slashed" if is_slash else "unmarked", node=finding.name)
    if test is not None and test.holds is not is_visited:
        key = "slashed_for" if is_slash else "unmarked_for"
        mistake = Phrase(key, test=test, node=finding.name)
    found = Phrase("is_visited" if is_visited else "not_visited")
    if not is_visited:
        return Saying(found, "cut", mistake, _never_visited(finding))
    reason = _visited_with(finding) if is_slash else (Sentence("it_is_visited"),)
    return Saying(found, "visited", mistake, reason)


def last_test(record: Record, node: int) -> Inequality | None:
    """Return the last test that was made before a node's turn; ``None`` where none was."""
    op = _sign_of_test(record)
    if rows := record.rows(node):
        above = record.parent_row(rows[-1])
        is_first = record.sibling_before(rows[-1]) is None
        if above is None or is_first or algorithm_of(record.rules).reenters:
            return None
        window = record.moving(above, record.v_before(rows[-1]))
        return None if window is None else Inequality(window[0], op, window[1])
    cuts = (cut for cut in analysis_of(record).cut_offs if node in cut.skipped)
    cut = next(cuts, None)
    if cut is None:
        return None
    ends = (cut.v, cut.bound) if cut.kind == "beta" else (cut.bound, cut.v)
    return Inequality(ends[0], op, ends[1])


def _sign_of_test(record: Record) -> Op:
    return ">" if record.rules.strict else ">="


def _visited_with(finding: Finding) -> tuple[Phrase, ...]:
    """Return the test that failed before a node was entered, and what is pruned inside it."""
    record, node, name = finding.record, finding.claim.node, finding.name
    alpha, beta = finding.entry or (0, 0)
    test = last_test(record, node) or Inequality(alpha, _sign_of_test(record), beta)
    if test.holds:
        reason = Sentence("visited_within", node=name, window=(alpha, beta))
    else:
        reason = Sentence("visited_with", node=name, test=test, window=(alpha, beta))
    below = (row for row in record.cuts if record.tree.parent[record.node(row)] == node)
    inside = next(below, None)
    cut = None if inside is None else analysis_of(record).cut_off(inside)
    if cut is None or not cut.skipped:
        return (reason,)
    return reason, Sentence("only_inside", pruned=_listed(record, cut))


def _listed(record: Record, cut: CutOff) -> ItemList:
    names = tuple(Node(record.tree, node) for node in cut.skipped[:_LISTED])
    return ItemList(names, more=len(cut.skipped) - len(names))


def _never_visited(finding: Finding) -> tuple[Phrase, ...]:
    """Return that a node is never visited, and the cut-off that skipped it."""
    record, name, node = finding.record, finding.name, finding.claim.node
    above, parent = record.visited_ancestor(node, record.steps) or 0, record.tree.parent[node]
    if parent != above:
        return (Sentence("below_unvisited", node=name, above=Node(record.tree, parent)),)
    if record.is_evaluated(above):
        return (Sentence("below_horizon", node=name, above=Node(record.tree, above)),)
    step = min(record.left(record.known_row(above)) - 1, record.steps)
    cut = Sentence("plain", text=sentence(record, step))
    return Sentence("never_visited", node=name), cut


# -- claims about the whole tree -----------------------------------------------------------------


def _of_tree(finding: Finding) -> Saying:
    record, written = finding.record, finding.written
    match finding.claim.kind:
        case "best":
            moves = tuple(Node(record.tree, move) for move in finding.moves)
            best = Phrase("moves", moves=ItemList(moves, last=" or ")) if moves else None
            found = best or Phrase("no_move")
            reason = Sentence("best_move", moves=best) if best else Sentence("no_best_move")
            mistake = Phrase("best_not", best=found, written=written)
            addresses = [record.tree.address(move) for move in finding.moves]
            return Saying(found, addresses, mistake, (reason,))
        case "read":
            read = record.evaluated
            found = Phrase("number", number=read)
            fact = Phrase("leaves_read", count=Count(read, "leaf is", "leaves are"))
        case "cut-rest":
            found = Phrase("is_pruned" if finding.prunes_rest else "is_visited")
            fact = Phrase("undrawn_is", node=finding.name, outcome=found)
        case "cuts-none":
            names = tuple(
                Phrase("undrawn_below", node=Node(record.tree, node))
                if elided
                else Node(record.tree, node)
                for node, elided in finding.pruned[:_LISTED]
            )
            more = len(finding.pruned) - len(names)
            found = Phrase("are_pruned", branches=ItemList(names or ("nothing",), more=more))
            fact = found
        case _:
            found = Phrase("pruned_when", when=_when(finding))
            fact = Phrase("node_pruned_when", node=finding.name, when=_when(finding))
    mistake = fact
    if finding.claim.kind in {"read", "pruned-if"}:
        mistake = Phrase("fact_not", fact=fact, written=written)
    verdict = fact if finding.is_right else mistake
    json = record.evaluated if finding.claim.kind == "read" else str(found)
    return Saying(found, json, mistake, (Sentence(verdict.key, **verdict.arguments),))


def _when(finding: Finding) -> str:
    if finding.pruned_for is None:
        return "whatever is unknown" if finding.entry is None else "never"
    word = next(iter(finding.record.tree.unknowns.values())) or "x"
    return " or ".join(f"for {in_words(one, word)}" for one in finding.pruned_for) or "never"


def in_words(stretch: Condition, word: str) -> str:
    """Return a stretch as people write it: ``x ≤ 3``, ``3 < x ≤ 4``, ``x = 5``, ``every x``."""
    return f"every {word}" if stretch.is_always else stretch.spelled(word, shown, ("≤", "≥"))


# -- the verdict as a whole ----------------------------------------------------------------------


class Tally(NamedTuple):
    """What is counted of a paper.

    Attributes:
        written: How many things are written.
        right: How many of them are right.
        mistakes: How many mistakes there are; a slash that is missing is one, although nobody
            wrote anything there.
        follow_on: How many wrong things follow correctly from a mistake.
        missing: How many slashes are missing.
    """

    written: int
    right: int
    mistakes: int
    follow_on: int
    missing: int

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
    answered, asked = nodes
    silent = Phrase("silent") if is_silent else None
    if answered < asked:
        verb = "is" if answered == 1 else "are"
        if answered == tally.written:
            rest = Phrase("it_is") if answered == 1 else Phrase("all_are", number=answered)
        else:
            rest = Phrase("answers_are", count=Count(tally.written, "answer is", "answers are"))
        nodes_asked = Count(asked, "node", "nodes")
        return Sentence(
            "only_some", answered=answered, nodes=nodes_asked, verb=verb, rest=rest, silent=silent
        )
    if tally.written == 1:
        return Sentence("right_alone", silent=silent)
    return Sentence("all_right", number=tally.written, silent=silent)


def with_mistakes(
    tally: Tally, mistakes: Sequence[Phrase], slip: Phrase | None = None, *, missing: int
) -> tuple[Sentence, ...]:
    """Return the verdict where something is wrong."""
    if slip is not None:
        mistakes, tally = [slip], tally._replace(follow_on=0)
    named = tuple(mistakes[:_MOST_MISTAKES])
    rest = len(mistakes) - len(named)
    listed: Argument = ItemList(named, between="; ", last="; ")
    if rest:
        listed = Phrase("and_more", mistakes=listed, more=_spelled(rest))
    follow = None
    if tally.follow_on:
        source = "it" if tally.mistakes == 1 else "them"
        key = "one_follows" if tally.follow_on == 1 else "others_follow"
        follow = Phrase(key, number=_spelled(tally.follow_on), source=source)
    right, wrong = tally.parts
    head = Sentence("verdict", right=right, wrong=wrong, mistakes=listed, follow=follow)
    if not missing:
        return (head,)
    return head, Sentence("unanswered", count=Count(missing, "node is", "nodes are"))


def _spelled(number: int) -> str:
    return _WORDS[number] if number < len(_WORDS) else str(number)


def right_under(candidate: Rules, stated: Rules) -> Sentence:
    """Return that all is right under other rules: ``fail-hard, which is not the rule here (…)``."""
    names = changed(candidate, stated)
    there = ItemList(tuple(_rule(name, candidate) for name in names), between=" and ", last=" and ")
    here = ItemList(tuple(_rule(name, stated) for name in names))
    return Sentence(
        "right_under" if len(names) == 1 else "right_under_several", there=there, here=here
    )


# -- slashes at nodes that are visited -----------------------------------------------------------


def overlooked(
    tree: GameTree,
    slashes: Sequence[Argument],
    changes: Mapping[int, Number],
    value: Number,
    before: Number,
) -> Sentence:
    """Return that leaf values below wrong slashes would change the root; of several none alone."""
    leaves = [
        Phrase("changed_leaf", leaf=tree.labels.label(leaf), value=number)
        for leaf, number in changes.items()
    ]
    return Sentence(
        "overlooked_together" if len(slashes) > 1 else "overlooked",
        slashes=_shortened(slashes, ", "),
        changes=_shortened(leaves, " and "),
        value=value,
        before=before,
    )


def nothing_overlooked(slashes: Sequence[Argument], *, is_settled: bool) -> Sentence:
    """Return that no values below wrong slashes would change the root's value."""
    key = "nothing_overlooked" if is_settled else "root_not_settled"
    return Sentence(key, slashes=_shortened(slashes, ", "))


def _shortened(items: Sequence[Argument], between: str) -> ItemList:
    room = tuple(items[:_LONGEST_LIST])
    return ItemList(room, len(items) - len(room), last=between, between=between)


# -- the moment of a mistake ---------------------------------------------------------------------


class Known(NamedTuple):
    """What the search knew at the moment that decides a claim.

    Attributes:
        heading: What is shown: ``WHAT ▽D KNEW BEFORE d1``.
        node: The node whose window counts.
        step: The step after which it is that.
        ends: Where α and β come from.
        test: The test that was made; ``None`` where the claim is about none.
    """

    heading: Phrase
    node: int
    step: int
    ends: tuple[Phrase, Phrase]
    test: Inequality | None


def known_at(record: Record, claim: Claim) -> Known | None:
    """Return what the search knew at the moment that decides a claim; ``None`` of some claims.

    Of a claim about the whole tree, and where there are no windows, there is no such moment.
    """
    rows, name = record.rows(claim.node), Node(record.tree, claim.node)
    if not record.has_windows or claim.kind in ABOUT_THE_TREE:
        return None
    node, test = claim.node, None
    if claim.kind in {"cut", "visited"}:
        if not node:
            return None
        node, test = record.tree.parent[node], last_test(record, claim.node)
        above = record.visited_ancestor(claim.node, record.steps) or 0
        if not rows and above != node:
            return None
        step = record.entered(rows[-1]) - 1 if rows else record.left(record.known_row(node)) - 1
        heading = Phrase("knew_before", node=Node(record.tree, node), child=name)
    elif not rows:
        return None
    elif claim.kind == "window" and record.rules.windows == "entry":
        step, heading = record.entered(rows[-1]), Phrase("knew_at_entry", node=name)
    else:
        step, heading = record.left(rows[-1]) - 1, Phrase("knew_at_end", node=name)
    step = min(step, record.steps)
    row = record.row_at(node, step)
    window = None if row is None else snapshot(record, step).view(node).window
    if row is None or window is None:
        return None
    has = rails(record, row, step)
    alpha, beta = (_end(record, row, step, window[end], has[end], end) for end in (0, 1))
    return Known(heading, node, step, (alpha, beta), test)


def _end(
    record: Record, row: int, step: int, value: Number, has: Has | None, end: Literal[0, 1]
) -> Phrase:
    """Return where an end of the window of a call comes from, at a step."""
    tree, node = record.tree, record.node(row)
    number = End("β" if end else "α", value)
    if has is not None and has.through is not None:
        owner, child = Node(tree, has.node), Node(tree, has.through)
        key = "beta_has" if end else "alpha_has"
        return Phrase(key, value=number, node=owner, child=child)
    is_own = (tree.roles[node] == MAX_ROLE) is (end == 0)
    given = Phrase("nobody_has" if abs(value) == INFINITY else "given_window")
    if is_own and abs(value) == INFINITY and record.last_arrival(row, step) is None:
        given = Phrase("nothing_read", node=Node(tree, node))
    return Phrase("beta_given" if end else "alpha_given", value=number, given=given)


def difference(name: str, rules: Rules) -> Phrase:
    """Return in what rules differ, as a condition: ``the root is MIN``, ``read from the right``."""
    match name:
        case "order":
            return Phrase("read_from", side="right" if rules.right_to_left else "left")
        case "cutoff":
            return Phrase("test_is", sign=rules.test_sign)
        case "levels":
            return Phrase("root_is", player=rules.levels[0].value.upper())
        case _:
            return Phrase("search_is", words=title_of(name, getattr(rules, name)))


# -- other rules ---------------------------------------------------------------------------------


def _rule(name: str, rules: Rules) -> str:
    if name == "cutoff":
        return "α > β" if rules.cutoff == ">" else "α ≥ β"
    if name == "levels":
        return f"the players {' '.join(player.value.upper() for player in rules.levels)}"
    if name == "windows":
        return f"windows {title_of(name, rules.windows)}"
    if name == "form":
        return f"the form “{rules.form}”"
    return title_of(name, getattr(rules, name))


def slip(record: Record, name: str, words: str, claim: Claim, node: int | None) -> Phrase:
    """Return what was likely done differently: at one node, or (``None``) everywhere."""
    if name in {"min-takes-largest", "max-takes-smallest"} and claim.kind == "value":
        which = "largest" if name == "min-takes-largest" else "smallest"
        player = player_word(record, claim.node)
        at, tree = Node(record.tree, claim.node), record.tree
        noun = "leaves" if all(map(tree.is_leaf, tree.children(claim.node))) else "values"
        return Phrase(
            "keeps_other", value=claim.number, which=which, node=at, noun=noun, player=player
        )
    parent = record.tree.parent[claim.node]
    if name == "wrong-end-moved" and claim.window is not None and parent >= 0:
        at_max = record.tree.roles[parent] == MAX_ROLE
        (alpha, beta), ends = claim.window, ("α", "β") if at_max else ("β", "α")
        value = beta if at_max else alpha
        end, written = ends
        above, at = Node(record.tree, parent), Node(record.tree, claim.node)
        return Phrase("other_end", value=value, above=above, end=end, node=at, written=written)
    if node is None:
        return Phrase("slip", words=words)
    return Phrase("slip_at", node=Node(record.tree, node), words=words)
