"""What a program would print as it searches: a row for each node entered, and each child returned.

The rows come from a run of the procedure with hooks (:mod:`treeexplorer.engine.procedure`), so that
other conventions and misconceptions are tried in the same way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.engine.procedure import Hooks, OpenCall, find_hooks, run_procedure
from treeexplorer.programs.log_habits import Arrival, ExpectedRow
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    LEAF_ROLE,
    GameTree,
    Number,
    Window,
)

_MOST_ROWS: Final = 100_000


class TooManyRowsError(Exception):
    """A search that enters nodes again and again has more rows than any log that is read."""


def add_row(rows: list[ExpectedRow], row: ExpectedRow) -> None:
    """Add a row to those of a search that enters nodes again and again.

    Raises:
        TooManyRowsError: There are too many.
    """
    if len(rows) == _MOST_ROWS:
        raise TooManyRowsError
    rows.append(row)


def compute_expected_rows(
    tree: GameTree, rules: Rules, hooks: Hooks | None = None, *, keeps_window_at_cut: bool = False
) -> list[ExpectedRow]:
    """Return the rows that a search would print: one per node entered, one per child returned.

    Args:
        tree: The tree.
        rules: The rules of the search.
        hooks: The functions that the search calls at its steps; those of the rules if ``None``.
        keeps_window_at_cut: Whether the program moves a bound only where it is not cut off. Then a
            row at a cut-off has the window as it was before the child returned.

    Returns:
        The rows, in the order in which they would be printed.
    """
    ordered = in_search_order(tree, rules)
    if hooks is None:
        hooks = find_hooks(rules)
    recorder = _RowRecorder(ordered, hooks, keeps_window_at_cut=keeps_window_at_cut)
    run_procedure(ordered, rules, recorder.hooks())
    return recorder.rows


class _RowRecorder:
    """Wraps the hooks of a search so that they record the rows that a program would print.

    Hooks are the functions that a search calls at its steps: when it enters a node, hands its
    window down to a child, moves a bound, tests whether to cut off. Each method here calls the
    search's own hook and returns what that returns. Besides, it adds the row that a program would
    print there; the test for a cut-off may correct the last row.

    Attributes:
        rows: The rows so far.
    """

    def __init__(
        self, tree: OrderedTree, search_hooks: Hooks, *, keeps_window_at_cut: bool
    ) -> None:
        """Begin with nothing printed."""
        self.rows: list[ExpectedRow] = []
        self._tree = tree
        self._search_hooks = search_hooks
        self._keeps_window_at_cut = keeps_window_at_cut

    def hooks(self) -> Hooks:
        """Return the search's hooks, five of which also add the row that is printed there.

        A search calls ``start`` when it enters a node, ``handed_down`` before it enters a child,
        ``moved`` when a child has returned, ``cuts`` to test for a cut-off, and ``returned`` when
        it leaves a node. They are for one run: the rows of a second run would be added to the same
        list.
        """
        return replace(
            self._search_hooks,
            start=self._record_entry,
            handed_down=self._record_leaf_on_entry,
            moved=self._record_return,
            cuts=self._record_cut_off_test,
            returned=self._record_leaving,
        )

    def _record_entry(self, call: OpenCall) -> Number:
        """Record that a node with children is entered; return its first v."""
        v = self._search_hooks.start(call)
        self.rows.append(ExpectedRow(call.node, enters=True, value=v, window=call.entry))
        return v

    def _record_leaf_on_entry(self, call: OpenCall) -> Window:
        """Return the window with which the next child is entered; if it is a leaf, record that.

        This is the one moment at which a leaf can be recorded: a search opens no call for it.

        Args:
            call: The call of the node; its ``child`` is the child that comes next.
        """
        window = self._search_hooks.handed_down(call)
        is_leaf = self._tree.roles[call.child] == LEAF_ROLE
        if is_leaf:
            self._record_leaf(call.child, window)
        return window

    def _record_leaf(self, leaf: int, window: Window) -> None:
        """Record that a leaf is entered with a window, unless its value is unknown.

        A search from the right numbers nodes in its own order. In ``[3 5]`` its leaf 1 is the 5,
        which is node 2 of the tree: the row has the node 2 and the value 5.

        Args:
            leaf: The leaf's number in the order of the search.
            window: The window.
        """
        value = self._tree.values[leaf]
        if value is not None:
            node = self._tree.node_at(leaf)
            self.rows.append(ExpectedRow(node, enters=True, value=value, window=window))

    def _record_return(self, call: OpenCall, value: Number) -> Window:
        """Record that a child has returned; return the window after its value moved a bound.

        For example a MAX node B has the window (3, 8), and its child D returns 5: the row has v 5
        and the window (5, 8), and its arrival has D, 5 and (3, 8).
        """
        # `call` still has the window before: the search puts the new one into it after this hook.
        window_before = (call.alpha, call.beta)
        window = self._search_hooks.moved(call, value)
        row = ExpectedRow(
            call.node,
            enters=False,
            value=call.v,
            window=window,
            arrival=Arrival(self._tree.node_at(call.child), value, window_before),
        )
        self.rows.append(row)
        return window

    def _record_leaving(self, call: OpenCall) -> Number:
        """Return the value of a node, and record it if it is not v, as it may be under fail-hard.

        For example a MIN node with the window (6, ∞) whose first leaf is 5 has v = 5, and returns
        6, its α.
        """
        value = self._search_hooks.returned(call)
        last_row = self.rows[-1]
        if last_row.node == call.node and value != last_row.value:
            self.rows.append(last_row._replace(value=value, arrival=None))
        return value

    def _record_cut_off_test(self, call: OpenCall) -> bool:
        """Tell whether the search cuts off, and correct the window in the last row if need be.

        A program that moves a bound only after the test has failed prints the window before: at a
        MAX node with the window (3, 8) whose child has returned 9 the row has (3, 8), not (9, 8).
        """
        is_cut = self._search_hooks.cuts(call)
        # The search calls this hook right after `moved`, which has recorded what has returned.
        last_row = self.rows[-1]
        if is_cut and self._keeps_window_at_cut and last_row.arrival is not None:
            self.rows[-1] = last_row._replace(window=last_row.arrival.window)
        return is_cut
