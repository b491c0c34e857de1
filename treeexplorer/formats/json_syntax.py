"""JSON: the trees of visualizers and of programs on the web; several values, too (JSON Lines)."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from treeexplorer.formats.model import Assigned, Digits, Reading, UnreadableError
from treeexplorer.text import quoted

_BLANKS: Final = re.compile(r"\s*+")


def looks_like(text: str) -> bool:
    """Tell whether a text begins like a list or a record."""
    return text.lstrip()[:1] in {"[", "{"}


def read(text: str) -> Reading:
    """Return the values of a text of JSON, one after the other; commas may stand between.

    Raises:
        UnreadableError: It is not JSON, or a key stands twice in one record.
    """
    values: list[Assigned] = []
    offset = _behind_blanks(text, 0)
    while offset < len(text):
        try:
            value, end = _DECODER.raw_decode(text, offset)
        except json.JSONDecodeError as error:
            message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
            raise UnreadableError(message, error.pos) from None
        values.append(Assigned(value))
        offset = _behind_blanks(text, end)
    return Reading(values)


def _behind_blanks(text: str, offset: int) -> int:
    found = _BLANKS.match(text, offset)
    return offset if found is None else found.end()


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a record of pairs, none of whose keys may stand twice."""
    record = dict(pairs)
    if len(record) < len(pairs):
        seen = set[str]()
        for key, _ in pairs:
            if key in seen:
                raise UnreadableError(f"the key {quoted(key)} stands twice in one record")
            seen.add(key)
    return record


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_record, parse_int=Digits, parse_float=Digits, parse_constant=str
)
