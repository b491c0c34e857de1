r"""Trees of the LaTeX package forest: ``[A, max [B, min [5] [8]] [C, min [2] [6]]]``.

Of the options behind a comma, ``max``, ``min`` and ``chance`` say who moves; the label of an edge
below a chance node is its probability. The others say how the tree looks and are left out. In a
figure that ``export`` wrote, ``game letter`` marks a label that is no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from lark import Token, v_args

from treeexplorer.formats.atoms import is_number, number
from treeexplorer.formats.drawn_nodes import WEIGHTS, drawn_node
from treeexplorer.formats.edges import parse_edge_weight
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.model import Digits, Label, Placed
from treeexplorer.formats.node_options import option_name, with_option
from treeexplorer.formats.tex import PrintingCallbacks, find_bracket_span, render_tex
from treeexplorer.text import quoted

_RULES: Final = r"""
// [content, option, option [child] [child]]; brackets and commas inside braces are text.
start: node

?node: _OPENING_BRACKET content options node* _CLOSING_BRACKET    -> make_branch
     | LEAF                                                       -> make_leaf

content: piece*
options: (_COMMA option)*
option: piece*
?piece: TEXT                    -> text
      | "{" inner* "}"          -> group
?inner: TEXT_IN_BRACES          -> text
      | "{" inner* "}"          -> group

