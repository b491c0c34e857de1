"""Graphs of nodes that are known by their names, and the tree that such a graph is.

Successors by name (:mod:`adjacency`) and nodes and edges (:mod:`linked_nodes`) become one
:class:`Graph`. It is a tree if every node hangs below one root: what does not is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.formats.child_order import find_said_order
from treeexplorer.formats.drawn_nodes import choose_players_of_shapes
from treeexplorer.formats.labels import (
    ELLIPSES,
    LabelParts,
    make_misplaced_ellipsis_error,
    parse_label,
    parse_node_label,
    spells_number,
)
from treeexplorer.formats.lists import is_list
from treeexplorer.formats.model import Digits, Placed, UnreadableError
from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.sketches import Sketch, set_player_from_name
from treeexplorer.formats.weighted_children import order_weights
from treeexplorer.formats.words import CHILDREN, NAME, PARENT, SIDES, meaning
from treeexplorer.text import quoted
from treeexplorer.tree import Player

_SHAPE: Final = "shape"
_OF_GRAPH: Final = frozenset({NAME, PARENT, CHILDREN, SIDES})

NO_NUMBER: Final = (None, "")
"""What stands in a table of values for a node that has none."""
NodeTable: TypeAlias = Mapping[Any, Any]
"""What stands beside a graph: a value under the name of each node."""


class Edge(NamedTuple):
    """An edge to a child: the name of a node, or the value of a leaf without a name."""

    target: Any
    weight: Any = None
    is_surely_probability: bool = False

    @property
    def is_leaf(self) -> bool:
        """Whether the child is a value."""
        return not isinstance(self.target, str) or isinstance(self.target, Digits)


@dataclass
class Graph:
    """Nodes by name, and the edges between them.

    Attributes:
        nodes: What is said of each node that has been declared.
        children: The edges that lead away from a node, in order.
        root: The name of the root, if it is given.
        is_complete: Whether every node must have been declared; else a name on an edge is enough.
        unused_keys: The keys of nodes that are not in the tree, once it is made; an ordered set.
        is_turned: Whether all edges lead to the root, and were turned when the tree was made.
        sorted_by: The key by which children were sorted when the tree was made; empty if their
            order is that of the edges.
    """

    nodes: dict[str, NodeRecord] = field(default_factory=dict)
    children: dict[str, list[Edge]] = field(default_factory=dict)
    root: str | None = None
    is_complete: bool = False
    unused_keys: dict[str, None] = field(default_factory=dict)
    is_turned: bool = False
    sorted_by: str = ""

    def add_node(self, name: str, record: Mapping[str, Any] | None = None) -> None:
        """Declare a node."""
        self.nodes[name] = NodeRecord({} if record is None else record)

    def add_node_values(self, values: NodeTable) -> None:
        """Add values by node name, ``None`` for none; a node that is not declared is declared."""
        for name, value in values.items():
            if value not in NO_NUMBER:
                self._add_fact(text_of_name(name), "value", value)

    def add_weights(self, weights: NodeTable) -> None:
        """Add the weights of edges by node name; of a name that is no node's they are left out.

        ``{"B": 0.3, "C": 0.7}`` are the weights of the edges to B and to C, and ``{"A": [0.3,
        0.7]}`` those of the edges to the children of A.
        """
        node_names = {*self._collect_names()}
        for key, weight in weights.items():
            name = text_of_name(key)
            word = "probabilities" if is_list(weight) else "probability"
            if name in node_names:
                self._add_fact(name, word, weight)
            else:
                self.unused_keys[name] = None

    def has_other_values(self, values: NodeTable) -> bool:
        """Tell whether a node has another value already than a table says."""
        for name, value in values.items():
            known = self._record_of(text_of_name(name)).number
            if known is not None and str(known) != str(value):
                return True
        return False

    def has_any_node(self, names: Iterable[Any]) -> bool:
        """Tell whether one of these names is that of a node, also of one only on an edge."""
        node_names = {*self._collect_names()}
        return any(text_of_name(name) in node_names for name in names)

    def add_node_players(self, players: Mapping[str, Player]) -> None:
        """Add players by node name; of a name that is no node's they are left out."""
        node_names = {*self._collect_names()}
        for name, player in players.items():
            if name in node_names:
                self._add_fact(name, "player", player.value)
            else:
                self.unused_keys[name] = None

    def _add_fact(self, name: str, key: str, fact: Any) -> None:
        """Add a fact about a node to its record."""
        self.add_node(name, {**self._record_of(name).items, key: fact})

    def _record_of(self, name: str) -> NodeRecord:
        """Return the facts about a node; an empty record if there are none."""
        record = self.nodes.get(name)
        return NodeRecord({}) if record is None else record

    def add_edge(self, source: str, edge: Edge) -> None:
        """Put a child below a node, as its last one."""
        self.children.setdefault(source, []).append(edge)

    def tree(self) -> Sketch:
        """Turn the graph into a tree, and return its root.

        The nodes of the tree are :class:`Sketch` objects, which hold their children, name and
        value. If every node of the graph has a label, the names (``n1``, ``n2``) only serve the
        edges to refer to nodes, and are not shown.

        Raises:
            UnreadableError: Not every node hangs below one root, it is not plain which numbers are
                names, or a label cannot be read. The message names the node.
        """
        # Some people draw each edge from the child to its parent.
        if self._has_edges_to_root():
            self._reverse_edges()

        # These four raise an error where the graph is no tree. Behind them every node has one
        # parent, but for the root, and there is no cycle.
        self._check_numbers_are_no_names()
        parents = self._compute_parents()
        root = self._choose_root(parents)
        self._check_all_below_root(root, parents)
        self._sort_children()

        # First an object for each node, without children, so that the edges can be followed in
        # whichever order they were written.
        sketches = {name: Sketch(place=place_of(name)) for name in self._collect_names()}
        for name in self.children:
            edges = self._list_weighted_edges(name)
            sketches[name].children = [_make_child_sketch(edge, sketches) for edge in edges]
        # After the children are set: what a label says depends on whether the node has any.
        self._fill_in_nodes(sketches)
        return sketches[root]

    def _list_weighted_edges(self, name: str) -> list[Edge]:
        """Return the edges to the children of a node, with the weights that stand at the node.

        Of ``{"children": ["B", "C"], "probabilities": [0.3, 0.7]}`` the edge to B has weight 0.3.

        Raises:
            UnreadableError: There are some, and not one for each child.
        """
        edges = self.children[name]
        weights = self._record_of(name).probabilities
        if weights is None:
            return edges
        ordered_weights = order_weights(weights, [edge.target for edge in edges])
        return [
            Edge(edge.target, weight, is_surely_probability=True)
            for edge, weight in zip(edges, ordered_weights, strict=True)
        ]

    def _has_edges_to_root(self) -> bool:
        """Tell whether the edges lead from each child to its parent: ``B -> A``, ``C -> A``.

        They do if all of this holds, with B of value 3 and C of value 5::

            no edge leads to a value             else edges lead to leaves, as usual
            from one node no edge leads away     from the root A
            from any other leads one             from B and C, to their parent
            two edges meet in a node             in A, so that it has two children
            a node where none ends has a number  B has 3, and is a leaf

        A graph in which every node must be declared is made of records that name their parents or
        children: there the direction is known.
        """
        edges_lead_to_values = any(edge.is_leaf for edge in self._all_edges())
        if self.is_complete or edges_lead_to_values:
            return False

        nodes_without_edge = [name for name in self._collect_names() if name not in self.children]
        has_one_root = len(nodes_without_edge) == 1
        have_others_one_edge = all(len(edges) == 1 for edges in self.children.values())
        if not has_one_root or not have_others_one_edge:
            return False

        targets = [edge.target for edge in self._all_edges()]
        do_edges_meet = len(set(targets)) < len(targets)
        if not do_edges_meet:
            return False
        lowest_nodes = self.children.keys() - set(targets)
        return any(map(self._has_number, lowest_nodes))

    def _has_number(self, name: str) -> bool:
        """Tell whether a node has a value, or a number for its name or its label."""
        record = self._record_of(name)
        label = record.label
        has_number_as_label = label is not None and spells_number(label)
        return record.number is not None or spells_number(name) or has_number_as_label

    def _reverse_edges(self) -> None:
        """Reverse all edges, so that each leads from a parent to its child.

        One edge leads away from each node but the root.
        """
        edges_by_parent: dict[str, list[Edge]] = {}
        for child, edges in self.children.items():
            edge = edges[0]
            edges_by_parent.setdefault(edge.target, []).append(edge._replace(target=child))
        self.children = edges_by_parent
        self.is_turned = True

    def _sort_children(self) -> None:
        """Sort the children of each node as their records say, if these say an order.

        After the edges from A to B and to C, with ``{"id": "B", "order": 2}`` and ``{"id": "C",
        "order": 1}``, C is the first child. A leaf that an edge leads to has no record, and a graph
        with such leaves stays as it is.
        """
        if any(edge.is_leaf for edge in self._all_edges()):
            return
        names = {parent: [edge.target for edge in edges] for parent, edges in self.children.items()}
        order = find_said_order(names, self.nodes)
        if order is None:
            return
        self.sorted_by = order.key
        for edges in self.children.values():
            edges.sort(key=lambda edge: order.numbers.get(edge.target, 0))

    def _fill_in_nodes(self, sketches: Mapping[str, Sketch]) -> None:
        """Fill in the name, player and numbers of all nodes of the tree from their records.

        A record is what the text says about one node. With ``{"label": "B", "value": 3, "colour":
        "red"}`` the node gets the name B and the value 3, and ``colour``, which is of no use for a
        tree, is added to ``unused_keys``.

        The sketches are changed. They stand under the names of their nodes, and must have their
        children already: a label at a leaf may be its value.
        """
        # If all nodes have labels, the names only link the edges, such as n1, and are not shown.
        all_have_labels = all(self._record_of(name).label is not None for name in sketches)
        # If a node called 4 has children, then 5 may be a name, too, and not the value of a leaf.
        numbers_may_be_values = self._find_number_with_children() is None

        shapes = {str(self._record_of(name).get(_SHAPE)) for name in sketches}
        player_by_shape = choose_players_of_shapes(shapes)

        for name, sketch in sketches.items():
            record = self._record_of(name)
            shown_name = "" if all_have_labels else name
            _fill_in_node(sketch, record, shown_name, player_by_shape)
            # Needs the name of the step before.
            _convert_name_to_value(sketch, record, may_be_number=numbers_may_be_values)
            unused_keys = _collect_unused_keys(record)
            self.unused_keys.update(dict.fromkeys(unused_keys))

        # Needs the names of all children, since an ellipsis is known by its name.
        for sketch in sketches.values():
            _check_ellipsis_is_last(sketch.children)

    def _find_number_with_children(self) -> str | None:
        """Return the first number that is surely a name, since it has children."""
        return next(filter(spells_number, self.children), None)

    def _check_numbers_are_no_names(self) -> None:
        """Raise an error if nodes have numbers for names, and a leaf is a number alone.

        In ``{0: [1, 2], 1: [3, 4], 2: 9}`` the leaves 3 and 4 may be nodes without a value.
        """
        number_as_name = self._find_number_with_children()
        if number_as_name is None:
            return
        for edge in self._all_edges():
            if edge.is_leaf:
                raise _make_name_or_value_error(number_as_name, edge.target)

    def _collect_names(self) -> list[str]:
        """Return the names of all nodes in the order of the text, also of those only on edges."""
        names = dict.fromkeys([*self.nodes, *self.children])  # a set that keeps its order
        for edge in self._all_edges():
            if not edge.is_leaf:
                names[edge.target] = None
        return list(names)

    def _all_edges(self) -> Iterator[Edge]:
        """Yield all edges, grouped by the node that they lead away from."""
        return chain.from_iterable(self.children.values())

    def _compute_parents(self) -> dict[str, str]:
        """Return the parent of each node, as a dictionary from name to name; the root is not in it.

        Raises:
            UnreadableError: A node has two parents, or it is not declared and ``is_complete`` says
                that it must be.
        """
        parents: dict[str, str] = {}
        # Edges to leaves without a name are not among these: such a leaf is a new one for each
        # edge.
        for parent, child in self._edges_between_names():
            if child in parents:
                raise _make_two_parents_error(child, parents[child], parent)
            if self.is_complete and not self._is_declared(child):
                message = f"{quoted(parent)} has a child {quoted(child)}, which stands nowhere"
                hint = f"give {quoted(child)} a value or children"
                raise UnreadableError(message, place_of(child), hint)
            parents[child] = parent
        return parents

    def _edges_between_names(self) -> Iterator[tuple[str, str]]:
        """Yield the parent and the child of each edge whose child is a node with a name."""
        for parent, edges in self.children.items():
            for edge in edges:
                if not edge.is_leaf:
                    yield parent, edge.target

    def _is_declared(self, name: str) -> bool:
        """Tell whether a node has been declared, or has children."""
        return name in self.nodes or name in self.children

    def _choose_root(self, parents: Mapping[str, str]) -> str:
        """Return the root: the one that is named, else the only node without a parent."""
        if self.root is None:
            return self._find_only_root(parents)
        if not self._is_declared(self.root):
            message = f"the root {quoted(self.root)} stands nowhere"
            raise UnreadableError(message, place_of(self.root))
        return self.root

    def _find_only_root(self, parents: Mapping[str, str]) -> str:
        """Return the only node without a parent; raise an error if there are none or several.

        ``parents`` has the parent of each node that has one, by name.
        """
        names = self._collect_names()
        if not names:
            raise UnreadableError("this graph has no node")

        roots = [name for name in names if name not in parents]
        # Every node has a parent, so that all ways up run in circles.
        if not roots:
            any_name = next(iter(parents))
            name_in_circle = _find_top(any_name, parents)
            message = f"{quoted(name_in_circle)} stands below itself"
            raise UnreadableError(message, place_of(name_in_circle))
        if len(roots) > 1:
            message = f"there are two roots, {_join_names(roots[0], roots[1])}"
            hint = "every node of a tree hangs below one root"
            raise UnreadableError(message, place_of(roots[1]), hint)
        return roots[0]

    def _collect_names_below(self, root: str) -> set[str]:
        """Return the names of the root and of all nodes below it.

        No cycle may lead back to the root, or this would never end: it must have no parent, and
        every other node at most one.
        """
        reached = {root}
        stack = [root]
        while stack:
            name = stack.pop()
            # A leaf edge leads to a value and not to a node with a name.
            for edge in self.children.get(name, ()):
                if not edge.is_leaf:
                    reached.add(edge.target)
                    stack.append(edge.target)
        return reached

    def _check_all_below_root(self, root: str, parents: Mapping[str, str]) -> None:
        """Raise an error if a node does not hang below the root, or the root hangs below itself.

        ``parents`` has the parent of each node that has one, by name.
        """
        # A root that the text names may have a parent nevertheless. Nothing can be followed from
        # it: the way down may lead back to it, without end.
        if root in parents:
            raise UnreadableError(f"{quoted(root)} stands below itself", place_of(root))

        reached = self._collect_names_below(root)
        unreached = [name for name in self._collect_names() if name not in reached]
        if not unreached:
            return

        # The highest node above it; or one of the circle in which the way up ends.
        top = _find_top(unreached[0], parents)
        is_in_circle = top in parents
        if is_in_circle:
            message = f"{quoted(top)} stands below itself, and not below {quoted(root)}"
        else:
            message = f"{quoted(top)} does not hang below the root {quoted(root)}"
        raise UnreadableError(message, place_of(top))


