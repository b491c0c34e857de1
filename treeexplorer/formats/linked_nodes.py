"""Graphs of nodes and edges: two lists, one list of edges, or records that name their relatives.

React Flow, Cytoscape, vis.js, D3 and networkx's ``node_link_data`` keep nodes and edges apart;
tables of a data base name the parent of each record, game programs the ids of its children.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.formats.graphs import Edge, Graph, place_of, text_of_name
from treeexplorer.formats.labels import spells_number
from treeexplorer.formats.lists import is_text
from treeexplorer.formats.model import Digits, UnreadableError
from treeexplorer.formats.records import NodeRecord, merge_inner_record
from treeexplorer.formats.words import (
    EDGE_WORDS,
    PARENT,
    SOURCE_WORDS,
    TARGET_WORDS,
    plain_word,
)
from treeexplorer.text import quoted

_NODES: Final = "nodes"
_ADJACENCY: Final = "adjacency"
_DIRECTED: Final = "directed"
_IDENTITIES: Final = ("id", "nodeid", "identifier", "key", "name", "node", "state")
_WORDS_FOR_IDS: Final = frozenset({"id", "key", "identifier"})
_CHILD: Final = "child"
_WORDS_OF_TOOLS: Final = {
    "nodedataarray": _NODES,
    "linkdataarray": "links",
    "vertices": _NODES,
}
"""The words of GoJS and of igraph for the two lists of a graph."""
_NO_RELATIVE: Final = frozenset({"", "-1", "#", "null", "none", "nil"})
"""What stands for no parent or no child, where no node is called so."""


# -- nodes here, edges there -------------------------------------------------------------------


def read_graph_of_record(
    record: Mapping[str, Any], names: Collection[str] = frozenset()
) -> Graph | None:
    """Read the graph in a record with ``nodes`` and ``edges``; return ``None`` if it has no edges.

    >>> record = {"nodes": [{"id": "A"}, {"id": "B", "value": 5}], "links": [["A", "B"]]}
    >>> graph = read_graph_of_record(record)
    >>> [edge.target for edge in graph.children["A"]]
    ['B']

    Args:
        record: The record. ``links`` and ``relations`` are other words for edges; ``adjacency`` is
            what networkx writes in their place.
        names: Names of nodes that stand in tables beside the record. A number among them that an
            edge leads to is a node, and not the value of a leaf.

    Raises:
        UnreadableError: Two nodes have one name, or an edge has no two ends.
    """
    values_by_word = _group_by_word(record)
    nodes = values_by_word.get(_NODES, [])
    if _has_lists_of_neighbours(values_by_word):
        edges_of_networkx = _convert_adjacency_to_edges(nodes, values_by_word[_ADJACENCY])
        return _build_graph(nodes, edges_of_networkx)

    edges = _find_edge_list(values_by_word)
    if edges is None:
        return None
    graph = _build_graph(nodes, edges, names)
    # Without nodes this is a table of edges, in which a row has the value of its target. Else the
    # nodes have values of their own.
    if not nodes:
        _set_target_values(graph, edges)
    return graph


def is_record_of_graph(record: Mapping[str, Any]) -> bool:
    """Tell whether a record has the edges of a graph, whatever else is in it."""
    values_by_word = _group_by_word(record)
    return _has_lists_of_neighbours(values_by_word) or _find_edge_list(values_by_word) is not None


def is_part_of_graph(key: str) -> bool:
    """Tell whether what stands under a key of such a record belongs to the graph."""
    word = plain_word(key)
    return word in EDGE_WORDS or word in {_NODES, _ADJACENCY, _DIRECTED, *_WORDS_OF_TOOLS}


def as_part_of_graph(variable: str) -> str:
    """Return the word for a part of a graph that a variable ends with, or else the variable.

    React Flow's programs keep nodes and edges so.

    >>> as_part_of_graph("initialNodes"), as_part_of_graph("defaultEdges"), as_part_of_graph("t")
    ('nodes', 'edges', 't')
    """
    word = plain_word(variable)
    return next((part for part in (_NODES, "edges") if word.endswith(part)), variable)


def _group_by_word(record: Mapping[str, Any]) -> dict[str, Any]:
    """Map the plain words of a record's keys to its values: ``Nodes`` becomes ``nodes``."""
    values_by_word = {
        plain_word(key): value for key, value in record.items() if isinstance(key, str)
    }
    return {_WORDS_OF_TOOLS.get(word, word): value for word, value in values_by_word.items()}


