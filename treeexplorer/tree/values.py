"""Numbers at the leaves, and what can stand at a node."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final, TypeAlias

Number: TypeAlias = int | float | Fraction
Window: TypeAlias = tuple[Number, Number]

INFINITY: Final = math.inf
FULL_WINDOW: Final[Window] = (-INFINITY, INFINITY)

# What stands at a node (GameTree.kind).
INNER: Final = 0
INTEGER: Final = 1
DECIMAL: Final = 2
EXACT: Final = 3  # a number no double holds exactly; it stands in GameTree.exact
UNKNOWN: Final = 4

_LARGEST_EXACT_INTEGER: Final = 2**53


def classify(number: Number) -> tuple[int, float]:
    """Return the kind of a leaf number and the double that stands for it.

    Raises:
        ValueError: The number is a fraction; leaves are integers, decimals or infinite.
    """
    if isinstance(number, float):
        return DECIMAL, number
    if isinstance(number, Fraction):
        if number.denominator != 1:
            return DECIMAL, float(number)
        number = int(number)
    if -_LARGEST_EXACT_INTEGER <= number <= _LARGEST_EXACT_INTEGER:
        return INTEGER, float(number)
    return EXACT, INFINITY if number > 0 else -INFINITY
