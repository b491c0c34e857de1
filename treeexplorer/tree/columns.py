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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, compress, islice, product
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any, Final, NoReturn

from treeexplorer.errors import TreeexplorerError
from treeexplorer.numbers import exact, shown, typed_number
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
    PLAYER_OF_ROLE,
    Levels,
    Number,
    Player,
    classify,
    leaf_number,
)

_IS_INNER: Final = bytes(kind == INNER for kind in range(256))
_INNER_AND_INTEGERS: Final = bytes([INNER, INTEGER])
_MOST_LETTERED: Final = 702  # A to Z and AA to ZZ
_COUNTED_SIBLINGS: Final = 32
_MOST_NAMED: Final = 6
"""How many leaves of one value are named in an error."""
_LONGEST_ADDRESS: Final = 24
_DEEPEST_ADDRESS: Final = 1_000
_LONGEST_LABEL: Final = 60  # cells
_MOST_DIGITS: Final = 9
_ADDRESS: Final = re.compile(r"[0-9]+(\.[0-9]+)*")
_WITH_ADDRESS: Final = re.compile(r"(?P<name>.+) \((?P<address>root|[0-9]+(\.[0-9]+)*)\)")
_SIGNS: Final = "▲△▼▽○"
COLUMNS: Final = ("parent", "end", "ply", "value")
MAPPINGS: Final = ("exact", "names", "players", "probabilities", "estimates", "unknowns")


class AddressError(TreeexplorerError):
    """An address or a name that leads to no node, or to more than one."""


class Column(array):  # type: ignore[type-arg]  # array has no parameters at run time
    """An array that cannot be changed, and is read as fast as any other."""

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError("the columns of a tree are read-only; copy one with array(code, column)")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = remove = reverse = byteswap = pop = _refuse
    frombytes = fromfile = fromlist = fromunicode = _refuse

    __hash__ = None  # as for every array

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        return Column, (self.typecode, self.tobytes())