def _has_lists_of_neighbours(values_by_word: Mapping[str, Any]) -> bool:
    """Tell whether a list of neighbours for each node stands in a record, as networkx has it."""
    has_lists = isinstance(values_by_word.get(_ADJACENCY), (list, tuple))
    return has_lists and isinstance(values_by_word.get(_NODES, []), (list, tuple))


def _find_edge_list(values_by_word: Mapping[str, Any]) -> Collection[Any] | None:
    """Find the list under the first word for edges; ``None`` if no list stands there."""
    for word, value in values_by_word.items():
        if word in EDGE_WORDS:
            edges = _convert_successors_to_edges(value) if isinstance(value, Mapping) else value
            return edges if isinstance(edges, (list, tuple, set)) else None
    return None


def _convert_successors_to_edges(successors: Mapping[Any, Any]) -> list[Any] | None:
    """Convert lists of targets by source to edges; ``None`` if these are no such lists.

    >>> _convert_successors_to_edges({"A": ["B", "C"]})
    [('A', 'B'), ('A', 'C')]
    """
    edges: list[Any] = []
    for source, targets in successors.items():
        if not isinstance(targets, (list, tuple)) or not all(map(_is_name, targets)):
            return None
        edges += [(source, target) for target in targets]
    return edges


def _convert_adjacency_to_edges(nodes: Sequence[Any], adjacency: Any) -> list[Any]:
    """Convert the lists of neighbours of networkx (``adjacency_data``) to records of edges.

    The nodes A and B with ``[[{"id": "B"}], []]`` have one edge, from A to B. What else stands at a
    neighbour, such as a weight, is kept::

        [{"id": "B", "source": "A", "target": "B"}]

    Raises:
        UnreadableError: There is not one list of neighbours for each node, or a node has no id.
    """
    if not isinstance(adjacency, (list, tuple)) or len(adjacency) != len(nodes):
        raise UnreadableError('"adjacency" has a list of neighbours for each node')
    edges: list[Any] = []
    for node, neighbours in zip(_convert_to_records(nodes), adjacency, strict=True):
        for neighbour in _convert_to_records(neighbours):
            source = node.get("id")
            target = neighbour.get("id")
            if source is None or target is None:
                raise UnreadableError('"adjacency" knows each node by its id, and one has none')
            edges.append({**neighbour, "source": source, "target": target})
    return edges


def _build_graph(
    nodes: Any, edges: Iterable[Any], external_names: Collection[str] = frozenset()
) -> Graph:
    """Build a graph from its nodes and the edges between them.

    Nodes are records, names, or records by name; edges are records with a source and a target, or
    lists that begin with these two. The nodes ``["A"]`` and the edges ``[("A", "B"), ("B", 5)]``
    make a graph of A, B, and a leaf of value 5. External names are those of nodes that stand in
    tables beside the graph.

    Raises:
        UnreadableError: Two nodes have one name, or an edge has no two ends.
    """
    graph = Graph()
    records = _remove_copies_of_ids(_convert_to_records(nodes))
    names = _add_nodes(graph, records)

    edge_ends = list(map(_parse_edge, edges))
    has_ids = any(not _WORDS_FOR_IDS.isdisjoint(record) for record in records)
    # D3 writes (0, 1) for an edge from the first node to the second, even if these have ids.
    refers_by_position = not has_ids or _are_positions(edge_ends, names)
    if refers_by_position:
        edge_ends = [ends.replace_positions(names) for ends in edge_ends]

    for ends in edge_ends:
        edge = Edge(text_of_name(ends.target), ends.weight, ends.is_surely_probability)
        graph.add_edge(text_of_name(ends.source), edge)

    # Last, since any edge may show that a number is the name of a node, and not the value of a
    # leaf.
    _convert_numbers_to_leaves(graph, external_names)
    return graph


