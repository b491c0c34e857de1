"""Two searches of the same tree step by step, with the moments of both side by side."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import NamedTuple, TypeAlias

from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.explain.contenders import format_search_name
from treeexplorer.explain.sentence import Count, Phrase, Sentence
from treeexplorer.explain.steps import put_step_in_words
from treeexplorer.tree import Number


class Pair(NamedTuple):
    """The steps that two searches show at the same moment.

    Attributes:
        node: The node of the step that is made at this moment.
        first: The step that the first search shows. If it waits, that is the last one it made.
        second: The same of the second search.
        makes_step: Whether the first search makes a step at this moment, and whether the second
            does; a search that makes none waits.
    """

    node: int
    first: int
    second: int
    makes_step: tuple[bool, bool]


class Alignment:
    """The steps of two finished searches, paired so that neither ever goes back.

    Where both come to the nodes in the same order, a step of one is paired with that of the other
    which does the same to the same node; what only one does it does alone, and the other waits.
    Else both go on step by step. Time and room are linear in the number of steps.

    Attributes:
        is_by_node: Whether the steps are paired by their nodes.
    """

    def __init__(self, first: Record, second: Record) -> None:
        """Pair the steps of two finished searches, so that they can be shown side by side.

        Each pair is a *moment*: the steps that both make then, or one step while the other search
        waits. Moment 0 is the state before both searches. Steps that do the same to the same node
        are *partners*; here they are 0 and 0, 1 and 1, 3 and 2::

            moment    0   1   2   3
            first     0   1   2   3
            second    0   1   –   2      – is a search that waits

        Args:
            first: A finished search.
            second: Another finished search of the same nodes.
        """
        self._first_steps = _collect_steps(first)
        self._second_steps = _collect_steps(second)

        # If the partners of 1 and 3 were 2 and 1, the second search would have to go back.
        partners = _find_partners(self._first_steps, self._second_steps)
        self.is_by_node = _is_ascending(partners.values())
        if self.is_by_node:
            steps_made = _merge_by_node(first.steps, second.steps, partners)
        else:
            steps_made = _merge_step_by_step(first.steps, second.steps)

        self._pairs = list(_build_shown_pairs(steps_made, self._first_steps, self._second_steps))
        self._moments_of_first = _build_moment_by_step([made.first for made in steps_made])
        self._moments_of_second = _build_moment_by_step([made.second for made in steps_made])

    @cached_property
    def differences(self) -> list[int]:
        """The moments at which the searches begin to do different things, ascending.

        Each of them differs while the moment before it does not.
        """
        differs_at = [self.differs(moment) for moment in range(len(self))]
        return [
            moment
            for moment in range(1, len(self))
            if differs_at[moment] and not differs_at[moment - 1]
        ]

    def __len__(self) -> int:
        """Return the number of moments, the one before the searches included."""
        return len(self._pairs)

    def __getitem__(self, moment: int) -> Pair:
        """Return what both searches show at a moment, one of the pairs of steps.

        Args:
            moment: The number of the moment; 0 is the state before both searches.

        Returns:
            The pair. If both searches make a step, the node is that of the first search's step. For
            a search that waits, the step is the last one that it has made.
        """
        return self._pairs[moment]

    def differs(self, moment: int) -> bool:
        """Tell whether the searches do something different at a moment: other nodes or values."""
        pair = self._pairs[moment]
        is_one_waiting = not all(pair.makes_step)
        if is_one_waiting:
            return True
        step_of_first = self._first_steps[pair.first]
        step_of_second = self._second_steps[pair.second]
        return _outcome_of(step_of_first) != _outcome_of(step_of_second)

    def start_of_difference(self, moment: int) -> int:
        """Return the moment from which on the searches have differed up to a moment with them.

        For example 5, for the moment 7 of searches that differ at 5, 6 and 7 and not at 4.
        """
        starts_up_to_moment = bisect_right(self.differences, moment)
        return self.differences[starts_up_to_moment - 1]

    def difference_at(self, moment: int) -> int | None:
        """Return which difference begins at a moment, from 1; ``None`` where none does."""
        index = bisect_left(self.differences, moment)
        if index < len(self.differences) and self.differences[index] == moment:
            return index + 1
        return None

    def moment_of(self, step: int, search: int = 0) -> int:
        """Return the moment at which a search makes a step, or its last step if it has fewer.

        Args:
            step: The number of the step.
            search: Which search: 0 for the first, 1 for the second.
        """
        if search == 0:
            moments = self._moments_of_first
            last_step = len(self._first_steps) - 1
        else:
            moments = self._moments_of_second
            last_step = len(self._second_steps) - 1
        return moments.get(min(step, last_step), 0)


class _StepPair(NamedTuple):
    """The steps that two searches make at the same moment; ``None`` for one that waits."""

    first: int | None
    second: int | None


_Event: TypeAlias = "tuple[int, int | None]"


def _collect_steps(record: Record) -> list[Step]:
    """Collect the steps of a search by their numbers; step 0 is the state before it."""
    return [record.step(number) for number in range(record.steps + 1)]


def _is_ascending(numbers: Iterable[int]) -> bool:
    """Tell whether each number is larger than the one before it."""
    return all(before < after for before, after in pairwise(numbers))


def _event_of(step: Step) -> _Event:
    """Return where a step happens: its node, and the child whose value arrives there."""
    return step.node, step.child


def _outcome_of(step: Step) -> tuple[_Event, Number | None, bool]:
    """Return what a step does: where, with which value, and whether it cuts off."""
    return _event_of(step), step.value, step.kind is StepKind.CUT


def _build_moment_by_step(step_at_moment: Sequence[int | None]) -> dict[int, int]:
    """Build a lookup from a search's steps to moments; ``None`` is a moment at which it waits.

    Example:
        >>> _build_moment_by_step([0, None, 1])
        {0: 0, 1: 2}
    """
    return {step: moment for moment, step in enumerate(step_at_moment) if step is not None}


def _build_shown_pairs(
    steps_made: Iterable[_StepPair], first_steps: Sequence[Step], second_steps: Sequence[Step]
) -> Iterator[Pair]:
    """Yield what two searches show at each moment, given the steps that they make there.

    A search that waits shows the last step that it has made; before its first one, that is step 0,
    the state before the search.
    """
    shown_of_first = 0
    shown_of_second = 0
    for made in steps_made:
        if made.first is not None:
            shown_of_first = made.first
        if made.second is not None:
            shown_of_second = made.second

        # If both make a step, the pair has the node of the first search's step.
        if made.first is not None:
            node = first_steps[shown_of_first].node
        else:
            node = second_steps[shown_of_second].node
        yield Pair(
            node=node,
            first=shown_of_first,
            second=shown_of_second,
            makes_step=(made.first is not None, made.second is not None),
        )


def _find_partners(first_steps: Sequence[Step], second_steps: Sequence[Step]) -> dict[int, int]:
    """Find for each step of one search the step of another that does the same to the same node.

    Returns the numbers of the second search's steps by those of the first search's. Two steps do
    the same if both enter the node, or the same child returns to it. If that happens several times
    in both, the first times are partners, then the second times.
    """
    unpaired = defaultdict[_Event, deque[int]](deque)
    for step in second_steps[1:]:  # step 0 is the state before the search
        unpaired[_event_of(step)].append(step.number)

    partners: dict[int, int] = {}
    for step in first_steps[1:]:
        candidates = unpaired[_event_of(step)]
        if candidates:
            partners[step.number] = candidates.popleft()
    return partners


def _merge_by_node(
    first_count: int, second_count: int, partners: Mapping[int, int]
) -> list[_StepPair]:
    """Merge the steps of two searches into moments, with partners at the same moment.

    What only one search does comes between two pairs of partners: first the steps of the second
    search, then those of the first. With three steps each and the partners {1: 1, 3: 3}::

        first     0   1   –   2   3      – is a search that waits
        second    0   1   2   –   3

    Args:
        first_count: How many steps the first search has.
        second_count: How many the second has.
        partners: The numbers of the second search's steps by those of the first search's; both
            ascend, so that neither search goes back.

    Example:
        >>> [tuple(pair) for pair in _merge_by_node(3, 3, {1: 1, 3: 3})]
        [(0, 0), (1, 1), (None, 2), (2, None), (3, 3)]
    """
    before = (0, 0)  # the states before both searches are shown together
    end = (first_count + 1, second_count + 1)
    pairs: list[_StepPair] = []
    for here, there in pairwise([before, *partners.items(), end]):
        first_here, second_here = here
        first_there, second_there = there
        pairs.append(_StepPair(first_here, second_here))
        pairs += [_StepPair(None, number) for number in range(second_here + 1, second_there)]
        pairs += [_StepPair(number, None) for number in range(first_here + 1, first_there)]
    return pairs


def _merge_step_by_step(first_count: int, second_count: int) -> list[_StepPair]:
    """Pair the steps of two searches by their numbers, given how many steps each has.

    >>> _merge_step_by_step(0, 1)
    [_StepPair(first=0, second=0), _StepPair(first=None, second=1)]
    """
    pairs = zip_longest(range(first_count + 1), range(second_count + 1))
    return [_StepPair(first, second) for first, second in pairs]


def describe_first_difference(moment: int) -> Sentence:
    """Say at which step two searches begin to differ: how many steps are the same before it.

    >>> print(describe_first_difference(32))
    Step 32; the same 31 steps before it.
    """
    if moment == 1:
        return Sentence("From step 1 on they differ")
    same_steps = Count(moment - 1, "step", "steps")
    return Sentence("Step {step}; the same {same} before it", step=moment, same=same_steps)


def describe_step_difference(first: Record, second: Record, pair: Pair) -> Sentence:
    """Say what each of two searches does at a moment where they differ.

    ``alpha-beta ≥: 4 is read; minimax: 6 is read`` if both make a step; else ``only minimax has
    this step: 6 is read``.

    Args:
        first: A finished search.
        second: Another one.
        pair: The steps that both show at this moment. At least one of the searches makes its step.
    """
    first_makes_step, second_makes_step = pair.makes_step
    if not second_makes_step:
        return _describe_step_of_one_search(first, pair.first)
    if not first_makes_step:
        return _describe_step_of_one_search(second, pair.second)
    return Sentence(
        "{first}: {one}; {second}: {two}",
        first=format_search_name(first.rules),
        one=_describe_headline(first, pair.first),
        second=format_search_name(second.rules),
        two=_describe_headline(second, pair.second),
    )


def _describe_headline(record: Record, step: int) -> Phrase:
    """Say what happens in a step, as part of another sentence: ``4 is read``."""
    return put_step_in_words(record, step).headline.phrase


def _describe_step_of_one_search(record: Record, step: int) -> Sentence:
    """Say that only one search makes a step: ``Only minimax has this step: 6 is read``."""
    return Sentence(
        "Only {search} has this step: {step}",
        search=format_search_name(record.rules),
        step=_describe_headline(record, step),
    )
