"""What became of a node by a step of a search: the states that an explanation tells apart."""

from __future__ import annotations

from typing import NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.record import Step
from treeexplorer.explain.sentence import Node
from treeexplorer.judging import cutoff_tests


class NodeState(NamedTuple):
    """The state of a node at a step, once at least one child has returned to it.

    Attributes:
        call: The call of the node.
        last_child_call: The call of the child that has returned last.
        step: The step: the one at which that child returned, or a later one.
    """

    record: Record
    call: int
    last_child_call: int
    step: int

    @property
    def node(self) -> int:
        """The number of the node."""
        return self.record.node(self.call)

    @property
    def named_node(self) -> Node:
        """The node as a sentence names it."""
        return Node(self.record.tree, self.node)

    @property
    def arrival(self) -> Step:
        """The step at which the last child's value arrived."""
        return self.record.arrival(self.last_child_call)

    @property
    def is_child_returning(self) -> bool:
        """Whether the last child returns in this very step."""
        return self.record.returned_at(self.last_child_call) == self.step

    @property
    def is_root_at_end(self) -> bool:
        """Whether the node is the root at the end of the search."""
        return is_root_at_end_of_search(self.record, self.node, self.step)


def is_leaf_or_remembered(record: Record, call: int) -> bool:
    """Tell whether a call reads a leaf, or is answered from the search's memory."""
    return record.is_leaf_call(call) or call in record.remembered


def find_deciding_cut_off(record: Record, node: int, step: int) -> Step | None:
    """Find the step of the cut-off that decides what became of a node by a given step.

    A search may call a node several times; only the state of its last call counts.

    - The node has not been called: the cut-off at an ancestor by which it is skipped.
    - Its last call was cut off: this cut-off.
    - Its last call is over, and an earlier one was cut off: the latest of these cut-offs.
    - Its last call is still searching: ``None``, as a cut-off of an earlier call is past.

    It is ``None``, too, if there is no such cut-off.
    """
    last_call = record.call_at(node, step)
    if last_call is None:
        return cutoff_tests.skipping_cut(record, node, step)

    latest_cut = cutoff_tests.latest_cut(record, node, step)
    if latest_cut is None:
        return None
    if latest_cut.call == last_call:
        return latest_cut
    return latest_cut if _is_call_over(record, last_call, step) else None


def _is_call_over(record: Record, call: int, step: int) -> bool:
    """Tell whether a call has ended by a step.

    The root's call ends with the search: its value is returned to no node, so in no step.
    """
    has_returned = record.returned_at(call) <= step
    return has_returned or is_root_at_end_of_search(record, record.node(call), step)


def is_root_at_end_of_search(record: Record, node: int, step: int) -> bool:
    """Tell whether a node is the root, and a step the last one of a finished search."""
    return record.tree.is_root(node) and record.complete and step == record.steps


def is_still_searching_children(state: NodeState) -> bool:
    """Tell whether a node searches another child after the one that has returned last.

    It does until it has returned its value, the search has ended, or no child follows.
    """
    record = state.record
    # A call without a value never returns: the search stopped below it, at a leaf whose value is
    # unknown.
    is_stopped_below = record.value(state.call) is None
    if is_stopped_below:
        return True

    has_returned = record.returned_at(state.call) <= state.step
    if has_returned:
        return False

    has_search_ended = record.complete and state.step == record.steps
    if has_search_ended:
        return False

    return _has_following_child_call(record, state.last_child_call)


def _has_following_child_call(record: Record, child_call: int) -> bool:
    """Tell whether a node calls a child after a given call of a child, be it the same child."""
    if cutoff_tests.may_enter_again(record):
        # Such a search can leave a node early and return to a child, so the record is asked.
        return record.following_call(record.arrival(child_call)) is not None
    return not record.is_last_child(record.node(child_call))


def find_last_call_with_siblings_left(record: Record, last_child_call: int) -> int | None:
    """Find the call of the last child after which a cut-off would have pruned something.

    It is the child that returned last if children were left behind it, else the one before it.
    ``None`` if the node has a single child, or a single one that is drawn and comes last.
    """
    last_child = record.node(last_child_call)
    parent = record.tree.parent[last_child]
    if cutoff_tests.has_children_left(record, parent, last_child):
        return last_child_call
    return record.find_previous_sibling_call(last_child_call)
