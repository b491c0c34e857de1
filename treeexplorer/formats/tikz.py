r"""Trees of TikZ: ``\node {MAX} child {node {MIN} child {node {5}} child {node {8}}};``.

An option ``max``, ``min`` or ``chance`` of a node says who moves; the label of an edge below a
chance node is its probability. How the tree looks is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from lark import Token, Transformer, v_args

from treeexplorer.formats.drawn_nodes import WEIGHTS, drawn_node
from treeexplorer.formats.edges import weight_of
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.model import Digits, Label, UnreadableError
from treeexplorer.formats.tex import printed
from treeexplorer.formats.words import player_named

_RULES: Final = r"""
// A node, then its children; in the braces of a child stand its node, children and edge.
start: ("\\node" | "\\path" look* "node") node _part* ";"?

node: look* GROUP look*
_part: child | edge | "child" look* loop
child: "child" look* (_OPENING_BRACE ("node" node | "coordinate" look*)? _part* "}")?
edge: "edge" "from" "parent" look* ("node" node)*
loop: FOREACH

look: OPTIONS | NAME_IN_PARENTHESES | POSITION

OPTIONS: /\[([^\[\]{}]|\{([^{}]|\{([^{}]|\{[^{}]*\})*\})*\}|\[[^\[\]]*\])*\]/
NAME_IN_PARENTHESES: /\([^()]*\)/
POSITION: /at\s*\([^()]*\)/
FOREACH: /\\?foreach\b(.|\s)*/
_OPENING_BRACE.1: /\{(?=\s*(node|coordinate|child|edge)\b)/
GROUP: /\{([^{}]|\{([^{}]|\{([^{}]|\{[^{}]*\})*\})*\})*\}/
%ignore /\s+/
"""
_SIGN: Final = re.compile(r"(?P<node>\\(?:node|path)\b)|(?P<child>\bchild\b)|\\.|[{};]")
_COMMA: Final = re.compile(r",(?![^{}]*\})")


def figures(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the range of each ``\node`` in a LaTeX text that has children."""
    signs = _SIGN.finditer(text)
    for sign in signs:
        if sign["node"]:
            statement = _rest_of_statement(signs, len(text))
            if statement.has_children:
                yield sign.start(), statement.end


class _Statement(NamedTuple):
    r"""A ``\node … ;`` of TikZ: the offset behind its semicolon, and whether it has children."""

    end: int
    has_children: bool


def _rest_of_statement(signs: Iterator[re.Match[str]], length: int) -> _Statement:
    r"""Return the end of a statement whose ``\node`` has been read, and whether it has children.

    Args:
        signs: The signs behind the ``\node``; those of the statement are used up.
        length: The length of the text, where a statement without a semicolon ends.
    """
    has_children = False
    open_braces = 0
    for sign in signs:
        if sign["child"]:
            has_children = True
        elif sign[0] == "{":
            open_braces += 1
        elif sign[0] == "}":
            open_braces -= 1
        elif sign[0] == ";" and open_braces <= 0:
            return _Statement(sign.end(), has_children)
    return _Statement(length, has_children)


def read_figure(text: str, start: int, end: int) -> tuple[Any, list[str]]:
    r"""Return the tree of a ``\node`` with children as label-first lists, and what is left out.

    Raises:
        UnreadableError: It is no such tree, or one whose children a loop makes.
    """
    tree, left_out = _GRAMMAR.read(text, start, end)
    return tree, left_out


class _Look(str):
    """What says how a node looks, what it is called, or where it stands."""

    __slots__ = ()


class _Edge(NamedTuple):
    """The edge to a child, with the weight that stands beside it."""

    weight: Digits | None


@v_args(inline=True)
class _Nodes(Transformer[Token, Any]):
    """Makes a list of each node: its label, then its children."""

    def begin(self) -> None:
        """Clear what was collected from the previous figure."""
        self._left_out: dict[str, None] = {}

    def start(self, *parts: Any) -> tuple[Any, list[str]]:
        (label,) = (part for part in parts if isinstance(part, Label))
        return self._with_children(label, parts), list(self._left_out)

    def node(self, *parts: Any) -> Label:
        """Return a node's label, with the player that one of its options names."""
        (token,) = (part for part in parts if isinstance(part, Token))
        label = Label(printed(token), token.start_pos)
        for option in self._options(parts):
            player = player_named(option)
            if player is None:
                self._left_out[_key(option)] = None
            else:
                label.player = player.value
        return label

    def child(self, *parts: Any) -> Any:
        """Return a child; ``None`` for a place that is left free (``child[missing]``)."""
        options = list(self._options(parts))
        labels = [part for part in parts if isinstance(part, Label)]
        if "missing" in options or not labels:
            return None
        (label,) = labels
        for option in options:
            self._left_out[_key(option)] = None
        for part in parts:
            if isinstance(part, _Edge):
                label.probability = part.weight
        return self._with_children(label, parts)

    def edge(self, *parts: Any) -> _Edge:
        """Return the edge to a child, with the first label on it that is a weight."""
        labels = [part for part in parts if isinstance(part, Label)]
        for label in labels:
            weight = weight_of(label)
            if weight is not None:
                return _Edge(weight)
        if labels:
            self._left_out[WEIGHTS] = None
        return _Edge(None)

    def loop(self, token: Token) -> None:
        hint = "write each child out"
        raise UnreadableError("children that a loop makes cannot be read", token.start_pos, hint)

    def look(self, token: Token) -> _Look:
        return _Look(str(token))

    def _with_children(self, label: Label, parts: Sequence[Any]) -> list[Any]:
        """Return a node with those of its parts that are children."""
        children = [part for part in parts if isinstance(part, list)]
        node, is_weight_lost = drawn_node(label, children)
        if is_weight_lost:
            self._left_out[WEIGHTS] = None
        return node

    def _options(self, parts: Sequence[Any]) -> Iterator[str]:
        """Yield the options that stand among the parts of a node or a child."""
        for part in parts:
            is_options = isinstance(part, _Look) and part.startswith("[")
            if is_options:
                between_brackets = part[1:-1]
                yield from filter(None, map(str.strip, _COMMA.split(between_brackets)))


def _key(option: str) -> str:
    """Return the name of an option: ``level distance`` for ``level distance=2cm``."""
    return option.partition("=")[0].strip()


_GRAMMAR: Final = Grammar(_RULES, _Nodes())
