"""Pairs of a node and its child: in sets with players, or one a line.

``{(A,MAX),(B,MIN)} {(A,B),(B,5),(B,8)}`` are the players and the edges of a tree, ``(A,B) (B,5)``
and lines ``A B``, ``D 5`` its edges and the value of ``D``. A node that leads to one number and
nothing else has that value.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from lark import Token, Transformer, v_args

from treeexplorer.formats.atoms import atom, is_number
from treeexplorer.formats.edges import DrawnGraph
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.model import Placed, Reading, reading
from treeexplorer.formats.outlines import BULLET
from treeexplorer.formats.players_beside import check_same_player
from treeexplorer.formats.words import player_named

_SETS: Final = r"""
// {(A,MAX),(B,MIN)} {(A,B),(B,5),(B,8)}, with names before the sets or without
start: (set ","?)+ | loose
set: (NAME "=")? "{" _pairs "}"
loose: _pairs               -> set
_pairs: (pair ","?)+
pair: "(" node "," node ")"
node: WORD              -> word
    | TEXT              -> text

NAME: /\w+(?=\s*=)/
WORD: /[^\s(){},"'=]+/
TEXT: /"[^"\n]*"|'[^'\n]*'/
%ignore /[\s;]+/
"""
_LINES: Final = r"""
// A B   A, B   A -> B   D 5
start: set
set: _END_OF_LINE? (pair _END_OF_LINE)* pair?
pair: node _BETWEEN? node
node: WORD              -> word
    | TEXT              -> text

