r"""Trees of TikZ: ``\node {MAX} child {node {MIN} child {node {5}} child {node {8}}};``.

An option ``max``, ``min`` or ``chance`` of a node says who moves; the label of an edge below a
chance node is its probability. How the tree looks is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from lark import Token, v_args

from treeexplorer.formats.drawn_nodes import WEIGHTS, drawn_node
from treeexplorer.formats.edges import parse_edge_weight
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.model import Digits, Label, UnreadableError
from treeexplorer.formats.node_options import option_name, options_between, with_option
from treeexplorer.formats.tex import PrintingCallbacks
from treeexplorer.text import quoted

_RULES: Final = r"""
// A node, then its children; in the braces of a child stand its node, children and edge.
start: ("\\node" | ("\\path" | "\\draw") look* "node") node _part* ";"?
     | "\\coordinate" look* _part* ";"?

node: look* GROUP look*                              -> make_label
_part: child | edge | "child" look* loop
child: "child" look* (_child_in_braces | GROUP)?     -> make_child
_child_in_braces: _OPENING_BRACE ("node" node | "coordinate" look*)? _part* "}"
edge: "edge" "from" "parent" look* ("node" node)*    -> make_edge
loop: FOREACH                                        -> refuse_loop

look: OPTIONS | NAME_IN_PARENTHESES | POSITION

