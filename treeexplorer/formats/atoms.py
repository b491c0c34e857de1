"""Numbers as people write them in other syntaxes: told from words, and spelled as ours are."""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.formats.model import Digits, Placed
from treeexplorer.numbers import DECIMAL_PATTERN

_SHORT_INTEGER: Final = re.compile(r"-?[0-9]{1,15}")
_NUMBER: Final = re.compile(rf"[+\-−]?+{DECIMAL_PATTERN}")
_INFINITY: Final = re.compile(r"([+\-−]?+)(?:∞|inf(?:inity)?)", re.IGNORECASE)


def is_number(text: object) -> bool:
    """Tell whether something is an integer, or a text that spells a number or an infinity."""
    if isinstance(text, str):
        return _NUMBER.fullmatch(text) is not None or _INFINITY.fullmatch(text) is not None
    return isinstance(text, int)


def number(text: str, place: int | None) -> int | Placed:
    """Return a number of a list: a short integer as ``int``, another one as its digits.

    An ``int`` is the fastest to handle.

    >>> number("5", 0), number("0.50", 0), number("−∞", 0)
    (5, '0.50', '-inf')
    """
    return int(text) if _SHORT_INTEGER.fullmatch(text) else atom(text, place)


def atom(text: str, place: int | None) -> Placed:
    """Return a text as a number in its own spelling, as an infinity, or as any other text.

    >>> atom("0.50", 7), atom("−∞", 0), atom("A", 3)
    ('0.50', '-inf', 'A')

    Args:
        text: The text.
        place: Its offset in the text that is read; ``None`` if it is not known.

    Returns:
        :class:`Digits` for a number, since a float may not keep how it is written; any other text
        as :class:`Placed`. Both are texts with a place.
    """
    if _NUMBER.fullmatch(text) is not None:
        return Digits(text, place)
    infinity = _INFINITY.fullmatch(text)
    if infinity is None:
        return Placed(text, place)
    if infinity[1] in {"-", "−"}:
        return Placed("-inf", place)
    return Placed("inf", place)
