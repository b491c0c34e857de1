"""Drawings that differ from a tree's by little: the same rows, some children below other nodes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, TypeAlias

from treeexplorer.tree import UNKNOWN, GameTree, TreeBuilder

_CHANCE_OF_A_MOVE: Final = 0.5

Place: TypeAlias = tuple[int, int]
"""Where a node is drawn: its ply, and which of that row it is from the left, from 0."""


def can_be_drawn_otherwise(tree: GameTree) -> bool:
    """Tell whether a tree has nothing that belongs to a node and its children as they are."""
    belongings = (tree.probabilities, tree.players, tree.elided, tree.estimates)
    return not any(belongings)


def drawn_otherwise(tree: GameTree, changes: int, chooser: random.Random) -> GameTree:
    """Return a tree with the same rows of nodes, in which some have other children.

    With each change a child moves to another node of the same row, from one that keeps some; or,
    where no leaf is unknown, two nodes of a row exchange how many children they have, of which one
    may be a leaf. The rows stay in order. A new leaf is worth 0.
    """
    counts = [[len(list(tree.children(node))) for node in row] for row in tree.plies]
    for _ in range(changes):
        row = chooser.choice(counts)
        if tree.unknowns or chooser.random() < _CHANCE_OF_A_MOVE:
            _move_child(row, chooser)
        else:
            _exchange_children(row, chooser)
    return _built(tree, counts)


def _move_child(row: list[int], chooser: random.Random) -> None:
    """Move one child between two nodes of a row, given how many children each has."""
    givers = [index for index, count in enumerate(row) if count > 1]
    parents = [index for index, count in enumerate(row) if count > 0]
    if not givers or len(parents) == 1:
        return
    giver = chooser.choice(givers)
    takers = [index for index in parents if index != giver]
    taker = chooser.choice(takers)
    row[giver] -= 1
    row[taker] += 1


def _exchange_children(row: list[int], chooser: random.Random) -> None:
    """Exchange the children of two nodes of a row, given how many children each has."""
    if len(row) == 1:
        return
    one, other = chooser.sample(range(len(row)), 2)
    row[one], row[other] = row[other], row[one]


def _kept_name(tree: GameTree, node: int) -> str | None:
    """Return a node's name, unless it is made of its parent's, which may be another one now."""
    name = tree.names.get(node)
    above = tree.names.get(tree.parent[node])
    if name is None or (above is not None and name.startswith(above)):
        return None
    return name


def _built(tree: GameTree, counts: Sequence[Sequence[int]]) -> GameTree:
    """Return a tree with the nodes of another's rows, of which each has so many children.

    Args:
        tree: The other tree.
        counts: How many children each node of each row is to have.
    """
    # In each row the children of the first node come first, then those of the second.
    first_child = [list(accumulate(row, initial=0)) for row in counts]
    builder = TreeBuilder()
    builder.levels = tree.levels
    pending: list[Place | None] = [(0, 0)]  # the next one last; None ends the node opened last
    while pending:
        place = pending.pop()
        if place is None:
            builder.close()
            continue
        ply, number = place
        node = tree.plies[ply][number]
        name = _kept_name(tree, node)
        count = counts[ply][number]
        if count == 0:
            _add_leaf(builder, tree, node, name)
            continue
        builder.open(name)
        pending.append(None)
        first = first_child[ply][number]
        children = range(first, first + count)
        pending.extend((ply + 1, child) for child in reversed(children))
    return builder.tree()


def _add_leaf(builder: TreeBuilder, tree: GameTree, node: int, name: str | None) -> None:
    """Add a leaf where a node of a tree is drawn: with its value or its unknown, or new with 0."""
    word = tree.unknowns.get(node)
    if word is None:
        number = tree.leaf_value(node)
        builder.leaf(0 if number is None else number, name)
        return
    leaf = builder.leaf(0, name)
    builder.kind[leaf] = UNKNOWN
    builder.unknowns[leaf] = word
