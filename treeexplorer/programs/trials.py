"""Trees that a person's program is set against, and how one is made smaller."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, Final, TypeAlias

from treeexplorer.errors import TreeexplorerError
from treeexplorer.tree import GameTree, Levels, Number, Player, from_nested

Nested: TypeAlias = Any
"""A leaf's number, or a list of nested trees."""

_DEEPEST: Final = 200  # plies of a tree that is given to a program
_WIDTHS: Final = (1, 2, 2, 2, 3, 3, 4, 5, 6)  # of a node that is drawn, each as likely
_SHARE_OF_EARLY_LEAVES: Final = 0.15
_FEWEST_PLIES: Final = 2
_NUMBERS_OF_PLIES: Final = 6  # from two plies to seven, in equal shares
_MOST_BINARY_PLIES: Final = 5
_BINARY_TREES_OF_A_SIZE: Final = 12
_MOST_LEAVES: Final = 64  # of a random tree, about

# Together they tell the mistakes and the conventions apart.
_INSTRUCTIVE: Final[tuple[Nested, ...]] = (
    [[3, 3, 1], [1, 4]],
    [2, [[1], 3]],
    [3, [[1, [2, 4]]]],
    [[[[4, 2], 1]], 3],
    [[[[1]], [[0], [4, 0]]], [2, 3]],
    [[2, [7, -4]], [[[1, 3], 9], 5]],
    [[[0], [0, -1, 1], [1]], [[1, 1], [-1, 0]]],
    # A MIN node whose first child is larger than the β it is given.
    *([[3, [[5, [4, 2]]]]], [2, [4, [[6, [5, 1]]]]]),
    *([[4, [1, [6, [5, 2]]]]], [[0, [[3, [1, 2], [4]]]]]),
    # A number of 0 that is taken for none.
    *([0, -1], [[0, 1]], [0, -5], [[0, 4]], [[0, 9], -3]),
    # Leaves beyond a number that stands for ∞.
    [150, 160],
    *([[-150, -190], [-140, -200]], [[-120, -130], -125]),
    # And two positions with the same leaves.
    [[-125, [[-140]]], [[[-125], [-140]]]],
    # Positions that occur again: in another window, and with the other player to move.
    *([[1, [1, 2]], [[1, 2]]], [[[2, [2, 1]], [[2, 1]]]], [[0, [2, 3]], [[2, [[2, 3]]]]]),
    *([[0, [[2], [3]]], 2, [[[2], [3]]]], [[5, [6, 9]], [[6, 9]]]),
    *([[2, [[[2, 1, 3]]]], [[2, 1, 3]]], [[2, [[[2, 2, 1, 3]]]], [[2, 2, 1, 3]]]),
    *([[5, [[[5, 4, 7]]]], [[5, 4, 7]]], [[7, [[[7, 6, 9]]]], [[7, 6, 9]]]),
    [[1, [[[3, 2, 4], [1, 4], 4]]], [[3, 2, 4], [1, 4], 4]],
    *([[2, 1], [[2, 1]]], [[1, 2], [[1, 2]]], [[[2], 0], [2]]),
    *([[3, 1, 2], [[3, 1, 2]]], [[2, 3, 1], [[2, 3, 1]]]),
)


def to_nested(tree: GameTree) -> Nested:
    """Return a tree without unknown leaves as nested lists of its leaves' values.

    Example: a root with the leaf 7 and a node above 3 and 12 → ``[7, [3, 12]]``.
    """
    # By node: a leaf's value, or the list of a node's children.
    nested: list[Nested] = list(tree.leaf_values)
    for node in tree.inner_nodes():
        nested[node] = []
    # Every node but the root is put into the list of its parent. Nodes are in preorder, so that the
    # children of a node come from left to right.
    for below, parent in zip(nested[1:], tree.parent[1:], strict=True):
        nested[parent].append(below)
    return nested[0]


