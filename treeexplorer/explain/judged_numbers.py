"""What is said of a value, a bound or a window on a paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.engine import Record, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.errors import present
from treeexplorer.explain.advice import advise_value_to_write
from treeexplorer.explain.claim_texts import convert_claim_to_json
from treeexplorer.explain.judged_claim import FOUND_NOT_VISITED, ClaimExplanation, JudgedClaim
from treeexplorer.explain.phrases import (
    describe_returned_value,
    explain_sign,
    format_interval,
    format_player,
    remove_ends_of_range,
)
from treeexplorer.explain.sentence import ItemList, Node, Phrase, Sentence, convert_to_phrase
from treeexplorer.explain.why import why
from treeexplorer.notation import Claim
from treeexplorer.numbers import convert_number_to_json, convert_window_to_json
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, Number, Window

_MAX_LISTED_VALUES: Final = 8


def explain_number_or_window(judged: JudgedClaim) -> ClaimExplanation:
    """Explain the judgement of a value, a bound or a window that is written at a node."""
    # A paper shows how the node ended: in its last visit.
    last_call = judged.record.call_of(judged.claim.node)
    if last_call is None:
        return _explain_number_at_unvisited_node(judged)
    if judged.claim.window is not None:
        return _explain_window(judged, last_call)
    if judged.claim.sign is not None:
        return _explain_bound(judged, last_call)
    return _explain_value(judged, last_call)


def _explain_number_at_unvisited_node(judged: JudgedClaim) -> ClaimExplanation:
    """Explain the judgement of a number or a window at a node that the search never visits.

    A value is also compared with the node's minimax value, if the tree settles that.
    """
    claim = judged.claim
    mistake = Phrase(
        "{node} is never visited, so {written} is no answer",
        node=judged.name,
        written=judged.text,
    )
    why_not_visited = why(judged.record, claim.node)
    saying = ClaimExplanation(
        found=FOUND_NOT_VISITED, json=None, mistake=mistake, reason=why_not_visited
    )

    minimax_value = judged.findings.minimax(claim.node)
    if claim.kind == "value" and minimax_value is not None:
        return _add_minimax_value(saying, minimax_value)
    return saying


def _describe_minimax_value(value: Number) -> Phrase:
    """Describe a number as a minimax value: ``minimax value 3``."""
    return Phrase("minimax value {value}", value=value)


def _add_minimax_value(saying: ClaimExplanation, minimax_value: Number) -> ClaimExplanation:
    """Add a node's minimax value to what is said of it, also as what was found there."""
    sentence = Sentence("Its minimax value is {value}", value=minimax_value)
    return saying._replace(
        found=_describe_minimax_value(minimax_value),
        json=convert_number_to_json(minimax_value),
        reason=(*saying.reason, sentence),
    )


def _explain_window(judged: JudgedClaim, last_call: int) -> ClaimExplanation:
    """Explain the judgement of a window (α, β) that is written at a visited node.

    By the rules of the course it is the window with which the node's last call is entered, or left.
    For example (3, +∞) is found, and (−∞, +∞) written there is the mistake.
    """
    found_window = judged.findings.window(judged.claim.node)
    return ClaimExplanation(
        found=convert_to_phrase(found_window),
        json=convert_window_to_json(found_window),
        mistake=_describe_wrong_window(judged, found_window),
        reason=(_describe_reason_for_window(judged, last_call),),
    )


def _describe_wrong_window(judged: JudgedClaim, right_window: Window | None) -> Phrase:
    """Say which window a node has, and not the one that is written there.

    For example ``▽B is entered with (3, +∞), not (−∞, +∞)``; ``is left with`` in a course that
    writes the window at the end of a node.
    """
    if judged.record.rules.writes_exit_windows:
        return Phrase(
            "{node} is left with {found}, not {written}",
            node=judged.name,
            found=right_window,
            written=judged.text,
        )
    return Phrase(
        "{node} is entered with {found}, not {written}",
        node=judged.name,
        found=right_window,
        written=judged.text,
    )


