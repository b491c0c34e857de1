"""Tries a person's own alpha-beta on many trees, and names the mistake where it is a classic one.

The smallest tree found on which it goes wrong is shown.

Textbooks print alpha-beta with different cut tests and return rules, so a program that tells
which leaves it evaluates is measured by the convention it claims, or by the one that fits it best.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain, product, takewhile
from numbers import Integral, Real
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine import Record, Rules, StepKind, algorithm_of, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.trials import (
    MISTAKES,
    Mistake,
    Nested,
    answer_with,
    instructive_trees,
    random_trees,
    smallest,
    to_nested,
)
from treeexplorer.explain.sentences import sentence
from treeexplorer.numbers import shown
from treeexplorer.rules import alternatives, differences
from treeexplorer.text import safe, shorten
from treeexplorer.tree import INFINITY, GameTree, Number, Player, from_nested

_MOST_FAILURES: Final = 3
_MOST_MISTAKES: Final = 3
_SHRINKING_SECONDS: Final = 30.0


# -- a program's answer -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
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


Program: TypeAlias = Callable[[GameTree], ProgramAnswer]

_HUGE: Final = 10**8
SHORTCOMINGS: Final = (
    "no answer",
    "a wrong root value",
    "too many leaves",
    "too few leaves",
    "leaves in another order",
)
"""What may be wrong with an answer, as the verdict says it."""


class Tried(NamedTuple):
    """A tree with what the program said of it."""

    tree: GameTree
    answer: ProgramAnswer


def answer_of_function(function: Callable[[Any], Any], argument: object) -> ProgramAnswer:
    """Call a person's function and return its answer.

    It may return the root's value, or a pair of the value and the leaves it evaluated, in order.
    """
    try:
        returned = function(argument)
    except Exception as error:  # noqa: BLE001 - whatever their function raises is the answer
        text = safe(shorten(str(error), 300))
        return ProgramAnswer(failure=f"it raised {type(error).__name__}: {text}", error=error)
    value, leaves = returned, None
    if isinstance(returned, tuple) and len(returned) == 2 and isinstance(returned[1], Iterable):
        value, leaves = returned
    if isinstance(value, bool) or not isinstance(value, Real) or math.isnan(value):
        return ProgramAnswer(
            failure=f"it returned {safe(repr(returned)[:80])}, which is not a value"
        )
    if leaves is None:
        return ProgramAnswer(_plain(value))
    evaluated = tuple(leaves)
    strange = next((leaf for leaf in evaluated if not isinstance(leaf, Real)), None)
    if strange is not None:
        return ProgramAnswer(
            failure=f"it lists {safe(repr(strange)[:80])} as a leaf, which is no number"
        )
    return ProgramAnswer(_plain(value), tuple(map(_plain, evaluated)))


def _plain(number: Real) -> Number:
    """Return a number of any library, such as NumPy's, as Python's own."""
    return int(number) if isinstance(number, Integral) else float(number)


def with_infinity(answer: ProgramAnswer, tree: GameTree) -> ProgramAnswer:
    """Return an answer with infinity for a root value of 10⁸ and more, which stands for it.

    Programs often begin with numbers that no leaf reaches, such as 10⁹, where books write ∞. A
    tree that has such a leaf itself is left alone.
    """
    value = answer.value
    if value is None or -_HUGE < value < _HUGE or abs(value) == INFINITY or value in tree.value:
        return answer
    return replace(answer, value=INFINITY if value > 0 else -INFINITY, meant_infinite=True)


@lru_cache(maxsize=4096)
def expected(tree: GameTree, rules: Rules) -> ProgramAnswer:
    """Return the answer of the reference search."""
    record = search(tree, rules)
    return ProgramAnswer(record.root_value, tuple(number for _, _, number in record.readings()))


def shortcomings(answer: ProgramAnswer, right: ProgramAnswer) -> list[str]:
    """Return which of :data:`SHORTCOMINGS` an answer has beside the right one.

    Leaves are compared only where the program tells them.
    """
    if answer.failure is not None:
        return ["no answer"]
    found = [] if same(answer.value, right.value) else ["a wrong root value"]
    told, wanted = answer.leaves, right.leaves or ()
    if told is None or (len(told) == len(wanted) and all(map(same, told, wanted))):
        return found
    more, less = Counter(told) - Counter(wanted), Counter(wanted) - Counter(told)
    found += ["too many leaves"] * bool(more) + ["too few leaves"] * bool(less)
    return found if more or less else [*found, "leaves in another order"]


def agrees(tried: Tried, rules: Rules) -> bool:
    """Tell whether an answer is what the reference finds, leaves included where they are told."""
    return not shortcomings(tried.answer, expected(tried.tree, rules))


def same(one: object, other: object) -> bool:
    """Tell whether two numbers are equal, up to what decimals lose."""
    if not isinstance(one, (int, float)) or not isinstance(other, (int, float)):
        return one == other
    return math.isclose(one, other, rel_tol=1e-9)


def difference(tried: Tried, rules: Rules) -> str:
    """Return how an answer differs from the reference, in sentences; empty where it does not."""
    tree, answer = tried
    if answer.failure is not None:
        return f"On this tree {answer.failure}."
    record = search(tree, rules)
    words = []
    if not same(answer.value, record.root_value):
        says, worth = _shown(answer.value), _shown(record.root_value)
        words.append(f"It says {says}; the root is worth {worth}.")
    if answer.leaves is not None:
        words += _parting(record, answer.leaves)
    return "\n".join(words)


def _parting(record: Record, leaves: tuple[Number, ...]) -> list[str]:
    """Return where a list of leaves leaves the reference's, and the step that decides it there."""
    wanted = [(step, number) for step, _, number in record.readings()]
    pairs = zip(wanted, leaves, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: same(pair[0][1], pair[1]), pairs))
    if common == len(wanted) == len(leaves):
        return []
    before = wanted[common - 1][0] if common else 0
    upto = wanted[common][0] if common < len(wanted) else record.steps
    read = leaves[common] if common < len(leaves) else None
    step = _decisive(record, before, upto, read)
    what = "evaluated no more" if read is None else f"evaluated {shown(read)} next"
    after = f"After {common} {'leaf' if common == 1 else 'leaves'} it {what}."
    return [
        f"It evaluated     {_listed(leaves)}",
        f"it should have   {_listed(number for _, number in wanted)}",
        f"{after} Step {step} of the reference: {sentence(record, step)}",
    ]


