r"""Trees of the LaTeX package forest: ``[A, max [B, min [5] [8]] [C, min [2] [6]]]``.

Of the options behind a comma, ``max``, ``min`` and ``chance`` say who moves; the label of an edge
below a chance node is its probability. The others say how the tree looks and are left out. In a
figure that ``export`` wrote, ``game letter`` marks a label that is no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from lark import Token, v_args

from treeexplorer.formats.atoms import is_number, number
from treeexplorer.formats.drawn_nodes import WEIGHTS, drawn_node
from treeexplorer.formats.edges import weight_of
from treeexplorer.formats.grammars import Grammar, ListingCallbacks
from treeexplorer.formats.model import Digits, Label
from treeexplorer.formats.tex import printed, span_of_brackets
from treeexplorer.formats.words import player_named

_RULES: Final = r"""
// [content, option, option [child] [child]]; brackets and commas inside braces are text.
start: node

?node: _OPENING_BRACKET content options node* _CLOSING_BRACKET    -> branch
     | LEAF                                                       -> leaf

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
    opened, closed = span_of_brackets(text, start, end)
    tree, left_out = _GRAMMAR.read(text, opened, closed)
    before = text[start:opened].strip("{, \t\n")
    if before and before != "game tree":
        left_out.insert(0, "the options before the tree")
    return tree, left_out


@v_args(inline=True)
class _ForestBrackets(ListingCallbacks):
    """Makes a list of each bracket: its label, then its children."""

    def start(self, tree: Any) -> tuple[Any, list[str]]:
        return tree, self.listed_left_out()

    def leaf(self, token: Token) -> Any:
        """Return a bracket without children: a number, or a label alone."""
        text = token.strip("[] \t\n")
        if is_number(text):
            return number(text, token.start_pos)
        return [Label(printed(text), token.start_pos)]

    def branch(self, content: Label, options: list[str], *children: Any) -> list[Any] | None:
        """Return a node with its children; ``None`` if it is a phantom, which is not drawn."""
        label = self._with_options(content, options)
        if label is None:
            return None
        drawn_children = [child for child in children if child is not None]
        node, is_weight_lost = drawn_node(label, drawn_children)
        if is_weight_lost:
            self.leave_out(WEIGHTS)
        return node

    def _with_options(self, content: Label, options: list[str]) -> Label | None:
        """Return the label changed by its options; ``None`` if the node is not drawn."""
        label = content
        for option in options:
            if _key(option) == "phantom":
                return None
            label = self._with_option(label, option)
        return label

    def _with_option(self, label: Label, option: str) -> Label:
        """Return the label with what one option says: whose node it is, or its edge's weight.

        ``max`` and ``game max`` make it a node of MAX, ``edge label={node {0.5}}`` gives it the
        weight 0.5. Any other option is listed as left out, unless it is empty or is one that
        ``export`` writes for looks alone, such as ``game leaf``.

        Args:
            label: The label, which is changed in place unless the option is ``game letter``.
            option: One option, with its value if it has one.
        """
        key = _key(option)
        if key == "game letter":
            return _without_letter(label)
        player = player_named(key.removeprefix("game "))
        weight = _weight_of_edge(option)
        if player is not None:
            label.player = player.value
        elif weight is not None:
            label.probability = weight
        elif key and key not in _LOOKS_OF_OUR_FIGURES:
            self.leave_out(key)
        return label

    # -- texts -------------------------------------------------------------------------------

    def content(self, *pieces: Token | str) -> Label:
        place = next((each.start_pos for each in pieces if isinstance(each, Token)), None)
        return Label(printed("".join(pieces)), place)

    def options(self, *options: str) -> list[str]:
        return list(options)

    def option(self, *pieces: str) -> str:
        return "".join(pieces).strip()

    def text(self, token: Token) -> Token:
        return token

    def group(self, *pieces: str) -> str:
        return f"{{{''.join(pieces)}}}"


def _key(option: str) -> str:
    """Return the name of an option: ``edge label`` for ``edge label={node {0.5}}``."""
    return option.partition("=")[0].strip()


def _without_letter(label: Label) -> Label:
    """Return the label without its letter, which is no name: only the player's sign of ``▲ A``."""
    sign = _LETTER.sub(r"\1", label)
    return Label(sign, label.place, label.player, label.probability)


def _weight_of_edge(option: str) -> Digits | None:
    """Return the probability in an option that labels the edge; ``None`` if there is none."""
    found = _TEXT_OF_EDGE.fullmatch(option)
    return None if found is None else weight_of(printed(found[1]))


_GRAMMAR: Final = Grammar(_RULES, _ForestBrackets())