def _are_positions(edge_ends: Sequence[_Ends], names: Sequence[str]) -> bool:
    """Tell whether the ends of all edges are positions in a list of nodes, and none is a name.

    In ``{"nodes": [{"id": "A"}, {"id": "B"}], "edges": [{"source": 0, "target": 1}]}`` they are.
    """
    ends = [end for each in edge_ends for end in (each.source, each.target)]
    are_in_list = all(isinstance(end, int) and 0 <= end < len(names) for end in ends)
    return are_in_list and {text_of_name(end) for end in ends}.isdisjoint(names)


def _add_nodes(graph: Graph, records: Sequence[dict[str, Any]]) -> list[str]:
    """Add a node to a graph for each record, and return the nodes' names in order.

    A record is ``{"id": "B", "value": 5}``. Its name is the text by which edges refer to it: its id
    or the like, else its position, from 0.

    Raises:
        UnreadableError: Two nodes have the same name.
    """
    names: list[str] = []
    for position, node in enumerate(records):
        # React Flow writes {"id": "n1", "data": {"label": "A"}}: the inner keys become keys of the
        # node.
        record = merge_inner_record(node)
        name = _choose_name(record, position)
        _add_new_node(graph, name, record)
        names.append(name)
    return names


def _add_new_node(graph: Graph, name: str, record: Mapping[str, Any]) -> None:
    """Add a node to a graph.

    Raises:
        UnreadableError: There is a node of this name.
    """
    if name in graph.nodes:
        raise UnreadableError(f"there are two nodes {quoted(name)}", place_of(name))
    graph.add_node(name, record)


def _convert_numbers_to_leaves(graph: Graph, external_names: Collection[str]) -> None:
    """Make each edge to a number lead to a new leaf, unless a node has that number as its name.

    Args:
        graph: The graph.
        external_names: The names of nodes that stand in tables beside it.
    """
    names = {*graph.nodes, *graph.children, *external_names}
    for edges in graph.children.values():
        for position, edge in enumerate(edges):
            target = edge.target
            if isinstance(target, str) and spells_number(target) and target not in names:
                edges[position] = edge._replace(target=Digits(target, place_of(target)))


def _convert_to_records(nodes: Any) -> list[dict[str, Any]]:
    """Convert nodes to records; they may be given as records, names, or records by name.

    Raises:
        UnreadableError: They are given as something else, such as a number.
    """
    if isinstance(nodes, Mapping):
        return [_build_named_record(name, content) for name, content in nodes.items()]
    if not isinstance(nodes, (list, tuple)):
        raise UnreadableError("nodes stand in a list, or under their names")
    return list(map(_convert_to_record, nodes))


def _convert_to_record(node: Any) -> dict[str, Any]:
    """Convert a node to a record; if it is none, it is the node's name."""
    return node if isinstance(node, dict) else {"id": node}


