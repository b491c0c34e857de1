"""How a number is read, and written: for people, in the notation, in JSON; counts with nouns."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from treeexplorer.errors import TreeexplorerError
from treeexplorer.text import quoted, shorten

MOST_DIGITS: Final = 300
"""The most digits that a number may have that somebody writes."""
_MOST_IN_FRACTION: Final = 4000  # of means of means; Python refuses to convert more than 4,300
_TOO_LARGE_IN_FRACTION: Final = 10**_MOST_IN_FRACTION  # takes 0.2 ms, and every number asks for it
_LONGEST_DECIMAL: Final = 12
_LONGEST_SHOWN: Final = 40
_SMALL: Final = 10**15

DECIMAL_PATTERN: Final = r"(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?>(?:[eE][+\-−]?[0-9]++)?)"
NUMBER: Final = rf"[+\-−]?+(?:{DECIMAL_PATTERN}|∞|(?i:inf(?>(?:inity)?))(?![\w']))"
"""A number as a leaf has it."""
NUMBER_OR_FRACTION: Final = rf"(?:[+\-−]?+[0-9]++/[0-9]++|{NUMBER})"
"""A number as claims and windows have it."""


def count_decimal_places(number: int | Fraction) -> int | None:
    """Return how many decimal places a fraction needs; ``None`` if it has no finite decimal.

    A decimal is a fraction of a power of 10 = 2 · 5. So it needs as many places as the larger power
    of 2 or 5 in its denominator, which must have no other prime factors. For example 1/40 is
    1/(2·2·2·5), with three 2s and one 5: 0.025 has three places.

    Example:
        >>> count_decimal_places(Fraction(3, 8)), count_decimal_places(Fraction(1, 3))
        (3, None)
    """
    cofactor = number.denominator
    places = 0
    for prime in (2, 5):
        exponent = 0
        while cofactor % prime == 0:
            cofactor //= prime
            exponent += 1
        places = max(places, exponent)
    has_other_prime_factors = cofactor > 1
    if has_other_prime_factors:
        return None
    return places


def written(number: float | Fraction) -> str:
    """Write a number as a text; exactly, as long as it is not too long to be read again.

    A double is written as Python writes it. Of an integer or a fraction the first row that holds:

    ====================  ====================  ===============================================
    number                text                  why
    ====================  ====================  ===============================================
    ``10**5000``          ``1.000000e+5000``    even as a fraction it could not be read again
    ``13/3``              ``13/3``              no decimal is exact
    ``Fraction(10**99)``  ``1e+99``             a decimal of over 40 digits, but a double
    ``3/8``               ``0.375``             the decimal is short: up to 12 decimal places
    ``2**-40``            ``1/1099511627776``   the decimal is longer than the fraction
    ====================  ====================  ===============================================

    Example:
        >>> written(3), written(-0.5), written(math.inf), written(Fraction(13, 3))
        ('3', '-0.5', 'inf', '13/3')
        >>> written(Fraction(3, 8)), written(Fraction(10**308)), written(Fraction(1, 2**40))
        ('0.375', '1e+308', '1/1099511627776')
    """
    if isinstance(number, float):
        return _format_float(number)

    numerator, denominator = number.as_integer_ratio()
    if max(abs(numerator), denominator) >= _TOO_LARGE_IN_FRACTION:
        return _round(Fraction(number))

    fraction = f"{numerator}/{denominator}"
    places = count_decimal_places(number)
    if places is None:
        return fraction

    decimal = _format_decimal(number, places)
    if _is_shorter_as_double(number, decimal):
        return repr(float(number))
    return _choose_decimal_or_fraction(decimal, fraction, places)


def _is_shorter_as_double(number: int | Fraction, decimal: str) -> bool:
    """Tell whether a fraction with a long decimal is written exactly as a double: ``1e+99``.

    For example ``Fraction(10**99)`` is, but the integer ``10**99`` keeps all of its digits.
    """
    is_long = len(decimal) > _LONGEST_SHOWN
    return is_long and isinstance(number, Fraction) and is_kept(number)


def _choose_decimal_or_fraction(decimal: str, fraction: str, places: int) -> str:
    """Return the shorter of two texts of a number; but the decimal if it has few places.

    - ``0.375`` of ``0.375`` and ``3/8``: it has only 3 places.
    - ``1/1099511627776`` of that and ``0.0000000000009094947017729282379150390625``.
    - The fraction if the decimal has more than 300 digits, which could not be read again.
    """
    digits = decimal.lstrip("-")
    if len(digits) > MOST_DIGITS:
        return fraction
    has_few_places = places <= _LONGEST_DECIMAL
    if has_few_places or len(decimal) < len(fraction):
        return decimal
    return fraction


def _format_float(number: float) -> str:
    """Return a double as the notation writes it, ``inf`` for infinity."""
    if math.isfinite(number):
        return repr(number)
    return "inf" if number > 0 else "-inf"


def _format_decimal(number: int | Fraction, places: int) -> str:
    """Return a number with a given number of decimal places, which must be enough to be exact.

    >>> _format_decimal(Fraction(-1, 2), 2)
    '-0.50'
    """
    scaled = abs(number.numerator) * 10**places // number.denominator
    digits = str(scaled).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    if not places:
        return sign + digits
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def is_kept(number: Fraction) -> bool:
    """Tell whether the shortest spelling of some double is exactly this number.

    >>> is_kept(Fraction(1, 10)), is_kept(Fraction(1, 3))
    (True, False)
    """
    try:
        return Fraction(repr(float(number))) == number
    except (OverflowError, ValueError):
        return False


def _round(number: Fraction) -> str:
    """Return a number rounded to seven digits, even one larger than any double."""
    try:
        return f"{float(number):.7g}"
    except OverflowError:
        return f"{Decimal(number.numerator) / Decimal(number.denominator):.7g}"


def shown(number: float | Fraction) -> str:
    """Return a number as people read it, with a minus and the sign of infinity.

    Example:
        >>> shown(3), shown(-0.5), shown(math.inf), shown(Fraction(13, 3))
        ('3', '−0.5', '+∞', '13/3')

    What takes more than 40 digits under chance nodes is rounded, and says so: ``≈6.666667e+307``.
    """
    if type(number) is int and abs(number) < _SMALL:  # nearly all are, on every card of a frame
        return str(number).replace("-", "−", 1)
    if isinstance(number, float) and math.isinf(number):
        return "+∞" if number > 0 else "−∞"
    spelling = f"≈{_round(Fraction(number))}" if is_rounded(number) else written(number)
    return spelling.replace("-", "−", 1) if number < 0 else spelling


def is_rounded(number: float | Fraction) -> bool:
    """Tell whether :func:`shown` rounds the number."""
    if isinstance(number, float):
        return False
    spelling = written(number)
    may_be_rounded = isinstance(number, Fraction) or "/" in spelling
    return may_be_rounded and len(spelling) > _LONGEST_SHOWN


def convert_number_to_json(number: float | Fraction | str | None) -> int | float | str | None:
    """Return a number as JSON can have it, with a text such as ``"inf"`` for what JSON has not.

    Integers and doubles stay. A fraction with a short exact decimal becomes a number, any other one
    a text such as ``"5/3"``. A word that stands for a number is returned unchanged.

    >>> convert_number_to_json(Fraction(1, 2)), convert_number_to_json(Fraction(5, 3))
    (0.5, '5/3')
    >>> convert_number_to_json(-math.inf)
    '-inf'
    """
    if type(number) is int:  # by far the most frequent case
        return number
    if isinstance(number, Fraction):
        if number.denominator == 1:
            return int(number)
        return float(number) if is_kept(number) else written(number)
    if isinstance(number, float) and math.isinf(number):
        return "inf" if number > 0 else "-inf"
    return number


def convert_numbers_to_json(numbers: Sequence[float | Fraction | str]) -> Sequence[object]:
    """Convert numbers, and words that stand for some, as :func:`convert_number_to_json` does."""
    if {*map(type, numbers)} <= {int}:  # by far the most frequent case, and nothing is copied
        return numbers
    return list(map(convert_number_to_json, numbers))


def exact(number: float | Fraction) -> float | Fraction:
    """Return a finite double as the fraction that its spelling means, such as 1/10 for 0.1.

    Other numbers are returned unchanged.
    """
    if isinstance(number, float) and math.isfinite(number):
        return Fraction(repr(number))
    return number


class NumberError(TreeexplorerError):
    """A number is spelled correctly, but cannot be stored exactly."""


def signum(number: float | Fraction) -> int:
    """Return the sign of a number: −1, 0 or 1."""
    if number > 0:
        return 1
    return -1 if number < 0 else 0


def convert_window_to_json(
    window: tuple[float | Fraction, float | Fraction] | None,
) -> list[int | float | str | None] | None:
    """Return the two ends of a window for JSON."""
    return None if window is None else [convert_number_to_json(end) for end in window]


def parse_number(spelling: str) -> int | float | Fraction:
    """Return exactly the number that a text spells: an integer, a double or a fraction.

    An integer stays one. A number that some double is spelled like (``0.1``, ``1/2``) is a double,
    any other number a fraction.

    Args:
        spelling: A text that matches :data:`NUMBER_OR_FRACTION`, which is not checked here.

    Raises:
        NumberError: It has too many digits, divides by 0, or is beyond what any double reaches.

    Example:
        >>> parse_number("7"), parse_number("1/2"), parse_number("1/3"), parse_number("−inf")
        (7, 0.5, Fraction(1, 3), -inf)
    """
    ascii_spelling = spelling.replace("−", "-")  # from here on a minus is that of ASCII

    is_infinite = ascii_spelling.lower().endswith(("∞", "inf", "infinity"))
    if is_infinite:
        is_negative = ascii_spelling.startswith("-")
        return -math.inf if is_negative else math.inf

    if "/" in ascii_spelling:
        return _parse_fraction(ascii_spelling, spelling)

    unsigned = ascii_spelling.lstrip("+-")
    if len(unsigned) > MOST_DIGITS:
        raise NumberError(f"a number has at most {MOST_DIGITS} digits")
    if unsigned.isdecimal():
        return int(ascii_spelling)
    return _parse_decimal(ascii_spelling, spelling)


def _parse_fraction(ascii_spelling: str, original_spelling: str) -> int | float | Fraction:
    """Return the number of a written fraction such as ``4/6``: an integer or a double if possible.

    A NumberError, which shows the original spelling, is raised if it has too many digits, divides
    by 0, or is beyond what any double reaches.
    """
    numerator, _, denominator = ascii_spelling.partition("/")
    if max(len(numerator.lstrip("+-")), len(denominator)) > _MOST_IN_FRACTION:
        raise NumberError(f"each part of a fraction has at most {_MOST_IN_FRACTION} digits")
    if int(denominator) == 0:
        raise NumberError(f"{shorten(original_spelling, _LONGEST_SHOWN)} divides by 0")

    fraction = Fraction(int(numerator), int(denominator))
    if abs(fraction) > sys.float_info.max:
        raise NumberError(f"{shorten(original_spelling, _LONGEST_SHOWN)} is too large")
    if fraction.denominator == 1:
        return int(fraction)
    # A double if its spelling is this very number, as 0.5 is one half.
    return float(fraction) if is_kept(fraction) else fraction


def _is_spelling_of_zero(ascii_spelling: str) -> bool:
    """Tell whether all digits before an exponent are zeros."""
    digits, _, _exponent = ascii_spelling.lower().partition("e")
    return not any(digit in "123456789" for digit in digits)


def _parse_decimal(ascii_spelling: str, original_spelling: str) -> float | Fraction:
    """Return exactly the number that is written with a decimal point or an exponent.

    It is a double if the double is spelled with the same digits, such as 0.1; otherwise a fraction,
    so that no digit is lost. A NumberError is raised if it is too large for a double, or so small
    that it would become 0.
    """
    value = float(ascii_spelling)
    if math.isinf(value):
        raise NumberError(
            f"{original_spelling} is too large for a number with a decimal point or an exponent"
        )
    if value == 0.0:
        if not _is_spelling_of_zero(ascii_spelling):
            raise NumberError(f"{original_spelling} is too small: it would become 0")
        return 0.0  # without the sign of -0.0

    shortest_spelling = repr(value)
    if shortest_spelling == ascii_spelling:  # the most frequent case
        return value
    # As of 0.50, 1e3 and .5.
    is_same_number = Decimal(shortest_spelling) == Decimal(ascii_spelling)
    return value if is_same_number else Fraction(ascii_spelling)


def parse_leaf_value(spelling: str) -> int | float:
    """Return the value of a leaf: an integer of any size, or a decimal that a double can hold.

    Raises:
        NumberError: It cannot be kept exactly.
    """
    if len(spelling) < 16 and spelling.isdecimal():  # most numbers
        return int(spelling)
    number = parse_number(spelling)
    if isinstance(number, Fraction):
        raise NumberError(explain_not_storable(number))
    return number


def explain_not_storable(number: Fraction) -> str:
    """Return the reason, for a message, why a decimal cannot be the value of a leaf.

    It has more digits than a double keeps.

    Args:
        number: The decimal as a fraction.

    Example:
        >>> explanation = explain_not_storable(Fraction("0.0123456789012345678"))
        >>> reason, _, consequence = explanation.partition(": ")
        >>> reason
        '0.0123456789012345678 has 18 digits, and a leaf keeps 15 to 17 of a decimal'
        >>> consequence
        'it would become 0.012345678901234568'
    """
    places = count_decimal_places(number)
    decimal = _format_decimal(number, 0 if places is None else places)
    # Without the zeros at the beginning, which no double has to keep.
    significant_digits = decimal.lstrip("-0.").replace(".", "")
    return (
        f"{shorten(decimal, _LONGEST_SHOWN)} has {len(significant_digits)} digits, and a leaf "
        f"keeps 15 to 17 of a decimal: it would become {float(number)!r}"
    )


def parse_typed_number(text: str) -> int | float | Fraction:
    """Return the number that a person typed: ``3``, ``−0.5``, ``5/3``, ``1e3``, ``∞``, ``-inf``.

    Infinity has other words, too: ``-oo``, ``infinity``.

    Raises:
        NumberError: It is no number, or none that can be kept.
    """
    typed = text.strip()
    infinity = _OTHER_INFINITY.fullmatch(typed)
    if infinity is not None:
        return parse_number(f"{infinity['sign']}inf")
    if re.fullmatch(NUMBER_OR_FRACTION, typed) is None:
        raise NumberError(f"{quoted(typed)} is not a number")
    return parse_number(typed)


_OTHER_INFINITY: Final = re.compile(r"(?P<sign>[-+−]?)(?:oo|infinity|infty)", re.IGNORECASE)
_TEENS: Final = range(11, 20)
_ENDINGS_OF_ORDINALS: Final = {1: "st", 2: "nd", 3: "rd"}


def counted(number: int, singular: str, plural: str) -> str:
    """Return a number with its noun.

    Example:
        >>> counted(1, "leaf", "leaves"), counted(2, "leaf", "leaves")
        ('1 leaf', '2 leaves')
    """
    noun = singular if number == 1 else plural
    return f"{grouped(number)} {noun}"


def format_ordinal(number: int) -> str:
    """Return the ordinal of a number from 1 on.

    >>> [format_ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '111th']
    """
    is_in_the_teens = number % 100 in _TEENS  # eleventh, twelfth and thirteenth are regular
    if is_in_the_teens:
        return f"{number}th"
    return f"{number}{_ENDINGS_OF_ORDINALS.get(number % 10, 'th')}"


def grouped(number: int) -> str:
    """Return a number with its digits in groups of three."""
    return f"{number:,}".replace(",", " ")
