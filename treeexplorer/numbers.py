"""How a number is read, and written: for people, in the notation, in JSON; counts with nouns."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from fractions import Fraction
from typing import Final

from treeexplorer.errors import TreeexplorerError

_LONGEST_DECIMAL: Final = 12
MOST_DIGITS: Final = 4000
"""The most digits a number may have; Python itself refuses to convert more than 4,300."""

DECIMAL: Final = r"(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+\-−]?[0-9]++)?+"
NUMBER: Final = rf"[+\-−]?+(?:{DECIMAL}|∞|(?i:inf(?:inity)?+)(?![\w']))"


def decimal_places(number: Fraction) -> int | None:
    """Return how many decimal places a fraction takes, ``None`` if no number of them is enough."""
    rest, places = number.denominator, 0
    for prime in (2, 5):
        count = 0
        while rest % prime == 0:
            rest //= prime
            count += 1
        places = max(places, count)
    return places if rest == 1 else None


def _terminating(number: Fraction) -> str | None:
    """Return a fraction as a decimal when it is a short one, else ``None``."""
    places = decimal_places(number)
    if places is None or places > _LONGEST_DECIMAL:
        return None
    scaled = abs(number.numerator) * 10**places // number.denominator
    digits = str(scaled).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def written(number: float | Fraction) -> str:
    """Return a number as the notation writes it: ``3``, ``-0.5``, ``inf``, ``13/3``."""
    if isinstance(number, Fraction):
        return _terminating(number) or str(number)
    if isinstance(number, float):
        return repr(number) if math.isfinite(number) else ("inf" if number > 0 else "-inf")
    return str(number)


def shown(number: float | Fraction) -> str:
    """Return a number as people read it: ``3``, ``−0.5``, ``+∞``, ``13/3``."""
    if isinstance(number, float) and math.isinf(number):
        return "+∞" if number > 0 else "−∞"
    return written(number).replace("-", "−", 1) if number < 0 else written(number)


def for_json(number: float | Fraction | str | None) -> int | float | str | None:
    """Return a number for JSON: an integer stays one, infinities are ``"inf"`` and ``"-inf"``.

    A fraction that no short decimal writes exactly is a string such as ``"5/3"``; a word that
    stands for a number stays as it is.
    """
    if isinstance(number, Fraction):
        if number.denominator == 1:
            return int(number)
        decimal = float(number)
        return decimal if Fraction(repr(decimal)) == number else str(number)
    if isinstance(number, float) and math.isinf(number):
        return "inf" if number > 0 else "-inf"
    return number


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
    plain = spelling.replace("−", "-")
    if plain[-1] in "∞yYfF":
        return -math.inf if plain[0] == "-" else math.inf
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


def typed_number(text: str) -> int | float:
    """Return the number that a person typed: ``3``, ``−0.5``, ``1e3``, ``∞``, ``-inf``.

    Raises:
        NumberError: It is no number, or none that can be kept.
    """
    typed = text.strip()
    if re.fullmatch(NUMBER, typed) is not None:
        with suppress(NumberError):
            return read_number(typed)
    raise NumberError(f"“{typed}” is no number")


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{grouped(number)} {one if number == 1 else many}"


def grouped(number: int) -> str:
    """Return a number with its digits in groups of three."""
    return f"{number:,}".replace(",", " ")
