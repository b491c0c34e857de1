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
from treeexplorer.explain.advice import (
    advise_value_to_write,
    advise_what_to_write,
    format_stretches,
)
from treeexplorer.explain.phrases import (
    describe_entry,
    describe_pruned_branch,
    describe_returned_value,
    explain_sign,
    explain_window_end,
    format_interval,
    format_player,
    remove_ends_of_range,
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
    convert_to_phrase,
    together,
)
from treeexplorer.explain.why import why
from treeexplorer.judging.cutoff_tests import last_test, skipping_cut
from treeexplorer.judging.facts import SIGNS, Inequality
from treeexplorer.judging.findings import Findings, Right
from treeexplorer.judging.judge import Mark
from treeexplorer.notation import ABOUT_THE_TREE, BoundSign, Claim, ClaimKind
from treeexplorer.numbers import convert_number_to_json, convert_window_to_json, shown
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, GameTree, Number, Window

_TEXT_BY_KIND: Final[dict[ClaimKind, str]] = {
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
_MAX_NAMED_BRANCHES: Final = 6
_MAX_LISTED_VALUES: Final = 8


def format_claim(tree: GameTree, claim: Claim) -> str:
    """Format a claim on a paper as a person reads it: ``6``, ``≥ 8``, ``(3, +∞)``, ``cut off``.

    Args:
        tree: The tree, whose labels name the moves.
        claim: What somebody wrote: a value, a bound, a window (α, β) or a slash (“cut off”) at a
            node, or something about the whole tree.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[>=8[3 12] (3,inf)[2 /4]]")
        >>> [format_claim(exercise.tree, claim) for claim in exercise.claims]
        ['≥ 8', '(3, +∞)', 'cut off']
    """
    match claim.kind:
        case "value" | "bound" | "read":
            return _format_number(present(claim.number), claim.sign)
        case "window":
            return window_text(present(claim.window))
        case "best":
            return _format_moves(tree, claim.nodes)
        case "pruned-if":  # for which values of an unknown leaf the node is pruned: `x>=5`
            return present(claim.condition).text(signs=("≤", "≥"))
        case "cut" | "cut-rest" | "cuts-none" | "visited":
            return _TEXT_BY_KIND[claim.kind]


def _format_moves(tree: GameTree, moves: Sequence[int]) -> str:
    """Format moves as their labels with spaces between; no moves are ``none``."""
    if not moves:
        return "none"
    return " ".join(map(tree.labels.text, moves))


def _format_number(number: Number, sign: BoundSign | None) -> str:
    """Format a number, or with a sign a bound: ``6``, ``≥ 8``."""
    if sign is None:
        return shown(number)
    return f"{SIGNS[sign]} {shown(number)}"


def convert_claim_to_json(tree: GameTree, claim: Claim) -> object:
    """Convert a claim on a paper to a JSON value.

    Args:
        tree: The tree, whose addresses name the moves.
        claim: What somebody wrote, such as a value or a slash.

    Returns:
        - A value or a count: a number, ``6``; an infinite one is text, ``"inf"``.
        - A bound: ``">=8"``.
        - A window: ``[3, "inf"]``.
        - The best moves: their addresses.
        - A condition on an unknown leaf: as it is written.
        - Anything else: the kind of the claim, such as ``"cut"`` for a slash.
    """
    if claim.window is not None:
        return convert_window_to_json(claim.window)
    if claim.kind == "best":
        return [tree.address(node) for node in claim.nodes]
    if claim.condition is not None:
        return str(claim.condition)
    if claim.number is None:
        return claim.kind

    number = convert_number_to_json(claim.number)
    if claim.sign is not None:
        return f"{claim.sign}{number}"
    return number


def topic(claim: Claim, label: str, text: str) -> str:
    """Return what somebody wrote, and about what: ``▽A: 6``, ``leaves read: 9``."""
    if claim.kind == "cuts-none":
        return text
    subject = ABOUT.get(claim.kind, label)
    return f"{subject}: {text}"


# -- a claim that was judged ---------------------------------------------------------------------


class ClaimExplanation(NamedTuple):
    """What is said of a claim that was judged.

    Of the claim that ▲g returns 7: ``9``, 9, ``▲g is 9, not 7``, and the sentences that show it.

    Attributes:
        found: What the search has instead, or as well.
        json: The same for JSON.
        mistake: What is wrong, as a clause.
        reason: Why the claim is right or wrong, in sentences.
    """

    found: Phrase
    json: object
    mistake: Phrase
    reason: tuple[Phrase, ...]


@dataclass(frozen=True)
class CheckedClaim:
    """A claim with its judgement, and what is said of it.

    Attributes:
        as_: As what it is right, such as the minimax value; ``None`` where it is wrong.
        mark: The same as an examiner marks it, with mistakes and consequences told apart.
        step: The step of the search that shows it.
        needs_place_in_name: Whether its node is named with its place, as another has the same
            label.
        relies_on_wrong_slash: Whether it is right only with a branch that is wrongly crossed out.
        own_test: Of a right slash that contradicts the numbers on the same paper: the test with
            these, which fails.
        branch_crossed_out_leaf_by_leaf: The pruned branch above it that is crossed out as a whole,
            slash by slash.
    """

    claim: Claim
    as_: Right | None
    mark: Mark
    step: int
    findings: Findings = field(repr=False, compare=False)
    needs_place_in_name: bool = field(default=False, repr=False, compare=False)
    relies_on_wrong_slash: bool = False
    own_test: Inequality | None = None
    branch_crossed_out_leaf_by_leaf: int | None = None

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
        if self.claim.kind == "window" and self.record.rules.writes_exit_windows:
            return "exit-window"
        return self.claim.kind

    @property
    def node(self) -> str:
        """The address of its node."""
        return self.record.tree.labels.full_address(self.claim.node)

    @property
    def name(self) -> Argument:
        """Its node; if another node has the same label, with its place: ``▽B (4)``."""
        tree = self.record.tree
        node = self.claim.node
        if not self.needs_place_in_name:
            return Node(tree, node)
        return Phrase("{place} ({leaf})", place=tree.labels.label(node), leaf=Node(tree, node))

    @property
    def label(self) -> str:
        """What its node is called in a sentence, with its place where another has its label."""
        return str(convert_to_phrase(self.name))

    @property
    def text(self) -> str:
        """The claim as a person reads it."""
        return format_claim(self.record.tree, self.claim)

    @property
    def topic(self) -> str:
        """What somebody wrote, and about what: ``▽A: 6``, ``leaves read: 9``."""
        return topic(self.claim, self.label, self.text)

    @cached_property
    def saying(self) -> ClaimExplanation:
        """What is said of the claim, computed when it is first asked for."""
        if self.relies_on_wrong_slash:
            return self._explain_with_wrong_slash()
        return self._explain_by_kind()

    def _explain_by_kind(self) -> ClaimExplanation:
        """Explain the judgement of the claim by its kind."""
        match self.claim.kind:
            case "value" | "bound" | "window":
                return _explain_number_or_window(self)
            case "cut" | "visited":  # a slash, and a slash that is missing
                return _explain_slash(self)
            case _:  # about the whole tree, or about children that are not drawn
                return _explain_claim_on_tree(self)

    def _explain_with_wrong_slash(self) -> ClaimExplanation:
        """Explain a claim that is right only if a wrong slash on the paper is believed.

        ``found`` and ``json`` are those of a right claim, such as 2. The mistake and the reason say
        ``▽B is 2 only with what is crossed out there``.
        """
        only_with_slash = Sentence(
            "{node} is {written} only with what is crossed out there",
            node=self.name,
            written=self.text,
        )
        if_slash_were_right = replace(self, mark=Mark.RIGHT)._explain_by_kind()
        return ClaimExplanation(
            found=if_slash_were_right.found,
            json=if_slash_were_right.json,
            mistake=only_with_slash.phrase,
            reason=(only_with_slash,),
        )

    @cached_property
    def reason(self) -> Phrase:
        """Why the claim is right or wrong, in one or a few sentences."""
        sentences = list(self.saying.reason)
        if self.mark is Mark.CONSEQUENCE:
            sentences.append(Sentence("It follows correctly from your own earlier entries"))
        return together(*sentences)

    @property
    def advice(self) -> Sentence:
        """What to write in its place, where it is wrong."""
        return advise_what_to_write(self.claim, self.findings)

    @property
    def note(self) -> tuple[str, ...]:
        """Why the claim is a mistake, in a few words that fit beside its node, line by line.

        Empty if the claim is no mistake, or is about the whole tree.

        Example:
            ``("was read", "3 ≥ +∞ false")`` of a slash at a node that is visited, ``("is ≤ 2",)``
            of a wrong value.
        """
        if self.mark is not Mark.MISTAKE:
            return ()
        match self.claim.kind:
            case "value" | "bound" | "window":
                return (self._format_note_on_number(),)
            case "cut":
                return _collect_notes_on_wrong_slash(self.record, self.claim.node)
            case "visited":  # a slash is missing
                return _collect_notes_on_missing_slash(self.record, self.claim.node)
            case _:
                return ()

    def _format_note_on_number(self) -> str:
        """Format what the search has in place of a wrong number or window: ``is ≤ 2``."""
        if self.record.call_of(self.claim.node) is None:
            return "never visited"
        return f"is {self.saying.found}"

    @property
    def why(self) -> str:
        """The reason as text."""
        return str(self.reason)

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``check --json`` prints of this claim, without its place in the file.

        - ``written`` is what stands on the paper, ``found`` what the search has.
        - ``as`` says of a right value what it is: the value that was ``returned``, or the
          ``minimax`` value. It is ``None`` for any other claim.
        - ``follows`` tells whether a wrong claim follows correctly from an earlier mistake.
        """
        tree = self.record.tree
        # A right claim that is no value is right as what was found, which the row does not say.
        right_as_value = None if self.as_ == "found" else self.as_
        return {
            "node": self.node,
            "label": tree.labels.label(self.claim.node),
            "claim": self.kind,
            "written": convert_claim_to_json(tree, self.claim),
            "found": self.saying.json,
            "as": right_as_value,
            "right": self.right,
            "follows": self.mark is Mark.CONSEQUENCE,
            "why": self.why,
        }


# -- values, bounds and windows ------------------------------------------------------------------


_NOT_VISITED: Final = Phrase("not visited")
_VISITED: Final = Phrase("visited")


def _describe_minimax_value(value: Number) -> Phrase:
    """Describe a number as a minimax value: ``minimax value 3``."""
    return Phrase("minimax value {value}", value=value)


def _explain_number_or_window(checked: CheckedClaim) -> ClaimExplanation:
    """Explain the judgement of a value, a bound or a window that is written at a node."""
    # A paper shows how the node ended: in its last visit.
    last_call = checked.record.call_of(checked.claim.node)
    if last_call is None:
        return _explain_number_at_unvisited_node(checked)
    if checked.claim.window is not None:
        return _explain_window(checked, last_call)
    if checked.claim.sign is not None:
        return _explain_bound(checked, last_call)
    return _explain_value(checked, last_call)


def _explain_number_at_unvisited_node(checked: CheckedClaim) -> ClaimExplanation:
    """Explain the judgement of a number or a window at a node that the search never visits.

    A value is also compared with the node's minimax value, if the tree settles that.
    """
    claim = checked.claim
    mistake = Phrase(
        "{node} is never visited, so {written} is no answer",
        node=checked.name,
        written=checked.text,
    )
    why_not_visited = why(checked.record, claim.node)
    saying = ClaimExplanation(
        found=_NOT_VISITED, json=None, mistake=mistake, reason=why_not_visited
    )

    minimax_value = checked.findings.minimax(claim.node)
    if claim.kind == "value" and minimax_value is not None:
        return _add_minimax_value(saying, minimax_value)
    return saying


def _add_minimax_value(saying: ClaimExplanation, minimax_value: Number) -> ClaimExplanation:
    """Add a node's minimax value to what is said of it, also as what was found there."""
    sentence = Sentence("Its minimax value is {value}", value=minimax_value)
    return saying._replace(
        found=_describe_minimax_value(minimax_value),
        json=convert_number_to_json(minimax_value),
        reason=(*saying.reason, sentence),
    )


def _explain_window(checked: CheckedClaim, last_call: int) -> ClaimExplanation:
    """Explain the judgement of a window (α, β) that is written at a visited node.

    By the rules of the course it is the window with which the node's last call is entered, or left.
    For example (3, +∞) is found, and (−∞, +∞) written there is the mistake.
    """
    found_window = checked.findings.window(checked.claim.node)
    return ClaimExplanation(
        found=convert_to_phrase(found_window),
        json=convert_window_to_json(found_window),
        mistake=_describe_wrong_window(checked, found_window),
        reason=(_describe_reason_for_window(checked, last_call),),
    )


def _describe_wrong_window(checked: CheckedClaim, right_window: Window | None) -> Phrase:
    """Say which window a node has, and not the one that is written there.

    For example ``▽B is entered with (3, +∞), not (−∞, +∞)``; ``is left with`` in a course that
    writes the window at the end of a node.
    """
    if checked.record.rules.writes_exit_windows:
        return Phrase(
            "{node} is left with {found}, not {written}",
            node=checked.name,
            found=right_window,
            written=checked.text,
        )
    return Phrase(
        "{node} is entered with {found}, not {written}",
        node=checked.name,
        found=right_window,
        written=checked.text,
    )


def _explain_bound(checked: CheckedClaim, last_call: int) -> ClaimExplanation:
    """Explain the judgement of a bound, such as ``≥ 8``, that is written at a visited node."""
    if checked.right:
        return _explain_right_bound(checked)

    returned = _describe_returned_value(checked, last_call)
    proven = _proven_interval(checked, last_call)
    return ClaimExplanation(
        found=returned,
        json=_format_interval_for_json(proven),
        mistake=_describe_wrong_number(checked, returned),
        reason=(_describe_reason_against_bound(checked, proven),),
    )


def _explain_right_bound(checked: CheckedClaim) -> ClaimExplanation:
    """Say that the search found a bound as it is written: ``The search found ▲B ≥ 8``."""
    bound = convert_to_phrase(checked.text)
    reason = Sentence("The search found {node} {written}", node=checked.name, written=bound)
    return ClaimExplanation(
        found=bound,
        json=convert_claim_to_json(checked.record.tree, checked.claim),
        mistake=_describe_wrong_number(checked, bound),
        reason=(reason,),
    )


def _explain_value(checked: CheckedClaim, last_call: int) -> ClaimExplanation:
    """Explain the judgement of a value that is written at a visited node.

    It is compared with the returned value, or with the minimax value if it is right as that.
    """
    if checked.as_ == "minimax":
        right_value = checked.findings.minimax(checked.claim.node)
        found = _describe_minimax_value(present(right_value))
    else:
        right_value = checked.record.value(last_call)
        found = _describe_returned_value(checked, last_call)
    return ClaimExplanation(
        found=found,
        json=convert_number_to_json(right_value),
        mistake=_describe_wrong_number(checked, found),
        reason=(_describe_reason_for_value(checked, last_call),),
    )


def _describe_returned_value(checked: CheckedClaim, call: int) -> Phrase:
    """Describe what a call returned, with what is proven of it: ``6``, ``≤ 2``, ``nothing``."""
    value = checked.record.value(call)
    if value is None:
        return Phrase("nothing")
    low, high = _proven_interval(checked, call)
    return describe_returned_value(value, low, high)


def _proven_interval(checked: CheckedClaim, call: int) -> Interval:
    """Return the lowest and the highest value that a call leaves possible for its node."""
    return analysis_of(checked.record).intervals.after_call(call)


def _describe_wrong_number(checked: CheckedClaim, found: Phrase) -> Phrase:
    """Say what a node is, and that it is not what is written: ``▲g is 9, not 7``."""
    return Phrase(
        "{node} is {found}, not {written}", node=checked.name, found=found, written=checked.text
    )


def _format_interval_for_json(interval: Interval) -> str:
    """Format an interval of values, whose ends may be infinite, in the short form of the JSON.

    >>> _format_interval_for_json((3, 3)), _format_interval_for_json((8, INFINITY))
    ('=3', '>=8')
    >>> _format_interval_for_json((2, 5))
    '2..5'
    """
    low, high = interval
    if low == high:
        return f"={convert_number_to_json(low)}"
    if high == INFINITY:
        return f">={convert_number_to_json(low)}"
    if low == -INFINITY:
        return f"<={convert_number_to_json(high)}"
    return f"{convert_number_to_json(low)}..{convert_number_to_json(high)}"


def _describe_reason_against_bound(checked: CheckedClaim, interval: Interval) -> Sentence:
    """Say what is wrong with a bound: it is true but weak, it is false, or it is not proven.

    If the leaves that were read prove a value from 5 to 9, ``≥ 4`` is true but weak, ``≤ 4`` is
    false, and ``≤ 6`` is not proven.
    """
    low, high = interval
    is_low_allowed = _is_allowed_by_bound(low, checked.claim)
    is_high_allowed = _is_allowed_by_bound(high, checked.claim)
    proven = format_interval(*remove_ends_of_range(checked.record, interval))
    if is_low_allowed and is_high_allowed:  # so is every value between
        return Sentence(
            "{node} {written} is true, but the leaves prove more: {proven}",
            node=checked.name,
            written=checked.text,
            proven=proven,
        )
    if not is_low_allowed and not is_high_allowed:
        return Sentence(
            "{node} {written} is false: the leaves prove {proven}",
            node=checked.name,
            written=checked.text,
            proven=proven,
        )
    return Sentence(
        "{node} {written} is not proven: the leaves prove {proven}",
        node=checked.name,
        written=checked.text,
        proven=proven,
    )


def _is_allowed_by_bound(value: Number, bound: Claim) -> bool:
    """Tell whether a claimed bound allows a value: ``≥ 8`` allows 8 and 9, but not 7."""
    limit: Number = present(bound.number)
    if bound.sign == ">=":
        return value >= limit
    return value <= limit


def _describe_reason_for_value(checked: CheckedClaim, call: int) -> Sentence:
    """Say what a node returned and what that proves, against the value that is written there.

    The first row that fits is said:

    =======================================  ====================================================
    the node, or the written value           what is said
    =======================================  ====================================================
    has not returned                         ``▽A has not returned``
    is right as the minimax value alone      ``3 is the minimax value of ▽A; the search returns 5``
    is right                                 ``▽A returns 3, MIN of 3, 12, 8``
    is what MIN sees in negamax              ``▽A returns 3, MIN of 3, 12, 8. −3 is what MIN …``
    is refuted                               ``▽A returns 3, MIN of 3, 12, 8; 4 is wrong``
    may be true, but is not proven           ``▽B returns 2, …, and the leaves prove ≤ 2. Write …``
    =======================================  ====================================================
    """
    returned_value = checked.record.value(call)
    if returned_value is None:  # the search stopped below it, before an unknown leaf
        return Sentence("{node} has not returned", node=checked.name)
    is_right_as_minimax = checked.as_ == "minimax"
    if is_right_as_minimax:
        return _describe_value_right_as_minimax(checked, returned_value)

    returned = _describe_returned_and_proven(checked, call, returned_value)
    if checked.right:
        return returned
    remark_on_sign = explain_sign(
        checked.record, checked.claim.node, returned_value, present(checked.claim.number)
    )
    if remark_on_sign is not None:
        return Sentence("{reason}. {remark}", reason=returned.phrase, remark=remark_on_sign.phrase)
    if _is_refuted(checked, call):
        return Sentence(
            "{reason}; {written} is wrong", reason=returned.phrase, written=checked.text
        )
    advice = advise_value_to_write(checked.record, checked.claim.node)
    return Sentence("{reason}. {advice}", reason=returned.phrase, advice=advice.phrase)


def _describe_value_right_as_minimax(checked: CheckedClaim, returned_value: Number) -> Sentence:
    """Say that a value is right as the minimax value, though the search returns another one."""
    return Sentence(
        "{written} is the minimax value of {node}; the search returns {value}",
        written=checked.text,
        node=checked.name,
        value=returned_value,
    )


def _describe_returned_and_proven(
    checked: CheckedClaim, call: int, returned_value: Number
) -> Sentence:
    """Say what a node returned and from which numbers; if it is not exact, also what is proven.

    For example ``▽A returns 3, MIN of 3, 12, 8``, and ``▽B returns 2, MIN of 2, and the leaves
    prove ≤ 2``.
    """
    returned = Sentence(
        "{node} returns {value}{of}",
        node=checked.name,
        value=returned_value,
        of=_describe_child_values(checked, call, returned_value),
    )
    proven = _proven_interval(checked, call)
    is_exact = proven == (returned_value, returned_value)
    if is_exact:
        return returned
    return Sentence(
        "{reason}, and the leaves prove {proven}",
        reason=returned.phrase,
        proven=format_interval(*remove_ends_of_range(checked.record, proven)),
    )


def _is_refuted(checked: CheckedClaim, call: int) -> bool:
    """Tell whether a value that is not right is proven to be wrong; else it may still be true."""
    low, high = _proven_interval(checked, call)
    is_returned_value_exact = low == high == checked.record.value(call)
    if is_returned_value_exact:
        return True
    claimed_value: Number = present(checked.claim.number)
    return not low <= claimed_value <= high


def _describe_child_values(
    checked: CheckedClaim, call: int, returned_value: Number
) -> Phrase | None:
    """Say from which children's values a node's value is computed: ``, MIN of 3, 12, 8``.

    The words begin with a comma, to follow a sentence. ``None`` if no child was visited, one has
    not returned, or there are too many to list.
    """
    record = checked.record
    node = checked.claim.node
    child_values = collect_returned_values(record, node)
    values = [value for value in child_values if value is not None]
    has_open_child = len(values) < len(child_values)
    if has_open_child or not values or len(values) > _MAX_LISTED_VALUES:
        return None

    role = record.tree.roles[node]
    listed_values = ItemList(tuple(values))
    if role == CHANCE_ROLE:
        return Phrase(", weighted mean of {values}", values=listed_values)
    if returned_value == _choose_best_value(values, role):
        player = format_player(record, node)
        return Phrase(", {player} of {values}", player=player, values=listed_values)
    # Under fail-hard a node returns an end of its window in place of a value outside of it.
    return _describe_clamping(record, call, values)


def _describe_clamping(record: Record, call: int, values: Sequence[Number]) -> Phrase:
    """Say that fail-hard clamped the best of some values to a call's window."""
    return Phrase(
        ", as {player} of {values} lies outside its window {entry}",
        player=format_player(record, record.node(call)),
        values=ItemList(tuple(values)),
        entry=record.entry_window(call),
    )


def _choose_best_value(values: Sequence[Number], role: int) -> Number:
    """Choose the value that a player takes: MAX the largest, MIN the smallest."""
    return max(values) if role == MAX_ROLE else min(values)


def collect_returned_values(record: Record, node: int) -> list[Number | None]:
    """Collect what the visited children of a node returned; ``None`` for one that is still open."""
    last_calls = [record.call_of(child) for child in record.children(node)]
    return [record.value(call) for call in last_calls if call is not None]


def _describe_reason_for_window(checked: CheckedClaim, last_call: int) -> Sentence:
    """Say where the right window (α, β) of a visited node comes from."""
    record = checked.record
    if record.rules.writes_exit_windows:
        return _describe_entry_and_exit_window(checked, last_call)
    if record.tree.is_root(checked.claim.node):
        return Sentence(
            "{node} is entered with {entry}: the window with which the search begins",
            node=checked.name,
            entry=record.entry_window(last_call),
        )
    return _describe_origin_of_entry_window(checked, last_call)


def _describe_entry_and_exit_window(checked: CheckedClaim, last_call: int) -> Sentence:
    """Say with which windows a node is entered and left, and what it returns between.

    For example ``▽A is entered with (−∞, +∞), returns 3 and is left with (−∞, 3)``.
    """
    return Sentence(
        "{node} is entered with {entry}, returns {value} and is left with {window}",
        node=checked.name,
        entry=checked.record.entry_window(last_call),
        value=checked.record.value(last_call),
        window=checked.findings.window(checked.claim.node),
    )


def _describe_origin_of_entry_window(checked: CheckedClaim, last_call: int) -> Sentence:
    """Say how the window with which a node was entered follows from the window of its parent.

    It is the parent's window, or that with one end moved to the parent's best value so far; below a
    chance node it is a new one.
    """
    record = checked.record
    parent = Node(record.tree, record.tree.parent[checked.claim.node])
    entry_window = record.entry_window(last_call)
    if entry_window == _last_entry_window(record, parent.node):
        return Sentence(
            "{node} is entered with {entry}, still the window of {above}",
            node=checked.name,
            entry=entry_window,
            above=parent,
        )
    if record.tree.roles[parent.node] == CHANCE_ROLE:
        return _describe_new_window_below_chance_node(checked, entry_window, parent)
    return _describe_window_moved_by_siblings(checked, last_call, parent)


def _describe_new_window_below_chance_node(
    checked: CheckedClaim, entry_window: Window, chance_node: Node
) -> Sentence:
    """Say that a child of a chance node is entered with a window of its own."""
    return Sentence(
        "{node} is entered with {entry}: below the chance node {above} the search starts anew",
        node=checked.name,
        entry=entry_window,
        above=chance_node,
    )


def _last_entry_window(record: Record, node: int) -> Window:
    """Return the window with which a node was entered last, which is what a paper shows."""
    last_call = record.calls_of(node)[-1]
    return record.entry_window(last_call)


def _describe_window_moved_by_siblings(
    checked: CheckedClaim, last_call: int, parent: Node
) -> Sentence:
    """Say that the children before a node have moved its parent's window.

    For example ``▽B is entered with (3, +∞): ▲root was entered with (−∞, +∞), and what came before
    ▽B made its v 3.``
    """
    record = checked.record
    return Sentence(
        "{node} is entered with {entry}: {above} was entered with {above_entry}, and what came "
        "before {node} made its v {v}",
        node=checked.name,
        entry=record.entry_window(last_call),
        above=parent,
        above_entry=_last_entry_window(record, parent.node),
        v=record.parent_v_before(last_call),
    )


# -- slashes -------------------------------------------------------------------------------------


def _explain_slash(checked: CheckedClaim) -> ClaimExplanation:
    """Explain the judgement of a slash on a paper, or of a slash that is missing there.

    A slash claims that its node is pruned, a missing slash that its node is visited.
    """
    is_slash = checked.is_written
    mistake = _describe_wrong_slash(checked) if is_slash else _describe_missing_slash(checked)
    last_call = checked.record.call_of(checked.claim.node)
    if last_call is None:
        return _explain_slash_at_pruned_node(checked, mistake)
    return ClaimExplanation(
        found=_VISITED,
        json="visited",
        mistake=mistake,
        reason=tuple(_explain_visit(checked, last_call)),
    )


def _explain_slash_at_pruned_node(checked: CheckedClaim, mistake: Phrase) -> ClaimExplanation:
    """Explain why the search prunes a node at which a paper has a slash, or lacks one.

    Args:
        checked: The slash, judged; or the claim of the key that the paper lacks.
        mistake: What is wrong if the slash is missing: ``3 ≥ 2, so 4 is pruned``.
    """
    return ClaimExplanation(
        found=_NOT_VISITED,
        json="cut",
        mistake=mistake,
        reason=(
            *why(checked.record, checked.claim.node),
            *_describe_contradicting_test(checked),
            *_describe_single_slash_above(checked),
        ),
    )


def _describe_contradicting_test(checked: CheckedClaim) -> Iterator[Sentence]:
    """Say of a right slash that the numbers on the same paper do not lead to it."""
    if checked.own_test is not None:
        yield Sentence(
            "By your own numbers {test}, so {node} would be visited",
            test=checked.own_test,
            node=checked.name,
        )


def _describe_single_slash_above(checked: CheckedClaim) -> Iterator[Sentence]:
    """Say that one slash higher up would do, if all of a branch is crossed out slash by slash."""
    if checked.branch_crossed_out_leaf_by_leaf is not None:
        branch = Node(checked.record.tree, checked.branch_crossed_out_leaf_by_leaf)
        yield Sentence("One slash across {branch} says the same", branch=branch)


def _describe_wrong_slash(checked: CheckedClaim) -> Phrase:
    """Say that a node crossed out as pruned is visited: ``3 ≥ 5 is false, so ▽B is visited``.

    The test is left out if none failed before the visit.
    """
    test = last_test(checked.record, checked.claim.node)
    if test is not None and not test.holds:
        return Phrase("{test}, so {node} is visited", test=test, node=checked.name)
    return Phrase("{node} is visited, not pruned", node=checked.name)


def _describe_missing_slash(checked: CheckedClaim) -> Phrase:
    """Say that a node not crossed out is pruned: ``3 ≥ 2, so 4 is pruned``.

    The test is left out if none pruned the node.
    """
    test = last_test(checked.record, checked.claim.node)
    if test is not None and test.holds:
        return Phrase("{test}, so {node} is pruned", test=test, node=checked.name)
    return Phrase("{node} is pruned, and not marked", node=checked.name)


def _collect_notes_on_wrong_slash(record: Record, node: int) -> tuple[str, ...]:
    """Collect notes beside a node wrongly crossed out: ``was read``, and the test ``3 ≥ 5 false``.

    The test is left out if the search makes none, or it does not show why the node was visited.
    """
    outcome = "was read" if record.is_evaluated(node) else "was visited"
    last_call = record.call_of(node)
    if last_call is None or not record.has_windows:
        return (outcome,)
    # A null window has two equal ends; their test does not show the question that it asks.
    if record.has_null_window(last_call):
        return (outcome,)

    test = _find_test_before_call(record, last_call)
    if test.holds:
        return (outcome,)
    return outcome, f"{test.bare} false"


def _collect_notes_on_missing_slash(record: Record, node: int) -> tuple[str, ...]:
    """Collect notes beside a pruned node not crossed out: ``is pruned``, and the test ``3 ≥ 2``."""
    test = last_test(record, node)
    if test is not None and test.holds:
        return "is pruned", test.bare
    return ("is pruned",)


def _find_test_before_call(record: Record, call: int) -> Inequality:
    """Find the test before a call; before a first child, compare the ends of its own window."""
    test = last_test(record, record.node(call))
    if test is not None:
        return test
    alpha, beta = record.entry_window(call)
    return Inequality(alpha, ">" if record.rules.strict else ">=", beta)


def _explain_visit(checked: CheckedClaim, last_call: int) -> Iterator[Sentence]:
    """Explain why a node is visited, to a person who crossed it out on a paper, or did not.

    A wrong slash is answered with the test that failed, and with what is pruned inside the node; in
    a search without windows (α, β), with the fact that it prunes nothing.
    """
    is_crossed_out = checked.is_written
    if not is_crossed_out:
        yield Sentence("It is visited")
    elif not checked.record.has_windows:
        yield Sentence("This search visits every node")
    else:
        yield _describe_entry_and_visit(checked, last_call)
        yield from _describe_pruning_inside(checked.record, checked.claim.node)


def _describe_entry_and_visit(checked: CheckedClaim, last_call: int) -> Sentence:
    """Say with which window a crossed-out node is entered, and which test failed before that.

    For example ``▽B is entered with (3, +∞): 3 ≥ +∞ is false, so it is visited.`` The test is left
    out where it is no reason for the visit.
    """
    record = checked.record
    entry = describe_entry(record, last_call)
    test = _find_test_before_call(record, last_call)

    # Of a null window the entry is a question, “is it worth more than 3?”; the test would compare
    # the two equal numbers of the window, which says nothing of it.
    has_null_window = record.has_null_window(last_call)
    # If the search begins with an empty window, such as (5, 3), the test holds from the start, and
    # the node is visited all the same.
    if has_null_window or test.holds:
        return Sentence(
            "{node} is entered with {entry}, so it is visited", node=checked.name, entry=entry
        )
    return Sentence(
        "{node} is entered with {entry}: {test}, so it is visited",
        node=checked.name,
        entry=entry,
        test=test,
    )


def _describe_pruning_inside(record: Record, node: int) -> Iterator[Sentence]:
    """Say which children a node's first cut-off prunes, if it has one."""
    skipped = _find_children_skipped_first(record, node)
    if not skipped:
        return
    named = tuple(Node(record.tree, child) for child in skipped[:_MAX_NAMED_BRANCHES])
    branches = ItemList(named, more=len(skipped) - len(named))
    yield Sentence("Only inside it something is pruned: {branches}", branches=branches)


def _find_children_skipped_first(record: Record, node: int) -> Sequence[int]:
    """Find the children that a node's first cut-off skips; none if it has no cut-off."""
    for child_call in record.cuts:
        child = record.node(child_call)
        if record.tree.parent[child] == node:
            return analysis_of(record).cut_off(child_call).skipped
    return ()


# -- claims about the whole tree -----------------------------------------------------------------


def _explain_claim_on_tree(checked: CheckedClaim) -> ClaimExplanation:
    """Explain the judgement of a claim about the whole tree, or about what is not drawn."""
    match checked.claim.kind:
        case "best":
            return _explain_best_moves(checked)
        case "read":
            return _explain_number_of_leaves_read(checked)
        case "cut-rest":
            return _explain_slash_across_undrawn_children(checked)
        case "cuts-none":
            return _explain_claim_that_nothing_is_pruned(checked)
        case _:
            return _explain_pruning_condition(checked)


def _explain_best_moves(checked: CheckedClaim) -> ClaimExplanation:
    """Explain the judgement of the best moves that somebody wrote.

    A move can be right by all leaves of the tree although the leaves that were read do not prove
    it. Then this is said, too.
    """
    saying = _describe_best_moves(checked)
    if not checked.right:
        return saying

    proven_moves = checked.findings.proven_moves
    unproven_moves = [move for move in checked.claim.nodes if move not in proven_moves]
    if not unproven_moves:
        return saying

    as_good = _describe_moves_as_good_in_truth(checked.record.tree, unproven_moves)
    if not proven_moves:  # then no move can be said to be the best
        return saying._replace(reason=(as_good,))
    return saying._replace(reason=(*saying.reason, as_good))


def _describe_best_moves(checked: CheckedClaim) -> ClaimExplanation:
    """Say which moves are the best, and which are not: ``the best move is ▽A or ▽C, not ▽B``.

    ``the best move is none`` if none is proven to be the best.
    """
    tree = checked.record.tree
    best_moves = checked.findings.moves
    if best_moves:
        named_moves = tuple(Node(tree, move) for move in best_moves)
        found = convert_to_phrase(ItemList(named_moves, last=" or "))
    else:
        found = Phrase("none")
    return _build_saying_from_fact(
        checked,
        found=found,
        json=[tree.address(move) for move in best_moves],
        fact=Phrase("the best move is {moves}", moves=found),
    )


def _describe_moves_as_good_in_truth(tree: GameTree, moves: Sequence[int]) -> Sentence:
    """Say that some moves are as good as the best, though the leaves read do not prove it."""
    named_moves = tuple(Node(tree, move) for move in moves)
    if len(named_moves) == 1:
        return Sentence(
            "{move} is as good in truth and not proven by the search", move=named_moves[0]
        )
    return Sentence(
        "{moves} are as good in truth and not proven by the search",
        moves=ItemList(named_moves, last=" and "),
    )


def _explain_number_of_leaves_read(checked: CheckedClaim) -> ClaimExplanation:
    """Explain the judgement of a count of leaves: ``9 leaves are read, not 8``."""
    number = checked.record.evaluated
    return _build_saying_from_fact(
        checked,
        found=convert_to_phrase(number),
        json=number,
        fact=Phrase("{count} read", count=Count(number, "leaf is", "leaves are")),
    )


def _explain_pruning_condition(checked: CheckedClaim) -> ClaimExplanation:
    """Explain for which values of an unknown leaf a node is pruned, if a claim says when it is.

    ``4 is pruned for x ≥ 5``, ``4 is always pruned`` or ``4 is never pruned``; of a wrong claim
    ``, not …`` follows.
    """
    when_pruned = _describe_when_pruned(checked)
    return _build_saying_from_fact(
        checked,
        found=when_pruned,
        json=str(when_pruned),
        fact=Phrase("{node} is {when}", node=checked.name, when=when_pruned),
    )


def _describe_when_pruned(checked: CheckedClaim) -> Phrase:
    """Say for which values of an unknown leaf a node is pruned: ``pruned for x ≥ 5``, or never."""
    stretches = checked.findings.pruned_for(checked.claim.node)
    # If a node is always or never pruned, that is its only stretch of values.
    if not stretches or stretches[0].is_never:
        return Phrase("never pruned")
    if stretches[0].is_always:
        return Phrase("always pruned")
    listed_stretches = format_stretches(checked.record, stretches)
    return Phrase("pruned for {stretches}", stretches=listed_stretches)


def _build_saying_from_fact(
    checked: CheckedClaim, *, found: Phrase, json: object, fact: Phrase
) -> ClaimExplanation:
    """Build what is said of a claim: a fact, followed by ``, not …`` if something else is claimed.

    For example the fact ``9 leaves are read`` becomes ``9 leaves are read, not 8``.
    """
    mistake = Phrase("{fact}, not {written}", fact=fact, written=checked.text)
    reason = fact if checked.right else mistake
    return ClaimExplanation(found=found, json=json, mistake=mistake, reason=(reason.sentence,))


def _explain_slash_across_undrawn_children(checked: CheckedClaim) -> ClaimExplanation:
    """Explain the judgement of a slash across the undrawn children of a node."""
    is_cut_off = checked.findings.cuts_rest(checked.claim.node)
    outcome = Phrase("cut off") if is_cut_off else _VISITED
    fact = Phrase("what is not drawn below {node} is {outcome}", node=checked.name, outcome=outcome)
    return ClaimExplanation(found=outcome, json=str(outcome), mistake=fact, reason=(fact.sentence,))


def _explain_claim_that_nothing_is_pruned(checked: CheckedClaim) -> ClaimExplanation:
    """Explain the judgement of “nothing is pruned” by listing what is: ``cut off: 4, 6``.

    The same words answer a right claim, ``cut off: nothing``, and a wrong one. Where slashes on the
    same paper contradict the claim, it is said that they do.
    """
    tree = checked.record.tree
    pruned = analysis_of(checked.record).pruned
    if pruned:
        named = tuple(
            describe_pruned_branch(tree, branch) for branch in pruned[:_MAX_NAMED_BRANCHES]
        )
        branches = ItemList(named, more=len(pruned) - len(named))
        fact = Phrase("cut off: {branches}", branches=branches)
    else:
        fact = Phrase("cut off: nothing")
    mistake = fact
    if checked.findings.crossed and not checked.right:
        mistake = _describe_contradicting_slashes(checked)
    return ClaimExplanation(found=fact, json=str(fact), mistake=mistake, reason=(mistake.sentence,))


def _describe_contradicting_slashes(checked: CheckedClaim) -> Phrase:
    """Say that slashes contradict the claim on their paper that nothing is pruned."""
    crossed = sorted(checked.findings.crossed)
    named = tuple(Node(checked.record.tree, node) for node in crossed[:_MAX_NAMED_BRANCHES])
    nodes = ItemList(named, more=len(crossed) - len(named), last=" and ")
    if len(crossed) == 1:
        return Phrase("the slash at {node} contradicts “nothing is cut off”", node=nodes)
    return Phrase("the slashes at {nodes} contradict “nothing is cut off”", nodes=nodes)


# -- the moment of a mistake ---------------------------------------------------------------------


class DecidingWindow(NamedTuple):
    """What the search knew of a node's window at the moment that decides a claim.

    Attributes:
        heading: What is shown: ``WHAT ▽D KNEW BEFORE d1``.
        node: The node whose window counts.
        step: The step after which it counts.
        ends: Where α and β come from.
        test: The test that was made; ``None`` where the claim is about none.
    """

    heading: Phrase
    node: int
    step: int
    ends: tuple[Phrase, Phrase]
    test: Inequality | None


def find_deciding_window(record: Record, claim: Claim) -> DecidingWindow | None:
    """Find the window that a node had at the moment that decides a claim on a paper.

    - A slash (“cut off”), or a missing one: the parent's, before the node was entered or skipped.
    - A window (α, β): the node's as it was entered; in courses that write the window with which a
      node is left, at its end.
    - Anything else at a node, such as a value: the node's at its end.

    Args:
        record: The search.
        claim: The claim.

    Returns:
        The window with a heading; ``None`` for a claim about the whole tree, in a search without
        windows, and if the search has not come to the node.
    """
    if not record.has_windows or claim.kind in ABOUT_THE_TREE:
        return None

    is_slash_or_missing_slash = claim.kind in {"cut", "visited"}
    if is_slash_or_missing_slash:
        return _find_window_before_child(record, claim.node)
    if claim.kind == "window" and not record.rules.writes_exit_windows:
        return _find_window_at_entry(record, claim.node)
    return _find_window_at_end(record, claim.node)


def _find_window_at_entry(record: Record, node: int) -> DecidingWindow | None:
    """Find the window with which a node was entered last; ``None`` if it was not visited."""
    last_call = record.call_of(node)
    if last_call is None:
        return None
    return _describe_window_at_step(
        record,
        heading=Phrase("WHAT {node} WAS GIVEN", node=Node(record.tree, node)),
        node=node,
        step=record.entered_at(last_call),
        test=None,
    )


def _find_window_at_end(record: Record, node: int) -> DecidingWindow | None:
    """Find a node's window at the end of its last visit, before its value arrived above.

    ``None`` if it was not visited.
    """
    last_call = record.call_of(node)
    if last_call is None:
        return None
    return _describe_window_at_step(
        record,
        heading=Phrase("WHAT {node} KNEW AT ITS END", node=Node(record.tree, node)),
        node=node,
        step=record.returned_at(last_call) - 1,
        test=None,
    )


def _find_window_before_child(record: Record, child: int) -> DecidingWindow | None:
    """Find the parent's window just before the search entered or skipped a child.

    ``None`` for the root, and for a child that was neither entered nor skipped itself: it was
    skipped together with its parent, or has not been reached yet.
    """
    parent = record.tree.parent_of(child)
    if parent is None:
        return None
    step = _find_step_before_child(record, child, parent)
    if step is None:
        return None

    heading = Phrase(
        "WHAT {node} KNEW BEFORE {child}",
        node=Node(record.tree, parent),
        child=Node(record.tree, child),
    )
    test = last_test(record, child)
    return _describe_window_at_step(record, heading=heading, node=parent, step=step, test=test)


def _find_step_before_child(record: Record, child: int, parent: int) -> int | None:
    """Return the step after which a parent entered a child, or skipped it; ``None`` if neither.

    If the child is entered in step 9, it is step 8. If it is skipped by the cut-off of its parent
    in step 9, it is step 9 itself: the cut-off is made after that step has changed the window.
    """
    last_call = record.call_of(child)
    if last_call is not None:
        return record.entered_at(last_call) - 1
    cut_step = skipping_cut(record, child)
    if cut_step is None or cut_step.node != parent:
        return None
    return cut_step.number


def _describe_window_at_step(
    record: Record, *, heading: Phrase, node: int, step: int, test: Inequality | None
) -> DecidingWindow | None:
    """Describe a node's window (α, β) at a step in words, with a heading and the test made there.

    ``None`` if the search enters the node only after the step.
    """
    call = record.call_at(node, step)
    if call is None:
        return None
    alpha_end, beta_end = window_ends(record, call, step)
    return DecidingWindow(
        heading=heading,
        node=node,
        step=step,
        ends=(explain_window_end(record, alpha_end), explain_window_end(record, beta_end)),
        test=test,
    )
