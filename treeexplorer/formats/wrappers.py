"""Records around trees: whether a record is a node, or holds trees under words and titles."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from treeexplorer.formats.adjacency import (
    build_successor_graph,
    has_named_successors,
    has_numbered_successors,
)
from treeexplorer.formats.cases import rename_tree_key
from treeexplorer.formats.graph_facts import GraphFacts, split_off_facts
from treeexplorer.formats.graph_finding import convert_to_assignments, describes_node
from treeexplorer.formats.linked_nodes import (
    is_record_of_graph,
    read_graph_of_children,
    read_graph_of_parents,
)
from treeexplorer.formats.lists import is_list, is_numeric
from treeexplorer.formats.model import Assigned, Constructed
from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.words import (
    CHILDREN,
    LEAVES_WORDS,
    NAME,
    PARENT,
    SEVERAL_TREES,
    TREE_WORDS,
    meaning,
    plain_word,
)

NUMBERED_TREE: Final = re.compile(
    r"(?:(?:game)?tree|example|exercise|problem|question|task|quiz|test)[0-9]+"
)


_SURE_TREE_WORDS: Final = frozenset({"tree", "gametree"})


def may_be_tree(value: Any) -> bool:
    """Tell whether a value is a list, a record or a call that is not empty."""
    if isinstance(value, Constructed):
        return bool(value.arguments or value.keywords)
    return isinstance(value, (list, tuple, dict)) and bool(value)


def has_trees_by_number(record: dict[Any, Any]) -> bool:
    """Tell whether all keys of a record number trees, or are the titles of wrappers.

    ``{"tree1": […], "tree2": […]}`` and ``{"a": {"tree": […]}, "b": {"tree": […]}}`` are such.
    """
    if len(record) < 2:
        return False
    if _are_wrappers_by_title(record):
        return True
    are_numbered = all(NUMBERED_TREE.fullmatch(plain_word(str(key))) for key in record)
    return are_numbered and all(map(may_be_tree, record.values()))


def are_wrappers(items: Sequence[Any]) -> bool:
    """Tell whether all values are wrappers of trees: ``{"title": "Quiz", "tree": […]}``."""
    if not all(isinstance(item, dict) for item in items):
        return False
    wrapped = [find_values_in_wrapper(item) for item in items]
    return all(inside is not None for inside in wrapped)


def find_values_in_wrapper(record: dict[Any, Any]) -> list[Assigned] | None:
    """Find the values in a wrapper, each with its key; ``None`` for any other record.

    A wrapper is a record around a tree that is no node of it: it has a title, say, beside the tree,
    as ``{"title": "Quiz", "tree": [[3, 12], [2, 4]]}`` has.
    """
    values = convert_to_assignments(record)
    if is_record_of_graph(record) or _is_surely_wrapper(values):
        return values

    # What only may be a wrapper is one if it is no node.
    if not describes_node(record) and _may_be_wrapper(values):
        return values
    return None


def _is_surely_wrapper(values: Sequence[Assigned]) -> bool:
    """Tell whether a record is a wrapper although its keys might describe a node, too.

    ``{"root": "A", "nodes": {"A": …}}`` is one, though ``nodes`` is also a word for children, and
    ``{"value": 3, "tree": [[3, 12], [2, 4]]}``, though nodes have values.
    """
    return _has_nodes_by_name(values) or any(map(_is_tree_under_word_tree, values))


def _may_be_wrapper(values: Sequence[Assigned]) -> bool:
    """Tell whether a record whose keys describe no node is a wrapper.

    Examples: ``{"name": "Quiz", "data": [[3, 12], [2, 4]]}``,
    ``{"exercises": [{"name": "1", "tree": [[3, 12], [2, 4]]}]}`` and
    ``{"moves of A": {"A": ["B", "C"]}, "values": {"B": 3, "C": 5}}``.
    """
    return (
        any(map(is_tree_under_any_word, values))
        or any(map(holds_wrappers, values))
        or _has_record_of_successors(values)
    )


def is_tree_under_any_word(assigned: Assigned) -> bool:
    """Tell whether a value may be a tree, or several, and stands under a word for that.

    Such words are ``tree``, ``trees`` and ``data``, and ``leaves`` for a list of numbers.
    """
    word = plain_word(assigned.variable)
    if word in LEAVES_WORDS:
        return is_list(assigned.value) and all(map(is_numeric, assigned.value))
    return (word in TREE_WORDS or word == SEVERAL_TREES) and may_be_tree(assigned.value)


def _is_tree_under_word_tree(assigned: Assigned) -> bool:
    """Tell whether a tree stands under ``tree`` or ``gametree``, which say it for certain."""
    return plain_word(assigned.variable) in _SURE_TREE_WORDS and may_be_tree(assigned.value)


def holds_wrappers(assigned: Assigned) -> bool:
    """Tell whether records that hold trees stand under a key that means nothing else.

    ``{"exercises": [{"name": "1", "tree": [[3, 12], [2, 4]]}]}`` has such a list, and so has a
    record alone, ``{"exercise": {"tree": [[3, 12], [2, 4]]}}``, and one of several by their titles.
    """
    value, key = assigned
    if meaning(key) is not None:
        return False
    if isinstance(value, dict):
        return has_tree_under_word(value) or _are_wrappers_by_title(value)
    if isinstance(value, list) and value:
        return all(
            isinstance(item, dict) and _has_tree_beside_words(rename_tree_key(item))
            for item in value
        )
    return False


def has_tree_under_word(value: Any) -> bool:
    """Tell whether a value is a record with a tree under ``tree`` or ``gametree``."""
    is_record = isinstance(value, dict)
    return is_record and any(map(_is_tree_under_word_tree, convert_to_assignments(value)))


def _are_wrappers_by_title(record: Mapping[Any, Any]) -> bool:
    """Tell whether a tree stands under ``tree`` in each record of several: ``{"q1": {"tree": …}}``.

    >>> _are_wrappers_by_title({"q1": {"tree": [3, 5]}, "q2": {"tree": [2, 9]}})
    True
    """
    return len(record) > 0 and all(map(has_tree_under_word, record.values()))


def _has_tree_beside_words(record: dict[Any, Any]) -> bool:
    """Tell whether a record is no node and has a key such as ``tree`` that leads to a tree.

    With ``tree`` itself it is no node, though it may have a value: ``{"tree": […], "value": 3}``.
    """
    inside = convert_to_assignments(record)
    if any(map(_is_tree_under_word_tree, inside)):
        return True
    return not describes_node(record) and any(map(is_tree_under_any_word, inside))


def _has_nodes_by_name(inside: Sequence[Assigned]) -> bool:
    """Tell whether a word for children leads to nodes that refer to each other by name.

    Examples: ``{"root": "A", "nodes": {"A": …}}``, ``{"nodes": [{"id": "B", "parent": "A"}, …]}``
    and ``{"children": {"A": ["B", "C"]}, "values": {"B": 3, "C": 5}}``.
    """
    facts, others = split_off_facts(inside)
    names_of_record = {
        str(assigned.value) for assigned in inside if meaning(assigned.variable) == NAME
    }
    for assigned in others:
        if meaning(assigned.variable) != CHILDREN:
            continue
        nodes = assigned.value
        # In {"name": "A", "children": [{"parent": "A"}]} the record is itself the node above them.
        are_children_of_record = _have_parent(nodes, names_of_record)
        if not are_children_of_record and _are_linked_by_name(nodes, facts):
            return True
    return False


def _have_parent(nodes: Any, names: Collection[str]) -> bool:
    """Tell whether all nodes of a list name the record around them as their parent.

    They do in ``{"name": "A", "children": [{"parent": "A", "value": 3}]}``.
    """
    if not isinstance(nodes, list) or not all(isinstance(node, dict) for node in nodes):
        return False
    return all(str(NodeRecord(node).first(PARENT)) in names for node in nodes)


def _are_linked_by_name(nodes: Any, facts: GraphFacts) -> bool:
    """Tell whether nodes, a list or a record of them, refer to each other by name.

    ========================================  ===========================================
    ``[{"id": "B", "parent": "A"}, …]``       yes: a list of nodes that name their parents
    ``[{"id": "A", "children": ["B"]}, …]``   yes: a list of nodes that name their children
    ``{"B": {"parent": "A"}, …}``             yes: a record of nodes that name their parents
    ``{"A": ["B"], "B": 3}``                  yes: a record of nodes that name their children
    ``{"A": …, "B": …}``                      yes, if a fact beside it is ``root = "A"``
    ``{"A": {"B": 3}, "C": 4}``               no: each node stands within its parent
    ========================================  ===========================================
    """
    if isinstance(nodes, list):
        name_parents = read_graph_of_parents(nodes) is not None
        return name_parents or read_graph_of_children(nodes) is not None

    if isinstance(nodes, dict):
        has_root_beside = facts.root is not None
        if has_root_beside:
            return True
        name_parents = read_graph_of_parents(nodes) is not None
        name_children = has_named_successors(nodes, facts.values) or has_numbered_successors(nodes)
        return name_parents or name_children
    return False


def _has_record_of_successors(inside: Sequence[Assigned]) -> bool:
    """Tell whether one of the values in a record is a record of successors by name.

    Example: ``{"name": "Quiz", "moves of A": {"A": ["B", "C"]}, "values": {"B": 3, "C": 5}}``.
    """
    facts, others = split_off_facts(inside)
    records = [assigned.value for assigned in others if isinstance(assigned.value, dict)]
    return any(build_successor_graph(record, facts.values) is not None for record in records)
