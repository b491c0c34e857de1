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
_CLOSING_OF: Final = {"(": ")", "[": "]", "{": "}"}


class ListingCallbacks(Transformer[Token, Any]):
    """Callbacks of a grammar that list what they leave out of the tree."""

    def begin(self, _text: str) -> None:
        """Clear what was collected from the previous text, since a new one is read."""
        self._left_out: dict[str, None] = {}  # a set that keeps its order

    def leave_out(self, what: str) -> None:
        """List something that is in the text and not in the tree; a second time changes nothing."""
        self._left_out.setdefault(what)

    def list_left_out(self) -> list[str]:
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
        end_offset = len(text) if end is None else end
        # The callbacks keep what they collect of a text in their fields.
        with self._lock:
            # Not all callbacks collect something: then they have no method `begin`.
            begin = getattr(self._callbacks, "begin", None)
            if begin is not None:
                begin(text)
            try:
                # Lark counts offsets in the whole text, not in the slice.
                return self._lark.parse(TextSlice(text, start, end_offset))
            except UnexpectedInput as error:
                raise self._convert_error(error, text, start, end_offset) from None

    def _convert_error(
        self, error: UnexpectedInput, text: str, start: int, end: int
    ) -> UnreadableError:
        """Turn an error of Lark into one with a sentence, and with its place in the whole text.

        ``start`` and ``end`` are the offsets of the part that was read.
        """
        # Lark sends a token `$END` behind the last one: it is wrong if the text ends too early.
        if isinstance(error, UnexpectedToken) and error.token.type == _END:
            return self._make_early_end_error(error, text, start, end)

        # Lark does not know the place of every error.
        place = start if error.pos_in_stream is None else error.pos_in_stream
        found = _describe_found(error, text[place : place + 1])
        return UnreadableError(
            f"{found} cannot stand here: {self._describe_expected(error)}", place
        )

    def _make_early_end_error(
        self, error: UnexpectedToken, text: str, start: int, end: int
    ) -> UnreadableError:
        """Return the error of a text that ends too early, placed at the bracket that is still open.

        If all brackets are closed, it is placed at the end. ``start`` and ``end`` are the offsets
        of the part that was read.
        """
        open_bracket = _find_innermost_open_bracket(text, start, end)
        if open_bracket is None:
            return UnreadableError(
                f"the text ends too early: {self._describe_expected(error)}", end
            )
        message = f"the {quoted(text[open_bracket])} here is never closed"
        # The place of the error is the bracket; `reached` says how far the text could be read.
        return UnreadableError(message, open_bracket, reached=end)

    def _describe_expected(self, error: UnexpectedInput) -> str:
        """Return in words what could stand at the place of an error."""
        terminals = sorted(map(self._describe_terminal, _find_possible_terminals(error)))
        if not terminals:
            return "nothing more was expected"
        if len(terminals) > _MOST_NAMED:
            terminals = [*terminals[:_MOST_NAMED], "…"]
        return f"expected was {' or '.join(terminals)}"

    def _describe_terminal(self, terminal: str) -> str:
        """Return a terminal of the grammar in words, for a message to the user.

        ``_COLON: ":"`` becomes “:”, and ``NODE_ID: /[a-z]+/`` becomes "a node id".
        """
        if terminal == _END:
            return "the end"
        pattern = self._lark.get_terminal(terminal).pattern
        # A fixed text is shown as it is written; of any other terminal the name is a noun.
        if isinstance(pattern, PatternStr):
            return f"“{pattern.value}”"
        noun = terminal.lower().replace("_", " ").strip()
        return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _describe_found(error: UnexpectedInput, character: str) -> str:
    """Return in words what stands at the place of an error, where a character is."""
    if character == "\n":
        return "the end of the line"
    if isinstance(error, UnexpectedToken):
        return quoted(error.token.strip())
    return quoted(character)


def _find_possible_terminals(error: UnexpectedInput) -> set[str]:
    """Return the terminals that could have come next."""
    if isinstance(error, UnexpectedToken):
        return set(error.accepts if error.accepts else error.expected)
    if isinstance(error, UnexpectedCharacters) and error.allowed is not None:
        return set(error.allowed)
    return set()


def _find_innermost_open_bracket(text: str, start: int, end: int) -> int | None:
    """Find the offset of the last bracket that is never closed; ``None`` if there is none.

    >>> _find_innermost_open_bracket("[3 (5 [8]", start=0, end=9)
    3

    Only the part from ``start`` to ``end`` is looked at. A closing bracket that does not fit the
    last open one is passed over. Brackets within quoted texts are counted, too.
    """
    open_offsets: list[int] = []
    for found in _BRACKETS.finditer(text, start, end):
        bracket = found[0]
        is_opening = bracket in _CLOSING_OF
        if is_opening:
            open_offsets.append(found.start())
            continue
        last_open_bracket = text[open_offsets[-1]] if open_offsets else ""
        if _CLOSING_OF.get(last_open_bracket) == bracket:
            open_offsets.pop()
    return open_offsets[-1] if open_offsets else None
