"""The mistakes of programs that a log shows, as hooks of the procedure.

They have the words of :mod:`treeexplorer.programs.wrong_lines`, where each is a wrong line. What
people get wrong on paper, too, is in :mod:`treeexplorer.engine.misconceptions`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from treeexplorer.engine.misconceptions import Misconception
from treeexplorer.engine.procedure import Hooks, OpenCall, drawn_children, find_player
from treeexplorer.tree import (
    FULL_WINDOW,
    INFINITY,
    LEAF_ROLE,
    MAX_ROLE,
    MIN_ROLE,
    Number,
    Window,
)


def _build_log_mistake(words: str, changes: Callable[[Hooks], Hooks]) -> Misconception:
    """Build a mistake of a program as a misconception whose name and words are the same.

    Args:
        words: What the program does, such as ``v starts at 0 at MAX``.
        changes: Makes the hooks of a search with the mistake out of those of a right search. Hooks
            are the functions that a search calls at its steps.
    """
    return Misconception(words, words, changes)


def _change_at_player(
    hook_name: str, change: Callable[..., Any], *, at_max: bool
) -> Callable[[Hooks], Hooks]:
    """Make a function that changes one hook of a search at the nodes of one player alone.

    Hooks are the functions that a search calls at its steps. The function takes those of a right
    search, and returns them with one of them replaced. For example, with ``cuts`` and
    ``lambda call: False`` for MIN, a search never cuts off a MIN node, and cuts off MAX nodes as
    ever.

    Args:
        hook_name: The name of the hook, such as ``children``.
        change: What is called in its place at the nodes of the player, with the same arguments.
        at_max: Whether that is MAX; else MIN.
    """

    def change_hooks(right: Hooks) -> Hooks:
        right_hook: Callable[..., Any] = getattr(right, hook_name)

        def call_by_player(call: OpenCall, *arguments: Number) -> Any:
            """Do what is wrong at the nodes of the player, and what is right at the others."""
            if call.at_max == at_max:
                return change(call, *arguments)
            return right_hook(call, *arguments)

        changes: dict[str, Any] = {hook_name: call_by_player}
        return replace(right, **changes)

    return change_hooks


def _change_everywhere(hook_name: str, change: Callable[..., Any]) -> Callable[[Hooks], Hooks]:
    """Make a function that changes one hook of a search at all nodes.

    For example, with ``start`` and ``lambda call: 0`` the value so far starts at 0 everywhere.

    Args:
        hook_name: The name of the hook, such as ``children``.
        change: What is called in its place, with the same arguments.
    """
    changes: dict[str, Any] = {hook_name: change}
    return lambda right: replace(right, **changes)


def _leave_out_last(call: OpenCall) -> Sequence[int]:
    """Return the children of a node without the last, unless it is the only one."""
    children = drawn_children(call)
    return children[:-1] if len(children) > 1 else children


def _leave_out_first(call: OpenCall) -> Sequence[int]:
    """Return the children of a node without the first, unless it is the only one."""
    children = drawn_children(call)
    return children[1:] if len(children) > 1 else children


def _keep_last_value(right: Hooks) -> Hooks:
    """Change a search so that v is the value of the last child, whatever it was before."""
    return replace(right, kept=lambda _call, value: value, moved=_move_bound)


def _set_bound_at_player(*, at_max: bool, to_v: bool) -> Callable[[Hooks], Hooks]:
    """Make a function that changes a search so that one player sets a bound to a worse number, too.

    Args:
        at_max: Whether MAX sets α; else MIN sets β.
        to_v: Whether the bound is set to v; else to the value of the last child.
    """

    def moved(call: OpenCall, value: Number) -> Window:
        number = call.v if to_v else value
        return (number, call.beta) if at_max else (call.alpha, number)

    return _change_at_player("moved", moved, at_max=at_max)


def _keep_window(call: OpenCall, _: Number) -> Window:
    """Return the window of a node as it is: a program moves no bound there."""
    return call.alpha, call.beta


def _turn_test_round(call: OpenCall) -> bool:
    """Test whether β ≥ α in the place of β ≤ α."""
    return call.beta >= call.alpha


def _test_after_leaf_only(right: Hooks) -> Hooks:
    """Change a search so that it tests only after a leaf, not after a child with children."""

    def cuts(call: OpenCall) -> bool:
        is_leaf = call.tree.roles[call.child] == LEAF_ROLE
        return is_leaf and right.cuts(call)

    return replace(right, cuts=cuts)


def _test_before_update(right: Hooks) -> Hooks:
    """Change a search so that it tests before α or β is moved, one child too late.

    The child after which the test would hold is not the last one, then: the next is searched, too,
    and what it returns is not looked at::

        value = alphabeta(child, alpha, beta)
        if alpha >= beta: break
        v = max(v, value)

    For example a MIN node with the window (3, +∞) has the children 2, 9 and 1:

    =====  =================  ============  ===================================
    child  the window before  is it tested  what comes of it
    =====  =================  ============  ===================================
    2      (3, +∞)            3 ≥ +∞: no    v = 2, β = 2
    9      (3, 2)             3 ≥ 2: yes    v and β stay, the node is cut off
    1                                       is not searched
    =====  =================  ============  ===================================
    """
    # A search calls `kept` and `moved` with the window before, and `cuts` with that after a child.
    window_before = FULL_WINDOW

    def kept(call: OpenCall, value: Number) -> Number:
        """Return the new v: the old one if the test holds."""
        return call.v if right.cuts(call) else right.kept(call, value)

    def moved(call: OpenCall, value: Number) -> Window:
        """Return the new window: the old one if the test holds."""
        nonlocal window_before
        window_before = (call.alpha, call.beta)
        return window_before if right.cuts(call) else right.moved(call, value)

    def cuts(call: OpenCall) -> bool:
        """Tell whether the test holds: it looks at the window before the child."""
        alpha, beta = window_before
        return right.cuts(replace(call, alpha=alpha, beta=beta))

    return replace(right, kept=kept, moved=moved, cuts=cuts)


def _move_as_other_below_root(call: OpenCall) -> int:
    """Return who moves at a node if the root's player moves again below the root."""
    role = find_player(call)
    if call.rank == 0:
        return role
    return MIN_ROLE if role == MAX_ROLE else MAX_ROLE