def nested_trees(trees: Iterable[GameTree], levels: Levels) -> Iterator[GameTree]:
    """Yield trees as a tested program gets them: nested lists, with players by ply alone.

    Names, estimates and whatever else is written in a tree are left out.

    Args:
        trees: The trees.
        levels: Who moves at each ply of the new trees.

    Raises:
        TreeexplorerError: A tree has what nested lists cannot say and what cannot be left out, such
            as an unknown leaf. It names the tree by its number, from 1.
    """
    for number, tree in enumerate(trees, 1):
        if not _fits_in_nested_lists(tree):
            raise TreeexplorerError(
                f"tree {number} cannot be given to a program: it reads nested lists of numbers, "
                "and knows no unknown leaves, no `…` and no players but those of the levels, nor "
                f"what nests deeper than {_DEEPEST}"
            )
        yield from_nested(to_nested(tree), levels)


def _fits_in_nested_lists(tree: GameTree) -> bool:
    """Tell whether nested lists of numbers can say all that a tree says, and are not too deep."""
    if tree.unknowns or tree.players or tree.elided or tree.depth > _DEEPEST:
        return False
    return all(math.isfinite(value) for value in tree.leaf_values if value is not None)


@lru_cache(maxsize=8)
def instructive_trees(levels: Levels) -> tuple[GameTree, ...]:
    """Return small trees on which conventions and common mistakes differ, then their mirror images.

    On them a program shows which cut-off test it makes, for example, and whether it forgets to
    negate a value. On the mirror images this shows of a program that takes children from the right.

    The trees are drawn for MAX at the root. If MIN moves first, each leaf has the opposite sign, so
    that the tree is as instructive for MIN.

    Args:
        levels: Who moves at each ply.

    Returns:
        The trees; a mirror image that is among the trees already is left out.
    """
    trees_as_lists = list(_INSTRUCTIVE)
    if levels[0] is Player.MIN:
        trees_as_lists = list(map(_negate_leaves, _INSTRUCTIVE))
    mirror_images = [_reverse_children(nested) for nested in trees_as_lists]
    # Some trees look the same in the mirror.
    new_images = [nested for nested in mirror_images if nested not in trees_as_lists]
    return tuple(from_nested(nested, levels) for nested in [*trees_as_lists, *new_images])


def _negate_leaves(nested: Nested) -> Nested:
    """Negate the number of each leaf in nested lists."""
    return with_leaves(nested, [-leaf for leaf in leaves_of(nested)])


def _reverse_children(nested: Nested) -> Nested:
    """Reverse the order of each node's children in nested lists.

    >>> _reverse_children([[3, 12], 2])
    [2, [12, 3]]
    """
    if not isinstance(nested, list):
        return nested
    return [_reverse_children(child) for child in reversed(nested)]


@lru_cache(maxsize=8)
def random_trees(count: int, seed: int, levels: Levels) -> tuple[GameTree, ...]:
    """Return random trees of two to seven plies with up to six children, the small ones first.

    Of four trees two have leaves that all differ, one has ties and zeros, and one has few different
    positions, each of them several times. Half of the trees have negative leaves, too. The result
    is cached, since several programs are mostly tried on the same trees, one after another.
    """
    return tuple(_draw_trees(count, seed, levels))


