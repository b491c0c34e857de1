"""Which child gave a node its best value so far, and which nodes gave a window its ends."""

from __future__ import annotations

from typing import NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.analysis import CutOff, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.errors import present
from treeexplorer.judging.facts import BestSoFar, Needs, proven
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, MIN_ROLE, Number


def best_after(record: Record, child_call: int) -> BestSoFar | None:
    """Return a node's best value (v) after a child has returned to it, and which child gave it.

    Args:
        record: The search.
        child_call: The call of the child that has returned, that is, the number of its visit. The
            node is the child's parent.

    Returns:
        The node, its v, and the child that gave v; see :class:`BestSoFar`. If no child has given v,
        it is the number with which v began. ``None`` if this number is infinite, at a chance node,
        and if the call is the root's.

    Example:
        The 2 arrives at the second MIN node. Then this node returns to the root, which keeps the 3
        that its first child gave.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> best_after(record, record.call_of(6))
        BestSoFar(node=5, value=2, through=6)
        >>> best_after(record, record.call_of(5))
        BestSoFar(node=0, value=3, through=1)
    """
    parent_call = record.caller(child_call)
    v = record.parent_v_after[child_call]
    if parent_call is None or v is None:
        return None
    parent = record.node(parent_call)
    # Its mean is given by all of its children.
    if record.tree.roles[parent] == CHANCE_ROLE:
        return None
    call_that_gave_v = _find_call_that_gave_v(record, child_call)
    if call_that_gave_v is None:
        return _make_best_without_child(record, parent_call, v)
    return BestSoFar(parent, v, through=record.node(call_that_gave_v))


def _find_call_that_gave_v(record: Record, child_call: int) -> int | None:
    """Return the call of the child that gave a node its v (best value), when a child has returned.

    For example, a MAX node with the children 3, 2 and 5::

        the child   v before   v after   given by
        3           −∞         3         the 3: it has changed v
        2           3          3         the 3, as before
        5           3          5         the 5: it has changed v

    ``None`` if v is still the number with which it began.
    """
    has_changed_v = record.parent_v_after[child_call] != record.parent_v_before(child_call)
    if has_changed_v or _is_taken_as_first(record, child_call):
        return child_call
    return record.find_call_that_set_parent_v(child_call)


def _is_taken_as_first(record: Record, child_call: int) -> bool:
    """Tell whether a first child gives its parent its v whatever its value is.

    Only the printed form with two functions has it so. There a v that begins with 3 is given by the
    first child even if this is worth 3, and v stays the same number.
    """
    is_first_child = record.find_previous_sibling_call(child_call) is None
    return record.replaces_first and is_first_child


def _make_best_without_child(record: Record, call: int, v: Number | None) -> BestSoFar | None:
    """Return the v with which a call began, as a best value so far that no child gave.

    ``None`` if v is infinite, or if there is none, as at a chance node.
    """
    if v is None or abs(v) == INFINITY:
        return None
    return BestSoFar(record.node(call), v, through=None)


def best_at(record: Record, call: int, step: int) -> BestSoFar | None:
    """Return the best value so far of a node's call at a step, and which child gave it.

    ``None`` in the cases of :func:`best_after`.
    """
    last_child_call = record.last_return(call, step)
    if last_child_call is not None:
        return best_after(record, last_child_call)
    return _make_best_without_child(record, call, record.first_v(call))


class NodeBetween(NamedTuple):
    """The node between a deep cut-off and the node whose number cuts.

    Attributes:
        best: The best value that it has so far; ``None`` if no child has returned to it.
        needs: Whether it may still want the value of its open child, in which the cut-off is.
    """

    best: BestSoFar | None
    needs: Needs


def player_between(record: Record, cut: CutOff) -> NodeBetween:
    """Return what the node between has at a deep cut-off, and whether it wants more.

    The bound of a cut-off comes from an ancestor of the opposing player. A cut-off is deep if that
    is not the nearest such ancestor: this one lies between. For example in ``[5 [9 [3 [4 7]]]]``:

    ==========  ======  ===================================================================
    the node    player  at the cut-off
    ==========  ======  ===================================================================
    0           MAX     has 5, the bound that cuts
    2           MIN     has 9
    4           MAX     has 3: it is the node between, and would want a 4
    6           MIN     has 4, and is cut off, since 5 ≥ 4: the open child of the node 4
    ==========  ======  ===================================================================

    Args:
        record: The search.
        cut: The deep cut-off.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.engine.analysis import analysis_of
        >>> from treeexplorer.notation import parse
        >>> record = search(parse("[5 [9 [3 [4 7]]]]").tree)
        >>> between = player_between(record, analysis_of(record).cut_offs[0])
        >>> between.best, between.needs
        (BestSoFar(node=4, value=3, through=5), Needs(node=4, value=True))
    """
    # MIN nodes give the bound of a β cut-off, MAX nodes that of an α cut-off.
    opposing_role = MIN_ROLE if cut.kind == "beta" else MAX_ROLE

    open_child_call = _find_call_below_role(record, cut.call, opposing_role)
    open_child = record.node(open_child_call)
    node_between = record.tree.parent[open_child]
    return NodeBetween(
        best=_find_best_before_child(record, open_child_call),
        needs=Needs(node_between, _can_be_best(record, open_child, cut.step)),
    )


