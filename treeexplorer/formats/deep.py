"""Reads nested brackets of any depth, where the parser of a language gives up by depth.

:mod:`json` and :mod:`ast` go down by recursion. This reader takes the same lists, records and atoms
with a stack of its own; it is slower, and asked only then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from treeexplorer.formats.model import UnreadableError
from treeexplorer.text import quoted

_TOKEN: Final = re.compile(
    r"""[ \t\r\n\f]*+(?:
        (?P<opening>[\[{(]) | (?P<closing>[\]})]) | (?P<comma>,) | (?P<colon>:)
        | (?P<atom>"(?>(?:[^"\\\x00-\x1f]++|\\.)*)" | [^\s\[\]{}(),:"]++)
        | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
_CLOSING_OF: Final = {"[": "]", "{": "}", "(": ")"}


def read_nested(
    text: str, offset: int, atom: Callable[[str, int], Any], *, is_json: bool = True
) -> tuple[Any, int]:
    """Return the value that begins at an offset, and the offset behind it.

    >>> read_nested("[3, [12, 8]] # ", 0, lambda digits, place: int(digits))
    ([3, [12, 8]], 12)

    Args:
        text: The text.
        offset: Where the value begins.
        atom: Returns what an atom stands for, from its text and place.
        is_json: Whether trailing commas and parentheses are errors, as in JSON.

    Raises:
        UnreadableError: The brackets, commas or colons are not where they belong.
    """
    return _NestedReader(text, atom, is_json=is_json).read(offset)


@dataclass
class _OpenContainer:
    """A list or a record that is not closed yet.

    Attributes:
        bracket: The bracket that opens it.
        place: Where that stands.
        value: What it holds so far.
        key: The key that waits for its value, in a record.
    """

    bracket: str
    place: int
    value: Any
    key: Any = None

    @property
    def expects_key(self) -> bool:
        """Whether an atom would be a key of the record, since no key waits for its value."""
        return self.bracket == "{" and self.key is None

    def add_value(self, value: Any, place: int) -> None:
        """Add a value to the list, or put it into the record under the key that was read last.

        A list or record where a key of a record belongs, ``{[5]}``, is refused.
        """
        is_list = isinstance(self.value, list)
        if is_list:
            self.value.append(value)
        elif self.key is None:
            raise UnreadableError("a record has keys and values", place)
        else:
            self.value[self.key] = value
            self.key = None


