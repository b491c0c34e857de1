"""Collects nodes and edges in the order in which a text has them, as the plain model has them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from treeexplorer.formats.atoms import atom, is_number
from treeexplorer.formats.model import Digits, Placed
from treeexplorer.formats.words import player_named
from treeexplorer.tree import Player

_WEIGHT: Final = re.compile(
    r"(?:p(?:rob(?:ability)?)?\s*[:=]\s*)?"
    r"(?P<number>[0-9]+\s*/\s*[0-9]+|[0-9]+\.?[0-9]*|\.[0-9]+)\s*(?P<percent>\\?%)?",
    re.IGNORECASE,
)
_WORD_OF_TITLE: Final = re.compile(r"[^\W_]+|[▲△▼▽]")
_WORDS_FOR_PLIES: Final = frozenset(
    {"level", "levels", "ply", "layer", "node", "nodes", "player", "turn", "row", "depth", "s"}
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


def parse_player_of_ply(title: str) -> Player | None:
    """Return the player whose nodes a group is by its title; ``None`` if it is no title of a ply.

    >>> parse_player_of_ply("Level 1 (MIN)"), parse_player_of_ply("MIN cuts here")
    (<Player.MIN: 'min'>, None)
    """
    words = _WORD_OF_TITLE.findall(title)
    players = [player for word in words if (player := player_named(word)) is not None]
    others = [word for word in words if player_named(word) is None and not word.isdecimal()]
    is_title = all(word.lower() in _WORDS_FOR_PLIES for word in others)
    return players[0] if len(players) == 1 and is_title else None


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

    def set_players_of_plies(
        self, names_by_group: Sequence[tuple[str, Collection[Placed]]]
    ) -> list[str]:
        """Set the players of nodes by the titles of their groups, and return all other titles.

        A group is a ply if its title says so, and no edge joins two of its nodes. Its nodes that
        have children, and no player yet, are of the player in the title.
        """
        targets: dict[Placed, list[Placed]] = {}
        for edge in self.edges:
            targets.setdefault(edge["source"], []).append(edge["target"])

        other_titles: list[str] = []
        for title, names in names_by_group:
            player = parse_player_of_ply(title)
            group = set(names)
            is_joined = any(not group.isdisjoint(targets.get(name, ())) for name in group)
            if player is None or is_joined:
                other_titles.append(title)
                continue
            for name in filter(self.has_children, names):
                self.nodes[name].setdefault("player", player.value)
        return other_titles

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
