"""What is said of a claim that was judged.

A :class:`CheckedClaim` knows the claim, how it was judged, and what the search has where it stands;
here that becomes sentences: first the reason, with its numbers, then the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from treeexplorer.engine import Record, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.errors import present
from treeexplorer.explain.advice import stretches_in_words, value_to_write, what_to_write
from treeexplorer.explain.phrases import (
    beyond_range,
    branch_words,
    end_words,
    entry_words,
    interval_text,
    player_word,
    returned_words,
    window_ends,
    window_text,
)
from treeexplorer.explain.sentence import (
    Argument,
    Count,
    ItemList,
    Node,
    Phrase,
    Sentence,
    as_phrase,
    together,
)
from treeexplorer.explain.why import why
from treeexplorer.judging.facts import SIGNS, Inequality, last_test, skipping_cut
from treeexplorer.judging.findings import Findings, Right
from treeexplorer.judging.judge import Mark
from treeexplorer.notation import ABOUT_THE_TREE, ABOUT_VISITS, WITH_NUMBERS, Claim, ClaimKind
from treeexplorer.numbers import for_json, shown, window_json
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


def claim_text(tree: GameTree, claim: Claim) -> str:
    """Return a claim as a person reads it: ``6``, ``≥ 8``, ``(3, +∞)``, ``cut off``.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[>=8[3 12] (3,inf)[2 /4]]")
        >>> [claim_text(exercise.tree, claim) for claim in exercise.claims]
        ['≥ 8', '(3, +∞)', 'cut off']
    """
    if claim.window is not None:
        return window_text(claim.window)
    if claim.kind == "best":
        if not claim.nodes:
            return "none"
        return " ".join(map(tree.labels.text, claim.nodes))
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
    number = for_json(claim.number)
    return number if claim.sign is None else f"{claim.sign}{number}"


def topic(claim: Claim, label: str, text: str) -> str:
    """Return what somebody wrote, and about what: ``▽A: 6``, ``leaves read: 9``."""
    if claim.kind == "cuts-none":
        return text
    subject = ABOUT.get(claim.kind, label)
    return f"{subject}: {text}"


# -- a claim that was judged ---------------------------------------------------------------------


class Saying(NamedTuple):
    """What is said of a claim that was judged.

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
        whole_branch: The pruned branch above it that is crossed out as a whole, slash by slash.
    """

    claim: Claim
    as_: Right | None
    mark: Mark
    step: int
    findings: Findings = field(repr=False, compare=False)
    needs_place: bool = field(default=False, repr=False, compare=False)
    needs_crossed: bool = False
    whole_branch: int | None = None

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
        is_exit = self.claim.kind == "window" and self.record.rules.writes_exit_windows
        return "exit-window" if is_exit else self.claim.kind

    @property
    def node(self) -> str:
        """The address of its node."""
        return self.record.tree.labels.bounded_address(self.claim.node)

    @property
    def name(self) -> Argument:
        """Its node, with its place where another one is called the same."""
        tree = self.record.tree
        node = self.claim.node
        if not self.needs_place:
            return Node(tree, node)
        return Phrase("{place} ({leaf})", place=tree.labels.label(node), leaf=Node(tree, node))

    @property
    def label(self) -> str:
        """What its node is called in a sentence, with its place where another has its label."""
        return str(as_phrase(self.name))

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
            needs = Sentence(
                "{node} is {written} only with what is crossed out there",
                node=self.name,
                written=self.text,
            )
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
        reason = list(self.saying.reason)
        if self.mark is Mark.CONSEQUENCE:
            reason.append(Sentence("It follows correctly from your own earlier entries"))
        return together(*reason)

    @property
    def advice(self) -> Sentence:
        """What to write in its place, where it is wrong."""
        return what_to_write(self.claim, self.findings)

    @property
    def note(self) -> tuple[str, ...]:
        """Why it is a mistake, in a few words for a place beside it; nothing of any other claim.

        Example:
            ``("was read", "3 ≥ +∞ false")`` of a slash, ``("is ≤ 2",)`` of a value.
        """
        if self.mark is not Mark.MISTAKE:
            return ()
        if self.claim.kind in WITH_NUMBERS:
            if self.record.call_of(self.claim.node) is None:
                return ("never visited",)
            return (f"is {self.saying.found}",)
        if self.claim.kind == "cut":
            return tuple(_note_on_slash(self.record, self.claim.node))
        if self.claim.kind == "visited":
            test = last_test(self.record, self.claim.node)
            if test is not None and test.holds:
                return "is pruned", test.bare
            return ("is pruned",)
        return ()

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


_NOT_VISITED: Final = Phrase("not visited")
_VISITED: Final = Phrase("visited")


def _minimax_value(value: Number) -> Phrase:
    """Return a number as a minimax value."""
    return Phrase("minimax value {value}", value=value)


def _of_node(checked: CheckedClaim) -> Saying:
    """Judge a value, a bound or a window in words."""
    call = checked.record.call_of(checked.claim.node)
    if call is None:
        return _of_unvisited(checked)
    if checked.claim.window is not None:
        return _of_window(checked, call)
    if checked.claim.sign is not None:
        return _of_bound(checked, call)
    return _of_value(checked, call)


def _of_unvisited(checked: CheckedClaim) -> Saying:
    """Judge a number or a window at a node that the search never visits."""
    claim = checked.claim
    minimax = None
    if claim.kind == "value":
        minimax = checked.findings.minimax(claim.node)
    found = _NOT_VISITED
    reason = why(checked.record, claim.node)
    if minimax is not None:
        found = _minimax_value(minimax)
        reason = (*reason, Sentence("Its minimax value is {value}", value=minimax))
    mistake = Phrase(
        "{node} is never visited, so {written} is no answer",
        node=checked.name,
        written=checked.text,
    )
    return Saying(found, for_json(minimax), mistake, reason)


def _of_window(checked: CheckedClaim, call: int) -> Saying:
    """Judge a window in words."""
    window = checked.findings.window(checked.claim.node)
    if checked.record.rules.writes_exit_windows:
        mistake = Phrase(
            "{node} is left with {found}, not {written}",
            node=checked.name,
            found=window,
            written=checked.text,
        )
    else:
        mistake = Phrase(
            "{node} is entered with {found}, not {written}",
            node=checked.name,
            found=window,
            written=checked.text,
        )
    reason = _window_reason(checked, call, window)
    return Saying(as_phrase(window), window_json(window), mistake, (reason,))


def _of_bound(checked: CheckedClaim, call: int) -> Saying:
    """Say whether a bound is proven, true, or false."""
    interval = analysis_of(checked.record).intervals.after_call(call)
    reason = _bound_reason(checked, interval)
    if checked.right:
        found = as_phrase(checked.text)
        json = claim_json(checked.record.tree, checked.claim)
    else:
        found = _found_value(checked, call)
        json = _interval_json(interval)
    return Saying(found, json, _is_not(checked, found), (reason,))


def _of_value(checked: CheckedClaim, call: int) -> Saying:
    """Judge a value in words."""
    value = checked.record.value(call)
    minimax = None
    if checked.as_ == "minimax":
        minimax = checked.findings.minimax(checked.claim.node)
    reason = _value_reason(checked, call)
    if minimax is not None:
        found = _minimax_value(minimax)
        return Saying(found, for_json(minimax), _is_not(checked, found), (reason,))
    found = _found_value(checked, call)
    return Saying(found, for_json(value), _is_not(checked, found), (reason,))


def _found_value(checked: CheckedClaim, call: int) -> Phrase:
    """Say what a call returned, with what is proven of it: ``6``, ``≤ 2``."""
    value = checked.record.value(call)
    if value is None:
        return Phrase("nothing")
    return returned_words(value, *analysis_of(checked.record).intervals.after_call(call))


def _is_not(checked: CheckedClaim, found: Phrase) -> Phrase:
    """Say that a node is one thing and not what is written."""
    return Phrase(
        "{node} is {found}, not {written}", node=checked.name, found=found, written=checked.text
    )


def _interval_json(interval: Interval) -> str:
    """Return an interval as the JSON has it: ``=3``, ``>=8``, ``2..5``."""
    low, high = interval
    if low == high:
        return f"={for_json(low)}"
    if high == INFINITY:
        return f">={for_json(low)}"
    if low == -INFINITY:
        return f"<={for_json(high)}"
    return f"{for_json(low)}..{for_json(high)}"


def _bound_reason(checked: CheckedClaim, interval: Interval) -> Sentence:
    """Say whether a bound is proven, true, or false."""
    node = checked.name
    written = checked.text
    proven = interval_text(*beyond_range(checked.record, interval))
    low, high = interval
    number: Number = present(checked.claim.number)
    if checked.right:
        return Sentence("The search found {node} {written}", node=node, written=written)
    if checked.claim.sign == ">=":
        is_weaker = number <= low
        is_false = number > high
    else:
        is_weaker = number >= high
        is_false = number < low
    if is_weaker:
        return Sentence(
            "{node} {written} is true, but the leaves prove more: {proven}",
            node=node,
            written=written,
            proven=proven,
        )
    if is_false:
        return Sentence(
            "{node} {written} is false: the leaves prove {proven}",
            node=node,
            written=written,
            proven=proven,
        )
    return Sentence(
        "{node} {written} is not proven: the leaves prove {proven}",
        node=node,
        written=written,
        proven=proven,
    )


def _value_reason(checked: CheckedClaim, call: int) -> Sentence:
    """Say what a node returned and what that proves, against the value that is claimed."""
    name = checked.name
    record = checked.record
    value = record.value(call)
    if value is None:
        return Sentence("{node} has not returned", node=name)
    if checked.as_ == "minimax":
        return Sentence(
            "{written} is the minimax value of {node}; the search returns {value}",
            written=checked.text,
            node=name,
            value=value,
        )
    reason = Sentence(
        "{node} returns {value}{of}", node=name, value=value, of=_taken_of(checked, call, value)
    )
    low, high = analysis_of(record).intervals.after_call(call)
    is_exact = low == high == value
    if not is_exact:
        reason = Sentence(
            "{reason}, and the leaves prove {proven}",
            reason=reason.phrase,
            proven=interval_text(*beyond_range(checked.record, (low, high))),
        )
    if checked.right:
        return reason
    claimed: Number = present(checked.claim.number)
    is_still_possible = low <= claimed <= high
    if is_still_possible and not is_exact:
        return Sentence(
            "{reason}. {advice}",
            reason=reason.phrase,
            advice=value_to_write(record, checked.claim.node).phrase,
        )
    return Sentence("{reason}; {written} is wrong", reason=reason.phrase, written=checked.text)


def _taken_of(checked: CheckedClaim, call: int, value: Number) -> Phrase | None:
    """Say which numbers a node took its value from: ``, MIN of 3, 12, 8``.

    ``None`` where they are none or many, or one of them is not known.
    """
    record = checked.record
    values = _values_of_children(record, checked.claim.node)
    if not values or len(values) > _MOST_CHILDREN:
        return None
    listed = ItemList(tuple(values))
    role = record.tree.roles[checked.claim.node]
    if role not in {MAX_ROLE, MIN_ROLE}:
        return Phrase(", weighted mean of {values}", values=listed)
    best = max(values) if role == MAX_ROLE else min(values)
    player = player_word(record, checked.claim.node)
    if best == value:
        return Phrase(", {player} of {values}", player=player, values=listed)
    return Phrase(
        ", as {player} of {values} lies outside its window {entry}",
        player=player,
        values=listed,
        entry=record.entry_window(call),
    )


def _values_of_children(record: Record, node: int) -> list[Number] | None:
    """Return what the visited children of a node returned; ``None`` where one is still open."""
    values: list[Number] = []
    for child in record.children(node):
        call = record.call_of(child)
        if call is None:
            continue
        value = record.value(call)
        if value is None:
            return None
        values.append(value)
    return values


def _window_reason(checked: CheckedClaim, call: int, window: Window | None) -> Sentence:
    """Say where the window comes from that is written beside a node."""
    record = checked.record
    if record.rules.writes_exit_windows:
        return Sentence(
            "{node} is entered with {entry}, returns {value} and is left with {window}",
            node=checked.name,
            entry=record.entry_window(call),
            value=record.value(call),
            window=window,
        )
    if record.tree.is_root(checked.claim.node):
        return Sentence(
            "{node} is entered with {entry}: the window with which the search begins",
            node=checked.name,
            entry=record.entry_window(call),
        )
    return _inherited_window(checked, call)


def _inherited_window(checked: CheckedClaim, call: int) -> Sentence:
    """Say how a node's window on entry follows from its parent's."""
    record = checked.record
    node = checked.name
    entry = record.entry_window(call)
    above = Node(record.tree, record.tree.parent[checked.claim.node])
    above_entry = record.entry_window(record.calls_of(above.node)[-1])
    if entry == above_entry:
        return Sentence(
            "{node} is entered with {entry}, still the window of {above}",
            node=node,
            entry=entry,
            above=above,
        )
    v = record.v_before(call)
    if v is None:
        return Sentence(
            "{node} is entered with {entry}: below the chance node {above} the search starts anew",
            node=node,
            entry=entry,
            above=above,
        )
    return Sentence(
        "{node} is entered with {entry}: {above} was entered with {above_entry}, and what came "
        "before {node} made its v {v}",
        node=node,
        entry=entry,
        above=above,
        above_entry=above_entry,
        v=v,
    )


# -- slashes -------------------------------------------------------------------------------------


def _of_visit(checked: CheckedClaim) -> Saying:
    """Judge a slash, or one that is missing, in words."""
    record = checked.record
    node = checked.claim.node
    is_slash = checked.claim.kind == "cut"
    mistake = _wrong_about_visit(checked, is_slash=is_slash)
    call = record.call_of(node)
    if call is None:
        because = (*why(record, node), *_one_edge_higher(checked))
        return Saying(_NOT_VISITED, "cut", mistake, because)
    if not is_slash:
        return Saying(_VISITED, "visited", mistake, (Sentence("It is visited"),))
    if not record.has_windows:
        reason = Sentence("This search visits every node")
        return Saying(_VISITED, "visited", mistake, (reason,))
    return Saying(_VISITED, "visited", mistake, tuple(_why_visited(checked, call)))


def _one_edge_higher(checked: CheckedClaim) -> Iterator[Sentence]:
    """Say that one slash higher up would do, where all of a branch is crossed out."""
    if checked.whole_branch is not None:
        branch = Node(checked.record.tree, checked.whole_branch)
        yield Sentence("One slash across {branch} says the same", branch=branch)


def _wrong_about_visit(checked: CheckedClaim, *, is_slash: bool) -> Phrase:
    """Say what is wrong about a slash, or a missing one, by the test that decides it."""
    name = checked.name
    test = last_test(checked.record, checked.claim.node)
    is_visited = checked.record.call_of(checked.claim.node) is not None
    is_decided_by_test = test is not None and test.holds is not is_visited
    if is_slash and is_decided_by_test:
        return Phrase("{test}, so {node} is visited", test=test, node=name)
    if is_slash:
        return Phrase("{node} is visited, not pruned", node=name)
    if is_decided_by_test:
        return Phrase("{test}, so {node} is pruned", test=test, node=name)
    return Phrase("{node} is pruned, and not marked", node=name)


def _note_on_slash(record: Record, node: int) -> Iterator[str]:
    """Yield what speaks against a slash: ``was read``, and the test that failed."""
    call = record.call_of(node)
    yield "was read" if record.is_evaluated(node) else "was visited"
    if call is None or not record.has_windows or record.has_null_window(call):
        return
    test = _test_before(record, call)
    if not test.holds:
        yield f"{test.bare} false"


def _test_before(record: Record, call: int) -> Inequality:
    """Return the test before a call; before a first child, that of its own window."""
    test = last_test(record, record.node(call))
    if test is not None:
        return test
    alpha, beta = record.entry_window(call)
    return Inequality(alpha, ">" if record.rules.strict else ">=", beta)


def _why_visited(checked: CheckedClaim, call: int) -> Iterator[Sentence]:
    """Say why a node that is crossed out is visited, and what is pruned inside it."""
    record = checked.record
    alpha, beta = record.entry_window(call)
    test = _test_before(record, call)
    if test.holds or record.has_null_window(call):
        yield Sentence(
            "{node} is entered with {entry}, so it is visited",
            node=checked.name,
            entry=entry_words(record, call),
        )
    else:
        yield Sentence(
            "{node} is entered with {entry}: {test}, so it is visited",
            node=checked.name,
            entry=(alpha, beta),
            test=test,
        )
    skipped = _skipped_first(record, checked.claim.node)
    if skipped:
        named = tuple(Node(record.tree, each) for each in skipped[:_LISTED])
        branches = ItemList(named, len(skipped) - len(named))
        yield Sentence("Only inside it something is pruned: {branches}", branches=branches)


def _skipped_first(record: Record, node: int) -> Sequence[int]:
    """Return the children that a node's first cut-off skips; none where it has no cut-off."""
    for child_call in record.cuts:
        if record.tree.parent[record.node(child_call)] == node:
            return analysis_of(record).cut_off(child_call).skipped
    return ()


