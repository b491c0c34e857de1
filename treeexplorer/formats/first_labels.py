"""Trees whose brackets begin with a label: what stands in the notation for another tree."""

from __future__ import annotations

from typing import NamedTuple

from treeexplorer.formats.model import Digits, Label
from treeexplorer.formats.shapes import Recogniser
from treeexplorer.formats.sketches import Sketch, grow_tree
from treeexplorer.notation import Exercise
from treeexplorer.numbers import written
from treeexplorer.tree import INNER, GameTree


def with_first_leaves_as_labels(tree: GameTree) -> Exercise:
    """Return the tree in which each node's first child, a leaf, becomes the node's label.

    Example:
        >>> from treeexplorer.notation import parse, write
        >>> tree = parse("[a [b [5] [8]] [c [6]]]").tree
        >>> write(with_first_leaves_as_labels(tree)).strip()
        'a:[b:[5 8] c:[6]]'
    """
    return grow_tree(_Place(0), _Labels(tree).describe).exercise


def with_first_leaves_of_brackets_as_labels(tree: GameTree) -> Exercise:
    """Return the tree in which the first leaf of each bracket becomes the bracket's label.

    Unlike in :func:`with_first_leaves_as_labels`, other leaves may stand without a bracket, as in
    ``[1 5 [2 8]]``.
    """
    return grow_tree(_Place(0), _FirstLabels(tree).describe).exercise


class _Place(NamedTuple):
    """A node of the tree that was read, by its number."""

    node: int


class _Labels:
    """Describes the nodes of a tree, given by number, whose first children are their labels."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree

    def describe(self, place: _Place) -> Sketch:
        """Return the node whose label is the first child of a node."""
        first, *others = self.tree.children(place.node)
        label = Label(_spelling(self.tree, first))
        return Recogniser().describe([label, *map(_Place, others)])


def _spelling(tree: GameTree, leaf: int) -> str:
    """Return a leaf's value as it is written, or the word of an unknown leaf."""
    value = tree.value_or_word(leaf)
    return value if isinstance(value, str) else written(value)


class _FirstLabels(_Labels):
    """Describes the nodes of a tree in which every bracket begins with a label."""

    def describe(self, place: _Place) -> Sketch:
        """Return the node of a bracket, or the leaf that stands without one."""
        if self.tree.kind[place.node] != INNER:
            return Sketch(number=Digits(_spelling(self.tree, place.node)))
        return super().describe(place)
