"""Tries a person's own alpha-beta on many trees: what is right first, then the mistake.

A program is judged in layers: whether it answers, whether its values are right, which convention
its leaves follow, which search it is. Only what is wrong after all of them is a mistake, which is
named where it is a classic one. The smallest tree found on which it goes wrong is shown.
"""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, product, takewhile
from numbers import Integral, Real
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.rules_in_words import conventions
from treeexplorer.explain.steps import sentence
from treeexplorer.notation import Exercise, write
from treeexplorer.numbers import all_for_json, counted, for_json, grouped, shown
from treeexplorer.programs.mistakes import MISTAKES, Mistake, nearest_first
from treeexplorer.programs.mistakes import program as mistaken_program
from treeexplorer.programs.trials import (
    Nested,
    has_distinct_leaves,
    instructive_trees,
    size_of,
    smallest,
    to_nested,
)
from treeexplorer.rules import ALGORITHMS, CUTOFFS, DRAWN_ORDERS, alternatives
from treeexplorer.text import safe, shorten
from treeexplorer.tree import DEFAULT_LEVELS, INFINITY, GameTree, Number, from_nested

_TRIALS: Final = 100
_MOST_FAILURES: Final = 3
_SHRINKING_SECONDS: Final = 30.0
_HUGE: Final = 10**8
_MOST_READINGS: Final = 100
"""How often a program may read each leaf of a tree: searches that ask again do so some times."""
_MOST_LISTED: Final = 60
_LONGEST_NUMBER: Final = 40
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
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Iterable):
        value, leaves = value[0], tuple(value[1])
    numbers: list[Number] = []
    for number in (value, *(leaves or ())):
        if type(number) is int:  # nearly all are, and an abstract class takes its time
            numbers.append(number)
        elif isinstance(number, bool) or not isinstance(number, Real) or math.isnan(number):
            text = safe(repr(number)[:80])
            return ProgramAnswer(failure=f"it returned {text}, which is not a number")
        else:  # also of another library, such as NumPy's
            numbers.append(int(number) if isinstance(number, Integral) else float(number))
    return ProgramAnswer(numbers[0], None if leaves is None else tuple(numbers[1:]))


def with_infinity(answer: ProgramAnswer, tree: GameTree) -> ProgramAnswer:
    """Return an answer with infinity for a root value of 10⁸ and more, which stands for it.

    Programs often begin with numbers that no leaf reaches, such as 10⁹, where books write ∞. A
    tree that has such a leaf itself is left alone.
    """
    value = answer.value
    if value is None or -_HUGE < value < _HUGE or abs(value) == INFINITY or value in tree.value:
        return answer
    return replace(answer, value=INFINITY if value > 0 else -INFINITY)


def within_reason(answer: ProgramAnswer, tree: GameTree) -> ProgramAnswer:
    """Return an answer; a failure for one that tells many times more leaves than there are."""
    count = len(answer.leaves or ())
    if count <= 1000 + _MOST_READINGS * tree.leaf_count:
        return answer
    told = f"it told {counted(count, 'leaf', 'leaves')}"
    return ProgramAnswer(failure=f"{told}, and the tree has {grouped(tree.leaf_count)}")


def _from_the_end(answer: ProgramAnswer) -> ProgramAnswer:
    """Return an answer whose last number is the value."""
    if not answer.leaves or answer.value is None:
        return answer
    return replace(answer, value=answer.leaves[-1], leaves=(answer.value, *answer.leaves[:-1]))


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


def same(first: Number | None, second: Number | None) -> bool:
    """Tell whether two numbers are equal, up to what decimals lose."""
    if first is None or second is None:
        return first is second
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
    if answer.value is not None and not same(answer.value, record.root_value):
        right = shown(record.root_value or 0)
        lines.append(f"It says {_listed([answer.value])}; the root is worth {right}.")
    readings = list(record.readings())
    wanted = tuple(number for _, _, number in readings)
    leaves = wanted if answer.leaves is None else answer.leaves
    pairs = zip(wanted, leaves, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: same(*pair), pairs))
    if common == len(wanted) == len(leaves):
        return "\n".join(lines)
    first = readings[common - 1][0] + 1 if common else 1
    last = readings[common][0] if common < len(readings) else record.steps
    steps, did = range(first, last + 1), "evaluated no more"
    deciding = next((step for step in reversed(steps) if record.step(step).child), max(last, 1))
    if common < len(leaves):
        did = f"evaluated {_listed(leaves[common : common + 1])} next"
        for cut in analysis_of(record).cut_offs:
            skipped = (tree.leaf_value(leaf) for node in cut.skipped for leaf in tree.leaves(node))
            if cut.step in steps and leaves[common] in skipped:
                deciding = cut.step
                break
    after = f"After {common} {'leaf' if common == 1 else 'leaves'} it {did}."
    lines += [
        f"It evaluated     {_listed(leaves)}",
        f"it should have   {_listed(wanted)}",
        f"{after} Step {deciding} of the reference: {sentence(record, deciding)}",
    ]
    return "\n".join(lines)