def _decisive(record: Record, before: int, upto: int, read: Number | None) -> int:
    """Return the step between two leaves that decides what is read next.

    It is the cut-off that skipped the leaf which the program read, else the arrival after which
    the reference looked on.
    """
    arrivals = [number for number in range(before + 1, upto + 1) if record.step(number).child]
    for number in arrivals if read is not None else ():
        row = record.step(number).child_call
        if record.step(number).kind is StepKind.CUT and row is not None:
            skipped = analysis_of(record).cut_off(row).skipped
            below = chain.from_iterable(range(node, record.tree.end[node]) for node in skipped)
            if any(same(read, record.tree.leaf_value(node)) for node in below):
                return number
    return arrivals[-1] if arrivals else max(upto, 1)


def _shown(number: Number | None) -> str:
    return "nothing" if number is None else shown(number)


def _listed(numbers: Iterable[Number]) -> str:
    listed = [shown(number) for number in numbers]
    return " ".join(listed[:60]) + (" …" if len(listed) > 60 else "") or "nothing"


# -- trying a program --------------------------------------------------------------------------


class VerificationError(TreeexplorerError, AssertionError):
    """A program that goes wrong, with the smallest tree that shows it.

    Where a function raised an exception, that is the cause of this one, with its traceback.
    """

    def __init__(self, verification: Verification) -> None:
        super().__init__(verification.text())
        self.verification = verification


