"""Grammars of Lark as the syntaxes use them: built when first needed, errors as sentences.

A grammar is LALR and its callbacks are handed over when it is built: they make the plain model
while the text is read, so that no depth is too deep. A syntax writes its grammar so that it reads
as documentation, and names a terminal after what a person would call it: ``NODE_ID`` is "a node
id" in a message.
"""

from __future__ import annotations

import re
import threading
from functools import cached_property
from typing import Any, Final

from lark import (
    Lark,
    TextSlice,
    Token,
    Transformer,
    UnexpectedCharacters,
    UnexpectedInput,
    UnexpectedToken,
)
from lark.lexer import PatternStr

from treeexplorer.formats.model import UnreadableError
from treeexplorer.text import quoted

_END: Final = "$END"
_MOST_NAMED: Final = 4
_BRACKETS: Final = re.compile(r"[\[\](){}]")
_OPENING: Final = {")": "(", "]": "[", "}": "{"}


class ListingCallbacks(Transformer[Token, Any]):
    """Callbacks of a grammar that list what they leave out of the tree."""

    def begin(self, _text: str) -> None:
        """Clear what was collected from the previous text, since a new one is read."""
        self._left_out: dict[str, None] = {}  # a set that keeps its order

    def leave_out(self, what: str) -> None:
        """List something that is in the text and not in the tree; a second time changes nothing."""
        self._left_out.setdefault(what)

    def listed_left_out(self) -> list[str]:
        """Return what was left out, in the order of the text."""
        return list(self._left_out)


class Grammar:
    """A grammar, with the callbacks that turn its rules into values.

    Args:
        rules: The grammar, in the language of Lark; ``start`` is what a text is.
        callbacks: An object with a method for each rule whose value matters, and for each terminal
            that is more than a text. Where it has a method ``begin``, this is called with each text
            before it is read, and no two texts are read at once.
    """

    def __init__(self, rules: str, callbacks: Any) -> None:
        self._rules = rules
        self._callbacks = callbacks
        self._lock = threading.Lock()

    @cached_property
    def _lark(self) -> Lark:
        return Lark(
            self._rules, parser="lalr", transformer=self._callbacks, maybe_placeholders=False
        )

    def read(self, text: str, start: int = 0, end: int | None = None) -> Any:
        """Parse a text, or a part of it, and return the value that the callbacks make of it.

        It is the value of the rule ``start``. One grammar reads one text at a time, also if several
        threads call it.

        Args:
            text: The whole text.
            start: The offset of the first character of the part.
            end: The offset behind its last character; ``None`` for the end of the text.

        Raises:
            UnreadableError: The text is not in the grammar; the place is counted in the whole text.
        """
        stop = len(text) if end is None else end
        # The callbacks keep what they collect of a text in their fields.
        with self._lock:
            # Not all callbacks collect something: then they have no method `begin`.
            begin = getattr(self._callbacks, "begin", None)
            if begin is not None:
                begin(text)
            try:
                # Lark counts offsets in the whole text, not in the slice.
                return self._lark.parse(TextSlice(text, start, stop))
            except UnexpectedInput as error:
                raise self._error_in_words(error, text, start, stop) from None

    def _error_in_words(
        self, error: UnexpectedInput, text: str, start: int, stop: int
    ) -> UnreadableError:
        """Turn an error of Lark into one with a sentence, and with its place in the whole text.

        Args:
            error: Lark's error.
            text: The whole text.
            start: The offset of the part that was read.
            stop: The offset behind it.
        """
        # Lark sends a token `$END` behind the last one: it is wrong if the text ends too early.
        if isinstance(error, UnexpectedToken) and error.token.type == _END:
            return self._error_of_early_end(error, text, start, stop)
        # Lark does not know the place of every error.
        place = start if error.pos_in_stream is None else error.pos_in_stream
        found = _found_in_words(error, text[place : place + 1])
        return UnreadableError(f"{found} cannot stand here: {self._expected(error)}", place)

    def _error_of_early_end(
        self, error: UnexpectedToken, text: str, start: int, stop: int
    ) -> UnreadableError:
        """Return the error of a text that ends too early, placed at the bracket that is still open.

        Args:
            error: Lark's error.
            text: The whole text.
            start: The offset of the part that was read.
            stop: The offset behind it.
        """
        opened = _innermost_open(text, start, stop)
        if opened is None:
            return UnreadableError(f"the text ends too early: {self._expected(error)}", stop)
        message = f"the {quoted(text[opened])} here is never closed"
        # The place of the error is the bracket; `reached` says how far the text could be read.
        return UnreadableError(message, opened, reached=stop)

    def _expected(self, error: UnexpectedInput) -> str:
        """Return in words what could stand at the place of an error."""
        names = sorted(map(self._terminal_in_words, _possible_terminals(error)))
        if not names:
            return "nothing more was expected"
        if len(names) > _MOST_NAMED:
            names = [*names[:_MOST_NAMED], "…"]
        return f"expected was {' or '.join(names)}"

    def _terminal_in_words(self, terminal: str) -> str:
        """Return a terminal of the grammar in words, for a message to the user.

        ``_COLON: ":"`` becomes “:”, and ``NODE_ID: /[a-z]+/`` becomes "a node id".

        Args:
            terminal: Its name in the grammar.
        """
        if terminal == _END:
            return "the end"
        pattern = self._lark.get_terminal(terminal).pattern
        # A fixed text is shown as it is written; of any other terminal the name is a noun.
        if isinstance(pattern, PatternStr):
            return f"“{pattern.value}”"
        noun = terminal.lower().replace("_", " ").strip()
        return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _found_in_words(error: UnexpectedInput, character: str) -> str:
    """Return in words what stands at the place of an error, where a character is."""
    if character == "\n":
        return "the end of the line"
    if isinstance(error, UnexpectedToken):
        return quoted(error.token.strip())
    return quoted(character)


def _possible_terminals(error: UnexpectedInput) -> set[str]:
    """Return the terminals that could have come next."""
    if isinstance(error, UnexpectedToken):
        return set(error.accepts if error.accepts else error.expected)
    if isinstance(error, UnexpectedCharacters) and error.allowed is not None:
        return set(error.allowed)
    return set()


def _innermost_open(text: str, start: int, stop: int) -> int | None:
    """Return the offset of the last bracket that is never closed; ``None`` if there is none.

    A closing bracket that fits no open one is passed over. Brackets within quoted texts are
    counted, too.

    Args:
        text: The whole text.
        start: The offset of the part to look at.
        stop: The offset behind it.
    """
    opened: list[int] = []
    for bracket in _BRACKETS.finditer(text, start, stop):
        # `None` for a bracket that is an opening one itself.
        opening = _OPENING.get(bracket[0])
        if opening is None:
            opened.append(bracket.start())
        elif opened and text[opened[-1]] == opening:
            opened.pop()
    return opened[-1] if opened else None
