"""Finds the one graph in values: in a list of edges, in a record, or under names of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.formats.adjacency import build_successor_graph
from treeexplorer.formats.described_nodes import as_list
from treeexplorer.formats.graph_facts import GraphFacts, move_root_to_facts, split_off_facts
from treeexplorer.formats.graphs import Graph, text_of_name
from treeexplorer.formats.linked_nodes import (
    as_part_of_graph,
    is_part_of_graph,
    is_record_of_graph,
    read_graph_of_children,
    read_graph_of_edges,
    read_graph_of_parents,
    read_graph_of_record,
)
from treeexplorer.formats.lists import is_list
from treeexplorer.formats.model import Assigned, Constructed
from treeexplorer.formats.named_forms import (
    build_path_rows,
    merge_children_and_values,
    split_off_values,
)
from treeexplorer.formats.records import NodeRecord, is_empty_value
from treeexplorer.formats.successor_rows import parse_successor_rows
from treeexplorer.formats.words import NAME, RESULTS_OF_GAME, meaning

CONTAINER_TYPES: Final = (list, tuple, dict, set, frozenset, Constructed)


def _collect_unused_variables(values: Iterable[Assigned]) -> list[str]:
    """Collect the variables of the values that say something and are neither nodes nor edges.

    The user is told that they are left out. The name of the whole (``name = "Quiz"``) is not among
    them, nor a value that says nothing, such as an empty list.
    """
    return [
        variable
        for value, variable in values
        if variable
        and not is_empty_value(value)
        and not is_part_of_graph(variable)
        and meaning(variable) != NAME
    ]


class _OnlyGraph(NamedTuple):
    """The only graph among some values, and the variables that are not used for it."""

    graph: Graph
    unused: list[str]


def find_only_graph(values: Sequence[Assigned], facts: GraphFacts) -> _OnlyGraph | None:
    """Find the only graph among some values, and add the facts about its nodes to it.

    The result is ``None`` if there are no graphs or several, or if a value without a variable is a
    list or a record and no graph, since then it may be a tree of its own.
    """
    graphs: list[Graph] = []
    unused: list[str] = []
    for value, variable in values:
        graph = find_graph(value, facts)
        if graph is not None:
            graphs.append(graph)
        # A variable of the program that may hold anything.
        elif variable:
            unused.append(variable)
        elif isinstance(value, CONTAINER_TYPES):
            return None

    if len(graphs) != 1:
        return None
    return _OnlyGraph(graphs[0], unused)


def _rename_nodes_and_edges(values: Sequence[Assigned]) -> Sequence[Assigned]:
    """Return values with ``nodes`` and ``edges`` for variables that end so, if each is the only."""
    renamed = [each._replace(variable=as_part_of_graph(each.variable)) for each in values]
    words = [each.variable for each in renamed]
    has_one_graph = words.count("nodes") == 1 and words.count("edges") == 1
    return renamed if has_one_graph else values


def find_nodes_and_edges(values: Sequence[Assigned], facts: GraphFacts) -> _OnlyGraph | None:
    """Find the graph in variables called ``edges`` and perhaps ``nodes``; ``None`` if none is.

    Beside ``edges = [("A", "B"), ("A", "C")]`` no other variable can be a graph of its own: those
    that say something are left out. ``initial_nodes`` and ``initial_edges`` are read likewise.

    ``facts`` has what tables beside the graph say of its nodes, such as ``values = {"B": 3}``; that
    is added to the graph.
    """
    renamed_values = _rename_nodes_and_edges(values)
    record = {assigned.variable: assigned.value for assigned in renamed_values}
    if not is_record_of_graph(record):
        return None

    # In edges = [(1, 2)] the 2 may be the value of a leaf. With values = {2: 5} it is a name.
    names_in_tables = {text_of_name(name) for name in [*facts.values, *facts.players]}
    graph = read_graph_of_record(record, names=names_in_tables)
    if graph is None:
        return None

    graph_with_facts = facts.add_to(graph)
    left_out_variables = _collect_unused_variables(renamed_values)
    return _OnlyGraph(graph_with_facts, left_out_variables)


def find_graph(value: Any, facts: GraphFacts) -> Graph | None:
    """Build the graph that a value is, with facts about its nodes; ``None`` if it is no graph.

    Graphs are ``[("A", "B"), ("B", 5)]``, ``[{"id": "A"}, {"id": "B", "parent": "A"}]`` and
    ``{"A": ["B", "C"], "B": 3, "C": 5}``. A list of one pair is a graph only if ``facts`` has
    values of nodes.
    """
    paths = build_path_rows(value)
    if paths is not None:
        value = paths

    if isinstance(value, dict):
        return _find_graph_in_record(value, facts)
    if is_list(value) or isinstance(value, (set, frozenset)):
        return _find_graph_in_list(as_list(value), facts)
    return None


def _find_graph_in_list(items: Sequence[Any], facts: GraphFacts) -> Graph | None:
    """Build the graph of a list of nodes or edges, with facts about its nodes; ``None`` if none.

    The forms are tried in this order:

    1. Nodes that name their parents: ``[{"id": "B", "parent": "A"}, …]``.
    2. Nodes that name their children: ``[{"id": "A", "children": ["B", "C"]}, …]``.
    3. Edges: ``[("A", "B"), …]``. They come after the records above, which may look like edges,
       too: with a key ``from`` or ``to``.
    4. Rows of a node and its children: ``[("A", "B", "C"), ("B", 3, 12), …]``.
    """
    # [["win", "loss"], ["draw", "win"]] are no names, unless they have values.
    results = RESULTS_OF_GAME.difference(facts.values)
    cells = chain.from_iterable(filter(is_list, items))
    if any(isinstance(cell, str) and cell.lower() in results for cell in cells):
        return None

    graph = read_graph_of_parents(items)
    if graph is None:
        graph = read_graph_of_children(items)
    if graph is None:
        graph = read_graph_of_edges(items, has_values=bool(facts.values))
    if graph is None:
        graph = _find_graph_in_rows(items, facts)

    if graph is None:
        return None
    return facts.add_to(graph)


def _find_graph_in_rows(rows: Sequence[Any], facts: GraphFacts) -> Graph | None:
    """Find the graph of rows of a name and its successors; ``None`` if these are no such rows."""
    successors = parse_successor_rows(rows)
    return None if successors is None else build_successor_graph(successors, facts.values)


def _find_graph_in_record(record: dict[Any, Any], facts: GraphFacts) -> Graph | None:
    """Find the graph in a record, with facts about its nodes; ``None`` if there is no graph.

    The first of these conventions that fits decides:

    1. Nodes and edges, ``{"nodes": […], "edges": […], "values": {"B": 3}}``.
    2. Nodes that name their parents, ``{"B": {"parent": "A"}, …}``.
    3. Successors by name, ``{"start": "A", "A": ["B", "C"], "B": 3, …}``.
    """
    # {"A": (["B", "C"], None), "B": ([], 3), …} becomes {"A": {"children": ["B", "C"], …}, …}.
    record_by_name = merge_children_and_values(record)
    # {"A": ["B", "C"], "values": {"B": 3}} becomes {"A": ["B", "C"]} and the table {"B": 3}.
    nodes, table_of_values = split_off_values(record_by_name)
    all_facts = facts.add_table(table_of_values)

    # 1. Nodes and edges.
    graph = _find_graph_of_edges(nodes, all_facts)
    if graph is not None:
        return graph

    # The keys of 2. and 3. are names of nodes. Those of {"value": 3, …} describe one node.
    if describes_node(nodes):
        return None

    # 2. Nodes that name their parents.
    graph = read_graph_of_parents(nodes)
    if graph is not None:
        return all_facts.add_to(graph)

    # 3. Successors by name.
    return _find_graph_of_successors(nodes, all_facts)


def _find_graph_of_edges(record: dict[Any, Any], facts: GraphFacts) -> Graph | None:
    """Find the graph of a record with the key ``edges``; ``None`` if it has none.

    Other keys may hold facts about the nodes: ``{"edges": [("A", "B")], "values": {"B": 3}}``.
    """
    graph = read_graph_of_record(record)
    if graph is None:
        return None
    parts = split_off_facts(convert_to_assignments(record), known=facts)
    return parts.facts.add_to(graph)


def _find_graph_of_successors(record: dict[Any, Any], facts: GraphFacts) -> Graph | None:
    """Find the graph in a record from the name of a node to its successors or its value.

    In ``{"start": "A", "A": ["B", "C"], "B": 3, …}`` the start is no node: it names the root.
    """
    parts = move_root_to_facts(record, facts)
    graph = build_successor_graph(parts.successors, parts.facts.values)
    return None if graph is None else parts.facts.add_to(graph)


def describes_node(record: dict[Any, Any]) -> bool:
    """Tell whether a record has a value or children of its own."""
    described = NodeRecord(record)
    return described.number is not None or bool(described.children_entry)


def convert_to_assignments(record: Mapping[Any, Any]) -> list[Assigned]:
    """Return the values in a record, each as if it were assigned to its key."""
    return [Assigned(value, str(key)) for key, value in record.items()]