_BETWEEN.1: /,|;|\||-+>|--+|=+>|→/
WORD: /((?!--+|->|=+>|→)[^\s,;|"'#])+/
TEXT: /"[^"\n]*"|'[^'\n]*'/
_END_OF_LINE: /(\n\s*)+/
COMMENT: /#[^\n]*/
%ignore COMMENT
%ignore /[ \t]+/
"""
_SET: Final = re.compile(r"\s*(?:\w+\s*=\s*)?\{\s*\(\s*[^\s(){},]+\s*,\s*[^\s(){},]+\s*\)\s*[,}]")
_BETWEEN: Final = r"(?:-+>|--+|=+>|→)"
_WORD: Final = rf"""(?:"[^"\n]*"|'[^'\n]*'|(?>(?:(?!{_BETWEEN})[^\s,;|"'#\[\](){{}}:=])+))"""
_LINE: Final = re.compile(rf"\s*+{_WORD}(?:\s*+(?:[,;|]|{_BETWEEN})|\s)\s*+{_WORD}\s*+(?:\#.*)?")
_LOOSE: Final = re.compile(
    r"(?:\s*+\(\s*+[^\W\d][^\s(){},\"']*+\s*+,\s*+[^\s(){},\"']++\s*+\)\s*+,?+){2,}\s*+"
)
_LETTER: Final = re.compile(r"[^\W\d_]")
_NO_NODE: Final = re.compile(rf"{BULLET.pattern}|#+\s|\s*[▲△▼▽○]\s")
"""What stands before a node and is none: a bullet, the sign of a heading or of a player."""
_NEXT_SET: Final = re.compile(r"\)\s*,?\s*\}[\s,;]*\{\s*\(")  # players, then edges
_OF_PYTHON: Final = re.compile(r"""['"]\s*:|\{\s*\(\s*['"]""")


def looks_like(text: str) -> bool:
    r"""Tell whether a text is made of pairs: a set of them, some side by side, or one on each line.

    >>> looks_like("{(A,B),(B,5)}"), looks_like("(A,B) (B,5)"), looks_like("A -> B\nB 5")
    (True, True, True)
    >>> looks_like('{("A","B")}'), looks_like("- A B\n- B 5"), looks_like("3 4\n5 6")
    (False, False, False)

    The last three are Python, an outline, and lines without a name.
    """
    begins_with_set = _SET.match(text) is not None
    if begins_with_set:
        is_python = _OF_PYTHON.search(text) is not None
        return not is_python or _NEXT_SET.search(text) is not None
    are_side_by_side = _LOOSE.fullmatch(text) is not None
    return are_side_by_side or _has_pair_on_each_line(text)


def _has_pair_on_each_line(text: str) -> bool:
    """Tell whether a text has several lines, each a pair, with a letter in one, and no bullets."""
    lines = [line for line in text.split("\n") if line.strip()]
    are_bullets = all(map(_NO_NODE.match, lines))
    if len(lines) < 2 or are_bullets:
        return False
    has_name = _LETTER.search(text) is not None
    return has_name and all(map(_LINE.fullmatch, lines))


def read(text: str) -> Reading:
    """Return the graphs of a text: a tree for each set of edges, with the players before it.

    Raises:
        UnreadableError: It is no set of pairs, and no lines of pairs.
    """
    has_sets = text.lstrip()[:1] == "(" or _SET.match(text) is not None
    sets: list[list[_Pair]] = _SET_GRAMMAR.read(text) if has_sets else _LINE_GRAMMAR.read(text)
    return reading(*(graph.model() for graph in _build_graphs(sets)))


class _Pair(NamedTuple):
    """A node's name, and with it a child, a value or a player."""

    name: Placed
    other: Placed


def _build_graphs(sets: list[list[_Pair]]) -> list[DrawnGraph]:
    """Return the graphs that sets of pairs are, in order: a graph may have several sets.

    A set that would say again what the last graph has already begins a new graph::

        {(A,MAX)}       the first graph, with the player of A
        {(A,B),(A,C)}   adds edges from A
        {(B,5)}         adds the value of B
        {(A,D)}         begins the second graph: there are edges from A already
        {(A,MIN)}       adds the player of A to the second graph, which has no players yet
    """
    graphs = [DrawnGraph()]
    for pairs in sets:
        are_players = all(player_named(pair.other) is not None for pair in pairs)
        if are_players:
            if _has_players(graphs[-1]):
                graphs.append(DrawnGraph())
            _add_players(graphs[-1], pairs)
        else:
            has_such_edges = any(graphs[-1].has_children(pair.name) for pair in pairs)
            if has_such_edges:
                graphs.append(DrawnGraph())
            _add_edges(graphs[-1], pairs)
    return graphs


def _has_players(graph: DrawnGraph) -> bool:
    """Tell whether the player of a node of a graph is known."""
    return any("player" in facts for facts in graph.nodes.values())


def _add_players(graph: DrawnGraph, pairs: list[_Pair]) -> None:
    """Add the players of nodes: of the pair ``(A,MAX)`` the player MAX of the node A.

    Raises:
        UnreadableError: A node has two players: ``{(A,MAX),(A,MIN)}``.
    """
    for name, player in pairs:
        first_player = graph.node(name).setdefault("player", player)
        check_same_player(name, first_player, player, player.place)


def _add_edges(graph: DrawnGraph, pairs: list[_Pair]) -> None:
    """Add edges or values to a graph, whose players must be known already.

    A node without a player whose only child is a number has that value: ``(A,B) (A,C) (B,5)`` are
    two edges and the value of B.
    """
    # All children of a node first: only then it is known whether a number is the only one.
    children_by_name: dict[Placed, list[Placed]] = {}
    for name, child in pairs:
        children_by_name.setdefault(name, []).append(child)

    for name, children in children_by_name.items():
        facts = graph.node(name)
        has_only_number = len(children) == 1 and is_number(children[0])
        if has_only_number and "player" not in facts:
            facts["value"] = atom(children[0], children[0].place)
        else:
            for child in children:
                graph.edge(name, child)


@v_args(inline=True)
class _Pairs(Transformer[Token, Any]):
    """Makes lists of pairs."""

    def start(self, *sets: list[_Pair]) -> list[list[_Pair]]:
        return list(sets)

    def set(self, *parts: Any) -> list[_Pair]:
        return [part for part in parts if isinstance(part, _Pair)]

    def pair(self, name: Placed, other: Placed) -> _Pair:
        return _Pair(name, other)

    def word(self, token: Token) -> Placed:
        return Placed(token, token.start_pos)

    def text(self, token: Token) -> Placed:
        return Placed(token[1:-1], token.start_pos)


_SET_GRAMMAR: Final = Grammar(_SETS, _Pairs())
_LINE_GRAMMAR: Final = Grammar(_LINES, _Pairs())