def _explain_bound(judged: JudgedClaim, last_call: int) -> ClaimExplanation:
    """Explain the judgement of a bound, such as ``≥ 8``, that is written at a visited node."""
    if judged.right:
        return _explain_right_bound(judged)

    returned = _describe_returned_value(judged, last_call)
    proven = _proven_interval(judged, last_call)
    return ClaimExplanation(
        found=returned,
        json=_format_interval_for_json(proven),
        mistake=_describe_wrong_number(judged, returned),
        reason=(_describe_reason_against_bound(judged, proven),),
    )


def _explain_right_bound(judged: JudgedClaim) -> ClaimExplanation:
    """Say that the search found a bound as it is written: ``The search found ▲B ≥ 8``."""
    bound = convert_to_phrase(judged.text)
    reason = Sentence("The search found {node} {written}", node=judged.name, written=bound)
    return ClaimExplanation(
        found=bound,
        json=convert_claim_to_json(judged.record.tree, judged.claim),
        mistake=_describe_wrong_number(judged, bound),
        reason=(reason,),
    )


def _explain_value(judged: JudgedClaim, last_call: int) -> ClaimExplanation:
    """Explain the judgement of a value that is written at a visited node.

    It is compared with the returned value, or with the minimax value if it is right as that.
    """
    if judged.as_ == "minimax":
        right_value = judged.findings.minimax(judged.claim.node)
        found = _describe_minimax_value(present(right_value))
    else:
        right_value = judged.record.value(last_call)
        found = _describe_returned_value(judged, last_call)
    return ClaimExplanation(
        found=found,
        json=convert_number_to_json(right_value),
        mistake=_describe_wrong_number(judged, found),
        reason=(_describe_reason_for_value(judged, last_call),),
    )


def _describe_returned_value(judged: JudgedClaim, call: int) -> Phrase:
    """Describe what a call returned, with what is proven of it: ``6``, ``≤ 2``, ``nothing``."""
    value = judged.record.value(call)
    if value is None:
        return Phrase("nothing")
    low, high = _proven_interval(judged, call)
    return describe_returned_value(value, low, high)


def _proven_interval(judged: JudgedClaim, call: int) -> Interval:
    """Return the lowest and the highest value that a call leaves possible for its node."""
    return analysis_of(judged.record).intervals.after_call(call)