OPTIONS: /\[([^\[\]{}]|\{([^{}]|\{([^{}]|\{[^{}]*\})*\})*\}|\[[^\[\]]*\])*\]/
NAME_IN_PARENTHESES: /\([^()]*\)/
POSITION: /at\s*\([^()]*\)/
FOREACH: /\\?foreach\b(.|\s)*/
_OPENING_BRACE.1: /\{(?=\s*(node|coordinate|child|edge)\b)/
GROUP: /\{([^{}]|\{([^{}]|\{([^{}]|\{[^{}]*\})*\})*\})*\}/
%ignore /\s+/
"""
_SIGN: Final = re.compile(
    r"(?P<node>\\(?:node|path|draw|coordinate)\b)|(?P<child>\bchild\b)|\\.|[{};]"
)


def figures(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the range of each ``\node`` in a LaTeX text that has children."""
    signs = _SIGN.finditer(text)
    for sign in signs:
        if sign["node"]:
            statement = _read_rest_of_statement(signs, len(text))
            if statement.has_children:
                yield sign.start(), statement.end


class _Statement(NamedTuple):
    r"""A ``\node … ;`` of TikZ: the offset behind its semicolon, and whether it has children."""

    end: int
    has_children: bool


def _read_rest_of_statement(signs: Iterator[re.Match[str]], text_length: int) -> _Statement:
    r"""Find the end of a statement behind its ``\node``, and tell whether the node has children.

    The signs of the statement are taken from the iterator, so that the caller goes on behind it. A
    statement without a semicolon ends with the text.
    """
    has_children = False
    open_brace_count = 0
    for sign in signs:
        if sign["child"]:
            has_children = True
        elif sign[0] == "{":
            open_brace_count += 1
        elif sign[0] == "}":
            open_brace_count -= 1
        # A semicolon within braces is text. Below zero: a brace was closed that was opened before
        # the statement, and counts no longer.
        elif sign[0] == ";" and open_brace_count <= 0:
            return _Statement(sign.end(), has_children)
    return _Statement(text_length, has_children)


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


class _Parts(NamedTuple):
    """The parts of a node or a child by their kinds, in the order of the text.

    Attributes:
        labels: The labels of nodes.
        children: The children, each as the list of its label and its own children.
        edges: The edges to the child.
        options: What stands in square brackets, one by one.
        braces: What stands in braces and is not read: the text of a node.
    """

    labels: list[Label]
    children: list[list[Any]]
    edges: list[_Edge]
    options: list[str]
    braces: list[Token]


def _sort_parts(parts: Sequence[Any]) -> _Parts:
    """Sort the parts of a node or a child by their kinds; leave out those that say how it looks."""
    sorted_parts = _Parts(labels=[], children=[], edges=[], options=[], braces=[])
    for part in parts:
        if isinstance(part, Label):
            sorted_parts.labels.append(part)
        elif isinstance(part, list):
            sorted_parts.children.append(part)
        elif isinstance(part, _Edge):
            sorted_parts.edges.append(part)
        elif isinstance(part, Token):
            sorted_parts.braces.append(part)
        elif isinstance(part, _Look) and part.startswith("["):
            sorted_parts.options.extend(options_between(part[1:-1]))
    return sorted_parts


@v_args(inline=True)
class _Nodes(PrintingCallbacks):
    """Makes a list of each node: its label, then its children."""

    def start(self, *parts: Any) -> tuple[Any, list[str]]:
        """Return the tree below the first node, which has no label if it is a coordinate."""
        sorted_parts = _sort_parts(parts)
        labels = sorted_parts.labels
        label = labels[0] if labels else Label("")
        return self._make_node(label, sorted_parts.children), self.list_left_out()

    def make_label(self, *parts: Any) -> Label:
        r"""Return a node's label, with the player that one of its options names.

        ``[red, max] {$A$}`` is the label ``A`` of MAX; ``red`` is left out. The parts are one
        token, what stands in the node's braces, and options before and behind it.
        """
        sorted_parts = _sort_parts(parts)
        text_in_braces = sorted_parts.braces[0]
        label = Label(self.render_with_macros(text_in_braces), text_in_braces.start_pos)
        for option in sorted_parts.options:
            label = with_option(label, option, self)
        return label

    def make_child(self, *parts: Any) -> list[Any] | None:
        """Make a list of a child of TikZ: its label, then its own children.

        ``child {node {B} child {node {5}} edge from parent node {0.5}}`` becomes ``["B", ["5"]]``,
        and the weight of the label ``B`` is 0.5. A child without a node of its own has an empty
        label: ``child {child {node {5}}}`` becomes ``["", ["5"]]``. ``None`` is a place that is
        left free: ``child[missing]``, ``child {coordinate}``.
        """
        sorted_parts = _sort_parts(parts)
        # First, as a place that is left free may have empty braces alone, too.
        _check_braces_hold_node(sorted_parts.braces)
        # Before the options are listed as left out: `missing` has said what it has to say.
        if "missing" in sorted_parts.options:
            return None
        label = _choose_label_of_child(sorted_parts)
        if label is None:
            return None

        # Other options of a child, unlike those of a node, say nothing about the tree.
        for option in sorted_parts.options:
            self.leave_out(option_name(option))
        if sorted_parts.edges:
            last_edge = sorted_parts.edges[-1]
            label = label.with_probability(last_edge.weight)
        return self._make_node(label, sorted_parts.children)

    def make_edge(self, *parts: Any) -> _Edge:
        r"""Return the edge to a child, with the first label on it that is a weight.

        ``edge from parent node {left} node {0.5}`` has the weight 0.5. If it has labels and none is
        a weight, what stands on edges is left out.
        """
        labels = [part for part in parts if isinstance(part, Label)]
        for label in labels:
            weight = parse_edge_weight(label)
            if weight is not None:
                return _Edge(weight)
        if labels:
            self.leave_out(WEIGHTS)
        return _Edge(None)

    def refuse_loop(self, token: Token) -> None:
        hint = "write each child out"
        raise UnreadableError("children that a loop makes cannot be read", token.start_pos, hint)

    def look(self, token: Token) -> _Look:
        return _Look(str(token))

    def _make_node(self, label: Label, children: Sequence[list[Any]]) -> list[Any]:
        """Return the list of a node: its label, then its children; note if weights are left out."""
        node, is_weight_lost = drawn_node(label, children)
        if is_weight_lost:
            self.leave_out(WEIGHTS)
        return node


def _check_braces_hold_node(braces: Sequence[Token]) -> None:
    """Raise an error if something stands in the braces of a child, and no node: ``child {5}``.

    ``child[missing] {}`` is a place that is left free.
    """
    for text in braces:
        if text.strip("{} \t\n"):
            message = f"{quoted(text)} cannot stand here: expected was a node"
            raise UnreadableError(message, text.start_pos, "a child is child {node {5}}")


def _choose_label_of_child(parts: _Parts) -> Label | None:
    """Return the label of a child; empty for a bare fork, ``None`` for a place left free.

    TikZ draws the edges that meet in a fork.
    """
    if parts.labels:
        return parts.labels[0]
    is_bare_fork = len(parts.children) > 0
    return Label("") if is_bare_fork else None


_GRAMMAR: Final = Grammar(_RULES, _Nodes())
