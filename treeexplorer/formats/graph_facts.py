"""What stands beside a graph of successors: the values, the players and the root."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from treeexplorer.formats.adjacency import is_table_of_values
from treeexplorer.formats.graphs import Graph, text_of_name
from treeexplorer.formats.linked_nodes import is_part_of_graph
from treeexplorer.formats.lists import is_list, is_numeric, is_text
from treeexplorer.formats.model import Assigned
from treeexplorer.formats.players_beside import check_same_player, parse_players_by_name
from treeexplorer.formats.successor_rows import parse_value_rows
from treeexplorer.formats.words import (
    BESIDE_TREE,
    PROBABILITIES,
    PROBABILITY,
    ROOT_WORDS,
    VALUES_OF_ONE,
    meaning,
    plain_word,
)
from treeexplorer.tree import Player


class GraphFacts(NamedTuple):
    """Facts about the nodes of a graph that are written apart from it.

    Attributes:
        tables: Values by the names of nodes, ``{"D": 3}``, by the variable that holds them; under
            the empty one those that no variable holds.
        weights: By the name of a node the weight of the edge to it, ``{"B": 0.3}``, or those of the
            edges to its children, ``{"A": [0.3, 0.7]}``.
        players: Players by the names of nodes.
        root: The name of the root, if it is given.
    """

    tables: Mapping[str, Mapping[Any, Any]]
    weights: Mapping[Any, Any]
    players: Mapping[str, Player]
    root: str | None

    @property
    def values(self) -> dict[Any, Any]:
        """The values of all tables; of two for one node the later counts."""
        return {name: value for table in self.tables.values() for name, value in table.items()}

    def add_table(self, table: Mapping[Any, Any]) -> GraphFacts:
        """Return facts with a further table of values, which no variable holds."""
        return self._replace(tables={**self.tables, "": table})

    def add_to(self, graph: Graph) -> Graph:
        """Add the values, the weights, the players and the root to a graph, and return it.

        A variable is left out if its table says something else than values.
        """
        for variable, table in self.tables.items():
            if variable != "" and not _are_values_of_nodes(variable, table, graph):
                graph.unused_keys[variable] = None
            else:
                graph.add_node_values(table)
        graph.add_weights(self.weights)
        graph.add_node_players(self.players)
        if self.root is not None:
            graph.root = self.root
        return graph


def _are_values_of_nodes(variable: str, table: Mapping[Any, Any], graph: Graph) -> bool:
    """Tell whether the table that a variable holds gives nodes of a graph their values.

    ====================================  =====  ==============================================
    ``values = {"B": 3, "C": 5}``         true
    ``alpha = {"A": 3}``                  false  the variable is called after something else
    ``viewport = {"x": 0, "zoom": 1}``    false  it names no node of the graph
    ``visits = {"B": 12, "C": 18}``       false  if the nodes have other values
    ====================================  =====  ==============================================
    """
    if plain_word(variable).removesuffix("s") in BESIDE_TREE or not graph.has_any_node(table):
        return False
    is_called_values = plain_word(variable) in VALUES_OF_ONE
    return is_called_values or not graph.has_other_values(table)


NO_GRAPH_FACTS: Final = GraphFacts({}, {}, {}, None)


class _Parts(NamedTuple):
    """The values of a text, or of a record: facts about nodes, and all others."""

    facts: GraphFacts
    others: list[Assigned]


def split_off_facts(values: Iterable[Assigned], known: GraphFacts = NO_GRAPH_FACTS) -> _Parts:
    """Split values into the facts about nodes among them, and all others.

    Each value is the first of these that fits::

        is_max = {"A": 1}        players: before the next cases, as a table of values is alike
        probs = {"B": 0.3}       weights, likewise
        values = {"B": 3}        a table of values
        values = [("B", 3)]      a table of values in rows
        root = "A"               the name of the root
        edges = [("A", "B")]     no fact

    They are added to the facts that are known already, or replace those about the same node.

    Raises:
        UnreadableError: Two of the values say two players of one node.

    >>> edges = Assigned([("A", "B")], "edges")
    >>> parts = split_off_facts([edges, Assigned({"B": 3}, "values"), Assigned("A", "root")])
    >>> parts.facts
    GraphFacts(tables={'values': {'B': 3}}, weights={}, players={}, root='A')
    >>> parts.others == [edges]
    True
    """
    tables = dict(known.tables)
    weights = dict(known.weights)
    players_here: dict[str, Player] = {}
    root = known.root
    others: list[Assigned] = []
    for assigned in values:
        variable = assigned.variable
        players = parse_players_by_name(assigned)
        weights_here = _parse_weights(assigned)
        if players:
            _add_players(players_here, players)
        elif weights_here:
            weights.update(weights_here)
        elif is_table_of_values(assigned.value):
            tables[variable] = {**tables.get(variable, {}), **assigned.value}
        elif _are_rows_of_values(assigned):
            tables[variable] = parse_value_rows(assigned.value)
        elif _is_root(assigned):
            root = text_of_name(assigned.value)
        else:
            others.append(assigned)

    facts = GraphFacts(tables, weights, {**known.players, **players_here}, root)
    return _Parts(facts, others)


def _add_players(player_by_node: dict[str, Player], others: Mapping[str, Player]) -> None:
    """Add the players of a value to those of the values beside it.

    Raises:
        UnreadableError: A node has two players: ``max_nodes = ["B"]`` beside ``min_nodes = ["B"]``.
    """
    for node, player in others.items():
        first_player = player_by_node.setdefault(node, player)
        check_same_player(node, first_player.upper(), player.upper(), place=None)


def _parse_weights(assigned: Assigned) -> dict[Any, Any]:
    """Parse a record that says how likely children of chance nodes are; empty if it is none.

    =============================================  =============================================
    ``probs = {"B": 0.3, "C": 0.7}``               ``{"B": 0.3, "C": 0.7}``
    ``probs = {"A": {"B": 0.3, "C": 0.7}}``        the same
    ``probs = {"A": [0.3, 0.7]}``                  the same, of the children of A in their order
    =============================================  =============================================
    """
    says_weights = meaning(assigned.variable) in {PROBABILITY, PROBABILITIES}
    if not says_weights or not isinstance(assigned.value, dict):
        return {}
    weights: dict[Any, Any] = {}
    for name, weight in assigned.value.items():
        if isinstance(weight, dict):
            weights.update(weight)
        else:
            weights[name] = weight
    return weights if all(map(_is_weight, weights.values())) else {}


def _is_weight(value: Any) -> bool:
    """Tell whether a value may be a weight, or a list of some: ``"1/3"``, ``[0.3, 0.7]``."""
    members = value if is_list(value) else [value]
    return all(is_numeric(member) or is_text(member) for member in members)


def _are_rows_of_values(assigned: Assigned) -> bool:
    """Tell whether a variable that is called as no edges are holds names with their values."""
    variable = assigned.variable
    may_be_values = bool(variable) and not is_part_of_graph(variable)
    return may_be_values and bool(parse_value_rows(assigned.value))


def _is_root(assigned: Assigned) -> bool:
    """Tell whether an assignment gives the name of the root: ``root = "A"``."""
    is_name = isinstance(assigned.value, (str, int)) and not isinstance(assigned.value, bool)
    return is_name and plain_word(assigned.variable) in ROOT_WORDS


class SuccessorsAndFacts(NamedTuple):
    """A record from the names of nodes to their successors, and facts about these nodes."""

    successors: dict[Any, Any]
    facts: GraphFacts


def move_root_to_facts(record: dict[Any, Any], facts: GraphFacts) -> SuccessorsAndFacts:
    """Return successors without the name of the root among them, which becomes one of the facts.

    Of ``{"start": "A", "A": ["B", "C"], …}`` A is the root, and no child of a node called start.
    What it names must be another key of the record: in ``{"root": ["B", "C"], "B": 3, "C": 5}`` the
    root is a node with this name.
    """
    for key, value in record.items():
        is_name_of_node = _is_root(Assigned(value, str(key))) and value in record
        if is_name_of_node and value != key:
            others = {name: below for name, below in record.items() if name != key}
            return SuccessorsAndFacts(others, facts._replace(root=text_of_name(value)))
    return SuccessorsAndFacts(record, facts)
