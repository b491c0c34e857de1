"""Tries a person's own alpha-beta on many trees: what is right first, then the mistake.

A program is judged in layers: whether it answers, whether its values are right, which convention
its leaves follow, which search it is. Only what is wrong after all of them is a mistake, which is
named where it is a classic one. The smallest tree found on which it goes wrong is shown.
"""

from __future__ import annotations

import itertools
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from inspect import getmodule, getsource
from itertools import chain, product, takewhile
from numbers import Integral, Real
from typing import Any, Final, Literal, NamedTuple, TypeAlias, Unpack

from treeexplorer.engine import Rules, algorithm_of, search
from treeexplorer.engine.algorithms import TABLE, rules_of
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.mistakes import MISTAKES, Mistake, nearest_first
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
from treeexplorer.notation import Exercise, write
from treeexplorer.numbers import all_for_json, counted, for_json, shown
from treeexplorer.rules import (
    ALGORITHMS,
    CUTOFFS,
    DRAWN_ORDERS,
    Course,
    Cutoff,
    RuleChanges,
    alternatives,
)
from treeexplorer.text import safe, shorten
from treeexplorer.tree import DEFAULT_LEVELS, INFINITY, GameTree, Number, from_nested

SEARCHES: Final = tuple(name for name in ALGORITHMS if TABLE[name].reenters)
_TRIALS: Final = 100
_MOST_FAILURES: Final = 3
_SHRINKING_SECONDS: Final = 30.0
_HUGE: Final = 10**8
SHORTCOMINGS: Final = (
    "no answer",
    "a wrong root value",
    "too many leaves",
    "too few leaves",
    "leaves in another order",
)
"""What may be wrong with an answer, as the verdict says it."""


