"""Builds trees node by node, or from nested lists."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.errors import TreeexplorerError
from treeexplorer.text import safe
from treeexplorer.tree.columns import Column, GameTree
from treeexplorer.tree.values import (
    DEFAULT_LEVELS,
    EXACT,
    INNER,
    INTEGER,
    MOST_KEPT_BY_A_DOUBLE,
    NO_NODE,
    Levels,
    Number,
    Player,
    classify_leaf_value,
)

_INTEGER_KIND: Final = bytes([INTEGER])


class GrowingTree:
    """The columns and mappings of a tree that is not finished.

    The attributes are those of :class:`GameTree`; :meth:`finished` passes them on to it.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Reset the tree to have no node.

        All columns and mappings are replaced by new objects, so that a tree that was finished keeps
        its own.
        """
        # One entry for each node, in the order in which nodes are added.
        self.parent = array("i")
        self.end = array("i")
        self.ply = array("i")
        self.value = array("d")
        self.kind = bytearray()

        # An entry only for the nodes of which such a thing is written.
        self.exact: dict[int, int] = {}
        self.names: dict[int, str] = {}
        self.players: dict[int, Player] = {}
        self.probabilities: dict[int, Fraction] = {}
        self.elided: set[int] = set()
        self.estimates: dict[int, Number] = {}
        self.unknowns: dict[int, str] = {}

    def finished(self, levels: Levels) -> GameTree:
        """Return the finished tree; until :meth:`forget` no node can be added to this one.

        Each column (an array with one entry for each node) is replaced by a read-only copy.

        Args:
            levels: Who moves at each ply, repeated.
        """
        # One by one, so that at most one column is in memory twice.
        self.parent = Column("i", self.parent)
        self.end = Column("i", self.end)
        self.ply = Column("i", self.ply)
        self.value = Column("d", self.value)
        return GameTree(
            parent=self.parent,
            end=self.end,
            ply=self.ply,
            value=self.value,
            kind=bytes(self.kind),
            levels=levels,
            exact=self.exact,
            names=self.names,
            players=self.players,
            probabilities=self.probabilities,
            elided=frozenset(self.elided),
            estimates=self.estimates,
            unknowns=self.unknowns,
        )


class TreeBuilder(GrowingTree):
    """Builds a :class:`GameTree` node by node, in drawing order, in time linear in its size.

    ``open`` begins a node with children, ``leaf`` adds one, ``close`` ends the node opened last.
    Each returns the node's number, under which players, estimates and the rest can be added to
    the builder's dicts before :meth:`tree` is called.
    """

    def __init__(self) -> None:
        super().__init__()
        self.levels: Levels = DEFAULT_LEVELS
        self._open_nodes: list[int] = []

    def _append_node(self, kind: int, value: float, name: str | None) -> int:
        """Append a node without children, below the node opened last, and return its number.

        ``kind`` is ``INNER`` for a node that gets children later; its value is 0.0.
        """
        node = len(self.kind)
        self.parent.append(self._open_nodes[-1] if self._open_nodes else NO_NODE)
        self.end.append(node + 1)  # nothing is below it; `close` corrects it
        self.ply.append(len(self._open_nodes))
        self.value.append(value)
        self.kind.append(kind)
        if name is not None:
            self.names[node] = name
        return node

    def open(self, name: str | None = None, player: Player | None = None) -> int:
        """Begin a node with children."""
        node = self._append_node(INNER, 0.0, name)
        if player is not None:
            self.players[node] = player
        self._open_nodes.append(node)
        return node

    def leaf(self, number: Any, name: str | None = None) -> int:
        """Add a leaf with a value of any numeric type (see :func:`convert_to_leaf_number`)."""
        kind, value = classify_leaf_value(number)
        node = self._append_node(kind, value, name)
        if kind == EXACT:
            self.exact[node] = int(number)
        return node

    def leaves(self, integers: Sequence[int]) -> None:
        """Add leaves with integer values, side by side, below the node opened last.

        This takes a fraction of the time of adding single ones.

        Args:
            integers: The values from left to right, at least one.

        Raises:
            TreeexplorerError: An integer has more than 300 digits.
        """
        are_small = (
            min(integers) >= -MOST_KEPT_BY_A_DOUBLE and max(integers) <= MOST_KEPT_BY_A_DOUBLE
        )
        if are_small:
            self._append_small_integers(integers)
            return
        for integer in integers:
            self.leaf(integer)

    def _append_small_integers(self, integers: Sequence[int]) -> None:
        """Append leaves with integers that a double holds exactly, a column at a time.

        They become children of the node opened last. For example 3 and 12, below node 0, become the
        nodes 1 and 2: parent 0, 0; end 2, 3; ply 1, 1; value 3.0, 12.0.
        """
        first_leaf = len(self.kind)
        count = len(integers)
        parent = self._open_nodes[-1]
        ply = len(self._open_nodes)
        # An array takes a list in half the time of any other iterable.
        self.parent.fromlist([parent] * count)
        self.end.fromlist(list(range(first_leaf + 1, first_leaf + 1 + count)))
        self.ply.fromlist([ply] * count)
        self.value.fromlist(list(integers))
        self.kind.extend(_INTEGER_KIND * count)

    def compute_next_address(self) -> str:
        """Return the address that the next node to be added will have; O(n).

        An address is the path from the root as positions among siblings, counted from 1: ``2.1``
        is the first child of the root's second child. The root itself has the address ``root``.

        Example:
            >>> builder = TreeBuilder()
            >>> _ = builder.open(), builder.leaf(3), builder.open()  # so far: [3 [
            >>> builder.compute_next_address()
            '2.1'
        """
        if not self._open_nodes:
            return "root"

        child_count = Counter(self.parent)
        # Each open node is the last child so far of the open node above it. The next node will be
        # one more child of the innermost one.
        *outer_nodes, innermost_node = self._open_nodes
        positions = [child_count[node] for node in outer_nodes]
        positions.append(child_count[innermost_node] + 1)
        return ".".join(map(str, positions))

    def copy(self, node: int, name: str | None = None) -> int:
        """Add a copy of a finished subtree below the node opened last; return the copy's root.

        This takes a fraction of the time of building the subtree again. Probabilities, unknown
        leaves and marks of elided children are not copied: the trees of games have none.

        The nodes of a subtree have consecutive numbers, and so do their copies. For example nodes
        2, 3, 4 are copied to 7, 8, 9: each number, also that of a parent, grows by the offset 5.

        Args:
            node: The root of a closed subtree of this builder, at the ply at which the copy is
                added.
            name: The name of the copy's root; ``None`` for none. The nodes below keep their names.
        """
        root_of_copy = len(self.kind)  # the next node number
        offset = root_of_copy - node
        subtree = range(node, self.end[node])

        # 1. The columns: lists with an entry for each node.
        parent_of_copy = self._open_nodes[-1] if self._open_nodes else NO_NODE
        self._copy_columns(subtree, offset, parent_of_copy)

        # 2. The mappings: dictionaries with entries for some nodes. For example, if node 3 has an
        # estimate in `estimates`, node 8 gets the same.
        for mapping in (self.exact, self.players, self.estimates):
            _copy_entries(mapping, subtree, offset)

        # 3. The names. The root of the copy has a name of its own.
        nodes_below_root = subtree[1:]
        _copy_entries(self.names, nodes_below_root, offset)
        if name is not None:
            self.names[root_of_copy] = name
        return root_of_copy

    def _copy_columns(self, subtree: range, offset: int, parent_of_copy: int) -> None:
        """Append a copy of a subtree to each column; node numbers in it grow by the offset."""
        entries = slice(subtree.start, subtree.stop)
        parents = shifted(self.parent[entries], offset)
        parents[0] = parent_of_copy
        self.parent.extend(parents)
        self.end.extend(shifted(self.end[entries], offset))
        self.ply.extend(self.ply[entries])
        self.value.extend(self.value[entries])
        self.kind.extend(self.kind[entries])

    def close(self) -> int:
        """End the node opened last.

        Raises:
            TreeexplorerError: The node has no children.
        """
        node = self._open_nodes.pop()
        if node == len(self.kind) - 1:
            raise TreeexplorerError("a node needs at least one child")
        self.end[node] = len(self.kind)
        return node

    def close_to(self, ply: int) -> None:
        """End nodes, the last opened first, until the next node to be added stands at a ply.

        Raises:
            TreeexplorerError: One of them has no children.

        Example:
            >>> builder = TreeBuilder()
            >>> _ = builder.open(), builder.open(), builder.leaf(3)  # so far: [[3
            >>> builder.close_to(1)  # now: [[3]
            >>> builder.compute_next_address()
            '2'
        """
        while len(self._open_nodes) > ply:
            self.close()

    def tree(self) -> GameTree:
        """Return the finished tree."""
        return self.finished(self.levels)


def _copy_entries(by_node: dict[int, Any], nodes: range, offset: int) -> None:
    """Copy each node's entry in a mapping to the node ``offset`` places further on."""
    if not by_node:
        return
    nodes_with_entry = [node for node in nodes if node in by_node]
    by_node.update({node + offset: by_node[node] for node in nodes_with_entry})


