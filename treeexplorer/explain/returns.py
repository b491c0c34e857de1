"""What a node returns, in words: which value, why this one, and how exact it is."""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.engine import Record
from treeexplorer.engine.record import Step
from treeexplorer.errors import present
from treeexplorer.explain.phrases import (
    describe_bounds,
    describe_returned_value,
    remove_ends_of_range,
)
from treeexplorer.explain.sentence import Node, Sentence
from treeexplorer.judging import best_values, cutoff_tests, facts
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE


def describe_return_after_last_child(record: Record, step: Step) -> Iterator[Sentence]:
    """Say what a node returns after its last child: ``▽A has no child left and returns 3``.

    At the end of the search nothing is said of the root, unless fail-hard returns another number
    than the node's best value: the end says what the root is worth.

    Args:
        record: The search.
        step: The step at which the last child returns to the node.
    """
    clamped = describe_clamped_return(record, step)
    is_end_of_search = record.complete and step.number == record.steps
    if clamped is not None:
        yield clamped
    elif not is_end_of_search:
        yield Sentence(
            "{node} has no child left and returns {value}",
            node=Node(record.tree, step.node),
            value=record.value(step.call),
        )


def describe_test_without_effect(record: Record, step: Step) -> Sentence | None:
    """Say that the test holds too late, after the last child; ``None`` where it does not."""
    test = cutoff_tests.test_at(record, step)
    if test is None or not test.holds or test.skips:
        return None
    return Sentence("{test} holds, but nothing is left to prune", test=test)


def describe_clamped_return(record: Record, step: Step) -> Sentence | None:
    """Say that fail-hard returns an end of the window in place of v, which lies outside it.

    ``2 lies outside (3, +∞); fail-hard returns 3``. v is the best value of the node, the window its
    (α, β) on entry.

    Args:
        record: The search.
        step: The step at which the last child that is searched returns to the node, the parent. So
            ``step.v`` is the parent's v in the end.

    Returns:
        The sentence; ``None`` where the parent returns v, or nothing.
    """
    value = record.value(step.call)  # what the parent returns: `step.call` is its call
    # A chance node has no v, and a search that stops before an unknown leaf returns no value.
    if step.v is None or value is None:
        return None
    if value == step.v:
        return None
    # Only fail-hard returns another number than v.
    return Sentence(
        "{v} lies outside {window}; fail-hard returns {value}",
        v=step.v,
        window=record.entry_window(step.call),
        value=value,
    )


def explain_returned_value(record: Record, call: int, arrival: Step) -> Sentence:
    """Explain why a node returns its value: ``▽A returns 3: MIN keeps the smallest that came``.

    The first two rows are of fail-hard, which returns nothing outside the window; v is the best
    value of the node.

    =====================================  =======================================================
    the value that is returned             what is said
    =====================================  =======================================================
    is another one than v                  ``2 lies outside (3, +∞); fail-hard returns 3``
    is the bound with which v began        ``No child gave more than 3, the bound ▲B began with``
    is a child's, or a mean                ``▽A returns 3: MIN keeps the smallest that came``
    =====================================  =======================================================

    Args:
        record: The search.
        call: The call, that is, one visit of the node.
        arrival: The step at which its last child has returned to it.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> print(explain_returned_value(record, record.call_of(1), record.step(8)))
        ▽A returns 3: MIN keeps the smallest that came.
    """
    clamped = describe_clamped_return(record, arrival)
    if clamped is not None:
        return clamped
    if _is_v_still_bound(record, call, arrival.number):
        return _explain_returned_bound(record, call)
    return _explain_returned_value(record, call)


def _is_v_still_bound(record: Record, call: int, step: int) -> bool:
    """Tell whether a node's best value is still the bound with which it began under fail-hard."""
    best_so_far = best_values.best_at(record, call, step)
    return best_so_far is not None and best_so_far.is_own_bound


def _explain_returned_bound(record: Record, call: int) -> Sentence:
    """Say that a MAX or MIN node returns the bound that its best value began with.

    ``No child gave more than 3, the bound ▲B began with.`` This happens under fail-hard.
    """
    node = Node(record.tree, record.node(call))
    value = record.value(call)
    if record.tree.roles[node.node] == MAX_ROLE:
        return Sentence(
            "No child gave more than {value}, the bound {node} began with", value=value, node=node
        )
    return Sentence(
        "No child gave less than {value}, the bound {node} began with", value=value, node=node
    )


def _explain_returned_value(record: Record, call: int) -> Sentence:
    """Say which of its children's values a node returns, or that it is their mean.

    ``▽A returns 3: MIN keeps the smallest that came.``
    """
    node = Node(record.tree, record.node(call))
    value = record.value(call)
    role = record.tree.roles[node.node]
    if role == CHANCE_ROLE:
        return Sentence(
            "{node} returns {value}: the weighted mean of its children", node=node, value=value
        )
    if role == MAX_ROLE:
        return Sentence(
            "{node} returns {value}: MAX keeps the largest that came", node=node, value=value
        )
    return Sentence(
        "{node} returns {value}: MIN keeps the smallest that came", node=node, value=value
    )


def describe_exactness(record: Record, call: int, step: int) -> Sentence:
    """Say whether a returned value is exact, a bound, or proves nothing.

    For a node that returns 3:

    ===========================  =================================================================
    by the leaves it is worth    what is said
    ===========================  =================================================================
    anything                     ``too little is drawn to prove anything of it``
    3                            ``that is exact``
    3 or less (or 3 or more)     ``that is a bound only: ▽B is worth 3 or less``
    2 or less                    ``it returned ≤ 3, and the leaves prove 2 or less``
    ===========================  =================================================================

    The last is so where fail-hard has clamped the value to the window.

    Args:
        record: The search.
        call: The call (one visit of a node) that returned the value.
        step: The step up to which the leaves are read that prove something.
    """
    node = Node(record.tree, record.node(call))
    value = present(record.value(call))
    # Infinite where the leaves prove no more than the range of all values does.
    least, most = remove_ends_of_range(record, facts.proven(record, node.node, step))
    proven_in_words = describe_bounds(least, most)
    if proven_in_words is None:
        return Sentence("too little is drawn to prove anything of it")

    is_exact = least == most == value
    if is_exact:
        return Sentence("that is exact")

    is_bound = (least, most) in {(value, INFINITY), (-INFINITY, value)}
    if is_bound:
        return Sentence(
            "that is a bound only: {node} is worth {bound}", node=node, bound=proven_in_words
        )

    return Sentence(
        "it returned {value}, and the leaves prove {bound}",
        value=describe_returned_value(value, least, most),
        bound=proven_in_words,
    )
