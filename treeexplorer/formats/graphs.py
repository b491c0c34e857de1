"""Trees that are kept as a graph: successors by name, or nodes and edges.

Assignments have ``{'A': ['B', 'C'], 'B': [3, 12]}`` and its values apart, AIMA's exercises moves
that lead to states, visualizers two lists of nodes and edges, spreadsheets a row an edge. All
become one :class:`Graph`, which is a tree if every node hangs below one root.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.formats.labels import ELLIPSES, LabelParts, is_number, label_parts
from treeexplorer.formats.model import Digits, Placed, UnreadableError
from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.sketches import Sketch
from treeexplorer.formats.words import (
    EDGE_WORDS,
    PARENT,
    SOURCE_WORDS,
    TARGET_WORDS,
    plain_word,
    player_of,
)
from treeexplorer.text import quoted
from treeexplorer.tree import Player

_SHAPES: Final = {"triangle": Player.MAX, "invtriangle": Player.MIN, "circle": Player.CHANCE}
_ENDS: Final = frozenset({*SOURCE_WORDS, *TARGET_WORDS})

Values: TypeAlias = Mapping[str, Any]


class Edge(NamedTuple):
    """A child of a node: a node's name, or the value of a leaf that has no name."""

    target: Any
    weight: Any = None
    is_surely_probability: bool = False

    @property
    def is_leaf(self) -> bool:
        """Whether the child is a value."""
        return not isinstance(self.target, str) or isinstance(self.target, Digits)


@dataclass
class Graph:
    """Nodes by name, each with what stands beside it, and their children in order."""

    nodes: dict[str, NodeRecord] = field(default_factory=dict)
    children: dict[str, list[Edge]] = field(default_factory=dict)
    root: str | None = None
    is_complete: bool = False  # whether every name must have been declared

    def add_node(self, name: str, record: Mapping[str, Any] | None = None) -> None:
        """Declare a node."""
        self.nodes[name] = NodeRecord(record or {})

    def add_edge(self, source: str, edge: Edge) -> None:
        """Put a child below a node, as its last one."""
        self.children.setdefault(source, []).append(edge)

    def tree(self) -> Sketch:
        """Return the sketch of the root, with those of all nodes below it.

        Raises:
            UnreadableError: Not every node hangs below one root; the one that does not is named.
        """
        parents = self._parents()
        root = self._root(parents)
        self._refuse_unreached(root, parents)
        sketches = {name: Sketch(place=_place(name)) for name in self._names()}
        has_own_labels = all(
            name in self.nodes and self.nodes[name].label is not None for name in sketches
        )
        for name, sketch in sketches.items():
            below = self.children.get(name, ())
            sketch.children = [_child(edge, sketches) for edge in below]
            shown_name = "" if has_own_labels else str(name)
            _describe(sketch, self.nodes.get(name) or NodeRecord({}), shown_name)
        return sketches[root]

    def _names(self) -> list[str]:
        """Return all names in the order of the text, those of children included."""
        names = dict.fromkeys([*self.nodes, *self.children])
        for edges in self.children.values():
            names.update(dict.fromkeys(edge.target for edge in edges if not edge.is_leaf))
        return list(names)

    def _parents(self) -> dict[str, str]:
        """Return the one parent of each node that has one."""
        parents: dict[str, str] = {}
        for source, edges in self.children.items():
            for edge in edges:
                if edge.is_leaf:
                    continue
                name = edge.target
                if name in parents:
                    message = f"{quoted(name)} has two parents, {_both(parents[name], source)}"
                    hint = "in a tree every node stands below one other"
                    raise UnreadableError(message, _place(name), hint)
                if self.is_complete and name not in self.nodes and name not in self.children:
                    message = f"{quoted(source)} has a child {quoted(name)}, which stands nowhere"
                    hint = f"give {quoted(name)} a value or children"
                    raise UnreadableError(message, _place(name), hint)
                parents[name] = source
        return parents

    def _root(self, parents: Mapping[str, str]) -> str:
        """Return the root: the one that is named, else the only node without a parent."""
        if self.root is not None:
            if self.root not in self.nodes and self.root not in self.children:
                message = f"the root {quoted(self.root)} stands nowhere"
                raise UnreadableError(message, _place(self.root))
            return self.root
        roots = [name for name in self._names() if name not in parents]
        if not roots:
            name = next(iter(parents))
            raise UnreadableError(f"{quoted(name)} stands below itself", _place(name))
        if len(roots) > 1:
            message = f"there are two roots, {_both(*roots[:2])}"
            hint = "every node of a tree hangs below one root"
            raise UnreadableError(message, _place(roots[1]), hint)
        return roots[0]

    def _refuse_unreached(self, root: str, parents: Mapping[str, str]) -> None:
        """Complain of a node that does not hang below the root."""
        if root in parents:
            raise UnreadableError(f"{quoted(root)} stands below itself", _place(root))
        reached = {root}
        waiting = [root]
        while waiting:
            edges = self.children.get(waiting.pop(), ())
            names = [edge.target for edge in edges if not edge.is_leaf]
            reached.update(names)
            waiting.extend(names)
        for name in self._names():
            if name in reached:
                continue
            if name in parents:
                message = f"{quoted(name)} stands below itself, and not below {quoted(root)}"
            else:
                message = f"{quoted(name)} does not hang below the root {quoted(root)}"
            raise UnreadableError(message, _place(name))