def _find_top(name: str, parents: Mapping[str, str]) -> str:
    """Return the highest node above a node; if the way up runs in a circle, a node of the circle.

    >>> _find_top("C", {"B": "A", "C": "B"}), _find_top("C", {"A": "B", "B": "A", "C": "B"})
    ('A', 'B')

    A node without a parent is itself returned. ``parents`` has the parent of each other node.
    """
    visited = {name}
    while name in parents:
        name = parents[name]
        if name in visited:  # the first that is met again is in the circle
            return name
        visited.add(name)
    return name


def _make_name_or_value_error(number_as_name: str, leaf: Any) -> UnreadableError:
    """Return the error that a number may be a node's name or the value of a leaf.

    In ``{0: [1, 2], 1: [3, 4], 2: 9}`` the 0 is a name, since it has children, and the leaf 3 may
    be a name or a value.
    """
    return UnreadableError(
        f"numbers are names here ({number_as_name} has children), so that {leaf} may be a name or "
        "a value",
        place_of(leaf),
        f"if {leaf} is a name, say its value; if it is a value, give the nodes names that are "
        "words, such as n1",
    )


def _make_two_parents_error(name: str, parent: str, other_parent: str) -> UnreadableError:
    """Return the error for a node that has two parents, or one parent twice."""
    if parent == other_parent:
        message = f"the edge from {quoted(parent)} to {quoted(name)} stands twice"
    else:
        message = f"{quoted(name)} has two parents, {_join_names(parent, other_parent)}"
    hint = "in a tree every node stands below one other"
    return UnreadableError(message, place_of(name), hint)


