"""What if a leaf were worth something else: the nearest change that makes a difference.

The number of each leaf that the search reads is moved away from where it is, up and down, from one
place at which any comparison changes to the next, always that leaf which has moved least so far,
until the question is answered differently. That is exact: between two such places nothing can
change. Leaves that are not read cannot matter, whatever they are.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from treeexplorer.engine import Record, result_of, search
from treeexplorer.engine.explain import label
from treeexplorer.exercises.affine import Affine, Probe
from treeexplorer.exercises.drawn import tree_as_drawn
from treeexplorer.exercises.unknowns import with_affine
from treeexplorer.numbers import shown
from treeexplorer.tree import GameTree, Number

Question: TypeAlias = Callable[[Record], bool]

_MOST_WORK: Final = 400_000


class TooLargeError(ValueError):
    """The tree is too large for every leaf to be tried."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one leaf.

    Attributes:
        leaf: The leaf.
        before: What it is worth.
        bound: The number at which, or just beyond which, the difference is made.
        attained: Whether the number itself makes it; otherwise only what lies beyond.
        example: A plain number that makes the difference.
    """

    leaf: int
    before: Number
    bound: Number
    attained: bool
    example: Number

    def words(self, tree: GameTree) -> str:
        """Return the change as an instruction: ``raise c1 from 2 to 3 or more``."""
        up = self.bound > self.before or (self.bound == self.before and self.example > self.before)
        verb = "raise" if up else "lower"
        start = f"{verb} {label(tree, self.leaf)} from {shown(self.before)}"
        if self.attained:
            return f"{start} to {shown(self.bound)}"
        relation = "more than" if up else "less than"
        return f"{start} to {relation} {shown(self.bound)}, such as {shown(self.example)}"


def sentences(record: Record, node: int) -> list[str]:
    """Return which nearest change of one leaf would have made a difference at a node.

    At a node that is skipped: for it to be visited. At one whose children are skipped: for the
    cut-off to be undone. At the root also: for another move to be the best.

    Raises:
        TooLargeError: The tree is too large for every leaf to be tried.
    """
    if not record.complete:
        return ["What if: the search has not come to its end; it waits for a number."]
    wishes: list[tuple[str, Change | None]] = []
    if not record.rows(node):
        wishes.append(("for it to be visited", visiting(record, node)))
    elif any(not record.rows(child) for child in record.children(node)):
        wishes.append(("to undo the cut-off", undoing(record, node)))
    if node == 0:
        wishes.append(("for another move to be the best", changing_best(record)))
    if not wishes:
        return ["What if: nothing is cut off here that a change could undo."]
    return [
        f"What if: {purpose}, {change.words(record.tree)}."
        if change is not None
        else f"What if: no change of a single leaf is enough {purpose}."
        for purpose, change in wishes
    ]


def undoing(record: Record, node: int) -> Change | None:
    """Return the nearest change of one leaf that would undo the cut-off at a node.

    Undone is the cut-off once the first child that it skips is visited.

    Args:
        record: A finished search, each node entered once.
        node: A node at which children are skipped.

    Returns:
        The change; ``None`` where no change of a single leaf does it, or where only undrawn
        children are skipped.

    Raises:
        TooLargeError: The tree is too large for every leaf to be tried.
    """
    skipped = next((child for child in record.children(node) if not record.rows(child)), None)
    if skipped is None or not record.rows(node):
        return None
    return visiting(record, skipped)


def visiting(record: Record, node: int) -> Change | None:
    """Return the nearest change of one leaf after which a skipped node would be visited.

    Raises:
        TooLargeError: The tree is too large for every leaf to be tried.
    """
    return nearest_change(record, lambda changed: bool(changed.rows(node)))


def changing_best(record: Record) -> Change | None:
    """Return the nearest change of one leaf that would make another move the best one.

    Returns:
        The change; ``None`` where no change of a single leaf does it.

    Raises:
        TooLargeError: The tree is too large for every leaf to be tried.
    """
    best = result_of(record).best

    def other(changed: Record) -> bool:
        found = result_of(changed).best
        return found is not None and found != best

    return nearest_change(record, other)


def nearest_change(record: Record, wanted: Question) -> Change | None:
    """Return the nearest change of one leaf after which a search answers yes.

    Args:
        record: A finished search.
        wanted: What is to become true of the search; it is false now.

    Returns:
        The nearest of the changes, the first leaf's where several are equally near; ``None``
        where there is none.

    Raises:
        TooLargeError: The tree is too large for every leaf to be tried.
    """
    tree, rules = tree_as_drawn(record), record.rules
    trials = _starts(record, tree)
    work = 0
    while trials:
        _, _, leaf, direction, point, lean = heapq.heappop(trials)
        work += len(tree)
        if work > _MOST_WORK:
            raise TooLargeError(
                f"the tree has {tree.leaf_count} leaves, too many to try a change of each"
            )
        probe = Probe(point, lean)
        changed = search(with_affine(tree, {leaf: Affine(probe)}), rules)
        crossing = probe.above if direction > 0 else probe.below
        value = tree.leaf_value(leaf)
        if value is None:
            continue
        if changed.complete and wanted(changed):
            example = point if lean == 0 else _plain_number(point, crossing, direction)
            return Change(leaf, value, point, attained=lean == 0, example=example)
        if lean == 0:
            heapq.heappush(trials, _trial(leaf, value, direction, point, direction))
        elif crossing is not None:
            heapq.heappush(trials, _trial(leaf, value, direction, crossing, 0))
    return None


# How far, whether beyond that, the leaf, the direction, the number and on which side of it.
_Trial: TypeAlias = tuple[Fraction, bool, int, int, Number, int]


def _trial(leaf: int, value: Number, direction: int, point: Number, lean: int) -> _Trial:
    return abs(Fraction(point) - Fraction(value)), lean != 0, leaf, direction, point, lean


def _starts(record: Record, tree: GameTree) -> list[_Trial]:
    """Return the least change of each leaf read, up and down, as a heap: the nearest first."""
    trials: list[_Trial] = []
    rows = range(len(record.nodes))
    for leaf in {record.node(row) for row in rows if record.is_leaf_call(row)}:
        value = tree.leaf_value(leaf) if tree.is_leaf(leaf) else None
        if value is not None and math.isfinite(value):
            trials += (_trial(leaf, value, way, value, way) for way in (1, -1))
    heapq.heapify(trials)
    return trials


def _plain_number(bound: Number, end: Number | None, direction: int) -> Number:
    """Return the integer next to a bound where one lies before the end, else the middle."""
    whole = math.floor(bound) + 1 if direction > 0 else math.ceil(bound) - 1
    if end is None or (whole < end if direction > 0 else whole > end):
        return whole
    middle = (Fraction(bound) + Fraction(end)) / 2
    return float(middle) if Fraction(float(middle)) == middle else middle
