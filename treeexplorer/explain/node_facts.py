"""The facts about a node that explain why it was cut off, or not, for programs that read them."""

from __future__ import annotations

from collections.abc import Sequence

from treeexplorer.engine import Record
from treeexplorer.explain.node_states import (
    NodeState,
    find_deciding_cut_off,
    find_last_call_with_siblings_left,
    is_leaf_or_remembered,
    is_still_searching_children,
)
from treeexplorer.judging import best_values, facts, facts_of_step


def collect_node_facts(
    record: Record, node: int, step: int | None = None
) -> tuple[facts.Fact, ...]:
    """Collect the facts about a search on which the answer of :func:`why` rests.

    - A node that a cut-off decided on: the facts of the step of the cut-off.
    - A node neither visited nor pruned: none.
    - A leaf, or a node answered from memory: the facts of the test after the child before it.
    - Any other node: the facts about its last visit.

    Args:
        record: The search.
        node: The node.
        step: The number of the step; ``None`` to look back on the whole search.
    """
    last_step = record.steps if step is None else step
    cut_step = find_deciding_cut_off(record, node, last_step)
    if cut_step is not None:
        return facts_of_step.step_facts(record, cut_step.number)

    last_call = record.call_at(node, last_step)
    if last_call is None:
        return ()
    if is_leaf_or_remembered(record, last_call):
        return _collect_facts_of_test_before(record, last_call)
    return tuple(_collect_facts_of_visit(record, last_call, last_step))


def _collect_facts_of_test_before(record: Record, call: int) -> tuple[facts.Fact, ...]:
    """Collect the facts of the test after the previous child; none for a first child."""
    previous_call = record.find_previous_sibling_call(call)
    if previous_call is None:
        return ()
    return facts_of_step.step_facts(record, record.returned_at(previous_call))


def _collect_facts_of_visit(record: Record, call: int, step: int) -> list[facts.Fact]:
    """Collect the facts by a step about a call that was not cut off.

    They are the nodes that gave it α and β on entry; then, once a child has returned, the facts of
    the last test and what is proven of the node, unless the test has said so.
    """
    facts_of_window: list[facts.Fact] = [
        giver for giver in best_values.nodes_that_gave_window(record, call) if giver is not None
    ]
    last_child_call = record.last_return(call, step)
    if last_child_call is None:
        return facts_of_window

    facts_of_test = _collect_facts_of_last_test(NodeState(record, call, last_child_call, step))
    facts_of_search = [*facts_of_window, *facts_of_test]
    proven_facts = facts_of_step.proven_facts(record, record.node(call), step)
    return [*facts_of_search, *(fact for fact in proven_facts if fact not in facts_of_search)]


def _collect_facts_of_last_test(state: NodeState) -> Sequence[facts.Fact]:
    """Collect the facts of the last test for a cut-off at a node; none if it was never tested."""
    tested_child_call = _find_last_tested_child_call(state)
    if tested_child_call is None:
        return []
    return facts_of_step.step_facts(state.record, state.record.returned_at(tested_child_call))


def _find_last_tested_child_call(state: NodeState) -> int | None:
    """Find the call of the last child after which a node could have been cut off.

    ``None`` if the node has a single child that is drawn, after which nothing is left to prune.
    """
    if is_still_searching_children(state):
        return state.last_child_call
    return find_last_call_with_siblings_left(state.record, state.last_child_call)
