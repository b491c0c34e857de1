"""The notation as a textbook would give it to Lark: small terminals, a parse tree, no fast path."""

from __future__ import annotations

from functools import cache

from lark import Lark, ParseTree

GRAMMAR = r"""
document: _BLANKS? _node _BLANKS?
_node: leaf | inner
leaf: probability? cut? name? window? value
inner: probability? cut? name? player? window? estimate? claim? "[" _inside "]"
_inside: _BLANKS? _children (_BLANKS elided)? _BLANKS?
_children: _node | _children _BLANKS _node
probability: (NUMBER | FRACTION) "*"
cut: "/"
name: (WORD | QUOTED) ":"
player: PLAYER
window: "(" NUMBER "," NUMBER ")"
estimate: "~" NUMBER
claim: NUMBER | SIGN NUMBER
value: NUMBER | WORD | "?"
elided: "..."

PLAYER.2: "max" | "min" | "chance"
SIGN: ">=" | "<=" | "="
NUMBER.1: /[+-]?(?:inf|[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)/
FRACTION.2: /[0-9]+\/[0-9]+/
WORD: /[^\W\d][\w']*/
QUOTED: /"[^"\n]+"/
_BLANKS: /(?:[ \t\n,]|#[^\n]*)+/
"""


@cache
def plain_parser() -> Lark:
    """Return the parser that builds a tree."""
    return Lark(GRAMMAR, parser="lalr", start="document")


def parse_plainly(text: str) -> ParseTree:
    """Return Lark's parse tree of one tree."""
    return plain_parser().parse(text)
