"""What can stand at a node: whose move it is, or the number at a leaf."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, TypeAlias

from treeexplorer.errors import TreeexplorerError
from treeexplorer.numbers import (
    MOST_DIGITS,
    count_decimal_places,
    explain_not_storable,
    is_kept,
    shown,
)
from treeexplorer.text import described

Number: TypeAlias = int | float | Fraction
Window: TypeAlias = tuple[Number, Number]

INFINITY: Final = math.inf
FULL_WINDOW: Final[Window] = (-INFINITY, INFINITY)

NO_NODE: Final = -1
"""What stands for a node where there is none: the parent of the root."""

# What stands at a node (GameTree.kind).
INNER: Final = 0
INTEGER: Final = 1
DECIMAL: Final = 2
EXACT: Final = 3  # a number no double holds exactly; it stands in GameTree.exact
UNKNOWN: Final = 4

MOST_KEPT_BY_A_DOUBLE: Final = 2**53
"""The largest integer up to which a double keeps every one."""


def classify_leaf_value(value: Any) -> tuple[int, float]:
    """Return the kind of a leaf's value of any numeric type, and the double that represents it.

    An integer that no double can hold is represented by an infinity of its sign.

    Returns:
        ``INTEGER``, ``DECIMAL`` or ``EXACT`` (an integer that is stored elsewhere), and the double.

    Raises:
        TreeexplorerError: See :func:`convert_to_leaf_number`.

    Example:
        >>> classify_leaf_value(3) == (INTEGER, 3.0), classify_leaf_value(0.5) == (DECIMAL, 0.5)
        (True, True)
        >>> classify_leaf_value(-(10**20)) == (EXACT, -INFINITY)
        True
    """
    is_plain_integer = type(value) is int  # nearly all are; they need no conversion
    number = value if is_plain_integer else convert_to_leaf_number(value)
    if isinstance(number, float):
        return DECIMAL, number

    if -MOST_KEPT_BY_A_DOUBLE <= number <= MOST_KEPT_BY_A_DOUBLE:
        return INTEGER, float(number)
    if abs(number) >= 10**MOST_DIGITS:
        raise TreeexplorerError(f"a number has at most {MOST_DIGITS} digits")
    infinity = INFINITY if number > 0 else -INFINITY
    return EXACT, infinity


def convert_to_leaf_number(value: Any) -> int | float:
    """Return a value of any numeric type as the exact number that a leaf stores.

    Args:
        value: An integer of at most 300 digits, a float, a ``Decimal`` or ``Fraction`` that is a
            short decimal, or a number of another library (NumPy) with an integer or floating-point
            value.

    Raises:
        TreeexplorerError: It is no number (``True`` is none), NaN, or cannot be kept exactly.

    Example:
        >>> convert_to_leaf_number(Fraction(5, 2)), convert_to_leaf_number(Decimal("7"))
        (2.5, 7)
        >>> convert_to_leaf_number(-0.0)
        0.0
    """
    if isinstance(value, float):
        return _convert_float(value)
    # For Python, truth values are integers, and a Decimal is a number but no real one.
    is_number = isinstance(value, numbers.Number | Decimal) and not isinstance(value, bool)
    if not is_number:
        raise TreeexplorerError(f"a leaf is a number, not {described(value)}")
    if isinstance(value, numbers.Integral):
        return operator.index(value)
    if isinstance(value, Fraction):
        return _convert_fraction(value)
    if isinstance(value, Decimal):
        return _convert_decimal(value)
    if not isinstance(value, numbers.Real):
        raise TreeexplorerError(f"a leaf is a real number, not {described(value)}")
    return _convert_float(float(value))


def _convert_decimal(value: Decimal) -> int | float:
    """Convert a ``Decimal`` to the number that a leaf stores: exactly, or to an infinity."""
    if not value.is_finite():
        return _convert_float(float(value))
    if abs(value.adjusted()) > 2 * MOST_DIGITS:  # a fraction of it would be enormous
        raise TreeexplorerError(f"a number has at most {MOST_DIGITS} digits")
    return _convert_fraction(Fraction(value))


def _convert_float(value: float) -> float:
    """Convert a float to the number that a leaf stores: a plain ``float``, with 0.0 for -0.0."""
    if math.isnan(value):
        raise TreeexplorerError("nan is not a value")
    return float(value) + 0.0  # -0.0 + 0.0 is 0.0


def _convert_fraction(value: Fraction) -> int | float:
    """Convert a fraction to the number that a leaf stores: 5/2 becomes 2.5, and 4/1 becomes 4.

    Raises:
        TreeexplorerError: It is no decimal, as 1/3, or a decimal that no double holds.
    """
    if value.denominator == 1:
        return int(value)
    if is_kept(value):
        return float(value)

    is_decimal = count_decimal_places(value) is not None
    if not is_decimal:
        raise TreeexplorerError(f"a leaf is an integer or a decimal, and {shown(value)} is neither")
    raise TreeexplorerError(explain_not_storable(value))


# -- players ---------------------------------------------------------------------------------------

# Whose node it is (GameTree.roles).
LEAF_ROLE: Final = 0
MAX_ROLE: Final = 1
MIN_ROLE: Final = 2
CHANCE_ROLE: Final = 3


class Player(StrEnum):
    """The player who moves at a node."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"

    @property
    def role(self) -> int:
        """The player's number in :attr:`GameTree.roles`."""
        return _ROLE_OF_PLAYER[self]

    @property
    def sign(self) -> str:
        """The triangle or circle that stands for the player in drawings and sentences."""
        return _SIGN_OF_PLAYER[self]

    @property
    def opponent(self) -> Player:
        """The other player; the opponent of chance is chance."""
        return _OPPONENT[self]


_ROLE_OF_PLAYER: Final = {Player.MAX: MAX_ROLE, Player.MIN: MIN_ROLE, Player.CHANCE: CHANCE_ROLE}
_SIGN_OF_PLAYER: Final = {Player.MAX: "▲", Player.MIN: "▽", Player.CHANCE: "○"}
PLAYER_SPELLINGS: Final[Mapping[str, Player]] = {
    "max": Player.MAX, "▲": Player.MAX, "△": Player.MAX,
    "min": Player.MIN, "▼": Player.MIN, "▽": Player.MIN,
    "chance": Player.CHANCE, "○": Player.CHANCE,
}  # fmt: skip
"""The players by what may be written for them, in lower case."""
_OPPONENT: Final = {Player.MAX: Player.MIN, Player.MIN: Player.MAX, Player.CHANCE: Player.CHANCE}
PLAYER_OF_ROLE: Final = (None, Player.MAX, Player.MIN, Player.CHANCE)

Levels: TypeAlias = tuple[Player, ...]
DEFAULT_LEVELS: Final[Levels] = (Player.MAX, Player.MIN)
