"""Graphs of nodes that are known by their names, and the tree that such a graph is.

Successors by name (:mod:`adjacency`) and nodes and edges (:mod:`linked_nodes`) become one
:class:`Graph`. It is a tree if every node hangs below one root: what does not is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.formats.labels import (
    ELLIPSES,
    LabelParts,
    label_parts,
    misplaced_ellipsis,
    node_label_parts,
    spells_number,
)
from treeexplorer.formats.model import Digits, Placed, UnreadableError
from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.sketches import Sketch, take_name_for_player
from treeexplorer.formats.words import CHILDREN, NAME, PARENT, SIDES, meaning
from treeexplorer.text import quoted
from treeexplorer.tree import Player

_SHAPE: Final = "shape"
_OF_GRAPH: Final = frozenset({NAME, PARENT, CHILDREN, SIDES})
_SHAPES: Final = {"triangle": Player.MAX, "invtriangle": Player.MIN, "circle": Player.CHANCE}

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
    """

    nodes: dict[str, NodeRecord] = field(default_factory=dict)
    children: dict[str, list[Edge]] = field(default_factory=dict)
    root: str | None = None
    is_complete: bool = False
    unused_keys: dict[str, None] = field(default_factory=dict)
    is_turned: bool = False

    def add_node(self, name: str, record: Mapping[str, Any] | None = None) -> None:
        """Declare a node."""
        self.nodes[name] = NodeRecord({} if record is None else record)

    def put_values(self, values: NodeTable) -> None:
        """Add values by node name, ``None`` for none; a node that is not declared is declared."""
        for name, value in values.items():
            if value not in NO_NUMBER:
                self._add_fact(text_of_name(name), "value", value)

    def put_players(self, players: Mapping[str, Player]) -> None:
        """Add players by node name; of a name that is no node's they are left out."""
        names = {*self._names()}
        for name, player in players.items():
            if name in names:
                self._add_fact(name, "player", player.value)
            else:
                self.unused_keys[name] = None

    def _add_fact(self, name: str, key: str, fact: Any) -> None:
        """Add a fact about a node to its record."""
        self.add_node(name, {**self._record(name).items, key: fact})

    def _record(self, name: str) -> NodeRecord:
        """Return the facts about a node; an empty record if there are none."""
        found = self.nodes.get(name)
        return NodeRecord({}) if found is None else found

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
        if self._leads_to_root():
            self._turn()
        # These four raise an error where the graph is no tree. Behind them every node has one
        # parent, but for the root, and there is no cycle.
        self._refuse_numbers_that_may_be_names()
        parents = self._parents()
        root = self._root(parents)
        self._refuse_unreached(root, parents)
        # First an object for each node, without children, so that the edges can be followed in
        # whichever order they were written.
        sketches = {name: Sketch(place=place_of(name)) for name in self._names()}
        for name, edges in self.children.items():
            sketches[name].children = [_sketch_of_child(edge, sketches) for edge in edges]
        # After the children are set: what a label says depends on whether the node has any.
        self._fill_in_nodes(sketches)
        return sketches[root]

    def _leads_to_root(self) -> bool:
        """Tell whether the edges lead from each child to its parent, as in ``B -> A, C -> A``.

        Four signs must be there, which say that the graph is a tree so, and none as it stands:

        1. No edge leads to a value. Else edges lead to leaves, as usual.
        2. One edge leads away from each node but one, which is the root.
        3. Some edges meet in a node.
        4. A number stands at a node where no edge ends, which is a leaf then.

        A graph in which every node must be declared is made of records that name their parents or
        children: there the direction is known.
        """
        if self.is_complete:
            return False
        if any(edge.is_leaf for edges in self.children.values() for edge in edges):
            return False
        edges = [*self._edges_between_nodes()]
        has_one_edge_each = len(edges) == len(self.children)
        has_one_root = len(self._names()) == len(edges) + 1
        if not has_one_edge_each or not has_one_root:
            return False
        targets = {target for _, target in edges}
        do_some_meet = len(targets) < len(edges)
        leaves = [name for name in self.children if name not in targets]
        return do_some_meet and any(map(self._has_number, leaves))

    def _has_number(self, name: str) -> bool:
        """Tell whether a node has a value, or a number for its name or its label."""
        record = self._record(name)
        label = record.label
        has_number_on_label = label is not None and spells_number(label)
        return record.number is not None or spells_number(name) or has_number_on_label

    def _turn(self) -> None:
        """Turn all edges round, so that each leads from a parent to its child."""
        turned: dict[str, list[Edge]] = {}
        for source, edges in self.children.items():
            turned.setdefault(edges[0].target, []).append(edges[0]._replace(target=source))
        self.children = turned
        self.is_turned = True

    def _fill_in_nodes(self, sketches: Mapping[str, Sketch]) -> None:
        """Fill in the name, player and numbers of all nodes of the tree from their records.

        A record is what the text says about one node, such as ``{"label": "B", "value": 3}``. Keys
        of records that are of no use for a tree, such as a colour, are added to
        ``self.unused_keys``.

        Args:
            sketches: The nodes of the tree by their names in the graph. They are changed in place,
                and must have their children already.

        Raises:
            UnreadableError: A label has several numbers, or ``…`` stands before other children or
                alone.
        """
        # Labels everywhere: the names are mere handles for the edges, such as n1, and are not
        # shown.
        has_label_everywhere = all(self._record(name).label is not None for name in sketches)
        # If a node called 4 has children, then 5 may be a name, too, and not the value of a leaf.
        may_be_values = self._number_with_children() is None
        for name, sketch in sketches.items():
            shown_name = "" if has_label_everywhere else name
            record = self._record(name)
            _fill_in_node(sketch, record, shown_name)
            _take_name_for_value(sketch, record, may_be_number=may_be_values)
            self.unused_keys.update(dict.fromkeys(_unused_keys(record)))
        # An ellipsis is known by its name: only now all children have theirs.
        for sketch in sketches.values():
            _refuse_misplaced_ellipsis(sketch.children)

    def _number_with_children(self) -> str | None:
        """Return the first number that is surely a name, since it has children."""
        return next(filter(spells_number, self.children), None)

    def _refuse_numbers_that_may_be_names(self) -> None:
        """Raise an error if nodes have numbers for names, and a leaf is a number alone.

        In ``{0: [1, 2], 1: [3, 4], 2: 9}`` the leaves 3 and 4 may be nodes without a value.

        Raises:
            UnreadableError: There is such a leaf; the first is named.
        """
        name = self._number_with_children()
        if name is None:
            return
        for edge in chain.from_iterable(self.children.values()):
            if edge.is_leaf:
                raise _name_or_value_error(name, edge.target)

    def _names(self) -> list[str]:
        """Return the names of all nodes in the order of the text, also of those only on edges."""
        names = dict.fromkeys([*self.nodes, *self.children])
        names.update(dict.fromkeys(target for _, target in self._edges_between_nodes()))
        return list(names)

    def _parents(self) -> dict[str, str]:
        """Return the parent of each node, as a dictionary from name to name; the root is not in it.

        Raises:
            UnreadableError: A node has two parents, or it is not declared and ``is_complete`` says
                that it must be.
        """
        parents: dict[str, str] = {}
        # Edges to leaves without a name are not among these: such a leaf is a new one for each
        # edge.
        for source, name in self._edges_between_nodes():
            if name in parents:
                raise _two_parents_error(name, parents[name], source)
            if self.is_complete and not self._is_declared(name):
                message = f"{quoted(source)} has a child {quoted(name)}, which stands nowhere"
                hint = f"give {quoted(name)} a value or children"
                raise UnreadableError(message, place_of(name), hint)
            parents[name] = source
        return parents

    def _edges_between_nodes(self) -> Iterator[tuple[str, str]]:
        """Yield the source and the target of each edge whose target is a node with a name."""
        for source, edges in self.children.items():
            for edge in edges:
                if not edge.is_leaf:
                    yield source, edge.target

    def _is_declared(self, name: str) -> bool:
        """Tell whether a node has been declared, or has children."""
        return name in self.nodes or name in self.children

    def _root(self, parents: Mapping[str, str]) -> str:
        """Return the root: the one that is named, else the only node without a parent.

        Raises:
            UnreadableError: There is no such node, or more than one.
        """
        if self.root is None:
            return self._only_root(parents)
        if not self._is_declared(self.root):
            message = f"the root {quoted(self.root)} stands nowhere"
            raise UnreadableError(message, place_of(self.root))
        return self.root

    def _only_root(self, parents: Mapping[str, str]) -> str:
        """Return the name of the only node without a parent.

        Args:
            parents: The parent of each node that has one, by name.

        Raises:
            UnreadableError: There is no such node, or more than one.
        """
        names = self._names()
        if not names:
            raise UnreadableError("this graph has no node")
        roots = [name for name in names if name not in parents]
        # Every node has a parent, so that all ways up run in circles.
        if not roots:
            name = _top_of(next(iter(parents)), parents)
            raise UnreadableError(f"{quoted(name)} stands below itself", place_of(name))
        if len(roots) > 1:
            message = f"there are two roots, {_both(roots[0], roots[1])}"
            hint = "every node of a tree hangs below one root"
            raise UnreadableError(message, place_of(roots[1]), hint)
        return roots[0]

    def _names_reached_from(self, root: str) -> set[str]:
        """Return the names of the root and of all nodes below it.

        The order in which they are found does not matter, and so a stack takes the place of
        recursion.

        Args:
            root: The name of the root. No cycle may lead back to it, or this would never end; the
                caller has checked that it has no parent, and every node has one parent at most.
        """
        reached = {root}
        waiting = [root]
        while waiting:
            edges = self.children.get(waiting.pop(), ())
            # A leaf edge leads to a value and not to a node with a name.
            names = [edge.target for edge in edges if not edge.is_leaf]
            reached.update(names)
            waiting.extend(names)
        return reached

    def _refuse_unreached(self, root: str, parents: Mapping[str, str]) -> None:
        """Raise an error unless all nodes hang below the root.

        Args:
            root: The name of the root.
            parents: The parent of each node that has one, by name.

        Raises:
            UnreadableError: A node does not hang below the root, or the root hangs below itself.
        """
        # A root that the text names may have a parent nevertheless. Nothing can be followed from
        # it: the way down may lead back to it, without end.
        if root in parents:
            raise UnreadableError(f"{quoted(root)} stands below itself", place_of(root))
        reached = self._names_reached_from(root)
        unreached = [name for name in self._names() if name not in reached]
        if not unreached:
            return
        # The highest node above it; or one of the circle in which the way up ends.
        top = _top_of(unreached[0], parents)
        is_in_circle = top in parents
        message = f"{quoted(top)} does not hang below the root {quoted(root)}"
        if is_in_circle:
            message = f"{quoted(top)} stands below itself, and not below {quoted(root)}"
        raise UnreadableError(message, place_of(top))