def shifted(column: array[int], shift: int) -> array[int]:
    """Return a column with ``shift`` added to each of its numbers, none of which is negative.

    All numbers are added at once: the bytes of the column are taken as one long integer, and to it
    is added another that has the shift at the place of each number. As decimals of three digits,
    000 001 004 and 010 010 010 would be added like this: 000001004 + 010010010 = 010011014. No
    digit is carried into the next number, since each sum has room in its own bytes. That takes a
    tenth of the time of single additions.

    Example:
        >>> shifted(array("i", [0, 1, 4]), 10)
        array('i', [10, 11, 14])
    """
    size = column.itemsize
    order = sys.byteorder
    numbers = int.from_bytes(column.tobytes(), order)
    repeated_shift = int.from_bytes(shift.to_bytes(size, order) * len(column), order)
    bytes_of_sums = (numbers + repeated_shift).to_bytes(size * len(column), order)
    return array(column.typecode, bytes_of_sums)


Children: TypeAlias = Callable[[Any], Iterable[Any]]


class _ItemReader(NamedTuple):
    """Reads a node from an item: from a list or a number in nested lists, or from an object.

    Attributes:
        children: Returns the children of an object, none for a leaf; ``None`` for nested lists.
        value: Returns the number at a leaf; ``None`` if a leaf is its own number.
        name: Returns the name of a node, or ``None``; ``None`` for nodes without names.
    """

    children: Children | None
    value: Callable[[Any], Any] | None
    name: Callable[[Any], str | None] | None

    def find_name(self, item: Any) -> str | None:
        """Return the name of a node; ``None`` if it has none."""
        return None if self.name is None else _clean_name(self.name(item))

    def find_children(self, item: Any) -> Sequence[Any] | None:
        """Return the children of an item; ``None`` if it is a leaf.

        In nested lists even an empty list is a node (an error that is found later).
        """
        if self.children is None:
            is_node = isinstance(item, (list, tuple))
            return item if is_node else None

        result = self.children(item)
        if not result:  # None, or an empty list
            return None
        children_of_item = list(result)  # an iterator is true even if it yields nothing
        return children_of_item if children_of_item else None

    def get_value(self, leaf: Any) -> Any:
        """Return the number at a leaf."""
        return leaf if self.value is None else self.value(leaf)

    def are_plain_integers(self, items: Sequence[Any]) -> bool:
        """Tell whether items are leaves that are integers as they are, and at least one.

        ``True`` is an integer in Python, but not here: only the very type ``int`` counts.
        """
        has_functions = self.children is not None or self.value is not None or self.name is not None
        return not has_functions and set(map(type, items)) == {int}


