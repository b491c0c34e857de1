"""What a program says of a tree, and what is wrong with that beside the right answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from numbers import Integral, Real
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.numbers import counted, grouped
from treeexplorer.programs.trials import Nested, to_nested
from treeexplorer.text import safe, shorten
from treeexplorer.tree import INFINITY, GameTree, Levels, Number, Player

_HUGE: Final = 10**8
SMALLEST: Final = 1e-30
"""A positive number below this one is the smallest of its language."""
_MOST_READINGS: Final = 100
"""How often a program may read each leaf of a tree: searches that ask again do so some times."""
SHORTCOMINGS: Final = (
    "no answer",
    "a wrong root value",
    "a wrong move",
    "too many leaves",
    "too few leaves",
    "as many leaves with other values",
    "leaves in another order",
)
"""What may be wrong with an answer, as the verdict says it."""


DID_NOT_FINISH: Final = "it did not finish within"
"""How the failure of a program begins that took longer than it may."""
ANSWERS_AT_THE_END: Final = (
    "it answers only when its input ends: read one line at a time, and flush your output after each"
)
"""The failure of a program that is given many trees, one a line, and keeps its answers back."""


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """A program's answer for one tree.

    Attributes:
        value: The root's value; ``None`` where the program failed.
        leaves: The leaves it evaluated, in order, where it tells.
        move: The number of the root's child that it plays, from 1, where it tells.
        failure: What went wrong where it failed, as the end of a sentence.
        error: What a function raised, with its traceback.
    """

    value: Number | None = None
    leaves: tuple[Number, ...] | None = None
    move: int | None = None
    failure: str | None = None
    error: Exception | None = field(default=None, compare=False)

    @property
    def was_waited_for(self) -> bool:
        """Whether no answer came in time: asked again, the program may take as long again."""
        late = (DID_NOT_FINISH, ANSWERS_AT_THE_END)
        return self.failure is not None and self.failure.startswith(late)

    @property
    def told_leaves(self) -> Leaves:
        """The leaves that the program told; empty if it told none."""
        return () if self.leaves is None else self.leaves


Leaves: TypeAlias = tuple[Number, ...]
Program: TypeAlias = Callable[[GameTree], ProgramAnswer]


class Tried(NamedTuple):
    """A tree with what the program said of it."""

    tree: GameTree
    answer: ProgramAnswer


@dataclass(frozen=True, eq=False)
class AnsweredTrees:
    """A program's answers to many trees, and what else is known of the program.

    Attributes:
        tried: The trees with its answers.
        levels: Who moves at each ply of the trees.
        text: The program's text, where it is known; it says which listing is the nearest.
    """

    tried: Sequence[Tried]
    levels: Levels
    text: str = ""

    @cached_property
    def nested(self) -> list[Nested]:
        """The trees as nested lists, in the same order."""
        return [to_nested(tree) for tree, _ in self.tried]

    @property
    def has_failure(self) -> bool:
        """Whether the program failed on a tree."""
        return any(answer.failure is not None for _, answer in self.tried)

    @cached_property
    def tells_one_number(self) -> bool:
        """Whether one number is told of each tree in place of leaves, such as how many they are."""
        told = [(tree, answer.leaves) for tree, answer in self.tried if answer.leaves is not None]
        is_one_each = all(len(leaves) == 1 for _, leaves in told)
        return is_one_each and any(leaves[0] not in tree.leaf_values for tree, leaves in told)

    def pair_nested_with_tried(self) -> Iterator[tuple[Nested, Tried]]:
        """Return each tree as nested lists, together with the tree and the answer."""
        return zip(self.nested, self.tried, strict=True)


def answer_of_function(function: Callable[[Any], Any], argument: object) -> ProgramAnswer:
    """Call a person's function on a tree and return what it answers, or why that is no answer.

    The function may return the root's value alone, or ``(value, leaves)`` with the values of the
    leaves that it evaluated, in order, or ``(value, leaves, move)``.

    Args:
        function: The function that is tested.
        argument: The tree, in the form that the function takes.

    Returns:
        The answer. If the function raises an exception or returns something of a wrong type, the
        answer has a failure instead of a value.

    Example:
        >>> answer_of_function(lambda tree: (max(tree), tree, 2), [3, 12])
        ProgramAnswer(value=12, leaves=(3, 12), move=2, failure=None, error=None)
        >>> answer_of_function(lambda tree: "12", [3, 12]).failure
        "it returned '12', which is not a number"
    """
    try:
        # Within `try`: leaves may come from a generator, which runs their code only now.
        returned = _split_result(function(argument))
    except Exception as error:  # noqa: BLE001 - whatever their function raises is the answer
        text = safe(shorten(str(error), 300))
        # A failure is the end of a sentence, such as "On this tree it raised ValueError: …".
        return ProgramAnswer(failure=f"it raised {type(error).__name__}: {text}", error=error)
    try:
        return returned.to_answer()
    except _WrongTypeError as error:
        return ProgramAnswer(failure=f"it returned {error}")


class _Returned(NamedTuple):
    """The parts of what a function returned, unchecked: each may be of a wrong type.

    Attributes:
        value: What stands for the root's value.
        has_leaves: Whether the function tells which leaves it evaluated.
        leaves: What stands for these.
        move: What stands for the number of the move; ``None`` where there is none.
    """

    value: Any
    has_leaves: bool = False
    leaves: Sequence[Any] = ()
    move: Any = None

    def to_answer(self) -> ProgramAnswer:
        """Convert the parts to an answer.

        Raises:
            _WrongTypeError: One of them is of a wrong type.
        """
        move = _convert_move(self.move)
        root_value, *leaf_values = _convert_numbers([self.value, *self.leaves])
        if not self.has_leaves:
            return ProgramAnswer(root_value, move=move)
        return ProgramAnswer(root_value, tuple(leaf_values), move)


def _split_result(returned: Any) -> _Returned:
    """Split what a function returned into value, leaves and move, without a check of their types.

    A pair ``(value, leaves)`` or a triple ``(value, leaves, move)`` is split. Anything else counts
    as the value alone.

    >>> _split_result((3, [3, 12], 2))
    _Returned(value=3, has_leaves=True, leaves=[3, 12], move=2)
    """
    if not isinstance(returned, tuple) or len(returned) not in {2, 3}:
        return _Returned(returned)
    value = returned[0]
    leaves = returned[1]
    move = returned[2] if len(returned) == 3 else None
    if not isinstance(leaves, Iterable):
        return _Returned(returned)
    return _Returned(value, has_leaves=True, leaves=list(leaves), move=move)


class _WrongTypeError(Exception):
    """A function returned something of a wrong type; the message shows what, and what it is not."""


def _convert_move(returned: Any) -> int | None:
    """Convert the number of a move, of any library, to Python's; ``None`` if there is none.

    Raises:
        _WrongTypeError: It is no number of a move.
    """
    if returned is None:
        return None
    if isinstance(returned, bool) or not isinstance(returned, Integral):
        text = safe(repr(returned)[:80])
        raise _WrongTypeError(f"{text}, which is not the number of a move")
    return int(returned)


def _convert_numbers(returned: list[Any]) -> list[Number]:
    """Convert numbers of any library to numbers of Python.

    Raises:
        _WrongTypeError: One of them is no number.
    """
    if set(map(type, returned)) == {int}:  # nearly always, and an abstract class takes its time
        return returned
    return [_convert_number(number) for number in returned]


def _convert_number(number: Any) -> Number:
    """Convert a number of any library, such as NumPy's, to Python's.

    Raises:
        _WrongTypeError: It is no number, as truth values and NaN are none.
    """
    if isinstance(number, bool) or not isinstance(number, Real) or math.isnan(number):
        raise _WrongTypeError(f"{safe(repr(number)[:80])}, which is not a number")
    if isinstance(number, Integral):
        return int(number)
    return float(number)


def replace_huge_value_by_infinity(answer: ProgramAnswer, tree: GameTree) -> ProgramAnswer:
    """Return the answer with ±∞ in place of a root value that stands for it: one of at least 10⁸.

    Programs often begin with numbers that no leaf reaches, such as 10⁹, where books write ∞. If the
    tree itself has a leaf of that value, the answer is returned as it is.

    Args:
        answer: The answer; not changed.
        tree: The tree for which it was given.
    """
    value = answer.value
    # The program has failed, or tells an ordinary number.
    if value is None or -_HUGE < value < _HUGE:
        return answer
    if abs(value) == INFINITY or value in tree.value:
        return answer
    infinity = INFINITY if value > 0 else -INFINITY
    return replace(answer, value=infinity)


def within_reason(answer: ProgramAnswer, tree: GameTree) -> ProgramAnswer:
    """Return the answer, or a failure if it tells many times more leaves than the tree has.

    So nothing is compared with an endless list.
    """
    count = len(answer.told_leaves)
    if count <= 1000 + _MOST_READINGS * tree.leaf_count:
        return answer
    leaves = f"it told {counted(count, 'leaf', 'leaves')}"
    return ProgramAnswer(failure=f"{leaves}, and the tree has {grouped(tree.leaf_count)}")


def read_value_last(answer: ProgramAnswer) -> ProgramAnswer:
    """Return the answer read the other way: the last number printed is the value, not the first.

    >>> read_value_last(ProgramAnswer(3, (12, 7)))
    ProgramAnswer(value=7, leaves=(3, 12), move=None, failure=None, error=None)
    """
    if not answer.leaves or answer.value is None:
        return answer
    # The numbers that were printed are the value and then the leaves; now the last is the value.
    *before, last = answer.leaves
    return replace(answer, value=last, leaves=(answer.value, *before))


@lru_cache(maxsize=4096)
def expected(tree: GameTree, rules: Rules) -> ProgramAnswer:
    """Return the answer of the reference search: the root's value and the leaves that it reads.

    It tells no move. It is kept for the next call with the same tree and rules.
    """
    record = search(tree, rules)
    return ProgramAnswer(record.root_value, tuple(number for _, number in record.leaves_read()))


@lru_cache(maxsize=4096)
def worths_of_moves(tree: GameTree) -> tuple[Number, ...]:
    """Return the minimax value of each child of the root, from left to right.

    Minimax visits every child, so that no move is missing.
    """
    record = search(tree, Rules(algorithm="minimax", levels=tree.levels))
    calls = map(record.call_of, tree.children(0))
    returned = (record.value(call) for call in calls if call is not None)
    return tuple(value for value in returned if value is not None)


@lru_cache(maxsize=4096)
def best_moves(tree: GameTree) -> frozenset[int]:
    """Return which children of the root are best, as numbers from 1; several if they tie.

    If the tree is one leaf there are none. In ``[[3 12] [2 4] [3 5]]`` it is ``{1, 3}``: with MAX
    at the root the children are worth 3, 2 and 3.
    """
    values = worths_of_moves(tree)
    if not values:
        return frozenset()
    best_value = max(values) if tree.levels[0] is Player.MAX else min(values)
    return frozenset(move for move, value in enumerate(values, 1) if value == best_value)


def shortcomings(
    answer: ProgramAnswer, right: ProgramAnswer, moves: Collection[int] = ()
) -> list[str]:
    """Return what is wrong with a program's answer: which of the :data:`SHORTCOMINGS` it has.

    Args:
        answer: What the program says. If it tells no leaves or no move, these are not compared.
        right: The right answer.
        moves: The moves that are right; empty if moves are not to be compared.

    Returns:
        The names, in the order of :data:`SHORTCOMINGS`; empty if the answer is right.

    Example:
        >>> right = ProgramAnswer(3, (3, 12, 2))
        >>> shortcomings(ProgramAnswer(4, (3, 12, 2, 9)), right)
        ['a wrong root value', 'too many leaves']
    """
    if answer.failure is not None:
        return ["no answer"]
    names: list[str] = []
    if not same(answer.value, right.value):
        names.append("a wrong root value")

    is_move_compared = answer.move is not None and len(moves) > 0
    if is_move_compared and answer.move not in moves:
        names.append("a wrong move")
    if answer.leaves is not None:
        wrong_leaves = unlike(answer.leaves, right.told_leaves)
        if wrong_leaves is not None:
            names.append(wrong_leaves)
    return names


def unlike(leaves: Leaves, right_leaves: Leaves) -> str | None:
    """Return how the leaves of a program differ from the right ones; ``None`` if they do not.

    Args:
        leaves: The values of the leaves that the program read, in order.
        right_leaves: Those that it should have read.

    Returns:
        One of :data:`SHORTCOMINGS`.

    Example:
        >>> unlike((3, 12, 2), (3, 12)), unlike((3, 9), (3, 12)), unlike((12, 3), (3, 12))
        ('too many leaves', 'as many leaves with other values', 'leaves in another order')
    """
    # Most answers are right to the last digit: this test is fast, and the one below forgives
    # rounding.
    if leaves == right_leaves:
        return None
    if len(leaves) > len(right_leaves):
        return "too many leaves"
    if len(leaves) < len(right_leaves):
        return "too few leaves"
    if all(map(same, leaves, right_leaves)):
        return None
    # Rounding keeps the order of numbers that differ, so sorted leaves can be compared in pairs.
    has_same_values = all(map(same, sorted(leaves), sorted(right_leaves)))
    return "leaves in another order" if has_same_values else "as many leaves with other values"


def same(first: Number | None, second: Number | None) -> bool:
    """Tell whether two numbers are equal, up to rounding of decimals.

    All positive numbers below :data:`SMALLEST` count as equal: by mistake programs take the
    smallest positive number of their language for −∞.
    """
    if first is None or second is None:
        return first is second
    if 0 < first < SMALLEST and 0 < second < SMALLEST:
        return True
    return math.isclose(first, second, rel_tol=1e-9)