def _top_of(name: str, parents: Mapping[str, str]) -> str:
    """Return the highest node above a node; if the way up runs in a circle, a node of the circle.

    >>> _top_of("C", {"B": "A", "C": "B"}), _top_of("C", {"A": "B", "B": "A", "C": "B"})
    ('A', 'B')

    Args:
        name: The name of the node, which is itself returned if it has no parent.
        parents: The parent of each node that has one, by name.
    """
    passed = {name}
    while name in parents:
        name = parents[name]
        if name in passed:  # the first that is met again is in the circle
            return name
        passed.add(name)
    return name


def _name_or_value_error(with_children: str, leaf: Any) -> UnreadableError:
    """Return the error that a number may be a node's name or the value of a leaf.

    The caller raises it. In ``{0: [1, 2], 1: [3, 4], 2: 9}`` the 0 is a name, and the 3 may be
    either.

    Args:
        with_children: A number that is a name, since the node has children (``0``).
        leaf: A number that may be either (``3``).
    """
    return UnreadableError(
        f"numbers are names here ({with_children} has children), so that {leaf} may be a name or a "
        "value",
        place_of(leaf),
        f"if {leaf} is a name, say its value; if it is a value, give the nodes names that are "
        "words, such as n1",
    )


def _two_parents_error(name: str, first_parent: str, second_parent: str) -> UnreadableError:
    """Return the error for a node that has two parents, or one parent twice."""
    message = f"{quoted(name)} has two parents, {_both(first_parent, second_parent)}"
    if first_parent == second_parent:
        message = f"the edge from {quoted(first_parent)} to {quoted(name)} stands twice"
    hint = "in a tree every node stands below one other"
    return UnreadableError(message, place_of(name), hint)