def _join_names(name: str, other_name: str) -> str:
    """Return two names in words: ``“A” and “B”``."""
    return f"{quoted(name)} and {quoted(other_name)}"


def text_of_name(name: Any) -> str:
    """Return a name as a text, which keeps its place if it has one.

    >>> text_of_name(7), text_of_name("A")
    ('7', 'A')
    """
    if isinstance(name, Digits):  # a number that is a name is no value
        return Placed(name, name.place)
    return name if isinstance(name, str) else str(name)


def place_of(name: Any) -> int | None:
    """Return the offset of a name or a value in the text; ``None`` if it is not known."""
    return name.place if isinstance(name, Placed) else None


def _make_child_sketch(edge: Edge, sketches: Mapping[str, Sketch]) -> Sketch:
    """Return the sketch of a child with its weight; a value without a name is a new leaf."""
    sketch = Sketch(number=edge.target) if edge.is_leaf else sketches[edge.target]
    sketch.probability = edge.weight
    sketch.is_surely_probability = edge.is_surely_probability
    return sketch


def _fill_in_node(
    sketch: Sketch,
    record: NodeRecord,
    default_name: str,
    player_by_shape: Mapping[str, Player],
) -> None:
    r"""Set the name, player and numbers of a node from what the text says about it.

    ``{"label": "▲ A\n= 6"}`` makes it a node A of the player MAX with the claimed value 6, and
    ``{"value": 5}`` a leaf of value 5. Where the record has a key for a fact, such as ``value``,
    that counts and not the label. The sketch must have its children already.
    """
    parts = _parse_label_of_node(record, is_leaf=not sketch.children)
    _fill_in_numbers(sketch, record, parts)
    sketch.name = _choose_name(record, parts, default_name)
    _fill_in_player(sketch, record, parts, player_by_shape)
    # Last, since the name of a node with children, `MAX` or `A (MIN)`, may say who moves.
    if sketch.player is None and sketch.children:
        set_player_from_name(sketch)