def _listed(numbers: Sequence[Number]) -> str:
    """Return numbers as a report lists them, whatever a program has printed."""
    if not numbers:
        return "nothing"
    listed = [shorten(shown(number), _LONGEST_NUMBER) for number in numbers[:_MOST_LISTED]]
    return " ".join(listed) + " …" * (len(numbers) > _MOST_LISTED)


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
    "right": "Right on all {trees}, leaf by leaf: {rules}.",
    "no leaves": "Right on all {trees}, as far as the root's value goes: it told no leaves.",
    "fewer leaves": "Right on all {trees}: {rules}, or fewer leaves than that.",
    "another convention": "Right on all {trees}, leaf by leaf, under another convention: {rules}; "
    "it claims: {claims}.",
    "plain minimax": "All values are right on {trees}, but it is plain minimax: it never prunes. "
    "If it is meant to be minimax, claim that: --algorithm minimax.",
    "other leaves": "All values are right on {trees}; its leaves are not: {short}.",
    "wrong values": "It answers all {trees}; {right} values are right, {wrong} wrong.",
    "no answer": "It answers {answered} of {trees}, {right} with the right value.",
}


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
        plies = max(tree.depth for tree, _ in self.tried)
        answered = len(self.tried) - self.counts.get("no answer", 0)
        wrong = self.counts.get("a wrong root value", 0)
        short = (f"{name} on {self.counts[name]}" for name in SHORTCOMINGS if name in self.counts)
        return _HEADLINES[self.layer].format(
            trees=f"{len(self.tried)} trees (up to {children} children, {plies} plies)",
            rules=_words(self.rules),
            claims=_words(self.claimed or self.rules),
            short=", ".join(short),
            answered=answered,
            right=answered - wrong,
            wrong=wrong,
        )

    def text(self) -> str:
        """Return the result in sentences: what is right, what is wrong, the mistake."""
        lines = [self.headline, *self.notes]
        if self.mistakes:
            first, *others = self.mistakes
            lines.append(f"\nIt does exactly what {first.listing} does when {first.words}.")
            lines += ["In that form it comes of what stands after “not”:\n"]
            lines += first.text(self.rules)
            lines += ["\nThe same would come of:"] * bool(others)
            for each in others:
                condition = "" if each.words == first.words else f", when {each.words}"
                instead, right = (
                    "; ".join(map(str.strip, code.splitlines()))
                    for code in (each.instead, each.right)
                )
                lines.append(f"- {each.listing}{condition}: `{instead}` for `{right}`")
        if self.wrong is not None:
            drawn = write(Exercise(self.wrong.tree)).strip().replace("\n", "\n  ")
            lines.append(f"\nThe smallest tree found on which it differs:\n\n  {drawn}\n")
            lines.append(difference(self.wrong, self.claimed or self.rules))
        return "\n".join(lines)

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
        return {
            "right": self.right,
            "layer": self.layer,
            "headline": self.headline,
            "mistakes": [
                each._asdict() | {"words": each.words, "right": each.right}
                for each in self.mistakes
            ],
            "smallest": smallest_wrong,
            "notes": list(self.notes),
        }


def _words(rules: Rules) -> str:
    return ", ".join(map(str, conventions(rules)))


# -- trying a program --------------------------------------------------------------------------


