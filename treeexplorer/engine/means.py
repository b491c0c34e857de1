"""Weighted means, exact also where infinities and numbers that no double holds meet."""

from __future__ import annotations

from fractions import Fraction

from treeexplorer.tree import INFINITY, Number


def normalised(number: Number) -> Number:
    """Return an integral fraction as an integer, and any other number as it is."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return int(number)
    return number


def added(total: Number, weight: Number, value: Number, stronger: Number = -INFINITY) -> Number:
    """Return a weighted sum with one more part.

    A weight of 0 adds nothing, even to an infinite value; otherwise one infinity makes the sum
    infinite. Python would turn the finite part into a double first, and there may be none.

    Args:
        total: The sum so far.
        weight: The part's weight, at least 0.
        value: What it weighs.
        stronger: Which infinity it is where both meet, as they can among bounds.
    """
    if not weight:
        return total
    if isinstance(total, float) or isinstance(value, float):
        for infinity in (stronger, -stronger):
            if infinity in (total, value):
                return infinity
    return total + weight * value
