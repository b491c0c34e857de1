"""Numbers that depend on an unknown, and that note for which of its values a search would differ.

A search does nothing with leaf values but compare them and, at chance nodes, average them. So it
can be run with ``slope · x + constant`` in place of a number. At every comparison such a number
answers for one chosen place on the number line, and notes where the answer would change. Between
the chosen place and the nearest of the notes, the search is the same, step by step.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isinf

from treeexplorer.engine.ordered import normalised
from treeexplorer.tree import Number


@dataclass(slots=True)
class Probe:
    """A place on the number line for which a search is run, and what was noted on the way.

    Attributes:
        point: A number, or ``None`` for left of everything.
        lean: 0 at the number itself; 1 just to its right, nearer than anything else; −1 just to
            its left.
        above: The nearest number to the right at which some comparison would come out
            differently; ``None`` where there is none.
        below: The nearest such number to the left.
    """

    point: Number | None = None
    lean: int = 0
    above: Number | None = None
    below: Number | None = None

    def side_of(self, crossing: Number) -> int:
        """Return on which side of a number the place lies: −1, 0 or 1."""
        point = self.point
        if point is None or point < crossing:
            if self.above is None or crossing < self.above:
                self.above = crossing
            return -1
        if point > crossing:
            if self.below is None or crossing > self.below:
                self.below = crossing
            return 1
        return self.lean


class Affine:
    """``slope · x + constant``, compared at the place of a probe; the slope is never 0."""

    __slots__ = ("constant", "is_x", "probe", "slope")

    def __init__(self, probe: Probe, slope: Number = 1, constant: Number = 0) -> None:
        self.probe = probe
        self.slope = slope
        self.constant = constant
        self.is_x = slope == 1 and constant == 0

    __hash__ = None  # type: ignore[assignment]  # equal at one place is not equal everywhere

    def __repr__(self) -> str:
        return f"{self.slope}·x + {self.constant}"

    def at(self, x: Number) -> Number:
        """Return the value for some x."""
        if self.is_x:
            return x
        return normalised(Fraction(self.slope) * Fraction(x) + Fraction(self.constant))

    def _sign(self, other: object) -> int:
        """Return the sign of this minus another number, at the probe's place."""
        if self.is_x and type(other) is int:  # by far the most frequent case
            return self.probe.side_of(other)
        if isinstance(other, Affine):
            if self.is_x and other.is_x:
                return 0
            slope = Fraction(self.slope) - Fraction(other.slope)
            constant = Fraction(self.constant) - Fraction(other.constant)
        elif isinstance(other, float) and isinf(other):
            return -1 if other > 0 else 1
        elif not isinstance(other, (int, float, Fraction)):
            raise TypeError(f"a number cannot be compared with {other!r}")
        elif self.is_x:
            return self.probe.side_of(other)
        else:
            slope, constant = Fraction(self.slope), Fraction(self.constant) - Fraction(other)
        if slope == 0:
            return (constant > 0) - (constant < 0)
        side = self.probe.side_of(normalised(-constant / slope))
        return side if slope > 0 else -side

    def __lt__(self, other: object) -> bool:
        return self._sign(other) < 0

    def __le__(self, other: object) -> bool:
        return self._sign(other) <= 0

    def __gt__(self, other: object) -> bool:
        return self._sign(other) > 0

    def __ge__(self, other: object) -> bool:
        return self._sign(other) >= 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, float, Fraction, Affine)):
            return self._sign(other) == 0
        return NotImplemented

    def __add__(self, other: Number | Affine) -> Affine | Number:
        if isinstance(other, Affine):
            slope = Fraction(self.slope) + Fraction(other.slope)
            constant = Fraction(self.constant) + Fraction(other.constant)
            return Affine(self.probe, slope, constant) if slope else normalised(constant)
        if isinstance(other, float) and isinf(other):
            return other
        return Affine(self.probe, self.slope, Fraction(self.constant) + Fraction(other))

    __radd__ = __add__

    def __mul__(self, weight: Number) -> Affine | Number:
        if not weight:
            return 0
        return Affine(
            self.probe, Fraction(self.slope) * weight, Fraction(self.constant) * Fraction(weight)
        )

    __rmul__ = __mul__

    def __neg__(self) -> Affine:
        return Affine(self.probe, -Fraction(self.slope), -Fraction(self.constant))

    def __sub__(self, other: Number | Affine) -> Affine | Number:
        return self + -other

    def __rsub__(self, other: Number) -> Affine | Number:
        return -self + other

    def __truediv__(self, divisor: Number) -> Affine:
        by = Fraction(divisor)
        return Affine(self.probe, Fraction(self.slope) / by, Fraction(self.constant) / by)