def verification_of(
    program: Program,
    *,
    rules: Rules | None = None,
    claimed: bool = False,
    trees: Iterable[GameTree] = (),
    text: str = "",
) -> Verification:
    """Return what trying a program shows.

    Args:
        program: What is tried.
        rules: The convention it claims, or its players by ply where it claims none.
        claimed: Whether it claims the convention; else any will do.
        trees: The trees to try after those that tell mistakes apart.
        text: The program's own, where it is known; it says which listing is the nearest.
    """
    base = rules or Rules()
    minimax = replace(base, algorithm="minimax", form="classic")
    notes, printed, failures = list[str](), dict[GameTree, ProgramAnswer](), 0
    for tree in chain(instructive_trees(base.levels), trees):
        if tree not in printed and failures < _MOST_FAILURES:
            printed[tree] = within_reason(program(tree), tree)
            failures += printed[tree].failure is not None
    tried = [Tried(tree, with_infinity(answer, tree)) for tree, answer in printed.items()]
    if any(answer is not printed[tree] for tree, answer in tried):
        notes.append("Root values of 100,000,000 and more were taken as infinity.")
    is_last = False
    turned = [Tried(tree, _from_the_end(answer)) for tree, answer in tried]
    has_wrong, has_wrong_turned = (
        any(not same(answer.value, expected(tree, minimax).value) for tree, answer in each)
        for each in (tried, turned)
    )
    if has_wrong and not has_wrong_turned:
        tried, is_last = turned, True
        notes.append("The root's value is the last number that it prints; it belongs first.")

    def ask(tree: GameTree) -> ProgramAnswer:
        answer = with_infinity(within_reason(program(tree), tree), tree)
        return _from_the_end(answer) if is_last else answer

    layer, measure = _layer(tried, base, claimed)
    mistakes: tuple[Mistake, ...] = ()
    if layer not in {"right", "no leaves", "another convention"}:
        mistakes, measure = _mistakes(tried, text) or ((), measure)
        if mistakes and layer == "fewer leaves":
            layer = "other leaves"
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
            likely = mistaken_program(mistakes[0], measure, anew=True) if mistakes else None
            wrong = _smallest_wrong(ask, failing, reference, worst, likely)
        else:
            wrong = min(failing, key=lambda each: size_of(to_nested(each.tree)))
            notes.append(
                "Asked again, it answers a tree differently: is something kept from one tree to "
                "the next, such as α, β or a table?"
            )
    stated = base if claimed else None
    return Verification(tuple(tried), layer, measure, stated, counts, wrong, mistakes, tuple(notes))


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

    def follows(rules: Rules) -> bool:
        return not any(_unlike(own, expected(tree, rules).leaves or ()) for tree, own in telling)

    def reads_like(rules: Rules) -> bool:
        rights = (expected(tree, rules).leaves or () for tree, _ in distinct)
        pairs = zip(distinct, rights, strict=True)
        return all(
            list(dict.fromkeys(own)) == list(dict.fromkeys(right)) for (_, own), right in pairs
        )

    def prunes_as_much(rules: Rules) -> bool:
        return all(set(own) <= set(expected(tree, rules).leaves or ()) for tree, own in distinct)

    if follows(base):
        return "right", base
    if follows(minimax):
        return "plain minimax", base
    others = [each for each in alternatives(base) if not each.printed.swaps_players]
    if other := next(filter(follows, others), None):
        return ("another convention" if claimed else "right"), other
    searches = [base] if TABLE[base.algorithm].reenters else []
    for name, order in product(ALGORITHMS, DRAWN_ORDERS):
        if TABLE[name].reenters:
            searches.append(replace(base, algorithm=name, form="classic", order=order))
    if known := next(filter(reads_like, searches), None):
        fits = not claimed or known == base or prunes_as_much(base)
        return ("right" if fits else "another convention"), known
    stated = [base] if claimed else [base, *others]
    fewer = next(filter(prunes_as_much, stated), None)
    return ("other leaves", base) if fewer is None else ("fewer leaves", fewer)


def _smallest_wrong(
    ask: Program,
    failing: Sequence[Tried],
    rules: Rules,
    shortcoming: str,
    likely: Callable[[Nested], object] | None,
) -> Tried:
    """Return the smallest tree found on which a program goes wrong, with its answer.

    Where a listing with a mistake answers as it does, it is asked only where that goes wrong.
    """
    until = time.monotonic() + _SHRINKING_SECONDS

    def goes_wrong(nested: Nested) -> bool:
        if time.monotonic() > until:
            return False
        tree = from_nested(nested, rules.levels)
        right = expected(tree, rules)
        if likely is not None:
            answer = with_infinity(answer_of_function(likely, nested), tree)
            if shortcoming not in shortcomings(answer, right):
                return False
        return shortcoming in shortcomings(ask(tree), right)

    tree = from_nested(smallest([to_nested(tree) for tree, _ in failing], goes_wrong), rules.levels)
    return Tried(tree, ask(tree))


def _mistakes(tried: Sequence[Tried], text: str) -> tuple[tuple[Mistake, ...], Rules] | None:
    """Return the mistakes that answer every tree as the program does, and the rules there.

    The nearest listing comes first. Where MIN moves first no listing is at hand.
    """
    levels = tried[0].tree.levels
    nested = [to_nested(tree) for tree, _ in tried]

    def answers_alike(function: Callable[[Nested], object]) -> bool:
        for (tree, answer), argument in zip(tried, nested, strict=True):
            expect = with_infinity(answer_of_function(function, argument), tree)
            if (expect.failure is None) is not (answer.failure is None):
                return False
            if expect.failure is None and shortcomings(answer, expect):
                return False
        return True

    # What may stand for ∞ in the program.
    limits = dict.fromkeys([*re.findall(r"[-=]\s*(\d{2,9})\b", text)[:5], "99"])
    rows = [
        row._replace(instead=row.instead.replace("99", limit))
        for row in MISTAKES
        for limit in (limits if "99" in row.instead else ["99"])
    ]
    orders = DRAWN_ORDERS if levels == DEFAULT_LEVELS else ()
    for order, cutoff, anew in product(orders, CUTOFFS, (False, True)):
        rules = Rules(cutoff=cutoff, order=order)
        alike = [row for row in rows if answers_alike(mistaken_program(row, rules, anew=anew))]
        if alike:
            return tuple(nearest_first(alike, text)), rules
    return None