class _EndOfChildren(NamedTuple):
    """A mark on a stack, below the children of an item: when it is found, all have been added."""

    item: Any


def from_nested(
    root: Any,
    levels: Iterable[Player] = DEFAULT_LEVELS,
    *,
    children: Children | None = None,
    value: Callable[[Any], Any] | None = None,
    name: Callable[[Any], str | None] | None = None,
) -> GameTree:
    """Build a tree from nested lists, such as ``[[3, 12], 2]``, or from objects of any class.

    Args:
        root: The root. In nested lists a list is a node with children, and a number is a leaf.
        levels: Who moves at each ply, repeated.
        children: Returns the children of an object, none for a leaf; ``None`` for nested lists.
        value: Returns the number at a leaf; ``None`` if a leaf is its own number.
        name: Returns the name of a node, or ``None``; ``None`` for nodes without names.

    Example:
        >>> list(from_nested([[3, 12], 2]).leaf_values)
        [None, None, 3, 12, 2]
        >>> pairs = ("root", [("left", 3), ("right", 5)])
        >>> from_nested(pairs, children=lambda n: n[1] if isinstance(n[1], list) else (),
        ...             value=lambda n: n[1], name=lambda n: n[0]).names[1]
        'left'

    Raises:
        TreeexplorerError: A list is empty, a leaf is no number that can be kept exactly (see
            :func:`convert_to_leaf_number`), or a node is below itself.
    """
    builder = TreeBuilder()
    builder.levels = tuple(levels)
    _add_item_and_all_below(builder, root, _ItemReader(children, value, name))
    return builder.tree()


def _add_item_and_all_below(builder: TreeBuilder, root: Any, reader: _ItemReader) -> None:
    """Add an item to a tree that is being built, with its children and all that is below them.

    Raises:
        TreeexplorerError: As for :func:`from_nested`.
    """
    # What is still to be added, the next item last. Below the children of a node lies a mark, which
    # is found when all of them have been added. For [[0.5, 12], 2] the stack is, step by step:
    #   [[0.5, 12], 2]
    #   end of the root, 2, [0.5, 12]
    #   end of the root, 2, end of [0.5, 12], 12, 0.5
    stack: list[Any] = [root]
    ids_of_open_items: set[int] = set()  # of the items whose marks lie on the stack
    while stack:
        item = stack.pop()
        if type(item) is _EndOfChildren:
            builder.close()  # refuses an empty list
            ids_of_open_items.discard(id(item.item))
            continue

        item_name = reader.find_name(item)
        item_children = reader.find_children(item)
        if item_children is None:
            builder.leaf(reader.get_value(item), item_name)
        elif id(item) in ids_of_open_items:
            raise TreeexplorerError("a node stands below itself")
        elif reader.are_plain_integers(item_children):  # at once: faster than one by one
            builder.open(item_name)
            builder.leaves(item_children)
            builder.close()
        else:
            builder.open(item_name)
            ids_of_open_items.add(id(item))
            stack.append(_EndOfChildren(item))
            stack.extend(reversed(item_children))


def _clean_name(name: str | None) -> str | None:
    """Return a name without characters that are unsafe to show; ``None`` if nothing is left."""
    if not name:
        return None
    safe_name = safe(name)
    return safe_name if safe_name else None