def _parse_label_of_node(record: NodeRecord, *, is_leaf: bool) -> LabelParts:
    """Return what the label in a record says of its node; without a label it says nothing."""
    label = record.label
    if label is None:
        return LabelParts()
    # A leaf without a value under a key has it in its label. Else the label may say anything.
    has_value_in_label = is_leaf and record.number is None
    return parse_node_label(label, place_of(label), is_leaf=has_value_in_label)


def _check_ellipsis_is_last(children: Sequence[Sketch]) -> None:
    """Raise an error if an ellipsis stands before the last of a node's children, or alone."""
    children_to_check = children if len(children) == 1 else children[:-1]
    for child in children_to_check:
        is_ellipsis = child.name in ELLIPSES and not child.children and child.number is None
        if is_ellipsis and child.place is not None:
            raise make_misplaced_ellipsis_error(child.place)


def _convert_name_to_value(sketch: Sketch, record: NodeRecord, *, may_be_number: bool) -> None:
    """Turn the name of a leaf without a value into its value, if it can be one.

    It can if it is a number, ``5``, or the only word of the leaf's label, ``x``: an unknown. The
    name becomes empty then. A node that has children or a value stays as it is.

    Args:
        sketch: The node, which has its children, name and number already.
        record: What the text says about the node.
        may_be_number: Whether a number may be a value in this graph; else numbers are names of
            nodes.
    """
    has_value_or_children = sketch.number is not None or len(sketch.children) > 0
    if has_value_or_children:
        return
    # DOT has "3 " for a second leaf of value 3.
    is_number = may_be_number and spells_number(sketch.name.strip())
    if is_number or _is_labelled_with_word(record):
        sketch.number = sketch.name.strip()
        sketch.name = ""