@dataclass(frozen=True)
class Verification:
    """What trying a program has shown.

    Attributes:
        tried: On how many different trees it was run, before one was made smaller.
        rules: The convention by which it was measured.
        claimed: Whether that is the one it claims, and not the one that fits it best.
        tells_leaves: Whether it told the leaves it evaluated.
        counts: On how many trees its answers have each of :data:`SHORTCOMINGS`.
        never_prunes: Whether its values are right and it evaluated every leaf of every tree.
        wrong: The smallest tree on which it goes wrong; ``None`` if there is none.
        swapped: Whether all its values are right if the other player moves first.
        mistakes: The classic mistakes with which alpha-beta answers every tree just as it does.
        meant_infinite: Whether a huge number was taken as infinity.
    """

    tried: int
    rules: Rules
    claimed: bool
    tells_leaves: bool
    counts: Mapping[str, int] = field(default_factory=dict)
    never_prunes: bool = False
    wrong: Tried | None = None
    swapped: bool = False
    mistakes: tuple[Mistake, ...] = ()
    meant_infinite: bool = False

    @property
    def right(self) -> bool:
        """Whether nothing went wrong."""
        return self.wrong is None and not self.never_prunes

    def text(self) -> str:
        """Return the result in sentences, the verdict first."""
        lines = self._verdict()
        if self.wrong is not None:
            from treeexplorer.notation import Exercise, write

            drawn = write(Exercise(self.wrong.tree)).strip().replace("\n", "\n  ")
            lines += ["", "The smallest tree found:", "", f"  {drawn}", ""]
            lines.append(difference(self.wrong, self.rules))
            if self.tells_leaves:
                measured = "it claims" if self.claimed else "that fits best"
                words = convention_words(self.rules)
                lines.append(f"Measured by the convention {measured}: {words}.")
        if self.swapped:
            other = self.rules.levels[0].opponent.value.upper()
            lines.append(
                f"All its values are right if {other} moves first: are the players swapped?"
            )
        lines += self._named()
        if self.meant_infinite:
            lines.append("Root values of 100,000,000 and more were taken as infinity.")
        return "\n".join(lines)

    def _verdict(self) -> list[str]:
        if self.never_prunes:
            return [
                f"Right values, but it is plain minimax: it never pruned in {self.tried} trees.",
                "If it is meant to be minimax, claim that: --algorithm minimax.",
            ]
        if self.wrong is None:
            if not self.tells_leaves:
                return [
                    f"Right on all {self.tried} trees, as far as the root's value goes.",
                    "It told no leaves, so what it prunes was not looked at.",
                ]
            fitting = "as it claims" if self.claimed else "the convention that fits"
            words = convention_words(self.rules)
            return [f"Right on all {self.tried} trees, leaf by leaf: {words} ({fitting})."]
        parts = [
            f"{words} on {self.counts[words]}" for words in SHORTCOMINGS if words in self.counts
        ]
        return [f"It goes wrong, of {self.tried} trees: {', '.join(parts)}."]

    def _named(self) -> list[str]:
        if not self.mistakes:
            return []
        if len(self.mistakes) == 1:
            mistake = self.mistakes[0]
            return [
                "",
                f"Your program does exactly what alpha-beta does when {mistake.words}.",
                f"The line it concerns: {mistake.line}",
            ]
        lines = ["", "Your program does exactly what alpha-beta does in each of these cases:"]
        for mistake in self.mistakes:
            lines += [f"- {mistake.words}", f"  ({mistake.line})"]
        return lines


def verify(
    function: Callable[[Any], Any],
    *,
    adapter: Callable[[Nested], Any] | None = None,
    rules: Rules | None = None,
    trees: Iterable[GameTree] = (),
    trials: int = 100,
    seed: int = 0,
) -> Verification:
    """Try a function of one's own on many trees, in a test of one's own.

    ::

        def test_my_alphabeta():
            treeexplorer.verify(lambda tree: alphabeta(tree, -inf, inf, True))

    Args:
        function: Takes nested lists with MAX at the root, such as ``[[3, 12], [2, 4]]``, and
            returns the root's value, or the value and the leaves it evaluated in order.
        adapter: Makes from nested lists the tree that the function takes, such as a node of a
            class of one's own.
        rules: The convention the function claims; the one that fits best where ``None``.
        trees: Further trees to try.
        trials: How many random trees to try.
        seed: Decides the random trees.

    Raises:
        VerificationError: The function goes wrong; says where, on the smallest tree found, and
            which classic mistake it is. What the function raised is its cause.
    """
    adapted = adapter or (lambda nested: nested)

    def run(tree: GameTree) -> ProgramAnswer:
        return answer_of_function(lambda nested: function(adapted(nested)), to_nested(tree))

    drawn = random_trees(trials, seed, (rules or Rules()).levels)
    result = verification_of(run, rules=rules, claimed=rules is not None, trees=[*trees, *drawn])
    if not result.right:
        cause = None if result.wrong is None else result.wrong.answer.error
        raise VerificationError(result) from cause
    return result


