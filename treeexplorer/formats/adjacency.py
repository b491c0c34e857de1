"""Successors by name: ``{"A": ["B", "C"], "B": [3, 12]}``, and the tables that stand beside it.

Assignments keep values in a second record, AIMA's exercises have moves that lead to states
(``succs``) and utilities (``utils``), networkx a record of weights below each name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from treeexplorer.formats.graphs import (
    NO_NUMBER,
    Edge,
    Graph,
    NodeTable,
    place_of,
    text_of_name,
)
from treeexplorer.formats.labels import spells_number
from treeexplorer.formats.lists import is_list, is_named_value, is_text
from treeexplorer.formats.model import Digits, UnreadableError
from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.words import NAME, meaning


def build_successor_graph(
    record: Mapping[Any, Any], names_elsewhere: Iterable[Any] = ()
) -> Graph | None:
    """Return the graph of a record of successors; ``None`` for any other record.

    In such a record each entry is a node with what stands below it::

        "A": ["B", "C"]                   the names of its children
        "A": {"left": "B", "right": "C"}  moves, and the names that they lead to
        "A": {"children": ["B", "C"]}     a record of the node
        "B": [3, 12], "C": 2              values of leaves, or the node's own

    At least one entry must lead to another name of the record (here B), and no entry may be a
    record with its own name among its keys.

    >>> graph = build_successor_graph({"A": ["B", "C"], "B": [3, 12], "C": 2})
    >>> [edge.target for edge in graph.children["B"]], graph.nodes["C"].number
    ([3, 12], 2)

    Args:
        record: The successors of each node, under its name.
        names_elsewhere: Names of nodes that need no key in the record, such as those of leaves
            whose values stand in a table beside it.

    Raises:
        UnreadableError: What stands below a name can be neither children nor a value.
    """
    node_names = set(map(text_of_name, [*record, *names_elsewhere]))
    has_successors = any(_leads_to_name(name, entry, node_names) for name, entry in record.items())
    if not has_successors or _has_names_below_themselves(record):
        return None

    # Two spellings of leaves become the usual ones. Either step may be the first: the one changes
    # lists of pairs, the other records.
    # {"B": [("left", 3), ("right", 5)]} becomes {"B": [3, 5]}
    record_with_values = _remove_moves_to_leaves(record, node_names)
    # {"B": {"D": 3, "E": 5}} becomes {"B": ["D", "E"], "D": 3, "E": 5}
    successors = _name_leaves_by_key(record_with_values, node_names)

    # A complete graph refuses a child without an entry, unless it is a value: it is misspelled.
    graph = Graph(is_complete=True)
    for name, entry in successors.items():
        _add_entry(graph, text_of_name(name), entry, node_names)
    return graph


def _remove_moves_to_leaves(record: Mapping[Any, Any], node_names: set[str]) -> Mapping[Any, Any]:
    """Return successors with the values alone where pairs are moves with the values of leaves.

    ``{"A": [("l", "B")], "B": [("l", 3), ("r", 5)]}`` becomes ``{"A": [("l", "B")], "B": [3, 5]}``.
    Where no move leads to a name, nothing is changed.
    """
    children = [child for entry in record.values() if is_list(entry) for child in entry]
    has_moves = any(_is_move(child, node_names) for child in children)
    if not has_moves:
        return record

    successors: dict[Any, Any] = {}
    for name, entry in record.items():
        if is_list(entry) and _are_moves_to_values(entry, node_names):
            successors[name] = list(map(_remove_move, entry))
        else:
            successors[name] = entry
    return successors


def _are_moves_to_values(children: Sequence[Any], node_names: set[str]) -> bool:
    """Tell whether all pairs among children are moves with values: ``("l", 3)``.

    ``("B", 3)`` is none if B is a node. Children that are no pairs do not matter.
    """
    return all(
        is_named_value(child) and child[0] not in node_names for child in children if is_list(child)
    )


def _remove_move(child: Any) -> Any:
    """Return the value of a move, 3 of ``("l", 3)``; any other child as it is."""
    return child[1] if is_list(child) else child


def _is_move(pair: Any, node_names: set[str]) -> bool:
    """Tell whether a pair is a move, which is no name of a node, and the name that it leads to."""
    if not is_list(pair) or len(pair) != 2:
        return False
    move, target = pair
    return is_text(move) and is_text(target) and move not in node_names and target in node_names


def _name_leaves_by_key(record: Mapping[Any, Any], node_names: set[str]) -> Mapping[Any, Any]:
    """Give each leaf that stands in a record within the record an entry of its own.

    ``{"A": ["B"], "B": {"D": 3, "E": 5}}`` becomes ``{"A": ["B"], "B": ["D", "E"], "D": 3,
    "E": 5}``: the keys D and E are the names of the leaves.

    If one such key is a move to a node, all are moves, and no leaf has a name. So nothing is
    changed in ``{"A": {"a1": "B"}, "B": {"b1": 3}}``, where the move a1 leads to the node B.
    """
    inner_records = [entry for entry in record.values() if isinstance(entry, Mapping)]
    are_keys_moves = any(_has_name_as_value(inner, node_names) for inner in inner_records)
    if are_keys_moves:
        return record

    successors: dict[Any, Any] = {}
    value_by_leaf: dict[Any, Any] = {}
    for name, entry in record.items():
        if isinstance(entry, Mapping) and _has_leaves_by_key(entry, node_names):
            names_of_leaves = list(entry)
            successors[name] = names_of_leaves
            value_by_leaf.update(entry)
        else:
            successors[name] = entry
    return {**successors, **value_by_leaf}


def _has_leaves_by_key(record: Mapping[str, Any], node_names: set[str]) -> bool:
    """Tell whether a record has a value under each key, and no key is a name or a known word.

    >>> _has_leaves_by_key({"b1": 3, "b2": 12}, {"A", "B"})
    True
    >>> _has_leaves_by_key({"B": 0.5}, {"A", "B"}), _has_leaves_by_key({"value": 3}, {"A", "B"})
    (False, False)
    """
    if not record or NodeRecord(record).is_node:
        return False
    has_name = any(text_of_name(key) in node_names for key in record)
    return not has_name and all(_is_leaf_value(value, node_names) for value in record.values())


def _has_names_below_themselves(record: Mapping[Any, Any]) -> bool:
    """Tell whether a record below a name has the same name among its keys.

    In ``{"left": {"left": 3, "right": 5}, "right": 2}`` the keys are moves, and the records what
    they lead to.
    """
    return any(
        isinstance(entry, Mapping) and name in entry and not isinstance(entry[name], str)
        for name, entry in record.items()
    )


def has_named_successors(record: Mapping[Any, Any], values: NodeTable) -> bool:
    """Tell whether a text below a name is another name, of the record or of ``values``.

    >>> has_named_successors({"A": ["B"], "B": 3}, {})
    True
    >>> has_named_successors({"A": [1, 5], "1": 3}, {})
    False
    """
    node_names = {text_of_name(name) for name in [*record, *values]}
    return any(
        isinstance(child, str) and child in node_names and child != name
        for name, entry in record.items()
        for child in _collect_possible_names(entry)
    )


def has_numbered_successors(record: Mapping[Any, Any]) -> bool:
    """Tell whether each node of a record is a record, and all numbers below nodes are their names.

    JSON writes the names as texts, and the numbers of the children often not.

    >>> has_numbered_successors({"0": {"children": [1, 2]}, "1": {"value": 3}, "2": {"value": 5}})
    True
    >>> has_numbered_successors({"0": {"children": [3, 5]}, "1": {"value": 3}})
    False
    """
    if not all(isinstance(entry, Mapping) for entry in record.values()):
        return False
    children_entries = [NodeRecord(entry).children_entry for entry in record.values()]
    children = [child for entry in children_entries if is_list(entry) for child in entry]
    names = {text_of_name(name) for name in record}
    return len(children) > 0 and all(
        type(child) is int and text_of_name(child) in names for child in children
    )


def _leads_to_name(name: Any, entry: Any, node_names: set[str]) -> bool:
    """Tell whether what stands below a name leads to another name.

    ``"A": ["B", "C"]`` does if B is a node, ``"A": [3, 12]`` does not.
    """
    return any(
        isinstance(child, (str, int)) and text_of_name(child) in node_names and child != name
        for child in _collect_possible_names(entry)
    )


def _collect_possible_names(entry: Any) -> Sequence[Any]:
    """Return what may be names of children, in what stands below a node's name.

    Anything but a list, a record or a name holds no names.

    >>> _collect_possible_names(["B", ("C", 0.5)]), _collect_possible_names({"children": ["B"]})
    (['B', 'C'], ['B'])
    >>> _collect_possible_names({"a1": "B", "a2": "C"})
    ['B', 'C', 'a1', 'a2']
    """
    if isinstance(entry, str):
        return [entry]

    # The children stand under a word for them, {"children": ["B"]}, or are all that is there.
    children_entry = NodeRecord(entry).children_entry if isinstance(entry, Mapping) else None
    children = entry if children_entry is None else children_entry
    if isinstance(children, Mapping):
        return _collect_keys_and_names(children)
    if not isinstance(children, (list, tuple, set, frozenset)):
        return []
    return [name for child in children for name in _names_in_child(child)]


def _collect_keys_and_names(children: Mapping[Any, Any]) -> Sequence[Any]:
    """Return the values and the keys of a record of children, which both may be names.

    In a record of moves, ``{"a1": "B"}``, the children are the values, in a record of weights,
    ``{"B": 0.5}``, the keys. Which of the two it is, is not known yet.
    """
    targets = list(children.values())
    # In {2: {4: 3, 5: 5}} 3 and 5 are values of leaves, and no nodes that are called so.
    are_keys_numbers = all(spells_number(str(key)) for key in children)
    if are_keys_numbers:
        targets = [target for target in targets if isinstance(target, str)]
    return [*targets, *children.keys()]


def _names_in_child(child: Any) -> Sequence[Any]:
    """Return what may be the child's name: without the weight of its edge, or behind its move.

    >>> _names_in_child("B"), _names_in_child(("B", 0.5)), _names_in_child(("a1", "B"))
    (['B'], ['B'], ['a1', 'B'])
    >>> _names_in_child({"node": "B", "p": 0.5}), _names_in_child({"node": "B", "value": 3})
    (['B'], [])
    """
    if isinstance(child, Mapping):
        return _names_in_record_of_edge(child)
    if not _is_weighted(child):
        return [child]
    return [item for item in child if is_text(item)]


def _is_weighted(child: Any) -> bool:
    """Tell whether a child is a name with the weight of its edge, ``("B", 0.5)``."""
    is_pair = isinstance(child, (list, tuple)) and len(child) == 2
    return is_pair and isinstance(child[0], str) and not isinstance(child[1], (list, tuple, dict))


# -- a node and what is below it ---------------------------------------------------------------


def _add_entry(graph: Graph, name: str, entry: Any, node_names: set[str]) -> None:
    """Add a node to a graph, with what stands under its name: its children or its value.

    That is ``["B", "C"]``, ``"B"``, ``5``, or a record. An error is raised if it can be neither
    children nor a value.
    """
    if isinstance(entry, Mapping):
        _add_record(graph, name, entry, node_names)
    elif isinstance(entry, (list, tuple)):
        _add_children(graph, name, entry, node_names)
    elif isinstance(entry, (set, frozenset)):
        # A set has no order: sorted, so that every run makes the same tree.
        _add_children(graph, name, sorted(entry, key=str), node_names)
    # One child without a list around it. Any other text is the value of a leaf.
    elif isinstance(entry, str) and entry in node_names:
        _add_children(graph, name, [entry], node_names)
    elif entry is None:
        graph.add_node(name)
    else:
        graph.add_node(name, {"value": entry})


def _add_record(graph: Graph, name: str, entry: Mapping[str, Any], node_names: set[str]) -> None:
    """Add a node whose entry is a record: either of its children, or of what is known of it.

    ==============================================  ===========================================
    ``{"a1": "B", "a2": "C"}``                      children alone: moves, and where they lead
    ``{"B": {"weight": 0.5}, "C": 0.5}``            children alone: names, with weights
    ``{"value": 5}``                                a leaf
    ``{"player": "MAX", "children": ["B", "C"]}``   a node with children in a list
    ``{"player": "MAX", "moves": {"a1": "B"}}``     a node with children in a record of their own
    ==============================================  ===========================================
    """
    record = NodeRecord(entry)
    children = record.children_entry
    are_children_alone = children is None and not record.is_node
    if are_children_alone:
        _check_keys_lead_to_children(entry, node_names)
        children = entry
    else:
        # Before the children: adding them keeps what is known of the node.
        graph.add_node(name, entry)

    if isinstance(children, Mapping):
        _add_children(graph, name, _collect_children_by_key(children, node_names), node_names)
    elif children is not None:
        _add_children(graph, name, list(children), node_names)


def _check_keys_lead_to_children(record: Mapping[str, Any], node_names: set[str]) -> None:
    """Check that the keys of a record are moves to children, or the names of children.

    Raises:
        UnreadableError: They are neither.
    """
    are_names = all(text_of_name(key) in node_names for key in record)
    if not are_names and not _has_moves(record, node_names):
        raise UnreadableError("what stands below a name is a list of names, or moves to names")


def _collect_children_by_key(record: Mapping[str, Any], node_names: set[str]) -> list[Any]:
    """Return the children in a record whose keys are moves to them, or are their names.

    ==========================  ======================================  ====================
    record                      its keys                                children
    ==========================  ======================================  ====================
    ``{"a1": "B", "a2": "C"}``  moves to nodes, as AIMA writes them     ``["B", "C"]``
    ``{"b1": 3, "b2": 12}``     moves to leaves                         ``[3, 12]``
    ``{"B": {"weight": 0.5}}``  names of nodes, as networkx has them    ``[Edge("B", 0.5)]``
    ``{"B": 0.5}``              the same                                ``[Edge("B", 0.5)]``
    ==========================  ======================================  ====================
    """
    if _has_moves(record, node_names):
        return list(record.values())
    # The graph refuses a name that is none.
    return [Edge(text_of_name(name), _get_edge_weight(weight)) for name, weight in record.items()]


def _has_moves(record: Mapping[str, Any], node_names: set[str]) -> bool:
    """Tell whether the keys of a record are moves, which lead to names or to values of leaves."""
    return _has_name_as_value(record, node_names) or _has_leaves_by_key(record, node_names)


def _has_name_as_value(record: Mapping[str, Any], node_names: set[str]) -> bool:
    """Tell whether a value in a record is a name: ``{"a1": "B"}``."""
    return any(isinstance(value, str) and value in node_names for value in record.values())


def _get_edge_weight(weight: Any) -> Any:
    """Return the weight of an edge; networkx keeps it within a record: ``{"weight": 0.5}``."""
    return NodeRecord(weight).probability if isinstance(weight, Mapping) else weight


def _add_children(graph: Graph, name: str, children: Sequence[Any], node_names: set[str]) -> None:
    """Declare a node, and add the edges to its children: names, values of leaves, or edges.

    ====================  ===================================================================
    ``"A": ["B", 3]``     two edges, to the node B and to a leaf of value 3
    ``"D": [5]``          no edge: D is a leaf of value 5
    ``4: [5]``            an edge to 5: where names are numbers, this may be a name, too
    ====================  ===================================================================

    What another part of the record has said of the node is kept.
    """
    known_facts = dict(graph.nodes[name].items) if name in graph.nodes else {}
    has_only_number = len(children) == 1 and _is_leaf_value(children[0], node_names)
    is_value_of_node = has_only_number and not spells_number(name)
    if is_value_of_node:
        graph.add_node(name, {**known_facts, "value": children[0]})
        return

    graph.add_node(name, known_facts)
    for child in children:
        graph.add_edge(name, _make_edge(child, node_names))


def _is_leaf_value(child: Any, node_names: set[str]) -> bool:
    """Tell whether an item in a list of children is a number, and not the name of a node.

    In ``{"A": [1, 5], "1": [3, 8]}`` 1 is a name and 5 is a value.
    """
    if isinstance(child, str):
        return child not in node_names and spells_number(child)
    return isinstance(child, (int, float)) and text_of_name(child) not in node_names


def _make_edge(child: Any, node_names: set[str]) -> Edge:
    """Return the edge to a child, which is written in one of several ways.

    With nodes called A and B::

        Edge("B")       an edge that is ready
        ("B", 0.5)      the name of a node with the weight of its edge
        ("a1", "B")     a move with the name that it leads to
        {"node": "B"}   a record of the edge, perhaps with its weight
        5, "5"          the value of a new leaf
        "B", "C"        a name; C is refused later, with a hint

    Raises:
        UnreadableError: It is none of these. A pair without the name of a node is none.
    """
    if isinstance(child, Edge):
        return child

    edge_of_record = _make_edge_of_record(child, node_names) if isinstance(child, Mapping) else None
    if edge_of_record is not None:
        return edge_of_record

    edge_of_pair = _make_edge_of_pair(child, node_names) if _is_weighted(child) else None
    if edge_of_pair is not None:
        return edge_of_pair

    if _is_leaf_value(child, node_names):
        # The type tells the graph that a text is a value, and no name.
        value = Digits(child, place_of(child)) if isinstance(child, str) else child
        return Edge(value)
    if isinstance(child, (str, int)):
        return Edge(text_of_name(child))
    raise UnreadableError("a child is a name or a number here")


def _make_edge_of_record(record: Mapping[str, Any], node_names: set[str]) -> Edge | None:
    """Return the edge of ``{"node": "B", "p": 0.5}``; ``None`` if the record is a node itself.

    Of ``{"node": "B", "label": "left"}`` B is the name, if a node is called so.
    """
    names = _names_in_record_of_edge(record)
    if not names:
        return None
    known_names = [name for name in names if name in node_names]
    target = known_names[0] if known_names else names[0]
    child = NodeRecord(record)
    return Edge(target, child.probability, child.is_surely_probability)


def _names_in_record_of_edge(record: Mapping[str, Any]) -> list[str]:
    """Return what may be the name of the child in a record of an edge; none in that of a node.

    A node has a value or children: ``{"node": "B", "value": 3}``.
    """
    if NodeRecord(record).is_node:
        return []
    return [
        text_of_name(value)
        for key, value in record.items()
        if meaning(str(key)) == NAME and is_text(value)
    ]


def _make_edge_of_pair(pair: Sequence[Any], node_names: set[str]) -> Edge | None:
    """Return the edge of ``("B", 0.5)`` or of ``("a1", "B")``; ``None`` if neither names a node.

    In the first pair a weight follows the name, in the second the name follows a move. If both
    members are names, the second one is the weight.
    """
    left, right = pair
    if left in node_names:
        return Edge(left, right)
    if right in node_names:
        return Edge(text_of_name(right))
    return None


# -- tables beside a graph ---------------------------------------------------------------------


def is_table_of_values(value: Any) -> bool:
    """Tell whether a value is a record of numbers by name; some of them may be ``None``.

    >>> is_table_of_values({"A": None, "D": 5}), is_table_of_values({"A": None})
    (True, False)
    """
    if not isinstance(value, Mapping):
        return False
    numbers = [number for number in value.values() if number not in NO_NUMBER]
    names_nodes = any(isinstance(number, str) and number in value for number in numbers)
    return bool(numbers) and not names_nodes and all(map(_is_plain_number, numbers))


def _is_plain_number(value: Any) -> bool:
    """Tell whether a value is a number, perhaps in quotes."""
    if isinstance(value, str):
        return spells_number(value)
    return isinstance(value, (int, float)) and not isinstance(value, bool)