def _collect_unused_keys(record: NodeRecord) -> list[str]:
    """Return the keys of a node that say neither what it is nor which nodes it belongs to."""
    return [key for key in record.unused_keys if meaning(key) not in _OF_GRAPH and key != _SHAPE]


def _choose_name(record: NodeRecord, parts: LabelParts, default_name: str) -> str:
    """Return the name of a node: in its record, or else in its label, or else a given one."""
    if record.explicit_name:
        return record.explicit_name
    return parts.name if parts.name else default_name


def _fill_in_numbers(sketch: Sketch, record: NodeRecord, parts: LabelParts) -> None:
    """Set a node's numbers: value, claim, estimate, bound, window, and the weight of its edge.

    The value stands under a key of the record or, without one, in the label. A claim (``= 6``), an
    estimate (``~4``), a bound and a window stand in the label alone, and the weight under a key
    alone. The weight may have been set from the edge, and stays unless the record has one.
    """
    number = record.number
    sketch.number = parts.number if number is None else number
    sketch.claim = parts.claim
    sketch.estimate = parts.estimate
    sketch.bound = parts.bound
    sketch.window = parts.window
    if record.probability is not None:
        sketch.probability = record.probability
        sketch.is_surely_probability = record.is_surely_probability


def _fill_in_player(
    sketch: Sketch,
    record: NodeRecord,
    parts: LabelParts,
    player_by_shape: Mapping[str, Player],
) -> None:
    """Set the player of a node: from its record, or else its shape, or else its label."""
    sketch.player = record.player
    if sketch.player is None:
        sketch.player = player_by_shape.get(str(record.get(_SHAPE)))
    if sketch.player is None and parts.player is not None:
        sketch.player = parts.player
        sketch.is_on_label = True


def _is_labelled_with_word(record: NodeRecord) -> bool:
    """Tell whether a node's label is a word and nothing else, and the node has no other name.

    ``x`` is such a label, ``▲ A`` and ``…`` are not.
    """
    label = record.label
    if label is None:
        return False
    is_word = parse_label(label).name == label
    return is_word and not record.explicit_name and label not in ELLIPSES
