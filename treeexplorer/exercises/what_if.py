"""What if a leaf were worth something else: the nearest change that makes a difference.

For each leaf that the search reads, its number is moved away from where it is, in both directions,
from one place at which any comparison changes to the next, until the question is answered
differently. That is exact: between two such places nothing can change. Leaves that are not read
cannot matter, whatever they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from treeexplorer.exercises.affine import Affine, Probe
from treeexplorer.exercises.drawn import tree_as_drawn
from treeexplorer.exercises.unknowns import with_affine
from treeexplorer.numerals import shown
from treeexplorer.search import Record, result_of, search
from treeexplorer.search.explain import label
from treeexplorer.search.rules import Rules
from treeexplorer.tree import GameTree, Number

Question: TypeAlias = Callable[[Record], bool]

_MOST_WORK: Final = 100_000


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

    @property
    def distance(self) -> tuple[Fraction, bool]:
        """How far the change goes, for comparing; beyond a number is farther than to it."""
        return abs(Fraction(self.bound) - Fraction(self.before)), not self.attained

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
    leaves = [record.node(row) for row in range(len(record.nodes)) if record.is_leaf_call(row)]
    leaves = [leaf for leaf in dict.fromkeys(leaves) if tree.is_leaf(leaf)]
    if len(leaves) * len(tree) > _MOST_WORK:
        raise TooLargeError(
            f"with {len(leaves)} leaves read, the tree is too large to try a change of each"
        )
    best: Change | None = None
    for leaf in leaves:
        value = tree.leaf_value(leaf)
        if value is None or not math.isfinite(value):
            continue
        for direction in (1, -1):
            for change in _outwards(tree, rules, leaf, value, direction, wanted):
                if best is None or change.distance < best.distance:
                    best = change
    return best


def _outwards(
    tree: GameTree, rules: Rules, leaf: int, value: Number, direction: int, wanted: Question
) -> Iterator[Change]:
    """Yield the nearest change of a leaf in one direction, if there is one."""
    point: Number = value
    lean = direction
    while True:
        probe = Probe(point, lean)
        changed = search(with_affine(tree, {leaf: Affine(probe)}), rules)
        holds = changed.complete and wanted(changed)
        crossing = probe.above if direction > 0 else probe.below
        if holds:
            if lean == 0:
                yield Change(leaf, value, point, attained=True, example=point)
            else:
                example = _plain_number(point, crossing, direction)
                yield Change(leaf, value, point, attained=False, example=example)
            return
        if lean == 0:
            lean = direction
        elif crossing is None:
            return
        else:
            point, lean = crossing, 0


def _plain_number(bound: Number, end: Number | None, direction: int) -> Number:
    """Return the integer next to a bound where one lies before the end, else the middle."""
    whole = math.floor(bound) + 1 if direction > 0 else math.ceil(bound) - 1
    if end is None or (whole < end if direction > 0 else whole > end):
        return whole
    middle = (Fraction(bound) + Fraction(end)) / 2
    return float(middle) if Fraction(float(middle)) == middle else middle