# -- claims about the whole tree -----------------------------------------------------------------


def _of_tree(checked: CheckedClaim) -> Saying:
    """Judge a claim about the whole tree, or about what is not drawn, in words."""
    match checked.claim.kind:
        case "best":
            return _of_best(checked)
        case "read":
            return _of_read(checked)
        case "cut-rest":
            return _of_undrawn(checked)
        case "cuts-none":
            return _of_pruned(checked)
        case _:
            return _of_condition(checked)


def _of_best(checked: CheckedClaim) -> Saying:
    """Judge the best move in words, and say what is true of it but not proven."""
    tree = checked.record.tree
    moves = checked.findings.moves
    addresses = [tree.address(move) for move in moves]
    found = Phrase("none")
    if moves:
        found = as_phrase(ItemList(tuple(Node(tree, move) for move in moves), last=" or "))
    fact = Phrase("the best move is {moves}", moves=found)
    saying = _fact_or_mistake(checked, found, addresses, fact)
    proven = checked.findings.proven_moves
    unproven = [node for node in checked.claim.nodes if node not in proven]
    is_right_in_truth_alone = checked.right and bool(unproven)
    if not is_right_in_truth_alone:
        return saying
    as_good = _as_good_in_truth(tree, unproven)
    reason = (*saying.reason, as_good) if proven else (as_good,)
    return saying._replace(reason=reason)


