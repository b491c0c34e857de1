"""Two searches of the same tree side by side: which step of one belongs to which of the other."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from typing import NamedTuple, TypeAlias

from treeexplorer.engine.record import Record, Step, StepKind

_Event: TypeAlias = "tuple[bool, int, int | None]"


class Pair(NamedTuple):
    """What both searches show at the same moment.

    Attributes:
        first: The step of the first search.
        second: The step of the second search.
        moved: Which of them has made a step since the moment before: both, or one.
    """

    first: int
    second: int
    moved: tuple[bool, bool]


class Alignment:
    """The steps of two finished searches, paired where both do the same to the same node.

    Where only one of them does something the other waits. Pairs are found going forward: of two
    steps that differ, the search goes on alone that meets the other's step again the sooner. Time
    and room are linear in the number of steps, up to a logarithm.

    Args:
        first: One search.
        second: The other, of a tree with the same nodes.

    Attributes:
        differences: The moments at which the searches begin to do different things, ascending.
    """

    def __init__(self, first: Record, second: Record) -> None:
        self._steps = (_steps(first), _steps(second))
        self._first, self._second = array("i", [0]), array("i", [0])
        self._pair()
        self.differences = array("i")
        differed = False
        for moment in range(1, len(self)):
            differs = self.differs(moment)
            if differs and not differed:
                self.differences.append(moment)
            differed = differs

    def __len__(self) -> int:
        """Return the number of moments, the one before the searches included."""
        return len(self._first)

    def __getitem__(self, moment: int) -> Pair:
        """Return what both searches show at a moment."""
        first, second = self._first[moment], self._second[moment]
        if not moment:
            return Pair(first, second, (False, False))
        before = moment - 1
        return Pair(first, second, (first != self._first[before], second != self._second[before]))

    def _pair(self) -> None:
        ours, theirs = (list(map(_event, steps)) for steps in self._steps)
        our_places, their_places = _places(ours), _places(theirs)
        i = j = 0
        while i < len(ours) or j < len(theirs):
            if i < len(ours) and j < len(theirs) and ours[i] == theirs[j]:
                i, j = i + 1, j + 1
            elif j == len(theirs) or (
                i < len(ours)
                and _next(our_places, theirs[j], i) - i <= _next(their_places, ours[i], j) - j
            ):
                i += 1
            else:
                j += 1
            self._first.append(i)
            self._second.append(j)

    def differs(self, moment: int) -> bool:
        """Tell whether the searches do something different at a moment: other nodes or values."""
        pair = self[moment]
        if not all(pair.moved):
            return any(pair.moved)
        return _differ(self._steps[0][pair.first - 1], self._steps[1][pair.second - 1])

    def moment_of(self, step: int) -> int:
        """Return the first moment at which the first search is at a step (or past it)."""
        return min(bisect_left(self._first, step), len(self) - 1)

    def next_difference(self, moment: int) -> int | None:
        """Return the next moment at which the searches begin to differ."""
        index = bisect_right(self.differences, moment)
        return self.differences[index] if index < len(self.differences) else None

    def previous_difference(self, moment: int) -> int | None:
        """Return the moment before at which they began to differ."""
        index = bisect_left(self.differences, moment) - 1
        return self.differences[index] if index >= 0 else None


def first_difference(first: Record, second: Record) -> int | None:
    """Return the first step at which two searches do something different, if there is one.

    Up to there nothing has to be aligned, so this takes no longer than the way to it.
    """
    both = min(first.steps, second.steps)
    for number in range(1, both + 1):
        if _differ(first.step(number), second.step(number)):
            return number
    return None if first.steps == second.steps else both + 1


def _differ(one: Step, two: Step) -> bool:
    """Tell whether two steps are different ones: of other nodes or values, or cut or not."""
    is_cut, is_cut_too = one.kind is StepKind.CUT, two.kind is StepKind.CUT
    return _event(one) != _event(two) or is_cut != is_cut_too or one.value != two.value


def _steps(record: Record) -> list[Step]:
    return [record.step(number) for number in range(1, record.steps + 1)]


def _event(step: Step) -> _Event:
    return step.child is not None, step.node, step.child


def _places(events: list[_Event]) -> dict[_Event, array[int]]:
    places: dict[_Event, array[int]] = defaultdict(lambda: array("i"))
    for place, event in enumerate(events):
        places[event].append(place)
    return dict(places)


def _next(places: dict[_Event, array[int]], event: _Event, start: int) -> float:
    """Return the first place of an event from a start on; infinite where there is none."""
    found = places.get(event)
    if found is None:
        return float("inf")
    index = bisect_left(found, start)
    return found[index] if index < len(found) else float("inf")
