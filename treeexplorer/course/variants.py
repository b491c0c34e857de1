"""Variants of a tree: the same drawing with other leaf values, as difficult, with other answers.

Random values are drawn; then single values are changed as long as that brings the tree no farther
from the difficulty that is wanted, and after a while it begins anew. The same seed gives the same
variant. Where none is found, that is an error: students who sit side by side would have sheets of
which one answers the other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Final

from treeexplorer.engine import Record, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.model_answer import model_claims
from treeexplorer.marking.check import Check
from treeexplorer.notation import Claims, Condition
from treeexplorer.numbers import grouped
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, Number

_MOST_TRIES: Final = 3_000
_MOST_NODES_SEARCHED: Final = 120_000
_CHANGES_BEFORE_ANEW: Final = 60
_LEAST_SPREAD: Final = 9


class VariantError(TreeexplorerError):
    """A tree of which no further variant was found; said in a sentence."""


@dataclass(frozen=True)
class _Solved:
    """A tree with its answers, by which variants are compared."""

    tree: GameTree
    rules: Rules

    @cached_property
    def record(self) -> Record:
        return search(self.tree, self.rules)

    @cached_property
    def conditions(self) -> dict[int, tuple[Condition, ...]]:
        """For which values of its unknown leaf each leaf is pruned, if it ever is."""
        findings = self.record.derive(Findings)
        pruned_for = ((leaf, findings.pruned_for(leaf)) for leaf in self.tree.leaves(0))
        return {leaf: conditions for leaf, conditions in pruned_for if conditions}

    @cached_property
    def difficulty(self) -> tuple[int, ...]:
        """How many cut-offs there are, how many on equality, and how many leaves are read.

        Then at how many nodes all leaves are equal. With an unknown leaf, how many leaves are
        pruned for some of its values, and for how many that is more than one interval.
        """
        if self.tree.unknowns:
            several = sum(len(each) > 1 for each in self.conditions.values())
            return len(self.conditions), several
        ties = sum(cut.is_tie for cut in analysis_of(self.record).cut_offs)
        return len(self.record.cuts), ties, self.record.evaluated, self._uniform_nodes

    @property
    def _uniform_nodes(self) -> int:
        tree = self.tree
        count = 0
        for node in range(len(tree)):
            values = [tree.leaf_value(child) for child in tree.children(node)]
            count += len(values) > 1 and len({*values, None}) == 2
        return count

    @cached_property
    def pruned(self) -> frozenset[object]:
        """What is pruned, and for which values of an unknown leaf."""
        if self.tree.unknowns:
            return frozenset(self.conditions.items())
        return frozenset(analysis_of(self.record).pruned)

    @cached_property
    def claims(self) -> Claims:
        """The model answer: values, bounds and slashes."""
        return tuple(claim for claim in model_claims(self.record) if claim.window is None)

    def distance(self, wanted: _Solved) -> int:
        """Return how far it is from a difficulty."""
        pairs = zip(self.difficulty, wanted.difficulty, strict=True)
        return sum(abs(here - there) for here, there in pairs)

    def differs_from(self, other: _Solved) -> bool:
        """Tell whether an answer to the one is of little use for the other.

        Other branches are pruned, where any are; at most two thirds of what is written is right or
        follows correctly; and the leaves do not differ by one number throughout.
        """
        asks_for_more = bool(self.claims) and not self.tree.unknowns
        if self.pruned == other.pruned and (self.pruned or not asks_for_more):
            return False
        steps = {
            here - there
            for here, there in zip(self.tree.leaf_values, other.tree.leaf_values, strict=True)
            if here is not None and there is not None
        }
        if asks_for_more and len(steps) < 2:
            return False
        return self._is_of_little_use_for(other) and other._is_of_little_use_for(self)

    def _is_of_little_use_for(self, other: _Solved) -> bool:
        if self.tree.unknowns:
            return True
        tally = Check(other.record, self.claims).tally
        return 3 * (tally.right + tally.follow_on) <= 2 * tally.written


def variant(tree: GameTree, rules: Rules, seed: int, others: Iterable[GameTree] = ()) -> GameTree:
    """Return the same drawing with other leaf values that is as difficult.

    It has as many cut-offs as the tree, as many of them on equality, as many leaves that are read
    and as many nodes of equal leaves alone. It differs from the other trees in what is pruned, if
    anything is; of an answer to the one at most two thirds are right in the other; and the leaves
    do not differ by one number throughout. Unknown leaves stay unknown.

    Raises:
        VariantError: None was found.
    """
    chooser = random.Random(seed)  # noqa: S311 - exercises are no secrets
    wanted = _Solved(tree, rules)
    taken = [_Solved(other, rules) for other in others]
    tries = max(1, min(_MOST_TRIES, _MOST_NODES_SEARCHED // len(tree)))
    as_difficult = 0
    has_other_cuts = False
    for candidate in islice(_nearer_and_nearer(wanted, chooser), tries):
        if candidate.distance(wanted) or candidate.tree == tree:
            continue
        if all(candidate.differs_from(each) for each in taken):
            return candidate.tree
        as_difficult += 1
        has_other_cuts |= all(candidate.pruned != each.pruned for each in taken)
    place = _ORDINALS.get(len(taken) + 1, f"{len(taken) + 1}th")
    if as_difficult and not has_other_cuts:
        raise VariantError(
            f"no {place} variant: all {grouped(as_difficult)} other trees that were found with as "
            "many cut-offs and leaves read prune what is pruned in the first or in another variant"
        )
    raise VariantError(
        f"no {place} variant: among {grouped(tries)} trees none was found that is as difficult and "
        "has other answers"
    )


_ORDINALS: Final = {1: "other", 2: "second", 3: "third"}


def _nearer_and_nearer(wanted: _Solved, chooser: random.Random) -> Iterator[_Solved]:
    """Yield trees with other values, each no farther from the difficulty than the one before."""
    tree = wanted.tree
    leaves = {node: number for node, number in enumerate(tree.leaf_values) if number is not None}
    numbers = sorted({*leaves, *tree.estimates})
    known = [*leaves.values(), *tree.estimates.values()]
    finite = list(filter(math.isfinite, known))
    low = int(min(finite, default=0))
    high = max(int(max(finite, default=0)), low + _LEAST_SPREAD)
    lowest, highest = wanted.rules.known_range
    if math.isfinite(lowest):
        low = max(low, math.ceil(lowest))
    if math.isfinite(highest):
        high = min(high, math.floor(highest))
    while low < high:
        drawn = {node: chooser.randint(low, high) for node in numbers}
        current = _Solved(_with_numbers(tree, drawn), wanted.rules)
        yield current
        for _ in range(_CHANGES_BEFORE_ANEW):
            changed = {**drawn, chooser.choice(numbers): chooser.randint(low, high)}
            candidate = _Solved(_with_numbers(tree, changed), wanted.rules)
            if candidate.distance(wanted) <= current.distance(wanted):
                drawn = changed
                current = candidate
            yield candidate


def _with_numbers(tree: GameTree, numbers: dict[int, int]) -> GameTree:
    """Return a tree with other values at its leaves, and other estimates."""
    leaves: dict[int, Number] = {
        node: number for node, number in numbers.items() if tree.leaf_value(node) is not None
    }
    estimates = {node: numbers[node] for node in tree.estimates}
    return replace(tree.with_values(leaves), estimates=estimates)
