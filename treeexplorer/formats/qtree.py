r"""Trees of the LaTeX packages qtree and tikz-qtree: ``\Tree [.A [.B 5 8 ] [.C 2 6 ] ]``.

A label follows the full stop behind its bracket, or behind the closing one. The label of an edge
(``\edge node {0.5};``) below a chance node is its probability. How edges and nodes look, and
roofs, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from lark import Token, v_args

from treeexplorer.formats.atoms import atom, is_number
from treeexplorer.formats.drawn_nodes import WEIGHTS, drawn_node
from treeexplorer.formats.edges import parse_edge_weight
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.model import Label, Placed
from treeexplorer.formats.node_options import options_between, with_option
from treeexplorer.formats.tex import PrintingCallbacks, find_bracket_span

_RULES: Final = r"""
// [.label child child ] or [ child child ].label
start: branch

branch: _OPENING_WITH_LABEL label child* _CLOSING_BRACKET       -> make_branch
      | _OPENING_BRACKET child* _CLOSING_WITH_LABEL label       -> make_branch_with_label_behind
      | _OPENING_BRACKET child* _CLOSING_BRACKET                -> make_branch_without_label
?child: branch
      | label                   -> make_leaf
      | EDGE child              -> add_weight
      | ROOF _DOT_OF_ROOF? label -> make_roof
label: WORD                     -> parse_word
     | NODE                     -> parse_node

_OPENING_WITH_LABEL.1: /\[\s*\./
_OPENING_BRACKET: "["
_CLOSING_WITH_LABEL.1: /\]\.(?=\S)/
_CLOSING_BRACKET: "]"
EDGE.2: /\\edge\b[^;]*;/
ROOF.2: /\\qroof\s*/ GROUP /(?=\.?)/
_DOT_OF_ROOF.2: /\.(?=\w|\{|\$|\\)/
NODE.2: /\\node\b\s*(\[([^\[\]{}]|\{[^{}]*\})*\])?[^{};]*/ GROUP /\s*;/
WORD: (/[^\s\[\]{}\\$!]|\\\\|\\[a-zA-Z]+[ \t]?|\\.|\$[^$]*\$/ | GROUP)+
GROUP: /\{([^{}]|\{([^{}]|\{[^{}]*\})*\})*\}/
%ignore /(\s|!(\\[a-zA-Z]+(\{[^{}]*\})?|\{[^{}]*\})?)+/
"""
_FIGURE: Final = re.compile(r"\\Tree\b(?=\s*\[)")
_OPENING_WITH_LABEL: Final = re.compile(r"\[\s*\.")
_LABEL_BEHIND: Final = re.compile(r"\.[\w{$\\][^\s\[\]]*")
_NODE: Final = re.compile(
    r"\\node\b\s*(?:\[(?P<options>.*?)\])?[^{}]*(?P<label>\{.*\})\s*;", re.DOTALL
)
_IN_BRACES: Final = re.compile(r"\{.*\}", re.DOTALL)


def figures(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the range of offsets from behind each ``\Tree`` of a LaTeX text to the text's end."""
    for found in _FIGURE.finditer(text):
        yield found.end(), len(text)


def read_figure(text: str, start: int, end: int) -> tuple[Any, list[str]]:
    r"""Return the tree behind a ``\Tree`` as label-first lists, and what is left out of it.

    A label behind the closing bracket counts if the opening bracket has none.

    Raises:
        UnreadableError: Its brackets do not match.
    """
    tree_start, tree_end = find_bracket_span(text, start, end)
    label_behind = _LABEL_BEHIND.match(text, tree_end, end)
    has_label_in_front = _OPENING_WITH_LABEL.match(text, tree_start) is not None
    if label_behind is not None and not has_label_in_front:
        tree_end = label_behind.end()
    tree, left_out = _GRAMMAR.read(text, tree_start, tree_end)
    return tree, left_out


@v_args(inline=True)
class _QtreeBrackets(PrintingCallbacks):
    """Makes a list of each bracket: its label, then its children."""

    def start(self, tree: Any) -> tuple[Any, list[str]]:
        return tree, self.list_left_out()

    def make_branch(self, label: Label, *children: Any) -> list[Any]:
        """Return a node with its children; note if weights of its children are left out."""
        node, is_weight_lost = drawn_node(label, children)
        if is_weight_lost:
            self.leave_out(WEIGHTS)
        return node

    def make_branch_with_label_behind(self, *parts: Any) -> list[Any]:
        *children, label = parts
        return self.make_branch(label, *children)

    def make_branch_without_label(self, *children: Any) -> list[Any]:
        return self.make_branch(Label(""), *children)

    def make_leaf(self, label: Label) -> Any:
        return atom(label, label.place) if is_number(label) else [label]

    def add_weight(self, token: Token, child: Any) -> Any:
        r"""Return a child together with the weight that stands on its edge.

        The weight goes into the child's label. Behind ``\edge node {0.5};``, with the weight in
        parentheses, which does not show in the text of a label::

            child                  as it is parsed     with its weight
            5, a number            "5"                 ["5" (0.5)]
            B, a leaf              ["B"]               ["B" (0.5)]
            [.B 5 8 ], a branch    ["B", "5", "8"]     ["B" (0.5), "5", "8"]

        An edge without a weight is listed as left out.
        """
        edge_label = _IN_BRACES.search(token)
        weight = (
            None
            if edge_label is None
            else parse_edge_weight(self.render_with_macros(edge_label[0]))
        )
        if weight is None:
            self.leave_out("\\edge")
            return child

        if isinstance(child, Placed):  # a number, which gets a label, as only that has a weight
            return [Label(child, child.place, probability=weight)]
        label, *children = child
        return [label.with_probability(weight), *children]

    def make_roof(self, token: Token, label: Label) -> list[Any]:
        r"""Return the node of a roof, ``\qroof{5}.A``, with what stands under it as its leaf."""
        self.leave_out("roofs")
        return [label, self.make_leaf(self.parse_node(token))]

    def parse_word(self, token: Token) -> Label:
        return Label(self.render_with_macros(token), token.start_pos)

    def parse_node(self, token: Token) -> Label:
        r"""Return the label of ``\node[max]{A};`` with what its options say: A is a node of MAX."""
        found = _NODE.fullmatch(token)
        # The label of a roof, which has neither options nor a semicolon.
        if found is None:
            return Label(self.render_with_macros(token), token.start_pos)

        label = Label(self.render_with_macros(found["label"]), token.start_pos)
        if found["options"] is None:
            return label
        for option in options_between(found["options"]):
            label = with_option(label, option, self)
        return label


_GRAMMAR: Final = Grammar(_RULES, _QtreeBrackets())