def _both(first: str, second: str) -> str:
    if first == second:
        return f"{quoted(first)} and once more {quoted(second)}"
    return f"{quoted(first)} and {quoted(second)}"


def _place(name: str) -> int | None:
    return name.place if isinstance(name, Placed) else None


def _child(edge: Edge, sketches: Mapping[str, Sketch]) -> Sketch:
    """Return the sketch of a child; a value that has no name is a new leaf each time."""
    sketch = Sketch(number=edge.target) if edge.is_leaf else sketches[edge.target]
    sketch.probability = edge.weight
    sketch.is_surely_probability = edge.is_surely_probability
    return sketch


def _describe(sketch: Sketch, record: NodeRecord, name: str) -> None:
    """Put into a sketch what stands beside a node, and what its label says."""
    parts = label_parts(record.label or "")
    if record.explicit_name:
        name = record.explicit_name
    elif parts.name:
        name = parts.name
    sketch.name = name
    sketch.number = record.number
    sketch.player = record.player or _SHAPES.get(str(record.get("shape")))
    if sketch.player is None and parts.player is not None:
        sketch.player = parts.player
        sketch.is_on_label = record.label is not None
    if record.probability is not None:
        sketch.probability = record.probability
        sketch.is_surely_probability = record.is_surely_probability
    sketch.claim = parts.claim or None
    sketch.estimate = parts.estimate or None
    if sketch.number is None:
        _number_of_label(sketch, parts, record)
    if sketch.number is None and not sketch.children and is_number(name):
        sketch.number = name
        sketch.name = ""


def _number_of_label(sketch: Sketch, parts: LabelParts, record: NodeRecord) -> None:
    """Take the value that a label has; at a leaf that has no other name, the label is its word."""
    if parts.number:
        sketch.number = parts.number
        return
    is_word = record.label is not None and not record.explicit_name and not sketch.children
    if is_word and parts.name == record.label and parts.name not in ELLIPSES:
        sketch.number = parts.name
        sketch.name = ""


# -- nodes and edges ---------------------------------------------------------------------------


def nodes_and_edges(record: Mapping[str, Any]) -> Graph | None:
    """Return the graph of a record with ``nodes`` and ``edges``; ``None`` where it is none.

    React Flow, Cytoscape, vis.js, D3 and networkx's ``node_link_data`` write such records.
    """
    words = {plain_word(key): key for key in record if isinstance(key, str)}
    edges_key = next((words[word] for word in words if word in EDGE_WORDS), None)
    if edges_key is None or not isinstance(record[edges_key], (list, tuple, set)):
        return None
    nodes = record[words["nodes"]] if "nodes" in words else []
    return _graph(nodes, record[edges_key])


def _graph(nodes: Any, edges: Iterable[Any]) -> Graph:
    graph = Graph()
    ids: list[str] = []
    for node in _as_records(nodes):
        record = _with_data(node)
        name = _identity(record, len(ids))
        ids.append(name)
        if name in graph.nodes:
            raise UnreadableError(f"there are two nodes {quoted(name)}", _place(name))
        graph.add_node(name, record)
    counts_from_0 = bool(ids) and not any("id" in record for record in _as_records(nodes))
    for edge in edges:
        _add_edge(graph, edge, ids if counts_from_0 else None)
    sources = set(graph.children)
    for below in graph.children.values():
        below[:] = [_with_value(edge, graph, sources) for edge in below]
    return graph


def _with_value(edge: Edge, graph: Graph, sources: set[str]) -> Edge:
    """Return an edge that leads to a number which names no node as one to a new leaf."""
    name = edge.target
    is_value = isinstance(name, str) and is_number(name)
    if is_value and name not in graph.nodes and name not in sources:
        return edge._replace(target=Digits(name, _place(name)))
    return edge


