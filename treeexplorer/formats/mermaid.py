"""Mermaid flowcharts: the trees of Markdown pages, of anytree's exporter and of chat programs.

The text in a box is what stands in the node; without a box its id does. The text on an arrow may
be a probability. A class (``A:::max``, ``class A,B min``) or the shapes ``tri`` and ``flip-tri``
may say who moves. How things look is left out.
"""

from __future__ import annotations

import html
import re
from itertools import pairwise, product
from typing import Any, Final, NamedTuple

from lark import Token, v_args

from treeexplorer.formats import words
from treeexplorer.formats.drawn_nodes import STRUCK_OUT, WEIGHTS, is_struck_out
from treeexplorer.formats.edges import DrawnGraph, parse_edge_label
from treeexplorer.formats.grammars import Grammar, ListingCallbacks
from treeexplorer.formats.model import Placed, Reading, reading
from treeexplorer.formats.players_beside import check_same_player
from treeexplorer.text import quoted

_RULES: Final = r"""
// https://mermaid.js.org/syntax/flowchart.html
start: (_END_OF_LINE | front_matter | chart)*
front_matter: FRONT_MATTER      -> read_title
chart: heading (_END_OF_LINE statement?)*
heading: HEADING                -> begin_chart

?statement: chain
          | CLASS_OF            -> set_players
          | LOOK                -> leave_out_look

// A node, or several that arrows join: A & B -->|0.5| C --> D["5"].
chain: nodes (arrow nodes)*     -> add_chain
nodes: node ("&" node)*
node: ID box? CLASS?            -> add_node
?box: BOX                       -> read_text_in_box
    | PROPERTIES                -> read_properties
arrow: ARROW TEXT_ON_ARROW?     -> read_arrow
     | ARROW_WITH_TEXT          -> read_arrow_with_text

FRONT_MATTER.3: /---[ \t]*\n([^\n]*\n)*?---[ \t]*(?=\n)/
HEADING.3: /(graph|flowchart(-elk)?)\b[ \t]*(TB|TD|BT|RL|LR)?/
CLASS_OF.2: /class[ \t][^\n;]*/
LOOK.2: /(style|linkStyle|classDef|click|direction|subgraph|accTitle|accDescr|title)\b[^\n;]*|end\b/
ID: /\w+([-.]\w+)*|[\-−](\d+|∞)/
CLASS: /:::[\w-]+/
BOX: /\[\[?[\/\\(]?\s*("[^"]*"|[^\[\]"\n]*)\s*[\/\\)]?\]\]?/
   | /\({1,3}\[?\s*("[^"]*"|[^()"\n]*?)\s*\]?\){1,3}/
   | /\{\{?\s*("[^"]*"|[^{}"\n]*)\s*\}\}?/
   | />\s*("[^"]*"|[^\]"\n]*)\s*\]/
PROPERTIES: /@\{[^{}]*\}/
ARROW: /[<ox]?(--+[->ox]|-\.+->?|==+[=>ox]|~~~+)/
TEXT_ON_ARROW: /\|[^|\n]*\|/
ARROW_WITH_TEXT.1: /[<ox]?--(?![->])\s*("[^"\n]*"|[^-\n|]+?(-[^-\n|]+?)*?)\s*--+[->ox]/
                 | /[<ox]?-\.(?![->.])\s*("[^"\n]*"|[^\n|]+?)\s*\.+->?/
                 | /[<ox]?==(?![=>])\s*("[^"\n]*"|[^=\n|]+?)\s*==+[=>ox]/

_END_OF_LINE: /[\n;]+/
COMMENT: /%%[^\n]*/
NAME_OF_ARROW.4: /\w+@(?=[<ox]?(--|-\.|==|~~~))/
%ignore COMMENT
%ignore NAME_OF_ARROW
%ignore /[ \t]+/
"""
_BEGINNING: Final = re.compile(
    r"(?>(?:\s|%%[^\n]*|---\n.*?\n---)*)"
    r"(?:graph|flowchart)(?:-elk)?(?:[ \t]+(?:TB|TD|BT|RL|LR))?[ \t]*(?:%%[^\n]*)?(?:\n|;|\Z)",
    re.DOTALL,
)
_TITLE_IN_BRACKETS: Final = re.compile(r"[^\[\]]*\[(?P<title>[^\[\]]*)\]")
_TITLE: Final = re.compile(r"""^title:[ \t]*["']?(?P<title>[^\n]*?)["']?[ \t]*$""", re.MULTILINE)
_PROPERTY: Final = re.compile(r"""([\w-]+)\s*:\s*("[^"]*"|'[^']*'|[^,}\n]*)""")
_BREAK: Final = re.compile(r"<br\s*/?>|\\n", re.IGNORECASE)
_EMPHASIS: Final = re.compile(r"(?P<stars>\*{1,3})(?P<text>\S(?:[^*]*\S)?)(?P=stars)")
_TAG: Final = re.compile(r"</?\w[^<>]*>")
_ICON: Final = re.compile(r"\bfa[bklrs]?:fa-[\w-]+\s*")
_ENTITY: Final = re.compile(r"#(\w+);")
_ENDS_OF_ARROW: Final = re.compile(r"^[<ox]?(?:--|-\.|==)|(?:--+[->ox]|\.+->?|==+[=>ox])$")
_SHAPES: Final = {
    **dict.fromkeys(("tri", "extract", "triangle"), "max"),
    **dict.fromkeys(("flip-tri", "manual-file", "flipped-triangle"), "min"),
}


