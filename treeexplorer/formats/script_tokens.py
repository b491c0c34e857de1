"""The tokens of a program in JavaScript or TypeScript, each with its place in the text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from treeexplorer.formats.model import UnreadableError

_TOKEN: Final = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*(?s:.*?)\*/)"""
    r"""|(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<template>`(?:[^`\\]|\\.)*`)"""
    r"""|(?P<number>0[xX][\da-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+\-]?\d+)?)"""
    r"""|(?P<name>[$\w]+)"""
    r"""|(?P<sign>=>|\.\.\.|===|!==|\*\*|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|[+\-*/]="""
    r"""|[{}()\[\];,.<>=+\-*/%!?:&|^~@#])"""
)
_LONGEST: Final = 100_000  # characters


class Token(NamedTuple):
    """A word, a sign, a text or a number of a program.

    Attributes:
        kind: One of ``name``, ``sign``, ``text``, ``template``, ``number`` and ``end``.
        source: As it is written.
        start: Where it stands.
        is_on_new_line: Whether a line ends before it.
    """

    kind: str
    source: str
    start: int
    is_on_new_line: bool

    @property
    def stop(self) -> int:
        """The offset behind it."""
        return self.start + len(self.source)


def read_tokens(text: str) -> list[Token]:
    """Read the tokens of a program; the last is an ``end``.

    >>> [token.source for token in read_tokens("root.left = [3]; // left")]
    ['root', '.', 'left', '=', '[', '3', ']', ';', '']

    Raises:
        UnreadableError: The text is too long, or has what is no token.
    """
    if len(text) > _LONGEST:
        raise UnreadableError("the program is too long to be followed")
    tokens: list[Token] = []
    offset = 0
    is_on_new_line = True
    while offset < len(text):
        found = _TOKEN.match(text, offset)
        if found is None or found.lastgroup is None:
            raise UnreadableError("this is no JavaScript", offset)
        offset = found.end()
        if found.lastgroup == "space":
            is_on_new_line = is_on_new_line or "\n" in found[0]
            continue
        tokens.append(Token(found.lastgroup, found[0], found.start(), is_on_new_line))
        is_on_new_line = False
    tokens.append(Token("end", "", len(text), is_on_new_line=True))
    return tokens
