"""What a person's program says of a tree, set against the reference search."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

from treeexplorer.engine import Record, Rules, StepKind, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.sentences import sentence
from treeexplorer.numbers import shown
from treeexplorer.text import safe, shorten
from treeexplorer.tree import INFINITY, GameTree, Number


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program says of a tree.

    Attributes:
        value: The root's value; ``None`` where the program failed.
        leaves: The leaves it evaluated, in order, where it tells.
        failure: What went wrong where it failed, as the end of a sentence.
        error: What a function raised, with its traceback.
        meant_infinite: Whether a huge number was taken as infinity.
    """

    value: Number | None = None
    leaves: tuple[Number, ...] | None = None
    failure: str | None = None
    error: Exception | None = None
    meant_infinite: bool = False


Program: TypeAlias = Callable[[GameTree], Answer]

_HUGE: Final = 10**8


@dataclass(frozen=True)
class Difference:
    """How an answer differs from the reference.

    Attributes:
        tree: The tree.
        answer: What the program said.
        record: The reference search.
        step: The first step of the reference at which the two part; ``None`` where only the
            value is known to differ.
        words: What differs, in sentences.
    """

    tree: GameTree
    answer: Answer
    record: Record
    step: int | None
    words: str


def answer_of_function(function: Callable[[Any], Any], argument: object) -> Answer:
    """Call a person's function and return its answer.

    It may return the root's value, or a pair of the value and the leaves it evaluated, in order.
    """
    try:
        returned = function(argument)
    except Exception as error:  # noqa: BLE001 - whatever their function raises is the answer
        text = safe(shorten(str(error), 300))
        return Answer(failure=f"it raised {type(error).__name__}: {text}", error=error)
    value, leaves = returned, None
    if isinstance(returned, tuple) and len(returned) == 2 and isinstance(returned[1], Iterable):
        value, leaves = returned
    if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
        return Answer(failure=f"it returned {safe(repr(returned)[:80])}, which is not a value")
    if leaves is None:
        return Answer(value)
    evaluated = tuple(leaves)
    strange = next((leaf for leaf in evaluated if not isinstance(leaf, (int, float))), None)
    if strange is not None:
        return Answer(failure=f"it lists {safe(repr(strange)[:80])} as a leaf, which is no number")
    return Answer(value, evaluated)


def with_infinity(answer: Answer, tree: GameTree) -> Answer:
    """Return an answer with infinity for a root value of 10⁸ and more, which stands for it.

    Programs often begin with numbers that no leaf reaches, such as 10⁹, where books write ∞. A
    tree that has such a leaf itself is left alone.
    """
    value = answer.value
    if value is None or -_HUGE < value < _HUGE or abs(value) == INFINITY or value in tree.value:
        return answer
    return replace(answer, value=INFINITY if value > 0 else -INFINITY, meant_infinite=True)


@lru_cache(maxsize=4096)
def reference(tree: GameTree, rules: Rules) -> Record:
    """Return the reference search of a tree; the same one for the same tree."""
    return search(tree, rules)


def reference_leaves(record: Record) -> list[tuple[int, Number]]:
    """Return the (step, number) of every leaf the reference evaluates, in order."""
    found = []
    for number in range(1, record.steps + 1):
        step = record.step(number)
        if step.kind is StepKind.LEAF and step.value is not None:
            found.append((number, step.value))
    return found


def agrees(tree: GameTree, answer: Answer, rules: Rules) -> bool:
    """Tell whether an answer is what the reference finds, leaves included where they are told."""
    record = reference(tree, rules)
    if answer.value is None or not same(answer.value, record.root_value):
        return False
    if answer.leaves is None:
        return True
    numbers = [number for _, number in reference_leaves(record)]
    return len(numbers) == len(answer.leaves) and all(map(same, answer.leaves, numbers))


def same(one: object, other: object) -> bool:
    """Tell whether two numbers are equal, up to what decimals lose."""
    if not isinstance(one, (int, float)) or not isinstance(other, (int, float)):
        return one == other
    return math.isclose(one, other, rel_tol=1e-9)


def difference(tree: GameTree, answer: Answer, rules: Rules) -> Difference | None:
    """Return how an answer differs from the reference, ``None`` where it does not."""
    if agrees(tree, answer, rules):
        return None
    record = reference(tree, rules)
    if answer.failure is not None:
        return Difference(tree, answer, record, None, f"On this tree {answer.failure}.")
    words, step = [], None
    if not same(answer.value, record.root_value):
        words.append(f"It says {_shown(answer.value)}; the root is worth {_root(record)}.")
    if answer.leaves is not None:
        step, told = _parting(record, answer.leaves)
        words.extend(told)
    return Difference(tree, answer, record, step, "\n".join(words))


def _parting(record: Record, leaves: tuple[Number, ...]) -> tuple[int | None, list[str]]:
    """Return the step at which a list of leaves leaves the reference's, and the words for it."""
    wanted = reference_leaves(record)
    common = 0
    while common < min(len(wanted), len(leaves)) and same(wanted[common][1], leaves[common]):
        common += 1
    if common == len(wanted) == len(leaves):
        return None, []
    listed = [
        f"It evaluated     {_listed(leaves)}",
        f"it should have   {_listed([number for _, number in wanted])}",
    ]
    before = wanted[common - 1][0] if common else 0
    upto = wanted[common][0] if common < len(wanted) else record.steps
    read = leaves[common] if common < len(leaves) else None
    step = _decisive(record, before, upto, read)
    what = "evaluated no more" if read is None else f"evaluated {shown(read)} next"
    parting = (
        f"After {common} {'leaf' if common == 1 else 'leaves'} it {what}. "
        f"Step {step} of the reference: {sentence(record, step)}"
    )
    return step, [*listed, parting]


def _decisive(record: Record, before: int, upto: int, read: Number | None) -> int:
    """Return the step between two leaves that decides what is read next.

    It is the cut-off that skipped the leaf which the program read, else the arrival after which
    the reference looked on.
    """
    arrivals = [number for number in range(before + 1, upto + 1) if record.step(number).child]
    if read is not None:
        for number in arrivals:
            row = record.step(number).child_call
            if record.step(number).kind is StepKind.CUT and row is not None:
                skipped = _numbers_below(record.tree, analysis_of(record).cut_off(row).skipped)
                if any(same(read, leaf) for leaf in skipped):
                    return number
    return arrivals[-1] if arrivals else max(upto, 1)


def _numbers_below(tree: GameTree, nodes: Iterable[int]) -> Iterator[Number | None]:
    for node in nodes:
        for below in range(node, tree.end[node]):
            yield tree.leaf_value(below)


def _root(record: Record) -> str:
    return _shown(record.root_value)


def _shown(number: Number | None) -> str:
    return "nothing" if number is None else shown(number)


def _listed(numbers: Iterable[Number]) -> str:
    listed = [shown(number) for number in numbers]
    return " ".join(listed[:60]) + (" …" if len(listed) > 60 else "") or "nothing"
