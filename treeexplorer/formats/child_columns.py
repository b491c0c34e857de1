"""Columns of children, as of a tree in arrays: they are named, and the way out is told."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from typing import Any, Final

from treeexplorer.formats.columns import are_positions_of_children, is_called_parents
from treeexplorer.formats.lists import is_list
from treeexplorer.formats.model import Assigned, UnreadableError
from treeexplorer.formats.words import CHILDREN, SIDES, meaning, plain_word
from treeexplorer.text import quoted

_CALLED_ADJACENCY: Final = frozenset(
    {"adj", "adjacency", "adjlist", "adjacencylist", "graph", "neighbors", "neighbours"}
)


WRITE_EDGES: Final = "write what is below each node: {'A': ['B', 'C'], 'B': 3, 'C': 5}"


def check_no_columns_of_children(values: Sequence[Assigned]) -> None:
    """Raise an error if lists hold the relatives and the values of each node, by its position.

    They are not read, and as trees of their own they would be other trees:

    1. ``children = [[1, 2], [], []]`` and ``value = [None, 3, 5]`` are a root with two leaves, and
       so are ``left = [1, -1, -1]`` and ``right = [2, -1, -1]``.
    2. ``parent = [0, 0, 0]`` beside ``value`` does not say of the root that it has no parent.

    Raises:
        UnreadableError: They do.
    """
    columns = [
        assigned
        for assigned in values
        if isinstance(assigned.value, list) and len(assigned.value) > 1
    ]
    # 1.
    columns_of_children = [each for each in columns if _is_called_children(each.variable)]
    for column, other in product(columns_of_children, columns):
        if other is not column and _are_columns_of_children(column, other):
            hint = "write the tree by name: {0: [1, 2], 1: 3, 2: 5}"
            raise _make_column_error(column, other, hint)
    # 2.
    columns_of_parents = [each for each in columns if _are_parents_by_position(each)]
    for column, other in product(columns_of_parents, columns):
        have_one_length = len(other.value) == len(column.value)
        if other is not column and have_one_length:
            hint = "write -1 for the parent of the root: parent = [-1, 0, 0]"
            raise _make_column_error(column, other, hint)


def _make_column_error(column: Assigned, other: Assigned, hint: str) -> UnreadableError:
    """Make the error that two variables are columns of one tree."""
    names = f"{quoted(column.variable)} and {quoted(other.variable)}"
    return UnreadableError(f"{names} are columns of one tree by position", hint=hint)


def _are_parents_by_position(column: Assigned) -> bool:
    """Tell whether a list is called as the nodes' parents and has only whole numbers."""
    is_called_so = is_called_parents(column.variable)
    return is_called_so and all(type(position) is int for position in column.value)


def _is_called_children(variable: str) -> bool:
    """Tell whether a variable is called as what says which nodes stand below each."""
    is_word_for_relatives = meaning(variable) in {CHILDREN, SIDES}
    return is_word_for_relatives or plain_word(variable) in _CALLED_ADJACENCY


def _are_columns_of_children(column: Assigned, other: Assigned) -> bool:
    """Tell whether a list has the children of nodes by position, and the other their rest.

    The other has the right children of the same nodes, or their values.

    In each of these pairs node 0 is a root with the children 1 and 2::

        left = [1, -1, -1]            right = [2, -1, -1]    no child is -1
        children = [[1, 2], [], []]   value = [None, 3, 5]   a list of children for each node
        adj = [[1, 2]]                value = [None, 3, 5]   the leaves come last, without a list
    """
    are_left_and_right = meaning(column.variable) == SIDES and meaning(other.variable) == SIDES
    if are_left_and_right:
        return _are_left_and_right_children(column.value, other.value)

    node_count = len(other.value)
    # An empty list is no tree, but the children of a leaf.
    has_leaf = any(children == [] for children in column.value)
    if meaning(column.variable) == CHILDREN and has_leaf:
        return len(column.value) == node_count
    return _are_children_of_first_nodes(column.value, node_count)


def _are_left_and_right_children(left: Sequence[Any], right: Sequence[Any]) -> bool:
    """Tell whether two lists have the positions of the left and right child of each node.

    ``[1, -1, -1]`` and ``[2, -1, -1]`` have, where -1 says that there is no such child.
    """
    node_count = len(left)
    return len(right) == node_count and are_positions_of_children([*left, *right], node_count)


def _are_children_of_first_nodes(lists: Sequence[Any], node_count: int) -> bool:
    """Tell whether lists have the positions of the children of nodes 0, 1, 2 and so on.

    ``[[1, 2]]`` has those of node 0, if there are three nodes: 1 and 2 are leaves, and come last.
    """
    if len(lists) > node_count or not all(map(is_list, lists)):
        return False
    positions = list(chain.from_iterable(lists))
    return are_positions_of_children(positions, node_count)
