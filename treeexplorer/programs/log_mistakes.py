"""The mistakes of programs that a log shows, as hooks of the procedure.

They have the words of :mod:`treeexplorer.programs.wrong_lines`, where each is a wrong line. What
people get wrong on paper, too, is in :mod:`treeexplorer.engine.misconceptions`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from treeexplorer.engine.misconceptions import Misconception
from treeexplorer.engine.procedure import Hooks, OpenCall, drawn_children
from treeexplorer.tree import FULL_WINDOW, Number, Window


def _build_log_mistake(words: str, changes: Callable[[Hooks], Hooks]) -> Misconception:
    """Build a mistake of a program as a misconception whose name and words are the same.

    Args:
        words: What the program does, such as ``v starts at 0 at MAX``.
        changes: Makes the hooks of a search with the mistake out of those of a right search. Hooks
            are the functions that a search calls at its steps.
    """
    return Misconception(words, words, changes)


def _restrict_children(children: Callable[[OpenCall], Sequence[int]]) -> Callable[[Hooks], Hooks]:
    """Return a function that changes a search so that it goes into other children than it should.

    Hooks are the functions that a search calls at its steps. The function takes those of a right
    search, and returns them with another ``children``.

    Args:
        children: Given the call of a node, returns the children to search:
            ``drawn_children(call)[1:]`` leaves out the first.
    """
    return lambda right: replace(right, children=children)


def _start_v_at_zero(*, at_max: bool, at_min: bool) -> Callable[[Hooks], Hooks]:
    """Make a function that changes a search so that v, the value so far, starts at 0.

    Hooks are the functions that a search calls at its steps. The function takes those of a right
    search, and returns them with another ``start``, which returns the first v of a node.

    Args:
        at_max: Whether v starts at 0 at MAX nodes.
        at_min: Whether it does at MIN nodes.
    """

    def changed(right: Hooks) -> Hooks:
        def start(call: OpenCall) -> Number:
            is_affected = at_max if call.at_max else at_min
            return 0 if is_affected else right.start(call)

        return replace(right, start=start)

    return changed


def _test_only_at_player(*, at_max: bool) -> Callable[[Hooks], Hooks]:
    """Make a function that changes a search so that only one player's nodes test for a cut-off.

    Hooks are the functions that a search calls at its steps. The function takes those of a right
    search, and returns them with another ``cuts``, which tells whether a node is cut off.

    Args:
        at_max: Whether MAX nodes test; else MIN nodes do.
    """

    def changed(right: Hooks) -> Hooks:
        def cuts(call: OpenCall) -> bool:
            if call.at_max != at_max:
                return False
            return right.cuts(call)

        return replace(right, cuts=cuts)

    return changed


def _cut_before_update(right: Hooks) -> Hooks:
    """Change a search so that it cuts off before v takes the child's value.

    It moves the bound, tests, and only then moves v, the best value so far::

        alpha = max(alpha, value)
        if alpha >= beta: break
        v = max(v, value)

    A search calls ``kept`` (the new v) before ``moved`` (the new window). So ``kept`` has to work
    out for itself whether the test will hold, and then leaves v as it is.
    """

    def kept(call: OpenCall, value: Number) -> Number:
        alpha, beta = _move_bound(call, value)
        return call.v if call.rules.cuts(alpha, beta) else right.kept(call, value)

    return replace(right, kept=kept, moved=_move_bound)


def _move_bound(call: OpenCall, value: Number) -> Window:
    """Move the player's bound of a window to a child's value, if that is better.

    The bound is α at MAX and β at MIN. It is moved to the value itself, not to v.
    """
    if call.at_max:
        return max(call.alpha, value), call.beta
    return call.alpha, min(call.beta, value)


def _share_window_between_calls(right: Hooks) -> Hooks:
    """Change a search so that α and β are global variables that are never reset.

    In a right search each node has a window of its own. Here all nodes have one: if a child moves β
    to 3, β is 3 at its parent, too, and at all nodes that are searched later.

    Hooks are the functions that a search calls at its steps. Two of a right search's are replaced;
    what they return is the window with which the search goes on. The hooks that are returned are
    for one run, since the window begins anew only with the next call of this function.
    """
    shared_window = FULL_WINDOW

    def handed_down(_call: OpenCall) -> Window:
        """Return the window with which a child is entered: the shared one."""
        return shared_window

    def moved(call: OpenCall, value: Number) -> Window:
        """Move a bound of the shared window to what a child returned, and return the window."""
        nonlocal shared_window
        alpha, beta = shared_window
        if call.at_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        shared_window = (alpha, beta)
        return shared_window

    return replace(right, handed_down=handed_down, moved=moved)


IN_LOGS: Final = (
    _build_log_mistake(
        "v starts at 0, seen from either player", _start_v_at_zero(at_max=True, at_min=True)
    ),
    _build_log_mistake("v starts at 0 at MAX", _start_v_at_zero(at_max=True, at_min=False)),
    _build_log_mistake("v starts at 0 at MIN", _start_v_at_zero(at_max=False, at_min=True)),
    _build_log_mistake("only MAX tests for a cut-off", _test_only_at_player(at_max=True)),
    _build_log_mistake("only MIN tests for a cut-off", _test_only_at_player(at_max=False)),
    _build_log_mistake(
        "a cut-off ends the loop before v takes the value that causes it", _cut_before_update
    ),
    _build_log_mistake("α and β are global, and never reset", _share_window_between_calls),
    _build_log_mistake(
        "the last child is left out, even where it is the only one",
        _restrict_children(lambda call: drawn_children(call)[:-1]),
    ),
    _build_log_mistake(
        "the first child is left out, even where it is the only one",
        _restrict_children(lambda call: drawn_children(call)[1:]),
    ),
    _build_log_mistake(
        "only the first two children are searched",
        _restrict_children(lambda call: drawn_children(call)[:2]),
    ),
)
"""The mistakes that are tried on a log, after those that are made on paper."""
