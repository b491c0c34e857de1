"""What negamax with a mistake would print: a row for each node entered, and each child returned.

Its mistakes are in signs: of a leaf's value, of what a child returns, and of the window that is
handed down. They have the words of :mod:`treeexplorer.programs.wrong_lines`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.engine.ordered_tree import run_without_recursion
from treeexplorer.programs.log_habits import Arrival, ExpectedRow, has_player_twice
from treeexplorer.tree import FULL_WINDOW, INFINITY, LEAF_ROLE, MIN_ROLE, GameTree, Number, Window


class NegamaxMistake(NamedTuple):
    """A mistake in the signs of negamax, whose right call is ``-negamax(child, -beta, -alpha)``.

    Attributes:
        words: What the program does.
        has_sign_at_leaves: Whether a leaf's value has a minus where MIN would move.
        negates_value: Whether what a child returns has a minus.
        signs_of_ends: The signs of the numbers that are handed down as α and β.
        is_turned_round: Whether β is handed down as α, and α as β.
    """

    words: str
    has_sign_at_leaves: bool = True
    negates_value: bool = True
    signs_of_ends: tuple[int, int] = (-1, -1)
    is_turned_round: bool = True

    def hand_down(self, window: Window) -> Window:
        """Return the window that a child is entered with.

        >>> NegamaxMistake("right").hand_down((3, 8))
        (-8, -3)
        """
        low, high = window[::-1] if self.is_turned_round else window
        sign_of_low, sign_of_high = self.signs_of_ends
        return sign_of_low * low, sign_of_high * high


NEGAMAX_MISTAKES: Final = (
    NegamaxMistake("negamax forgets the sign at leaves", has_sign_at_leaves=False),
    NegamaxMistake("the sign of values is wrong", negates_value=False),
    NegamaxMistake("nothing is ever cut off", signs_of_ends=(1, 1), is_turned_round=False),
    NegamaxMistake("MIN takes its first child alone", is_turned_round=False),
    NegamaxMistake("MIN takes its first child alone", signs_of_ends=(1, 1)),
    NegamaxMistake("α is handed down without its minus", signs_of_ends=(-1, 1)),
    NegamaxMistake("β is handed down without its minus", signs_of_ends=(1, -1)),
)
"""The mistakes that are tried on a log, after those of searches with MAX and MIN."""


class _Call(NamedTuple):
    """A call of negamax: a node, its window, and the sign with which its player sees leaves."""

    node: int
    window: Window
    sign: int


def generate_negamax_rows(tree: GameTree, mistake: NegamaxMistake) -> Iterator[list[ExpectedRow]]:
    """Generate the rows of a tree that programs with a mistake in negamax print.

    They differ in two ways: v begins with −∞ or with α, and the value of a leaf is printed as it is
    returned or as MAX sees it. There are none if a player moves twice in a row.

    Args:
        tree: The tree, without unknown leaves.
        mistake: The mistake.
    """
    if has_player_twice(tree):
        return
    for starts_at_bound, prints_leaves_as_max in product((False, True), repeat=2):
        recorder = _NegamaxRecorder(
            tree,
            mistake,
            starts_at_bound=starts_at_bound,
            prints_leaves_as_max=prints_leaves_as_max,
        )
        sign = -1 if tree.roles[0] == MIN_ROLE else 1
        run_without_recursion(recorder.visit, _Call(0, FULL_WINDOW, sign))
        yield recorder.rows


class _NegamaxRecorder:
    """Runs negamax with a mistake on a tree, with all numbers as the player to move sees them.

    Attributes:
        rows: The rows so far.
    """

    def __init__(
        self,
        tree: GameTree,
        mistake: NegamaxMistake,
        *,
        starts_at_bound: bool,
        prints_leaves_as_max: bool,
    ) -> None:
        """Begin with nothing printed.

        Args:
            tree: The tree.
            mistake: The mistake.
            starts_at_bound: Whether v begins with α; else with −∞.
            prints_leaves_as_max: Whether the value of a leaf is printed without a sign.
        """
        self.rows: list[ExpectedRow] = []
        self._tree = tree
        self._mistake = mistake
        self._starts_at_bound = starts_at_bound
        self._prints_leaves_as_max = prints_leaves_as_max

    def visit(self, call: _Call) -> Generator[_Call, Number, Number]:
        """Search a node and return its value; a generator that yields the calls of its children.

        For example MAX moves at A, and has v = 3 and the window (3, 8) as its child C returns −5,
        as MIN sees it. To A that is 5, or −5 with the mistake of a forgotten minus:

        ================================  ================  ============
        the program                       C is called with  A has then
        ================================  ================  ============
        is right                          (−8, −3)          v = 5, α = 5
        forgets the minus of values       (−8, −3)          v = 3, α = 3
        hands its window down as it is    (3, 8)            v = 5, α = 5
        ================================  ================  ============
        """
        node = call.node
        if self._tree.roles[node] == LEAF_ROLE:
            return self._visit_leaf(call)

        alpha, beta = call.window
        v = alpha if self._starts_at_bound else -INFINITY
        self.rows.append(ExpectedRow(node, enters=True, value=v, window=call.window))
        for child in self._tree.children(node):
            window_before = (alpha, beta)
            window_of_child = self._mistake.hand_down(window_before)
            returned = yield _Call(child, window_of_child, -call.sign)
            value = -returned if self._mistake.negates_value else returned
            v = max(v, value)
            alpha = max(alpha, v)
            # Programs print what a child returns before or after they change its sign.
            arrival = Arrival(child, value, window_before, has_either_sign=True)
            self.rows.append(ExpectedRow(node, False, v, (alpha, beta), arrival))
            if alpha >= beta:
                break
        return v

    def _visit_leaf(self, call: _Call) -> Number:
        """Record a leaf, and return its value, an unknown one as 0."""
        value = self._tree.leaf_value(call.node)
        known_value: Number = 0 if value is None else value
        returned = call.sign * known_value if self._mistake.has_sign_at_leaves else known_value
        printed = known_value if self._prints_leaves_as_max else returned
        self.rows.append(ExpectedRow(call.node, enters=True, value=printed, window=call.window))
        return returned
