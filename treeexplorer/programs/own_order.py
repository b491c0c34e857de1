"""Programs that sort the children of a node before they search them.

Which order such a program takes is not asked: its leaves are right if in *some* order of the
children alpha-beta reads exactly them. A leaf is printed as its number alone, so that where numbers
repeat several orders may have to be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import Leaves, same
from treeexplorer.programs.readings import LeavesByTree
from treeexplorer.programs.telling import LeafConversion
from treeexplorer.programs.trials import Nested, to_nested
from treeexplorer.tree import INFINITY, GameTree, Levels, Number, Player, from_nested

_NEVER: Final = 10**9  # when a leaf is read that is never read
_MOST_ATTEMPTS: Final = 20_000  # searches of a node, before a tree is given up as undecided


def reads_as_alphabeta_in_some_order(
    leaves_by_tree: LeavesByTree,
    rules: Rules,
    conversion: LeafConversion | None = None,
    equality_cuts_only_at: Player | None = None,
    *,
    sorts_by_leaves: bool = False,
) -> bool:
    """Tell whether a program reads, on every tree, what alpha-beta reads in some order of children.

    Each node may have another order. For example in ``[[3 12] [2 4]]``, where MAX moves first,
    alpha-beta reads 2, 4, 3, 12 if it takes the right child of the root first.

    Args:
        leaves_by_tree: The trees, each with the leaves that the program prints.
        rules: The test and the return rule of alpha-beta. The answer is no for other searches.
        conversion: What the program prints for a leaf; its own number if ``None``.
        equality_cuts_only_at: The only player at whose nodes it cuts where α = β; ``None`` for
            both.
        sorts_by_leaves: Whether it evaluates those children of a node that are leaves, in drawn
            order, before it searches them.
    """
    if not rules.is_classic_alphabeta:
        return False
    for tree, leaves in leaves_by_tree:
        finder = _OrderFinder(
            tree, leaves, rules, conversion, equality_cuts_only_at, sorts_by_leaves=sorts_by_leaves
        )
        if not finder.has_order():
            return False
    return True


def order_children_by_reading(tree: GameTree, leaves: Leaves) -> GameTree:
    """Return a tree with the children of each node in the order in which a program came to them.

    Children of which it read no leaf come last. The leaves of the tree all differ.

    >>> from treeexplorer.tree import from_nested
    >>> to_nested(order_children_by_reading(from_nested([[3, 12], [2, 4]]), (2, 12, 3)))
    [[2, 4], [12, 3]]
    """
    # Backwards, so that of a leaf that was read twice the first reading is put in last and stays.
    first_reading = {leaf: number for number, leaf in reversed(list(enumerate(leaves)))}
    ordered_root = _build_ordered_node(to_nested(tree), first_reading)
    return from_nested(ordered_root.nested, tree.levels)


class _OrderedNode(NamedTuple):
    """A node with its children in the order in which a program came to them.

    Attributes:
        nested: The node as nested lists, or the number of a leaf.
        first_reading: The index of the program's first reading of a leaf in it; a very large number
            if none of its leaves was read.
    """

    nested: Nested
    first_reading: int


def _build_ordered_node(node: Nested, first_reading: Mapping[Number, int]) -> _OrderedNode:
    """Build a node with its children in the order of reading.

    For example ``[[3, 12], [2, 4]]`` becomes ``[[2, 4], [12, 3]]`` if 2 is read first, then 12 and
    3. ``first_reading`` has the index of each leaf's first reading, here {2: 0, 12: 1, 3: 2}.
    """
    if not isinstance(node, list):
        return _OrderedNode(node, first_reading.get(node, _NEVER))
    children = [_build_ordered_node(child, first_reading) for child in node]
    # The sort is stable: children that were not read stay in their order, behind the others.
    children.sort(key=lambda child: child.first_reading)
    nested_children = [child.nested for child in children]
    return _OrderedNode(nested_children, children[0].first_reading)


class _Node(NamedTuple):
    """A node of a tree of which a program prints the leaves.

    Attributes:
        value: The number of a leaf; ``None`` at a node with children.
        children: Its children.
        printed: The numbers that the program prints for the leaves in it.
    """

    value: Number | None
    children: tuple[_Node, ...]
    printed: frozenset[Number]


@lru_cache(maxsize=1024)
def _build_root(tree: GameTree, conversion: LeafConversion | None) -> _Node:
    """Build the root of a tree, with the numbers that a program prints for the leaves in each node.

    ``conversion`` says what is printed for a leaf: for example −5 for 5 where MIN moves. Without it
    the leaf's own number is printed. The root is kept for the next call: of one tree many sequences
    of leaves are tried.
    """
    return _build_node(to_nested(tree), tree.levels, conversion, ply=0)


def _build_node(
    nested: Nested, levels: Levels, conversion: LeafConversion | None, ply: int
) -> _Node:
    """Build a node from nested lists that lie some plies below the root; see :func:`_build_root`.

    It is recursive, since the trees on which programs are tried are shallow.
    """
    if not isinstance(nested, list):
        is_min = levels[ply % len(levels)] is Player.MIN
        printed = nested if conversion is None else conversion.convert(nested, is_min)
        return _Node(nested, children=(), printed=frozenset({printed}))

    children = tuple(_build_node(child, levels, conversion, ply + 1) for child in nested)
    printed_in_children = (child.printed for child in children)
    return _Node(None, children, printed=frozenset().union(*printed_in_children))


class _SearchResult(NamedTuple):
    """A node that has been searched in some order.

    Attributes:
        value: What was returned.
        leaves_read: How many of the program's leaves have been read by then.
    """

    value: Number
    leaves_read: int


class _OpenNode(NamedTuple):
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


class _OrderFinder:
    """Tries the orders in which alpha-beta may read a program's leaves on one tree."""

    def __init__(
        self,
        tree: GameTree,
        leaves: Leaves,
        rules: Rules,
        conversion: LeafConversion | None,
        equality_cuts_only_at: Player | None,
        *,
        sorts_by_leaves: bool = False,
    ) -> None:
        """Store a tree, the leaves that the program prints of it, and the search to try.

        The other arguments are those of :func:`reads_as_alphabeta_in_some_order`.
        """
        self._root = _build_root(tree, conversion)
        self._levels = tree.levels
        self._leaves = leaves
        self._rules = rules
        self._equality_cuts_only_at = equality_cuts_only_at
        self._sorts_by_leaves = sorts_by_leaves
        self._nodes_searched = 0

    def has_order(self) -> bool:
        """Tell whether alpha-beta reads just the program's leaves in some order of the children.

        If none is found after 20,000 searches of nodes it is taken to be so: nothing speaks against
        it.
        """
        searches_of_root = self._generate_searches_of_node(
            self._root, ply=0, alpha=-INFINITY, beta=INFINITY, leaves_read=0
        )
        try:
            # Each of them reads the program's leaves from the first one on; one must read all.
            return any(result.leaves_read == len(self._leaves) for result in searches_of_root)
        except _GivenUpError:
            return True

    def _generate_searches_of_node(
        self, node: _Node, ply: int, alpha: Number, beta: Number, leaves_read: int
    ) -> Iterator[_SearchResult]:
        """Yield the result of each search of a node that reads just the program's next leaves.

        Searches differ in the order in which they take the children. They are made one by one, as
        backtracking does: the caller goes on with the first result, and asks for the next one if
        that leads to nothing. Nothing has to be undone then, since all that a search changes is in
        its result.

        For example, the program's next leaves are 3, 12, 5. The MIN node ``[12 3]`` can begin
        with its second child alone, since 3 is read first: one result is yielded, with the value 3
        and two leaves read. For the MIN node ``[12 4]`` there is none.

        Args:
            node: The node.
            ply: Its ply.
            alpha: The lower end of the window with which it is entered.
            beta: The upper end.
            leaves_read: How many of the program's leaves have been read before.

        Raises:
            _GivenUpError: Too many nodes have been searched.
        """
        # Every search of a node reads a leaf in it, so that the program's next leaf must be there.
        if not self._can_be_read_next(node, leaves_read):
            return

        self._nodes_searched += 1
        if self._nodes_searched > _MOST_ATTEMPTS:
            raise _GivenUpError

        if node.value is not None:  # a leaf
            yield _SearchResult(node.value, leaves_read + 1)
            return

        # Some programs read the leaves among the children first, to sort the children by them.
        if self._sorts_by_leaves:
            leaves_read_to_sort = self._count_leaves_read_to_sort(node, leaves_read)
            if leaves_read_to_sort is None:  # but this one reads other leaves next
                return
            leaves_read += leaves_read_to_sort

        # Then the children are searched, in every order.
        first_v = self._start_value(ply, alpha, beta)
        opened = _OpenNode(ply, first_v, alpha, beta, leaves_read)
        yield from self._generate_searches_of_children(node.children, opened)

    def _count_leaves_read_to_sort(self, node: _Node, leaves_read: int) -> int | None:
        """Count those children of a node that are leaves, if the program reads them next, in order.

        Args:
            node: The node.
            leaves_read: How many of the program's leaves have been read before.

        Returns:
            The number of these children; ``None`` if the program reads other leaves next.
        """
        count = 0
        for child in node.children:
            is_leaf = child.value is not None
            if not is_leaf:
                continue
            if not self._can_be_read_next(child, leaves_read + count):
                return None
            count += 1
        return count

    def _can_be_read_next(self, node: _Node, leaves_read: int) -> bool:
        """Tell whether the next number that the program prints is that of a leaf in a node.

        Args:
            node: The node.
            leaves_read: How many of the program's leaves have been read before.
        """
        if leaves_read == len(self._leaves):  # there is no next one
            return False
        next_number = self._leaves[leaves_read]
        if next_number in self._root.printed:
            return next_number in node.printed
        # It may be the number of a leaf up to rounding.
        return any(same(next_number, printed) for printed in node.printed)

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
        self, children: Sequence[_Node], opened: _OpenNode
    ) -> Iterator[_SearchResult]:
        """Yield the result of each search of a node that goes on with some children, in any order.

        For example with the children A, B and C:

        - A is searched first. Of each search of A, either the node is cut off then and returns; or
          B and C are left, and this method yields all searches that go on with these two.
        - The same with B first, and A and C left; and with C first.

        Args:
            children: The children that have not been searched, at least one.
            opened: The node after the children before them.
        """
        tried_children: set[_Node] = set()
        for index, child in enumerate(children):
            # Equal children would read the same leaves.
            if child in tried_children:
                continue
            tried_children.add(child)

            children_left = [*children[:index], *children[index + 1 :]]
            searches_of_child = self._generate_searches_of_node(
                child, opened.ply + 1, opened.alpha, opened.beta, opened.leaves_read
            )
            for result in searches_of_child:
                after_child = self._update_after_child(opened, result)
                has_node_ended = not children_left or self._is_cut(after_child)
                if has_node_ended:
                    value = self._compute_returned_value(after_child, opened)
                    yield _SearchResult(value, after_child.leaves_read)
                else:
                    yield from self._generate_searches_of_children(children_left, after_child)

    def _update_after_child(self, opened: _OpenNode, result: _SearchResult) -> _OpenNode:
        """Update v, and α or β, of a node after one more child has returned.

        At MAX v and α can only grow, at MIN v and β can only fall.
        """
        leaves_read = result.leaves_read
        if self._is_max(opened.ply):
            v = max(opened.v, result.value)
            return opened._replace(v=v, alpha=max(opened.alpha, v), leaves_read=leaves_read)
        v = min(opened.v, result.value)
        return opened._replace(v=v, beta=min(opened.beta, v), leaves_read=leaves_read)

    def _is_cut(self, opened: _OpenNode) -> bool:
        """Tell whether a node is cut off: its window is empty, or α = β and the rules cut there."""
        if opened.alpha != opened.beta:
            return opened.alpha > opened.beta
        if self._rules.strict:
            return False
        only_player = self._equality_cuts_only_at
        return only_player is None or only_player is self._player(opened.ply)

    def _compute_returned_value(self, after: _OpenNode, before: _OpenNode) -> Number:
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
