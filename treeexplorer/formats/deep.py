"""Reads nested brackets of any depth, where the parser of a language gives up by depth.

:mod:`json` and :mod:`ast` go down by recursion. This reader takes the same lists, records and atoms
with a stack of its own; it is slower, and asked only then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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
    """Return the value that begins at an offset, and where it ends.

    Args:
        text: The text.
        offset: Where the value begins.
        atom: Returns what an atom stands for, from its text and place.
        is_json: Whether trailing commas and parentheses are errors, as in JSON.

    Raises:
        UnreadableError: The brackets, commas or colons are not where they belong.
    """
    opened: list[tuple[str, Any, int]] = []  # the bracket, what it holds so far, its place
    keys: list[str | None] = []  # the key that waits for its value in each open record
    expects_value = True
    while True:
        token = _TOKEN.match(text, offset)
        kind = None if token is None else token.lastgroup
        if token is None or kind is None:
            raise UnreadableError("this begins no value", offset)
        offset = token.end()
        written = token[kind]
        place = token.start(kind)
        if kind == "opening" and expects_value and (written != "(" or not is_json):
            opened.append((written, {} if written == "{" else [], place))
            keys.append(None)
            expects_value = True
            continue
        if kind == "comma" and opened and not expects_value:
            expects_value = True
            continue
        if kind == "closing" and opened:
            bracket, value, _ = opened[-1]
            is_trailing = expects_value and bool(value)
            if written != _CLOSING_OF[bracket] or keys[-1] is not None or (is_trailing and is_json):
                raise UnreadableError(f"this {quoted(written)} is out of place", place)
            opened.pop()
            keys.pop()
        elif kind == "atom" and expects_value:
            value = atom(written, place)
            if opened and opened[-1][0] == "{" and keys[-1] is None:
                offset = _behind_colon(text, offset)
                if value in opened[-1][1]:
                    message = f"the key {quoted(str(value))} stands twice in one record"
                    raise UnreadableError(message, place)
                keys[-1] = value
                continue
        elif kind == "end" and opened:
            raise UnreadableError("the bracket that opens here is never closed", opened[-1][2])
        else:
            raise UnreadableError(f"this {quoted(written)} is out of place", place)
        if not opened:
            return value, offset
        _put(opened[-1][1], keys, value, place)
        expects_value = False


def _behind_colon(text: str, offset: int) -> int:
    token = _TOKEN.match(text, offset)
    if token is None or token.lastgroup != "colon":
        raise UnreadableError("a colon is missing behind this key", offset)
    return token.end()


def _put(into: Any, keys: list[str | None], value: Any, place: int) -> None:
    """Add a value to the list or record that is open."""
    if isinstance(into, list):
        into.append(value)
        return
    key = keys[-1]
    if key is None:
        raise UnreadableError("a record has keys and values", place)
    into[key] = value
    keys[-1] = None
