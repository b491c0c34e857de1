"""Graphviz DOT: the graphs of networkx, anytree, treelib and people, and what ``export`` writes.

The label is what stands in a node; without one its id does. Who moves is said by ``player=…`` or
``class=…``, or by the shapes ``triangle`` (MAX) and ``invtriangle`` (MIN); beside these a
``circle`` or ``diamond`` is a chance node. The label of an edge may be a probability. How things
look is left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from itertools import pairwise, product
from typing import Any, Final

from lark import Token, v_args

from treeexplorer.formats import words
from treeexplorer.formats.drawn_nodes import (
    STRUCK_OUT,
    WEIGHTS,
    choose_players_of_shapes,
    is_struck_out,
)
from treeexplorer.formats.edges import DrawnGraph, parse_edge_label, parse_player_of_ply
from treeexplorer.formats.grammars import Grammar, ListingCallbacks
from treeexplorer.formats.model import Placed, Reading, reading
from treeexplorer.text import quoted

_RULES: Final = r"""
// https://graphviz.org/doc/info/lang.html
start: graph+
graph: heading statements "}"               -> finish_graph
heading: STRICT? GRAPH id? "{"              -> begin_graph

statements: (statement ";"?)*               -> collect_names
?statement: chain
          | KIND attributes                 -> set_defaults
          | id "=" id                       -> set_attribute

// A node, or nodes that edges join: A -> B -> {C D}.
chain: groups attributes?                   -> add_chain
groups: end (_ARROW end)*                   -> collect_groups
?end: node | group
node: id (":" id)*                          -> add_node
group: opening statements "}"               -> end_group
opening: ("subgraph" id?)? "{"              -> begin_group

attributes: ("[" (attribute _SEPARATOR?)* "]")+
attribute: id ("=" id)?

id: ID                                  -> word
  | QUOTED_TEXT ("+" QUOTED_TEXT)*                -> quoted
  | HTML_LABEL                                -> markup

STRICT.2: "strict"i
GRAPH.2: /(di)?graph\b(?!\s*\[)/i
KIND.2: /(graph|node|edge)\b(?=\s*\[)/i
_ARROW.1: "->" | "--"
_SEPARATOR: ";" | ","
ID: /[^\W\d]\w*|[\-−]?(\.\d+|\d+(\.\d*)?)|[\-−]?∞/
QUOTED_TEXT: /"([^"\\]|\\.)*"/s
HTML_LABEL: /<([^<>]|<[^<>]*>)*>/

