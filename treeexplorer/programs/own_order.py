"""Programs that sort the children of a node before they search them.

Which order such a program takes is not asked: its leaves are right if in *some* order of the
children alpha-beta reads exactly them. A leaf is told by its number alone, so that where numbers
repeat several orders may have to be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import Leaves, same
from treeexplorer.programs.telling import Telling
from treeexplorer.programs.trials import Nested, to_nested
from treeexplorer.tree import INFINITY, GameTree, Number, Player, from_nested

_NEVER: Final = 10**9  # when a leaf is read that is never read
_MOST_ATTEMPTS: Final = 20_000  # searches of a node, before a tree is given up as undecided


def reads_in_an_order_of_its_own(
    leaves_by_tree: Sequence[tuple[GameTree, Leaves]],
    rules: Rules,
    telling: Telling | None = None,
    only_at: Player | None = None,
    *,
    sorts_by_leaves: bool = False,
) -> bool:
    """Tell whether on every tree alpha-beta reads a program's leaves in some order of children.

    Args:
        leaves_by_tree: The trees with the leaves that the program tells.
        rules: The test and the return rule of alpha-beta. Those of minimax cut nothing, and are
            not asked about.
        telling: How the leaves are told; by their own numbers if ``None``.
        only_at: The only player at whose nodes it cuts where α = β; ``None`` for both.
        sorts_by_leaves: Whether it evaluates those children of a node that are leaves, in drawn
            order, before it searches them.
    """
    if not rules.is_classic_alphabeta:
        return False
    return all(
        _Attempts(
            tree, leaves, rules, telling, only_at, sorts_by_leaves=sorts_by_leaves
        ).has_order()
        for tree, leaves in leaves_by_tree
    )


def in_order_of_reading(tree: GameTree, leaves: Leaves) -> GameTree:
    """Return a tree with the children of each node in the order in which a program came to them.

    Children of which it read no leaf come last. The leaves of the tree all differ.

    >>> from treeexplorer.tree import from_nested
    >>> to_nested(in_order_of_reading(from_nested([[3, 12], [2, 4]]), (2, 12, 3)))
    [[2, 4], [12, 3]]
    """
    # Backwards, so that of a leaf that was read twice the first reading is put in last and stays.
    first_reading = {leaf: number for number, leaf in reversed(list(enumerate(leaves)))}
    nested, _ = _build_ordered_node(to_nested(tree), first_reading)
    return from_nested(nested, tree.levels)


def _build_ordered_node(node: Nested, first_reading: Mapping[Number, int]) -> tuple[Nested, int]:
    """Build a node with its children in the order of reading, and when it was first read.

    Args:
        node: A list of children, or the number of a leaf.
        first_reading: A leaf's number -> the index of its first reading among the program's leaves.

    Returns:
        The node, and the index of the first reading of a leaf in it; a very large number if none of
        its leaves was read.
    """
    if not isinstance(node, list):
        return node, first_reading.get(node, _NEVER)
    children = [_build_ordered_node(child, first_reading) for child in node]
    # The sort is stable: children that were not read stay in their order, behind the others.
    children.sort(key=lambda child: child[1])
    return [child for child, _ in children], children[0][1]


class _Node(NamedTuple):
    """A node of a tree of which a program tells the leaves.

    Attributes:
        value: The number of a leaf; ``None`` at a node with children.
        children: Its children.
        told: The numbers by which the program tells the leaves in it.
    """

    value: Number | None
    children: tuple[_Node, ...]
    told: frozenset[Number]


@lru_cache(maxsize=1024)
def _root_as_told(tree: GameTree, telling: Telling | None) -> _Node:
    """Build the root of a tree, with the numbers that a program prints for the leaves in each node.

    ``telling`` converts a leaf to what is printed for it: for example 5 to −5 where MIN moves.
    Without it the leaf's own number is printed. The root is kept for the next call: of one tree
    many sequences of leaves are tried.
    """

    def find_printed_number(leaf: Number, ply: int) -> Number:
        """Return the number that the program prints for a leaf at a ply."""
        if telling is None:
            return leaf
        is_min = tree.levels[ply % len(tree.levels)] is Player.MIN
        return telling.told(leaf, is_min)

    def build_node(nested: Nested, ply: int) -> _Node:
        """Build a node from nested lists that lie some plies below the root."""
        if not isinstance(nested, list):
            printed_number = find_printed_number(nested, ply)
            return _Node(nested, children=(), told=frozenset({printed_number}))

        children = tuple(build_node(child, ply + 1) for child in nested)
        numbers_in_children = (child.told for child in children)
        return _Node(None, children, told=frozenset().union(*numbers_in_children))

    # Recursive, since the trees on which programs are tried are shallow.
    return build_node(to_nested(tree), ply=0)


class _Searched(NamedTuple):
    """A node that has been searched in some order.

    Attributes:
        value: What was returned.
        leaves_read: How many of the program's leaves have been read by then.
    """

    value: Number
    leaves_read: int


class _Open(NamedTuple):
    """A node whose children are being searched.

    Attributes:
        ply: The ply of the node.
        v: The best value so far; under fail-hard a bound to begin with.
        alpha: The lower end of its window.
        beta: The upper end.
        leaves_read: How many of the program's leaves have been read.
    """

    ply: int
    v: Number
    alpha: Number
    beta: Number
    leaves_read: int


class _GivenUpError(Exception):
    """Too many orders were tried."""


class _Attempts:
    """Tries the orders in which alpha-beta may read a program's leaves on one tree."""

    def __init__(
        self,
        tree: GameTree,
        leaves: Leaves,
        rules: Rules,
        telling: Telling | None,
        only_at: Player | None,
        *,
        sorts_by_leaves: bool = False,
    ) -> None:
        """Store the tree, the leaves that the program tells of it and how, and the rules.

        ``only_at`` is the only player at whose nodes α = β cuts; ``None`` for both.
        ``sorts_by_leaves`` says whether leaves are evaluated before they are searched, too.
        """
        self._root = _root_as_told(tree, telling)
        self._levels = tree.levels
        self._leaves = leaves
        self._rules = rules
        self._only_at = only_at
        self._sorts_by_leaves = sorts_by_leaves
        self._nodes_searched = 0

    def has_order(self) -> bool:
        """Tell whether alpha-beta reads just the program's leaves in some order of the children.

        If none is found after 20,000 searches of nodes it is taken to be so: nothing speaks against
        it.
        """
        ways_to_search_root = self._generate_searches_of_node(
            self._root, ply=0, alpha=-INFINITY, beta=INFINITY, leaves_read=0
        )
        try:
            # A way reads the program's leaves from the first one on; it must read all of them.
            return any(
                searched.leaves_read == len(self._leaves) for searched in ways_to_search_root
            )
        except _GivenUpError:
            return True

    def _generate_searches_of_node(
        self, node: _Node, ply: int, alpha: Number, beta: Number, leaves_read: int
    ) -> Iterator[_Searched]:
        """Yield each way to search a node that reads the program's next leaves, and only these.

        A way is an order of the children at each node. Ways are found one by one, by backtracking:
        the caller goes on with the first, and asks for the next one if that leads to nothing.
        Nothing has to be undone, since what has been read is kept in arguments and results alone.

        Example:
            If the program tells 3, 12, 5, the MIN node ``[12 3]`` may be searched in one way, since
            its 3 must be read first; the way returns 3 and has read two leaves. In the MIN node
            ``[12 4]`` no leaf is 3, and nothing is yielded.

        Args:
            node: The node.
            ply: Its ply.
            alpha: The lower end of the window with which it is entered.
            beta: The upper end.
            leaves_read: How many of the program's leaves have been read before.

        Raises:
            _GivenUpError: Too many nodes have been searched.
        """
        # Every search of a node reads a leaf in it. If the program's next leaf is none of these,
        # there is no way.
        if not self._can_be_read_next(node, leaves_read):
            return

        self._nodes_searched += 1
        if self._nodes_searched > _MOST_ATTEMPTS:
            raise _GivenUpError

        # A leaf: one way.
        if node.value is not None:
            yield _Searched(node.value, leaves_read + 1)
            return

        # The program may first read the leaves among the children, to sort the children by them.
        leaves_read_after_sorting = self._count_leaves_read_to_sort(node, leaves_read)
        if leaves_read_after_sorting is None:  # it tells other leaves next
            return

        # Then it searches the children, in whatever order.
        first_v = self._start_value(ply, alpha, beta)
        opened = _Open(ply, first_v, alpha, beta, leaves_read_after_sorting)
        yield from self._generate_searches_of_children(node.children, opened)

    def _count_leaves_read_to_sort(self, node: _Node, leaves_read: int) -> int | None:
        """Count the program's leaves that have been read when a node's children are sorted.

        ``leaves_read`` have been read before. The count stays the same if nothing is evaluated to
        sort children; it is ``None`` if the program does not tell the leaves among them next.
        """
        if not self._sorts_by_leaves:
            return leaves_read
        for child in node.children:
            if child.value is None:
                continue
            if not self._can_be_read_next(child, leaves_read):
                return None
            leaves_read += 1
        return leaves_read

    def _can_be_read_next(self, node: _Node, leaves_read: int) -> bool:
        """Tell whether the next number that the program tells is that of a leaf in a node.

        Args:
            node: The node.
            leaves_read: How many of the program's numbers have been read before.
        """
        if leaves_read == len(self._leaves):
            return False
        number = self._leaves[leaves_read]
        if number in self._root.told:
            return number in node.told
        # It may be the number of a leaf up to rounding.
        return any(same(number, told) for told in node.told)

    def _is_max(self, ply: int) -> bool:
        """Tell whether MAX moves at a ply."""
        return self._player(ply) is Player.MAX

    def _player(self, ply: int) -> Player:
        """Return who moves at a ply."""
        return self._levels[ply % len(self._levels)]

    def _start_value(self, ply: int, alpha: Number, beta: Number) -> Number:
        """Return the v with which a node starts, before any of its children has been searched.

        It is the worst value for the player, or under fail-hard the player's own end of the window.
        """
        if self._is_max(ply):
            return alpha if self._rules.hard else -INFINITY
        return beta if self._rules.hard else INFINITY

    def _generate_searches_of_children(
        self, children: Sequence[_Node], opened: _Open
    ) -> Iterator[_Searched]:
        """Yield each way to search those children of a node that have not been searched.

        Each of them may be the next one. Behind it the node returns, if no child is left or if it
        is cut off; otherwise one of the others is searched next, in each way that there is.

        Example:
            Of the children A, B and C first A is taken, and of each way to search A either the node
            returns (it is cut off), or B and C are left: this method is called with these two. When
            all ways that begin with A are done, B is taken, with A and C left; then C.

        Args:
            children: The children that are left, at least one.
            opened: What the children before them have come to.
        """
        tried_children: set[_Node] = set()
        for index, child in enumerate(children):
            # Equal children would read the same leaves.
            if child in tried_children:
                continue
            tried_children.add(child)

            children_left = [*children[:index], *children[index + 1 :]]
            ways_to_search_child = self._generate_searches_of_node(
                child, opened.ply + 1, opened.alpha, opened.beta, opened.leaves_read
            )
            for searched in ways_to_search_child:
                after_child = self._update_after_child(opened, searched)
                has_node_ended = not children_left or self._is_cut(after_child)
                if has_node_ended:
                    value = self._compute_returned_value(after_child, opened)
                    yield _Searched(value, after_child.leaves_read)
                else:
                    yield from self._generate_searches_of_children(children_left, after_child)

    def _update_after_child(self, opened: _Open, searched: _Searched) -> _Open:
        """Update v, and α or β, of a node after one more child has returned.

        At MAX v and α can only grow, at MIN v and β can only fall.
        """
        leaves_read = searched.leaves_read
        if self._is_max(opened.ply):
            v = max(opened.v, searched.value)
            return opened._replace(v=v, alpha=max(opened.alpha, v), leaves_read=leaves_read)
        v = min(opened.v, searched.value)
        return opened._replace(v=v, beta=min(opened.beta, v), leaves_read=leaves_read)

    def _is_cut(self, opened: _Open) -> bool:
        """Tell whether the window of a node is empty under the rules."""
        if opened.alpha != opened.beta:
            return opened.alpha > opened.beta
        if self._rules.strict:
            return False
        return self._only_at is None or self._only_at is self._player(opened.ply)

    def _compute_returned_value(self, after: _Open, before: _Open) -> Number:
        """Compute what a node returns: v, which fail-hard clamps to the window.

        ``before`` and ``after`` are the node before and after its last child returned. The end of
        the window that the node does not move is still the one it was entered with, and under
        fail-hard v started at the other one.
        """
        if not self._rules.hard:
            return after.v
        if self._is_max(after.ply):
            return min(after.v, before.beta)
        return max(after.v, before.alpha)
