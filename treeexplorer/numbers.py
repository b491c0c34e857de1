"""How a number is written: for people, in the notation, and in JSON; and a count with its noun."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

_LONGEST_DECIMAL: Final = 12
_MOST_DIGITS: Final = 4000


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


def typed_number(text: str) -> int | float:
    """Return the number that a person typed: ``3``, ``−0.5``, ``1e3``, ``∞``, ``-inf``.

    Raises:
        ValueError: It is no number, or none that can be kept.
    """
    plain = text.strip().replace("−", "-").replace("∞", "inf").lower()
    if "_" not in plain and len(plain) <= _MOST_DIGITS:
        try:
            return int(plain)
        except ValueError:
            pass
        try:
            value = float(plain)
        except ValueError:
            value = math.nan
        if math.isfinite(value) or "inf" in plain:
            return value
    raise ValueError(f"“{text.strip()}” is no number")


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{grouped(number)} {one if number == 1 else many}"


def grouped(number: int) -> str:
    """Return a number with its digits in groups of three."""
    return f"{number:,}".replace(",", " ")