def _find_best_before_child(record: Record, child_call: int) -> BestSoFar | None:
    """Return the best value that a node had when it called a child; ``None`` for its first."""
    returned_before = record.find_previous_sibling_call(child_call)
    return None if returned_before is None else best_after(record, returned_before)


def _find_call_below_role(record: Record, call: int, role: int) -> int:
    """Find the first call, from a given one upwards, whose parent's node has a role.

    There must be one. In the path MAX, MIN, chance, MAX it is that of the chance node if one looks
    from the lowest MAX node for MIN.
    """
    while True:
        parent_call = present(record.caller(call))
        if record.tree.roles[record.node(parent_call)] == role:
            return call
        call = parent_call


def _can_be_best(record: Record, child: int, step: int) -> bool:
    """Tell whether a child may still be better for its parent than every other child.

    Example:
        If the other children of a MAX node are worth at least 3 and at least 5, a child can be best
        that may be worth more than 5. MIN is mirrored.
    """
    parent = record.tree.parent[child]
    others = _collect_proven_of_siblings(record, child, step)
    low, high = proven(record, child, step)
    if record.tree.roles[parent] == MAX_ROLE:
        return high > max((other_low for other_low, _ in others), default=-INFINITY)
    return low < min((other_high for _, other_high in others), default=INFINITY)


def _collect_proven_of_siblings(record: Record, child: int, step: int) -> list[Interval]:
    """Return what is proven of each sibling of a node; undrawn siblings count as one more."""
    parent = record.tree.parent[child]
    siblings = (each for each in record.children(parent) if each != child)
    intervals = [proven(record, sibling, step) for sibling in siblings]
    if parent in record.tree.elided:
        intervals.append(record.rules.known_range)
    return intervals


class WindowGivers(NamedTuple):
    """The nodes that gave a window its ends, each with its best value and the child that gave it.

    Attributes:
        alpha: The node whose best value (v) is α; ``None`` if the search, or a chance node above,
            began with it.
        beta: The node whose v is β; ``None`` likewise.
    """

    alpha: BestSoFar | None
    beta: BestSoFar | None


def nodes_that_gave_window(record: Record, call: int, step: int | None = None) -> WindowGivers:
    """Return which nodes have the α and the β of a node's window as their best value (v).

    A MAX ancestor whose v is α has given α, and a MIN ancestor whose v is β has given β. The ends
    of a null window are only asked about, so that no node has given them.

    Args:
        record: The search.
        call: The call of the node, that is, the number of one visit of it.
        step: The step whose window is meant; without it, the window on entry. By the step the
            node's own v may have moved one end: then the node itself has this end.

    Example:
        The second MIN node is entered with (3, +∞), and moves its β to 2.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> givers = nodes_that_gave_window(record, record.call_of(5))
        >>> givers.alpha, givers.beta
        (BestSoFar(node=0, value=3, through=1), None)
        >>> givers = nodes_that_gave_window(record, record.call_of(5), step=12)
        >>> givers.alpha, givers.beta
        (BestSoFar(node=0, value=3, through=1), BestSoFar(node=5, value=2, through=6))
    """
    if not record.has_windows or record.has_null_window(call):
        return WindowGivers(None, None)

    # On entry both ends come from ancestors.
    alpha, beta = record.entry_window(call)
    on_entry = WindowGivers(
        alpha=_find_ancestor_with_bound(record, call, alpha, MAX_ROLE),
        beta=_find_ancestor_with_bound(record, call, beta, MIN_ROLE),
    )
    if step is None:
        return on_entry

    # By the step the node's own v may have replaced one end: MAX's v is α, MIN's v is β.
    own_best = _find_v_that_moved_window(record, call, step)
    if own_best is None:
        return on_entry
    if record.tree.roles[own_best.node] == MAX_ROLE:
        return on_entry._replace(alpha=own_best)
    return on_entry._replace(beta=own_best)


def _find_ancestor_with_bound(
    record: Record, call: int, bound: Number, role: int
) -> BestSoFar | None:
    """Return the ancestor of a role whose v is a bound of a call's window; ``None`` if none is."""
    witness = analysis_of(record).witness(call, bound, role)
    return None if witness is None else BestSoFar(witness.node, bound, witness.child)


def _find_v_that_moved_window(record: Record, call: int, step: int) -> BestSoFar | None:
    """Return a node's best value (v) if it has replaced one end of the node's window.

    For example a MIN node that is entered with (3, +∞) has moved its β to 5 once a child has
    returned 5: the window is (3, 5), and its β is v. ``None`` if v is not an end of the window that
    the node has moved, if no child gave v, and at leaves and chance nodes, which move none.
    """
    window = record.window_at(call, step)
    has_moved = window != record.entry_window(call)
    best = best_at(record, call, step)
    if not has_moved or best is None or best.through is None:
        return None

    # MAX raises α to its v, MIN lowers β to its v; the other end stays.
    alpha, beta = window
    is_at_max = record.tree.roles[best.node] == MAX_ROLE
    end_that_v_moves = alpha if is_at_max else beta
    return best if end_that_v_moves == best.value else None
