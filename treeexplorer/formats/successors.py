"""Successors, a line a node: ``a: [b, c]``, ``a -> b c``, with values in lines such as ``d=9``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from lark import Token, Transformer, v_args

from treeexplorer.formats.atoms import atom
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.model import Assigned, Digits, Placed, Reading, UnreadableError
from treeexplorer.formats.players_beside import split_off_levels
from treeexplorer.text import quoted

_RULES: Final = r"""
// a: [b, c]   a: b c   a -> b, c   d = 9   d: 9   d 9   root = a
start: _END_OF_LINE? (line _END_OF_LINE)* line?

line: node ":" _below
    | node _ARROW _below -> arrow
    | node "=" node     -> fact
    | node node

_below: "[" _nodes? "]" | "{" _nodes? "}" | "(" _nodes? ")" | _nodes
_nodes: (node ","?)+
node: WORD              -> word
    | TEXT              -> text

_ARROW.1: /-+>|=+>|→/
TEXT: /"[^"\n]*"|'[^'\n]*'/
WORD: /((?!-+>|=+>|→)[^\s\[\]{}(),:=#;"'])+/
_END_OF_LINE: /([;\n]\s*)+/
COMMENT: /#[^\n]*/ | /\/\/[^\n]*/
%ignore COMMENT
%ignore /[ \t]+/
"""
_WORD: Final = (
    r"""(?:"[^"\n]*"|'[^'\n]*'|(?:[^\s\[\]{}(),:=#;"'>-]|-(?=[\d.∞i]))[^\s\[\]{}(),:=#;"'>]*+)"""
)
_LINE: Final = re.compile(
    rf"[ \t]*{_WORD}[ \t]*"
    rf"(?:(?::|-+>|=+>|→)[ \t]*[^\s:=>][^:=>\n]*|(?:=|(?<=[ \t]))[ \t]*{_WORD}[ \t]*)(?:\#.*|//.*)?"
)
_NAME: Final = re.compile(rf"[ \t]*(?P<name>{_WORD})")
_COMMENT_LINE: Final = re.compile(r"\s*(?:\#.*|//.*)?")
_TELLING: Final = re.compile(r":|=|->|→")


def looks_like(text: str) -> bool:
    """Tell whether each line of a text is a node with its successors or its value."""
    if _TELLING.search(text) is None:
        return False
    lines = [line for line in text.split("\n") if _COMMENT_LINE.fullmatch(line) is None]
    return len(lines) > 1 and all(_LINE.fullmatch(line.rstrip("; \t")) for line in lines)


def read(text: str) -> Reading:
    """Return the record of successors, and of values, in a text, and who moves first.

    Raises:
        UnreadableError: A line is something else, a node has two lines, or the lines are those of
            an outline.
    """
    record: dict[Placed, Any] = _GRAMMAR.read(text)
    _refuse_outline(text, record)
    lines = [Assigned(below, name) for name, below in record.items()]
    beside = split_off_levels(lines)
    nodes = {each.variable: each.value for each in beside.others}
    return Reading([Assigned(nodes), *beside.levels])


class _Edges(list[Placed]):
    """Successors behind an arrow, of which a node may have several lines."""

    __slots__ = ()


@v_args(inline=True)
class _Lines(Transformer[Token, Any]):
    """Makes a record of the lines."""

    def start(self, *lines: tuple[Placed, Any]) -> dict[Placed, Any]:
        """Collect all lines in one record: from the name of a node to its value or its successors.

        ``a: b c`` and ``b = 9`` become ``{"a": ["b", "c"], "b": 9}``, with the 9 as it is written.

        Args:
            lines: The name and what stands behind it, for each line.

        Raises:
            UnreadableError: A node has two lines, or the lines are those of several trees.
        """
        record: dict[Placed, Any] = {}
        for name, below in lines:
            # A -> B and A -> C are two edges, and both stand.
            if isinstance(below, _Edges) and isinstance(record.get(name), _Edges):
                record[name] += below
                continue
            if name in record:
                message = f"{quoted(name)} has two lines"
                hint = "write all that is below a node in one line"
                raise UnreadableError(message, name.place, hint)
            record[name] = below
        _refuse_lines_apart(record)
        # Plain lists: no subclass is a list of the plain model.
        edges = {name: [*below] for name, below in record.items() if isinstance(below, _Edges)}
        return record | edges

    def arrow(self, name: Placed, *below: Placed) -> tuple[Placed, Any]:
        same_name, children = self.line(name, *below)
        return same_name, _Edges(children) if isinstance(children, list) else children

    def line(self, name: Placed, *below: Placed) -> tuple[Placed, Any]:
        is_value = len(below) == 1 and isinstance(below[0], Digits)
        return name, below[0] if is_value else list(below)

    def fact(self, name: Placed, value: Placed) -> tuple[Placed, Placed]:
        return name, value

    def word(self, token: Token) -> Placed:
        return atom(str(token), token.start_pos)

    def text(self, token: Token) -> Placed:
        return Placed(token[1:-1], token.start_pos)


def _refuse_outline(text: str, record: Mapping[Placed, Any]) -> None:
    """Raise an error if a line is indented below the line of another node than its parent.

    Args:
        text: The lines.
        record: What stands behind each name: a list of successors, or a value.

    Raises:
        UnreadableError: One is: ``A = 3`` and ``  B = 5`` are an outline, in which B is below A.
    """
    open_nodes: list[tuple[int, str]] = []  # how far each is indented, with its name
    start = 0
    for line in text.split("\n"):
        found = None if _COMMENT_LINE.fullmatch(line) else _NAME.match(line)
        place = start
        start += len(line) + 1
        if found is None:
            continue
        name = found["name"].strip("\"'")
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        while open_nodes and open_nodes[-1][0] >= indent:
            open_nodes.pop()
        above = open_nodes[-1][1] if open_nodes else None
        below = record.get(Placed(above)) if above is not None else [name]
        if above is not None and not (isinstance(below, list) and name in below):
            message = f"{quoted(name)} is indented below {quoted(above)}, and is no successor of it"
            hint = "write what is below a node in its own line, A: B C, and indent none"
            raise UnreadableError(message, place, hint)
        open_nodes.append((indent, name))


def _refuse_lines_apart(record: Mapping[Placed, Any]) -> None:
    """Raise an error if several lines have successors, and none of these has a line of its own.

    Args:
        record: What stands behind each name: a list of successors, or a value.

    Raises:
        UnreadableError: ``A: B C`` and ``X: 5 8`` are two trees, or the nodes of two plies.
    """
    with_successors = [name for name, below in record.items() if isinstance(below, list)]
    successors = {child for name in with_successors for child in record[name]}
    # Every name is the key of a line: a successor that is one joins two lines.
    if len(with_successors) < 2 or not successors.isdisjoint(record):
        return
    first, second, *_ = with_successors
    hint = "every node of a tree hangs below one root"
    message = f"there are two roots, {quoted(first)} and {quoted(second)}"
    raise UnreadableError(message, second.place, hint)


_GRAMMAR: Final = Grammar(_RULES, _Lines())
