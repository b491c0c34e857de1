"""The one base of every error that this package raises about what it is given."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar, overload

_Present = TypeVar("_Present")


class TreeexplorerError(ValueError):
    """Something given to the program is wrong; the message is a sentence for a person."""


@overload
def present(value: int | None) -> int: ...
@overload
def present(value: float | Fraction | None) -> int | float | Fraction: ...
@overload
def present(value: _Present | None) -> _Present: ...
def present(value: object) -> object:
    """Return the value, or raise an error if it is missing.

    It is for values that the types allow to be missing and that never are at that place: a step
    at which a child returned has a child, a finished search has a value.

    Raises:
        RuntimeError: The value is missing: a mistake in this program.

    Example:
        >>> present(3)
        3
    """
    if value is None:
        raise RuntimeError("a value is missing that is always there")
    return value
