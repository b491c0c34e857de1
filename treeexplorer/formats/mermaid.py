"""Mermaid flowcharts: the trees of Markdown pages, of anytree's exporter and of chat programs.

The text in a box is what stands in the node; without a box its id does. The text on an arrow may
be a probability. A class (``A:::max``, ``class A,B min``) or the shapes ``tri`` and ``flip-tri``
may say who moves. How things look is left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any, Final

from lark import Token, v_args

from treeexplorer.formats import words
from treeexplorer.formats.edges import DrawnGraph, facts_of_label
from treeexplorer.formats.grammars import Grammar, ListingCallbacks
from treeexplorer.formats.model import Placed, Reading, reading

_RULES: Final = r"""
// https://mermaid.js.org/syntax/flowchart.html
start: (_END_OF_LINE | chart)*
chart: heading (_END_OF_LINE statement?)*
heading: HEADING

?statement: chain
          | CLASS_OF            -> class_of
          | LOOK                -> look

// A node, or several that arrows join: A & B -->|0.5| C --> D["5"].
chain: nodes (arrow nodes)*
nodes: node ("&" node)*
node: ID box? CLASS?
?box: BOX                       -> text_in_box
    | PROPERTIES                -> properties
arrow: ARROW TEXT_ON_ARROW?             -> arrow
     | ARROW_WITH_TEXT          -> arrow_with_text

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
%ignore COMMENT
%ignore /[ \t]+/
"""
_BEGINNING: Final = re.compile(
    r"(?:[^`]*\n(?=```mermaid))?(?>(?:\s|%%[^\n]*|---\n.*?\n---|```\w*|:::\s*mermaid)*)"
    r"(?:graph|flowchart)(?:-elk)?(?:[ \t]+(?:TB|TD|BT|RL|LR))?[ \t]*(?:%%[^\n]*)?(?:\n|;|\Z)",
    re.DOTALL,
)
_AROUND: Final = re.compile(
    r"\A\s*---\n(?s:.*?)\n---[ \t]*$|\A[^`]*\n(?=```mermaid)|^```\n(?:(?!```)[^\n]*\n)*[^\n]*\Z"
    r"|^[ \t]*(?:```|:::)[^\n]*$",
    re.MULTILINE,
)
_PROPERTY: Final = re.compile(r"""([\w-]+)\s*:\s*("[^"]*"|'[^']*'|[^,}\n]*)""")
_BREAK: Final = re.compile(r"<br\s*/?>|\\n", re.IGNORECASE)
_TAG: Final = re.compile(r"</?\w[^<>]*>")
_ENTITY: Final = re.compile(r"#(\w+);")
_ENDS_OF_ARROW: Final = re.compile(r"^[<ox]?(?:--|-\.|==)|(?:--+[->ox]|\.+->?|==+[=>ox])$")
_SHAPES: Final = {
    **dict.fromkeys(("tri", "extract", "triangle"), "max"),
    **dict.fromkeys(("flip-tri", "manual-file", "flipped-triangle"), "min"),
}


def looks_like(text: str) -> bool:
    """Tell whether a text begins like a flowchart, ``graph TD``, perhaps within a fence."""
    return _BEGINNING.match(text) is not None


def read(text: str) -> Reading:
    """Return the flowcharts of a text; each is a tree.

    Raises:
        UnreadableError: It is no flowchart of Mermaid.
    """
    charts, left_out = _GRAMMAR.read(_AROUND.sub(_blank, text))
    return reading(*charts, left_out=tuple(left_out))


def _blank(found: re.Match[str]) -> str:
    """Return blanks in place of the text that was found, so that all offsets stay valid."""
    return re.sub(r"[^\n]", " ", found[0])


