"""From the values of a text to its trees: several, one in parts, or one within a wrapper.

A text holds trees one after the other, or one whose values, players and root stand beside its
graph, as assignments of a program do and the keys of a record. What one node is, and what is below
it, says :mod:`shapes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats.adjacency import (
    graph_of_successors,
    is_table_of_players,
    is_table_of_values,
)
from treeexplorer.formats.graphs import Graph, text_of_name
from treeexplorer.formats.linked_nodes import (
    graph_of_children,
    graph_of_edges,
    graph_of_parents,
    graph_of_record,
)
from treeexplorer.formats.lists import is_list
from treeexplorer.formats.model import Assigned, Constructed, Reading, UnreadableError
from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.shapes import NO_SHAPE, SHAPES, Recogniser, as_list
from treeexplorer.formats.sketches import Grown
from treeexplorer.formats.words import EDGE_WORDS, NAME, ROOT_WORDS, TREE_WORDS, meaning, plain_word
from treeexplorer.notation import Exercise
from treeexplorer.text import safe
from treeexplorer.tree import Levels

_CONTAINERS: Final = (list, tuple, dict, set, frozenset, Constructed)
_TITLE: Final = "title"


class Recognised(NamedTuple):
    """The trees of a text, with remarks on how they were understood.

    Attributes:
        exercises: The trees, in order.
        says_players: Whether something in the text says whose nodes they are.
        remarks: What was understood in a way that is not plain to see.
        left_out: What is not in the trees.
    """

    exercises: tuple[Exercise, ...]
    says_players: bool
    remarks: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def recognise(reading: Reading, levels: Levels | None = None) -> Recognised:
    """Return the trees in the values that a syntax found in a text.

    Args:
        reading: The values, in order, with the names they are assigned to.
        levels: The players by ply where an option says them: weights below its chance nodes are
            probabilities.

    Raises:
        UnreadableError: No shape fits, two do, or something in the tree is wrong.
    """
    recogniser = Recogniser(levels)
    values = [each for each in reading.values if each.value is not None]
    if not any(isinstance(each.value, _CONTAINERS) for each in values):
        raise UnreadableError(NO_SHAPE, hint=SHAPES)
    grown = _trees(recogniser, values)
    if all(each.exercise.tree.depth == 0 for each in grown):
        raise UnreadableError(NO_SHAPE, hint=SHAPES)
    left_out = dict.fromkeys([*reading.left_out, *recogniser.left_out])
    for each in grown:
        left_out.update(dict.fromkeys(each.left_out))
    return Recognised(
        exercises=tuple(each.exercise for each in grown),
        says_players=any(each.says_players for each in grown),
        remarks=tuple(recogniser.remarks),
        left_out=tuple(left_out),
    )


def tree_of_objects(root: Any, levels: Levels | None = None) -> Exercise:
    r"""Return the one tree of plain Python objects; a number alone is a tree of one leaf.

    >>> from treeexplorer.notation import write
    >>> write(tree_of_objects({"A": ["B", "C"], "B": [3, 12], "C": 2}))
    'A:[B:[3 12] C:2]\n'

    Args:
        root: The objects.
        levels: The players by ply; without them MAX begins, unless the nodes say who moves.

    Raises:
        TreeexplorerError: They fit no shape, two of them, or hold several trees.
    """
    recogniser = Recogniser(levels)
    try:
        grown = _trees(recogniser, [Assigned(root)])
    except UnreadableError as error:
        hint = "" if error.hint is None else f"; {error.hint}"
        raise TreeexplorerError(f"{error.message}{hint}") from None
    if len(grown) > 1:
        raise TreeexplorerError(f"these are {len(grown)} trees, and one was expected")
    exercise = grown[0].exercise
    if levels is None:
        return exercise
    return replace(exercise, tree=exercise.tree.with_levels(levels))


# -- one tree or several -----------------------------------------------------------------------


def _trees(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Return the trees of a text: one tree in several parts, or the trees of each value."""
    together = _tree_in_parts(recogniser, values)
    if together is not None:
        return [together]
    if len(values) == 1:
        return _trees_of_value(recogniser, values[0].value)
    return _trees_one_by_one(recogniser, values)