def _as_good_in_truth(tree: GameTree, moves: Sequence[int]) -> Sentence:
    """Say that moves are as good as the best, though the leaves that are read do not prove it."""
    named = tuple(Node(tree, move) for move in moves)
    if len(named) == 1:
        return Sentence("{move} is as good in truth and not proven by the search", move=named[0])
    return Sentence(
        "{moves} are as good in truth and not proven by the search",
        moves=ItemList(named, last=" and "),
    )


def _of_read(checked: CheckedClaim) -> Saying:
    """Judge in words how many leaves are read."""
    number = checked.record.evaluated
    fact = Phrase("{count} read", count=Count(number, "leaf is", "leaves are"))
    return _fact_or_mistake(checked, as_phrase(number), number, fact)


def _of_condition(checked: CheckedClaim) -> Saying:
    """Judge in words the values of the unknown leaf that prune a node."""
    stretches = checked.findings.pruned_for(checked.claim.node)
    if not stretches or stretches[0].is_never:
        found = Phrase("never pruned")
    elif stretches[0].is_always:
        found = Phrase("always pruned")
    else:
        listed = stretches_in_words(checked.record, stretches)
        found = Phrase("pruned for {stretches}", stretches=listed)
    fact = Phrase("{node} is {when}", node=checked.name, when=found)
    return _fact_or_mistake(checked, found, str(found), fact)