def _describe_wrong_number(judged: JudgedClaim, found: Phrase) -> Phrase:
    """Say what a node is, and that it is not what is written: ``▲g is 9, not 7``."""
    return Phrase(
        "{node} is {found}, not {written}", node=judged.name, found=found, written=judged.text
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


def _describe_reason_against_bound(judged: JudgedClaim, interval: Interval) -> Sentence:
    """Say what is wrong with a bound: it is true but weak, it is false, or it is not proven.

    If the leaves that were read prove a value from 5 to 9, ``≥ 4`` is true but weak, ``≤ 4`` is
    false, and ``≤ 6`` is not proven.
    """
    low, high = interval
    is_low_allowed = _is_allowed_by_bound(low, judged.claim)
    is_high_allowed = _is_allowed_by_bound(high, judged.claim)
    proven = format_interval(*remove_ends_of_range(judged.record, interval))
    if is_low_allowed and is_high_allowed:  # so is every value between
        return Sentence(
            "{node} {written} is true, but the leaves prove more: {proven}",
            node=judged.name,
            written=judged.text,
            proven=proven,
        )
    if not is_low_allowed and not is_high_allowed:
        return Sentence(
            "{node} {written} is false: the leaves prove {proven}",
            node=judged.name,
            written=judged.text,
            proven=proven,
        )
    return Sentence(
        "{node} {written} is not proven: the leaves prove {proven}",
        node=judged.name,
        written=judged.text,
        proven=proven,
    )


def _is_allowed_by_bound(value: Number, bound: Claim) -> bool:
    """Tell whether a claimed bound allows a value: ``≥ 8`` allows 8 and 9, but not 7."""
    limit: Number = present(bound.number)
    if bound.sign == ">=":
        return value >= limit
    return value <= limit


def _describe_reason_for_value(judged: JudgedClaim, call: int) -> Sentence:
    """Say what a node returned and what that proves, against the value that is written there.

    =======================================  ====================================================
    the node, or the written value           what is said
    =======================================  ====================================================
    has not returned                         ``▽A has not returned``
    is right as the minimax value alone      ``3 is the minimax value of ▽A; the search returns 5``
    is right as the returned value           ``▽A returns 3, MIN of 3, 12, 8``
    is wrong                                 the same, and what is wrong or what to write
    =======================================  ====================================================
    """
    returned_value = judged.record.value(call)
    if returned_value is None:  # the search stopped below it, before an unknown leaf
        return Sentence("{node} has not returned", node=judged.name)
    is_right_as_minimax = judged.as_ == "minimax"
    if is_right_as_minimax:
        return _describe_value_right_as_minimax(judged, returned_value)

    returned = _describe_returned_and_proven(judged, call, returned_value)
    if judged.right:
        return returned
    return _describe_reason_against_value(judged, call, returned, returned_value)


def _describe_reason_against_value(
    judged: JudgedClaim, call: int, returned: Sentence, returned_value: Number
) -> Sentence:
    """Say what is wrong with a value, after what the node returned.

    A value with the wrong sign is refuted, too; that it is MIN's tells more, and comes first.

    ==============================  ====================================================
    the written value               what is said
    ==============================  ====================================================
    is what MIN sees in negamax     ``▽A returns 3, MIN of 3, 12, 8. −3 is what MIN …``
    is refuted by the leaves        ``▽A returns 3, MIN of 3, 12, 8; 4 is wrong``
    may be true, but is not proven  ``▽B returns 2, …, and the leaves prove ≤ 2. Write …``
    ==============================  ====================================================
    """
    written: Number = present(judged.claim.number)
    remark_on_sign = explain_sign(judged.record, judged.claim.node, returned_value, written)
    if remark_on_sign is not None:
        return Sentence("{reason}. {remark}", reason=returned.phrase, remark=remark_on_sign.phrase)
    if _is_refuted(judged, call):
        return Sentence("{reason}; {written} is wrong", reason=returned.phrase, written=judged.text)
    advice = advise_value_to_write(judged.record, judged.claim.node)
    return Sentence("{reason}. {advice}", reason=returned.phrase, advice=advice.phrase)


def _describe_value_right_as_minimax(judged: JudgedClaim, returned_value: Number) -> Sentence:
    """Say that a value is right as the minimax value, though the search returns another one."""
    return Sentence(
        "{written} is the minimax value of {node}; the search returns {value}",
        written=judged.text,
        node=judged.name,
        value=returned_value,
    )


def _describe_returned_and_proven(
    judged: JudgedClaim, call: int, returned_value: Number
) -> Sentence:
    """Say what a node returned and from which numbers; if it is not exact, also what is proven.

    For example ``▽A returns 3, MIN of 3, 12, 8``, and ``▽B returns 2, MIN of 2, and the leaves
    prove ≤ 2``.
    """
    returned = Sentence(
        "{node} returns {value}{of}",
        node=judged.name,
        value=returned_value,
        of=_describe_child_values(judged, call, returned_value),
    )
    proven = _proven_interval(judged, call)
    is_exact = proven == (returned_value, returned_value)
    if is_exact:
        return returned
    return Sentence(
        "{reason}, and the leaves prove {proven}",
        reason=returned.phrase,
        proven=format_interval(*remove_ends_of_range(judged.record, proven)),
    )


def _is_refuted(judged: JudgedClaim, call: int) -> bool:
    """Tell whether a value that is not right is proven to be wrong; else it may still be true."""
    low, high = _proven_interval(judged, call)
    is_returned_value_exact = low == high == judged.record.value(call)
    if is_returned_value_exact:
        return True
    claimed_value: Number = present(judged.claim.number)
    return not low <= claimed_value <= high


def _describe_child_values(judged: JudgedClaim, call: int, returned_value: Number) -> Phrase | None:
    """Say from which children's values a node's value is computed: ``, MIN of 3, 12, 8``.

    The words begin with a comma, to follow a sentence. ``None`` if no child was visited, one has
    not returned, or there are too many to list.
    """
    record = judged.record
    node = judged.claim.node
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


def _describe_reason_for_window(judged: JudgedClaim, last_call: int) -> Sentence:
    """Say where the right window (α, β) of a visited node comes from."""
    record = judged.record
    if record.rules.writes_exit_windows:
        return _describe_entry_and_exit_window(judged, last_call)
    if record.tree.is_root(judged.claim.node):
        return Sentence(
            "{node} is entered with {entry}: the window with which the search begins",
            node=judged.name,
            entry=record.entry_window(last_call),
        )
    return _describe_origin_of_entry_window(judged, last_call)


def _describe_entry_and_exit_window(judged: JudgedClaim, last_call: int) -> Sentence:
    """Say with which windows a node is entered and left, and what it returns between.

    For example ``▽A is entered with (−∞, +∞), returns 3 and is left with (−∞, 3)``.
    """
    return Sentence(
        "{node} is entered with {entry}, returns {value} and is left with {window}",
        node=judged.name,
        entry=judged.record.entry_window(last_call),
        value=judged.record.value(last_call),
        window=judged.findings.window(judged.claim.node),
    )


def _describe_origin_of_entry_window(judged: JudgedClaim, last_call: int) -> Sentence:
    """Say how the window with which a node was entered follows from the window of its parent.

    A window that is the parent's is told so everywhere, below a chance node, too. The first row
    that fits is said:

    ==============================================  ================================================
    the window of ▽B                                what is said
    ==============================================  ================================================
    is its parent's                                 ``… (3, +∞), still the window of ▲A``
    a chance node has made from its own             ``… (6, 10): only with a value in it …``
    is a new one, below any other chance node       ``… the search starts anew``
    is the parent's, with one end moved to v        ``…, and what came before ▽B made its v 3``
    ==============================================  ================================================
    """
    record = judged.record
    parent = Node(record.tree, record.tree.parent[judged.claim.node])
    entry_window = record.entry_window(last_call)
    is_window_of_parent = entry_window == _last_entry_window(record, parent.node)
    if is_window_of_parent:
        return Sentence(
            "{node} is entered with {entry}, still the window of {above}",
            node=judged.name,
            entry=entry_window,
            above=parent,
        )

    is_below_chance_node = record.tree.roles[parent.node] == CHANCE_ROLE
    if is_below_chance_node and record.has_chance_windows:
        return _describe_window_needed_by_chance_node(judged, entry_window, parent)
    if is_below_chance_node:
        return _describe_new_window_below_chance_node(judged, entry_window, parent)
    return _describe_window_moved_by_siblings(judged, last_call, parent)


def _describe_window_needed_by_chance_node(
    judged: JudgedClaim, entry_window: Window, chance_node: Node
) -> Sentence:
    """Say that a chance node asks of its child what its mean still needs, where a range is known.

    For example ``▽B is entered with (6, 10): only with a value in it can the mean of ○A still lie
    in (4, 10)``.
    """
    return Sentence(
        "{node} is entered with {entry}: only with a value in it can the mean of {above} still lie "
        "in {above_entry}",
        node=judged.name,
        entry=entry_window,
        above=chance_node,
        above_entry=_last_entry_window(judged.record, chance_node.node),
    )


def _describe_new_window_below_chance_node(
    judged: JudgedClaim, entry_window: Window, chance_node: Node
) -> Sentence:
    """Say that a child of a chance node is entered with a window of its own."""
    return Sentence(
        "{node} is entered with {entry}: below the chance node {above} the search starts anew",
        node=judged.name,
        entry=entry_window,
        above=chance_node,
    )


def _last_entry_window(record: Record, node: int) -> Window:
    """Return the window with which a node was entered last, which is what a paper shows."""
    last_call = record.calls_of(node)[-1]
    return record.entry_window(last_call)


def _describe_window_moved_by_siblings(
    judged: JudgedClaim, last_call: int, parent: Node
) -> Sentence:
    """Say that the children before a node have moved its parent's window.

    For example ``▽B is entered with (3, +∞): ▲root was entered with (−∞, +∞), and what came before
    ▽B made its v 3.``
    """
    record = judged.record
    return Sentence(
        "{node} is entered with {entry}: {above} was entered with {above_entry}, and what came "
        "before {node} made its v {v}",
        node=judged.name,
        entry=record.entry_window(last_call),
        above=parent,
        above_entry=_last_entry_window(record, parent.node),
        v=record.parent_v_before(last_call),
    )