@dataclass
class _NestedReader:
    """A reader of one value, token by token.

    What has been read so far is in two fields, which every token changes: ``open_containers`` and
    ``expects_value``.

    Attributes:
        text: The text.
        atom: Returns what an atom stands for, from its text and place.
        is_json: Whether trailing commas and parentheses are errors.
        open_containers: The lists and records that are open, the outermost first.
        expects_value: Whether a value may come next, and no comma: at the beginning, and behind an
            opening bracket, a comma or a key; but not behind a value. A closing bracket may come
            behind a value and an opening bracket, and unless in JSON behind a comma. In a record a
            key comes before each value.
    """

    text: str
    atom: Callable[[str, int], Any]
    is_json: bool
    open_containers: list[_OpenContainer] = field(default_factory=list)
    expects_value: bool = True

    def read(self, offset: int) -> tuple[Any, int]:
        """Read the value that begins at an offset, and return it with the offset behind it.

        For each token of ``[3, [5]]``, what is done, and which lists are open then::

            [    open a list             []
            3    put 3 into it           [3]
            ,    expect a value          [3]
            [    open a list             [3]  []
            5    put 5 into it           [3]  [5]
            ]    close it: a value of    [3, [5]]
                 the list around it
            ]    close it: the result    none

        Blanks may stand before each token.
        """
        while True:
            token = _match_token(self.text, offset)
            # Every alternative of the pattern is a group, so that there is a last one that matched.
            kind = str(token.lastgroup)
            token_text = token[kind]
            place = token.start(kind)
            offset = token.end()

            # After these tokens no value is complete.
            if kind == "opening":
                self._open_bracket(token_text, place)
                continue
            if kind == "comma":
                self._expect_value_after_comma(place)
                continue
            if kind == "atom" and self._expects_key:
                self._set_key(self.atom(token_text, place), place)
                offset = _skip_colon(self.text, offset)
                continue

            # After these one is: a list or a record, or else a number, a word or a text.
            if kind == "closing":
                value = self._close_bracket(token_text, place)
            elif kind == "atom" and self.expects_value:
                value = self.atom(token_text, place)
            else:
                raise self._make_error_without_value(kind, token_text, place)

            if not self.open_containers:
                return value, offset
            self.open_containers[-1].add_value(value, place)
            self.expects_value = False  # but a comma or a closing bracket

    @property
    def _expects_key(self) -> bool:
        """Whether an atom that comes next is a key of the record that is open."""
        return (
            self.expects_value
            and bool(self.open_containers)
            and self.open_containers[-1].expects_key
        )

    def _make_error_without_value(self, kind: str, token_text: str, place: int) -> UnreadableError:
        """Return the error that a token ends no value.

        Such a token is an atom behind a value (``[3 5]``, where a comma is missing), a colon behind
        no key, or the end of the text. The kinds are ``atom``, ``colon`` and ``end``.
        """
        is_within_list = kind == "end" and len(self.open_containers) > 0
        if is_within_list:
            message = "the bracket that opens here is never closed"
            # The bracket may be far away: `reached` tells how much could be read.
            return UnreadableError(message, self.open_containers[-1].place, reached=place)
        return _make_out_of_place_error(token_text, place)

    def _open_bracket(self, bracket: str, place: int) -> None:
        """Begin a list or a record."""
        if not self.expects_value or (bracket == "(" and self.is_json):
            raise _make_out_of_place_error(bracket, place)
        value: Any = {} if bracket == "{" else []
        self.open_containers.append(_OpenContainer(bracket, place, value))

    def _expect_value_after_comma(self, place: int) -> None:
        """Expect a value next, since a comma was read."""
        if not self.open_containers or self.expects_value:
            raise _make_out_of_place_error(",", place)
        self.expects_value = True

    def _set_key(self, key: Any, place: int) -> None:
        """Keep a key of the record that is open until its value comes; refuse one that is there."""
        record = self.open_containers[-1]
        if key in record.value:
            message = f"the key {quoted(str(key))} stands twice in one record"
            raise UnreadableError(message, place)
        record.key = key

    def _close_bracket(self, bracket: str, place: int) -> Any:
        """Close the innermost list or record that is open, and return it.

        The caller puts it into the list or record around it. The bracket is refused where no
        bracket of its kind is open (``[5}``), where a key has no value (``{"a": }``), and in JSON
        behind a comma (``[5, ]``).
        """
        if not self.open_containers or bracket != _CLOSING_OF[self.open_containers[-1].bracket]:
            raise _make_out_of_place_error(bracket, place)
        closed = self.open_containers.pop()

        is_behind_key = closed.key is not None
        # A value may come next behind an opening bracket and behind a comma. In [] it is the
        # bracket, since nothing is in the list; in [5, ] it is the comma.
        is_behind_comma = self.expects_value and len(closed.value) > 0
        if is_behind_key or (is_behind_comma and self.is_json):
            raise _make_out_of_place_error(bracket, place)
        return closed.value


def _match_token(text: str, offset: int) -> re.Match[str]:
    """Return the token at an offset; its kind is the group that matched."""
    token = _TOKEN.match(text, offset)
    if token is None:
        raise UnreadableError("this begins no value", offset)
    return token


def _make_out_of_place_error(sign: str, place: int) -> UnreadableError:
    return UnreadableError(f"this {quoted(sign)} is out of place", place)


def _skip_colon(text: str, offset: int) -> int:
    """Return the offset behind the colon that follows a key; raise an error if none does."""
    token = _TOKEN.match(text, offset)
    if token is None or token.lastgroup != "colon":
        raise UnreadableError("a colon is missing behind this key", offset)
    return token.end()