def _fact_or_mistake(checked: CheckedClaim, found: Phrase, json: object, fact: Phrase) -> Saying:
    """Return a fact, followed by ``, not …`` where something else is claimed."""
    mistake = Phrase("{fact}, not {written}", fact=fact, written=checked.text)
    reason = fact if checked.right else mistake
    return Saying(found, json, mistake, (reason.sentence,))


def _of_undrawn(checked: CheckedClaim) -> Saying:
    """Judge a slash across the undrawn children of a node in words."""
    found = _VISITED
    if checked.findings.cuts_rest(checked.claim.node):
        found = Phrase("cut off")
    fact = Phrase("what is not drawn below {node} is {outcome}", node=checked.name, outcome=found)
    return Saying(found, str(found), fact, (fact.sentence,))


def _of_pruned(checked: CheckedClaim) -> Saying:
    """Judge in words that nothing is pruned."""
    tree = checked.record.tree
    pruned = analysis_of(checked.record).pruned
    branches = [branch_words(tree, branch) for branch in pruned[:_LISTED]]
    more = len(pruned) - len(branches)
    fact = Phrase("cut off: nothing")
    if branches:
        fact = Phrase("cut off: {branches}", branches=ItemList(tuple(branches), more))
    return Saying(fact, str(fact), fact, (fact.sentence,))


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
    if not record.has_windows or claim.kind in ABOUT_THE_TREE:
        return None
    if claim.kind in ABOUT_VISITS:
        return _known_before(record, claim.node)
    node = Node(record.tree, claim.node)
    call = record.call_of(claim.node)
    if call is None:
        return None
    if claim.kind == "window" and not record.rules.writes_exit_windows:
        heading = Phrase("WHAT {node} WAS GIVEN", node=node)
        return _known(record, heading, claim.node, record.entered_at(call))
    heading = Phrase("WHAT {node} KNEW AT ITS END", node=node)
    return _known(record, heading, claim.node, record.returned_at(call) - 1)


def _known_before(record: Record, child: int) -> Known | None:
    """Return what a parent knew before the turn of a child that was visited, or pruned there."""
    parent = record.tree.parent_of(child)
    if parent is None:
        return None
    call = record.call_of(child)
    cut = skipping_cut(record, child)
    if call is not None:
        step = record.entered_at(call) - 1
    elif cut is not None and cut.node == parent:
        step = cut.number
    else:
        return None
    heading = Phrase(
        "WHAT {node} KNEW BEFORE {child}",
        node=Node(record.tree, parent),
        child=Node(record.tree, child),
    )
    return _known(record, heading, parent, step, last_test(record, child))


def _known(
    record: Record, heading: Phrase, node: int, step: int, test: Inequality | None = None
) -> Known | None:
    """Return the window of a node at a step, in words; ``None`` if it is entered later."""
    call = record.call_at(node, step)
    if call is None:
        return None
    alpha, beta = window_ends(record, call, step)
    ends = (end_words(record, alpha), end_words(record, beta))
    return Known(heading, node, step, ends, test)