def _both(first: str, second: str) -> str:
    """Return two names in words."""
    return f"{quoted(first)} and {quoted(second)}"


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


def _sketch_of_child(edge: Edge, sketches: Mapping[str, Sketch]) -> Sketch:
    """Return the sketch of a child; a value without a name is a new leaf each time."""
    sketch = Sketch(number=edge.target) if edge.is_leaf else sketches[edge.target]
    sketch.probability = edge.weight
    sketch.is_surely_probability = edge.is_surely_probability
    return sketch


def _fill_in_node(sketch: Sketch, record: NodeRecord, name: str) -> None:
    r"""Set the name, player and numbers of a node from what the text says about it.

    ``{"label": "▲ A\n= 6"}`` makes it a node A of the player MAX with the claimed value 6, and
    ``{"value": 5}`` a leaf of value 5. Where the record has a key for a fact, such as ``value``,
    that counts and not the label.

    Args:
        sketch: The node, which is changed. It must have its children already.
        record: The record of the node in the text.
        name: The name that the node gets if neither record nor label has one.

    Raises:
        UnreadableError: The label has several numbers, or one that is not plainly a leaf's value.
    """
    parts = LabelParts()
    label = record.label
    if label is not None:
        # A leaf without a value under a key has it in its label. Else the label may say anything.
        has_value_in_label = not sketch.children and record.number is None
        parts = node_label_parts(label, place_of(label), is_leaf=has_value_in_label)
    _fill_in_numbers(sketch, record, parts)
    sketch.name = _name_of(record, parts, name)
    _fill_in_player(sketch, record, parts)
    # Behind the name: that of a node with children, `MAX` or `A (MIN)`, may say who moves.
    if sketch.player is None and sketch.children:
        take_name_for_player(sketch)


