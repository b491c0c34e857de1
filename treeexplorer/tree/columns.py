"""The game tree: flat columns, players, addresses, labels.

Nodes are numbered in preorder, as they are read. A subtree is therefore one contiguous range of
numbers, the next sibling is where the subtree ends, and the leaves come in drawing order. Nothing
here recurses, so a chain of any depth is as good as a bush.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, compress, islice, product
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any, Final, NoReturn

from treeexplorer.errors import TreeexplorerError
from treeexplorer.numbers import exact, parse_typed_number, shown
from treeexplorer.text import quoted, safe, shorten
from treeexplorer.tree.values import (
    CHANCE_ROLE,
    DECIMAL,
    DEFAULT_LEVELS,
    EXACT,
    INNER,
    INTEGER,
    LEAF_ROLE,
    MAX_ROLE,
    MIN_ROLE,
    NO_NODE,
    PLAYER_OF_ROLE,
    Levels,
    Number,
    Player,
    classify_leaf_value,
    convert_to_leaf_number,
)

_IS_INNER: Final = bytes(kind == INNER for kind in range(256))
_INNER_AND_INTEGERS: Final = bytes([INNER, INTEGER])
_MOST_LETTERED: Final = 702  # A to Z and AA to ZZ
_COUNTED_SIBLINGS: Final = 32
_MOST_NAMESAKES: Final = 5
"""How many nodes of one name are named in an error."""
_MOST_NAMED: Final = 6
"""How many leaves of one value are named in an error."""
_LONGEST_ADDRESS: Final = 24
_FIRST_STEPS: Final = 3  # that are shown of a longer one
_LAST_STEPS: Final = 6
_DEEPEST_ADDRESS: Final = 1_000
_LONGEST_LABEL: Final = 60  # cells
_MOST_DIGITS: Final = 9
_ADDRESS: Final = re.compile(r"[0-9]+(\.[0-9]+)*")
_WITH_ADDRESS: Final = re.compile(r"(?P<name>.+) \((?P<address>root|[0-9]+(\.[0-9]+)*)\)")
_SIGNS: Final = "▲△▼▽○"
COLUMNS: Final = ("parent", "end", "ply", "value")
MAPPINGS: Final = ("exact", "names", "players", "probabilities", "estimates", "unknowns")


class AddressError(TreeexplorerError):
    """An address or a name refers to no node, or to several."""


class Column(array):  # type: ignore[type-arg]  # array has no parameters at run time
    """An array that cannot be changed, and is read as fast as a changeable one."""

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError("the columns of a tree are read-only; copy one with array(code, column)")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = remove = reverse = byteswap = pop = _refuse
    frombytes = fromfile = fromlist = fromunicode = _refuse

    __hash__ = None  # as for every array

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        """Return how to rebuild the column.

        An array would be filled by ``append``, which is refused.
        """
        return Column, (self.typecode, self.tobytes())


def empty_mapping() -> Mapping[int, Any]:
    """Return an empty mapping that cannot be filled."""
    return MappingProxyType({})


@dataclass(frozen=True)
class GameTree:
    """A game tree as immutable columns, one row a node, in preorder.

    Build one with :func:`from_nested` or read one with :mod:`treeexplorer.notation`. Columns and
    mappings are read-only. Equal trees have equal hashes; a tree can be pickled.

    Attributes:
        parent: The parent of each node; −1 at the root (node 0).
        end: One past the last node of each subtree; ``node + 1`` at a leaf.
        ply: The distance of each node from the root.
        value: The leaf value as a double; 0.0 where there is none (see :meth:`leaf_value`).
        kind: What stands at the node: ``INNER``, ``INTEGER``, ``DECIMAL``, ``EXACT``, ``UNKNOWN``.
        exact: The values that no double holds exactly, by node.
        names: The nodes' names.
        players: Players written at a node, where they differ from the level's.
        levels: The players by ply, repeated cyclically.
        probabilities: The weights of chance nodes' children, where they are written.
        elided: The nodes with further children that are not drawn (``...``).
        estimates: The heuristic estimates, by node.
        unknowns: The unknown leaves' words; ``""`` for each anonymous ``?``.
    """

    parent: array[int]
    end: array[int]
    ply: array[int]
    value: array[float]
    kind: bytes
    exact: Mapping[int, int] = field(default_factory=empty_mapping)
    names: Mapping[int, str] = field(default_factory=empty_mapping)
    players: Mapping[int, Player] = field(default_factory=empty_mapping)
    levels: Levels = DEFAULT_LEVELS
    probabilities: Mapping[int, Fraction] = field(default_factory=empty_mapping)
    elided: frozenset[int] = frozenset()
    estimates: Mapping[int, Number] = field(default_factory=empty_mapping)
    unknowns: Mapping[int, str] = field(default_factory=empty_mapping)

    def __post_init__(self) -> None:
        """Replace the columns and mappings that were given by read-only ones.

        What is read-only already is not copied: a tree made of another one shares columns with it.
        """
        for name in COLUMNS:
            column = getattr(self, name)
            if type(column) is not Column:
                read_only_column = Column(column.typecode, column)
                object.__setattr__(self, name, read_only_column)  # since the dataclass is frozen
        for name in MAPPINGS:
            mapping = getattr(self, name)
            if type(mapping) is not MappingProxyType:
                object.__setattr__(self, name, MappingProxyType(mapping))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash of everything that equality compares; parent and ply follow from the ends."""
        mappings = [frozenset(getattr(self, name).items()) for name in MAPPINGS]
        shape = (self.end.tobytes(), self.kind, self.levels, self.elided)
        return hash((shape, tuple(self.value), *mappings))

    def __reduce__(self) -> tuple[type[GameTree], tuple[Any, ...]]:
        state = {each.name: getattr(self, each.name) for each in fields(self)}
        for name in MAPPINGS:
            state[name] = dict(state[name])  # a read-only mapping cannot be pickled
        return GameTree, tuple(state.values())

    def __len__(self) -> int:
        """Return the number of drawn nodes."""
        return len(self.parent)

    def __repr__(self) -> str:
        return f"<GameTree: {len(self)} nodes>"

    # -- shape ---------------------------------------------------------------------------------

    def is_root(self, node: int) -> bool:
        """Tell whether a node is the root."""
        return node == 0

    def parent_of(self, node: int) -> int | None:
        """Return a node's parent; ``None`` at the root.

        A loop over many nodes reads the column ``parent``, which costs no call.

        Example:
            >>> from treeexplorer.tree import from_nested
            >>> tree = from_nested([[3, 12], 2])
            >>> tree.parent_of(2), tree.parent_of(0)
            (1, None)
        """
        return None if node == 0 else self.parent[node]

    def is_leaf(self, node: int) -> bool:
        """Tell whether a node has no children."""
        return self.end[node] == node + 1

    def children(self, node: int) -> Iterator[int]:
        """Yield a node's drawn children from left to right."""
        end = self.end
        child = node + 1
        stop = end[node]
        while child < stop:
            yield child
            child = end[child]

    def siblings_after(self, node: int) -> Iterator[int]:
        """Yield the drawn siblings to the right of a node."""
        end = self.end
        stop = end[self.parent[node]]
        sibling = end[node]
        while sibling < stop:
            yield sibling
            sibling = end[sibling]

    def child_column(self, node: int) -> array[int]:
        """Return a node's drawn children from left to right."""
        nodes_of_ply, children = self._find_children_in_ply(node)
        return nodes_of_ply[children.start : children.stop]

    def _find_children_in_ply(self, node: int) -> tuple[array[int], range]:
        """Return all nodes of the ply below a node, and at which indices its children stand there.

        A node is followed by its subtree, so its children stand side by side: two bisections find
        the first and the last.

        Example:
            >>> from treeexplorer.tree import from_nested
            >>> tree = from_nested([[3, 12], [2, 4]])
            >>> tree._find_children_in_ply(4)  # [2 4]
            (array('i', [2, 3, 5, 6]), range(2, 4))
        """
        if self.is_leaf(node):
            return array("i"), range(0)
        nodes_of_ply = self.plies[self.ply[node] + 1]  # in ascending order
        first = bisect_left(nodes_of_ply, node)
        stop = bisect_left(nodes_of_ply, self.end[node])
        return nodes_of_ply, range(first, stop)

    def child_at(self, node: int, position: int) -> int | None:
        """Return a node's drawn child at a position, counted from 1; ``None`` if there is none."""
        if position < 1:
            return None
        if position < _COUNTED_SIBLINGS:  # counting costs less than a bisection
            return next(islice(self.children(node), position - 1, None), None)

        nodes_of_ply, child_indices = self._find_children_in_ply(node)
        if position > len(child_indices):
            return None
        return nodes_of_ply[child_indices[position - 1]]

    def child_count(self, node: int) -> int:
        """Return how many drawn children a node has."""
        count = sum(1 for _ in islice(self.children(node), _COUNTED_SIBLINGS))
        if count < _COUNTED_SIBLINGS:
            return count
        _, child_indices = self._find_children_in_ply(node)  # faster than counting many
        return len(child_indices)

    def ancestor_at(self, node: int, ply: int) -> int:
        """Return the node at a ply on the path from the root to ``node``, by one bisection."""
        nodes_of_ply = self.plies[ply]
        return nodes_of_ply[bisect_right(nodes_of_ply, node) - 1]

    def ancestors(self, node: int) -> Iterator[int]:
        """Yield a node's ancestors from its parent up to the root."""
        ancestor = self.parent[node]
        while ancestor != NO_NODE:
            yield ancestor
            ancestor = self.parent[ancestor]

    def is_within(self, node: int, ancestor: int) -> bool:
        """Tell whether ``node`` lies in the subtree of ``ancestor`` (or is it)."""
        return ancestor <= node < self.end[ancestor]

    @cached_property
    def leaf_count(self) -> int:
        """The number of drawn leaves."""
        return self.count_leaves(0)

    def count_leaves(self, node: int) -> int:
        """Return how many drawn leaves a subtree has."""
        end = self.end[node]
        return end - node - self.kind.count(INNER, node, end)

    def leaves(self, node: int) -> Iterator[int]:
        """Return the drawn leaves of a subtree from left to right."""
        end = self.end[node]
        return compress(range(node, end), self.kind[node:end])  # the kind of inner nodes is 0

    def inner_nodes(self) -> Iterator[int]:
        """Return the nodes with children."""
        return iter(self._inner)

    @cached_property
    def _inner(self) -> array[int]:
        """The nodes with children, found once and kept."""
        return array("i", compress(range(len(self)), self.kind.translate(_IS_INNER)))

    @cached_property
    def depth(self) -> int:
        """The largest ply of any node."""
        plies_of_parents = map(self.ply.__getitem__, self.inner_nodes())
        return max(plies_of_parents, default=-1) + 1  # the deepest nodes are their children

    @cached_property
    def plies(self) -> tuple[array[int], ...]:
        """The nodes of each ply, from left to right."""
        plies: list[array[int]] = [array("i") for _ in range(self.depth + 1)]
        append_to = [nodes.append for nodes in plies]  # looked up once, not once a node
        for node, ply in enumerate(self.ply):
            append_to[ply](node)
        return tuple(plies)

    # -- values and players --------------------------------------------------------------------

    def leaf_value(self, node: int) -> Number | None:
        """Return a leaf's value; ``None`` for a node with children, and for an unknown leaf.

        In a tree with chance nodes a decimal is returned as the exact fraction that was written:
        weighted means are then equal if they are equal on paper.

        Example:
            >>> from treeexplorer.tree import from_nested
            >>> [from_nested([3, 2.5]).leaf_value(node) for node in (0, 1, 2)]
            [None, 3, 2.5]
        """
        kind = self.kind[node]
        if kind == INTEGER:
            return int(self.value[node])
        if kind == DECIMAL:
            return self.as_searched(self.value[node])
        if kind == EXACT:  # a number that no double holds
            return self.exact[node]
        return None

    def as_searched(self, number: Number) -> Number:
        """Return a written number as the searches compute with it (see :meth:`leaf_value`)."""
        return exact(number) if self.has_chance else number

    def estimate(self, node: int) -> Number | None:
        """Return a node's heuristic estimate as the searches compute with it."""
        written = self.estimates.get(node)
        return None if written is None else self.as_searched(written)

    @cached_property
    def leaf_values(self) -> Sequence[Number | None]:
        """The value of each node that is a known leaf, by node; ``None`` for all other nodes.

        They are computed once: a tree is searched again and again, and if most of it is cut off,
        computing them takes longer than the search itself.

        Example:
            ``[3 x [4 5]]`` with x unknown → ``[None, 3, None, None, 4, 5]``
        """
        # `kind` has a byte for each node. Without those of inner nodes and integers none may be
        # left; deleting bytes is much faster than a loop over them.
        kinds_of_other_leaves = self.kind.translate(None, delete=_INNER_AND_INTEGERS)
        if not kinds_of_other_leaves:
            return self._compute_integer_leaf_values()

        values: list[Number | None] = [None] * len(self)
        root = 0
        for leaf in self.leaves(root):
            values[leaf] = self.leaf_value(leaf)  # None if it is unknown
        return values

    def _compute_integer_leaf_values(self) -> list[Number | None]:
        """Return the values of the leaves of a tree with integers alone, which is faster.

        Each double of the column is an integer, or 0.0 at an inner node.
        """
        values: list[Number | None] = list(map(float.__trunc__, self.value))
        for node in self.inner_nodes():
            values[node] = None
        return values

    def values_below(self, node: int) -> list[Number | str]:
        """Return the values of a subtree's leaves from left to right.

        An unknown leaf has its word.
        """
        if self.unknowns:
            return list(map(self.value_or_word, self.leaves(node)))
        return [value for value in self.leaf_values[node : self.end[node]] if value is not None]

    def value_or_word(self, leaf: int) -> Number | str:
        """Return a leaf's value, or the word of an unknown leaf (``?`` if it has no word)."""
        value = self.leaf_value(leaf)
        if value is not None:
            return value
        word = self.unknowns.get(leaf)
        return word if word else "?"

    @cached_property
    def roles(self) -> bytes:
        """The role of each node, one byte a node: who moves there, or that it is a leaf.

        It is ``MAX_ROLE``, ``MIN_ROLE``, ``CHANCE_ROLE`` or ``LEAF_ROLE``. Who moves is told by the
        node's ply (:attr:`levels`), unless a player is written at the node itself.
        """
        role_of_ply = [self.levels[ply % len(self.levels)].role for ply in range(self.depth + 1)]
        plies = self.ply
        roles = bytearray(len(self))  # LEAF_ROLE, which is 0, for all
        for node in self.inner_nodes():
            roles[node] = role_of_ply[plies[node]]

        # A player written at a node counts more than that of the ply; a leaf stays a leaf.
        for node, player in self.players.items():
            if roles[node] != LEAF_ROLE:
                roles[node] = player.role
        return bytes(roles)

    @cached_property
    def has_chance(self) -> bool:
        """Whether any node is a chance node."""
        return CHANCE_ROLE in self.roles

    def player(self, node: int) -> Player | None:
        """Return the player who moves at a node; ``None`` at a leaf."""
        return PLAYER_OF_ROLE[self.roles[node]]

    @cached_property
    def players_alternate(self) -> bool:
        """Whether MAX and MIN alternate on every path from the root to a leaf.

        Chance nodes between them do not count: MAX, chance, MIN alternate.
        """
        # By node: who moved last on the path from the root down to the node itself; LEAF_ROLE if
        # nobody has moved yet. A parent comes before its children.
        last_player = bytearray(len(self))
        for node, role in enumerate(self.roles):
            player_above = LEAF_ROLE if node == 0 else last_player[self.parent[node]]
            is_players_node = role in {MAX_ROLE, MIN_ROLE}
            if is_players_node and role == player_above:
                return False
            last_player[node] = role if is_players_node else player_above
        return True

    def probability(self, node: int) -> Fraction | None:
        """Return the probability of a chance node's child; ``None`` for any other node.

        If none is written, all children of the chance node are equally likely.
        """
        parent = self.parent_of(node)
        if parent is None or self.roles[parent] != CHANCE_ROLE:
            return None

        written_probability = self.probabilities.get(node)
        if written_probability is not None:
            return written_probability
        # Either all children of a chance node have a written one, or none has.
        return Fraction(1, self.child_count(parent))

    # -- addresses -----------------------------------------------------------------------------

    def position(self, node: int) -> int:
        """Return a node's position among its siblings, counted from 1; 0 for the root.

        For example the leaf 12 of ``[[3 12] 2]`` has the position 2.
        """
        parent = self.parent_of(node)
        if parent is None:
            return 0

        # Among the first siblings, counting is faster than a bisection.
        first_siblings = islice(self.children(parent), _COUNTED_SIBLINGS)
        for position, sibling in enumerate(first_siblings, start=1):
            if sibling == node:
                return position

        # The nodes of a ply are in ascending order, and siblings stand side by side: in
        # [2, 3, 5, 6], with the siblings 5 and 6, node 6 has index 3, its first sibling index 2.
        nodes_of_ply, sibling_indices = self._find_children_in_ply(parent)
        index_of_node = bisect_left(nodes_of_ply, node)
        index_of_first_sibling = sibling_indices.start
        return index_of_node - index_of_first_sibling + 1

    def address(self, node: int) -> str:
        """Return a node's address, such as ``root``, ``1`` or ``3.2``."""
        if self.is_root(node):
            return "root"
        path = [node, *self.ancestors(node)]
        path.pop()  # the root has no position
        return ".".join(str(self.position(ancestor)) for ancestor in reversed(path))

    @cached_property
    def labels(self) -> Labels:
        """The labels of the nodes."""
        return Labels(self)

    def find(self, reference: str) -> int:
        """Return the node that a person refers to (see :meth:`Labels.find`).

        Raises:
            AddressError: The reference leads to no node, or to more than one.
        """
        return self.labels.find(reference)

    # -- other trees ---------------------------------------------------------------------------

    def resolve_leaf_values(self, values: Mapping[str, Number]) -> dict[int, Number]:
        """Return the new numbers by leaf; each key is an unknown's word or a reference to a leaf.

        Raises:
            AddressError: There is no such unknown and no such node.
            TreeexplorerError: It is no leaf, or the number is none that a leaf keeps.

        Example:
            >>> from treeexplorer.tree import from_nested
            >>> from_nested([[3, 12], [2, 4]]).resolve_leaf_values({"B.2": 7})
            {6: 7}
        """
        numbers: dict[int, Number] = {}
        for reference, number in values.items():
            for leaf in self._find_leaves(reference):
                numbers[leaf] = convert_to_leaf_number(number)
        return numbers

    def _find_leaves(self, reference: str) -> list[int]:
        """Return the leaves with an unknown's word, or the one leaf that a reference names.

        Raises:
            AddressError: There is no such unknown and no such node.
            TreeexplorerError: It is no leaf.
        """
        unknown_leaves = [leaf for leaf, word in self.unknowns.items() if word == reference]
        return unknown_leaves if unknown_leaves else [self._find_leaf(reference)]

    def _find_leaf(self, reference: str) -> int:
        """Return the leaf that a reference names, such as ``B.2``.

        Raises:
            AddressError: There is no such node.
            TreeexplorerError: The node is no leaf.
        """
        try:
            node = self.find(reference)
        except AddressError as error:
            # The reference may have been meant as the word of an unknown.
            message = f"there is no unknown {quoted(reference)}; {error}"
            raise AddressError(message) from None

        if not self.is_leaf(node):
            raise TreeexplorerError(f"{quoted(reference)} is not a leaf, and has no value")
        return node

    def with_levels(self, levels: Levels) -> GameTree:
        """Return the same tree with other players by ply."""
        return self if levels == self.levels else replace(self, levels=levels)

    def with_values(self, values: Mapping[int, Number]) -> GameTree:
        """Return a copy of the tree with other numbers at some leaves.

        A leaf's value is kept in two columns, ``kind`` and ``value``: as a double, with the kind
        that says how to read it. Two mappings have what no double holds, by leaf: ``exact`` for
        huge integers, ``unknowns`` for words. All four must agree.

        Args:
            values: By leaf: its new number. A leaf that was unknown is known then.
        """
        doubles = array("d", self.value)
        kinds = bytearray(self.kind)
        # What these mappings say of the changed leaves no longer holds.
        exact = {leaf: number for leaf, number in self.exact.items() if leaf not in values}
        unknowns = {leaf: word for leaf, word in self.unknowns.items() if leaf not in values}
        for leaf, number in values.items():
            kind, double = classify_leaf_value(number)
            kinds[leaf] = kind
            doubles[leaf] = double
            if kind == EXACT:  # no double holds the number
                exact[leaf] = int(number)
        return replace(self, value=doubles, kind=bytes(kinds), exact=exact, unknowns=unknowns)

    def with_swapped_players(self) -> GameTree:
        """Return the same tree with MAX and MIN exchanged everywhere."""
        return replace(
            self,
            levels=tuple(player.opponent for player in self.levels),
            players={node: player.opponent for node, player in self.players.items()},
        )


