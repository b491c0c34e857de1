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
from treeexplorer.notation import (
    ABOUT_THE_TREE,
    BoundSign,
    Claim,
    ClaimKind,
)
from treeexplorer.numbers import for_json, shown, window_json
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, GameTree, Number, Window

_TEXT_OF_KIND: Final[dict[ClaimKind, str]] = {
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
    """Return what somebody wrote on a paper, as a person reads it: ``6``, ``≥ 8``, ``cut off``.

    Args:
        tree: The tree, whose labels name the moves.
        claim: One thing that is written at a node: a value, a bound, a window (α, β), a slash
            across the edge above it (“cut off”), or something about the whole tree.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[>=8[3 12] (3,inf)[2 /4]]")
        >>> [claim_text(exercise.tree, claim) for claim in exercise.claims]
        ['≥ 8', '(3, +∞)', 'cut off']
    """
    match claim.kind:
        case "value" | "bound" | "read":
            return _number_text(present(claim.number), claim.sign)
        case "window":
            return window_text(present(claim.window))
        case "best":
            return _moves_text(tree, claim.nodes)
        case "pruned-if":  # for which values of an unknown leaf the node is pruned: `x>=5`
            return present(claim.condition).text(signs=("≤", "≥"))
        case "cut" | "cut-rest" | "cuts-none" | "visited":
            return _TEXT_OF_KIND[claim.kind]


def _moves_text(tree: GameTree, moves: Sequence[int]) -> str:
    """Return the labels of moves, or ``none``."""
    if not moves:
        return "none"
    return " ".join(map(tree.labels.text, moves))


def _number_text(number: Number, sign: BoundSign | None) -> str:
    """Return a number, with its sign where it is a bound: ``6``, ``≥ 8``."""
    if sign is None:
        return shown(number)
    return f"{SIGNS[sign]} {shown(number)}"


def claim_json(tree: GameTree, claim: Claim) -> object:
    """Return what somebody wrote on a paper as a JSON value.

    Args:
        tree: The tree, whose addresses name the moves.
        claim: One thing that is written at a node, such as a value or a slash.

    Returns:
        - A value or a count: a number, ``6``; an infinite one is text, ``"inf"``.
        - A bound: ``">=8"``.
        - A window: ``[3, "inf"]``.
        - The best moves: their addresses.
        - A condition on an unknown leaf: as it is written.
        - Anything else: the kind of the claim, such as ``"cut"`` for a slash.
    """
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
        needs_place: Whether its node is named with its place, as another has the same label.
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
        """What is said of the claim, worked out when it is asked for."""
        if self.needs_crossed:
            return self._saying_of_needed_slash()
        return self._saying_of_kind()

    def _saying_of_kind(self) -> Saying:
        """Return what is said of the claim as one of its kind, with the mark that it has."""
        match self.claim.kind:
            case "value" | "bound" | "window":
                return _saying_of_node(self)
            case "cut" | "visited":  # a slash, and a slash that is missing
                return _saying_of_visit(self)
            case _:  # about the whole tree, or about children that are not drawn
                return _saying_of_tree(self)

    def _saying_of_needed_slash(self) -> Saying:
        """Return what is said of a claim that is right only if a wrong slash is believed.

        A slash on a paper crosses out a branch as cut off. It is said what would be said of a right
        claim; only the mistake and the reason name the slash instead: ``▽B is 2 only with what is
        crossed out there``.
        """
        only_there = Sentence(
            "{node} is {written} only with what is crossed out there",
            node=self.name,
            written=self.text,
        )
        as_right = replace(self, mark=Mark.RIGHT)._saying_of_kind()
        return as_right._replace(mistake=only_there.phrase, reason=(only_there,))

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
        """Why the claim is a mistake, in a few words that fit beside its node.

        Example:
            ``("was read", "3 ≥ +∞ false")`` of a slash at a node that is visited, ``("is ≤ 2",)``
            of a wrong value.

        Returns:
            The words, line by line; none if the claim is no mistake or is about the whole tree.
        """
        is_mistake = self.mark is Mark.MISTAKE
        if not is_mistake:
            return ()
        match self.claim.kind:
            case "value" | "bound" | "window":
                return (self._note_on_number,)
            case "cut":
                return tuple(_note_on_slash(self.record, self.claim.node))
            case "visited":  # a slash is missing
                return tuple(_note_on_missing_slash(self.record, self.claim.node))
            case _:
                return ()

    @property
    def _note_on_number(self) -> str:
        """What the search has in place of a number or a window: ``is ≤ 2``."""
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
        right_as = self.as_
        if right_as == "found":  # what the search has: the only way in which other claims are right
            right_as = None
        return {
            "node": self.node,
            "label": tree.labels.label(self.claim.node),
            "claim": self.kind,
            "written": claim_json(tree, self.claim),
            "found": self.saying.json,
            "as": right_as,
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


def _saying_of_node(checked: CheckedClaim) -> Saying:
    """Explain the judgement of a value, a bound or a window at a node.

    Args:
        checked: What somebody wrote at the node, with its judgement.

    Returns:
        What the search has there, what is wrong, and the reason.
    """
    # The last visit of the node: a paper shows how the node ended.
    call = checked.record.call_of(checked.claim.node)
    if call is None:
        return _saying_of_unvisited(checked)
    if checked.claim.window is not None:
        return _saying_of_window(checked, call)
    if checked.claim.sign is not None:
        return _saying_of_bound(checked, call)
    return _saying_of_value(checked, call)


def _saying_of_unvisited(checked: CheckedClaim) -> Saying:
    """Explain the judgement of a number or a window at a node that the search never visits.

    Of a value, the node's minimax value is told, too, if what is drawn of the tree settles it.

    Args:
        checked: What somebody wrote at the node, with its judgement.
    """
    claim = checked.claim
    mistake = Phrase(
        "{node} is never visited, so {written} is no answer",
        node=checked.name,
        written=checked.text,
    )
    # Which cut-off pruned the node, and what that rests on.
    reason = why(checked.record, claim.node)
    saying = Saying(found=_NOT_VISITED, json=None, mistake=mistake, reason=reason)
    minimax = checked.findings.minimax(claim.node)
    if claim.kind != "value" or minimax is None:
        return saying
    return _with_minimax_value(saying, minimax)


def _with_minimax_value(saying: Saying, value: Number) -> Saying:
    """Add a node's minimax value to what is said of it."""
    its_minimax_value = Sentence("Its minimax value is {value}", value=value)
    return saying._replace(
        found=_minimax_value(value),
        json=for_json(value),
        reason=(*saying.reason, its_minimax_value),
    )


def _saying_of_window(checked: CheckedClaim, call: int) -> Saying:
    """Explain the judgement of a window, the pair (α, β), that is written at a node.

    Most courses write the window with which the search enters a node, some the one with which it
    leaves the node.

    Args:
        checked: The window that somebody wrote, with its judgement.
        call: The last visit of its node, which a paper shows.
    """
    window = checked.findings.window(checked.claim.node)
    return Saying(
        found=as_phrase(window),
        json=window_json(window),
        mistake=_other_window(checked, window),
        reason=(_window_reason(checked, call),),
    )


def _other_window(checked: CheckedClaim, window: Window | None) -> Phrase:
    """Say that a node has another window than the one that is written.

    ``▽B is entered with (3, +∞), not (−∞, +∞)``; or ``is left with``, in courses that write the
    window at the end of a node.

    Args:
        checked: The window that somebody wrote, with its judgement.
        window: The right window; ``None`` where the node has none.
    """
    name = checked.name
    written = checked.text
    if checked.record.rules.writes_exit_windows:
        return Phrase(
            "{node} is left with {found}, not {written}", node=name, found=window, written=written
        )
    return Phrase(
        "{node} is entered with {found}, not {written}", node=name, found=window, written=written
    )


def _saying_of_bound(checked: CheckedClaim, call: int) -> Saying:
    """Explain the judgement of a bound, such as ``≥ 8``, that is written at a node.

    Args:
        checked: The bound that somebody wrote, with its judgement.
        call: The last visit of its node, which a paper shows.
    """
    if checked.right:
        return _saying_of_right_bound(checked)
    proven = _proven_by(checked, call)
    returned = _found_value(checked, call)
    return Saying(
        found=returned,
        json=_interval_json(proven),
        mistake=_is_not(checked, returned),
        reason=(_against_bound(checked, proven),),
    )


def _saying_of_right_bound(checked: CheckedClaim) -> Saying:
    """Say that the search found a bound as it is written: ``The search found ▲B ≥ 8``."""
    written = as_phrase(checked.text)
    reason = Sentence("The search found {node} {written}", node=checked.name, written=written)
    return Saying(
        found=written,
        json=claim_json(checked.record.tree, checked.claim),
        mistake=_is_not(checked, written),
        reason=(reason,),
    )


def _saying_of_value(checked: CheckedClaim, call: int) -> Saying:
    """Explain the judgement of a value that is written at a node.

    A value is compared with what the search returned. In some cases it is right as the node's
    minimax value, too.

    Args:
        checked: The value that somebody wrote, with its judgement.
        call: The last visit of its node, which a paper shows.
    """
    if checked.as_ == "minimax":  # right as that, although the search returns another number
        number = checked.findings.minimax(checked.claim.node)
        found = _minimax_value(present(number))
    else:
        number = checked.record.value(call)
        found = _found_value(checked, call)
    return Saying(
        found=found,
        json=for_json(number),
        mistake=_is_not(checked, found),
        reason=(_value_reason(checked, call),),
    )


def _found_value(checked: CheckedClaim, call: int) -> Phrase:
    """Say what a call returned, with what is proven of it: ``6``, ``≤ 2``."""
    value = checked.record.value(call)
    if value is None:
        return Phrase("nothing")
    return returned_words(value, *_proven_by(checked, call))


def _proven_by(checked: CheckedClaim, call: int) -> Interval:
    """Return between which numbers a call has proven its node's value to lie."""
    return analysis_of(checked.record).intervals.after_call(call)


def _is_not(checked: CheckedClaim, found: Phrase) -> Phrase:
    """Say what a node is, and that it is not what is written: ``▲g is 9, not 7``."""
    return Phrase(
        "{node} is {found}, not {written}", node=checked.name, found=found, written=checked.text
    )


def _interval_json(interval: Interval) -> str:
    """Return an interval of values in the short form that the JSON has.

    Args:
        interval: The lowest and the highest value, either of which can be infinite.

    Example:
        >>> _interval_json((3, 3)), _interval_json((8, INFINITY)), _interval_json((2, 5))
        ('=3', '>=8', '2..5')
    """
    low, high = interval
    if low == high:
        return f"={for_json(low)}"
    if high == INFINITY:
        return f">={for_json(low)}"
    if low == -INFINITY:
        return f"<={for_json(high)}"
    return f"{for_json(low)}..{for_json(high)}"


def _against_bound(checked: CheckedClaim, interval: Interval) -> Sentence:
    """Say what is wrong with a bound: it is true but weak, it is false, or it is not proven.

    If the leaves that were read prove a value from 5 to 9, ``≥ 4`` is true but weak, ``≤ 4`` is
    false, and ``≤ 6`` is not proven.

    Args:
        checked: The bound that somebody wrote.
        interval: What the leaves prove of its node: its lowest and its highest value.
    """
    node = checked.name
    written = checked.text
    proven = interval_text(*beyond_range(checked.record, interval))
    # A bound allows all values on one side of a number. So it allows all of the interval if it
    # allows both ends, and none of it if it allows neither.
    ends_satisfy_it = [_satisfies(end, checked.claim) for end in interval]
    if all(ends_satisfy_it):
        return Sentence(
            "{node} {written} is true, but the leaves prove more: {proven}",
            node=node,
            written=written,
            proven=proven,
        )
    if not any(ends_satisfy_it):
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


def _satisfies(value: Number, bound: Claim) -> bool:
    """Tell whether a value keeps to a bound that is claimed, such as ``≥ 8``."""
    number: Number = present(bound.number)
    return value >= number if bound.sign == ">=" else value <= number


def _value_reason(checked: CheckedClaim, call: int) -> Sentence:
    """Say what a node returned and what that proves, against the value that is written there.

    - A right value: ``▽A returns 3, MIN of 3, 12, 8.``
    - A wrong value that is refuted: ``▽A returns 3, MIN of 3, 12, 8; 4 is wrong.``
    - A wrong value that may still be true: the same, and what to write instead.

    Args:
        checked: The value that somebody wrote, with its judgement.
        call: The last visit of its node, which a paper shows.
    """
    value = checked.record.value(call)
    if value is None:  # the search stopped below it, before an unknown leaf
        return Sentence("{node} has not returned", node=checked.name)
    if checked.as_ == "minimax":
        return _right_as_minimax_value(checked, value)
    found = _returned_and_proven(checked, call, value)
    if checked.right:
        return found
    # The leaves that were read prove that the value is another one.
    if _is_refuted(checked, call):
        return Sentence("{reason}; {written} is wrong", reason=found.phrase, written=checked.text)
    advice = value_to_write(checked.record, checked.claim.node)
    return Sentence("{reason}. {advice}", reason=found.phrase, advice=advice.phrase)


def _right_as_minimax_value(checked: CheckedClaim, returned: Number) -> Sentence:
    """Say that a value is right as the minimax value, though another one is returned."""
    return Sentence(
        "{written} is the minimax value of {node}; the search returns {value}",
        written=checked.text,
        node=checked.name,
        value=returned,
    )


def _returned_and_proven(checked: CheckedClaim, call: int, value: Number) -> Sentence:
    """Say what a call returned and from which numbers; if it is not exact, also what is proven.

    ``▽A returns 3, MIN of 3, 12, 8``, and ``▽B returns 2, MIN of 2, and the leaves prove ≤ 2``.

    Args:
        checked: The value that somebody wrote at the node.
        call: The call, that is, the last visit of the node.
        value: What it returned.
    """
    # It begins with a comma, ``, MIN of 3, 12, 8``; ``None`` prints nothing.
    computed_from = _computed_from(checked, call, value)
    returned = Sentence(
        "{node} returns {value}{of}", node=checked.name, value=value, of=computed_from
    )
    # The lowest and the highest value that the node can have, by the leaves that were read.
    proven = _proven_by(checked, call)
    is_exact = proven == (value, value)
    if is_exact:
        return returned
    return Sentence(
        "{reason}, and the leaves prove {proven}",
        reason=returned.phrase,
        proven=interval_text(*beyond_range(checked.record, proven)),
    )


def _is_refuted(checked: CheckedClaim, call: int) -> bool:
    """Tell whether a value that is not right is proven to be wrong; else it may still be true."""
    low, high = _proven_by(checked, call)
    claimed: Number = present(checked.claim.number)
    is_exact = low == high == checked.record.value(call)
    return is_exact or not low <= claimed <= high


def _computed_from(checked: CheckedClaim, call: int, value: Number) -> Phrase | None:
    """Say from which of its children's values a node's value is computed: ``, MIN of 3, 12, 8``.

    Args:
        checked: The value that somebody wrote at the node.
        call: The last visit of the node.
        value: What the node returned at the end of this visit.

    Returns:
        The words, which go on a sentence and so begin with a comma. ``None`` if too many children
        were visited to list their values, none was, or one has not returned.
    """
    record = checked.record
    node = checked.claim.node
    role = record.tree.roles[node]
    of_visited_children = returned_values(record, node)
    values = [number for number in of_visited_children if number is not None]
    has_open_child = len(values) < len(of_visited_children)
    if has_open_child or not values or len(values) > _MOST_CHILDREN:
        return None
    listed = ItemList(tuple(values))
    if role == CHANCE_ROLE:
        return Phrase(", weighted mean of {values}", values=listed)
    if value == _best_of(values, role):
        return Phrase(", {player} of {values}", player=player_word(record, node), values=listed)
    # Under fail-hard a node returns the end of its window in place of a value outside of it.
    return _clamped(record, call, values)


def _clamped(record: Record, call: int, values: Sequence[Number]) -> Phrase:
    """Say that fail-hard clamped the best of some values to a call's window."""
    return Phrase(
        ", as {player} of {values} lies outside its window {entry}",
        player=player_word(record, record.node(call)),
        values=ItemList(tuple(values)),
        entry=record.entry_window(call),
    )


def _best_of(values: Sequence[Number], role: int) -> Number:
    """Return the value that a player takes: MAX the largest, MIN the smallest."""
    return max(values) if role == MAX_ROLE else min(values)


def returned_values(record: Record, node: int) -> list[Number | None]:
    """Return what the visited children of a node returned; ``None`` of one that is still open."""
    calls = [record.call_of(child) for child in record.children(node)]
    return [record.value(call) for call in calls if call is not None]


def _window_reason(checked: CheckedClaim, call: int) -> Sentence:
    """Say where the right window of a node comes from.

    Args:
        checked: The window (α, β) that somebody wrote at the node.
        call: The last visit of the node, which a paper shows.
    """
    record = checked.record
    # The course writes the window with which a node is left.
    if record.rules.writes_exit_windows:
        return _entered_and_left(checked, call)
    if record.tree.is_root(checked.claim.node):
        return Sentence(
            "{node} is entered with {entry}: the window with which the search begins",
            node=checked.name,
            entry=record.entry_window(call),
        )
    return _inherited_window(checked, call)


def _entered_and_left(checked: CheckedClaim, call: int) -> Sentence:
    """Say with which windows a node is entered and left, and what it returns between.

    ``▽A is entered with (−∞, +∞), returns 3 and is left with (−∞, 3)``. The window is the pair (α,
    β); a MIN node moves β, a MAX node α.

    Args:
        checked: The window that somebody wrote at the node.
        call: The last visit of the node.
    """
    return Sentence(
        "{node} is entered with {entry}, returns {value} and is left with {window}",
        node=checked.name,
        entry=checked.record.entry_window(call),
        value=checked.record.value(call),
        window=checked.findings.window(checked.claim.node),
    )


def _inherited_window(checked: CheckedClaim, call: int) -> Sentence:
    """Say how a node's window (α, β) on entry follows from the window of its parent.

    In most cases it is the parent's window, with one end moved by the parent's best value so far.
    It can be the same window still; below a chance node it is a new one.

    Args:
        checked: The window on entry that somebody wrote at a node, not at the root.
        call: The last visit of the node.
    """
    record = checked.record
    parent = Node(record.tree, record.tree.parent[checked.claim.node])
    entry = record.entry_window(call)
    if entry == _last_entry_window(record, parent.node):
        return Sentence(
            "{node} is entered with {entry}, still the window of {above}",
            node=checked.name,
            entry=entry,
            above=parent,
        )
    if record.tree.roles[parent.node] == CHANCE_ROLE:
        return _anew_below_chance(checked, call, parent)
    return _window_moved_by_v(checked, call, parent)


def _anew_below_chance(checked: CheckedClaim, call: int, chance_node: Node) -> Sentence:
    """Say that a node below a chance node is entered with a window of its own."""
    return Sentence(
        "{node} is entered with {entry}: below the chance node {above} the search starts anew",
        node=checked.name,
        entry=checked.record.entry_window(call),
        above=chance_node,
    )


def _last_entry_window(record: Record, node: int) -> Window:
    """Return the window with which a node was entered last, which is what a paper shows."""
    return record.entry_window(record.calls_of(node)[-1])


def _window_moved_by_v(checked: CheckedClaim, call: int, parent: Node) -> Sentence:
    """Say that the children before a node have moved its parent's window.

    ``▽B is entered with (3, +∞): ▲root was entered with (−∞, +∞), and what came before ▽B made its
    v 3.`` v is the best value that a node has had from its children so far.

    Args:
        checked: The window (α, β) that somebody wrote at the node.
        call: The last visit of the node.
        parent: Its parent.
    """
    record = checked.record
    return Sentence(
        "{node} is entered with {entry}: {above} was entered with {above_entry}, and what came "
        "before {node} made its v {v}",
        node=checked.name,
        entry=record.entry_window(call),
        above=parent,
        above_entry=_last_entry_window(record, parent.node),
        v=record.parent_v_before(call),
    )


# -- slashes -------------------------------------------------------------------------------------


def _saying_of_visit(checked: CheckedClaim) -> Saying:
    """Explain the judgement of a slash on a paper, or of a slash that is missing there.

    A slash crosses out a branch: it claims that its node is never visited. A missing slash claims
    that its node is visited.

    Args:
        checked: The slash that somebody drew, or the missing one, with its judgement.
    """
    mistake = _mistaken_slash(checked)
    is_missing_slash = not checked.is_written
    if is_missing_slash:
        mistake = _mistakenly_no_slash(checked)
    last_visit = checked.record.call_of(checked.claim.node)
    if last_visit is None:
        return _saying_of_pruned_node(checked, mistake)
    reason = tuple(_why_visited(checked, last_visit))
    return Saying(found=_VISITED, json="visited", mistake=mistake, reason=reason)


def _saying_of_pruned_node(checked: CheckedClaim, mistake: Phrase) -> Saying:
    """Say of a slash, or of one that is missing, why its node is never visited.

    Args:
        checked: The slash that somebody drew, or the missing one.
        mistake: What is wrong about it, as a clause.
    """
    why_pruned = why(checked.record, checked.claim.node)
    reason = (*why_pruned, *_one_edge_higher(checked))
    return Saying(found=_NOT_VISITED, json="cut", mistake=mistake, reason=reason)


def _one_edge_higher(checked: CheckedClaim) -> Iterator[Sentence]:
    """Say that one slash higher up would do, where all of a branch is crossed out."""
    if checked.whole_branch is not None:
        branch = Node(checked.record.tree, checked.whole_branch)
        yield Sentence("One slash across {branch} says the same", branch=branch)


def _mistaken_slash(checked: CheckedClaim) -> Phrase:
    """Say that a node is visited though a slash on a paper crosses it out as pruned.

    ``3 ≥ 5 is false, so ▽B is visited``; without the test if none failed before the visit.

    Args:
        checked: The slash that somebody drew, a wrong one.
    """
    test = last_test(checked.record, checked.claim.node)
    has_failed = test is not None and not test.holds
    if has_failed:
        return Phrase("{test}, so {node} is visited", test=test, node=checked.name)
    return Phrase("{node} is visited, not pruned", node=checked.name)


def _mistakenly_no_slash(checked: CheckedClaim) -> Phrase:
    """Say that a node is pruned though a paper has no slash there.

    ``3 ≥ 2, so 4 is pruned``; without the test if none pruned the node.

    Args:
        checked: The slash that is missing.
    """
    test = last_test(checked.record, checked.claim.node)
    if test is not None and test.holds:
        return Phrase("{test}, so {node} is pruned", test=test, node=checked.name)
    return Phrase("{node} is pruned, and not marked", node=checked.name)


def _note_on_slash(record: Record, node: int) -> Iterator[str]:
    """Yield what speaks against a slash, in a few words for a place beside it.

    A slash on a paper crosses out a branch as pruned. This one is wrong: its node was visited.

    Args:
        record: The search.
        node: The node whose edge is crossed out.

    Yields:
        First ``was read`` or ``was visited``. Then the test for a cut-off that failed before the
        node's turn, ``3 ≥ 5 false``, if there is one that says anything.
    """
    call = record.call_of(node)
    yield "was read" if record.is_evaluated(node) else "was visited"
    # No test is made without windows. A null window, which only asks about a number, has two equal
    # ends: the test does not show what was asked.
    if call is None or not record.has_windows or record.has_null_window(call):
        return
    test = _test_before(record, call)
    if not test.holds:
        yield f"{test.bare} false"


def _note_on_missing_slash(record: Record, node: int) -> Iterator[str]:
    """Yield what asks for a slash, in a few words: ``is pruned``, then the test ``3 ≥ 2``."""
    yield "is pruned"
    test = last_test(record, node)
    if test is not None and test.holds:
        yield test.bare


def _test_before(record: Record, call: int) -> Inequality:
    """Return the test before a call; before a first child, that of its own window."""
    test = last_test(record, record.node(call))
    if test is not None:
        return test
    alpha, beta = record.entry_window(call)
    return Inequality(alpha, ">" if record.rules.strict else ">=", beta)


def _why_visited(checked: CheckedClaim, call: int) -> Iterator[Sentence]:
    """Say why a node is visited, to a person who did or did not cross it out on a paper.

    - It is not crossed out, which is right: only that it is visited.
    - It is crossed out in a search without windows (α, β): such a search prunes nothing.
    - It is crossed out in any other search: which test failed, and what is pruned inside it.

    Args:
        checked: The claim: the slash across the node's edge, or that there is none.
        call: The last visit of its node.
    """
    is_crossed_out = checked.is_written
    if not is_crossed_out:
        yield Sentence("It is visited")
    elif not checked.record.has_windows:
        yield Sentence("This search visits every node")
    else:
        yield _entered_and_visited(checked, call)
        yield from _pruned_inside(checked.record, checked.claim.node)


def _entered_and_visited(checked: CheckedClaim, call: int) -> Sentence:
    """Say with which window a node is entered, and which test for a cut-off failed before that.

    ``▽B is entered with (3, +∞): 3 ≥ +∞ is false, so it is visited.``

    Args:
        checked: The wrong slash that somebody drew across the node's edge.
        call: The last visit of the node.
    """
    record = checked.record
    entry = entry_words(record, call)
    # The test of a null window compares its two equal ends, and says nothing of its question.
    if record.has_null_window(call):
        return Sentence(
            "{node} is entered with {entry}, so it is visited", node=checked.name, entry=entry
        )
    test = _test_before(record, call)
    if test.holds:  # the window was empty from the start of the search; the node is visited anyway
        return Sentence(
            "{node} is entered with {entry}, so it is visited", node=checked.name, entry=entry
        )
    return Sentence(
        "{node} is entered with {entry}: {test}, so it is visited",
        node=checked.name,
        entry=entry,
        test=test,
    )


def _pruned_inside(record: Record, node: int) -> Iterator[Sentence]:
    """Say what a node's first cut-off prunes, if it has one."""
    skipped = _skipped_first(record, node)
    if skipped:
        named = tuple(Node(record.tree, child) for child in skipped[:_LISTED])
        branches = ItemList(named, more=len(skipped) - len(named))
        yield Sentence("Only inside it something is pruned: {branches}", branches=branches)


def _skipped_first(record: Record, node: int) -> Sequence[int]:
    """Return the children that a node's first cut-off skips; none where it has no cut-off."""
    for child_call in record.cuts:
        if record.tree.parent[record.node(child_call)] == node:
            return analysis_of(record).cut_off(child_call).skipped
    return ()


# -- claims about the whole tree -----------------------------------------------------------------


def _saying_of_tree(checked: CheckedClaim) -> Saying:
    """Explain the judgement of a claim about the whole tree, or about what is not drawn.

    Args:
        checked: What somebody wrote: the best move, how many leaves are read, a slash across
            undrawn children, that nothing is cut off, or for which values of an unknown leaf a node
            is pruned.
    """
    match checked.claim.kind:
        case "best":
            return _saying_of_best(checked)
        case "read":
            return _saying_of_read(checked)
        case "cut-rest":
            return _saying_of_undrawn(checked)
        case "cuts-none":
            return _saying_of_pruned(checked)
        case _:
            return _saying_of_condition(checked)


def _saying_of_best(checked: CheckedClaim) -> Saying:
    """Explain the judgement of the best moves that somebody wrote.

    A right move is as good as the best one by all leaves of the tree, even if the leaves that the
    search has read do not prove it. Then this is said, too.

    Args:
        checked: The moves of the root that somebody wrote, with their judgement.
    """
    saying = _best_or_mistake(checked)
    if not checked.right:
        return saying
    proven_moves = checked.findings.proven_moves
    unproven_moves = [move for move in checked.claim.nodes if move not in proven_moves]
    if not unproven_moves:
        return saying
    as_good = _as_good_in_truth(checked.record.tree, unproven_moves)
    if proven_moves:
        return saying._replace(reason=(*saying.reason, as_good))
    # “The best move is …” is left out, since the search proves no move to be the best.
    return saying._replace(reason=(as_good,))


def _best_or_mistake(checked: CheckedClaim) -> Saying:
    """Say which moves are the best, and, if others are written, that these are not.

    ``The best move is ▽A``; ``the best move is ▽A or ▽C, not ▽B``; ``the best move is none`` if
    none is proven to be the best.

    Args:
        checked: The moves of the root that somebody wrote, with their judgement.
    """
    tree = checked.record.tree
    moves = checked.findings.moves
    found = Phrase("none")
    if moves:
        found = as_phrase(ItemList(tuple(Node(tree, move) for move in moves), last=" or "))
    fact = Phrase("the best move is {moves}", moves=found)
    return _fact_or_mistake(checked, found, [tree.address(move) for move in moves], fact)


def _as_good_in_truth(tree: GameTree, moves: Sequence[int]) -> Sentence:
    """Say that moves are as good as the best, though the leaves that are read do not prove it.

    Args:
        tree: The tree.
        moves: The moves, at least one: children of the root.
    """
    named = tuple(Node(tree, move) for move in moves)
    if len(named) == 1:
        return Sentence("{move} is as good in truth and not proven by the search", move=named[0])
    return Sentence(
        "{moves} are as good in truth and not proven by the search",
        moves=ItemList(named, last=" and "),
    )


def _saying_of_read(checked: CheckedClaim) -> Saying:
    """Judge in words how many leaves are read."""
    number = checked.record.evaluated
    fact = Phrase("{count} read", count=Count(number, "leaf is", "leaves are"))
    return _fact_or_mistake(checked, as_phrase(number), number, fact)


def _saying_of_condition(checked: CheckedClaim) -> Saying:
    """Judge in words for which values of the unknown leaf a node is pruned: ``x ≥ 5``, never."""
    found = _when_pruned(checked)
    fact = Phrase("{node} is {when}", node=checked.name, when=found)
    return _fact_or_mistake(checked, found, str(found), fact)


def _when_pruned(checked: CheckedClaim) -> Phrase:
    """Say for which values of an unknown leaf a node is pruned: ``pruned for x ≥ 5``.

    Args:
        checked: The condition that somebody wrote at the node.

    Returns:
        ``never pruned``, ``always pruned``, or the stretches of values for which it is.
    """
    stretches = checked.findings.pruned_for(checked.claim.node)
    # Always and never stand alone: no other stretch of values goes with them.
    if not stretches or stretches[0].is_never:
        return Phrase("never pruned")
    if stretches[0].is_always:
        return Phrase("always pruned")
    listed = stretches_in_words(checked.record, stretches)
    return Phrase("pruned for {stretches}", stretches=listed)


def _fact_or_mistake(checked: CheckedClaim, found: Phrase, json: object, fact: Phrase) -> Saying:
    """Say a fact, followed by ``, not …`` where something else is claimed.

    Args:
        checked: The claim.
        found: What the search has: ``9``.
        json: The same for JSON.
        fact: The same as a clause: ``9 leaves are read``.
    """
    mistake = Phrase("{fact}, not {written}", fact=fact, written=checked.text)
    reason = fact if checked.right else mistake
    return Saying(found=found, json=json, mistake=mistake, reason=(reason.sentence,))


def _saying_of_undrawn(checked: CheckedClaim) -> Saying:
    """Judge a slash across the undrawn children of a node in words."""
    found = _VISITED
    if checked.findings.cuts_rest(checked.claim.node):
        found = Phrase("cut off")
    fact = Phrase("what is not drawn below {node} is {outcome}", node=checked.name, outcome=found)
    return Saying(found=found, json=str(found), mistake=fact, reason=(fact.sentence,))


def _saying_of_pruned(checked: CheckedClaim) -> Saying:
    """Explain the judgement of “nothing is pruned” by listing what is: ``cut off: 4, 6``.

    The same words answer a right claim and a wrong one. The first few branches are named, and how
    many more there are.

    Args:
        checked: The claim, with its judgement.
    """
    tree = checked.record.tree
    pruned = analysis_of(checked.record).pruned
    branches = [branch_words(tree, branch) for branch in pruned[:_LISTED]]
    number_left_out = len(pruned) - len(branches)
    fact = Phrase("cut off: nothing")
    if branches:
        listed = ItemList(tuple(branches), more=number_left_out)
        fact = Phrase("cut off: {branches}", branches=listed)
    return Saying(found=fact, json=str(fact), mistake=fact, reason=(fact.sentence,))


# -- the moment of a mistake ---------------------------------------------------------------------


class Known(NamedTuple):
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


def known_at(record: Record, claim: Claim) -> Known | None:
    """Return what the search knew of a node's window at the step that decides a claim.

    A claim is one thing that somebody wrote on a paper at a node. It is decided:

    - A slash (“cut off”), or a missing one: before its node was entered or skipped, by the parent.
    - A window (α, β): when its node was entered; or at the node's end, in courses that write the
      window with which a node is left.
    - Anything else at a node, such as a value: at the node's end.

    Args:
        record: The search.
        claim: The claim.

    Returns:
        What it knew; ``None`` if the search has no windows, for a claim about the whole tree, and
        if the search has not come to the node.
    """
    if not record.has_windows or claim.kind in ABOUT_THE_TREE:
        return None
    match claim.kind:
        case "cut" | "visited":  # a slash, and a slash that is missing
            return _known_before_turn(record, claim.node)
        case "window" if not record.rules.writes_exit_windows:
            return _known_at_entry(record, claim.node)
        case _:
            return _known_at_end(record, claim.node)


def _known_at_entry(record: Record, node: int) -> Known | None:
    """Return with which window a node was entered last; ``None`` if it was not visited."""
    call = record.call_of(node)
    if call is None:
        return None
    heading = Phrase("WHAT {node} WAS GIVEN", node=Node(record.tree, node))
    step = record.entered_at(call)
    return _known_at_step(record, heading=heading, node=node, step=step, test=None)


def _known_at_end(record: Record, node: int) -> Known | None:
    """Return what a node knew at the end of its last visit, before its value arrived above.

    ``None`` if it was not visited.
    """
    call = record.call_of(node)
    if call is None:
        return None
    heading = Phrase("WHAT {node} KNEW AT ITS END", node=Node(record.tree, node))
    step = record.returned_at(call) - 1
    return _known_at_step(record, heading=heading, node=node, step=step, test=None)


def _known_before_turn(record: Record, child: int) -> Known | None:
    """Return what a parent knew of its window just before the turn of a child, visited or not.

    Args:
        record: The search.
        child: The child.

    Returns:
        What it knew; ``None`` for the root, and for a child that had no turn since an ancestor
        further up was cut off, or the search has not come to it.
    """
    parent = record.tree.parent_of(child)
    step = _step_before_turn(record, child)
    if parent is None or step is None:
        return None
    heading = Phrase(
        "WHAT {node} KNEW BEFORE {child}",
        node=Node(record.tree, parent),
        child=Node(record.tree, child),
    )
    test = last_test(record, child)
    return _known_at_step(record, heading=heading, node=parent, step=step, test=test)


def _step_before_turn(record: Record, child: int) -> int | None:
    """Return the step after which it was a child's turn to be entered, or to be skipped.

    - A visited child: the step before the one at which it was entered last.
    - A child that its parent's cut-off skipped: the step of the cut-off.

    Args:
        record: The search.
        child: The child.

    Returns:
        The number of the step; ``None`` if the child had no turn: a cut-off further up skipped it
        with its parent, or the search has not come to it.
    """
    last_call = record.call_of(child)
    if last_call is not None:
        step_of_entry = record.entered_at(last_call)
        return step_of_entry - 1
    cut = skipping_cut(record, child)
    if cut is not None and cut.node == record.tree.parent_of(child):
        return cut.number
    return None


def _known_at_step(
    record: Record, *, heading: Phrase, node: int, step: int, test: Inequality | None
) -> Known | None:
    """Return a node's window at a step in words, with a heading and the test that goes with it.

    Args:
        record: The search.
        heading: What is shown above: ``WHAT ▽D KNEW BEFORE d1``.
        node: The node whose window (α, β) it is.
        step: The number of the step.
        test: The test for a cut-off that was made; ``None`` without one.

    Returns:
        What is shown; ``None`` if the search enters the node only after the step.
    """
    call = record.call_at(node, step)
    if call is None:
        return None
    alpha_end, beta_end = window_ends(record, call, step)
    return Known(
        heading=heading,
        node=node,
        step=step,
        ends=(end_words(record, alpha_end), end_words(record, beta_end)),
        test=test,
    )
