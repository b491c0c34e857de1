"""Tries a person's own alpha-beta on many trees, and shows the smallest on which it goes wrong.

Textbooks print alpha-beta with different cut tests and return rules, so a program that tells
which leaves it evaluates is measured by the convention it claims, or by the one that fits it best.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final

from treeexplorer.engine import Rules
from treeexplorer.exercises.verify_answers import (
    Answer,
    Difference,
    Program,
    agrees,
    answer_of_function,
    difference,
)
from treeexplorer.exercises.verify_trees import (
    Nested,
    instructive_trees,
    nested_strategy,
    random_trees,
    smaller,
    to_nested,
)
from treeexplorer.rules import alternatives, differences
from treeexplorer.tree import GameTree, from_nested

_TRIALS: Final = 100
_MOST_FAILURES: Final = 3
_MOST_DRAWN: Final = 300


class VerificationError(AssertionError):
    """A program that goes wrong, with the smallest tree that shows it."""

    def __init__(self, verification: Verification) -> None:
        super().__init__(verification.text())
        self.verification = verification


class MissingLibraryError(ImportError):
    """Hypothesis, which draws and shrinks the trees, is not installed."""


@dataclass(frozen=True)
class Verification:
    """What trying a program has shown.

    Attributes:
        tried: On how many different trees it was run.
        rules: The convention by which it was measured.
        claimed: Whether that is the one it claims, and not the one that fits it best.
        tells_leaves: Whether it told the leaves it evaluated.
        wrong: The smallest tree on which it goes wrong; ``None`` if there is none.
        swapped: Whether all its values are right if the other player moves first.
    """

    tried: int
    rules: Rules
    claimed: bool
    tells_leaves: bool
    wrong: Difference | None = None
    swapped: bool = False

    @property
    def right(self) -> bool:
        """Whether nothing went wrong."""
        return self.wrong is None

    def text(self) -> str:
        """Return the result in sentences."""
        convention = convention_words(self.rules)
        if self.wrong is None:
            if not self.tells_leaves:
                return (
                    f"Right on all {self.tried} trees, as far as the root's value goes. "
                    "It told no leaves, so what it cuts off was not looked at."
                )
            fitting = "as it claims" if self.claimed else "the convention that fits"
            return f"Right on all {self.tried} trees, leaf by leaf: {convention} ({fitting})."
        from treeexplorer.notation import write

        measured = "the convention it claims" if self.claimed else "the convention that fits best"
        lines = [
            f"It goes wrong. The smallest tree found, of {self.tried} tried:",
            "",
            "  " + write(self.wrong.tree).strip().replace("\n", "\n  "),
            "",
            self.wrong.words,
        ]
        if self.tells_leaves:
            lines.append(f"Measured by {measured}: {convention}.")
        if self.swapped:
            other = self.rules.levels[0].opponent.value.upper()
            lines.append(
                f"All its values are right if {other} moves first: are the players swapped?"
            )
        return "\n".join(lines)


def verify(
    function: Callable[[Any], Any],
    *,
    adapter: Callable[[Nested], Any] | None = None,
    rules: Rules | None = None,
    trees: Iterable[GameTree] = (),
    trials: int = _TRIALS,
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
        trials: How many random trees to try, and at least as many drawn by Hypothesis.
        seed: Decides the random trees.

    Raises:
        VerificationError: The function goes wrong; says where, on the smallest tree found.
        MissingLibraryError: Hypothesis is not installed.
    """
    adapted = adapter or (lambda nested: nested)

    def run(tree: GameTree) -> Answer:
        return answer_of_function(lambda nested: function(adapted(nested)), to_nested(tree))

    result = verification_of(
        run, rules=rules, claimed=rules is not None, trees=trees, effort=Effort(trials, seed)
    )
    if not result.right:
        raise VerificationError(result)
    return result


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try.

    Attributes:
        trials: How many random trees to try.
        seed: Decides them.
        threads: How many trees to try at once; more than one only if the program allows it.
        shrinking_seconds: How long to look for the smallest tree.
    """

    trials: int = _TRIALS
    seed: int = 0
    threads: int = 1
    shrinking_seconds: float = 30.0


def verification_of(
    program: Program,
    *,
    rules: Rules | None = None,
    claimed: bool = False,
    trees: Iterable[GameTree] = (),
    effort: Effort | None = None,
    progress: Callable[[int], None] | None = None,
) -> Verification:
    """Return what trying a program shows.

    Args:
        program: Answers for a tree.
        rules: The convention it claims, or its players by ply where it claims none.
        claimed: Whether it claims the convention; else the one that fits best is taken.
        trees: Further trees to try.
        effort: How hard to try.
        progress: Told how many trees have been tried.

    Raises:
        MissingLibraryError: Hypothesis is not installed.
    """
    _require_hypothesis()
    effort, base = effort or Effort(), rules or Rules()
    runs = _Runs(program, base, progress)
    drawn = random_trees(effort.trials, effort.seed, base.levels)
    tried = runs.answers([*instructive_trees(base.levels), *trees, *drawn], effort.threads)
    measure = base if claimed else _best_fit(tried, base)
    wrong = _smallest_wrong(runs, tried, measure, effort)
    swapped = replace(base, algorithm="minimax", levels=tuple(p.opponent for p in base.levels))
    return Verification(
        tried=runs.count,
        rules=measure,
        claimed=claimed,
        tells_leaves=any(answer.leaves is not None for _, answer in tried),
        wrong=wrong,
        swapped=wrong is not None
        and all(agrees(tree, Answer(answer.value), swapped) for tree, answer in tried),
    )


def convention_words(rules: Rules) -> str:
    """Return a convention in a few words."""
    if rules.algorithm in {"minimax", "negamax"}:
        return f"plain {rules.algorithm}, which cuts nothing off"
    if rules.algorithm != "alphabeta":
        return f"the search {rules.algorithm}"
    form = "" if rules.form == "classic" else f", the printed form “{rules.form}”"
    hard = ", fail-hard" if rules.hard and rules.form == "classic" else ""
    order = ", from right to left" if rules.right_to_left else ""
    return f"alpha-beta, cut when α {rules.test_sign} β{hard}{form}{order}"


class _Runs:
    """The program's answers, each tree asked once."""

    def __init__(
        self, program: Program, rules: Rules, progress: Callable[[int], None] | None
    ) -> None:
        self._program, self._levels, self._progress = program, rules.levels, progress
        self._answers: dict[str, Answer] = {}

    @property
    def count(self) -> int:
        """How many different trees were tried."""
        return len(self._answers)

    def answer(self, nested: Nested) -> Answer:
        """Return the program's answer for nested lists."""
        key = repr(nested)
        if key not in self._answers:
            self._answers[key] = self._program(self.tree(nested))
            if self._progress is not None:
                self._progress(self.count)
        return self._answers[key]

    def answers(self, trees: Sequence[GameTree], threads: int) -> list[tuple[GameTree, Answer]]:
        """Return the answers for trees, and no more once the program has failed a few times."""
        found: list[tuple[GameTree, Answer]] = []
        failures = 0
        with ThreadPoolExecutor(threads) as pool:
            for first in range(0, len(trees), threads):
                some = trees[first : first + threads]
                found.extend(zip(some, pool.map(self.answer, map(to_nested, some)), strict=True))
                failures += sum(answer.failure is not None for _, answer in found[first:])
                if failures >= _MOST_FAILURES:
                    break
        return found

    def knows(self, nested: Nested) -> bool:
        """Tell whether the program has answered for nested lists already."""
        return repr(nested) in self._answers

    def tree(self, nested: Nested) -> GameTree:
        """Return the tree of nested lists under the players by ply."""
        return from_nested(nested, self._levels)