def empty_mapping() -> Mapping[int, Any]:
    """Return an empty mapping that nobody can fill."""
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
        for name in COLUMNS:
            column = getattr(self, name)
            if type(column) is not Column:
                object.__setattr__(self, name, Column(column.typecode, column))
        for name in MAPPINGS:
            mapping = getattr(self, name)
            if type(mapping) is not MappingProxyType:
                object.__setattr__(self, name, MappingProxyType(mapping))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        shape = self.end.tobytes(), self.kind, self.levels, self.elided
        mappings = (getattr(self, name) for name in MAPPINGS)
        return hash((shape, tuple(self.value), *(frozenset(each.items()) for each in mappings)))

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

    def child_column(self, node: int) -> array[int]:
        """Return a node's drawn children from left to right, found by two bisections."""
        if self.is_leaf(node):
            return array("i")
        row = self.plies[self.ply[node] + 1]
        return row[bisect_left(row, node) : bisect_left(row, self.end[node])]

    def child_at(self, node: int, position: int) -> int | None:
        """Return a node's drawn child at a position from 1, found by a bisection.

        ``None`` where it has no such child.
        """
        if position < 1 or self.is_leaf(node):
            return None
        if position < _COUNTED_SIBLINGS:  # bisecting costs more where there are few
            return next(islice(self.children(node), position - 1, None), None)
        row = self.plies[self.ply[node] + 1]
        place = bisect_left(row, node) + position - 1
        is_own = place < len(row) and row[place] < self.end[node]
        return row[place] if is_own else None

    def child_count(self, node: int) -> int:
        """Return how many drawn children a node has."""
        few = sum(1 for _ in islice(self.children(node), _COUNTED_SIBLINGS))
        return few if few < _COUNTED_SIBLINGS else len(self.child_column(node))

    def ancestor_at(self, node: int, ply: int) -> int:
        """Return the node at a ply on the way from the root to ``node``, by one bisection."""
        row = self.plies[ply]
        return row[bisect_right(row, node) - 1]

    def ancestors(self, node: int) -> Iterator[int]:
        """Yield a node's ancestors from its parent up to the root."""
        while (node := self.parent[node]) >= 0:
            yield node

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
        return max(self.ply)

    @cached_property
    def plies(self) -> tuple[array[int], ...]:
        """The nodes of each ply, from left to right."""
        rows: list[array[int]] = [array("i") for _ in range(self.depth + 1)]
        add = [row.append for row in rows]
        for node, ply in enumerate(self.ply):
            add[ply](node)
        return tuple(rows)

    # -- values and players --------------------------------------------------------------------

    def leaf_value(self, node: int) -> Number | None:
        """Return a leaf's value; ``None`` at an inner node or an unknown leaf.

        In a tree with chance nodes a decimal comes as the exact fraction of what was written, so
        that weighted means tie exactly where they tie on paper.
        """
        kind = self.kind[node]
        if kind == INTEGER:
            return int(self.value[node])
        if kind == DECIMAL:
            return self.as_searched(self.value[node])
        if kind == EXACT:
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
        """What :meth:`leaf_value` says of every node, found once and kept.

        A tree is searched again and again, and where most of it is cut off this takes longer than
        the search itself.
        """
        values: list[Number | None] = [None] * len(self)
        if not self.kind.translate(None, _INNER_AND_INTEGERS):
            values = list(map(float.__trunc__, self.value))  # a third of the time
            for node in self.inner_nodes():
                values[node] = None
            return values
        for node in self.leaves(0):
            values[node] = self.leaf_value(node)
        return values

    def values_below(self, node: int) -> list[Number | str]:
        """Return the values of a subtree's leaves from left to right, unknown ones as words."""
        if self.unknowns:
            return list(map(self.value_or_word, self.leaves(node)))
        return [value for value in self.leaf_values[node : self.end[node]] if value is not None]

    def value_or_word(self, leaf: int) -> Number | str:
        """Return a leaf's value; the word of one that is unknown, ``?`` where it has none."""
        value = self.leaf_value(leaf)
        if value is not None:
            return value
        word = self.unknowns.get(leaf)
        return word if word else "?"

    @cached_property
    def roles(self) -> bytes:
        """Whose node each node is: ``MAX_ROLE``, ``MIN_ROLE``, ``CHANCE_ROLE``, ``LEAF_ROLE``."""
        by_ply = [self.levels[ply % len(self.levels)].role for ply in range(self.depth + 1)]
        roles = bytearray(len(self))
        plies = self.ply
        for node in self.inner_nodes():
            roles[node] = by_ply[plies[node]]
        for node, player in self.players.items():
            if roles[node]:
                roles[node] = player.role
        return bytes(roles)

    @cached_property
    def has_chance(self) -> bool:
        """Whether any node is a chance node."""
        return CHANCE_ROLE in self.roles

    def player(self, node: int) -> Player | None:
        """Return whose move it is at a node; ``None`` at a leaf."""
        return PLAYER_OF_ROLE[self.roles[node]]

    @cached_property
    def takes_turns(self) -> bool:
        """Whether MAX and MIN alternate on every path, chance nodes between them left out."""
        last = bytearray(len(self))  # the role of the last player on the way to each node
        for node, role in enumerate(self.roles):
            before = last[self.parent[node]] if node else LEAF_ROLE
            is_player = role in {MAX_ROLE, MIN_ROLE}
            if is_player and role == before:
                return False
            last[node] = role if is_player else before
        return True

    def probability(self, node: int) -> Fraction | None:
        """Return the weight of a chance node's child; ``None`` elsewhere."""
        parent = self.parent[node]
        if parent < 0 or self.roles[parent] != CHANCE_ROLE:
            return None
        written = self.probabilities.get(node)
        if written is not None:
            return written
        return Fraction(1, self.child_count(parent))

    # -- addresses -----------------------------------------------------------------------------

    def position(self, node: int) -> int:
        """Return which child of its parent a node is, from 1; 0 at the root."""
        parent = self.parent[node]
        if parent < 0:
            return 0
        end = self.end
        child = parent + 1
        for position in range(1, _COUNTED_SIBLINGS):  # bisecting costs more where there are few
            if child == node:
                return position
            child = end[child]
        row = self.plies[self.ply[node]]
        return bisect_left(row, node) - bisect_left(row, parent) + 1

    def address(self, node: int) -> str:
        """Return a node's address, such as ``root``, ``1`` or ``3.2``."""
        if self.parent[node] < 0:
            return "root"
        path = [node, *self.ancestors(node)]
        path.pop()  # the root is no child
        return ".".join(str(self.position(each)) for each in reversed(path))

    @cached_property
    def labels(self) -> Labels:
        """What the nodes are called."""
        return Labels(self)

    def find(self, reference: str) -> int:
        """Return the node that a person refers to (see :meth:`Labels.find`).

        Raises:
            AddressError: The reference leads to no node, or to more than one.
        """
        return self.labels.find(reference)

    # -- other trees ---------------------------------------------------------------------------

    def leaf_numbers(self, values: Mapping[str, Number]) -> dict[int, Number]:
        """Return the numbers that leaves are given by an unknown's word or any reference.

        Raises:
            AddressError: There is no such unknown and no such node.
            TreeexplorerError: It is no leaf, or the number is none that a leaf keeps.
        """
        numbers: dict[int, Number] = {}
        for reference, number in values.items():
            leaves = [leaf for leaf, word in self.unknowns.items() if word == reference]
            if not leaves:
                try:
                    leaves = [self.find(reference)]
                except AddressError as error:
                    message = f"there is no unknown {quoted(reference)}; {error}"
                    raise AddressError(message) from None
            if not self.is_leaf(leaves[0]):
                raise TreeexplorerError(f"{quoted(reference)} is not a leaf, and has no value")
            numbers |= dict.fromkeys(leaves, leaf_number(number))
        return numbers

    def with_levels(self, levels: Levels) -> GameTree:
        """Return the same tree with other players by ply."""
        return self if levels == self.levels else replace(self, levels=levels)

    def with_values(self, values: Mapping[int, Number]) -> GameTree:
        """Return the same tree with other numbers at the given leaves (known or unknown)."""
        column = array("d", self.value)
        kind = bytearray(self.kind)
        exact = dict(self.exact)
        for node, number in values.items():
            exact.pop(node, None)
            kind[node], column[node] = classify(number)
            if kind[node] == EXACT:
                exact[node] = int(number)
        unknowns = {n: word for n, word in self.unknowns.items() if n not in values}
        return replace(self, value=column, kind=bytes(kind), exact=exact, unknowns=unknowns)

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
    """The labels of a tree's nodes, found when asked for and kept.

    A named node's label is its name (with its address where the name occurs twice), that of the
    root without a name ``root``, that of any other node with children a letter, ply by ply from
    the left; letters that occur as names or unknowns are left out. A leaf is ``B.2``. Where more
    than 702 nodes would need a letter, addresses stand instead.

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
        """Return a node's label, as tables and JSON have it."""
        tree = self.tree
        name = tree.names.get(node)
        if name is not None:
            is_repeated = len(self._nodes_of_name[name]) > 1
            return f"{name} ({self.short_address(node)})" if is_repeated else name
        parent = tree.parent[node]
        if parent < 0:
            return "root"
        if tree.kind[node] == INNER:
            letter = self._letters.get(node)
            return self.short_address(node) if letter is None else letter
        above = tree.names.get(parent)
        if above is None:
            above = self._letters.get(parent)
        elif len(self._nodes_of_name[above]) > 1 or above == "root" or _ADDRESS.fullmatch(above):
            above = None
        return self.short_address(node) if above is None else f"{above}.{tree.position(node)}"

    def text(self, node: int) -> str:
        """Return what drawings and sentences write: a leaf's value, any other node's label.

        A leaf with a name has both (``b1 (3)``), and one with a value that a sibling has, too, its
        place before it (``B.2 (12)``). Very long ones are shortened.
        """
        label = shorten(self.label(node), _LONGEST_LABEL)
        if self.tree.kind[node] == INNER:
            return label
        value = shorten(self.value_text(node), _LONGEST_LABEL)
        return value if self.is_bare(node) else f"{label} ({value})"

    def is_bare(self, node: int) -> bool:
        """Tell whether a leaf is called by its value alone."""
        if self.tree.kind[node] == INNER or node in self.tree.names:
            return False
        parent = self.tree.parent[node]
        return parent < 0 or self._values_below(parent)[self.value_text(node)] == 1

    def signed(self, node: int, *, is_move: bool = False) -> str:
        """Return a node's text behind its player's sign: ``▲root``, ``▽B``; a leaf's alone."""
        text = self.move(node) if is_move else self.text(node)
        player = self.tree.player(node)
        return text if player is None else f"{player.sign}{text}"

    def move(self, node: int) -> str:
        """Return a node's text in a path: a name of two nodes without an address.

        Where a sibling has the name, too, the address stays.
        """
        tree = self.tree
        name = tree.names.get(node)
        siblings = tree.children(tree.parent[node]) if node else ()
        if name is None or sum(tree.names.get(child) == name for child in siblings) > 1:
            return self.text(node)
        name = shorten(name, _LONGEST_LABEL)
        if tree.kind[node] == INNER:
            return name
        return f"{name} ({shorten(self.value_text(node), _LONGEST_LABEL)})"

    def value_text(self, leaf: int) -> str:
        """Return a leaf's value as people read it; the word of one that is unknown."""
        value = self.tree.value_or_word(leaf)
        return value if isinstance(value, str) else shown(value)

    def _values_below(self, parent: int) -> Counter[str]:
        """Return how often each value occurs at a node's leaves, which is kept."""
        if parent not in self._counted_values:
            kind = self.tree.kind
            leaves = (child for child in self.tree.children(parent) if kind[child] != INNER)
            self._counted_values[parent] = Counter(map(self.value_text, leaves))
        return self._counted_values[parent]

    def short_address(self, node: int) -> str:
        """Return a node's address, the middle of a very long one left out."""
        tree = self.tree
        ply = tree.ply[node]
        if ply <= _LONGEST_ADDRESS:
            return self.bounded_address(node)
        kept = [*range(1, 4), *range(ply - 5, ply + 1)]
        parts = [str(tree.position(tree.ancestor_at(node, level))) for level in kept]
        return f"{'.'.join(parts[:3])}.….{'.'.join(parts[3:])}"

    def bounded_address(self, node: int) -> str:
        """Return a node's address for JSON; below ply 1,000 its middle is left out.

        They are kept, so that one costs what is written of it.
        """
        addresses = self._addresses
        if node in addresses:
            return addresses[node]
        tree = self.tree
        if tree.ply[node] > _DEEPEST_ADDRESS:
            return f"{self.short_address(node)} (ply {tree.ply[node]})"
        missing = [node]
        above = tree.parent[node]
        while above not in addresses:
            missing.append(above)
            above = tree.parent[above]
        for each in reversed(missing):
            self._keep_address(each)
        return addresses[node]

    def _keep_address(self, node: int) -> None:
        """Keep a node's address, its parent's being kept.

        Siblings are asked for together, and the first of them cost less together.
        """
        tree = self.tree
        addresses = self._addresses
        parent = tree.parent[node]
        head = f"{addresses[parent]}." if parent else ""
        if parent + 1 not in addresses:
            siblings = islice(tree.children(parent), _COUNTED_SIBLINGS)
            for position, child in enumerate(siblings, 1):
                addresses[child] = f"{head}{position}"
        if node not in addresses:
            addresses[node] = f"{head}{tree.position(node)}"

    @cached_property
    def _nodes_of_name(self) -> dict[str, list[int]]:
        nodes: dict[str, list[int]] = {}
        for node, name in self.tree.names.items():
            nodes.setdefault(name, []).append(node)
        return nodes

    @cached_property
    def _letters(self) -> dict[int, str]:
        """The letters of the nameless nodes with children; empty where they are too many."""
        kind = self.tree.kind
        names = self.tree.names
        named_or_root = {0, *(node for node in names if kind[node] == INNER)}
        if kind.count(INNER) - len(named_or_root) > _MOST_LETTERED:
            return {}
        nodes = [node for node in self.tree.inner_nodes() if node not in named_or_root]
        nodes.sort(key=self.tree.ply.__getitem__)
        taken = {word.upper() for word in (*names.values(), *self.tree.unknowns.values())}
        letters = (letter for letter in all_letters() if letter not in taken)
        return dict(zip(nodes, islice(letters, len(nodes)), strict=True))

    # -- references ----------------------------------------------------------------------------

    @cached_property
    def _node_of_letter(self) -> dict[str, int]:
        return {letter: node for node, letter in self._letters.items()}

    def find(self, reference: str) -> int:
        """Return the node that a person refers to.

        Args:
            reference: An address (``root``, ``2.1``), a unique name, a letter, or one of them
                followed by positions (``B.2``), as any label is. A player's sign may stand before.

        Raises:
            AddressError: It leads to no node, or to more than one.
        """
        text = reference.strip()
        node = self._resolved(text)
        if node is None and text[:1] in _SIGNS:
            node = self._resolved(text[1:].lstrip())
        if node is None:
            example = next(chain(self._letters.values(), self._nodes_of_name), "root")
            raise AddressError(
                f"no node is called {quoted(text)}; write a label such as {example}, or an "
                "address such as root, 1 or 3.2"
            )
        return node

    def find_or_leaf(self, reference: str) -> int:
        """Return the node that a person refers to, else the only leaf with a value.

        Args:
            reference: As for :meth:`find`; or a number, where nothing else is called so.

        Raises:
            AddressError: It leads to no node, and no leaf or more than one has that value.
        """
        try:
            return self.find(reference)
        except AddressError:
            leaves = self._leaves_of_value(reference)
            if not leaves:
                raise
        if len(leaves) > 1:
            places = ", ".join(map(self.tree.address, leaves[:_MOST_NAMED]))
            more = " …" if len(leaves) > _MOST_NAMED else ""
            raise AddressError(
                f"{len(leaves)} leaves are {quoted(reference.strip())}: {places}{more}; name one "
                "by its address"
            )
        return leaves[0]

    def is_value_alone(self, reference: str, node: int) -> bool:
        """Tell whether a reference meant a node by its value, not by an address or a name."""
        try:
            return self.find(reference) != node
        except AddressError:
            return True

    def _leaves_of_value(self, reference: str) -> list[int]:
        try:
            value = typed_number(reference)
        except ValueError:
            return []
        tree = self.tree
        return [node for node in range(len(tree)) if tree.leaf_value(node) == value]

    def _resolved(self, text: str) -> int | None:
        """Return the node of a reference, ``None`` where nothing is called so.

        An address comes before a name, a name before a letter; then the longest beginning that is
        a name or a letter, with positions behind it: of ``a.1.2`` first ``a.1``, then ``a``.

        Raises:
            AddressError: It begins rightly and leads nowhere, or a name stands at several nodes.
        """
        if text == "root":
            return 0
        if _ADDRESS.fullmatch(text):
            return self._below(0, text, text)
        node = self._named_or_lettered(text)
        if node is not None:
            return node
        head, _, positions = text.rpartition(".")
        while head:
            if _ADDRESS.fullmatch(positions):
                node = 0 if head == "root" else self._named_or_lettered(head)
                if node is not None:
                    return self._below(node, positions, text)
            head, _, position = head.rpartition(".")
            positions = f"{position}.{positions}"
        match = _WITH_ADDRESS.fullmatch(text)
        if match is None:
            return None
        node = self._resolved(match["address"])
        is_same = node is not None and self.tree.names.get(node) == match["name"]
        return node if is_same else None

    def _named_or_lettered(self, text: str) -> int | None:
        """Return the node with a name, or with a letter in either case."""
        nodes = self._nodes_of_name.get(text, [])
        if len(nodes) == 1:
            return nodes[0]
        if nodes:
            where = ", ".join(map(self.tree.address, nodes[:5]))
            if len(nodes) > 5:
                where += ", …"
            raise AddressError(
                f"the name {quoted(text)} stands at {len(nodes)} nodes ({where}); "
                "use one of their addresses instead"
            )
        return self._node_of_letter.get(text.upper())

    def _below(self, node: int, positions: str, reference: str) -> int:
        """Follow positions down from a node."""
        tree = self.tree
        for part in positions.split("."):
            ordinal = int(part) if len(part) <= _MOST_DIGITS else 0
            child = tree.child_at(node, ordinal)
            if child is None:
                number = tree.child_count(node)
                what = f"has {number} drawn children" if number else "is a leaf"
                there = shorten(safe(reference), _LONGEST_LABEL)
                raise AddressError(f"there is no node {there}: {self.text(node)} {what}")
            node = child
        return node