@lru_cache(maxsize=8)
def complete_binary_trees(levels: Levels) -> tuple[GameTree, ...]:
    """Return random complete binary trees of one to five plies, twelve of each, small ones first.

    In every second tree all leaves differ, in the others there are ties. Programs that keep leaves
    in an array, where the children of index i are at 2i and 2i + 1, take only such trees.
    """
    chooser = random.Random(0)  # noqa: S311 - trees that can be drawn again
    trees: list[GameTree] = []
    for plies in range(1, _MOST_BINARY_PLIES + 1):
        shape: Nested = 0
        for _ in range(plies):
            shape = [shape, shape]
        for _ in range(_BINARY_TREES_OF_A_SIZE // 2):
            with_distinct = _fill_with_distinct_values(chooser, shape, least=-50, most=99)
            with_ties = _fill_with_ties(chooser, shape, least=-4, most=4)
            trees += [from_nested(with_distinct, levels), from_nested(with_ties, levels)]
    return tuple(trees)


def complete_binary_tree(tree: GameTree) -> GameTree:
    """Return the complete binary tree with the leaves of a tree, which are 2, 4, 8 … in number.

    >>> to_nested(complete_binary_tree(from_nested([3, [12, 8, 2]])))
    [[3, 12], [8, 2]]
    """
    level: list[Nested] = list(leaves_of(to_nested(tree)))
    while len(level) > 1:
        level = [list(pair) for pair in zip(level[::2], level[1::2], strict=True)]
    return from_nested(level[0], tree.levels)


class _Kind(Enum):
    """A kind of random trees."""

    DISTINCT = "leaves that all differ"
    TIES = "leaves of which many are equal"
    REPEATED = "subtrees that occur several times"


_KINDS_IN_TURN: Final = (_Kind.DISTINCT, _Kind.TIES, _Kind.DISTINCT, _Kind.REPEATED)
_LEAST_NEGATIVE_LEAF: Final = {_Kind.DISTINCT: -50, _Kind.TIES: -2, _Kind.REPEATED: -9}


def _draw_trees(count: int, seed: int, levels: Levels) -> Iterator[GameTree]:
    """Draw the trees of :func:`random_trees`.

    Their kinds take turns, while the trees grow deeper. Of eight trees in a row the first four have
    no negative leaves:

    ====== ============ ==================================== ============================
    number kind         leaves without negative ones         leaves with negative ones
    ====== ============ ==================================== ============================
    0, 2   all differ   from 0, below 99 + their number      from −50, to the same
    1      with ties    from 0 to 4                          from −2 to 4
    3      repeated     from 0 to 9                          from −9 to 9
    ====== ============ ==================================== ============================
    """
    chooser = random.Random(seed)  # noqa: S311 - trees that can be drawn again
    for number in range(count):
        plies = _FEWEST_PLIES + number * _NUMBERS_OF_PLIES // count
        yield from_nested(_draw_tree(chooser, plies, number % 8), levels)


def _draw_tree(chooser: random.Random, plies: int, number: int) -> Nested:
    """Draw a random tree of the kind that has a number in a row of eight trees.

    The kinds take turns; the last four trees of the eight have negative leaves, too. See the table
    of :func:`_draw_trees`.

    Args:
        chooser: Draws the random numbers.
        plies: How many plies the tree has.
        number: The number, from 0 to 7.
    """
    kind = _KINDS_IN_TURN[number % len(_KINDS_IN_TURN)]
    has_negative_leaves = number >= len(_KINDS_IN_TURN)
    least = _LEAST_NEGATIVE_LEAF[kind] if has_negative_leaves else 0
    if kind is _Kind.REPEATED:
        return _draw_tree_with_repeated_positions(chooser, plies, least)
    shape = _draw_shape(chooser, plies, max_leaves=_MOST_LEAVES)
    if kind is _Kind.TIES:
        return _fill_with_ties(chooser, shape, least, most=4)
    return _fill_with_distinct_values(chooser, shape, least, most=99)


def _draw_shape(chooser: random.Random, plies: int, max_leaves: int) -> Nested:
    """Draw a random tree in which every leaf is 0; it is filled with numbers later.

    The first child of each node leads down to the last ply; some of the others are leaves already.
    Each child gets an equal share of about ``max_leaves`` leaves.
    """
    if plies == 0:
        return 0
    # No more children than leaves, since each child has at least one.
    width = min(chooser.choice(_WIDTHS), max_leaves)
    plies_below_child = [plies - 1]
    for _ in range(width - 1):
        is_leaf = chooser.random() < _SHARE_OF_EARLY_LEAVES
        plies_below_child.append(0 if is_leaf else plies - 1)
    max_leaves_of_child = max(1, max_leaves // width)
    return [
        _draw_shape(chooser, child_plies, max_leaves_of_child) for child_plies in plies_below_child
    ]


def _fill_with_ties(chooser: random.Random, nested: Nested, least: int, most: int) -> Nested:
    """Return nested lists of the same shape with random leaves from a short range.

    Many of these leaves are equal.
    """
    return with_leaves(nested, [chooser.randint(least, most) for _ in leaves_of(nested)])


def _fill_with_distinct_values(
    chooser: random.Random, nested: Nested, least: int, most: int
) -> Nested:
    """Return nested lists of the same shape with leaves that all differ.

    Of n leaves each is at least ``least`` and less than ``most + n``: so there are enough numbers
    for a tree of any size.

    Args:
        chooser: Draws the random numbers.
        nested: The nested lists; not changed.
        least: The least value of a leaf.
        most: What is added to the number of leaves; larger than ``least``.
    """
    count = sum(1 for _ in leaves_of(nested))
    return with_leaves(nested, chooser.sample(range(least, most + count), count))


def _draw_tree_with_repeated_positions(chooser: random.Random, plies: int, least: int) -> Nested:
    """Draw a random tree whose lowest subtrees are drawn from only three positions.

    So the same three subtrees come again and again, and a program with a table of positions finds
    something in it.

    Args:
        chooser: Draws the random numbers.
        plies: How many plies the tree has; at least 2.
        least: The least value of a leaf; the largest is 9.
    """
    # The plies of a position: two, or one in a tree of two plies.
    height = min(2, plies - 1)
    pool = [
        _fill_with_ties(chooser, _draw_shape(chooser, height, max_leaves=9), least=least, most=9)
        for _ in range(3)
    ]
    # The tree above the positions; each of its leaves is replaced by one of them.
    above = _draw_shape(chooser, plies - height, max_leaves=24)
    return with_leaves(above, [chooser.choice(pool) for _ in leaves_of(above)])


def _iterate_nodes(nested: Nested) -> Iterator[Nested]:
    """Yield the nodes of nested lists in preorder."""
    waiting = [nested]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += reversed(node)
        yield node


def leaves_of(nested: Nested) -> Iterator[int]:
    """Yield the leaves of nested lists from left to right."""
    return (node for node in _iterate_nodes(nested) if not isinstance(node, list))


def height_of(nested: Nested) -> int:
    """Return the number of plies of nested lists; a leaf alone has 0.

    Example:
        >>> height_of([[3, 12], 2]), height_of(7)
        (2, 0)
    """
    plies = 0
    level = _collect_children([nested])
    while level:
        plies += 1
        level = _collect_children(level)
    return plies


def _collect_children(nodes: Iterable[Nested]) -> list[Nested]:
    """Collect the children of all given nodes, from left to right."""
    return [child for node in nodes if isinstance(node, list) for child in node]


def with_leaves(nested: Nested, values: Iterable[Nested]) -> Nested:
    """Return nested lists of the same shape with other leaves.

    Args:
        nested: The nested lists; not changed.
        values: The new leaves from left to right, at least as many as there are leaves.

    Example:
        >>> with_leaves([[3, 12], 2], [1, 5, 7])
        [[1, 5], 7]
    """
    # The children of a node are copied from left to right, so the leaves are met in their order.
    remaining = iter(values)

    def copy_node(node: Nested) -> Nested:
        """Copy a node, with the next values for its leaves."""
        if isinstance(node, list):
            return [copy_node(child) for child in node]
        return next(remaining)

    return copy_node(nested)


def has_distinct_leaves(nested: Nested) -> bool:
    """Tell whether no two leaves have the same value."""
    return _are_distinct(list(leaves_of(nested)))


def tells_leaves_apart(tree: GameTree) -> bool:
    """Tell whether all known leaves of a tree have different values."""
    return _are_distinct([value for value in tree.leaf_values if value is not None])


def _are_distinct(values: Sequence[Number]) -> bool:
    """Tell whether the values all differ."""
    return len(set(values)) == len(values)


def smallest(trees: Iterable[Nested], goes_wrong: Callable[[Nested], bool]) -> Nested:
    """Return a small tree on which a program goes wrong: parts are taken away from a larger one.

    It starts from the smallest tree given, and takes away one part after another as long as the
    program still goes wrong. Trees without equal leaves are preferred, since they are easier to
    follow: if one is given, all trees that are tried have none.

    Args:
        trees: Trees on which the program goes wrong, at least one.
        goes_wrong: Tells whether it goes wrong on a tree.

    Example:
        >>> smallest([[[3, 12], [5, 7]], [8, [5, 6]]], lambda tree: 5 in leaves_of(tree))
        [5]
    """
    by_size = sorted(trees, key=size_of)
    first_distinct = next(filter(has_distinct_leaves, by_size), None)
    if first_distinct is None:
        return _shrink_while_allowed(by_size[0], goes_wrong)

    def is_distinct_and_goes_wrong(tree: Nested) -> bool:
        """Tell whether the program goes wrong on a tree without equal leaves."""
        return has_distinct_leaves(tree) and goes_wrong(tree)

    return _shrink_while_allowed(first_distinct, is_distinct_and_goes_wrong)


def _shrink_while_allowed(tree: Nested, is_allowed: Callable[[Nested], bool]) -> Nested:
    """Make a tree smaller, step by step, as long as ``is_allowed`` is true of a smaller tree."""
    while True:
        smaller_tree = next(filter(is_allowed, smaller(tree)), None)
        if smaller_tree is None:
            return tree
        tree = smaller_tree


def size_of(nested: Nested) -> tuple[int, int, int, int]:
    """Return a sort key for trees by which the one that is easiest to read comes first.

    Returns:
        The number of nodes; of nodes with children, but not exactly two; of characters of the tree
        as text; and the sum of the leaves without their signs. Each counts only if all before it
        are equal.
    """
    nodes = list(_iterate_nodes(nested))
    uneven = sum(1 for node in nodes if isinstance(node, list) and len(node) != 2)
    return len(nodes), uneven, len(repr(nested)), sum(map(abs, leaves_of(nested)))


def smaller(nested: list[Nested]) -> Iterator[list[Nested]]:
    """Yield trees that are smaller than a tree in one respect.

    - A child stands in place of its parent, or a grandchild, which keeps the players as they are.
    - A child is missing.
    - The leaves have other numbers with the same order, and the tree is easier to read by
      :func:`size_of`: 0, 1 and 2 in place of −20, 5 and 30.

    Whoever goes on with one of these trees comes to an end, since each is smaller by
    :func:`size_of`.

    Example:
        >>> list(smaller([[3, 12], 5]))[:4]
        [[3, 12], [5], [[3, 12]], [3, 5]]
    """
    for tree in _remove_one_part(nested):
        if isinstance(tree, list):
            yield tree
    for tree in _replace_leaves_by_ranks(nested):
        if size_of(tree) < size_of(nested):
            yield tree


def _replace_leaves_by_ranks(nested: Nested) -> Iterator[Nested]:
    """Replace the leaves of a tree with their ranks, counted from the least leaf, then from 0.

    >>> list(_replace_leaves_by_ranks([-20, 5, 30]))
    [[0, 1, 2], [-1, 1, 2]]
    """
    leaves = list(leaves_of(nested))
    # A leaf's rank is the number of different values below its own. 5 and 30 after −20 are 1 and 2.
    values = sorted(set(leaves))
    yield with_leaves(nested, map(values.index, leaves))
    # The second way keeps the signs: what is below 0 stays below 0.
    values_and_0 = sorted({0, *leaves})
    rank_of_0 = values_and_0.index(0)
    yield with_leaves(nested, [values_and_0.index(leaf) - rank_of_0 for leaf in leaves])


def _remove_one_part(node: Nested) -> Iterator[Nested]:
    """Yield the trees that remain of a node if one part of it is taken away.

    Those of ``[[3, 12], 5]`` are, in this order::

        [3, 12]              its first child alone
        3   12               a grandchild there alone
        [5]                  the node without that child
        5   [[3, 12]]        the same for its second child, which has no children
        [3, 5]   [[12], 5]   the node with its first child made smaller in one of these ways
        [12, 5]   [[3], 5]

    Example:
        >>> list(_remove_one_part([[3, 12], 5]))
        [[3, 12], 3, 12, [5], 5, [[3, 12]], [3, 5], [[12], 5], [12, 5], [[3], 5]]
    """
    if not isinstance(node, list):
        return
    for index, child in enumerate(node):
        yield child
        if isinstance(child, list):
            yield from child
        has_other_children = len(node) > 1
        if has_other_children:
            yield [*node[:index], *node[index + 1 :]]
    # Recursive, since the trees on which programs are tried are shallow.
    for index, child in enumerate(node):
        for smaller_child in _remove_one_part(child):
            yield [*node[:index], smaller_child, *node[index + 1 :]]
