"""What MTD(f) would print as it searches: a row for each node entered, and each child returned.

It is only asked whether a log is one of MTD(f), which is no wrong log of alpha-beta. Where a log
has windows, their null windows tell; here it is about logs without them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.engine.ordered_tree import run_without_recursion
from treeexplorer.programs.expected_rows import TooManyRowsError, add_row
from treeexplorer.programs.log_habits import Arrival, ExpectedRow, see_as_mover
from treeexplorer.tree import INFINITY, MAX_ROLE, GameTree, Number, Window


class _Memory(NamedTuple):
    """What a program remembers of the passes before, and where it looks for it.

    Attributes:
        has_inner_nodes: Whether it remembers nodes with children; else nothing at all.
        has_leaves: Whether it remembers leaves, too, and evaluates each once.
        is_asked_last: Whether it prints a node before it looks whether it remembers it.
    """

    has_inner_nodes: bool
    has_leaves: bool = False
    is_asked_last: bool = False


_MEMORIES: Final = (
    _Memory(has_inner_nodes=False),
    _Memory(has_inner_nodes=True),
    _Memory(has_inner_nodes=True, has_leaves=True),
    _Memory(has_inner_nodes=True, is_asked_last=True),
    _Memory(has_inner_nodes=True, has_leaves=True, is_asked_last=True),
)


class _Call(NamedTuple):
    """A call of the search within one pass: a node and its window, as MAX sees it."""

    node: int
    window: Window


def generate_mtdf_rows(tree: GameTree, most_rows: int) -> Iterator[list[ExpectedRow]]:
    """Generate the rows of a tree that programs with MTD(f) print, without their windows.

    They differ in the first guess, in what they remember from pass to pass, in where v begins, and
    in who sees the numbers: MAX or the player to move.

    Args:
        tree: The tree.
        most_rows: After how many rows of all these programs there are no more of them. The first
            guess of most programs, 0, comes first; of two guesses between which no leaf lies the
            passes are the same.

    Example:
        MIN has 3 or 5, and the first guess is 0: the first pass finds that 3 is not below it, and
        the second that it is below 4.

        >>> from treeexplorer.tree import from_nested
        >>> rows = next(generate_mtdf_rows(from_nested([[3, 5]]), most_rows=100))
        >>> [row.node for row in rows if row.enters]
        [0, 1, 2, 3, 0, 1, 2]
    """
    rows_left = most_rows
    guesses = _list_first_guesses(tree)
    for guess, memory, starts_at_bound in product(guesses, _MEMORIES, (False, True)):
        if rows_left <= 0:
            return
        recorder = _MtdfRecorder(tree, memory, starts_at_bound=starts_at_bound)
        try:
            recorder.run(guess)
        except TooManyRowsError:
            return
        rows_left -= len(recorder.rows)
        yield recorder.rows
        yield see_as_mover(recorder.rows, tree)


def _list_first_guesses(tree: GameTree) -> list[Number]:
    """List first guesses, of which one leads to the same passes as any other: 0, then each leaf.

    >>> from treeexplorer.tree import from_nested
    >>> _list_first_guesses(from_nested([3, [5, 3]]))
    [0, 3, 5, 6]
    """
    values = sorted({value for value in tree.leaf_values if value is not None})
    finite: list[Number] = [value for value in values if abs(value) != INFINITY]
    above_all = [finite[-1] + 1] if finite else []
    return list(dict.fromkeys([0, *finite, *above_all]))


class _MtdfRecorder:
    """Runs MTD(f) on a tree, with all numbers as MAX sees them.

    Attributes:
        rows: The rows so far.
    """

    def __init__(self, tree: GameTree, memory: _Memory, *, starts_at_bound: bool) -> None:
        """Begin with nothing printed and nothing remembered.

        Args:
            tree: The tree.
            memory: What the program remembers.
            starts_at_bound: Whether v begins with the bound of its player, and stays within the
                window, as in fail-hard; else with ±∞.
        """
        self.rows: list[ExpectedRow] = []
        self._tree = tree
        self._memory = memory
        self._starts_at_bound = starts_at_bound
        self._bounds_of_node: dict[int, Window] = {}

    def run(self, first_guess: Number) -> None:
        """Make passes with null windows until the bounds of the root meet."""
        low: Number = -INFINITY
        high: Number = INFINITY
        guess = first_guess
        while low < high:
            bound = guess + 1 if guess == low else guess
            guess = run_without_recursion(self._visit, _Call(0, (bound - 1, bound)))
            if guess < bound:
                high = guess
            else:
                low = guess

    def _visit(self, call: _Call) -> Generator[_Call, Number, Number]:
        """Search a node in a null window, and return a bound of its value.

        What is remembered of a node, (5, +∞) say, answers a call of its window (3, 4) at once.
        """
        # 1. What is remembered.
        node = call.node
        alpha, beta = call.window
        v = self._find_first_value(call)
        is_leaf = self._tree.is_leaf(node)
        low, high = self._bounds_of_node.get(node, (-INFINITY, INFINITY))
        is_known = low >= beta or high <= alpha
        if not is_known or self._memory.is_asked_last:
            add_row(self.rows, ExpectedRow(node, enters=True, value=v, window=call.window))
        if is_known:
            return low if low >= beta else high
        if is_leaf:
            if self._memory.has_leaves:
                self._bounds_of_node[node] = (v, v)
            return v

        # 2. The children.
        at_max = self._tree.roles[node] == MAX_ROLE
        for child in self._tree.children(node):
            value = yield _Call(child, (alpha, beta))
            v = max(v, value) if at_max else min(v, value)
            window = (max(alpha, v), beta) if at_max else (alpha, min(beta, v))
            arrival = Arrival(child, value, call.window, has_either_sign=True)
            add_row(self.rows, ExpectedRow(node, False, v, window, arrival))
            if window[0] >= window[1]:
                break

        # 3. What is returned, and remembered.
        returned = max(alpha, min(v, beta)) if self._starts_at_bound else v
        if returned != v:
            add_row(self.rows, self.rows[-1]._replace(value=returned, arrival=None))
        if self._memory.has_inner_nodes:
            self._bounds_of_node[node] = (low, returned) if returned <= alpha else (returned, high)
        return returned

    def _find_first_value(self, call: _Call) -> Number:
        """Find with which v a node is entered: of a leaf its value, 0 for an unknown one."""
        node = call.node
        if self._tree.is_leaf(node):
            value = self._tree.leaf_value(node)
            return 0 if value is None else value
        alpha, beta = call.window
        if self._tree.roles[node] == MAX_ROLE:
            return alpha if self._starts_at_bound else -INFINITY
        return beta if self._starts_at_bound else INFINITY
