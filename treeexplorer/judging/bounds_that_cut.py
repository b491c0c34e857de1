"""Which bound would have cut a node off where its test failed."""

from __future__ import annotations

from typing import Literal

from treeexplorer.engine import Record
from treeexplorer.errors import present
from treeexplorer.judging.cutoff_tests import has_children_left, has_open_means, may_enter_again
from treeexplorer.judging.facts import WouldCut
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, Number


def would_cut(record: Record, child_call: int) -> WouldCut | None:
    """Return with which α or β on entry a node would have been cut off after a child.

    ===========  ====================  ===================================================
    the node     it is cut off if      so it would have been cut off with
    ===========  ====================  ===================================================
    MAX, v = 5   its v reaches β       any β up to 5
    MIN, v = 5   its v reaches α       any α from 5 on
    ===========  ====================  ===================================================

    It is cut off as well if its window is empty: MAX with any β up to α, MIN with any α from β on.

    Args:
        record: The search.
        child_call: The call (visit) of the child that has returned, without a cut-off.

    Returns:
        The α or β with which the child's parent would have had to be entered. ``None`` if

        - no bound would have cut off;
        - the parent makes no test: it is a chance node, or the child is its last;
        - the search does not tell (see :func:`_can_tell_other_bounds`).

    Example:
        After the 3 the first MIN node has v = 3: with an α of 3 or more on entry it would have been
        cut off.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> would_cut(record, record.call_of(2))
        WouldCut(node=1, after=2, end='alpha', op='>=', value=3)
    """
    child = record.node(child_call)
    if not _can_tell_other_bounds(record) or not _can_stop_after(record, child):
        return None

    parent_call = present(record.caller(child_call))
    alpha, beta = record.entry_window(parent_call)
    # v; those of leaves where v may be clamped to a bound, which it never goes beyond then.
    values = _collect_values_that_reach_bounds(record, child_call)
    is_max_node = record.tree.roles[record.node(parent_call)] == MAX_ROLE
    if is_max_node:
        highest_beta = max([alpha, *values])
        return _find_betas_that_cut(record, child, up_to=highest_beta)
    lowest_alpha = min([beta, *values])
    return _find_alphas_that_cut(record, child, at_least=lowest_alpha)


def _can_stop_after(record: Record, child: int) -> bool:
    """Tell whether a child's parent is MAX's or MIN's, and has other children left to skip."""
    parent = record.tree.parent_of(child)
    if parent is None or record.tree.roles[parent] == CHANCE_ROLE:
        return False
    return has_children_left(record, parent, child)


def _can_tell_other_bounds(record: Record) -> bool:
    """Tell whether a search tells what it would have done at a node with other bounds.

    It does if the children would have returned the same values, which can be compared with any
    bound: in alpha-beta a value inside its window is exact.
    """
    if not record.has_windows or may_enter_again(record):
        return False
    return not has_open_means(record)


def _find_betas_that_cut(record: Record, child: int, *, up_to: Number) -> WouldCut | None:
    """Return the β with which a MAX node would have been cut off after a child; ``None`` of −∞."""
    if up_to == -INFINITY:
        return None
    node = record.tree.parent[child]
    op: Literal["<", "<="] = "<" if record.rules.strict else "<="
    return WouldCut(node, child, "beta", op, up_to)


def _find_alphas_that_cut(record: Record, child: int, *, at_least: Number) -> WouldCut | None:
    """Return the α with which a MIN node would have been cut off after a child; ``None`` of +∞."""
    if at_least == INFINITY:
        return None
    node = record.tree.parent[child]
    op: Literal[">", ">="] = ">" if record.rules.strict else ">="
    return WouldCut(node, child, "alpha", op, at_least)


def _collect_values_that_reach_bounds(record: Record, child_call: int) -> list[Number]:
    """Return the values by which a node would have reached another bound up to a child's return.

    The only such value is v. Under fail-hard with the test ``>`` these are the values of the
    leaves among the children instead: a child with children of its own returns a value that is
    clamped to the bound, and a number that is clamped to a bound is never beyond it.
    """
    if record.rules.hard and record.rules.strict:
        return _collect_leaf_values_up_to(record, child_call)
    return [present(record.parent_v_after[child_call])]


def _collect_leaf_values_up_to(record: Record, child_call: int) -> list[Number]:
    """Return the values of a child and of its earlier siblings, as far as they are leaves.

    The last child's comes first: in ``[3 [5 6] 4 2]`` they are ``[4, 3]`` after the leaf 4.
    """
    values: list[Number] = []
    sibling_call: int | None = child_call
    while sibling_call is not None:
        value = record.value(sibling_call)
        if value is not None and record.is_leaf_call(sibling_call):
            values.append(value)
        sibling_call = record.find_previous_sibling_call(sibling_call)
    return values
