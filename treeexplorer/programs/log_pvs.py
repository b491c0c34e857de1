"""What PVS would print as it searches: a row for each node entered, and each child returned.

It is only asked whether a log is one of PVS, which is no wrong log of alpha-beta. Programs ask a
null window with whole numbers, ``-alpha - 1``, and print it so.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.engine.ordered_tree import run_without_recursion
from treeexplorer.programs.expected_rows import TooManyRowsError, add_row
from treeexplorer.programs.log_habits import (
    Arrival,
    ExpectedRow,
    has_player_twice,
    is_for_min,
    print_children_after,
    see_as_mover,
)
from treeexplorer.tree import FULL_WINDOW, INFINITY, GameTree, Number, Window


class _Call(NamedTuple):
    """A call of PVS: a node, and the window as the player sees it who moves there."""

    node: int
    window: Window


class _Fail(NamedTuple):
    """What a program does with values beyond the window.

    Attributes:
        starts_at_bound: Whether v begins with α; else with −∞.
        stays_in_window: Whether no more than β is returned.
    """

    starts_at_bound: bool
    stays_in_window: bool


_FAILS: Final = (
    _Fail(starts_at_bound=False, stays_in_window=False),
    _Fail(starts_at_bound=True, stays_in_window=False),
    _Fail(starts_at_bound=True, stays_in_window=True),
)


def generate_pvs_rows(tree: GameTree) -> Iterator[list[ExpectedRow]]:
    """Generate the rows of a tree that programs with PVS print; none if a player moves twice.

    They differ in four ways: v begins with −∞ or with α; what begins with α may be returned as it
    is or within the window; the second search of a child begins with α or with the value of the
    first; and numbers are seen by the player to move, by MAX, or of each child by its parent.

    Args:
        tree: The tree.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> rows = next(generate_pvs_rows(from_nested([[7], [5]])))
        >>> [row.window for row in rows if row.enters and row.node == 3]
        [(-8, -7)]
    """
    if has_player_twice(tree):
        return
    for fail, begins_at_value in product(_FAILS, (False, True)):
        recorder = _PvsRecorder(tree, fail, begins_at_value=begins_at_value)
        try:
            run_without_recursion(recorder.visit, _Call(0, FULL_WINDOW))
        except TooManyRowsError:
            return
        yield recorder.rows
        yield see_as_mover(recorder.rows, tree)  # which is to see them as MAX: signs change again
        yield print_children_after(recorder.rows, tree)


class _PvsRecorder:
    """Runs PVS on a tree, with all numbers as the player to move sees them.

    Attributes:
        rows: The rows so far.
    """

    def __init__(self, tree: GameTree, fail: _Fail, *, begins_at_value: bool) -> None:
        """Begin with nothing printed.

        Args:
            tree: The tree.
            fail: What the program does with values beyond the window.
            begins_at_value: Whether the second search of a child begins with the value of the
                first; else with α.
        """
        self.rows: list[ExpectedRow] = []
        self._tree = tree
        self._fail = fail
        self._begins_at_value = begins_at_value

    def visit(self, call: _Call) -> Generator[_Call, Number, Number]:
        """Search a node and return its value; a generator that yields the calls of its children.

        For example A in ``A:[B:[3] C:[5]]``, where MAX moves, as B and C are worth 3 and 5 to it.
        The windows and values of B and C are those that MIN sees there:

        =====================  ==========  =====  ==================================
        the call               its window  value  what A has then
        =====================  ==========  =====  ==================================
        B, the first child     (−∞, +∞)    −3     v = 3, α = 3
        C, with a null window  (−4, −3)    −5     5 is better, but may be only a bound
        C, again               (−∞, −3)    −5     v = 5, α = 5
        =====================  ==========  =====  ==================================
        """
        node = call.node
        alpha, beta = call.window
        if self._tree.is_leaf(node):
            value = self._evaluate(node)
            add_row(self.rows, ExpectedRow(node, enters=True, value=value, window=call.window))
            return value

        v = alpha if self._fail.starts_at_bound else -INFINITY
        add_row(self.rows, ExpectedRow(node, enters=True, value=v, window=call.window))
        for number, child in enumerate(self._tree.children(node)):
            window_before = (alpha, beta)
            value = yield from self._search_child(child, window_before, is_first=number == 0)
            v = max(v, value)
            alpha = max(alpha, v)
            # Programs print what a child returns before or after they change its sign.
            arrival = Arrival(child, value, window_before, has_either_sign=True)
            add_row(self.rows, ExpectedRow(node, False, v, (alpha, beta), arrival))
            if alpha >= beta:
                break

        returned = min(v, beta) if self._fail.stays_in_window else v
        if returned != v:
            row_of_result = ExpectedRow(node, enters=False, value=returned, window=(alpha, beta))
            add_row(self.rows, row_of_result)
        return returned

    def _search_child(
        self, child: int, window: Window, *, is_first: bool
    ) -> Generator[_Call, Number, Number]:
        """Search a child once or twice, and return its value as its parent sees it.

        For example the parent has the window (3, 8), and the child is worth 5 to it. The child is
        called with these windows, which are those that its own player sees:

        =============  =================================================================
        the child      its windows
        =============  =================================================================
        the first one  (−8, −3)
        another        (−4, −3), which is null; then, as 5 is within (3, 8), (−8, −3), or
                       (−8, −5) if the program begins at the value that the first call returned
        =============  =================================================================
        """
        alpha, beta = window
        if is_first:
            return -(yield _Call(child, (-beta, -alpha)))

        # Programs take values for whole numbers, of which none lies between α and α + 1.
        value = -(yield _Call(child, (-alpha - 1, -alpha)))
        may_be_only_a_bound = alpha < value < beta
        if not may_be_only_a_bound:
            return value
        low = value if self._begins_at_value else alpha
        return -(yield _Call(child, (-beta, -low)))

    def _evaluate(self, leaf: int) -> Number:
        """Return the value of a leaf for the player who would move there; 0 for an unknown leaf."""
        value = self._tree.leaf_value(leaf)
        if value is None:
            return 0
        return -value if is_for_min(leaf, self._tree) else value