def _remove_copies_of_ids(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return records without the values that are their ids, as networkx writes them for Cytoscape.

    In ``{"data": {"id": "3", "value": 3, "name": "3"}}`` the value is what the program calls the
    node. All records must be so.
    """
    merged = list(map(merge_inner_record, records))
    if not all(map(_has_copies_of_id, merged)):
        return list(records)
    return [{key: value for key, value in record.items() if key != "value"} for record in merged]


def _has_copies_of_id(record: Mapping[str, Any]) -> bool:
    """Tell whether the id of a record stands under ``value`` and under ``name``, too."""
    texts = {str(record.get(key)) for key in ("id", "value", "name")}
    return len(texts) == 1 and record.get("id") is not None


def _build_named_record(name: str, content: Any) -> dict[str, Any]:
    """Build the record of a node that is given by name, with a record or a value."""
    if isinstance(content, Mapping):
        return {"id": name, **content}
    return {"id": name, "value": content}


def _choose_name(record: Mapping[str, Any], position: int) -> str:
    """Choose the name by which edges refer to a node: its id, key or name, else its position."""
    name = _find_identity(record)
    return str(position) if name is None else name


def _find_identity(record: Mapping[str, Any]) -> str | None:
    """Find the id, key or name of a node, whichever comes first in this order."""
    keys = {plain_word(key): key for key in record if isinstance(key, str)}
    for word in _IDENTITIES:
        key = keys.get(word)
        if key is not None and record[key] is not None:
            return text_of_name(record[key])
    return None


# -- one edge ----------------------------------------------------------------------------------


class _Ends(NamedTuple):
    """The two ends of an edge, and the weight beside it."""

    source: Any
    target: Any
    weight: Any = None
    is_surely_probability: bool = False

    def replace_positions(self, names: Sequence[str]) -> _Ends:
        """Replace ends that are positions in a list of nodes by the nodes' names."""
        source = _convert_position_to_name(self.source, names)
        target = _convert_position_to_name(self.target, names)
        return self._replace(source=source, target=target)


def _parse_edge(edge: Any) -> _Ends:
    """Parse an edge: the names of its source and target, and its weight.

    It is ``{"source": "A", "target": "B"}`` or ``("A", "B")``; in both a weight may stand behind.

    Raises:
        UnreadableError: It is neither, or has no two ends.
    """
    if isinstance(edge, Mapping):
        ends = _parse_record_edge(merge_inner_record(edge))
    elif isinstance(edge, (list, tuple)) and len(edge) >= 2:
        ends = _parse_list_edge(edge)
    else:
        ends = _Ends(None, None)
    # An end is `None` if the record does not name it, or names it so.
    if ends.source is None or ends.target is None:
        raise UnreadableError("an edge has a source and a target")
    return ends._replace(source=_parse_end(ends.source), target=_parse_end(ends.target))


def _parse_end(end: Any) -> Any:
    """Parse what stands at an end of an edge: the name of a node.

    ============================  ==========================================================
    ``"B"``, 7                    itself
    ``(3, 0)``                    itself: nodes may be called by the states of a game
    ``{"id": "B", "x": 120}``     ``"B"``: D3 puts the node itself in the place of its id
    ============================  ==========================================================

    Raises:
        UnreadableError: Several names stand there, ``["B", "C"]``, or a record without a name.
    """
    if isinstance(end, (str, int)):
        return end
    if isinstance(end, Mapping):
        name = _find_identity(merge_inner_record(end))
        if name is None:
            raise UnreadableError("an edge has a source and a target")
        return name
    if isinstance(end, list) and any(map(is_text, end)):
        message = "a list of nodes stands at the end of an edge"
        raise UnreadableError(message, hint="write an edge for each of them")
    return end


def _parse_list_edge(edge: Sequence[Any]) -> _Ends:
    """Parse the ends of an edge that is a list, with the weight that may stand behind them.

    networkx writes ``("A", "B", 0.5)`` and ``("A", "B", {"weight": 0.5})``.
    """
    source, target, *behind = edge
    if len(behind) != 1:
        return _Ends(source, target)
    if isinstance(behind[0], Mapping):
        return _parse_record_edge({**behind[0], "source": source, "target": target})
    return _Ends(source, target, behind[0])


def _parse_record_edge(record: Mapping[str, Any]) -> _Ends:
    """Parse the record of an edge: its source and target, ``None`` if not named, and its weight.

    >>> _parse_record_edge({"source": "A", "target": "B", "label": "0.5"})
    _Ends(source='A', target='B', weight='0.5', is_surely_probability=False)
    """
    source = _find_first_value(record, SOURCE_WORDS | {"parent"})
    target = _find_first_value(record, TARGET_WORDS | {"child"})
    edge = NodeRecord(record)

    # Under `p` the weight is a probability for certain, under `weight` it may be a distance.
    if edge.probability is not None:
        return _Ends(source, target, edge.probability, edge.is_surely_probability)
    # Without a word for a weight, the text at the edge may be a number or a fraction.
    label = edge.label
    if label is not None and _is_weight(label):
        return _Ends(source, target, label)
    return _Ends(source, target)


def _find_first_value(record: Mapping[str, Any], words: frozenset[str]) -> Any:
    """Find the value of the first key that is one of the words; ``None`` if there is none."""
    return next((value for key, value in record.items() if plain_word(str(key)) in words), None)


def _is_weight(label: str) -> bool:
    """Tell whether an edge's label may be a probability: a number, or a fraction."""
    return spells_number(label) or all(part.strip().isdecimal() for part in label.split("/"))


def _convert_position_to_name(end: Any, names: Sequence[str]) -> Any:
    """Convert the position of a node to its name; any other end stays as it is.

    >>> _convert_position_to_name(1, ["A", "B"]), _convert_position_to_name("C", ["A", "B"])
    ('B', 'C')
    >>> _convert_position_to_name(-1, ["A", "B"])
    -1
    """
    is_position = isinstance(end, int) or (isinstance(end, str) and end.isdecimal())
    if is_position and 0 <= int(end) < len(names):
        return names[int(end)]
    return end


# -- records that name their relatives ---------------------------------------------------------


def read_graph_of_parents(items: Any) -> Graph | None:
    """Read the graph of records that name their parents; return ``None`` if none of them does.

    There are two kinds of such records::

        {"id": "B", "parent": "A"}      a node; so there must be a record of A, too
        {"parent": "A", "child": "B"}   an edge; nobody's child, the root, has no record

    >>> graph = read_graph_of_parents([{"id": "A"}, {"id": "B", "parent": "A", "value": 5}])
    >>> [edge.target for edge in graph.children["A"]]
    ['B']

    Args:
        items: A list of records, or records under their names.

    Raises:
        UnreadableError: A record names a parent that does not exist, or two have the same name.
    """
    records = _build_node_records(items)
    if records is None or not _have_parents(records):
        return None

    # First all nodes, since a record may come before that of its parent.
    names = _collect_names(records)
    graph = _build_graph_without_edges(names, records)
    must_declare_parents = not _are_edges_to_children(records)
    graph.is_complete = must_declare_parents

    for name, record in zip(names, records, strict=True):
        parent = record.first(PARENT)
        if not _means_no_relative(parent, graph.nodes):
            _add_edge_from_parent(graph, text_of_name(parent), name, record)
    return graph


def _are_edges_to_children(records: Sequence[NodeRecord]) -> bool:
    """Tell whether each record is an edge to a child, so that the root has none of its own.

    Rows below the heading ``parent,child,value`` are such records.
    """
    return all(_is_name(record.get(_CHILD)) for record in records)


def _is_name(value: Any) -> bool:
    """Tell whether a value may be the name of a node: a text or an integer."""
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def _means_no_relative(value: Any, names: Collection[str]) -> bool:
    """Tell whether what stands in the place of a parent or child says that there is none.

    ``null``, ``-1`` and the like do, unless a node is called so.
    """
    if not _is_name(value):
        return value is None
    text = str(value)
    return text not in names and text.strip().lower() in _NO_RELATIVE


def _have_parents(records: Sequence[NodeRecord]) -> bool:
    """Tell whether a record names its parent, and none holds others (as those of D3 do)."""
    has_parent = any(record.first(PARENT) is not None for record in records)
    return has_parent and not any(_holds_records(record.children_entry) for record in records)


def _collect_names(records: Sequence[NodeRecord]) -> list[str]:
    """Collect the names by which records refer to each other.

    ================================================  ===========================================
    ``[{"parent": "A", "child": "B"}, …]``            ``["B", …]``, the children
    ``[{"label": "A"}, {"label": "B", "parent":       ``["A", "B"]``, the labels, since a parent
    "A"}]``                                           is called so
    ``[{"id": "A"}, {"id": "B", "parent": "A"}]``     ``["A", "B"]``, the names
    ================================================  ===========================================
    """
    if _are_edges_to_children(records):
        return [text_of_name(record.get(_CHILD)) for record in records]

    names = [_choose_name(record.items, position) for position, record in enumerate(records)]
    labels = [record.label for record in records]
    parents = {text_of_name(record.first(PARENT)) for record in records}
    are_parents_labels = None not in labels and not parents.isdisjoint(labels)
    are_parents_names = not parents.isdisjoint(names)
    if are_parents_labels and not are_parents_names:
        return [text_of_name(label) for label in labels]
    return names


def _build_graph_without_edges(names: Sequence[str], records: Sequence[NodeRecord]) -> Graph:
    """Build a graph of nodes without edges, each of which must have been declared.

    Raises:
        UnreadableError: Two have the same name.
    """
    graph = Graph(is_complete=True)
    for name, record in zip(names, records, strict=True):
        _add_new_node(graph, name, record.items)
    return graph


def _add_edge_from_parent(graph: Graph, parent: str, name: str, record: NodeRecord) -> None:
    """Add the edge from the parent that a node's record names to the node.

    Raises:
        UnreadableError: There is no such parent.
    """
    if graph.is_complete and parent not in graph.nodes:
        message = f"{quoted(name)} has a parent {quoted(parent)}, which stands nowhere"
        hint = f"give {quoted(parent)} a record, or write null for the parent of the root"
        raise UnreadableError(message, place_of(parent), hint)
    graph.add_edge(parent, Edge(name, record.probability, record.is_surely_probability))


def read_graph_of_children(items: Any) -> Graph | None:
    """Read the graph of records that name their children; return ``None`` if they do not.

    >>> graph = read_graph_of_children([{"id": "A", "children": ["B"]}, {"id": "B", "value": 5}])
    >>> [edge.target for edge in graph.children["A"]]
    ['B']

    Args:
        items: A list of records. Records under their names are no such list, and give ``None``.

    Raises:
        UnreadableError: Two records have the same name.
    """
    records = None if isinstance(items, Mapping) else _build_node_records(items)
    if records is None:
        return None

    # Each list of children belongs to the record, and so to the name, at the same position.
    names = _collect_names(records)
    lists_of_children = [_collect_child_names(record, names) for record in records]
    all_children = list(chain.from_iterable(lists_of_children))
    # Children that are records are nodes themselves, one within the other, and no graph.
    if not _are_names(all_children, frozenset(names)):
        return None

    graph = _build_graph_without_edges(names, records)
    for name, children in zip(names, lists_of_children, strict=True):
        for child in children:
            graph.add_edge(name, Edge(text_of_name(child)))
    return graph


def _collect_child_names(record: NodeRecord, names: Collection[str]) -> Sequence[Any]:
    """Collect the children in a list or under ``left`` and ``right``, without signs for none."""
    children = _to_list(record.children_entry)
    return [child for child in children if not _means_no_relative(child, names)]


def _are_names(children: Sequence[Any], names: frozenset[str]) -> bool:
    """Tell whether children are names of records, and not nodes themselves.

    Either all are names of records, or some are and the others are words. Such a word is the name
    of a record that is missing.
    """
    children_with_record = [child for child in children if _is_name_of_record(names, child)]
    if not children_with_record:
        return False
    if len(children_with_record) == len(children):
        return True
    return all(isinstance(child, str) and not spells_number(child) for child in children)


def _holds_records(children: Any) -> bool:
    """Tell whether some of the children are records, and not names."""
    return any(isinstance(child, dict) for child in _to_list(children))


def _to_list(children: Any) -> Sequence[Any]:
    """Return the children if they are a list; else an empty tuple."""
    return children if isinstance(children, (list, tuple)) else ()


def _is_name_of_record(names: frozenset[str], child: Any) -> bool:
    """Tell whether a child is one of some names, which may be written as an integer."""
    return _is_name(child) and text_of_name(child) in names


def _build_node_records(items: Any) -> list[NodeRecord] | None:
    """Build the records of a list, or of a record by name; ``None`` if anything else is in it."""
    members = items.values() if isinstance(items, Mapping) else items
    if not all(isinstance(member, Mapping) for member in members):
        return None
    return [NodeRecord(merge_inner_record(record)) for record in _convert_to_records(items)]


# -- a list of edges ---------------------------------------------------------------------------


def read_graph_of_edges(items: Sequence[Any], *, has_values: bool = False) -> Graph | None:
    """Read the graph of a list of edges; return ``None`` if it is no list of edges.

    An edge is a pair or a record with two ends: ``[("A", "B"), ("A", "C")]``,
    ``[{"source": "A", "target": "B"}]``.

    Args:
        items: The list.
        has_values: Whether a table of the nodes' values stands beside it. It matters for a list of
            one pair alone: ``[("A", "B")]`` is an edge if there is such a table, and else no list
            of edges. Lists of several pairs and of records are read alike with and without it.

    Raises:
        UnreadableError: An edge has no two ends, or two nodes among the records have one name.
    """
    # An empty list fits everything, and says nothing.
    if not items:
        return None
    if all(isinstance(item, Mapping) for item in items):
        return _build_graph_of_edge_records(items)
    # Not all pairs are edges: [("D", 5), ("E", 8)] are two leaves with their values, and belong to
    # no graph. The second test tells them apart, by the pairs as a whole.
    if all(map(_is_pair, items)) and _are_edges(items, has_values=has_values):
        return _build_graph([], items)
    return None


def _are_edges(pairs: Sequence[Any], *, has_values: bool) -> bool:
    """Tell whether pairs are edges, and not leaves with their values.

    ==========================  ===========================================================
    ``("A", "B"), ("B", 5)``    edges: the first leads to the source of the second
    ``("A", "B"), ("A", 5)``    edges: all lead away from A, and one leads to a name
    ``("D", 5), ("E", 8)``      leaves
    ``("A", "B")`` alone        any two words; an edge if a table of values stands beside it
    ==========================  ===========================================================

    >>> _are_edges([("A", "B"), ("B", 5)], has_values=False)
    True
    >>> _are_edges([("A", "B"), ("A", "C")], has_values=False)
    True
    >>> _are_edges([("D", 5), ("E", 8)], has_values=False)
    False
    """
    sources = {source for source, _ in pairs}
    # A decimal keeps its digits in a text, and is no name: [[0.25, 0.5], [0.5, 0.5]] is plain.
    target_names = [
        target for _, target in pairs if isinstance(target, str) and not isinstance(target, Digits)
    ]
    leads_to_source = not sources.isdisjoint(target_names)
    if leads_to_source:
        return True
    may_be_any_words = len(pairs) == 1 and not has_values
    if may_be_any_words:
        return False
    return len(sources) == 1 and len(target_names) > 0


def _build_graph_of_edge_records(records: Sequence[Mapping[str, Any]]) -> Graph | None:
    """Build the graph of records of edges; return ``None`` if no record is an edge.

    Records that have no source and target are nodes. So one list may hold both, as Cytoscape
    writes::

        [{"data": {"id": "B", "value": 5}}, {"data": {"source": "A", "target": "B"}}]

    Raises:
        UnreadableError: Two nodes have one name, or an end of an edge is ``None``.
    """
    edges: list[Mapping[str, Any]] = []
    nodes: list[Mapping[str, Any]] = []
    for record in records:
        if _is_edge(merge_inner_record(record)):
            edges.append(record)
        else:
            nodes.append(record)
    if not edges:
        return None

    graph = _build_graph(nodes, edges)
    # Without nodes the list is a table of edges, in which a row has the value of its target. Else
    # the nodes have values of their own.
    if not nodes:
        _set_target_values(graph, edges)
    return graph


def _set_target_values(graph: Graph, edges: Iterable[Any]) -> None:
    """Set the values of nodes from the records of the edges to them, as in a table of edges.

    ``{"from": "A", "to": "B", "value": 3}`` gives B the value 3. An edge that is no record, or has
    no value, is skipped.
    """
    for edge in edges:
        if not isinstance(edge, Mapping):
            continue
        record = NodeRecord(merge_inner_record(edge))
        target = _find_first_value(record.items, TARGET_WORDS)
        if target is not None and record.number is not None:
            graph.add_node_values({text_of_name(_parse_end(target)): record.number})


def _is_edge(record: Mapping[str, Any]) -> bool:
    """Tell whether a record names a source and a target."""
    words = {plain_word(key) for key in record if isinstance(key, str)}
    return not words.isdisjoint(SOURCE_WORDS) and not words.isdisjoint(TARGET_WORDS)


def _is_pair(item: Any) -> bool:
    """Tell whether something is a pair of a name and another name or number."""
    if not isinstance(item, (list, tuple)) or len(item) != 2:
        return False
    source, target = item
    return isinstance(source, str) and not isinstance(target, (list, tuple, dict))