# -- a program's answer -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """What a program says of a tree.

    Attributes:
        value: The root's value; ``None`` where the program failed.
        leaves: The leaves it evaluated, in order, where it tells.
        failure: What went wrong where it failed, as the end of a sentence.
        error: What a function raised, with its traceback.
    """

    value: Number | None = None
    leaves: tuple[Number, ...] | None = None
    failure: str | None = None
    error: Exception | None = field(default=None, compare=False)


Leaves: TypeAlias = tuple[Number, ...]
Program: TypeAlias = Callable[[GameTree], ProgramAnswer]


class Tried(NamedTuple):
    """A tree with what the program said of it."""

    tree: GameTree
    answer: ProgramAnswer


def answer_of_function(function: Callable[[Any], Any], argument: object) -> ProgramAnswer:
    """Call a person's function and return its answer.

    It may return the root's value, or a pair of the value and the leaves it evaluated, in order.
    """
    try:
        value, leaves = function(argument), None
    except Exception as error:  # noqa: BLE001 - whatever their function raises is the answer
        text = safe(shorten(str(error), 300))
        return ProgramAnswer(failure=f"it raised {type(error).__name__}: {text}", error=error)
    returned = safe(repr(value)[:80])
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Iterable):
        value, leaves = value[0], tuple(value[1])
    if isinstance(value, bool) or not isinstance(value, Real) or math.isnan(value):
        return ProgramAnswer(failure=f"it returned {returned}, which is not a value")
    numbers: list[Number] = []
    for leaf in leaves or ():
        if type(leaf) is int or type(leaf) is float:  # nearly all are, and an ABC takes its time
            numbers.append(leaf)
        elif isinstance(leaf, Real):
            numbers.append(_python_number(leaf))
        else:
            strange = safe(repr(leaf)[:80])
            return ProgramAnswer(failure=f"it lists {strange} as a leaf, which is no number")
    return ProgramAnswer(_python_number(value), None if leaves is None else tuple(numbers))


def _python_number(number: Real) -> Number:
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
    return replace(answer, value=INFINITY if value > 0 else -INFINITY)


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
    value = [] if same(answer.value, right.value) else ["a wrong root value"]
    return value + ([] if answer.leaves is None else _unlike(answer.leaves, right.leaves or ()))


def _unlike(leaves: Leaves, wanted: Leaves) -> list[str]:
    """Return which of :data:`SHORTCOMINGS` the leaves that were evaluated have."""
    if len(leaves) == len(wanted) and all(map(same, leaves, wanted)):
        return []
    more, less = Counter(leaves) - Counter(wanted), Counter(wanted) - Counter(leaves)
    counts = ["too many leaves"] * bool(more) + ["too few leaves"] * bool(less)
    return counts or ["leaves in another order"]


def same(first: object, second: object) -> bool:
    """Tell whether two numbers are equal, up to what decimals lose."""
    if not isinstance(first, (int, float)) or not isinstance(second, (int, float)):
        return first == second
    return math.isclose(first, second, rel_tol=1e-9)


def difference(tried: Tried, rules: Rules) -> str:
    """Return how an answer differs from the reference, in sentences; empty where it does not.

    Where its leaves part from the reference's, that is the step which decides what is read next:
    the cut-off that skipped the leaf which the program read, else the last arrival before it.
    """
    tree, answer = tried
    if answer.failure is not None:
        return f"On this tree {answer.failure}."
    record = search(tree, rules)
    lines = []
    if not same(answer.value, record.root_value):
        value = "nothing" if answer.value is None else shown(answer.value)
        lines.append(f"It says {value}; the root is worth {shown(record.root_value or 0)}.")
    steps, wanted = [step for step, _, _ in record.readings()], expected(tree, rules).leaves or ()
    leaves = wanted if answer.leaves is None else answer.leaves
    pairs = zip(wanted, leaves, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: same(*pair), pairs))
    if common == len(wanted) == len(leaves):
        return "\n".join(lines)
    first = steps[common - 1] + 1 if common else 1
    last = steps[common] if common < len(steps) else record.steps
    did, cuts = "evaluated no more", list[int]()
    if common < len(leaves):
        did = f"evaluated {shown(leaves[common])} next"
        cuts = [
            cut.step
            for cut in analysis_of(record).cut_offs
            if first <= cut.step <= last
            and any(
                same(leaves[common], tree.leaf_value(leaf))
                for node in cut.skipped
                for leaf in tree.leaves(node)
            )
        ]
    arrivals = (step for step in range(last, first - 1, -1) if record.step(step).child)
    deciding = next(chain(cuts, arrivals), max(last, 1))
    after = f"After {common} {'leaf' if common == 1 else 'leaves'} it {did}."
    lines += [
        f"It evaluated     {_listed(leaves)}",
        f"it should have   {_listed(wanted)}",
        f"{after} Step {deciding} of the reference: {sentence(record, deciding)}",
    ]
    return "\n".join(lines)


def _listed(numbers: Sequence[Number]) -> str:
    return " ".join(map(shown, numbers[:60])) + (" …" if len(numbers) > 60 else "") or "nothing"


# -- the verdict -------------------------------------------------------------------------------

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
_HEADLINES: Final[Mapping[Layer, str]] = {
    "right": "Right on all {trees}, leaf by leaf: {rules}{claim}{more}.",
    "no leaves": "Right on all {trees}, as far as the root's value goes.",
    "fewer leaves": "Right on all {trees}: {rules}, or fewer leaves than that{more}.",
    "another convention": "Right on all {trees}, leaf by leaf, under another convention: {rules}.",
    "plain minimax": "All values are right on {trees}, but it is plain minimax: it never prunes.",
    "other leaves": "All values are right on {trees}; its leaves are not: {short}.",
    "wrong values": "It answers all {trees}; {right} values are right, {wrong} wrong.",
    "no answer": "It answers {answered} of {trees}, {right} with the right value.",
}


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
        by_text: Whether the program's text, and not its answers, says which listing is nearest.
        notes: What else there is to know, in sentences.
    """

    tried: tuple[Tried, ...]
    layer: Layer
    rules: Rules
    claimed: Rules | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    wrong: Tried | None = None
    mistakes: tuple[Mistake, ...] = ()
    by_text: bool = False
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Verification: {self.headline}>"

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return self.layer in {"right", "no leaves", "fewer leaves"}

    @property
    def headline(self) -> str:
        """What is right, then what is not, in a line."""
        children = max(max(Counter(tree.parent).values()) for tree, _ in self.tried)
        plies = max(max(tree.ply) for tree, _ in self.tried)
        wrong = self.counts.get("a wrong root value", 0)
        short = (f"{name} on {self.counts[name]}" for name in SHORTCOMINGS if name in self.counts)
        return _HEADLINES[self.layer].format(
            trees=f"{len(self.tried)} trees (up to {children} children, {plies} plies)",
            rules=convention_words(self.rules),
            claim=" (as it claims)" if self.claimed else "",
            more=self._more_than_classic,
            short=", ".join(short),
            answered=self.answered,
            right=self.answered - wrong,
            wrong=wrong,
        )

    @property
    def _more_than_classic(self) -> str:
        """On how many trees an unclaimed form reads more than the classic one, if it does so."""
        if not self.right or self.claimed or not self.rules.fixes_its_own_rules:
            return ""
        cutoff: Cutoff = ">" if self.rules.strict else ">="
        classic = replace(self.rules, form="classic", cutoff=cutoff)
        more = sum(
            not set(answer.leaves or ()) <= set(expected(tree, classic).leaves or ())
            for tree, answer in self.tried
        )
        trees = counted(more, "tree", "trees")
        return f"; on {trees} it reads a leaf that the classic form prunes" if more else ""

    @property
    def answered(self) -> int:
        """On how many trees it gives an answer."""
        return len(self.tried) - self.counts.get("no answer", 0)

    def text(self) -> str:
        """Return the result in sentences: what is right, what is wrong, the mistake."""
        lines = [self.headline, *self.notes]
        if self.layer == "no leaves":
            lines.append("It told no leaves, so what it prunes was not looked at.")
        if self.layer == "plain minimax":
            lines.append("If it is meant to be minimax, claim that: --algorithm minimax.")
        if self.layer == "another convention" and self.claimed:
            lines.append(f"It claims: {convention_words(self.claimed)}.")
        if self.mistakes:
            lines += self._mistakes_text(*self.mistakes)
        if self.wrong is not None:
            drawn = write(Exercise(self.wrong.tree)).strip().replace("\n", "\n  ")
            lines.append(f"\nThe smallest tree found on which it differs:\n\n  {drawn}\n")
            lines.append(difference(self.wrong, self.claimed or self.rules))
        return "\n".join(lines)

    def _mistakes_text(self, first: Mistake, *others: Mistake) -> Iterator[str]:
        lines = "lines" if "\n" in first.instead else "line"
        yield f"\nIt does exactly what {first.listing} does when {first.words}."
        yield f"In that form it comes of the wrong {lines} after “not”:\n"
        yield from (*first.text(self.rules), "")
        if self.by_text:
            yield "Of the forms that answer alike, this is the one whose text is nearest to the"
            yield "program's."
        counts = Counter(each.listing for each in self.mistakes)
        most = counts.pop(first.listing)
        has_leaves = any(answer.leaves is not None for _, answer in self.tried)
        alike = "values and leaves in the same order" if has_leaves else "values"
        further = "".join(f", {count} in {listing}" for listing, count in counts.items())
        yield f"Wrong lines that give the same {alike}: {most} here{further}."
        if others:
            yield "The same would come of:"
        for each in others:
            condition = "" if each.words == first.words else f", when {each.words}"
            instead, right = (
                "; ".join(map(str.strip, code.splitlines())) for code in (each.instead, each.right)
            )
            yield f"- {each.listing}{condition}: `{instead}` for `{right}`"

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``verify --json`` prints it."""
        smallest_wrong = None
        if self.wrong is not None:
            tree, answer = self.wrong
            right = expected(tree, self.claimed or self.rules)
            smallest_wrong = {
                "tree": to_nested(tree),
                "value": for_json(answer.value),
                "leaves": all_for_json(answer.leaves or ()),
                "failure": answer.failure,
                "right_value": for_json(right.value),
                "right_leaves": all_for_json(right.leaves or ()),
            }
        follows = self.layer in {"right", "fewer leaves", "another convention"}
        return {
            "right": self.right,
            "layer": self.layer,
            "headline": self.headline,
            "tried": len(self.tried),
            "answered": self.answered,
            "right_values": self.answered - self.counts.get("a wrong root value", 0),
            "follows": convention_words(self.rules) if follows else None,
            "claims": convention_words(self.claimed) if self.claimed else None,
            "mistakes": [
                each._asdict() | {"words": each.words, "right": each.right}
                for each in self.mistakes
            ],
            "smallest": smallest_wrong,
            "notes": list(self.notes),
        }


def convention_words(rules: Rules) -> str:
    """Return a convention in a few words."""
    order = ", from right to left" if rules.right_to_left else ""
    if not algorithm_of(rules).has_windows:
        return f"plain {rules.algorithm}, which cuts nothing off"
    if not rules.has_conventions:
        return f"the leaves of {algorithm_of(rules).title}{order}"
    form = f", the printed form “{rules.form}”" if rules.fixes_its_own_rules else ""
    hard = ", fail-hard" if rules.hard and rules.takes("fail") else ""
    return f"alpha-beta, cut when α {rules.test_sign} β{hard}{form}{order}"


# -- trying a program --------------------------------------------------------------------------


def verify(
    function: Callable[[Any], Any],
    *,
    adapter: Callable[[Nested], Any] | None = None,
    trees: Iterable[GameTree] = (),
    trials: int = _TRIALS,
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
    rules = rules_of(None, Course(), claims).rules

    def adapted(nested: Nested) -> Any:
        return function(nested if adapter is None else adapter(nested))

    text = ""
    with suppress(OSError, TypeError):  # a built-in function, or one that was typed in
        text = getsource(getmodule(function) or function)
    result = verification_of(
        lambda tree: answer_of_function(adapted, to_nested(tree)),
        rules=rules,
        claimed=bool(set(claims) - {"levels"}),
        trees=[*trees, *random_trees(trials, seed, rules.levels)],
        text=text,
    )
    if not result.right:
        raise VerificationError(result) from (result.wrong and result.wrong.answer.error)
    return result


def verification_of(
    program: Program,
    *,
    rules: Rules | None = None,
    claimed: bool = False,
    trees: Iterable[GameTree] = (),
    threads: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    text: str = "",
) -> Verification:
    """Return what trying a program shows.

    Args:
        program: What is tried.
        rules: The convention it claims, or its players by ply where it claims none.
        claimed: Whether it claims the convention; else any will do.
        trees: The trees to try after those that tell mistakes apart.
        threads: How many trees to try at once; more than one only if the program allows it.
        progress: Told how many trees have been tried.
        text: The program's own, where it is known; it says which listing is the nearest.
    """
    base = rules or Rules()
    minimax = replace(base, algorithm="minimax", form="classic")
    notes, numbers, is_huge, is_last = [], itertools.count(1), False, False

    def ask(tree: GameTree) -> ProgramAnswer:
        nonlocal is_huge
        printed = program(tree)
        answer = with_infinity(printed, tree)
        is_huge = is_huge or answer is not printed
        progress(next(numbers))
        return _from_the_end(answer) if is_last else answer

    different = dict.fromkeys([*instructive_trees(base.levels), *trees])
    tried = _answers(ask, list(different), threads)
    turned = [Tried(tree, _from_the_end(answer)) for tree, answer in tried]
    wrong_now, wrong_turned = (
        sum(not same(answer.value, expected(tree, minimax).value) for tree, answer in each)
        for each in (tried, turned)
    )
    if wrong_now and not wrong_turned:
        is_last, tried = True, turned
        notes.append("The root's value is the last number that it prints; it belongs first.")
    layer, measure = _layer(tried, base, claimed)
    mistakes: tuple[Mistake, ...] = ()
    by_text = False
    if layer not in {"right", "no leaves", "another convention"}:
        mistakes, by_text, convention = _mistakes(tried, base, text)
        if mistakes:
            layer = "other leaves" if layer == "fewer leaves" else layer
            measure = convention
    reference, wrong = base if claimed else measure, None
    shorts = [shortcomings(answer, expected(tree, reference)) for tree, answer in tried]
    counts = Counter(chain.from_iterable(shorts))
    if layer in {"no answer", "wrong values", "other leaves", "another convention"}:
        worst = next(name for name in SHORTCOMINGS if name in counts)
        failing = [each for each, short in zip(tried, shorts, strict=True) if worst in short]
        # What does not answer may take its time, and is not asked again.
        some = tried[:_MOST_FAILURES] + failing[:_MOST_FAILURES]
        again = [(ask(tree), answer) for tree, answer in some if answer.failure is None]
        if all(second.failure is not None or second == answer for second, answer in again):
            likely = _programs(mistakes[0], measure) if mistakes else ()
            wrong = _smallest_wrong(ask, failing, reference, worst, likely)
        else:
            wrong = min(failing, key=lambda each: size_of(to_nested(each.tree)))
            notes.append(
                "Asked again, it answers a tree differently: is something kept from one tree to "
                "the next, such as α, β or a table?"
            )
    if is_huge:
        notes.append("Root values of 100,000,000 and more were taken as infinity.")
    stated = base if claimed else None
    return Verification(
        tuple(tried), layer, measure, stated, counts, wrong, mistakes, by_text, tuple(notes)
    )


def _from_the_end(answer: ProgramAnswer) -> ProgramAnswer:
    """Return an answer whose last number is the value."""
    if not answer.leaves or answer.value is None:
        return answer
    return replace(answer, value=answer.leaves[-1], leaves=(answer.value, *answer.leaves[:-1]))


def _answers(program: Program, trees: Sequence[GameTree], threads: int) -> list[Tried]:
    """Return the answers for trees, and no more once the program has failed a few times."""
    tried: list[Tried] = []
    pool = ThreadPoolExecutor(threads)
    try:
        for first in range(0, len(trees), threads):
            some = trees[first : first + threads]
            if threads == 1:
                tried.append(Tried(some[0], program(some[0])))
            else:
                answers = [pool.submit(program, tree) for tree in some]
                # In slices: a signal that comes just before a wait begins is seen when it ends.
                while wait(answers, timeout=0.2).not_done:
                    pass
                tried.extend(map(Tried, some, (each.result() for each in answers)))
            if sum(each.answer.failure is not None for each in tried) >= _MOST_FAILURES:
                break
    finally:
        # Whoever interrupts this ends the program himself; nobody waits for its time limit.
        pool.shutdown(wait=False, cancel_futures=True)
    return tried


def _layer(tried: Sequence[Tried], base: Rules, claimed: bool) -> tuple[Layer, Rules]:
    """Return how far a program is right, and the search and convention that its leaves follow.

    Null windows and tables of positions read fewer leaves than alpha-beta, some of them again and
    again, and in many ways. So what reads no leaf that alpha-beta prunes is right: that is seen
    on trees whose leaves all differ, where a number tells which leaf it is.
    """
    minimax = replace(base, algorithm="minimax", form="classic")
    if any(answer.failure is not None for _, answer in tried):
        return "no answer", base
    if not all(same(answer.value, expected(tree, minimax).value) for tree, answer in tried):
        return "wrong values", base
    telling = [(tree, answer.leaves) for tree, answer in tried if answer.leaves is not None]
    if not telling:
        return "no leaves", base
    distinct = [each for each in telling if has_distinct_leaves(to_nested(each[0]))]

    def agree(
        some: Iterable[tuple[GameTree, Leaves]], test: Callable[[Leaves, Leaves], bool]
    ) -> Callable[[Rules], bool]:
        return lambda rules: all(
            test(leaves, expected(tree, rules).leaves or ()) for tree, leaves in some
        )

    follows = agree(telling, lambda own, right: not _unlike(own, right))
    # Of two leaves with the same number nobody knows which was read: first on all trees, then,
    # for searches that read leaves again, on those where the number tells.
    reads_less = agree(telling, lambda own, right: Counter(own) <= Counter(right))
    reads_like = agree(
        distinct, lambda own, right: list(dict.fromkeys(own)) == list(dict.fromkeys(right))
    )
    prunes_as_much = agree(distinct, lambda own, right: set(own) <= set(right))
    if follows(base):
        return "right", base
    if follows(minimax):
        return "plain minimax", base
    conventions = [base, *(each for each in alternatives(base) if not each.printed.swaps_players)]
    if other := next(filter(follows, conventions), None):
        return ("another convention" if claimed else "right"), other
    stated = conventions[:1] if claimed else conventions
    if fewer := next(filter(reads_less, stated), None):
        return "fewer leaves", fewer
    searches = [base] if base.algorithm in SEARCHES else []
    for name, order in product(SEARCHES, DRAWN_ORDERS):
        searches.append(replace(base, algorithm=name, form="classic", order=order))
    if known := next(filter(reads_like, searches), None):
        fits = not claimed or known == base or prunes_as_much(base)
        return ("right" if fits else "another convention"), known
    fewer = next(filter(prunes_as_much, stated), None)
    return ("other leaves", base) if fewer is None else ("fewer leaves", fewer)


def _smallest_wrong(
    ask: Program,
    failing: Sequence[Tried],
    rules: Rules,
    shortcoming: str,
    listings: Iterable[Callable[[Nested], object]],
) -> Tried:
    """Return the smallest tree found on which a program goes wrong, with its answer.

    Where listings with a mistake answer as it does, it is asked only where one of them goes wrong.
    """
    until = time.monotonic() + _SHRINKING_SECONDS
    answers = dict(failing)

    def goes_wrong(nested: Nested) -> bool:
        if time.monotonic() > until:
            return False
        tree = from_nested(nested, rules.levels)
        right = expected(tree, rules)
        if tree not in answers:
            likely = [with_infinity(answer_of_function(each, nested), tree) for each in listings]
            if likely and not any(shortcoming in shortcomings(each, right) for each in likely):
                return False
            answers[tree] = ask(tree)
        return shortcoming in shortcomings(answers[tree], right)

    nested = smallest([to_nested(tree) for tree, _ in failing], goes_wrong)
    tree = from_nested(nested, rules.levels)
    return Tried(tree, answers[tree])


def _programs(mistake: Mistake, rules: Rules) -> tuple[Callable[[Nested], object], ...]:
    """Return a listing with a mistake, as a program that keeps its globals and as one anew."""
    return mistaken_program(mistake, rules), mistaken_program(mistake, rules, anew=True)


def _mistakes(
    tried: Sequence[Tried], base: Rules, text: str
) -> tuple[tuple[Mistake, ...], bool, Rules]:
    """Return the mistakes that answer every tree as the program does, and the rules there.

    The nearest listing comes first; in between it is told whether the text decided that.
    """
    if base.levels not in {DEFAULT_LEVELS, DEFAULT_LEVELS[::-1]}:
        return (), False, base
    nested = [to_nested(tree) for tree, _ in tried]

    def answers_alike(function: Callable[[Nested], object]) -> bool:
        for (tree, answer), argument in zip(tried, nested, strict=True):
            expect = with_infinity(answer_of_function(function, argument), tree)
            if expect.failure is None and shortcomings(answer, expect):
                return False
            if expect.failure is not None and answer.failure is None:
                return False
        return True

    strange = Counter(
        str(abs(answer.value))
        for tree, answer in tried
        if answer.value is not None
        and math.isfinite(answer.value)
        and answer.value not in tree.leaf_values
    )
    # What may stand for ∞: what is returned though no leaf has it, what the text has with a minus.
    written = re.findall(r"-\s*(\d{2,9})\b", text)
    limits = dict.fromkeys([*(number for number, _ in strange.most_common(1)), *written[:3], "99"])
    rows = [
        row._replace(instead=row.instead.replace("99", limit))
        for row in MISTAKES
        for limit in (limits if "99" in row.instead else ["99"])
    ]
    for order, cutoff in product(dict.fromkeys((base.order, *DRAWN_ORDERS)), CUTOFFS):
        rules = Rules(cutoff=cutoff, order=order, levels=base.levels)
        mistakes = [row for row in rows if any(map(answers_alike, _programs(row, rules)))]
        if mistakes:
            nearest, by_text = nearest_first(mistakes, text)
            return tuple(nearest), by_text, rules
    return (), False, base