def looks_like(text: str) -> bool:
    """Tell whether a text begins like a flowchart, ``graph TD``."""
    return _BEGINNING.match(text) is not None


def read(text: str) -> Reading:
    """Return the flowcharts of a text; each is a tree.

    Raises:
        UnreadableError: It is no flowchart of Mermaid.
    """
    charts, left_out = _GRAMMAR.read(text)
    return reading(*charts, left_out=tuple(left_out))


class _Group(NamedTuple):
    """A subgraph: its title, and the names of the nodes in it."""

    title: str
    names: list[Placed]


@v_args(inline=True)
class _Charts(ListingCallbacks):
    """Collects the nodes and arrows of a text while it is read, line by line."""

    def start(self, *charts: dict[str, Any] | None) -> tuple[list[dict[str, Any]], list[str]]:
        """Return the charts, which stand among ``None`` for front matter, and what is left out."""
        return [chart for chart in charts if chart is not None], self.list_left_out()

    def begin(self, text: str) -> None:
        super().begin(text)
        self._title = ""

    def read_title(self, token: Token) -> None:
        """Keep the title of the next chart."""
        found = _TITLE.search(token)
        self._title = "" if found is None else found["title"]

    def begin_chart(self, _heading: Token) -> None:
        self._graph = DrawnGraph(self._title)
        self._title = ""
        # The subgraphs that are open, and those that are closed.
        self._open_groups: list[_Group] = []
        self._groups: list[_Group] = []

    def chart(self, *_statements: None) -> dict[str, Any]:
        """Return the chart, once it is known whether its subgraphs are plies of a player."""
        groups = [*self._groups, *self._open_groups]
        for title in self._graph.set_players_of_plies(groups):
            self.leave_out(f"subgraph {quoted(title)}")
        return self._graph.make_titled_model()

    # -- statements --------------------------------------------------------------------------

    def add_chain(self, *groups_and_arrows: Any) -> None:
        """Add the edges of a line: ``A & B -->|0.5| C`` are two edges to C, each of weight 0.5.

        The line is given as groups of nodes, and between each two of them the facts about the arrow
        that joins them: ``["A", "B"]``, ``{"weight": "0.5"}``, ``["C"]``. The facts are ``None``
        for an arrow that is not drawn. A line with one group has no arrow, and adds nothing.
        """
        groups = groups_and_arrows[::2]
        arrows = groups_and_arrows[1::2]
        for (sources, targets), arrow_facts in zip(pairwise(groups), arrows, strict=True):
            if arrow_facts is None:
                continue
            for source, target in product(sources, targets):
                self._graph.edge(source, target, **arrow_facts)

    def set_players(self, token: Token) -> None:
        """Set the player of the nodes in a line ``class A,B min``."""
        _, names, *classes = token.split(maxsplit=2)
        for name in names.split(","):
            self._set_player(Placed(name.strip(), token.start_pos), " ".join(classes))

    def leave_out_look(self, token: Token) -> None:
        """List a line that says how the chart looks, ``style A fill:red``, as left out.

        The lines around a subgraph are kept: its title may say who moves at its nodes.
        """
        word, _, rest = token.partition(" ")
        if word == "subgraph":
            self._open_groups.append(_Group(_parse_title(rest.strip()), []))
        elif word == "end" and self._open_groups:
            self._groups.append(self._open_groups.pop())
        elif word != "end":
            self.leave_out(word.strip())

    # -- nodes and arrows --------------------------------------------------------------------

    def nodes(self, *names: Placed) -> list[Placed]:
        return list(names)

    def add_node(self, id_token: Token, *box_and_class: Any) -> Placed:
        """Add the facts that stand at a node's id to the graph, and return the id.

        ``A["5"]:::max`` has the box ``["5"]`` and the class ``max``. Each may be missing. Facts
        have been made of a box, ``{"label": "5"}``; a class is still a token, ``:::max``.
        """
        node_id = Placed(id_token, id_token.start_pos)
        # The graph's own record of the node: what is put into it is in the graph. A node may stand
        # in several lines, and each adds its facts to the same record.
        facts = self._graph.node(node_id)
        if self._open_groups:
            self._open_groups[-1].names.append(node_id)
        for part in box_and_class:
            is_class = isinstance(part, Token)
            if is_class:
                self._set_player(node_id, part.removeprefix(":::"))
            else:
                facts.update(part)
        return node_id

    def read_text_in_box(self, token: Token) -> dict[str, Any]:
        """Return the text in a node's box as its label: ``["5"]`` becomes ``{"label": "5"}``."""
        if is_struck_out(token):
            self.leave_out(STRUCK_OUT)
        return {"label": _render_text(token, token.start_pos)}

    def read_properties(self, token: Token) -> dict[str, Any]:
        """Return the facts in the properties of a node: ``@{ shape: tri, label: "A" }``.

        That example gives ``{"player": "max", "label": "A"}``. A property that says nothing of the
        tree, such as a colour or a shape that stands for no player, is listed as left out.
        """
        facts: dict[str, Any] = {}
        for key, value_with_blanks in _PROPERTY.findall(token):
            value = value_with_blanks.strip()
            if key == "label":
                # This takes the quotation marks away itself: within them brackets are text.
                facts["label"] = _render_text(value_with_blanks, token.start_pos)
            elif key == "shape" and value in _SHAPES:
                facts["player"] = _SHAPES[value]
            else:
                self.leave_out(key)
        return facts

    def read_arrow(self, arrow: Token, text: Token | None = None) -> dict[str, Any] | None:
        """Return the facts about an arrow; ``None`` if it is not drawn: ``A ~~~ B``."""
        if arrow.startswith("~"):
            self.leave_out("arrows that are not drawn")
            return None
        self._leave_out_marks(arrow)
        return {} if text is None else self._parse_arrow_text(text.strip("|"))

    def read_arrow_with_text(self, token: Token) -> dict[str, Any]:
        """Return the facts about an arrow with its text in the middle: ``-- 0.5 -->``."""
        self._leave_out_marks(token)
        return self._parse_arrow_text(_ENDS_OF_ARROW.sub("", token))

    def _leave_out_marks(self, arrow: str) -> None:
        """List the marks on an arrow with which people cross out a branch."""
        if "-." in arrow:
            self.leave_out("dotted arrows")
        if arrow.endswith("x"):
            self.leave_out("crosses on arrows")

    def _parse_arrow_text(self, text: str) -> dict[str, Any]:
        """Return what the text on an arrow says: ``{"weight": "0.5"}``, or else its label."""
        facts = parse_edge_label(_render_text(text, None))
        if facts.get("label"):
            self.leave_out(WEIGHTS)
        return facts

    def _set_player(self, name: Placed, class_name: str) -> None:
        """Set a node's player to the one that its class names; another class is left out.

        Raises:
            UnreadableError: The node is of a class of the other player, too.
        """
        if words.player_named(class_name) is None:
            self.leave_out(f"class {quoted(class_name)}")
            return
        first_player = self._graph.node(name).setdefault("player", class_name)
        check_same_player(name, first_player, class_name, name.place)


