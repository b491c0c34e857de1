"""The searches that test first and search again: PVS, NegaScout and SCOUT, as they are printed.

Each is the published procedure with both players written out. A null window is a question about
one number, never an interval one unit wide.

Sources: Pearl 1980 (SCOUT); Finkel & Fishburn 1983, Marsland & Campbell 1982 (PVS);
Reinefeld 1983 (NegaScout).
"""

from __future__ import annotations

from treeexplorer.engine.calls import FULL_SCOPE, Call, Frame, Scope, Searching, above, below
from treeexplorer.engine.plain import alphabeta_procedure, is_better, weighted_mean, worst
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number


def beyond(role: int, number: Number) -> Scope:
    """Return the null window that asks whether a child is strictly better than a number."""
    return above(number) if role == MAX_ROLE else below(number)


def _open_side(role: int, scope: Scope, value: Number) -> Scope:
    """Return the window from a value to the opponent's bound."""
    if role == MAX_ROLE:
        return Scope(value, scope.beta)
    return Scope(scope.alpha, value)


def _own_bound(role: int, scope: Scope) -> Number:
    return scope.alpha if role == MAX_ROLE else scope.beta


def pvs(frame: Frame) -> Searching:
    """Search the first child with the window, and test whether each other one is better.

    A child that turns out better than α and not good enough to cut is searched again.
    """
    if frame.role == CHANCE_ROLE:
        return (yield from weighted_mean(frame))
    role, scope = frame.role, frame.scope
    if scope.null:
        return (yield from alphabeta_procedure(frame))
    v = frame.v = worst(role)
    for child in frame.children():
        if child == frame.rank + 1:
            value = yield Call(child, scope)
        else:
            best = _own_bound(role, scope.raised(role, v))
            value = yield Call(child, beyond(role, best))
            if is_better(role, value, best) and not scope.is_enough(role, value):
                value = yield Call(child, _open_side(role, scope, value))
        if is_better(role, value, v):
            v = frame.v = value
        if scope.is_enough(role, v):
            frame.is_cut = frame.leaves_something(child)
            break
    return v


def negascout(frame: Frame) -> Searching:
    """Test each child against what the best one so far gives, and search again what is better.

    Where at most two plies remain the test's value is exact already, and is taken.
    """
    if frame.role == CHANCE_ROLE:
        return (yield from weighted_mean(frame))
    role, scope = frame.role, frame.scope
    v = frame.v = worst(role)
    limit = scope
    for child in frame.children():
        value = yield Call(child, limit)
        if is_better(role, value, v):
            if limit == scope or _is_exact(frame, child):
                v = frame.v = value
            else:
                v = frame.v = yield Call(child, _open_side(role, scope, value))
        if scope.is_enough(role, v):
            frame.is_cut = frame.leaves_something(child)
            break
        limit = scope if scope.null else beyond(role, _own_bound(role, scope.raised(role, v)))
    return v


def _is_exact(frame: Frame, child: int) -> bool:
    """Tell whether a test's value is exact: two plies remain, and the child is an opponent's."""
    tree = frame.tree
    return tree.plies_below(frame.rank) <= 2 and tree.roles[child] != frame.role


def scout(frame: Frame) -> Searching:
    """Evaluate the first child, and every other one that a test finds strictly better."""
    if frame.role == CHANCE_ROLE:
        return (yield from weighted_mean(frame))
    role = frame.role
    v = frame.v = worst(role)
    for child in frame.children():
        if child == frame.rank + 1:
            v = frame.v = yield Call(child, FULL_SCOPE)
            continue
        frame.replaced_by = alphabeta_procedure
        value = yield Call(child, beyond(role, v))
        frame.replaced_by = None
        if is_better(role, value, v):
            v = frame.v = yield Call(child, FULL_SCOPE)
    return v