def _trees_one_by_one(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Return the trees of several values.

    A value that is assigned to a name and is no tree is left out.

    Raises:
        UnreadableError: A value without a name is no tree, or no value is one.
    """
    grown: list[Grown] = []
    problems: list[UnreadableError] = []
    for value, variable in values:
        if not _may_be_tree(value):
            recogniser.leave_out(variable)
            continue
        try:
            grown += _trees_of_value(recogniser, value)
        except UnreadableError as error:
            if not variable:
                raise
            problems.append(error)
            recogniser.leave_out(variable)
    if not grown and problems:
        raise problems[0]
    return grown


def _may_be_tree(value: Any) -> bool:
    """Tell whether a value is a list, a record or a call that is not empty."""
    if isinstance(value, Constructed):
        return bool(value.arguments or value.keywords)
    return isinstance(value, (list, tuple, dict)) and bool(value)


def _trees_of_value(recogniser: Recogniser, value: Any) -> list[Grown]:
    """Return the trees that one value holds.

    The order of the checks matters: a record that wraps a tree (``{"title": …, "tree": …}``) and a
    graph are recognised first, then a list of such records or of root nodes. Any other value is
    taken for one tree.
    """
    if hasattr(value, "tolist"):  # an array
        value = value.tolist()
    if isinstance(value, dict):
        inside = _wrapped(value)
        if inside is not None:
            return _unwrapped(recogniser, inside)
    graph = _graph_of(value, _Beside())
    if graph is not None:
        return [recogniser.grow(graph.tree())]
    is_filled_list = is_list(value) and len(value) > 0
    if is_filled_list and _are_wrappers(value):
        return [grown for each in value for grown in _trees_of_value(recogniser, each)]
    if is_filled_list and all(map(_is_record_with_children, value)):
        return [recogniser.grow(each) for each in value]
    recogniser.root = value
    return [recogniser.grow(value)]


def _are_wrappers(items: Sequence[Any]) -> bool:
    """Tell whether all values are records that hold a tree and are no nodes themselves."""
    if not all(isinstance(item, dict) for item in items):
        return False
    wrapped = [_wrapped(item) for item in items]
    return all(inside is not None for inside in wrapped)


def _is_record_with_children(item: Any) -> bool:
    """Tell whether a value is a record, or a call, that has children."""
    if isinstance(item, Constructed):
        return any(is_list(each) or isinstance(each, Constructed) for each in item.arguments)
    if not isinstance(item, dict):
        return False
    record = NodeRecord(item)
    if record.is_node:
        return bool(record.children_found)
    return any(isinstance(value, (list, dict)) for value in item.values())


# -- one tree in parts -------------------------------------------------------------------------


@dataclass
class _Beside:
    """Facts that stand beside a graph: values and players of its nodes, and its root."""

    values: dict[Any, Any] = field(default_factory=dict)
    players: dict[Any, Any] = field(default_factory=dict)
    root: str | None = None

    def takes(self, assigned: Assigned) -> bool:
        """Store an assignment if it is a table of values, of players, or the root.

        Tell whether it is.

        Args:
            assigned: ``values = {"D": 3}``, ``players = {"A": "max"}``, ``root = "A"``.
        """
        if is_table_of_values(assigned.value):
            self.values.update(assigned.value)
        elif is_table_of_players(assigned.value):
            self.players.update(assigned.value)
        elif _is_root(assigned):
            self.root = text_of_name(assigned.value)
        else:
            return False
        return True

    def put_into(self, graph: Graph) -> None:
        """Add the values, the players and the root to a graph."""
        graph.put_beside("value", self.values)
        graph.put_beside("player", self.players)
        if self.root is not None:
            graph.root = self.root


def _is_root(assigned: Assigned) -> bool:
    """Tell whether an assignment gives the name of the root."""
    is_name = isinstance(assigned.value, (str, int)) and not isinstance(assigned.value, bool)
    return is_name and plain_word(assigned.variable) in ROOT_WORDS


def _tree_in_parts(recogniser: Recogniser, values: Sequence[Assigned]) -> Grown | None:
    """Return the tree of the one graph among the values, with the facts beside it.

    The parts may be separate assignments, ``edges = […]`` and ``values = {…}``, or the values of
    one record. ``None`` is returned unless exactly one of them is a graph: then each may be a tree.
    """
    beside = _Beside()
    others = [each for each in values if not beside.takes(each)]
    graph = _graph_of_nodes_and_edges(others)
    if graph is not None:
        beside.put_into(graph)
        return recogniser.grow(graph.tree())
    graphs: list[Graph] = []
    not_used: list[str] = []
    for assigned in others:
        graph = _graph_of(assigned.value, beside)
        if graph is not None:
            graphs.append(graph)
            continue
        may_be_tree_itself = not assigned.variable and isinstance(assigned.value, _CONTAINERS)
        if may_be_tree_itself:
            return None
        not_used.append(assigned.variable)
    if len(graphs) != 1:
        return None
    for variable in filter(None, not_used):
        recogniser.leave_out(variable)
    return recogniser.grow(graphs[0].tree())


def _graph_of_nodes_and_edges(values: Sequence[Assigned]) -> Graph | None:
    """Return the graph of ``nodes = […]`` and ``edges = […]``; ``None`` if there are no edges."""
    lists = {each.variable: each.value for each in values}
    if not any(plain_word(variable) in EDGE_WORDS for variable in lists):
        return None
    return graph_of_record(lists)


def _graph_of(value: Any, beside: _Beside) -> Graph | None:
    """Return the graph in a value, with the facts beside it; ``None`` if it is no graph.

    The order matters: records that name their parents or children are no list of edges.
    """
    if isinstance(value, dict):
        return _graph_of_dict(value, beside)
    if not is_list(value) and not isinstance(value, (set, frozenset)):
        return None
    items = as_list(value)
    graph = graph_of_parents(items)
    if graph is None:
        graph = graph_of_children(items)
    if graph is None:
        graph = graph_of_edges(items, has_values=bool(beside.values))
    if graph is not None:
        beside.put_into(graph)
    return graph


def _graph_of_dict(record: dict[Any, Any], beside: _Beside) -> Graph | None:
    """Return the graph in a record; ``None`` if it is no graph.

    It has lists of nodes and edges, or its keys are the names of nodes.
    """
    graph = graph_of_record(record)
    if graph is not None:
        within = _Beside(dict(beside.values), dict(beside.players), beside.root)
        for key, value in record.items():
            within.takes(Assigned(value, str(key)))  # a table beside the nodes and edges
        within.put_into(graph)
        return graph
    if _describes_node(record):
        return None
    graph = graph_of_parents(record)
    if graph is None:
        graph = graph_of_successors(record, beside.values)
    if graph is not None:
        beside.put_into(graph)
    return graph


def _describes_node(record: dict[Any, Any]) -> bool:
    """Tell whether a record has a value or children of its own."""
    described = NodeRecord(record)
    return described.number is not None or bool(described.children_found)


# -- a tree within a wrapper -------------------------------------------------------------------


def _wrapped(record: dict[Any, Any]) -> list[Assigned] | None:
    """Return the values in a record that holds a tree but is no node, each with its key.

    ``{"title": "Quiz", "tree": [[3, 12], [2, 4]]}`` is such a record. ``None`` is returned for any
    other one.
    """
    if _describes_node(record) and not _has_named_nodes(record):
        return None
    inside = [Assigned(value, str(key)) for key, value in record.items()]
    has_tree = any(_is_tree_word(each.variable) and _may_be_tree(each.value) for each in inside)
    if has_tree or _has_named_nodes(record) or _has_successors(inside):
        return inside
    return None


def _is_tree_word(key: str) -> bool:
    return plain_word(key) in TREE_WORDS


def _has_named_nodes(record: Mapping[Any, Any]) -> bool:
    """Tell whether a record has ``nodes`` that refer to each other by name.

    Examples: ``{"root": "A", "nodes": {"A": …}}`` and ``{"nodes": [{"id": "B", "parent": "A"},
    …]}``.
    """
    by_word = {plain_word(str(key)): value for key, value in record.items()}
    nodes = by_word.get("nodes")
    if isinstance(nodes, dict):
        return not ROOT_WORDS.isdisjoint(by_word)
    has_edges = not EDGE_WORDS.isdisjoint(by_word)
    if not isinstance(nodes, list) or has_edges:
        return False
    return graph_of_parents(nodes) is not None or graph_of_children(nodes) is not None


def _has_successors(inside: Sequence[Assigned]) -> bool:
    """Tell whether one of the values in a record is a record of successors."""
    beside = _Beside()
    others = [each for each in inside if not beside.takes(each)]
    return any(
        isinstance(each.value, dict) and graph_of_successors(each.value, beside.values) is not None
        for each in others
    )


def _unwrapped(recogniser: Recogniser, inside: Sequence[Assigned]) -> list[Grown]:
    """Return the trees within a wrapping record, with its title if it has one."""
    titles = [each.value for each in inside if _is_title(each)]
    parts = [each for each in inside if not _is_title(each)]
    together = _tree_in_parts(recogniser, parts)
    grown = _trees_under_words(recogniser, parts) if together is None else [together]
    if not titles:
        return grown
    return [_titled(each, titles[0]) for each in grown]


def _is_title(assigned: Assigned) -> bool:
    return plain_word(assigned.variable) == _TITLE and isinstance(assigned.value, str)


def _trees_under_words(recogniser: Recogniser, parts: Sequence[Assigned]) -> list[Grown]:
    """Return the trees under keys that say that a tree follows, such as ``tree``."""
    grown: list[Grown] = []
    for value, key in parts:
        if _is_tree_word(key) and _may_be_tree(value):
            grown += _trees_of_value(recogniser, value)
        elif meaning(key) != NAME:
            recogniser.leave_out(key)
    return grown


def _titled(grown: Grown, title: str) -> Grown:
    directives = grown.exercise.directives._replace(title=safe(title))
    return grown._replace(exercise=replace(grown.exercise, directives=directives))
