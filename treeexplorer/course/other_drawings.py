"""Drawings that differ from a tree's by little: the same rows, some children below other nodes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from treeexplorer.tree import UNKNOWN, GameTree, TreeBuilder

_CHANCE_OF_A_MOVE: Final = 0.5

Place: TypeAlias = tuple[int, int]
"""Where a node is drawn: its ply, and which of that row it is from the left, from 0."""


def can_be_redrawn(tree: GameTree) -> bool:
    """Tell whether a tree has only leaf values and names, so that its children may move freely.

    It has no probabilities, players of its own, elided children or estimates.
    """
    belongings = (tree.probabilities, tree.players, tree.elided, tree.estimates)
    return not any(belongings)


def redraw_at_random(tree: GameTree, changes: int, chooser: random.Random) -> GameTree:
    """Return a tree with the same number of nodes in each row, some of which have other children.

    The nodes of a row stay in order. There are two kinds of changes:

    - A child moves to another node of the row: ``[[1 2] [3 4]]`` becomes ``[[1] [2 3 4]]``.
    - Two nodes of a row exchange their numbers of children. If one of them is a leaf, it gets
      children, and the other becomes a leaf that is worth 0: ``[[1 2] 3]`` becomes ``[0 [1 2]]``.

    Args:
        tree: A tree for which :func:`can_be_redrawn` is true.
        changes: How many changes are made. If a change meets a row that cannot be changed, such as
            a row of leaves, it changes nothing.
        chooser: The source of all that is random: the rows, the kinds of changes and the nodes.
    """
    # How many children each node of each row has. Both kinds of changes keep the sum of a row, so
    # that it stays the number of nodes of the row below.
    counts_of_rows = [[len(list(tree.children(node))) for node in row] for row in tree.plies]
    for _ in range(changes):
        row = chooser.choice(range(len(counts_of_rows)))
        counts = counts_of_rows[row]
        # If the tree has an unknown leaf (``?``), children are only moved, so every leaf stays one.
        # An exchange could give the unknown leaf children, and the tree would lose its unknown.
        is_move = bool(tree.unknowns) or chooser.random() < _CHANCE_OF_A_MOVE
        if is_move:
            counts_of_rows[row] = _move_child(counts, chooser)
        else:
            counts_of_rows[row] = _exchange_children(counts, chooser)
    # Each place of a row keeps its value or its unknown if it is still a leaf.
    return _build_tree_with_counts(tree, counts_of_rows)


def _move_child(counts: Sequence[int], chooser: random.Random) -> list[int]:
    """Move one child from one node of a row to another, both chosen at random.

    For example [1, 3], the numbers of children of two nodes, become [2, 2]. A node keeps at least
    one child, and a leaf gets none; if that leaves no choice, the numbers stay as they are.
    """
    changed_counts = list(counts)
    givers = [index for index, count in enumerate(counts) if count > 1]
    parents = [index for index, count in enumerate(counts) if count > 0]
    if not givers or len(parents) == 1:
        return changed_counts
    giver = chooser.choice(givers)
    taker = chooser.choice([index for index in parents if index != giver])
    changed_counts[giver] -= 1
    changed_counts[taker] += 1
    return changed_counts


def _exchange_children(counts: Sequence[int], chooser: random.Random) -> list[int]:
    """Swap the numbers of children of two nodes of a row, chosen at random.

    For example [2, 0] become [0, 2]: the leaf gets children, and the other node becomes a leaf. A
    row of a single node stays as it is.
    """
    changed_counts = list(counts)
    if len(counts) == 1:
        return changed_counts
    one, other = chooser.sample(range(len(counts)), 2)
    changed_counts[one] = counts[other]
    changed_counts[other] = counts[one]
    return changed_counts


def _choose_name(tree: GameTree, node: int) -> str | None:
    """Return a node's name; ``None`` if it has none or it is built from its parent's name.

    Such a name would be wrong below another parent.
    """
    name = tree.names.get(node)
    above = tree.names.get(tree.parent[node])
    if name is None or above is None:
        return name
    return None if name.startswith(above) else name


def _build_tree_with_counts(tree: GameTree, counts: Sequence[Sequence[int]]) -> GameTree:
    r"""Return a tree with the rows of another tree and the given numbers of children.

    >>> from treeexplorer.notation import Exercise, parse, write
    >>> given = parse("[[1 2] [3 4]]").tree
    >>> write(Exercise(_build_tree_with_counts(given, [[2], [1, 3], [0, 0, 0, 0]])))
    '[[1] [2 3 4]]\n'

    Args:
        tree: The other tree.
        counts: For each row from the top, how many children each of its nodes is to have.
    """
    builder = TreeBuilder()
    builder.levels = tree.levels
    for ply, place_in_row in _iterate_in_drawing_order(counts):
        builder.close_to(ply)  # the nodes that have all their children
        node = tree.plies[ply][place_in_row]
        if counts[ply][place_in_row] == 0:
            _add_leaf(builder, tree, node)
        else:
            builder.open(_choose_name(tree, node))
    builder.close_to(0)
    return builder.tree()


def _iterate_in_drawing_order(counts: Sequence[Sequence[int]]) -> Iterator[Place]:
    """Yield the places of a tree's nodes, each before its children, and these from left to right.

    ``counts`` has for each row from the top how many children each of its nodes has.

    >>> list(_iterate_in_drawing_order([[2], [1, 0], [0]]))
    [(0, 0), (1, 0), (2, 0), (1, 1)]
    """
    pending: list[Place] = [(0, 0)]  # the last one comes next
    while pending:
        place = pending.pop()
        yield place
        pending.extend(reversed(_locate_children(place, counts)))


def _locate_children(place: Place, counts: Sequence[Sequence[int]]) -> list[Place]:
    """Return the places of a node's children, given the numbers of children, row by row.

    The children of a row's nodes fill the row below from the left, one node after the other. So the
    first child of a node has as many to its left as the nodes before it have children.

    >>> _locate_children((1, 1), [[2], [1, 3]])
    [(2, 1), (2, 2), (2, 3)]
    """
    ply, place_in_row = place
    row = counts[ply]
    first = sum(row[:place_in_row])
    return [(ply + 1, child) for child in range(first, first + row[place_in_row])]


def _add_leaf(builder: TreeBuilder, tree: GameTree, node: int) -> None:
    """Add a leaf to the tree that is being built, with the value or the unknown of a tree's node.

    A node with children has neither, and the leaf is worth 0.
    """
    name = _choose_name(tree, node)
    word = tree.unknowns.get(node)
    if word is None:
        number = tree.leaf_value(node)
        builder.leaf(0 if number is None else number, name)
        return
    # The builder has no way to add an unknown: it is a leaf of some value, whose kind is changed.
    leaf = builder.leaf(0, name)
    builder.kind[leaf] = UNKNOWN
    builder.unknowns[leaf] = word