def _require_hypothesis() -> None:
    try:
        import hypothesis  # noqa: F401 - only whether it is there
    except ImportError:
        raise MissingLibraryError(
            "verify draws and shrinks its trees with Hypothesis, which is not installed; "
            "install it with: pip install 'treeexplorer[verify]'"
        ) from None


def _best_fit(tried: Sequence[tuple[GameTree, Answer]], base: Rules) -> Rules:
    """Return the convention with the players as stated under which most answers are right."""
    candidates = [
        candidate
        for candidate in (base, *alternatives(base, algorithms=["minimax"]))
        if candidate.form != "exchanged"
    ]
    if not any(answer.leaves is not None for _, answer in tried):
        return base

    def fitting(candidate: Rules) -> tuple[int, int]:
        right = [agrees(tree, answer, candidate) for tree, answer in tried]
        return sum(right), -len(differences(candidate, base))

    return max(candidates, key=fitting)


def _smallest_wrong(
    runs: _Runs, tried: Sequence[tuple[GameTree, Answer]], rules: Rules, effort: Effort
) -> Difference | None:
    """Return the smallest tree found on which the program goes wrong."""
    until = time.monotonic() + effort.shrinking_seconds

    def goes_wrong(nested: Nested) -> bool:
        if time.monotonic() > until and not runs.knows(nested):
            return False
        return not agrees(runs.tree(nested), runs.answer(nested), rules)

    wrong = [to_nested(tree) for tree, answer in tried if not agrees(tree, answer, rules)]
    found = _drawn_by_hypothesis(
        goes_wrong, _MOST_DRAWN if wrong else max(effort.trials, 1), effort.seed
    )
    if found is None and wrong:
        found = _reduced(min(wrong, key=lambda nested: len(repr(nested))), goes_wrong)
    if found is None:
        return None
    return difference(runs.tree(found), runs.answer(found), rules)


def _drawn_by_hypothesis(
    goes_wrong: Callable[[Nested], bool], most: int, seed: int
) -> Nested | None:
    from hypothesis import HealthCheck, find, settings
    from hypothesis.errors import NoSuchExample

    quiet = settings(
        max_examples=most, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    try:
        return find(nested_strategy(), goes_wrong, settings=quiet, random=random.Random(seed))  # noqa: S311 - trees that can be drawn again
    except NoSuchExample:
        return None


def _reduced(nested: Nested, goes_wrong: Callable[[Nested], bool]) -> Nested:
    """Return the tree after taking away, as long as it goes on going wrong, whatever can go."""
    shrinking = True
    while shrinking:
        shrinking = False
        for candidate in smaller(nested):
            if goes_wrong(candidate):
                nested, shrinking = candidate, True
                break
    return nested