def _hand_no_alpha_at_root(right: Hooks) -> Hooks:
    """Change a search so that the root enters each child with its own first window."""

    def handed_down(call: OpenCall) -> Window:
        return call.entry if call.rank == 0 else right.handed_down(call)

    return replace(right, handed_down=handed_down)


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
        "v starts at 0, seen from either player", _change_everywhere("start", lambda _call: 0)
    ),
    _build_log_mistake(
        "v starts at 0 at MAX", _change_at_player("start", lambda _call: 0, at_max=True)
    ),
    _build_log_mistake(
        "v starts at 0 at MIN", _change_at_player("start", lambda _call: 0, at_max=False)
    ),
    _build_log_mistake(
        "only MAX tests for a cut-off",
        _change_at_player("cuts", lambda _call: False, at_max=False),
    ),
    _build_log_mistake(
        "only MIN tests for a cut-off",
        _change_at_player("cuts", lambda _call: False, at_max=True),
    ),
    _build_log_mistake(
        "a cut-off ends the loop before v takes the value that causes it", _cut_before_update
    ),
    _build_log_mistake("α and β are global, and never reset", _share_window_between_calls),
    _build_log_mistake(
        "the last child is left out, even where it is the only one",
        _change_everywhere("children", lambda call: drawn_children(call)[:-1]),
    ),
    _build_log_mistake(
        "the first child is left out, even where it is the only one",
        _change_everywhere("children", lambda call: drawn_children(call)[1:]),
    ),
    _build_log_mistake(
        "the last child is left out", _change_everywhere("children", _leave_out_last)
    ),
    _build_log_mistake(
        "the first child is left out", _change_everywhere("children", _leave_out_first)
    ),
    _build_log_mistake(
        "MAX leaves out its last child",
        _change_at_player("children", _leave_out_last, at_max=True),
    ),
    _build_log_mistake(
        "MIN leaves out its last child",
        _change_at_player("children", _leave_out_last, at_max=False),
    ),
    _build_log_mistake(
        "MAX leaves out its first child",
        _change_at_player("children", _leave_out_first, at_max=True),
    ),
    _build_log_mistake(
        "MIN leaves out its first child",
        _change_at_player("children", _leave_out_first, at_max=False),
    ),
    _build_log_mistake("the value of the last child is kept", _keep_last_value),
    _build_log_mistake(
        "MIN returns α in the place of v",
        _change_everywhere("returned", lambda call: call.alpha),
    ),
    _build_log_mistake(
        "MAX returns β in the place of v",
        _change_everywhere("returned", lambda call: call.beta),
    ),
    _build_log_mistake(
        "v starts at −∞ at MIN, too", _change_everywhere("start", lambda _call: -INFINITY)
    ),
    _build_log_mistake("it tests before α or β is moved, one child too late", _test_before_update),
    _build_log_mistake(
        "it tests only after a leaf, not after a child with children", _test_after_leaf_only
    ),
    _build_log_mistake(
        "it cuts when α + 1 ≥ β",
        _change_everywhere("cuts", lambda call: call.alpha + 1 >= call.beta),
    ),
    _build_log_mistake(
        "it cuts where α = β alone",
        _change_everywhere("cuts", lambda call: call.alpha == call.beta),
    ),
    _build_log_mistake(
        "only MIN cuts at equality",
        _change_at_player("cuts", lambda call: call.alpha > call.beta, at_max=True),
    ),
    _build_log_mistake(
        "only MAX cuts at equality",
        _change_at_player("cuts", lambda call: call.alpha > call.beta, at_max=False),
    ),
    _build_log_mistake(
        "the test is turned round at MAX, β ≥ α for β ≤ α",
        _change_at_player("cuts", _turn_test_round, at_max=True),
    ),
    _build_log_mistake(
        "the test is turned round at MIN, β ≥ α for β ≤ α",
        _change_at_player("cuts", _turn_test_round, at_max=False),
    ),
    _build_log_mistake(
        "MAX sets α to a smaller value, too", _set_bound_at_player(at_max=True, to_v=False)
    ),
    _build_log_mistake(
        "MIN sets β to a larger value, too", _set_bound_at_player(at_max=False, to_v=False)
    ),
    _build_log_mistake(
        "MAX sets α to a smaller v, too", _set_bound_at_player(at_max=True, to_v=True)
    ),
    _build_log_mistake(
        "MIN sets β to a larger v, too", _set_bound_at_player(at_max=False, to_v=True)
    ),
    _build_log_mistake(
        "MAX hands no β down",
        _change_at_player("handed_down", lambda call: (call.alpha, INFINITY), at_max=True),
    ),
    _build_log_mistake(
        "MIN hands no α down",
        _change_at_player("handed_down", lambda call: (-INFINITY, call.beta), at_max=False),
    ),
    _build_log_mistake(
        "MAX hands no bounds down",
        _change_at_player("handed_down", lambda _call: FULL_WINDOW, at_max=True),
    ),
    _build_log_mistake(
        "MIN hands no bounds down",
        _change_at_player("handed_down", lambda _call: FULL_WINDOW, at_max=False),
    ),
    _build_log_mistake(
        "MIN calls MIN again",
        _change_everywhere("player", lambda call: MIN_ROLE if call.rank else MAX_ROLE),
    ),
    _build_log_mistake("the root hands no α to its children", _hand_no_alpha_at_root),
    _build_log_mistake(
        "the root's children are searched as if its own player moved there again",
        _change_everywhere("player", _move_as_other_below_root),
    ),
    _build_log_mistake(
        "nothing is ever cut off", _change_at_player("moved", _keep_window, at_max=True)
    ),
    _build_log_mistake(
        "nothing is ever cut off", _change_at_player("moved", _keep_window, at_max=False)
    ),
    _build_log_mistake(
        "MAX keeps its last child's value",
        _change_at_player("kept", lambda _call, value: value, at_max=True),
    ),
    _build_log_mistake(
        "MIN keeps its last child's value",
        _change_at_player("kept", lambda _call, value: value, at_max=False),
    ),
    _build_log_mistake(
        "MAX hands β down as α, and α as β",
        _change_at_player("handed_down", lambda call: (call.beta, call.alpha), at_max=True),
    ),
    _build_log_mistake(
        "MIN hands β down as α, and α as β",
        _change_at_player("handed_down", lambda call: (call.beta, call.alpha), at_max=False),
    ),
    _build_log_mistake(
        "MIN takes its first child alone",
        _change_everywhere("handed_down", lambda call: (call.beta, call.alpha)),
    ),
    _build_log_mistake(
        "only the first two children are searched",
        _change_everywhere("children", lambda call: drawn_children(call)[:2]),
    ),
)
"""The mistakes that are tried on a log, after those that are made on paper."""
