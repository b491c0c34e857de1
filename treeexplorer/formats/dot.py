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
from treeexplorer.formats.drawn_nodes import STRUCK_OUT, WEIGHTS, is_struck_out
from treeexplorer.formats.edges import DrawnGraph, facts_of_label
from treeexplorer.formats.grammars import Grammar, ListingCallbacks
from treeexplorer.formats.model import Placed, Reading, reading
from treeexplorer.text import quoted

_RULES: Final = r"""
// https://graphviz.org/doc/info/lang.html
start: graph+
graph: heading statements "}"
heading: STRICT? GRAPH id? "{"

statements: (statement ";"?)*
?statement: chain
          | KIND attributes             -> defaults
          | id "=" id                   -> setting

// A node, or nodes that edges join: A -> B -> {C D}.
chain: end (_ARROW end)* attributes?
?end: node | group
node: id (":" id)*
group: opening statements "}"
opening: ("subgraph" id?)? "{"

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
    r"(?:```\w*\s+)?(?>(?:\s|//[^\n]*|/\*.*?\*/|\#[^\n]*\n)*)"
    r'(?:strict\s+)?(?:di)?graph(?:\s+(?:[^\W\d]\w*|"(?:[^"\\]|\\.)*"|[\d.]+))?\s*\{',
    re.IGNORECASE | re.DOTALL,
)
_FENCE: Final = re.compile(r"^```.*$", re.MULTILINE)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_BREAK: Final = re.compile(r"<br\s*/?>|</t[dr]>|<hr\s*/?>", re.IGNORECASE)
_TAG: Final = re.compile(r"<[^<>]*>")
_BETWEEN_FIELDS_OF_RECORD: Final = re.compile(r"(?<!\\)[|{}]")
_RECORD_PORT: Final = re.compile(r"(?:(?<=[|{])|^)\s*<\w*>\s*")
_SHAPES: Final = {"triangle": "max", "invtriangle": "min"}
_CHANCE_SHAPES: Final = frozenset({"circle", "diamond"})
_USED: Final = frozenset({"label", "shape", "class", "xlabel"})
_MEANINGS: Final = frozenset({words.VALUE, words.NAME, words.PLAYER, words.PROBABILITY})


def looks_like(text: str) -> bool:
    """Tell whether a text begins like a graph, ``digraph G {``, perhaps after comments."""
    return _BEGINNING.match(text) is not None


def read(text: str) -> Reading:
    """Return the graphs of a text; each is a tree.

    Raises:
        UnreadableError: It is not in the language DOT.
    """
    unfenced = _FENCE.sub(lambda fence: " " * len(fence[0]), text)
    graphs, left_out = _GRAMMAR.read(unfenced)
    return reading(*graphs, left_out=tuple(left_out))


@v_args(inline=True)
class _Graphs(ListingCallbacks):
    """Collects the graphs of a text while it is read, statement by statement."""

    def start(self, *graphs: DrawnGraph) -> tuple[list[dict[str, Any]], list[str]]:
        return [graph.titled_model() for graph in graphs], self.listed_left_out()

    def heading(self, *parts: Token | Placed) -> None:
        """Begin a new graph, as ``digraph "Quiz" {`` does; a name in quotes is its title.

        This sets all fields of the graph: they hold what is collected until its closing brace.

        Args:
            parts: The words of the heading in order; the last is the name, if there is one.
        """
        self._graph = DrawnGraph()
        # The default attributes of nodes: one dictionary for each group of braces that is open, the
        # outermost first. The first is that of the graph itself.
        self._defaults: list[dict[Placed, Placed]] = [{}]
        # By node; what shapes say of the players is known when all shapes are.
        self._shapes: dict[Placed, str] = {}
        # The nodes that have a shape of their own, not only by default.
        self._own_shapes: set[Placed] = set()
        # What is drawn beside a node, by node.
        self._labels_beside: dict[Placed, Placed] = {}
        # Nodes that are not drawn; a dictionary is a set that keeps its order.
        self._invisible: dict[Placed, None] = {}
        if isinstance(parts[-1], _Quoted):
            self._graph.title = str(parts[-1])

    def graph(self, _heading: None, _statements: list[Placed]) -> DrawnGraph:
        self._add_labels_beside()
        self._say_players()
        self._remove_invisible_leaves()
        return self._graph

    # -- statements --------------------------------------------------------------------------

    def statements(self, *members: list[Placed] | None) -> list[Placed]:
        names = [name for each in members if each is not None for name in each]
        return list(dict.fromkeys(names))

    def defaults(self, kind: Token, attributes: dict[Placed, Placed]) -> None:
        """Store default attributes of all following nodes, or set attributes of the graph.

        After ``node [shape=circle]`` nodes are circles, up to the end of the group of braces in
        which it stands. Attributes of edges only say how these look, and are left out.

        Args:
            kind: ``node``, ``graph`` or ``edge``, in any case.
            attributes: The attributes and their values.
        """
        innermost_group = self._defaults[-1]
        if kind.lower() == "node":
            innermost_group.update(attributes)
        elif kind.lower() == "graph":
            for key, value in attributes.items():
                self.setting(key, value)
        else:
            self._leave_out_all(attributes)

    def setting(self, key: Placed, value: Placed) -> None:
        """Set an attribute of the graph; its label is its title.

        The label of a group within the graph, and other attributes, are left out.
        """
        if key.lower() == "label" and len(self._defaults) == 1:
            self._graph.title = str(value)
        elif key.lower() == "label":
            self.leave_out(f"label {quoted(value)}")
        else:
            self._leave_out_all([key])

    def opening(self, *_: Any) -> None:
        self._defaults.append(dict(self._defaults[-1]))

    def group(self, _opening: None, members: list[Placed]) -> list[Placed]:
        self._defaults.pop()
        return members

    def node(self, name: Placed, *_ports: Placed) -> list[Placed]:
        if name not in self._graph.nodes:
            self._add_facts(name, self._defaults[-1])
        return [name]

    def chain(self, *parts: Any) -> list[Placed]:
        """Add the edges of a chain of nodes, or the facts about nodes that no arrow follows.

        ``A -> {B C} [label=0.5]`` adds the edges from A to B and to C, each of weight 0.5;
        ``A [label=5]`` adds the label 5 to A.

        Args:
            parts: For each end of the chain the list of its nodes' names, here ``["A"]`` and
                ``["B", "C"]``; perhaps a dictionary of attributes.

        Returns:
            The names of all nodes in the chain, as a group around it needs them.
        """
        ends = [part for part in parts if isinstance(part, list)]
        attributes = next((part for part in parts if isinstance(part, dict)), {})
        has_arrow = len(ends) > 1
        # `style=invis`: such an edge only keeps nodes in their places.
        if has_arrow and _is_invisible(attributes):
            self.leave_out("edges that are not drawn")
        elif has_arrow:
            self._join(ends, self._facts_of_edge(attributes))
        else:
            self._describe_all(ends[0], attributes)
        return [name for names in ends for name in names]

    def _join(self, ends: list[list[Placed]], facts: dict[str, Placed | None]) -> None:
        """Add the edges from all nodes of each end of a chain to all nodes of the next end."""
        for sources, targets in pairwise(ends):
            for source, target in product(sources, targets):
                self._graph.edge(source, target, **facts)

    def _describe_all(self, names: list[Placed], attributes: dict[Placed, Placed]) -> None:
        """Describe nodes by attributes that stand behind them, and remember their own shapes."""
        for name in names:
            self._add_facts(name, attributes)
            if "shape" in attributes:
                self._own_shapes.add(name)
            if _is_invisible(attributes):
                self._invisible.setdefault(name)

    # -- what attributes say -----------------------------------------------------------------

    def _add_facts(self, name: Placed, attributes: dict[Placed, Placed]) -> None:
        """Add to the facts about a node what its attributes say.

        ``label="B", class=min`` becomes ``{"label": "B", "player": "min"}``. Attributes that only
        say how the node looks are listed as left out.

        Args:
            name: The node, which is added to the graph if it is not there.
            attributes: Its attributes, or the default ones.
        """
        facts = self._graph.node(name)
        for key, value in attributes.items():
            word = key.lower()
            # What a shape says of the player depends on all shapes of the graph: see _say_players.
            if word == "shape":
                self._shapes[name] = str(value).lower()
            elif word == "label":
                facts["label"] = _label_of_node(value, name)
            # Drawn beside the node. It is added to the label at the end, since that may be set
            # later.
            elif word == "xlabel":
                self._labels_beside[name] = value
            elif word == "class" and words.player_named(value) is not None:
                facts["player"] = value
            elif words.meaning(key) in _MEANINGS:
                facts[word] = value
        self._leave_out_all(key for key in attributes if not _is_used(key))

    def _facts_of_edge(self, attributes: dict[Placed, Placed]) -> dict[str, Placed | None]:
        """Return what the attributes of an edge say; a label that is a number is its weight.

        ``label="0.25"`` becomes ``{"weight": "0.25"}``, ``label="left"`` stays a label. Of several
        weights the last counts. Attributes that only say how the edge looks are listed as left out.
        """
        facts: dict[str, Placed | None] = {}
        for key, value in attributes.items():
            word = key.lower()
            if word == "label":
                facts |= facts_of_label(value)
                # It is no number, and a tree has no place for the labels of edges.
                if facts.get("label"):
                    self.leave_out(WEIGHTS)
            elif words.meaning(word) == words.PROBABILITY:
                facts["weight"] = value
            else:
                self._leave_out_all([key])
        return facts

    def _leave_out_all(self, keys: Iterable[str]) -> None:
        for key in keys:
            self.leave_out(str(key))

    def _add_labels_beside(self) -> None:
        """Add what is drawn beside nodes to their labels, as one more line of each."""
        for name, beside in self._labels_beside.items():
            facts = self._graph.node(name)
            facts["label"] = _with_further_line(facts.get("label", name), beside)

    def _say_players(self) -> None:
        """Set the player of each node whose shape stands for one.

        A triangle is MAX, a triangle on its tip MIN; if there are triangles, a circle is chance. A
        shape that is a default (``node [shape=triangle]``) counts only if both kinds of triangles
        are used: else it is how all nodes are drawn.
        """
        players = self._players_of_shapes()
        has_both_triangles = {"triangle", "invtriangle"} <= set(self._shapes.values())
        for name, shape in self._shapes.items():
            is_meant = has_both_triangles or name in self._own_shapes
            if shape in players and is_meant and self._graph.has_children(name):
                self._graph.node(name).setdefault("player", players[shape])

    def _remove_invisible_leaves(self) -> None:
        """Remove nodes that only serve the layout: ``style=invis``, and nothing below them."""
        for name in self._invisible:
            if not self._graph.has_children(name):
                self._graph.remove_leaf(name)
                self.leave_out("nodes that are not drawn")

    def _players_of_shapes(self) -> dict[str, str]:
        """Return the player for whom each shape stands; only beside triangles a circle is one."""
        has_triangles = not _SHAPES.keys().isdisjoint(self._shapes.values())
        of_chance = dict.fromkeys(_CHANCE_SHAPES, "chance")
        return _SHAPES | of_chance if has_triangles else _SHAPES

    # -- words -------------------------------------------------------------------------------

    def attributes(self, *pairs: tuple[Placed, Placed]) -> dict[Placed, Placed]:
        return dict(pairs)

    def attribute(self, key: Placed, value: Placed | None = None) -> tuple[Placed, Placed]:
        return key, Placed("true") if value is None else value

    def word(self, token: Token) -> Placed:
        return Placed(token, token.start_pos)

    def quoted(self, *tokens: Token) -> Placed:
        text = "".join(token[1:-1] for token in tokens)
        return _Quoted(html.unescape(_ESCAPE.sub(_unescaped, text)), tokens[0].start_pos)

    def markup(self, token: Token) -> Placed:
        if is_struck_out(token):
            self.leave_out(STRUCK_OUT)
        lines = _BREAK.sub("\n", token[1:-1])
        return _Markup(html.unescape(_TAG.sub("", lines)), token.start_pos)


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


def _is_used(key: str) -> bool:
    """Tell whether an attribute of a node says more than how the node looks."""
    return key.lower() in _USED or words.meaning(key) in _MEANINGS


def _label_of_node(label: Placed, name: Placed) -> Placed:
    r"""Return the text that a label shows; ``\N`` in it stands for the node's name."""
    text = label.replace("\\N", name)
    return Placed(text if isinstance(label, _Markup) else _lines_of_record(text), label.place)


def _with_further_line(label: Placed, line: Placed) -> Placed:
    """Return a label with one more line below it, at the place of that line."""
    return Placed(f"{label}\n{line}", line.place)


def _lines_of_record(label: str) -> str:
    """Return the fields of a DOT record on lines of their own; another label stays as it is.

    >>> _lines_of_record("{B|{<left>5|}}").split(), _lines_of_record("<f0>7")
    (['B', '5'], '7')
    """
    without_ports = _RECORD_PORT.sub("", label)
    if "|" not in label:
        return without_ports
    return _BETWEEN_FIELDS_OF_RECORD.sub("\n", without_ports)


def _unescaped(escape: re.Match[str]) -> str:
    """Return the text that an escape stands for; an escape that DOT does not know stays."""
    character = escape[1]
    if character in "nlr":  # ends of lines that are centred, or go to the left or right
        return "\n"
    if character in '"\\':
        return character
    return escape[0]


_GRAMMAR: Final = Grammar(_RULES, _Graphs())