_OPENING_BRACKET: /\[\s*/
_CLOSING_BRACKET: /\s*\]\s*/
_COMMA: /\s*,\s*/
LEAF.1: /\[\s*[^\s\[\]{},$\\~]+\s*\]\s*/
TEXT: /([^\[\]{},\\]|\\.)+/s
TEXT_IN_BRACES: /([^{}\\]|\\.)+/s
"""
_FIGURE: Final = re.compile(
    r"\\begin\{forest\}(?P<inside>.*?)(?:\\end\{forest\}|\Z)|\\Forest\b\*?\s*\{", re.DOTALL
)
_TEXT_OF_EDGE: Final = re.compile(
    r"edge label\s*=\s*\{\s*node\b[^{}]*(\{.*\})\s*;?\s*\}", re.DOTALL
)
_INNERMOST_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_LETTER: Final = re.compile(r"([▲▽○]) .*")
_LOOKS_OF_OUR_FIGURES: Final = frozenset({"game unread", "game leaf", "game dots"})


def figures(text: str) -> Iterator[tuple[int, int]]:
    """Yield the range of offsets in which each forest figure of a LaTeX text lies.

    If the text does not show where a figure ends, its range goes to the end of the text.
    """
    for found in _FIGURE.finditer(text):
        if found["inside"] is None:
            yield found.end(), len(text)
        else:
            yield found.span("inside")


def read_figure(text: str, start: int, end: int) -> tuple[Any, list[str]]:
    """Return the tree of a figure as label-first lists, and a list of what is left out of it.

    Raises:
        UnreadableError: There is no tree in it, or its brackets do not match.
    """
    tree_start, tree_end = find_bracket_span(text, start, end)
    tree, left_out = _GRAMMAR.read(text, tree_start, tree_end)
    text_before_tree = text[start:tree_start].strip("{, \t\n")
    # `game tree` is what stands in a figure of ours.
    if text_before_tree not in {"", "game tree"}:
        left_out.insert(0, "the options before the tree")
    return tree, left_out


@v_args(inline=True)
class _ForestBrackets(PrintingCallbacks):
    """Makes a list of each bracket: its label, then its children."""

    def start(self, tree: Any) -> tuple[Any, list[str]]:
        return tree, self.list_left_out()

    def make_leaf(self, token: Token) -> Any:
        """Return a bracket without children: a number, or a label alone."""
        text = token.strip("[] \t\n")
        if is_number(text):
            return number(text, token.start_pos)
        return [Label(self.render_with_macros(text), token.start_pos)]

    def make_branch(self, content: Label, options: list[str], *children: Any) -> list[Any] | None:
        """Return the list of a node: its label, then its children.

        ``[A, max [5] [8]]`` becomes ``["A", 5, 8]``, and the label says that MAX moves. ``None`` is
        a node that forest does not draw, nor what is below it: ``[A, phantom [5]]``.

        Options that only say how the node looks are listed as left out. So are numbers on edges
        below a node that is no chance node, since they are no probabilities.
        """
        label = content
        for option in options:
            if option_name(option) == "phantom":
                return None
            label = self._apply_option(label, option)

        drawn_children = [child for child in children if child is not None]
        node, is_weight_lost = drawn_node(label, drawn_children)
        if is_weight_lost:
            self.leave_out(WEIGHTS)
        return node

    def _apply_option(self, label: Label, option: str) -> Label:
        r"""Return a label with what one option says, or the same label if it says nothing of it.

        Of ``[A, max]`` the option ``max`` makes the label A that of a node of MAX.

        ==============================  =====================================================
        ``content=A``                   replaces the text of the label
        ``edge label={node {0.5}}``     gives the edge to the node its weight
        ``max``, ``game max``           makes it a node of MAX; the second is of our figures
        ``game letter``                 of our figures: the letter in the node is no name
        ``game leaf`` and the like      of our figures: says how the node looks
        ``tikz={\draw …}``              draws something beside the tree, and is left out
        any other                       is left out, unless it is empty
        ==============================  =====================================================
        """
        key = option_name(option)
        if key == "game letter":
            return _remove_letter(label)
        if key == "content":
            _, _, content = option.partition("=")
            text = self.render_with_macros(content)
            return Label(text, label.place, label.player, label.probability)
        if key == "tikz":
            self.leave_out(f"tikz {quoted(_collect_texts_in_braces(option))}")
            return label

        edge_weight = self._parse_edge_weight(option)
        if edge_weight is not None:
            return label.with_probability(edge_weight)
        if key in _LOOKS_OF_OUR_FIGURES:
            return label
        return with_option(label, option.removeprefix("game "), self)

    def _parse_edge_weight(self, option: str) -> Digits | None:
        """Return the probability in an option that labels the edge; ``None`` if there is none."""
        edge_label = _TEXT_OF_EDGE.fullmatch(option)
        if edge_label is None:
            return None
        return parse_edge_weight(self.render_with_macros(edge_label[1]))

    # -- texts -------------------------------------------------------------------------------

    def content(self, *pieces: Token | str) -> Label:
        """Return the label that pieces of TeX print, at the place of the first piece."""
        place = _find_place(pieces)
        return Label(self.render_with_macros("".join(pieces)), place)

    def options(self, *options: str) -> list[str]:
        return list(options)

    def option(self, *pieces: str) -> str:
        return "".join(pieces).strip()

    def text(self, token: Token) -> Token:
        return token

    def group(self, *pieces: Token | str) -> Placed:
        """Return pieces of TeX with the braces around them."""
        place = _find_place(pieces)
        return Placed(f"{{{''.join(pieces)}}}", place)


def _find_place(pieces: Sequence[Token | str]) -> int | None:
    """Return the offset of the first piece whose offset is known; ``None`` if there is none."""
    for piece in pieces:
        place = _place_of(piece)
        if place is not None:
            return place
    return None


def _place_of(piece: Token | str) -> int | None:
    """Return the offset of a piece of text; ``None`` if it is not known."""
    if isinstance(piece, Token):
        return piece.start_pos
    return piece.place if isinstance(piece, Placed) else None


def _collect_texts_in_braces(code: str) -> str:
    """Return what stands in the innermost braces of some code: the texts of its nodes."""
    texts = [render_tex(text) for text in _INNERMOST_BRACES.findall(code)]
    return " ".join(text for text in texts if text)


def _remove_letter(label: Label) -> Label:
    """Return the label without its letter, which is no name: only the player's sign of ``▲ A``."""
    sign = _LETTER.sub(r"\1", label)
    return Label(sign, label.place, label.player, label.probability)


_GRAMMAR: Final = Grammar(_RULES, _ForestBrackets())