@v_args(inline=True)
class _Charts(ListingCallbacks):
    """Collects the nodes and arrows of a text while it is read, line by line."""

    def start(self, *charts: dict[str, Any]) -> tuple[Sequence[dict[str, Any]], list[str]]:
        return charts, self.listed_left_out()

    def heading(self, _heading: Token) -> None:
        self._graph = DrawnGraph()

    def chart(self, *_statements: None) -> dict[str, Any]:
        return self._graph.model()

    # -- statements --------------------------------------------------------------------------

    def chain(self, *parts: Any) -> None:
        """Add the edges of a line: ``A & B -->|0.5| C`` are two edges, each with a weight.

        In ``parts`` the groups of nodes alternate with the facts about the arrows between them.
        """
        groups = parts[::2]
        facts_of_arrows = parts[1::2]
        for (sources, targets), facts in zip(pairwise(groups), facts_of_arrows, strict=True):
            for source, target in product(sources, targets):
                self._graph.edge(source, target, **facts)

    def class_of(self, token: Token) -> None:
        _, names, *classes = token.split(maxsplit=2)
        for name in names.split(","):
            self._say_player(Placed(name.strip(), token.start_pos), " ".join(classes))

    def look(self, token: Token) -> None:
        word = token.split()[0]
        if word != "end":
            self.leave_out(word)

    # -- nodes and arrows --------------------------------------------------------------------

    def nodes(self, *names: Placed) -> list[Placed]:
        return list(names)

    def node(self, id_token: Token, *parts: Any) -> Placed:
        """Add the facts that stand at a node's id to the graph, and return the id.

        ``A["5"]:::max`` has the box ``["5"]`` and the class ``max``.

        Args:
            id_token: The id.
            parts: The facts in its box or properties, and the token of its class; both may be
                missing.
        """
        node_id = Placed(id_token, id_token.start_pos)
        facts = self._graph.node(node_id)
        for part in parts:
            is_class = isinstance(part, Token)  # of a box the callbacks have made facts
            if is_class:
                self._say_player(node_id, part.removeprefix(":::"))
            else:
                facts.update(part)
        return node_id

    def text_in_box(self, token: Token) -> dict[str, Any]:
        return {"label": _seen(token, token.start_pos)}

    def properties(self, token: Token) -> dict[str, Any]:
        """Return the facts in the properties of a node: ``@{ shape: tri, label: "A" }``."""
        facts: dict[str, Any] = {}
        for key, value in _PROPERTY.findall(token):
            shape = value.strip()
            if key == "label":
                facts["label"] = _seen(value, token.start_pos)
            elif key == "shape" and shape in _SHAPES:
                facts["player"] = _SHAPES[shape]
            else:
                self.leave_out(key)
        return facts

    def arrow(self, _arrow: Token, text: Token | None = None) -> dict[str, Any]:
        return {} if text is None else self._facts_of_arrow(text.strip("|"))

    def arrow_with_text(self, token: Token) -> dict[str, Any]:
        return self._facts_of_arrow(_ENDS_OF_ARROW.sub("", token))

    def _facts_of_arrow(self, text: str) -> dict[str, Any]:
        return facts_of_label(_seen(text, None))

    def _say_player(self, name: Placed, word: str) -> None:
        """Set a node's player to the one that its class names; another class is left out."""
        if words.player_named(word) is None:
            self.leave_out("class")
        else:
            self._graph.node(name)["player"] = word


def _seen(text: str, place: int | None) -> Placed:
    r"""Return the text of a box or an arrow as the page shows it.

    >>> _seen('["<b>MAX</b><br>5"]', None)
    'MAX\n5'
    """
    if '"' in text:
        first_quote = text.index('"')
        last_quote = text.rindex('"')
        inside = text[first_quote + 1 : last_quote]
    else:
        inside = text.strip().strip("[](){}>/\\ \t")
    lines = _BREAK.sub("\n", inside.strip("`"))
    without_tags = _TAG.sub("", lines)
    with_html_entities = _ENTITY.sub(r"&\1;", without_tags)
    return Placed(html.unescape(with_html_entities).strip(), place)


_GRAMMAR: Final = Grammar(_RULES, _Charts())
