"""How numbers and names are spelled: read without losing or inventing a digit, and written."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Final

from treeexplorer.errors import TreeexplorerError
from treeexplorer.numbers import written
from treeexplorer.text import safe
from treeexplorer.tree import INFINITY, Number

MOST_DIGITS: Final = 4000
"""The most digits a number may have; Python itself refuses to convert more than 4,300."""

DECIMAL: Final = r"(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+\-−]?[0-9]++)?+"
NUMBER: Final = rf"[+\-−]?+(?:{DECIMAL}|∞|(?i:inf(?:inity)?+)(?![\w']))"
PLAIN_WORD: Final = r"(?:[^\W\d]|')[\w']*+"
QUOTED: Final = r'"(?:[^"\\\n]|\\["\\])++"'
_RESERVED: Final = (
    "max", "min", "chance", "inf", "infinity", "nan", "none", "null", "true", "false"
)  # fmt: skip
RESERVED_WORD: Final = rf"(?i:{'|'.join(_RESERVED)})"

_SPELLING = str.maketrans({"−": "-"})
_PLAIN: Final = re.compile(PLAIN_WORD)
_ESCAPED: Final = re.compile(r"\\(.)")


class NumberError(TreeexplorerError):
    """A number that is well written and yet cannot be kept as it stands."""


def read_number(spelling: str) -> int | float:
    """Return the value of a number as the grammar spells it.

    An integer stays an integer of any size, everything else becomes a double.

    Raises:
        NumberError: The number is too long, or no double comes near it.
    """
    if len(spelling) < 16 and spelling.isdecimal():  # most numbers
        return int(spelling)
    plain = spelling.translate(_SPELLING)
    if plain[-1] in "∞yYfF":
        return -INFINITY if plain[0] == "-" else INFINITY
    if len(plain) > MOST_DIGITS:
        raise NumberError(f"a number has at most {MOST_DIGITS:,} digits")
    if plain.isdecimal() or (plain[0] in "+-" and plain[1:].isdecimal()):
        return int(plain)
    value = float(plain)
    if math.isinf(value):
        raise NumberError(
            f"{spelling} is too large for a number with a decimal point or an exponent"
        )
    if value == 0.0 and any(digit in "123456789" for digit in plain.lower().partition("e")[0]):
        raise NumberError(f"{spelling} is too small: it would become 0")
    return value


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
    return Fraction(spelling.translate(_SPELLING))


def write_number(number: Number) -> str:
    """Return the spelling of a value that reads back as the same number.

    A fraction that is no short decimal becomes the nearest double: values have no fractions.
    """
    spelling = written(number)
    return repr(float(number)) if "/" in spelling else spelling


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
