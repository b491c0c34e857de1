"""What is given to the library is looked at on entry: a sentence says what, and what is wanted."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from operator import index
from typing import Any

from treeexplorer.errors import TreeexplorerError
from treeexplorer.text import described
from treeexplorer.tree import Number


def refused(wanted: str, value: object) -> TypeError:
    """Return the error that says what is wanted, and what was given."""
    return TypeError(f"{wanted}, not {described(value)}")


def require(value: object, kinds: type | tuple[type, ...], wanted: str) -> None:
    """Make sure that a value is of one of some types.

    Raises:
        TypeError: It is of none of them; says what is wanted, and what was given.
    """
    if not isinstance(value, kinds):
        raise refused(wanted, value)


def require_flag(value: object, name: str) -> None:
    """Make sure that a value is ``True`` or ``False``.

    Raises:
        TypeError: It is neither.
    """
    require(value, bool, f"{name} is True or False")


def whole_number(
    value: object, wanted: str, least: int | None = None, most: int | None = None
) -> int:
    """Return a whole number of any type, also NumPy's, as an ``int``.

    Args:
        value: What a caller passed.
        wanted: What should have been passed, for the error.
        least: The smallest number that is allowed; ``None`` for any.
        most: The largest number that is allowed; ``None`` for any.

    Raises:
        TypeError: It is none; ``True`` is none, either.
        TreeexplorerError: It is less or more than may be.

    Example:
        >>> whole_number(3, "count is a number from 1 to 5", 1, 5)
        3
    """
    # To Python, True is the integer 1.
    if isinstance(value, bool):
        raise refused(wanted, value)
    try:
        number = index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        raise refused(wanted, value) from None
    is_small = least is not None and number < least
    is_large = most is not None and number > most
    if is_small or is_large:
        raise TreeexplorerError(f"{wanted}, not {number}")
    return number


def real_number(value: object, wanted: str) -> Number:
    """Return a real number of any type as the library keeps it: an int, a fraction or a float.

    Args:
        value: What a caller passed, such as a ``Fraction`` or a number of NumPy.
        wanted: What should have been passed, for the error.

    Raises:
        TypeError: It is no real number; ``True`` is none, either.
        TreeexplorerError: It is NaN.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise refused(wanted, value)
    if value != value:  # noqa: PLR0124 - only NaN is not itself
        raise TreeexplorerError(f"{wanted}, not nan")
    # Before the fractions: an integer is a rational number, too.
    if isinstance(value, numbers.Integral):
        return int(value)
    return value if isinstance(value, numbers.Rational) else float(value)  # type: ignore[return-value]


def step_number(value: object, steps: int) -> int:
    """Return the number of a step of a search, from 0.

    Raises:
        TypeError: It is no whole number.
        IndexError: There is no such step.
    """
    number = whole_number(value, f"a step is a whole number from 0 to {steps}")
    if not 0 <= number <= steps:
        raise IndexError(f"there is no step {number}; the search has {steps} steps, from 0")
    return number


def reference(value: object) -> str:
    """Return what somebody calls a node by.

    Raises:
        TypeError: It is no text.
    """
    require(value, str, "a node is told by a text: an address such as 2.1, a name or a letter")
    return str(value)


def choice(value: object, choices: tuple[str, ...], name: str) -> None:
    """Make sure that a value is one of some words.

    Raises:
        TypeError: It is no text.
        TreeexplorerError: It is another word; the message has the valid ones.
    """
    *others, last = choices
    wanted = f"{name} is {', '.join(others)} or {last}"
    require(value, str, wanted)
    if value not in choices:
        raise TreeexplorerError(f"{wanted}, not {described(value)}")


def values_of_unknowns(values: object) -> Mapping[str, Any]:
    """Check that the values of unknown leaves are a mapping with texts as keys, and return them.

    Args:
        values: What a caller passed, such as ``{"x": 3, "2.1": 4}``; ``None`` stands for no values.

    Raises:
        TypeError: They are no mapping of texts.
    """
    if values is None:
        return {}
    wanted = "values are a mapping of leaves to numbers, such as {'x': 3, '2.1': 4}"
    require(values, Mapping, wanted)
    assert isinstance(values, Mapping)  # noqa: S101 - said to the type checker
    for key in values:
        require(key, str, wanted)
    return values
