"""Programs that sort the children of a node before they search them.

Which order such a program takes is not asked: its leaves are right if in *some* order of the
children alpha-beta reads exactly them. A leaf is told by its number alone, so that where numbers
repeat several orders may have to be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import Leaves, same
from treeexplorer.programs.trials import Nested, to_nested
from treeexplorer.tree import INFINITY, GameTree, Number, Player

_MOST_ATTEMPTS: Final = 20_000  # searches of a node, before a tree is given up as undecided


def reads_in_an_order_of_its_own(
    leaves_by_tree: Sequence[tuple[GameTree, Leaves]], rules: Rules
) -> bool:
    """Tell whether on every tree alpha-beta reads a program's leaves in some order of children.

    Args:
        leaves_by_tree: The trees with the leaves that the program tells.
        rules: The test and the return rule of alpha-beta. Those of minimax cut nothing, and are
            not asked about.
    """
    if not rules.has_conventions or rules.fixes_its_own_rules:
        return False
    return all(_Attempts(tree, leaves, rules).has_order() for tree, leaves in leaves_by_tree)


class _Searched(NamedTuple):
    """A node that has been searched in some order.

    Attributes:
        value: What was returned.
        read: How many of the program's leaves were read when it was.
    """

    value: Number
    read: int


class _Open(NamedTuple):
    """A node whose children are being searched.

    Attributes:
        ply: The ply of the node.
        v: The best value so far; under fail-hard a bound to begin with.
        alpha: The lower end of its window.
        beta: The upper end.
        read: How many of the program's leaves have been read.
    """

    ply: int
    v: Number
    alpha: Number
    beta: Number
    read: int


class _GivenUpError(Exception):
    """Too many orders were tried."""


class _Attempts:
    """Tries the orders in which alpha-beta may read a program's leaves on one tree."""

    def __init__(self, tree: GameTree, leaves: Leaves, rules: Rules) -> None:
        """Store the tree, the leaves that the program tells of it, and the rules."""
        self._root = to_nested(tree)
        self._levels = tree.levels
        self._leaves = leaves
        self._rules = rules
        self._attempts = 0

    def has_order(self) -> bool:
        """Tell whether there is such an order, or none was found in many attempts."""
        try:
            return any(
                searched.read == len(self._leaves)
                for searched in self._node(self._root, 0, -INFINITY, INFINITY, 0)
            )
        except _GivenUpError:
            return True

    def _node(
        self, node: Nested, ply: int, alpha: Number, beta: Number, read: int
    ) -> Iterator[_Searched]:
        """Yield each way to search a node that reads the program's next leaves.

        Args:
            node: The node.
            ply: Its ply.
            alpha: The lower end of its window.
            beta: The upper end.
            read: How many of the program's leaves have been read before.

        Raises:
            _GivenUpError: Too many have been tried.
        """
        self._attempts += 1
        if self._attempts > _MOST_ATTEMPTS:
            raise _GivenUpError
        if isinstance(node, list):
            v = self._first_v(ply, alpha, beta)
            yield from self._rest(node, _Open(ply, v, alpha, beta, read))
        elif read < len(self._leaves) and same(self._leaves[read], node):
            yield _Searched(node, read + 1)

    def _is_max(self, ply: int) -> bool:
        """Tell whether MAX moves at a ply."""
        return self._levels[ply % len(self._levels)] is Player.MAX

    def _first_v(self, ply: int, alpha: Number, beta: Number) -> Number:
        """Return what v starts at."""
        if self._is_max(ply):
            return alpha if self._rules.hard else -INFINITY
        return beta if self._rules.hard else INFINITY

    def _rest(self, left: list[Nested], opened: _Open) -> Iterator[_Searched]:
        """Yield each way to go on at a node with the children that are left.

        Of children that are equal one is tried, since the others would read the same leaves.
        """
        tried: list[Nested] = []
        for index, child in enumerate(left):
            if child in tried:
                continue
            tried.append(child)
            others = left[:index] + left[index + 1 :]
            below = self._node(child, opened.ply + 1, opened.alpha, opened.beta, opened.read)
            for searched in below:
                after = self._after(opened, searched)
                if not others or self._is_cut(after):
                    yield _Searched(self._returned(after, opened), after.read)
                else:
                    yield from self._rest(others, after)

    def _after(self, opened: _Open, searched: _Searched) -> _Open:
        """Return a node after one of its children has returned."""
        if self._is_max(opened.ply):
            v = max(opened.v, searched.value)
            alpha = max(opened.alpha, v)
            return opened._replace(v=v, alpha=alpha, read=searched.read)
        v = min(opened.v, searched.value)
        beta = min(opened.beta, v)
        return opened._replace(v=v, beta=beta, read=searched.read)

    def _is_cut(self, opened: _Open) -> bool:
        """Tell whether the window of a node is empty under the rules."""
        if self._rules.strict:
            return opened.alpha > opened.beta
        return opened.alpha >= opened.beta

    def _returned(self, after: _Open, before: _Open) -> Number:
        """Return what a node returns: v, which fail-hard clamps to the window.

        The end of the window that the node does not move is still the one it was entered with, and
        under fail-hard v started at the other one.
        """
        if not self._rules.hard:
            return after.v
        if self._is_max(after.ply):
            return min(after.v, before.beta)
        return max(after.v, before.alpha)
