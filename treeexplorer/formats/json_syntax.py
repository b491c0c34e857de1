"""JSON: the trees of visualizers and of programs on the web; several values, too (JSON Lines)."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from treeexplorer.errors import present
from treeexplorer.formats.deep import read_nested
from treeexplorer.formats.model import Assigned, Digits, Reading, UnreadableError
from treeexplorer.text import quoted

_SEPARATORS: Final = re.compile(r"[ \t\r\n,;]*+")
_BLANKS: Final = re.compile(r"[ \t\r\n]*+")
_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+\-]?[0-9]++)?")
_CONSTANTS: Final = {"true": True, "false": False, "null": None}
_NOT_A_NUMBER: Final = "NaN"
_INFINITIES: Final = frozenset({"Infinity", "-Infinity"})
_OF_TEXTS: Final = frozenset({"Unterminated string starting at", "Invalid control character at"})
_MOST_DIGITS_OF_INT: Final = 300


def looks_like(text: str) -> bool:
    """Tell whether a text begins like a list or a record."""
    return text.lstrip()[:1] in {"[", "{"}


def read(text: str) -> Reading:
    """Return the JSON values of a text, one after the other.

    Blanks, commas and semicolons may stand between them and behind the last.

    >>> [each.value for each in read('[3, 12]; {"A": [5]}').values]
    [[3, 12], {'A': [5]}]

    Raises:
        UnreadableError: It is not JSON, or a key stands twice in one record.
    """
    values: list[Assigned] = []
    # Before the first value only blanks may stand; the decoder does not pass them over.
    offset = _skip(_BLANKS, text, 0)
    while offset < len(text):
        value, offset = _decode_value(text, offset)
        values.append(Assigned(value))
        offset = _skip(_SEPARATORS, text, offset)
    return Reading(values)


def _decode_value(text: str, offset: int) -> tuple[Any, int]:
    """Return the JSON value that begins at an offset, and the offset behind it.

    The module ``json`` is fast, and gives up at two things that are right nevertheless: values that
    are nested too deep, and integers with very many digits. These are read by a slower reader.
    """
    try:
        return _DECODER.raw_decode(text, offset)
    except RecursionError:
        return read_nested(text, offset, _parse_atom)
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {_describe_mistake(error.msg)}"
        raise UnreadableError(message, error.pos) from None
    # An integer of more digits than Python turns into an `int`. Behind the case above, since a
    # JSONDecodeError is a ValueError, too.
    except ValueError:
        return read_nested(text, offset, _parse_atom)


def _describe_mistake(message: str) -> str:
    """Return what `json` says of a mistake, as a part of a sentence.

    >>> _describe_mistake("Unterminated string starting at"), _describe_mistake("Expecting value")
    ('a text in quotes is never closed', 'expecting value')
    """
    if message in _OF_TEXTS:
        return "a text in quotes is never closed"
    return message[:1].lower() + message[1:]


def _skip(pattern: re.Pattern[str], text: str, offset: int) -> int:
    """Return the offset behind what a pattern matches at an offset."""
    found = pattern.match(text, offset)
    return offset if found is None else found.end()


def _build_record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a record of key–value pairs, in which no key may occur twice."""
    record = dict(pairs)
    if len(record) < len(pairs):
        key = present(_find_repeated_key(pairs))
        raise UnreadableError(f"the key {quoted(key)} stands twice in one record")
    return record


def _find_repeated_key(pairs: list[tuple[str, Any]]) -> str | None:
    """Return the first key that occurs a second time; ``None`` if each key is unique."""
    seen_keys: set[str] = set()
    for key, _ in pairs:
        if key in seen_keys:
            return key
        seen_keys.add(key)
    return None


def _parse_integer(digits: str) -> int | Digits:
    """Return an integer; if it is too long, its digits, which are refused when numbers are read."""
    return Digits(digits) if len(digits) > _MOST_DIGITS_OF_INT else int(digits)


def _parse_atom(atom: str, place: int) -> Any:
    """Return what an atom of JSON stands for, as ``_DECODER`` does; for the slower reader.

    =======================  ==============================================================
    ``"A"``                  the text
    ``true``, ``null``       the constant of Python
    ``Infinity``             itself, as a text
    ``12``                   an integer, or its digits if there are very many
    ``0.10``                 its digits, since a float might not keep all of them
    ``NaN``                  its letters as digits: they are refused when numbers are read
    =======================  ==============================================================

    An error is raised if it is no value of JSON.
    """
    if atom[0] == '"':
        return json.loads(atom)
    if atom in _CONSTANTS:
        return _CONSTANTS[atom]
    if atom in _INFINITIES:
        return atom
    if _INTEGER.fullmatch(atom):
        return _parse_integer(atom)
    if atom == _NOT_A_NUMBER or _NUMBER.fullmatch(atom):
        return Digits(atom, place)
    raise UnreadableError(f"this is not JSON: {quoted(atom)} is no value", place)


def _parse_constant(constant: str) -> str:
    """Return an infinity as a text, and ``NaN`` as the digits of a number that is refused."""
    return Digits(constant) if constant == _NOT_A_NUMBER else constant


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_build_record, parse_float=Digits, parse_constant=_parse_constant
)
