"""Two unknowns at once: a map of rectangles, on each of which the answer is the same.

Without chance nodes above them, a search only compares the two unknowns with the known numbers
and with each other. So the known numbers cut the plane into cells, lines and corners, on each of
which one sample decides; where both unknowns lie in the same gap between two numbers, it also
matters which is the larger. Neighbouring cells with the same answer are joined to rectangles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import isfinite
from typing import Final, Literal, TypeAlias

from treeexplorer.engine.rules import Rules
from treeexplorer.exercises.unknowns import (
    Stretch,
    UnknownsError,
    outcome_of,
    unknowns_of,
    with_affine,
)
from treeexplorer.tree import CHANCE_ROLE, INFINITY, GameTree, Number

Relation: TypeAlias = Literal["<", "=", ">"]
ValueLabel: TypeAlias = Number | str

_MOST_WORK: Final = 2_000_000
_RELATIONS: Final[tuple[Relation, ...]] = ("<", "=", ">")


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the plane with one answer.

    Attributes:
        across: The first unknown's values.
        up: The second unknown's values.
        relation: Where the rectangle is split along the diagonal: how the first unknown compares
            with the second; ``None`` where it does not matter.
        labels: The root's value: a number, or the word of an unknown; several where they are the
            same there.
        best: The best move; ``None`` where none is proven.
        cut: The nodes that are cut off.
    """

    across: Stretch
    up: Stretch
    relation: Relation | None
    labels: frozenset[ValueLabel]
    best: int | None
    cut: tuple[int, ...]

    @property
    def value(self) -> ValueLabel:
        """The root's value: a number where it is one, else the word of an unknown."""
        return min(self.labels, key=lambda label: (isinstance(label, str), label))

    def joined(self, other: Region, across: Stretch, up: Stretch) -> Region:
        """Return this region and an agreeing neighbour as one."""
        return replace(self, across=across, up=up, labels=self.labels & other.labels)

    def agrees_with(self, other: Region) -> bool:
        """Tell whether two regions have the same answer, and neither is split."""
        return (
            self.relation is other.relation is None
            and (self.best, self.cut) == (other.best, other.cut)
            and bool(self.labels & other.labels)
        )


def solve_for_two(tree: GameTree, rules: Rules, words: tuple[str, str]) -> list[Region]:
    """Return the answer for every pair of values of two unknowns, as regions of the plane.

    Args:
        tree: A tree whose other unknowns, if there are any, are never reached.
        rules: The conventions.
        words: The two unknowns.

    Raises:
        UnknownsError: A chance node lies above one of them, there are too many known numbers, or
            another unknown is in the way.
    """
    leaves = unknowns_of(tree)
    for word in words:
        if word not in leaves:
            raise UnknownsError(f"there is no unknown “{word}” in this tree")
        if any(
            tree.roles[up] == CHANCE_ROLE for node in leaves[word] for up in tree.ancestors(node)
        ):
            raise UnknownsError(
                f"a chance node lies above the unknown “{word}”, so that the pieces of two "
                "unknowns are no rectangles; fix one of the two with --set"
            )
    cells = _cells(breakpoints(tree, rules))
    if len(cells) ** 2 * len(tree) > _MOST_WORK:
        raise UnknownsError(
            f"with {len(cells) // 2} different known numbers the map of two unknowns has "
            f"{len(cells) ** 2} cells; fix one of the two with --set"
        )
    solver = _Solver(tree, rules, words, (leaves[words[0]], leaves[words[1]]))
    rows = [_joined_across(solver.row(across_cells=cells, up=up)) for up in cells]
    return _joined_up(rows)


def breakpoints(tree: GameTree, rules: Rules) -> list[Number]:
    """Return the finite numbers that a search may compare an unknown with, ascending."""
    numbers = {value for value in tree.leaf_values() if value is not None}
    numbers.update(rules.window)
    if rules.depth is not None:
        horizon = (node for node in tree.estimates if tree.ply[node] == rules.depth)
        numbers.update(value for node in horizon if (value := tree.estimate(node)) is not None)
    return sorted(number for number in numbers if isfinite(number))


