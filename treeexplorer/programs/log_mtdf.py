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

    The programs differ in the first guess, in what they remember from pass to pass, and in where v
    begins. Each is yielded twice: with numbers that MAX sees, and with those of the player to move.

    Args:
        tree: The tree.
        most_rows: How many rows all programs may have. The one that goes beyond is the last: with
            100 and programs of 60 rows each, two are yielded. That of the first guess of most
            people, 0, comes first.

    Example:
        MIN has 3 or 5, and the first guess is 0: the first pass finds that 3 is not below it, and
        the second that it is below 4.

        >>> from treeexplorer.tree import from_nested
        >>> rows = next(generate_mtdf_rows(from_nested([[3, 5]]), most_rows=100))
        >>> [row.node for row in rows if row.enters]
        [0, 1, 2, 3, 0, 1, 2]
    """
    row_count = 0
    programs = product(_list_first_guesses(tree), _MEMORIES, (False, True))
    for first_guess, memory, starts_at_bound in programs:
        if row_count >= most_rows:
            return
        recorder = _MtdfRecorder(tree, memory, starts_at_bound=starts_at_bound)
        try:
            recorder.run(first_guess)
        except TooManyRowsError:
            return
        row_count += len(recorder.rows)
        yield recorder.rows
        yield see_as_mover(recorder.rows, tree)


def _list_first_guesses(tree: GameTree) -> list[Number]:
    """List first guesses, of which one leads to the same passes as any other: 0, then each leaf.

    Of two guesses between which no leaf lies the passes are the same. The last is above all leaves.

    >>> from treeexplorer.tree import from_nested
    >>> _list_first_guesses(from_nested([3, [5, 3]]))
    [0, 3, 5, 6]
    """
    values = sorted({value for value in tree.leaf_values if value is not None})
    finite: list[Number] = [value for value in values if abs(value) != INFINITY]
    above_all = [finite[-1] + 1] if finite else []
    return list(dict.fromkeys([0, *finite, *above_all]))


class _BoundsInMemory:
    """The bounds of values that a program remembers from pass to pass: (5, +∞) for 5 or more."""

    def __init__(self, memory: _Memory) -> None:
        """Begin with nothing remembered."""
        self._memory = memory
        self._bounds_of_node: dict[int, Window] = {}

    def find_answer(self, call: _Call) -> Number | None:
        """Find a bound that answers a call, since it lies beyond the window; ``None`` if none does.

        If a node is worth 5 or more, 5 answers the call with (3, 4), and not that with (6, 7).
        """
        low, high = self._get_bounds(call.node)
        alpha, beta = call.window
        if low >= beta:
            return low
        if high <= alpha:
            return high
        return None

    def remember_leaf(self, leaf: int, value: Number) -> None:
        """Remember the value of a leaf, if the program remembers leaves."""
        if self._memory.has_leaves:
            self._bounds_of_node[leaf] = (value, value)

    def remember_returned(self, call: _Call, returned: Number) -> None:
        """Remember what a node with children has returned, if the program remembers such nodes.

        In the null window (3, 4) the number 2 says that the node is worth at most 2, and the number
        5 that it is worth at least 5.
        """
        if not self._memory.has_inner_nodes:
            return
        low, high = self._get_bounds(call.node)
        alpha, _ = call.window
        is_upper_bound = returned <= alpha
        self._bounds_of_node[call.node] = (low, returned) if is_upper_bound else (returned, high)

    def _get_bounds(self, node: int) -> Window:
        """Return the bounds of a node: (−∞, +∞) if nothing is remembered of it."""
        return self._bounds_of_node.get(node, (-INFINITY, INFINITY))


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
        self._asks_memory_last = memory.is_asked_last
        self._bounds = _BoundsInMemory(memory)
        self._starts_at_bound = starts_at_bound

    def run(self, first_guess: Number) -> None:
        """Make passes with null windows until the bounds of the root meet.

        A pass asks whether the root is worth at least some number. Its window ends there, and
        begins at 1 less, since programs have whole numbers. For example the root is worth 3, the
        first guess is 0, and the search is fail-soft:

        ==============  ========  =======  =========================
        the pass asks   window    returns  bounds of the root then
        ==============  ========  =======  =========================
        at least 0?     (−1, 0)   3        (3, +∞)
        at least 4?     (3, 4)    3        (3, 3)
        ==============  ========  =======  =========================
        """
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

        A generator in place of a recursive function: ``value = yield call`` searches a child.
        """
        first_v = self._find_first_value(call)
        answer = self._bounds.find_answer(call)
        if answer is None or self._asks_memory_last:
            add_row(self.rows, ExpectedRow(call.node, True, first_v, call.window))
        if answer is not None:
            return answer
        if self._tree.is_leaf(call.node):
            self._bounds.remember_leaf(call.node, first_v)
            return first_v

        v = yield from self._visit_children(call, first_v)
        returned = self._choose_returned_value(call, v)
        if returned != v:
            window = self._narrow_window(call, v)
            add_row(self.rows, ExpectedRow(call.node, False, returned, window))
        self._bounds.remember_returned(call, returned)
        return returned

    def _visit_children(self, call: _Call, first_v: Number) -> Generator[_Call, Number, Number]:
        """Visit the children of a node until one cuts off, and return v then; a part of the visit.

        Within the window lies no number, so that each child has the same one: whatever moves a
        bound cuts off.
        """
        at_max = self._tree.roles[call.node] == MAX_ROLE
        v = first_v
        for child in self._tree.children(call.node):
            value = yield _Call(child, call.window)
            v = max(v, value) if at_max else min(v, value)
            window = self._narrow_window(call, v)
            arrival = Arrival(child, value, call.window, has_either_sign=True)
            add_row(self.rows, ExpectedRow(call.node, False, v, window, arrival))
            alpha, beta = window
            if alpha >= beta:
                break
        return v

    def _narrow_window(self, call: _Call, v: Number) -> Window:
        """Return the window of a call with v as its player's bound, if v is better than that."""
        alpha, beta = call.window
        if self._tree.roles[call.node] == MAX_ROLE:
            return max(alpha, v), beta
        return alpha, min(beta, v)

    def _choose_returned_value(self, call: _Call, v: Number) -> Number:
        """Return v, or the end of the window that is nearest to it if v stays within the window."""
        if not self._starts_at_bound:
            return v
        alpha, beta = call.window
        return max(alpha, min(v, beta))

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