def verification_of(
    program: Program,
    *,
    rules: Rules | None = None,
    claimed: bool = False,
    trees: Iterable[GameTree] = (),
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Verification:
    """Return what trying a program shows.

    Args:
        program: Answers for a tree.
        rules: The convention it claims, or its players by ply where it claims none.
        claimed: Whether it claims the convention; else the one that fits best is taken.
        trees: The trees to try after those that tell mistakes apart.
        threads: How many trees to try at once; more than one only if the program allows it.
        progress: Told how many trees have been tried.
    """
    base = rules or Rules()

    @cache
    def answer_of(tree: GameTree) -> ProgramAnswer:
        answer = with_infinity(program(tree), tree)
        if progress is not None:
            progress(answer_of.cache_info().currsize + 1)
        return answer

    different = dict.fromkeys([*instructive_trees(base.levels), *trees])
    tried = _answers(answer_of, list(different), threads)
    measure = base if claimed else _best_fit(tried, base)
    found = [shortcomings(one.answer, expected(one.tree, measure)) for one in tried]
    wrong = [one.tree for one, short in zip(tried, found, strict=True) if short]
    never_prunes = bool(wrong) and not claimed and _never_prunes(tried, measure)
    smallest_wrong = None
    if wrong and not never_prunes:
        smallest_wrong = _smallest_wrong(answer_of, wrong, measure)
    swapped = replace(
        base, algorithm="minimax", form="classic", levels=tuple(p.opponent for p in base.levels)
    )
    return Verification(
        tried=len(tried),
        rules=measure,
        claimed=claimed,
        tells_leaves=any(one.answer.leaves is not None for one in tried),
        counts=Counter(chain.from_iterable(found)),
        never_prunes=never_prunes,
        wrong=smallest_wrong,
        swapped=smallest_wrong is not None
        and all(
            agrees(Tried(tree, ProgramAnswer(answer.value)), swapped) for tree, answer in tried
        ),
        mistakes=_mistakes(tried, base) if wrong else (),
        meant_infinite=any(one.answer.meant_infinite for one in tried),
    )


def convention_words(rules: Rules) -> str:
    """Return a convention in a few words."""
    if not algorithm_of(rules).has_windows:
        return f"plain {rules.algorithm}, which cuts nothing off"
    if not rules.has_conventions:
        return f"the search {rules.algorithm}"
    form = "" if rules.form == "classic" else f", the printed form “{rules.form}”"
    hard = ", fail-hard" if rules.hard and rules.form == "classic" else ""
    order = ", from right to left" if rules.right_to_left else ""
    return f"alpha-beta, cut when α {rules.test_sign} β{hard}{form}{order}"


def _answers(answer: Program, trees: Sequence[GameTree], threads: int) -> list[Tried]:
    """Return the answers for trees, and no more once the program has failed a few times."""
    found: list[Tried] = []
    failures = 0
    pool = ThreadPoolExecutor(threads)
    try:
        for first in range(0, len(trees), threads):
            some = trees[first : first + threads]
            found.extend(map(Tried, some, pool.map(answer, some)))
            failures += sum(one.answer.failure is not None for one in found[first:])
            if failures >= _MOST_FAILURES:
                break
    finally:
        # Whoever interrupts this ends the program himself; nobody waits for its time limit.
        pool.shutdown(wait=False, cancel_futures=True)
    return found


def _best_fit(tried: Sequence[Tried], base: Rules) -> Rules:
    """Return the convention with the players as stated under which most answers are right."""
    if not any(one.answer.leaves is not None for one in tried):
        return base
    others = (rules for rules in alternatives(base, algorithms=()) if rules.form != "exchanged")

    def fitting(candidate: Rules) -> tuple[int, int]:
        right = sum(agrees(one, candidate) for one in tried)
        return right, -len(differences(candidate, base))

    return max((base, *others), key=fitting)


def _smallest_wrong(answer_of: Program, wrong: Sequence[GameTree], rules: Rules) -> Tried | None:
    until = time.monotonic() + _SHRINKING_SECONDS

    def tried(nested: Nested) -> Tried:
        tree = from_nested(nested, rules.levels)
        return Tried(tree, answer_of(tree))

    def goes_wrong(nested: Nested) -> bool:
        return time.monotonic() <= until and not agrees(tried(nested), rules)

    found = smallest(map(to_nested, wrong), goes_wrong)
    return None if found is None else tried(found)


def _never_prunes(tried: Sequence[Tried], rules: Rules) -> bool:
    """Tell whether every value is right and every leaf was evaluated, though some are pruned."""
    return all(
        answer.leaves is not None
        and len(answer.leaves) == tree.leaf_count
        and same(answer.value, expected(tree, rules).value)
        for tree, answer in tried
    )


def _mistakes(tried: Sequence[Tried], base: Rules) -> tuple[Mistake, ...]:
    """Return at most three classic mistakes that answer every tree as the program does."""
    if Player.CHANCE in base.levels or any(one.answer.failure is not None for one in tried):
        return ()
    nested = [(to_nested(tree), answer) for tree, answer in tried]
    classic = replace(base, algorithm="alphabeta", form="classic")
    conventions = [classic, *(one for one in alternatives(classic) if one.form == "classic")]
    fits: dict[Mistake, None] = {}
    for rules, mistake in product(conventions, MISTAKES):
        if mistake not in fits and not any(
            shortcomings(answer, ProgramAnswer(*answer_with(mistake, tree, rules)))
            for tree, answer in nested
        ):
            fits[mistake] = None
    return tuple(fits)[:_MOST_MISTAKES]
