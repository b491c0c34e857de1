"""How probabilities, values and names are spelled: read and written."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from treeexplorer.numbers import MOST_DIGITS, NumberError, read_number, written
from treeexplorer.text import safe
from treeexplorer.tree import Number

PLAIN_WORD: Final = r"(?:[^\W\d]|')[\w']*+"
QUOTED: Final = r'"(?:[^"\\\n]|\\["\\])++"'
_RESERVED: Final = (
    "max", "min", "chance", "inf", "infinity", "nan", "none", "null", "true", "false"
)  # fmt: skip
RESERVED_WORD: Final = rf"(?i:{'|'.join(_RESERVED)})"

_WRITTEN_PLACES: Final = 6
_PLAIN: Final = re.compile(PLAIN_WORD)
_ESCAPED: Final = re.compile(r"\\(.)")


def read_probability(spelling: str) -> Fraction:
    """Return a probability exactly as it is written, a fraction or a decimal.

    Raises:
        NumberError: The denominator is 0, or the number cannot be kept.
    """
    numerator, slash, denominator = spelling.partition("/")
    if len(spelling) > MOST_DIGITS:
        raise NumberError(f"a number has at most {MOST_DIGITS:,} digits")
    if slash:
        if not int(denominator):
            raise NumberError(f"{spelling} divides by 0")
        return Fraction(int(numerator), int(denominator))
    read_number(spelling)  # refuses the exponents that would make an enormous fraction
    return Fraction(spelling.replace("−", "-"))


def write_number(number: Number) -> str:
    """Return the spelling of a value that reads back as the same number.

    A mean such as 13/3, which is no short decimal, is rounded: values have no fractions.
    """
    spelling = written(number)
    if "/" in spelling:
        return repr(round(float(number), _WRITTEN_PLACES))
    return spelling


def is_plain_word(word: str) -> bool:
    """Tell whether a word can be a name without quotes, or stand for an unknown."""
    return _PLAIN.fullmatch(word) is not None and word.lower() not in _RESERVED


def unquoted(written: str) -> str:
    """Return the name that a quoted one stands for."""
    return safe(_ESCAPED.sub(r"\1", written[1:-1]))


def write_name(name: str) -> str:
    """Return a name as it stands before its colon, quoted unless it is a plain word."""
    name = safe(name)
    if is_plain_word(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
