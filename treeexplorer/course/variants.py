"""Variants of a tree: the same drawing with other leaf values, as difficult, with other answers.

Random values are drawn; then single values are changed as long as that brings the tree no farther
from the difficulty that is wanted, and after a while it begins anew. Where all trees of the drawing
that are as difficult prune the same branches, the drawing is changed by as little as does: each row
keeps its nodes, and one of them has a child more, and another one less. The same seed gives the
same variant. Where none is found, that is an error: students who sit side by side would have sheets
of which one answers the other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, islice
from typing import Final, TypeAlias

from treeexplorer.engine import Record, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.model_answer import model_claims
from treeexplorer.marking.check import Check
from treeexplorer.notation import Claims, Condition
from treeexplorer.numbers import grouped
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, Number, TreeBuilder

_MOST_TRIES: Final = 1_000
_MOST_NODES_SEARCHED: Final = 120_000
_CHANGES_BEFORE_ANEW: Final = 60
_LEAST_SPREAD: Final = 9
_MOST_CHILDREN_MOVED: Final = 3

Place: TypeAlias = tuple[int, int]
"""Where a node is drawn: its ply, and which of that row it is from the left, from 0."""


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
            if len(values) > 1 and len({*values, None}) == 2:
                count += 1
        return count

    @cached_property
    def places(self) -> dict[int, Place]:
        """Where each node is drawn."""
        return {
            node: (ply, number)
            for ply, row in enumerate(self.tree.plies)
            for number, node in enumerate(row)
        }

    @cached_property
    def pruned(self) -> frozenset[object]:
        """What is pruned, by its place, and for which values of an unknown leaf."""
        if self.tree.unknowns:
            return frozenset(self.conditions.items())
        pruned = analysis_of(self.record).pruned
        return frozenset((self.places[node], is_elided) for node, is_elided in pruned)

    @cached_property
    def claims(self) -> Claims:
        """The model answer: values, bounds and slashes."""
        return tuple(claim for claim in model_claims(self.record) if claim.window is None)

    @cached_property
    def values(self) -> dict[Place, Number]:
        """The value or bound that is written at each place."""
        return {
            self.places[claim.node]: claim.number
            for claim in self.claims
            if claim.number is not None
        }

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
        if self.tree.parent != other.tree.parent:
            return self._has_few_values_of(other) and other._has_few_values_of(self)
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

    def _has_few_values_of(self, other: _Solved) -> bool:
        """Tell whether at most two thirds of the values stand in the same places of the other."""
        same = self.values.items() & other.values.items()
        return 3 * len(same) <= 2 * len(self.values)


def variant(tree: GameTree, rules: Rules, seed: int, others: Iterable[GameTree] = ()) -> GameTree:
    """Return the same drawing with other leaf values that is as difficult.

    It has as many cut-offs as the tree, as many of them on equality, as many leaves that are read
    and as many nodes of equal leaves alone. It differs from the other trees in what is pruned, if
    anything is; of an answer to the one at most two thirds are right in the other; and the leaves
    do not differ by one number throughout. Unknown leaves stay unknown. Where the drawing has no
    such tree, it is one with the same rows, in which some nodes have a child more or less.

    Raises:
        VariantError: None was found.
    """
    chooser = random.Random(seed)  # noqa: S311 - exercises are no secrets
    wanted = _Solved(tree, rules)
    taken = [_Solved(other, rules) for other in others]
    tries = max(1, min(_MOST_TRIES, _MOST_NODES_SEARCHED // len(tree)))
    as_difficult = 0
    has_other_cuts = False
    for candidate in _candidates(wanted, chooser, tries):
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
            "many nodes in each row, cut-offs and leaves read prune what is pruned in the first or "
            "in another variant"
        )
    raise VariantError(
        f"no {place} variant: among {grouped(tries)} trees none was found that is as difficult and "
        "has other answers"
    )


_ORDINALS: Final = {1: "other", 2: "second", 3: "third"}


def _candidates(wanted: _Solved, chooser: random.Random, tries: int) -> Iterator[_Solved]:
    """Yield trees to be looked at: of the same drawing, then of drawings that differ a little."""
    yield from islice(_nearer_and_nearer(wanted, wanted.tree, chooser), tries)
    if not _can_be_drawn_otherwise(wanted.tree):
        return
    for number in range(tries // _CHANGES_BEFORE_ANEW):
        moved = 1 + number % _MOST_CHILDREN_MOVED
        drawing = _drawn_otherwise(wanted.tree, moved, chooser)
        if drawing.parent != wanted.tree.parent:
            nearer = _nearer_and_nearer(wanted, drawing, chooser)
            yield from islice(nearer, _CHANGES_BEFORE_ANEW)


def _nearer_and_nearer(
    wanted: _Solved, tree: GameTree, chooser: random.Random
) -> Iterator[_Solved]:
    """Yield a tree with other values, each no farther from the difficulty than the one before."""
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


# -- other drawings --------------------------------------------------------------------------------


def _can_be_drawn_otherwise(tree: GameTree) -> bool:
    """Tell whether a tree has nothing that belongs to a node and its children as they are."""
    belongings = (tree.probabilities, tree.players, tree.elided, tree.estimates, tree.unknowns)
    return not any(belongings)


def _drawn_otherwise(tree: GameTree, moved: int, chooser: random.Random) -> GameTree:
    """Return a tree with the same rows of nodes, in which some children have another parent.

    A child moves from a node that keeps one to another of the same row; the rows stay in order.
    """
    counts = [[len(list(tree.children(node))) for node in row] for row in tree.plies]
    for _ in range(moved):
        row = chooser.choice(counts)
        givers = [number for number, count in enumerate(row) if count > 1]
        takers = [number for number, count in enumerate(row) if count]
        if givers and len(takers) > 1:
            giver = chooser.choice(givers)
            taker = chooser.choice([number for number in takers if number != giver])
            row[giver] -= 1
            row[taker] += 1
    return _built(tree, counts)


def _kept_name(tree: GameTree, node: int) -> str | None:
    """Return a node's name, unless it is made of its parent's, which may be another one now."""
    name = tree.names.get(node)
    above = tree.names.get(tree.parent[node])
    if name is None or (above is not None and name.startswith(above)):
        return None
    return name


def _built(tree: GameTree, counts: Sequence[Sequence[int]]) -> GameTree:
    """Return a tree with the nodes of another's rows, of which each has so many children."""
    rows = [list(row) for row in tree.plies]
    first_child = [list(accumulate(row, initial=0)) for row in counts]
    builder = TreeBuilder()
    builder.levels = tree.levels
    pending: list[Place | None] = [(0, 0)]  # None closes the node that was opened last
    while pending:
        place = pending.pop()
        if place is None:
            builder.close()
            continue
        ply, number = place
        node = rows[ply][number]
        name = _kept_name(tree, node)
        if not counts[ply][number]:
            builder.leaf(tree.leaf_values[node], name)
            continue
        builder.open(name)
        pending.append(None)
        first = first_child[ply][number]
        last = first + counts[ply][number] - 1
        pending.extend((ply + 1, child) for child in range(last, first - 1, -1))
    return builder.tree()