def _as_records(nodes: Any) -> list[dict[str, Any]]:
    """Return nodes as records, whether they are records, names, or records under their names."""
    if isinstance(nodes, Mapping):
        return [
            {"id": name, **(record if isinstance(record, Mapping) else {"value": record})}
            for name, record in nodes.items()
        ]
    return [node if isinstance(node, dict) else {"id": node} for node in nodes]


def _with_data(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a record with what it keeps under ``data``."""
    data = record.get("data")
    if not isinstance(data, Mapping):
        return record
    return {**{key: value for key, value in record.items() if key != "data"}, **data}


def _identity(record: Mapping[str, Any], position: int) -> str:
    """Return what edges call a node."""
    for word in ("id", "key", "name"):
        if record.get(word) is not None:
            return _text(record[word])
    return str(position)


def _text(name: Any) -> str:
    return name if isinstance(name, str) else str(name)


def _add_edge(graph: Graph, edge: Any, ids: Sequence[str] | None) -> None:
    """Add an edge: a record with its ends, or the two ends and perhaps a weight."""
    weight, is_surely = None, False
    if isinstance(edge, Mapping):
        found = _with_data(edge)
        ends = {plain_word(key): value for key, value in found.items() if plain_word(key) in _ENDS}
        source = next((ends[word] for word in ends if word in SOURCE_WORDS), None)
        target = next((ends[word] for word in ends if word in TARGET_WORDS), None)
        beside = NodeRecord(found)
        weight = beside.probability
        is_surely = beside.is_surely_probability
        if weight is None and isinstance(beside.label, str):
            weight = beside.label if _is_weight(beside.label) else None
    elif isinstance(edge, (list, tuple)) and len(edge) >= 2:
        source, target = edge[:2]
    else:
        source = target = None
    if source is None or target is None:
        raise UnreadableError("an edge has a source and a target")
    if ids is not None:
        source = _by_position(source, ids)
        target = _by_position(target, ids)
    graph.add_edge(_text(source), Edge(_text(target), weight, is_surely))


def _is_weight(label: str) -> bool:
    """Tell whether an edge's label may be a probability: a number, or a fraction."""
    return is_number(label) or all(part.strip().isdecimal() for part in label.split("/"))


def _by_position(end: Any, ids: Sequence[str]) -> Any:
    """Return the name of a node that an edge names by its place in the list (D3)."""
    is_place = isinstance(end, int) or (isinstance(end, str) and end.isdecimal())
    if is_place and int(end) < len(ids):
        return ids[int(end)]
    return end


def records_with_parents(items: Sequence[Any]) -> Graph | None:
    """Return the graph of a list of records that name their parents; ``None`` where it is none."""
    records = [NodeRecord(_with_data(item)) for item in items if isinstance(item, Mapping)]
    if len(records) < len(items) or not any(record.first(PARENT) is not None for record in records):
        return None
    graph = Graph(is_complete=True)
    for position, record in enumerate(records):
        graph.add_node(_identity(record.items, position), record.items)
    for position, record in enumerate(records):
        parent = record.first(PARENT)
        if parent is None or parent == "":
            continue
        if _text(parent) not in graph.nodes:
            name = _identity(record.items, position)
            message = f"{quoted(name)} has a parent {quoted(_text(parent))}, which stands nowhere"
            raise UnreadableError(message, _place(_text(parent)))
        weight = record.probability
        edge = Edge(_identity(record.items, position), weight, record.is_surely_probability)
        graph.add_edge(_text(parent), edge)
    return graph


def list_of_edges(items: Sequence[Any]) -> Graph | None:
    """Return the graph of pairs ``("A", "B")``, ``("B", 5)``, or of records with two ends.

    Pairs are edges where each begins with a name and one of them leads to another's: else
    ``[("D", 5), ("E", 8)]`` are two leaves.
    """
    if not items:
        return None
    if all(isinstance(item, Mapping) for item in items):
        ends = [item for item in items if _is_edge(_with_data(item))]
        if not ends:
            return None
        nodes = [item for item in items if not _is_edge(_with_data(item))]
        return _graph(nodes, ends)
    if not all(_is_pair(item) for item in items):
        return None
    sources = {item[0] for item in items}
    if any(isinstance(item[1], str) and item[1] in sources for item in items):
        return _graph([], items)
    is_one_ply = len(sources) == 1 < len(items) and any(isinstance(i[1], str) for i in items)
    return _graph([], items) if is_one_ply else None


def _is_edge(record: Mapping[str, Any]) -> bool:
    words = {plain_word(key) for key in record if isinstance(key, str)}
    return bool(words & SOURCE_WORDS) and bool(words & TARGET_WORDS)


def _is_pair(item: Any) -> bool:
    is_pair = isinstance(item, (list, tuple)) and len(item) == 2
    return is_pair and isinstance(item[0], str) and not isinstance(item[1], (list, tuple, dict))


# -- successors by name ------------------------------------------------------------------------


def successors(
    record: Mapping[Any, Any],
    values: Values | None = None,
    root: Any = None,
    players: Values | None = None,
) -> Graph | None:
    """Return the graph of a record of successors; ``None`` where it is none.

    Its values are lists of names, or records that lead from moves to names, or records of nodes
    with such a list in them. Names are its keys, or those of the values beside it.

    Args:
        record: What leads from a name to what is below it.
        values: The values of names that the record says nothing of.
        root: The name of the root, where it is said.
        players: The players of names, where they are said apart.
    """
    names = {_text(name) for name in record}
    known = names | set(values or ())
    if not any(_name_below(name, below, known) for name, below in record.items()):
        return None
    graph = Graph(root=None if root is None else _text(root), is_complete=True)
    for name, below in record.items():
        _add_successors(graph, _text(name), below, known)
    for name, value in (values or {}).items():
        beside = graph.nodes.get(_text(name))
        graph.add_node(_text(name), {**(beside.items if beside else {}), "value": value})
    for name, player in (players or {}).items():
        beside = graph.nodes.get(_text(name))
        graph.add_node(_text(name), {**(beside.items if beside else {}), "player": player})
    return graph


def _name_below(name: Any, below: Any, known: set[str]) -> bool:
    """Tell whether what stands below a name leads to another name."""
    if isinstance(below, Mapping):
        inside = NodeRecord(below).children_found
        below = list(below.values()) + list(below) if inside is None else inside
    if isinstance(below, str):
        below = [below]
    if not isinstance(below, (list, tuple, set, frozenset)):
        return False
    return any(
        isinstance(child, (str, int)) and _text(child) in known and child != name for child in below
    )


def _add_successors(graph: Graph, name: str, below: Any, known: set[str]) -> None:
    """Add a node of a record of successors, with its children or its value."""
    if isinstance(below, Mapping):
        found = NodeRecord(below)
        if found.children_found is not None or found.is_node:
            graph.add_node(name, below)
            below = found.children_found or []
        else:
            graph.add_node(name)
            below = _by_moves(below, known)
    else:
        graph.add_node(name)
    if below is None:
        return
    if not isinstance(below, (list, tuple, set, frozenset)):
        if isinstance(below, str) and below in known:
            below = [below]
        else:
            graph.add_node(name, {"value": below})
            return
    items = sorted(below, key=str) if isinstance(below, (set, frozenset)) else list(below)
    if len(items) == 1 and _is_value(items[0], known):
        graph.add_node(name, {**graph.nodes[name].items, "value": items[0]})
        return
    for child in items:
        graph.add_edge(name, _edge_to(child, known))


def _is_value(child: Any, known: set[str]) -> bool:
    if isinstance(child, str):
        return child not in known and is_number(child)
    return isinstance(child, (int, float)) and _text(child) not in known


def _edge_to(child: Any, known: set[str]) -> Edge:
    """Return the edge to what stands in a list of children: a name, or a value without one."""
    if isinstance(child, Edge):
        return child
    if isinstance(child, (list, tuple)) and len(child) == 2 and _text(child[0]) in known:
        return Edge(_text(child[0]), child[1])  # a name with the weight of its edge
    if _is_value(child, known):
        return Edge(Digits(child) if isinstance(child, str) else child)
    if isinstance(child, (str, int)):
        return Edge(child if isinstance(child, str) else str(child))
    raise UnreadableError("a child is a name or a number here")


def _by_moves(below: Mapping[str, Any], known: set[str]) -> list[Any]:
    """Return the children of a node: where its moves lead to (AIMA), or names with weights."""
    if any(isinstance(state, str) and state in known for state in below.values()):
        return list(below.values())
    if all(_text(name) in known for name in below):
        return [Edge(_text(name), _weight(weight)) for name, weight in below.items()]
    raise UnreadableError("what stands below a name is a list of names, or moves to names")


def _weight(beside: Any) -> Any:
    """Return the weight that stands beside a name: networkx keeps a record of it there."""
    return NodeRecord(beside).probability if isinstance(beside, Mapping) else beside


def is_table_of_values(value: Any) -> bool:
    """Tell whether a value is a record of numbers."""
    if not isinstance(value, Mapping) or not value:
        return False
    return all(
        isinstance(number, (int, float, Digits)) and not isinstance(number, bool)
        for number in value.values()
    )


def is_table_of_players(value: Any) -> bool:
    """Tell whether a value is a record of players."""
    if not isinstance(value, Mapping) or not value:
        return False
    return all(isinstance(word, str) and player_of(word) is not None for word in value.values())
