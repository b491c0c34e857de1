"""Tries a person's own alpha-beta on many trees: what is right first, then the mistake.

A program is judged in layers: whether it answers, whether its values are right, which convention
its leaves follow, which search it is. Only what is wrong after all of them is a mistake, which is
named where it is a classic one. The smallest tree found on which it goes wrong is shown.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from inspect import getmodule, getsource
from itertools import chain, product, takewhile
from numbers import Integral, Real
from typing import Any, Final, Literal, NamedTuple, TypeAlias, Unpack

from treeexplorer.engine import Record, Rules, StepKind, algorithm_of, search
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.mistakes import LISTINGS, MISTAKES, Mistake, shape
from treeexplorer.exercises.mistakes import program as mistaken_program
from treeexplorer.exercises.trials import (
    Nested,
    has_distinct_leaves,
    instructive_trees,
    random_trees,
    size_of,
    smallest,
    to_nested,
)
from treeexplorer.explain.sentences import sentence
from treeexplorer.numbers import for_json, shown
from treeexplorer.rules import (
    ALGORITHMS,
    CUTOFFS,
    DRAWN_ORDERS,
    OPTION,
    RuleChanges,
    alternatives,
    resolve,
)
from treeexplorer.text import safe, shorten
from treeexplorer.tree import DEFAULT_LEVELS, INFINITY, GameTree, Number, from_nested

TRIALS: Final = 100
"""How many random trees are tried where nothing else is said."""

SEARCHES: Final = tuple(name for name in ALGORITHMS if TABLE[name].reenters)
_MOST_FAILURES: Final = 3
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
    error: Exception | None = field(default=None, compare=False)
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
        says = "nothing" if answer.value is None else shown(answer.value)
        words.append(f"It says {says}; the root is worth {shown(record.root_value or 0)}.")
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


def _listed(numbers: Iterable[Number]) -> str:
    listed = [shown(number) for number in numbers]
    return " ".join(listed[:60]) + (" …" if len(listed) > 60 else "") or "nothing"


# -- the layers --------------------------------------------------------------------------------

Layer: TypeAlias = Literal[
    "right",
    "no leaves",
    "fewer leaves",
    "another convention",
    "plain minimax",
    "other leaves",
    "wrong values",
    "no answer",
]
"""How far a program is right; the first three are right."""


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
        tried: The trees on which it was run with its answers, before one was made smaller.
        layer: How far it is right.
        rules: The search and convention that its leaves follow, as far as they follow one.
        claimed: The convention it claims, if it claims one.
        counts: On how many trees its answers have each of :data:`SHORTCOMINGS`, by ``rules``.
        wrong: The smallest tree on which it goes wrong; ``None`` if there is none.
        mistakes: The classic mistakes with which alpha-beta answers every tree just as it does,
            those of the nearest listing first.
        notes: What else there is to know, in sentences.
    """

    tried: tuple[Tried, ...]
    layer: Layer
    rules: Rules
    claimed: Rules | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    wrong: Tried | None = None
    mistakes: tuple[Mistake, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return self.layer in {"right", "no leaves", "fewer leaves"}

    @property
    def headline(self) -> str:
        """What is right, then what is not, in a line."""
        total = len(self.tried)
        children = max(max(Counter(tree.parent).values()) for tree, _ in self.tried)
        plies = max(max(tree.ply) for tree, _ in self.tried)
        trees = f"{total} trees (up to {children} children, {plies} plies)"
        failed = self.counts.get("no answer", 0)
        false = self.counts.get("a wrong root value", 0)
        words = convention_words(self.rules)
        match self.layer:
            case "right":
                claim = " (as it claims)" if self.claimed else ""
                return f"Right on all {trees}, leaf by leaf: {words}{claim}."
            case "no leaves":
                return f"Right on all {trees}, as far as the root's value goes."
            case "fewer leaves":
                return f"Right on all {trees}: {words}, or fewer leaves than that."
            case "another convention":
                return f"Right on all {trees}, leaf by leaf, under another convention: {words}."
            case "plain minimax":
                return f"All values are right on {trees}, but it is plain minimax: it never prunes."
            case "other leaves":
                short = [
                    f"{name} on {self.counts[name]}" for name in SHORTCOMINGS if name in self.counts
                ]
                return f"All values are right on {trees}; its leaves are not: {', '.join(short)}."
            case "wrong values":
                return f"It answers all {trees}; {total - false} values are right, {false} wrong."
        answered = total - failed
        return f"It answers {answered} of {trees}, {answered - false} with the right value."

    def text(self) -> str:
        """Return the result in sentences: what is right, what is wrong, the mistake."""
        lines = [self.headline, *self.notes]
        if self.layer == "no leaves":
            lines.append("It told no leaves, so what it prunes was not looked at.")
        if self.layer == "plain minimax":
            lines.append("If it is meant to be minimax, claim that: --algorithm minimax.")
        if self.layer == "another convention" and self.claimed:
            lines.append(f"It claims: {convention_words(self.claimed)}.")
        lines += self._named()
        if self.wrong is not None:
            from treeexplorer.notation import Exercise, write

            drawn = write(Exercise(self.wrong.tree)).strip().replace("\n", "\n  ")
            lines.append(f"\nThe smallest tree found on which it differs:\n\n  {drawn}\n")
            lines.append(difference(self.wrong, self.claimed or self.rules))
        return "\n".join(lines)

    def _named(self) -> Iterator[str]:
        """Yield the nearest listing with its line marked, and what else would do the same."""
        if not self.mistakes:
            return
        first, *others = self.mistakes
        yield f"\nIt does exactly what {first.listing} does when {first.words}:\n"
        yield from first.text(self.rules)
        lines = Counter(each.listing for each in self.mistakes)
        most = lines.pop(first.listing)
        has_leaves = any(answer.leaves is not None for _, answer in self.tried)
        alike = "the same values and leaves in the same order" if has_leaves else "the same values"
        further = "".join(f", {count} in {listing}" for listing, count in lines.items())
        yield "\nOf the printed forms this one is the nearest to the program. Wrong lines that give"
        yield f"{alike}: {most} here{further}."
        if others:
            yield "The same would come of:"
        for each in others:
            words = "" if each.words == first.words else f", when {each.words}"
            instead, right = (
                "; ".join(map(str.strip, code.splitlines())) for code in (each.instead, each.right)
            )
            yield f"- {each.listing}{words}: `{instead}` for `{right}`"

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``verify --json`` prints it."""
        answered = len(self.tried) - self.counts.get("no answer", 0)
        wrong = None
        if self.wrong is not None:
            tree, answer = self.wrong
            right = expected(tree, self.claimed or self.rules)
            wrong = {
                "tree": to_nested(tree),
                "value": for_json(answer.value),
                "leaves": [*map(for_json, answer.leaves or ())],
                "failure": answer.failure,
                "right_value": for_json(right.value),
                "right_leaves": [*map(for_json, right.leaves or ())],
            }
        follows = self.layer in {"right", "fewer leaves", "another convention"}
        return {
            "right": self.right,
            "layer": self.layer,
            "headline": self.headline,
            "tried": len(self.tried),
            "answered": answered,
            "right_values": answered - self.counts.get("a wrong root value", 0),
            "follows": convention_words(self.rules) if follows else None,
            "claims": convention_words(self.claimed) if self.claimed else None,
            "mistakes": [
                each._asdict() | {"words": each.words, "right": each.right}
                for each in self.mistakes
            ],
            "smallest": wrong,
            "notes": list(self.notes),
        }


# -- trying a program --------------------------------------------------------------------------


def verify(
    function: Callable[[Any], Any],
    *,
    adapter: Callable[[Nested], Any] | None = None,
    trees: Iterable[GameTree] = (),
    trials: int = TRIALS,
    seed: int = 0,
    **claims: Unpack[RuleChanges],
) -> Verification:
    """Try a function of one's own on many trees, in a test of one's own.

    ::

        def test_my_alphabeta():
            treeexplorer.verify(lambda tree: alphabeta(tree, -inf, inf, True), cutoff=">")

    Args:
        function: Takes nested lists with MAX at the root, such as ``[[3, 12], [2, 4]]``, and
            returns the root's value, or the value and the leaves it evaluated in order.
        adapter: Makes from nested lists the tree that the function takes, such as a node of a
            class of one's own.
        trees: Further trees to try.
        trials: How many random trees to try.
        seed: Decides the random trees.
        **claims: The convention that the function claims, such as ``cutoff=">"``; without them
            any will do.

    Raises:
        VerificationError: The function goes wrong; says where, on the smallest tree found, and
            which classic mistake it is. What the function raised is its cause.
    """
    adapted = adapter or (lambda nested: nested)
    rules = resolve([(OPTION, claims)]).rules

    def run(tree: GameTree) -> ProgramAnswer:
        return answer_of_function(lambda nested: function(adapted(nested)), to_nested(tree))

    drawn = random_trees(trials, seed, rules.levels)
    is_claimed = bool(set(claims) - {"levels"})
    text = ""
    with suppress(OSError, TypeError):  # a built-in function, or one that was typed in
        text = getsource(getmodule(function) or function)
    tried = [*trees, *drawn]
    result = verification_of(run, rules=rules, claimed=is_claimed, trees=tried, text=text)
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
    text: str = "",
) -> Verification:
    """Return what trying a program shows.

    Args:
        program: Answers for a tree.
        rules: The convention it claims, or its players by ply where it claims none.
        claimed: Whether it claims the convention; else any will do.
        trees: The trees to try after those that tell mistakes apart.
        threads: How many trees to try at once; more than one only if the program allows it.
        progress: Told how many trees have been tried.
        text: The program's own, where it is known; it says which listing is the nearest.
    """
    base = rules or Rules()
    notes = []
    count = 0
    is_last = False

    def ask(tree: GameTree) -> ProgramAnswer:
        nonlocal count
        answer = with_infinity(program(tree), tree)
        count += 1
        if progress is not None:
            progress(count)
        return _from_the_end(answer) if is_last else answer

    different = dict.fromkeys([*instructive_trees(base.levels), *trees])
    tried = _answers(ask, list(different), threads)
    is_last = _has_value_last(tried, base)
    if is_last:
        notes.append("The root's value is the last number that it prints; it belongs first.")
        tried = [Tried(tree, _from_the_end(answer)) for tree, answer in tried]
    layer, measure = _layer(tried, base, claimed)
    mistakes: tuple[Mistake, ...] = ()
    if layer not in {"right", "no leaves", "another convention"}:
        mistakes, convention = _mistakes(tried, base, text)
        if mistakes:
            layer = "other leaves" if layer == "fewer leaves" else layer
            measure = convention
    reference = base if claimed else measure
    found = [shortcomings(one.answer, expected(one.tree, reference)) for one in tried]
    counts = Counter(chain.from_iterable(found))
    wrong = None
    if layer in {"no answer", "wrong values", "other leaves", "another convention"}:
        worst = next(name for name in SHORTCOMINGS if name in counts)
        failing = [one for one, short in zip(tried, found, strict=True) if worst in short]
        # What does not answer may take its time, and is not asked again.
        some = tried[:_MOST_FAILURES] + failing[:_MOST_FAILURES]
        again = [(ask(tree), answer) for tree, answer in some if answer.failure is None]
        if all((now.value, now.leaves) == (then.value, then.leaves) for now, then in again):
            wrong = _smallest_wrong(ask, failing, reference, worst)
        else:
            wrong = min(failing, key=lambda one: size_of(to_nested(one.tree)))
            notes.append(
                "Asked again, it answers a tree differently: is something kept from one tree to "
                "the next, such as α, β or a table?"
            )
    if any(one.answer.meant_infinite for one in tried):
        notes.append("Root values of 100,000,000 and more were taken as infinity.")
    return Verification(
        tried=tuple(tried),
        layer=layer,
        rules=measure,
        claimed=base if claimed else None,
        counts=counts,
        wrong=wrong,
        mistakes=mistakes,
        notes=tuple(notes),
    )


def _layer(tried: Sequence[Tried], base: Rules, claimed: bool) -> tuple[Layer, Rules]:
    """Return how far a program is right, and the search and convention that its leaves follow.

    Null windows and tables of positions read fewer leaves than alpha-beta, some of them again and
    again, and in many ways. So what reads no leaf that alpha-beta prunes is right: that is seen
    on trees whose leaves all differ, where a number tells which leaf it is.
    """
    minimax = replace(base, algorithm="minimax", form="classic")
    if any(one.answer.failure is not None for one in tried):
        return "no answer", base
    if not all(same(answer.value, expected(tree, minimax).value) for tree, answer in tried):
        return "wrong values", base
    telling = [one for one in tried if one.answer.leaves is not None]
    if not telling:
        return "no leaves", base

    def follows(rules: Rules) -> bool:
        return not any(shortcomings(answer, expected(tree, rules)) for tree, answer in telling)

    conventions = [base, *(each for each in alternatives(base) if each.form != "exchanged")]
    if follows(base):
        return "right", base
    if follows(minimax):
        return "plain minimax", base
    if other := next(filter(follows, conventions), None):
        return ("another convention" if claimed else "right"), other
    distinct = [one for one in telling if has_distinct_leaves(to_nested(one.tree))]

    # Of two leaves with the same number nobody knows which was read: first on all trees, then,
    # for searches that read leaves again, on those where the number tells.
    def reads_less(rules: Rules) -> bool:
        return all(
            Counter(answer.leaves) <= Counter(expected(tree, rules).leaves)
            for tree, answer in telling
        )

    def reads_like(rules: Rules) -> bool:
        return all(
            list(dict.fromkeys(answer.leaves or ()))
            == list(dict.fromkeys(expected(tree, rules).leaves or ()))
            for tree, answer in distinct
        )

    def prunes_as_much(rules: Rules) -> bool:
        return all(
            set(answer.leaves or ()) <= set(expected(tree, rules).leaves or ())
            for tree, answer in distinct
        )

    stated = conventions[:1] if claimed else conventions
    if fewer := next(filter(reads_less, stated), None):
        return "fewer leaves", fewer
    searches = [
        replace(base, algorithm=name, form="classic", order=order)
        for name, order in product(SEARCHES, DRAWN_ORDERS)
    ]
    mine = [base] if base.algorithm in SEARCHES else []
    if known := next(filter(reads_like, mine + searches), None):
        fits = not claimed or known == base or prunes_as_much(base)
        return ("right" if fits else "another convention"), known
    fewer = next(filter(prunes_as_much, stated), None)
    return ("other leaves", base) if fewer is None else ("fewer leaves", fewer)


def convention_words(rules: Rules) -> str:
    """Return a convention in a few words."""
    order = ", from right to left" if rules.right_to_left else ""
    if not algorithm_of(rules).has_windows:
        return f"plain {rules.algorithm}, which cuts nothing off"
    if not rules.has_conventions:
        return f"the leaves of {algorithm_of(rules).title}{order}"
    form = "" if rules.form == "classic" else f", the printed form “{rules.form}”"
    hard = ", fail-hard" if rules.hard and rules.form == "classic" else ""
    return f"alpha-beta, cut when α {rules.test_sign} β{hard}{form}{order}"


def _has_value_last(tried: Sequence[Tried], base: Rules) -> bool:
    """Tell whether every value is right if it is the last number told, and some are not else."""
    minimax = replace(base, algorithm="minimax", form="classic")
    rights = [expected(tree, minimax).value for tree, _ in tried]
    values = [answer.value for _, answer in tried]
    last = [answer.leaves[-1] if answer.leaves else None for _, answer in tried]
    return all(map(same, last, rights)) and not all(map(same, values, rights))


def _from_the_end(answer: ProgramAnswer) -> ProgramAnswer:
    if not answer.leaves or answer.value is None:
        return answer
    return replace(answer, value=answer.leaves[-1], leaves=(answer.value, *answer.leaves[:-1]))


def _answers(answer: Program, trees: Sequence[GameTree], threads: int) -> list[Tried]:
    """Return the answers for trees, and no more once the program has failed a few times."""
    found: list[Tried] = []
    pool = ThreadPoolExecutor(threads)
    try:
        for first in range(0, len(trees), threads):
            some = trees[first : first + threads]
            found.extend(map(Tried, some, pool.map(answer, some)))
            if sum(one.answer.failure is not None for one in found) >= _MOST_FAILURES:
                break
    finally:
        # Whoever interrupts this ends the program himself; nobody waits for its time limit.
        pool.shutdown(wait=False, cancel_futures=True)
    return found


def _smallest_wrong(
    ask: Program, failing: Sequence[Tried], rules: Rules, shortcoming: str
) -> Tried:
    until = time.monotonic() + _SHRINKING_SECONDS
    answers = dict(failing)

    def goes_wrong(nested: Nested) -> bool:
        if time.monotonic() > until:
            return False
        tree = from_nested(nested, rules.levels)
        if tree not in answers:
            answers[tree] = ask(tree)
        return shortcoming in shortcomings(answers[tree], expected(tree, rules))

    found = from_nested(
        smallest([to_nested(one.tree) for one in failing], goes_wrong), rules.levels
    )
    return Tried(found, answers[found])


def _mistakes(tried: Sequence[Tried], base: Rules, text: str) -> tuple[tuple[Mistake, ...], Rules]:
    """Return the mistakes that answer every tree as the program does, and the rules there."""
    if base.levels not in {DEFAULT_LEVELS, DEFAULT_LEVELS[::-1]}:
        return (), base
    nested = [to_nested(tree) for tree, _ in tried]

    def answers_alike(function: Callable[[Nested], object]) -> bool:
        for (tree, answer), argument in zip(tried, nested, strict=True):
            expect = with_infinity(answer_of_function(function, argument), tree)
            if expect.failure is None and shortcomings(answer, expect):
                return False
            if expect.failure is not None and answer.failure is None:
                return False
        return True

    for order, cutoff in product(dict.fromkeys((base.order, *DRAWN_ORDERS)), CUTOFFS):
        rules = Rules(cutoff=cutoff, order=order, levels=base.levels)

        def explains(mistake: Mistake) -> bool:
            return any(
                answers_alike(mistaken_program(mistake, rules, anew=anew))  # noqa: B023 - used at once
                for anew in (False, True)
            )

        if found := list(filter(explains, MISTAKES)):
            lines = Counter(mistake.listing for mistake in found)
            near = {each: (shape(text) == shape(LISTINGS[each]), lines[each]) for each in lines}
            found.sort(key=lambda mistake: near[mistake.listing], reverse=True)
            return tuple(found), rules
    return (), base
