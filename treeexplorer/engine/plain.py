"""Alpha-beta as a procedure for :mod:`treeexplorer.engine.calls`: what the others are built on."""

from __future__ import annotations

from treeexplorer.engine.calls import FULL_SCOPE, Call, Frame, Searching
from treeexplorer.engine.means import added, normalised
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, Number


def is_better(role: int, value: Number, v: Number) -> bool:
    """Tell whether a value is strictly better than v for the player of a node."""
    return value > v if role == MAX_ROLE else value < v


def worst(role: int) -> Number:
    """Return the v with which a node starts."""
    return -INFINITY if role == MAX_ROLE else INFINITY


def alphabeta_procedure(frame: Frame) -> Searching:
    """Search a node with the window as it is: alpha-beta, fail-soft."""
    if frame.role == CHANCE_ROLE:
        return (yield from weighted_mean(frame))
    role, scope = frame.role, frame.scope
    v = frame.v = worst(role)
    for child in frame.children():
        value = yield Call(child, scope.raised(role, v))
        if is_better(role, value, v):
            v = frame.v = value
        if scope.is_enough(role, v):
            frame.is_cut = frame.leaves_something(child)
            break
    return v


def weighted_mean(frame: Frame) -> Searching:
    """Search every child of a chance node with the full window and return their mean."""
    total: Number = 0
    for child in frame.children():
        value = yield Call(child, FULL_SCOPE)
        total = added(total, frame.tree.weight(child), value)
    return normalised(total)