def _cells(numbers: Sequence[Number]) -> list[Stretch]:
    """Return the gaps and points into which some numbers divide the number line."""
    ends = [-INFINITY, *numbers, INFINITY]
    cells = []
    for low, high in pairwise(ends):
        cells.append(Stretch(low, high, closed_low=False, closed_high=False))
        if high < INFINITY:
            cells.append(Stretch(high, high, closed_low=True, closed_high=True))
    return cells


def _samples(cell: Stretch) -> tuple[Number, Number]:
    """Return two different numbers of a gap, ascending; twice the number of a point."""
    low, high = cell.low, cell.high
    if low == high:
        return low, low
    if not isfinite(low):
        base = Fraction(high) if isfinite(high) else Fraction(0)
        return base - 2, base - 1
    if not isfinite(high):
        return Fraction(low) + 1, Fraction(low) + 2
    third = (Fraction(high) - Fraction(low)) / 3
    return low + third, low + 2 * third


@dataclass(frozen=True)
class _Solver:
    tree: GameTree
    rules: Rules
    words: tuple[str, str]
    leaves: tuple[tuple[int, ...], tuple[int, ...]]

    def row(self, across_cells: Sequence[Stretch], up: Stretch) -> list[list[Region]]:
        """Return the answers of each cell of a row; several where a cell is split."""
        return [self._cell(across, up) for across in across_cells]

    def _cell(self, across: Stretch, up: Stretch) -> list[Region]:
        smaller, larger = _samples(across)
        if across != up or smaller == larger:
            return [self._region(across, up, smaller, _samples(up)[0], None)]
        pairs = ((smaller, larger), (smaller, smaller), (larger, smaller))
        split = [
            self._region(across, up, x, y, relation)
            for (x, y), relation in zip(pairs, _RELATIONS, strict=True)
        ]
        first, middle, last = (replace(region, relation=None) for region in split)
        labels = first.labels & middle.labels & last.labels
        if labels and first.agrees_with(middle) and middle.agrees_with(last):
            return [replace(first, labels=labels)]
        return split

    def _region(
        self, across: Stretch, up: Stretch, x: Number, y: Number, relation: Relation | None
    ) -> Region:
        numbers = dict.fromkeys(self.leaves[0], x) | dict.fromkeys(self.leaves[1], y)
        outcome = outcome_of(with_affine(self.tree, numbers), self.rules)
        value = outcome.value_at(0)
        in_gap = (across.low != across.high and value == x) or (up.low != up.high and value == y)
        labels: set[ValueLabel] = set() if in_gap else {value}
        labels.update(word for word, here in zip(self.words, (x, y), strict=True) if here == value)
        return Region(across, up, relation, frozenset(labels), outcome.best, outcome.cut)


def _joined_across(row: Iterable[list[Region]]) -> list[Region]:
    joined: list[Region] = []
    for cell in row:
        if joined and len(cell) == 1 and joined[-1].agrees_with(cell[0]):
            before, after = joined[-1], cell[0]
            joined[-1] = before.joined(after, before.across.joined(after.across), before.up)
        else:
            joined.extend(cell)
    return joined


def _joined_up(rows: Sequence[list[Region]]) -> list[Region]:
    """Join each region with the one just above it where both are as wide and agree."""
    done: list[Region] = []
    growing: dict[Stretch, Region] = {}
    for row in rows:
        now: dict[Stretch, Region] = {}
        for region in row:
            below = growing.pop(region.across, None) if region.relation is None else None
            if below is not None and below.agrees_with(region):
                now[region.across] = below.joined(region, region.across, below.up.joined(region.up))
                continue
            if below is not None:
                done.append(below)
            if region.relation is None:
                now[region.across] = region
            else:
                done.append(region)
        done.extend(growing.values())
        growing = now
    done.extend(growing.values())
    return sorted(done, key=lambda one: (one.up.low, one.up.closed_high, one.across.low))