def all_letters() -> Iterator[str]:
    """Yield A, B, …, Z, AA, AB and so on without end."""
    length = 1
    while True:
        yield from map("".join, product(ascii_uppercase, repeat=length))
        length += 1


class Labels:
    """The labels of a tree's nodes, found when asked for and then kept.

    A named node's label is its name, with its address if several nodes have the name. The root
    without a name is ``root``. Any other node with children has a letter, given ply by ply from the
    left; letters that occur as names or unknowns are skipped. A leaf is ``B.2``. If more than 702
    nodes would need a letter, they have their addresses instead.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> labels = from_nested([[3, 12, 8], [2, 4, 6]]).labels
        >>> labels.label(1), labels.label(3), labels.text(3), labels.signed(5)
        ('A', 'A.2', '12', '▽B')
        >>> labels.find("B.2")
        7
    """

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self._counted_values: dict[int, Counter[str]] = {}
        self._addresses = {0: "root"}

    # -- labels --------------------------------------------------------------------------------

    def label(self, node: int) -> str:
        """Return a node's label as drawings and JSON show it."""
        return self._label(node, self.short_address)

    def full_label(self, node: int) -> str:
        """Return a node's label; if it has an address in it, the whole address.

        So a table tells deep nodes apart whose shortened addresses are the same.
        """
        return self._label(node, self.full_address)

    def _label(self, node: int, write_address: Callable[[int], str]) -> str:
        """Return a node's label: its name, its letter or its address.

        ``write_address`` returns the address of a node, whole or shortened.
        """
        tree = self.tree
        name = tree.names.get(node)
        if name is not None:
            if self._is_repeated(name):  # as in "left (2.1)"
                return f"{name} ({write_address(node)})"
            return name
        if tree.is_root(node):
            return "root"
        if tree.is_leaf(node):
            return self._label_of_leaf(node, write_address)

        letter = self._letters.get(node)
        if letter is None:  # the tree has too many nodes for letters
            return write_address(node)
        return letter

    def _label_of_leaf(self, leaf: int, write_address: Callable[[int], str]) -> str:
        """Return the label of a leaf without a name: its parent's label and its position, ``B.2``.

        It is the leaf's address if the parent has no label that a position can follow.
        """
        parent_label = self._find_label_before_positions(self.tree.parent[leaf])
        if parent_label is None:
            return write_address(leaf)
        return f"{parent_label}.{self.tree.position(leaf)}"

    def _find_label_before_positions(self, node: int) -> str | None:
        """Return the name or the letter of a node if ``label.2`` would refer to its second child.

        ``None`` for the root without a name, for a name that several nodes have or that looks like
        an address, and if there are too many nodes for letters.
        """
        name = self.tree.names.get(node)
        if name is None:
            return self._letters.get(node)
        return name if self._can_precede_positions(name) else None

    def _can_precede_positions(self, name: str) -> bool:
        """Tell whether a name followed by a position (``left.2``) would refer to the right node."""
        reads_as_address = name == "root" or _ADDRESS.fullmatch(name) is not None
        return not reads_as_address and not self._is_repeated(name)

    def _is_repeated(self, name: str) -> bool:
        """Tell whether several nodes have the name."""
        return len(self._nodes_of_name[name]) > 1

    def text(self, node: int) -> str:
        """Return a node's text in drawings and sentences: a leaf's value, or another node's label.

        A leaf with a name has both, ``b1 (3)``. A leaf with the same value as a sibling has its
        label before the value, ``B.2 (12)``. Very long texts are shortened.
        """
        label = shorten(self.label(node), _LONGEST_LABEL)
        if self.tree.kind[node] == INNER:
            return label
        value = shorten(self.value_text(node), _LONGEST_LABEL)
        return value if self.is_shown_by_value_alone(node) else f"{label} ({value})"

    def is_shown_by_value_alone(self, node: int) -> bool:
        """Tell whether a leaf has its value alone as its text.

        That is so if the leaf has no name, and no sibling has the same value.
        """
        if self.tree.kind[node] == INNER or node in self.tree.names:
            return False
        parent = self.tree.parent_of(node)
        if parent is None:
            return True
        return self._count_child_values(parent)[self.value_text(node)] == 1

    def signed(self, node: int, *, is_move: bool = False) -> str:
        """Return a node's text with its player's sign before it: ``▲root``, ``▽B``.

        A leaf has none.
        """
        text = self.move(node) if is_move else self.text(node)
        player = self.tree.player(node)
        return text if player is None else f"{player.sign}{text}"

    def move(self, node: int) -> str:
        """Return a node's text in a path from the root: ``left``, or of a leaf ``b1 (3)``.

        The path tells apart nodes that have the same name, unless they are siblings. So the name
        stands without the address that it has elsewhere, as in ``left (2.1)``.
        """
        name = self.tree.names.get(node)
        if name is None or self._has_sibling_of_same_name(node):
            return self.text(node)

        short_name = shorten(name, _LONGEST_LABEL)
        if self.tree.kind[node] == INNER:
            return short_name
        short_value = shorten(self.value_text(node), _LONGEST_LABEL)
        return f"{short_name} ({short_value})"

    def _has_sibling_of_same_name(self, node: int) -> bool:
        """Tell whether a sibling has the same name as a node."""
        parent = self.tree.parent_of(node)
        if parent is None:
            return False
        names = self.tree.names
        siblings = self.tree.children(parent)
        return any(names.get(sibling) == names[node] for sibling in siblings if sibling != node)

    def value_text(self, leaf: int) -> str:
        """Return a leaf's value as it is shown, or the word of an unknown leaf."""
        value = self.tree.value_or_word(leaf)
        return value if isinstance(value, str) else shown(value)

    def _count_child_values(self, parent: int) -> Counter[str]:
        """Count how often each value occurs among a node's children that are leaves; cached."""
        if parent not in self._counted_values:
            kind = self.tree.kind
            leaves = (child for child in self.tree.children(parent) if kind[child] != INNER)
            self._counted_values[parent] = Counter(map(self.value_text, leaves))
        return self._counted_values[parent]

    def short_address(self, node: int) -> str:
        """Return a node's address; below ply 24 without its middle: ``1.2.1.….2.1.1.2.2.1``.

        An address is the path to a node as positions among siblings, such as ``2.1``. The first
        three positions are kept, and the last six.
        """
        ply = self.tree.ply[node]
        if ply <= _LONGEST_ADDRESS:
            return self.full_address(node)
        first_positions = self._join_positions(node, range(1, _FIRST_STEPS + 1))
        last_positions = self._join_positions(node, range(ply - _LAST_STEPS + 1, ply + 1))
        return f"{first_positions}.….{last_positions}"

    def _join_positions(self, node: int, plies: range) -> str:
        """Return the part of a node's address for a range of plies."""
        tree = self.tree
        return ".".join(str(tree.position(tree.ancestor_at(node, ply))) for ply in plies)

    def full_address(self, node: int) -> str:
        """Return a node's whole address; that of a node below ply 1,000 is shortened in its middle.

        An address is the path to a node as positions among siblings, such as ``2.1``. Addresses are
        cached, since a node's is its parent's with one more position.
        """
        tree = self.tree
        addresses = self._addresses
        if node in addresses:
            return addresses[node]
        if tree.ply[node] > _DEEPEST_ADDRESS:  # whole addresses would take too much memory
            # The ply tells nodes apart whose shortened addresses are the same.
            return f"{self.short_address(node)} (ply {tree.ply[node]})"

        # Go up to the first ancestor with a cached address (the root's always is), then down again.
        path_upwards = []
        ancestor = node
        while ancestor not in addresses:
            path_upwards.append(ancestor)
            ancestor = tree.parent[ancestor]
        for descendant in reversed(path_upwards):
            self._cache_address(descendant)
        return addresses[node]

    def _cache_address(self, node: int) -> None:
        """Cache the address of a node, and those of the first children of its parent.

        The node is not the root, and the address of its parent is cached already. For the node 2.1
        of ``[3 [5 8 9]]`` the addresses 2.1, 2.2 and 2.3 are cached: drawings ask for siblings one
        after the other, and to number them at once is cheaper than to count for each anew.
        """
        tree = self.tree
        addresses = self._addresses
        parent = tree.parent[node]
        prefix = "" if tree.is_root(parent) else f"{addresses[parent]}."

        first_child = parent + 1  # nodes are numbered in preorder
        are_first_children_cached = first_child in addresses
        if not are_first_children_cached:
            first_children = islice(tree.children(parent), _COUNTED_SIBLINGS)
            for position, child in enumerate(first_children, start=1):
                addresses[child] = f"{prefix}{position}"

        is_behind_first_children = node not in addresses
        if is_behind_first_children:
            addresses[node] = f"{prefix}{tree.position(node)}"

    @cached_property
    def _nodes_of_name(self) -> dict[str, list[int]]:
        """The nodes that have each name."""
        nodes: dict[str, list[int]] = {}
        for node, name in self.tree.names.items():
            nodes.setdefault(name, []).append(node)
        return nodes

    @cached_property
    def _letters(self) -> dict[int, str]:
        """The letters of the nodes with children and without a name, such as A, B, …, AA.

        They are given ply by ply from the left. The root has none, and words that the tree uses are
        skipped. If more than 702 nodes would need one (there are 702 of one or two letters, A to
        ZZ), no node has one.

        Returns:
            By node, its letter. In ``[[3 12] [[2 9] 4]]`` the root's children are A and B, and the
            node ``[2 9]``, one ply lower, is C.
        """
        kind = self.tree.kind
        named_nodes = [node for node in self.tree.names if kind[node] == INNER]
        without_letter = {0, *named_nodes}  # with the root, which may have a name, too

        # Counted first, since in a large tree the list of these nodes would take long.
        lettered_count = kind.count(INNER) - len(without_letter)
        if lettered_count > _MOST_LETTERED:
            return {}

        lettered = [node for node in self.tree.inner_nodes() if node not in without_letter]
        lettered.sort(key=self.tree.ply.__getitem__)  # stable: within a ply from left to right
        free_letters = self._generate_free_letters()
        return dict(zip(lettered, free_letters, strict=False))  # the letters have no end

    def _generate_free_letters(self) -> Iterator[str]:
        """Yield A, B, …, AA, … without those that the tree uses as names or unknowns."""
        words = (*self.tree.names.values(), *self.tree.unknowns.values())
        used = {word.upper() for word in words}
        return (letter for letter in all_letters() if letter not in used)

    # -- references ----------------------------------------------------------------------------

    @cached_property
    def _node_of_letter(self) -> dict[str, int]:
        return {letter: node for node, letter in self._letters.items()}

    def find(self, reference: str) -> int:
        """Find the node that a person refers to.

        Args:
            reference: An address (``root``, ``2.1``), a unique name, a letter, or one of them
                followed by positions (``B.2``), as any label is. A player's sign may stand before.

        Raises:
            AddressError: It leads to no node, or to more than one.
        """
        text = reference.strip()
        node = self._find_without_sign(text)
        if node is not None:
            return node

        # Tried second, since a name may begin with such a sign.
        if text[:1] in _SIGNS:
            text_without_sign = text[1:].lstrip()
            node = self._find_without_sign(text_without_sign)
        if node is None:
            raise self._make_no_such_node_error(text)
        return node

    def _make_no_such_node_error(self, text: str) -> AddressError:
        """Return the error for a reference that leads to no node, with a label of the tree."""
        example = next(chain(self._letters.values(), self._nodes_of_name), "root")
        return AddressError(
            f"no node is called {quoted(text)}; write a label such as {example}, or an "
            "address such as root, 1 or 3.2"
        )

    def find_node_or_leaf(self, reference: str) -> int:
        """Find the node that a reference names, or else the only leaf with this value.

        Args:
            reference: As for :meth:`find`; or the value of a leaf.

        Raises:
            AddressError: The reference names no node, and no leaf or several have the value.

        Example:
            >>> from treeexplorer.tree import from_nested
            >>> labels = from_nested([[3, 12], [2, 4]]).labels
            >>> labels.find_node_or_leaf("B"), labels.find_node_or_leaf("12")
            (4, 3)
        """
        try:
            return self.find(reference)
        except AddressError:
            leaves = self._find_leaves_of_value(reference)
            if not leaves:
                raise  # what is wrong with it as a name or an address

        if len(leaves) > 1:
            raise self._make_several_leaves_error(reference, leaves)
        return leaves[0]

    def _make_several_leaves_error(self, value: str, leaves: Sequence[int]) -> AddressError:
        """Return the error for a value that several leaves have."""
        addresses = ", ".join(map(self.tree.address, leaves[:_MOST_NAMED]))
        more = " …" if len(leaves) > _MOST_NAMED else ""
        return AddressError(
            f"{len(leaves)} leaves are {quoted(value.strip())}: {addresses}{more}; name one "
            "by its address"
        )

    def means_leaf_by_value(self, reference: str, node: int) -> bool:
        """Tell whether a reference meant a node by its value, and not by an address or name."""
        try:
            return self.find(reference) != node
        except AddressError:
            return True

    def _find_leaves_of_value(self, reference: str) -> list[int]:
        """Return the leaves with the value that a reference spells.

        Empty if it spells no number.
        """
        try:
            value = parse_typed_number(reference)
        except ValueError:
            return []
        tree = self.tree
        return [node for node in range(len(tree)) if tree.leaf_value(node) == value]

    def _find_without_sign(self, text: str) -> int | None:
        """Return the node of a reference without a player's sign; ``None`` if it leads to none.

        These are tried in order: an address, a name or a letter, a name or a letter followed by
        positions (``B.2``), a name with its address in brackets (``left (2.1)``).

        Raises:
            AddressError: A position leads to no child, or several nodes have the name.
        """
        if text == "root":
            return 0
        # So an address counts more than a name that looks like one, such as a node called "2".
        if _ADDRESS.fullmatch(text):
            return self._follow_positions(start=0, positions=text, reference=text)

        node = self._find_by_name_or_letter(text)
        if node is None:
            node = self._find_by_name_and_positions(text)
        if node is None:
            node = self._find_by_name_and_address(text)
        return node

    def _find_by_name_and_positions(self, text: str) -> int | None:
        """Return the node of a name or letter followed by positions (``B.2``); else ``None``.

        A name may end like an address, so the longest name is tried first: of ``a.1.2`` it is
        ``a.1`` with the position 2, then ``a`` with 1.2.

        Raises:
            AddressError: A position leads to no child, or several nodes have the name.
        """
        parts = text.split(".")
        for name_length in range(len(parts) - 1, 0, -1):
            name = ".".join(parts[:name_length])
            positions = ".".join(parts[name_length:])
            if not name or not _ADDRESS.fullmatch(positions):
                continue

            start = 0 if name == "root" else self._find_by_name_or_letter(name)
            if start is not None:
                return self._follow_positions(start, positions, reference=text)
        return None

    def _find_by_name_and_address(self, text: str) -> int | None:
        """Return the node of a name followed by its address (``left (2.1)``); else ``None``.

        Also ``None`` if the node at the address has another name.

        Raises:
            AddressError: The address leads to no node.
        """
        match = _WITH_ADDRESS.fullmatch(text)
        if match is None:
            return None
        node = self._find_without_sign(match["address"])
        if node is None or self.tree.names.get(node) != match["name"]:
            return None
        return node

    def _find_by_name_or_letter(self, text: str) -> int | None:
        """Return the node with a name or a letter; ``None`` if there is none.

        A letter may be typed in upper or lower case.

        Raises:
            AddressError: The name stands at several nodes.
        """
        nodes = self._nodes_of_name.get(text, [])
        if not nodes:
            return self._node_of_letter.get(text.upper())
        if len(nodes) > 1:
            raise self._make_several_nodes_error(text, nodes)
        return nodes[0]

    def _make_several_nodes_error(self, name: str, nodes: Sequence[int]) -> AddressError:
        """Return the error for a name that several nodes have."""
        addresses = ", ".join(map(self.tree.address, nodes[:_MOST_NAMESAKES]))
        more = ", …" if len(nodes) > _MOST_NAMESAKES else ""
        return AddressError(
            f"the name {quoted(name)} stands at {len(nodes)} nodes ({addresses}{more}); "
            "use one of their addresses instead"
        )

    def _follow_positions(self, start: int, positions: str, reference: str) -> int:
        """Return the node that positions lead to: from B the positions ``2.1`` lead to B.2.1.

        Args:
            start: The node where the path begins.
            positions: Positions among siblings, from 1, with full stops between them.
            reference: What a person wrote, for the error.

        Raises:
            AddressError: There is no such child.
        """
        node = start
        for digits in positions.split("."):
            # No node has so many children, and Python would refuse to read thousands of digits.
            has_too_many_digits = len(digits) > _MOST_DIGITS
            child = None if has_too_many_digits else self.tree.child_at(node, int(digits))
            if child is None:
                raise self._make_no_such_child_error(node, reference)
            node = child
        return node

    def _make_no_such_child_error(self, node: int, reference: str) -> AddressError:
        """Return the error for a reference to a child that a node does not have."""
        count = self.tree.child_count(node)
        what_node_has = f"has {count} drawn children" if count else "is a leaf"
        short_reference = shorten(safe(reference), _LONGEST_LABEL)
        return AddressError(
            f"there is no node {short_reference}: {self.text(node)} {what_node_has}"
        )