def _refuse_misplaced_ellipsis(children: Sequence[Sketch]) -> None:
    """Raise an error if one of a node's children that are drawn is an ellipsis.

    Raises:
        UnreadableError: One is, before the last or alone.
    """
    drawn = children if len(children) == 1 else children[:-1]
    for child in drawn:
        is_ellipsis = child.name in ELLIPSES and not child.children and child.number is None
        if is_ellipsis and child.place is not None:
            raise misplaced_ellipsis(child.place)


def _take_name_for_value(sketch: Sketch, record: NodeRecord, *, may_be_number: bool) -> None:
    """Make the name of a leaf without a value its value, if it can be one.

    It can if it is a number, ``5``, or the only word of the leaf's label, ``x``: an unknown. The
    name becomes empty then. A node that has children or a value stays as it is.

    Args:
        sketch: The node, which is changed. Its children, name and number must be set already.
        record: What the text says about the node.
        may_be_number: Whether a number may be a value in this graph; else numbers are names of
            nodes.
    """
    has_value_or_children = sketch.number is not None or len(sketch.children) > 0
    if has_value_or_children:
        return
    is_number = may_be_number and spells_number(sketch.name)
    if is_number or _is_labelled_with_word(record, _parts_of_label(record.label)):
        sketch.number = sketch.name
        sketch.name = ""


def _parts_of_label(label: str | None) -> LabelParts:
    """Return the parts of the label of a node, which may have none."""
    return LabelParts() if label is None else label_parts(label)


def _unused_keys(record: NodeRecord) -> list[str]:
    """Return the keys of a node that say neither what it is nor which nodes it belongs to."""
    return [key for key in record.unused_keys if meaning(key) not in _OF_GRAPH and key != _SHAPE]


def _name_of(record: NodeRecord, parts: LabelParts, name: str) -> str:
    """Return the name of a node: in its record, or else in its label, or else a given one."""
    if record.explicit_name:
        return record.explicit_name
    return parts.name if parts.name else name


def _fill_in_numbers(sketch: Sketch, record: NodeRecord, parts: LabelParts) -> None:
    """Set a node's numbers: value, claim, estimate, bound, window, and the weight of its edge.

    The value stands under a key or, without one, in the label. A claim (``= 6``), an estimate
    (``~4``), a bound and a window stand in the label alone, and the weight under a key alone. The
    weight may have been set from the edge, and stays unless the record has one.

    Args:
        sketch: The node, which is changed.
        record: What the text says about it under keys.
        parts: What stands in its label.
    """
    sketch.number = record.number
    if sketch.number is None:
        sketch.number = parts.number
    sketch.claim = parts.claim
    sketch.estimate = parts.estimate
    sketch.bound = parts.bound
    sketch.window = parts.window
    if record.probability is not None:
        sketch.probability = record.probability
        sketch.is_surely_probability = record.is_surely_probability


def _fill_in_player(sketch: Sketch, record: NodeRecord, parts: LabelParts) -> None:
    """Set the player of a node: from its record, or else its shape, or else its label."""
    sketch.player = record.player
    if sketch.player is None:
        sketch.player = _SHAPES.get(str(record.get(_SHAPE)))
    if sketch.player is None and parts.player is not None:
        sketch.player = parts.player
        sketch.is_on_label = True


def _is_labelled_with_word(record: NodeRecord, parts: LabelParts) -> bool:
    """Tell whether a node's label is a word and nothing else, and the node has no other name.

    ``x`` is such a label, ``▲ A`` and ``…`` are not.
    """
    is_word = record.label is not None and parts.name == record.label
    return is_word and not record.explicit_name and parts.name not in ELLIPSES