def _parse_title(heading: str) -> str:
    """Return the title of a subgraph, which may stand in brackets behind its id.

    >>> _parse_title('ply0["MIN level"]'), _parse_title("MAX")
    ('MIN level', 'MAX')
    """
    found = _TITLE_IN_BRACKETS.fullmatch(heading)
    return heading.strip('"') if found is None else found["title"].strip().strip('"')


def _render_text(text: str, place: int | None) -> Placed:
    r"""Return the text of a box or an arrow, written with its brackets, as the page shows it.

    >>> _render_text('["<b>MAX</b><br>5"]', None)
    'MAX\n5'
    >>> _render_text('["`**MAX**`"]', None)
    'MAX'
    """
    shown_text = _remove_box(text)
    is_markdown = shown_text.startswith("`")
    if is_markdown:
        shown_text = _EMPHASIS.sub(r"\g<text>", shown_text.strip("`"))  # **MAX** becomes MAX
    shown_text = shown_text.replace("~~", "")  # ~~5~~, which is struck out, becomes 5
    shown_text = _BREAK.sub("\n", shown_text)  # before the other tags, since <br> is a tag, too
    shown_text = _TAG.sub("", shown_text)
    shown_text = _ICON.sub("", shown_text)
    # Last, as it may make signs that look like tags: #lt; becomes &lt; and then <.
    shown_text = html.unescape(_ENTITY.sub(r"&\1;", shown_text))
    return Placed(shown_text.strip(), place)


def _remove_box(text: str) -> str:
    """Return the text in a box without the brackets that are its shape, and without its quotes.

    >>> _remove_box("((A))"), _remove_box('["(3, 1)"]')
    ('A', '(3, 1)')
    """
    if '"' in text:  # brackets between quotation marks belong to the text
        first_quote = text.index('"')
        last_quote = text.rindex('"')
        return text[first_quote + 1 : last_quote]
    return text.strip().strip("[](){}>/\\ \t")


_GRAMMAR: Final = Grammar(_RULES, _Charts())
