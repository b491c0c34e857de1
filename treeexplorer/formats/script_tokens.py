"""The tokens of a program in JavaScript or TypeScript, and what reads them one after the other."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from treeexplorer.formats.literal_atoms import QUOTED_TEXT
from treeexplorer.formats.model import UnreadableError

_TOKEN: Final = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*(?s:.*?)\*/)"
    rf"|(?P<text>{QUOTED_TEXT})"
    r"|(?P<template>`(?:[^`\\]|\\.)*`)"
    r"|(?P<number>0[xX][\da-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+\-]?\d+)?)"
    r"|(?P<name>[$\w]+)"
    r"|(?P<sign>=>|\.\.\.|===|!==|\*\*|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|[+\-*/]="
    r"|[{}()\[\];,.<>=+\-*/%!?:&|^~@#])"
)
_LONGEST: Final = 100_000  # characters
_OPENING: Final = frozenset({"(", "[", "{"})
_CLOSING: Final = frozenset({")", "]", "}"})
_ENDING_TYPE: Final = frozenset({"=", ",", ")", ";", "{", "}", "=>", "(", "]", ""})
"""What stands behind a type of TypeScript, outside the brackets in it."""


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


class TokenReader:
    """Reads the tokens of a program one after the other; what parses a program is built upon it.

    Attributes:
        text: The program.
        tokens: Its tokens.
        position: The number of the next one.
    """

    def __init__(self, text: str) -> None:
        """Begin before the first token of a program."""
        self.text = text
        self.tokens = read_tokens(text)
        self.position = 0

    @property
    def next(self) -> Token:
        """The next token."""
        return self.tokens[self.position]

    @property
    def last(self) -> Token:
        """The token that was read last; the first one if none was."""
        return self.tokens[max(0, self.position - 1)]

    def peek(self, distance: int) -> str:
        """Return a later token as it is written; empty behind the end."""
        number = self.position + distance
        return self.tokens[number].source if number < len(self.tokens) else ""

    def advance(self) -> Token:
        """Return the next token, and go on behind it.

        Raises:
            UnreadableError: It is the end of the text.
        """
        token = self.next
        if token.kind == "end":
            raise self.make_error()
        self.position += 1
        return token

    def is_next(self, *sources: str) -> bool:
        """Tell whether the next token is one of some names and signs."""
        return self.next.source in sources and self.next.kind in {"sign", "name"}

    def accept(self, *sources: str) -> bool:
        """Go on behind the next token if it is one of some; tell whether it is."""
        is_one = self.is_next(*sources)
        if is_one:
            self.position += 1
        return is_one

    def expect(self, source: str) -> Token:
        """Return the next token, which has to be this one.

        Raises:
            UnreadableError: It is another.
        """
        token = self.next
        if not self.accept(source):
            raise self.make_error()
        return token

    def expect_name(self) -> Token:
        """Return the next token, which has to be a name.

        Raises:
            UnreadableError: It is another.
        """
        if self.next.kind != "name":
            raise self.make_error()
        return self.advance()

    def make_error(self) -> UnreadableError:
        """Make the error that a program cannot be followed from the next token on."""
        return UnreadableError("this cannot be followed", self.next.start)

    def find_closing(self, number: int) -> int:
        """Find the number of the token that closes a bracket, given by its own number.

        Raises:
            UnreadableError: It is never closed.
        """
        depth = 0
        for closing in range(number, len(self.tokens)):
            token = self.tokens[closing]
            if token.kind != "sign":
                continue
            if token.source in _OPENING:
                depth += 1
            elif token.source in _CLOSING:
                depth -= 1
                if depth == 0:
                    return closing
        raise self.make_error()

    # -- types of TypeScript -----------------------------------------------------------------------

    def skip_annotation(self) -> None:
        """Skip the type behind a colon, if one stands here: ``: Node[]``."""
        if self.accept(":"):
            self.skip_type()

    def skip_type(self) -> None:
        """Skip a type: ``Node[]``, ``Map<string, Node>``, ``number | null``.

        Outside its own brackets a type ends at the first of these places:

        ====================================  ===============================================
        ``tree: Node[] = [3, 5]``             before a sign that stands in no type: ``=``
        ``tree: Node``                        at the end of its line
        ``<Map<string, Node>>build()``        behind the ``>`` that closes its brackets
        ====================================  ===============================================

        Behind the latter two it goes on where ``|`` or ``[`` follows: ``Array<Node>[]``.
        """
        depth = 0
        while depth != 0 or self.next.source not in _ENDING_TYPE:
            source = self.advance().source
            if source in {"<", "[", "("}:
                depth += 1
            elif source in {">", "]", ")"}:
                depth -= 1
            may_be_over = source == ">" or self.next.is_on_new_line
            goes_on = self.next.source in {"|", "["}
            if depth == 0 and may_be_over and not goes_on:
                return