COMMENT: /\/\/[^\n]*/ | /\/\*([^*]|\*(?!\/))*\*\// | /^\#[^\n]*/m
%ignore COMMENT
%ignore /\s+/
"""
_BEGINNING: Final = re.compile(
    r"(?>(?:\s|//[^\n]*|/\*.*?\*/|\#[^\n]*\n)*)"
    r'(?:strict\s+)?(?:di)?graph(?:\s+(?:[^\W\d]\w*|"(?:[^"\\]|\\.)*"|[\d.]+))?\s*\{',
    re.IGNORECASE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_BREAK: Final = re.compile(r"<br\s*/?>|</t[dr]>|<hr\s*/?>", re.IGNORECASE)
_TAG: Final = re.compile(r"<[^<>]*>")
_BETWEEN_FIELDS_OF_RECORD: Final = re.compile(r"(?<!\\)[|{}]")
_RECORD_PORT: Final = re.compile(r"(?:(?<=[|{])|^)\s*<\w*>\s*")
_MEANINGS: Final = frozenset({words.VALUE, words.NAME, words.PLAYER, words.PROBABILITY})


def looks_like(text: str) -> bool:
    """Tell whether a text begins like a graph, ``digraph G {``, perhaps after comments."""
    return _BEGINNING.match(text) is not None


def read(text: str) -> Reading:
    """Return the graphs of a text; each is a tree.

    Raises:
        UnreadableError: It is not in the language DOT.
    """
    graphs, left_out = _GRAMMAR.read(text)
    return reading(*graphs, left_out=tuple(left_out))


@v_args(inline=True)
class _Graphs(ListingCallbacks):
    """Collects the graphs of a text while it is read, statement by statement."""

    def start(self, *graphs: DrawnGraph) -> tuple[list[dict[str, Any]], list[str]]:
        return [graph.make_titled_model() for graph in graphs], self.list_left_out()

    def begin_graph(self, *words_of_heading: Token | Placed) -> None:
        """Begin a new graph, as ``digraph "Quiz" {`` does; a name in quotes is its title.

        This sets all fields of the graph: they hold what is collected until its closing brace.
        """
        self._graph = DrawnGraph()
        # The default attributes of nodes: one dictionary for each group of braces that is open, the
        # outermost first. The first is that of the graph itself.
        self._default_attributes: list[dict[Placed, Placed]] = [{}]
        # The title of each group that is open, if it says who moves at its nodes.
        self._titles_of_plies: list[Placed | None] = []
        # Such titles with the nodes of their groups.
        self._plies: list[tuple[str, list[Placed]]] = []
        # By node; what shapes say of the players is known when all shapes are.
        self._shapes: dict[Placed, str] = {}
        # The nodes that have a shape of their own, not only by default.
        self._nodes_with_own_shape: set[Placed] = set()
        # What is drawn beside a node, by node.
        self._labels_beside: dict[Placed, Placed] = {}
        # Nodes that are not drawn; a dictionary is a set that keeps its order.
        self._invisible_nodes: dict[Placed, None] = {}
        # The nodes at the ends of edges that are not drawn, likewise.
        self._nodes_of_invisible_edges: dict[Placed, None] = {}

        last_word = words_of_heading[-1]
        if isinstance(last_word, _Quoted):
            self._graph.title = str(last_word)

    def finish_graph(self, _heading: None, _statements: list[Placed]) -> DrawnGraph:
        """Complete the graph with what is known only when all its statements have been read."""
        self._add_labels_beside()
        self._set_players_from_shapes()
        self._set_players_of_plies()
        self._remove_invisible_leaves()
        self._remove_nodes_beside_tree()
        return self._graph

    # -- statements --------------------------------------------------------------------------

    def collect_names(self, *names_by_statement: list[Placed] | None) -> list[Placed]:
        """Return the names of all nodes in some statements, each once."""
        all_names = [name for names in names_by_statement if names is not None for name in names]
        return list(dict.fromkeys(all_names))

    def set_defaults(self, kind: Token, attributes: dict[Placed, Placed]) -> None:
        """Store default attributes of all following nodes, or set attributes of the graph.

        After ``node [shape=circle]`` nodes are circles, up to the end of the group of braces in
        which it stands. Attributes of edges only say how these look, and are left out. The kind is
        ``node``, ``graph`` or ``edge``, in any case.
        """
        innermost_group = self._default_attributes[-1]
        if kind.lower() == "node":
            innermost_group.update(attributes)
        elif kind.lower() == "graph":
            for key, value in attributes.items():
                self.set_attribute(key, value)
        else:
            self._leave_out_all(attributes)

    def set_attribute(self, key: Placed, value: Placed) -> None:
        """Set an attribute of the graph, or of the group of braces that is open within it.

        The label of the graph is its title. That of a group may say who moves at its nodes,
        ``label="Level 1 (MIN)"``. Other labels of groups, and other attributes, are left out.
        """
        is_label = key.lower() == "label"
        is_within_group = len(self._default_attributes) > 1
        if not is_label:
            self._leave_out_all([key])
        elif not is_within_group:
            self._graph.title = str(value)
        elif parse_player_of_ply(value) is not None:
            self._titles_of_plies[-1] = value
        else:
            self.leave_out(f"label {quoted(value)}")

    def begin_group(self, *_: Any) -> None:
        """Begin a group in braces, which inherits the default attributes."""
        self._default_attributes.append(dict(self._default_attributes[-1]))
        self._titles_of_plies.append(None)

    def end_group(self, _opening: None, names: list[Placed]) -> list[Placed]:
        """End a group in braces, and return the names of its nodes."""
        self._default_attributes.pop()
        title = self._titles_of_plies.pop()
        if title is not None:
            self._plies.append((title, names))
        return names

    def add_node(self, name: Placed, *_ports: Placed) -> list[Placed]:
        """Add a node with the default attributes, if it is new, and return its name in a list."""
        if name not in self._graph.nodes:
            self._add_facts(name, self._default_attributes[-1])
        return [name]

    def collect_groups(self, *groups: list[Placed]) -> list[list[Placed]]:
        """Return the names of the nodes between arrows: of ``A -> {B C}`` [A] and [B, C]."""
        return list(groups)

    def add_chain(
        self, groups: list[list[Placed]], attributes: dict[Placed, Placed] | None = None
    ) -> list[Placed]:
        """Add the edges of a chain of nodes, or the facts about nodes that no arrow follows.

        ``A -> {B C} [label=0.5]`` adds the edges from A to B and to C, each of weight 0.5;
        ``A [label=5]`` adds the label 5 to A. The names of all nodes in the chain are returned, as
        a group around it needs them.

        Args:
            groups: The names of the nodes between the arrows, here ``["A"]`` and ``["B", "C"]``.
            attributes: What stands in brackets behind the chain.
        """
        attributes_of_all = {} if attributes is None else attributes
        all_names = [name for names in groups for name in names]

        has_arrow = len(groups) > 1
        if not has_arrow:
            self._add_node_attributes(groups[0], attributes_of_all)
        elif _is_invisible(attributes_of_all):  # it only keeps nodes in their places
            self.leave_out("edges that are not drawn")
            self._nodes_of_invisible_edges.update(dict.fromkeys(all_names))
        else:
            self._add_edges(groups, self._parse_edge_attributes(attributes_of_all))
        return all_names

    def _add_edges(self, groups: list[list[Placed]], facts: dict[str, Placed | None]) -> None:
        """Add the edges from all nodes of each group to all nodes of the next group."""
        for sources, targets in pairwise(groups):
            for source, target in product(sources, targets):
                self._graph.edge(source, target, **facts)

    def _add_node_attributes(self, names: list[Placed], attributes: dict[Placed, Placed]) -> None:
        """Add the attributes behind some nodes, and note which have a shape of their own."""
        for name in names:
            self._add_facts(name, attributes)
            if "shape" in attributes:
                self._nodes_with_own_shape.add(name)
            if _is_invisible(attributes):
                self._invisible_nodes.setdefault(name)

    # -- what attributes say -----------------------------------------------------------------

    def _add_facts(self, name: Placed, attributes: dict[Placed, Placed]) -> None:
        """Add to the facts about a node what its attributes, or the default ones, say.

        A new node is added to the graph.

        ==================================  ===================================================
        ``label="B"``, ``value=5``          facts: ``{"label": "B", "value": "5"}``
        ``class=min``                       the fact ``{"player": "min"}``
        ``class=wide``                      nothing: a class of CSS, which names no player
        ``shape=triangle``, ``xlabel=5``    kept apart till all nodes are read, for
                                            :meth:`_set_players_from_shapes` and
                                            :meth:`_add_labels_beside`
        ``color=red``                       left out: it only says how the node looks
        ==================================  ===================================================
        """
        facts = self._graph.node(name)
        for key, value in attributes.items():
            word = key.lower()
            if word == "label":
                facts["label"] = _parse_label(value, name)
            elif word == "shape":
                self._shapes[name] = str(value).lower()
            elif word == "xlabel":
                self._labels_beside[name] = value
            elif word == "class":
                if words.player_named(value) is not None:
                    facts["player"] = value
            elif words.meaning(key) in _MEANINGS:
                facts[word] = value
            else:
                self.leave_out(str(key))

    def _parse_edge_attributes(self, attributes: dict[Placed, Placed]) -> dict[str, Placed | None]:
        """Return what the attributes of an edge say; a label that is a number is its weight.

        ``label="0.25"`` becomes ``{"weight": "0.25"}``, ``label="left"`` stays a label. Of several
        weights the last counts. Attributes that only say how the edge looks are listed as left out.
        """
        facts: dict[str, Placed | None] = {}
        for key, value in attributes.items():
            word = key.lower()
            if word == "label":
                facts |= parse_edge_label(value)
                # It is no number, and a tree has no place for the labels of edges.
                if facts.get("label"):
                    self.leave_out(WEIGHTS)
            elif words.meaning(word) == words.PROBABILITY:
                facts["weight"] = value
            else:
                self._leave_out_all([key])
        return facts

    def _leave_out_all(self, keys: Iterable[str]) -> None:
        """List attributes as left out of the tree."""
        for key in keys:
            self.leave_out(str(key))

    def _add_labels_beside(self) -> None:
        """Add what is drawn beside nodes to their labels, as one more line of each."""
        for name, label_beside in self._labels_beside.items():
            facts = self._graph.node(name)
            label = facts.get("label", name)
            facts["label"] = Placed(f"{label}\n{label_beside}", label_beside.place)

    def _set_players_from_shapes(self) -> None:
        """Set the player of each node with children whose shape stands for one.

        A triangle is MAX, a triangle on its tip MIN; if there are triangles, a circle is chance. A
        shape that is a default (``node [shape=triangle]``) counts only if both kinds of triangles
        are used: else it is how all nodes are drawn. A player that an attribute gives stays.
        """
        player_by_shape = choose_players_of_shapes(set(self._shapes.values()))
        has_both_triangles = {"triangle", "invtriangle"} <= set(self._shapes.values())
        for name, shape in self._shapes.items():
            is_default = name not in self._nodes_with_own_shape
            if is_default and not has_both_triangles:
                continue
            if shape in player_by_shape and self._graph.has_children(name):
                self._graph.node(name).setdefault("player", player_by_shape[shape].value)

    def _set_players_of_plies(self) -> None:
        """Set the players of groups that are plies by their titles; list all other titles."""
        for title in self._graph.set_players_of_plies(self._plies):
            self.leave_out(f"label {quoted(title)}")

    def _remove_invisible_leaves(self) -> None:
        """Remove nodes that only serve the layout: ``style=invis``, and nothing below them."""
        for name in self._invisible_nodes:
            if not self._graph.has_children(name):
                self._graph.remove_leaf(name)
                self.leave_out("nodes that are not drawn")

    def _remove_nodes_beside_tree(self) -> None:
        """Remove the words beside the plies, ``max -- min [style=invis]``, which no edge joins.

        They are listed with what stands in them. In a graph without edges nothing is removed.
        """
        nodes_of_edges = {
            *(edge["source"] for edge in self._graph.edges),
            *(edge["target"] for edge in self._graph.edges),
        }
        if not nodes_of_edges:
            return
        for name in self._nodes_of_invisible_edges:
            # A node without children may have been removed already.
            is_beside_tree = name in self._graph.nodes and name not in nodes_of_edges
            if is_beside_tree:
                label = self._graph.node(name).get("label", name)
                self._graph.remove_leaf(name)
                self.leave_out(f"node {quoted(label)} beside the tree")

    # -- words -------------------------------------------------------------------------------

    def attributes(self, *pairs: tuple[Placed, Placed]) -> dict[Placed, Placed]:
        return dict(pairs)

    def attribute(self, key: Placed, value: Placed | None = None) -> tuple[Placed, Placed]:
        return key, Placed("true") if value is None else value

    def word(self, token: Token) -> Placed:
        return Placed(token, token.start_pos)

    def quoted(self, *tokens: Token) -> Placed:
        """Return the text of texts in quotation marks that a ``+`` joins."""
        text = "".join(token[1:-1] for token in tokens)
        return _Quoted(html.unescape(_ESCAPE.sub(_unescape, text)), tokens[0].start_pos)

    def markup(self, token: Token) -> Placed:
        """Return the text that a label in HTML shows: A and 5 on two lines for ``<A<br/>5>``."""
        if is_struck_out(token):
            self.leave_out(STRUCK_OUT)
        text_on_lines = _BREAK.sub("\n", token[1:-1])
        return _Markup(html.unescape(_TAG.sub("", text_on_lines)), token.start_pos)


class _Quoted(Placed):
    """A text that stood in quotation marks."""

    __slots__ = ()


class _Markup(Placed):
    """A text that stood in the angle brackets of HTML."""

    __slots__ = ()


def _is_invisible(attributes: Mapping[Placed, Placed]) -> bool:
    """Tell whether attributes say that something only serves the layout: ``style=invis``."""
    return any(
        key.lower() == "style" and "invis" in value.lower() for key, value in attributes.items()
    )


def _parse_label(label: Placed, name: Placed) -> Placed:
    r"""Return the text that a label shows; ``\N`` in it stands for the node's name."""
    text = label.replace("\\N", name)
    is_html = isinstance(label, _Markup)
    return Placed(text if is_html else _split_record_fields(text), label.place)


def _split_record_fields(label: str) -> str:
    """Return the fields of a DOT record on lines of their own; another label stays as it is.

    >>> _split_record_fields("{B|{<left>5|}}").split(), _split_record_fields("<f0>7")
    (['B', '5'], '7')
    """
    label_without_ports = _RECORD_PORT.sub("", label)
    if "|" not in label:
        return label_without_ports
    return _BETWEEN_FIELDS_OF_RECORD.sub("\n", label_without_ports)


def _unescape(escape: re.Match[str]) -> str:
    """Return the text that an escape stands for; an escape that DOT does not know stays."""
    character = escape[1]
    if character in "nlr":  # ends of lines that are centred, or go to the left or right
        return "\n"
    if character in '"\\':
        return character
    return escape[0]


_GRAMMAR: Final = Grammar(_RULES, _Graphs())
