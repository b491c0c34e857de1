"""Collects nodes and edges in the order in which a text has them, as the plain model has them."""

from __future__ import annotations

import re
from typing import Any, Final

from treeexplorer.formats.atoms import atom, is_number
from treeexplorer.formats.model import Digits, Placed

_WEIGHT: Final = re.compile(
    r"(?:p(?:rob(?:ability)?)?\s*[:=]\s*)?"
    r"(?P<number>[0-9]+\s*/\s*[0-9]+|[0-9]+\.?[0-9]*|\.[0-9]+)\s*(?P<percent>\\?%)?",
    re.IGNORECASE,
)


def parse_edge_weight(label: str) -> Digits | None:
    """Return the probability that the label of an edge spells; ``None`` if it spells none.

    >>> parse_edge_weight("p = 0.25"), parse_edge_weight("1/3")
    ('0.25', '1/3')
    >>> parse_edge_weight("25 %"), parse_edge_weight("left")
    ('25/100', None)

    The number is returned as it is written, since a float may not keep it.
    """
    found = _WEIGHT.fullmatch(label.strip())
    if found is None:
        return None
    number = found["number"].replace(" ", "")
    is_percentage = bool(found["percent"])
    if not is_percentage:
        return Digits(number)
    # A percentage becomes a fraction of integers, which 2.5 % and 1/3 % cannot.
    if not number.isdigit():
        return None
    return Digits(f"{number}/100")


def parse_edge_label(label: Placed) -> dict[str, Placed]:
    """Return what the label of an edge says: a weight if it spells one, or else itself.

    >>> parse_edge_label(Placed("25 %")), parse_edge_label(Placed("left"))
    ({'weight': '25/100'}, {'label': 'left'})
    """
    weight = parse_edge_weight(label)
    return {"label": label} if weight is None else {"weight": weight}


class DrawnGraph:
    """A graph while it is read; nodes are known by their ids.

    A number as an id stands for a leaf of that value, a new leaf for each edge to it. This does not
    hold for a number about which something else is said, or from which edges lead away.

    >>> graph = DrawnGraph()
    >>> for target in ("B", "5", "5"):
    ...     graph.edge(Placed("A"), Placed(target))
    >>> graph.model()["nodes"], [edge["target"] for edge in graph.model()["edges"]]
    ([{'id': 'A'}, {'id': 'B'}], ['B', '5', '5'])
    """

    def __init__(self, title: str = "") -> None:
        self.title = title
        self.nodes: dict[Placed, dict[str, Any]] = {}
        self.edges: list[dict[str, Any]] = []
        self._sources: dict[Placed, Placed] = {}

    def node(self, name: Placed) -> dict[str, Any]:
        """Return the facts about a node, to which more may be added."""
        return self.nodes.setdefault(name, {"id": name})

    def edge(self, source: Placed, target: Placed, **facts: Any) -> None:
        """Add an edge with the facts about it, such as its label or weight."""
        self.node(source)
        self.node(target)
        self._sources.setdefault(source, source)
        given_facts = {key: fact for key, fact in facts.items() if fact is not None}
        self.edges.append({"source": source, "target": target, **given_facts})

    def remove_leaf(self, name: Placed) -> None:
        """Remove a node without children, and the edges to it."""
        del self.nodes[name]
        self.edges = [edge for edge in self.edges if edge["target"] != name]

    def has_children(self, name: Placed) -> bool:
        """Tell whether an edge leads away from a node."""
        return name in self._sources

    def model(self) -> dict[str, Any]:
        """Return the graph as a record of its nodes and edges.

        It is ``{"nodes": [{"id": "A"}, …], "edges": [{"source": "A", "target": "B"}, …]}``. An id
        that stands for the value of a leaf is a target only, and not among the nodes.
        """
        # A number without children and without facts is no name, but the value of a leaf.
        leaf_values = {name for name in self.nodes if is_number(name) and self._has_only_id(name)}
        nodes = [facts for name, facts in self.nodes.items() if name not in leaf_values]
        edges: list[dict[str, Any]] = []
        for edge in self.edges:
            target = edge["target"]
            if target in leaf_values:
                # `atom` gives the target the type of a number, `Digits`: this tells those who read
                # the record that each such edge leads to a new leaf.
                edges.append({**edge, "target": atom(target, target.place)})
            else:
                edges.append(edge)
        return {"nodes": nodes, "edges": edges}

    def _has_only_id(self, name: Placed) -> bool:
        """Tell whether nothing is said of a node but its id, and no edge leads away from it."""
        return len(self.nodes[name]) == 1 and not self.has_children(name)

    def make_titled_model(self) -> dict[str, Any]:
        """Return the graph in the plain model, in a record with its title if it has one."""
        title = {"title": self.title} if self.title else {}
        return {**title, "graph": self.model()}
